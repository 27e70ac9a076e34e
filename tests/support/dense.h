/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dense.h - one dense solve: what sparse and structured solvers are compared with.
 */
#ifndef LW_TEST_DENSE_H
#define LW_TEST_DENSE_H

/* Solve A x = b in place of b, by elimination with partial pivoting. A (n x n, row-major) is lost.
 * The running test fails where A is singular. */
void lw_test_dense_solve(int n, double A[], double b[]);

/* Rank of the rows of A (m x n), which is lost: rows that are shorter than tolerance after the
 * others have been taken out of them do not count. */
int lw_test_dense_rank(int m, int n, double A[], double tolerance);

#endif
