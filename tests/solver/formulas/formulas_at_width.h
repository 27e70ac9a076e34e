/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * formulas_at_width.h - all formulas of solver/formulas/ and what moves
 * numbers, at one width of a pack.
 */
#ifndef LW_FORMULAS_AT_WIDTH_H
#define LW_FORMULAS_AT_WIDTH_H

#include <stdbool.h>

enum {
  FORMULA_INPUTS  = 40, /* numbers of an element that formulas are given   */
  FORMULA_RESULTS = 400 /* at most as many numbers result for each element */
};

/* What one width computes. Numbers of four elements are side by side: number i of element l is
 * x[4 i + l]. */
typedef struct lw_test_width {
  /* every formula for four elements, 4 / LW_LANES rounds of them; returns how many numbers of each
   * element there are in `out` */
  int (*formulas)(const double in[4 * FORMULA_INPUTS], double out[4 * FORMULA_RESULTS]);
  /* the larger ones of two times four numbers, and the largest one of all that are larger, round by
   * round: 4 / LW_LANES numbers */
  void (*larger)(const double a[4], const double b[4], double out[4], double largest[4]);
  /* eight numbers of each of four elements, which are anywhere in `from`, eight doubles each, to
   * the same places of `to`, in all ways that there are; returns how many ways */
  int (*copy)(const double from[], const int place[4], int way, double to[]);
  /* number i of lane l is at from[at[l] + 4 i]: 3 numbers, and `before` less 3 numbers */
  void (*find)(const double from[], const int at[4], bool aligned, double out[12], double less[12]);
} lw_test_width;

/* with one lane, two and four, compiled as the portable kernels are, and with four for AVX2 */
extern const lw_test_width lw_test_width_1, lw_test_width_2, lw_test_width_4, lw_test_width_avx2;

#endif
