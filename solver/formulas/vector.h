/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vector.h - products of vectors of three and of 3 x 3 matrices, for all lanes of a pack.
 *
 * The result comes first, like in an assignment, and may not be one of the arguments unless it
 * is said. Matrices are row-major; symmetric ones have six numbers, xx xy xz yy yz zz.
 * simd/vec3.h has the cross and dot product of single vectors that lie in one register each.
 */
#ifndef LW_VECTOR_H
#define LW_VECTOR_H

#include "simd/pack.h"

/* c = a x b */
LW_INLINE void lw_cross(lw_pack c[3], const lw_pack a[3], const lw_pack b[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

LW_INLINE lw_pack lw_dot(const lw_pack a[3], const lw_pack b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* (f |a|)^2 */
LW_INLINE lw_pack lw_scaled_square(lw_pack f, const lw_pack a[3])
{
  return f * f * lw_dot(a, a);
}

/* c = w x (w x a): the centripetal acceleration at a */
LW_INLINE void lw_centripetal(lw_pack c[3], const lw_pack w[3], const lw_pack a[3])
{
  const lw_pack wa = lw_dot(w, a), ww = lw_dot(w, w);
  for (int i = 0; i < 3; i++) c[i] = w[i] * wa - a[i] * ww;
}

/* c = A b */
LW_INLINE void lw_mat3_vec(lw_pack c[3], const lw_pack A[9], const lw_pack b[3])
{
  for (int i = 0; i < 3; i++) c[i] = lw_dot(A + 3 * i, b);
}

/* The six numbers of a symmetric matrix, and all nine. */
LW_INLINE void lw_symmetric_pack(lw_pack S[6], const lw_pack A[9])
{
  const lw_pack x[6] = {A[0], A[1], A[2], A[4], A[5], A[8]};
  memcpy(S, x, sizeof x);
}

LW_INLINE void lw_symmetric_unpack(lw_pack A[9], const lw_pack S[6])
{
  const lw_pack x[9] = {S[0], S[1], S[2], S[1], S[3], S[4], S[2], S[4], S[5]};
  memcpy(A, x, sizeof x);
}

/* c = S b, S symmetric */
LW_INLINE void lw_symmetric_vec(lw_pack c[3], const lw_pack S[6], const lw_pack b[3])
{
  c[0] = S[0] * b[0] + S[1] * b[1] + S[2] * b[2];
  c[1] = S[1] * b[0] + S[3] * b[1] + S[4] * b[2];
  c[2] = S[2] * b[0] + S[4] * b[1] + S[5] * b[2];
}

/* W = R S R^T, S and W symmetric */
LW_INLINE void lw_symmetric_turn(lw_pack W[6], const lw_pack R[9], const lw_pack S[6])
{
  lw_pack RS[9];
  for (int i = 0; i < 3; i++) lw_symmetric_vec(RS + 3 * i, S, R + 3 * i);
  W[0] = lw_dot(RS, R);
  W[1] = lw_dot(RS, R + 3);
  W[2] = lw_dot(RS, R + 6);
  W[3] = lw_dot(RS + 3, R + 3);
  W[4] = lw_dot(RS + 3, R + 6);
  W[5] = lw_dot(RS + 6, R + 6);
}

/* C = det(S) S^-1, the cofactors of a symmetric matrix; returns det(S) */
LW_INLINE lw_pack lw_symmetric_cofactors(lw_pack C[6], const lw_pack S[6])
{
  C[0] = S[3] * S[5] - S[4] * S[4];
  C[1] = S[2] * S[4] - S[1] * S[5];
  C[2] = S[1] * S[4] - S[2] * S[3];
  C[3] = S[0] * S[5] - S[2] * S[2];
  C[4] = S[1] * S[2] - S[0] * S[4];
  C[5] = S[0] * S[3] - S[1] * S[1];
  return S[0] * C[0] + S[1] * C[1] + S[2] * C[2];
}

#endif
