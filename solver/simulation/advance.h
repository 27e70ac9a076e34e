/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * advance.h - bring an instance up to date.
 */
#ifndef LW_ADVANCE_H
#define LW_ADVANCE_H

#include "instance/instance.h"
#include <linkwork/diag.h>

/* Recompute what is not current: constants after values were set, accelerations and multipliers
 * after values or inputs were set. Positions and Jacobians are those of the present state
 * afterwards.
 *   Returns     LW_OK, LW_ERR_INPUT, LW_RETRY_SINGULAR */
lw_status lw_instance_update(lw_instance* instance, lw_diag* diag);

/* Factor the masses and constraints of the present positions, unless that is current.
 *   Needs       lw_instance_update()
 *   Returns     LW_OK, LW_RETRY_SINGULAR */
lw_status lw_instance_factor(lw_instance* instance, lw_diag* diag);

#endif
