/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view_live.h - what a page needs to simulate a mechanism itself: its model, and what can be set.
 */
#ifndef LW_VIEW_LIVE_H
#define LW_VIEW_LIVE_H

#include <linkwork/diag.h>
#include <linkwork/text.h>
#include <linkwork/variables.h>

/* Copy a model for a page: it computes with the portable kernel and one thread, as a browser does,
 * and each of its bodies, if they are not many, has a force at its centre of mass and a torque, by
 * which it is pulled.
 *   Allocates   *live, for lw_model_destroy()
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_view_live_model(const lw_model* model, lw_model** live);

/* Append "live": {"start", "step", "set": [[reference, value]],
 *                 "pulls": [[reference of the force, of the torque]],
 *                 "dials": [{"name", "unit", "text", "reference", "start", "input"}]}
 * to an object: the values that are set before the start; the inputs by which each body is pulled,
 * none if they are many; the other inputs, and the tunable parameters if they are not many.
 *   Needs       variables of such a copy
 *   Allocates   *model, the bytes of a .lwm file
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_view_live(const lw_variables* variables, double start, double step, int nset,
                       const char* const set[], lw_text* json, lw_text* model);

/* Take "NAME=VALUE" apart.
 *   Returns     false: there is no such variable */
bool lw_view_setting(const lw_variables* variables, const char* set, unsigned* reference,
                     double* value);

#endif
