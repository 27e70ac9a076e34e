/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rotation.h - Euler parameters p = (w x y z) and their rates, for all lanes of a pack.
 *
 *   theory   section 1 of docs/theory.md
 */
#ifndef LW_FORMULAS_ROTATION_H
#define LW_FORMULAS_ROTATION_H

#include "formulas/vector.h"

/* R(p), body to world                                                                   (1.1) */
LW_INLINE void lw_rotation_matrix(lw_pack R[9], const lw_pack p[4])
{
  const lw_pack w = p[0], x = p[1], y = p[2], z = p[3];
  const lw_pack x2 = x + x, y2 = y + y, z2 = z + z;
  const lw_pack xx = x * x2, yy = y * y2, zz = z * z2, xy = x * y2, xz = x * z2, yz = y * z2,
                wx = w * x2, wy = w * y2, wz = w * z2;
  R[0] = 1.0 - (yy + zz);
  R[1] = xy - wz;
  R[2] = xz + wy;
  R[3] = xy + wz;
  R[4] = 1.0 - (xx + zz);
  R[5] = yz - wx;
  R[6] = xz - wy;
  R[7] = yz + wx;
  R[8] = 1.0 - (xx + yy);
}

/* w = 2 E(p) p', world axes, with E = [-e, e~ + e0 1]                                   (1.2) */
LW_INLINE void lw_rotation_rate(lw_pack w[3], const lw_pack p[4], const lw_pack pd[4])
{
  lw_cross(w, p + 1, pd + 1);
  for (int i = 0; i < 3; i++) w[i] = 2.0 * (w[i] + p[0] * pd[1 + i] - p[1 + i] * pd[0]);
}

/* p' = 1/2 E(p)^T w, world axes                                                         (1.3) */
LW_INLINE void lw_rotation_dot(lw_pack pd[4], const lw_pack p[4], const lw_pack w[3])
{
  lw_pack c[3];
  lw_cross(c, w, p + 1);
  pd[0] = -0.5 * lw_dot(p + 1, w);
  for (int i = 0; i < 3; i++) pd[1 + i] = 0.5 * (p[0] * w[i] + c[i]);
}

/* Unit length again. p is never near zero because a step starts from unit length. */
LW_INLINE void lw_rotation_normalize(lw_pack p[4])
{
  const lw_pack s = 1.0 / lw_pack_sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  for (int i = 0; i < 4; i++) p[i] *= s;
}

/* p <- p + 1/2 E(p)^T dtheta, then unit length                                          (1.4) */
LW_INLINE void lw_rotation_add(lw_pack p[4], const lw_pack dtheta[3])
{
  lw_pack dp[4];
  lw_rotation_dot(dp, p, dtheta);
  for (int i = 0; i < 4; i++) p[i] += dp[i];
  lw_rotation_normalize(p);
}

/* p', p'' and p''' of the angular velocity w, the angular acceleration z and its rate
 *                                                                                (1.3), (1.5) */
LW_INLINE void lw_rotation_derivatives(lw_pack pd[4], lw_pack pdd[4], lw_pack pddd[4],
                                       const lw_pack p[4], const lw_pack w[3], const lw_pack z[3],
                                       const lw_pack z_rate[3])
{
  lw_pack       y[4];
  const lw_pack ww = 0.25 * lw_dot(w, w), wz = 0.5 * lw_dot(w, z);
  lw_rotation_dot(pd, p, w);
  lw_rotation_dot(pdd, p, z);
  lw_rotation_dot(pddd, p, z_rate);
  lw_rotation_dot(y, pd, z);
  for (int i = 0; i < 4; i++) {
    pddd[i] += y[i] - wz * p[i] - ww * pd[i];
    pdd[i] -= ww * p[i];
  }
}

/* ---- turns by rotation vectors --------------------------------------------------------------- */

/* Largest square of half an angle, (angle/2)^2, for which the series below reach round-off: the
 * first terms that they leave out are 2e-17. */
#define LW_HALF_ANGLE_SQUARE_MAX 0.25

/* sin(x)/x and cos(x) by their series in s = x^2 <= LW_HALF_ANGLE_SQUARE_MAX */
LW_INLINE void lw_sine_series(lw_pack* sine, lw_pack* cosine, lw_pack s)
{
  static const double f[] = {1.0 / 6.0,  1.0 / 20.0,  1.0 / 42.0,
                             1.0 / 72.0, 1.0 / 110.0, 1.0 / 156.0};
  static const double g[] = {1.0 / 2.0,  1.0 / 12.0,  1.0 / 30.0, 1.0 / 56.0,
                             1.0 / 90.0, 1.0 / 132.0, 1.0 / 182.0};
  lw_pack             a = LW_PACK_ALL(1.0), b = LW_PACK_ALL(1.0);
  for (int i = 5; i >= 0; i--) a = 1.0 - (f[i] * s) * a;
  for (int i = 6; i >= 0; i--) b = 1.0 - (g[i] * s) * b;
  *sine   = a;
  *cosine = b;
}

