/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * partitioning.c - the formulation by independent coordinates (S4): memory, right-hand side,
 * step.
 *
 *   advance      steps of the integrator, which calls rhs() and normalise() -> publish
 *   rhs          preconditioners -> velocities and accelerations (accelerate.c)
 *   normalise    corrections of the dependent coordinates (stabilise.c) -> check of the choice
 *                (choose_independent.c)
 *
 *   reads    the whole state
 *   writes   the whole state
 *   theory   section 11
 *
 * All coordinates are integrated, as in S4 section 3; after each step the dependent ones are
 * corrected. So the history of the integrator stays valid when other coordinates are chosen.
 */
#include "formulations/partitioning/partitioning.h"
#include "model/check.h"

#include "base/linalg.h"
#include "base/rotation.h"
#include "formulations/partitioning/partition.h"
#include "mechanics/passes.h"
#include "step/substeps.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* ---- memory ------------------------------------------------------------------------------ */

/* Most steps of the integrator in a time of solver.step: some tenths of a second for a few bodies.
 * Where more are needed a mechanism stays next to a singular configuration. */
#define STEPS_MAX 2e4

static lw_ode_method ode_method(const lw_model* m)
{
  switch (lw_integrator_of(m)) {
  case LW_DOPRI5: return LW_ODE_DOPRI5;
  case LW_BS32: return LW_ODE_BS32;
  default: return LW_ODE_ABM;
  }
}

#define HEAD (sizeof(lw_partition_head) / sizeof(double))
#define POSE (sizeof(lw_pose) / sizeof(double))

/* One piece: head, weights, three sets of positions, two of multipliers, the state of the
 * integrator. */
static void lay_out_state(lw_instance* s, const lw_model* m, const lw_structure* g, lw_arena* arena)
{
  const size_t nbody = (size_t)g->nbody;
  const size_t size  = HEAD + 7 * nbody + 3 * POSE * nbody + 2 * (size_t)g->nrow_all +
                      lw_ode_state_size(ode_method(m), 14 * g->nbody);
  s->method_state = lw_arena_take(arena, size, sizeof(double));
}

/* Upper bound of the number of degrees of freedom: that of the tree in which each body is held
 * by the joint with the most rows among those to bodies before it. */
static int count_most_freedoms(const lw_structure* g)
{
  int sum = 0;
  for (int b = 0; b < g->nbody; b++) {
    int held = 0;
    for (int q = g->body_side[b]; q < g->body_side[b + 1]; q++) {
      const lw_connector* c = &g->connector[g->side[g->body_side_list[q]].connector];
      if (c->kind == LW_CONNECTOR_JOINT) {
        const int A = g->side[c->side].body, B = g->side[c->side + 1].body;
        const int other = A == b ? B : A;
        held            = other < b && c->nrow > held ? c->nrow : held;
      }
    }
    sum += 6 - held;
  }
  return sum;
}

static lw_status rhs(void* context, double t, const double y[], double dydt[]);
static lw_status normalise(void* context, double t, double y[]);

/* Set the pointers to the pieces of the state and the options of the integrator. */
static void bind(lw_instance* s, const lw_model* m, int nrow_all, lw_partition* k, double* ode_work)
{
  const size_t nbody = (size_t)m->nbody;
  double*      at    = s->method_state;
  k->head            = (lw_partition_head*)at;
  k->weight          = at + HEAD;
  k->checked         = (lw_pose*)(k->weight + 7 * nbody);
  k->reference[0]    = k->checked + nbody;
  k->reference[1]    = k->reference[0] + nbody;
  k->ode             = (lw_ode){
                  .method    = ode_method(m),
                  .n         = 14 * m->nbody,
                  .scale     = k->scale,
                  .context   = s,
                  .rhs       = rhs,
                  .normalise = normalise,
  };
  k->past[0] = (double*)(k->reference[1] + nbody);
  k->past[1] = k->past[0] + nrow_all;
  lw_ode_bind(&k->ode, k->past[1] + nrow_all, ode_work);
}

