/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exchange.c - the functions of FMI 2.0 for model exchange: section 3.2.
 */
#include "exchange.h"

#include <float.h>

#include "calls.h"

/* Enter a function of model exchange: the component, or NULL after a message. */
static lw_component* enter(fmi2Component handle, const lw_call* call)
{
  lw_component* c = lw_enter(handle, call);
  return c && lw_require(c, call, LW_MODEL_EXCHANGE) == LW_CALL_OK ? c : NULL;
}

/* ---- states ------------------------------------------------------------------------------- */

fmi2Status fmi2SetTime(fmi2Component handle, fmi2Real time)
{
  const lw_call* call = &lw_call_fmi2SetTime;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi2_status(lw_exchange_set_time(c, call, time)) : fmi2Error;
}

fmi2Status fmi2SetContinuousStates(fmi2Component handle, const fmi2Real x[], size_t nx)
{
  const lw_call* call = &lw_call_fmi2SetContinuousStates;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi2_status(lw_exchange_set_states(c, call, nx, x)) : fmi2Error;
}

fmi2Status fmi2GetContinuousStates(fmi2Component handle, fmi2Real x[], size_t nx)
{
  const lw_call* call = &lw_call_fmi2GetContinuousStates;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi2_status(lw_exchange_get_states(c, call, nx, x)) : fmi2Error;
}

fmi2Status fmi2GetDerivatives(fmi2Component handle, fmi2Real derivatives[], size_t nx)
{
  const lw_call* call = &lw_call_fmi2GetDerivatives;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi2_status(lw_exchange_get_rates(c, call, nx, derivatives)) : fmi2Error;
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component handle, fmi2Real x_nominal[], size_t nx)
{
  const lw_call* call = &lw_call_fmi2GetNominalsOfContinuousStates;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi2_status(lw_exchange_get_nominals(c, call, nx, x_nominal)) : fmi2Error;
}

fmi2Status fmi2GetEventIndicators(fmi2Component handle, fmi2Real eventIndicators[], size_t ni)
{
  const lw_call* call = &lw_call_fmi2GetEventIndicators;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi2_status(lw_exchange_get_indicators(c, call, ni, eventIndicators)) : fmi2Error;
}

/* ---- events ------------------------------------------------------------------------------- */

fmi2Status fmi2EnterEventMode(fmi2Component handle)
{
  const lw_call* call = &lw_call_fmi2EnterEventMode;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi2_status(lw_exchange_enter_event(c, call)) : fmi2Error;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component handle)
{
  const lw_call* call = &lw_call_fmi2EnterContinuousTimeMode;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi2_status(lw_exchange_enter_continuous(c, call)) : fmi2Error;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component handle, fmi2EventInfo* info)
{
  const lw_call* call = &lw_call_fmi2NewDiscreteStates;
  lw_component*  c    = enter(handle, call);
  if (!c) {
    return fmi2Error;
  }
  if (!info) {
    return lw_fmi2_status(lw_fail(c, call, LW_CALL_ERROR, "the place for the result is missing"));
  }
  bool             changed = false, terminate = false;
  const lw_outcome outcome = lw_exchange_update_discrete(c, call, &changed, &terminate);
  if (outcome == LW_CALL_OK) {
    info->newDiscreteStatesNeeded           = fmi2False;
    info->terminateSimulation               = terminate ? fmi2True : fmi2False;
    info->nominalsOfContinuousStatesChanged = fmi2False;
    info->valuesOfContinuousStatesChanged   = changed ? fmi2True : fmi2False;
    info->nextEventTimeDefined              = fmi2False;
    info->nextEventTime                     = DBL_MAX; /* OpenModelica reads it in any case */
  }
  return lw_fmi2_status(outcome);
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component handle,
                                       fmi2Boolean   noSetFMUStatePriorToCurrentPoint,
                                       fmi2Boolean*  enterEventMode,
                                       fmi2Boolean*  terminateSimulation)
{
  const lw_call* call = &lw_call_fmi2CompletedIntegratorStep;
  lw_component*  c    = enter(handle, call);
  (void)noSetFMUStatePriorToCurrentPoint; /* no buffer depends on it */
  if (!c) {
    return fmi2Error;
  }
  if (!enterEventMode || !terminateSimulation) {
    return lw_fmi2_status(lw_fail(c, call, LW_CALL_ERROR, "the place for the result is missing"));
  }
  bool             event = false, terminate = false;
  const lw_outcome outcome = lw_exchange_step_completed(c, call, &event, &terminate);
  *enterEventMode          = event ? fmi2True : fmi2False;
  *terminateSimulation     = terminate ? fmi2True : fmi2False;
  return lw_fmi2_status(outcome);
}
