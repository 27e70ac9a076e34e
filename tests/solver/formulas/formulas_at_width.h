/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * formulas_at_width.h - all formulas of solver/formulas/ and factor/block.h, and the functions that
 * move numbers, at one width of a pack.
 */
#ifndef LW_FORMULAS_AT_WIDTH_H
#define LW_FORMULAS_AT_WIDTH_H

#include <stdbool.h>

enum {
  FORMULA_INPUTS  = 40, /* numbers of an element that formulas are given   */
  FORMULA_RESULTS = 600 /* at most as many numbers result for each element */
};

/* What one width computes. Numbers of four elements are side by side: number i of element l is
 * x[4 i + l]. */
typedef struct lw_test_width {
  /* every formula for four elements, 4 / LW_LANES rounds of them; returns how many numbers of each
   * element there are in `out` */
  int (*formulas)(const double in[4 * FORMULA_INPUTS], double out[4 * FORMULA_RESULTS]);
  /* the larger number of each of four pairs, and of each round the largest of them: 4 / LW_LANES
   * numbers */
  void (*larger)(const double a[4], const double b[4], double out[4], double largest[4]);
  /* copy elements of eight doubles, those at four places of `from`, to the same places of `to`, in
   * one of several ways; returns how many ways there are */
  int (*copy)(const double from[], const int place[4], int way, double to[]);
  /* three numbers of each lane, number i of lane l from from[at[l] + 4 i], and `less` less these */
  void (*find)(const double from[], const int at[4], bool aligned, double out[12], double less[12]);
} lw_test_width;

/* with one lane, two and four, compiled as the portable kernels are, and with four for AVX2 */
extern const lw_test_width lw_test_width_1, lw_test_width_2, lw_test_width_4, lw_test_width_avx2;

#endif
