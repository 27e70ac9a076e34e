/* SPDX-License-Identifier: BSD-2-Clause */
#define _POSIX_C_SOURCE 200809L
#include "corpus.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "path.h"

static int compare_paths(const void* a, const void* b)
{
  return strcmp(*(char* const*)a, *(char* const*)b);
}

corpus corpus_list(const char* folder, size_t at_least)
{
  char   path[LW_TEST_PATH_SIZE];
  corpus files = {NULL, 0};
  lw_test_repo_path(folder, path);
  DIR* dir = opendir(path);
  assert_non_null(dir);
  for (struct dirent* entry = readdir(dir); entry; entry = readdir(dir)) {
    const char* dot = strrchr(entry->d_name, '.');
    if (!dot || strcmp(dot, ".xml") != 0) {
      continue;
    }
    const size_t size = strlen(path) + strlen(entry->d_name) + 2;
    char*        file = malloc(size);
    char**       more = realloc(files.path, (files.n + 1) * sizeof *more);
    assert_non_null(file);
    assert_non_null(more);
    snprintf(file, size, "%s/%s", path, entry->d_name);
    files.path            = more;
    files.path[files.n++] = file;
  }
  closedir(dir);
  assert_true(files.n >= at_least);
  qsort(files.path, files.n, sizeof *files.path, compare_paths);
  return files;
}

void corpus_free(corpus* files)
{
  for (size_t i = 0; i < files->n; i++) free(files->path[i]);
  free(files->path);
  *files = (corpus){NULL, 0};
}

char* corpus_read(const char* path, size_t* size)
{
  FILE* file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  const long length = ftell(file);
  assert_true(length >= 0);
  rewind(file);
  char* text = malloc((size_t)length + 1);
  assert_non_null(text);
  *size = fread(text, 1, (size_t)length, file);
  assert_int_equal(*size, length);
  text[length] = '\0';
  fclose(file);
  return text;
}
