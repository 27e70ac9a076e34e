/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newton.h - solve the trapezoidal equations of one internal step.
 */
#ifndef LW_NEWTON_H
#define LW_NEWTON_H

#include "base/arena.h"
#include "instance/instance.h"

/* Find positions and multipliers at t + dt, and the velocities and accelerations that the trapezoidal
 * rule gives there. Every thread of all calls it.
 *   Needs       a consistent state with its accelerations
 *   Changes     q, v, a, lambda, head->iterations, head->residual; on failure they are lost
 *   Returns     LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, the same on every thread */
lw_status lw_newton_solve(lw_instance* instance, double dt, double t_end,
                          const lw_threads* threads);

/* The same from where it ended, in the iterations that it has left, with increments that leave no row open. Needs its workspace. */
lw_status lw_newton_close(lw_instance* instance, double dt, double t_end,
                          const lw_threads* threads);

/* Put the accelerations and multipliers into its workspace, or back. */
void lw_newton_keep(lw_instance* instance, bool save, const lw_threads* threads);

/* Take its workspace, where increments may have to be closed: with loops, or a penalty in the file. */
void lw_newton_lay_out_work(lw_instance* instance, const lw_model* model,
                            const lw_structure* structure, lw_arena* arena);

#endif
