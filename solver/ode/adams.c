/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * adams.c - Adams-Bashforth-Moulton of variable order and size, PECE.
 *
 *   theory   section 8.3; L. F. Shampine, M. K. Gordon: Computer Solution of Ordinary Differential
 *            Equations, 1975
 *
 * One step of order k:
 *   prepare -> predict (polynomial through the last k right-hand sides) -> evaluate -> estimate the
 *   error -> correct (with the new right-hand side) -> evaluate -> accept -> choose order and size;
 *   a step whose error is too large is undone and repeated with a smaller size
 *
 * The history is kept as modified divided differences, which do not change while the step size is
 * constant. Arrays of coefficients count from 1, as in the book.
 */
#include <math.h>
#include <string.h>

#include "ode/ode_private.h"
#include <linkwork/elementary.h>

#define ORDER_MAX 12
#define COLUMNS (ORDER_MAX + 2) /* differences of order 1 to k + 2 */

typedef struct coefficients {
  double psi[ORDER_MAX + 1];   /* t_(n+1) - t_(n+1-i)                                    (8.7) */
  double alpha[ORDER_MAX + 1]; /* h / psi_i */
  double beta[ORDER_MAX + 1];  /* ratio of the differences about t_(n+1) to those about t_n */
  double sigma[ORDER_MAX + 2]; /* of the error estimates                                 (8.9) */
  double g[ORDER_MAX + 2];     /* weights of the differences: integrals over the step    (8.8) */
  double v[ORDER_MAX + 1];     /* integrals kept from which the next g are computed */
} coefficients;

#define MEMORY (sizeof(coefficients) / sizeof(double))

/* |gamma*_i|: error constants of the Adams-Moulton formulas at constant step size;
 * Henrici 1962, table 5.4 */
static const double gamma_star[ORDER_MAX + 2] = {
    1.0,
    1.0 / 2,
    1.0 / 12,
    1.0 / 24,
    19.0 / 720,
    3.0 / 160,
    863.0 / 60480,
    275.0 / 24192,
    33953.0 / 3628800,
    8183.0 / 1036800,
    3250433.0 / 479001600,
    4671.0 / 788480,
    13695779093.0 / 2615348736000,
    2224234463.0 / 475517952000,
};

/* The next step size is chosen for half the tolerance, so that few steps are rejected. */
#define TARGET_ERROR 0.5

static coefficients* coefficients_of(const lw_ode* ode)
{
  return (coefficients*)ode->memory;
}

/* modified divided difference phi_j, j from 1 */
static double* phi_of(const lw_ode* ode, int j)
{
  return ode->memory + MEMORY + (size_t)(j - 1) * (size_t)ode->n;
}

/* ---- coefficients of a step --------------------------------------------------------------- */

/* Weights g up to order k + 1 by repeated integration, after ns steps of equal size    (8.8) */
static void compute_weights(coefficients* c, int k, int ns, bool raised)
{
  double w[ORDER_MAX + 2] = {0.0};
  if (ns <= 1) {
    for (int q = 1; q <= k; q++) c->v[q] = w[q] = 1.0 / (q * (q + 1.0));
  } else {
    if (raised) {
      c->v[k] = 1.0 / (k * (k + 1.0));
      for (int j = 1; j <= ns - 2; j++) c->v[k - j] -= c->alpha[j + 1] * c->v[k - j + 1];
    }
    for (int q = 1; q <= k + 1 - ns; q++) {
      c->v[q] -= c->alpha[ns] * c->v[q + 1];
      w[q] = c->v[q];
    }
    c->g[ns + 1] = w[1];
  }
  for (int i = ns + 2; i <= k + 1; i++) {
    for (int q = 1; q <= k + 2 - i; q++) w[q] -= c->alpha[i - 1] * w[q + 1];
    c->g[i] = w[1];
  }
}

/* Coefficients of a step of size h and order k. Those of orders below the number of steps of equal
 * size have not changed.                                                                   (8.7) */
