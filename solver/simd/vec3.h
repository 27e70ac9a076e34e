/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vec3.h - vectors of three numbers, each in one register where the processor has AVX2.
 *
 * In memory they take four places, of which the last is zero. Three numbers that stand elsewhere
 * are read with lw_vec3_take(); it needs one more behind them that may be read.
 */
#ifndef LW_VEC3_H
#define LW_VEC3_H

#include "simd/pack.h"

#if LW_LANES == 4

typedef lw_pack lw_vec3;

/* z twice and then a zero: with a zero from the start compilers take an instruction that valgrind
 * 3.19 does not know. The blend is a macro in some compilers: parentheses hold its argument. */
#define LW_VEC3(x, y, z) _mm256_blend_pd(((lw_vec3){(x), (y), (z), (z)}), _mm256_setzero_pd(), 8)

static inline lw_vec3 lw_vec3_take(const double* p)
{
  return _mm256_blend_pd(_mm256_loadu_pd(p), _mm256_setzero_pd(), 8);
}

static inline lw_vec3 lw_vec3_load(const double* p)
{
  return _mm256_loadu_pd(p);
}

static inline void lw_vec3_put(double* p, lw_vec3 a)
{
  _mm256_storeu_pd(p, a);
}

static inline lw_vec3 lw_vec3_plus(lw_vec3 a, lw_vec3 b)
{
  return a + b;
}

static inline lw_vec3 lw_vec3_minus(lw_vec3 a, lw_vec3 b)
{
  return a - b;
}

static inline lw_vec3 lw_vec3_times(double f, lw_vec3 a)
{
  return f * a;
}

/* a + f b */
static inline lw_vec3 lw_vec3_add(lw_vec3 a, double f, lw_vec3 b)
{
  return a + f * b;
}

static inline lw_vec3 lw_vec3_cross(lw_vec3 a, lw_vec3 b)
{
  /* yzx of a times b minus b times yzx, itself turned */
  const lw_vec3 c = a * _mm256_permute4x64_pd(b, 0xc9) - b * _mm256_permute4x64_pd(a, 0xc9);
  return _mm256_permute4x64_pd(c, 0xc9);
}

static inline double lw_vec3_sum(lw_vec3 a)
{
  const __m128d t = _mm_add_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
  return _mm_cvtsd_f64(_mm_add_sd(t, _mm_unpackhi_pd(t, t)));
}

static inline double lw_vec3_dot(lw_vec3 a, lw_vec3 b)
{
  return lw_vec3_sum(a * b);
}

/* a . b + c . d */
static inline double lw_vec3_dots(lw_vec3 a, lw_vec3 b, lw_vec3 c, lw_vec3 d)
{
  return lw_vec3_sum(a * b + c * d);
}

/* number i, known when compiled or not */
#define LW_VEC3_AT(a, i) ((a)[i])

#else

typedef struct lw_vec3 {
  double x[4];
} lw_vec3;

#define LW_VEC3(x, y, z) ((lw_vec3){{(x), (y), (z), 0.0}})

static inline lw_vec3 lw_vec3_take(const double* p)
{
  return LW_VEC3(p[0], p[1], p[2]);
}

static inline lw_vec3 lw_vec3_load(const double* p)
{
  return LW_VEC3(p[0], p[1], p[2]);
}

static inline void lw_vec3_put(double* p, lw_vec3 a)
{
  for (int i = 0; i < 4; i++) p[i] = a.x[i];
}

static inline lw_vec3 lw_vec3_plus(lw_vec3 a, lw_vec3 b)
{
  return LW_VEC3(a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2]);
}

static inline lw_vec3 lw_vec3_minus(lw_vec3 a, lw_vec3 b)
{
  return LW_VEC3(a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]);
}

static inline lw_vec3 lw_vec3_times(double f, lw_vec3 a)
{
  return LW_VEC3(f * a.x[0], f * a.x[1], f * a.x[2]);
}

static inline lw_vec3 lw_vec3_add(lw_vec3 a, double f, lw_vec3 b)
{
  return LW_VEC3(a.x[0] + f * b.x[0], a.x[1] + f * b.x[1], a.x[2] + f * b.x[2]);
}

static inline lw_vec3 lw_vec3_cross(lw_vec3 a, lw_vec3 b)
{
  return LW_VEC3(a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                 a.x[0] * b.x[1] - a.x[1] * b.x[0]);
}

static inline double lw_vec3_dot(lw_vec3 a, lw_vec3 b)
{
  return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

static inline double lw_vec3_dots(lw_vec3 a, lw_vec3 b, lw_vec3 c, lw_vec3 d)
{
  return lw_vec3_dot(a, b) + lw_vec3_dot(c, d);
}

#define LW_VEC3_AT(a, i) ((a).x[i])

#endif

#endif
