/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * advance.h - recompute the quantities of an instance that are not current.
 */
#ifndef LW_ADVANCE_H
#define LW_ADVANCE_H

#include "instance/instance.h"
#include <linkwork/diag.h>

/* Recompute the quantities that are not current: constants after values were set, accelerations and
 * multipliers after values or inputs were set. Afterwards all quantities of the positions,
 * Jacobians included, are those of the present state.
 *   Returns     LW_OK, LW_ERR_INPUT, LW_RETRY_SINGULAR */
lw_status lw_instance_update(lw_instance* instance, lw_diag* diag);

/* Factor the masses and constraints at the present positions, unless the factorisation is current.
 *   Needs       lw_instance_update()
 *   Returns     LW_OK, LW_RETRY_SINGULAR */
lw_status lw_instance_factor(lw_instance* instance, lw_diag* diag);

#endif
