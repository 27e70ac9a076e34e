/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_joint.c - constraint rows and coordinates of all joint types, against differences.
 *
 * Bodies move with constant twists, r + t v and exp(t w~) R, so that Phi'' = -gamma along them and
 * derivatives of any order are those of functions of t.
 */
#include "joint/joint.h"

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "dense.h"
#include "random.h"

/* Everything below is of size 1 to 10 and compared relative to that. First differences of fourth
 * order with h = 1e-2: h^4/30 times the fifth derivative, which a turn of 2 rad/s on arms of 2 m
 * keeps below 100: 3e-8. Second differences of fourth order: h^4/90 times the sixth, below 300:
 * 3e-8. Rounding: 1e-15/h^2 = 1e-11. Measured: 4e-8. A wrong sign or factor gives 1e-1. */
#define STEP 1e-2
#define TOL 1e-7

#define CONFIGURATIONS 20

/* ---- motion ------------------------------------------------------------------------------- */

typedef struct scene {
  lw_joint_geometry geometry;
  lw_placement      A, B;
  lw_twist          v_A, v_B;
} scene;

static void random_axes(uint32_t* seed, double R[9])
{
  double p[4];
  lw_test_random_quat(seed, p);
  lw_rotation_matrix(R, p);
}

static void random_twist(uint32_t* seed, lw_twist* v)
{
  lw_test_random_fill(seed, 3, 1.0, v->v);
  lw_test_random_fill(seed, 3, 1.0, v->w);
}

/* bodies anywhere: the joint is open, which its derivatives do not mind */
static scene random_scene(uint32_t seed)
{
  scene s = {0};
  lw_test_random_fill(&seed, 3, 1.0, s.geometry.s_A);
  lw_test_random_fill(&seed, 3, 1.0, s.geometry.s_B);
  random_axes(&seed, s.geometry.R_A);
  random_axes(&seed, s.geometry.R_B);
  s.geometry.length = 1.5 + lw_test_random(&seed);
  lw_test_random_fill(&seed, 3, 1.0, s.A.r);
  lw_test_random_fill(&seed, 3, 1.0, s.B.r);
  random_axes(&seed, s.A.R);
  random_axes(&seed, s.B.R);
  random_twist(&seed, &s.v_A);
  random_twist(&seed, &s.v_B);
  return s;
}

/* a body after moving with a constant twist for a time t */
static lw_placement moved(const lw_placement* body, const lw_twist* v, double t)
{
  lw_placement m;
  const double angle = t * lw_norm(v->w);
  double       p[4]  = {cos(0.5 * angle), 0.0, 0.0, 0.0}, E[9], n[3];
  if (lw_normalize3(n, v->w)) {
    lw_scale3(p + 1, sin(0.5 * angle), n);
  }
  lw_rotation_matrix(E, p);
  lw_mat3_mul(m.R, E, body->R);
  for (int i = 0; i < 3; i++) m.r[i] = body->r[i] + t * v->v[i];
  return m;
}

static lw_joint_frames place_at(lw_joint_type type, const scene* s, double t)
{
  const lw_placement A = moved(&s->A, &s->v_A, t), B = moved(&s->B, &s->v_B, t);
  lw_joint_frames    place = {0};
  lw_joint_frames_compute(type, &s->geometry, &A, &B, &place);
  return place;
}

/* derivatives of fourth order of f from its values at -2h, -h, 0, h, 2h */
static double first_difference(const double f[5])
{
  return (f[0] - 8.0 * f[1] + 8.0 * f[3] - f[4]) / (12.0 * STEP);
}

static double second_difference(const double f[5])
{
  return (-f[0] + 16.0 * f[1] - 30.0 * f[2] + 16.0 * f[3] - f[4]) / (12.0 * STEP * STEP);
}

static double row_times(const double J[6], const lw_twist* v)
{
  return lw_dot(J, v->v) + lw_dot(J + 3, v->w);
}

/* ---- rows --------------------------------------------------------------------------------- */

