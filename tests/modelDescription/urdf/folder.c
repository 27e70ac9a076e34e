/* SPDX-License-Identifier: BSD-2-Clause */
#define _POSIX_C_SOURCE 200809L
#include "folder.h"

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

static bool ends_with(const char* name, const char* suffix)
{
  const size_t n = strlen(name), m = strlen(suffix);
  return n > m && strcmp(name + n - m, suffix) == 0;
}

folder folder_list(const char* name, const char* suffix, size_t at_least)
{
  char   path[LW_TEST_PATH_SIZE];
  folder files = {NULL, 0};
  lw_test_repo_path(name, path);
  DIR* dir = opendir(path);
  assert_non_null(dir);
  for (struct dirent* entry = readdir(dir); entry; entry = readdir(dir)) {
    if (!ends_with(entry->d_name, suffix)) {
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

void folder_free(folder* files)
{
  for (size_t i = 0; i < files->n; i++) free(files->path[i]);
  free(files->path);
  *files = (folder){NULL, 0};
}

char* folder_read(const char* path, size_t* size)
{
  FILE* file = fopen(path, "rb");
  if (!file) {
    fail_msg("%s cannot be opened", path);
  }
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

bool folder_expects(const char* text, const lw_diag* diag)
{
  const char* mark = strstr(text, "expect ");
  assert_non_null(mark);
  char*       colon  = NULL;
  const long  line   = strtol(mark + strlen("expect "), &colon, 10);
  const char* begin  = colon + 2; /* ": " */
  size_t      length = strcspn(begin, "\n");
  length -= length > 4 && strncmp(begin + length - 4, " -->", 4) == 0 ? 4 : 0;
  if (length > 3 && strncmp(begin + length - 3, "...", 3) == 0) {
    return diag->line == line && strncmp(diag->text, begin, length - 3) == 0;
  }
  return diag->line == line && strlen(diag->text) == length &&
         strncmp(diag->text, begin, length) == 0;
}
