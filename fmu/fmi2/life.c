/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * life.c - the functions of FMI 2.0 from instantiation to the end: sections 2.1.4 to 2.1.6.
 */
#include "life.h"

#include <math.h>
#include <stdbool.h>

#include "calls.h"

const char* fmi2GetTypesPlatform(void)
{
  return fmi2TypesPlatform;
}

const char* fmi2GetVersion(void)
{
  return fmi2Version;
}

/* ---- messages ----------------------------------------------------------------------------- */

/* Call the importer's logger. The text is an argument of "%s", with every '#' doubled, because that
 * character refers to variables. */
static void pass_message(const lw_fmu_log* log, lw_outcome outcome, const char* category,
                         const char* text)
{
  const fmi2CallbackLogger logger = (fmi2CallbackLogger)log->logger;
  char                     escaped[1400];
  size_t                   used = 0;
  for (; *text && used + 2 < sizeof escaped; text++) {
    escaped[used++] = *text;
    if (*text == '#') {
      escaped[used++] = '#';
    }
  }
  escaped[used] = '\0';
  logger(log->environment, log->instance, lw_fmi2_status(outcome), category, "%s", escaped);
}

/* ---- instances ---------------------------------------------------------------------------- */

fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID,
                              fmi2String                   fmuResourceLocation,
                              const fmi2CallbackFunctions* functions, fmi2Boolean visible,
                              fmi2Boolean loggingOn)
{
  (void)visible; /* this FMU shows nothing */
  if (!functions) {
    return NULL; /* the standard requires them, and there is nobody to tell */
  }
  lw_fmu_log log;
  lw_fmu_log_begin(&log, lw_life_name(instanceName), loggingOn != fmi2False);
  if (functions->logger) {
    log.pass        = pass_message;
    log.logger      = (void (*)(void))functions->logger;
    log.environment = functions->componentEnvironment;
  }
  const lw_interface interface =
      fmuType == fmi2ModelExchange ? LW_MODEL_EXCHANGE : LW_CO_SIMULATION;
  const lw_component_order order = {.name       = instanceName,
                                    .guid       = fmuGUID,
                                    .interface  = interface,
                                    .resources  = fmuResourceLocation,
                                    .state_name = lw_fmi2_state_names[interface]};
  return lw_life_begin("fmi2Instantiate", &order, &log);
}

void fmi2FreeInstance(fmi2Component c)
{
  lw_component_destroy(c);
}

fmi2Status fmi2SetDebugLogging(fmi2Component handle, fmi2Boolean loggingOn, size_t nCategories,
                               const fmi2String categories[])
{
  const lw_call* call = &lw_call_fmi2SetDebugLogging;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi2_status(lw_life_log(c, call, loggingOn != fmi2False, nCategories, categories))
           : fmi2Error;
}

/* ---- initialisation ----------------------------------------------------------------------- */

fmi2Status fmi2SetupExperiment(fmi2Component handle, fmi2Boolean toleranceDefined,
                               fmi2Real tolerance, fmi2Real startTime, fmi2Boolean stopTimeDefined,
                               fmi2Real stopTime)
{
  const lw_call* call = &lw_call_fmi2SetupExperiment;
  lw_component*  c    = lw_enter(handle, call);
  /* a stop time that is no number is one before the start */
  const double        stop       = isnan(stopTime) ? -INFINITY : stopTime;
  const lw_experiment experiment = {.start    = startTime,
                                    .stop     = stopTimeDefined != fmi2False ? stop : NAN,
                                    .accuracy = toleranceDefined != fmi2False ? tolerance : 0.0};
  return c ? lw_fmi2_status(lw_life_experiment(c, call, &experiment)) : fmi2Error;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component handle)
{
  lw_component* c = lw_enter(handle, &lw_call_fmi2EnterInitializationMode);
  if (!c) {
    return fmi2Error;
  }
  lw_life_initialize(c);
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component handle)
{
  lw_component* c = lw_enter(handle, &lw_call_fmi2ExitInitializationMode);
  return c ? lw_fmi2_status(lw_life_initialized(c)) : fmi2Error;
}

fmi2Status fmi2Terminate(fmi2Component handle)
{
  lw_component* c = lw_enter(handle, &lw_call_fmi2Terminate);
  if (!c) {
    return fmi2Error;
  }
  lw_component_set_state(c, LW_STATE_TERMINATED);
  return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component handle)
{
  lw_component* c = lw_enter(handle, &lw_call_fmi2Reset);
  if (!c) {
    return fmi2Error;
  }
  lw_component_reset(c);
  return fmi2OK;
}
