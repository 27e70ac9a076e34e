/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * double_pair.h - numbers of about 106 bits, as the sum of two doubles, and bits of doubles.
 *
 * The elementary functions carry their rounding errors along in the second double. Sums and
 * products are those of Dekker (1971) and Knuth: exact as long as nothing overflows or falls below
 * the smallest normal number, and as long as the compiler neither contracts nor reorders.
 */
#ifndef LW_DOUBLE_PAIR_H
#define LW_DOUBLE_PAIR_H

#include <stdint.h>
#include <string.h>

/* hi + lo, |lo| at most half a unit in the last place of hi after a sum or product */
typedef struct lw_pair {
  double hi, lo;
} lw_pair;

/* a + b, where |a| >= |b| or a = 0 */
static inline lw_pair lw_pair_ordered_sum(double a, double b)
{
  const double hi = a + b;
  return (lw_pair){hi, b - (hi - a)};
}

/* a + b */
static inline lw_pair lw_pair_sum(double a, double b)
{
  const double hi = a + b, part = hi - a;
  return (lw_pair){hi, (a - (hi - part)) + (b - part)};
}

/* a as the sum of two numbers of 26 bits, |a| < 2^996 */
static inline lw_pair lw_pair_split(double a)
{
  const double c = 134217729.0 * a; /* 2^27 + 1 */
  const double h = c - (c - a);
  return (lw_pair){h, a - h};
}

/* a b */
static inline lw_pair lw_pair_product(double a, double b)
{
  const lw_pair x = lw_pair_split(a), y = lw_pair_split(b);
  const double  p = a * b;
  return (lw_pair){p, x.lo * y.lo - (((p - x.hi * y.hi) - x.lo * y.hi) - x.hi * y.lo)};
}

/* a b to about 2^-104 */
static inline lw_pair lw_pair_multiply(lw_pair a, lw_pair b)
{
  const lw_pair p = lw_pair_product(a.hi, b.hi);
  return lw_pair_ordered_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

/* a + b to about 2^-104 of the larger one */
static inline lw_pair lw_pair_add(lw_pair a, lw_pair b)
{
  const lw_pair s = lw_pair_sum(a.hi, b.hi);
  return lw_pair_ordered_sum(s.hi, s.lo + (a.lo + b.lo));
}

/* a / b to about 2^-102 */
static inline lw_pair lw_pair_divide(lw_pair a, lw_pair b)
{
  const double  q = a.hi / b.hi;
  const lw_pair p = lw_pair_product(q, b.hi);
  return lw_pair_ordered_sum(q, (((a.hi - p.hi) - p.lo) + (a.lo - q * b.lo)) / b.hi);
}

/* ---- bits ----------------------------------------------------------------------------------- */

static inline uint64_t lw_bits_of(double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double lw_double_of(uint64_t bits)
{
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* e of |x| = 1.m 2^e, x normal and finite */
static inline int lw_exponent(double x)
{
  return (int)(lw_bits_of(x) >> 52 & 0x7ff) - 1023;
}

/* 2^n, -1022 <= n <= 1023 */
static inline double lw_power_of_two(int n)
{
  return lw_double_of((uint64_t)(n + 1023) << 52);
}

/* the nearest integer, |x| < 2^51: adding 1.5 2^52 leaves no bits for a fraction */
static inline double lw_nearest(double x)
{
  const double shift = 6755399441055744.0;
  return (x + shift) - shift;
}

#endif
