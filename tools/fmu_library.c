/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmu_library.c - the functions of an FMU's library, FMI 2.0 and 3.0.
 */
#define _POSIX_C_SOURCE 200809L

#include "fmu_library.h"
#include "fmi3_library.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Names of this platform below binaries/: that of FMI 2.0, then that of FMI 3.0, which FMI 2.0.5
 * allows for platforms without a name in 2.0. The build defines them. */
static const char* const PLATFORMS[] = {LW_FMU_PLATFORM, LW_FMU_PLATFORM_TUPLE};

/* Whether a name can be part of a path: that of a C identifier, as the standard wants, or with
 * hyphens and points, as other tools take it. */
static bool is_identifier(const char* text)
{
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  return *text && *text != '.' && strspn(text, allowed) == strlen(text);
}

/* The names below binaries/, separated by blanks, cut to size. */
static void list_platforms(const char* folder, char* text, size_t size)
{
  char path[1024];
  (void)snprintf(path, sizeof path, "%s/binaries", folder);
  DIR*   directory = opendir(path);
  size_t used      = 0;
  text[0]          = '\0';
  for (const struct dirent* e; directory && (e = readdir(directory));) {
    if (e->d_name[0] != '.' && used < size) {
      const int n = snprintf(text + used, size - used, "%s%s", used ? ", " : "", e->d_name);
      used += n > 0 ? (size_t)n : 0;
    }
  }
  if (directory) {
    (void)closedir(directory);
  }
}

/* Find the library for this platform; false: there is none. */
static bool find_library(const char* folder, const char* identifier, char* path, size_t size)
{
  for (size_t i = 0; i < sizeof PLATFORMS / sizeof PLATFORMS[0]; i++) {
    const int n = snprintf(path, size, "%s/binaries/%s/%s%s", folder, PLATFORMS[i], identifier,
                           LW_FMU_SUFFIX);
    if (n > 0 && (size_t)n < size && access(path, R_OK) == 0) {
      return true;
    }
  }
  return false;
}

/* A symbol as a function pointer: on POSIX both have the same size. */
static bool find_function(void* handle, const char* name, void* pointer)
{
  void* symbol = dlsym(handle, name);
  memcpy(pointer, &symbol, sizeof symbol);
  return symbol != NULL;
}

/* Load the library for this platform. */
static lw_status load(const char* folder, const char* identifier, void** handle, lw_diag* diag)
{
  char path[1024];
  if (!is_identifier(identifier)) {
    return lw_diag_set(diag, LW_ERR_FILE, 0, "its modelIdentifier \"%.100s\" is no name of a file",
                       identifier);
  }
  if (!find_library(folder, identifier, path, sizeof path)) {
    char platforms[200];
    list_platforms(folder, platforms, sizeof platforms);
    return lw_diag_set(diag, LW_ERR_FILE, 0,
                       "it has no library binaries/%s/%s%s for this platform; it has %s",
                       PLATFORMS[0], identifier, LW_FMU_SUFFIX, *platforms ? platforms : "none");
  }
  *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  return *handle ? LW_OK
                 : lw_diag_set(diag, LW_ERR_FILE, 0, "its library does not load: %s", dlerror());
}

lw_status lw_fmu_library_open(const char* folder, const char* identifier, lw_fmu_library* library,
                              lw_diag* diag)
{
  *library               = (lw_fmu_library){0};
  const lw_status status = load(folder, identifier, &library->handle, diag);
  if (status != LW_OK) {
    return status;
  }
  const char* missing = NULL;
#define X(name, needed)                                                                            \
  if (!find_function(library->handle, "fmi2" #name, &library->name) && (needed) && !missing) {     \
    missing = "fmi2" #name;                                                                        \
  }
  LW_FMI2_LIST(X)
#undef X
  if (missing) {
    lw_fmu_library_close(library);
    return lw_diag_set(diag, LW_ERR_FILE, 0, "its library has no function %s", missing);
  }
  return LW_OK;
}

void lw_fmu_library_close(lw_fmu_library* library)
{
  if (library->handle) {
    (void)dlclose(library->handle);
  }
  *library = (lw_fmu_library){0};
}

lw_status lw_fmi3_library_open(const char* folder, const char* identifier, lw_fmi3_library* library,
                               lw_diag* diag)
{
  *library               = (lw_fmi3_library){0};
  const lw_status status = load(folder, identifier, &library->handle, diag);
  if (status != LW_OK) {
    return status;
  }
#define X(name) (void)find_function(library->handle, "fmi3" #name, &library->name);
  LW_FMI3_LIST(X)
#undef X
  if (!library->FreeInstance) {
    lw_fmi3_library_close(library);
    return lw_diag_set(diag, LW_ERR_FILE, 0, "its library has no function fmi3FreeInstance");
  }
  return LW_OK;
}

void lw_fmi3_library_close(lw_fmi3_library* library)
{
  if (library->handle) {
    (void)dlclose(library->handle);
  }
  *library = (lw_fmi3_library){0};
}
