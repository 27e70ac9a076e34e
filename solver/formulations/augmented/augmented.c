/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * augmented.c - the iteration of penalty, augmented Lagrangian and augmented Hamiltonian steps.
 *
 *   start       lw_augmented_keep, lw_augmented_regularise
 *   iteration   factor -> solve (10.4) -> size of the increment (3.7) -> add -> evaluate the rows
 *   end         energy balance and violation of the constraints -> accept, or a smaller step
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

/* Springs and dampers are part of the matrix where their contribution, relative to the masses,
 * is larger. */
#define STIFFNESS_MAX 0.02
/* The matrix is factored again where the iteration contracts more slowly. */
#define CONTRACTION_MAX 0.1
/* A fixed point contracts linearly, by about a fifth, Newton quadratically: a fixed point may
 * take this many times as many iterations. */
#define FIXED_POINT_FACTOR 4
/* Near a singular configuration increments may stop shrinking or begin to grow: S3 section 5.1.
 * Shorter steps would only come closer to it; S3 stops the iteration and continues. The last
 * iterate is accepted if its increment was below both limits: in characteristic lengths and
 * radians, and as a fraction of the motion in the step. */
#define ACCEPTED 1e-4
#define ACCEPTED_FRACTION 0.01
/* A larger violation of the constraints, in characteristic lengths and radians, means
 * divergence: S3 section 4.2.2 finds that the motion changes to another branch from about a
 * fifth of it. */
#define VIOLATION_MAX 0.05
/* So does a violation of the velocity constraints above this fraction of the velocities: the
 * errors then have a hundredth of the kinetic energy. Rates below VIOLATION_RATE_MIN times
 * the natural rate are always accepted.                                           (4.19), (4.20) */
#define VIOLATION_RATE_MAX 0.1
#define VIOLATION_RATE_MIN 0.003
/* Largest rotation of a body in a step [rad]; formulas of second order are useless beyond it. */
#define TURN_MAX 1.0
/* The formulas can generate energy: explicit ones always do, others where constraints are
 * stabilised badly near a singular configuration, and unstable ones without limit. The motion
 * ends when they have generated this fraction of the largest kinetic energy, plus this fraction
 * of the work of all forces, which is known only so accurately. */
#define GENERATED_FRACTION 0.2
#define GENERATED_OF_WORK 1e-3

/* ---- memory ------------------------------------------------------------------------------ */

void lw_augmented_lay_out_work(lw_instance* s, const lw_model* m, const lw_structure* g,
                               lw_arena* arena)
{
  lw_augmented_work  measured = {0};
  lw_augmented_work* w        = lw_arena_take(arena, 1, sizeof *w);
  const size_t       nbody = (size_t)m->nbody, nrow = (size_t)g->nrow_all;
  s->method_work   = w;
  w                = w ? w : &measured;
  w->origin        = lw_arena_take(arena, nbody, sizeof *w->origin);
  lw_twist* damped = lw_arena_take(arena, nbody + 1, sizeof *damped);
  w->a_damped      = damped ? damped + 1 : NULL;
  w->eps           = lw_arena_take(arena, nrow, sizeof *w->eps);
  w->force         = lw_arena_take(arena, 6 * nbody, sizeof *w->force);
  w->energy        = lw_arena_take(arena, nbody, sizeof *w->energy);
  w->power         = lw_arena_take(arena, (size_t)g->nconnector, sizeof *w->power);
  w->momentum      = lw_arena_take(arena, 6 * nbody, sizeof *w->momentum);
  w->Phi           = lw_arena_take(arena, nrow, sizeof *w->Phi);
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
  w->eps_instance = s->eps;
  s->eps          = w->eps;
}

void lw_augmented_end_steps(lw_instance* s)
{
  s->eps = lw_augmented_work_of(s)->eps_instance;
}

/* ---- start of a step --------------------------------------------------------------------- */

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

/* power of the motion of a connector: lambda Phi_t of its row */
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
      w->energy[b] = kinetic_energy(s, b);
    } else {
      w->power[b - g->nbody] = drive_power(s, b - g->nbody, t0);
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
        eps[r] = (penalty > 0.0 ? 1.0 / penalty : w->eps_instance[r]) / kappa;
      }
      for (int r = end; r < end + c->nsoft; r++) eps[r] = 1.0;
    }
  }
}

/* Tell whether springs and dampers are part of the matrix. */
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
      double*      largest   = lw_partial(s, part, LW_MAX_STIFFNESS);
      const double stiffness = lw_connector_stiffness(s, g->node[i].id - g->nbody, how->h);
      *largest               = stiffness > *largest || isnan(stiffness) ? stiffness : *largest;
    }
  }
  lw_threads_wait(threads);
  return lw_partial_max(s, LW_MAX_STIFFNESS) > STIFFNESS_MAX;
}

/* ---- iteration --------------------------------------------------------------------------- */

