/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The elementary functions against those of long double, whose 64 bits tell the error of a double
 * to a thousandth of a unit in the last place; and what Annex F of C11 says about zeros,
 * infinities and numbers outside the domain.
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "check.h"
#include "random.h"
#include <linkwork/elementary.h>

enum { SAMPLES = 40000 };

/* ---- arguments ------------------------------------------------------------------------------ */

/* all bits of a number between -1 and 1 */
static double unit(uint32_t* seed)
{
  return lw_test_random(seed) + ldexp(lw_test_random(seed), -30);
}

/* evenly between -size and size */
typedef struct range {
  double middle, size;
  bool   logarithmic; /* middle and size are of the exponent of 2, either sign */
} range;

static double draw(uint32_t* seed, range r)
{
  const double x = r.middle + r.size * unit(seed);
  if (!r.logarithmic) {
    return x;
  }
  const double n = floor(x), sign = unit(seed) < 0.0 ? -1.0 : 1.0;
  return sign * ldexp(1.0 + fabs(unit(seed)), (int)n);
}

/* ---- errors --------------------------------------------------------------------------------- */

/* |value - exact| in units in the last place of exact; 0 where both overflow, or are no numbers */
static double error_of(double value, long double exact)
{
  const double rounded = (double)exact;
  if (!isfinite(rounded)) {
    return isnan(rounded) ? (isnan(value) ? 0.0 : INFINITY) : (value == rounded ? 0.0 : INFINITY);
  }
  int exponent = 0;
  (void)frexp(rounded, &exponent);
  if (exponent < DBL_MIN_EXP) {
    exponent = DBL_MIN_EXP;
  }
  return (double)ldexpl(fabsl((long double)value - exact), DBL_MANT_DIG - exponent);
}

static void skip_without_long_double(void)
{
  if (LDBL_MANT_DIG < 64) {
    print_message("long double has only %d bits\n", LDBL_MANT_DIG);
    skip();
  }
}

/* ---- one argument --------------------------------------------------------------------------- */

typedef struct case_of_one {
  const char* name;
  double (*function)(double x);
  long double (*reference)(long double x);
  range  x;
  double limit; /* units in the last place; 0.5 is correctly rounded */
} case_of_one;

static const case_of_one of_one[] = {
    {"sin", lw_sin, sinl, {0.0, 0.8, false}, 0.85},
    {"sin", lw_sin, sinl, {0.0, 200.0, false}, 0.85},
    {"sin", lw_sin, sinl, {0.0, 0x1p21, false}, 0.85},
    {"sin", lw_sin, sinl, {0.0, 1023.0, true}, 0.85},
    {"cos", lw_cos, cosl, {0.0, 0.8, false}, 0.9},
    {"cos", lw_cos, cosl, {0.0, 200.0, false}, 0.9},
    {"cos", lw_cos, cosl, {0.0, 0x1p21, false}, 0.9},
    {"cos", lw_cos, cosl, {0.0, 1023.0, true}, 0.9},
    {"tan", lw_tan, tanl, {0.0, 0.8, false}, 1.0},
    {"tan", lw_tan, tanl, {0.0, 200.0, false}, 1.0},
    {"tan", lw_tan, tanl, {0.0, 1023.0, true}, 1.0},
    {"asin", lw_asin, asinl, {0.0, 1.0, false}, 0.8},
    {"asin", lw_asin, asinl, {-30.0, 31.0, true}, 0.8},
    {"acos", lw_acos, acosl, {0.0, 1.0, false}, 0.8},
    {"acos", lw_acos, acosl, {1.0, 1e-6, false}, 0.8},
    {"acos", lw_acos, acosl, {-1.0, 1e-6, false}, 0.8},
    {"acos", lw_acos, acosl, {-30.0, 30.0, true}, 0.8},
    {"atan", lw_atan, atanl, {0.0, 0.15, false}, 0.8},
    {"atan", lw_atan, atanl, {0.0, 2.0, false}, 0.8},
    {"atan", lw_atan, atanl, {0.0, 1023.0, true}, 0.8},
    {"exp", lw_exp, expl, {0.0, 1.0, false}, 0.55},
    {"exp", lw_exp, expl, {0.0, 708.0, false}, 0.55},
    {"exp", lw_exp, expl, {-725.0, 25.0, false}, 0.8},
    {"exp", lw_exp, expl, {-30.0, 40.0, true}, 0.55},
    {"log", lw_log, logl, {1.0, 0.3, false}, 0.51},
    {"log", lw_log, logl, {1.0, 1e-6, false}, 0.51},
    {"log", lw_log, logl, {0.0, 1023.0, true}, 0.51},
    {"log", lw_log, logl, {-1050.0, 20.0, true}, 0.51},
    {"log10", lw_log10, log10l, {1.0, 0.3, false}, 0.51},
    {"log10", lw_log10, log10l, {0.0, 1023.0, true}, 0.51},
};

