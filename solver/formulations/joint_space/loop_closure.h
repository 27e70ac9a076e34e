/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * loop_closure.h - the open rows of cuts while links are assembled, and their elimination where
 * loops close.
 *
 * At a link the open rows have the rates  C^T V + G sigma + g,  and their impulses sigma act on its
 * compound by C. These functions are called by articulated.c only, in this order.
 *
 *   theory   section 9.3 of docs/theory.md
 */
#ifndef LW_LOOP_CLOSURE_H
#define LW_LOOP_CLOSURE_H

#include "formulations/joint_space/articulated.h"

/* Clear the matrix of the ground and copy the sizes of the rows; then, for each link, set the
 * columns to the Jacobians of the sides that act on its own body. */
void lw_loops_begin(const lw_instance* instance, lw_recursion* recursion);
void lw_loops_begin_link(const lw_instance* instance, lw_recursion* recursion, int link);

/* A row depends on others where its pivot is below this fraction of its size. Pivots of
 * dependent rows are rounding, 1e-15; those of independent rows fall with the square of the
 * distance from a singular configuration: 1e-9 is 3e-5 of a length or radian away from it. */
#define LW_ROWS_DEPENDENT 1e-9

/* Smallest pivot of chosen rows that are solved, 3e-4 of a length or radian from a singular
 * configuration: there reactions and rates have the error of the positions magnified by the
 * inverse of this distance. */
#define LW_ROWS_SINGULAR 1e-7

/* Eliminate the rows that close at a link from its inertia and from the rows that stay open; with
 * `choose` choose first which of them are independent.                            (9.12), (9.13)
 *   Changes     weak of the branch or trunk to which the link belongs */
void lw_loops_close(lw_recursion* recursion, int link, int part, bool choose);

/* Carry the open rows of a link over its joint, and add them to those of its inboard link.
 *                                                                                         (9.11) */
void lw_loops_project(lw_recursion* recursion, int link);
void lw_loops_join(lw_recursion* recursion, int link);

/* The same for the vectors z, g and start, which depend on momenta and loads. */
void lw_loops_solve_begin(lw_recursion* recursion);
void lw_loops_solve(lw_recursion* recursion, int link);
void lw_loops_pass_up(lw_recursion* recursion, int link);

/* Add the effect of the impulses of open rows, Y sigma, to the rates of a link.            (9.8) */
void lw_loops_pass_down(const lw_recursion* recursion, int link, double qd[]);

/* Compute the impulses of the rows that close at a link from its velocity V.              (9.12) */
void lw_loops_impulses(lw_recursion* recursion, int link, const lw_twist* V);

#endif
