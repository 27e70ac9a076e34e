/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view_live.h - what a page needs to simulate a mechanism itself: its model, and what can be set.
 */
#ifndef LW_VIEW_LIVE_H
#define LW_VIEW_LIVE_H

#include <linkwork/diag.h>
#include <linkwork/text.h>
#include <linkwork/variables.h>

/* Append "live": {"start", "step", "set": [[reference, value]],
 *                 "dials": [{"name", "unit", "text", "reference", "start", "input"}]}
 * to an object: the values that are set before the start, and the inputs and tunable parameters.
 * The model computes with the portable kernel and one thread, as a browser does.
 *   Allocates   *model, the bytes of a .lwm file
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_view_live(const lw_variables* variables, double start, double step, int nset,
                       const char* const set[], lw_text* json, lw_text* model);

/* Take "NAME=VALUE" apart.
 *   Returns     false: there is no such variable */
bool lw_view_setting(const lw_variables* variables, const char* set, unsigned* reference,
                     double* value);

#endif
