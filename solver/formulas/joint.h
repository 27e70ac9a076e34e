/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint.h - the rows of joints: residual, gradient, rate, wrench and what they see of the
 * bodies, for all lanes of a pack.
 *
 * A joint has a point on the parent, at the arm a from its centre of mass, and one on the child,
 * at b. Where it holds the two together it has three rows of a point, with the Jacobians [-1,
 * a~] and [1, -b~], and up to three rows that hold an axis x of the parent normal to an axis y
 * of the child, with [0, n] and [0, -n], n = x x y. These forms are used here; formulas/rows.h
 * takes rows of any form.
 *
 *   theory   section 2.1 of docs/theory.md
 */
#ifndef LW_FORMULAS_JOINT_H
#define LW_FORMULAS_JOINT_H

#include "formulas/vector.h"

/* ---- residual and gradient ------------------------------------------------------------------- */

/* d, from the parent's point to the child's: Phi of the rows of a point                 (2.1) */
LW_INLINE void lw_point_gap(lw_pack d[3], const lw_pack r_A[3], const lw_pack a[3],
                            const lw_pack r_B[3], const lw_pack b[3])
{
  for (int i = 0; i < 3; i++) d[i] = (r_B[i] - r_A[i]) + (b[i] - a[i]);
}

/* Phi = x . y, and n: the gradient with respect to the turns is n on the parent, -n on the child
 *                                                                                (2.2), (2.6) */
LW_INLINE lw_pack lw_dot_row(lw_pack n[3], const lw_pack x[3], const lw_pack y[3])
{
  lw_cross(n, x, y);
  return lw_dot(x, y);
}

/* The row along n between two points, at the arms a and b: [-n, n x a] and [n, b x n]. A slide
 * along x has n = x and a + d in place of a, a rod has n = d / l                    (2.7), (2.8) */
LW_INLINE void lw_line_row(lw_pack J_A[6], lw_pack J_B[6], const lw_pack n[3], const lw_pack a[3],
                           const lw_pack b[3])
{
  lw_cross(J_A + 3, n, a);
  lw_cross(J_B + 3, b, n);
  for (int i = 0; i < 3; i++) {
    J_A[i] = -n[i];
    J_B[i] = n[i];
  }
}

/* ---- rates ----------------------------------------------------------------------------------- */

/* The rate of d at the velocities (v, w) of the bodies: Phi_q u of the rows of a point. That of
 * a row x . y is n . (w_A - w_B)                                                    (2.5), (2.6) */
LW_INLINE void lw_point_rate(lw_pack e[3], const lw_pack v_A[3], const lw_pack w_A[3],
                             const lw_pack a[3], const lw_pack v_B[3], const lw_pack w_B[3],
                             const lw_pack b[3])
{
  lw_pack wa[3], wb[3];
  lw_cross(wa, w_A, a);
  lw_cross(wb, w_B, b);
  for (int i = 0; i < 3; i++) e[i] = (v_B[i] - v_A[i]) + (wb[i] - wa[i]);
}

/* gamma of the rows of a point: minus the part of d'' that needs no accelerations       (2.9) */
LW_INLINE void lw_point_gamma(lw_pack gamma[3], const lw_pack w_A[3], const lw_pack a[3],
                              const lw_pack w_B[3], const lw_pack b[3])
{
  lw_pack ca[3], cb[3];
  lw_centripetal(ca, w_A, a);
  lw_centripetal(cb, w_B, b);
  for (int i = 0; i < 3; i++) gamma[i] = ca[i] - cb[i];
}

/* gamma of a row x . y, x turning with w_x and y with w_y                              (2.10) */
LW_INLINE lw_pack lw_dot_gamma(const lw_pack x[3], const lw_pack w_x[3], const lw_pack y[3],
                               const lw_pack w_y[3])
{
  lw_pack cx[3], cy[3], dx[3], dy[3];
  lw_centripetal(cx, w_x, x);
  lw_centripetal(cy, w_y, y);
  lw_cross(dx, w_x, x);
  lw_cross(dy, w_y, y);
  return -(lw_dot(cx, y) + 2.0 * lw_dot(dx, dy) + lw_dot(x, cy));
}

/* ---- forces ---------------------------------------------------------------------------------- */

/* Force and torque about the centre of mass of a force f at an arm. The rows of a point with the
 * multipliers l exert f = l on the parent, f = -l on the child: -Phi_q^T l of (2.5) */
LW_INLINE void lw_point_wrench(lw_pack w[6], const lw_pack f[3], const lw_pack arm[3])
{
  for (int i = 0; i < 3; i++) w[i] = f[i];
  lw_cross(w + 3, arm, f);
}

/* torque += l n; a row x . y with the multiplier l exerts -l n on the parent, l n on the child:
 * -Phi_q^T l of (2.6) */
LW_INLINE void lw_add_turn(lw_pack torque[3], lw_pack l, const lw_pack n[3])
{
  for (int i = 0; i < 3; i++) torque[i] += l * n[i];
}

/* ---- what rows see of a body: J_u M^-1 J_v^T ------------------------------------------------- */

/* X[r] = S c~^T e_r: of the row r of a point at the arm c, with S the inverse inertia; the sign
 * of the rows is left to the caller                                                        (5.8) */
LW_INLINE void lw_point_over_inertia(lw_pack X[3][3], const lw_pack S[6], const lw_pack c[3])
{
  static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  for (int i = 0; i < 3; i++) {
    const lw_pack x = S[at[i][0]], y = S[at[i][1]], z = S[at[i][2]];
    X[0][i] = c[1] * z - c[2] * y;
    X[1][i] = c[2] * x - c[0] * z;
    X[2][i] = c[0] * y - c[1] * x;
  }
}

/* number i of c~ x: what row i of a point at the arm c sees of a turn x                  (5.8) */
LW_INLINE lw_pack lw_point_product(const lw_pack c[3], const lw_pack x[3], int i)
{
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  return c[j] * x[k] - c[k] * x[j];
}

#endif
