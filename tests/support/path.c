/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * path.c - where the files of a test are. LW_TEST_REPO, the root of the
 * repository, comes from CMake.
 */
#define _POSIX_C_SOURCE 200809L
#include "path.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

/* a cut path would test the wrong file: fail instead */
static void require_room(int length)
{
  assert_in_range(length, 1, LW_TEST_PATH_SIZE - 1);
}

void lw_test_repo_path(const char* relative, char path[LW_TEST_PATH_SIZE])
{
  require_room(snprintf(path, LW_TEST_PATH_SIZE, "%s/%s", LW_TEST_REPO, relative));
}

bool lw_test_shared_path(const char* relative, char path[LW_TEST_PATH_SIZE])
{
  require_room(snprintf(path, LW_TEST_PATH_SIZE, "%s/../shared/%s", LW_TEST_REPO, relative));
  struct stat info;
  return stat(path, &info) == 0;
}

void lw_test_scratch_path(const char* name, char path[LW_TEST_PATH_SIZE])
{
  const char* folder = getenv("TMPDIR");
  require_room(snprintf(path, LW_TEST_PATH_SIZE, "%s/lw_test_%ld_%s", folder ? folder : "/tmp",
                        (long)getpid(), name));
}
