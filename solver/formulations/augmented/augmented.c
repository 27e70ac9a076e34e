/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * augmented.c - what penalty, augmented Lagrangian and augmented Hamiltonian steps have in common.
 *
 *   reads    state at the start of a step, right-hand sides
 *   writes   accelerations or velocities, multipliers
 *   theory   section 10
 *   cost     one factorisation and a solve per iteration
 */
#include "formulations/augmented/augmented.h"

#include <string.h>

#include "base/linalg.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "step/close_rows.h"
#include "step/project.h"

/* Springs and dampers whose share in the tangent is below this are left to the iteration. */
#define STIFFNESS_MAX 0.02
/* Slower contraction than this asks for a new factorisation. */
#define CONTRACTION_MAX 0.1
/* A fixed point contracts by a fifth where Newton squares: as many iterations more. */
#define FIXED_POINT_MORE 4
/* Near a singular configuration increments may stop shrinking, or begin to grow: S3 section 5.1. Shorter steps would
 * come nearer to it; S3 stops the iteration and goes on. The last iterate is taken if its increment was below both: this
 * much, in characteristic lengths and radians, and this fraction of how far the step goes. */
#define ACCEPTED 1e-4
#define ACCEPTED_FRACTION 0.01
/* A mechanism whose constraints are open by more than this, in characteristic lengths and radians, has come
 * apart: S3 section 4.2.2 finds that a branch is left from about a fifth of it. */
#define APART 0.05
/* And so has one whose constraints open at more than this fraction of its velocities: the motion of the errors has then a
 * hundredth of the kinetic energy. Below LEAST_RATE, in characteristic lengths per second, that is not told. */
#define APART_RATE 0.1
#define LEAST_RATE 0.01
/* A body that turns by more than this in a step [rad] is not followed by any formula of second order. */
#define TURN_MAX 1.0
/* Formulas make energy, explicit ones always, others where constraints are stabilised badly near a singular
 * configuration, and without end where they are unstable. They are stopped when this fraction of the largest kinetic energy
 * was made by them. The work of all forces is known to this fraction of itself only. */
#define MADE_FRACTION 0.2
#define MADE_OF_WORK 1e-3

/* ---- memory -------------------------------------------------------------------------------- */

void lw_augmented_lay_out_work(lw_instance* s, const lw_model* m, const lw_structure* g,
                               lw_arena* arena)
{
  lw_augmented_work  measured = {0};
  lw_augmented_work* w        = lw_arena_take(arena, 1, sizeof *w);
  const size_t       nbody = (size_t)m->nbody, nrow = (size_t)g->nrow_all;
  s->method_work  = w;
  w               = w ? w : &measured;
  w->origin       = lw_arena_take(arena, nbody, sizeof *w->origin);
  lw_twist* blend = lw_arena_take(arena, nbody + 1, sizeof *blend);
  w->blend        = blend ? blend + 1 : NULL;
  w->eps          = lw_arena_take(arena, nrow, sizeof *w->eps);
  w->force        = lw_arena_take(arena, 6 * nbody, sizeof *w->force);
  w->known        = lw_arena_take(arena, nbody + (size_t)g->nconnector, sizeof *w->known);
  w->momentum     = lw_arena_take(arena, 6 * nbody, sizeof *w->momentum);
  w->Phi          = lw_arena_take(arena, nrow, sizeof *w->Phi);
}

void lw_augmented_lay_out_state(lw_instance* s, const lw_model* m, const lw_structure* g,
                                lw_arena* arena)
{
  (void)m;
  (void)g;
  s->method_state = lw_arena_take(arena, 1, sizeof(lw_augmented_state));
}

void lw_augmented_begin_steps(lw_instance* s, double h)
{
  lw_augmented_work* w = lw_augmented_work_of(s);
  (void)h;
  w->base = s->eps;
  s->eps  = w->eps;
}

void lw_augmented_end_steps(lw_instance* s)
{
  s->eps = lw_augmented_work_of(s)->base;
}

/* ---- start of a step ----------------------------------------------------------------------- */

