/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_linalg.c - vectors of three and small matrices, against their definitions.
 */
#include "base/linalg.h"

#include <float.h>

#include "check.h"
#include "random.h"

/* Sums of at most nine products of numbers below 1: rounding stays below 9 * 2.2e-16 = 2e-15.
 * Measured: 5e-16. A wrong sign or index gives 1e-1. */
#define TOL 2e-15

/* the matrix of a cross product, from its definition */
static void cross_matrix(const double a[3], double A[9])
{
  const double M[9] = {0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0};
  memcpy(A, M, sizeof M);
}

/* The cross product is that of its matrix, and its repetition is the centripetal product. */
static void cross_products_agree_with_their_matrix(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 20; seed++) {
    uint32_t s = seed;
    double   a[3], b[3], A[9], c[3], expected[3], twice[3];
    lw_test_random_fill(&s, 3, 1.0, a);
    lw_test_random_fill(&s, 3, 1.0, b);
    cross_matrix(a, A);
    lw_mat3_vec(expected, A, b);
    lw_cross(c, a, b);
    assert_close(3, c, expected, TOL);
    assert_near(lw_dot(c, a), 0.0, TOL);

    lw_mat3_vec(twice, A, expected);
    lw_centripetal(c, a, b);
    assert_close(3, c, twice, TOL);
  }
}

/* Products with a matrix, its transpose and another matrix are sums over the right indices. */
static void matrix_products_sum_over_the_right_indices(void** state)
{
  (void)state;
  uint32_t s = 7;
  double   A[9], B[9], b[3], c[3], C[9], D[9], x[3], y[3];
  lw_test_random_fill(&s, 9, 1.0, A);
  lw_test_random_fill(&s, 9, 1.0, B);
  lw_test_random_fill(&s, 3, 1.0, b);
  for (int i = 0; i < 3; i++) {
    x[i] = y[i] = 0.0;
    for (int k = 0; k < 3; k++) {
      x[i] += A[3 * i + k] * b[k];
      y[i] += A[3 * k + i] * b[k];
      C[3 * i + k] = D[3 * i + k] = 0.0;
      for (int l = 0; l < 3; l++) {
        C[3 * i + k] += A[3 * i + l] * B[3 * l + k];
        D[3 * i + k] += A[3 * i + l] * B[3 * k + l];
      }
    }
  }
  lw_mat3_vec(c, A, b);
  assert_close(3, c, x, TOL);
  lw_mat3_tvec(c, A, b);
  assert_close(3, c, y, TOL);
  double P[9];
  lw_mat3_mul(P, A, B);
  assert_close(9, P, C, TOL);
  lw_mat3_mul_nt(P, A, B);
  assert_close(9, P, D, TOL);
}

/* A perpendicular is a unit vector at right angles, whichever way the vector points. */
static void perpendiculars_are_perpendicular_units(void** state)
{
  (void)state;
  const double axis[6][3] = {{1, 0, 0},  {0, 1, 0},     {0, 0, 1},
                             {-1, 0, 0}, {0.6, 0.8, 0}, {0, -0.6, 0.8}};
  for (int i = 0; i < 6; i++) {
    double c[3] = {0.0};
    lw_perpendicular(c, axis[i]);
    assert_near(lw_dot(c, axis[i]), 0.0, TOL);
    assert_near(lw_norm(c), 1.0, TOL);
  }
}

/* What has no direction cannot be normalised. */
static void vectors_without_direction_are_refused(void** state)
{
  (void)state;
  double       c[3];
  const double zero[3] = {0, 0, 0}, nan[3] = {NAN, 0, 0}, big[3] = {INFINITY, 1, 0};
  const double small[3] = {3e-163, 4e-163, 0}; /* its square is below the smallest double */
  assert_false(lw_normalize3(c, zero));
  assert_false(lw_normalize3(c, nan));
  assert_false(lw_normalize3(c, big));
  assert_false(lw_normalize3(c, small));
  const double tiny[3] = {3e-150, 4e-150, 0}, unit[3] = {0.6, 0.8, 0};
  assert_true(lw_normalize3(c, tiny));
  assert_close(3, c, unit, TOL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cross_products_agree_with_their_matrix),
      cmocka_unit_test(matrix_products_sum_over_the_right_indices),
      cmocka_unit_test(perpendiculars_are_perpendicular_units),
      cmocka_unit_test(vectors_without_direction_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