static void prepare(lw_ode* ode, int k, double h)
{
  lw_ode_head*  head   = ode->head;
  coefficients* c      = coefficients_of(ode);
  const int     before = (int)head->order_before;
  int           ns     = h != head->h_before ? 0 : (int)head->equal_steps;
  ns += ns <= before;
  head->equal_steps = ns;
  c->g[1]           = 1.0;
  c->g[2]           = 0.5;
  c->sigma[1]       = 1.0;
  if (k < ns) {
    return;
  }
  c->beta[ns]      = 1.0;
  c->alpha[ns]     = 1.0 / ns;
  c->sigma[ns + 1] = 1.0;
  double sum       = h * ns;
  for (int i = ns + 1; i <= k; i++) {
    const double old = c->psi[i - 1];
    c->psi[i - 1]    = sum;
    c->beta[i]       = c->beta[i - 1] * sum / old;
    sum              = old + h;
    c->alpha[i]      = h / sum;
    c->sigma[i + 1]  = i * c->alpha[i] * c->sigma[i];
  }
  c->psi[k] = sum;
  compute_weights(c, k, ns, k > before);
}

/* ---- predict, estimate, correct ----------------------------------------------------------- */

/* Predict the value p at the new time and the differences about that time.             (8.6) */
static void predict(lw_ode* ode, int k, double h, double* p)
{
  const coefficients* c = coefficients_of(ode);
  const int           n = ode->n, ns = (int)ode->head->equal_steps;
  const size_t        bytes = (size_t)n * sizeof(double);
  for (int j = ns + 1; j <= k; j++) {
    double* phi = phi_of(ode, j);
    for (int i = 0; i < n; i++) phi[i] *= c->beta[j];
  }
  memcpy(phi_of(ode, k + 2), phi_of(ode, k + 1), bytes);
  memset(phi_of(ode, k + 1), 0, bytes);
  memset(p, 0, bytes);
  for (int j = k; j >= 1; j--) {
    double*       phi  = phi_of(ode, j);
    const double* next = phi_of(ode, j + 1);
    for (int i = 0; i < n; i++) {
      p[i] += c->g[j] * phi[i];
      phi[i] += next[i];
    }
  }
  for (int i = 0; i < n; i++) p[i] = ode->y_end[i] + h * p[i];
}

/* Restore the differences and sums that prepare() and predict() have changed. */
static void undo(lw_ode* ode, int k, double h)
{
  coefficients* c = coefficients_of(ode);
  const int     n = ode->n;
  for (int j = 1; j <= k; j++) {
    double*       phi  = phi_of(ode, j);
    const double* next = phi_of(ode, j + 1);
    const double  back = 1.0 / c->beta[j];
    for (int i = 0; i < n; i++) phi[i] = back * (phi[i] - next[i]);
  }
  for (int j = 2; j <= k; j++) c->psi[j - 1] = c->psi[j] - h;
}

/* Scaled error estimates. */
typedef struct errors {
  double step;  /* of the step that was taken; it is accepted if this is at most 1 */
  double at[3]; /* of orders k, k - 1, k - 2 at constant step size */
} errors;

/* Estimate the errors from the right-hand side f at the predicted value.               (8.9) */
static errors estimate(const lw_ode* ode, int k, double h, const double* f, double* tol)
{
  const coefficients* c      = coefficients_of(ode);
  const int           n      = ode->n;
  double              sum[3] = {0.0, 0.0, 0.0};
  errors              e      = {0};
  lw_ode_tolerances(ode, ode->y_end, ode->y_end, tol);
  for (int i = 0; i < n; i++) {
    const double last = f[i] - phi_of(ode, 1)[i];
    for (int m = 0; m < 3 && m < k; m++) {
      const double x = (m > 0 ? last + phi_of(ode, k + 1 - m)[i] : last) / tol[i];
      sum[m] += x * x;
    }
  }
  for (int m = 0; m < 3; m++) sum[m] = n > 0 ? fabs(h) * sqrt(sum[m] / n) : 0.0;
  e.step = sum[0] * (c->g[k] - c->g[k + 1]);
  for (int m = 0; m < 3 && m < k; m++) e.at[m] = sum[m] * c->sigma[k + 1 - m] * gamma_star[k - m];
  return e;
}

/* Tell whether order k - 1 would have an error as small as order k. */
static bool lower_order_suffices(int k, const errors* e)
{
  return k > 2 ? fmax(e->at[1], e->at[2]) <= e->at[0] : k == 2 && e->at[1] <= 0.5 * e->at[0];
}

/* Correct the predicted value p with the right-hand side f there, and evaluate f at the result
 * (8.6) */
static lw_status correct(lw_ode* ode, int k, double h, double t_end, double* p, double* f)
{
  const double  gh  = h * coefficients_of(ode)->g[k + 1];
  const double* phi = phi_of(ode, 1);
  for (int i = 0; i < ode->n; i++) p[i] += gh * (f[i] - phi[i]);
  const lw_status status = lw_ode_normalised(ode, t_end, p);
  return status == LW_OK ? lw_ode_evaluate(ode, t_end, p, f) : status;
}

