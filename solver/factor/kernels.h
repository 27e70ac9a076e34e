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

/* What a prediction is for: see lw_batch_predict(). */
typedef enum lw_prediction { LW_PREDICT_ONLY, LW_PREDICT_PLACE, LW_PREDICT_AGAIN } lw_prediction;

/* Which wrenches of constraints are written: none, all, or those that passes over bodies read. Bodies on which only points act
 * (lw_batch.direct) compute them for themselves. */
typedef enum lw_wrench_mask {
  LW_WRENCHES_NONE,
  LW_WRENCHES_ALL,
  LW_WRENCHES_WHERE_READ
} lw_wrench_mask;

struct lw_kernel {
  const char* name;
  /* One share in factoring and solving; see lw_factor_compute() and lw_factor_solve() for the order of them. All
   * bodies that a part's connectors look at are in it or in the separator. */
  int (*factor)(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor, int part,
                int scratch);
  void (*forward)(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                  int part, int scratch);
  void (*backward)(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                   int part);

  /* bodies side by side: bodies_simd.h */
  void (*place)(lw_instance* s, const lw_batch* batch, int n, double* numbers);
  void (*invert)(lw_instance* s, const lw_batch* batch, int n, double* numbers, double e,
                 double* inverse);

  double (*predict)(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                    lw_prediction how, bool at_rest_prediction, double* acceleration);
  double (*residual)(lw_instance* s, const lw_batch* batch, int n, double* numbers, double scale,
                     bool normal);
  double (*update)(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                   const double* d);
  double (*move)(const lw_batch* batch, int n, const double* numbers, double f, const double* d,
                 lw_twist* u, double* stiffness_ratio);
  double (*finish)(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                   double most[2]);

  /* joints that hold a point: joints_simd.h */
  double (*rows)(lw_instance* s, const lw_batch* batch, int n, double* numbers, int what);
  void (*reach)(lw_instance* s, const lw_separator_arm* reach, int n);
  void (*jacobian)(lw_instance* s, const lw_batch* batch, int n, const double* numbers);
  void (*react)(lw_instance* s, const lw_batch* batch, int n, const double* numbers,
                lw_wrench_mask which);
  double (*pull)(lw_instance* s, const lw_batch* batch, int n, const double* numbers);
  void (*gamma)(lw_instance* s, const lw_batch* batch, int n, const double* numbers);
  void (*rest)(lw_instance* s, const lw_batch* batch, int n);
  double (*open)(lw_instance* s, const lw_batch* batch, int n, const double* numbers,
                 const lw_twist* u);
  void (*press)(const lw_batch* batch, int n, double f, const double* x, double* lambda);

  /* a whole step: small.h; NULL where there is no such kernel */
  bool (*small)(lw_instance* s, double dt, double t_end);
};

/* The fastest kernels that this processor runs, or the portable ones. Never NULL. */
const lw_kernel* lw_kernel_choose(bool portable);

#endif
