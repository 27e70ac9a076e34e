/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * advance.c - update an instance, and advance it by a communication step, by any method.
 *
 *   lw_instance_update    constants (derive.c) -> joint coordinates -> accelerations, multipliers
 *   lw_instance_advance   polynomials of motions -> update -> method -> end values of the inputs
 *
 *   reads    the whole state
 *   writes   the whole state
 *   theory   section 3
 */
#include "simulation/advance.h"

#include <math.h>
#include <string.h>

#include "mechanics/connectors.h"
#include "mechanics/joint_coordinates.h"
#include "mechanics/passes.h"
#include "step/convergence.h"
#include "step/method.h"
#include "step/project.h"
#include "step/small/small.h"
#include "step/substeps.h"

/* ---- jumps of prescribed velocities ------------------------------------------------------- */

/* A jump of a velocity below this fraction of it is rounding. */
#define SAME_VELOCITY 1e-12

/* The velocity of a motion whose input has a new slope; it becomes the present one. Returns whether
 * it has jumped. */
static bool take_velocity(lw_instance* s, int k)
{
  const lw_motion* motion = &s->model->motion[k];
  if (motion->kind != LW_MOTION_INPUT || !(s->input[4 * motion->input + 3] > 0.0)) {
    return false;
  }
  double*      v    = s->drive + LW_DRIVE_NUMBERS * k + LW_DRIVE_CUBIC + 3;
  const double f1   = lw_motion_at(s, k, s->head->t).f1;
  const bool   jump = fabs(f1 - *v) > SAME_VELOCITY * (fabs(f1) + fabs(*v));
  *v                = f1;
  return jump;
}

/* Where prescribed velocities have jumped, the mechanism follows by impulses of the drives, which
 * are noted. What follows does not depend on how it moved before.                        (2.23) */
static lw_status follow_jumps(lw_instance* s, lw_diag* diag)
{
  const lw_threads alone = LW_ALONE;
  bool             any   = false;
  for (int k = 0; k < s->model->nmotion; k++) any = take_velocity(s, k) || any;
  if (!any) {
    return LW_OK;
  }
  const lw_status status = lw_instance_factor(s, diag);
  if (status != LW_OK) {
    return status;
  }
  double* sigma = s->reaction;
  lw_invalidate(s, LW_REACTIONS);
  memset(sigma, 0, (size_t)s->structure->nrow_all * sizeof *sigma);
  lw_project_velocities_by(s, s->head->t, sigma, &alone);
  for (int k = 0; k < s->model->nmotion; k++) {
    const int           joint = s->model->motion[k].joint;
    const lw_connector* c     = &s->structure->connector[lw_structure_joint(joint)];
    s->drive[LW_DRIVE_NUMBERS * k + LW_DRIVE_IMPULSE] -= sigma[c->row + c->nrow - 1];
  }
  memset(s->jerk, 0, (size_t)s->model->nbody * sizeof *s->jerk);
  s->head->jerk_step = 0.0;
  return LW_OK;
}

/* ---- updates ----------------------------------------------------------------------------- */

lw_status lw_instance_factor(lw_instance* s, lw_diag* diag)
{
  const lw_threads alone = LW_ALONE;
  if (!lw_is_current(s, LW_FACTORISATION)) {
    if (!lw_pass_factor(s, NULL, &alone)) {
      return lw_diag_set(diag, LW_RETRY_SINGULAR, 0, "%s", lw_status_text(LW_RETRY_SINGULAR));
    }
    lw_set_current(s, LW_FACTORISATION);
  }
  return LW_OK;
}

lw_status lw_instance_update(lw_instance* s, lw_diag* diag)
{
  const lw_threads alone = LW_ALONE;
  const double     t     = s->head->t;
  if (!lw_is_current(s, LW_CONSTANTS)) {
    const lw_status status = lw_derive_update(s, diag);
    if (status != LW_OK) {
      return status;
    }
    lw_regularise(s, s->value[s->model->settings.step]);
    if (s->small) {
      lw_small_load(s);
    }
  }
  if (!lw_is_current(s, LW_COORDINATES)) {
    lw_pass_lazy_coordinates(s);
  }
  if (!lw_is_current(s, LW_ACCELERATIONS)) {
    if (s->model->nmotion > 0 && s->head->initialised > 0.0) {
      const lw_status followed = follow_jumps(s, diag);
      if (followed != LW_OK) {
        return followed;
      }
    }
    const lw_status status =
        s->method->update ? s->method->update(s, diag) : lw_instance_factor(s, diag);
    if (status != LW_OK) {
      return status;
    }
    if (!s->method->update) {
      lw_project_velocities(s, t, &alone);
      lw_accelerate(s, t, true, &alone);
    }
    lw_invalidate(s, LW_TANGENT_SIZES | LW_REACTIONS | LW_VIOLATION);
    lw_set_current(s, LW_ACCELERATIONS);
  }
  return LW_OK;
}

lw_status lw_instance_refresh(lw_instance* s)
{
  return !(s->head->initialised > 0.0)                       ? LW_ERR_USAGE
         : lw_is_current(s, LW_CONSTANTS | LW_ACCELERATIONS) ? LW_OK
                                                             : lw_instance_update(s, NULL);
}

/* ---- motions by inputs ------------------------------------------------------------------- */

