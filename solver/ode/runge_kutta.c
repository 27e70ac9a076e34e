/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * runge_kutta.c - embedded Runge-Kutta pairs: Dormand-Prince 5(4), Bogacki-Shampine 3(2).
 *
 * One step: choose_size for the first one -> stages -> error_of -> accept, which also stores the
 * interpolant; a step whose error is too large is repeated with a smaller size.
 *
 * The last stage of both pairs is at the end of the step and is the first stage of the next step
 * ("first same as last").
 *
 *   theory   sections 8.1, 8.2
 */
#include <math.h>
#include <string.h>

#include "ode/ode_private.h"
#include <linkwork/elementary.h>

#define STAGES 7

typedef struct pair {
  int    stages; /* including the one at the end of the step */
  int    order;  /* of the error estimate, from which the step size follows */
  int    pieces; /* vectors of the interpolant                                     (8.3) */
  double c[STAGES];
  double a[STAGES][STAGES]; /* row `stages - 1` has the weights of the result */
  double e[STAGES];         /* weights of the result minus those of the embedded result */
  double d[STAGES];         /* weights of the fourth-order term of the interpolant */
} pair;

/* J. R. Dormand, P. J. Prince 1980, table 2; d: L. F. Shampine 1986, in the form of Hairer,
 * Norsett, Wanner, section II.6                                                            (8.2) */
