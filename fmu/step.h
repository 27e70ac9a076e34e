/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * step.h - a communication step of co-simulation.
 */
#ifndef LW_STEP_H
#define LW_STEP_H

#include "entry.h"

/* Advance from the communication point t by h. The state is LW_STATE_STEP_FAILED after a step that
 * is discarded; the instance is then at the last good time, and component->failure has the reason.
 *   Returns     LW_CALL_OK, LW_CALL_DISCARD; LW_CALL_ERROR where t or h are wrong */
lw_outcome lw_component_step(lw_component* component, const lw_call* call, double t, double h);

/* Called after each internal step but the last, at time t. Returns whether the step ends there. */
typedef bool lw_step_part_done(void* context, double t);

/* The same, internal step by internal step, with a call after each. */
lw_outcome lw_component_step_in_parts(lw_component* component, const lw_call* call, double t,
                                      double h, lw_step_part_done* done, void* context);

#endif
