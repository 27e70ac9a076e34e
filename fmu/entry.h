/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * entry.h - how every exported function begins and ends.
 */
#ifndef LW_ENTRY_H
#define LW_ENTRY_H

#include "component.h"

/* The component behind a handle where a call is allowed in its state; else NULL, after a message: the
 * call ends with fmi2Error and changes nothing. */
lw_component* lw_enter(fmi2Component handle, lw_call call);

/* Say why a call fails: "fmi2DoStep: " and the text. Returns status. */
fmi2Status lw_fail(const lw_component* component, lw_call call, fmi2Status status,
                   const char* format, ...) LW_PRINTF(4, 5);

/* The end of a call: fmi2OK, or fmi2Error with the reason or, where there is none, the status' text. */
fmi2Status lw_leave(const lw_component* component, lw_call call, lw_status status,
                    const lw_diag* diag);

#endif
