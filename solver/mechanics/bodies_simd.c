/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bodies_simd.c - placement, mass matrix, equation of motion and trapezoidal rule, bodies side
 * by side.
 *
 *   reads    positions, velocities, accelerations, wrenches of the sides
 *   writes   placement, inertia, numbers of the bodies, q, v, a, jerk, x
 *   theory   sections 1 and 3
 */
#include "mechanics/bodies_simd.h"

#include <stddef.h>

#include "formulas/body.h"
#include "formulas/joint.h"

/* where the members of round h stand in an array of elements of a size [bytes] */
static inline void at_bodies(lw_offsets at, const lw_batch* batch, int h, size_t size)
{
  for (int l = 0; l < LW_LANES; l++) at[l] = (ptrdiff_t)size * batch->id[h + l];
}

static inline void at_vectors(lw_offsets at, const lw_batch* batch, int h)
{
  for (int l = 0; l < LW_LANES; l++) {
    at[l] = (ptrdiff_t)sizeof(double) * batch->body.x[h + l];
  }
}

_Static_assert(sizeof(lw_pose) == sizeof(lw_twist), "poses and twists stand at the same offsets");

/* n numbers of the batch from the i-th on */
static inline void load(int n, lw_pack x[], const double* numbers, int i, int h)
{
  lw_pack_load(n, x, numbers + 4 * i, h);
}

static inline void store(int n, double* numbers, int i, int h, const lw_pack x[])
{
  lw_pack_store(n, numbers + 4 * i, h, x);
}

static inline lw_pack number(const double* numbers, int i, int h)
{
  lw_pack x;
  load(1, &x, numbers, i, h);
  return x;
}

/* Walk the rounds of n batches: `batch`, its numbers and the round h. */
#define FOR_ROUNDS(batch, n, numbers, h)                                                           \
  for (const lw_batch* end = batch + n; batch < end; batch++, numbers += 4 * LW_BODY_NUMBERS)      \
    for (int h = 0; h < batch->n; h += LW_LANES)

/* nine numbers of a symmetric matrix, member `offset` of lw_inertia */
static inline void put_symmetric(lw_instance* s, const lw_batch* batch, int h, size_t offset,
                                 const lw_pack S[6])
{
  lw_offsets    at;
  const lw_pack x[8] = {S[0], S[1], S[2], S[1], S[3], S[4], S[2], S[4]};
  double*       base = (double*)s->inertia + offset / sizeof(double);
  at_bodies(at, batch, h, sizeof *s->inertia);
  lw_pack_put(2, base, at, x);
  lw_pack_put_few(1, base + 8, at, S + 5);
}

/* ---- placement ----------------------------------------------------------------------------- */

/* placement and J = R J' R^T from position and orientation                              (3.1) */
LW_INLINE void place(lw_instance* s, const lw_batch* batch, int h, double* numbers,
                     const lw_pack q[8], lw_pack W[6])
{
  lw_offsets at;
  lw_pack    x[12], D[6];
  at_bodies(at, batch, h, sizeof *s->placement);
  for (int i = 0; i < 3; i++) x[i] = q[i];
  lw_rotation_matrix(x + 3, q + 3);
  lw_pack_put(3, s->placement, at, x);
  load(6, D, numbers, LW_BODY_D, h);
  lw_symmetric_turn(W, x + 3, D);
  store(6, numbers, LW_BODY_J, h, W);
}

void lw_batch_place(lw_instance* s, const lw_batch* batch, int n, double* numbers)
{
  FOR_ROUNDS(batch, n, numbers, h)
  {
    lw_offsets at;
    lw_pack    q[8], W[6];
    at_bodies(at, batch, h, sizeof(lw_twist));
    lw_pack_take(2, q, s->q, at);
    place(s, batch, h, numbers, q, W);
    put_symmetric(s, batch, h, offsetof(lw_inertia, J), W);
  }
}

/* T += e sum of 1/2 (l s^T + s l^T) - (l.s) 1 over the points that hold the body: the torque s x
 * l of the force l at s, as the body turns                                                (4.12) */
