/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * short_step.h - steps that are so short that rounding is all that their iteration changes.
 *
 *   theory   section 3.8 of docs/theory.md
 */
#ifndef LW_SHORT_STEP_H
#define LW_SHORT_STEP_H

#include "step/newton.h"

/* Between Newton and the levels of a short step: velocities and accelerations as predicted,
 * multipliers of the start of the step, a new factorisation for the levels.              (3.18) */
void lw_short_step_predicted(lw_newton* newton);

/* At the end of a short step: rates of the accelerations as they were at its start. */
void lw_short_step_rates(const lw_newton* newton);

#endif
