/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_joint_rate.c - joints in their own coordinates, and rates of Jacobians, against differences.
 */
#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "joint/joint_rate.h"
#include "random.h"

/* A body with a velocity, and where it is a little later if it keeps it. */
typedef struct body {
  double   r[3], p[4];
  lw_twist v;
} body;

static body random_body(uint32_t* seed)
{
  body b = {.r = {0.0}};
  lw_test_random_fill(seed, 3, 1.0, b.r);
  lw_test_random_quat(seed, b.p);
  lw_test_random_fill(seed, 3, 1.0, b.v.v);
  lw_test_random_fill(seed, 3, 1.0, b.v.w);
  return b;
}

static lw_placement later(const body* b, double h)
{
  lw_placement place;
  const double a = lw_norm(b->v.w), half = 0.5 * a * h;
  double       q[4] = {cos(half), 0, 0, 0}, p[4];
  for (int i = 0; i < 3; i++) {
    place.r[i] = b->r[i] + h * b->v.v[i];
    q[1 + i]   = sin(half) * b->v.w[i] / a;
  }
  lw_quat_mul(p, q, b->p);
  lw_rotation_matrix(place.R, p);
  return place;
}

static lw_joint_geometry random_geometry(uint32_t* seed)
{
  lw_joint_geometry g;
  double            p[4], R[9];
  lw_test_random_fill(seed, 3, 1.0, g.s_A);
  lw_test_random_fill(seed, 3, 1.0, g.s_B);
  lw_test_random_quat(seed, p);
  lw_rotation_matrix(g.R_A, p);
  lw_test_random_quat(seed, p);
  lw_rotation_matrix(R, p);
  memcpy(g.R_B, R, sizeof R);
  g.length = 1.3;
  return g;
}

/* Central differences over 2e-5: truncation 1e-10 times third derivatives of the size 10, rounding
 * 1e-11. A wrong term is of the size 1. */
#define STEP 1e-5
#define CLOSE 1e-8

static void rates_of_jacobians_are_their_derivatives(void** state)
{
  (void)state;
  uint32_t seed = 3;
  for (int type = 0; type < LW_JOINT_TYPE_COUNT; type++) {
    const lw_joint_geometry g = random_geometry(&seed);
    const body              A = random_body(&seed), B = random_body(&seed);
    double                  J_A[3][36], J_B[3][36];
    const int               n = 6 * lw_joint_rows((lw_joint_type)type);
    lw_joint_frames         place;
    for (int k = 0; k < 3; k++) { /* before, after, now */
      const double       h   = k == 0 ? -STEP : k == 1 ? STEP : 0.0;
      const lw_placement p_A = later(&A, h), p_B = later(&B, h);
      lw_joint_frames_compute((lw_joint_type)type, &g, &p_A, &p_B, &place);
      lw_joint_jacobian((lw_joint_type)type, &place, J_A[k], J_B[k]);
    }
    lw_joint_jacobian_rate((lw_joint_type)type, &place, &A.v, &B.v, J_A[2], J_B[2]);
    for (int i = 0; i < n; i++) {
      assert_near(J_A[2][i], (J_A[1][i] - J_A[0][i]) / (2.0 * STEP), CLOSE);
      assert_near(J_B[2][i], (J_B[1][i] - J_B[0][i]) / (2.0 * STEP), CLOSE);
    }
  }
}

static void rates_of_coordinates_are_derivatives(void** state)
{
  (void)state;
  uint32_t            seed   = 5;
  const lw_joint_type type[] = {LW_REVOLUTE, LW_PRISMATIC, LW_CYLINDRICAL, LW_UNIVERSAL, LW_PLANAR};
  for (int t = 0; t < 5; t++) {
    const lw_joint_geometry g = random_geometry(&seed);
    const body              A = random_body(&seed), B = random_body(&seed);
    lw_coordinate           x[3][LW_COORDS_MAX];
    double                  J_A[6], J_B[6];
    lw_joint_frames         place;
    for (int k = 0; k < 3; k++) {
      const double       h   = k == 0 ? -STEP : k == 1 ? STEP : 0.0;
      const lw_placement p_A = later(&A, h), p_B = later(&B, h);
      lw_joint_frames_compute(type[t], &g, &p_A, &p_B, &place);
      for (int i = 0; i < lw_joint_info_get(type[t])->nq; i++) {
        lw_joint_coordinate(type[t], i, &place, &x[k][i]);
      }
    }
    for (int i = 0; i < lw_joint_info_get(type[t])->nq; i++) {
      lw_joint_coordinate_rate(type[t], i, &place, &A.v, &B.v, J_A, J_B);
      for (int e = 0; e < 6; e++) {
        assert_near(J_A[e], (x[1][i].J_A[e] - x[0][i].J_A[e]) / (2.0 * STEP), CLOSE);
        assert_near(J_B[e], (x[1][i].J_B[e] - x[0][i].J_B[e]) / (2.0 * STEP), CLOSE);
      }
    }
  }
}