static inline void add_stiffness_arms(const lw_instance* s, const lw_batch* batch, int h, double e,
                                      lw_pack T[6])
{
  const int* padded = s->structure->padded_sides;
  for (int k = 0; k < batch->nside; k++) {
    const double *a[LW_LANES], *sign[LW_LANES];
    lw_offsets    rows;
    lw_pack       f[3];
    for (int l = 0; l < LW_LANES; l++) {
      const lw_stiffness_arm* at = &s->stiffness_arm[padded[batch->body.sides[h + l] + k]];
      a[l]                       = s->point_batch + at->arm;
      sign[l]                    = &at->sign;
      rows[l]                    = (ptrdiff_t)sizeof(double) * at->row;
    }
    /* the force on the body is l on the parent, -l on the child */
    const lw_pack arm[3] = {LW_PACK_OF(a, 0), LW_PACK_OF(a, 4), LW_PACK_OF(a, 8)};
    const lw_pack part   = e * LW_PACK_OF(sign, 0);
    lw_pack_take_few(3, f, s->lambda, rows);
    for (int i = 0; i < 3; i++) f[i] *= part;
    lw_add_point_stiffness(T, f, arm);
  }
}

/* The matrix and its inverse with the stiffness of the joint forces in it. Compression makes it
 * less definite: left out where less than a quarter would remain, which keeps the matrix
 * quasi-definite. */
static inline void stiffen(const lw_instance* s, const lw_batch* batch, int h, double* numbers,
                           double e, lw_pack J[6], lw_pack J_inv[6])
{
  lw_pack T[6], W[6], ratio;
  for (int i = 0; i < 6; i++) T[i] = J[i];
  add_stiffness_arms(s, batch, h, e, T);
  ratio             = lw_stiffness_ratio(T, J, J_inv);
  const lw_pack det = lw_symmetric_cofactors(W, T), f = 1.0 / det;
  const lw_pack rest = det * number(numbers, LW_BODY_DET, h);
  for (int l = 0; l < LW_LANES; l++) {
    if (LW_LANE(T[0], l) > 0.25 * LW_LANE(J[0], l) && LW_LANE(W[5], l) > 0.0 &&
        LW_LANE(rest, l) > 1.0 / 64.0) {
      for (int i = 0; i < 6; i++) {
        LW_LANE(J[i], l)     = LW_LANE(T[i], l);
        LW_LANE(J_inv[i], l) = LW_LANE(W[i], l) * LW_LANE(f, l);
      }
    } else {
      LW_LANE(ratio, l) = 0.0;
    }
  }
  store(1, numbers, LW_BODY_STIFFNESS_RATIO, h, &ratio);
}

void lw_batch_invert(lw_instance* s, const lw_batch* batch, int n, double* numbers, double e,
                     double* inverse)
{
  const bool links = s->structure->revolute != NULL;
  double*    to    = inverse;
  FOR_ROUNDS(batch, n, numbers, h)
  {
    lw_offsets at;
    lw_pack    R[12], D[6], W[6], J[6];
    at_bodies(at, batch, h, sizeof *s->placement);
    lw_pack_take(3, R, s->placement, at);
    load(6, D, numbers, LW_BODY_D_INV, h);
    lw_symmetric_turn(W, R + 3, D);
    load(6, J, numbers, LW_BODY_J, h);
    if (e > 0.0) {
      stiffen(s, batch, h, numbers, e, J, W);
    }
    if (!inverse) {
      put_symmetric(s, batch, h, offsetof(lw_inertia, J_inv), W);
    } else if (batch->kind && !links) {
      const lw_pack m_inv = number(numbers, LW_BODY_M_INV, h);
      lw_pack_store(1, to, h, &m_inv);
      lw_pack_store(6, to + 4, h, W);
    }
    if (!batch->kind || links) {
      put_symmetric(s, batch, h, offsetof(lw_inertia, J_tan), J);
    }
    if (inverse && h + LW_LANES >= batch->n) {
      to += 4 * LW_LEAF_NUMBERS;
    }
  }
}

/* ---- trapezoidal rule ---------------------------------------------------------------------- */

/* Does the rule turn bodies by their momenta? */
static inline bool by_momentum(const lw_instance* s)
{
  return s->model->settings.rotation == LW_ROTATION_MOMENTUM;
}

/* store velocities and accelerations, and place the bodies */
LW_INLINE void put_motion(lw_instance* s, const lw_batch* batch, int h, double* numbers,
                          const lw_offsets at, const lw_pack q[8], lw_pack v[8], lw_pack a[8])
{
  lw_pack W[6];
  v[6] = v[7] = a[6] = a[7] = LW_PACK_ZERO;
  lw_pack_put(2, s->v, at, v);
  lw_pack_put(2, s->a, at, a);
  place(s, batch, h, numbers, q, W);
}