/* largest change of the positions by the solution, in characteristic lengths and radians (3.7) */
static double increment_size(lw_instance* s, double move, const lw_threads* threads)
{
  const lw_structure* g      = s->structure;
  const double        length = s->length_weight;
  lw_partial_clear(s, threads, LW_MAX_INCREMENT);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id < g->nbody) {
      const double* x       = s->x + g->node[i].x;
      double*       largest = lw_partial(s, part, LW_MAX_INCREMENT);
      const double  shift = lw_dot(x, x) * length, turn = lw_dot(x + 3, x + 3);
      *largest = shift > *largest || isnan(shift) ? shift : *largest;
      *largest = turn > *largest || isnan(turn) ? turn : *largest;
    }
  }
  lw_threads_wait(threads);
  return move * sqrt(lw_partial_max(s, LW_MAX_INCREMENT));
}

/* u += du, multiplier += y */
static void add_increment(lw_instance* s, lw_twist* u, double* multiplier,
                          const lw_threads* threads)
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

/* Largest velocity of a centre of mass, or of a rotation at the distance of the characteristic
 * length; and largest angular velocity. */
static void largest_velocities(lw_instance* s, double* velocity, double* spin,
                               const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_partial_clear(s, threads, LW_MAX_RESIDUAL);
  lw_partial_clear(s, threads, LW_MAX_GYROSCOPIC);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int b = g->node[i].id;
    if (b < g->nbody) {
      const double v = lw_dot(s->v[b].v, s->v[b].v), w = lw_dot(s->v[b].w, s->v[b].w);
      double *     speed = lw_partial(s, part, LW_MAX_RESIDUAL),
             *turn       = lw_partial(s, part, LW_MAX_GYROSCOPIC);
      *speed             = fmax(*speed, fmax(v, w * s->length * s->length));
      *turn              = fmax(*turn, w);
    }
  }
  lw_threads_wait(threads);
  *velocity = sqrt(lw_partial_max(s, LW_MAX_RESIDUAL));
  *spin     = sqrt(lw_partial_max(s, LW_MAX_GYROSCOPIC));
}

/* The iteration of one step. */
typedef struct iteration {
  int    n;           /* increments so far */
  int    most;        /* iterations until it fails */
  int    extra;       /* iterations still to be made after the increments have met the tolerance */
  double d, d_before; /* sizes of the last two increments */
  double accepted;    /* size of an increment with which a diverging iteration is accepted */
  bool   realtime;    /* a fixed number of iterations, whatever the increments are */
  bool   linear;      /* explicit formulas: positions and velocities are known */
  bool   refresh;     /* the next solve needs a new factorisation */
  bool   small;       /* an increment has met the tolerance */
  bool   done;
} iteration;

static void begin_iteration(lw_instance* s, const lw_augmented* how, iteration* it,
                            const lw_threads* threads)
{
  const lw_settings* settings    = &s->model->settings;
  const bool         linear      = how->rule.beta == 0.0 && how->rule.gamma == 0.0;
  const bool         fixed_point = !how->rule.newton && !linear && !settings->realtime;
  double             velocity, spin;
  *it       = (iteration){.realtime = settings->realtime, .linear = linear, .refresh = true};
  it->most  = (fixed_point ? FIXED_POINT_FACTOR : 1) * (int)s->value[settings->iterations];
  it->extra = how->extra;
  if (how->exact) {
    it->most = 1;
  }
  if (how->exact || settings->realtime) {
    it->extra = 0;
  }
  largest_velocities(s, &velocity, &spin, threads);
  it->accepted = fmin(ACCEPTED, ACCEPTED_FRACTION * how->h * velocity / s->length);
}

/* Tell whether the last increment is small enough.                                      (3.7) */
static bool is_small(const iteration* it, double tolerance)
{
  const double rho = it->n > 1 && it->d_before > 0.0 ? it->d / it->d_before : 1.0;
  return it->d <= tolerance || (rho < 0.3 && rho / (1.0 - rho) * it->d <= 0.1 * tolerance);
}

/* Tell whether an increment of size d is a sign of divergence, after an iterate that can be
 * accepted. */
static bool has_diverged(const iteration* it, double d)
{
  return !it->realtime && it->n > 1 && d > it->d && (it->small || it->d <= it->accepted);
}

/* Count the increment that was added last, and decide how to continue. */
static void count_increment(iteration* it, double tolerance, bool exact)
{
  it->extra -= it->small;
  it->small   = it->small || (!it->realtime && is_small(it, tolerance));
  it->done    = exact || (it->small && it->extra <= 0);
  it->refresh = !it->linear && it->n > 1 && it->d > CONTRACTION_MAX * it->d_before;
}