void lw_augmented_force(lw_instance* s, int b, double t, double f[6])
{
  double g[6], Jw[3], wJw[3];
  lw_body_residual(s, b, t, 0.0, g);
  lw_mat3_vec(Jw, s->inertia[b].J, s->v[b].w);
  lw_cross(wJw, s->v[b].w, Jw);
  for (int i = 0; i < 3; i++) {
    f[i]     = s->body[b].mass * s->a[b].v[i] - g[i];
    f[3 + i] = lw_dot(s->inertia[b].J + 3 * i, s->a[b].w) + wJw[i] - g[3 + i];
  }
}

static double kinetic_energy(const lw_instance* s, int b)
{
  double Jw[3];
  lw_mat3_vec(Jw, s->inertia[b].J, s->v[b].w);
  return 0.5 * (s->body[b].mass * lw_dot(s->v[b].v, s->v[b].v) + lw_dot(s->v[b].w, Jw));
}

/* power of a connector's drive: lambda Phi_t of its row */
static double drive_power(lw_instance* s, int k, double t)
{
  const lw_connector* c = &s->structure->connector[k];
  if (c->motion == LW_NONE) {
    return 0.0;
  }
  lw_connector_prescribe_rate(s, k, t);
  return -s->lambda[c->row + c->nrow - 1] * s->prescribed[c->row + c->nrow - 1];
}

void lw_augmented_keep(lw_instance* s, const lw_threads* threads)
{
  const lw_structure* g  = s->structure;
  lw_augmented_work*  w  = lw_augmented_work_of(s);
  const double        t0 = s->head->t;
  if (!lw_is_current(s, LW_POSITIONS)) {
    lw_pass_positions(s, t0, threads);
  }
  lw_pass_forces(s, t0, LW_WRENCHES_NONE, threads);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int b = g->node[i].id;
    if (b < g->nbody) {
      w->origin[b] = (lw_origin){s->q[b], s->v[b], s->a[b]};
      lw_augmented_force(s, b, t0, w->force + 6 * b);
      w->known[b] = kinetic_energy(s, b);
    } else {
      w->known[b] = drive_power(s, b - g->nbody, t0);
    }
  }
  lw_threads_wait(threads);
}

void lw_augmented_regularise(lw_instance* s, double kappa, const lw_threads* threads)
{
  const lw_structure*      g       = s->structure;
  const double             penalty = s->model->settings.penalty;
  const lw_augmented_work* w       = lw_augmented_work_of(s);
  double*                  eps     = w->eps;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      const lw_connector* c   = &g->connector[g->node[i].id - g->nbody];
      const int           end = c->row + c->nrow;
      for (int r = c->row; r < end; r++) {
        eps[r] = (penalty > 0.0 ? 1.0 / penalty : w->base[r]) / kappa;
      }
      for (int r = end; r < end + c->nsoft; r++) eps[r] = 1.0;
    }
  }
}

/* do springs and dampers enter the matrix? */
static bool is_stiff(lw_instance* s, const lw_augmented* how, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  if (!how->rule.newton) {
    return false;
  }
  lw_partial_clear(s, threads, LW_MAX_STIFFNESS);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      double*      most      = lw_partial(s, part, LW_MAX_STIFFNESS);
      const double stiffness = lw_connector_stiffness(s, g->node[i].id - g->nbody, how->h);
      *most                  = stiffness > *most || isnan(stiffness) ? stiffness : *most;
    }
  }
  lw_threads_wait(threads);
  return lw_partial_max(s, LW_MAX_STIFFNESS) > STIFFNESS_MAX;
}

/* ---- iteration ----------------------------------------------------------------------------- */

/* the largest increment in characteristic lengths and radians                           (3.7) */
static double measure(lw_instance* s, double reach, const lw_threads* threads)
{
  const lw_structure* g      = s->structure;
  const double        length = 1.0 / (s->length * s->length);
  lw_partial_clear(s, threads, LW_MAX_INCREMENT);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id < g->nbody) {
      const double* x    = s->x + g->node[i].x;
      double*       most = lw_partial(s, part, LW_MAX_INCREMENT);
      const double  move = lw_dot(x, x) * length, turn = lw_dot(x + 3, x + 3);
      *most = move > *most || isnan(move) ? move : *most;
      *most = turn > *most || isnan(turn) ? turn : *most;
    }
  }
  lw_threads_wait(threads);
  return reach * sqrt(lw_partial_max(s, LW_MAX_INCREMENT));
}

