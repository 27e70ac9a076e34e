/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * small_dense.h - factor a dense matrix of 4 n rows in the lanes of vectors, and solve with it.
 *
 * The matrix is symmetric positive definite. Rows and columns come in groups of four; group g of
 * a vector is one value. Only groups on and above the diagonal are looked at. With U = 1 + X
 * above the diagonal it is U^T D U, D the pivots of the groups; 1 - T is the inverse of U, and K
 * has those of the pivots: a solve is three products, and no part of one waits for another.
 *
 *   theory   section 5.4 of docs/theory.md
 */
#ifndef LW_SMALL_FACTOR_H
#define LW_SMALL_FACTOR_H

#include "simd/pack.h"

#if LW_LANES == 4 /* there is nothing else to put a mechanism into */

enum { LW_DENSE_GROUPS = 5 };

typedef struct lw_dense {
  /* The matrix by its diagonals: lane i of diagonal[o][p][r] stands in row i of group p and in
   * row i + o, round and round, of group r. Those with o = 3 are the ones with o = 1 on the
   * other side; those with o = 2 may all be zero. */
  lw_pack diagonal[3][LW_DENSE_GROUPS][LW_DENSE_GROUPS];
  bool    far; /* they are not */
  /* what elimination has left of it; X_kc = A_kk^-1 A_kc; A_kk^-1; T as above */
  lw_pack A[4 * LW_DENSE_GROUPS][LW_DENSE_GROUPS];
  lw_pack X[4 * LW_DENSE_GROUPS][LW_DENSE_GROUPS];
  lw_pack K[LW_DENSE_GROUPS][4];
  lw_pack T[4 * LW_DENSE_GROUPS][LW_DENSE_GROUPS];
} lw_dense;

/* lane l in all lanes */
#define LW_PACK_SPREAD(x, l) _mm256_permute4x64_pd((x), 0x55 * (l))

/* Straight code where vectors then stay in registers; loops where it would only be longer: a
 * step passes through most of it once, and what does not fit into the first cache of
 * instructions costs more than counting. */
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
static inline lw_pack lw_pack_diagonal(const lw_pack x[4])
{
  return _mm256_blend_pd(_mm256_blend_pd(x[0], x[1], 2), _mm256_blend_pd(x[2], x[3], 8), 12);
}

/* f[l] = lane l in all lanes */
static LW_ALWAYS void lw_pack_spread(lw_pack f[4], lw_pack x)
{
  const lw_pack low  = _mm256_permute2f128_pd(x, x, 0x00);
  const lw_pack high = _mm256_permute2f128_pd(x, x, 0x11);
  f[0]               = _mm256_permute_pd(low, 0);
  f[1]               = _mm256_permute_pd(low, 15);
  f[2]               = _mm256_permute_pd(high, 0);
  f[3]               = _mm256_permute_pd(high, 15);
}

/* L D L^T of four rows, with every number in all lanes: f is L, in the order 10 20 30 21 31 32,
 * and d is 1/D. What t has on and above the diagonal counts. Numbers are spread before they are
 * computed with, and pivots come in pairs: nothing waits for more than these. Returns whether
 * the pivots are large enough. */
static LW_ALWAYS bool lw_dense_pivot(const lw_pack t[4], lw_pack f[6], lw_pack d[4],
                                     const double* least)
{
  lw_pack a[4], p[4];
  lw_pack_spread(a, t[0]);
  const lw_pack b1 = LW_PACK_SPREAD(t[1], 1);
  lw_pack       b2 = LW_PACK_SPREAD(t[1], 2), b3 = LW_PACK_SPREAD(t[1], 3);
  lw_pack       c2 = LW_PACK_SPREAD(t[2], 2), c3 = LW_PACK_SPREAD(t[2], 3);
  lw_pack       d3 = LW_PACK_SPREAD(t[3], 3);

  lw_pack det = a[0] * b1 - a[1] * a[1];
  d[0]        = 1.0 / a[0];
  d[1]        = a[0] / det; /* at the same time */
  p[0]        = a[0];
  p[1]        = det * d[0];
  for (int i = 0; i < 3; i++) f[i] = a[1 + i] * d[0];
  b2 -= f[0] * a[2];
  b3 -= f[0] * a[3];
  f[3] = b2 * d[1];
  f[4] = b3 * d[1];
  c2   = (c2 - f[1] * a[2]) - f[3] * b2;
  c3   = (c3 - f[1] * a[3]) - f[3] * b3;
  d3   = (d3 - f[2] * a[3]) - f[4] * b3;
  det  = c2 * d3 - c3 * c3;
  d[2] = 1.0 / c2;
  d[3] = c2 / det;
  p[2] = c2;
  p[3] = det * d[2];
  f[5] = c3 * d[2];

  const lw_pack pivot = lw_pack_diagonal(p), floor_of = 0.5 * _mm256_loadu_pd(least);
  return _mm256_movemask_pd(_mm256_cmp_pd(pivot, floor_of, _CMP_GT_OQ)) == 15;
}

/* x = (L D L^T)^-1 t, by the factors: good in every direction, also in those where the rows are
 * much stiffer than in others. What comes last is used last. */
static LW_ALWAYS void lw_dense_divide(const lw_pack f[6], const lw_pack d[4], lw_pack x[4],
                                      const lw_pack t[4])
{
  const lw_pack y1 = t[1] - f[0] * t[0];
  const lw_pack y2 = (t[2] - f[1] * t[0]) - f[3] * y1;
  const lw_pack y3 = ((t[3] - f[2] * t[0]) - f[4] * y1) - f[5] * y2;
  x[3]             = d[3] * y3;
  x[2]             = d[2] * y2 - f[5] * x[3];
  x[1]             = (d[1] * y1 - f[4] * x[3]) - f[3] * x[2];
  x[0]             = ((d[0] * t[0] - f[2] * x[3]) - f[1] * x[2]) - f[0] * x[1];
}

