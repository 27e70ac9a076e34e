/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmi2_values.c - the FMI functions that get and set: sections 2.1.7, 2.1.9 and 4.2.1.
 *
 * All variables are Real. An output belongs to the present inputs, even if one of them was
 * set after the last step.
 */
#include <math.h>

#include "entry.h"
#include "fmi2Functions.h"
#include "variables/derivatives.h"

/* Whether the arrays of a call are given. NULL is allowed for no elements. */
static bool are_there(const lw_component* c, lw_call call, size_t n, const void* a, const void* b)
{
  if (n > 0 && (!a || !b)) {
    (void)lw_fail(c, call, fmi2Error, "an array is missing");
    return false;
  }
  return true;
}

/* Whether every reference is that of a variable. */
static bool are_known(const lw_component* c, lw_call call, const fmi2ValueReference vr[],
                      size_t nvr)
{
  for (size_t i = 0; i < nvr; i++) {
    if (!lw_variables_row(c->variables, vr[i])) {
      (void)lw_fail(c, call, fmi2Error, "there is no Real variable with value reference %u", vr[i]);
      return false;
    }
  }
  return true;
}

/* ---- Real --------------------------------------------------------------------------------- */

fmi2Status fmi2GetReal(fmi2Component handle, const fmi2ValueReference vr[], size_t nvr,
                       fmi2Real value[])
{
  const lw_call call = LW_CALL_fmi2GetReal;
  lw_component* c    = lw_enter(handle, call);
  if (!c || !are_there(c, call, nvr, vr, value) || lw_component_settle(c) != fmi2OK) {
    return fmi2Error;
  }
  const lw_status status = lw_reading_get(&c->reading, c->variables, c->instance, nvr, vr, value);
  if (status == LW_ERR_USAGE && !are_known(c, call, vr, nvr)) {
    return fmi2Error;
  }
  return lw_leave(c, call, status, NULL);
}

/* Fixed parameters can be set before the first step only. */
static bool can_be_set(const lw_component* c, const fmi2ValueReference vr[], size_t nvr)
{
  for (size_t i = 0; i < nvr && lw_component_state(c) == LW_STATE_STEP_COMPLETE; i++) {
    const lw_variable* row = lw_variables_row(c->variables, vr[i]);
    if (row && row->variability == LW_FIXED_VALUE) {
      (void)lw_fail(c, LW_CALL_fmi2SetReal, fmi2Error,
                    "parameter %s is fixed: it can be set before or during initialisation",
                    c->variables->names + row->name);
      return false;
    }
  }
  return true;
}

fmi2Status fmi2SetReal(fmi2Component handle, const fmi2ValueReference vr[], size_t nvr,
                       const fmi2Real value[])
{
  const lw_call call = LW_CALL_fmi2SetReal;
  lw_diag       diag = {0};
  lw_component* c    = lw_enter(handle, call);
  if (!c || !are_there(c, call, nvr, vr, value) || !can_be_set(c, vr, nvr)) {
    return fmi2Error;
  }
  lw_component_unsettle(c);
  return lw_leave(c, call, lw_variables_set(c->variables, c->instance, nvr, vr, value, &diag),
                  &diag);
}

/* ---- other types: there are no such variables --------------------------------------------- */

static fmi2Status no_variables(fmi2Component handle, lw_call call, size_t nvr, const char* type)
{
  const lw_component* c = lw_enter(handle, call);
  if (!c) {
    return fmi2Error;
  }
  return nvr == 0 ? fmi2OK : lw_fail(c, call, fmi2Error, "there are no %s variables", type);
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                          fmi2Integer value[])
{
  (void)vr;
  (void)value;
  return no_variables(c, LW_CALL_fmi2GetInteger, nvr, "Integer");
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                          fmi2Boolean value[])
{
  (void)vr;
  (void)value;
  return no_variables(c, LW_CALL_fmi2GetBoolean, nvr, "Boolean");
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                         fmi2String value[])
{
  (void)vr;
  (void)value;
  return no_variables(c, LW_CALL_fmi2GetString, nvr, "String");
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                          const fmi2Integer value[])
{
  (void)vr;
  (void)value;
  return no_variables(c, LW_CALL_fmi2SetInteger, nvr, "Integer");
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                          const fmi2Boolean value[])
{
  (void)vr;
  (void)value;
  return no_variables(c, LW_CALL_fmi2SetBoolean, nvr, "Boolean");
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                         const fmi2String value[])
{
  (void)vr;
  (void)value;
  return no_variables(c, LW_CALL_fmi2SetString, nvr, "String");
}

