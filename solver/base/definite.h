/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * definite.h - small dense matrices that are symmetric and positive definite or semidefinite.
 *
 *   lw_definite_invert          blocks of at most six rows, all independent
 *   lw_semidefinite_choose      which rows of a larger matrix are independent
 *   lw_definite_factor, _solve  those rows, whose matrix has a band or an envelope
 *   lw_semidefinite_solve       a matrix with dependent rows, solved over the independent ones
 *
 * A choice of rows is a list of their indices. It is a list of doubles, because it is part of the
 * state of an instance.
 */
#ifndef LW_DEFINITE_H
#define LW_DEFINITE_H

/* Replace a symmetric positive definite matrix by its inverse (n x n, n at most 6). */
void lw_definite_invert(int n, double A[]);

/* Choose independent rows of a symmetric positive semidefinite matrix A (n x n, rows `stride`
 * apart) by Cholesky factorisation with the largest pivots first, relative to the sizes of the
 * rows. A row whose pivot is below tolerance times its size depends on the chosen ones.
 *   Changes     order: the chosen rows, ascending, then the others (n); F (n x n) and pivot (n) are
 *               scratch
 *   Returns     the number of chosen rows */
int lw_semidefinite_choose(int n, const double A[], int stride, const double size[],
                           double tolerance, double order[], double F[], double pivot[]);

/* Cholesky factor of n chosen rows of A, within their envelope: row i of the factor L begins at
 * column begin[i], because all entries before it are zero.
 *   Changes     F: L below the diagonal, its inverse pivots on the diagonal (rows F_stride apart);
 *               begin (n)
 *   Returns     the smallest pivot relative to the size of its row; a pivot that is not positive
 *               makes its row of the solution zero */
double lw_definite_factor(int n, const double A[], int stride, const double size[],
                          const double order[], int F_stride, double F[], int begin[]);

/* x <- L^-T L^-1 x for n chosen rows. */
void lw_definite_solve(int n, int F_stride, const double F[], const int begin[], double x[]);

/* Solve A x = b over rows that are chosen by the largest pivots, as long as these exceed tolerance;
 * x of the other rows is zero.
 *   Needs       n <= LW_SEMIDEFINITE_MAX
 *   Changes     A: its contents are lost; x: b on entry, the solution on return */
#define LW_SEMIDEFINITE_MAX 64
void lw_semidefinite_solve(int n, double A[], double tolerance, double x[]);

#endif
