/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * entry.c - how every exported function begins and ends.
 */
#include "entry.h"

#include <stdarg.h>
#include <stdio.h>

/* Write the names of the states in which a call is allowed, separated by commas. */
static void list_states(const lw_component* c, const lw_call* call, char* text, size_t size)
{
  size_t used = 0;
  text[0]     = '\0';
  for (int i = 0; i < LW_STATE_COUNT; i++) {
    if (c->state_name[i] && lw_call_allowed(call, (lw_call_state)i) && used < size) {
      const int n = snprintf(text + used, size - used, "%s%s", used ? ", " : "", c->state_name[i]);
      used += n > 0 ? (size_t)n : 0;
    }
  }
}

void lw_refuse(const lw_component* c, const lw_call* call)
{
  char states[160]; /* the names of all states have 110 characters */
  list_states(c, call, states, sizeof states);
  /* importers that continue after a discarded step show this message, and not the
   * earlier one with the reason */
  const lw_call_state state  = lw_component_state(c);
  const bool          failed = state == LW_STATE_STEP_FAILED && *c->failure.text;
  (void)lw_fail(c, call, LW_CALL_ERROR, "not allowed in the state %s%s%s%s%s", c->state_name[state],
                *states ? ", but in " : "", states, failed ? "; the last step failed: " : "",
                failed ? c->failure.text : "");
}

lw_outcome lw_fail(const lw_component* c, const lw_call* call, lw_outcome outcome,
                   const char* format, ...)
{
  char    text[sizeof((lw_diag*)0)->text];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return lw_fmu_log_write(&c->log, outcome, "%s: %s", call->name, text);
}

lw_outcome lw_give_reason(const lw_component* c, const lw_call* call, lw_status status,
                          const lw_diag* diag)
{
  return lw_fail(c, call, LW_CALL_ERROR, "%s",
                 diag && *diag->text ? diag->text : lw_status_text(status));
}

lw_outcome lw_require(const lw_component* c, const lw_call* call, lw_interface wanted)
{
  static const char* const name[] = {
      [LW_CO_SIMULATION] = "co-simulation", [LW_MODEL_EXCHANGE] = "model exchange"};
  return c->interface == wanted
             ? LW_CALL_OK
             : lw_fail(c, call, LW_CALL_ERROR, "this instance is for %s", name[c->interface]);
}
