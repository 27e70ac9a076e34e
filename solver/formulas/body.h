/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * body.h - prediction, trapezoidal rule and equation of motion of a body, for all lanes of a
 * pack.
 *
 * q is (r, p), position of the centre of mass and Euler parameters; v is (r', w) and a is (r'',
 * w'), in world axes. Symmetric matrices have six numbers, xx xy xz yy yz zz.
 *
 *   theory   sections 1 and 3 of docs/theory.md
 */
#ifndef LW_FORMULAS_BODY_H
#define LW_FORMULAS_BODY_H

#include "formulas/rotation.h"

/* A position with its first and second derivatives. */
typedef struct lw_derivatives {
  lw_pack r[3], p[4];
  lw_pack v[3], pd[4];
  lw_pack a[3], pdd[4];
} lw_derivatives;

/* ---- the rule of Euler parameters ------------------------------------------------------------ */

/* The end of a step of dt by the rule with the acceleration a + dt j at the end, j its rate; or,
 * with `at_rest`, with the rate with which nothing moves, -2/dt (q'' + 2/dt q')            (3.3) */
LW_INLINE void lw_predict(lw_derivatives* end, double dt, bool at_rest, const lw_pack q[7],
                          const lw_pack v[6], const lw_pack a[6], const lw_pack j[6])
{
  lw_pack rate[3] = {j[0], j[1], j[2]}, pd[4], pdd[4], pddd[4];
  lw_rotation_derivatives(pd, pdd, pddd, q + 3, v + 3, a + 3, j + 3);
  if (at_rest) {
    for (int i = 0; i < 4; i++) pddd[i] = -2.0 / dt * (pdd[i] + 2.0 / dt * pd[i]);
    for (int i = 0; i < 3; i++) rate[i] = -2.0 / dt * (a[i] + 2.0 / dt * v[i]);
  }
  for (int i = 0; i < 4; i++) {
    end->pdd[i] = pdd[i] + dt * pddd[i];
    end->pd[i]  = pd[i] + dt * (pdd[i] + 0.5 * dt * pddd[i]);
    end->p[i]   = q[3 + i] + dt * (pd[i] + 0.5 * dt * (pdd[i] + 0.5 * dt * pddd[i]));
  }
  for (int i = 0; i < 3; i++) {
    end->a[i] = a[i] + dt * rate[i];
    end->v[i] = v[i] + dt * (a[i] + 0.5 * dt * rate[i]);
    end->r[i] = q[i] + dt * (v[i] + 0.5 * dt * (a[i] + 0.5 * dt * rate[i]));
  }
}

/* Velocity and acceleration of the rule at the position q, from those at another position of the
 * same step: q' + 2/dt e and q'' + 4/dt^2 e with the distance e from there. normal: p . p' and p
 * . p'' at q.
 *   Nullable    along: the parts of p' and p'' along p that `from` lacks              (3.4) */
LW_INLINE void lw_trapezoid(lw_pack v[6], lw_pack a[6], lw_pack normal[2], double dt,
                            const lw_pack q[7], const lw_derivatives* from, const lw_pack along[2])
{
  const double   f1 = 2.0 / dt, f2 = f1 * f1;
  const lw_pack* p = q + 3;
  lw_pack        pd[4], pdd[4];
  for (int i = 0; i < 3; i++) {
    const lw_pack e = q[i] - from->r[i];
    v[i]            = from->v[i] + f1 * e;
    a[i]            = from->a[i] + f2 * e;
  }
  for (int i = 0; i < 4; i++) {
    const lw_pack e = p[i] - from->p[i];
    pd[i]           = from->pd[i] + (along ? along[0] * from->p[i] + f1 * e : f1 * e);
    pdd[i]          = from->pdd[i] + (along ? along[1] * from->p[i] + f2 * e : f2 * e);
  }
  normal[0] = p[0] * pd[0] + lw_dot(p + 1, pd + 1);
  normal[1] = p[0] * pdd[0] + lw_dot(p + 1, pdd + 1);
  lw_rotation_rate(v + 3, p, pd);
  lw_rotation_rate(a + 3, p, pdd);
}

/* Add an increment x, of the position and of the turn, to a position.                     (1.4) */
LW_INLINE void lw_add_increment(lw_pack q[7], const lw_pack x[6])
{
  for (int i = 0; i < 3; i++) q[i] += x[i];
  lw_rotation_add(q + 3, x + 3);
}

/* The square of an increment of one body, as (3.7) measures it: f is the inverse square of the
 * characteristic length. */
LW_INLINE lw_pack lw_increment_square(const lw_pack dr[3], const lw_pack dtheta[3], double f)
{
  return lw_larger(lw_dot(dr, dr) * f, lw_dot(dtheta, dtheta));
}

/* ---- the rule of momenta --------------------------------------------------------------------- */

/* w' of a turn x in the step that has the angular velocity w at its end: the change of w and, as
 * 2/dt times it, of the angular acceleration.                                      (1.7), (3.14) */
LW_INLINE void lw_momentum_turn(lw_pack dw[3], double dt, const lw_pack w[3], const lw_pack x[3])
{
  const lw_pack phi[3] = {0.5 * dt * w[0], 0.5 * dt * w[1], 0.5 * dt * w[2]};
  lw_rotation_vector_change(dw, phi, x);
  for (int i = 0; i < 3; i++) dw[i] *= 2.0 / dt;
}

/* p <- exp(dt/2 w) p                                                                    (3.13) */
LW_INLINE void lw_momentum_half_turn(lw_pack p[4], double dt, const lw_pack w[3])
{
  const lw_pack phi[3] = {0.5 * dt * w[0], 0.5 * dt * w[1], 0.5 * dt * w[2]};
  lw_pack       e[4];
  lw_rotation_exp(e, phi);
  lw_rotation_follow(p, e);
}

/* K = J w + dt/2 (J alpha + w x J w) at the start of a step: the angular momentum that a body has
 * after the half of the step that the torques of the start act on.                     (3.12) */
LW_INLINE void lw_momentum_of_start(lw_pack K[3], double dt, const lw_pack J[6], const lw_pack v[6],
                                    const lw_pack a[6])
{
  lw_pack L[3], Ja[3], wL[3];
  lw_symmetric_vec(L, J, v + 3);
  lw_symmetric_vec(Ja, J, a + 3);
  lw_cross(wL, v + 3, L);
  for (int i = 0; i < 3; i++) K[i] = L[i] + 0.5 * dt * (Ja[i] + wL[i]);
}

/* Position, velocity and acceleration at the start of a step become those that are predicted for
 * its end: see lw_predict(). The product of three unit quaternions is left as it is: the first
 * increment makes its length 1 again.                                            (3.3), (3.13) */
LW_INLINE void lw_momentum_predict(lw_pack q[7], lw_pack v[6], lw_pack a[6], double dt,
                                   bool at_rest, const lw_pack j[6])
{
  lw_momentum_half_turn(q + 3, dt, v + 3);
  for (int i = 0; i < 6; i++) {
    const lw_pack rate = at_rest ? -2.0 / dt * (a[i] + 2.0 / dt * v[i]) : j[i];
    if (i < 3) {
      q[i] += dt * (v[i] + 0.5 * dt * (a[i] + 0.5 * dt * rate));
    }
    v[i] += dt * (a[i] + 0.5 * dt * rate);
    a[i] += dt * rate;
  }
  lw_momentum_half_turn(q + 3, dt, v + 3);
}

/* Add an increment x, of the position and of the turn: r and p, and the velocities and
 * accelerations that the rule has there. (1.4) turns by 2 atan(|x|/2); with the factor
 * 1 + |x|^2/12 that is |x| to the fifth order.                              (1.4), (3.4), (3.14) */
LW_INLINE void lw_momentum_add(lw_pack q[7], lw_pack v[6], lw_pack a[6], double dt,
                               const lw_pack x[6])
{
  const double  f1      = 2.0 / dt;
  const lw_pack f       = 1.0 + lw_dot(x + 3, x + 3) * (1.0 / 12.0);
  const lw_pack turn[3] = {f * x[3], f * x[4], f * x[5]};
  lw_pack       dv[6]   = {f1 * x[0], f1 * x[1], f1 * x[2]};
  lw_momentum_turn(dv + 3, dt, v + 3, x + 3);
  for (int i = 0; i < 3; i++) q[i] += x[i];
  lw_rotation_add(q + 3, turn);
  for (int i = 0; i < 6; i++) {
    v[i] += dv[i];
    a[i] += f1 * dv[i];
  }
}

/* Iterations of lw_momentum_match(): each squares the error, the first one is that of a prediction.
 */
#define LW_MATCH_ITERATIONS 4

/* The angular velocity w for which exp(dt/2 w) middle = p, next to the w that is given */
LW_INLINE void lw_momentum_match(lw_pack w[3], double dt, const lw_pack p[4],
                                 const lw_pack middle[4])
{
  for (int k = 0; k < LW_MATCH_ITERATIONS; k++) {
    lw_pack y[4] = {middle[0], middle[1], middle[2], middle[3]}, c[3], x[3], dw[3];
    lw_momentum_half_turn(y, dt, w);
    /* twice the vector part of p y^-1 is the turn that is missing */
    lw_cross(c, y + 1, p + 1);
    for (int i = 0; i < 3; i++) x[i] = 2.0 * (y[0] * p[1 + i] - p[0] * y[1 + i] + c[i]);
    lw_momentum_turn(dw, dt, w, x);
    for (int i = 0; i < 3; i++) w[i] += dw[i];
  }
}

/* The line of the torques in the equation of motion of the rule, without forces:
 * 2/dt (J w - K)                                                                       (3.12) */
LW_INLINE void lw_momentum_rate(lw_pack g[3], double dt, const lw_pack J[6], const lw_pack w[3],
                                const lw_pack K[3])
{
  lw_symmetric_vec(g, J, w);
  for (int i = 0; i < 3; i++) g[i] = 2.0 / dt * (g[i] - K[i]);
}

/* ---- error of a step ------------------------------------------------------------------------- */

/* Squares of what the error of a step is estimated from, lengths divided by the characteristic
 * length: velocity, rate of the acceleration, and change of this rate. */
enum { LW_ERROR_SPEED, LW_ERROR_JERK, LW_ERROR_JERK_CHANGE, LW_ERROR_SQUARES };

/* The squares of a body, with the larger one of its two halves; f: inverse square of the
 * characteristic length. The rate is at least that of an acceleration that turns with the body: of
 * half of it for the angular acceleration, which is the error of (3.13). What turns by a whole turn
 * in a step would seem not to change.                                                  (3.16) */
LW_INLINE void lw_error_squares(lw_pack most[LW_ERROR_SQUARES], lw_pack f, const lw_pack v[6],
                                const lw_pack a[6], const lw_pack jerk[6], const lw_pack before[6])
{
  lw_pack change[6], wa[3], wz[3];
  for (int i = 0; i < 6; i++) change[i] = jerk[i] - before[i];
  lw_cross(wa, v + 3, a);
  lw_cross(wz, v + 3, a + 3);
  const lw_pack move = lw_larger(lw_dot(jerk, jerk), lw_dot(wa, wa));
  const lw_pack turn = lw_larger(lw_dot(jerk + 3, jerk + 3), 0.25 * lw_dot(wz, wz));
  most[LW_ERROR_SPEED] =
      lw_larger(most[LW_ERROR_SPEED], lw_larger(f * lw_dot(v, v), lw_dot(v + 3, v + 3)));
  most[LW_ERROR_JERK] = lw_larger(most[LW_ERROR_JERK], lw_larger(f * move, turn));
  most[LW_ERROR_JERK_CHANGE] =
      lw_larger(most[LW_ERROR_JERK_CHANGE],
                lw_larger(f * lw_dot(change, change), lw_dot(change + 3, change + 3)));
}

/* ---- equation of motion ---------------------------------------------------------------------- */

/* m (a - gravity), the line of the forces                                              (3.2) */
LW_INLINE void lw_inertial_force(lw_pack g[3], lw_pack m, const double gravity[3],
                                 const lw_pack a[3])
{
  for (int i = 0; i < 3; i++) g[i] = m * (a[i] - gravity[i]);
}

/* J alpha + w x (J w) + 2 (p . p') J w, the line of the torques. Only the rule of Euler parameters
 * makes normal = p . p' different from zero: with `steady` it counts as zero            (3.2) */
LW_INLINE void lw_inertial_torque(lw_pack g[3], const lw_pack J[6], const lw_pack v[6],
                                  const lw_pack a[6], bool steady, lw_pack normal)
{
  lw_pack Jw[3], wJw[3];
  lw_symmetric_vec(g, J, a + 3);
  lw_symmetric_vec(Jw, J, v + 3);
  lw_cross(wJw, v + 3, Jw);
  for (int i = 0; i < 3; i++) g[i] += wJw[i];
  if (!steady) {
    for (int i = 0; i < 3; i++) g[i] += 2.0 * normal * Jw[i];
  }
}

/* The larger square of the two halves of an equation of motion, each as the increment that it asks
 * for: move and turn are lw_body_constants.move_scale and turn_scale                    (3.7) */
LW_INLINE lw_pack lw_residual_square(const lw_pack g[6], lw_pack move, lw_pack turn)
{
  return lw_larger(lw_dot(g, g) * move, lw_dot(g + 3, g + 3) * turn);
}

/* y = M^-1 f with M^-1 = diag(1/m, S)                                                   (5.4) */
LW_INLINE void lw_over_mass(lw_pack y[6], lw_pack m_inv, const lw_pack S[6], const lw_pack f[6])
{
  for (int i = 0; i < 3; i++) y[i] = m_inv * f[i];
  lw_symmetric_vec(y + 3, S, f + 3);
}

/* ---- geometric stiffness --------------------------------------------------------------------- */

/* T += 1/2 (f s^T + s f^T) - (f . s) 1: the derivative, symmetrised, of the torque s x f of a force
 * f at the arm s as the body turns. T symmetric                                  (2.13), (4.12) */
LW_INLINE void lw_add_point_stiffness(lw_pack T[6], const lw_pack f[3], const lw_pack s[3])
{
  const lw_pack fs = lw_dot(f, s);
  T[0] += f[0] * s[0] - fs;
  T[1] += 0.5 * (f[0] * s[1] + s[0] * f[1]);
  T[2] += 0.5 * (f[0] * s[2] + s[0] * f[2]);
  T[3] += f[1] * s[1] - fs;
  T[4] += 0.5 * (f[1] * s[2] + s[1] * f[2]);
  T[5] += f[2] * s[2] - fs;
}

/* The sum of the squares of J^-1 (T - J): how much a tangent T differs from the inertia J */
LW_INLINE lw_pack lw_stiffness_ratio(const lw_pack T[6], const lw_pack J[6], const lw_pack J_inv[6])
{
  static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  lw_pack          sum      = LW_PACK_ZERO;
  for (int j = 0; j < 3; j++) {
    lw_pack K[3], x[3];
    for (int i = 0; i < 3; i++) K[i] = T[at[i][j]] - J[at[i][j]];
    lw_symmetric_vec(x, J_inv, K);
    sum += lw_dot(x, x);
  }
  return sum;
}

#endif
