/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * derivatives.c - how outputs answer to a change of inputs and parameters.
 *
 *   cost     one solve for all forces together; four assemblies or solves per parameter or state
 */
#include "variables/derivatives.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* no quantity of the solver has more numbers: the longest are quaternions */
enum { QUANTITY_MAX = 8 };

/* A problem, and the memory that it needs. */
typedef struct problem {
  const lw_variables* variables;
  lw_instance*        instance;
  const lw_point*     point;
  size_t              n;
  const unsigned*     output;
  double*             derivative; /* (n)                              */
  double*             value;      /* outputs beside the point (n)     */
  double*             sum;        /* weighted sum of those (n)        */
  void*               state;      /* of the instance before the call  */
  double*             x;          /* states of the continuous form    */
  lw_diag*            diag;
} problem;

/* ---- forces: exact ------------------------------------------------------------------------ */

static lw_status add_forces(const problem* p, const double du[])
{
  lw_request* request = malloc((p->n + 1) * sizeof *request);
  double*     numbers = malloc((p->n + 1) * QUANTITY_MAX * sizeof *numbers);
  lw_status   status  = request && numbers ? LW_OK : LW_ERR_MEMORY;

  /* one request for outputs of one quantity that follow each other */
  int nrequest = 0;
  for (size_t i = 0; i < p->n && status == LW_OK; i++) {
    const lw_variable* row  = lw_variables_row(p->variables, p->output[i]);
    const lw_request*  last = nrequest > 0 ? &request[nrequest - 1] : NULL;
    if (!last || last->quantity != row->quantity || last->index != row->index) {
      request[nrequest] =
          (lw_request){row->quantity, row->index, numbers + (size_t)nrequest * QUANTITY_MAX};
      nrequest++;
    }
  }
  if (status == LW_OK) {
    status = lw_instance_derivative(p->instance, du, nrequest, request);
  }
  int k = -1;
  for (size_t i = 0; i < p->n && status == LW_OK; i++) {
    const lw_variable* row = lw_variables_row(p->variables, p->output[i]);
    if (k < 0 || request[k].quantity != row->quantity || request[k].index != row->index) {
      k++;
    }
    const int component = row->first + (int)(p->output[i] - row->reference);
    p->derivative[i] += request[k].out[component];
  }
  free(request);
  free(numbers);
  return status;
}

/* ---- parameters: differences -------------------------------------------------------------- */

/* f'(0) h = sum of weight * f(offset * h), exact for polynomials of degree 4. The first formula is
 * used if a parameter can change in both directions, the others at the limits of its values. */
enum { POINTS = 5 };

static const struct {
  int    offset[POINTS];
  double weight[POINTS];
} STENCIL[] = {
    {{-2, -1, 0, 1, 2}, {1.0 / 12, -8.0 / 12, 0.0, 8.0 / 12, -1.0 / 12}},
    {{0, 1, 2, 3, 4}, {-25.0 / 12, 48.0 / 12, -36.0 / 12, 16.0 / 12, -3.0 / 12}},
    {{0, -1, -2, -3, -4}, {25.0 / 12, -48.0 / 12, 36.0 / 12, -16.0 / 12, 3.0 / 12}},
};

/* Relative move of a parameter: the error of fourth order, 1e-12, meets the rounding of outputs,
 * 1e-13 of them, divided by it. */
#define MOVE 1e-3

/* How far to move a scalar: in proportion to the largest number of its vector; a state at least in
 * proportion to its nominal value. */
static double move_of(const problem* p, const lw_variable* row, int state)
{
  double largest = 0.0;
  if (state != LW_NONE) {
    lw_continuous_nominals(p->point->continuous, p->x);
    largest = p->x[state];
  }
  for (int k = 0; k < row->size; k++) {
    const unsigned reference = row->reference + (unsigned)k;
    double         x         = 0.0;
    (void)lw_variables_get(p->variables, p->instance, 1, &reference, &x);
    largest = fmax(largest, fabs(x));
  }
  return MOVE * (largest > 0.0 ? largest : 1.0);
}

