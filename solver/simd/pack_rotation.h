/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pack_rotation.h - rotations of several bodies side by side; see rotation.h for one.
 *
 *   theory   section 1 of docs/theory.md
 */
#ifndef LW_LANES_ROTATION_H
#define LW_LANES_ROTATION_H

#include "simd/pack.h"

/* R(p)                                                                                  (1.1) */
static inline void lw_pack_rotation_matrix(lw_pack R[9], const lw_pack p[4])
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

/* w = 2 E(p) p'                                                                         (1.2) */
static inline void lw_pack_rotation_rate(lw_pack w[3], const lw_pack p[4], const lw_pack pd[4])
{
  lw_pack_cross(w, p + 1, pd + 1);
  for (int i = 0; i < 3; i++) w[i] = 2.0 * (w[i] + p[0] * pd[1 + i] - p[1 + i] * pd[0]);
}

/* p' = 1/2 E(p)^T w                                                                     (1.3) */
static inline void lw_pack_rotation_dot(lw_pack pd[4], const lw_pack p[4], const lw_pack w[3])
{
  lw_pack c[3];
  lw_pack_cross(c, w, p + 1);
  pd[0] = -0.5 * lw_pack_dot(p + 1, w);
  for (int i = 0; i < 3; i++) pd[1 + i] = 0.5 * (p[0] * w[i] + c[i]);
}

static inline void lw_pack_normalize(lw_pack p[4])
{
  const lw_pack f = 1.0 / lw_pack_sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  for (int i = 0; i < 4; i++) p[i] *= f;
}

/* W = R D R^T, D symmetric; D and W: xx xy xz yy yz zz */
static inline void lw_pack_to_world(lw_pack W[6], const lw_pack R[9], const lw_pack D[6])
{
  lw_pack RD[9];
  for (int i = 0; i < 3; i++) lw_pack_symmetric(RD + 3 * i, D, R + 3 * i);
  W[0] = lw_pack_dot(RD, R);
  W[1] = lw_pack_dot(RD, R + 3);
  W[2] = lw_pack_dot(RD, R + 6);
  W[3] = lw_pack_dot(RD + 3, R + 3);
  W[4] = lw_pack_dot(RD + 3, R + 6);
  W[5] = lw_pack_dot(RD + 6, R + 6);
}

#endif
