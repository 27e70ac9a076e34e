/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * factor_bodies.h - bodies that are eliminated before their connectors: their share in factoring
 * and solving.
 *
 * The inverse of a leaf's block is known, 1/m and J^-1, and no other node has changed the block
 * before. All leaves of a part are therefore eliminated at once, four side by side, and so are
 * the rows of connectors that hold a point: the first three move with +-1, all others only turn.
 *
 * These are parts of lw_part_factor(), lw_part_forward() and lw_part_backward(); `share` is a
 * part of the structure or its top.
 *
 *   theory   section 5.1
 */
#ifndef LW_FACTOR_BODIES_H
#define LW_FACTOR_BODIES_H

#include "factor/factor.h"
#include "simd/pack.h"
#include "simd/target.h"

#define lw_leaves_factor LW_NAME(lw_leaves_factor)
#define lw_leaves_forward LW_NAME(lw_leaves_forward)
#define lw_leaves_gather LW_NAME(lw_leaves_gather)
#define lw_leaves_subtract_wrenches LW_NAME(lw_leaves_subtract_wrenches)
#define lw_leaves_backward LW_NAME(lw_leaves_backward)

/* Inverse masses, turns, and J_u M^-1 J_v^T of all pairs among the terms of the share      (5.3) */
void lw_leaves_factor(const lw_structure* s, const lw_matrix* matrix, const lw_factor* factor,
                      int part, double* terms);

/* x <- M^-1 x on the leaves */
void lw_leaves_forward(const lw_structure* s, const lw_factor* factor, double x[], int part);

/* x -= Phi x_leaves on the connectors                                                     (5.4) */
void lw_leaves_gather(const lw_structure* s, const lw_factor* factor, double x[], int part);

/* wrench = Phi^T x of the connectors, side by side */
void lw_leaves_subtract_wrenches(const lw_structure* s, const lw_factor* factor, const double x[],
                                 int part);

/* x -= M^-1 wrench on the leaves; with rows_only what stands there counts as zero */
void lw_leaves_backward(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                        int part);

#endif
