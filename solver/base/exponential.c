/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exponential.c - exponential function, logarithms and powers.
 *
 *   method   exp(x) = 2^(k/32) exp(r), |r| <= log(2)/64;  log(x) = n log(2) + log(c) + log(1 + r),
 *            c the nearest 64th; tables of 2^(j/32) and log(c), series in r
 *   accuracy below 0.6 units in the last place, 1 where the result is subnormal
 */
#include "base/double_pair.h"
#include <linkwork/elementary.h>

#include <math.h>
#include <stdbool.h>

/* clang-format off */
/* 2^(j/32) */
static const lw_pair power_of_two[32] = {
    {0x1p+0, 0.0}, {0x1.059b0d3158574p+0, 0x1.d73e2a475b465p-55},
    {0x1.0b5586cf9890fp+0, 0x1.8a62e4adc610bp-54}, {0x1.11301d0125b51p+0, -0x1.6c51039449b3ap-54},
    {0x1.172b83c7d517bp+0, -0x1.19041b9d78a76p-55}, {0x1.1d4873168b9aap+0, 0x1.e016e00a2643cp-54},
    {0x1.2387a6e756238p+0, 0x1.9b07eb6c70573p-54}, {0x1.29e9df51fdee1p+0, 0x1.612e8afad1255p-55},
    {0x1.306fe0a31b715p+0, 0x1.6f46ad23182e4p-55}, {0x1.371a7373aa9cbp+0, -0x1.63aeabf42eae2p-54},
    {0x1.3dea64c123422p+0, 0x1.ada0911f09ebcp-55}, {0x1.44e086061892dp+0, 0x1.89b7a04ef80dp-59},
    {0x1.4bfdad5362a27p+0, 0x1.d4397afec42e2p-56}, {0x1.5342b569d4f82p+0, -0x1.07abe1db13cadp-55},
    {0x1.5ab07dd485429p+0, 0x1.6324c054647adp-54}, {0x1.6247eb03a5585p+0, -0x1.383c17e40b497p-54},
    {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54}, {0x1.71f75e8ec5f74p+0, -0x1.16e4786887a99p-55},
    {0x1.7a11473eb0187p+0, -0x1.41577ee04992fp-55}, {0x1.82589994cce13p+0, -0x1.d4c1dd41532d8p-54},
    {0x1.8ace5422aa0dbp+0, 0x1.6e9f156864b27p-54}, {0x1.93737b0cdc5e5p+0, -0x1.75fc781b57ebcp-57},
    {0x1.9c49182a3f09p+0, 0x1.c7c46b071f2bep-56}, {0x1.a5503b23e255dp+0, -0x1.d2f6edb8d41e1p-54},
    {0x1.ae89f995ad3adp+0, 0x1.7a1cd345dcc81p-54}, {0x1.b7f76f2fb5e47p+0, -0x1.5584f7e54ac3bp-56},
    {0x1.c199bdd85529cp+0, 0x1.11065895048ddp-55}, {0x1.cb720dcef9069p+0, 0x1.503cbd1e949dbp-56},
    {0x1.d5818dcfba487p+0, 0x1.2ed02d75b3707p-55}, {0x1.dfc97337b9b5fp+0, -0x1.1a5cd4f184b5cp-54},
    {0x1.ea4afa2a490dap+0, -0x1.e9c23179c2893p-54}, {0x1.f50765b6e454p+0, 0x1.9d3e12dd8a18bp-54},
};

