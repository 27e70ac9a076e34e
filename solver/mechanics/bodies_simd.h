/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bodies_simd.h - bodies side by side: placement, mass matrix, equation of motion, trapezoidal
 * rule.
 *
 * Each function takes n batches of bodies and their numbers, see LW_BODY_NUMBERS. Compiled once
 * for every processor and once more for those with AVX2 and FMA; callers go through the table in
 * kernels.h.
 *
 *   theory   sections 1 and 3 of docs/theory.md
 */
#ifndef LW_QUAD_BODIES_H
#define LW_QUAD_BODIES_H

#include "mechanics/kernels.h"
#include "simd/pack.h"
#include "simd/target.h"

#define lw_batch_place LW_NAME(lw_batch_place)
#define lw_batch_invert LW_NAME(lw_batch_invert)
#define lw_batch_predict LW_NAME(lw_batch_predict)
#define lw_batch_residual LW_NAME(lw_batch_residual)
#define lw_batch_update LW_NAME(lw_batch_update)
#define lw_batch_add_velocity LW_NAME(lw_batch_add_velocity)
#define lw_batch_finish LW_NAME(lw_batch_finish)
#define lw_batch_balance LW_NAME(lw_batch_balance)

/* Placement and world inertia at the present positions                                 (3.1) */
void lw_batch_place(lw_instance* s, const lw_batch* batch, int n, double* numbers);

/* The inverse of the inertia, for the factorisation; with e > 0 that of J + e K, K the geometric
 * stiffness of the joint forces                                                           (4.12)
 *   Nullable    inverse: those of leaves, as the factor has them; else all go to s->inertia */
void lw_batch_invert(lw_instance* s, const lw_batch* batch, int n, double* numbers, double e,
                     double* inverse);

/* Keep the bodies, predict their positions at the end of a step and place them there, with
 * velocity and acceleration of the trapezoidal rule. With LW_PREDICT_AGAIN the positions stay:
 * they get velocity and acceleration from the state that was kept. Returns the largest square of
 * a fraction of a gyroscopic torque in the tangent, per time step; `acceleration` gets that of
 * an acceleration
 *                                                                         (3.3), (3.4), (3.7) */
double lw_batch_predict(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                        lw_prediction how, bool at_rest_prediction, double* acceleration);

/* x = scale (g + Phi_q^T lambda) with the present wrenches and loads; dt > 0: with the rate of
 * momentum that the trapezoidal rule has in a step of that size, dt = 0: of the present
 * accelerations. Returns the largest square of a scaled residual, NaN if one is NaN.
 *                                                                      (3.2), (3.7), (3.12) */
double lw_batch_residual(lw_instance* s, const lw_batch* batch, int n, double* numbers,
                         double scale, double dt);

/* q += d, then velocity and acceleration of the trapezoidal rule and placement there; the
 * inertia only among the numbers. Returns the largest square of a scaled increment, NaN where
 * one is                                                                            (3.4), (3.7) */
double lw_batch_update(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                       const double* d);

/* u += f d; returns the sum of the squares of d, lengths in characteristic lengths.
 *   Nullable    bent: the largest square of a turn in d times LW_BODY_STIFFNESS_RATIO */
double lw_batch_add_velocity(const lw_instance* s, const lw_batch* batch, int n,
                             const double* numbers, double f, const double* d, lw_twist* u,
                             double* stiffness_ratio);

/* The rate of the accelerations over a step, and how they are likely to go on (3.11). `most`: see
 * LW_FINISH_SQUARES. Returns a number that is finite only where they all are. */
double lw_batch_finish(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                       double most[LW_FINISH_SQUARES]);

/* Velocities that meet the equation of motion of the rule at the present positions and multipliers:
 * v -= dt/2 M^-1 (g + Phi_q^T lambda).                                                 (3.15) */
void lw_batch_balance(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt);

#endif
