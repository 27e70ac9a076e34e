/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * description_structure.h - the ModelStructure of modelDescription.xml, FMI 2.0 and 3.0.
 */
#ifndef LW_DESCRIPTION_STRUCTURE_H
#define LW_DESCRIPTION_STRUCTURE_H

#include <stdbool.h>

#include <linkwork/status.h>
#include <linkwork/text.h>
#include <linkwork/variables.h>

/* Append the outputs, derivatives of states and initial unknowns with what they depend on, for
 * FMI 2 or 3; indicators: the value reference of the event indicators of FMI 3.
 *   Returns     LW_OK, LW_ERR_MEMORY
 *   Nullable    indicators: there are none */
lw_status lw_add_structure(lw_text* text, const lw_variables* variables, int fmi,
                           bool model_exchange, const unsigned* indicators);

/* Tell whether the lists of the states on which outputs depend are short enough to be written.
 * Where they are not, long lists are left out in the description of a model for model exchange; by
 * the standard that means that these outputs depend on all inputs at once.
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_description_fits(const lw_variables* variables, bool* fits);

#endif
