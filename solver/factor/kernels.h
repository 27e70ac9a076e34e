/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernels.h - the table of factorisation kernels of one target.
 *
 * The sources behind it are compiled once for each target, see simd/target.h. Which table an
 * instance uses is decided when it is created. Results of two targets differ by rounding; those of
 * the portable one are the same bits on every machine.
 */
#ifndef LW_FACTOR_KERNELS_H
#define LW_FACTOR_KERNELS_H

#include "factor/factor.h"
#include "simd/target.h"

#define lw_part_factor LW_NAME(lw_part_factor)
#define lw_part_forward LW_NAME(lw_part_forward)
#define lw_part_backward LW_NAME(lw_part_backward)

/* Factor one part; lw_factor_compute() says in which order. `scratch` is the number of the scratch
 * memory of the thread, see lw_factor_terms(). All bodies of a part's connectors are in the part or
 * in the separator.
 *   Returns     0, or 1 where a pivot is not positive */
int lw_part_factor(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor, int part,
                   int scratch);

/* Solve with one part, from its leaves to its root and back; lw_factor_solve() says in which order.
 * With `rows_only` the right-hand side counts as zero on bodies. */
void lw_part_forward(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                     int part, int scratch);
void lw_part_backward(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                      int part);

struct lw_factor_kernels {
  int (*factor)(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor, int part,
                int scratch);
  void (*forward)(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                  int part, int scratch);
  void (*backward)(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                   int part);
};

/* The table of the fastest target that this processor runs, or of the portable one. Never NULL. */
const lw_factor_kernels* lw_factor_kernels_choose(bool portable);

#endif
