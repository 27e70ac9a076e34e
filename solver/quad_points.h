/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * quad_points.h - joints that hold a point, side by side: place, rows, wrenches.
 *
 * Each function takes n quads of connectors of one type each. The row of a motion is left to
 * connectors.c. Compiled as quad_bodies.h says.
 *
 *   theory   section 2 of docs/theory.md
 */
#ifndef LW_QUAD_POINTS_H
#define LW_QUAD_POINTS_H

#include "instance.h"
#include "lanes.h"

/* Place, residual and Jacobian at the present placements                        (2.1) to (2.6) */
void KERNEL(lw_quad_rows)(lw_instance* s, const lw_quad* quad, int n);

/* wrench = -Phi_q^T lambda on both sides, or zero */
void KERNEL(lw_quad_react)(lw_instance* s, const lw_quad* quad, int n, bool react);

/* The largest square of force times lever                                              (4.12) */
double KERNEL(lw_quad_pull)(lw_instance* s, const lw_quad* quad, int n);

/* prescribed = gamma, of the joint's own rows                                  (2.9), (2.10) */
void KERNEL(lw_quad_gamma)(lw_instance* s, const lw_quad* quad, int n);

/* open = prescribed - Phi_q u, also as right-hand side x. Returns the sum of squares. */
double KERNEL(lw_quad_open)(lw_instance* s, const lw_quad* quad, int n, const lw_twist* u);

#endif
