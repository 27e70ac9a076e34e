/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lagrangian.h - the penalty formulation and the augmented Lagrangian formulation.
 */
#ifndef LW_LAGRANGIAN_H
#define LW_LAGRANGIAN_H

#include "instance/instance.h"
#include "step/method.h"

extern const lw_method lw_penalty_method;
extern const lw_method lw_augmented_lagrangian_method;

/* Compute accelerations and multipliers for the present positions and velocities, starting from the
 * present ones, with damping = 2 xi omega and stiffness = omega^2. The iteration ends when h^2
 * times the increment meets the tolerance, and `extra` iterations later. Every thread calls this
 * function.
 *   Needs       quantities of the positions are current
 *   Returns     LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, the same on every thread */
lw_status lw_augmented_accelerate(lw_instance* instance, double h, double t, double damping,
                                  double stiffness, bool penalty, int extra,
                                  const lw_threads* threads);

/* The same at the present time, starting from multipliers zero, outside of a step. */
lw_status lw_augmented_update(lw_instance* instance, double damping, double stiffness, bool penalty,
                              lw_diag* diag);

#endif