/* Velocity and acceleration of the rule of Euler parameters at q, and both parts along p.
 * `from` and `along`: see lw_trapezoid()                                                   (3.4) */
LW_INLINE void trapezoid(int h, double* numbers, double dt, const lw_pack q[8], lw_pack v[8],
                         lw_pack a[8], const lw_derivatives* from, const lw_pack along[2])
{
  lw_pack normal[2];
  lw_trapezoid(v, a, normal, dt, q, from, along);
  store(2, numbers, LW_BODY_RULE, h, normal);
}

/* as it stands: no step reads it in lanes */
static inline void keep_next(const lw_instance* s, const lw_batch* batch, int h)
{
  lw_twist* kept = lw_saved(s, s->next);
  for (int l = 0; l < LW_LANES; l++) kept[batch->id[h + l]] = s->next[batch->id[h + l]];
}

/* What is predicted from q, v, a and the rate of a: they become those of the end of the step. With
 * `again` positions are the present ones, and v and a what the rule has there.      (3.3), (3.4) */
LW_INLINE void predict_parameters(int h, double* numbers, double dt, bool at_rest, bool again,
                                  const lw_pack present[8], lw_pack q[8], lw_pack v[8],
                                  lw_pack a[8], const lw_pack jerk[8])
{
  lw_derivatives predicted;
  lw_predict(&predicted, dt, at_rest, q, v, a, jerk);
  if (again) {
    for (int i = 0; i < 7; i++) q[i] = present[i];
  } else {
    for (int i = 0; i < 3; i++) q[i] = predicted.r[i];
    for (int i = 0; i < 4; i++) q[3 + i] = predicted.p[i];
    lw_rotation_normalize(q + 3);
  }
  trapezoid(h, numbers, dt, q, v, a, &predicted, NULL);
}

/* the same by the rule of momenta                                                (3.12), (3.13) */
LW_INLINE void predict_momentum(int h, double* numbers, double dt, bool at_rest, bool again,
                                const lw_pack present[8], lw_pack q[8], lw_pack v[8], lw_pack a[8],
                                const lw_pack jerk[8])
{
  lw_pack J[6], K[3], middle[4], e[3], w[3];
  if (again) {
    for (int i = 0; i < 4; i++) middle[i] = q[3 + i];
    lw_momentum_half_turn(middle, dt, v + 3);
  } else {
    load(6, J, numbers, LW_BODY_J, h);
    lw_momentum_of_start(K, dt, J, v, a);
    store(3, numbers, LW_BODY_RULE, h, K);
  }
  lw_momentum_predict(q, v, a, dt, at_rest, jerk);
  if (again) {
    for (int i = 0; i < 3; i++) {
      e[i] = present[i] - q[i];
      w[i] = v[3 + i];
    }
    lw_momentum_match(w, dt, present + 3, middle);
    for (int i = 0; i < 3; i++) {
      v[i] += 2.0 / dt * e[i];
      a[i] += 4.0 / (dt * dt) * e[i];
      a[3 + i] += 2.0 / dt * (w[i] - v[3 + i]);
      v[3 + i] = w[i];
    }
    for (int i = 0; i < 7; i++) q[i] = present[i];
  }
}

double lw_batch_predict(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                        lw_prediction how, bool at_rest_prediction, double* acceleration)
{
  const bool again = how == LW_PREDICT_AGAIN, momentum = by_momentum(s);
  lw_pack    most = LW_PACK_ZERO, fastest = LW_PACK_ZERO;
  FOR_ROUNDS(batch, n, numbers, h)
  {
    lw_offsets at;
    lw_pack    q[8], v[8], a[8], jerk[8], present[8] = {LW_PACK_ZERO}; /* only `again` reads it */
    at_bodies(at, batch, h, sizeof(lw_twist));
    if (again) {
      lw_pack_take(2, present, s->q, at);
      load(7, q, numbers, LW_BODY_KEPT, h);
      load(6, v, numbers, LW_BODY_KEPT_V, h);
      load(6, a, numbers, LW_BODY_KEPT_A, h);
      load(6, jerk, numbers, LW_BODY_KEPT_JERK, h);
    } else {
      lw_pack_take(2, q, s->q, at);
      lw_pack_take(2, v, s->v, at);
      lw_pack_take(2, a, s->a, at);
      lw_pack_take(2, jerk, s->jerk, at);
      store(7, numbers, LW_BODY_KEPT, h, q);
      store(6, numbers, LW_BODY_KEPT_V, h, v);
      store(6, numbers, LW_BODY_KEPT_A, h, a);
      store(6, numbers, LW_BODY_KEPT_JERK, h, jerk);
      keep_next(s, batch, h);
    }
    const lw_pack part = number(numbers, LW_BODY_GYRO, h);
    most               = lw_larger(most, lw_scaled_square(part, v + 3));
    fastest            = lw_larger(fastest, lw_dot(a, a) * s->length_weight);
    fastest            = lw_larger(fastest, lw_dot(a + 3, a + 3));
    if (momentum) {
      predict_momentum(h, numbers, dt, at_rest_prediction, again, present, q, v, a, jerk);
    } else {
      predict_parameters(h, numbers, dt, at_rest_prediction, again, present, q, v, a, jerk);
    }
    q[7] = LW_PACK_ZERO;
    if (!again) {
      lw_pack_put(2, s->q, at, q);
    }
    put_motion(s, batch, h, numbers, at, q, v, a);
  }
  *acceleration = lw_pack_largest(fastest);
  return lw_pack_largest(most);
}

