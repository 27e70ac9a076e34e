/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bodies_simd.c - placement, mass matrix, equation of motion and trapezoidal rule, bodies side by side.
 *
 *   reads    positions, velocities, accelerations, wrenches of the sides
 *   writes   placement, inertia, numbers of the bodies, q, v, a, jerk, x
 *   theory   sections 1 and 3
 */
#include "mechanics/bodies_simd.h"

#include <stddef.h>

#include "simd/pack_rotation.h"

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
  lw_pack_rotation_matrix(x + 3, q + 3);
  lw_pack_put(3, s->placement, at, x);
  load(6, D, numbers, LW_BODY_D, h);
  lw_pack_to_world(W, x + 3, D);
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

/* T += e sum of 1/2 (l s^T + s l^T) - (l.s) 1 over the points that hold the body: the torque s x l of the force
 * l at s, as the body turns                                                              (4.12) */
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
    const lw_pack fs = lw_pack_dot(f, arm);
    T[0] += f[0] * arm[0] - fs;
    T[1] += 0.5 * (f[0] * arm[1] + arm[0] * f[1]);
    T[2] += 0.5 * (f[0] * arm[2] + arm[0] * f[2]);
    T[3] += f[1] * arm[1] - fs;
    T[4] += 0.5 * (f[1] * arm[2] + arm[1] * f[2]);
    T[5] += f[2] * arm[2] - fs;
  }
}

/* the sum of the squares of J^-1 (T - J) */
static inline lw_pack stiffness_ratio(const lw_pack T[6], const lw_pack J[6],
                                      const lw_pack J_inv[6])
{
  static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  lw_pack          sum      = LW_PACK_ZERO;
  for (int j = 0; j < 3; j++) {
    lw_pack K[3], x[3];
    for (int i = 0; i < 3; i++) K[i] = T[at[i][j]] - J[at[i][j]];
    lw_pack_symmetric(x, J_inv, K);
    sum += lw_pack_dot(x, x);
  }
  return sum;
}

/* The matrix and its inverse with the stiffness of the joint forces in it. Compression makes it less definite: left out
 * where less than a quarter would remain, which keeps the matrix quasi-definite. */
static inline void stiffen(const lw_instance* s, const lw_batch* batch, int h, double* numbers,
                           double e, lw_pack J[6], lw_pack J_inv[6])
{
  lw_pack T[6], W[6], ratio;
  for (int i = 0; i < 6; i++) T[i] = J[i];
  add_stiffness_arms(s, batch, h, e, T);
  ratio             = stiffness_ratio(T, J, J_inv);
  W[0]              = T[3] * T[5] - T[4] * T[4];
  W[1]              = T[2] * T[4] - T[1] * T[5];
  W[2]              = T[1] * T[4] - T[2] * T[3];
  W[3]              = T[0] * T[5] - T[2] * T[2];
  W[4]              = T[1] * T[2] - T[0] * T[4];
  W[5]              = T[0] * T[3] - T[1] * T[1];
  const lw_pack det = T[0] * W[0] + T[1] * W[1] + T[2] * W[2], f = 1.0 / det;
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
    lw_pack_to_world(W, R + 3, D);
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
    to += inverse && h + LW_LANES >= batch->n ? 4 * LW_LEAF_NUMBERS : 0;
  }
}

/* ---- trapezoidal rule ---------------------------------------------------------------------- */

/* where the parts of a start stand in it */
enum { AT_R = 0, AT_P = 3, AT_V = 7, AT_PD = 10, AT_A = 14, AT_PDD = 17, START = 21 };

