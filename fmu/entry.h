/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * entry.h - how every exported function begins and ends.
 */
#ifndef LW_ENTRY_H
#define LW_ENTRY_H

#include "component.h"

/* Say that a call is not allowed in the state of a component. */
void lw_refuse(const lw_component* component, lw_call call);

/* Get the component of a handle if a call is allowed in its state. Otherwise return NULL after a
 * message: then the call ends with fmi2Error and changes nothing. */
static inline lw_component* lw_enter(fmi2Component handle, lw_call call)
{
  lw_component* c = handle;
  if (!c || lw_call_allowed(call, lw_component_state(c))) {
    return c;
  }
  lw_refuse(c, call);
  return NULL;
}

/* Say why a call fails: "fmi2DoStep: " and the text. Returns status. */
fmi2Status lw_fail(const lw_component* component, lw_call call, fmi2Status status,
                   const char* format, ...) LW_PRINTF(4, 5);

/* Say why a call failed: the reason or, if there is none, the text of the
 * status. Returns fmi2Error. */
fmi2Status lw_give_reason(const lw_component* component, lw_call call, lw_status status,
                          const lw_diag* diag);

/* The end of a call: fmi2OK, or fmi2Error after the reason. */
static inline fmi2Status lw_leave(const lw_component* component, lw_call call, lw_status status,
                                  const lw_diag* diag)
{
  return status == LW_OK ? fmi2OK : lw_give_reason(component, call, status, diag);
}

#endif