static void lay_out_work(lw_instance* s, const lw_model* m, const lw_structure* g, lw_arena* arena)
{
  const size_t  nbody = (size_t)m->nbody, nrow = (size_t)g->nrow_all;
  lw_partition* to = lw_arena_take(arena, 1, sizeof *to);
  lw_partition  k  = {.nbasis = count_most_freedoms(g)};
  k.y              = lw_arena_take(arena, 14 * nbody, sizeof *k.y);
  k.y_uncorrected  = lw_arena_take(arena, 14 * nbody, sizeof *k.y_uncorrected);
  k.scale          = lw_arena_take(arena, 14 * nbody, sizeof *k.scale);
  k.inertia        = lw_arena_take(arena, nbody, sizeof *k.inertia);
  k.J              = lw_arena_take(arena, (size_t)g->njac, sizeof *k.J);
  k.eps            = lw_arena_take(arena, nrow, sizeof *k.eps);
  k.mass           = lw_arena_take(arena, nbody, sizeof *k.mass);
  for (int i = 0; i < 2; i++) {
    lw_factor_lay_out(g, m->settings.portable, arena, &k.factor[i]);
    k.factored_at[i] = lw_arena_take(arena, nbody, sizeof *k.factored_at[i]);
  }
  k.factored_value  = lw_arena_take(arena, (size_t)m->nvalue, sizeof *k.factored_value);
  k.factored_weight = lw_arena_take(arena, 7 * nbody, sizeof *k.factored_weight);
  k.pcg.mass        = k.mass;
  k.pcg.y           = lw_arena_take(arena, nrow, sizeof *k.pcg.y);
  k.pcg.p           = lw_arena_take(arena, nrow, sizeof *k.pcg.p);
  k.pcg.e           = lw_arena_take(arena, nrow, sizeof *k.pcg.e);
  k.pcg.u           = lw_arena_take(arena, 6 * nbody, sizeof *k.pcg.u);
  k.pcg.d           = lw_arena_take(arena, 6 * nbody, sizeof *k.pcg.d);
  k.basis           = lw_arena_take(arena, (size_t)k.nbasis * 7 * nbody, sizeof *k.basis);
  k.column          = lw_arena_take(arena, 7 * nbody, sizeof *k.column);
  k.motion          = lw_arena_take(arena, nbody, sizeof *k.motion);
  k.turn            = lw_arena_take(arena, 9 * (size_t)g->nconnector, sizeof *k.turn);
  k.chosen          = lw_arena_take(arena, (size_t)k.nbasis, sizeof *k.chosen);
  double* work = lw_arena_take(arena, lw_ode_work_size(ode_method(m), 14 * m->nbody), sizeof *work);
  if (to) {
    bind(s, m, g->nrow_all, &k, work);
    *to = k;
  }
  s->method_work = to;
}

/* ---- threads ----------------------------------------------------------------------------- */

/* A computation with y that all threads carry out together. */
typedef lw_status (*task)(lw_instance* s, double t, double y[], double dydt[],
                          const lw_threads* threads);

static lw_status run_threads(lw_instance* s, task work, double t, double y[], double dydt[])
{
  const int nthread = lw_choose_threads(s);
  lw_status status  = LW_OK;
  if (nthread > 1) {
#ifdef _OPENMP
#pragma omp parallel num_threads(nthread)
    {
      const lw_threads threads = {omp_get_thread_num(), omp_get_num_threads(), NULL};
      const lw_status  mine    = work(s, t, y, dydt, &threads);
      if (threads.id == 0) {
        status = mine;
      }
    }
#endif
  } else {
    const lw_threads alone = LW_ALONE;
    status                 = work(s, t, y, dydt, &alone);
  }
  return status;
}

static void unpack(lw_instance* s, const double y[])
{
  for (int b = 0; b < s->structure->nbody; b++) lw_partition_unpack(s, b, y);
}

static bool is_pcg(const lw_instance* s)
{
  return s->model->settings.linear_solver == LW_PCG;
}

/* ---- right-hand side --------------------------------------------------------------------- */

/* Compute dydt: q' from y, and q'' = (r'', p'') from the accelerations. S4 (8), (12)
 *   Nullable    dydt: accelerations and multipliers are exact, and stay in the instance */
static lw_status derive(lw_instance* s, double t, double y[], double dydt[],
                        const lw_threads* threads)
{
  const lw_structure* g      = s->structure;
  lw_status           status = LW_OK;
  if (lw_partition_redundant(s)) {
    /* rows depend on each other only where the constraints are satisfied: next to that they
     * contradict each other */
    status = lw_partition_stabilise(s, t, y, threads);
  } else {
    LW_FOR_MY_NODES(g, threads, part, i)
    {
      if (g->node[i].id < g->nbody) {
        lw_partition_unpack(s, g->node[i].id, y);
      }
    }
    lw_pass_positions(s, t, threads);
  }
  if (status == LW_OK) {
    status = lw_partition_accelerate(s, t, !dydt, threads);
  }
  if (status != LW_OK || !dydt) {
    return status;
  }
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int b = g->node[i].id;
    if (b < g->nbody) {
      const double ww  = 0.25 * lw_dot(s->v[b].w, s->v[b].w);
      double*      qd  = dydt + 7 * b;
      double*      qdd = dydt + 7 * (g->nbody + b);
      memcpy(qd, y + 7 * (g->nbody + b), 7 * sizeof *qd);
      lw_copy3(qdd, s->a[b].v);
      lw_rotation_dot(qdd + 3, s->q[b].p, s->a[b].w);
      for (int n = 0; n < 4; n++) qdd[3 + n] -= ww * s->q[b].p[n];
    }
  }
  lw_threads_wait(threads);
  return LW_OK;
}

