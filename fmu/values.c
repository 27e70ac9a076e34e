/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * values.c - get and set variables of a component, and their derivatives, by value reference.
 *
 * An output belongs to the present inputs, even if one of them was set after the last step.
 */
#include "values.h"

#include <math.h>

#include "variables/derivatives.h"

static const char* const TYPE_NAME[] = {
    [LW_TYPE_REAL] = "Real", [LW_TYPE_INTEGER] = "Integer", [LW_TYPE_BOOLEAN] = "Boolean"};

/* Tell whether the arrays of a call are given. NULL is allowed for no elements. */
static bool are_there(const lw_component* c, const lw_call* call, size_t n, const void* a,
                      const void* b)
{
  if (n > 0 && (!a || !b)) {
    (void)lw_fail(c, call, LW_CALL_ERROR, "an array is missing");
    return false;
  }
  return true;
}

/* Tell whether every reference is that of a variable of a type. */
static bool are_known(const lw_component* c, const lw_call* call, lw_type type, size_t n,
                      const unsigned reference[])
{
  for (size_t i = 0; i < n; i++) {
    const lw_variable* row = lw_variables_row(c->variables, reference[i]);
    if (!row || row->type != type) {
      (void)lw_fail(c, call, LW_CALL_ERROR, "there is no %s variable with value reference %u",
                    TYPE_NAME[type], reference[i]);
      return false;
    }
  }
  return true;
}

/* ---- get ---------------------------------------------------------------------------------- */

lw_outcome lw_get_reals(lw_component* c, const lw_call* call, size_t n, const unsigned reference[],
                        double value[])
{
  if (!are_there(c, call, n, reference, value)) {
    return LW_CALL_ERROR;
  }
  const lw_outcome settled = lw_component_settle(c);
  if (settled != LW_CALL_OK) {
    return settled;
  }
  const lw_status status =
      lw_reading_get(&c->reading, c->variables, c->instance, n, reference, value);
  if (status == LW_ERR_USAGE && !are_known(c, call, LW_TYPE_REAL, n, reference)) {
    return LW_CALL_ERROR;
  }
  return lw_leave(c, call, status, NULL);
}

/* Get one number that is not Real. */
static lw_outcome get_whole(lw_component* c, const lw_call* call, unsigned reference, double* value)
{
  return lw_leave(c, call, lw_variables_get(c->variables, c->instance, 1, &reference, value), NULL);
}

lw_outcome lw_get_integers(lw_component* c, const lw_call* call, size_t n,
                           const unsigned reference[], int value[])
{
  if (!are_there(c, call, n, reference, value) ||
      !are_known(c, call, LW_TYPE_INTEGER, n, reference)) {
    return LW_CALL_ERROR;
  }
  const lw_outcome settled = lw_component_settle(c);
  if (settled != LW_CALL_OK) {
    return settled;
  }
  for (size_t i = 0; i < n; i++) {
    double x = 0.0;
    if (get_whole(c, call, reference[i], &x) != LW_CALL_OK) {
      return LW_CALL_ERROR;
    }
    value[i] = (int)x;
  }
  return LW_CALL_OK;
}

lw_outcome lw_get_booleans(lw_component* c, const lw_call* call, size_t n,
                           const unsigned reference[], bool value[])
{
  if (!are_there(c, call, n, reference, value) ||
      !are_known(c, call, LW_TYPE_BOOLEAN, n, reference)) {
    return LW_CALL_ERROR;
  }
  const lw_outcome settled = lw_component_settle(c);
  if (settled != LW_CALL_OK) {
    return settled;
  }
  for (size_t i = 0; i < n; i++) {
    double x = 0.0;
    if (get_whole(c, call, reference[i], &x) != LW_CALL_OK) {
      return LW_CALL_ERROR;
    }
    value[i] = x != 0.0;
  }
  return LW_CALL_OK;
}

/* ---- set ---------------------------------------------------------------------------------- */

/* Fixed parameters can be set before the end of initialisation only; in model exchange until
 * Continuous-Time Mode. */
static bool can_be_set(const lw_component* c, const lw_call* call, size_t n,
                       const unsigned reference[])
{
  if (lw_component_state(c) == LW_STATE_INSTANTIATED || lw_component_is_open(c)) {
    return true;
  }
  for (size_t i = 0; i < n; i++) {
    const lw_variable* row = lw_variables_row(c->variables, reference[i]);
    if (row && row->variability == LW_FIXED_VALUE) {
      (void)lw_fail(c, call, LW_CALL_ERROR,
                    "parameter %s is fixed: it can be set before or during initialisation",
                    c->variables->names + row->name);
      return false;
    }
  }
  return true;
}

/* Tell whether one of the variables is an input. Inputs do not change the assembly in Event Mode:
 * positions that motions prescribe jump there only if a parameter changes. */
static bool has_parameter(const lw_component* c, size_t n, const unsigned reference[])
{
  bool found = false;
  for (size_t i = 0; i < n; i++) {
    const lw_variable* row = lw_variables_row(c->variables, reference[i]);
    found                  = found || (row && row->causality == LW_PARAMETER);
  }
  return found;
}

/* Set numbers whose types are right. */
static lw_outcome set(lw_component* c, const lw_call* call, size_t n, const unsigned reference[],
                      const double value[])
{
  lw_diag diag = {0};
  if (lw_component_state(c) != LW_STATE_EVENT || has_parameter(c, n, reference)) {
    lw_component_unsettle(c);
  }
  return lw_leave(c, call, lw_variables_set(c->variables, c->instance, n, reference, value, &diag),
                  &diag);
}