/* u += du, multiplier += y */
static void apply(lw_instance* s, lw_twist* u, double* multiplier, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    const double*  x    = s->x + node->x;
    if (node->id < g->nbody) {
      lw_axpy3(u[node->id].v, 1.0, x);
      lw_axpy3(u[node->id].w, 1.0, x + 3);
    } else {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = 0; r < c->nrow; r++) multiplier[c->row + r] += x[r];
    }
  }
  lw_threads_wait(threads);
}

/* the largest velocity of a body's centre or, with the characteristic length, by its turning; and the largest angular
 * velocity */
static void fastest(lw_instance* s, double* velocity, double* spin, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_partial_clear(s, threads, LW_MAX_RESIDUAL);
  lw_partial_clear(s, threads, LW_MAX_GYROSCOPIC);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int b = g->node[i].id;
    if (b < g->nbody) {
      const double v = lw_dot(s->v[b].v, s->v[b].v), w = lw_dot(s->v[b].w, s->v[b].w);
      double *     most = lw_partial(s, part, LW_MAX_RESIDUAL),
             *turn      = lw_partial(s, part, LW_MAX_GYROSCOPIC);
      *most             = fmax(*most, fmax(v, w * s->length * s->length));
      *turn             = fmax(*turn, w);
    }
  }
  lw_threads_wait(threads);
  *velocity = sqrt(lw_partial_max(s, LW_MAX_RESIDUAL));
  *spin     = sqrt(lw_partial_max(s, LW_MAX_GYROSCOPIC));
}

/* How far the iteration is. */
typedef struct progress {
  int    n;       /* increments so far          */
  double d, last; /* the last two               */
  bool   done;    /* nothing more is to be done */
} progress;

/* Is increment d, the one before it having been `last`, small enough?                  (3.7) */
static bool is_small(const progress* p, double tolerance)
{
  const double rho = p->n > 1 && p->last > 0.0 ? p->d / p->last : 1.0;
  return p->d <= tolerance || (rho < 0.3 && rho / (1.0 - rho) * p->d <= 0.1 * tolerance);
}

lw_status lw_augmented_iterate(lw_instance* s, const lw_augmented* how, lw_twist* u,
                               double* multiplier, lw_augmented_evaluate evaluate,
                               const lw_threads* threads)
{
  const lw_settings* settings  = &s->model->settings;
  const double       tolerance = s->value[settings->tolerance];
  const bool         linear    = how->rule.beta == 0.0 && how->rule.gamma == 0.0;
  const int          more = how->rule.newton || linear || settings->realtime ? 1 : FIXED_POINT_MORE;
  const int          most = how->once ? 1 : more * (int)s->value[settings->iterations];
  const double       wide = fmax(2.0 * sqrt(how->rule.beta), 2.0 * how->rule.gamma);
  const lw_tangent   tangent = {wide * how->h, is_stiff(s, how, threads), false};
  progress           p       = {0, 0.0, 0.0, false};
  bool               refresh = true, small = false;
  int                beyond = settings->realtime || how->once ? 0 : how->beyond;
  double             velocity, spin;
  evaluate(s, how, true, threads);
  fastest(s, &velocity, &spin, threads);
  const double accepted = fmin(ACCEPTED, ACCEPTED_FRACTION * how->h * velocity / s->length);
  while (!p.done && (p.n < most || (small && beyond > 0))) {
    if (refresh && !lw_pass_factor(s, &tangent, threads)) {
      return LW_RETRY_SINGULAR;
    }
    lw_pass_solve(s, threads);
    const double d = measure(s, how->reach, threads);
    if (!isfinite(d)) {
      return LW_RETRY_NEWTON;
    }
    if (!settings->realtime && p.n > 1 && d > p.d && (small || p.d <= accepted)) {
      break; /* it begins to diverge: the last iterate stands */
    }
    p = (progress){p.n + 1, d, p.d, how->once};
    apply(s, u, multiplier, threads);
    evaluate(s, how, !linear, threads);
    beyond -= small;
    small   = small || (!settings->realtime && is_small(&p, tolerance));
    p.done  = p.done || (small && beyond <= 0);
    refresh = !linear && p.n > 1 && p.d > CONTRACTION_MAX * p.last;
  }
  lw_threads_wait(threads);
  if (threads->id == 0 && !how->still) {
    s->head->iterations = p.n;
    s->head->residual   = p.d;
  }
  return p.done || small || settings->realtime || p.d <= accepted ? LW_OK : LW_RETRY_NEWTON;
}

