/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * row_rank.h - the rank of a dense matrix, and how its dependent rows follow from the others.
 *
 *     lw_row_rank r = {0};
 *     lw_row_rank_compute(nrow, ncol, a, tolerance, &r);
 *     lw_row_rank_combine(&r, r.chosen[r.rank], r.rank, c);     a combination of rows that vanishes
 *     lw_row_rank_free(&r);
 *
 *   theory   section 4.4
 */
#ifndef LW_ROW_RANK_H
#define LW_ROW_RANK_H

#include <linkwork/status.h>

/* Rows are chosen one by one. Each time it is the row that is longest after its components along
 * the rows chosen before have been removed; this remaining length is its pivot. Rows that are
 * never chosen depend on the chosen ones. */
typedef struct lw_row_rank {
  int     nrow, rank;
  int*    chosen;   /* rows in the order in which they were chosen, then the others   (nrow) */
  double* pivot;    /* remaining length of each chosen row, descending                (rank) */
  double* coef;     /* components of each row along the orthogonal directions (nrow x rank_max) */
  int     rank_max; /* the smaller of the numbers of rows and columns */
} lw_row_rank;

/* Choose the rows of a dense matrix, stored row by row. A row whose remaining length is below the
 * tolerance counts as dependent.
 *   Changes     a: its contents are lost
 *   Allocates   arrays that lw_row_rank_free() frees, also after a failure
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_row_rank_compute(int nrow, int ncol, double* a, double tolerance, lw_row_rank* r);

void lw_row_rank_free(lw_row_rank* r);

/* The combination c of rows that the first `basis` chosen rows can bring closest to zero:
 *   sum c_i (row i) = 0 where the row depends on them. c is 1 for the given row and 0 for every
 *   further row outside the basis.                                                        (4.15)
 *   Needs       a row that is not among the first `basis` chosen ones */
void lw_row_rank_combine(const lw_row_rank* r, int row, int basis, double c[]);

#endif
