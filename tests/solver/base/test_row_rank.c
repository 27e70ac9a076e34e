/* SPDX-License-Identifier: BSD-2-Clause */
/* Which rows of a matrix depend on which. */
#include <math.h>
#include <string.h>

#include "base/row_rank.h"
#include "check.h"
#include "random.h"

enum { ROWS = 30, COLUMNS = 24, RANK = 17 };

/* A random matrix of known rank: products of random factors, rows of unit length. */
static void fill(uint32_t* seed, double a[ROWS * COLUMNS])
{
  double left[ROWS * RANK], right[RANK * COLUMNS];
  lw_test_random_fill(seed, ROWS * RANK, 1.0, left);
  lw_test_random_fill(seed, RANK * COLUMNS, 1.0, right);
  for (int i = 0; i < ROWS; i++) {
    double norm2 = 0.0;
    for (int k = 0; k < COLUMNS; k++) {
      double sum = 0.0;
      for (int r = 0; r < RANK; r++) sum += left[i * RANK + r] * right[r * COLUMNS + k];
      a[i * COLUMNS + k] = sum;
      norm2 += sum * sum;
    }
    for (int k = 0; k < COLUMNS; k++) a[i * COLUMNS + k] /= sqrt(norm2);
  }
}

/* The rank is that of the factors; each row that is left vanishes together with its combination of
 * others, and chosen rows with lower pivots come later. */
static void dependent_rows_are_combinations(void** state)
{
  (void)state;
  uint32_t seed = 3;
  for (int round = 0; round < 20; round++) {
    double      a[ROWS * COLUMNS], used[ROWS * COLUMNS], c[ROWS], worst = 0.0;
    lw_row_rank d = {0};
    fill(&seed, a);
    memcpy(used, a, sizeof a);
    assert_int_equal(lw_row_rank_compute(ROWS, COLUMNS, used, 1e-8, &d), LW_OK);
    assert_int_equal(d.rank, RANK);
    for (int k = 1; k < d.rank; k++) assert_true(d.pivot[k] <= d.pivot[k - 1] * (1.0 + 1e-12));
    for (int i = d.rank; i < ROWS; i++) {
      lw_row_rank_combine(&d, d.chosen[i], d.rank, c);
      assert_true(c[d.chosen[i]] == 1.0);
      for (int k = 0; k < COLUMNS; k++) {
        double sum = 0.0;
        for (int r = 0; r < ROWS; r++) sum += c[r] * a[r * COLUMNS + k];
        worst = fmax(worst, fabs(sum));
      }
    }
    /* rounding of 17 steps over pivots down to 1e-2; measured 5e-16 */
    assert_below(worst, 1e-12);
    lw_row_rank_free(&d);
  }
}

/* A row that is nearly a combination of others has the difference as its pivot. */
static void near_dependence_shows_in_the_pivot(void** state)
{
  (void)state;
  const double tilt = 1e-5;
  double       a[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, sqrt(0.5), sqrt(0.5), tilt}, c[3];
  lw_row_rank  d    = {0};
  assert_int_equal(lw_row_rank_compute(3, 3, a, 1e-8, &d), LW_OK);
  assert_int_equal(d.rank, 3);
  assert_true(d.pivot[2] < 2.0 * tilt && d.pivot[2] > 0.5 * tilt);
  /* all three take part in the combination that nearly vanishes */
  lw_row_rank_combine(&d, d.chosen[2], 2, c);
  for (int i = 0; i < 3; i++) assert_true(fabs(c[i]) > 0.5);
  lw_row_rank_free(&d);
}

/* Matrices without rows or columns, and rows of zeros. */
static void nothing_depends_on_nothing(void** state)
{
  (void)state;
  double      a[6] = {0.0};
  lw_row_rank d    = {0};
  assert_int_equal(lw_row_rank_compute(0, 3, a, 1e-8, &d), LW_OK);
  assert_int_equal(d.rank, 0);
  lw_row_rank_free(&d);
  assert_int_equal(lw_row_rank_compute(3, 0, a, 1e-8, &d), LW_OK);
  assert_int_equal(d.rank, 0);
  lw_row_rank_free(&d);
  assert_int_equal(lw_row_rank_compute(2, 3, a, 1e-8, &d), LW_OK);
  assert_int_equal(d.rank, 0);
  lw_row_rank_free(&d);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dependent_rows_are_combinations),
      cmocka_unit_test(near_dependence_shows_in_the_pivot),
      cmocka_unit_test(nothing_depends_on_nothing),
  };
  return cmocka_run_group_tests_name("test_dependence", tests, NULL, NULL);
}
