/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ode_private.h - what the methods of ode.h share.
 */
#ifndef LW_ODE_STEP_H
#define LW_ODE_STEP_H

#include <stdbool.h>

#include "ode/ode.h"

/* One method. */
typedef struct lw_ode_stepper {
  size_t (*memory_size)(int n); /* doubles */
  size_t (*work_size)(int n);
  lw_status (*step)(lw_ode* ode, double t_target,
                    double t_stop);                             /* one step from t_end            */
  void (*interpolate)(const lw_ode* ode, double t, double y[]); /* within [t_begin, t_end]        */
  void (*forget)(lw_ode* ode);                                  /* the steps before t_end         */
} lw_ode_stepper;

extern const lw_ode_stepper lw_ode_dopri5, lw_ode_bs32, lw_ode_abm;

/* Tolerances of the components at values of the larger of both sizes                  (8.4) */
void lw_ode_tolerances(const lw_ode* ode, const double y0[], const double y1[], double tolerance[]);

/* Right-hand side, counted. */
lw_status lw_ode_evaluate(lw_ode* ode, double t, const double y[], double dydt[]);

/* f_end, unless it is known. */
lw_status lw_ode_evaluate_end(lw_ode* ode);

/* Normalise y where that is asked for. */
lw_status lw_ode_normalised(lw_ode* ode, double t, double y[]);

/* The shortest step that moves t. */
double lw_ode_shortest(double t);

/* May a step that ended with this status be tried again with a smaller size? */
static inline bool lw_ode_retry(lw_status status)
{
  return status == LW_RETRY_NEWTON || status == LW_RETRY_SINGULAR || status == LW_RETRY_STEP;
}

#endif
