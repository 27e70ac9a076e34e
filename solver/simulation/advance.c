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

#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "step/convergence.h"
#include "step/method.h"
#include "step/project.h"
#include "step/small/small.h"
#include "step/substeps.h"

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

/* Set the polynomials of motions by inputs. A new value without derivatives is reached by a
 * cubic over the step, which starts with the present position and velocity and ends with the
 * slope of the secant. With derivatives, what the input has jumped by fades away over the step.
 * Returns whether there are motions by inputs.                                    (2.18), (2.21) */
static bool set_motion_polynomials(lw_instance* s, double step)
{
  bool any = false;
  for (int k = 0; k < s->model->nmotion; k++) {
    const lw_motion* motion = &s->model->motion[k];
    any |= motion->kind == LW_MOTION_INPUT;
    if (motion->kind != LW_MOTION_INPUT) {
      continue;
    }
    double* memory = s->drive + 6 * k;
    memory[0]      = s->head->t;
    memory[1]      = step;
    if (s->input[4 * motion->input + 3] > 0.0) {
      continue;
    }
    const double f = memory[2], f1 = memory[3], u = s->input[4 * motion->input];
    const double secant = (u - f) / step;
    memory[4]           = 2.0 * (secant - f1) / step;
    memory[5]           = (f1 - secant) / (step * step);
  }
  return any;
}

/* After a step: motions begin at their present values, inputs keep their end values. */
static void end_inputs(lw_instance* s)
{
  const double t = s->head->t;
  for (int k = 0; k < s->model->nmotion; k++) {
    if (s->model->motion[k].kind == LW_MOTION_INPUT) {
      const lw_drive f      = lw_motion_at(s, k, t);
      double*        memory = s->drive + 6 * k;
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
  lw_invalidate(s, LW_REACTIONS | LW_VIOLATION);
  status = s->method->advance ? s->method->advance(s, step, diag) : lw_substeps(s, step, diag);
  end_inputs(s);
  if (s->head->coordinate_lag > LW_LAG_MAX && status == LW_OK) {
    status = lw_instance_update(s, diag);
  }
  return status;
}