/* What the trapezoidal rule has at a position: v, a, p', p'' are there; and placement. */
LW_INLINE void arrive(lw_instance* s, const lw_batch* batch, int h, double* numbers,
                      const lw_offsets at, const lw_pack q[8], lw_pack v[8], lw_pack a[8],
                      const lw_pack pd[4], const lw_pack pdd[4])
{
  const lw_pack* p = q + 3;
  lw_pack        W[6], normal[2];
  normal[0] = p[0] * pd[0] + lw_pack_dot(p + 1, pd + 1);
  normal[1] = p[0] * pdd[0] + lw_pack_dot(p + 1, pdd + 1);
  lw_pack_rotation_rate(v + 3, p, pd);
  lw_pack_rotation_rate(a + 3, p, pdd);
  v[6] = v[7] = a[6] = a[7] = LW_PACK_ZERO;
  store(2, numbers, LW_BODY_NORMAL, h, normal);
  lw_pack_put(2, s->v, at, v);
  lw_pack_put(2, s->a, at, a);
  place(s, batch, h, numbers, q, W);
}

/* with e = q - q_pred: predicted velocity + 2/dt e, predicted acceleration + 4/dt^2 e, into v and a; and placement
 *                                                                                        (3.4) */
LW_INLINE void trapezoid(lw_instance* s, const lw_batch* batch, int h, double* numbers, double dt,
                         const lw_offsets at, const lw_pack q[8], const lw_pack x[START])
{
  const double f1 = 2.0 / dt, f2 = f1 * f1;
  lw_pack      v[8], a[8], pd[4], pdd[4];
  for (int i = 0; i < 3; i++) {
    const lw_pack e = q[i] - x[AT_R + i];
    v[i]            = x[AT_V + i] + f1 * e;
    a[i]            = x[AT_A + i] + f2 * e;
  }
  for (int i = 0; i < 4; i++) {
    const lw_pack e = q[3 + i] - x[AT_P + i];
    pd[i]           = x[AT_PD + i] + f1 * e;
    pdd[i]          = x[AT_PDD + i] + f2 * e;
  }
  arrive(s, batch, h, numbers, at, q, v, a, pd, pdd);
}

/* The same from one iterate to the next: q was at `from` with the v and a that are there. p' is what they say of it, and its part
 * along p.                                                                         (1.3), (3.4) */
LW_INLINE void trapezoid_on(lw_instance* s, const lw_batch* batch, int h, double* numbers,
                            double dt, const lw_offsets at, const lw_pack q[8],
                            const lw_pack from[8])
{
  const double f1 = 2.0 / dt, f2 = f1 * f1;
  lw_pack      v[8], a[8], pd[4], pdd[4], normal[2];
  lw_pack_take(2, v, s->v, at);
  lw_pack_take(2, a, s->a, at);
  load(2, normal, numbers, LW_BODY_NORMAL, h);
  lw_pack_rotation_dot(pd, from + 3, v + 3);
  lw_pack_rotation_dot(pdd, from + 3, a + 3);
  for (int i = 0; i < 3; i++) {
    const lw_pack e = q[i] - from[i];
    v[i] += f1 * e;
    a[i] += f2 * e;
  }
  for (int i = 0; i < 4; i++) {
    const lw_pack e = q[3 + i] - from[3 + i];
    pd[i] += normal[0] * from[3 + i] + f1 * e;
    pdd[i] += normal[1] * from[3 + i] + f2 * e;
  }
  arrive(s, batch, h, numbers, at, q, v, a, pd, pdd);
}

