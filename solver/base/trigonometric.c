/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trigonometric.c - sine, cosine and tangent.
 *
 *   method   x = n pi/2 + r, |r| <= pi/4; series of sine and cosine in r
 *   accuracy below 0.9 units in the last place, for arguments of any size
 */
#include "base/double_pair.h"
#include <linkwork/elementary.h>

#include <math.h>
#include <stdbool.h>

#define QUARTER_PI 0x1.921fb54442d18p-1

/* below it sin x = x, for x^2 / 6 is less than a quarter of a unit in the last place */
#define TINY 0x1p-27

/* r = x - n pi/2 with |r| <= pi/4, up to rounding, and n modulo 4 */
typedef struct reduced {
  lw_pair  r;
  unsigned n;
} reduced;

/* ---- reduction of the argument -------------------------------------------------------------- */

/* The bits of 2/pi, behind 64 zeros: those in front of its point */
static const uint32_t two_over_pi[] = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab,
};

/* the 32 bits that begin with bit number `first` of the table */
static uint32_t bits_from(int first)
{
  const uint32_t* word  = two_over_pi + first / 32;
  const int       shift = first % 32;
  return shift == 0 ? word[0] : word[0] << shift | word[1] >> (32 - shift);
}

/* |x| >= 2^-10, after Payne and Hanek: x = m 2^e with an integer m of 53 bits. Bits of 2/pi whose
 * product with x is a multiple of 4 are left out, the 192 after them suffice: no double is so close
 * to a multiple of pi/2 that 62 bits of the product's fraction are zero. */
static reduced reduce_large(double x)
{
  enum { WORDS = 6 };
  const int      e                  = lw_exponent(x) - 52;
  const uint64_t m                  = (lw_bits_of(x) & 0xfffffffffffffu) | 0x10000000000000u;
  uint32_t       product[WORDS + 2] = {0}; /* least significant word first, modulo 2^192 */
  for (int i = 0; i < WORDS; i++) {
    const uint64_t window = bits_from(64 + e - 2 + 32 * (WORDS - 1 - i));
    uint64_t       sum    = product[i] + window * (m & 0xffffffffu);
    product[i]            = (uint32_t)sum;
    sum                   = product[i + 1] + (sum >> 32) + window * (m >> 32);
    product[i + 1]        = (uint32_t)sum;
    product[i + 2]        = (uint32_t)(sum >> 32);
  }
  /* two bits of the quadrant, 190 of a fraction, which is taken from -1/2 to 1/2 */
  const bool negative = product[WORDS - 1] >> 29 & 1u;
  unsigned   n        = (product[WORDS - 1] >> 30) + (negative ? 1u : 0u);
  lw_pair    fraction = {0.0, 0.0};
  for (int i = WORDS - 1; i >= 1; i--) {
    uint32_t word     = product[i] << 2 | product[i - 1] >> 30;
    word              = negative ? ~word : word; /* -f is the complement, but for one in bit 190 */
    const lw_pair sum = lw_pair_sum(fraction.hi, (double)word * lw_power_of_two(-32 * (WORDS - i)));
    fraction          = (lw_pair){sum.hi, fraction.lo + sum.lo};
  }
  const lw_pair half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  lw_pair       r       = lw_pair_multiply(fraction, half_pi);
  if (negative != (x < 0.0)) {
    r = (lw_pair){-r.hi, -r.lo};
  }
  n = x < 0.0 ? 4u - (n & 3u) : n;
  return (reduced){r, n & 3u};
}

/* |x| < 2^20: n has 20 bits, the first two parts of pi/2 have 33, so that their products with n are
 * exact. The first difference is exact, because both numbers are close to each other. The product
 * with the last part is off by 2^-122 n: next to a multiple of pi/2 that may be too much. */
static reduced reduce_small(double x)
{
  const double  part[3] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};
  const double  n       = lw_nearest(x * 0x1.45f306dc9c883p-1); /* 2/pi */
  const lw_pair d       = lw_pair_sum(x - n * part[0], -n * part[1]);
  const lw_pair r       = lw_pair_sum(d.hi, d.lo - n * part[2]);
  if (fabs(r.hi) < 0x1p-62 * fabs(n)) {
    return reduce_large(x);
  }
  return (reduced){r, (unsigned)(int)n & 3u};
}

static reduced reduce(double x)
{
  if (fabs(x) <= QUARTER_PI) {
    return (reduced){{x, 0.0}, 0u};
  }
  return fabs(x) < 0x1p20 ? reduce_small(x) : reduce_large(x);
}

/* ---- series --------------------------------------------------------------------------------- */

/* The first term that is left out is below 2^-63 of the result. hi is the leading part, lo what is
 * to be added to it, up to an eighth of hi for the sine. */

static lw_pair sine(lw_pair r)
{
  const double s = r.hi * r.hi;
  const double p =
      -1.0 / 6.0 +
      s * (1.0 / 120.0 + s * (-1.0 / 5040.0 +
                              s * (1.0 / 362880.0 + s * (-1.0 / 39916800.0 +
                                                         s * (1.0 / 6227020800.0 +
                                                              s * (-1.0 / 1307674368e3 +
                                                                   s * (1.0 / 355687428096e3)))))));
  return (lw_pair){r.hi, r.hi * (s * p) + r.lo * (1.0 - 0.5 * s)};
}

static lw_pair cosine(lw_pair r)
{
  const double s = r.hi * r.hi;
  const double p =
      1.0 / 24.0 +
      s * (-1.0 / 720.0 +
           s * (1.0 / 40320.0 + s * (-1.0 / 3628800.0 +
                                     s * (1.0 / 479001600.0 + s * (-1.0 / 87178291200.0 +
                                                                   s * (1.0 / 20922789888e3))))));
  const lw_pair c = lw_pair_ordered_sum(1.0, -0.5 * s);
  return (lw_pair){c.hi, c.lo + (s * (s * p) - r.hi * r.lo)};
}

/* the sine, or a quarter of a turn further, the cosine */
static double sine_of_quadrant(reduced x, unsigned further)
{
  const unsigned n     = x.n + further;
  const lw_pair  value = n & 1u ? cosine(x.r) : sine(x.r);
  return n & 2u ? -(value.hi + value.lo) : value.hi + value.lo;
}

/* ---- functions ------------------------------------------------------------------------------ */

double lw_sin(double x)
{
  if (!isfinite(x)) {
    return x - x;
  }
  if (fabs(x) < TINY) {
    return x;
  }
  return sine_of_quadrant(reduce(x), 0u);
}

double lw_cos(double x)
{
  if (!isfinite(x)) {
    return x - x;
  }
  return sine_of_quadrant(reduce(x), 1u);
}

double lw_tan(double x)
{
  if (!isfinite(x)) {
    return x - x;
  }
  if (fabs(x) < TINY) {
    return x;
  }
  const reduced t = reduce(x);
  const lw_pair s = sine(t.r);
  lw_pair       c = cosine(t.r);
  c.lo -= 0.5 * lw_pair_product(t.r.hi, t.r.hi).lo; /* the square was rounded there */
  const lw_pair above = lw_pair_ordered_sum(s.hi, s.lo), below = lw_pair_ordered_sum(c.hi, c.lo);
  const lw_pair q = t.n & 1u ? lw_pair_divide(below, (lw_pair){-above.hi, -above.lo})
                             : lw_pair_divide(above, below);
  return q.hi;
}
