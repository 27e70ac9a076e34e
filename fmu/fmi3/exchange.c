/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exchange.c - the functions of FMI 3.0 for model exchange: section 3.2.
 */
#include "exchange.h"

#include "calls.h"

/* Enter a function of model exchange: the component, or NULL after a message. */
static lw_component* enter(fmi3Instance handle, const lw_call* call)
{
  lw_component* c = lw_enter(handle, call);
  return c && lw_require(c, call, LW_MODEL_EXCHANGE) == LW_CALL_OK ? c : NULL;
}

/* ---- states ------------------------------------------------------------------------------- */

fmi3Status fmi3SetTime(fmi3Instance handle, fmi3Float64 time)
{
  const lw_call* call = &lw_call_fmi3SetTime;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi3_status(lw_exchange_set_time(c, call, time)) : fmi3Error;
}

fmi3Status fmi3SetContinuousStates(fmi3Instance handle, const fmi3Float64 x[], size_t nx)
{
  const lw_call* call = &lw_call_fmi3SetContinuousStates;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi3_status(lw_exchange_set_states(c, call, nx, x)) : fmi3Error;
}

fmi3Status fmi3GetContinuousStates(fmi3Instance handle, fmi3Float64 x[], size_t nx)
{
  const lw_call* call = &lw_call_fmi3GetContinuousStates;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi3_status(lw_exchange_get_states(c, call, nx, x)) : fmi3Error;
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance handle, fmi3Float64 derivatives[],
                                             size_t nx)
{
  const lw_call* call = &lw_call_fmi3GetContinuousStateDerivatives;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi3_status(lw_exchange_get_rates(c, call, nx, derivatives)) : fmi3Error;
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance handle, fmi3Float64 x_nominal[],
                                             size_t nx)
{
  const lw_call* call = &lw_call_fmi3GetNominalsOfContinuousStates;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi3_status(lw_exchange_get_nominals(c, call, nx, x_nominal)) : fmi3Error;
}

fmi3Status fmi3GetEventIndicators(fmi3Instance handle, fmi3Float64 eventIndicators[], size_t ni)
{
  const lw_call* call = &lw_call_fmi3GetEventIndicators;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi3_status(lw_exchange_get_indicators(c, call, ni, eventIndicators)) : fmi3Error;
}

/* ---- events ------------------------------------------------------------------------------- */

fmi3Status fmi3EnterEventMode(fmi3Instance handle)
{
  const lw_call* call = &lw_call_fmi3EnterEventMode;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi3_status(lw_exchange_enter_event(c, call)) : fmi3Error;
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance handle)
{
  const lw_call* call = &lw_call_fmi3EnterContinuousTimeMode;
  lw_component*  c    = enter(handle, call);
  return c ? lw_fmi3_status(lw_exchange_enter_continuous(c, call)) : fmi3Error;
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance handle, fmi3Boolean* discreteStatesNeedUpdate,
                                    fmi3Boolean* terminateSimulation,
                                    fmi3Boolean* nominalsOfContinuousStatesChanged,
                                    fmi3Boolean* valuesOfContinuousStatesChanged,
                                    fmi3Boolean* nextEventTimeDefined, fmi3Float64* nextEventTime)
{
  const lw_call* call = &lw_call_fmi3UpdateDiscreteStates;
  lw_component*  c    = enter(handle, call);
  if (!c) {
    return fmi3Error;
  }
  if (!discreteStatesNeedUpdate || !terminateSimulation || !nominalsOfContinuousStatesChanged ||
      !valuesOfContinuousStatesChanged || !nextEventTimeDefined || !nextEventTime) {
    return lw_fmi3_status(lw_fail(c, call, LW_CALL_ERROR, "the place for a result is missing"));
  }
  bool             changed = false, terminate = false;
  const lw_outcome outcome = lw_exchange_update_discrete(c, call, &changed, &terminate);
  if (outcome == LW_CALL_OK) {
    *discreteStatesNeedUpdate          = fmi3False;
    *terminateSimulation               = terminate;
    *nominalsOfContinuousStatesChanged = fmi3False;
    *valuesOfContinuousStatesChanged   = changed;
    *nextEventTimeDefined              = fmi3False;
    *nextEventTime                     = 0.0;
  }
  return lw_fmi3_status(outcome);
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance handle,
                                       fmi3Boolean  noSetFMUStatePriorToCurrentPoint,
                                       fmi3Boolean* enterEventMode,
                                       fmi3Boolean* terminateSimulation)
{
  const lw_call* call = &lw_call_fmi3CompletedIntegratorStep;
  lw_component*  c    = enter(handle, call);
  (void)noSetFMUStatePriorToCurrentPoint; /* no buffer depends on it */
  if (!c) {
    return fmi3Error;
  }
  if (!enterEventMode || !terminateSimulation) {
    return lw_fmi3_status(lw_fail(c, call, LW_CALL_ERROR, "the place for the result is missing"));
  }
  bool             event = false, terminate = false;
  const lw_outcome outcome = lw_exchange_step_completed(c, call, &event, &terminate);
  *enterEventMode          = event;
  *terminateSimulation     = terminate;
  return lw_fmi3_status(outcome);
}

/* ---- sizes -------------------------------------------------------------------------------- */

/* Return a number. */
static fmi3Status get_size(const lw_component* c, const lw_call* call, size_t size, size_t* result)
{
  if (!result) {
    return lw_fmi3_status(lw_fail(c, call, LW_CALL_ERROR, "the place for the result is missing"));
  }
  *result = size;
  return fmi3OK;
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance handle, size_t* nEventIndicators)
{
  const lw_call*      call = &lw_call_fmi3GetNumberOfEventIndicators;
  const lw_component* c    = enter(handle, call);
  return c ? get_size(c, call, lw_exchange_indicators(c), nEventIndicators) : fmi3Error;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance handle, size_t* nContinuousStates)
{
  const lw_call*      call = &lw_call_fmi3GetNumberOfContinuousStates;
  const lw_component* c    = enter(handle, call);
  return c ? get_size(c, call, lw_exchange_states(c), nContinuousStates) : fmi3Error;
}
