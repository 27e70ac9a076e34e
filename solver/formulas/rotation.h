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

#endif
