/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_definite.c - small symmetric matrices: inverse, choice of rows, factor in an envelope,
 * against products and one dense solve.
 */
#include "base/definite.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "dense.h"
#include "random.h"

enum { MOST = 24 };

/* Random matrix of the given rank, Phi Phi^T of n rows, which are of sizes from 1e-3 to 1e3; size:
 * its diagonal. Rows of Phi reach over `band` columns. */
static void random_matrix(uint32_t* seed, int n, int rank, int band, double A[], double size[])
{
  double Phi[MOST * MOST] = {0.0};
  for (int i = 0; i < n; i++) {
    const double f = pow(10.0, 3.0 * lw_test_random(seed));
    for (int j = i < rank ? i : 0; j < rank && (i >= rank || j < i + band); j++) {
      Phi[MOST * i + j] = f * (lw_test_random(seed) + (i == j ? 3.0 : 0.0));
    }
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      A[n * i + j] = 0.0;
      for (int k = 0; k < rank; k++) A[n * i + j] += Phi[MOST * i + k] * Phi[MOST * j + k];
    }
    size[i] = A[n * i + i];
  }
}

static void the_inverse_gives_the_identity(void** state)
{
  (void)state;
  uint32_t seed = 1;
  for (int n = 1; n <= 6; n++) {
    for (int round = 0; round < 20; round++) {
      double A[36], inverse[36], size[6];
      random_matrix(&seed, n, n, n, A, size);
      memcpy(inverse, A, sizeof A);
      lw_definite_invert(n, inverse);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          double sum = 0.0;
          for (int k = 0; k < n; k++) sum += A[n * i + k] * inverse[n * k + j];
          /* rounding: n products of numbers of one size, once rows and columns are scaled to it.
           * Measured: 6e-16 */
          const double scale = sqrt(size[i] / size[j]);
          assert_near(sum / scale, i == j ? 1.0 : 0.0, 1e-14);
        }
      }
    }
  }
}

/* The choice has as many rows as are independent, in ascending order, and the others depend on
 * them; whatever the sizes of the rows are. */
static void as_many_rows_are_chosen_as_are_independent(void** state)
{
  (void)state;
  uint32_t seed = 2;
  for (int round = 0; round < 200; round++) {
    const int n = 2 + round % 15, rank = 1 + round % (n - 1);
    double    A[MOST * MOST], size[MOST], order[MOST], F[MOST * MOST], pivot[MOST];
    bool      listed[MOST] = {false};
    random_matrix(&seed, n, rank, n, A, size);
    assert_int_equal(lw_semidefinite_choose(n, A, n, size, 1e-9, order, F, pivot), rank);
    for (int i = 0; i < n; i++) {
      const int row = (int)order[i];
      assert_in_range(row, 0, n - 1);
      assert_false(listed[row]);
      listed[row] = true;
      assert_true(i == 0 || i >= rank || order[i - 1] < order[i]);
      /* rounding of a pivot, relative to its row; those that are left are zero but for it */
      assert_true(i < rank || fabs(pivot[row]) <= 1e-11 * size[row]);
    }
  }
}

/* Rows with the largest pivots, relative to their sizes, come first: of two rows that nearly agree
 * one is left, and a small row is as good as a large one. */
static void the_largest_pivots_are_chosen_first(void** state)
{
  (void)state;
  /* rows (1e3, 0, 0), (1e3, 1, 0), (0, 1e-3, 0), (0, 0, 1) */
  const double A[16]   = {1e6, 1e6,  0.0,  0.0, 1e6, 1e6 + 1.0, 1e-3, 0.0,
                          0.0, 1e-3, 1e-6, 0.0, 0.0, 0.0,       0.0,  1.0};
  const double size[4] = {1e6, 1e6 + 1.0, 1e-6, 1.0};
  double       order[4], F[16], pivot[4];
  assert_int_equal(lw_semidefinite_choose(4, A, 4, size, 1e-9, order, F, pivot), 3);
  assert_near(order[0], 0.0, 0.0);
  assert_near(order[1], 2.0, 0.0);
  assert_near(order[2], 3.0, 0.0);
  assert_near(order[3], 1.0, 0.0);
}

/* x over the chosen rows, by one dense solve; zero elsewhere. */
static void solve_chosen(int n, const double A[], int rank, const double order[], const double b[],
                         double x[])
{
  double part[MOST * MOST], y[MOST];
  for (int i = 0; i < rank; i++) {
    for (int j = 0; j < rank; j++) part[rank * i + j] = A[n * (int)order[i] + (int)order[j]];
    y[i] = b[(int)order[i]];
  }
  lw_test_dense_solve(rank, part, y);
  memset(x, 0, (size_t)n * sizeof *x);
  for (int i = 0; i < rank; i++) x[(int)order[i]] = y[i];
}

