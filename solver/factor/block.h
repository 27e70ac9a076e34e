/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * block.h - products and inverses of small blocks, for all lanes of a pack.
 *
 * Symmetric blocks have their lower half, row by row: number (i, j) is at LW_HALF(i) + j. Others
 * are row-major.
 *
 * Four other factorisations of definite matrices stay where they are: step/small/small_dense.h
 * eliminates pivots in pairs and spreads them over all lanes, because nothing else is there to be
 * computed meanwhile; formulations/joint_space/loop_closure.c has a Cholesky factor in the envelope
 * of its rows, and lw_invert_definite() for any matrix without floors; hold_coordinates.c chooses
 * its rows by the largest pivots while it eliminates.
 *
 *   theory   section 5.1 of docs/theory.md
 */
#ifndef LW_BLOCK_H
#define LW_BLOCK_H

#include "simd/pack.h"
#include "structure/fronts.h"

/* number (i, j) of a symmetric block */
#define LW_SYMMETRIC(K, i, j) ((i) >= (j) ? (K)[LW_HALF(i) + (j)] : (K)[LW_HALF(j) + (i)])

/* A pivot that is not above its floor is raised to it; where the floor is 0 this is a failure of
 * the first `count` lanes.
 *   Returns     1 where one of these has failed, else 0 */
static inline int lw_block_raise(lw_pack* pivot, lw_pack floor_of, int count)
{
  int bad = 0;
  for (int l = 0; l < LW_LANES; l++) {
    const double floor = LW_LANE(floor_of, l), x = LW_LANE(*pivot, l);
    if (!(x > floor)) {
      bad |= l < count && (!(floor > 0.0) || isnan(x));
      LW_LANE(*pivot, l) = floor > 0.0 ? floor : 1.0;
    }
  }
  return bad;
}

/* K <- K^-1, d rows, symmetric, by way of sign K = L D L^T with D > 0. The inverse made of the
 * factors is good in every direction, also in those where K is 1e7 times stiffer than in others,
 * as it is in nets with redundant rows; an inverse by sweeping pivots is not. `least`: floors of
 * the pivots, see lw_block_raise().
 *   Returns     1 where a pivot of the first `count` lanes is not positive, else 0 */
LW_INLINE int lw_block_invert(int d, lw_pack* restrict K, double sign, const lw_pack* least,
                              int count)
{
  lw_pack L[LW_HALF(LW_FRONT_ROWS)], D[LW_FRONT_ROWS]; /* D holds reciprocals; L has no diagonal */
  int     bad = 0;
  for (int j = 0; j < d; j++) {
    lw_pack  p   = sign * K[LW_HALF(j) + j];
    lw_pack* L_j = L + LW_HALF(j);
    for (int l = 0; l < j; l++) {
      const lw_pack w = L_j[l]; /* unscaled: L_jl D_l */
      L_j[l]          = w * D[l];
      p -= w * L_j[l];
    }
    if (!lw_pack_above(p, least[j])) {
      bad |= lw_block_raise(&p, least[j], count);
    }
    D[j] = 1.0 / p;
    for (int i = j + 1; i < d; i++) {
      lw_pack  t   = sign * K[LW_HALF(i) + j];
      lw_pack* L_i = L + LW_HALF(i);
      for (int l = 0; l < j; l++) t -= L_i[l] * L_j[l];
      L_i[j] = t;
    }
  }
  /* L <- L^-1, which has ones on its diagonal */
  for (int i = 1; i < d; i++) {
    lw_pack* L_i = L + LW_HALF(i);
    for (int j = 0; j < i; j++) {
      lw_pack t = -L_i[j];
      for (int l = j + 1; l < i; l++) t -= L_i[l] * L[LW_HALF(l) + j];
      L_i[j] = t; /* L_i[l] for l > j are still those of L */
    }
  }
  /* L^-T D^-1 L^-1 */
  for (int i = 0; i < d; i++) {
    for (int j = 0; j <= i; j++) {
      /* cppcheck-suppress uninitvar ; rows above the first have been filled */
      lw_pack t = i == j ? D[i] : D[i] * L[LW_HALF(i) + j];
      for (int l = i + 1; l < d; l++) t += D[l] * L[LW_HALF(l) + i] * L[LW_HALF(l) + j];
      K[LW_HALF(i) + j] = sign * t;
    }
  }
  return bad;
}

/* X = K A, K symmetric (d x d), A (d x n) */
LW_INLINE void lw_block_multiply(int d, int n, lw_pack* restrict X, const lw_pack* restrict K,
                                 const lw_pack* restrict A)
{
  for (int i = 0; i < d; i++) {
    lw_pack* t = X + i * n;
    for (int j = 0; j < n; j++) t[j] = K[LW_HALF(i)] * A[j];
    for (int l = 1; l < d; l++) {
      for (int j = 0; j < n; j++) t[j] += LW_SYMMETRIC(K, i, l) * A[l * n + j];
    }
  }
}

/* number i of a block in memory, four elements side by side: the next instruction reads it there */
#define LW_BLOCK_AT(block, i) (*(const lw_pack_at*)((block) + 4 * (i)))

/* P = A^T X, A (d x m), X (d x n), all in memory, four elements side by side. With `same`, for
 * an edge with itself, P is symmetric: its lower half                                    (5.3) */
LW_INLINE void lw_block_product(int d, int m, int n, bool same, double* restrict P,
                                const double* restrict A, const double* restrict X)
{
  for (int i = 0; i < m; i++) {
    const int columns = same ? i + 1 : n;
    lw_pack   t[LW_FRONT_ROWS];
    for (int j = 0; j < columns; j++) t[j] = LW_BLOCK_AT(A, i) * LW_BLOCK_AT(X, j);
    for (int l = 1; l < d; l++) {
      for (int j = 0; j < columns; j++) {
        t[j] += LW_BLOCK_AT(A, l * m + i) * LW_BLOCK_AT(X, l * n + j);
      }
    }
    lw_pack_store(columns, P, 0, t);
    P += 4 * columns;
  }
}

#endif
