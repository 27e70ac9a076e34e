/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * windows.c - what own_folder.c, resource.c and keep_threads.c do, on Windows.
 *
 * Paths are UTF-8 inside of this library; Windows has them in UTF-16.
 */
#include "keep_threads.h"
#include "resource.h"

#if defined(_WIN32)

#include <stdlib.h>
#include <string.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* ---- paths -------------------------------------------------------------------------------- */

/* A path in UTF-16, for free(); NULL: it is not in this encoding, or there is no memory. */
static wchar_t* widen(const char* path, UINT encoding)
{
  const DWORD flags = encoding == CP_UTF8 ? MB_ERR_INVALID_CHARS : 0;
  const int   size  = MultiByteToWideChar(encoding, flags, path, -1, NULL, 0);
  wchar_t*    wide  = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
  if (wide && MultiByteToWideChar(encoding, flags, path, -1, wide, size) != size) {
    free(wide);
    return NULL;
  }
  return wide;
}

static char* narrow(const wchar_t* wide)
{
  const int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
  char*     path = size > 0 ? malloc((size_t)size) : NULL;
  if (path && WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, size, NULL, NULL) != size) {
    free(path);
    return NULL;
  }
  return path;
}

FILE* lw_open_file(const char* path)
{
  /* some importers write their URI in the encoding of the system */
  wchar_t* wide = widen(path, CP_UTF8);
  wide          = wide ? wide : widen(path, CP_ACP);
  FILE* file    = wide ? _wfopen(wide, L"rb") : NULL;
  free(wide);
  return file;
}

/* ---- this library ------------------------------------------------------------------------- */

/* The module that contains this function; with `pin`, it stays loaded until the process ends. */
static HMODULE own_module(bool pin)
{
  static const char here   = 0;
  HMODULE           module = NULL;
  const DWORD       keep =
      pin ? GET_MODULE_HANDLE_EX_FLAG_PIN : GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
  return GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | keep,
                            (const wchar_t*)(const void*)&here, &module)
             ? module
             : NULL;
}

/* The path of a module in UTF-16, for free(). A path has at most 32,767 characters. */
static wchar_t* path_of(HMODULE module)
{
  for (DWORD size = 512; size <= 32768; size *= 2) {
    wchar_t*    path   = malloc(size * sizeof *path);
    const DWORD length = path ? GetModuleFileNameW(module, path, size) : 0;
    if (length > 0 && length < size) {
      return path;
    }
    free(path);
    if (length == 0) {
      return NULL;
    }
  }
  return NULL;
}

char* lw_own_folder(void)
{
  HMODULE  module = own_module(false);
  wchar_t* wide   = module ? path_of(module) : NULL;
  char*    folder = wide ? narrow(wide) : NULL;
  free(wide);
  char* slash = folder ? strrchr(folder, '\\') : NULL;
  if (!slash) {
    free(folder);
    return NULL;
  }
  *slash = '\0';
  return folder;
}

/* OpenMP is inside of this library there, so that it is this library that must stay. */
bool lw_keep_threads(void)
{
  return own_module(true) != NULL;
}

#endif
