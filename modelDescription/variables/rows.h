/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rows.h - the rows of the variable table; used by variables.c only.
 */
#ifndef LW_VARIABLE_ROWS_H
#define LW_VARIABLE_ROWS_H

#include <linkwork/variables.h>

/* Fill row, names and the counts of a table whose model is set and everything else zero.
 *   Allocates   row and names, which belong to the table also on failure
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_variable_rows_build(lw_variables* table);

#endif
