/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmi2_life.c - the FMI functions from instantiation to the end: sections 2.1.4 to 2.1.6.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "entry.h"
#include "fmi2Functions.h"

const char* fmi2GetTypesPlatform(void)
{
  return fmi2TypesPlatform;
}

const char* fmi2GetVersion(void)
{
  return fmi2Version;
}

/* ---- instances ---------------------------------------------------------------------------- */

static bool is_blank(const char* text)
{
  return text[strspn(text, " \t\r\n")] == '\0';
}

fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID,
                              fmi2String                   fmuResourceLocation,
                              const fmi2CallbackFunctions* functions, fmi2Boolean visible,
                              fmi2Boolean loggingOn)
{
  (void)visible; /* this FMU shows nothing */
  const bool named = instanceName && !is_blank(instanceName);
  lw_fmu_log log;
  lw_fmu_log_begin(&log, functions, named ? instanceName : "?", loggingOn != fmi2False);
  const char* complaint = !named                        ? "the instance has no name"
                          : !fmuGUID                    ? "the GUID is missing"
                          : fmuType != fmi2CoSimulation ? "this FMU is for co-simulation only"
                                                        : NULL;
  if (complaint) {
    (void)lw_fmu_log_write(&log, fmi2Error, "fmi2Instantiate: %s", complaint);
    return NULL;
  }
  return lw_component_create(instanceName, fmuGUID, fmuResourceLocation, &log);
}

void fmi2FreeInstance(fmi2Component c)
{
  lw_component_destroy(c);
}

fmi2Status fmi2SetDebugLogging(fmi2Component handle, fmi2Boolean loggingOn, size_t nCategories,
                               const fmi2String categories[])
{
  const lw_call call = LW_CALL_fmi2SetDebugLogging;
  lw_component* c    = lw_enter(handle, call);
  if (!c) {
    return fmi2Error;
  }
  if (nCategories > 0 && !categories) {
    return lw_fail(c, call, fmi2Error, "the list of categories is missing");
  }
  const char* unknown = lw_fmu_log_switch(&c->log, loggingOn != fmi2False, nCategories, categories);
  return unknown ? lw_fail(c, call, fmi2Error, "there is no category \"%.100s\"", unknown) : fmi2OK;
}

/* ---- initialisation ----------------------------------------------------------------------- */

fmi2Status fmi2SetupExperiment(fmi2Component handle, fmi2Boolean toleranceDefined,
                               fmi2Real tolerance, fmi2Real startTime, fmi2Boolean stopTimeDefined,
                               fmi2Real stopTime)
{
  const lw_call call = LW_CALL_fmi2SetupExperiment;
  lw_component* c    = lw_enter(handle, call);
  if (!c) {
    return fmi2Error;
  }
  /* the tolerances of the solver are those of the mechanism file */
  (void)toleranceDefined;
  (void)tolerance;
  if (!isfinite(startTime)) {
    return lw_fail(c, call, fmi2Error, "the start time must be finite");
  }
  if (stopTimeDefined != fmi2False && !(stopTime >= startTime)) {
    return lw_fail(c, call, fmi2Error, "the stop time %.9g s lies before the start time %.9g s",
                   stopTime, startTime);
  }
  c->head.start    = startTime;
  c->head.has_stop = stopTimeDefined != fmi2False ? 1.0 : 0.0;
  c->head.stop     = stopTimeDefined != fmi2False ? stopTime : 0.0;
  return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component handle)
{
  lw_component* c = lw_enter(handle, LW_CALL_fmi2EnterInitializationMode);
  if (!c) {
    return fmi2Error;
  }
  /* values and inputs may still change, so the mechanism is assembled when an output is read */
  lw_component_set_state(c, LW_STATE_INITIALIZATION);
  lw_component_unsettle(c);
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component handle)
{
  lw_component* c = lw_enter(handle, LW_CALL_fmi2ExitInitializationMode);
  if (!c) {
    return fmi2Error;
  }
  const fmi2Status status = lw_component_settle(c);
  if (status == fmi2OK) {
    lw_component_set_state(c, LW_STATE_STEP_COMPLETE);
  }
  return status;
}

fmi2Status fmi2Terminate(fmi2Component handle)
{
  lw_component* c = lw_enter(handle, LW_CALL_fmi2Terminate);
  if (!c) {
    return fmi2Error;
  }
  lw_component_set_state(c, LW_STATE_TERMINATED);
  return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component handle)
{
  lw_component* c = lw_enter(handle, LW_CALL_fmi2Reset);
  if (!c) {
    return fmi2Error;
  }
  lw_component_reset(c);
  return fmi2OK;
}
