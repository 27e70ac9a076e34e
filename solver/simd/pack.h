/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pack.h - one number of each of several elements, side by side in one register.
 *
 * A pack is added, subtracted, multiplied and divided like a number, and numbers may stand
 * beside it. Formulas are therefore written once, for lw_pack, and each source file computes
 * them in its own width LW_LANES: the kernels, which are compiled for a target, with four lanes
 * where the processor has AVX, with two where it has other vector units, else with one. In all
 * other files a pack is a double. A batch of four elements takes 4 / LW_LANES rounds.
 */
#ifndef LW_PACK_H
#define LW_PACK_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "simd/target.h"

#if !defined(LW_LANES)
#if !LW_IS_KERNEL || !defined(__GNUC__)
#define LW_LANES 1
#elif defined(__AVX__)
#define LW_LANES 4
#else
#define LW_LANES 2
#endif
#endif

/* A function that is compiled for the sizes it is called with, with its values in registers. */
#if defined(__GNUC__)
#define LW_INLINE static inline __attribute__((always_inline))
#else
#define LW_INLINE static inline
#endif

/* A function that is too large to be copied to where it is called, and one that is rarely
 * called. */
#if defined(__GNUC__)
#define LW_NOINLINE __attribute__((noinline))
#define LW_RARE __attribute__((noinline, cold))
#else
#define LW_NOINLINE
#define LW_RARE
#endif

/* lw_pack_at: a pack anywhere in memory */
#if LW_LANES > 1
typedef double lw_pack __attribute__((vector_size(8 * LW_LANES)));
typedef double lw_pack_at __attribute__((vector_size(8 * LW_LANES), aligned(8), may_alias));
#else
typedef double lw_pack;
typedef double lw_pack_at;
#endif

#if LW_LANES == 4 && defined(__AVX__)
#include <immintrin.h>
#define LW_PACK_AVX 1
#else
#define LW_PACK_AVX 0
#endif

/* number i behind each of the pointers, the same number in all lanes, lane l of a pack */
#if LW_LANES == 4
#define LW_PACK_OF(p, i) ((lw_pack){(p)[0][i], (p)[1][i], (p)[2][i], (p)[3][i]})
#define LW_PACK_ALL(x) ((lw_pack){(x), (x), (x), (x)})
#define LW_LANE(x, l) ((x)[l])
#elif LW_LANES == 2
#define LW_PACK_OF(p, i) ((lw_pack){(p)[0][i], (p)[1][i]})
#define LW_PACK_ALL(x) ((lw_pack){(x), (x)})
#define LW_LANE(x, l) ((x)[l])
#else
#define LW_PACK_OF(p, i) ((p)[0][i])
#define LW_PACK_ALL(x) (x)
#define LW_LANE(x, l) (x)
#endif
#define LW_PACK_ZERO LW_PACK_ALL(.0)

/* Loops over the numbers of an element are short, and their results are to stay in registers where
 * the processor has enough of them. */
#if LW_PACK_AVX
#define LW_PACK_UNROLL _Pragma("GCC unroll 8")
#else
#define LW_PACK_UNROLL
#endif

/* ---- lane by lane --------------------------------------------------------------------------- */

LW_INLINE lw_pack lw_pack_sqrt(lw_pack x)
{
#if LW_PACK_AVX
  return _mm256_sqrt_pd(x);
#else
  for (int l = 0; l < LW_LANES; l++) LW_LANE(x, l) = sqrt(LW_LANE(x, l));
  return x;
#endif
}

/* the larger of two numbers, lane by lane; NaN where one of them is NaN */
LW_INLINE lw_pack lw_larger(lw_pack a, lw_pack b)
{
#if LW_PACK_AVX
  /* the instruction takes the second one where a number is NaN */
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

/* ---- all lanes ------------------------------------------------------------------------------ */

/* a > b in all lanes? */
LW_INLINE bool lw_pack_above(lw_pack a, lw_pack b)
{
#if LW_PACK_AVX
  return _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_GT_OQ)) == 15;
#else
  bool above = true;
  for (int l = 0; l < LW_LANES; l++) above &= LW_LANE(a, l) > LW_LANE(b, l);
  return above;
#endif
}