/* The tables of joint.c and of model.c agree on the number of rows. */
static void row_counts_are_those_of_the_model(void** state)
{
  (void)state;
  for (int type = 0; type < LW_JOINT_TYPE_COUNT; type++) {
    assert_int_equal(lw_joint_rows((lw_joint_type)type),
                     lw_joint_info_get((lw_joint_type)type)->nrow);
  }
}

/* Phi_q is the derivative of Phi along any motion: (2.5) to (2.8). */
static void jacobians_are_derivatives_of_the_residual(void** state)
{
  (void)state;
  for (int type = 0; type < LW_JOINT_TYPE_COUNT; type++) {
    for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
      const scene           s     = random_scene(seed);
      const lw_joint_frames place = place_at((lw_joint_type)type, &s, 0.0);
      double                J_A[36], J_B[36], Phi[5][6] = {{0.0}};
      lw_joint_jacobian((lw_joint_type)type, &place, J_A, J_B);
      for (int k = 0; k < 5; k++) {
        const lw_joint_frames p = place_at((lw_joint_type)type, &s, (k - 2) * STEP);
        lw_joint_residual((lw_joint_type)type, &p, Phi[k]);
      }
      for (int r = 0; r < lw_joint_rows((lw_joint_type)type); r++) {
        const double f[5] = {Phi[0][r], Phi[1][r], Phi[2][r], Phi[3][r], Phi[4][r]};
        assert_near(row_times(J_A + 6 * r, &s.v_A) + row_times(J_B + 6 * r, &s.v_B),
                    first_difference(f), TOL);
      }
    }
  }
}

/* gamma is the part of -Phi'' without accelerations: (2.9) to (2.12). */
static void gammas_are_second_derivatives_of_the_residual(void** state)
{
  (void)state;
  for (int type = 0; type < LW_JOINT_TYPE_COUNT; type++) {
    for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
      const scene           s     = random_scene(seed);
      const lw_joint_frames place = place_at((lw_joint_type)type, &s, 0.0);
      double                gamma[6], Phi[5][6] = {{0.0}};
      lw_joint_gamma((lw_joint_type)type, &place, &s.v_A, &s.v_B, gamma);
      for (int k = 0; k < 5; k++) {
        const lw_joint_frames p = place_at((lw_joint_type)type, &s, (k - 2) * STEP);
        lw_joint_residual((lw_joint_type)type, &p, Phi[k]);
      }
      for (int r = 0; r < lw_joint_rows((lw_joint_type)type); r++) {
        const double f[5] = {Phi[0][r], Phi[1][r], Phi[2][r], Phi[3][r], Phi[4][r]};
        assert_near(gamma[r], -second_difference(f), TOL);
      }
    }
  }
}

/* ---- what a type allows ------------------------------------------------------------------- */

/* the child's joint frame in the parent's after the joint has moved: along
 * q, as the contract says */
static void joint_motion(lw_joint_type type, const double q[3], const double free_quat[4],
                         double d[3], double quat[4])
{
  const double about_z[3] = {0.0, 0.0, 1.0};
  double       angle      = 0.0, z[4], x[4];
  d[0] = d[1] = d[2] = 0.0;
  memcpy(quat, free_quat, 4 * sizeof *quat); /* where the type leaves the orientation free */
  switch (type) {
  case LW_PRISMATIC:
  case LW_POINT_ON_LINE: d[2] = q[0]; break;
  case LW_REVOLUTE: angle = q[0]; break;
  case LW_CYLINDRICAL:
    d[2]  = q[0];
    angle = q[1];
    break;
  case LW_UNIVERSAL: angle = q[0]; break;
  case LW_PLANAR:
    d[0]  = q[0];
    d[1]  = q[1];
    angle = q[2];
    break;
  case LW_POINT_ON_PLANE:
    d[0] = q[0];
    d[1] = q[1];
    break;
  case LW_FIXED:
  case LW_SPHERICAL:
  case LW_DISTANCE:
  case LW_JOINT_TYPE_COUNT: break;
  }
  if (type == LW_SPHERICAL || type == LW_POINT_ON_LINE || type == LW_POINT_ON_PLANE) {
    return;
  }
  z[0] = cos(0.5 * angle);
  lw_scale3(z + 1, sin(0.5 * angle), about_z);
  x[0] = cos(0.5 * q[1]);
  x[1] = sin(0.5 * q[1]);
  x[2] = x[3] = 0.0;
  if (type == LW_UNIVERSAL) {
    lw_quat_mul(quat, z, x);
  } else {
    memcpy(quat, z, sizeof z);
  }
}

