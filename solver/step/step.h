/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * step.h - bring an instance up to date, and advance it.
 */
#ifndef LW_STEP_H
#define LW_STEP_H

#include "instance/instance.h"
#include "step/method.h"
#include "step/substeps.h"

extern const lw_method lw_index3_method;

/* Recompute what waits for it: constants after values were set, accelerations and multipliers after
 * values or inputs were set. Positions and Jacobians are those of the present state afterwards.
 *   Returns     LW_OK, LW_ERR_INPUT, LW_RETRY_SINGULAR */
lw_status lw_instance_update(lw_instance* instance, lw_diag* diag);

/* Factor the masses and constraints of the present positions, unless that is at hand.
 *   Needs       lw_instance_update()
 *   Returns     LW_OK, LW_RETRY_SINGULAR */
lw_status lw_instance_factor(lw_instance* instance, lw_diag* diag);

#endif