/* Make the step the last one: update the differences and t_end, y_end, f_end. */
static void accept(lw_ode* ode, int k, double h, double t_end, const double* y, const double* f)
{
  lw_ode_head* head = ode->head;
  const int    n    = ode->n;
  double *     last = phi_of(ode, k + 1), *beyond = phi_of(ode, k + 2), *first = phi_of(ode, 1);
  for (int i = 0; i < n; i++) {
    last[i]   = f[i] - first[i];
    beyond[i] = last[i] - beyond[i];
  }
  for (int j = 1; j <= k; j++) {
    double* phi = phi_of(ode, j);
    for (int i = 0; i < n; i++) phi[i] += last[i];
  }
  memcpy(ode->y_end, y, (size_t)n * sizeof(double));
  memcpy(ode->f_end, f, (size_t)n * sizeof(double));
  head->t_begin      = head->t_end;
  head->t_end        = t_end;
  head->order_before = k;
  head->h_before     = h;
  head->accepted += 1.0;
}

/* ---- order and size ----------------------------------------------------------------------- */

/* Error that order k + 1 would have at constant step size, after the step.             (8.9) */
static double estimate_higher_order(const lw_ode* ode, int k, double h)
{
  const double* phi = phi_of(ode, k + 2);
  double *      tol = ode->work + 2 * (size_t)ode->n, sum = 0.0;
  lw_ode_tolerances(ode, ode->y_end, ode->y_end, tol);
  for (int i = 0; i < ode->n; i++) {
    const double x = phi[i] / tol[i];
    sum += x * x;
  }
  return ode->n > 0 ? fabs(h) * gamma_star[k + 1] * sqrt(sum / ode->n) : 0.0;
}

/* Choose the order of the next step after one of order k; *error is set to the error of that
 * order. In the starting phase the order grows with each step. Later it grows where order k + 1
 * has a smaller error; the estimate for that order needs k + 1 steps of equal size. */
static int choose_order(lw_ode* ode, int k, bool lowered, const errors* e, double* error)
{
  lw_ode_head* head = ode->head;
  *error            = e->at[0];
  if (lowered || k == ORDER_MAX) {
    head->starting = 0.0;
  }
  if (head->starting > 0.0) {
    *error = 0.0;
    return k + 1;
  }
  if (lowered) {
    *error = e->at[1];
    return k - 1;
  }
  if (k + 1 > (int)head->equal_steps) {
    return k;
  }
  const double above = estimate_higher_order(ode, k, head->h_before);
  if (k > 1 && e->at[1] <= fmin(e->at[0], above)) {
    *error = e->at[1];
    return k - 1;
  }
  if (k < ORDER_MAX && above < (k > 1 ? 1.0 : 0.5) * e->at[0]) {
    *error = above;
    return k + 1;
  }
  return k;
}

/* Double the step size where the doubled step would still have the target error, reduce it where
 * the present size exceeds the target. In between the size stays, and with it the coefficients. */
static double choose_size(const lw_ode* ode, int k, double h, double error)
{
  if (ode->head->starting > 0.0 || TARGET_ERROR >= error * ldexp(1.0, k + 1)) {
    return 2.0 * h;
  }
  if (TARGET_ERROR >= error) {
    return h;
  }
  return h * fmax(0.5, fmin(0.9, lw_pow(TARGET_ERROR / error, 1.0 / (k + 1))));
}

/* Choose order one and a size for the first step. Its error is h^2 |y''| / 2 with an unknown
 * y'', which should not change y' by much: h <= 1/4 sqrt(tol / |y'|) as in the book. */
static void start_at_order_one(lw_ode* ode, double limit)
{
  lw_ode_head* head  = ode->head;
  const size_t bytes = (size_t)ode->n * sizeof(double);
  double *     tol = ode->work + 2 * (size_t)ode->n, sum = 0.0;
  memcpy(phi_of(ode, 1), ode->f_end, bytes);
  memset(phi_of(ode, 2), 0, bytes);
  lw_ode_tolerances(ode, ode->y_end, ode->y_end, tol);
  for (int i = 0; i < ode->n; i++) {
    const double x = ode->f_end[i] / tol[i];
    sum += x * x;
  }
  const double rate = ode->n > 0 ? sqrt(sum / ode->n) : 0.0;
  double       h    = head->h > 0.0 ? fmin(head->h, limit) : limit;
  if (1.0 < 16.0 * rate * h * h) {
    h = 0.25 * sqrt(1.0 / rate);
  }
  head->h        = fmax(h, lw_ode_shortest(head->t_end));
  head->order    = 1.0;
  head->starting = 1.0;
}