/* log(k/64), k from 45 */
#define FIRST_64TH 45
static const lw_pair log_of_64ths[] = {
    {-0x1.68ac83e9c6a14p-2, -0x1.a64eadd740178p-58}, {-0x1.522ae0738a3d8p-2, 0x1.8f7e9b38a6979p-57},
    {-0x1.3c25277333184p-2, 0x1.2ad27e50a8ec6p-56}, {-0x1.269621134db92p-2, -0x1.e0efadd9db02bp-56},
    {-0x1.1178e8227e47cp-2, 0x1.0e63a5f01c691p-57}, {-0x1.f991c6cb3b379p-3, -0x1.f665066f980a2p-57},
    {-0x1.d1037f2655e7bp-3, -0x1.60629242471a2p-57},
    {-0x1.a93ed3c8ad9e3p-3, -0x1.bcafa9de97203p-57},
    {-0x1.823c16551a3c2p-3, 0x1.1232ce70be781p-57}, {-0x1.5bf406b543db2p-3, 0x1.1f5b44c0df7e7p-61},
    {-0x1.365fcb0159016p-3, -0x1.7d411a5b944adp-58}, {-0x1.1178e8227e47cp-3, 0x1.0e63a5f01c691p-58},
    {-0x1.da727638446a2p-4, -0x1.401fa71733019p-58}, {-0x1.9335e5d594989p-4, 0x1.478a85704ccb7p-58},
    {-0x1.4d3115d207eacp-4, -0x1.769f42c7842ccp-58}, {-0x1.08598b59e3a07p-4, 0x1.dd7009902bf32p-58},
    {-0x1.894aa149fb343p-5, -0x1.a8be97660a23dp-60},
    {-0x1.0415d89e74444p-5, -0x1.c05cf1d753622p-59},
    {-0x1.0205658935847p-6, -0x1.27c8e8416e71fp-60}, {0.0, 0.0},
    {0x1.fc0a8b0fc03e4p-7, -0x1.83092c59642a1p-62}, {0x1.f829b0e7833p-6, 0x1.33e3f04f1ef23p-60},
    {0x1.77458f632dcfcp-5, 0x1.18d3ca87b9296p-59}, {0x1.f0a30c01162a6p-5, 0x1.85f325c5bbacdp-59},
    {0x1.341d7961bd1d1p-4, -0x1.b599f227becbbp-58}, {0x1.6f0d28ae56b4cp-4, -0x1.906d99184b992p-58},
    {0x1.a926d3a4ad563p-4, 0x1.942f48aa70ea9p-58}, {0x1.e27076e2af2e6p-4, -0x1.61578001e0162p-60},
    {0x1.0d77e7cd08e59p-3, 0x1.9a5dc5e9030acp-57}, {0x1.29552f81ff523p-3, 0x1.301771c407dbfp-57},
    {0x1.44d2b6ccb7d1ep-3, 0x1.9f4f6543e1f88p-57}, {0x1.5ff3070a793d4p-3, -0x1.bc60efafc6f6ep-58},
    {0x1.7ab890210d909p-3, 0x1.be36b2d6a0608p-59}, {0x1.9525a9cf456b4p-3, 0x1.d904c1d4e2e26p-57},
    {0x1.af3c94e80bff3p-3, -0x1.398cff3641985p-58}, {0x1.c8ff7c79a9a22p-3, -0x1.4f689f8434012p-57},
    {0x1.e27076e2af2e6p-3, -0x1.61578001e0162p-59}, {0x1.fb9186d5e3e2bp-3, -0x1.caaae64f21acbp-57},
    {0x1.0a324e27390e3p-2, 0x1.7dcfde8061c03p-56}, {0x1.1675cababa60ep-2, 0x1.ce63eab883717p-61},
    {0x1.22941fbcf7966p-2, -0x1.76f5eb09628afp-56}, {0x1.2e8e2bae11d31p-2, -0x1.8f4cdb95ebdf9p-56},
    {0x1.3a64c556945eap-2, -0x1.c68651945f97cp-57}, {0x1.4618bc21c5ec2p-2, 0x1.f42decdeccf1dp-56},
    {0x1.51aad872df82dp-2, 0x1.3927ac19f55e3p-59}, {0x1.5d1bdbf5809cap-2, 0x1.4236383dc7fe1p-56},
    {0x1.686c81e9b14afp-2, -0x1.ddea0f7f58e3dp-57},
};
/* clang-format on */

/* log(2): n times its leading part is exact, which has 42 bits */
static const double  log_2      = 0x1.62e42fefa38p-1;
static const lw_pair log_2_rest = {0x1.ef35793c7673p-45, 0x1.f97b57a079a19p-103};

/* exp(x + dx), |dx| far below |x|; 0 or infinity where x is out of range */
static double exponential(double x, double dx)
{
  if (x > 709.8) {
    return INFINITY;
  }
  if (x < -745.2) {
    return 0.0;
  }
  /* log(2)/32 in two parts, of which k times the first is exact */
  const double k = lw_nearest(x * 0x1.71547652b82fep+5);
  const double r = (x - k * 0x1.62e42fefap-6) - (k * 0x1.cf79abc9e3b3ap-45 - dx);
  /* exp(r) - 1, without r^8: |r| < 0.011 */
  const double p =
      r + r * r *
              (0.5 +
               r * (1.0 / 6.0 +
                    r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0 + r * (1.0 / 5040.0))))));
  const int     n     = (int)k;
  const int     j     = (int)((unsigned)n & 31u);
  const int     e     = (n - j) / 32;
  const lw_pair t     = power_of_two[j];
  const double  value = t.hi + (t.lo + t.hi * p);
  /* 2^e in two factors: the first product is exact */
  return value * lw_power_of_two(e / 2) * lw_power_of_two(e - e / 2);
}

double lw_exp(double x)
{
  return isnan(x) ? x : exponential(x, 0.0);
}

