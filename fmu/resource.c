/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * resource.c - the files in an FMU's folder of resources: from a URI to bytes.
 */
#include "resource.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- from URI to path --------------------------------------------------------------------- */

static bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static char lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Whether text starts with a word, in upper or lower case. */
static bool starts_with(const char* text, const char* word)
{
  while (*word && lower(*text) == *word) {
    text++;
    word++;
  }
  return *word == '\0';
}

/* The value of a hexadecimal digit, or -1. */
static int hex_digit(char c)
{
  const char d = lower(c);
  return d >= '0' && d <= '9' ? d - '0' : d >= 'a' && d <= 'f' ? d - 'a' + 10 : -1;
}

/* The start of the path in "file:/p", "file:///p", "file://localhost/p", "file:////p" or plain "/p"
 * and "C:\p"; NULL for another scheme. An authority other than localhost is taken for the first
 * folder of the path: "file://tmp/x" is a common mistake for "file:///tmp/x". */
static const char* path_in(const char* uri)
{
  if (!starts_with(uri, "file:")) {
    size_t scheme = 0;
    while (is_letter(uri[scheme])) scheme++;
    /* one letter and a colon is a drive */
    return scheme > 1 && uri[scheme] == ':' ? NULL : uri;
  }
  const char* path = uri + 5;
  if (path[0] == '/' && path[1] == '/') {
    const bool host = path[2] != '/';
    path += !host ? 2 : starts_with(path + 2, "localhost/") ? 2 + strlen("localhost") : 1;
  }
  /* "/C:/p" is C:/p */
  return path[0] == '/' && is_letter(path[1]) && path[2] == ':' ? path + 1 : path;
}

/* Copy a path; decode percent-encoded bytes if decode is true. Returns its length. */
static size_t copy_path(const char* from, bool decode, char* to)
{
  size_t n = 0;
  while (*from) {
    const int high = decode && *from == '%' ? hex_digit(from[1]) : -1;
    const int low  = high >= 0 ? hex_digit(from[2]) : -1;
    /* an encoded zero byte would end the path */
    const bool encoded = low >= 0 && high * 16 + low > 0;
    to[n++]            = encoded ? (char)(high * 16 + low) : *from;
    from += encoded ? 3 : 1;
  }
  return n;
}

static char* path_of_uri(const char* uri, bool decode, const char* file)
{
  const char* from = path_in(uri);
  if (!from || !*from) {
    return NULL;
  }
  char* path = malloc(strlen(from) + strlen(file) + 2);
  if (!path) {
    return NULL;
  }
  size_t n = copy_path(from, decode, path);
  while (n > 1 && path[n - 1] == '/') n--;
  path[n++] = '/';
  memcpy(path + n, file, strlen(file) + 1);
  return path;
}

static char* path_beside(const char* file)
{
  static const char relative[] = "/../../resources/";
  char*             folder     = lw_own_folder();
  if (!folder) {
    return NULL;
  }
  const size_t size = strlen(folder) + sizeof relative + strlen(file);
  char*        path = malloc(size);
  if (path) {
    (void)snprintf(path, size, "%s%s%s", folder, relative, file);
  }
  free(folder);
  return path;
}

char* lw_resource_path(const char* uri, lw_resource_way way, const char* file)
{
  switch (way) {
  case LW_RESOURCE_DECODED: return uri ? path_of_uri(uri, true, file) : NULL;
  case LW_RESOURCE_LITERAL: return uri && strchr(uri, '%') ? path_of_uri(uri, false, file) : NULL;
  case LW_RESOURCE_BESIDE: return path_beside(file);
  case LW_RESOURCE_WAY_COUNT: break;
  }
  return NULL;
}

/* ---- from path to bytes ------------------------------------------------------------------- */

#if !defined(_WIN32) /* windows.c has that for Windows */
FILE* lw_open_file(const char* path)
{
  return fopen(path, "rb");
}
#endif

lw_status lw_resource_read(const char* path, unsigned char** bytes, size_t* size, lw_diag* diag)
{
  *bytes     = NULL;
  *size      = 0;
  FILE* file = lw_open_file(path);
  if (!file) {
    return lw_diag_set(diag, LW_ERR_FILE, 0, "%s cannot be opened", path);
  }
  const long end    = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  lw_status  status = LW_OK;
  /* a folder can be opened, but has no valid size */
  if (end < 0 || end == LONG_MAX || fseek(file, 0, SEEK_SET) != 0) {
    status = lw_diag_set(diag, LW_ERR_FILE, 0, "%s cannot be read", path);
  } else {
    *size  = (size_t)end;
    *bytes = malloc(*size + 1);
    if (!*bytes) {
      status = lw_diag_set(diag, LW_ERR_MEMORY, 0, "no memory for the %ld bytes of %s", end, path);
    } else if (fread(*bytes, 1, *size, file) != *size) {
      status = lw_diag_set(diag, LW_ERR_FILE, 0, "%s cannot be read", path);
    }
  }
  if (status != LW_OK) {
    free(*bytes);
    *bytes = NULL;
    *size  = 0;
  }
  (void)fclose(file);
  return status;
}
