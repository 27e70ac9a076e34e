/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ode.c - integrate to a communication point, in the same way for all methods.
 *
 *   lw_ode_advance: steps of the method until t_end passes the target, then its interpolant there
 *
 *   theory   section 8
 */
#include "ode/ode.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "ode/ode_private.h"

#define HEAD (sizeof(lw_ode_head) / sizeof(double))

static const lw_ode_stepper* stepper_of(lw_ode_method method)
{
  switch (method) {
  case LW_ODE_DOPRI5: return &lw_ode_dopri5;
  case LW_ODE_BS32: return &lw_ode_bs32;
  case LW_ODE_ABM: return &lw_ode_abm;
  }
  return &lw_ode_dopri5;
}

size_t lw_ode_state_size(lw_ode_method method, int n)
{
  return HEAD + 3 * (size_t)n + stepper_of(method)->memory_size(n);
}

size_t lw_ode_work_size(lw_ode_method method, int n)
{
  return stepper_of(method)->work_size(n);
}

void lw_ode_bind(lw_ode* ode, double* state, double* work)
{
  const size_t n = (size_t)ode->n;
  ode->head      = (lw_ode_head*)state;
  ode->y         = state + HEAD;
  ode->y_end     = ode->y + n;
  ode->f_end     = ode->y_end + n;
  ode->memory    = ode->f_end + n;
  ode->work      = work;
}

void lw_ode_start(lw_ode* ode, double t, const double y[])
{
  *ode->head = (lw_ode_head){.t = t};
  lw_ode_restart(ode, y);
}

void lw_ode_restart(lw_ode* ode, const double y[])
{
  const size_t bytes = (size_t)ode->n * sizeof(double);
  if (y) {
    memmove(ode->y, y, bytes);
  }
  memcpy(ode->y_end, ode->y, bytes);
  memset(ode->f_end, 0, bytes);
  ode->head->t_begin = ode->head->t_end = ode->head->t;
  ode->head->f_end_valid                = 0.0;
  stepper_of(ode->method)->discard_history(ode);
}

void lw_ode_set_time(lw_ode* ode, double t)
{
  const double shift = t - ode->head->t;
  ode->head->t_begin += shift;
  ode->head->t_end = ode->head->t_end == ode->head->t ? t : ode->head->t_end + shift;
  ode->head->t     = t;
}

/* Make the end of the last successful step the present time and value. Returns the status. */
static lw_status stop_at_end(lw_ode* ode, lw_status status)
{
  ode->head->t = ode->head->t_end;
  memcpy(ode->y, ode->y_end, (size_t)ode->n * sizeof(double));
  return status;
}

lw_status lw_ode_advance(lw_ode* ode, double t_target, double t_stop)
{
  const lw_ode_stepper* stepper = stepper_of(ode->method);
  lw_ode_head*          head    = ode->head;
  if (!(t_target >= head->t && t_target <= t_stop && isfinite(t_target))) {
    return LW_ERR_USAGE;
  }
  while (head->t_end < t_target) {
    if (t_stop - head->t_end <= lw_ode_shortest(head->t_end)) {
      head->t_end = t_target; /* the caller's times differ by rounding */
      break;
    }
    const bool over =
        ode->max_attempts > 0.0 && head->accepted + head->rejected >= ode->max_attempts;
    const lw_status status = over ? LW_RETRY_STEP : stepper->step(ode, t_target, t_stop);
    if (status != LW_OK) {
      return stop_at_end(ode, status);
    }
  }
  if (t_target >= head->t_end) {
    return stop_at_end(ode, LW_OK);
  }
  if (t_target > head->t) {
    stepper->interpolate(ode, t_target, ode->work);
    const lw_status status = lw_ode_normalised(ode, t_target, ode->work);
    if (status != LW_OK) {
      return status; /* y and t are still those of the last successful call */
    }
    head->t = t_target;
    memcpy(ode->y, ode->work, (size_t)ode->n * sizeof(double));
  }
  return LW_OK;
}

/* ---- shared by the methods ---------------------------------------------------------------- */

lw_status lw_ode_evaluate(lw_ode* ode, double t, const double y[], double dydt[])
{
  ode->head->rhs += 1.0;
  return ode->rhs(ode->context, t, y, dydt);
}

lw_status lw_ode_evaluate_end(lw_ode* ode)
{
  if (ode->head->f_end_valid > 0.0) {
    return LW_OK;
  }
  const lw_status status = lw_ode_evaluate(ode, ode->head->t_end, ode->y_end, ode->f_end);
  ode->head->f_end_valid = status == LW_OK ? 1.0 : 0.0;
  return status;
}

void lw_ode_tolerances(const lw_ode* ode, const double y0[], const double y1[], double tolerance[])
{
  for (int i = 0; i < ode->n; i++) {
    const double unit = ode->scale ? ode->scale[i] : 1.0;
    tolerance[i]      = ode->rtol * fmax(fabs(y0[i]), fabs(y1[i])) + ode->atol * unit;
  }
  if (ode->tolerate) {
    ode->tolerate(ode->context, tolerance);
  }
}

lw_status lw_ode_normalised(lw_ode* ode, double t, double y[])
{
  return ode->normalise ? ode->normalise(ode->context, t, y) : LW_OK;
}

/* The stages of a step are at fractions of it: with 16 roundings of t their times stay in order. */
double lw_ode_shortest(double t)
{
  return 16.0 * DBL_EPSILON * fmax(fabs(t), DBL_MIN / DBL_EPSILON);
}
