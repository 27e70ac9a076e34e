/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * project.h - the velocity and acceleration level of a step.
 *
 * Every thread of all calls them; they need positions swept and factored at time t, and return the
 * 2-norm of the constraint rows that is left. With `reuse` the factorisation is that of positions next to
 * the present ones, in a mechanism without loops: one solve from the present values is enough and is not
 * checked; they return 0.
 */
#ifndef LW_PROJECT_H
#define LW_PROJECT_H

#include "instance/instance.h"

/* What is known of accelerations and multipliers before they are computed. */
typedef enum lw_guess {
  LW_GUESS_NONE, /* nothing: multipliers start from zero, so that the part of them that dependent
                   * constraints leave open is zero                                                  */
  LW_GUESS_NEWTON, /* those of the trapezoidal rule, first order in the step                           */
  LW_GUESS_CLOSE /* the same, and `reuse` as above                                                   */
} lw_guess;

/* What the rows lack: open = prescribed - Phi_q u, also as right-hand side (0, open). u has an entry [-1]
 * for the ground. Returns the 2-norm of open. */
double lw_row_residuals(lw_instance* instance, const lw_twist* u, const lw_threads* threads);

/* Close the rows to the target: u and lambda such that Phi_q u = prescribed, u moved mass-orthogonally. On entry
 * instance->open and x are those of lw_row_residuals(), norm what it returned. With a share, no pass that moves u by more than that share of
 * it closes rows that are next to dependent. Sets `slow` where eps leaves more than a tenth of some rows open, pass by
 * pass. Returns the norm that is left.   (4.9)
 *   Nullable    lambda, slow */
double lw_close_rows(lw_instance* instance, lw_twist* u, double* lambda, double norm, double target,
                     double fraction, bool* slow, const lw_threads* threads);

/* The largest of the bodies' velocities, or what else u is, as (3.7) measures it. */
double lw_largest(lw_instance* instance, const lw_twist* u, const lw_threads* threads);

/* Mass-orthogonal projection of the velocities onto Phi_q v = -Phi_t; `slow` as above            (3.8)
 *   Nullable    slow */
double lw_project_velocities(lw_instance* instance, double t, bool reuse, bool* slow,
                             const lw_threads* threads);

/* Accelerations and multipliers of the present positions, velocities and inputs         (3.9) */
double lw_accelerate(lw_instance* instance, double t, lw_guess guess, const lw_threads* threads);

/* Both of them at the end of a step dt, with `reuse`, from accelerations as lw_part_extrapolate() has them where joint forces
 * are in the factorisation; and what lw_pass_finish() does. */
void lw_project_levels(lw_instance* instance, double t, double dt, const lw_threads* threads);

/* Velocity and acceleration rows that are open at the present state, into head->violation. */
void lw_measure_violation(lw_instance* instance, double t);

/* Accelerations and multipliers that forces cause by themselves: those of the right-hand side (f, 0), f
 * the forces on the bodies in x, where constraints prescribe nothing. It replaces a and lambda. */
double lw_respond(lw_instance* instance, const lw_threads* threads);

/* S0's mass-orthogonal projection of the accelerations onto Phi_q a = gamma; the multipliers stay those
 * of the Newton iteration, first order in the step                                      (3.10) */
double lw_project_accelerations(lw_instance* instance, double t, const lw_threads* threads);

#endif