/* place the child so that the joint is closed and has the coordinates q */
static void close_joint(lw_joint_type type, scene* s, const double q[3], const double free_quat[4])
{
  double d[3], quat[4], R[9], X[9], Y[9], a[3], b[3], offset[3], T[9];
  joint_motion(type, q, free_quat, d, quat);
  lw_rotation_matrix(R, quat);
  lw_mat3_mul_nt(X, s->geometry.R_A, s->A.R); /* rows: axes of the parent's frame in the world */
  /* rows of Y: columns of R are the child's axes in the parent's frame */
  for (int i = 0; i < 3; i++) {
    const double column[3] = {R[i], R[3 + i], R[6 + i]};
    lw_mat3_tvec(Y + 3 * i, X, column);
  }
  /* R_B of the body: Y = R_B^frame body^T, so body = Y^T R_B^frame */
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) T[3 * i + k] = Y[3 * k + i];
  }
  lw_mat3_mul(s->B.R, T, s->geometry.R_B);
  lw_mat3_tvec(offset, X, d);
  lw_mat3_vec(a, s->A.R, s->geometry.s_A);
  lw_mat3_vec(b, s->B.R, s->geometry.s_B);
  for (int i = 0; i < 3; i++) s->B.r[i] = s->A.r[i] + a[i] + offset[i] - b[i];
}

/* A closed joint has no residual and full rank: each type holds as many directions as it has rows,
 * even where its parent is the ground. */
static void closed_joints_hold_independent_directions(void** state)
{
  (void)state;
  for (int type = 0; type < LW_JOINT_TYPE_COUNT; type++) {
    for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
      scene     s = random_scene(seed);
      uint32_t  r = seed;
      const int n = lw_joint_rows((lw_joint_type)type);
      double    q[3], quat[4], Phi[6], J_A[36], J_B[36];
      lw_test_random_fill(&r, 3, 1.0, q);
      lw_test_random_quat(&r, quat);
      if (type != LW_DISTANCE) {
        close_joint((lw_joint_type)type, &s, q, quat);
      } else {
        const lw_joint_frames open = place_at(LW_DISTANCE, &s, 0.0);
        s.geometry.length          = lw_norm(open.d);
      }
      const lw_joint_frames place = place_at((lw_joint_type)type, &s, 0.0);
      lw_joint_residual((lw_joint_type)type, &place, Phi);
      const double zero[6] = {0.0};
      assert_close(n, Phi, zero, 1e-14); /* rounding of four products of numbers up to 4 */
      lw_joint_jacobian((lw_joint_type)type, &place, J_A, J_B);
      /* rows of length 1 to 3: dependent ones would leave 1e-15, independent ones leave 1e-1 */
      assert_int_equal(lw_test_dense_rank(n, 6, J_B, 1e-8), n);
      assert_int_equal(lw_test_dense_rank(n, 6, J_A, 1e-8), n);
    }
  }
}

/* ---- coordinates -------------------------------------------------------------------------- */

/* a joint that moves along q(t) = q0 + q1 t + q2 t^2 / 2 while its parent moves
 * with a constant twist */
typedef struct ride {
  scene  s;
  double q0[3], q1[3], q2[3], quat[4];
} ride;

static lw_placement child_at(lw_joint_type type, const ride* path, double t)
{
  scene  s = path->s;
  double q[3];
  for (int i = 0; i < 3; i++) q[i] = path->q0[i] + t * (path->q1[i] + 0.5 * t * path->q2[i]);
  s.A = moved(&path->s.A, &path->s.v_A, t);
  close_joint(type, &s, q, path->quat);
  return s.B;
}

