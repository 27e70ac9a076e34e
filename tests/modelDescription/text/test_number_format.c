/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_number_format.c - doubles to text, against the C library.
 */
#include "text/number_format.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* xorshift: any nonzero seed runs through all 64-bit numbers but zero */
static uint64_t next_bits(uint64_t* state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static void check_number(double value)
{
  char text[LW_NUMBER_SIZE], expected[64];
  (void)snprintf(expected, sizeof expected, "%.17g", value);
  const size_t length = lw_number_write(value, text);
  assert_string_equal(text, expected);
  assert_int_equal(length, strlen(expected));
}

/* Any bits: all sizes of numbers, subnormal ones included. */
static void random_bits_are_written_like_printf(void** state)
{
  (void)state;
  uint64_t seed = 88172645463325252u;
  for (int i = 0; i < 200000; i++) {
    const uint64_t bits = next_bits(&seed);
    double         value;
    memcpy(&value, &bits, sizeof value);
    if (isfinite(value)) {
      check_number(value);
    }
  }
}

/* Numbers as results have them, and decimal fractions, whose digits end early. */
static void usual_numbers_are_written_like_printf(void** state)
{
  (void)state;
  uint64_t seed = 42;
  for (int i = 0; i < 200000; i++) {
    const double a = (double)(int64_t)next_bits(&seed) / 9.3e18;
    check_number(a * pow(10.0, (int)(next_bits(&seed) % 24) - 12));
    check_number((double)(next_bits(&seed) % 2000001) / pow(10.0, (int)(next_bits(&seed) % 12)));
  }
}

/* Few bits: many of these lie exactly half-way between two numbers of 17 digits. */
static void halves_are_written_like_printf(void** state)
{
  (void)state;
  for (int exponent = -160; exponent <= 160; exponent++) {
    for (int m = 1; m < 256; m += 2) check_number(ldexp(m, exponent));
  }
}

static void powers_of_ten_and_their_neighbours_are_written_like_printf(void** state)
{
  (void)state;
  for (int exponent = -323; exponent <= 308; exponent++) {
    char text[16];
    (void)snprintf(text, sizeof text, "1e%d", exponent);
    const double value = strtod(text, NULL);
    check_number(value);
    check_number(nextafter(value, 0.0));
    check_number(-nextafter(value, INFINITY));
  }
}

static void special_numbers_are_written_like_printf(void** state)
{
  (void)state;
  static const double value[] = {0.0,
                                 -0.0,
                                 1.0,
                                 -1.0,
                                 0.1,
                                 9.81,
                                 DBL_MAX,
                                 DBL_MIN,
                                 -DBL_MAX,
                                 5e-324,
                                 INFINITY,
                                 -INFINITY,
                                 1e15,
                                 1e16,
                                 1e17,
                                 123456,
                                 0.0001,
                                 0.00001,
                                 99999999999999992.0,
                                 0.5,
                                 1e23};
  for (size_t i = 0; i < sizeof value / sizeof value[0]; i++) check_number(value[i]);
  char text[LW_NUMBER_SIZE];
  (void)lw_number_write(NAN, text);
  assert_non_null(strstr(text, "nan"));
}

/* The short form is the one that people write, and reads back to the same bits. */
static void short_numbers_are_short_and_exact(void** state)
{
  (void)state;
  static const char* const plain[] = {
      "0.1",   "9.81", "-0.001", "1e-10", "123.456",           "1e+22", "0.25",
      "1e-05", "100",  "0",      "-0",    "3.141592653589793", "1e+17", "0.30000000000000004"};
  char text[LW_NUMBER_SIZE];
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
    const size_t length = lw_number_write_short(strtod(plain[i], NULL), text);
    assert_string_equal(text, plain[i]);
    assert_int_equal(length, strlen(plain[i]));
  }
  uint64_t seed = 7;
  for (int i = 0; i < 100000; i++) {
    const uint64_t bits = next_bits(&seed);
    double         value;
    memcpy(&value, &bits, sizeof value);
    if (isfinite(value)) {
      (void)lw_number_write_short(value, text);
      const double back = strtod(text, NULL);
      assert_same_bits(1, &back, &value);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_bits_are_written_like_printf),
      cmocka_unit_test(usual_numbers_are_written_like_printf),
      cmocka_unit_test(halves_are_written_like_printf),
      cmocka_unit_test(powers_of_ten_and_their_neighbours_are_written_like_printf),
      cmocka_unit_test(special_numbers_are_written_like_printf),
      cmocka_unit_test(short_numbers_are_short_and_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
