/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pack.h - the same computation for several elements side by side.
 *
 * A value of type lw_pack holds one number of each of LW_LANES elements: four where the processor has
 * AVX, two with other vector units, else one. It is added, subtracted, multiplied and divided like a number, and
 * numbers may stand beside it. A batch of four elements is carried out in 4 / LW_LANES rounds. LW_PLAIN, defined
 * by who builds, leaves vectors out: what compilers without them make of the sources.
 */
#ifndef LW_LANES_H
#define LW_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A function that is meant to be compiled for the sizes it is called with, with its values in registers. */
#if defined(__GNUC__)
#define LW_INLINE static inline __attribute__((always_inline))
#else
#define LW_INLINE static inline
#endif

/* One that is not worth its size where it is called, and one that is not worth any. */
#if defined(__GNUC__)
#define LW_NOINLINE __attribute__((noinline))
#define LW_RARE __attribute__((noinline, cold))
#else
#define LW_NOINLINE
#define LW_RARE
#endif

#if defined(__GNUC__) && defined(__AVX__) && !defined(LW_PLAIN)
#include <immintrin.h>
#define LW_LANES 4
typedef double lw_pack __attribute__((vector_size(32)));
typedef double lw_pack_at __attribute__((vector_size(32), aligned(8), may_alias)); /* in memory */
#define LW_PACK_OF(p, i) ((lw_pack){(p)[0][i], (p)[1][i], (p)[2][i], (p)[3][i]})
#define LW_PACK_ALL(x) ((lw_pack){(x), (x), (x), (x)})
static inline lw_pack lw_pack_sqrt(lw_pack x)
{
  return _mm256_sqrt_pd(x);
}
#elif defined(__GNUC__) && !defined(LW_PLAIN)
#define LW_LANES 2
typedef double        lw_pack __attribute__((vector_size(16)));
typedef double        lw_pack_at __attribute__((vector_size(16), aligned(8), may_alias));
#define LW_PACK_OF(p, i) ((lw_pack){(p)[0][i], (p)[1][i]})
#define LW_PACK_ALL(x) ((lw_pack){(x), (x)})
static inline lw_pack lw_pack_sqrt(lw_pack x)
{
  return (lw_pack){sqrt(x[0]), sqrt(x[1])};
}
#else
#define LW_LANES 1
typedef double        lw_pack;
typedef double        lw_pack_at;
#define LW_PACK_OF(p, i) ((p)[0][i])
#define LW_PACK_ALL(x) (x)
static inline lw_pack lw_pack_sqrt(lw_pack x)
{
  return sqrt(x);
}
#endif

/* Loops over the numbers of an element are short, and what they fill is to stay in registers, where there are
 * enough of them. */
#if defined(__GNUC__) && defined(__AVX__)
#define LW_PACK_UNROLL _Pragma("GCC unroll 8")
#else
#define LW_PACK_UNROLL
#endif

#define LW_PACK_ZERO LW_PACK_ALL(.0)

/* number l of a value */
#if LW_LANES > 1
#define LW_LANE(x, l) ((x)[l])
#else
#define LW_LANE(x, l) (x)
#endif

/* a > b in all lanes? */
static inline bool lw_pack_above(lw_pack a, lw_pack b)
{
#if LW_LANES == 4
  return _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_GT_OQ)) == 15;
#else
  bool above = true;
  for (int l = 0; l < LW_LANES; l++) above &= LW_LANE(a, l) > LW_LANE(b, l);
  return above;
#endif
}

/* x[i] = the i-th number behind each pointer */
static inline void lw_pack_gather(int n, lw_pack x[], const double* const p[])
{
  for (int i = 0; i < n; i++) x[i] = LW_PACK_OF(p, i);
}

static inline void lw_pack_scatter(int n, double* const p[], const lw_pack x[])
{
  for (int l = 0; l < LW_LANES; l++) {
    for (int i = 0; i < n; i++) p[l][i] = LW_LANE(x[i], l);
  }
}

