/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * output_file.c - a result on stdout, or in a file that appears only when it is complete.
 */
#define _POSIX_C_SOURCE 200809L /* mkstemp, sigaction */
#define _XOPEN_SOURCE 700       /* realpath           */

#include "output_file.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file that a signal handler removes; NULL while there is none. */
static const char* volatile to_remove;

static const int FATAL[] = {SIGINT, SIGTERM, SIGHUP};

static void remove_and_die(int number)
{
  if (to_remove) {
    (void)unlink(to_remove);
  }
  (void)raise(number); /* SA_RESETHAND: this time it ends the program */
}

static void watch(const char* path)
{
  to_remove = path;
  for (size_t i = 0; i < sizeof FATAL / sizeof FATAL[0]; i++) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = path ? remove_and_die : SIG_DFL;
    action.sa_flags   = (int)SA_RESETHAND;
    (void)sigemptyset(&action.sa_mask);

    /* a signal that is ignored already, as under nohup, stays ignored */
    struct sigaction old;
    if (sigaction(FATAL[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
      (void)sigaction(FATAL[i], &action, NULL);
    }
  }
}

/* Create "TARGET.XXXXXX" with the permissions that a new file would have. */
static FILE* create_beside(const char* target, char** temporary)
{
  static const char ending[] = ".XXXXXX";
  const size_t      length   = strlen(target);
  char*             path     = malloc(length + sizeof ending);
  if (!path) {
    return NULL;
  }
  memcpy(path, target, length);
  memcpy(path + length, ending, sizeof ending);

  const int descriptor = mkstemp(path);
  FILE*     stream     = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
  if (!stream) {
    if (descriptor >= 0) {
      (void)close(descriptor);
      (void)unlink(path);
    }
    free(path);
    return NULL;
  }
  const mode_t mask = umask(0);
  (void)umask(mask);
  (void)fchmod(descriptor, 0666 & ~mask);
  *temporary = path;
  return stream;
}

lw_status lw_output_file_open(const char* path, lw_output_file* file, lw_diag* diag)
{
  *file = (lw_output_file){0};
  if (!path || !strcmp(path, "-")) {
    file->stream = stdout;
    return LW_OK;
  }

  struct stat about;
  const bool  exists = stat(path, &about) == 0;
  if (exists && S_ISDIR(about.st_mode)) {
    return lw_diag_set(diag, LW_ERR_FILE, 0, "cannot be written: it is a folder");
  }
  if (exists && !S_ISREG(about.st_mode)) {
    file->stream = fopen(path, "wb");
  } else {
    /* a link is kept: the file that it points to is replaced */
    char* target = exists ? realpath(path, NULL) : strdup(path);
    file->target = target;
    file->stream = target ? create_beside(target, &file->temporary) : NULL;
  }
  if (!file->stream) {
    const int reason = errno;
    free(file->target);
    file->target = NULL;
    return lw_diag_set(diag, LW_ERR_FILE, 0, "cannot be written: %s", strerror(reason));
  }
  if (file->temporary) {
    watch(file->temporary);
  }
  return LW_OK;
}

/* Forget the names, without touching the files. */
static void forget(lw_output_file* file)
{
  watch(NULL);
  free(file->temporary);
  free(file->target);
  *file = (lw_output_file){0};
}

lw_status lw_output_file_commit(lw_output_file* file, lw_diag* diag)
{
  bool good = fflush(file->stream) == 0 && !ferror(file->stream);
  int  why  = errno;
  if (file->stream != stdout && fclose(file->stream) != 0) {
    why  = good ? errno : why;
    good = false;
  }
  if (good && file->temporary && rename(file->temporary, file->target) != 0) {
    why  = errno;
    good = false;
  }
  if (!good && file->temporary) {
    (void)unlink(file->temporary);
  }
  forget(file);
  return good ? LW_OK : lw_diag_set(diag, LW_ERR_FILE, 0, "cannot be written: %s", strerror(why));
}

void lw_output_file_discard(lw_output_file* file)
{
  if (!file->stream) {
    return;
  }
  if (file->stream == stdout) {
    (void)fflush(stdout);
  } else {
    (void)fclose(file->stream);
  }
  if (file->temporary) {
    (void)unlink(file->temporary);
  }
  forget(file);
}
