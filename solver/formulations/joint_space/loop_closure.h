/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * loop_closure.h - the open rows of cuts while links are assembled, and their elimination where loops close.
 *
 * At a link the open rows have the rates  C^T V + G sigma + g,  and their impulses sigma act on its
 * compound by C. Called by articulated.c alone, in its order.
 *
 *   theory   section 9.3 of docs/theory.md
 */
#ifndef LW_LOOPS_H
#define LW_LOOPS_H

#include "formulations/joint_space/articulated.h"

/* Clear what the ground collects, and note the sizes of the rows; then of each link set the columns to those of
 * the sides that act on its own body. */
void lw_loops_begin(const lw_instance* instance, lw_recursion* recursion);
void lw_loops_begin_link(const lw_instance* instance, lw_recursion* recursion, int link);

/* A pivot below this fraction of its row's size means a dependent row. Pivots of dependent rows are rounding,
 * 1e-15; those of independent ones fall with the square of the distance from a singular configuration:
 * 1e-9 is 3e-5 of a length or radian away from it. */
#define LW_ROWS_DEPEND 1e-9

/* Chosen rows with a smaller pivot than this are not solved any more: 3e-4 of a length or radian from a
 * singular configuration, reactions and rates carry the error of the positions magnified as much. */
#define LW_ROWS_SINGULAR 1e-7

/* Eliminate the rows that close at a link from its inertia and from the rows that stay open; with `choose`
 * find out first which of them are independent.                                           (9.12), (9.13)
 *   Changes     weak of the share that the link belongs to */
void lw_loops_close(lw_recursion* recursion, int link, int part, bool choose);

/* Carry the open rows of a link over its joint, and join them to those of the one before it.      (9.11) */
void lw_loops_project(lw_recursion* recursion, int link);
void lw_loops_join(lw_recursion* recursion, int link);

/* The same for what depends on momenta and loads. */
void lw_loops_solve_begin(lw_recursion* recursion);
void lw_loops_solve(lw_recursion* recursion, int link);
void lw_loops_pass_up(lw_recursion* recursion, int link);

/* Add what the impulses of the open rows do to the rates of a link's freedoms. */
void lw_loops_pass_down(const lw_recursion* recursion, int link, double qd[]);

/* The impulses of the rows that close at a link, whose velocity is known. */
void lw_loops_settle(lw_recursion* recursion, int link, const lw_twist* V);

/* A symmetric positive definite matrix (n x n, n at most 6) becomes its inverse. */
void lw_invert_definite(int n, double A[]);

#endif
