/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * table.h - a CSV file of numbers with a line of column names: references and results.
 */
#ifndef LW_TEST_TABLE_H
#define LW_TEST_TABLE_H

typedef struct lw_test_table {
  char*   text;  /* the heading, its names terminated   */
  char**  name;  /* names of the columns         (ncol) */
  double* value; /* row by row            (nrow x ncol) */
  int     ncol, nrow;
} lw_test_table;

/* Read a file. The running test fails where that is not possible. */
lw_test_table lw_test_table_read(const char* path);

/* Free what a table holds. */
void lw_test_table_free(lw_test_table* table);

/* Index of a column. The running test fails where there is none of that name. */
int lw_test_table_column(const lw_test_table* table, const char* name);

/* Index of the row whose first column is t, to 1e-9; fails where there is none. */
int lw_test_table_row(const lw_test_table* table, double t);

/* One number. */
double lw_test_table_at(const lw_test_table* table, int row, const char* name);

#endif
