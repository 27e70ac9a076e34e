/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ode.h - explicit integrators with step control for y' = f(t, y).
 *
 * The integrator takes steps of its own size. To reach a communication point it steps past the
 * point and interpolates backwards, so the next call continues from the end of the last step with
 * the same step size. The state of the integration is a block of plain doubles that the caller
 * owns; scratch memory is separate. After the block has been saved and copied back the integration
 * continues with the same bits.
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
  LW_ODE_DOPRI5, /* Dormand-Prince 5(4), six right-hand sides per step                  (8.2) */
  LW_ODE_BS32,   /* Bogacki-Shampine 3(2), three right-hand sides per step              (8.2) */
  LW_ODE_ABM     /* Adams-Bashforth-Moulton, PECE, orders 1 to 12, two per step        (8.6) */
} lw_ode_method;

/* Compute dydt = f(t, y).
 *   Returns     LW_OK; LW_RETRY_...: f has no value here, a shorter step is tried; another
 *               status ends the integration */
typedef lw_status (*lw_ode_rhs)(void* context, double t, const double y[], double dydt[]);

/* Project y onto the conditions that it must satisfy, for example quaternions of unit length. The
 * function is called with the new value of each step before the last right-hand side of that step,
 * and with interpolated values. So no right-hand side is wasted, and the methods keep their order
 * as long as the projection changes y by no more than the error of a step.
 *   Returns     as lw_ode_rhs */
typedef lw_status (*lw_ode_normalise)(void* context, double t, double y[]);

/* Replace the tolerances of components whose error is measured in other units, for example of
 * momenta that are measured as velocities. The last right-hand side was evaluated at the value
 * whose error is measured, so the function may use intermediate results of that evaluation. */
typedef void (*lw_ode_tolerate)(void* context, double tolerance[]);

/* The part of the state that is not an array. */
typedef struct lw_ode_head {
  double t;            /* present time, at which y holds */
  double t_begin;      /* begin of the last step */
  double t_end;        /* its end, at or past t */
  double h;            /* size of the next step; 0: to be chosen */
  double error;        /* scaled error of the last step; Runge-Kutta: used by PI control (8.5) */
  double f_end_valid;  /* 1: f_end is the right-hand side at t_end, else 0 */
  double rhs;          /* right-hand sides evaluated since lw_ode_start() */
  double accepted;     /* steps taken */
  double rejected;     /* attempts that were repeated with a smaller size */
  double order;        /* Adams: order of the next step                               (8.6) */
  double order_before; /* Adams: order of the last step */
  double equal_steps;  /* Adams: number of successive steps of equal size */
  double h_before;     /* Adams: size of the last step */
  double starting;     /* Adams: 1 while order and size grow with every step */
} lw_ode_head;

typedef struct lw_ode {
  /* set by the caller */
  lw_ode_method    method;
  int              n;          /* number of components of y */
  double           rtol, atol; /* error of component i per step: rtol |y_i| + atol scale_i (8.4) */
  const double*    scale;      /* (n); NULL: all 1 */
  double           h_max;      /* longest step; 0: no limit */
  double           max_attempts; /* gives up when accepted + rejected reach this; 0: never */
  void*            context;      /* first argument of the functions below */
  lw_ode_rhs       rhs;
  lw_ode_normalise normalise; /* nullable */
  lw_ode_tolerate  tolerate;  /* nullable */
  /* set by lw_ode_bind(): the state */
  lw_ode_head* head;
  double*      y;      /* at head->t                                                    (n) */
  double*      y_end;  /* at head->t_end                                                (n) */
  double*      f_end;  /* right-hand side there                                         (n) */
  double*      memory; /* of the method: interpolant, and history that later steps need */
  double*      work;   /* scratch memory */
} lw_ode;

/* Doubles of the state, and of the scratch memory, whose contents no call relies on. */
size_t lw_ode_state_size(lw_ode_method method, int n);
size_t lw_ode_work_size(lw_ode_method method, int n);

/* Set the pointers into the memory; changes nothing in it.
 *   Needs       method and n */
void lw_ode_bind(lw_ode* ode, double* state, double* work);

/* Begin at y(t) with no history; all counters become zero. */
void lw_ode_start(lw_ode* ode, double t, const double y[]);

/* Begin again at the present time with the present step size, because the right-hand side or y has
 * changed. The part of the last step beyond the present time is discarded. Without this call a
 * change takes effect only at the end of the last step, up to one step late.
 *   Nullable    y: the present value is kept */
void lw_ode_restart(lw_ode* ode, const double y[]);

/* Shift the time axis so that the present time becomes t. */
void lw_ode_set_time(lw_ode* ode, double t);

/* Integrate to t_target >= head->t, with right-hand sides at t <= t_stop only (INFINITY: no limit).
 * A step that would pass t_stop is shortened to end there; the size of later steps is not affected.
 *   Changes     head, y, memory; on failure head->t and y are those of the last step that succeeded
 *   Returns     LW_OK; LW_RETRY_STEP where the tolerance needs a step shorter than
 *               lw_ode_shortest(), and after `max_attempts`; the status of a function that
 *               failed; LW_ERR_USAGE for times that are not ascending */
lw_status lw_ode_advance(lw_ode* ode, double t_target, double t_stop);

#endif