/* The change of the slope in the present step by which its end differs from the mean: half of the
 * change that the slope has had in this step and in the one before, the smaller one. Where they
 * have opposite signs the input has a kink, which is not smoothed.                       (2.22) */
static double change_of_slope(double* memory, double secant, double step)
{
  const double last   = memory[LW_DRIVE_LAST];
  const double before = memory[LW_DRIVE_CHANGE];
  const double change = last > 0.0 ? 2.0 * (secant - memory[LW_DRIVE_SECANT]) / (step + last) : 0.0;
  memory[LW_DRIVE_SECANT] = secant;
  memory[LW_DRIVE_CHANGE] = change;
  memory[LW_DRIVE_LAST]   = step;
  return change * before > 0.0 ? 0.5 * step * copysign(fmin(fabs(change), fabs(before)), change)
                               : 0.0;
}

/* Set the polynomials of motions by inputs. A new value without derivatives is reached by a cubic
 * over the step, which starts with the present position and velocity. With derivatives, what the
 * input has jumped by fades away over the step. Returns whether there are motions by inputs.
 *                                                                              (2.18), (2.21) */
static bool set_motion_polynomials(lw_instance* s, double step)
{
  bool any = false;
  for (int k = 0; k < s->model->nmotion; k++) {
    const lw_motion* motion = &s->model->motion[k];
    any |= motion->kind == LW_MOTION_INPUT;
    if (motion->kind != LW_MOTION_INPUT) {
      continue;
    }
    double* memory = s->drive + LW_DRIVE_NUMBERS * k;
    memory[0]      = s->head->t;
    memory[1]      = step;
    if (s->input[4 * motion->input + 3] > 0.0) {
      memory[LW_DRIVE_LAST] = memory[LW_DRIVE_CHANGE] = 0.0;
      continue;
    }
    const double f = memory[2], f1 = memory[3], u = s->input[4 * motion->input];
    const double secant = (u - f) / step;
    const double end    = secant + change_of_slope(memory, secant, step);
    memory[4]           = (3.0 * secant - 2.0 * f1 - end) / step;
    memory[5]           = (f1 + end - 2.0 * secant) / (step * step);
  }
  return any;
}

/* Impulses since the last communication step count as forces over this one. (2.23) */
static void spread_impulses(lw_instance* s, double step)
{
  for (int k = 0; k < s->model->nmotion; k++) {
    double* memory           = s->drive + LW_DRIVE_NUMBERS * k;
    memory[LW_DRIVE_MEAN]    = memory[LW_DRIVE_IMPULSE] / step;
    memory[LW_DRIVE_IMPULSE] = 0.0;
  }
}

/* After a step: motions begin at their present values, inputs keep their end values. */
static void end_inputs(lw_instance* s)
{
  const double t = s->head->t;
  for (int k = 0; k < s->model->nmotion; k++) {
    if (s->model->motion[k].kind == LW_MOTION_INPUT) {
      const lw_drive f      = lw_motion_at(s, k, t);
      double*        memory = s->drive + LW_DRIVE_NUMBERS * k;
      memory[0]             = t;
      memory[1]             = 0.0;
      memory[2]             = f.f;
      memory[3]             = f.f1;
      memory[4]             = 0.5 * f.f2;
      memory[5]             = 0.0;
    }
  }
  for (int i = 0; i < s->model->ninput; i++) {
    double*      u  = s->input + 4 * i;
    const double dt = t - s->head->t_input;
    if (u[1] != 0.0 || u[2] != 0.0) {
      lw_invalidate(s, LW_METHOD_BEGUN);
    }
    u[0] += dt * (u[1] + 0.5 * dt * u[2]);
    u[1] = u[2] = u[3] = 0.0;
  }
  s->head->t_input = t;
}

/* ---- communication step ------------------------------------------------------------------ */

lw_status lw_instance_advance(lw_instance* s, double step, lw_diag* diag)
{
  if (!(s->head->initialised > 0.0) || !(step > 0.0) || !isfinite(step)) {
    return lw_diag_set(diag, LW_ERR_USAGE, 0,
                       "the step must be positive and the instance initialised");
  }
  if (set_motion_polynomials(s, step)) {
    lw_invalidate(s, LW_ACCELERATIONS);
  }
  /* lazy joint coordinates need not be current, nor a small mechanism, whose step has its own
   * copy */
  const bool current =
      (s->small || s->lazy_coordinates) && lw_is_current(s, LW_CONSTANTS | LW_ACCELERATIONS);
  lw_status status = current ? LW_OK : lw_instance_update(s, diag);
  if (status == LW_OK && !lw_is_current(s, LW_METHOD_BEGUN) && s->method->begin) {
    status = s->method->begin(s, diag);
    if (status == LW_OK) {
      lw_set_current(s, LW_METHOD_BEGUN);
    }
  }
  if (status != LW_OK) {
    return status;
  }
  spread_impulses(s, step);
  lw_invalidate(s, LW_REACTIONS | LW_VIOLATION);
  status = s->method->advance ? s->method->advance(s, step, diag) : lw_substeps(s, step, diag);
  end_inputs(s);
  if (s->head->coordinate_lag > LW_LAG_MAX && status == LW_OK) {
    status = lw_instance_update(s, diag);
  }
  return status;
}
