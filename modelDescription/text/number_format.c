/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * number_format.c - doubles to text.
 *
 * A number x = m 2^e is scaled by a power of ten to an integer of 17 digits. The power is known to
 * 126 bits, so the digits are certain unless the part behind them lies within 2^-60 of one half;
 * then, and for subnormal numbers, the C library decides.
 *
 *   cost     about 50 ns, against 350 ns for snprintf
 */
#include "text/number_format.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 17 };

/* A decimal number: 0.d1 d2 d3 ... times 10^(exponent + 1). */
typedef struct decimal {
  char digit[DIGITS]; /* '0' to '9', the first is not zero */
  int  exponent;      /* of ten, of the first digit        */
} decimal;

/* the part behind the digits is known to 1 of 2^64; this is far more, and still rare */
static const uint64_t DOUBT = 16;

static const uint64_t TEN_16 = 10000000000000000u;
static const uint64_t TEN_17 = 100000000000000000u;

/* clang-format off */
/* the leading 64 bits of 10^0 .. 10^27: all that they have */
static const uint64_t SMALL[28] = {
  0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000,
  0x9c40000000000000, 0xc350000000000000, 0xf424000000000000, 0x9896800000000000,
  0xbebc200000000000, 0xee6b280000000000, 0x9502f90000000000, 0xba43b74000000000,
  0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000, 0xe35fa931a0000000,
  0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
  0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400,
  0xd3c21bcecceda100, 0x84595161401484a0, 0xa56fa5b99019a5c8, 0xcecb8f27f4200f3a,
};

/* the leading 128 bits of 10^-308, 10^-280, ... 10^336 */
static const uint64_t LARGE[24][2] = {
  {0xe61acf033d1a45df, 0x6fb92487298e33bd}, {0xe858ad248f5c22c9, 0xd1b3400f8f9cff68},
  {0xea9c227723ee8bcb, 0x465e15a979c1cadc}, {0xece53cec4a314ebd, 0xa4f8bf5635246428},
  {0xef340a98172aace4, 0x86fb897116c87c34}, {0xf18899b1bc3f8ca1, 0xdc44e6c3cb279ac1},
  {0xf3e2f893dec3f126, 0x5a89dba3c3efccfa}, {0xf64335bcf065d37d, 0x4d4617b5ff4a16d5},
  {0xf8a95fcf88747d94, 0x75a44c6397ce912a}, {0xfb158592be068d2e, 0xeed6e2f0f0d56712},
  {0xfd87b5f28300ca0d, 0x8bca9d6e188853fc}, {0x8000000000000000, 0x0000000000000000},
  {0x813f3978f8940984, 0x4000000000000000}, {0x82818f1281ed449f, 0xbff8f10e7a8921a4},
  {0x83c7088e1aab65db, 0x792667c6da79e0fa}, {0x850fadc09923329e, 0x03e2cf6bc604ddb0},
  {0x865b86925b9bc5c2, 0x0b8a2392ba45a9b2}, {0x87aa9aff79042286, 0x90fb44d2f05d0842},
  {0x88fcf317f22241e2, 0x441fece3bdf81f03}, {0x8a5296ffe33cc92f, 0x82bd6b70d99aaa6f},
  {0x8bab8eefb6409c1a, 0x1ad089b6c2f7548e}, {0x8d07e33455637eb2, 0xdb0b487b6423e1e8},
  {0x8e679c2f5e44ff8f, 0x570f09eaa7ea7648}, {0x8fcac257558ee4e6, 0x213a4f0aa5e8a7b1},
};
/* clang-format on */

/* floor(n / d) for d > 0 */
static int floor_div(int n, int d)
{
  return n >= 0 ? n / d : -((-n + d - 1) / d);
}

/* floor(log2(10^n)) and floor(log10(2^n)), right for all exponents of doubles */
static int log2_of_ten(int n)
{
  return floor_div(n * 217706, 65536);
}

static int log10_of_two(int n)
{
  return floor_div(n * 78913, 262144);
}