/* log(x), 0 < x < infinity, to about 2^-67 */
static lw_pair logarithm(double x)
{
  int n = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    n = -54;
  }
  n += lw_exponent(x);
  double m = lw_double_of((lw_bits_of(x) & 0xfffffffffffffu) | 0x3ff0000000000000u);
  if (m > 0x1.6ap+0) { /* from 0.707 to 1.414: no digits cancel for x next to 1 */
    m *= 0.5;
    n++;
  }
  /* r = (m - c) / c; the difference is exact, and products with c, which has seven bits, nearly */
  const int     k = (int)(64.0 * m + 0.5);
  const double  c = k / 64.0, d = m - c, q = d / c;
  const lw_pair s = lw_pair_split(q);
  const lw_pair r = {q, ((d - c * s.hi) - c * s.lo) / c};
  /* log(1 + r) = r - r^2/2 + ..., without r^12: |r| < 0.0112; only r and r^2 as pairs */
  const lw_pair square = lw_pair_product(q, q);
  const double  tail =
      q * square.hi *
      (1.0 / 3.0 -
       q * (1.0 / 4.0 -
            q * (1.0 / 5.0 -
                 q * (1.0 / 6.0 -
                      q * (1.0 / 7.0 -
                           q * (1.0 / 8.0 -
                                q * (1.0 / 9.0 - q * (1.0 / 10.0 - q * (1.0 / 11.0)))))))));
  lw_pair sum = lw_pair_ordered_sum(q, -0.5 * square.hi);
  sum         = lw_pair_ordered_sum(sum.hi, sum.lo + (tail + (r.lo * (1.0 - q) - 0.5 * square.lo)));
  sum         = lw_pair_add(log_of_64ths[k - FIRST_64TH], sum);
  sum         = lw_pair_add((lw_pair){n * log_2_rest.hi, n * log_2_rest.lo}, sum);
  return lw_pair_add((lw_pair){n * log_2, 0.0}, sum);
}

/* Whether the logarithm of x is finite; if not, *value is what it is. */
static bool has_logarithm(double x, double* value)
{
  *value = x == 0.0 ? -INFINITY : x < 0.0 ? NAN : x;
  return x > 0.0 && x < INFINITY;
}

double lw_log(double x)
{
  double value;
  return has_logarithm(x, &value) ? logarithm(x).hi : value;
}

double lw_log10(double x)
{
  double        value;
  const lw_pair inverse = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}; /* 1 / log(10) */
  return has_logarithm(x, &value) ? lw_pair_multiply(logarithm(x), inverse).hi : value;
}

/* ---- powers --------------------------------------------------------------------------------- */

static bool is_integer(double y)
{
  return floor(y) == y;
}

static bool is_odd(double y)
{
  return fabs(y) < 0x1p53 && is_integer(y) && !is_integer(0.5 * y);
}

double lw_pow(double x, double y)
{
  if (y == 0.0 || x == 1.0) {
    return 1.0;
  }
  if (isnan(x) || isnan(y) || (x < 0.0 && !isinf(x) && !is_integer(y))) {
    return NAN;
  }
  const double sign = signbit(x) && is_odd(y) ? -1.0 : 1.0;
  x                 = fabs(x);
  if (x == 0.0 || isinf(x) || isinf(y)) {
    if (x == 1.0) {
      return 1.0;
    }
    return (x > 1.0) == (y > 0.0) ? sign * INFINITY : sign * 0.0;
  }
  /* The result is 0, 1 or infinite where the exponent is beyond 2^64: no logarithm of a double but
   * zero is below 2^-53. */
  const double  limited = fabs(y) > 0x1p64 ? copysign(0x1p64, y) : y;
  const lw_pair z       = lw_pair_multiply(logarithm(x), (lw_pair){limited, 0.0});
  return sign * exponential(z.hi, z.lo);
}

/* ---- hypotenuse ----------------------------------------------------------------------------- */

double lw_hypot(double x, double y)
{
  if (isinf(x) || isinf(y)) {
    return INFINITY;
  }
  const double a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
  if (isnan(x) || isnan(y) || b <= 0x1p-54 * a) {
    return fabs(x) + fabs(y);
  }
  const double  scale = a > 0x1p500 ? 0x1p-600 : b < 0x1p-400 ? 0x1p600 : 1.0;
  const lw_pair u     = lw_pair_product(scale * a, scale * a),
                v     = lw_pair_product(scale * b, scale * b);
  const lw_pair sum   = lw_pair_add(u, v);
  const double  root  = sqrt(sum.hi);
  const lw_pair again = lw_pair_product(root, root);
  return (root + 0.5 * (((sum.hi - again.hi) - again.lo) + sum.lo) / root) / scale;
}