/* Compute accelerations; if an old preconditioner fails, with a new one. */
static lw_status accelerate(lw_instance* s, double t, double y[], double dydt[])
{
  lw_partition* k      = lw_partition_of(s);
  lw_status     status = LW_OK;
  for (int attempt = 0; attempt < 2; attempt++) {
    if (is_pcg(s)) {
      unpack(s, y);
      status = lw_partition_precondition(s, LW_E1, t);
      if (status == LW_OK && lw_partition_redundant(s)) {
        status = lw_partition_precondition(s, LW_E2, t);
      }
    }
    if (status == LW_OK) {
      status = run_threads(s, derive, t, y, dydt);
    }
    if (status == LW_OK || !is_pcg(s)) {
      return status;
    }
    k->head->usable[LW_E1] = k->head->usable[LW_E2] = 0.0;
  }
  return status;
}

static lw_status rhs(void* context, double t, const double y[], double dydt[])
{
  lw_instance*  s = context;
  lw_partition* k = lw_partition_of(s);
  memcpy(k->y, y, 14 * (size_t)s->structure->nbody * sizeof *y);
  return accelerate(s, t, k->y, dydt);
}

/* ---- stabilisation ----------------------------------------------------------------------- */

static lw_status stabilise(lw_instance* s, double t, double y[], double dydt[],
                           const lw_threads* threads)
{
  (void)dydt;
  return lw_partition_stabilise(s, t, y, threads);
}

/* Correct the dependent coordinates; the independent ones do not change. */
static lw_status correct(lw_instance* s, double t, double y[])
{
  lw_status status = LW_OK;
  if (is_pcg(s)) {
    unpack(s, y);
    status = lw_partition_precondition(s, LW_E2, t);
  }
  return status == LW_OK ? run_threads(s, stabilise, t, y, NULL) : status;
}

/* Correct y by its dependent coordinates. Where that fails, or the coverage of the independent
 * coordinates has become small, choose others and correct y by these. Redundant constraints must
 * be satisfied where the choice is made. */
static lw_status normalise(void* context, double t, double y[])
{
  lw_instance*  s         = context;
  lw_partition* k         = lw_partition_of(s);
  const bool    redundant = lw_partition_redundant(s);
  const double  choices   = k->head->choices;
  const size_t  bytes     = 14 * (size_t)s->structure->nbody * sizeof *y;
  memcpy(k->y_uncorrected, y, bytes);
  lw_status status = correct(s, t, y);
  if (status == LW_OK) {
    (void)lw_partition_check(s, t,
                             false); /* if no other choice can be made, the present one is kept */
    if (k->head->choices == choices) {
      return LW_OK;
    }
    memcpy(y, k->y_uncorrected, bytes);
    return correct(s, t, y);
  }
  memcpy(y, k->y_uncorrected, bytes);
  k->head->usable[LW_E2] = 0.0;
  unpack(s, redundant ? k->ode.y_end : y);
  if (lw_partition_check(s, redundant ? k->ode.head->t_end : t, true) == LW_OK) {
    status = correct(s, t, y);
  }
  return status;
}

/* ---- step -------------------------------------------------------------------------------- */

/* Compute y from the positions and velocities of the instance. */
static void pack(const lw_instance* s, double y[])
{
  const int nbody = s->structure->nbody;
  for (int b = 0; b < nbody; b++) {
    double *q = y + 7 * b, *v = y + 7 * (nbody + b);
    lw_copy3(q, s->q[b].r);
    memcpy(q + 3, s->q[b].p, 4 * sizeof *q);
    lw_copy3(v, s->v[b].v);
    lw_rotation_dot(v + 3, s->q[b].p, s->v[b].w);
  }
}

