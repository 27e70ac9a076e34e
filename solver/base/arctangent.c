/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * arctangent.c - the angle of a vector in the plane, and the functions that follow from it.
 *
 *   method   atan(y/x) = atan(c) + atan(u), c the nearest sixteenth, u = (y - c x) / (x + c y)
 *   accuracy below 0.9 units in the last place
 */
#include "base/double_pair.h"
#include <linkwork/elementary.h>

#include <math.h>
#include <stdbool.h>

static const lw_pair half_pi  = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
static const lw_pair whole_pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

/* clang-format off */
/* atan(k/16) */
static const lw_pair atan_of_sixteenths[] = {
    {0.0, 0.0}, {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59}, {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57}, {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56}, {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56}, {0x1.0657e94db30dp-1, -0x1.d5b495f6349e6p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58}, {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56}, {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56}, {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};
/* clang-format on */

/* (atan(u) - u) / u, |u| <= 1/8, by the series in u^2: the term left out is below 2^-61 */
static double series(double u)
{
  const double s = u * u;
  return s * (-1.0 / 3.0 +
              s * (1.0 / 5.0 +
                   s * (-1.0 / 7.0 +
                        s * (1.0 / 9.0 +
                             s * (-1.0 / 11.0 +
                                  s * (1.0 / 13.0 + s * (-1.0 / 15.0 + s * (1.0 / 17.0))))))));
}

/* the same for |u| <= 1/32 */
static double short_series(double u)
{
  const double s = u * u;
  return s *
         (-1.0 / 3.0 + s * (1.0 / 5.0 + s * (-1.0 / 7.0 + s * (1.0 / 9.0 + s * (-1.0 / 11.0)))));
}

/* atan(y/x), 0 <= y <= x, neither so large nor so small that a product leaves the range */
static lw_pair angle_in_octant(double y, double x)
{
  const double q = y / x;
  if (q < 0.125) {
    const lw_pair p    = lw_pair_product(q, x);
    const double  rest = ((y - p.hi) - p.lo) / x;
    return lw_pair_ordered_sum(q, rest + q * series(q));
  }
  /* c has four bits and the leading part of x 26: y - c x is rounded once */
  const int     k = (int)(16.0 * q + 0.5);
  const double  c = k / 16.0;
  const lw_pair s = lw_pair_split(x);
  const double  u = ((y - c * s.hi) - c * s.lo) / (x + c * y);
  const lw_pair a = atan_of_sixteenths[k];
  return lw_pair_ordered_sum(a.hi, a.lo + (u + u * short_series(u)));
}

/* the angle of (x, y) in the upper half plane, y >= 0, not both zero or infinite */
static lw_pair angle(double y, double x)
{
  const double across = fabs(x);
  const bool   steep  = y > across;
  const double large = steep ? y : across, small = steep ? across : y;
  lw_pair      z = {small / large, 0.0};
  if (z.hi > 0x1p-54) { /* else the arc is its tangent */
    const double scale = large > 0x1p500 ? 0x1p-500 : large < 0x1p-500 ? 0x1p500 : 1.0;
    z                  = angle_in_octant(scale * small, scale * large);
  }
  if (steep) {
    z = lw_pair_add(half_pi, x < 0.0 ? z : (lw_pair){-z.hi, -z.lo});
  } else if (x < 0.0) {
    z = lw_pair_add(whole_pi, (lw_pair){-z.hi, -z.lo});
  }
  return z;
}

double lw_atan2(double y, double x)
{
  if (isnan(x) || isnan(y)) {
    return x + y;
  }
  double z;
  if (y == 0.0) {
    z = signbit(x) ? whole_pi.hi : 0.0;
  } else if (isinf(x) && isinf(y)) {
    z = x > 0.0 ? 0.5 * half_pi.hi : 1.5 * half_pi.hi;
  } else {
    z = angle(fabs(y), x).hi;
  }
  return copysign(z, y);
}

double lw_atan(double x)
{
  return lw_atan2(x, 1.0);
}

/* sqrt(1 - x^2) */
static lw_pair complement(double x)
{
  const lw_pair square = lw_pair_product(x, x);
  lw_pair       d      = lw_pair_sum(1.0, -square.hi);
  d                    = lw_pair_ordered_sum(d.hi, d.lo - square.lo);
  const double  root   = sqrt(d.hi);
  const lw_pair again  = lw_pair_product(root, root);
  const double  rest   = root > 0.0 ? 0.5 * (((d.hi - again.hi) - again.lo) + d.lo) / root : 0.0;
  return (lw_pair){root, rest};
}

double lw_asin(double x)
{
  if (!(fabs(x) <= 1.0)) {
    return NAN;
  }
  if (fabs(x) < 0x1p-27) {
    return x; /* x^2 / 6 is below a quarter of a unit in the last place */
  }
  /* the angle of (c + dc, x) on the unit circle is that of (c, x) less x dc */
  const lw_pair c = complement(x), z = angle(fabs(x), c.hi);
  return copysign(z.hi + (z.lo - fabs(x) * c.lo), x);
}

double lw_acos(double x)
{
  if (!(fabs(x) <= 1.0)) {
    return NAN;
  }
  if (x == 1.0) {
    return 0.0;
  }
  const lw_pair s = complement(x), z = angle(s.hi, x);
  return z.hi + (z.lo + x * s.lo);
}
