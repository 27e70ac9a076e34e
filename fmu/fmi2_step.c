/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmi2_step.c - the FMI functions of a co-simulation step: sections 4.2.2 and 4.2.3.
 */
#include <math.h>

#include "entry.h"
#include "fmi2Functions.h"

/* Importers compute their communication points in different ways. A difference of less than this
 * fraction of a step, or of a few units in the last digit of the time, is rounding. */
#define SLACK 1e-6

static double slack_of(double t, double h)
{
  return SLACK * h + 8.0 * 2.220446049250313e-16 * fabs(t);
}

/* Can a step be carried out at all? */
static fmi2Status check_step(const lw_component* c, double t, double h)
{
  const lw_call call    = LW_CALL_fmi2DoStep;
  const double  present = lw_instance_time(c->instance);
  if (!isfinite(t) || !isfinite(h) || !(h > 0.0)) {
    return lw_fail(c, call, fmi2Error,
                   "a step of %.9g s from t = %.9g s: the step must be positive, both finite", h,
                   t);
  }
  if (fabs(t - present) > slack_of(t, h)) {
    return lw_fail(c, call, fmi2Error,
                   "the communication point is t = %.17g s, the instance is at t = %.17g s", t,
                   present);
  }
  if (c->head.has_stop > 0.0 && t + h > c->head.stop + slack_of(c->head.stop, h)) {
    return lw_fail(c, call, fmi2Error, "the step ends at t = %.17g s, beyond the stop time %.17g s",
                   t + h, c->head.stop);
  }
  return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component handle, fmi2Real currentCommunicationPoint,
                      fmi2Real communicationStepSize, fmi2Boolean noSetFMUStatePriorToCurrentPoint)
{
  const lw_call call = LW_CALL_fmi2DoStep;
  (void)noSetFMUStatePriorToCurrentPoint; /* no buffer depends on it */
  lw_component* c = lw_enter(handle, call);
  if (!c || check_step(c, currentCommunicationPoint, communicationStepSize) != fmi2OK) {
    return fmi2Error;
  }
  c->failure.line    = 0;
  c->failure.text[0] = '\0'; /* the first byte is enough, and this is called often */
  /* the step ends exactly at currentCommunicationPoint + communicationStepSize */
  (void)lw_instance_set_time(c->instance, currentCommunicationPoint);
  const lw_status status = lw_instance_advance(c->instance, communicationStepSize, &c->failure);
  if (lw_status_is_retry(status)) {
    lw_component_set_state(c, LW_STATE_STEP_FAILED);
    return lw_fail(c, call, fmi2Discard, "%s", c->failure.text);
  }
  return lw_leave(c, call, status, &c->failure);
}

fmi2Status fmi2CancelStep(fmi2Component handle)
{
  const lw_component* c = handle;
  if (!c) {
    return fmi2Error;
  }
  return lw_fail(c, LW_CALL_fmi2CancelStep, fmi2Error,
                 "steps are not asynchronous: there is nothing to cancel");
}

/* ---- status ------------------------------------------------------------------------------- */

/* This FMU has no such status: fmi2Discard, as section 4.2.3 requires. */
static fmi2Status no_status(const lw_component* c, lw_call call)
{
  return lw_fail(c, call, fmi2Discard, "steps are not asynchronous: there is no such status");
}

/* Get the component if the call is allowed and the importer has given an address for the result. */
static const lw_component* enter_status(fmi2Component handle, lw_call call, const void* value)
{
  const lw_component* c = lw_enter(handle, call);
  if (c && !value) {
    (void)lw_fail(c, call, fmi2Error, "the place for the status is missing");
    return NULL;
  }
  return c;
}

fmi2Status fmi2GetStatus(fmi2Component handle, const fmi2StatusKind s, fmi2Status* value)
{
  const lw_call       call = LW_CALL_fmi2GetStatus;
  const lw_component* c    = enter_status(handle, call, value);
  (void)s;
  return c ? no_status(c, call) : fmi2Error;
}

fmi2Status fmi2GetRealStatus(fmi2Component handle, const fmi2StatusKind s, fmi2Real* value)
{
  const lw_call       call = LW_CALL_fmi2GetRealStatus;
  const lw_component* c    = enter_status(handle, call, value);
  if (!c) {
    return fmi2Error;
  }
  if (s != fmi2LastSuccessfulTime) {
    return no_status(c, call);
  }
  *value = lw_instance_time(c->instance);
  return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component handle, const fmi2StatusKind s, fmi2Integer* value)
{
  const lw_call       call = LW_CALL_fmi2GetIntegerStatus;
  const lw_component* c    = enter_status(handle, call, value);
  (void)s;
  return c ? no_status(c, call) : fmi2Error;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component handle, const fmi2StatusKind s, fmi2Boolean* value)
{
  const lw_call       call = LW_CALL_fmi2GetBooleanStatus;
  const lw_component* c    = enter_status(handle, call, value);
  if (!c) {
    return fmi2Error;
  }
  if (s != fmi2Terminated) {
    return no_status(c, call);
  }
  *value = fmi2False; /* a mechanism never wants to stop */
  return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component handle, const fmi2StatusKind s, fmi2String* value)
{
  const lw_call       call = LW_CALL_fmi2GetStringStatus;
  const lw_component* c    = enter_status(handle, call, value);
  (void)s;
  return c ? no_status(c, call) : fmi2Error;
}
