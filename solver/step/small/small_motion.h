/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * small_motion.h - bodies and joints of a small mechanism in the lanes of vectors.
 *
 * Part of small_step.c. The formulas are those of bodies_simd.c and joints_simd.c.
 *
 *   theory   sections 1 to 3 of docs/theory.md
 */
#ifndef LW_SMALL_MOTION_H
#define LW_SMALL_MOTION_H

#include "formulas/body.h"
#include "formulas/joint.h"
#include "step/small/small.h"
#include "step/small/small_dense.h"

#if LW_LANES == 4 /* there is nothing else to put a mechanism into */

/* Where the joints' rows pull. */
typedef struct stiffness_arms {
  lw_pack arm[2][3];               /* joint points from the centres of mass of either side */
  lw_pack turn[LW_SMALL_TURNS][3]; /* about what the other rows turn                        */
} stiffness_arms;

/* Everything of a step. */
typedef struct work {
  /* bodies */
  lw_pack q[8], v[8], a[8]; /* position, velocity, acceleration, as in lw_pose and lw_twist */
  lw_pack a0[6];            /* acceleration at the start                                     */
  lw_pack K[3];             /* of the rule                                            (3.12) */
  lw_pack R[9], J[6];       /* rotation and inertia, world axes                              */
  lw_pack J_inv[6];         /* in the factorisation                                          */
  lw_pack x[6];             /* right-hand side and solution                                  */
  /* joints */
  lw_pack        lambda[LW_SMALL_ROWS];
  stiffness_arms at; /* the present positions                           */
  lw_pack        axis[2][LW_SMALL_TURNS]
              [3]; /* axes of the joints' frames that rows look at, one of the child */
  lw_pack  Phi[LW_SMALL_ROWS];
  lw_pack  y[LW_SMALL_ROWS]; /* right-hand side and solution                     */
  lw_dense dense;
} work;

/* ---- lanes --------------------------------------------------------------------------------- */

static LW_ALWAYS lw_pack four(const double* p)
{
  return _mm256_load_pd(p);
}

static LW_ALWAYS lw_pack pick(const lw_pick* p, lw_pack x)
{
  const __m256i index = _mm256_load_si256((const __m256i*)p->index);
  const lw_pack y     = _mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(x), index));
  return _mm256_and_pd(y, four(p->mask));
}

static LW_ALWAYS double sum_of(lw_pack x)
{
  const __m128d pair = _mm256_castpd256_pd128(x) + _mm256_extractf128_pd(x, 1);
  return pair[0] + pair[1];
}

/* ---- state --------------------------------------------------------------------------------- */

/* body l, or the last one */
static LW_ALWAYS int body_at(const lw_instance* s, int l)
{
  return l < s->model->nbody ? l : s->model->nbody - 1;
}

static LW_ALWAYS void load_state(const lw_instance* s, int nturn, work* w, lw_pack jerk[8])
{
  const lw_small* z = s->small;
  const double *  q[4], *v[4], *a[4], *j[4];
  for (int l = 0; l < 4; l++) {
    const int b = body_at(s, l);
    q[l]        = s->q[b].r;
    v[l]        = s->v[b].v;
    a[l]        = s->a[b].v;
    j[l]        = s->jerk[b].v;
  }
  lw_pack_gather_all(2, w->q, q);
  lw_pack_gather_all(2, w->v, v);
  lw_pack_gather_all(2, w->a, a);
  lw_pack_gather_all(2, jerk, j);
  for (int r = 0; r < 3 + nturn; r++) {
    const double* const* at = (const double* const*)z->lambda[r];
    w->lambda[r]            = (lw_pack){*at[0], *at[1], *at[2], *at[3]};
  }
}