/* hi 2^64 + lo = a b */
static void multiply(uint64_t a, uint64_t b, uint64_t* hi, uint64_t* lo)
{
  const uint64_t a0 = a & 0xffffffffu, a1 = a >> 32;
  const uint64_t b0 = b & 0xffffffffu, b1 = b >> 32;
  const uint64_t low    = a0 * b0;
  const uint64_t middle = a1 * b0 + (low >> 32);
  const uint64_t cross  = a0 * b1 + (middle & 0xffffffffu);
  *hi                   = a1 * b1 + (middle >> 32) + (cross >> 32);
  *lo                   = cross << 32 | (low & 0xffffffffu);
}

/* The two upper words of the three of (a1 2^64 + a0) b. */
static void multiply_wide(uint64_t a1, uint64_t a0, uint64_t b, uint64_t* hi, uint64_t* lo)
{
  uint64_t h0, l0, h1, l1;
  multiply(a0, b, &h0, &l0);
  multiply(a1, b, &h1, &l1);
  *lo = l1 + h0;
  *hi = h1 + (*lo < l1);
}

/* Scale a normal, positive number to 17 or 18 digits in front of the point:
 *   x 10^(16 - exponent) = whole + part 2^-64, part at most 1 too small */
static void scale(double x, int* exponent, uint64_t* whole, uint64_t* part)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  const int      biased = (int)(bits >> 52 & 0x7ff);
  const uint64_t m      = (bits & 0xfffffffffffffu) << 11 | (uint64_t)1
                                                           << 63; /* x = m 2^(biased - 1086) */
  *exponent = log10_of_two(biased - 1023);

  /* 10^k = 10^(28 j) 10^r = power 2^e */
  const int k = DIGITS - 1 - *exponent;
  const int j = floor_div(k, 28);
  const int r = k - 28 * j;
  uint64_t  power1, power0;
  multiply_wide(LARGE[j + 11][0], LARGE[j + 11][1], SMALL[r], &power1, &power0);
  const int e = (log2_of_ten(28 * j) - 127) + (log2_of_ten(r) - 63) + 64;

  /* m power has its point 1086 - biased - e - 64 bits up in the two upper words of three: of these,
   * 53 to 58 bits are in front of it */
  uint64_t hi, lo;
  multiply_wide(power1, power0, m, &hi, &lo);
  const int shift = 1086 - biased - e - 64 - 64;
  *whole          = hi >> shift;
  *part           = hi << (64 - shift) | lo >> shift;
}

/* Write the digits of a whole number of 17 digits. */
static void write_digits(uint64_t whole, char digit[DIGITS])
{
  static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                              "25262728293031323334353637383940414243444546474849"
                              "50515253545556575859606162636465666768697071727374"
                              "75767778798081828384858687888990919293949596979899";
  /* two halves of 32 bits divide faster than one of 64 */
  uint32_t low  = (uint32_t)(whole % 100000000u);
  uint64_t rest = whole / 100000000u;
  for (int i = DIGITS - 2; i > DIGITS - 10; i -= 2, low /= 100) {
    memcpy(digit + i, pairs + 2 * (low % 100), 2);
  }
  for (int i = DIGITS - 10; i > 0; i -= 2, rest /= 100) {
    memcpy(digit + i, pairs + 2 * (rest % 100), 2);
  }
  digit[0] = (char)('0' + rest);
}

/* The same by the C library, digit by digit so that the locale's point does not matter. */
static decimal ask_library(double x)
{
  char    text[LW_NUMBER_SIZE];
  decimal d = {{0}, 0};
  (void)snprintf(text, sizeof text, "%.*e", DIGITS - 1, x);
  int n = 0;
  for (const char* c = text; *c; c++) {
    if (*c == 'e') {
      d.exponent = (int)strtol(c + 1, NULL, 10);
      break;
    }
    if (*c >= '0' && *c <= '9' && n < DIGITS) {
      d.digit[n++] = *c;
    }
  }
  return d;
}

/* The 17 digits nearest to a positive number. */
static decimal round_to_digits(double x)
{
  if (!(x >= 2.2250738585072014e-308)) { /* the least normal number */
    return ask_library(x);
  }
  decimal  d = {{0}, 0};
  uint64_t whole, part;
  scale(x, &d.exponent, &whole, &part);

  /* with 18 digits, the last one belongs to what lies behind; doubtful is what may be one half */
  bool up, doubtful;
  if (whole >= TEN_17) {
    const uint64_t behind = whole % 10;
    whole /= 10;
    d.exponent++;
    up       = behind >= 5;
    doubtful = (behind == 5 && part < DOUBT) || (behind == 4 && part > UINT64_MAX - DOUBT);
  } else {
    const uint64_t half = (uint64_t)1 << 63;
    up                  = part >= half;
    doubtful            = part > half - DOUBT && part < half + DOUBT;
  }
  if (doubtful) {
    return ask_library(x);
  }
  whole += up;
  if (whole == TEN_17) {
    whole = TEN_16;
    d.exponent++;
  }
  write_digits(whole, d.digit);
  return d;
}

