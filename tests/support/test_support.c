/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_support.c - the helpers fail where they must: a check that cannot fail proves nothing.
 *
 * Called with the name of a wrong test, the program runs that one alone; the tests proper call the
 * program itself that way and expect it to fail.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "check.h"
#include "energy.h"
#include "mechanism.h"
#include "path.h"
#include "random.h"
#include "table.h"

static const char* program; /* path of this program */

/* ---- tests that must fail ----------------------------------------------------------------- */

/* Energy appears: the mass of a moving body is doubled under the watch. */
static void energy_out_of_nothing(void** state)
{
  (void)state;
  lw_instance* s    = lw_test_start(lw_test_chain(2, LW_REVOLUTE, 1e-3));
  const double mass = 2.0;
  lw_test_advance_watched(s, 0.1, 3);
  lw_test_begin_energy(s);
  assert_int_equal(lw_instance_set_value(s, lw_instance_model(s)->body[1].mass, 1, &mass, NULL),
                   LW_OK);
  lw_test_watch_energy(s);
  lw_test_end(s);
}

/* NaN is no number, however wide the tolerance. */
static void close_to_nan(void** state)
{
  (void)state;
  const double actual[2]   = {1.0, NAN};
  const double expected[2] = {1.0, 1.0};
  assert_close(2, actual, expected, INFINITY);
}

/* One component of three is off by twice the tolerance. */
static void close_but_too_far(void** state)
{
  (void)state;
  const double actual[3]   = {1.0, 2.0, 3.0};
  const double expected[3] = {1.0, 2.0 + 2e-12, 3.0};
  assert_close(3, actual, expected, 1e-12);
}

static void nan_below_one(void** state)
{
  (void)state;
  assert_below(NAN, 1.0);
}

/* The two zeros are equal numbers of different bits. */
static void bits_of_minus_zero(void** state)
{
  (void)state;
  const double plus[1] = {0.0}, minus[1] = {-0.0};
  assert_same_bits(1, plus, minus);
}

static void five_between_three_and_four(void** state)
{
  (void)state;
  assert_between(5.0, 3.0, 4.0);
}

static void infinity_is_finite(void** state)
{
  (void)state;
  const double value[2] = {0.0, INFINITY};
  assert_finite(2, value);
}

static void column_that_is_missing(void** state)
{
  (void)state;
  char path[LW_TEST_PATH_SIZE];
  lw_test_repo_path("examples/andrews_drive.csv", path);
  lw_test_table table = lw_test_table_read(path);
  lw_test_table_column(&table, "brake");
}

static const struct CMUnitTest wrong[] = {
    cmocka_unit_test(close_to_nan),
    cmocka_unit_test(close_but_too_far),
    cmocka_unit_test(nan_below_one),
    cmocka_unit_test(bits_of_minus_zero),
    cmocka_unit_test(five_between_three_and_four),
    cmocka_unit_test(infinity_is_finite),
    cmocka_unit_test(column_that_is_missing),
    cmocka_unit_test(energy_out_of_nothing),
};
#define NWRONG ((int)(sizeof wrong / sizeof wrong[0]))

/* ---- tests that must pass ----------------------------------------------------------------- */

/* Each of the tests above ends its program with a failure. */
static void wrong_comparisons_fail(void** state)
{
  (void)state;
  for (int i = 0; i < NWRONG; i++) {
    char      command[2 * LW_TEST_PATH_SIZE];
    const int length =
        snprintf(command, sizeof command, "ASAN_OPTIONS=detect_leaks=0 '%s' %s >/dev/null 2>&1",
                 program, wrong[i].name);
    assert_in_range(length, 1, (int)sizeof command - 1);
    if (system(command) == 0) {
      fail_msg("%s passed", wrong[i].name);
    }
  }
}

/* Equal numbers, and numbers just inside the tolerance, pass. */
static void right_comparisons_pass(void** state)
{
  (void)state;
  const double a[2] = {1.0, -2.0}, b[2] = {1.0, -2.0 + 1e-12};
  assert_close(2, a, a, 0.0);
  assert_close(2, a, b, 1.1e-12);
  assert_near(0.5, 0.5, 0.0);
  assert_below(-1.0, 1.0);
  assert_between(4.0, 4.0, 4.0);
  assert_finite(2, a);
  assert_same_bits(2, a, a);
}

