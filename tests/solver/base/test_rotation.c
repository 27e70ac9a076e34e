/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_rotation.c - Euler parameters, against the rotation that they represent.
 */
#include "base/rotation.h"

#include "check.h"
#include "random.h"

#define PI 3.14159265358979323846

/* Products of a few numbers below 1, three deep: 10 * 2.2e-16. Measured: 7e-16. A
 * wrong sign gives 1e-1. */
#define TOL 3e-15

/* the unit quaternion of a turn by an angle about a unit axis, by definition */
static void turn(double q[4], const double axis[3], double angle)
{
  q[0] = cos(0.5 * angle);
  for (int i = 0; i < 3; i++) q[1 + i] = sin(0.5 * angle) * axis[i];
}

/* Rodrigues' formula: the matrix of that turn */
static void turn_matrix(double R[9], const double axis[3], double angle)
{
  const double c = cos(angle), s = sin(angle), *n = axis;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) R[3 * i + j] = (1.0 - c) * n[i] * n[j] + (i == j ? c : 0.0);
  }
  R[1] -= s * n[2];
  R[2] += s * n[1];
  R[3] += s * n[2];
  R[5] -= s * n[0];
  R[6] -= s * n[1];
  R[7] += s * n[0];
}

static void random_axis(uint32_t* seed, double axis[3])
{
  double a[3];
  do {
    lw_test_random_fill(seed, 3, 1.0, a);
  } while (!(lw_norm(a) > 0.1));
  assert_true(lw_normalize3(axis, a));
}

/* (1.1) is Rodrigues' formula, and the product of quaternions that of matrices. */
static void matrices_are_those_of_the_turn(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 20; seed++) {
    uint32_t s = seed;
    double   n[3], m[3], p[4], q[4], pq[4], R[9], expected[9], S[9], RS[9];
    random_axis(&s, n);
    random_axis(&s, m);
    turn(p, n, 3.0 * lw_test_random(&s));
    const double angle = 3.0 * lw_test_random(&s);
    turn(q, m, angle);
    lw_rotation_matrix(R, q);
    turn_matrix(expected, m, angle);
    assert_close(9, R, expected, TOL);

    lw_quat_mul(pq, p, q);
    lw_rotation_matrix(S, p);
    lw_mat3_mul(RS, S, R);
    lw_rotation_matrix(R, pq);
    assert_close(9, R, RS, TOL);
  }
}

/* (1.2) and (1.3): a body that turns at a constant rate about a world axis has
 * that angular velocity. */
static void rates_are_those_of_a_steady_turn(void** state)
{
  (void)state;
  /* central differences: h^2/6 |p'''| = 1e-10 / 6 * 0.2, and rounding 1e-16 / h = 1e-11 */
  const double h = 1e-5, tol = 3e-11;
  for (uint32_t seed = 1; seed <= 20; seed++) {
    uint32_t s = seed;
    double   n[3], w[3], p[4], before[4], after[4], d[4], pdot[4], expected[4], back[3];
    random_axis(&s, n);
    const double rate = lw_test_random(&s);
    lw_scale3(w, rate, n);
    lw_test_random_quat(&s, p);
    turn(d, n, -rate * h);
    lw_quat_mul(before, d, p);
    turn(d, n, rate * h);
    lw_quat_mul(after, d, p);
    for (int i = 0; i < 4; i++) expected[i] = (after[i] - before[i]) / (2.0 * h);
    lw_rotation_dot(pdot, p, w);
    assert_close(4, pdot, expected, tol);
    lw_rotation_rate(back, p, pdot);
    assert_close(3, back, w, TOL);
    /* a part of p' along p is no turn */
    for (int i = 0; i < 4; i++) pdot[i] += 0.7 * p[i];
    lw_rotation_rate(back, p, pdot);
    assert_close(3, back, w, TOL);
  }
}

/* (1.4) turns about dtheta by 2 atan(|dtheta| / 2), exactly. */
static void increments_turn_by_a_known_angle(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 20; seed++) {
    uint32_t s = seed;
    double   n[3], theta[3], p[4], d[4], expected[4];
    random_axis(&s, n);
    const double size = 2.0 * (1.0 + lw_test_random(&s)); /* up to four: far beyond any increment */
    lw_scale3(theta, size, n);
    lw_test_random_quat(&s, p);
    turn(d, n, 2.0 * atan(0.5 * size));
    lw_quat_mul(expected, d, p);
    lw_rotation_add(p, theta);
    assert_close(4, p, expected, TOL);
  }
}

/* A matrix gives back its quaternion with w >= 0, also where one component is nearly zero. */
static void quaternions_are_found_from_matrices(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 40; seed++) {
    uint32_t s = seed;
    double   p[4], R[9], q[4];
    if (seed <= 8) {
      /* half turns about the axes and about diagonals: w = 0 up to 1e-12 */
      const double axis[4][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0, 0.8}};
      turn(p, axis[seed % 4], PI - (seed <= 4 ? 0.0 : 1e-12));
    } else {
      lw_test_random_quat(&s, p);
    }
    if (p[0] < 0.0) {
      for (int i = 0; i < 4; i++) p[i] = -p[i];
    }
    lw_rotation_matrix(R, p);
    lw_quat_from_matrix(q, R);
    if (p[0] < 1e-15 && lw_dot(p + 1, q + 1) < 0.0) {
      for (int i = 1; i < 4; i++) q[i] = -q[i]; /* a half turn: both signs are right */
    }
    assert_close(4, q, p, TOL);
  }
}

/* Roll, pitch and yaw are turns about the fixed axes x, y, z, in this order. */
static void roll_pitch_yaw_turn_about_fixed_axes(void** state)
{
  (void)state;
  const double rpy[3] = {0.3, -0.7, 2.1};
  const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
  double       X[9], Y[9], Z[9], YX[9], expected[9], q[4], R[9];
  turn_matrix(X, x, rpy[0]);
  turn_matrix(Y, y, rpy[1]);
  turn_matrix(Z, z, rpy[2]);
  lw_mat3_mul(YX, Y, X);
  lw_mat3_mul(expected, Z, YX);
  lw_quat_from_rpy(q, rpy);
  lw_rotation_matrix(R, q);
  assert_close(9, R, expected, TOL);
}

/* The rotation vector is axis times angle, for no turn at all, for tiny ones
 * and up to half a turn. */
static void rotation_vectors_are_axis_times_angle(void** state)
{
  (void)state;
  const double angle[] = {0.0, 1e-12, 1e-9, 1e-8, 1e-7, 1e-3, 1.0, 3.0, PI - 1e-9};
  for (size_t i = 0; i < sizeof angle / sizeof *angle; i++) {
    uint32_t s = (uint32_t)i + 3;
    double   n[3], p[4], rho[3], expected[3];
    random_axis(&s, n);
    turn(p, n, angle[i]);
    lw_scale3(expected, angle[i], n);
    lw_rotation_vector(rho, p);
    assert_close(3, rho, expected, TOL);
    /* the other quaternion of the same rotation */
    for (int k = 0; k < 4; k++) p[k] = -p[k];
    lw_rotation_vector(rho, p);
    assert_close(3, rho, expected, TOL);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(matrices_are_those_of_the_turn),
      cmocka_unit_test(rates_are_those_of_a_steady_turn),
      cmocka_unit_test(increments_turn_by_a_known_angle),
      cmocka_unit_test(quaternions_are_found_from_matrices),
      cmocka_unit_test(roll_pitch_yaw_turn_about_fixed_axes),
      cmocka_unit_test(rotation_vectors_are_axis_times_angle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
