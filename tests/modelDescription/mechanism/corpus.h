/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * corpus.h - the files of tests/modelDescription/mechanism/good and
 * tests/modelDescription/mechanism/bad.
 */
#ifndef LW_TEST_CORPUS_H
#define LW_TEST_CORPUS_H

#include <stddef.h>

/* The XML files of a folder of the repository, sorted by name. */
typedef struct corpus {
  char** path;
  size_t n;
} corpus;

/* List the files; fails the test where there are fewer than expected. End with corpus_free(). */
corpus corpus_list(const char* folder, size_t at_least);
void   corpus_free(corpus* files);

/* All of a file, terminated; fails the test where it cannot be read. The caller frees it. */
char* corpus_read(const char* path, size_t* size);

#endif
