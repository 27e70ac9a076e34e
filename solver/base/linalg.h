/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * linalg.h - vectors of three and small dense matrices, row-major, result first like an
 * assignment.
 *
 * What the kernels need too, for several elements side by side, is in formulas/vector.h. Results
 * may alias inputs only where it is said.
 */
#ifndef LW_LINALG_H
#define LW_LINALG_H

#include "formulas/vector.h"

#if LW_LANES > 1
#error "linalg.h computes with single numbers; kernels include formulas/vector.h"
#endif

static inline double lw_dot6(const double a[6], const double b[6])
{
  return lw_dot(a, b) + lw_dot(a + 3, b + 3);
}

static inline double lw_norm(const double a[3])
{
  return sqrt(lw_dot(a, a));
}

static inline void lw_copy3(double c[3], const double a[3])
{
  for (int i = 0; i < 3; i++) c[i] = a[i];
}

static inline void lw_add3(double c[3], const double a[3], const double b[3])
{
  for (int i = 0; i < 3; i++) c[i] = a[i] + b[i];
}

static inline void lw_sub3(double c[3], const double a[3], const double b[3])
{
  for (int i = 0; i < 3; i++) c[i] = a[i] - b[i];
}

/* c += s a */
static inline void lw_axpy3(double c[3], double s, const double a[3])
{
  for (int i = 0; i < 3; i++) c[i] += s * a[i];
}

static inline void lw_axpy6(double c[6], double s, const double a[6])
{
  for (int i = 0; i < 6; i++) c[i] += s * a[i];
}

static inline void lw_scale3(double c[3], double s, const double a[3])
{
  for (int i = 0; i < 3; i++) c[i] = s * a[i];
}

/* c = A^T b; c may not alias b */
static inline void lw_mat3_tvec(double c[3], const double A[9], const double b[3])
{
  for (int i = 0; i < 3; i++) c[i] = A[i] * b[0] + A[3 + i] * b[1] + A[6 + i] * b[2];
}

/* C = A B; C must not be A or B */
static inline void lw_mat3_mul(double C[9], const double A[9], const double B[9])
{
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
    }
  }
}

/* C = A B^T; C must not be A or B */
static inline void lw_mat3_mul_nt(double C[9], const double A[9], const double B[9])
{
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) C[3 * i + j] = lw_dot(A + 3 * i, B + 3 * j);
  }
}

/* B = A^-1 for a symmetric, positive definite matrix A, by its cofactors; B must not be A */
static inline void lw_mat3_invert_definite(double B[9], const double A[9])
{
  double W[9];
  lw_cross(W, A + 3, A + 6);
  lw_cross(W + 3, A + 6, A);
  lw_cross(W + 6, A, A + 3);
  const double det = lw_dot(W, A);
  for (int i = 0; i < 9; i++) B[i] = W[i] / det;
}

/* c = a / |a|. Returns 1, or 0 where a is zero or not finite; c is then unchanged. */
static inline int lw_normalize3(double c[3], const double a[3])
{
  const double n = lw_norm(a);
  if (!(n > 0.0) || !isfinite(n)) {
    return 0;
  }
  lw_scale3(c, 1.0 / n, a);
  return 1;
}

/* a unit vector perpendicular to the unit vector a: the world axis on which a has its smallest
 * component, without its part along a */
static inline void lw_perpendicular(double c[3], const double a[3])
{
  double e[3] = {0.0, 0.0, 0.0};
  int    k    = 0;
  for (int i = 1; i < 3; i++) k = fabs(a[i]) < fabs(a[k]) ? i : k;
  e[k] = 1.0;
  lw_axpy3(e, -a[k], a);
  lw_scale3(c, 1.0 / lw_norm(e), e);
}

#endif
