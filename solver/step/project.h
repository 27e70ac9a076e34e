/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * project.h - the velocity and acceleration level of a step.
 *
 * Every thread of all calls each of them.
 *
 *   theory   sections 3.4 and 3.5
 */
#ifndef LW_PROJECT_H
#define LW_PROJECT_H

#include "instance/instance.h"
#include "step/newton.h"

/* ---- at the end of an internal step --------------------------------------------------------- */

/* Which factorisation serves both levels. */
typedef enum lw_level_factor {
  LW_FACTOR_NEW,       /* one of the end positions                                           */
  LW_FACTOR_OF_NEWTON, /* that of Newton, of positions so near that it is as good as new     */
  LW_FACTOR_DRIFTED    /* the same, less near, without loops: a solve leaves its drift, which
                        * is known, so that the rows need not be measured                    */
} lw_level_factor;

/* The velocity and acceleration level of one step. Every thread has its own, with the same numbers
 * in it. */
typedef struct lw_levels {
  lw_newton*      newton; /* that has found the positions                                  */
  lw_level_factor factor;
  bool            forget;       /* multipliers start from zero                             */
  bool            slow;         /* eps leaves more than a tenth of some velocity rows open */
  bool            ahead;        /* the parts have gone on to the accelerations             */
  bool            parts_finish; /* parts finish the step as they come back                  */
  bool            open;         /* rows of positions or velocities are not closed          */
  double          left;         /* 2-norm of the velocity rows, where it was measured      */
} lw_levels;

/* Choose the factorisation and compute it.
 *   Returns     LW_OK, LW_RETRY_SINGULAR */
lw_status lw_levels_begin(lw_levels* levels, lw_newton* newton);

/* Project the velocities onto Phi_q v = -Phi_t, mass-orthogonally                          (3.8)
 *   Returns     LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, LW_RETRY_OPEN where measured rows of
 *               positions or velocities are not closed */
lw_status lw_levels_velocities(lw_levels* levels);

/* Accelerations and multipliers: of the equations of motion (3.9), or, where the file asks for it,
 * accelerations alone, projected as S0 does it (3.10). */
void lw_levels_accelerations(lw_levels* levels);

/* What the next step needs: the rate of the accelerations, coordinates where they are not lazy, the
 * clock; and the estimated error of the step.                                   (3.11), (3.17)
 *   Returns     LW_OK, LW_RETRY_NEWTON where a number is not finite, LW_RETRY_OPEN where the passes
 *               of the velocities did not close their rows */
lw_status lw_levels_finish(lw_levels* levels);

/* ---- at any time ----------------------------------------------------------------------------- */

/* The same levels by themselves. They need positions and their factorisation at time t, and return
 * the 2-norm of the constraint rows that is left, as rates of angles (4.19). */
double lw_project_velocities(lw_instance* instance, double t, const lw_threads* threads);

/* The same, with the multipliers of the change added to sigma: -Phi_q^T sigma is its impulse on a
 * body (nrow_all). */
double lw_project_velocities_by(lw_instance* instance, double t, double sigma[],
                                const lw_threads* threads);
double lw_project_accelerations(lw_instance* instance, double t, const lw_threads* threads);

/* Accelerations and multipliers of the present positions, velocities and inputs, from the present
 * accelerations and, unless `forget`, multipliers. With `forget` the part of the multipliers that
 * dependent constraints leave open is zero.                                                (3.9) */
double lw_accelerate(lw_instance* instance, double t, bool forget, const lw_threads* threads);

/* The 2-norms of the rows that are open at the present state, into instance->violation. */
void lw_measure_violation(lw_instance* instance, double t);

/* Accelerations and multipliers that forces cause by themselves: those of the right-hand side
 * (f, 0), f the forces on the bodies in x, where constraints prescribe nothing. They replace a and
 * lambda. Returns the norm of the rows that is left. */
double lw_respond(lw_instance* instance, const lw_threads* threads);

#endif
