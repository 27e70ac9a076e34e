/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * step.c - the functions of FMI 2.0 for a co-simulation step: sections 4.2.2 and 4.2.3.
 */
#include "step.h"

#include "calls.h"

fmi2Status fmi2DoStep(fmi2Component handle, fmi2Real currentCommunicationPoint,
                      fmi2Real communicationStepSize, fmi2Boolean noSetFMUStatePriorToCurrentPoint)
{
  const lw_call* call = &lw_call_fmi2DoStep;
  lw_component*  c    = lw_enter(handle, call);
  (void)noSetFMUStatePriorToCurrentPoint; /* no buffer depends on it */
  return c ? lw_fmi2_status(
                 lw_component_step(c, call, currentCommunicationPoint, communicationStepSize))
           : fmi2Error;
}

fmi2Status fmi2CancelStep(fmi2Component handle)
{
  const lw_component* c = handle;
  if (!c) {
    return fmi2Error;
  }
  return lw_fmi2_status(lw_fail(c, &lw_call_fmi2CancelStep, LW_CALL_ERROR,
                                "steps are not asynchronous: there is nothing to cancel"));
}

/* ---- status ------------------------------------------------------------------------------- */

/* This FMU has no such status: fmi2Discard, as section 4.2.3 requires. */
static fmi2Status no_status(const lw_component* c, const lw_call* call)
{
  return lw_fmi2_status(
      lw_fail(c, call, LW_CALL_DISCARD, "steps are not asynchronous: there is no such status"));
}

/* Get the component if the call is allowed and the importer has given an address for the result. */
static const lw_component* enter_status(fmi2Component handle, const lw_call* call,
                                        const void* value)
{
  const lw_component* c = lw_enter(handle, call);
  if (c && !value) {
    (void)lw_fail(c, call, LW_CALL_ERROR, "the place for the status is missing");
    return NULL;
  }
  return c;
}

fmi2Status fmi2GetStatus(fmi2Component handle, const fmi2StatusKind s, fmi2Status* value)
{
  const lw_call*      call = &lw_call_fmi2GetStatus;
  const lw_component* c    = enter_status(handle, call, value);
  (void)s;
  return c ? no_status(c, call) : fmi2Error;
}

fmi2Status fmi2GetRealStatus(fmi2Component handle, const fmi2StatusKind s, fmi2Real* value)
{
  const lw_call*      call = &lw_call_fmi2GetRealStatus;
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
  const lw_call*      call = &lw_call_fmi2GetIntegerStatus;
  const lw_component* c    = enter_status(handle, call, value);
  (void)s;
  return c ? no_status(c, call) : fmi2Error;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component handle, const fmi2StatusKind s, fmi2Boolean* value)
{
  const lw_call*      call = &lw_call_fmi2GetBooleanStatus;
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
  const lw_call*      call = &lw_call_fmi2GetStringStatus;
  const lw_component* c    = enter_status(handle, call, value);
  (void)s;
  return c ? no_status(c, call) : fmi2Error;
}