/* A seed fixes the sequence; its mean and mean square are those of even numbers in (-1, 1). */
static void random_numbers_are_even_and_repeat(void** state)
{
  (void)state;
  enum { N = 100000 };
  uint32_t s1 = 1, s2 = 1;
  double   mean = 0.0, square = 0.0;
  for (int i = 0; i < N; i++) {
    const double x = lw_test_random(&s1), y = lw_test_random(&s2);
    assert_same_bits(1, &x, &y);
    assert_between(x, -1.0, 1.0);
    mean += x / N;
    square += x * x / N;
  }
  /* four standard deviations of the mean: 4 sqrt(1/3 / N) = 7.3e-3 and 4 sqrt(4/45 / N) = 3.8e-3;
   * measured 1.4e-3 and 3e-4 */
  assert_below(mean, 7.3e-3);
  assert_near(square, 1.0 / 3.0, 3.8e-3);
}

/* Columns and rows of a table are found by name and time. */
static void table_is_read_by_name_and_time(void** state)
{
  (void)state;
  char path[LW_TEST_PATH_SIZE];
  lw_test_repo_path("examples/andrews_drive.csv", path);
  lw_test_table table = lw_test_table_read(path);
  assert_int_equal(table.ncol, 2);
  assert_int_equal(lw_test_table_column(&table, "drive"), 1);
  assert_near(lw_test_table_at(&table, lw_test_table_row(&table, 0.0), "drive"), 0.033, 0.0);
  lw_test_table_free(&table);
}

/* Dampers and inputs take a mechanism out of the watch; values that are set begin it anew. */
static void energy_is_watched_where_it_is_kept(void** state)
{
  (void)state;
  const double mass = 2.0;
  lw_model*    m    = lw_test_chain(2, LW_REVOLUTE, 1e-3);
  lw_test_add_actuator(m, 0);
  lw_instance* s = lw_test_start(m);
  assert_true(lw_test_is_conservative(s));
  lw_test_advance_watched(s, 0.1, 3);
  assert_int_equal(lw_instance_set_value(s, m->body[1].mass, 1, &mass, NULL), LW_OK);
  lw_test_advance_watched(s, 0.1, 3);
  assert_int_equal(lw_instance_set_input(s, 0, 0, 5.0), LW_OK);
  assert_false(lw_test_is_conservative(s));
  lw_test_advance_watched(s, 0.1, 3);
  lw_test_end(s);
  m = lw_test_chain(1, LW_REVOLUTE, 1e-3);
  lw_test_set_joint_spring(m, 0, 1.0, 0.1, 0.0);
  s = lw_test_start(m);
  assert_false(lw_test_is_conservative(s));
  lw_test_end(s);
}

/* Allocations are counted, blocks balance, and the chosen one fails. */
static void allocations_are_counted_and_fail_on_request(void** state)
{
  (void)state;
  const long calls = lw_test_allocations(), blocks = lw_test_blocks();
  char*      a = malloc(10);
  char*      b = calloc(2, 5);
  assert_non_null(a);
  assert_non_null(b);
  char* c = realloc(a, 1000);
  assert_non_null(c);
  assert_int_equal(lw_test_allocations() - calls, 3);
  assert_int_equal(lw_test_blocks() - blocks, 2);
  free(b);
  free(c);
  assert_int_equal(lw_test_blocks() - blocks, 0);

  /* volatile: compilers may leave out allocations that are not used */
  char* volatile block[3];
  lw_test_fail_allocation(1);
  for (int i = 0; i < 3; i++) block[i] = malloc(1);
  assert_non_null(block[0]);
  assert_null(block[1]);
  assert_non_null(block[2]);
  free(block[0]);
  free(block[2]);
}

int main(int argc, char** argv)
{
  program = argv[0];
  if (argc > 1) {
    for (int i = 0; i < NWRONG; i++) {
      if (strcmp(argv[1], wrong[i].name) == 0) {
        const struct CMUnitTest one[] = {wrong[i]};
        return cmocka_run_group_tests(one, NULL, NULL);
      }
    }
    return 0; /* an unknown name counts as passed, which the caller reports */
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_comparisons_fail),
      cmocka_unit_test(right_comparisons_pass),
      cmocka_unit_test(random_numbers_are_even_and_repeat),
      cmocka_unit_test(table_is_read_by_name_and_time),
      cmocka_unit_test(energy_is_watched_where_it_is_kept),
      cmocka_unit_test(allocations_are_counted_and_fail_on_request),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
