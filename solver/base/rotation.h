/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rotation.h - quaternions, which are Euler parameters p = (w x y z): composition, conversion.
 *
 * Rotation matrix, rates and increments are in formulas/rotation.h, for kernels too.
 *
 *   theory   section 1 of docs/theory.md
 */
#ifndef LW_ROTATION_H
#define LW_ROTATION_H

#include "base/linalg.h"
#include "formulas/rotation.h"
#include <linkwork/elementary.h>

/* quaternion product c = a o b: the rotation b followed by the rotation a */
static inline void lw_quat_mul(double c[4], const double a[4], const double b[4])
{
  double v[3];
  lw_cross(v, a + 1, b + 1);
  const double w = a[0] * b[0] - lw_dot(a + 1, b + 1);
  for (int i = 0; i < 3; i++) c[1 + i] = a[0] * b[1 + i] + b[0] * a[1 + i] + v[i];
  c[0] = w;
}

/* the quaternion of roll, pitch, yaw: R = Rz(y) Ry(p) Rx(r) */
static inline void lw_quat_from_rpy(double q[4], const double rpy[3])
{
  const double cr = lw_cos(0.5 * rpy[0]), sr = lw_sin(0.5 * rpy[0]);
  const double cp = lw_cos(0.5 * rpy[1]), sp = lw_sin(0.5 * rpy[1]);
  const double cy = lw_cos(0.5 * rpy[2]), sy = lw_sin(0.5 * rpy[2]);
  q[0] = cr * cp * cy + sr * sp * sy;
  q[1] = sr * cp * cy - cr * sp * sy;
  q[2] = cr * sp * cy + sr * cp * sy;
  q[3] = cr * cp * sy - sr * sp * cy;
}

/* the quaternion, w >= 0, of a rotation matrix: its largest component is computed first and the
 * others are divided by it, so that no digits cancel */
static inline void lw_quat_from_matrix(double q[4], const double R[9])
{
  const double t[4] = {R[0] + R[4] + R[8], R[0] - R[4] - R[8], R[4] - R[0] - R[8],
                       R[8] - R[0] - R[4]};
  int          k    = 0;
  for (int i = 1; i < 4; i++) k = t[i] > t[k] ? i : k;
  const double s = 0.5 / sqrt(1.0 + t[k]), big = 0.5 * sqrt(1.0 + t[k]);
  const double d[3] = {R[7] - R[5], R[2] - R[6], R[3] - R[1]};
  const double e[3] = {R[7] + R[5], R[2] + R[6], R[3] + R[1]};
  q[k]              = big;
  for (int i = 0; i < 3; i++) {
    if (k == 0) {
      q[1 + i] = d[i] * s;
    } else if (i == k - 1) {
      q[0] = d[i] * s;
    } else {
      q[1 + i] = e[3 - i - (k - 1)] * s;
    }
  }
  if (q[0] < 0.0) {
    for (int i = 0; i < 4; i++) q[i] = -q[i];
  }
}

/* p <- exp(rho/2) o p: rotate further by the rotation vector rho, world axes */
static inline void lw_rotation_turn(double p[4], const double rho[3])
{
  double       turn[4], q[4];
  const double half = 0.5 * lw_norm(rho);
  /* sin(half) / |rho|: below 1e-4 the series is exact to half^4/240 < 1e-18 */
  const double f = half > 1e-4 ? 0.5 * lw_sin(half) / half : 0.5 - half * half / 12.0;
  turn[0]        = lw_cos(half);
  lw_scale3(turn + 1, f, rho);
  lw_quat_mul(q, turn, p);
  memcpy(p, q, sizeof q);
  lw_rotation_normalize(p); /* rounding would accumulate over many steps */
}

/* rotation vector of a unit quaternion, angle in [0, pi] */
static inline void lw_rotation_vector(double rho[3], const double p[4])
{
  const double sign = p[0] < 0.0 ? -1.0 : 1.0;
  const double s    = lw_norm(p + 1);
  /* angle / sin(angle/2): below 1e-8 the series 2 is exact to rounding */
  const double f = s > 1e-8 ? 2.0 * lw_atan2(s, sign * p[0]) / s : 2.0;
  lw_scale3(rho, sign * f, p + 1);
}

#endif