double lw_batch_finish(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                       double most[LW_FINISH_SQUARES])
{
  const double  f      = 1.0 / dt;
  const lw_pack length = LW_PACK_ALL(s->length_weight);
  lw_pack       sum = LW_PACK_ZERO, turning = LW_PACK_ZERO, gyroscopic = LW_PACK_ZERO;
  lw_pack       square[LW_ERROR_SQUARES] = {LW_PACK_ZERO, LW_PACK_ZERO, LW_PACK_ZERO};
  FOR_ROUNDS(batch, n, numbers, h)
  {
    lw_offsets at;
    lw_pack    a[8], v[8], x[6], before[6], jerk[8], next[8];
    at_bodies(at, batch, h, sizeof(lw_twist));
    lw_pack_take(2, a, s->a, at);
    lw_pack_take(2, v, s->v, at);
    const lw_pack part = number(numbers, LW_BODY_GYRO, h), spin = lw_dot(v + 3, v + 3);
    turning    = lw_larger(turning, spin);
    gyroscopic = lw_larger(gyroscopic, part * part * spin);
    load(6, x, numbers, LW_BODY_KEPT_A, h);
    load(6, before, numbers, LW_BODY_KEPT_JERK, h);
    for (int i = 0; i < 6; i++) {
      jerk[i] = (a[i] - x[i]) * f;
      next[i] = a[i] + dt * (2.0 * jerk[i] - before[i]); /* (3.11) */
      sum += jerk[i];
    }
    lw_error_squares(square, length, v, a, jerk, before);
    jerk[6] = jerk[7] = next[6] = next[7] = LW_PACK_ZERO;
    lw_pack_put(2, s->jerk, at, jerk);
    lw_pack_put(2, s->next, at, next);
  }
  for (int i = 0; i < LW_ERROR_SQUARES; i++) most[i] = lw_pack_largest(square[i]);
  most[LW_FINISH_TURNING]    = lw_pack_largest(turning);
  most[LW_FINISH_GYROSCOPIC] = lw_pack_largest(gyroscopic);
  return lw_pack_sum(sum);
}

/* ---- equation of motion -------------------------------------------------------------------- */

/* What acts on bodies whose sides all hold points, of nrow rows: the force is l on the parent,
 * -l on the child. */
LW_INLINE void sum_points(const lw_instance* s, const lw_batch* batch, int h, int nrow,
                          lw_pack f[8])
{
  const lw_batch_side* side = s->structure->batch_side + batch->data;
  for (const lw_batch_side* end = side + batch->nside; side < end; side++) {
    lw_offsets rows;
    lw_pack    l[5], w[6], arm[3], axis[6], sign, turn[3] = {LW_PACK_ZERO};
    for (int k = 0; k < LW_LANES; k++) rows[k] = (ptrdiff_t)sizeof(double) * side->row[h + k];
    lw_pack_take_few(nrow, l, s->lambda, rows);
    lw_pack_find(3, arm, s->point_batch, side->arm, h, side->aligned);
    memcpy(&sign, side->sign + h, sizeof sign);
    for (int i = 0; i < nrow; i++) l[i] *= sign;
    lw_point_wrench(w, l, arm);
    for (int i = 0; i < 6; i++) f[i] -= w[i];
    if (nrow == 5) {
      lw_pack_find(6, axis, s->point_batch, side->axis, h, side->aligned);
      lw_add_turn(turn, l[3], axis);
      lw_add_turn(turn, l[4], axis + 3);
      for (int i = 0; i < 3; i++) f[3 + i] += turn[i];
    }
  }
}