/* Bring the instance to the point, after a value, an input or a state was set. */
static lw_status settle(const problem* p)
{
  const lw_point* point = p->point;
  if (point->continuous) {
    return point->initialise ? lw_continuous_initialize(point->continuous, point->t0, p->diag)
                             : lw_continuous_update(point->continuous, p->diag);
  }
  return point->initialise ? lw_instance_initialize(p->instance, point->t0, p->diag) : LW_OK;
}

static lw_status set_state(const problem* p, int state, double x)
{
  lw_continuous_get_states(p->point->continuous, p->x);
  p->x[state] = x;
  return lw_continuous_set_states(p->point->continuous, p->x);
}

/* Outputs with a scalar moved; the instance is as before. */
static lw_status outputs_at(const problem* p, unsigned reference, int state, double x)
{
  lw_status status = state != LW_NONE
                         ? set_state(p, state, x)
                         : lw_variables_set(p->variables, p->instance, 1, &reference, &x, p->diag);
  if (status == LW_OK) {
    status = settle(p);
  }
  if (status == LW_OK) {
    status = lw_variables_get(p->variables, p->instance, p->n, p->output, p->value);
  }
  (void)lw_instance_set_state(p->instance, p->state, lw_instance_state_size(p->instance));
  return status;
}

/* sum = f'(0) h by one stencil */
static lw_status apply_stencil(const problem* p, size_t s, unsigned reference, int state, double x,
                               double h)
{
  memset(p->sum, 0, (p->n + 1) * sizeof *p->sum);
  for (int k = 0; k < POINTS; k++) {
    if (STENCIL[s].weight[k] == 0.0) {
      continue;
    }
    const lw_status status = outputs_at(p, reference, state, x + h * STENCIL[s].offset[k]);
    if (status != LW_OK) {
      return status;
    }
    for (size_t i = 0; i < p->n; i++) p->sum[i] += STENCIL[s].weight[k] * p->value[i];
  }
  return LW_OK;
}

static bool is_setting(const lw_model* model, const lw_variable* row)
{
  const lw_settings* s = &model->settings;
  return row->source == LW_FROM_VALUE &&
         (row->first == s->step || row->first == s->tolerance || row->first == s->iterations);
}

/* The statistics of the solver are no function of parameters. */
static bool is_statistic(lw_quantity quantity)
{
  return quantity == LW_SOLVER_ITERATIONS || quantity == LW_SOLVER_RESIDUAL ||
         quantity == LW_SOLVER_VIOLATION || quantity == LW_SOLVER_ERROR ||
         quantity == LW_SOLVER_STEPS;
}

static lw_status add_differences(const problem* p, unsigned reference, double change)
{
  const lw_variable* row = lw_variables_row(p->variables, reference);
  if (is_setting(p->variables->model, row) || change == 0.0) {
    return LW_OK;
  }
  const int state =
      p->point->continuous ? lw_variables_state_index(p->variables, reference) : LW_NONE;
  double          x      = 0.0;
  const lw_status at     = lw_variables_get(p->variables, p->instance, 1, &reference, &x);
  const double    h      = move_of(p, row, state);
  lw_status       status = at;
  for (size_t s = 0; s < sizeof STENCIL / sizeof STENCIL[0] && at == LW_OK; s++) {
    status = apply_stencil(p, s, reference, state, x, h);
    if (status != LW_ERR_INPUT) {
      break;
    }
  }
  for (size_t i = 0; i < p->n && status == LW_OK; i++) {
    if (!is_statistic(lw_variables_row(p->variables, p->output[i])->quantity)) {
      p->derivative[i] += p->sum[i] / h * change;
    }
  }
  return status;
}

/* ---- both --------------------------------------------------------------------------------- */

static bool is_motion_input(const lw_model* model, int input)
{
  for (int k = 0; k < model->nmotion; k++) {
    if (model->motion[k].input == input) {
      return true;
    }
  }
  return false;
}