/* lane l of the result is lane l + offset, round and round */
static LW_ALWAYS lw_pack lw_pack_rotate(lw_pack x, int offset)
{
  switch (offset) {
  case 1: return _mm256_permute4x64_pd(x, 0x39);
  case 2: return _mm256_permute4x64_pd(x, 0x4e);
  case 3: return _mm256_permute4x64_pd(x, 0x93);
  default: return x;
  }
}

/* t = rows of group k in group c, less what earlier groups take from them */
static LW_ALWAYS void lw_dense_gather(int k, int c, const lw_dense* m, lw_pack t[4])
{
  const lw_pack x[4] = {m->diagonal[0][k][c], m->diagonal[1][k][c],
                        m->far ? m->diagonal[2][k][c] : LW_PACK_ZERO,
                        lw_pack_rotate(m->diagonal[1][c][k], 3)};
  lw_pack_transpose(t, x);
  for (int i = 1; i < 4; i++) t[i] = lw_pack_rotate(t[i], 4 - i);
  LW_LOOP
  for (int g = 0; g < k; g++) {
    LW_UNROLL
    for (int l = 4 * g + 3; l >= 4 * g; l--) {
      const lw_pack u = m->X[l][c];
      const double* f = (const double*)&m->A[l][k];
      LW_UNROLL
      for (int i = 0; i < 4; i++) t[i] -= f[i] * u;
    }
  }
}

/* T_gk = X_gk - sum of T_gm X_mk over the groups m between them */
static LW_ALWAYS void lw_dense_turn_over(int g, int k, lw_dense* m)
{
  lw_pack t[4];
  for (int i = 0; i < 4; i++) t[i] = m->X[4 * g + i][k];
  LW_LOOP
  for (int h = g + 1; h < k; h++) {
    LW_UNROLL
    for (int l = 0; l < 4; l++) {
      const lw_pack u = m->X[4 * h + l][k];
      LW_UNROLL
      for (int i = 0; i < 4; i++) t[i] -= ((const double*)&m->T[4 * g + i][h])[l] * u;
    }
  }
  for (int i = 0; i < 4; i++) m->T[4 * g + i][k] = t[i];
}

/* Factor. Returns whether all pivots are larger than half of what `least` has for them. */
static LW_NEVER bool lw_dense_factor(int n, lw_dense* m, const double* least)
{
  static const lw_pack one[4] = {
      {1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}, {0.0, 0.0, 0.0, 1.0}};
  bool good = true;
  LW_LOOP
  for (int k = 0; k < n; k++) {
    lw_pack t[4], f[6], d[4];
    lw_dense_gather(k, k, m, t);
    good = lw_dense_pivot(t, f, d, least + 4 * k) && good;
    LW_LOOP
    for (int g = 0; g < k; g++) lw_dense_turn_over(g, k, m); /* while that takes its time */
    LW_LOOP
    for (int c = k + 1; c < n; c++) {
      lw_pack x[4];
      lw_dense_gather(k, c, m, t);
      lw_dense_divide(f, d, x, t);
      for (int i = 0; i < 4; i++) {
        m->A[4 * k + i][c] = t[i];
        m->X[4 * k + i][c] = x[i];
      }
    }
    lw_dense_divide(f, d, m->K[k], one);
  }
  return good;
}

/* the sum of all lanes of each of four */
static LW_ALWAYS lw_pack lw_pack_sums(const lw_pack t[4])
{
  const lw_pack ab = _mm256_hadd_pd(t[0], t[1]), cd = _mm256_hadd_pd(t[2], t[3]);
  return _mm256_blend_pd(ab, cd, 12) + _mm256_permute2f128_pd(ab, cd, 0x21);
}

/* x <- the solution, x the right-hand side on entry: three products, none of which waits for
 * parts of itself */
static LW_ALWAYS void lw_dense_solve(int n, const lw_dense* m, lw_pack x[])
{
  lw_pack y[LW_DENSE_GROUPS], z[LW_DENSE_GROUPS];
  LW_UNROLL
  for (int k = 0; k < n; k++) {
    y[k] = x[k];
    z[k] = LW_PACK_ZERO;
  }
  LW_UNROLL
  for (int k = 0; k + 1 < n; k++) {
    lw_pack f[4];
    lw_pack_spread(f, x[k]);
    LW_UNROLL
    for (int c = k + 1; c < n; c++) {
      const lw_pack(*T)[LW_DENSE_GROUPS] = (const lw_pack(*)[LW_DENSE_GROUPS]) & m->T[4 * k];
      y[c] -= f[0] * T[0][c];
      z[c] += f[1] * T[1][c];
      y[c] -= f[2] * T[2][c];
      z[c] += f[3] * T[3][c];
    }
  }
  LW_UNROLL
  for (int k = 0; k < n; k++) {
    lw_pack f[4];
    lw_pack_spread(f, k ? y[k] - z[k] : y[k]);
    y[k] = (f[0] * m->K[k][0] + f[1] * m->K[k][1]) + (f[2] * m->K[k][2] + f[3] * m->K[k][3]);
  }
  LW_UNROLL
  for (int k = 0; k < n; k++) {
    lw_pack t[4] = {LW_PACK_ZERO, LW_PACK_ZERO, LW_PACK_ZERO, LW_PACK_ZERO};
    LW_UNROLL
    for (int c = k + 1; c < n; c++) {
      for (int j = 0; j < 4; j++) t[j] += m->T[4 * k + j][c] * y[c];
    }
    x[k] = k + 1 < n ? y[k] - lw_pack_sums(t) : y[k];
  }
}

#endif

#endif
