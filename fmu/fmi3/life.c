/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * life.c - the functions of FMI 3.0 from instantiation to the end: sections 2.2.3, 2.3 and 4.2.
 */
#include "life.h"

#include <math.h>

#include "calls.h"

const char* fmi3GetVersion(void)
{
  return fmi3Version;
}

/* ---- messages ----------------------------------------------------------------------------- */

static void pass_message(const lw_fmu_log* log, lw_outcome outcome, const char* category,
                         const char* text)
{
  const fmi3LogMessageCallback logger = (fmi3LogMessageCallback)log->logger;
  logger(log->environment, lw_fmi3_status(outcome), category, text);
}

static lw_fmu_log begin_log(const char* name, bool on, fmi3InstanceEnvironment environment,
                            fmi3LogMessageCallback logger)
{
  lw_fmu_log log;
  lw_fmu_log_begin(&log, lw_life_name(name), on);
  if (logger) {
    log.pass        = pass_message;
    log.logger      = (void (*)(void))logger;
    log.environment = environment;
  }
  return log;
}

/* ---- instances ---------------------------------------------------------------------------- */

fmi3Instance fmi3InstantiateModelExchange(fmi3String instanceName, fmi3String instantiationToken,
                                          fmi3String resourcePath, fmi3Boolean visible,
                                          fmi3Boolean             loggingOn,
                                          fmi3InstanceEnvironment instanceEnvironment,
                                          fmi3LogMessageCallback  logMessage)
{
  (void)visible; /* this FMU shows nothing */
  const lw_fmu_log log = begin_log(instanceName, loggingOn, instanceEnvironment, logMessage);
  const lw_component_order order = {.name       = instanceName,
                                    .guid       = instantiationToken,
                                    .interface  = LW_MODEL_EXCHANGE,
                                    .resources  = resourcePath,
                                    .state_name = lw_fmi3_state_names[LW_MODEL_EXCHANGE]};
  return lw_life_begin("fmi3InstantiateModelExchange", &order, &log);
}

fmi3Instance fmi3InstantiateCoSimulation(
    fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath,
    fmi3Boolean visible, fmi3Boolean loggingOn, fmi3Boolean eventModeUsed,
    fmi3Boolean earlyReturnAllowed, const fmi3ValueReference requiredIntermediateVariables[],
    size_t nRequiredIntermediateVariables, fmi3InstanceEnvironment instanceEnvironment,
    fmi3LogMessageCallback logMessage, fmi3IntermediateUpdateCallback intermediateUpdate)
{
  static const char name[] = "fmi3InstantiateCoSimulation";
  (void)visible;                       /* this FMU shows nothing */
  (void)requiredIntermediateVariables; /* all outputs can be read there */
  (void)nRequiredIntermediateVariables;
  const lw_fmu_log log = begin_log(instanceName, loggingOn, instanceEnvironment, logMessage);
  if (eventModeUsed) {
    (void)lw_fmu_log_write(&log, LW_CALL_ERROR, "%s: co-simulation has no Event Mode here", name);
    return NULL;
  }
  const lw_component_order order = {.name       = instanceName,
                                    .guid       = instantiationToken,
                                    .interface  = LW_CO_SIMULATION,
                                    .resources  = resourcePath,
                                    .state_name = lw_fmi3_state_names[LW_CO_SIMULATION]};
  lw_component*            c     = lw_life_begin(name, &order, &log);
  if (c) {
    c->update       = (void (*)(void))intermediateUpdate;
    c->return_early = earlyReturnAllowed;
  }
  return c;
}

fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath,
    fmi3Boolean visible, fmi3Boolean loggingOn, fmi3InstanceEnvironment instanceEnvironment,
    fmi3LogMessageCallback logMessage, fmi3ClockUpdateCallback clockUpdate,
    fmi3LockPreemptionCallback lockPreemption, fmi3UnlockPreemptionCallback unlockPreemption)
{
  (void)instantiationToken;
  (void)resourcePath;
  (void)visible;
  (void)clockUpdate;
  (void)lockPreemption;
  (void)unlockPreemption;
  const lw_fmu_log log = begin_log(instanceName, loggingOn, instanceEnvironment, logMessage);
  (void)lw_fmu_log_text(&log, LW_CALL_ERROR,
                        "fmi3InstantiateScheduledExecution: this FMU is for co-simulation and "
                        "model exchange");
  return NULL;
}

void fmi3FreeInstance(fmi3Instance instance)
{
  lw_component_destroy(instance);
}

fmi3Status fmi3SetDebugLogging(fmi3Instance handle, fmi3Boolean loggingOn, size_t nCategories,
                               const fmi3String categories[])
{
  const lw_call* call = &lw_call_fmi3SetDebugLogging;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi3_status(lw_life_log(c, call, loggingOn, nCategories, categories)) : fmi3Error;
}

/* ---- initialisation ----------------------------------------------------------------------- */

fmi3Status fmi3EnterInitializationMode(fmi3Instance handle, fmi3Boolean toleranceDefined,
                                       fmi3Float64 tolerance, fmi3Float64 startTime,
                                       fmi3Boolean stopTimeDefined, fmi3Float64 stopTime)
{
  const lw_call* call = &lw_call_fmi3EnterInitializationMode;
  lw_component*  c    = lw_enter(handle, call);
  /* a stop time that is no number is one before the start */
  const double        stop       = isnan(stopTime) ? -INFINITY : stopTime;
  const lw_experiment experiment = {.start    = startTime,
                                    .stop     = stopTimeDefined ? stop : NAN,
                                    .accuracy = toleranceDefined ? tolerance : 0.0};
  if (!c || lw_life_experiment(c, call, &experiment) != LW_CALL_OK) {
    return fmi3Error;
  }
  lw_life_initialize(c);
  return fmi3OK;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance handle)
{
  lw_component* c = lw_enter(handle, &lw_call_fmi3ExitInitializationMode);
  return c ? lw_fmi3_status(lw_life_initialized(c)) : fmi3Error;
}

fmi3Status fmi3Terminate(fmi3Instance handle)
{
  lw_component* c = lw_enter(handle, &lw_call_fmi3Terminate);
  if (!c) {
    return fmi3Error;
  }
  lw_component_set_state(c, LW_STATE_TERMINATED);
  return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance handle)
{
  lw_component* c = lw_enter(handle, &lw_call_fmi3Reset);
  if (!c) {
    return fmi3Error;
  }
  lw_component_reset(c);
  return fmi3OK;
}
