/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernels.h - the elimination kernels for this processor.
 *
 * factor_fronts.c is compiled once for every processor and, where the compiler can, once more for those with
 * AVX2 and FMA. Which one an instance uses is decided when it is created. Results of the two differ by
 * rounding; those of the portable one are the same bits on every machine.
 */
#ifndef LW_KERNEL_H
#define LW_KERNEL_H

#include "factor/factor.h"
#include "joint/joint.h"
#include <linkwork/linkwork.h>

/* What a prediction is for: see lw_quad_predict(). */
typedef enum lw_prediction { LW_PREDICT_ONLY, LW_PREDICT_PLACE, LW_PREDICT_AGAIN } lw_prediction;

/* Which wrenches of constraints are written: none, all, or those that passes over bodies read. Bodies on which only points act
 * (lw_quad.direct) compute them for themselves. */
typedef enum lw_reacting { LW_REACT_NOT, LW_REACT_ALL, LW_REACT_WHERE_READ } lw_reacting;

struct lw_kernel {
  const char* name;
  /* One share in factoring and solving; see lw_factor_compute() and lw_factor_solve() for the order of them. All
   * bodies that a part's connectors look at are in it or in the top. */
  int (*factor)(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor, int share,
                int desk);
  void (*forward)(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                  int share, int desk);
  void (*backward)(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                   int share);

  /* bodies side by side: bodies_simd.h */
  void (*place)(lw_instance* s, const lw_quad* quad, int n, double* numbers);
  void (*invert)(lw_instance* s, const lw_quad* quad, int n, double* numbers, double e,
                 double* inverse);

  double (*predict)(lw_instance* s, const lw_quad* quad, int n, double* numbers, double dt,
                    lw_prediction how, bool swings, double* acceleration);
  double (*residual)(lw_instance* s, const lw_quad* quad, int n, double* numbers, double scale,
                     bool normal);
  double (*update)(lw_instance* s, const lw_quad* quad, int n, double* numbers, double dt,
                   const double* d);
  double (*move)(const lw_quad* quad, int n, const double* numbers, double f, const double* d,
                 lw_twist* u, double* bent);
  double (*finish)(lw_instance* s, const lw_quad* quad, int n, double* numbers, double dt,
                   double most[2]);

  /* joints that hold a point: joints_simd.h */
  double (*rows)(lw_instance* s, const lw_quad* quad, int n, double* numbers, int what);
  void (*reach)(lw_instance* s, const lw_reach* reach, int n);
  void (*jacobian)(lw_instance* s, const lw_quad* quad, int n, const double* numbers);
  void (*react)(lw_instance* s, const lw_quad* quad, int n, const double* numbers,
                lw_reacting which);
  double (*pull)(lw_instance* s, const lw_quad* quad, int n, const double* numbers);
  void (*gamma)(lw_instance* s, const lw_quad* quad, int n, const double* numbers);
  void (*rest)(lw_instance* s, const lw_quad* quad, int n);
  double (*open)(lw_instance* s, const lw_quad* quad, int n, const double* numbers,
                 const lw_twist* u);
  void (*press)(const lw_quad* quad, int n, double f, const double* x, double* lambda);

  /* a whole step: small.h; NULL where there is no such kernel */
  bool (*small)(lw_instance* s, double dt, double t_end);
};

/* The fastest kernels that this processor runs, or the portable ones. Never NULL. */
const lw_kernel* lw_kernel_choose(bool portable);

#endif
