/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * builder.h - a variable table while it grows; for rows.c and parameters.c.
 */
#ifndef LW_VARIABLE_BUILDER_H
#define LW_VARIABLE_BUILDER_H

#include <linkwork/variables.h>

/* Growing table. The first lack of memory sticks; the rows after it are dropped. */
typedef struct lw_row_builder {
  lw_variables* table;
  size_t        row_cap;
  size_t        names_used, names_cap;
  bool          failed;
} lw_row_builder;

/* The element whose rows are being added. */
typedef struct lw_row_owner {
  const char* name; /* as in the file, or "" for no element */
  int         index;
} lw_row_owner;

/* Add a row named owner.suffix, or owner where there is no suffix. */
void lw_row_add(lw_row_builder* b, const lw_row_owner* o, const char* suffix, lw_variable row);

/* Which coordinates of a joint are angles: bit i for coordinate i. */
unsigned lw_row_joint_angles(const lw_model* model, int joint);

/* Add all parameters. */
void lw_variable_parameters_add(lw_row_builder* b, const lw_model* model);

#endif
