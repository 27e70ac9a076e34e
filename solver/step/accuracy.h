/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * accuracy.h - the estimated error of an internal step.
 *
 *   theory   section 3.7 of docs/theory.md
 */
#ifndef LW_ACCURACY_H
#define LW_ACCURACY_H

#include "formulas/body.h"
#include "instance/instance.h"

/* A communication step may be as short as its importer likes. Below this fraction of solver.step an
 * increment of 1e-16 L of the positions, which is rounding, is 1e-9 L / step of the velocities and
 * 1e-5 L / step^2 of the accelerations. */
#define LW_SHORT_FRACTION 1e-4

/* The error of a step, and what is known of it before the step. All threads have the same numbers.
 * Lengths are divided by the characteristic length. */
typedef struct lw_step_error {
  double accuracy;   /* that the step has to meet; 0: it is not estimated                     */
  double jerk_step;  /* step over which the rate of the accelerations was measured; 0: not    */
  double speed;      /* largest velocity so far [1/s]                                         */
  double truncation; /* error of the velocities / dt^3: of the last step, then of this one    */
  bool   brief;      /* the communication step asks for steps that are short           (3.18) */
  double share;      /* of the lengths and velocities that is wrong, the larger one    (3.17) */
  double turning;    /* largest velocity at the end of the step [1/s]                         */
  bool   stops;      /* joints may have been in their stops                                   */
} lw_step_error;

/* What the state knows before a step. */
lw_step_error lw_error_before(const lw_instance* instance);

/* The error of a step of size dt from the largest squares of lw_error_squares() over all bodies.
 *                                                                              (3.16), (3.17) */
void lw_error_estimate(const lw_instance* instance, double dt,
                       const double square[LW_ERROR_SQUARES], lw_step_error* error);

/* Note the error of a step that has succeeded, in the head of the state. */
void lw_error_note(lw_instance* instance, double dt, const lw_step_error* error);

/* Remember the first step of the smallest size that has missed the accuracy. */
void lw_note_missed(lw_instance* instance, double dt, const lw_step_error* error);

/* Is a step so short that its iteration and the change of its accelerations are rounding?
 *                                                                                       (3.18) */
static inline bool lw_step_is_short(const lw_instance* s, double dt)
{
  return dt < LW_SHORT_FRACTION * s->value[s->model->settings.step];
}

/* Does what an iteration has left open matter against what the last step has truncated? `left` is a
 * scaled increment.                                                                     (3.7) */
bool lw_error_shows(const lw_instance* instance, double dt, const lw_step_error* error,
                    double left);

#endif