static LW_ALWAYS void store_state(lw_instance* s, int nturn, work* w, lw_pack jerk[8])
{
  const lw_small* z = s->small;
  double *        q[4], *v[4], *a[4], *j[4];
  for (int l = 0; l < 4; l++) {
    const int b = body_at(s, l);
    q[l]        = s->q[b].r;
    v[l]        = s->v[b].v;
    a[l]        = s->a[b].v;
    j[l]        = s->jerk[b].v;
  }
  jerk[6] = jerk[7] = w->v[6] = w->v[7] = w->a[6] = w->a[7] = w->q[7] = LW_PACK_ZERO;
  lw_pack_scatter_all(2, q, w->q);
  lw_pack_scatter_all(2, v, w->v);
  lw_pack_scatter_all(2, a, w->a);
  lw_pack_scatter_all(2, j, jerk);
  for (int l = 0; l < s->model->njoint; l++) {
    for (int r = 0; r < 3 + nturn; r++) *z->lambda[r][l] = w->lambda[r][l];
  }
}

/* ---- trapezoidal rule ---------------------------------------------------------------------- */

/* as lw_batch_predict(), by the rule of momenta                                  (3.12), (3.13) */
static LW_ALWAYS void predict(work* w, double dt, const lw_pack jerk[8])
{
  lw_momentum_of_start(w->K, dt, w->J, w->v, w->a);
  for (int i = 0; i < 6; i++) w->a0[i] = w->a[i];
  lw_momentum_predict(w->q, w->v, w->a, dt, false, jerk);
}

/* add the increments; returns the largest scaled one, squared            (1.4), (3.4), (3.7) */
static LW_ALWAYS double add(work* w, double dt, double length)
{
  lw_momentum_add(w->q, w->v, w->a, dt, w->x);
  return lw_pack_largest(lw_increment_square(w->x, w->x + 3, 1.0 / (length * length)));
}

/* ---- joints -------------------------------------------------------------------------------- */

static LW_ALWAYS void times(lw_pack c[3], const lw_pack A[9], const lw_four b[3])
{
  const lw_pack x[3] = {four(b[0]), four(b[1]), four(b[2])};
  lw_mat3_vec(c, A, x);
}

/* to = D in world axes */
static LW_ALWAYS void place_inertia(const work* w, const lw_four D[6], lw_pack to[6])
{
  lw_pack x[6];
  for (int i = 0; i < 6; i++) x[i] = four(D[i]);
  lw_symmetric_turn(to, w->R, x);
}

/* placements, arms, axes and residuals at the present positions          (2.1), (2.2), (2.6) */
static LW_NEVER void rows(const lw_small* z, int nturn, work* w)
{
  lw_rotation_matrix(w->R, w->q + 3);
  lw_pack r[2][3];
  for (int side = 0; side < 2; side++) {
    lw_pack R[9];
    for (int i = 0; i < 9; i++) R[i] = pick(&z->body[side], w->R[i]);
    for (int i = 0; i < 3; i++) {
      R[4 * i] += four(z->ground[side]);
      r[side][i] = pick(&z->body[side], w->q[i]);
    }
    times(w->at.arm[side], R, z->s[side]);
    for (int k = 0; k < (side ? nturn > 0 : nturn); k++) {
      times(w->axis[side][k], R, z->axis[side][k]);
    }
  }
  lw_point_gap(w->Phi, r[0], w->at.arm[0], r[1], w->at.arm[1]);
  for (int k = 0; k < nturn; k++) {
    w->Phi[3 + k] = lw_dot_row(w->at.turn[k], w->axis[0][k], w->axis[1][0]);
  }
}

/* f = -Phi_q^T y on the bodies */
static LW_ALWAYS void press(const lw_small* z, int nturn, const stiffness_arms* at,
                            const lw_pack y[], lw_pack f[6])
{
  const lw_pack minus[3] = {-y[0], -y[1], -y[2]};
  lw_pack       parent[6], child[6];
  lw_point_wrench(parent, y, at->arm[0]);
  lw_point_wrench(child, minus, at->arm[1]);
  for (int r = 0; r < nturn; r++) {
    lw_add_turn(parent + 3, -y[3 + r], at->turn[r]);
    lw_add_turn(child + 3, y[3 + r], at->turn[r]);
  }
  const lw_pick *p = z->sum[0], *c = z->sum[1];
  for (int i = 0; i < 6; i++) f[i] = pick(p, parent[i]) + pick(c, child[i]);
  LW_LOOP
  while (++p < z->sum[0] + z->nsum[0]) {
    for (int i = 0; i < 6; i++) f[i] += pick(p, parent[i]);
  }
  LW_LOOP
  while (++c < z->sum[1] + z->nsum[1]) {
    for (int i = 0; i < 6; i++) f[i] += pick(c, child[i]);
  }
}