/* The factor within the envelope solves what the whole matrix does, and its smallest pivot says how
 * far the rows are from depending on each other. */
static void the_envelope_solves_the_matrix(void** state)
{
  (void)state;
  uint32_t seed = 3;
  for (int round = 0; round < 100; round++) {
    const int n = 1 + round % 16, band = 1 + round % 4;
    double    A[MOST * MOST], size[MOST], order[MOST], F[MOST * MOST], b[MOST], x[MOST];
    int       begin[MOST];
    random_matrix(&seed, n, n, band, A, size);
    for (int i = 0; i < n; i++) {
      order[i] = i;
      x[i] = b[i] = sqrt(size[i]) * lw_test_random(&seed);
    }
    const double smallest = lw_definite_factor(n, A, n, size, order, MOST, F, begin);
    assert_between(smallest, 1e-6, 1.0);
    for (int i = 0; i < n; i++) {
      assert_in_range(begin[i], i >= band ? i - band + 1 : 0, i);
    }
    lw_definite_solve(n, MOST, F, begin, x);
    for (int i = 0; i < n; i++) {
      double sum = -b[i];
      for (int j = 0; j < n; j++) sum += A[n * i + j] * x[j];
      /* rounding: n products of numbers of one size, at equal size of the rows. Measured: 9e-16 */
      assert_near(sum / sqrt(size[i]), 0.0, 1e-14);
    }
  }
  /* a row that repeats another one: its part of the solution is zero */
  const double A[4] = {4.0, 4.0, 4.0, 4.0}, size[2] = {4.0, 4.0}, order[2] = {0.0, 1.0};
  double       F[4], x[2] = {2.0, 2.0};
  int          begin[2];
  assert_near(lw_definite_factor(2, A, 2, size, order, 2, F, begin), 0.0, 0.0);
  lw_definite_solve(2, 2, F, begin, x);
  assert_near(x[0], 0.5, 0.0);
  assert_near(x[1], 0.0, 0.0);
}

/* Over independent rows the solution is that of one dense solve; with dependent rows the equations
 * that they agree with are met all the same. */
static void dependent_rows_are_left_out_of_the_solution(void** state)
{
  (void)state;
  uint32_t seed = 4;
  for (int round = 0; round < 100; round++) {
    const int n = 2 + round % 12, rank          = 1 + round % n;
    double    A[MOST * MOST], lost[MOST * MOST] = {0.0}, size[MOST], order[MOST], F[MOST * MOST];
    double    pivot[MOST], b[MOST] = {0.0}, x[MOST], known[MOST], wanted[MOST], largest = 0.0;
    random_matrix(&seed, n, rank, n, A, size);
    /* one size for all, because this function compares pivots with each other */
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) lost[n * i + j] = A[n * i + j] / sqrt(size[i] * size[j]);
    }
    memcpy(A, lost, sizeof A);
    for (int i = 0; i < n; i++) size[i] = 1.0;
    lw_test_random_fill(&seed, n, 1.0, known);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) b[i] += A[n * i + j] * known[j];
      largest = fmax(largest, fabs(b[i]));
    }
    memcpy(x, b, sizeof x);
    lw_semidefinite_solve(n, lost, 1e-9, x);
    int nonzero = 0;
    for (int i = 0; i < n; i++) {
      double sum = -b[i];
      for (int j = 0; j < n; j++) sum += A[n * i + j] * x[j];
      nonzero += x[i] != 0.0;
      assert_near(sum, 0.0, 1e-13 * largest); /* rounding. Measured: 9e-16 */
    }
    assert_int_equal(nonzero, rank);
    assert_int_equal(lw_semidefinite_choose(n, A, n, size, 1e-9, order, F, pivot), rank);
    solve_chosen(n, A, rank, order, b, wanted);
    assert_close(n, x, wanted, 1e-13); /* rounding. Measured: 3e-15 */
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_inverse_gives_the_identity),
      cmocka_unit_test(as_many_rows_are_chosen_as_are_independent),
      cmocka_unit_test(the_largest_pivots_are_chosen_first),
      cmocka_unit_test(the_envelope_solves_the_matrix),
      cmocka_unit_test(dependent_rows_are_left_out_of_the_solution),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
