/* SPDX-License-Identifier: BSD-2-Clause */
/* Text to doubles. The C library's strtod() is the reference: in the C locale, which a test program
 * starts in, it rounds correctly. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "text/number_parse.h"

static lw_number_result read_text(const char* text, double* value)
{
  return lw_number_read(text, strlen(text), value);
}

/* The same bits as the reference, sign of zero included. */
static void assert_reads_as(const char* text, double expected)
{
  double value = 42.0;
  if (read_text(text, &value) != LW_NUMBER_OK || memcmp(&value, &expected, sizeof value) != 0) {
    fail_msg("\"%.60s\": %.17g instead of %.17g", text, value, expected);
  }
}

static void forms_of_decimal_numbers_are_read(void** state)
{
  (void)state;
  assert_reads_as("1", 1.0);
  assert_reads_as("+1", 1.0);
  assert_reads_as("-1", -1.0);
  assert_reads_as("1.", 1.0);
  assert_reads_as(".5", 0.5);
  assert_reads_as("-.5e1", -5.0);
  assert_reads_as("1e3", 1000.0);
  assert_reads_as("1E+3", 1000.0);
  assert_reads_as("1.e-3", 0.001);
  assert_reads_as("00012.500", 12.5);
  assert_reads_as("0", 0.0);
  assert_reads_as("-0", -0.0);
  assert_reads_as("-0.000e99999999999999999999", -0.0);
}

static void anything_else_is_refused(void** state)
{
  (void)state;
  static const char* const texts[] = {
      "",    "+",     "-",   ".",    "-.",    "e5",       "1e",   "1e+", "1e-", "1e1.5",   "1.2.3",
      " 1",  "1 ",    "1,5", "0x1",  "0x1p3", "inf",      "nan",  "NaN", "INF", "1f",      "--1",
      "+-1", "1_000", "1'0", "1e 5", "e",     "infinity", "1..2", "\t1", "1\n", "\xd9\xa1"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    double value = 42.0;
    if (read_text(texts[i], &value) != LW_NUMBER_NONE || value != 42.0) {
      fail_msg("\"%s\" was read as %g", texts[i], value);
    }
  }
  /* a terminator inside the text is no end of it */
  double value;
  assert_int_equal(lw_number_read("1\0", 2, &value), LW_NUMBER_NONE);
}

static void the_ends_of_the_range_are_exact(void** state)
{
  (void)state;
  double value = 42.0;
  assert_reads_as("1.7976931348623157e308", DBL_MAX);
  /* halfway between the largest double and the next power of two: rounds up, which is too large */
  assert_int_equal(read_text("1.7976931348623159077e308", &value), LW_NUMBER_LARGE);
  assert_reads_as("1.7976931348623158079e308", DBL_MAX);
  assert_int_equal(read_text("-1e309", &value), LW_NUMBER_LARGE);
  assert_int_equal(read_text("1e99999999999999999999", &value), LW_NUMBER_LARGE);
  assert_true(value == 42.0);
  assert_reads_as("2.2250738585072014e-308", DBL_MIN);
  assert_reads_as("4.9406564584124654e-324", DBL_TRUE_MIN);
  assert_reads_as("2.4703282292062328e-324", DBL_TRUE_MIN); /* just above half of it */
  assert_reads_as("2.4703282292062327e-324", 0.0);
  assert_reads_as("1e-99999999999999999999", 0.0);
}

/* 64 random bits, the same on every machine (xorshift) */
static uint64_t random_bits(uint64_t* seed)
{
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return *seed;
}

static double random_double(uint64_t* seed)
{
  double x;
  do {
    const uint64_t bits = random_bits(seed);
    memcpy(&x, &bits, sizeof x);
  } while (!isfinite(x));
  return x;
}

static void random_numbers_round_as_in_the_c_library(void** state)
{
  (void)state;
  uint64_t seed = 88172645463325252u;
  char     text[512];
  for (int i = 0; i < 200000; i++) {
    const double x = random_double(&seed);
    const int    n = (int)(random_bits(&seed) % 30);
    switch (i % 4) {
    case 0: snprintf(text, sizeof text, "%.17g", x); break;
    case 1: snprintf(text, sizeof text, "%.*e", n, x); break;
    case 2: snprintf(text, sizeof text, "%.*f", n, ldexp(frexp(x, &(int){0}), n)); break;
    default:
      snprintf(text, sizeof text, "%" PRIu64 ".%" PRIu64 "e%d", random_bits(&seed),
               random_bits(&seed), (int)(random_bits(&seed) % 600) - 320);
    }
    const double expected = strtod(text, NULL);
    double       value    = 42.0;
    if (isinf(expected)) {
      assert_int_equal(read_text(text, &value), LW_NUMBER_LARGE);
    } else {
      assert_reads_as(text, expected);
    }
  }
}

/* Points halfway between two doubles need every one of their up to 768 digits. */
static void halfway_points_are_decided_by_their_last_digit(void** state)
{
  (void)state;
  uint64_t seed = 7;
  for (int i = 0; i < 2000; i++) {
    const double x = fabs(random_double(&seed)) / 2.0;
    const double y = nextafter(x, INFINITY);
    /* the 64 or more bits of a long double hold the point between two doubles of 53 */
    const long double middle = ((long double)x + (long double)y) / 2.0L;
    char              text[3000];
    int               n = snprintf(text, sizeof text, "%.1100Lf", middle);
    assert_in_range(n, 1, 1500);
    assert_reads_as(text, strtod(text, NULL));

    /* a digit far behind decides upwards */
    memset(text + n, '0', 1000);
    text[n + 1000] = '1';
    text[n + 1001] = '\0';
    assert_reads_as(text, y);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forms_of_decimal_numbers_are_read),
      cmocka_unit_test(anything_else_is_refused),
      cmocka_unit_test(the_ends_of_the_range_are_exact),
      cmocka_unit_test(random_numbers_round_as_in_the_c_library),
      cmocka_unit_test(halfway_points_are_decided_by_their_last_digit),
  };
  return cmocka_run_group_tests_name("test_number_read", tests, NULL, NULL);
}
