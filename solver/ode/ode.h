/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ode.h - explicit integrators with step control for y' = f(t, y).
 *
 * The integrator walks in steps of its own size and looks back: a communication point is met by stepping
 * past it and interpolating, so the step size and the part of the last step beyond the point survive to
 * the next call. Everything the future depends on is plain doubles in a block of the caller, apart from
 * the scratch: copied back, it continues with the same bits.
 *
 *     lw_ode ode = {.method = LW_ODE_DOPRI5, .n = n, .rtol = 1e-6, .atol = 1e-6, .rhs = f, ...};
 *     lw_ode_bind(&ode, state, work);      lw_ode_state_size(), lw_ode_work_size() doubles
 *     lw_ode_start(&ode, t, y);
 *     lw_ode_advance(&ode, t + H, INFINITY);
 *     ... ode.head->t, ode.y ...
 */
#ifndef LW_ODE_H
#define LW_ODE_H

#include <stddef.h>

#include <linkwork/status.h>

typedef enum lw_ode_method {
  LW_ODE_DOPRI5, /* Dormand-Prince 5(4), six right-hand sides per step                         (8.2) */
  LW_ODE_BS32, /* Bogacki-Shampine 3(2), three                                               (8.2) */
  LW_ODE_ABM /* Adams-Bashforth-Moulton, PECE, orders 1 to 12, two                          (8.6) */
} lw_ode_method;

/* dydt = f(t, y).
 *   Returns     LW_OK; LW_RETRY_...: not possible here, a shorter step is tried; else: the end */
typedef lw_status (*lw_ode_rhs)(void* context, double t, const double y[], double dydt[]);

/* Bring y back to where it belongs: unit quaternions, say. It is called with the new value of each step
 * before the last right-hand side of that step, and with interpolated values: so the methods keep their
 * order where it changes y by no more than the error of a step, and no right-hand side is wasted.
 *   Returns     as above */
typedef lw_status (*lw_ode_normalise)(void* context, double t, double y[]);

/* Replace the tolerances of components that are not measured as they stand: momenta as velocities, say. The last
 * right-hand side was that at the value whose error is measured, so what it left behind may be used. */
typedef void (*lw_ode_tolerate)(void* context, double tolerance[]);

/* The part of the state that is not an array. */
typedef struct lw_ode_head {
  double t;            /* present time: that of y                                           */
  double t_begin;      /* last step: from here                                              */
  double t_end;        /* to here, at or past t                                             */
  double h;            /* size of the next step; 0: to be chosen                            */
  double error;        /* of the last step, scaled; Runge-Kutta: memory of the PI control (8.5) */
  double known;        /* 1: f_end is the right-hand side at t_end                          */
  double rhs;          /* right-hand sides since lw_ode_start()                             */
  double accepted;     /* steps                                                             */
  double rejected;     /* steps that were tried again with a smaller size                   */
  double order;        /* Adams: order of the next step                               (8.6) */
  double order_before; /* of the last one                                                   */
  double equal;        /* steps of equal size                                               */
  double h_before;     /* size of the last step                                             */
  double starting;     /* 1: order and size grow with every step                            */
} lw_ode_head;

typedef struct lw_ode {
  /* set by the caller */
  lw_ode_method    method;
  int              n;          /* size of y                                                     */
  double           rtol, atol; /* error of component i per step: rtol |y_i| + atol scale_i (8.4) */
  const double*    scale;      /* nullable: all 1                                          (n)  */
  double           h_max;      /* longest step; 0: no limit                                     */
  double           tries;      /* accepted + rejected of the head at which it gives up; 0: never */
  void*            context;    /* handed to the functions                                       */
  lw_ode_rhs       rhs;
  lw_ode_normalise normalise; /* nullable */
  lw_ode_tolerate  tolerate;  /* nullable */
  /* set by lw_ode_bind(): the state */
  lw_ode_head* head;
  double*      y;      /* at head->t                                                    (n) */
  double*      y_end;  /* at head->t_end                                                (n) */
  double*      f_end;  /* right-hand side there                                         (n) */
  double*      memory; /* of the method: what interpolates, and what later steps need       */
  double*      work;   /* scratch */
} lw_ode;

/* Doubles of the state, and of the scratch whose contents no call relies on. */
size_t lw_ode_state_size(lw_ode_method method, int n);
size_t lw_ode_work_size(lw_ode_method method, int n);

/* Tell the integrator where its memory is. Needs method and n; changes nothing in the memory. */
void lw_ode_bind(lw_ode* ode, double* state, double* work);

/* Begin at y(t): nothing is remembered, the counters are zero. */
void lw_ode_start(lw_ode* ode, double t, const double y[]);

/* Begin again at the present time with the present size of step: the right-hand side has changed, or y.
 * What lies beyond the present time is discarded. Without this call a change is noticed only at the end of
 * the last step, up to one step late.
 *   Nullable    y: it stays what it is */
void lw_ode_restart(lw_ode* ode, const double y[]);

/* Call the present time t; what belongs to other times moves along. */
void lw_ode_set_time(lw_ode* ode, double t);

/* Go to t_target >= head->t, with right-hand sides at t <= t_stop only (INFINITY: no limit). A step that
 * ends at t_stop is shortened for that, not the size of those after it.
 *   Changes     head, y, memory
 *   Returns     LW_OK; LW_RETRY_STEP where the tolerance cannot be met by a step that t can show, and after
 *               `tries`; the status of a function that failed, LW_ERR_USAGE for times that are not ascending. On failure head->t
 *               and y are those of the last step that succeeded. */
lw_status lw_ode_advance(lw_ode* ode, double t_target, double t_stop);

#endif