/* ---- a step ------------------------------------------------------------------------------- */

/* Step size after the attempt failed for the count-th time. It is halved; from the fourth
 * failure on, when the order has been one for two attempts, the size follows from the error. */
static double shrink(double h, int count, lw_status status, double error)
{
  if (status != LW_OK || !isfinite(error)) {
    return 0.25 * h;
  }
  return h * (count > 3 && TARGET_ERROR < 0.25 * error ? sqrt(TARGET_ERROR / error) : 0.5);
}

static lw_status step(lw_ode* ode, double t_target, double t_stop)
{
  lw_ode_head* head = ode->head;
  double *     p = ode->work, *f = p + ode->n, *tol = f + ode->n;
  const double remaining = t_stop - head->t_end;
  const double limit     = ode->h_max > 0.0 ? fmin(ode->h_max, remaining) : remaining;
  int          failed    = 0;
  lw_status    status    = lw_ode_evaluate_end(ode);
  if (status != LW_OK) {
    return status;
  }
  if (!(head->order > 0.0)) {
    start_at_order_one(ode, fmin(limit, t_target - head->t_end));
  }
  for (;;) {
    const int    k     = (int)head->order;
    const double h     = fmin(head->h, limit);
    const double t_end = h >= remaining ? t_stop : head->t_end + h;
    if (!(h >= lw_ode_shortest(head->t_end))) {
      return status != LW_OK ? status : LW_RETRY_STEP;
    }
    prepare(ode, k, h);
    predict(ode, k, h, p);
    errors e  = {.step = INFINITY};
    status    = lw_ode_evaluate(ode, t_end, p, f);
    bool down = false;
    if (status == LW_OK) {
      e    = estimate(ode, k, h, f, tol);
      down = lower_order_suffices(k, &e);
      if (e.step <= 1.0) {
        status = correct(ode, k, h, t_end, p, f);
        if (status == LW_OK) {
          double error;
          accept(ode, k, h, t_end, p, f);
          head->order = choose_order(ode, k, down, &e, &error);
          head->h     = choose_size(ode, (int)head->order, h, error);
          head->error = e.step;
          return LW_OK;
        }
      }
    }
    undo(ode, k, h);
    if (status != LW_OK && !lw_ode_may_retry(status)) {
      return status;
    }
    failed++;
    head->starting = 0.0;
    head->order    = failed >= 3 ? 1 : down ? k - 1 : k;
    head->h        = shrink(h, failed, status, e.at[0]);
    head->rejected += 1.0;
  }
}

/* Evaluate the polynomial of the last step at t: integrals of its differences from t_end back
 * (8.10) */
static void interpolate(const lw_ode* ode, double t, double y[])
{
  const coefficients* c = coefficients_of(ode);
  const int           n = ode->n, k = (int)ode->head->order_before;
  const double        hi = t - ode->head->t_end;
  double              g[ORDER_MAX + 2], w[ORDER_MAX + 2], term = 0.0;
  g[1] = 1.0;
  for (int q = 1; q <= k + 1; q++) w[q] = 1.0 / q;
  for (int j = 2; j <= k + 1; j++) {
    const double gamma = (hi + term) / c->psi[j - 1], eta = hi / c->psi[j - 1];
    for (int q = 1; q <= k + 2 - j; q++) w[q] = gamma * w[q] - eta * w[q + 1];
    g[j] = w[1];
    term = c->psi[j - 1];
  }
  memset(y, 0, (size_t)n * sizeof(double));
  for (int j = k + 1; j >= 1; j--) {
    const double* phi = phi_of(ode, j);
    for (int i = 0; i < n; i++) y[i] += g[j] * phi[i];
  }
  for (int i = 0; i < n; i++) y[i] = ode->y_end[i] + hi * y[i];
}

static void discard_history(lw_ode* ode)
{
  ode->head->order        = 0.0;
  ode->head->order_before = 0.0;
  ode->head->equal_steps  = 0.0;
  ode->head->h_before     = 0.0;
}

static size_t memory_size(int n)
{
  return MEMORY + (size_t)COLUMNS * (size_t)n;
}

static size_t work_size(int n)
{
  return 3 * (size_t)n;
}

const lw_ode_stepper lw_ode_abm = {memory_size, work_size, step, interpolate, discard_history};
