/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * passes.h - the passes over all bodies and connectors that make up a step.
 *
 * Functions lw_pass_...() work on all parts: every thread calls them, and on return each thread
 * sees the results of all, unless a comment says otherwise. Functions lw_part_...() work on one
 * part, or on the separator, and leave the waiting to their caller. Norms are summed part by
 * part in a fixed order, so that they do not depend on the number of threads.
 */
#ifndef LW_PASSES_H
#define LW_PASSES_H

#include "instance/instance.h"
#include "mechanics/kernels.h"

/* Placements and inertias of this thread's bodies at the present positions; others may read them
 * after a wait. */
void lw_pass_place(lw_instance* instance, const lw_threads* threads);

/* Placements, mass matrices, constraint residuals and Jacobians at the present positions. */
void lw_pass_positions(lw_instance* instance, double t, const lw_threads* threads);

/* The same once the bodies are placed; with forces also their wrenches, those of
 * the constraints included. */
void lw_pass_connectors(lw_instance* instance, double t, bool forces, const lw_threads* threads);

/* The rows of a Newton iteration, once all threads have placed their bodies: residuals Phi. With
 * `residual` also all wrenches, x = -Phi and the sum of its squares in LW_SUM_ROWS. Frames of
 * joints are computed with `frames`, or where forces in the mechanism depend on them; Jacobians
 * with `jacobian`, for a factorisation, or where they are not lazy. */
void lw_pass_rows(lw_instance* instance, double t, bool frames, bool residual, bool jacobian,
                  const lw_threads* threads);

/* The same for one part of a mechanism without couplings. Others may read its wrenches and its sum
 * after a wait. */
void lw_part_rows(lw_instance* instance, int part, double t, bool frames, bool residual,
                  bool jacobian);

/* x = scale (g + Phi_q^T lambda) on the bodies of a part with the present wrenches; dt > 0: with
 * the rate of momentum that the trapezoidal rule has in a step of that size, dt = 0: of the present
 * accelerations. Returns the largest square of a scaled residual.         (3.2), (3.7), (3.12) */
double lw_part_residual(lw_instance* instance, int part, double t, double scale, double dt);

/* Velocities of a part that meet the equation of motion of the trapezoidal rule, with the present
 * wrenches.                                                                            (3.15) */
void lw_part_balance(lw_instance* instance, int part, double t, double dt);

/* Applied wrenches at the present positions and velocities, and those of the constraints as
 * chosen. */
void lw_pass_forces(lw_instance* instance, double t, lw_wrench_choice constraints,
                    const lw_threads* threads);

/* What the factorisation of a Newton iteration has besides masses and constraints. */
typedef struct lw_tangent {
  double dt;        /* of the step                                  */
  bool   soft;      /* compliant rows of springs and dampers  (4.6) */
  bool   geometric; /* stiffness of the joint forces         (4.12) */
} lw_tangent;

/* Factor the matrix of the present positions.
 *   Nullable    tangent: masses and constraints only
 *   Returns     true where all pivots are positive, the same on every thread */
bool lw_pass_factor(lw_instance* instance, const lw_tangent* tangent, const lw_threads* threads);

/* The compliant rows of the tangent, where it has them: needed before a factorisation. */
void lw_pass_soft(lw_instance* instance, const lw_tangent* tangent, const lw_threads* threads);

/* The pieces of it, for passes that factor each part when they have computed what it needs. First
 * the sizes of the blocks, by all threads; then parts, then the separator; after a wait of all
 * threads, whether all pivots were positive. `scratch` is lw_threads_first_part() of the thread. */
void lw_pass_factor_prepare(lw_instance* instance, const lw_tangent* tangent,
                            const lw_threads* threads);
void lw_part_factorise(lw_instance* instance, int part, const lw_tangent* tangent, int scratch);
bool lw_pass_is_regular(const lw_instance* instance);

/* Solve instance->x in place; the second one for a right-hand side that is zero on the bodies,
 * whatever stands there. */
void lw_pass_solve(lw_instance* instance, const lw_threads* threads);
void lw_pass_solve_rows(lw_instance* instance, const lw_threads* threads);