/* the trapezoidal rule with the acceleration a + dt j at the end, or one with which nothing moves  (3.3) */
LW_INLINE void predict(double dt, bool at_rest_prediction, const lw_pack q[8], const lw_pack v[8],
                       const lw_pack a[8], lw_pack jerk[8], lw_pack x[START])
{
  const lw_pack *p = q + 3, *w = v + 3, *z = a + 3;
  lw_pack        pd[4], pdd[4], pddd[4], y[4];

  /* p' = 1/2 E(p)^T w,  p'' = 1/2 E(p)^T alpha - 1/4 (w . w) p: once more   (1.3), (1.5) */
  const lw_pack ww = 0.25 * lw_pack_dot(w, w), wz = 0.5 * lw_pack_dot(w, z);
  lw_pack_rotation_dot(pd, p, w);
  lw_pack_rotation_dot(pdd, p, z);
  lw_pack_rotation_dot(pddd, p, jerk + 3);
  lw_pack_rotation_dot(y, pd, z);
  for (int i = 0; i < 4; i++) {
    pddd[i] += y[i] - wz * p[i] - ww * pd[i];
    pdd[i] -= ww * p[i];
  }
  if (at_rest_prediction) {
    for (int i = 0; i < 4; i++) pddd[i] = -2.0 / dt * (pdd[i] + 2.0 / dt * pd[i]);
    for (int i = 0; i < 3; i++) jerk[i] = -2.0 / dt * (a[i] + 2.0 / dt * v[i]);
  }
  for (int i = 0; i < 4; i++) {
    x[AT_PDD + i] = pdd[i] + dt * pddd[i];
    x[AT_PD + i]  = pd[i] + dt * (pdd[i] + 0.5 * dt * pddd[i]);
    x[AT_P + i]   = p[i] + dt * (pd[i] + 0.5 * dt * (pdd[i] + 0.5 * dt * pddd[i]));
  }
  for (int i = 0; i < 3; i++) {
    x[AT_A + i] = a[i] + dt * jerk[i];
    x[AT_V + i] = v[i] + dt * (a[i] + 0.5 * dt * jerk[i]);
    x[AT_R + i] = q[i] + dt * (v[i] + 0.5 * dt * (a[i] + 0.5 * dt * jerk[i]));
  }
}

/* as it stands: no step reads it in lanes */
static inline void keep_next(const lw_instance* s, const lw_batch* batch, int h)
{
  lw_twist* kept = lw_saved(s, s->next);
  for (int l = 0; l < LW_LANES; l++) kept[batch->id[h + l]] = s->next[batch->id[h + l]];
}