/* the same for four numbers that stand behind each pointer */
static inline void lw_pack_gather4(lw_pack x[4], const double* const p[])
{
#if LW_LANES == 4
  const lw_pack a = _mm256_loadu_pd(p[0]), b = _mm256_loadu_pd(p[1]), c = _mm256_loadu_pd(p[2]),
                d   = _mm256_loadu_pd(p[3]);
  const lw_pack ab0 = _mm256_unpacklo_pd(a, b), ab1 = _mm256_unpackhi_pd(a, b);
  const lw_pack cd0 = _mm256_unpacklo_pd(c, d), cd1 = _mm256_unpackhi_pd(c, d);
  x[0] = _mm256_permute2f128_pd(ab0, cd0, 0x20);
  x[1] = _mm256_permute2f128_pd(ab1, cd1, 0x20);
  x[2] = _mm256_permute2f128_pd(ab0, cd0, 0x31);
  x[3] = _mm256_permute2f128_pd(ab1, cd1, 0x31);
#else
  lw_pack_gather(4, x, p);
#endif
}

static inline void lw_pack_scatter4(double* const p[], const lw_pack x[4])
{
#if LW_LANES == 4
  const lw_pack ab0 = _mm256_unpacklo_pd(x[0], x[1]), ab1 = _mm256_unpackhi_pd(x[0], x[1]);
  const lw_pack cd0 = _mm256_unpacklo_pd(x[2], x[3]), cd1 = _mm256_unpackhi_pd(x[2], x[3]);
  _mm256_storeu_pd(p[0], _mm256_permute2f128_pd(ab0, cd0, 0x20));
  _mm256_storeu_pd(p[1], _mm256_permute2f128_pd(ab1, cd1, 0x20));
  _mm256_storeu_pd(p[2], _mm256_permute2f128_pd(ab0, cd0, 0x31));
  _mm256_storeu_pd(p[3], _mm256_permute2f128_pd(ab1, cd1, 0x31));
#else
  lw_pack_scatter(4, p, x);
#endif
}

/* Where the elements of a round stand: offsets from the begin of an array, in bytes. Arrays whose elements have one
 * size share them, and a processor adds them to an address for nothing. */
typedef ptrdiff_t lw_offsets[LW_LANES];

#define LW_PACK_IN(base, at, i) ((const double*)(const void*)((const char*)(base) + (at)) + (i))
#define LW_PACK_TO(base, at, i) ((double*)(void*)((char*)(base) + (at)) + (i))

/* x[0..n) = the numbers behind base + at[l] */
static inline void lw_pack_take_few(int n, lw_pack x[], const void* base, const lw_offsets at)
{
  const double* p[LW_LANES];
  for (int l = 0; l < LW_LANES; l++) p[l] = LW_PACK_IN(base, at[l], 0);
  LW_PACK_UNROLL
  for (int i = 0; i < n; i++) x[i] = LW_PACK_OF(p, i);
}

#if LW_LANES == 4
/* two numbers behind each of two elements */
static inline lw_pack lw_pack_halves(const void* base, ptrdiff_t a, ptrdiff_t b, int i)
{
  return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(LW_PACK_IN(base, a, i))),
                              _mm_loadu_pd(LW_PACK_IN(base, b, i)), 1);
}
#endif

/* the same for 4 k numbers */
static inline void lw_pack_take(int k, lw_pack x[], const void* base, const lw_offsets at)
{
  LW_PACK_UNROLL
  for (int i = 0; i < 4 * k; i += 4) {
#if LW_LANES == 4
    const lw_pack ac0 = lw_pack_halves(base, at[0], at[2], i);
    const lw_pack bd0 = lw_pack_halves(base, at[1], at[3], i);
    const lw_pack ac2 = lw_pack_halves(base, at[0], at[2], i + 2);
    const lw_pack bd2 = lw_pack_halves(base, at[1], at[3], i + 2);
    x[i]              = _mm256_unpacklo_pd(ac0, bd0);
    x[i + 1]          = _mm256_unpackhi_pd(ac0, bd0);
    x[i + 2]          = _mm256_unpacklo_pd(ac2, bd2);
    x[i + 3]          = _mm256_unpackhi_pd(ac2, bd2);
#else
    lw_pack_take_few(4, x + i, LW_PACK_IN(base, 0, i), at);
#endif
  }
}

static inline void lw_pack_put(int k, void* base, const lw_offsets at, const lw_pack x[])
{
  LW_PACK_UNROLL
  for (int i = 0; i < 4 * k; i += 4) {
    double* p[LW_LANES];
    for (int l = 0; l < LW_LANES; l++) p[l] = LW_PACK_TO(base, at[l], i);
    lw_pack_scatter4(p, x + i);
  }
}