/* 2-norm of the position residuals as angles.                                           (4.19) */
double lw_pass_violation(lw_instance* instance, const lw_threads* threads);

/* Accelerations of a part, extrapolated by the parabola through those of the last three steps. They
 * are closer to the solution than those of the trapezoidal rule, whose error is of first
 * order.                                                                                (3.11) */
void lw_part_extrapolate(lw_instance* instance, int part);

/* Joint coordinates, continued over turns. After a step, dt > 0, also the numbers that the next
 * prediction needs, and coordinates only where they are not lazy. */
void lw_pass_finish(lw_instance* instance, double dt, const lw_threads* threads);
void lw_part_finish(lw_instance* instance, int part, double dt);

/* Save the numbers of the state that a step changes: the rows of a part, and with the separator the
 * head and the state of the method; or those of all parts, bodies included. A part must be saved
 * before other threads change it. Predictions save the bodies themselves. */
void lw_part_save_rows(lw_instance* instance, int part);
void lw_pass_save(lw_instance* instance, const lw_threads* threads);

/* The arms of a part's bodies at points that the separator holds. */
void lw_part_separator_arms(lw_instance* instance, int part);

/* Jacobians, where they are lazy; the second function computes them only where a factorisation
 * reads them. */
void lw_pass_jacobians(lw_instance* instance, const lw_threads* threads);
void lw_pass_refresh(lw_instance* instance, const lw_threads* threads);

/* Frames and coordinates of joints, where they are lazy. */
void lw_pass_lazy_coordinates(lw_instance* instance);

/* Set the regularisation of the rows; dt matters only where the file gives a penalty    (4.3) */
void lw_regularise(lw_instance* instance, double dt);

/* Sum and maximum over all parts of a slot of instance->partial. */
double lw_partial_sum(const lw_instance* instance, int slot);
double lw_partial_max(const lw_instance* instance, int slot);

/* Slots of instance->partial, in which each part leaves its sums and maxima. Between two uses of
 * a slot all threads wait for each other. Slots that are written and read together share a cache
 * line, because each line has to travel from the thread that writes it to all others. */
enum {
  /* while positions are found */
  LW_BAD_PIVOT,
  LW_MAX_INCREMENT,
  LW_MAX_RESIDUAL,
  LW_SUM_ROWS,
  LW_MAX_STIFFNESS,
  LW_MAX_GEOMETRIC,
  LW_MAX_GYROSCOPIC,
  LW_MAX_ACCELERATION, /* at the start of the step, squared                                  */
  /* at its end */
  LW_SUM_FINITE,
  LW_SUM_VELOCITY, /* all increments of velocities, and of accelerations, squared        */
  LW_SUM_ACCELERATION,
  LW_MAX_TURNING,         /* angular velocity at the end of the step, squared                   */
  LW_MAX_STIFFNESS_ERROR, /* what joint forces in the factor leave of an increment, squared  */
  LW_END_FORCE,           /* for the next step: squares of joint forces times arms, and of      */
  LW_END_GYROSCOPIC,      /* gyroscopic torques, per time step                                  */
  LW_MAX_ERROR,           /* LW_ERROR_SQUARES slots, from which the error of a step is estimated */
  LW_MAX_ERROR_LAST = LW_MAX_ERROR + LW_ERROR_SQUARES - 1,
  /* in some steps only */
  LW_MAX_OVERSHOOT,
  LW_MAX_STOPS,
  LW_MAX_VELOCITY, /* of a velocity, or of an increment of it, squared                       */
  LW_SUM_RESIDUAL_ROWS,
  LW_SUM_VIOLATION, /* of the same rows as LW_SUM_ROWS, which others may still be reading    */
  LW_SUM_RZ,
  LW_SUM_PQ,
  LW_SUM_PP,
  LW_PARTIALS = 32 /* doubles of a part: four cache lines of its own                         */
};

/* Zero a slot of this thread's parts. */
void lw_partial_clear(lw_instance* instance, const lw_threads* threads, int slot);

static inline double* lw_partial(lw_instance* instance, int part, int slot)
{
  return &instance->partial[LW_PARTIALS * part + slot];
}

#endif