/* the largest number of a pack whose numbers are not negative; NaN where one is NaN */
LW_INLINE double lw_pack_largest(lw_pack x)
{
#if LW_PACK_AVX
  x = lw_larger(x, _mm256_permute2f128_pd(x, x, 1));
  x = lw_larger(x, _mm256_permute_pd(x, 5));
  return x[0];
#else
  double most = 0.0;
  for (int l = 0; l < LW_LANES; l++) {
    most = most > LW_LANE(x, l) || isnan(most) ? most : LW_LANE(x, l);
  }
  return most;
#endif
}

LW_INLINE double lw_pack_sum(lw_pack x)
{
  double sum = 0.0;
  for (int l = 0; l < LW_LANES; l++) sum += LW_LANE(x, l);
  return sum;
}

#if LW_PACK_AVX
/* rows and columns change places */
LW_INLINE void lw_pack_transpose(lw_pack y[4], const lw_pack x[4])
{
  const lw_pack ab0 = _mm256_unpacklo_pd(x[0], x[1]), ab1 = _mm256_unpackhi_pd(x[0], x[1]);
  const lw_pack cd0 = _mm256_unpacklo_pd(x[2], x[3]), cd1 = _mm256_unpackhi_pd(x[2], x[3]);
  y[0] = _mm256_permute2f128_pd(ab0, cd0, 0x20);
  y[1] = _mm256_permute2f128_pd(ab1, cd1, 0x20);
  y[2] = _mm256_permute2f128_pd(ab0, cd0, 0x31);
  y[3] = _mm256_permute2f128_pd(ab1, cd1, 0x31);
}
#endif

/* ---- elements anywhere in memory: a pointer for each lane ------------------------------------ */

/* x[i] = number i behind each pointer */
LW_INLINE void lw_pack_gather(int n, lw_pack x[], const double* const p[])
{
  for (int i = 0; i < n; i++) x[i] = LW_PACK_OF(p, i);
}

LW_INLINE void lw_pack_scatter(int n, double* const p[], const lw_pack x[])
{
  for (int l = 0; l < LW_LANES; l++) {
    for (int i = 0; i < n; i++) p[l][i] = LW_LANE(x[i], l);
  }
}

/* the same for 4 k numbers */
LW_INLINE void lw_pack_gather_all(int k, lw_pack x[], const double* const p[])
{
  for (int i = 0; i < 4 * k; i += 4) {
#if LW_PACK_AVX
    const lw_pack row[4] = {_mm256_loadu_pd(p[0] + i), _mm256_loadu_pd(p[1] + i),
                            _mm256_loadu_pd(p[2] + i), _mm256_loadu_pd(p[3] + i)};
    lw_pack_transpose(x + i, row);
#else
    for (int j = i; j < i + 4; j++) x[j] = LW_PACK_OF(p, j);
#endif
  }
}

LW_INLINE void lw_pack_scatter_all(int k, double* const p[], const lw_pack x[])
{
  for (int i = 0; i < 4 * k; i += 4) {
#if LW_PACK_AVX
    lw_pack row[4];
    lw_pack_transpose(row, x + i);
    for (int l = 0; l < 4; l++) _mm256_storeu_pd(p[l] + i, row[l]);
#else
    for (int l = 0; l < LW_LANES; l++) {
      for (int j = i; j < i + 4; j++) p[l][j] = LW_LANE(x[j], l);
    }
#endif
  }
}

/* ---- elements of arrays: an offset in bytes for each lane ------------------------------------ */

/* Arrays whose elements have one size share the offsets; a processor adds them to an address at no
 * cost. */
typedef ptrdiff_t lw_offsets[LW_LANES];

#define LW_PACK_IN(base, at, i) ((const double*)(const void*)((const char*)(base) + (at)) + (i))
#define LW_PACK_TO(base, at, i) ((double*)(void*)((char*)(base) + (at)) + (i))

/* x[0..n) = the numbers behind base + at[l] */
LW_INLINE void lw_pack_take_few(int n, lw_pack x[], const void* base, const lw_offsets at)
{
  const double* p[LW_LANES];
  for (int l = 0; l < LW_LANES; l++) p[l] = LW_PACK_IN(base, at[l], 0);
  LW_PACK_UNROLL
  for (int i = 0; i < n; i++) x[i] = LW_PACK_OF(p, i);
}

