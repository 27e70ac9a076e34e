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

#endif