/* Whether a derivative with respect to a variable can be asked for. */
static bool is_known(const lw_point* point, unsigned reference)
{
  const lw_variable* row = lw_variables_row(point->variables, reference);
  if (!row || row->causality == LW_CALCULATED) {
    return false;
  }
  const bool state = point->continuous && !point->initialise &&
                     lw_variables_state_index(point->variables, reference) != LW_NONE;
  return state || row->causality == LW_INPUT || row->causality == LW_PARAMETER;
}

static lw_status check(const lw_point* point, const lw_direction* d, size_t n,
                       const unsigned output[], lw_diag* diag)
{
  const lw_variables* v = point->variables;
  for (size_t i = 0; i < n; i++) {
    const lw_variable* row = lw_variables_row(v, output[i]);
    if (!row || (row->causality != LW_OUTPUT && row->causality != LW_LOCAL)) {
      return lw_diag_set(diag, LW_ERR_USAGE, 0, "value reference %u: there is no such output",
                         output[i]);
    }
  }
  for (size_t i = 0; i < d->n; i++) {
    if (!is_known(point, d->reference[i])) {
      return lw_diag_set(diag, LW_ERR_USAGE, 0,
                         point->continuous
                             ? "value reference %u: there is no such input, parameter or state"
                             : "value reference %u: there is no such input or parameter",
                         d->reference[i]);
    }
    if (!isfinite(d->change[i])) {
      return lw_diag_set(diag, LW_ERR_USAGE, 0, "value reference %u: the change must be finite",
                         d->reference[i]);
    }
  }
  return LW_OK;
}

/* Forces together, everything else one by one. */
static lw_status add_all(const problem* p, const lw_direction* d, double du[])
{
  const lw_variables* v      = p->variables;
  bool                forces = false;
  lw_status           status = LW_OK;
  for (size_t i = 0; i < d->n && status == LW_OK; i++) {
    const lw_variable* row   = lw_variables_row(v, d->reference[i]);
    const int          k     = row->first + (int)(d->reference[i] - row->reference);
    const bool         input = row->source == LW_FROM_INPUT;
    const bool         moves = p->point->initialise || p->point->continuous;
    if (row->source == LW_FROM_RATE && !p->point->continuous) {
      continue; /* steps do not read it */
    }
    if (input && !(moves && is_motion_input(v->model, k))) {
      du[k] += d->change[i];
      forces = true;
    } else {
      status = add_differences(p, d->reference[i], d->change[i]);
    }
  }
  if (status == LW_OK && forces && p->point->continuous) {
    status = lw_continuous_update(p->point->continuous, p->diag);
  }
  return status == LW_OK && forces ? add_forces(p, du) : status;
}

lw_status lw_variables_get_directional(const lw_point* point, const lw_direction* direction,
                                       size_t n, const unsigned output[], double derivative[],
                                       lw_diag* diag)
{
  lw_instance* instance = point->instance;
  lw_status    status   = check(point, direction, n, output, diag);
  if (status != LW_OK) {
    return status;
  }
  /* one more than needed: a size of zero may give NULL */
  problem p  = {.variables  = point->variables,
                .instance   = instance,
                .point      = point,
                .n          = n,
                .output     = output,
                .derivative = derivative,
                .value      = malloc((n + 1) * sizeof *p.value),
                .sum        = malloc((n + 1) * sizeof *p.sum),
                .state      = malloc(lw_instance_state_size(instance)),
                .x          = malloc(((size_t)point->variables->states.nstate + 1) * sizeof *p.x),
                .diag       = diag};
  double* du = calloc((size_t)point->variables->ninput + 1, sizeof *du);
  if (p.value && p.sum && p.state && p.x && du) {
    lw_instance_get_state(instance, p.state);
    for (size_t i = 0; i < n; i++) derivative[i] = 0.0;
    status = add_all(&p, direction, du);
  } else {
    status = lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  free(p.value);
  free(p.sum);
  free(p.state);
  free(p.x);
  free(du);
  return status;
}