#if LW_PACK_AVX
/* two numbers of each of two elements */
LW_INLINE lw_pack lw_pack_halves(const void* base, ptrdiff_t a, ptrdiff_t b, int i)
{
  return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(LW_PACK_IN(base, a, i))),
                              _mm_loadu_pd(LW_PACK_IN(base, b, i)), 1);
}
#endif

/* the same for 4 k numbers */
LW_INLINE void lw_pack_take(int k, lw_pack x[], const void* base, const lw_offsets at)
{
  LW_PACK_UNROLL
  for (int i = 0; i < 4 * k; i += 4) {
#if LW_PACK_AVX
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

LW_INLINE void lw_pack_put(int k, void* base, const lw_offsets at, const lw_pack x[])
{
  double* p[LW_LANES];
  for (int l = 0; l < LW_LANES; l++) p[l] = LW_PACK_TO(base, at[l], 0);
  lw_pack_scatter_all(k, p, x);
}

LW_INLINE void lw_pack_put_few(int n, void* base, const lw_offsets at, const lw_pack x[])
{
  LW_PACK_UNROLL
  for (int i = 0; i < n; i++) {
    for (int l = 0; l < LW_LANES; l++) *LW_PACK_TO(base, at[l], i) = LW_LANE(x[i], l);
  }
}

#if LW_PACK_AVX
/* x and, behind it, y */
LW_INLINE void lw_pack_put_pair(void* base, const lw_offsets at, lw_pack x, lw_pack y)
{
  const lw_pack ac = _mm256_unpacklo_pd(x, y), bd = _mm256_unpackhi_pd(x, y);
  _mm_storeu_pd(LW_PACK_TO(base, at[0], 0), _mm256_castpd256_pd128(ac));
  _mm_storeu_pd(LW_PACK_TO(base, at[1], 0), _mm256_castpd256_pd128(bd));
  _mm_storeu_pd(LW_PACK_TO(base, at[2], 0), _mm256_extractf128_pd(ac, 1));
  _mm_storeu_pd(LW_PACK_TO(base, at[3], 0), _mm256_extractf128_pd(bd, 1));
}
#endif

/* ---- batches: each number of four elements side by side -------------------------------------- */

/* n numbers of round h of a batch */
LW_INLINE void lw_pack_load(int n, lw_pack x[], const double* batch, int h)
{
  LW_PACK_UNROLL
  for (int i = 0; i < n; i++) x[i] = *(const lw_pack_at*)(batch + 4 * i + h);
}

LW_INLINE void lw_pack_store(int n, double* batch, int h, const lw_pack x[])
{
  LW_PACK_UNROLL
  for (int i = 0; i < n; i++) *(lw_pack_at*)(batch + 4 * i + h) = x[i];
}

/* n numbers of elements that belong to any batches: number i of lane l is at from[at[h + l] + 4 i].
 * `aligned`: the elements of round h are those of one batch, side by side and in order. The numbers
 * are subtracted from x where `subtract` says so. */
LW_INLINE void lw_pack_find_any(int n, lw_pack x[], bool subtract, const double* from,
                                const int at[4], int h, bool aligned)
{
  if (aligned) {
    const double* p = from + at[h];
    LW_PACK_UNROLL
    for (int i = 0; i < n; i++) {
      const lw_pack y = *(const lw_pack_at*)(p + 4 * i);
      if (subtract) {
        x[i] -= y;
      } else {
        x[i] = y;
      }
    }
    return;
  }
  const double* p[LW_LANES];
  for (int l = 0; l < LW_LANES; l++) p[l] = from + at[h + l];
  for (int i = 0; i < n; i++) {
    const lw_pack y = LW_PACK_OF(p, 4 * i);
    if (subtract) {
      x[i] -= y;
    } else {
      x[i] = y;
    }
  }
}

LW_INLINE void lw_pack_find(int n, lw_pack x[], const double* from, const int at[4], int h,
                            bool aligned)
{
  lw_pack_find_any(n, x, false, from, at, h, aligned);
}

LW_INLINE void lw_pack_find_subtract(int n, lw_pack* restrict x, const double* from,
                                     const int at[4], int h, bool aligned)
{
  lw_pack_find_any(n, x, true, from, at, h, aligned);
}

#endif
