/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernels.h - the table of kernels for bodies and joints of one target.
 *
 * Members are the functions of bodies_simd.h and joints_simd.h, which describe them; simd/target.h
 * says how they are compiled.
 */
#ifndef LW_MECHANICS_KERNELS_H
#define LW_MECHANICS_KERNELS_H

#include "formulas/body.h"
#include "instance/instance.h"

/* What a prediction is for: see lw_batch_predict(). */
typedef enum lw_prediction { LW_PREDICT_PLACE, LW_PREDICT_AGAIN } lw_prediction;

/* Which wrenches of the constraints are written. Bodies whose joints all hold points
 * (lw_batch.joint_rows) compute these wrenches from the multipliers and read nothing. */
typedef enum lw_wrench_choice {
  LW_WRENCHES_NONE,       /* none: zero is written                                          */
  LW_WRENCHES_ALL,        /* all                                                            */
  LW_WRENCHES_WHERE_READ, /* those of bodies that read them                                 */
  LW_WRENCHES_WRITTEN     /* as before, but lw_batch_rows() has written those of the points */
} lw_wrench_choice;

/* Largest squares over bodies at the end of a step: LW_ERROR_SQUARES of formulas/body.h, the
 * angular velocity, and the fraction of gyroscopic torques in the tangent per time step. */
enum { LW_FINISH_TURNING = LW_ERROR_SQUARES, LW_FINISH_GYROSCOPIC, LW_FINISH_SQUARES };

struct lw_mechanics_kernels {
  /* bodies side by side: bodies_simd.h */
  void (*place)(lw_instance* s, const lw_batch* batch, int n, double* numbers);
  void (*invert)(lw_instance* s, const lw_batch* batch, int n, double* numbers, double e,
                 double* inverse);
  double (*predict)(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                    lw_prediction how, bool at_rest_prediction, double* acceleration);
  double (*residual)(lw_instance* s, const lw_batch* batch, int n, double* numbers, double scale,
                     double dt);
  double (*update)(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                   const double* d);
  double (*add_velocity)(const lw_instance* s, const lw_batch* batch, int n, const double* numbers,
                         double f, const double* d, lw_twist* u, double* stiffness_ratio);
  double (*finish)(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt,
                   double most[LW_FINISH_SQUARES]);
  void (*balance)(lw_instance* s, const lw_batch* batch, int n, double* numbers, double dt);

  /* joints that hold a point, side by side: joints_simd.h */
  double (*rows)(lw_instance* s, const lw_batch* batch, int n, double* numbers, int what);
  void (*separator_arms)(lw_instance* s, const lw_separator_arm* arm, int n);
  void (*jacobian)(lw_instance* s, const lw_batch* batch, int n, const double* numbers);
  void (*write_wrenches)(lw_instance* s, const lw_batch* batch, int n, const double* numbers,
                         lw_wrench_choice constraints);
  double (*largest_force)(lw_instance* s, const lw_batch* batch, int n, const double* numbers);
  void (*gamma)(lw_instance* s, const lw_batch* batch, int n, const double* numbers);
  void (*clear_prescribed)(lw_instance* s, const lw_batch* batch, int n);
  double (*row_residual)(lw_instance* s, const lw_batch* batch, int n, const double* numbers,
                         const lw_twist* u);
  void (*add_multipliers)(const lw_batch* batch, int n, double f, const double* x, double* lambda);
};

/* The table of the fastest target that this processor runs, or of the portable one. Never NULL. */
const lw_mechanics_kernels* lw_mechanics_kernels_choose(bool portable);

#endif