lw_status lw_augmented_iterate(lw_instance* s, const lw_augmented* how, lw_twist* u,
                               double* multiplier, lw_augmented_evaluate evaluate,
                               const lw_threads* threads)
{
  const double     tolerance = s->value[s->model->settings.tolerance];
  const double     factor    = fmax(2.0 * sqrt(how->rule.beta), 2.0 * how->rule.gamma);
  const lw_tangent tangent   = {factor * how->h, is_stiff(s, how, threads), false};
  iteration        it;
  evaluate(s, how, true, threads);
  begin_iteration(s, how, &it, threads);
  while (!it.done && (it.n < it.most || (it.small && it.extra > 0))) {
    if (it.refresh && !lw_pass_factor(s, &tangent, threads)) {
      return LW_RETRY_SINGULAR;
    }
    lw_pass_solve(s, threads);
    const double d = increment_size(s, how->move, threads);
    if (!isfinite(d)) {
      return LW_RETRY_NEWTON;
    }
    if (has_diverged(&it, d)) {
      break; /* the last iterate is the result */
    }
    it.n++;
    it.d_before = it.d;
    it.d        = d;
    add_increment(s, u, multiplier, threads);
    evaluate(s, how, !it.linear, threads);
    count_increment(&it, tolerance, how->exact);
  }
  lw_threads_wait(threads);
  if (threads->id == 0 && !how->fixed) {
    s->head->iterations = it.n;
    s->head->residual   = it.d;
  }
  return it.done || it.small || it.realtime || it.d <= it.accepted ? LW_OK : LW_RETRY_NEWTON;
}

/* ---- end of a step ----------------------------------------------------------------------- */

/* Work on a body in the step, by the mean force along the mean velocity. This is the work of the
 * trapezoidal rule for forces that are linear in positions and velocities, however stiff they
 * are. */
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

/* Update the energy balance. Tells whether the formulas have generated too much energy, compared
 * with the largest kinetic energy, that of the smallest relevant velocities included. */
static bool generates_energy(lw_instance* s, const lw_augmented* how, const lw_threads* threads)
{
  const lw_structure*      g     = s->structure;
  const lw_augmented_work* w     = lw_augmented_work_of(s);
  lw_augmented_state*      state = s->method_state;
  const double slow = VIOLATION_RATE_MIN * s->natural_rate * s->length, least = 0.5 * slow * slow;
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
      *lw_partial(s, part, LW_SUM_RZ) += energy - w->energy[id];
      *lw_partial(s, part, LW_SUM_FINITE) += energy + least * s->body[id].mass;
    } else {
      const int k = id - g->nbody;
      work        = 0.5 * how->h * (w->power[k] + drive_power(s, k, how->t));
    }
    *lw_partial(s, part, LW_SUM_RZ) -= work;
    *lw_partial(s, part, LW_SUM_PQ) += fabs(work);
  }
  lw_threads_wait(threads);
  if (threads->id == 0) {
    state->generated += lw_partial_sum(s, LW_SUM_RZ);
    state->work += lw_partial_sum(s, LW_SUM_PQ);
    state->largest = fmax(state->largest, lw_partial_sum(s, LW_SUM_FINITE));
  }
  lw_threads_wait(threads);
  return !(state->generated <=
           GENERATED_FRACTION * state->largest + GENERATED_OF_WORK * state->work);
}

/* Steps of the largest size in which the stabilisation corrects an error of the constraints (10.6):
 * where a motion stops, rates of the constraints are still those of the velocities before. */
#define CORRECTED_STEPS 2.0

static void recent_velocity(lw_instance* s, double h, double velocity)
{
  lw_augmented_state* state = s->method_state;
  const double        left  = h / (CORRECTED_STEPS * s->value[s->model->settings.step]);
  state->velocity           = fmax(velocity, (1.0 - fmin(left, 1.0)) * state->velocity);
}

/* Tell whether constraints are violated too much, or a body has turned too far. */
static bool is_apart(lw_instance* s, const lw_augmented* how, const lw_threads* threads)
{
  const lw_structure* g         = s->structure;
  const double        violation = lw_pass_violation(s, threads);
  double              velocity, spin;
  largest_velocities(s, &velocity, &spin, threads);
  if (threads->id == 0) {
    recent_velocity(s, how->h, velocity);
  }
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      lw_connector_prescribe_rate(s, g->node[i].id - g->nbody, how->t);
    }
  }
  const double rate = lw_row_residuals(s, s->v, threads); /* the threads wait in it */
  velocity          = ((const lw_augmented_state*)s->method_state)->velocity;
  /* 2-norms over all rows are compared with limits for the mean over the connectors */
  const double scale = sqrt(fmax(1.0, (double)g->nconnector));
  return !(how->h * spin <= TURN_MAX) || !(violation <= scale * VIOLATION_MAX) ||
         !(rate <= scale * (VIOLATION_RATE_MAX * velocity / s->length +
                            VIOLATION_RATE_MIN * s->natural_rate));
}

lw_status lw_augmented_finish(lw_instance* s, const lw_augmented* how, const lw_threads* threads)
{
  const bool generates = generates_energy(s, how, threads);
  const bool apart     = is_apart(s, how, threads);
  lw_threads_wait(threads); /* all threads have read the sum of the rows */
  lw_pass_finish(s, how->h, threads);
  if (threads->id == 0) {
    lw_invalidate(s, LW_FACTORISATION | LW_VIOLATION);
    lw_set_current(s, LW_POSITIONS | LW_COORDINATES);
    s->head->t = how->t;
  }
  lw_threads_wait(threads);
  return isfinite(lw_partial_sum(s, LW_SUM_FINITE)) && !apart && !generates ? LW_OK
                                                                            : LW_RETRY_DIVERGED;
}