double lw_batch_predict(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                        lw_prediction how, bool at_rest_prediction, double* acceleration)
{
  lw_pack most = LW_PACK_ZERO, fastest = LW_PACK_ZERO;
  FOR_ROUNDS(batch, n, numbers, h)
  {
    lw_offsets at;
    lw_pack    q[8], v[8], a[8], jerk[8], x[START];
    at_bodies(at, batch, h, sizeof(lw_twist));
    if (how == LW_PREDICT_AGAIN) {
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
    most               = lw_pack_larger(most, part * part * lw_pack_dot(v + 3, v + 3));
    fastest            = lw_pack_larger(fastest, lw_pack_dot(a, a));
    fastest            = lw_pack_larger(fastest, lw_pack_dot(a + 3, a + 3));
    predict(dt, at_rest_prediction, q, v, a, jerk, x);
    if (how == LW_PREDICT_AGAIN) {
      lw_pack_take(2, q, s->q, at);
    } else {
      for (int i = 0; i < 7; i++) q[i] = x[i];
      q[7] = LW_PACK_ZERO;
      lw_pack_normalize(q + 3);
      lw_pack_put(2, s->q, at, q);
    }
    if (how != LW_PREDICT_ONLY) {
      trapezoid(s, batch, h, numbers, dt, at, q, x);
    }
  }
  *acceleration = lw_pack_largest(fastest);
  return lw_pack_largest(most);
}

double lw_batch_finish(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                       double most[2])
{
  const double f   = 1.0 / dt;
  lw_pack      sum = LW_PACK_ZERO, turning = LW_PACK_ZERO, gyroscopic = LW_PACK_ZERO;
  FOR_ROUNDS(batch, n, numbers, h)
  {
    lw_offsets at;
    lw_pack    a[8], v[8], x[6], jerk[8], next[8];
    at_bodies(at, batch, h, sizeof(lw_twist));
    lw_pack_take(2, a, s->a, at);
    lw_pack_take(2, v, s->v, at);
    const lw_pack part = number(numbers, LW_BODY_GYRO, h), square = lw_pack_dot(v + 3, v + 3);
    turning    = lw_pack_larger(turning, square);
    gyroscopic = lw_pack_larger(gyroscopic, part * part * square);
    load(6, x, numbers, LW_BODY_KEPT_A, h);
    load(6, next, numbers, LW_BODY_KEPT_JERK, h);
    for (int i = 0; i < 6; i++) {
      jerk[i] = (a[i] - x[i]) * f;
      next[i] = a[i] + dt * (2.0 * jerk[i] - next[i]); /* (3.11) */
      sum += jerk[i];
    }
    jerk[6] = jerk[7] = next[6] = next[7] = LW_PACK_ZERO;
    lw_pack_put(2, s->jerk, at, jerk);
    lw_pack_put(2, s->next, at, next);
  }
  most[0] = lw_pack_largest(turning);
  most[1] = lw_pack_largest(gyroscopic);
  return lw_pack_sum(sum);
}

/* ---- equation of motion -------------------------------------------------------------------- */

/* n numbers of the points on a side, from `more` behind their arms on */
static inline void find_points(const lw_instance* s, const lw_batch_side* side, int n, int h,
                               const int more[2], lw_pack x[])
{
  if (side->aligned) {
    lw_pack_load(n, x, s->point_batch + side->arm[0] + 4 * more[side->sign[0] > 0.0], h);
    return;
  }
  const double* p[LW_LANES];
  for (int l = 0; l < LW_LANES; l++) {
    p[l] = s->point_batch + side->arm[h + l] + 4 * more[side->sign[h + l] > 0.0];
  }
  for (int i = 0; i < n; i++) x[i] = LW_PACK_OF(p, 4 * i);
}

/* What acts on bodies whose sides all hold points, of nrow rows: the force is l on the parent, -l on the child. */
LW_INLINE void sum_points(const lw_instance* s, const lw_batch* batch, int h, int nrow,
                          lw_pack f[8])
{
  static const int     none[2] = {0, 0}, axes[2] = {LW_POINT_AXIS, LW_POINT_AXIS - 3};
  const lw_batch_side* side = s->structure->batch_side + batch->data;
  for (const lw_batch_side* end = side + batch->nside; side < end; side++) {
    lw_offsets rows;
    lw_pack    l[5], arm[3], turn[3], axis[6], sign;
    for (int k = 0; k < LW_LANES; k++) rows[k] = (ptrdiff_t)sizeof(double) * side->row[h + k];
    lw_pack_take_few(nrow, l, s->lambda, rows);
    find_points(s, side, 3, h, none, arm);
    memcpy(&sign, side->sign + h, sizeof sign);
    for (int i = 0; i < nrow; i++) l[i] *= sign;
    lw_pack_cross(turn, arm, l);
    for (int i = 0; i < 3; i++) {
      f[i] -= l[i];
      f[3 + i] -= turn[i];
    }
    if (nrow == 5) {
      find_points(s, side, 6, h, axes, axis);
      for (int i = 0; i < 3; i++) f[3 + i] += l[3] * axis[i] + l[4] * axis[3 + i];
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

/* one round; returns the larger squares of its scaled parts */
LW_INLINE lw_pack residual(lw_instance* s, const lw_batch* batch, int h, const double* numbers,
                           double scale, bool normal)
{
  const double* gravity = s->value + s->model->gravity;
  lw_offsets    at, to;
  lw_pack       a[8], v[8], J[6], f[8], g[8], Jw[3], wJw[3];
  at_bodies(at, batch, h, sizeof(lw_twist));
  at_vectors(to, batch, h);
  lw_pack_take(2, a, s->a, at);
  lw_pack_take(2, v, s->v, at);
  load(6, J, numbers, LW_BODY_J, h);

  /* m (a - gravity),  J alpha + w x (J w) + 2 (p.p') J w: the last term is in S0 (8)    (3.2) */
  lw_pack_symmetric(g + 3, J, a + 3);
  lw_pack_symmetric(Jw, J, v + 3);
  lw_pack_cross(wJw, v + 3, Jw);
  for (int i = 0; i < 3; i++) g[3 + i] += wJw[i];
  if (normal) {
    const lw_pack pp = 2.0 * number(numbers, LW_BODY_NORMAL, h);
    for (int i = 0; i < 3; i++) g[3 + i] += pp * Jw[i];
  }
  const lw_pack m = number(numbers, LW_BODY_MASS, h);
  for (int i = 0; i < 3; i++) g[i] = m * (a[i] - gravity[i]);
  sum_sides(s, batch, h, f);
  for (int i = 0; i < 6; i++) g[i] = scale * (g[i] - f[i]);
  g[6] = g[7] = LW_PACK_ZERO;
  lw_pack_put(2, s->x, to, g);
  return lw_pack_larger(lw_pack_dot(g, g) * number(numbers, LW_BODY_MOVE, h),
                        lw_pack_dot(g + 3, g + 3) * number(numbers, LW_BODY_TURN, h));
}

double lw_batch_residual(lw_instance* s, const lw_batch* batch, int n, double* numbers,
                         double scale, bool normal)
{
  lw_pack most = LW_PACK_ZERO;
  FOR_ROUNDS(batch, n, numbers, h)
  {
    most = lw_pack_larger(most, residual(s, batch, h, numbers, scale, normal));
  }
  return lw_pack_largest(most);
}

/* ---- increments ---------------------------------------------------------------------------- */

double lw_batch_update(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                       const double* d)
{
  const double length = 1.0 / (s->length * s->length);
  lw_pack      most   = LW_PACK_ZERO;
  FOR_ROUNDS(batch, n, numbers, h)
  {
    lw_offsets at, to;
    lw_pack    x[8], q[8], from[8], dp[4];
    at_bodies(at, batch, h, sizeof(lw_twist));
    at_vectors(to, batch, h);
    lw_pack_take(2, from, s->q, at);
    lw_pack_take(2, x, d, to);
    for (int i = 0; i < 3; i++) q[i] = from[i] + x[i];
    /* p <- p + 1/2 E(p)^T dtheta, then unit length                                     (1.4) */
    lw_pack_rotation_dot(dp, from + 3, x + 3);
    for (int i = 0; i < 4; i++) q[3 + i] = from[3 + i] + dp[i];
    q[7] = LW_PACK_ZERO;
    lw_pack_normalize(q + 3);
    lw_pack_put(2, s->q, at, q);
    /* a length per characteristic length, an angle as it is                            (3.7) */
    most = lw_pack_larger(most, lw_pack_dot(x, x) * length);
    most = lw_pack_larger(most, lw_pack_dot(x + 3, x + 3));
    trapezoid_on(s, batch, h, numbers, dt, at, q, from);
  }
  return lw_pack_largest(most);
}

double lw_batch_add_velocity(const lw_batch* batch, int n, const double* numbers, double f,
                             const double* d, lw_twist* u, double* stiffness_ratio)
{
  lw_pack sum = LW_PACK_ZERO, left = LW_PACK_ZERO;
  double  last = 0.0;
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
    const lw_pack turn = lw_pack_dot(x + 3, x + 3), square = lw_pack_dot(x, x) + turn;
    left = lw_pack_larger(left, turn * number(numbers, LW_BODY_STIFFNESS_RATIO, h));
    if (h + LW_LANES <= batch->n) {
      sum += square;
    } else { /* the last one stands in the lanes that are left */
      for (int l = 0; h + l < batch->n; l++) last += LW_LANE(square, l);
    }
  }
  if (stiffness_ratio) {
    *stiffness_ratio = lw_pack_largest(left);
  }
  return lw_pack_sum(sum) + last;
}
