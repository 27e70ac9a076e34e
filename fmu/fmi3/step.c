/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * step.c - the function of FMI 3.0 for a co-simulation step: section 4.2.1.
 */
#include "step.h"

#include "calls.h"

/* A step that calls the importer between internal steps. */
typedef struct progress {
  lw_component* c;
  bool          early; /* the importer has ended it */
} progress;

/* Tell the importer that an internal step is done: it may get outputs, set inputs and, where it has
 * asked for that, end the step here. */
static bool internal_step_done(void* context, double t)
{
  progress*                            p      = context;
  const fmi3IntermediateUpdateCallback update = (fmi3IntermediateUpdateCallback)p->c->update;
  fmi3Boolean                          wanted = fmi3False;
  fmi3Float64                          until  = t;
  update(p->c->log.environment, t, fmi3True, fmi3True, fmi3True, p->c->return_early, &wanted,
         &until);
  p->early = wanted && p->c->return_early && until <= t;
  return p->early;
}

fmi3Status fmi3DoStep(fmi3Instance handle, fmi3Float64 currentCommunicationPoint,
                      fmi3Float64  communicationStepSize,
                      fmi3Boolean  noSetFMUStatePriorToCurrentPoint,
                      fmi3Boolean* eventHandlingNeeded, fmi3Boolean* terminateSimulation,
                      fmi3Boolean* earlyReturn, fmi3Float64* lastSuccessfulTime)
{
  const lw_call* call = &lw_call_fmi3DoStep;
  lw_component*  c    = lw_enter(handle, call);
  (void)noSetFMUStatePriorToCurrentPoint; /* no buffer depends on it */
  if (!c) {
    return fmi3Error;
  }
  if (!eventHandlingNeeded || !terminateSimulation || !earlyReturn || !lastSuccessfulTime) {
    return lw_fmi3_status(lw_fail(c, call, LW_CALL_ERROR, "the place for a result is missing"));
  }
  if (c->stepping) {
    return lw_fmi3_status(
        lw_fail(c, call, LW_CALL_ERROR, "a step is in progress: this is Intermediate Update Mode"));
  }
  progress         p       = {.c = c};
  const double     t       = currentCommunicationPoint;
  const double     h       = communicationStepSize;
  const lw_outcome outcome = c->update
                                 ? lw_component_step_in_parts(c, call, t, h, internal_step_done, &p)
                                 : lw_component_step(c, call, t, h);
  *eventHandlingNeeded     = fmi3False;
  *terminateSimulation     = fmi3False; /* a mechanism never wants to stop */
  *earlyReturn             = p.early;
  *lastSuccessfulTime      = lw_instance_time(c->instance);
  return lw_fmi3_status(outcome);
}
