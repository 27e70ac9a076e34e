/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * scratch_folder.c - a temporary folder that is removed when the program ends, in whatever way.
 */
#define _XOPEN_SOURCE 700 /* nftw, mkdtemp, realpath */

#include "scratch_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* number of folders that are open at the same time while removing */
enum { OPEN_FOLDERS = 16 };

static int remove_one(const char* path, const struct stat* about, int type, struct FTW* place)
{
  (void)about;
  (void)type;
  (void)place;
  (void)remove(path);
  return 0;
}

static void remove_tree(const char* path)
{
  /* the content of a folder comes first; links are removed, not followed */
  (void)nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}

/* Wait for a byte, or for the end of the program, which closes its end of the pipe. */
static void wait_and_remove(const char* path, int from)
{
  char             byte;
  const int        nothing  = open("/dev/null", O_RDWR);
  const int        signal[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
  struct sigaction ignore;
  memset(&ignore, 0, sizeof ignore);
  ignore.sa_handler = SIG_IGN;
  for (size_t i = 0; i < sizeof signal / sizeof signal[0]; i++) {
    (void)sigaction(signal[i], &ignore, NULL);
  }
  /* a program that reads our output must see its end when this program ends, not
   * when the cleaner ends */
  for (int i = 0; i < 3 && nothing >= 0; i++) (void)dup2(nothing, i);
  while (read(from, &byte, 1) < 0 && errno == EINTR) {
  }
  remove_tree(path);
  _exit(0);
}

static void start_cleaner(lw_scratch* scratch)
{
  int end[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, end) != 0) {
    return;
  }
  /* programs that the FMU starts must not keep the pipe open */
  (void)fcntl(end[0], F_SETFD, FD_CLOEXEC);
  (void)fcntl(end[1], F_SETFD, FD_CLOEXEC);
  const pid_t child = fork();
  if (child == 0) {
    (void)close(end[1]);
    wait_and_remove(scratch->path, end[0]);
  }
  (void)close(end[0]);
  if (child < 0) {
    (void)close(end[1]);
    return;
  }
  scratch->line    = end[1];
  scratch->cleaner = child;
}

lw_status lw_scratch_create(lw_scratch* scratch, lw_diag* diag)
{
  static const char name[] = "/linkwork-XXXXXX";
  const char*       wanted = getenv("TMPDIR");
  const char*       base   = wanted && *wanted ? wanted : "/tmp";
  *scratch                 = (lw_scratch){.line = -1};

  char*        parent = realpath(base, NULL);
  const size_t size   = (parent ? strlen(parent) : 0) + sizeof name;
  char*        path   = malloc(size);
  lw_status    status = LW_OK;
  if (!path) {
    status = lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  } else {
    (void)snprintf(path, size, "%s%s", parent ? parent : "", name);
    if (!parent || !mkdtemp(path)) {
      status = lw_diag_set(diag, LW_ERR_FILE, 0, "no temporary folder can be created in %s: %s",
                           base, strerror(errno));
    }
  }
  free(parent);
  if (status != LW_OK) {
    free(path);
    return status;
  }
  scratch->path = path;
  start_cleaner(scratch);
  return LW_OK;
}

void lw_scratch_remove(lw_scratch* scratch)
{
  if (!scratch->path) {
    return;
  }
  if (scratch->cleaner > 0) {
    /* a byte, because cleaners of other folders have this end of the pipe, too */
    (void)send(scratch->line, "", 1, MSG_NOSIGNAL);
    (void)close(scratch->line);
    while (waitpid(scratch->cleaner, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  /* if there was no cleaner, or it was killed */
  if (access(scratch->path, F_OK) == 0) {
    remove_tree(scratch->path);
  }
  free(scratch->path);
  *scratch = (lw_scratch){.line = -1};
}