/* Put the child where coordinates say, by (9.1): frames F_B = F_A Q, points P_B = P_A + F_A d. */
static lw_placement place_child(lw_joint_type type, const lw_joint_geometry* g,
                                const lw_placement* A, const double q[])
{
  lw_placement B;
  double       Q[9], d[3], F[9], FQ[9], a[3], b[3], offset[3];
  lw_joint_relative(type, q, Q, d);
  lw_mat3_mul_nt(F, A->R, g->R_A);
  lw_mat3_mul(FQ, F, Q);
  lw_mat3_mul(B.R, FQ, g->R_B);
  lw_mat3_vec(a, A->R, g->s_A);
  lw_mat3_vec(b, B.R, g->s_B);
  lw_mat3_vec(offset, F, d);
  for (int i = 0; i < 3; i++) B.r[i] = A->r[i] + a[i] + offset[i] - b[i];
  return B;
}

static void coordinates_place_the_child(void** state)
{
  (void)state;
  uint32_t seed = 7;
  for (int t = LW_FIXED; t <= LW_PLANAR; t++) {
    const lw_joint_type     type = (lw_joint_type)t;
    const int               nq   = lw_joint_info_get(type)->nq;
    const lw_joint_geometry g    = random_geometry(&seed);
    const body              A    = random_body(&seed);
    const lw_placement      p_A  = later(&A, 0.0);
    double                  q[3] = {0}, Phi[6], zero[6] = {0};
    lw_joint_frames         place;
    if (type == LW_SPHERICAL) {
      continue; /* its coordinates are a quaternion */
    }
    lw_test_random_fill(&seed, nq, 1.0, q);
    const lw_placement p_B = place_child(type, &g, &p_A, q);
    lw_joint_frames_compute(type, &g, &p_A, &p_B, &place);
    lw_joint_residual(type, &place, Phi);
    assert_close(lw_joint_rows(type), Phi, zero, 1e-14);
    for (int i = 0; i < nq; i++) {
      lw_coordinate x;
      lw_freedom    f;
      lw_joint_coordinate(type, i, &place, &x);
      assert_near(x.q, q[i], 1e-14);
      /* the way that its rate moves the child's point, or turns the child */
      double ahead[3], back[3];
      memcpy(ahead, q, sizeof q);
      memcpy(back, q, sizeof q);
      ahead[i] += STEP;
      back[i] -= STEP;
      const lw_placement up   = place_child(type, &g, &p_A, ahead),
                         down = place_child(type, &g, &p_A, back);
      lw_joint_freedom(type, i, &place, &f);
      double turn[3] = {0, 0, 0}, move[3], b_up[3], b_down[3], none[3] = {0, 0, 0};
      lw_mat3_vec(b_up, up.R, g.s_B);
      lw_mat3_vec(b_down, down.R, g.s_B);
      for (int e = 0; e < 3; e++) {
        const double* u = up.R + 3 * ((e + 2) % 3);
        const double* v = p_B.R + 3 * ((e + 1) % 3);
        turn[e]         = lw_dot(u, v) - lw_dot(down.R + 3 * ((e + 2) % 3), v); /* of dR R^T */
        turn[e] /= 2.0 * STEP;
        move[e] = (up.r[e] + b_up[e] - down.r[e] - b_down[e]) / (2.0 * STEP);
      }
      assert_close(3, turn, f.turns ? f.n : none, CLOSE);
      assert_close(3, move, f.turns ? none : f.n, CLOSE);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rates_of_jacobians_are_their_derivatives),
      cmocka_unit_test(rates_of_coordinates_are_derivatives),
      cmocka_unit_test(coordinates_place_the_child),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
