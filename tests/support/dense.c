/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dense.c - elimination with pivoting, written for clarity.
 */
#include "dense.h"

#include <math.h>
#include <stddef.h>

#include "check.h"

static double* at(double A[], int n, int i, int j)
{
  return A + (size_t)i * (size_t)n + (size_t)j;
}

static void swap(double* a, double* b)
{
  const double c = *a;
  *a             = *b;
  *b             = c;
}

void lw_test_dense_solve(int n, double A[], double b[])
{
  for (int k = 0; k < n; k++) {
    int largest = k;
    for (int i = k + 1; i < n; i++) {
      largest = fabs(*at(A, n, i, k)) > fabs(*at(A, n, largest, k)) ? i : largest;
    }
    assert_true(fabs(*at(A, n, largest, k)) > 0.0);
    for (int j = k; j < n && largest != k; j++) swap(at(A, n, k, j), at(A, n, largest, j));
    swap(&b[k], &b[largest]);
    for (int i = k + 1; i < n; i++) {
      const double f = *at(A, n, i, k) / *at(A, n, k, k);
      if (f == 0.0) {
        continue;
      }
      for (int j = k + 1; j < n; j++) *at(A, n, i, j) -= f * *at(A, n, k, j);
      b[i] -= f * b[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) b[i] -= *at(A, n, i, j) * b[j];
    b[i] /= *at(A, n, i, i);
  }
}

/* squared length of a row */
static double square(const double* row, int n)
{
  double sum = 0.0;
  for (int j = 0; j < n; j++) sum += row[j] * row[j];
  return sum;
}

int lw_test_dense_rank(int m, int n, double A[], double tolerance)
{
  int rank = 0;
  for (; rank < m; rank++) {
    int longest = rank;
    for (int i = rank; i < m; i++) {
      longest = square(at(A, n, i, 0), n) > square(at(A, n, longest, 0), n) ? i : longest;
    }
    const double length = sqrt(square(at(A, n, longest, 0), n));
    if (!(length > tolerance)) {
      break;
    }
    for (int j = 0; j < n; j++) swap(at(A, n, rank, j), at(A, n, longest, j));
    for (int j = 0; j < n; j++) *at(A, n, rank, j) /= length;
    for (int i = rank + 1; i < m; i++) {
      double dot = 0.0;
      for (int j = 0; j < n; j++) dot += *at(A, n, i, j) * *at(A, n, rank, j);
      for (int j = 0; j < n; j++) *at(A, n, i, j) -= dot * *at(A, n, rank, j);
    }
  }
  return rank;
}