static void functions_of_one_number_are_accurate(void** state)
{
  (void)state;
  skip_without_long_double();
  uint32_t seed = 5;
  for (size_t i = 0; i < sizeof of_one / sizeof *of_one; i++) {
    const case_of_one* c     = &of_one[i];
    double             worst = 0.0, where = 0.0;
    for (int k = 0; k < SAMPLES; k++) {
      const double x = draw(&seed, c->x);
      const double e = error_of(c->function(x), c->reference((long double)x));
      if (!(e <= worst)) {
        worst = e;
        where = x;
      }
    }
    print_message("%-6s %.3f of %.3f at %a\n", c->name, worst, c->limit, where);
    assert_below(worst, c->limit);
  }
}

/* The doubles next to multiples of pi/2 lose most digits when the multiple is subtracted. */
static void multiples_of_half_pi_keep_their_digits(void** state)
{
  (void)state;
  skip_without_long_double();
  const double half_pi = 1.57079632679489661923;
  double       worst   = 0.0;
  for (int n = 1; n < 700000; n += n < 2000 ? 1 : 97) {
    const double x = n * half_pi;
    worst          = fmax(worst, error_of(lw_sin(x), sinl((long double)x)));
    worst          = fmax(worst, error_of(lw_cos(x), cosl((long double)x)));
  }
  assert_below(worst, 0.9);
  /* the doubles below 2^20 that are closest to their multiples, found among all of them: 2^-72 of
   * the multiple is left */
  static const double close[] = {0x1.39c6fd67805a7p+18, 0x1.39c6fd67805a7p+19, 0x1.a9adcc7f96cfp+19,
                                 0x1.93c05c9ed3cbcp+18};
  for (size_t i = 0; i < sizeof close / sizeof *close; i++) {
    assert_below(error_of(lw_sin(close[i]), sinl((long double)close[i])), 0.9);
    assert_below(error_of(lw_cos(close[i]), cosl((long double)close[i])), 0.9);
  }
  /* the double that is closest to one of its multiples, as others computed it with 200 digits */
  const double closest = 0x1.6ac5b262ca1ffp+849;
  assert_below(error_of(lw_cos(closest), -4.68716592425462761112e-19L), 0.9);
  assert_true(lw_sin(closest) == 1.0);
}

/* ---- two arguments -------------------------------------------------------------------------- */

typedef struct case_of_two {
  const char* name;
  double (*function)(double x, double y);
  long double (*reference)(long double x, long double y);
  range  x, y;
  double limit;
} case_of_two;

static const case_of_two of_two[] = {
    {"atan2", lw_atan2, atan2l, {0.0, 1.0, false}, {0.0, 1.0, false}, 0.8},
    {"atan2", lw_atan2, atan2l, {0.0, 1023.0, true}, {0.0, 1023.0, true}, 0.8},
    {"atan2", lw_atan2, atan2l, {-1060.0, 10.0, true}, {-1060.0, 10.0, true}, 0.8},
    {"atan2", lw_atan2, atan2l, {1015.0, 8.0, true}, {1015.0, 8.0, true}, 0.8},
    {"atan2", lw_atan2, atan2l, {-20.0, 20.0, true}, {0.0, 1.0, false}, 0.8},
    {"atan2", lw_atan2, atan2l, {0.0, 1.0, false}, {-20.0, 20.0, true}, 0.8},
    {"pow", lw_pow, powl, {5.0, 5.0, false}, {0.0, 10.0, false}, 0.55},
    {"pow", lw_pow, powl, {0.0, 1023.0, true}, {0.0, 0.5, false}, 0.55},
    {"pow", lw_pow, powl, {1.0, 0.4, false}, {0.0, 1400.0, false}, 0.53},
    {"pow", lw_pow, powl, {1.0, 1e-10, false}, {0.0, 1e12, false}, 0.55},
    {"pow", lw_pow, powl, {0.0, 1023.0, true}, {0.0, 10.0, true}, 0.8},
    {"hypot", lw_hypot, hypotl, {0.0, 1.0, false}, {0.0, 1.0, false}, 0.55},
    {"hypot", lw_hypot, hypotl, {-20.0, 20.0, true}, {0.0, 1.0, false}, 0.55},
    {"hypot", lw_hypot, hypotl, {0.0, 1023.0, true}, {0.0, 1023.0, true}, 0.55},
    {"hypot", lw_hypot, hypotl, {-1030.0, 30.0, true}, {-1030.0, 30.0, true}, 0.8},
    {"hypot", lw_hypot, hypotl, {1000.0, 23.0, true}, {1000.0, 23.0, true}, 0.55},
};

