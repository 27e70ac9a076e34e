/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * keep_threads.c - threads of OpenMP outlive the library that started them.
 *
 * Importers unpack an FMU into a new folder for every run. A library that can never be unloaded (-z nodelete) would
 * then stay mapped once for each of these runs, with its file, which is deleted, on the disk. So only libgomp is kept, of which
 * there is one in a process. Where that is not possible, the linker gets nodelete, and LW_OPENMP_LIBRARY is not defined.
 */
#define _GNU_SOURCE /* RTLD_NOLOAD, RTLD_NODELETE */

#include "keep_threads.h"

#ifdef LW_OPENMP_LIBRARY

#include <dlfcn.h>
#include <stddef.h>

/* Before glibc 2.34 it was in libdl, which this library must not need: by its old name, and only if it is there. It is in
 * every process that loads libraries. */
/* clang-format off */
__asm__(".symver lw_old_dlopen, dlopen@GLIBC_2.2.5");
/* clang-format on */
extern void* lw_old_dlopen(const char* name, int mode) __attribute__((weak));

bool lw_keep_threads(void)
{
  /* the handle is not needed: what is loaded with NODELETE stays */
  return lw_old_dlopen &&
         lw_old_dlopen(LW_OPENMP_LIBRARY, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) != NULL;
}

#else

bool lw_keep_threads(void)
{
  return true;
}

#endif
