/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * definite.c - small dense matrices that are symmetric and positive definite or semidefinite.
 *
 *   cost     cubic in the number of rows; lw_definite_factor() in their envelope only
 */
#include "base/definite.h"

#include <math.h>

void lw_definite_invert(int n, double A[])
{
  /* Gauss-Jordan elimination; no pivoting is needed since every leading block is definite */
  for (int k = 0; k < n; k++) {
    const double inv = 1.0 / A[n * k + k];
    A[n * k + k]     = 1.0;
    for (int j = 0; j < n; j++) A[n * k + j] *= inv;
    for (int i = 0; i < n; i++) {
      if (i != k) {
        const double f = A[n * i + k];
        A[n * i + k]   = 0.0;
        for (int j = 0; j < n; j++) A[n * i + j] -= f * A[n * k + j];
      }
    }
  }
}

/* ---- independent rows -------------------------------------------------------------------- */

/* Column n of the Cholesky factor F, by rows of A, for the rows that are not chosen yet; their
 * pivots are reduced. */
static void add_column(int nrow, int n, const double A[], int stride, const double order[],
                       double F[], double pivot[])
{
  const int    row  = (int)order[n];
  const double root = sqrt(pivot[row]);
  for (int i = n + 1; i < nrow; i++) {
    const int a = (int)order[i];
    double    x = A[stride * a + row];
    for (int k = 0; k < n; k++) x -= F[nrow * a + k] * F[nrow * row + k];
    F[nrow * a + n] = x / root;
    pivot[a] -= F[nrow * a + n] * F[nrow * a + n];
  }
  F[nrow * row + n] = root;
}

int lw_semidefinite_choose(int n, const double A[], int stride, const double size[],
                           double tolerance, double order[], double F[], double pivot[])
{
  int rank = 0;
  for (int i = 0; i < n; i++) {
    order[i] = i;
    pivot[i] = A[stride * i + i];
  }
  for (; rank < n; rank++) {
    int best = rank;
    for (int i = rank + 1; i < n; i++) {
      const int a = (int)order[i], b = (int)order[best];
      best = pivot[a] / size[a] > pivot[b] / size[b] ? i : best;
    }
    const int row = (int)order[best];
    if (!(pivot[row] > tolerance * size[row])) {
      break;
    }
    order[best] = order[rank];
    order[rank] = row;
    add_column(n, rank, A, stride, order, F, pivot);
  }
  /* ascending again, because the matrix has a band in the given order */
  for (int i = 1; i < rank; i++) {
    const double row = order[i];
    int          k   = i;
    for (; k > 0 && order[k - 1] > row; k--) order[k] = order[k - 1];
    order[k] = row;
  }
  return rank;
}

/* ---- factorisation within the envelope --------------------------------------------------- */

double lw_definite_factor(int n, const double A[], int stride, const double size[],
                          const double order[], int F_stride, double F[], int begin[])
{
  double smallest = 1.0;
  for (int i = 0; i < n; i++) {
    const double* row = A + stride * (int)order[i];
    int           j   = 0;
    while (j < i && row[(int)order[j]] == 0.0) j++;
    begin[i] = j;
    for (; j < i; j++) {
      double x = row[(int)order[j]];
      for (int k = begin[i] > begin[j] ? begin[i] : begin[j]; k < j; k++) {
        x -= F[F_stride * i + k] * F[F_stride * j + k];
      }
      F[F_stride * i + j] = x * F[F_stride * j + j];
    }
    double x = row[(int)order[i]];
    for (int k = begin[i]; k < i; k++) x -= F[F_stride * i + k] * F[F_stride * i + k];
    const double fraction = x / size[(int)order[i]];
    smallest              = fraction < smallest || isnan(fraction) ? fraction : smallest;
    F[F_stride * i + i]   = x > 0.0 ? 1.0 / sqrt(x) : 0.0;
  }
  return smallest;
}

void lw_definite_solve(int n, int F_stride, const double F[], const int begin[], double x[])
{
  for (int i = 0; i < n; i++) {
    for (int j = begin[i]; j < i; j++) x[i] -= F[F_stride * i + j] * x[j];
    x[i] *= F[F_stride * i + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    x[i] *= F[F_stride * i + i];
    for (int j = begin[i]; j < i; j++) x[j] -= F[F_stride * i + j] * x[i];
  }
}

/* ---- solution over independent rows ------------------------------------------------------ */

/* Index of the largest remaining pivot in `order`, from entry `rank` on. */
static int largest_pivot(int n, int rank, const double A[], const int order[])
{
  int best = rank;
  for (int k = rank + 1; k < n; k++) {
    best = A[(n + 1) * order[k]] > A[(n + 1) * order[best]] ? k : best;
  }
  return best;
}

void lw_semidefinite_solve(int n, double A[], double tolerance, double x[])
{
  int    order[LW_SEMIDEFINITE_MAX] = {0}, rank = 0;
  double y[LW_SEMIDEFINITE_MAX] = {0.0};
  for (int k = 0; k < n; k++) order[k] = k;
  for (; rank < n; rank++) {
    const int best     = largest_pivot(n, rank, A, order);
    const int p        = order[best];
    order[best]        = order[rank];
    order[rank]        = p;
    const double pivot = A[(n + 1) * p];
    if (!(pivot > tolerance)) {
      break;
    }
    /* outer product form: row p keeps the entries that the back substitution reads */
    for (int i = rank + 1; i < n; i++) {
      const int    r = order[i];
      const double f = A[n * r + p] / pivot;
      for (int k = rank + 1; k < n; k++) A[n * r + order[k]] -= f * A[n * p + order[k]];
      x[r] -= f * x[p];
    }
    y[rank] = x[p];
  }
  for (int i = rank; i < n; i++) x[order[i]] = 0.0;
  for (int i = rank - 1; i >= 0; i--) {
    const int p   = order[i];
    double    sum = y[i];
    for (int k = i + 1; k < rank; k++) sum -= A[n * p + order[k]] * x[order[k]];
    x[p] = sum / A[(n + 1) * p];
  }
}
