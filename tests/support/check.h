/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check.h - comparisons of doubles for cmocka tests.
 *
 * cmocka's own assert_float_equal() converts to float. These compare doubles, count NaN as a
 * failure, say which component is off and by how much, and, with LW_TEST_VERBOSE=1 in the
 * environment, print error and tolerance of every comparison, so that a tolerance can be
 * judged by what was measured.
 */
#ifndef LW_TEST_CHECK_H
#define LW_TEST_CHECK_H

/* cmocka.h needs these four before it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Fail unless |actual[i] - expected[i]| <= tolerance for all n components. */
#define assert_close(n, actual, expected, tolerance)                                               \
  lw_test_close((n), (actual), (expected), (tolerance), #actual, __FILE__, __LINE__)

/* The same for single numbers. */
#define assert_near(actual, expected, tolerance)                                                   \
  lw_test_near((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)

/* Fail unless low <= value <= high. */
#define assert_between(value, low, high)                                                           \
  lw_test_between((value), (low), (high), #value, __FILE__, __LINE__)

/* Fail unless |value| <= limit. */
#define assert_below(value, limit) lw_test_near((value), 0.0, (limit), #value, __FILE__, __LINE__)

/* Fail unless all n numbers are finite. */
#define assert_finite(n, value) lw_test_finite((n), (value), #value, __FILE__, __LINE__)

/* Fail unless the two blocks hold the same bits. */
#define assert_same_bits(n, actual, expected)                                                      \
  lw_test_same_bits((n), (actual), (expected), #actual, __FILE__, __LINE__)

void lw_test_close(int n, const double actual[], const double expected[], double tolerance,
                   const char* what, const char* file, int line);
void lw_test_near(double actual, double expected, double tolerance, const char* what,
                  const char* file, int line);
void lw_test_between(double value, double low, double high, const char* what, const char* file,
                     int line);
void lw_test_finite(int n, const double value[], const char* what, const char* file, int line);
void lw_test_same_bits(int n, const double actual[], const double expected[], const char* what,
                       const char* file, int line);

#endif