/* e = e e in the lanes where n says so */
LW_INLINE void lw_rotation_double(lw_pack e[4], const int n[LW_LANES], int i)
{
  const lw_pack w = e[0];
  for (int l = 0; l < LW_LANES; l++) {
    if (i < n[l]) {
      LW_LANE(e[0], l) = 2.0 * LW_LANE(w, l) * LW_LANE(w, l) - 1.0;
      for (int k = 1; k < 4; k++) LW_LANE(e[k], l) *= 2.0 * LW_LANE(w, l);
    }
  }
}

/* The rotation vectors of turns that are too large for the series, halved n times. */
LW_INLINE int lw_rotation_halve(lw_pack h[3], lw_pack s, int n[LW_LANES])
{
  int most = 0;
  for (int l = 0; l < LW_LANES; l++) {
    double f = 1.0, square = LW_LANE(s, l);
    for (n[l] = 0; square > LW_HALF_ANGLE_SQUARE_MAX && isfinite(square); n[l]++) {
      square *= 0.25;
      f *= 0.5;
    }
    for (int i = 0; i < 3; i++) LW_LANE(h[i], l) *= f;
    most = n[l] > most ? n[l] : most;
  }
  return most;
}

/* Euler parameters of the turn by the rotation vector phi, of any length: with h = phi/2,
 * (cos |h|, sin |h| h/|h|)                                                              (1.6) */
LW_INLINE void lw_rotation_exp(lw_pack e[4], const lw_pack phi[3])
{
  lw_pack h[3]        = {0.5 * phi[0], 0.5 * phi[1], 0.5 * phi[2]}, sine;
  lw_pack s           = lw_dot(h, h);
  int     n[LW_LANES] = {0}, most = 0;
  if (!lw_pack_above(LW_PACK_ALL(LW_HALF_ANGLE_SQUARE_MAX), s)) {
    most = lw_rotation_halve(h, s, n);
    s    = lw_dot(h, h);
  }
  lw_sine_series(&sine, e, s);
  for (int i = 0; i < 3; i++) e[1 + i] = sine * h[i];
  for (int i = 0; i < most; i++) lw_rotation_double(e, n, i);
}

/* p <- e p, the turn e after the turn p; then unit length */
LW_INLINE void lw_rotation_follow(lw_pack p[4], const lw_pack e[4])
{
  lw_pack       c[3];
  const lw_pack w = p[0];
  lw_cross(c, e + 1, p + 1);
  p[0] = e[0] * w - lw_dot(e + 1, p + 1);
  for (int i = 0; i < 3; i++) p[1 + i] = e[0] * p[1 + i] + w * e[1 + i] + c[i];
  lw_rotation_normalize(p);
}

/* Square of the longest rotation vector for which lw_rotation_vector_change() is exact; beyond it,
 * towards a whole turn, where a small turn would need an infinite change of the vector, the length
 * counts as this. */
#define LW_ROTATION_VECTOR_SQUARE_MAX 9.0

/* The change of the rotation vector phi that adds the small turn d, in world axes:
 * dphi = d - 1/2 phi x d + c phi x (phi x d)                                            (1.7) */
LW_INLINE void lw_rotation_vector_change(lw_pack y[3], const lw_pack phi[3], const lw_pack d[3])
{
  lw_pack f[3] = {phi[0], phi[1], phi[2]}, s = lw_dot(phi, phi), fd[3], ffd[3];
  if (!lw_pack_above(LW_PACK_ALL(LW_ROTATION_VECTOR_SQUARE_MAX), s)) {
    for (int l = 0; l < LW_LANES; l++) {
      if (LW_LANE(s, l) > LW_ROTATION_VECTOR_SQUARE_MAX) {
        const double scale = sqrt(LW_ROTATION_VECTOR_SQUARE_MAX / LW_LANE(s, l));
        for (int i = 0; i < 3; i++) LW_LANE(f[i], l) *= scale;
        LW_LANE(s, l) = LW_ROTATION_VECTOR_SQUARE_MAX;
      }
    }
  }
  const lw_pack c =
      1.0 / 12.0 +
      s * (1.0 / 720.0 + s * (1.0 / 30240.0 + s * (1.0 / 1209600.0 + s * (1.0 / 47900160.0))));
  lw_cross(fd, f, d);
  lw_cross(ffd, f, fd);
  for (int i = 0; i < 3; i++) y[i] = d[i] - 0.5 * fd[i] + c * ffd[i];
}

#endif
