/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernel.h - the elimination kernels for this processor.
 *
 * eliminate.c is compiled once for every processor and, where the compiler can, once more for those with
 * AVX2 and FMA. Which one an instance uses is decided when it is created. Results of the two differ by
 * rounding; those of the portable one are the same bits on every machine.
 */
#ifndef LW_KERNEL_H
#define LW_KERNEL_H

#include "eliminate.h"

struct lw_kernel {
  const char* name;
  int (*compute)(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                 const lw_team* team);
  void (*solve)(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                const lw_team* team);
};

/* The fastest kernels that this processor runs, or the portable ones. Never NULL. */
const lw_kernel* lw_kernel_choose(bool portable);

#endif