/* what the connectors have written for the sides of other bodies */
static LW_NOINLINE void sum_wrenches(const lw_instance* s, const lw_batch* batch, int h,
                                     lw_pack f[8])
{
  const int* padded = s->structure->padded_sides;
  for (int k = 0; k < batch->nside; k++) {
    lw_offsets at;
    lw_pack    w[8];
    for (int l = 0; l < LW_LANES; l++) {
      at[l] = (ptrdiff_t)(LW_WRENCH * sizeof *s->wrench) * padded[batch->body.sides[h + l] + k];
    }
    lw_pack_take(2, w, s->wrench, at);
    for (int i = 0; i < 6; i++) f[i] += w[i];
  }
}

/* all that acts on bodies, but for gravity */
static inline void sum_sides(const lw_instance* s, const lw_batch* batch, int h, lw_pack f[8])
{
  for (int i = 0; i < 8; i++) f[i] = LW_PACK_ZERO;
  if (s->load) {
    lw_offsets at;
    at_bodies(at, batch, h, LW_WRENCH * sizeof *s->load);
    lw_pack_take(2, f, s->load, at);
  }
  if (batch->joint_rows == 3 && !s->acting) {
    sum_points(s, batch, h, 3, f);
  } else if (batch->joint_rows == 5 && !s->acting) {
    sum_points(s, batch, h, 5, f);
  } else {
    sum_wrenches(s, batch, h, f);
  }
}

/* The line of the torques: of the present accelerations, or, with the step dt, of the rule.
 *                                                                                (3.2), (3.12) */
LW_INLINE void inertial_torque(const lw_instance* s, int h, const double* numbers, double dt,
                               lw_pack g[3], const lw_pack v[8], const lw_pack a[8])
{
  lw_pack J[6];
  load(6, J, numbers, LW_BODY_J, h);
  if (dt > 0.0 && by_momentum(s)) {
    lw_pack K[3];
    load(3, K, numbers, LW_BODY_RULE, h);
    lw_momentum_rate(g, dt, J, v + 3, K);
  } else {
    lw_inertial_torque(g, J, v, a, !(dt > 0.0), number(numbers, LW_BODY_RULE, h));
  }
}

/* g = scale (g + Phi_q^T lambda) of one round; returns the larger squares of its scaled halves */
LW_INLINE lw_pack residual(lw_instance* s, const lw_batch* batch, int h, const double* numbers,
                           double scale, double dt, lw_pack g[8])
{
  const double* gravity = s->value + s->model->gravity;
  lw_offsets    at;
  lw_pack       a[8], v[8], f[8];
  at_bodies(at, batch, h, sizeof(lw_twist));
  lw_pack_take(2, a, s->a, at);
  lw_pack_take(2, v, s->v, at);

  lw_inertial_force(g, number(numbers, LW_BODY_MASS, h), gravity, a);
  inertial_torque(s, h, numbers, dt, g + 3, v, a);
  sum_sides(s, batch, h, f);
  for (int i = 0; i < 6; i++) g[i] = scale * (g[i] - f[i]);
  g[6] = g[7] = LW_PACK_ZERO;
  return lw_residual_square(g, number(numbers, LW_BODY_MOVE, h), number(numbers, LW_BODY_TURN, h));
}

double lw_batch_residual(lw_instance* s, const lw_batch* batch, int n, double* numbers,
                         double scale, double dt)
{
  lw_pack most = LW_PACK_ZERO;
  FOR_ROUNDS(batch, n, numbers, h)
  {
    lw_offsets to;
    lw_pack    g[8];
    at_vectors(to, batch, h);
    most = lw_larger(most, residual(s, batch, h, numbers, scale, dt, g));
    lw_pack_put(2, s->x, to, g);
  }
  return lw_pack_largest(most);
}

/* ---- balance of momentum --------------------------------------------------------------------- */

