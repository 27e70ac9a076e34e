/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * folder.h - the files of a folder of the repository, and the messages that they expect.
 */
#ifndef LW_TEST_FOLDER_H
#define LW_TEST_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include <linkwork/diag.h>

/* Paths, sorted by name. End with folder_free(). */
typedef struct folder {
  char** path;
  size_t n;
} folder;

/* List the files whose names end with a suffix; fails the test where there
 * are fewer than expected. */
folder folder_list(const char* name, const char* suffix, size_t at_least);
void   folder_free(folder* files);

/* All of a file, terminated, for free(); fails the test where it cannot be read. */
char* folder_read(const char* path, size_t* size);

/* Is a diagnosis what the text has behind "expect LINE: "? Ends with " -->" or the line; a text
 * that ends in "..." is only a beginning: what follows is libxml2's. */
bool folder_expects(const char* text, const lw_diag* diag);

#endif