lw_outcome lw_set_reals(lw_component* c, const lw_call* call, size_t n, const unsigned reference[],
                        const double value[])
{
  return are_there(c, call, n, reference, value) &&
                 are_known(c, call, LW_TYPE_REAL, n, reference) && can_be_set(c, call, n, reference)
             ? set(c, call, n, reference, value)
             : LW_CALL_ERROR;
}

lw_outcome lw_set_integers(lw_component* c, const lw_call* call, size_t n,
                           const unsigned reference[], const int value[])
{
  if (!are_there(c, call, n, reference, value) ||
      !are_known(c, call, LW_TYPE_INTEGER, n, reference) || !can_be_set(c, call, n, reference)) {
    return LW_CALL_ERROR;
  }
  for (size_t i = 0; i < n; i++) {
    const double x = value[i];
    if (set(c, call, 1, &reference[i], &x) != LW_CALL_OK) {
      return LW_CALL_ERROR;
    }
  }
  return LW_CALL_OK;
}

lw_outcome lw_no_variables(const lw_component* c, const lw_call* call, size_t n, const char* kind)
{
  return n == 0 ? LW_CALL_OK : lw_fail(c, call, LW_CALL_ERROR, "there are no %s", kind);
}

/* ---- derivatives with respect to time ----------------------------------------------------- */

lw_outcome lw_set_input_derivatives(lw_component* c, const lw_call* call, size_t n,
                                    const unsigned reference[], const int order[],
                                    const double value[])
{
  if (!are_there(c, call, n, reference, value) || !are_there(c, call, n, order, order) ||
      !are_known(c, call, LW_TYPE_REAL, n, reference)) {
    return LW_CALL_ERROR;
  }
  for (size_t i = 0; i < n; i++) {
    const lw_variable* row       = lw_variables_row(c->variables, reference[i]);
    const char*        complaint = NULL;
    if (row->causality != LW_INPUT) {
      complaint = "is not an input";
    } else if (order[i] < 1 || order[i] > 2) {
      complaint = "has derivatives of order 1 and 2";
    } else if (!isfinite(value[i])) {
      complaint = "needs a finite derivative";
    }
    if (complaint) {
      return lw_fail(c, call, LW_CALL_ERROR, "value reference %u, order %d: %s %s", reference[i],
                     order[i], c->variables->names + row->name, complaint);
    }
  }
  lw_component_unsettle(c);
  for (size_t i = 0; i < n; i++) {
    const lw_variable* row   = lw_variables_row(c->variables, reference[i]);
    const int          input = row->first + (int)(reference[i] - row->reference);
    (void)lw_instance_set_input(c->instance, input, order[i], value[i]);
  }
  return LW_CALL_OK;
}

lw_outcome lw_get_output_derivatives(lw_component* c, const lw_call* call, size_t n,
                                     const unsigned reference[], const int order[], double value[])
{
  if (!are_there(c, call, n, reference, value) || !are_there(c, call, n, order, order) ||
      !are_known(c, call, LW_TYPE_REAL, n, reference)) {
    return LW_CALL_ERROR;
  }
  for (size_t i = 0; i < n; i++) {
    const lw_variable* row = lw_variables_row(c->variables, reference[i]);
    if ((row->causality != LW_OUTPUT && row->causality != LW_LOCAL) || order[i] < 1) {
      return lw_fail(c, call, LW_CALL_ERROR, "value reference %u, order %d: %s", reference[i],
                     order[i], order[i] < 1 ? "orders begin with 1" : "this is not an output");
    }
    /* all derivatives beyond the second are reported as zero: the integration
     * rule is of second order */
    value[i]               = 0.0;
    const lw_status status = order[i] > 2
                                 ? LW_OK
                                 : lw_variables_get_derivative(c->variables, c->instance,
                                                               reference[i], order[i], &value[i]);
    if (status != LW_OK || !isfinite(value[i])) {
      value[i] = 0.0;
      return lw_leave(c, call, status != LW_OK ? status : LW_RETRY_SINGULAR, NULL);
    }
  }
  return LW_CALL_OK;
}

/* ---- derivatives with respect to inputs and parameters ------------------------------------ */

lw_outcome lw_get_directional(lw_component* c, const lw_call* call, size_t nunknown,
                              const unsigned unknown[], size_t nknown, const unsigned known[],
                              const double change[], double derivative[])
{
  if (!are_there(c, call, nunknown, unknown, derivative) ||
      !are_there(c, call, nknown, known, change)) {
    return LW_CALL_ERROR;
  }
  const lw_outcome settled = lw_component_settle(c);
  if (settled != LW_CALL_OK) {
    return settled;
  }
  const bool initialise = lw_component_state(c) == LW_STATE_INITIALIZATION;
  for (size_t i = 0; i < nknown && !initialise; i++) {
    const lw_variable* row = lw_variables_row(c->variables, known[i]);
    if (row && row->variability == LW_FIXED_VALUE) {
      return lw_fail(c, call, LW_CALL_ERROR,
                     "parameter %s is fixed: it is known during initialisation",
                     c->variables->names + row->name);
    }
  }
  lw_diag            diag      = {0};
  const lw_direction direction = {nknown, known, change};
  const lw_point     point     = {.variables  = c->variables,
                                  .instance   = c->instance,
                                  .continuous = c->continuous,
                                  .initialise = initialise,
                                  .t0         = c->head.start};
  const lw_status    status =
      lw_variables_get_directional(&point, &direction, nunknown, unknown, derivative, &diag);
  return lw_leave(c, call, status, &diag);
}