static const pair dopri5 = {
    .stages = 7,
    .order  = 5,
    .pieces = 5,
    .c      = {0.0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1.0, 1.0},
    .a      = {{0.0},
               {1.0 / 5},
               {3.0 / 40, 9.0 / 40},
               {44.0 / 45, -56.0 / 15, 32.0 / 9},
               {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
               {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
               {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}},
    .e = {71.0 / 57600, 0.0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40},
    .d = {-12715105075.0 / 11282082432, 0.0, 87487479700.0 / 32700410799,
          -10690763975.0 / 1880347072, 701980252875.0 / 199316789632, -1453857185.0 / 822651844,
          69997945.0 / 29380423},
};

/* P. Bogacki, L. F. Shampine 1989; its interpolant is the cubic through both ends          (8.2) */
static const pair bs32 = {
    .stages = 4,
    .order  = 3,
    .pieces = 4,
    .c      = {0.0, 1.0 / 2, 3.0 / 4, 1.0},
    .a      = {{0.0}, {1.0 / 2}, {0.0, 3.0 / 4}, {2.0 / 9, 1.0 / 3, 4.0 / 9}},
    .e      = {-5.0 / 72, 1.0 / 12, 1.0 / 9, -1.0 / 8},
};

/* Step size control of Hairer, Norsett, Wanner, section II.4: safety factor, smallest and largest
 * change of the size, and the exponent of the previous error, which damps oscillations of the size.
 *                                                                                          (8.5) */
#define SAFETY 0.9
#define SHRINK 0.2
#define GROW 10.0
#define PI_EXPONENT 0.04
#define ERROR_FLOOR 1e-4 /* a smaller error does not predict the next one */
#define RETRY_SHRINK 0.25
#define NEARLY 1.01 /* a step that ends this close to the limit is stretched to it: no tiny rest */

/* ---- one attempt -------------------------------------------------------------------------- */

/* Compute all stages k of a step h and the result y1; the last stage is taken at y1. */
static lw_status stages(lw_ode* ode, const pair* m, double h, double t_end, double* k, double* y1)
{
  const lw_ode_head* head = ode->head;
  const int          n    = ode->n;
  memcpy(k, ode->f_end, (size_t)n * sizeof(double));
  for (int s = 1; s < m->stages; s++) {
    const bool last = s == m->stages - 1;
    for (int i = 0; i < n; i++) {
      double sum = 0.0;
      for (int j = 0; j < s; j++) sum += m->a[s][j] * k[j * n + i];
      y1[i] = ode->y_end[i] + h * sum;
    }
    /* where c = 1 the sum could pass t_end by rounding */
    const double t      = last ? t_end : fmin(head->t_end + m->c[s] * h, t_end);
    lw_status    status = last ? lw_ode_normalised(ode, t, y1) : LW_OK;
    if (status == LW_OK) {
      status = lw_ode_evaluate(ode, t, y1, k + (size_t)s * (size_t)n);
    }
    if (status != LW_OK) {
      return status;
    }
  }
  return LW_OK;
}

/* Root mean square of the scaled difference between the two results of the pair.         (8.4) */
static double error_of(const lw_ode* ode, const pair* m, double h, const double* k,
                       const double* y1, double* tol)
{
  const int n   = ode->n;
  double    sum = 0.0;
  lw_ode_tolerances(ode, ode->y_end, y1, tol);
  for (int i = 0; i < n; i++) {
    double e = 0.0;
    for (int s = 0; s < m->stages; s++) e += m->e[s] * k[s * n + i];
    e *= h / tol[i];
    sum += e * e;
  }
  return n > 0 ? sqrt(sum / n) : 0.0;
}

/* Make the step the last one: store its interpolant and t_end, y_end, f_end.             (8.3) */
static void accept(lw_ode* ode, const pair* m, double h, double t_end, const double* k,
                   const double* y1)
{
  const int     n = ode->n;
  const double* f = k + (size_t)(m->stages - 1) * (size_t)n;
  double*       p = ode->memory;
  for (int i = 0; i < n; i++) {
    const double b = y1[i] - ode->y_end[i], c = h * k[i] - b;
    p[i]         = ode->y_end[i];
    p[n + i]     = b;
    p[2 * n + i] = c;
    p[3 * n + i] = b - h * f[i] - c;
    if (m->pieces > 4) {
      double sum = 0.0;
      for (int s = 0; s < m->stages; s++) sum += m->d[s] * k[s * n + i];
      p[4 * n + i] = h * sum;
    }
  }
  memcpy(ode->y_end, y1, (size_t)n * sizeof(double));
  memcpy(ode->f_end, f, (size_t)n * sizeof(double));
  ode->head->t_begin = ode->head->t_end;
  ode->head->t_end   = t_end;
  ode->head->accepted += 1.0;
}

/* y = y_0 + x (b + z (c + x (d + z e)))  with z = 1 - x                                   (8.3) */
static void interpolate(const lw_ode* ode, int pieces, double t, double y[])
{
  const lw_ode_head* head = ode->head;
  const int          n    = ode->n;
  const double*      p    = ode->memory;
  const double       x = (t - head->t_begin) / (head->t_end - head->t_begin), z = 1.0 - x;
  for (int i = 0; i < n; i++) {
    const double ze = pieces > 4 ? z * p[4 * n + i] : 0.0;
    y[i]            = p[i] + x * (p[n + i] + z * (p[2 * n + i] + x * (p[3 * n + i] + ze)));
  }
}

/* ---- size of a step ----------------------------------------------------------------------- */

/* Choose the first step size from the norms of y, y' and y'':
 * Hairer, Norsett, Wanner, section II.4                                                    (8.5) */
static lw_status choose_size(lw_ode* ode, const pair* m, double limit, double t_stop)
{
  lw_ode_head* head = ode->head;
  const int    n    = ode->n;
  double *     y1 = ode->work, *f1 = y1 + n, *tol = f1 + n, d0 = 0.0, d1 = 0.0, d2 = 0.0;
  lw_ode_tolerances(ode, ode->y_end, ode->y_end, tol);
  for (int i = 0; i < n; i++) {
    d0 += ode->y_end[i] / tol[i] * (ode->y_end[i] / tol[i]);
    d1 += ode->f_end[i] / tol[i] * (ode->f_end[i] / tol[i]);
  }
  d0              = n > 0 ? sqrt(d0 / n) : 0.0;
  d1              = n > 0 ? sqrt(d1 / n) : 0.0;
  const double h0 = fmin(d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1, limit);
  for (int i = 0; i < n; i++) y1[i] = ode->y_end[i] + h0 * ode->f_end[i];
  const lw_status status = lw_ode_evaluate(ode, fmin(head->t_end + h0, t_stop), y1, f1);
  if (status != LW_OK) {
    head->h = 0.01 * h0;
    return lw_ode_may_retry(status) ? LW_OK : status;
  }
  for (int i = 0; i < n; i++) {
    d2 += (f1[i] - ode->f_end[i]) / tol[i] * ((f1[i] - ode->f_end[i]) / tol[i]);
  }
  d2                   = n > 0 ? sqrt(d2 / n) / h0 : 0.0;
  const double largest = fmax(d1, d2);
  const double h1 =
      largest <= 1e-15 ? fmax(1e-6, 1e-3 * h0) : lw_pow(0.01 / largest, 1.0 / m->order);
  head->h = fmin(fmin(100.0 * h0, h1), limit);
  return LW_OK;
}

/* Fit a step size into the time that remains before the limit: a step that nearly reaches the
 * limit goes there, and a step of more than half of the time is half of it, so that two equal
 * steps follow. */
static double fit_size(double h, double remaining)
{
  return NEARLY * h >= remaining ? remaining : 2.0 * h > remaining ? 0.5 * remaining : h;
}

/* Try steps until one is accepted.                                                       (8.5) */
static lw_status step(lw_ode* ode, const pair* m, double t_stop)
{
  lw_ode_head* head      = ode->head;
  const double remaining = t_stop - head->t_end;
  const double limit     = ode->h_max > 0.0 ? fmin(ode->h_max, remaining) : remaining;
  double *     y1 = ode->work, *k = y1 + ode->n, *tol = k + m->stages * ode->n;
  bool         failed = false;
  lw_status    status = lw_ode_evaluate_end(ode);
  if (status == LW_OK && !(head->h > 0.0)) {
    status = choose_size(ode, m, limit, t_stop);
  }
  if (status != LW_OK) {
    return status;
  }
  head->h = fmin(head->h, ode->h_max > 0.0 ? ode->h_max : INFINITY);
  for (;;) {
    const double h     = fmin(fit_size(head->h, remaining), limit);
    const double t_end = h >= remaining ? t_stop : head->t_end + h;
    if (!(h >= lw_ode_shortest(head->t_end))) {
      return status != LW_OK ? status : LW_RETRY_STEP;
    }
    status = stages(ode, m, h, t_end, k, y1);
    if (status != LW_OK && !lw_ode_may_retry(status)) {
      return status;
    }
    const double error = status == LW_OK ? error_of(ode, m, h, k, y1, tol) : INFINITY;
    const double slope = lw_pow(error, 1.0 / m->order - 0.75 * PI_EXPONENT);
    if (error <= 1.0) {
      const double before = fmax(head->error, ERROR_FLOOR);
      const double divide = slope / lw_pow(before, PI_EXPONENT) / SAFETY;
      const double next   = h / fmax(1.0 / GROW, fmin(1.0 / SHRINK, divide));
      /* a step that was shortened by the limit must not reduce the planned size */
      head->h     = failed ? fmin(next, h) : h < head->h ? fmax(next, head->h) : next;
      head->error = fmax(error, ERROR_FLOOR);
      accept(ode, m, h, t_end, k, y1);
      return LW_OK;
    }
    head->h = isfinite(error) ? h * fmax(SHRINK, SAFETY / slope) : RETRY_SHRINK * h;
    head->rejected += 1.0;
    failed = true;
  }
}

/* ---- the two methods ---------------------------------------------------------------------- */

static void discard_history(lw_ode* ode)
{
  ode->head->error = ERROR_FLOOR;
}

static lw_status dopri5_step(lw_ode* ode, double t_target, double t_stop)
{
  (void)t_target;
  return step(ode, &dopri5, t_stop);
}

static lw_status bs32_step(lw_ode* ode, double t_target, double t_stop)
{
  (void)t_target;
  return step(ode, &bs32, t_stop);
}

static void dopri5_interpolate(const lw_ode* ode, double t, double y[])
{
  interpolate(ode, dopri5.pieces, t, y);
}

static void bs32_interpolate(const lw_ode* ode, double t, double y[])
{
  interpolate(ode, bs32.pieces, t, y);
}

static size_t dopri5_memory(int n)
{
  return (size_t)(dopri5.pieces * n);
}

static size_t bs32_memory(int n)
{
  return (size_t)(bs32.pieces * n);
}

static size_t dopri5_work(int n)
{
  return (size_t)((dopri5.stages + 2) * n);
}

static size_t bs32_work(int n)
{
  return (size_t)((bs32.stages + 2) * n);
}

const lw_ode_stepper lw_ode_dopri5 = {dopri5_memory, dopri5_work, dopri5_step, dopri5_interpolate,
                                      discard_history};
const lw_ode_stepper lw_ode_bs32   = {bs32_memory, bs32_work, bs32_step, bs32_interpolate,
                                      discard_history};
