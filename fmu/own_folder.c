/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * own_folder.c - the folder in which this library is, on systems other than Windows.
 *
 * With ELF, dl_iterate_phdr() is in the C library itself; dladdr() was in another library before
 * glibc 2.34, and a reference to it would make the FMU depend on older or newer systems.
 */
#if defined(__ELF__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif

#include "resource.h"

#if defined(__ELF__) || defined(__APPLE__)

#include <stdlib.h>
#include <string.h>

#if defined(__APPLE__)
#include <dlfcn.h>
#else
#include <link.h>
#include <stdint.h>

/* The address that is searched for, and the file that contains it. */
typedef struct search {
  uintptr_t address;
  char*     folder;
} search;
#endif

static char* folder_of(const char* path)
{
  const char* slash = strrchr(path, '/');
  if (!slash) {
    return NULL;
  }
  const size_t length = (size_t)(slash - path);
  char*        folder = malloc(length + 1);
  if (folder) {
    memcpy(folder, path, length);
    folder[length] = '\0';
  }
  return folder;
}

#if defined(__APPLE__)

char* lw_own_folder(void)
{
  static const char here = 0;
  Dl_info           info;
  return dladdr(&here, &info) && info.dli_fname ? folder_of(info.dli_fname) : NULL;
}

#else

/* Check whether the address is in a segment of this object. Returns 1 to end the search. */
static int look_at(struct dl_phdr_info* info, size_t size, void* data)
{
  search* s = data;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)* segment = &info->dlpi_phdr[i];
    const uintptr_t begin     = (uintptr_t)info->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_LOAD && s->address >= begin &&
        s->address - begin < segment->p_memsz) {
      s->folder = info->dlpi_name ? folder_of(info->dlpi_name) : NULL;
      return 1;
    }
  }
  return 0;
}

char* lw_own_folder(void)
{
  /* the address of any object of this library */
  static const char here = 0;
  search            s    = {.address = (uintptr_t)&here};
  (void)dl_iterate_phdr(look_at, &s);
  return s.folder;
}

#endif

#elif !defined(_WIN32)

char* lw_own_folder(void)
{
  return NULL; /* the importer says where the resources are */
}

#endif
