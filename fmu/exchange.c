/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exchange.c - the calls of model exchange: states, their derivatives, events.
 */
#include "exchange.h"

/* ---- states ------------------------------------------------------------------------------- */

size_t lw_exchange_states(const lw_component* c)
{
  return (size_t)lw_continuous_list(c->continuous)->nstate;
}

size_t lw_exchange_indicators(const lw_component* c)
{
  return (size_t)lw_continuous_indicator_count(c->model);
}

/* Tell whether an array of the right size is there. */
static bool is_there(const lw_component* c, const lw_call* call, size_t n, size_t right,
                     const void* array)
{
  if (n != right) {
    (void)lw_fail(c, call, LW_CALL_ERROR, "there is room for %zu numbers, but there are %zu", n,
                  right);
    return false;
  }
  if (n > 0 && !array) {
    (void)lw_fail(c, call, LW_CALL_ERROR, "an array is missing");
    return false;
  }
  return true;
}

/* How a call ends that computes at the present states. */
static lw_outcome leave(const lw_component* c, const lw_call* call, lw_status status,
                        const lw_diag* diag)
{
  return lw_status_is_retry(status) ? lw_fail(c, call, LW_CALL_DISCARD, "%s", diag->text)
                                    : lw_leave(c, call, status, diag);
}

lw_outcome lw_exchange_set_time(lw_component* c, const lw_call* call, double t)
{
  return lw_continuous_set_time(c->continuous, t) == LW_OK
             ? LW_CALL_OK
             : lw_fail(c, call, LW_CALL_ERROR, "the time must be finite");
}

lw_outcome lw_exchange_set_states(lw_component* c, const lw_call* call, size_t n, const double x[])
{
  if (!is_there(c, call, n, lw_exchange_states(c), x)) {
    return LW_CALL_ERROR;
  }
  lw_outcome outcome = lw_component_settle(c);
  if (outcome == LW_CALL_OK && lw_continuous_set_states(c->continuous, x) != LW_OK) {
    outcome = lw_fail(c, call, LW_CALL_DISCARD, "the states must be finite");
  }
  return outcome;
}

lw_outcome lw_exchange_get_states(lw_component* c, const lw_call* call, size_t n, double x[])
{
  if (!is_there(c, call, n, lw_exchange_states(c), x)) {
    return LW_CALL_ERROR;
  }
  const lw_outcome outcome = lw_component_settle(c);
  if (outcome == LW_CALL_OK) {
    lw_continuous_get_states(c->continuous, x);
  }
  return outcome;
}

lw_outcome lw_exchange_get_rates(lw_component* c, const lw_call* call, size_t n, double rate[])
{
  lw_diag diag = {0};
  if (!is_there(c, call, n, lw_exchange_states(c), rate)) {
    return LW_CALL_ERROR;
  }
  const lw_outcome outcome = lw_component_settle(c);
  return outcome == LW_CALL_OK
             ? leave(c, call, lw_continuous_rates(c->continuous, rate, &diag), &diag)
             : outcome;
}

lw_outcome lw_exchange_get_nominals(lw_component* c, const lw_call* call, size_t n,
                                    double nominal[])
{
  if (!is_there(c, call, n, lw_exchange_states(c), nominal)) {
    return LW_CALL_ERROR;
  }
  lw_continuous_nominals(c->continuous, nominal);
  return LW_CALL_OK;
}

lw_outcome lw_exchange_get_indicators(lw_component* c, const lw_call* call, size_t n,
                                      double indicator[])
{
  lw_diag diag = {0};
  if (!is_there(c, call, n, lw_exchange_indicators(c), indicator)) {
    return LW_CALL_ERROR;
  }
  const lw_outcome outcome = lw_component_settle(c);
  return outcome == LW_CALL_OK
             ? leave(c, call, lw_continuous_indicators(c->continuous, indicator, &diag), &diag)
             : outcome;
}

/* ---- events ------------------------------------------------------------------------------- */

/* A singular configuration ends the simulation, with a message and without an error. */
static lw_outcome end(const lw_component* c, const lw_call* call, lw_status status,
                      const lw_diag* diag, bool* terminate)
{
  *terminate = lw_status_is_retry(status);
  if (*terminate) {
    /* the call succeeds, but everybody should see why */
    (void)lw_fail(c, call, LW_CALL_ERROR, "%s; the simulation ends here", diag->text);
    return LW_CALL_OK;
  }
  return lw_leave(c, call, status, diag);
}

lw_outcome lw_exchange_step_completed(lw_component* c, const lw_call* call, bool* event,
                                      bool* terminate)
{
  lw_diag         diag   = {0};
  const lw_status status = lw_continuous_check(c->continuous, event, &diag);
  return end(c, call, status, &diag, terminate);
}

lw_outcome lw_exchange_enter_event(lw_component* c, const lw_call* call)
{
  (void)call;
  lw_component_set_state(c, LW_STATE_EVENT);
  return LW_CALL_OK;
}

lw_outcome lw_exchange_enter_continuous(lw_component* c, const lw_call* call)
{
  (void)call;
  const lw_outcome outcome = lw_component_settle(c);
  if (outcome == LW_CALL_OK) {
    c->head.begun = 1.0;
    lw_component_set_state(c, LW_STATE_CONTINUOUS);
  }
  return outcome;
}

lw_outcome lw_exchange_update_discrete(lw_component* c, const lw_call* call, bool* changed,
                                       bool* terminate)
{
  lw_diag diag             = {0};
  *changed                 = false;
  *terminate               = false;
  const bool       settled = c->head.settled > 0.0;
  const lw_outcome outcome = lw_component_settle(c);
  if (outcome != LW_CALL_OK) {
    return outcome;
  }
  const lw_status status = lw_continuous_close(c->continuous, changed, &diag);
  *changed               = *changed || !settled;
  return end(c, call, status, &diag, terminate);
}
