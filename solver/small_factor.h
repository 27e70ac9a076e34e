/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * small_factor.h - factor a dense matrix of 4 n rows in the lanes of vectors, and solve with it.
 *
 * The matrix is symmetric positive definite. Rows and columns come in groups of four; group g of a vector is one value. Only
 * groups on and above the diagonal are looked at. As in eliminate.c, each group keeps the inverse of its pivot: a solve is
 * products only, in chains of n and not of 4 n.
 *
 *   theory   section 5.4 of docs/theory.md
 */
#ifndef LW_SMALL_FACTOR_H
#define LW_SMALL_FACTOR_H

#include "lanes.h"

#if LW_LANES == 4 /* there is nothing else to put a mechanism into */

enum { LW_DENSE_GROUPS = 5 };

typedef struct lw_dense {
  /* matrix, then what elimination has left of it; A_kk^-1 A_kc; A_kk^-1 */
  lw_lanes A[4 * LW_DENSE_GROUPS][LW_DENSE_GROUPS];
  lw_lanes X[4 * LW_DENSE_GROUPS][LW_DENSE_GROUPS];
  lw_lanes K[LW_DENSE_GROUPS][4];
} lw_dense;

/* lane l in all lanes */
#define LW_LANES_SPREAD(x, l) _mm256_permute4x64_pd((x), 0x55 * (l))

/* Straight code where vectors then stay in registers; loops where it would only be longer: a step passes through most of it
 * once, and what does not fit into the first cache of instructions costs more than counting. */
#define LW_ALWAYS inline __attribute__((always_inline))
#define LW_NEVER __attribute__((noinline))
#if defined(__clang__)
#define LW_UNROLL _Pragma("clang loop unroll(full)")
#define LW_LOOP _Pragma("clang loop unroll(disable)")
#else
#define LW_UNROLL _Pragma("GCC unroll 6")
#define LW_LOOP _Pragma("GCC unroll 1")
#endif

/* lane l of x[l] */
static inline lw_lanes lw_lanes_diagonal(const lw_lanes x[4])
{
  return _mm256_blend_pd(_mm256_blend_pd(x[0], x[1], 2), _mm256_blend_pd(x[2], x[3], 8), 12);
}

/* rows and columns change places */
static inline void lw_lanes_transpose(lw_lanes y[4], const lw_lanes x[4])
{
  const lw_lanes ab0 = _mm256_unpacklo_pd(x[0], x[1]), ab1 = _mm256_unpackhi_pd(x[0], x[1]);
  const lw_lanes cd0 = _mm256_unpacklo_pd(x[2], x[3]), cd1 = _mm256_unpackhi_pd(x[2], x[3]);
  y[0] = _mm256_permute2f128_pd(ab0, cd0, 0x20);
  y[1] = _mm256_permute2f128_pd(ab1, cd1, 0x20);
  y[2] = _mm256_permute2f128_pd(ab0, cd0, 0x31);
  y[3] = _mm256_permute2f128_pd(ab1, cd1, 0x31);
}

/* The triangle of four rows: K is their part on the diagonal, f what is taken of earlier rows from later ones, in the order
 * 10 20 30 21 31 32, and d becomes 1/D. Returns whether the pivots are large enough. */
static LW_ALWAYS bool lw_dense_triangle(lw_lanes K[4], lw_lanes f[6], lw_lanes d[4],
                                        const double* least)
{
  lw_lanes       p[4];
  const lw_lanes k01 = LW_LANES_SPREAD(K[0], 1);
  p[0]               = LW_LANES_SPREAD(K[0], 0);
  lw_lanes det       = p[0] * LW_LANES_SPREAD(K[1], 1) - k01 * k01;
  d[0]               = 1.0 / p[0];
  d[1]               = p[0] / det; /* at the same time */
  p[1]               = det * d[0];
  f[0]               = k01 * d[0];
  f[1]               = LW_LANES_SPREAD(K[0], 2) * d[0];
  f[2]               = LW_LANES_SPREAD(K[0], 3) * d[0];
  K[1] -= f[0] * K[0];
  f[3] = LW_LANES_SPREAD(K[1], 2) * d[1];
  f[4] = LW_LANES_SPREAD(K[1], 3) * d[1];
  K[2] -= f[1] * K[0] + f[3] * K[1];
  K[3] -= f[2] * K[0] + f[4] * K[1];
  const lw_lanes k23   = LW_LANES_SPREAD(K[2], 3);
  p[2]                 = LW_LANES_SPREAD(K[2], 2);
  det                  = p[2] * LW_LANES_SPREAD(K[3], 3) - k23 * k23;
  d[2]                 = 1.0 / p[2];
  d[3]                 = p[2] / det;
  p[3]                 = det * d[2];
  f[5]                 = k23 * d[2];
  const lw_lanes pivot = lw_lanes_diagonal(p), floor_of = 0.5 * _mm256_loadu_pd(least);
  return _mm256_movemask_pd(_mm256_cmp_pd(pivot, floor_of, _CMP_GT_OQ)) == 15;
}

