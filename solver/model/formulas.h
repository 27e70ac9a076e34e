/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * formulas.h - values that follow from the parameters of a mechanism.
 *
 *   check, find   once, by lw_model_finish()
 *   compute       by lw_model_finish(), and by an instance whenever a parameter has been set
 */
#ifndef LW_MODEL_FORMULAS_H
#define LW_MODEL_FORMULAS_H

#include "model/elements.h"
#include <linkwork/model.h>

/* Check that every formula can be computed: its instructions are valid, it reads only parameters,
 * and formulas come after those whose results they read, so that there is no cycle.
 *   Needs       a model whose slots and references are valid
 *   Allocates   scratch memory, freed before it returns
 *   Returns     LW_OK, LW_ERR_INPUT, LW_ERR_MEMORY
 *   Nullable    diag */
lw_status lw_model_check_formulas(const lw_model* model, lw_diag* diag);

/* Fill model->computed from the formulas. Returns false: no memory. */
bool lw_model_find_computed(lw_model* model);

/* Compute all values that follow from parameters. Results may be infinite or NaN.
 *   Needs       a model that passed lw_model_check_formulas(); value has model->nvalue entries
 *   Allocates   nothing */
void lw_model_compute(const lw_model* model, double* value);

/* Tell whether the origin of a frame in the world follows from parameters, its body in the pose of
 * the values.
 *   Needs       lw_model_find_computed() */
bool lw_model_frame_is_computed(const lw_model* model, int frame);

/* Distance of the ends of a spring in the pose of the values [m]. */
double lw_model_spring_length(const lw_model* model, const double* value, const lw_spring* spring);

/* Append to a message about an element the formulas of its attributes, as ` (mass="rho*L")`: of the
 * attributes that the message mentions, or of all if it mentions none.
 *   Nullable    diag */
void lw_model_add_formula_texts(const lw_model* model, const lw_element* element, lw_diag* diag);

#endif
