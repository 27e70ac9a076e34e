/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check.h - the rules that a mechanism must satisfy.
 *
 * Structure is what lw_model_finish() fixes for good: names, references, settings. Values may change
 * later, so an instance applies the same rules to its own copy of them. The first rule that is broken
 * is reported, always the same one for the same model.
 */
#ifndef LW_MODEL_CHECK_H
#define LW_MODEL_CHECK_H

#include <linkwork/model.h>

/* Check names, indices, slots and settings.
 *   Allocates   scratch memory, freed before it returns
 *   Returns     LW_OK, LW_ERR_INPUT with line and reason, LW_ERR_MEMORY
 *   Nullable    diag */
lw_status lw_model_check_structure(const lw_model* model, lw_diag* diag);

/* Check a vector of values against the rules of every element.
 *   Needs       a model that passed lw_model_check_structure(); value has model->nvalue entries
 *   Allocates   nothing
 *   Returns     LW_OK, LW_ERR_INPUT with line and reason
 *   Nullable    diag */
lw_status lw_model_check_values(const lw_model* model, const double* value, lw_diag* diag);

/* The same for the elements alone that own one of the n values from a slot on: what has to be looked
 * at again after these have been set.
 *   Needs       a finished model */
lw_status lw_model_check_slots(const lw_model* model, const double* value, lw_slot slot, int n,
                               lw_diag* diag);

/* The same, but only the rules that a number breaks by itself, whatever the others are: a negative mass, but not
 * six numbers of an inertia of which some are still to come. */
lw_status lw_model_check_single(const lw_model* model, const double* value, lw_slot slot, int n,
                                lw_diag* diag);

/* Does the formulation exist, and does it go with the integrator and the other settings? */
lw_status lw_model_check_formulation(const lw_model* model, lw_diag* diag);

/* The integrator of a model, its formulation's own where the file leaves the choice. */
lw_integrator lw_integrator_of(const lw_model* model);

/* The origin of a frame in the world, in the pose that the values give [m].
 *   Needs       a valid frame on a body whose slots are filled */
void lw_model_frame_origin(const lw_model* model, const double* value, int frame, double r[3]);

#endif