/* Set the tolerances and their scales: the size of the mechanism for lengths. */
static void set_tolerances(const lw_instance* s, lw_partition* k)
{
  k->ode.rtol = lw_accuracy(s);
  k->ode.atol = lw_absolute_accuracy(s);
  for (int i = 0; i < 14 * s->structure->nbody; i++) k->scale[i] = i % 7 < 3 ? s->length : 1.0;
}

/* Begin again at the present state, after it was set or forces or motions have changed. */
static lw_status begin(lw_instance* s, lw_diag* diag)
{
  lw_partition* k = lw_partition_of(s);
  set_tolerances(s, k);
  pack(s, k->ode.y);
  k->ode.head->t         = s->head->t;
  k->head->usable[LW_E1] = k->head->usable[LW_E2] = 0.0;
  k->head->npast                                  = 0.0;
  lw_status status                                = lw_partition_check(s, s->head->t, false);
  if (status == LW_OK) {
    status = normalise(s, s->head->t, k->ode.y);
  }
  lw_ode_restart(&k->ode, NULL);
  lw_invalidate(s, LW_POSITIONS | LW_COORDINATES | LW_FACTORISATION);
  return status == LW_OK ? LW_OK : lw_diag_set(diag, status, 0, "%s", lw_status_text(status));
}

/* Set the instance to the state that the integrator has reached. */
static lw_status publish(lw_instance* s, double t)
{
  const lw_threads alone = LW_ALONE;
  lw_partition*    k     = lw_partition_of(s);
  memcpy(k->y, k->ode.y, 14 * (size_t)s->structure->nbody * sizeof *k->y);
  const lw_status status = accelerate(s, t, k->y, NULL);
  lw_pass_finish(s, 0.0, &alone);
  s->head->t          = t;
  s->head->iterations = k->head->iterations;
  s->head->residual   = k->ode.head->error;
  lw_set_current(s, LW_POSITIONS | LW_COORDINATES);
  lw_invalidate(s, LW_FACTORISATION);
  if (status == LW_OK) {
    lw_set_current(s, LW_FACTORISATION);
  }
  return status;
}

static bool has_motion_input(const lw_model* m)
{
  bool any = false;
  for (int i = 0; i < m->nmotion; i++) any = any || m->motion[i].kind == LW_MOTION_INPUT;
  return any;
}

/* Write the message for a status that ended the motion. */
static lw_status report(const lw_instance* s, const lw_ode* ode, lw_status status, lw_diag* diag)
{
  const bool many = ode->head->accepted + ode->head->rejected >= ode->max_attempts;
  if (status == LW_RETRY_STEP && many) {
    return lw_diag_set(
        diag, status, 0,
        "more than %g integrator steps in a step of %g s, of %.3g s each at t = %.9g "
        "s: rtol and atol are too small, or the mechanism stays next to a singular "
        "configuration, which index3-dca can pass",
        STEPS_MAX, s->value[s->model->settings.step], ode->head->h, s->head->t);
  }
  return lw_diag_set(
      diag, status, 0,
      "%s at t = %.9g s: the mechanism may be next to a singular configuration, which "
      "index3-dca can pass",
      lw_status_text(status), s->head->t);
}

static lw_status advance(lw_instance* s, double step, lw_diag* diag)
{
  lw_partition* k      = lw_partition_of(s);
  lw_ode_head*  head   = k->ode.head;
  const double  target = s->head->t + step;
  const bool    driven = has_motion_input(s->model);
  lw_status     status = LW_OK;
  set_tolerances(s, k);
  k->head->iterations = k->head->iterations1 = 0.0;
  /* The motion of an input is known for one communication step only. Where the time was set, the
   * integrator begins again, unless the difference is the rounding of a sum of steps. */
  if (fabs(k->ode.head->t - s->head->t) <= 1e-9 * step) {
    lw_ode_set_time(&k->ode, s->head->t);
  }
  if (driven || k->ode.head->t != s->head->t) {
    status = begin(s, diag);
    if (status != LW_OK) {
      return status;
    }
  }
  k->ode.max_attempts = head->accepted + head->rejected +
                        STEPS_MAX * fmax(1.0, step / s->value[s->model->settings.step]);
  status                    = lw_ode_advance(&k->ode, target, driven ? target : (double)INFINITY);
  const lw_status published = publish(s, k->ode.head->t);
  status                    = status != LW_OK ? status : published;
  return status == LW_OK ? LW_OK : report(s, &k->ode, status, diag);
}

const lw_method lw_partitioning_method = {
    .lay_out_state = lay_out_state,
    .lay_out_work  = lay_out_work,
    .begin         = begin,
    .advance       = advance,
};
