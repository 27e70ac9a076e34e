/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * path.h - where the files of a test are.
 */
#ifndef LW_TEST_PATH_H
#define LW_TEST_PATH_H

#include <stdbool.h>

#define LW_TEST_PATH_SIZE 1024 /* longest path that a test handles, terminator included */

/* Path of a file of the repository, from its path relative to the root. */
void lw_test_repo_path(const char* relative, char path[LW_TEST_PATH_SIZE]);

/* Path of a file of the folder `shared` beside the repository, which is not everywhere.
 *   Returns     false where it does not exist: skip the test, with skip() */
bool lw_test_shared_path(const char* relative, char path[LW_TEST_PATH_SIZE]);

/* Path of a scratch file of this process, in the system's folder for temporary files. The caller
 * removes the file. */
void lw_test_scratch_path(const char* name, char path[LW_TEST_PATH_SIZE]);

#endif
