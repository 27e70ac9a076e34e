/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * close_rows.h - change velocities, or what else constraint rows act on, until the rows are
 * closed.
 *
 * u stands for velocities, accelerations or an increment: a vector over the bodies with an entry
 * [-1] for the ground. Every thread of all calls each of them; they need a factorisation at, or
 * next to, the present positions.
 *
 *   theory   section 4.2 of docs/theory.md
 */
#ifndef LW_CLOSE_ROWS_H
#define LW_CLOSE_ROWS_H

#include "instance/instance.h"

/* Fraction of the largest velocity up to which a velocity projection may follow rows that are next
 * to dependent. */
#define LW_NOISE_FRACTION 0.01

/* The residual of the rows, open = prescribed - Phi_q u, also as right-hand side: of one part, into
 * LW_SUM_RESIDUAL_ROWS; of all parts, where the right-hand side of bodies stays; and with a
 * right-hand side of zero on the bodies. Return the 2-norm of open. */
void   lw_part_row_residuals(lw_instance* instance, int part, const lw_twist* u);
double lw_level_residual(lw_instance* instance, const lw_twist* u, const lw_threads* threads);
double lw_row_residuals(lw_instance* instance, const lw_twist* u, const lw_threads* threads);

/* u += f d on the bodies, lambda += f d on the rows.
 *   Nullable    lambda */
void lw_add_solution(lw_instance* instance, double f, const double* d, lw_twist* u, double* lambda,
                     const lw_threads* threads);

/* The largest of the bodies' u, as (3.7) measures it. */
double lw_largest(lw_instance* instance, const lw_twist* u, const lw_threads* threads);

/* Close the rows to the target: u and lambda such that Phi_q u = prescribed, u moved
 * mass-orthogonally. On entry instance->open and x are those of lw_row_residuals(), norm what it
 * returned. With a fraction, no pass that moves u by more than that fraction of it closes rows that
 * are next to dependent. Sets `slow` where eps leaves more than a tenth of some rows open, pass by
 * pass. Returns the norm that is left.                                                     (4.9)
 *   Nullable    lambda, slow */
double lw_close_rows(lw_instance* instance, lw_twist* u, double* lambda, double norm, double target,
                     double fraction, bool* slow, const lw_threads* threads);

#endif
