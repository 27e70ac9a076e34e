/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * row_rank.h - which rows of a matrix depend on which.
 *
 *   theory   section 4.4
 */
#ifndef LW_DEPENDENCE_H
#define LW_DEPENDENCE_H

#include <linkwork/status.h>

/* Rows are chosen one by one, each time the one that is longest without its part along those chosen
 * before. What that length is, is its pivot. The rows that are left depend on the chosen ones. */
typedef struct lw_row_rank {
  int  nrow, rank;
  int* chosen;   /* rows in the order in which they were chosen; then the others   (nrow)         */
  double* pivot; /* descending                                                     (rank)         */
  double* coef;  /* of each row along the orthogonal directions found    (nrow x most)            */
  int     most;  /* the smaller one of the numbers of rows and columns                            */
} lw_row_rank;

/* Analyse a dense matrix, row by row. Rows shorter than tolerance count as dependent.
 *   Changes     a: it is used up
 *   Allocates   what lw_dependence_free() frees, also after a failure
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_row_rank_compute(int nrow, int ncol, double* a, double tolerance,
                              lw_row_rank* dependence);

void lw_dependence_free(lw_row_rank* dependence);

/* The combination of rows that vanishes, as far as the first `basis` chosen rows can make it: c of the
 * given row is 1, of other rows that are not among these 0.
 *   Needs       a row that is not among these */
void lw_dependence_combine(const lw_row_rank* dependence, int row, int basis, double c[]);

#endif
