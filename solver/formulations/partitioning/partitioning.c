/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * partitioning.c - the formulation by independent coordinates (S4): memory, right-hand side,
 * step.
 *
 *   reads    the whole state
 *   writes   the whole state
 *   theory   section 11
 *
 * All coordinates are integrated, as in S4 section 3; after each step the dependent ones follow
 * the independent ones. So a change of the choice changes nothing in the memory of the
 * integrator.
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

/* ---- memory --------------------------------------------------------------------------------- */

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

/* one piece: head, weights, three sets of positions, two of multipliers, the integrator */
static void lay_out_state(lw_instance* s, const lw_model* m, const lw_structure* g, lw_arena* arena)
{
  const size_t nbody = (size_t)g->nbody;
  const size_t size  = HEAD + 7 * nbody + 3 * POSE * nbody + 2 * (size_t)g->nrow_all +
                      lw_ode_state_size(ode_method(m), 14 * g->nbody);
  s->method_state = lw_arena_take(arena, size, sizeof(double));
}

/* No mechanism has more freedoms than its tree in which each body hangs on the strongest of its
 * joints with an earlier one. */
static int most_freedoms(const lw_structure* g)
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

/* the pieces of the state, and what the integrator is told */
static void bind(lw_instance* s, const lw_model* m, int nrow_all, lw_partition* k, double* ode_work)
{
  const size_t nbody = (size_t)m->nbody;
  double*      at    = s->method_state;
  k->head            = (lw_partition_head*)at;
  k->weight          = at + HEAD;
  k->reviewed        = (lw_pose*)(k->weight + 7 * nbody);
  k->reference[0]    = k->reviewed + nbody;
  k->reference[1]    = k->reference[0] + nbody;
  k->ode             = (lw_ode){
                  .method    = ode_method(m),
                  .n         = 14 * m->nbody,
                  .rtol      = m->settings.rtol,
                  .atol      = m->settings.atol,
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
  lw_partition  k  = {.nbasis = most_freedoms(g)};
  k.y              = lw_arena_take(arena, 14 * nbody, sizeof *k.y);
  k.before         = lw_arena_take(arena, 14 * nbody, sizeof *k.before);
  k.scale          = lw_arena_take(arena, 14 * nbody, sizeof *k.scale);
  k.inertia        = lw_arena_take(arena, nbody, sizeof *k.inertia);
  k.J              = lw_arena_take(arena, (size_t)g->njac, sizeof *k.J);
  k.eps            = lw_arena_take(arena, nrow, sizeof *k.eps);
  k.mass           = lw_arena_take(arena, nbody, sizeof *k.mass);
  for (int i = 0; i < 2; i++) {
    lw_factor_lay_out(g, m->settings.portable, arena, &k.factor[i]);
    k.known[i] = lw_arena_take(arena, nbody, sizeof *k.known[i]);
  }
  k.known_value  = lw_arena_take(arena, (size_t)m->nvalue, sizeof *k.known_value);
  k.known_weight = lw_arena_take(arena, 7 * nbody, sizeof *k.known_weight);
  k.pcg.mass     = k.mass;
  k.pcg.y        = lw_arena_take(arena, nrow, sizeof *k.pcg.y);
  k.pcg.p        = lw_arena_take(arena, nrow, sizeof *k.pcg.p);
  k.pcg.e        = lw_arena_take(arena, nrow, sizeof *k.pcg.e);
  k.pcg.u        = lw_arena_take(arena, 6 * nbody, sizeof *k.pcg.u);
  k.pcg.d        = lw_arena_take(arena, 6 * nbody, sizeof *k.pcg.d);
  k.basis        = lw_arena_take(arena, (size_t)k.nbasis * 7 * nbody, sizeof *k.basis);
  k.column       = lw_arena_take(arena, 7 * nbody, sizeof *k.column);
  k.motion       = lw_arena_take(arena, nbody, sizeof *k.motion);
  k.turn         = lw_arena_take(arena, 9 * (size_t)g->nconnector, sizeof *k.turn);
  k.pick         = lw_arena_take(arena, (size_t)k.nbasis, sizeof *k.pick);
  double* work = lw_arena_take(arena, lw_ode_work_size(ode_method(m), 14 * m->nbody), sizeof *work);
  if (to) {
    bind(s, m, g->nrow_all, &k, work);
    *to = k;
  }
  s->method_work = to;
}

/* ---- by a team of threads ------------------------------------------------------------------- */

/* Something that every thread of a team does with y. */
typedef lw_status (*task)(lw_instance* s, double t, double y[], double dydt[],
                          const lw_threads* threads);

static lw_status by_threads(lw_instance* s, task work, double t, double y[], double dydt[])
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

/* ---- right-hand side ------------------------------------------------------------------------ */

/* q' as it stands in y, and q'' = (r'', p'') of the accelerations                 S4 (8), (12)
 *   Nullable    dydt: accelerations and multipliers are exact, and stay in the instance */
static lw_status derive(lw_instance* s, double t, double y[], double dydt[],
                        const lw_threads* threads)
{
  const lw_structure* g      = s->structure;
  lw_status           status = LW_OK;
  if (lw_partition_redundant(s)) {
    /* Rows that depend on each other do so on the constraints only: next to them they would ask for
     * accelerations that no motion has. */
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

/* Accelerations; where an old preconditioner does not do, with a new one. */
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
      status = by_threads(s, derive, t, y, dydt);
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

/* ---- stabilisation -------------------------------------------------------------------------- */

static lw_status stabilise(lw_instance* s, double t, double y[], double dydt[],
                           const lw_threads* threads)
{
  (void)dydt;
  return lw_partition_stabilise(s, t, y, threads);
}

/* back onto the constraints, with the independent coordinates as they are */
static lw_status follow(lw_instance* s, double t, double y[])
{
  lw_status status = LW_OK;
  if (is_pcg(s)) {
    unpack(s, y);
    status = lw_partition_precondition(s, LW_E2, t);
  }
  return status == LW_OK ? by_threads(s, stabilise, t, y, NULL) : status;
}

/* Back onto the constraints; where that fails, or the independent coordinates see the motion
 * badly there, with others. What constraints allow is seen on them, or next to them where they
 * are not redundant. */
static lw_status normalise(void* context, double t, double y[])
{
  lw_instance*  s         = context;
  lw_partition* k         = lw_partition_of(s);
  const bool    redundant = lw_partition_redundant(s);
  const double  choices   = k->head->choices;
  const size_t  bytes     = 14 * (size_t)s->structure->nbody * sizeof *y;
  memcpy(k->before, y, bytes);
  lw_status status = follow(s, t, y);
  if (status == LW_OK) {
    (void)lw_partition_review(s, t, false); /* a choice that cannot be made anew is kept */
    if (k->head->choices == choices) {
      return LW_OK;
    }
    memcpy(y, k->before, bytes);
    return follow(s, t, y);
  }
  memcpy(y, k->before, bytes);
  k->head->usable[LW_E2] = 0.0;
  unpack(s, redundant ? k->ode.y_end : y);
  if (lw_partition_review(s, redundant ? k->ode.head->t_end : t, true) == LW_OK) {
    status = follow(s, t, y);
  }
  return status;
}

/* ---- step ----------------------------------------------------------------------------------- */

/* y of the present state */
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

/* lengths count by the size of the mechanism */
static void set_scale(const lw_instance* s, lw_partition* k)
{
  for (int i = 0; i < 14 * s->structure->nbody; i++) k->scale[i] = i % 7 < 3 ? s->length : 1.0;
}

/* Begin again at the present state: it was set, or what acts on it has changed. */
static lw_status begin(lw_instance* s, lw_diag* diag)
{
  lw_partition* k = lw_partition_of(s);
  set_scale(s, k);
  pack(s, k->ode.y);
  k->ode.head->t         = s->head->t;
  k->head->usable[LW_E1] = k->head->usable[LW_E2] = 0.0;
  k->head->pasts                                  = 0.0;
  lw_status status                                = lw_partition_review(s, s->head->t, false);
  if (status == LW_OK) {
    status = normalise(s, s->head->t, k->ode.y);
  }
  lw_ode_restart(&k->ode, NULL);
  lw_invalidate(s, LW_POSITIONS | LW_COORDINATES | LW_FACTORISATION);
  return status == LW_OK ? LW_OK : lw_diag_set(diag, status, 0, "%s", lw_status_text(status));
}

/* leave the instance at what the integrator has reached */
static lw_status settle(lw_instance* s, double t)
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

static bool has_driven_input(const lw_model* m)
{
  bool any = false;
  for (int i = 0; i < m->nmotion; i++) any = any || m->motion[i].kind == LW_MOTION_INPUT;
  return any;
}

static lw_status advance(lw_instance* s, double step, lw_diag* diag)
{
  lw_partition* k      = lw_partition_of(s);
  const double  target = s->head->t + step;
  const bool    driven = has_driven_input(s->model);
  lw_status     status = LW_OK;
  set_scale(s, k);
  k->head->iterations = k->head->iterations1 = 0.0;
  /* What a driven joint does is planned for one communication step. A time that was set is a new
   * start, unless it is the rounding of somebody's clock. */
  if (fabs(k->ode.head->t - s->head->t) <= 1e-9 * step) {
    lw_ode_set_time(&k->ode, s->head->t);
  }
  if (driven || k->ode.head->t != s->head->t) {
    status = begin(s, diag);
    if (status != LW_OK) {
      return status;
    }
  }
  status                  = lw_ode_advance(&k->ode, target, driven ? target : (double)INFINITY);
  const lw_status settled = settle(s, k->ode.head->t);
  status                  = status != LW_OK ? status : settled;
  if (status != LW_OK) {
    return lw_diag_set(diag, status, 0, "%s at t = %.9g s", lw_status_text(status), s->head->t);
  }
  return LW_OK;
}

const lw_method lw_partitioning_method = {
    .lay_out_state = lay_out_state,
    .lay_out_work  = lay_out_work,
    .begin         = begin,
    .advance       = advance,
};
