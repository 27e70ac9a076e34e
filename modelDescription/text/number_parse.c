/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * number_parse.c - text to doubles.
 *
 * The text is checked here and rewritten without its point, as digits and exponent. The C library
 * rounds that correctly, and only the point would depend on the locale.
 */
#include "text/number_parse.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* A number halfway between two doubles has at most 768 significant digits. Of the digits after them
 * it only matters whether one is not zero. */
#define MOST_DIGITS 770

/* Decimal exponents beyond this give zero or infinity for any digits; sums of two such
 * exponents do not overflow. */
#define FAR_EXPONENT 1000000000

/* A number as it is being read: digits without leading zeros, times ten to a power. */
typedef struct decimal {
  char    digit[MOST_DIGITS + 16]; /* with room for an exponent */
  int     ndigit;
  int64_t exponent; /* of the last digit that is kept */
} decimal;

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/* Take one digit, in front of the point or behind it. */
static void take_digit(decimal* d, char c, bool behind)
{
  if (d->ndigit < MOST_DIGITS) {
    if (d->ndigit > 0 || c != '0') {
      d->digit[d->ndigit++] = c;
    }
    d->exponent -= behind ? 1 : 0;
  } else {
    /* one digit replaces all digits that are dropped: it is not zero if one of them is not */
    if (c != '0' && d->ndigit == MOST_DIGITS) {
      d->digit[d->ndigit++] = '1';
      d->exponent -= 1;
    }
    d->exponent += behind ? 0 : 1;
  }
}

/* Read digits with at most one point. Returns the end, or NULL: there is no digit. */
static const char* read_digits(const char* c, const char* end, decimal* d)
{
  bool any    = false;
  bool behind = false;
  for (; c < end; c++) {
    if (is_digit(*c)) {
      take_digit(d, *c, behind);
      any = true;
    } else if (*c == '.' && !behind) {
      behind = true;
    } else {
      break;
    }
  }
  return any ? c : NULL;
}

/* Read the exponent, if there is one. Returns the end, or NULL: it has no digit. */
static const char* read_exponent(const char* c, const char* end, decimal* d)
{
  if (c == end || (*c != 'e' && *c != 'E')) {
    return c;
  }
  c++;
  const bool negative = c < end && *c == '-';
  c += c < end && (*c == '-' || *c == '+') ? 1 : 0;
  if (c == end || !is_digit(*c)) {
    return NULL;
  }
  int64_t exponent = 0;
  for (; c < end && is_digit(*c); c++) {
    exponent = exponent < FAR_EXPONENT ? 10 * exponent + (*c - '0') : exponent;
  }
  d->exponent += negative ? -exponent : exponent;
  return c;
}

/* Few digits and a small power of ten are both doubles, so one operation rounds once: correctly.
 * Returns false where there are more. */
static bool convert_short(const decimal* d, double* value)
{
  static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (d->ndigit > 15 || d->exponent < -22 || d->exponent > 22) { /* 10^15 < 2^53, 5^22 < 2^53 */
    return false;
  }
  int64_t whole = 0;
  for (int i = 0; i < d->ndigit; i++) whole = 10 * whole + (d->digit[i] - '0');
  *value = d->exponent < 0 ? (double)whole / ten[-d->exponent] : (double)whole * ten[d->exponent];
  return true;
}

/* Let the C library round the digits with their exponent. */
static double convert_long(decimal* d)
{
  /* far beyond the range of doubles; shorter to write */
  const int64_t far      = 5 * MOST_DIGITS;
  int64_t       exponent = d->exponent > far ? far : d->exponent < -far ? -far : d->exponent;
  char*         c        = d->digit + d->ndigit;
  *c++                   = 'e';
  *c++                   = exponent < 0 ? '-' : '+';
  exponent               = exponent < 0 ? -exponent : exponent;
  for (int64_t unit = 1000; unit > 0; unit /= 10) *c++ = (char)('0' + exponent / unit % 10);
  *c = '\0';
  return strtod(d->digit, NULL);
}

lw_number_result lw_number_read(const char* text, size_t length, double* value)
{
  const char* const end      = text + length;
  const bool        negative = length > 0 && *text == '-';
  decimal           d;
  d.ndigit   = 0;
  d.exponent = 0;

  const char* c = text + (length > 0 && (*text == '-' || *text == '+') ? 1 : 0);
  c             = read_digits(c, end, &d);
  c             = c ? read_exponent(c, end, &d) : NULL;
  if (!c || c != end) {
    return LW_NUMBER_NONE;
  }

  double result = 0.0;
  if (d.ndigit > 0 && !convert_short(&d, &result)) {
    result = convert_long(&d);
  }
  if (isinf(result)) {
    return LW_NUMBER_LARGE;
  }
  *value = negative ? -result : result;
  return LW_NUMBER_OK;
}
