/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spatial.h - spatial vectors and inertias: (linear, angular) in world axes about a point of a
 * body.
 *
 * Like all formulas they work on all lanes of a pack; the recursions over links use one lane.
 *
 *   theory   section 9.2 of docs/theory.md
 */
#ifndef LW_SPATIAL_H
#define LW_SPATIAL_H

#include "formulas/vector.h"

/* A spatial inertia I = [A B; B^T C]: a velocity V = (v, w) has the momentum P = I V. */
typedef struct lw_spatial {
  lw_pack A[9], B[9], C[9];
} lw_spatial;

/* P = I V; P must not be V */
LW_INLINE void lw_spatial_apply(lw_pack P[6], const lw_spatial* I, const lw_pack V[6])
{
  for (int i = 0; i < 3; i++) {
    P[i] = lw_dot(I->A + 3 * i, V) + lw_dot(I->B + 3 * i, V + 3);
    P[3 + i] =
        I->B[i] * V[0] + I->B[3 + i] * V[1] + I->B[6 + i] * V[2] + lw_dot(I->C + 3 * i, V + 3);
  }
}

/* I += f x y^T. The sum of all terms that are added must be symmetric: y is parallel to x, or
 * the terms come in pairs. */
LW_INLINE void lw_spatial_add_outer(lw_spatial* I, lw_pack f, const lw_pack x[6],
                                    const lw_pack y[6])
{
  for (int i = 0; i < 3; i++) {
    const lw_pack a = f * x[i], c = f * x[3 + i];
    for (int j = 0; j < 3; j++) {
      I->A[3 * i + j] += a * y[j];
      I->B[3 * i + j] += a * y[3 + j];
      I->C[3 * i + j] += c * y[3 + j];
    }
  }
}

/* X += S^T I S: the inertia I about another point, from which its own point is l away      (9.5) */
LW_INLINE void lw_spatial_add_shifted(lw_spatial* X, const lw_spatial* I, const lw_pack l[3])
{
  /* B' = B - A l~,  C' = C - B^T l~ + l~ B' */
  lw_pack B[9];
  for (int i = 0; i < 3; i++) {
    const lw_pack* a = I->A + 3 * i;
    B[3 * i]         = I->B[3 * i] - (a[1] * l[2] - a[2] * l[1]);
    B[3 * i + 1]     = I->B[3 * i + 1] - (a[2] * l[0] - a[0] * l[2]);
    B[3 * i + 2]     = I->B[3 * i + 2] - (a[0] * l[1] - a[1] * l[0]);
  }
  for (int i = 0; i < 9; i++) {
    X->A[i] += I->A[i];
    X->B[i] += B[i];
  }
  for (int i = 0; i < 3; i++) {
    const lw_pack b[3] = {I->B[i], I->B[3 + i], I->B[6 + i]};
    const int     j = (i + 1) % 3, k = (i + 2) % 3;
    X->C[3 * i] += I->C[3 * i] - (b[1] * l[2] - b[2] * l[1]) + l[j] * B[3 * k] - l[k] * B[3 * j];
    X->C[3 * i + 1] +=
        I->C[3 * i + 1] - (b[2] * l[0] - b[0] * l[2]) + l[j] * B[3 * k + 1] - l[k] * B[3 * j + 1];
    X->C[3 * i + 2] +=
        I->C[3 * i + 2] - (b[0] * l[1] - b[1] * l[0]) + l[j] * B[3 * k + 2] - l[k] * B[3 * j + 2];
  }
}

/* y += S^T x: a momentum or wrench x about another point, from which its own point is l away
 * (9.5) */
LW_INLINE void lw_wrench_add_shifted(lw_pack y[6], const lw_pack x[6], const lw_pack l[3])
{
  lw_pack m[3];
  lw_cross(m, l, x);
  for (int i = 0; i < 3; i++) {
    y[i] += x[i];
    y[3 + i] += x[3 + i] + m[i];
  }
}

#endif