/* Write n digits in the way of "%g": fixed, or with an exponent where that is shorter. */
static size_t lay_out(const decimal* d, int n, char* text)
{
  char* out = text;
  while (n > 1 && d->digit[n - 1] == '0') n--;

  if (d->exponent < -4 || d->exponent >= DIGITS) {
    *out++ = d->digit[0];
    if (n > 1) {
      *out++ = '.';
      memcpy(out, d->digit + 1, (size_t)n - 1);
      out += n - 1;
    }
    const int exponent = d->exponent < 0 ? -d->exponent : d->exponent;
    *out++             = 'e';
    *out++             = d->exponent < 0 ? '-' : '+';
    if (exponent >= 100) {
      *out++ = (char)('0' + exponent / 100);
    }
    *out++ = (char)('0' + exponent / 10 % 10);
    *out++ = (char)('0' + exponent % 10);
  } else if (d->exponent < 0) {
    *out++ = '0';
    *out++ = '.';
    for (int i = -1; i > d->exponent; i--) *out++ = '0';
    memcpy(out, d->digit, (size_t)n);
    out += n;
  } else {
    const int before = d->exponent + 1;
    for (int i = 0; i < before; i++) *out++ = i < n ? d->digit[i] : '0';
    if (n > before) {
      *out++ = '.';
      memcpy(out, d->digit + before, (size_t)(n - before));
      out += n - before;
    }
  }
  *out = '\0';
  return (size_t)(out - text);
}

/* Zero, infinity and NaN. */
static size_t write_special(double value, char* text)
{
  const char*  word = isnan(value) ? "nan" : isinf(value) ? "inf" : "0";
  const size_t sign = signbit(value) ? 1 : 0;
  text[0]           = '-';
  memcpy(text + sign, word, strlen(word) + 1);
  return sign + strlen(word);
}

size_t lw_number_write(double value, char text[LW_NUMBER_SIZE])
{
  if (value == 0.0 || !isfinite(value)) {
    return write_special(value, text);
  }
  const size_t  sign = value < 0.0 ? 1 : 0;
  const decimal d    = round_to_digits(fabs(value));
  text[0]            = '-';
  return sign + lay_out(&d, DIGITS, text + sign);
}

/* Cut to n digits, rounding half up. */
static decimal cut(const decimal* d, int n)
{
  decimal c  = *d;
  bool    up = d->digit[n] >= '5';
  for (int i = n - 1; i >= 0 && up; i--) {
    up         = c.digit[i] == '9';
    c.digit[i] = up ? '0' : (char)(c.digit[i] + 1);
  }
  if (up) { /* 999 became 1000 */
    c.digit[0] = '1';
    c.exponent++;
  }
  return c;
}

/* Does x have exactly these digits? Read without a point, so that the locale does not matter. */
static bool reads_as(const decimal* d, int n, double x)
{
  char text[LW_NUMBER_SIZE];
  (void)snprintf(text, sizeof text, "%.*se%d", n, d->digit, d->exponent - (n - 1));
  return strtod(text, NULL) == x;
}

size_t lw_number_write_short(double value, char text[LW_NUMBER_SIZE])
{
  if (value == 0.0 || !isfinite(value)) {
    return write_special(value, text);
  }
  const size_t sign = value < 0.0 ? 1 : 0;
  const double x    = fabs(value);
  decimal      d    = round_to_digits(x);
  int          n    = DIGITS;
  for (int fewer = 15; fewer < DIGITS; fewer++) { /* 15 digits survive any double */
    const decimal c = cut(&d, fewer);
    if (reads_as(&c, fewer, x)) {
      d = c;
      n = fewer;
      break;
    }
  }
  text[0] = '-';
  return sign + lay_out(&d, n, text + sign);
}
