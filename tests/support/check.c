/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check.c - comparisons of doubles for cmocka tests.
 */
#include "check.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* whether to print every comparison, not only those that fail */
static bool verbose(void)
{
  const char* value = getenv("LW_TEST_VERBOSE");
  return value && value[0] != '\0' && strcmp(value, "0") != 0;
}

/* end the running test, as cmocka's own assertions do */
static void fail_at(const char* file, int line)
{
  _fail(file, line);
}

void lw_test_close(int n, const double actual[], const double expected[], double tolerance,
                   const char* what, const char* file, int line)
{
  int    worst = -1;
  double error = 0.0;
  for (int i = 0; i < n; i++) {
    const double e = fabs(actual[i] - expected[i]);
    if (!(e <= error)) {
      error = e;
      worst = i;
      if (isnan(e)) {
        break; /* nothing is worse, and no comparison with it would be true */
      }
    }
  }
  const bool close = error <= tolerance;
  if (verbose() || !close) {
    print_message("%s:%d: %s: error %.3g, tolerance %.3g\n", file, line, what, error, tolerance);
  }
  if (!close) {
    print_error("%s[%d] is %.17g, expected %.17g\n", what, worst, actual[worst], expected[worst]);
    fail_at(file, line);
  }
}

void lw_test_near(double actual, double expected, double tolerance, const char* what,
                  const char* file, int line)
{
  const double error = fabs(actual - expected);
  const bool   close = error <= tolerance;
  if (verbose() || !close) {
    print_message("%s:%d: %s: error %.3g, tolerance %.3g\n", file, line, what, error, tolerance);
  }
  if (!close) {
    print_error("%s is %.17g, expected %.17g\n", what, actual, expected);
    fail_at(file, line);
  }
}

void lw_test_between(double value, double low, double high, const char* what, const char* file,
                     int line)
{
  const bool inside = low <= value && value <= high;
  if (verbose() || !inside) {
    print_message("%s:%d: %s: %.6g, allowed %.6g to %.6g\n", file, line, what, value, low, high);
  }
  if (!inside) {
    fail_at(file, line);
  }
}

void lw_test_finite(int n, const double value[], const char* what, const char* file, int line)
{
  for (int i = 0; i < n; i++) {
    if (!isfinite(value[i])) {
      print_error("%s[%d] is %g\n", what, i, value[i]);
      fail_at(file, line);
    }
  }
}

void lw_test_same_bits(int n, const double actual[], const double expected[], const char* what,
                       const char* file, int line)
{
  for (int i = 0; i < n; i++) {
    if (memcmp(&actual[i], &expected[i], sizeof actual[i]) != 0) {
      print_error("%s[%d] is %.17g (%a), expected the bits of %.17g (%a)\n", what, i, actual[i],
                  actual[i], expected[i], expected[i]);
      fail_at(file, line);
    }
  }
}
