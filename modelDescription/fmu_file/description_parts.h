/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * description_parts.h - what modelDescription.xml has in every version of FMI: attributes, units,
 * types, log categories, the experiment.
 */
#ifndef LW_DESCRIPTION_PARTS_H
#define LW_DESCRIPTION_PARTS_H

#include <stdbool.h>

#include <linkwork/text.h>
#include <linkwork/variables.h>

/* Append an attribute: a text, a number with as many digits as its bits need, a text unless it is
 * empty, the range of the values that a parameter may have. */
void lw_add_attribute(lw_text* text, const char* name, const char* value);
void lw_add_real(lw_text* text, const char* name, double value);
void lw_add_given(lw_text* text, const char* name, const char* value);
void lw_add_bounds(lw_text* text, const lw_variable* row);

/* Append causality, variability and initial, in the combinations that the standard allows, for
 * FMI 2 or 3. */
void lw_add_kind(lw_text* text, int fmi, const lw_variable* row);

/* Append the type, unit and display unit of a variable as attributes, for FMI 2 or 3. */
void lw_add_unit(lw_text* text, int fmi, const lw_variable* row, lw_unit unit);

/* Append all units that variables have, in the order of their numbers; then the types of those, for
 * FMI 2 or 3. Returns false: no memory. */
bool lw_add_units(lw_text* text, int fmi, const lw_variables* variables);

/* Append the log categories and the default experiment. */
void lw_add_settings(lw_text* text, const lw_model* model);

#endif
