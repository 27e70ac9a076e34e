/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check.h - the rules that a mechanism must satisfy.
 *
 * Names, references and settings are fixed once lw_model_finish() has checked them. Values may
 * change later, so an instance applies the same rules to its own copy of them. The first broken
 * rule is reported, always the same one for the same model.
 */
#ifndef LW_MODEL_CHECK_H
#define LW_MODEL_CHECK_H

#include <linkwork/model.h>

/* A quaternion whose length differs from 1 by more is a mistake in the file; a smaller
 * difference is rounding. */
#define LW_UNIT_LENGTH_TOLERANCE 1e-3

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

/* Check only the elements that own one of the n values from a slot on, after these have been set.
 *   Needs       a finished model
 *   Returns     as lw_model_check_values() */
lw_status lw_model_check_slots(const lw_model* model, const double* value, lw_slot slot, int n,
                               lw_diag* diag);

/* The same with the rules for single numbers only, which a number breaks whatever the others
 * are: a negative mass breaks one, an inertia does not while some of its six numbers are still
 * to be set. */
lw_status lw_model_check_single(const lw_model* model, const double* value, lw_slot slot, int n,
                                lw_diag* diag);

/* Check that the formulation exists and supports the integrator and the other settings. */
lw_status lw_model_check_formulation(const lw_model* model, lw_diag* diag);

/* The integrator of a model; the default of its formulation where the file names none. */
lw_integrator lw_integrator_of(const lw_model* model);

/* Compute the origin of a frame in world coordinates [m], with its body in the pose given by the
 * values.
 *   Needs       a valid frame on a body whose slots are filled */
void lw_model_frame_origin(const lw_model* model, const double* value, int frame, double r[3]);

#endif
