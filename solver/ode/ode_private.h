/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ode_private.h - the table of functions that each method of ode.h fills, and helpers they share.
 */
#ifndef LW_ODE_PRIVATE_H
#define LW_ODE_PRIVATE_H

#include <stdbool.h>

#include "ode/ode.h"

/* One integration method. */
typedef struct lw_ode_stepper {
  size_t (*memory_size)(int n); /* doubles */
  size_t (*work_size)(int n);
  /* take one step from t_end */
  lw_status (*step)(lw_ode* ode, double t_target, double t_stop);
  /* evaluate the interpolant of the last step at t in [t_begin, t_end] */
  void (*interpolate)(const lw_ode* ode, double t, double y[]);
  /* discard the history of steps before t_end */
  void (*discard_history)(lw_ode* ode);
} lw_ode_stepper;

extern const lw_ode_stepper lw_ode_dopri5, lw_ode_bs32, lw_ode_abm;

/* Tolerances of the components, from the larger of |y0_i| and |y1_i|                  (8.4) */
void lw_ode_tolerances(const lw_ode* ode, const double y0[], const double y1[], double tolerance[]);

/* Evaluate the right-hand side and count it. */
lw_status lw_ode_evaluate(lw_ode* ode, double t, const double y[], double dydt[]);

/* Evaluate f_end unless it is valid. */
lw_status lw_ode_evaluate_end(lw_ode* ode);

/* Normalise y if the caller has set a function for it. */
lw_status lw_ode_normalised(lw_ode* ode, double t, double y[]);

/* The shortest step that can be resolved at time t. */
double lw_ode_shortest(double t);

/* Tell whether an attempt that ended with this status may be repeated with a smaller size. */
static inline bool lw_ode_may_retry(lw_status status)
{
  return status == LW_RETRY_NEWTON || status == LW_RETRY_SINGULAR || status == LW_RETRY_STEP;
}

#endif
