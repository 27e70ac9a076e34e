/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * step.c - a communication step of co-simulation.
 */
#include "step.h"

#include <math.h>

/* Importers compute their communication points in different ways. A difference of less than this
 * fraction of a step, or of a few units in the last digit of the time, is rounding. */
#define SLACK 1e-6

static double slack_of(double t, double h)
{
  return SLACK * h + 8.0 * 2.220446049250313e-16 * fabs(t);
}

/* Check the time and the size of a step. */
static lw_outcome check_step(const lw_component* c, const lw_call* call, double t, double h)
{
  const double present = lw_instance_time(c->instance);
  if (!isfinite(t) || !isfinite(h) || !(h > 0.0)) {
    return lw_fail(c, call, LW_CALL_ERROR,
                   "a step of %.9g s from t = %.9g s: the step must be positive, both finite", h,
                   t);
  }
  if (fabs(t - present) > slack_of(t, h)) {
    return lw_fail(c, call, LW_CALL_ERROR,
                   "the communication point is t = %.17g s, the instance is at t = %.17g s", t,
                   present);
  }
  if (c->head.has_stop > 0.0 && t + h > c->head.stop + slack_of(c->head.stop, h)) {
    return lw_fail(c, call, LW_CALL_ERROR,
                   "the step ends at t = %.17g s, beyond the stop time %.17g s", t + h,
                   c->head.stop);
  }
  return LW_CALL_OK;
}

/* Say once that the accuracy was not met. The step ends with OK all the same: importers take a
 * warning for a failure. */
static void warn_of_accuracy(lw_component* c, const lw_call* call)
{
  lw_diag missed = {0};
  if (!c->warned && lw_instance_missed_accuracy(c->instance, &missed)) {
    c->warned = true;
    (void)lw_fail(c, call, LW_CALL_WARNING, "%s", missed.text);
  }
}

/* Advance from t to t + h, exactly. */
static lw_outcome advance(lw_component* c, const lw_call* call, double t, double h)
{
  (void)lw_instance_set_time(c->instance, t);
  const lw_status status = lw_instance_advance(c->instance, h, &c->failure);
  if (lw_status_is_retry(status)) {
    lw_component_set_state(c, LW_STATE_STEP_FAILED);
    return lw_fail(c, call, LW_CALL_DISCARD, "%s", c->failure.text);
  }
  warn_of_accuracy(c, call);
  return lw_leave(c, call, status, &c->failure);
}

/* Check a step and forget why the last one failed. */
static bool begin(lw_component* c, const lw_call* call, double t, double h)
{
  if (check_step(c, call, t, h) != LW_CALL_OK) {
    return false;
  }
  c->failure.line    = 0;
  c->failure.text[0] = '\0'; /* the first byte is enough, and this is called often */
  return true;
}

lw_outcome lw_component_step(lw_component* c, const lw_call* call, double t, double h)
{
  return begin(c, call, t, h) ? advance(c, call, t, h) : LW_CALL_ERROR;
}

lw_outcome lw_component_step_in_parts(lw_component* c, const lw_call* call, double t, double h,
                                      lw_step_part_done* done, void* context)
{
  double largest = 0.0;
  lw_instance_get_value(c->instance, c->model->settings.step, 1, &largest);
  if (!begin(c, call, t, h)) {
    return LW_CALL_ERROR;
  }
  /* as the solver divides it: no tiny step at the end */
  const double n       = fmax(1.0, ceil(h / largest * (1.0 - 1e-9)));
  lw_outcome   outcome = LW_CALL_OK;
  c->stepping          = true;
  for (double k = 1.0; k <= n && outcome == LW_CALL_OK; k++) {
    const double from = lw_instance_time(c->instance);
    outcome           = advance(c, call, from, k < n ? t + h * (k / n) - from : t + h - from);
    if (outcome == LW_CALL_OK && k < n && done(context, lw_instance_time(c->instance))) {
      break;
    }
  }
  c->stepping = false;
  return outcome;
}