static inline void lw_pack_put_few(int n, void* base, const lw_offsets at, const lw_pack x[])
{
  LW_PACK_UNROLL
  for (int i = 0; i < n; i++) {
    for (int l = 0; l < LW_LANES; l++) *LW_PACK_TO(base, at[l], i) = LW_LANE(x[i], l);
  }
}

#if LW_LANES == 4
/* x and, behind it, y */
static inline void lw_pack_put_pair(void* base, const lw_offsets at, lw_pack x, lw_pack y)
{
  const lw_pack ac = _mm256_unpacklo_pd(x, y), bd = _mm256_unpackhi_pd(x, y);
  _mm_storeu_pd(LW_PACK_TO(base, at[0], 0), _mm256_castpd256_pd128(ac));
  _mm_storeu_pd(LW_PACK_TO(base, at[1], 0), _mm256_castpd256_pd128(bd));
  _mm_storeu_pd(LW_PACK_TO(base, at[2], 0), _mm256_extractf128_pd(ac, 1));
  _mm_storeu_pd(LW_PACK_TO(base, at[3], 0), _mm256_extractf128_pd(bd, 1));
}
#endif

/* the larger of two, lane by lane, and NaN where one is */
static inline lw_pack lw_pack_larger(lw_pack a, lw_pack b)
{
#if LW_LANES == 4
  /* of two numbers that do not compare the processor takes the second */
  return _mm256_blendv_pd(_mm256_max_pd(a, b), a, _mm256_cmp_pd(a, a, _CMP_UNORD_Q));
#else
  for (int l = 0; l < LW_LANES; l++) {
    if (!(LW_LANE(a, l) > LW_LANE(b, l)) && !isnan(LW_LANE(a, l))) {
      LW_LANE(a, l) = LW_LANE(b, l);
    }
  }
  return a;
#endif
}

/* the largest of a value, at least zero, and NaN where one is */
static inline double lw_pack_largest(lw_pack x)
{
  double most = 0.0;
  for (int l = 0; l < LW_LANES; l++) {
    most = most > LW_LANE(x, l) || isnan(most) ? most : LW_LANE(x, l);
  }
  return most;
}

static inline double lw_pack_sum(lw_pack x)
{
  double sum = 0.0;
  for (int l = 0; l < LW_LANES; l++) sum += LW_LANE(x, l);
  return sum;
}

/* 4 k numbers behind each pointer */
static inline void lw_pack_gather_all(int k, lw_pack x[], const double* const p[])
{
  for (int b = 0; b < k; b++) {
    const double* at[LW_LANES];
    for (int l = 0; l < LW_LANES; l++) at[l] = p[l] + 4 * b;
    lw_pack_gather4(x + 4 * b, at);
  }
}

static inline void lw_pack_scatter_all(int k, double* const p[], const lw_pack x[])
{
  for (int b = 0; b < k; b++) {
    double* at[LW_LANES];
    for (int l = 0; l < LW_LANES; l++) at[l] = p[l] + 4 * b;
    lw_pack_scatter4(at, x + 4 * b);
  }
}

/* n values that stand in memory as batches: four numbers each, of which round h is meant */
static inline void lw_pack_load(int n, lw_pack x[], const double* batch, int h)
{
  LW_PACK_UNROLL
  for (int i = 0; i < n; i++) x[i] = *(const lw_pack_at*)(batch + 4 * i + h);
}

static inline void lw_pack_store(int n, double* batch, int h, const lw_pack x[])
{
  LW_PACK_UNROLL
  for (int i = 0; i < n; i++) *(lw_pack_at*)(batch + 4 * i + h) = x[i];
}

/* c = a x b; c may not alias */
static inline void lw_pack_cross(lw_pack c[3], const lw_pack a[3], const lw_pack b[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline lw_pack lw_pack_dot(const lw_pack a[3], const lw_pack b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* c = S b, S symmetric: xx xy xz yy yz zz; c may not alias b */
static inline void lw_pack_symmetric(lw_pack c[3], const lw_pack S[6], const lw_pack b[3])
{
  c[0] = S[0] * b[0] + S[1] * b[1] + S[2] * b[2];
  c[1] = S[1] * b[0] + S[3] * b[1] + S[4] * b[2];
  c[2] = S[2] * b[0] + S[4] * b[1] + S[5] * b[2];
}

#endif
