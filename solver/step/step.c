/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * step.c - bring an instance up to date; the index-3 method.
 *
 *   reads    the whole state
 *   writes   the whole state
 *   theory   section 3
 */
#include "step/step.h"

#include <math.h>
#include <string.h>

#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "step/convergence.h"
#include "step/newton.h"
#include "step/project.h"
#include "step/small/small.h"

/* With joint forces of a part b in the factorisation a pass of the accelerations leaves b / (1 + b) of what it moved. Up to this
 * share one to three passes do, and a new factorisation costs as much as three. */
#define REUSE_STIFFNESS_FRACTION 0.25

/* Accelerations of the trapezoidal rule, twice a mean less the last ones, are at most three times what they should be. (3.9) divides an
 * error of the positions by the distance from a singular configuration three times: what is far beyond them is noise. */
#define NOISE 10.0

/* ---- one internal step -------------------------------------------------------------------- */

/* Accelerations next to a singular configuration: those of Newton where others are noise. Returns whether they are not. */
static bool accelerate(lw_instance* s, double t_end, lw_guess guess, double* left,
                       const lw_threads* threads)
{
  const double newton = lw_largest(s, s->a, threads);
  lw_newton_keep(s, true, threads);
  *left           = lw_accelerate(s, t_end, guess, threads);
  const bool good = lw_largest(s, s->a, threads) <= NOISE * newton;
  if (!good) {
    lw_newton_keep(s, false, threads);
  }
  return good;
}

/* predict, Newton, velocity projection, accelerations and reactions: S0 section 3.5 */
static lw_status internal_step(lw_instance* s, double dt, double t_end, const lw_threads* threads)
{
  lw_status status = lw_newton_solve(s, dt, t_end, threads);
  if (status != LW_OK) {
    return status;
  }
  /* The factorisation of Newton serves again where the positions hardly moved since: its error is that
   * move. Without loops nothing need be checked then. */
  const bool tree = s->structure->is_tree;
  const bool reuse =
      tree && s->drift < LW_REUSE_DRIFT && s->stiffness_fraction < REUSE_STIFFNESS_FRACTION;
  const bool fresh = !reuse && !(s->drift < LW_REUSE_DRIFT_LOOPS && s->stiffness_fraction == 0.0);
  if (fresh && !lw_pass_factor(s, NULL, threads)) {
    return LW_RETRY_SINGULAR;
  }
  /* With loops the multipliers start from zero now and then: what dependent constraints leave open would
   * otherwise drift along with the motion. */
  const bool     forget  = !tree && s->head->kept >= LW_KEEP_STEPS;
  const lw_guess guess   = forget ? LW_GUESS_NONE : LW_GUESS_NEWTON;
  const bool     pressed = !s->model->settings.project_accelerations;
  bool           slow = false, known = !reuse;
  double         position = 0.0, velocity = 0.0, acceleration = 0.0;
  if (reuse && pressed) {
    lw_project_levels(s, t_end, dt, threads);
  } else {
    position = reuse ? 0.0 : lw_pass_violation(s, threads);
    velocity = lw_project_velocities(s, t_end, reuse, &slow, threads);
    if (slow && !s->closed && s->method_work) {
      status = lw_newton_close(s, dt, t_end, threads);
      if (status != LW_OK) {
        return status;
      }
      if (!lw_pass_factor(s, NULL, threads)) {
        return LW_RETRY_SINGULAR;
      }
      position = lw_pass_violation(s, threads);
      velocity = lw_project_velocities(s, t_end, false, &slow, threads);
    }
    if (slow && pressed && s->method_work) {
      known = accelerate(s, t_end, guess, &acceleration, threads);
    } else {
      acceleration = pressed ? lw_accelerate(s, t_end, guess, threads)
                             : lw_project_accelerations(s, t_end, threads);
    }
    lw_pass_finish(s, dt, threads);
  }
  if (threads->id == 0) {
    lw_invalidate(s, LW_OF_STATE);
    lw_set_current(s, LW_POSITIONS | LW_TANGENT_SIZES | (s->lazy_coordinates ? 0 : LW_COORDINATES) |
                          (fresh ? LW_FACTORISATION : 0) | (known ? LW_VIOLATION : 0));
    s->head->t            = t_end;
    s->head->slow         = slow ? 1.0 : 0.0;
    s->head->kept         = forget ? 0.0 : s->head->kept + 1.0;
    s->head->violation[0] = position;
    s->head->violation[1] = velocity;
    s->head->violation[2] = acceleration;
    s->head->coordinate_lag +=
        s->lazy_coordinates ? 2.0 * dt * sqrt(lw_partial_max(s, LW_MAX_TURNING)) : 0.0;
  }
  return isfinite(lw_partial_sum(s, LW_SUM_FINITE)) ? LW_OK : LW_RETRY_NEWTON;
}

/* ---- communication step ------------------------------------------------------------------- */

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
      lw_project_velocities(s, t, false, NULL, &alone);
      lw_accelerate(s, t, LW_GUESS_NONE, &alone);
    }
    lw_invalidate(s, LW_TANGENT_SIZES | LW_REACTIONS | LW_VIOLATION);
    lw_set_current(s, LW_ACCELERATIONS);
  }
  return LW_OK;
}

/* n equal internal steps, no longer than the model's */
static lw_status advance(lw_instance* s, double step, lw_diag* diag)
{
  int             n;
  const lw_status status = lw_substeps_count(s, step, &n, diag);
  if (status != LW_OK) {
    return status;
  }
  if (s->model->settings.penalty > 0.0) {
    lw_regularise(s, step / n);
  }
  return lw_substeps(s, step, n, internal_step, diag);
}

const lw_method lw_index3_method = {
    .lay_out_work = lw_newton_lay_out_work,
    .advance      = advance,
};
