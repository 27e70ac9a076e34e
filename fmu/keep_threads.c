/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * keep_threads.c - keep the library of OpenMP loaded, whose threads outlive the FMU library; on
 * systems other than Windows.
 *
 * Importers unpack an FMU into a new folder for every run. If the FMU library could never be
 * unloaded (-z nodelete), each of these runs would leave it mapped, and its deleted file on the
 * disk. Therefore only the library of OpenMP is kept, of which a process has one. Where that is not
 * possible, the FMU library is linked with nodelete, and LW_OPENMP_LIBRARY is not defined.
 */
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* RTLD_NOLOAD, RTLD_NODELETE */
#endif

#include "keep_threads.h"

#ifdef LW_OPENMP_LIBRARY

#include <dlfcn.h>
#include <stddef.h>

/* Before glibc 2.34 dlopen() was in libdl, which this library must not need. Therefore it is
 * declared under its old version and as weak; every process that loads libraries has it. */
/* clang-format off */
#if defined(__aarch64__)
__asm__(".symver lw_old_dlopen, dlopen@GLIBC_2.17");
#else
__asm__(".symver lw_old_dlopen, dlopen@GLIBC_2.2.5");
#endif
/* clang-format on */
extern void* lw_old_dlopen(const char* name, int mode) __attribute__((weak));

bool lw_keep_threads(void)
{
  /* the handle is not needed: a library that was opened with NODELETE stays loaded */
  return lw_old_dlopen &&
         lw_old_dlopen(LW_OPENMP_LIBRARY, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) != NULL;
}

#elif !defined(_WIN32)

bool lw_keep_threads(void)
{
#if defined(_OPENMP) && !defined(LW_STAYS_LOADED)
  return false;
#else
  return true;
#endif
}

#endif
