/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joints_simd.h - joints that hold a point, side by side: place, rows, wrenches.
 *
 * Each function takes n batches of connectors of one type each, with their numbers: see
 * LW_POINT_NUMBERS. The row of a motion is left to connectors.c. Compiled as bodies_simd.h says.
 *
 *   theory   section 2 of docs/theory.md
 */
#ifndef LW_QUAD_POINTS_H
#define LW_QUAD_POINTS_H

#include "mechanics/kernels.h"
#include "simd/pack.h"
#include "simd/target.h"

#define lw_batch_rows LW_NAME(lw_batch_rows)
#define lw_batch_separator_arms LW_NAME(lw_batch_separator_arms)
#define lw_batch_jacobian LW_NAME(lw_batch_jacobian)
#define lw_batch_write_wrenches LW_NAME(lw_batch_write_wrenches)
#define lw_batch_largest_force LW_NAME(lw_batch_largest_force)
#define lw_batch_gamma LW_NAME(lw_batch_gamma)
#define lw_batch_clear_prescribed LW_NAME(lw_batch_clear_prescribed)
#define lw_batch_row_residual LW_NAME(lw_batch_row_residual)
#define lw_batch_add_multipliers LW_NAME(lw_batch_add_multipliers)

/* What lw_batch_rows() writes besides the residual and the numbers of the connectors, arms and
 * axes among them. */
enum {
  LW_ROWS_FRAMES = 1, /* place                                              */
  LW_ROWS_WRENCH =
      2, /* wrench = -Phi_q^T lambda on both sides, where lw_batch_residual() reads it */
  LW_ROWS_RESIDUAL = 4, /* x = -Phi                                           */
  LW_ROWS_JACOBIAN = 8  /* J                                                  */
};

/* Residual of the joints' own rows at the present placements; returns the sum of its squares.
 * (2.1) to (2.6) */
double lw_batch_rows(lw_instance* s, const lw_batch* batch, int n, double* numbers, int what);

/* Arms of n bodies at points, as lw_batch_rows() would write them. */
void lw_batch_separator_arms(lw_instance* s, const lw_separator_arm* reach, int n);

/* Jacobians of the joints' own rows, from the numbers that lw_batch_rows() has left. */
void lw_batch_jacobian(lw_instance* s, const lw_batch* batch, int n, const double* numbers);

/* wrench = -Phi_q^T lambda on both sides, or zero */
void lw_batch_write_wrenches(lw_instance* s, const lw_batch* batch, int n, const double* numbers,
                             lw_wrench_choice which);

/* The largest square of force times lever                                              (4.12) */
double lw_batch_largest_force(lw_instance* s, const lw_batch* batch, int n, const double* numbers);

/* prescribed = gamma, of the joint's own rows                                  (2.9), (2.10) */
void lw_batch_gamma(lw_instance* s, const lw_batch* batch, int n, const double* numbers);

/* prescribed = 0 */
void lw_batch_clear_prescribed(lw_instance* s, const lw_batch* batch, int n);

/* open = prescribed - Phi_q u, also as right-hand side x, compliant rows of which are zero.
 * Returns the sum of squares. */
double lw_batch_row_residual(lw_instance* s, const lw_batch* batch, int n, const double* numbers,
                             const lw_twist* u);

/* lambda += f x on all rows but compliant ones */
void lw_batch_add_multipliers(const lw_batch* batch, int n, double f, const double* x,
                              double* lambda);

#endif
