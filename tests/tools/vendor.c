/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vendor.c - an FMU as another vendor would write it: all types, messages with
 * references to variables, steps that take their time, end early or fail. It checks the
 * order of the calls that it gets.
 *
 * Reference 0: Real input u; 1: Real output y, the integral of u; 2: Integer parameter n;
 * 3: Boolean output b, whether y > n; 4: Enumeration output e, as many as there were
 * steps; 5: Real parameter mode.
 */
#include <stdlib.h>
#include <string.h>

#include "fmi2Functions.h"

enum {
  MODE_PLAIN,
  MODE_PENDING,
  MODE_TERMINATE,
  MODE_DISCARD,
  MODE_ERROR,
  MODE_WARNING,
  MODE_INIT
};

typedef struct vendor {
  const fmi2CallbackFunctions* callbacks; /* as some vendors do: not a copy */
  double                       u, slope, y, t, mode;
  int                          n, steps, polls;
  int                          initialised, initialising;
  int                          fresh_input; /* an input was set since the last step */
} vendor;

static void say(const vendor* v, fmi2Status status, const char* text, int number)
{
  v->callbacks->logger(v->callbacks->componentEnvironment, "vendor", status, "logStatusError", text,
                       number);
}

const char* fmi2GetTypesPlatform(void)
{
  return "default";
}

const char* fmi2GetVersion(void)
{
  return "2.0";
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String location,
                              const fmi2CallbackFunctions* functions, fmi2Boolean visible,
                              fmi2Boolean logging)
{
  (void)visible;
  (void)logging;
  if (!name || type != fmi2CoSimulation || strcmp(guid, "{vendor}") != 0 ||
      strncmp(location, "file:///", 8) != 0) {
    functions->logger(functions->componentEnvironment, "vendor", fmi2Error, "",
                      "GUID %s is wrong\n", guid);
    return NULL;
  }
  vendor* v    = functions->allocateMemory(1, sizeof *v);
  v->callbacks = functions;
  return v;
}

void fmi2FreeInstance(fmi2Component c)
{
  vendor* v = c;
  v->callbacks->freeMemory(v);
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean stop_defined, fmi2Real stop)
{
  (void)tolerance_defined;
  (void)tolerance;
  (void)stop_defined;
  (void)stop;
  ((vendor*)c)->t = start;
  return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
  ((vendor*)c)->initialising = 1;
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
  vendor* v       = c;
  v->initialising = 0;
  v->initialised  = 1;
  v->fresh_input  = 0;
  if (v->mode == MODE_INIT) {
    say(v, fmi2Error, "cannot start with #i2# = %d ##1\n", v->n);
    return fmi2Error;
  }
  return fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component c)
{
  return ((vendor*)c)->initialised ? fmi2OK : fmi2Error;
}

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real value[])
{
  const vendor* v = c;
  if (v->fresh_input) {
    say(v, fmi2Error, "outputs after inputs without a step: %d", (int)n);
    return fmi2Error;
  }
  for (size_t i = 0; i < n; i++) value[i] = vr[i] == 0 ? v->u : vr[i] == 1 ? v->y : v->mode;
  return fmi2OK;
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          fmi2Integer value[])
{
  const vendor* v = c;
  for (size_t i = 0; i < n; i++) value[i] = vr[i] == 2 ? v->n : v->steps;
  return fmi2OK;
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          fmi2Boolean value[])
{
  const vendor* v = c;
  (void)vr;
  for (size_t i = 0; i < n; i++) value[i] = v->y > v->n;
  return fmi2OK;
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                       const fmi2Real value[])
{
  vendor* v = c;
  for (size_t i = 0; i < n; i++) {
    const int input = vr[i] == 0;
    /* inputs from the initialisation on, parameters before it */
    if (input ? !v->initialising && !v->initialised : v->initialising || v->initialised) {
      say(v, fmi2Error, "set too early or too late: %d", (int)vr[i]);
      return fmi2Error;
    }
    *(input ? &v->u : &v->mode) = value[i];
    v->slope                    = input ? 0.0 : v->slope;
    v->fresh_input              = v->fresh_input || input;
  }
  return fmi2OK;
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          const fmi2Integer value[])
{
  (void)vr;
  if (n > 0) {
    ((vendor*)c)->n = value[0];
  }
  return fmi2OK;
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          const fmi2Boolean value[])
{
  (void)c;
  (void)vr;
  (void)n;
  (void)value;
  return fmi2Error;
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                       const fmi2Integer order[], const fmi2Real value[])
{
  if (n != 1 || vr[0] != 0 || order[0] != 1) {
    return fmi2Error;
  }
  ((vendor*)c)->slope = value[0];
  return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean no_set)
{
  vendor* v = c;
  (void)no_set;
  if (v->mode >= MODE_TERMINATE && v->mode <= MODE_ERROR && t + h > 0.5) {
    if (v->mode == MODE_ERROR) {
      say(v, fmi2Error, "#r1# is 100%% wrong (%d)", 42);
      return fmi2Error;
    }
    v->t = 0.5;
    return fmi2Discard;
  }
  if (v->mode == MODE_WARNING && v->steps == 0) {
    say(v, fmi2Warning, "first step of %d", 1);
  }
  v->y += h * (v->u + 0.5 * h * v->slope);
  v->t           = t + h;
  v->fresh_input = 0;
  v->steps++;
  v->polls = 0;
  return v->mode == MODE_PENDING ? fmi2Pending : fmi2OK;
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status* value)
{
  vendor* v = c;
  *value    = kind == fmi2DoStepStatus && v->polls++ > 2 ? fmi2OK : fmi2Pending;
  return fmi2OK;
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real* value)
{
  *value = ((vendor*)c)->t;
  return kind == fmi2LastSuccessfulTime ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean* value)
{
  *value = ((vendor*)c)->mode == MODE_TERMINATE;
  return kind == fmi2Terminated ? fmi2OK : fmi2Discard;
}