/* twist of the child at t, by differences of its placement */
static lw_twist twist_at(lw_joint_type type, const ride* path, double t)
{
  lw_placement B[5];
  lw_twist     v;
  double       dR[9], W[9];
  for (int k = 0; k < 5; k++) B[k] = child_at(type, path, t + (k - 2) * STEP);
  for (int i = 0; i < 3; i++) {
    const double f[5] = {B[0].r[i], B[1].r[i], B[2].r[i], B[3].r[i], B[4].r[i]};
    v.v[i]            = first_difference(f);
  }
  for (int i = 0; i < 9; i++) {
    const double f[5] = {B[0].R[i], B[1].R[i], B[2].R[i], B[3].R[i], B[4].R[i]};
    dR[i]             = first_difference(f);
  }
  /* R' R^T = w~ */
  lw_mat3_mul_nt(W, dR, B[2].R);
  v.w[0] = 0.5 * (W[7] - W[5]);
  v.w[1] = 0.5 * (W[2] - W[6]);
  v.w[2] = 0.5 * (W[3] - W[1]);
  return v;
}

static lw_twist acceleration_of(lw_joint_type type, const ride* path)
{
  lw_twist v[5], a;
  for (int k = 0; k < 5; k++) v[k] = twist_at(type, path, (k - 2) * STEP);
  for (int i = 0; i < 3; i++) {
    const double f[5] = {v[0].v[i], v[1].v[i], v[2].v[i], v[3].v[i], v[4].v[i]};
    const double g[5] = {v[0].w[i], v[1].w[i], v[2].w[i], v[3].w[i], v[4].w[i]};
    a.v[i]            = first_difference(f);
    a.w[i]            = first_difference(g);
  }
  return a;
}

static ride random_ride(uint32_t seed)
{
  ride r = {.s = random_scene(seed)};
  lw_test_random_fill(&seed, 3, 1.0, r.q0);
  lw_test_random_fill(&seed, 3, 1.0, r.q1);
  lw_test_random_fill(&seed, 3, 1.0, r.q2);
  lw_test_random_quat(&seed, r.quat);
  /* slower than elsewhere: differences of differences are taken */
  for (int i = 0; i < 3; i++) {
    r.s.v_A.w[i] *= 0.5;
    r.q1[i] *= 0.5;
  }
  return r;
}

/* q, q' and q'' of (2.14) are those of the motion that the contract describes. */
static void coordinates_follow_the_motion_of_the_joint(void** state)
{
  (void)state;
  const lw_twist still = {.v = {0.0}};
  for (int type = 0; type < LW_JOINT_TYPE_COUNT; type++) {
    const int nq = lw_joint_info_get((lw_joint_type)type)->nq;
    for (uint32_t seed = 1; seed <= CONFIGURATIONS && nq > 0; seed++) {
      ride           r      = random_ride(seed);
      const lw_twist v_B    = twist_at((lw_joint_type)type, &r, 0.0);
      const lw_twist a_B    = acceleration_of((lw_joint_type)type, &r);
      r.s.B                 = child_at((lw_joint_type)type, &r, 0.0);
      lw_joint_frames place = {0};
      lw_joint_frames_compute((lw_joint_type)type, &r.s.geometry, &r.s.A, &r.s.B, &place);
      for (int i = 0; i < nq; i++) {
        lw_coordinate c;
        lw_joint_coordinate((lw_joint_type)type, i, &place, &c);
        assert_near(c.q, r.q0[i], 1e-14); /* rounding of numbers up to 4 */
        assert_near(row_times(c.J_A, &r.s.v_A) + row_times(c.J_B, &v_B), r.q1[i], TOL);
        const double bias =
            lw_joint_coordinate_bias((lw_joint_type)type, i, &place, &r.s.v_A, &v_B);
        assert_near(row_times(c.J_A, &still) + row_times(c.J_B, &a_B) + bias, r.q2[i], TOL);
      }
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(row_counts_are_those_of_the_model),
      cmocka_unit_test(jacobians_are_derivatives_of_the_residual),
      cmocka_unit_test(gammas_are_second_derivatives_of_the_residual),
      cmocka_unit_test(closed_joints_hold_independent_directions),
      cmocka_unit_test(coordinates_follow_the_motion_of_the_joint),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
