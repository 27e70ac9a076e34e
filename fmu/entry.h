/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * entry.h - how every exported function begins and ends.
 */
#ifndef LW_ENTRY_H
#define LW_ENTRY_H

#include "component.h"

/* Say that a call is not allowed in the state of a component. */
void lw_refuse(const lw_component* component, const lw_call* call);

/* Get the component of a handle if a call is allowed in its state. Otherwise return NULL after a
 * message: then the call ends with an error and changes nothing. */
static inline lw_component* lw_enter(void* handle, const lw_call* call)
{
  lw_component* c = handle;
  if (!c || lw_call_allowed(call, lw_component_state(c))) {
    return c;
  }
  lw_refuse(c, call);
  return NULL;
}

/* Say why a call fails: "fmi2DoStep: " and the text. Returns outcome. */
lw_outcome lw_fail(const lw_component* component, const lw_call* call, lw_outcome outcome,
                   const char* format, ...) LW_PRINTF(4, 5);

/* Say why a call failed: the reason or, if there is none, the text of the
 * status. Returns LW_CALL_ERROR. */
lw_outcome lw_give_reason(const lw_component* component, const lw_call* call, lw_status status,
                          const lw_diag* diag);

/* Refuse a call that belongs to the other interface only.
 *   Returns     LW_CALL_OK; LW_CALL_ERROR after a message */
lw_outcome lw_require(const lw_component* component, const lw_call* call, lw_interface wanted);

/* The end of a call: LW_CALL_OK, or LW_CALL_ERROR after the reason. */
static inline lw_outcome lw_leave(const lw_component* component, const lw_call* call,
                                  lw_status status, const lw_diag* diag)
{
  return status == LW_OK ? LW_CALL_OK : lw_give_reason(component, call, status, diag);
}

#endif