/* ---- derivatives with respect to time ----------------------------------------------------- */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component handle, const fmi2ValueReference vr[],
                                       size_t nvr, const fmi2Integer order[],
                                       const fmi2Real value[])
{
  const lw_call call = LW_CALL_fmi2SetRealInputDerivatives;
  lw_component* c    = lw_enter(handle, call);
  if (!c || !are_there(c, call, nvr, vr, value) || !are_there(c, call, nvr, order, order) ||
      !are_known(c, call, vr, nvr)) {
    return fmi2Error;
  }
  for (size_t i = 0; i < nvr; i++) {
    const lw_variable* row       = lw_variables_row(c->variables, vr[i]);
    const char*        complaint = NULL;
    if (row->causality != LW_INPUT) {
      complaint = "is not an input";
    } else if (order[i] < 1 || order[i] > 2) {
      complaint = "has derivatives of order 1 and 2";
    } else if (!isfinite(value[i])) {
      complaint = "needs a finite derivative";
    }
    if (complaint) {
      return lw_fail(c, call, fmi2Error, "value reference %u, order %d: %s %s", vr[i], order[i],
                     c->variables->names + row->name, complaint);
    }
  }
  lw_component_unsettle(c);
  for (size_t i = 0; i < nvr; i++) {
    const lw_variable* row   = lw_variables_row(c->variables, vr[i]);
    const int          input = row->first + (int)(vr[i] - row->reference);
    (void)lw_instance_set_input(c->instance, input, order[i], value[i]);
  }
  return fmi2OK;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component handle, const fmi2ValueReference vr[],
                                        size_t nvr, const fmi2Integer order[], fmi2Real value[])
{
  const lw_call call = LW_CALL_fmi2GetRealOutputDerivatives;
  lw_component* c    = lw_enter(handle, call);
  if (!c || !are_there(c, call, nvr, vr, value) || !are_there(c, call, nvr, order, order) ||
      !are_known(c, call, vr, nvr)) {
    return fmi2Error;
  }
  for (size_t i = 0; i < nvr; i++) {
    const lw_variable* row = lw_variables_row(c->variables, vr[i]);
    if (row->causality != LW_OUTPUT || order[i] < 1) {
      return lw_fail(c, call, fmi2Error, "value reference %u, order %d: %s", vr[i], order[i],
                     order[i] < 1 ? "orders begin with 1" : "this is not an output");
    }
    /* all derivatives beyond the second are reported as zero: the integration
     * rule is of second order */
    value[i]               = 0.0;
    const lw_status status = order[i] > 2 ? LW_OK
                                          : lw_variables_get_derivative(c->variables, c->instance,
                                                                        vr[i], order[i], &value[i]);
    if (status != LW_OK || !isfinite(value[i])) {
      value[i] = 0.0;
      return lw_leave(c, call, status != LW_OK ? status : LW_RETRY_SINGULAR, NULL);
    }
  }
  return fmi2OK;
}

/* ---- derivatives with respect to inputs and parameters ------------------------------------ */

fmi2Status fmi2GetDirectionalDerivative(fmi2Component            handle,
                                        const fmi2ValueReference vUnknown_ref[], size_t nUnknown,
                                        const fmi2ValueReference vKnown_ref[], size_t nKnown,
                                        const fmi2Real dvKnown[], fmi2Real dvUnknown[])
{
  const lw_call call = LW_CALL_fmi2GetDirectionalDerivative;
  lw_component* c    = lw_enter(handle, call);
  if (!c || !are_there(c, call, nUnknown, vUnknown_ref, dvUnknown) ||
      !are_there(c, call, nKnown, vKnown_ref, dvKnown) || lw_component_settle(c) != fmi2OK) {
    return fmi2Error;
  }
  const bool initialise = lw_component_state(c) == LW_STATE_INITIALIZATION;
  for (size_t i = 0; i < nKnown && !initialise; i++) {
    const lw_variable* row = lw_variables_row(c->variables, vKnown_ref[i]);
    if (row && row->variability == LW_FIXED_VALUE) {
      return lw_fail(c, call, fmi2Error, "parameter %s is fixed: it is known during initialisation",
                     c->variables->names + row->name);
    }
  }
  lw_diag            diag      = {0};
  const lw_direction direction = {nKnown, vKnown_ref, dvKnown};
  const lw_status    status =
      lw_variables_get_directional(c->variables, c->instance, initialise, c->head.start, &direction,
                                   nUnknown, vUnknown_ref, dvUnknown, &diag);
  return lw_leave(c, call, status, &diag);
}
