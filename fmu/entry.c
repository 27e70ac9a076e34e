/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * entry.c - how every exported function begins and ends.
 */
#include "entry.h"

#include <stdarg.h>
#include <stdio.h>

void lw_refuse(const lw_component* c, lw_call call)
{
  char states[160]; /* the names of all states have 73 characters */
  lw_call_states(call, states, sizeof states);
  /* importers that continue after fmi2Discard show this message, and not the
   * earlier one with the reason */
  const bool failed = lw_component_state(c) == LW_STATE_STEP_FAILED && *c->failure.text;
  (void)lw_fail(c, call, fmi2Error, "not allowed in the state %s%s%s%s%s",
                lw_call_state_name(lw_component_state(c)), *states ? ", but in " : "", states,
                failed ? "; the last step failed: " : "", failed ? c->failure.text : "");
}

fmi2Status lw_fail(const lw_component* c, lw_call call, fmi2Status status, const char* format, ...)
{
  char    text[sizeof((lw_diag*)0)->text];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return lw_fmu_log_write(&c->log, status, "%s: %s", lw_call_name(call), text);
}

fmi2Status lw_give_reason(const lw_component* c, lw_call call, lw_status status,
                          const lw_diag* diag)
{
  return lw_fail(c, call, fmi2Error, "%s",
                 diag && *diag->text ? diag->text : lw_status_text(status));
}