/* ---- end of a step ------------------------------------------------------------------------- */

/* Work on a body over the step, by the mean force along the mean velocity: what the trapezoidal rule gives for forces
 * that are linear in positions and velocities, however stiff they are. */
static double work_on(lw_instance* s, const lw_augmented* how, int b)
{
  const lw_augmented_work* w  = lw_augmented_work_of(s);
  const lw_twist*          v0 = &w->origin[b].v;
  const double*            f0 = w->force + 6 * b;
  double                   f[6], work = 0.0;
  lw_augmented_force(s, b, how->t, f);
  for (int i = 0; i < 3; i++) {
    work += (f0[i] + f[i]) * (v0->v[i] + s->v[b].v[i]);
    work += (f0[3 + i] + f[3 + i]) * (v0->w[i] + s->v[b].w[i]);
  }
  return 0.25 * how->h * work;
}

/* Keep account of the energy that the formulas make. Is it too much, compared with what there is or would be at the least
 * velocities that count? */
static bool makes_energy(lw_instance* s, const lw_augmented* how, const lw_threads* threads)
{
  const lw_structure*      g     = s->structure;
  const lw_augmented_work* w     = lw_augmented_work_of(s);
  lw_augmented_state*      state = s->method_state;
  const double             least = 0.5 * LEAST_RATE * LEAST_RATE * s->length * s->length;
  lw_pass_forces(s, how->t, LW_WRENCHES_NONE, threads);
  lw_partial_clear(s, threads, LW_SUM_RZ);
  lw_partial_clear(s, threads, LW_SUM_PQ);
  lw_partial_clear(s, threads, LW_SUM_FINITE);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int id   = g->node[i].id;
    double    work = 0.0;
    if (id < g->nbody) {
      const double energy = kinetic_energy(s, id);
      work                = work_on(s, how, id);
      *lw_partial(s, part, LW_SUM_RZ) += energy - w->known[id];
      *lw_partial(s, part, LW_SUM_FINITE) += energy + least * s->body[id].mass;
    } else {
      work = 0.5 * how->h * (w->known[id] + drive_power(s, id - g->nbody, how->t));
    }
    *lw_partial(s, part, LW_SUM_RZ) -= work;
    *lw_partial(s, part, LW_SUM_PQ) += fabs(work);
  }
  lw_threads_wait(threads);
  if (threads->id == 0) {
    state->made += lw_partial_sum(s, LW_SUM_RZ);
    state->work += lw_partial_sum(s, LW_SUM_PQ);
    state->most = fmax(state->most, lw_partial_sum(s, LW_SUM_FINITE));
  }
  lw_threads_wait(threads);
  return !(state->made <= MADE_FRACTION * state->most + MADE_OF_WORK * state->work);
}

/* has the mechanism come apart? */
static bool is_apart(lw_instance* s, const lw_augmented* how, const lw_threads* threads)
{
  const lw_structure* g    = s->structure;
  const double        open = lw_pass_violation(s, threads);
  double              velocity, spin;
  fastest(s, &velocity, &spin, threads);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      lw_connector_prescribe_rate(s, g->node[i].id - g->nbody, how->t);
    }
  }
  const double rate = lw_row_residuals(s, s->v, threads);
  /* norms over all rows, compared as means over the connectors */
  const double many = sqrt(fmax(1.0, (double)g->nconnector));
  return !(how->h * spin <= TURN_MAX) || !(open <= many * APART * fmin(s->length, 1.0)) ||
         !(rate <= many * (APART_RATE * velocity + LEAST_RATE * s->length));
}

lw_status lw_augmented_finish(lw_instance* s, const lw_augmented* how, const lw_threads* threads)
{
  const bool made  = makes_energy(s, how, threads);
  const bool apart = is_apart(s, how, threads);
  lw_threads_wait(threads); /* all have read the sum of the rows */
  lw_pass_finish(s, how->h, threads);
  if (threads->id == 0) {
    lw_invalidate(s, LW_FACTORISATION | LW_VIOLATION);
    lw_set_current(s, LW_POSITIONS | LW_COORDINATES);
    s->head->t = how->t;
  }
  lw_threads_wait(threads);
  return isfinite(lw_partial_sum(s, LW_SUM_FINITE)) && !apart && !made ? LW_OK : LW_RETRY_DIVERGED;
}
