/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sweep.h - the passes over all bodies and connectors that make up a step.
 *
 * Every thread of the team calls each of them; on return the results of all threads are visible to
 * all, unless said otherwise. Norms are summed part by part in a fixed order.
 */
#ifndef LW_SWEEP_H
#define LW_SWEEP_H

#include "instance.h"

/* Placements, mass matrices, constraint residuals and Jacobians at the present positions. */
void lw_sweep_positions(lw_instance* instance, double t, const lw_team* team);

/* Applied wrenches at the present positions and velocities. */
void lw_sweep_forces(lw_instance* instance, double t, const lw_team* team);

/* Factor the matrix of the present positions. dt > 0: with the compliant rows of a step of that size.
 *   Returns     true where all pivots are positive, the same on every thread */
bool lw_sweep_factor(lw_instance* instance, double dt, const lw_team* team);

/* Solve instance->x in place. */
void lw_sweep_solve(lw_instance* instance, const lw_team* team);

/* 2-norm of the position residuals. */
double lw_sweep_violation(lw_instance* instance, const lw_team* team);

/* Mass-orthogonal projection of the velocities onto Phi_q v = -Phi_t                    (3.8)
 *   Needs       positions swept and factored at time t
 *   Returns     2-norm of what is left */
double lw_sweep_project_velocities(lw_instance* instance, double t, const lw_team* team);

/* Accelerations and multipliers of the present positions, velocities and inputs         (3.9)
 *   Needs       positions swept and factored at time t
 *   Returns     2-norm of Phi_q a - gamma */
double lw_sweep_accelerate(lw_instance* instance, double t, const lw_team* team);

/* S0's mass-orthogonal projection of the accelerations onto Phi_q a = gamma; the multipliers stay those
 * of the Newton iteration, first order in the step                                       (3.10)
 *   Needs       positions swept and factored at time t
 *   Returns     2-norm of what is left */
double lw_sweep_project_accelerations(lw_instance* instance, double t, const lw_team* team);

/* Joint coordinates, continued over turns. */
void lw_sweep_coordinates(lw_instance* instance, const lw_team* team);

/* Set the regularisation of the rows; dt matters only where the file gives a penalty    (4.3) */
void lw_regularise(lw_instance* instance, double dt);

/* Sum and maximum over the shares of what they left in slot 0 to 3 of instance->partial. */
double lw_partial_sum(const lw_instance* instance, int slot);
double lw_partial_max(const lw_instance* instance, int slot);

static inline double* lw_partial(lw_instance* instance, int share, int slot)
{
  return &instance->partial[8 * share + slot];
}

#endif
