/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lagrangian.h - the penalty formulation and the augmented Lagrangian formulation.
 */
#ifndef LW_AUGMENTED_LAGRANGIAN_H
#define LW_AUGMENTED_LAGRANGIAN_H

#include "instance/instance.h"
#include "step/method.h"

extern const lw_method lw_penalty_method;
extern const lw_method lw_augmented_lagrangian_method;

/* Accelerations and multipliers of the present positions and velocities, which are swept, with 2 xi omega and omega^2;
 * from the present ones. h tells how far accelerations matter, and `beyond` how many more iterations there are than that
 * asks for. Every thread of all calls it.
 *   Returns     LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, the same on every thread */
lw_status lw_augmented_accelerate(lw_instance* instance, double h, double t, double damping,
                                  double stiffness, bool penalty, int beyond,
                                  const lw_threads* threads);

/* The same at the present time, from zero, outside of a step. */
lw_status lw_augmented_update(lw_instance* instance, double damping, double stiffness, bool penalty,
                              lw_diag* diag);

#endif
