/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vec4.h - four doubles at once.
 *
 * Memory that these touch is aligned to four doubles. Compilers with vector extensions make of them what
 * the processor has, one AVX register or two of SSE2 or NEON; others get plain loops. The operations and
 * their order are the same.
 */
#ifndef LW_VEC4_H
#define LW_VEC4_H

#if defined(__GNUC__) && defined(__AVX__) && !defined(LW_PLAIN)

typedef double lw_vec4 __attribute__((vector_size(32), may_alias));

#define LW_VEC4_ZERO(t) ((t) = (lw_vec4){0.0, 0.0, 0.0, 0.0})
/* t = p[0..3] */
#define LW_VEC4_LOAD(t, p) ((t) = *(const lw_vec4*)(p))
/* p[0..3] = t */
#define LW_VEC4_STORE(p, t) (*(lw_vec4*)(p) = (t))
/* t += f p[0..3] */
#define LW_VEC4_ADD(t, f, p) ((t) += (f) * *(const lw_vec4*)(p))
/* t -= f p[0..3] */
#define LW_VEC4_SUB(t, f, p) ((t) -= (f) * *(const lw_vec4*)(p))
/* t -= p[0..3] */
#define LW_VEC4_LESS(t, p) ((t) -= *(const lw_vec4*)(p))
/* t -= f u, t *= f */
#define LW_VEC4_MINUS(t, f, u) ((t) -= (f) * (u))
#define LW_VEC4_SCALE(t, f) ((t) *= (f))
/* p[0..3] -= t */
#define LW_VEC4_TAKE(p, t) (*(lw_vec4*)(p) -= (t))

#elif defined(__GNUC__) && !defined(LW_PLAIN)

/* left to itself the compiler takes a vector of four apart in memory where the processor has only two */
typedef double lw_vec2 __attribute__((vector_size(16), may_alias));

typedef struct lw_vec4 {
  lw_vec2 low, high;
} lw_vec4;

#define LW_VEC2_AT(p) (*(lw_vec2*)(p))
#define LW_VEC2_IN(p) (*(const lw_vec2*)(p))
#define LW_VEC4_ZERO(t) ((t).low = (t).high = (lw_vec2){0.0, 0.0})
#define LW_VEC4_LOAD(t, p) ((t).low = LW_VEC2_IN(p), (t).high = LW_VEC2_IN((p) + 2))
#define LW_VEC4_STORE(p, t) (LW_VEC2_AT(p) = (t).low, LW_VEC2_AT((p) + 2) = (t).high)
#define LW_VEC4_ADD(t, f, p) ((t).low += (f)*LW_VEC2_IN(p), (t).high += (f)*LW_VEC2_IN((p) + 2))
#define LW_VEC4_SUB(t, f, p) ((t).low -= (f)*LW_VEC2_IN(p), (t).high -= (f)*LW_VEC2_IN((p) + 2))
#define LW_VEC4_MINUS(t, f, u) ((t).low -= (f) * (u).low, (t).high -= (f) * (u).high)
#define LW_VEC4_SCALE(t, f) ((t).low *= (f), (t).high *= (f))
#define LW_VEC4_LESS(t, p) ((t).low -= LW_VEC2_IN(p), (t).high -= LW_VEC2_IN((p) + 2))
#define LW_VEC4_TAKE(p, t) (LW_VEC2_AT(p) -= (t).low, LW_VEC2_AT((p) + 2) -= (t).high)

#else

typedef struct lw_vec4 {
  double e[4];
} lw_vec4;

#define LW_VEC4_EACH(statement)                                                                    \
  do {                                                                                             \
    for (int e_ = 0; e_ < 4; e_++) {                                                               \
      statement;                                                                                   \
    }                                                                                              \
  } while (0)
#define LW_VEC4_ZERO(t) LW_VEC4_EACH((t).e[e_] = 0.0)
#define LW_VEC4_LOAD(t, p) LW_VEC4_EACH((t).e[e_] = (p)[e_])
#define LW_VEC4_STORE(p, t) LW_VEC4_EACH((p)[e_] = (t).e[e_])
#define LW_VEC4_ADD(t, f, p) LW_VEC4_EACH((t).e[e_] += (f) * (p)[e_])
#define LW_VEC4_SUB(t, f, p) LW_VEC4_EACH((t).e[e_] -= (f) * (p)[e_])
#define LW_VEC4_MINUS(t, f, u) LW_VEC4_EACH((t).e[e_] -= (f) * (u).e[e_])
#define LW_VEC4_SCALE(t, f) LW_VEC4_EACH((t).e[e_] *= (f))
#define LW_VEC4_LESS(t, p) LW_VEC4_EACH((t).e[e_] -= (p)[e_])
#define LW_VEC4_TAKE(p, t) LW_VEC4_EACH((p)[e_] -= (t).e[e_])

#endif

#endif
