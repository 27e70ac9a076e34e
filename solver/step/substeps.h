/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * substeps.h - a communication step as internal steps, halved where they fail, by several threads.
 */
#ifndef LW_SUBSTEPS_H
#define LW_SUBSTEPS_H

#include "instance/instance.h"
#include <linkwork/diag.h>

/* Advance by a communication step in equal internal steps of the instance's method, no longer than
 * the model's, each halved up to fourteen times where it fails.
 *   Changes     where it cannot go on, the state is that of the last good time
 *   Returns     LW_OK, LW_ERR_USAGE, and as lw_method.step */
lw_status lw_substeps(lw_instance* instance, double step, lw_diag* diag);

/* Most halvings of an internal step, before it is given up. */
#define LW_HALVINGS_MAX 14

/* Do several threads take part in steps, where the process has more than one? */
bool lw_pays_threads(const lw_instance* instance);

/* How many threads take part in the next step. */
int lw_choose_threads(const lw_instance* instance);

#endif