/* e = Phi_q u */
static LW_ALWAYS void rates(const lw_small* z, int nturn, const stiffness_arms* at,
                            const lw_pack u[6], lw_pack e[])
{
  lw_pack A[6], B[6], turn[3];
  for (int i = 0; i < 6; i++) {
    A[i] = pick(&z->body[0], u[i]);
    B[i] = pick(&z->body[1], u[i]);
  }
  lw_point_rate(e, A, A + 3, at->arm[0], B, B + 3, at->arm[1]);
  for (int i = 0; i < 3; i++) turn[i] = A[3 + i] - B[3 + i];
  for (int r = 0; r < nturn; r++) e[3 + r] = lw_dot(at->turn[r], turn);
}

/* the 2-norm of rows of which the first three are lengths                                 (4.19) */
static LW_ALWAYS double norm_of(const lw_instance* s, int nturn, const lw_pack y[])
{
  lw_pack sum = lw_dot(y, y) * s->length_weight;
  for (int r = 3; r < 3 + nturn; r++) sum += y[r] * y[r];
  return sqrt(sum_of(sum));
}

/* y = gamma - Phi_q u, or without gamma; returns its norm */
static LW_NEVER double row_residuals(const lw_instance* s, int nturn, work* w, const lw_pack u[6],
                                     const lw_pack* gamma)
{
  rates(s->small, nturn, &w->at, u, w->y);
  for (int r = 0; r < 3 + nturn; r++) w->y[r] = gamma ? gamma[r] - w->y[r] : -w->y[r];
  return norm_of(s, nturn, w->y);
}

/* what the accelerations have to be                                            (2.9), (2.10) */
static LW_ALWAYS void accelerate_rows(const lw_small* z, int nturn, const work* w, lw_pack gamma[])
{
  lw_pack A[3], B[3];
  for (int i = 0; i < 3; i++) {
    A[i] = pick(&z->body[0], w->v[3 + i]);
    B[i] = pick(&z->body[1], w->v[3 + i]);
  }
  lw_point_gamma(gamma, A, w->at.arm[0], B, w->at.arm[1]);
  for (int r = 0; r < nturn; r++) {
    gamma[3 + r] = lw_dot_gamma(w->axis[0][r], A, w->axis[1][0], B);
  }
}

/* ---- equation of motion -------------------------------------------------------------------- */

/* x = scale (g + Phi_q^T lambda), of the present accelerations, or, with the step dt, of the rule;
 * returns the largest square of a scaled one                                    (3.2), (3.12) */
static LW_NEVER double residual(const lw_instance* s, int nturn, work* w, double scale, double dt)
{
  const lw_small* z       = s->small;
  const double*   gravity = s->value + s->model->gravity;
  lw_pack         f[6];
  press(z, nturn, &w->at, w->lambda, f);
  lw_inertial_force(w->x, four(z->mass), gravity, w->a);
  if (dt > 0.0) {
    lw_momentum_rate(w->x + 3, dt, w->J, w->v + 3, w->K);
  } else {
    lw_inertial_torque(w->x + 3, w->J, w->v, w->a, true, LW_PACK_ZERO);
  }
  for (int i = 0; i < 6; i++) w->x[i] = scale * (w->x[i] - f[i]);
  return lw_pack_largest(lw_residual_square(w->x, four(z->move_scale), four(z->turn_scale)));
}

#endif

#endif
