/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * csv.h - a table of numbers over time from a CSV file.
 *
 * The first line has the names, "time" first; blank lines and lines that
 * start with '#' are ignored.
 */
#ifndef LW_CSV_H
#define LW_CSV_H

#include <stddef.h>

#include <linkwork/diag.h>

typedef struct lw_csv {
  char*   text;  /* the file; names point into it                 */
  char**  name;  /* names of the columns             (ncol)       */
  double* value; /* row by row                       (nrow x ncol) */
  size_t  ncol, nrow;
  size_t  near; /* row that the last look-up started from        */
} lw_csv;

/* Read a file. Times must not decrease; two rows with the same time are a jump.
 *   Returns     LW_OK; LW_ERR_FILE, LW_ERR_INPUT, LW_ERR_MEMORY with line and reason; the
 *               table is empty on failure */
lw_status lw_csv_read(const char* path, lw_csv* csv, lw_diag* diag);

/* The same from a text, which belongs to the table from then on, also where it is refused.
 *   Needs       it is terminated, and was allocated */
lw_status lw_csv_parse(char* text, size_t size, lw_csv* csv, lw_diag* diag);

/* Free the memory of a table. */
void lw_csv_free(lw_csv* csv);

/* Piecewise linear values of all columns at a time, constant outside the table. At a jump,
 * value has the numbers after it, and before those before it. The search is fast if times
 * increase from call to call.
 *   Needs       nrow > 0; value and before have room for ncol numbers, the first is the time */
void lw_csv_interpolate(lw_csv* csv, double time, double value[], double before[]);

#endif