void lw_batch_balance(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt)
{
  FOR_ROUNDS(batch, n, numbers, h)
  {
    lw_offsets at;
    lw_pack    R[12], D[6], S[6], v[8], g[8], dv[6];
    (void)residual(s, batch, h, numbers, 0.5 * dt, dt, g);
    at_bodies(at, batch, h, sizeof *s->placement);
    lw_pack_take(3, R, s->placement, at);
    load(6, D, numbers, LW_BODY_D_INV, h);
    lw_symmetric_turn(S, R + 3, D);
    lw_over_mass(dv, number(numbers, LW_BODY_M_INV, h), S, g);
    at_bodies(at, batch, h, sizeof(lw_twist));
    lw_pack_take(2, v, s->v, at);
    for (int i = 0; i < 6; i++) v[i] -= dv[i];
    lw_pack_put(2, s->v, at, v);
  }
}

/* ---- increments ---------------------------------------------------------------------------- */

/* Add an increment by the rule of Euler parameters: p' and p'' are those of w and alpha, and their
 * parts along p.                                                          (1.3), (1.4), (3.4) */
LW_INLINE void add_to_parameters(int h, double* numbers, double dt, lw_pack q[8], lw_pack v[8],
                                 lw_pack a[8], const lw_pack x[8])
{
  lw_derivatives from;
  lw_pack        along[2];
  load(2, along, numbers, LW_BODY_RULE, h);
  for (int i = 0; i < 3; i++) {
    from.r[i] = q[i];
    from.v[i] = v[i];
    from.a[i] = a[i];
  }
  for (int i = 0; i < 4; i++) from.p[i] = q[3 + i];
  lw_rotation_dot(from.pd, q + 3, v + 3);
  lw_rotation_dot(from.pdd, q + 3, a + 3);
  lw_add_increment(q, x);
  trapezoid(h, numbers, dt, q, v, a, &from, along);
}

double lw_batch_update(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                       const double* d)
{
  const bool   momentum = by_momentum(s);
  const double length   = s->length_weight;
  lw_pack      most     = LW_PACK_ZERO;
  FOR_ROUNDS(batch, n, numbers, h)
  {
    lw_offsets at, to;
    lw_pack    x[8], q[8], v[8], a[8];
    at_bodies(at, batch, h, sizeof(lw_twist));
    at_vectors(to, batch, h);
    lw_pack_take(2, q, s->q, at);
    lw_pack_take(2, x, d, to);
    lw_pack_take(2, v, s->v, at);
    lw_pack_take(2, a, s->a, at);
    if (momentum) {
      lw_momentum_add(q, v, a, dt, x);
    } else {
      add_to_parameters(h, numbers, dt, q, v, a, x);
    }
    q[7] = LW_PACK_ZERO;
    lw_pack_put(2, s->q, at, q);
    most = lw_larger(most, lw_increment_square(x, x + 3, length));
    put_motion(s, batch, h, numbers, at, q, v, a);
  }
  return lw_pack_largest(most);
}

double lw_batch_add_velocity(const lw_instance* s, const lw_batch* batch, int n,
                             const double* numbers, double f, const double* d, lw_twist* u,
                             double* stiffness_ratio)
{
  /* one lane adds every second square, as two lanes do it: the sum has the same bits */
#if LW_LANES > 1
  enum { LANES = LW_LANES };
#else
  enum { LANES = 2 };
#endif
  lw_pack sum[LANES / LW_LANES], left = LW_PACK_ZERO;
  double  last = 0.0;
  for (int k = 0; k < LANES / LW_LANES; k++) sum[k] = LW_PACK_ZERO;
  FOR_ROUNDS(batch, n, numbers, h)
  {
    lw_offsets at, from;
    lw_pack    x[8], y[8];
    at_bodies(at, batch, h, sizeof(lw_twist));
    at_vectors(from, batch, h);
    lw_pack_take(2, x, d, from);
    lw_pack_take(2, y, u, at);
    for (int i = 0; i < 6; i++) y[i] += f * x[i];
    lw_pack_put(2, u, at, y);
    const lw_pack turn = lw_dot(x + 3, x + 3), square = lw_dot(x, x) * s->length_weight + turn;
    left = lw_larger(left, turn * number(numbers, LW_BODY_STIFFNESS_RATIO, h));
    if (h - h % LANES + LANES <= batch->n) {
      sum[h % LANES / LW_LANES] += square;
    } else { /* the last one stands in the lanes that are left */
      for (int l = 0; h + l < batch->n; l++) last += LW_LANE(square, l);
    }
  }
  if (stiffness_ratio) {
    *stiffness_ratio = lw_pack_largest(left);
  }
  double all = 0.0;
  for (int k = 0; k < LANES / LW_LANES; k++) all += lw_pack_sum(sum[k]);
  return all + last;
}