static void functions_of_two_numbers_are_accurate(void** state)
{
  (void)state;
  skip_without_long_double();
  uint32_t seed = 7;
  for (size_t i = 0; i < sizeof of_two / sizeof *of_two; i++) {
    const case_of_two* c     = &of_two[i];
    double             worst = 0.0, at[2] = {0.0, 0.0};
    for (int k = 0; k < SAMPLES; k++) {
      const double x = draw(&seed, c->x), y = draw(&seed, c->y);
      const double e = error_of(c->function(x, y), c->reference((long double)x, (long double)y));
      if (!(e <= worst)) {
        worst = e;
        at[0] = x;
        at[1] = y;
      }
    }
    print_message("%-6s %.3f of %.3f at %a, %a\n", c->name, worst, c->limit, at[0], at[1]);
    assert_below(worst, c->limit);
  }
}

/* integer powers of small integers are exact, as authors of formulas expect */
static void powers_of_integers_are_exact(void** state)
{
  (void)state;
  for (int x = -20; x <= 20; x++) {
    double power = 1.0;
    for (int n = 0; n <= 12; n++) {
      assert_true(lw_pow(x, n) == power);
      power *= x;
    }
  }
}

/* ---- zeros, infinities, what is no number --------------------------------------------------- */

/* the same number with the same sign, or both no numbers; a unit in the last place is left to the
 * C library */
static bool same(double a, double b)
{
  if (isnan(a) || isnan(b)) {
    return isnan(a) && isnan(b);
  }
  return signbit(a) == signbit(b) && (a == b || error_of(a, (long double)b) <= 1.0);
}

static void special_numbers_give_what_the_standard_says(void** state)
{
  (void)state;
  static double (*const one[][2])(double) = {
      {lw_sin, sin},   {lw_cos, cos}, {lw_tan, tan}, {lw_asin, asin},   {lw_acos, acos},
      {lw_atan, atan}, {lw_exp, exp}, {lw_log, log}, {lw_log10, log10},
  };
  static double (*const two[][2])(double, double) = {
      {lw_atan2, atan2},
      {lw_pow, pow},
      {lw_hypot, hypot},
  };
  const double special[] = {
      0.0,      -0.0,      1.0, -1.0,           0.5,           -0.5,    2.0,
      -2.0,     3.0,       2.5, -2.5,           1e300,         -1e300,  0x1p60,
      -0x1p60,  DBL_MAX,   NAN, DBL_TRUE_MIN,   -DBL_TRUE_MIN, DBL_MIN, 1.0 + DBL_EPSILON,
      INFINITY, -INFINITY, 0.1, 0x1p53 + 0x1p1, -0x1p52 - 1.0, 710.0,   -746.0,
  };
  const size_t n = sizeof special / sizeof *special;
  for (size_t i = 0; i < n; i++) {
    for (size_t f = 0; f < sizeof one / sizeof *one; f++) {
      if (!same(one[f][0](special[i]), one[f][1](special[i]))) {
        fail_msg("function %zu of %a: %a, not %a", f, special[i], one[f][0](special[i]),
                 one[f][1](special[i]));
      }
    }
    for (size_t j = 0; j < n; j++) {
      for (size_t f = 0; f < sizeof two / sizeof *two; f++) {
        const double x = special[i], y = special[j];
        if (!same(two[f][0](x, y), two[f][1](x, y))) {
          fail_msg("function %zu of %a, %a: %a, not %a", f, x, y, two[f][0](x, y), two[f][1](x, y));
        }
      }
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions_of_one_number_are_accurate),
      cmocka_unit_test(multiples_of_half_pi_keep_their_digits),
      cmocka_unit_test(functions_of_two_numbers_are_accurate),
      cmocka_unit_test(powers_of_integers_are_exact),
      cmocka_unit_test(special_numbers_give_what_the_standard_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
