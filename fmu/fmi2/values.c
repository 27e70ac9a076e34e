/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * values.c - the functions of FMI 2.0 that get and set: sections 2.1.7, 2.1.9 and 4.2.1.
 */
#include "values.h"

#include "calls.h"

/* ---- Real --------------------------------------------------------------------------------- */

fmi2Status fmi2GetReal(fmi2Component handle, const fmi2ValueReference vr[], size_t nvr,
                       fmi2Real value[])
{
  const lw_call* call = &lw_call_fmi2GetReal;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi2_status(lw_get_reals(c, call, nvr, vr, value)) : fmi2Error;
}

fmi2Status fmi2SetReal(fmi2Component handle, const fmi2ValueReference vr[], size_t nvr,
                       const fmi2Real value[])
{
  const lw_call* call = &lw_call_fmi2SetReal;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi2_status(lw_set_reals(c, call, nvr, vr, value)) : fmi2Error;
}

/* ---- Integer and Boolean ------------------------------------------------------------------ */

fmi2Status fmi2GetInteger(fmi2Component handle, const fmi2ValueReference vr[], size_t nvr,
                          fmi2Integer value[])
{
  const lw_call* call = &lw_call_fmi2GetInteger;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi2_status(lw_get_integers(c, call, nvr, vr, value)) : fmi2Error;
}

fmi2Status fmi2SetInteger(fmi2Component handle, const fmi2ValueReference vr[], size_t nvr,
                          const fmi2Integer value[])
{
  const lw_call* call = &lw_call_fmi2SetInteger;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi2_status(lw_set_integers(c, call, nvr, vr, value)) : fmi2Error;
}

fmi2Status fmi2GetBoolean(fmi2Component handle, const fmi2ValueReference vr[], size_t nvr,
                          fmi2Boolean value[])
{
  const lw_call* call    = &lw_call_fmi2GetBoolean;
  lw_component*  c       = lw_enter(handle, call);
  lw_outcome     outcome = c ? LW_CALL_OK : LW_CALL_ERROR;
  /* one by one: here a Boolean is an int */
  for (size_t i = 0; i < nvr && outcome == LW_CALL_OK; i++) {
    bool flag = false;
    outcome   = lw_get_booleans(c, call, 1, vr ? &vr[i] : NULL, value ? &flag : NULL);
    if (outcome == LW_CALL_OK && value) {
      value[i] = flag ? fmi2True : fmi2False;
    }
  }
  return lw_fmi2_status(outcome);
}

/* ---- types without variables that can be set ---------------------------------------------- */

static fmi2Status no_variables(fmi2Component handle, const lw_call* call, size_t nvr,
                               const char* kind)
{
  const lw_component* c = lw_enter(handle, call);
  return c ? lw_fmi2_status(lw_no_variables(c, call, nvr, kind)) : fmi2Error;
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                          const fmi2Boolean value[])
{
  (void)vr;
  (void)value;
  return no_variables(c, &lw_call_fmi2SetBoolean, nvr, "Boolean variables that can be set");
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                         fmi2String value[])
{
  (void)vr;
  (void)value;
  return no_variables(c, &lw_call_fmi2GetString, nvr, "String variables");
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                         const fmi2String value[])
{
  (void)vr;
  (void)value;
  return no_variables(c, &lw_call_fmi2SetString, nvr, "String variables");
}

/* ---- derivatives -------------------------------------------------------------------------- */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component handle, const fmi2ValueReference vr[],
                                       size_t nvr, const fmi2Integer order[],
                                       const fmi2Real value[])
{
  const lw_call* call = &lw_call_fmi2SetRealInputDerivatives;
  lw_component*  c    = lw_enter(handle, call);
  if (!c || lw_require(c, call, LW_CO_SIMULATION) != LW_CALL_OK) {
    return fmi2Error;
  }
  return lw_fmi2_status(lw_set_input_derivatives(c, call, nvr, vr, order, value));
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component handle, const fmi2ValueReference vr[],
                                        size_t nvr, const fmi2Integer order[], fmi2Real value[])
{
  const lw_call* call = &lw_call_fmi2GetRealOutputDerivatives;
  lw_component*  c    = lw_enter(handle, call);
  if (!c || lw_require(c, call, LW_CO_SIMULATION) != LW_CALL_OK) {
    return fmi2Error;
  }
  return lw_fmi2_status(lw_get_output_derivatives(c, call, nvr, vr, order, value));
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component            handle,
                                        const fmi2ValueReference vUnknown_ref[], size_t nUnknown,
                                        const fmi2ValueReference vKnown_ref[], size_t nKnown,
                                        const fmi2Real dvKnown[], fmi2Real dvUnknown[])
{
  const lw_call* call = &lw_call_fmi2GetDirectionalDerivative;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi2_status(lw_get_directional(c, call, nUnknown, vUnknown_ref, nKnown, vKnown_ref,
                                               dvKnown, dvUnknown))
           : fmi2Error;
}