/* K <- (L D L^T)^-1, made from the factors: good in every direction, also in those where K is much stiffer than in others */
static LW_ALWAYS void lw_dense_invert(const lw_lanes f[6], const lw_lanes d[4], lw_lanes K[4])
{
  lw_lanes R[4]; /* rows of L^-1 */
  R[0] = (lw_lanes){1.0, 0.0, 0.0, 0.0};
  R[1] = (lw_lanes){0.0, 1.0, 0.0, 0.0} - f[0] * R[0];
  R[2] = (lw_lanes){0.0, 0.0, 1.0, 0.0} - f[1] * R[0] - f[3] * R[1];
  R[3] = (lw_lanes){0.0, 0.0, 0.0, 1.0} - f[2] * R[0] - f[4] * R[1] - f[5] * R[2];
  /* L^-T D^-1 R */
  K[3] = d[3] * R[3];
  K[2] = d[2] * R[2] - f[5] * K[3];
  K[1] = d[1] * R[1] - f[3] * K[2] - f[4] * K[3];
  K[0] = d[0] * R[0] - f[0] * K[1] - f[1] * K[2] - f[2] * K[3];
}

/* t = rows of group k in group c, less what earlier groups take from them */
static LW_ALWAYS void lw_dense_gather(int k, int c, const lw_dense* m, lw_lanes t[4])
{
  for (int i = 0; i < 4; i++) t[i] = m->A[4 * k + i][c];
  LW_LOOP
  for (int g = 0; g < k; g++) {
    for (int l = 4 * g; l < 4 * g + 4; l++) {
      const lw_lanes u = m->A[l][c];
      const double*  f = (const double*)&m->X[l][k];
      for (int i = 0; i < 4; i++) t[i] -= f[i] * u;
    }
  }
}

/* Factor. Returns whether all pivots are larger than half of what `least` has for them. */
static LW_ALWAYS bool lw_dense_factor(int n, lw_dense* m, const double* least)
{
  bool good = true;
  LW_LOOP
  for (int k = 0; k < n; k++) {
    lw_lanes t[4], f[6], d[4];
    lw_dense_gather(k, k, m, t);
    good = lw_dense_triangle(t, f, d, least + 4 * k) && good;
    lw_dense_invert(f, d, m->K[k]);
    LW_LOOP
    for (int c = k + 1; c < n; c++) {
      const double* K = (const double*)m->K[k];
      lw_dense_gather(k, c, m, t);
      for (int i = 0; i < 4; i++) {
        m->A[4 * k + i][c] = t[i];
        m->X[4 * k + i][c] =
            (K[4 * i] * t[0] + K[4 * i + 1] * t[1]) + (K[4 * i + 2] * t[2] + K[4 * i + 3] * t[3]);
      }
    }
  }
  return good;
}

/* sum of x_l y_l, with the lanes of x as numbers */
static LW_ALWAYS lw_lanes lw_lanes_combine(lw_lanes x, const lw_lanes y[4])
{
  return (LW_LANES_SPREAD(x, 0) * y[0] + LW_LANES_SPREAD(x, 1) * y[1]) +
         (LW_LANES_SPREAD(x, 2) * y[2] + LW_LANES_SPREAD(x, 3) * y[3]);
}

/* the sum of all lanes of each of four */
static LW_ALWAYS lw_lanes lw_lanes_sums(const lw_lanes t[4])
{
  const lw_lanes ab = _mm256_hadd_pd(t[0], t[1]), cd = _mm256_hadd_pd(t[2], t[3]);
  return _mm256_blend_pd(ab, cd, 12) + _mm256_permute2f128_pd(ab, cd, 0x21);
}

/* x <- the solution, x the right-hand side on entry */
static LW_ALWAYS void lw_dense_solve(int n, const lw_dense* m, lw_lanes b[])
{
  lw_lanes x[LW_DENSE_GROUPS];
  LW_UNROLL
  for (int k = 0; k < n; k++) x[k] = b[k];
  LW_UNROLL
  for (int k = 0; k + 1 < n; k++) {
    const lw_lanes f[4] = {LW_LANES_SPREAD(x[k], 0), LW_LANES_SPREAD(x[k], 1),
                           LW_LANES_SPREAD(x[k], 2), LW_LANES_SPREAD(x[k], 3)};
    LW_UNROLL
    for (int c = k + 1; c < n; c++) {
      const lw_lanes(*X)[LW_DENSE_GROUPS] = (const lw_lanes(*)[LW_DENSE_GROUPS]) & m->X[4 * k];
      x[c] = (x[c] - f[0] * X[0][c] - f[1] * X[1][c]) - (f[2] * X[2][c] + f[3] * X[3][c]);
    }
  }
  LW_UNROLL
  for (int k = n - 1; k >= 0; k--) {
    lw_lanes t[4] = {LW_LANES_ZERO, LW_LANES_ZERO, LW_LANES_ZERO, LW_LANES_ZERO};
    LW_UNROLL
    for (int c = n - 1; c > k; c--) {
      for (int j = 0; j < 4; j++) t[j] += m->X[4 * k + j][c] * x[c];
    }
    x[k] = lw_lanes_combine(x[k], m->K[k]);
    x[k] = k + 1 < n ? x[k] - lw_lanes_sums(t) : x[k];
  }
  LW_UNROLL
  for (int k = 0; k < n; k++) b[k] = x[k];
}

#endif

#endif
