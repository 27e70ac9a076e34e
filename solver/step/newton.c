/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newton.c - solve the trapezoidal equations of one internal step.
 *
 *   reads    state at the start of the step
 *   writes   positions, multipliers, trapezoidal velocities and accelerations at its end
 *   theory   sections 3.2 and 3.3
 *   cost     one factorisation, at the predicted positions, and a solve per iteration
 *
 * With e = dt^2/4 the equations are scaled so that the matrix does not depend on the step:
 *
 *   [ M      Phi_q^T ] [ dq         ]   [ -e g  ]
 *   [ Phi_q  -eps    ] [ e dlambda  ] = [ -Phi  ]                                        (3.6)
 */
#include "step/newton.h"

#include <math.h>
#include <string.h>

#include "factor/kernels.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/kernels.h"
#include "mechanics/passes.h"
#include "step/convergence.h"
#include "step/project.h"

/* Springs and dampers whose share in the tangent is below this are left to the iteration. */
#define STIFFNESS_MAX 0.02
/* Where (4.7) is above 1, velocities turn round within a step. A prediction that ignores this and carries
 * the ends of a spring by more than half of its length would lead to where it points the other way round. */
#define OSCILLATION_STIFFNESS 1.0
#define OVERSHOOT_MAX 0.5

/* What an increment leaves open of the linearised constraints [m], two digits below LW_CLOSED. */
#define RESIDUAL_INCREMENT 1e-12

/* What may stay of what eps leaves open of an increment: with two digits for directions that are small beside others, less than
 * the contraction that we ask for. */
#define CLOSED_FRACTION (0.01 * LW_CONTRACTION_MAX)

/* Next to a singular configuration an increment that is closed may lead to another branch, unless the prediction was good. Where it
 * corrects more than this fraction of the way, the step is too long for the motion; but an increment below the root of the
 * tolerance ends with the next one, however short the way is. */
#define RESOLVED 0.1

/* Where increments are closed, and Newton's accelerations and multipliers wait. */
typedef struct lw_newton_work {
  lw_twist* increment; /* of the bodies; [-1] ground (nbody)    */
  double*   change;    /* of e lambda                (nrow_all) */
} lw_newton_work;

/* the larger of two, and NaN where one is */
static inline double larger(double a, double b)
{
  return a > b || isnan(a) ? a : b;
}

/* How stiff the connectors of a part are, and whether a prediction would carry a hard spring too far. */
static void measure_stiffness(lw_instance* s, int part, double dt)
{
  const lw_structure* g    = s->structure;
  double              most = 0.0, overshoot = 0.0;
  for (int i = g->part_begin[part]; i < g->part_begin[part + 1] && s->stiff; i++) {
    const int c = g->node[i].id - g->nbody;
    if (c >= 0) {
      const double stiffness = lw_connector_stiffness(s, c, dt);
      most                   = larger(most, stiffness);
      overshoot              = stiffness > OSCILLATION_STIFFNESS
                                   ? larger(overshoot, lw_connector_overshoot(s, c, dt))
                                   : overshoot;
    }
  }
  *lw_partial(s, part, LW_MAX_STIFFNESS) = most;
  *lw_partial(s, part, LW_MAX_OVERSHOOT) = overshoot;
}

/* share of the joint forces in the tangent, e |force| lever, from its square per e           (4.12) */
static double geometric_fraction(double pull, double dt)
{
  return 0.25 * dt * dt * sqrt(pull);
}

/* keep the bodies of a part, predict and place them */
static void predict_part(lw_instance* s, int part, double dt, bool at_rest_prediction)
{
  if (part == s->structure->npart) {
    s->at_rest_prediction = at_rest_prediction;
  }
  *lw_partial(s, part, LW_MAX_GYROSCOPIC) =
      dt * sqrt(s->kernels->predict(s, LW_BODIES_OF(s, part), dt, LW_PREDICT_PLACE,
                                    at_rest_prediction, lw_partial(s, part, LW_MAX_ACCELERATION)));
}

/* keep the rows, measure how stiff the connectors are, predict */
static void predict(lw_instance* s, double dt, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  if (!lw_is_current(s, LW_POSITIONS)) { /* an attempt that failed has left its own places */
    LW_FOR_MY_PARTS_AND_SEPARATOR(g, threads, part)
    {
      s->kernels->place(s, LW_BODIES_OF(s, part));
    }
    lw_threads_wait(threads);
  }
  LW_FOR_MY_PARTS_AND_SEPARATOR(g, threads, part)
  {
    lw_part_save_rows(s, part);
    const double pull                      = s->kernels->largest_force(s, LW_POINTS_OF(s, part));
    *lw_partial(s, part, LW_MAX_GEOMETRIC) = geometric_fraction(pull, dt);
    measure_stiffness(s, part, dt);
    if (!s->stiff) {
      predict_part(s, part, dt, false);
    }
  }
  /* connectors of the separator are measured by velocities of the parts, and all springs tell whether one leaps */
  if (s->stiff) {
    lw_threads_wait(threads);
    const bool at_rest_prediction = lw_partial_max(s, LW_MAX_OVERSHOOT) > OVERSHOOT_MAX;
    LW_FOR_MY_PARTS_AND_SEPARATOR(g, threads, part)
    {
      predict_part(s, part, dt, at_rest_prediction);
    }
  }
}

/* Where the end of the last step has told what the tangent of this one is to have, parts need not wait for each other before they
 * are predicted, factored and go forward, but for bodies of the separator. */
static bool can_follow(const lw_instance* s)
{
  return lw_is_current(s, LW_TANGENT_SIZES | LW_POSITIONS) && s->structure->separator_is_points &&
         !s->stiff;
}

/* One iteration: a round of the solver. */
typedef struct iteration {
  double dt, t;
  bool
       apart; /* rows are a pass of their own: couplings look at joints of all parts, or increments are closed */
  bool follows;  /* parts are still to be predicted, but for bodies of the separator          */
  bool evaluate; /* rows and right-hand side of the parts are still to be computed       */
  bool first;    /* a factorisation follows                                              */
  bool check;    /* those after the iteration are expected to be checked                 */
  bool ahead;    /* then the right-hand sides of the parts follow at once, by their own arms */
} iteration;

/* the equation of motion of the present iterate as right-hand side; measures it as a scaled increment */
static void evaluate_bodies(lw_instance* s, int part, const iteration* it)
{
  *lw_partial(s, part, LW_MAX_RESIDUAL) =
      lw_part_residual(s, part, it->t, -0.25 * it->dt * it->dt, true);
}

static void before(lw_instance* s, int part, const void* data)
{
  const iteration* it        = data;
  const bool       separator = part == s->structure->npart;
  if (it->follows) {
    lw_part_save_rows(s, part);
    if (!separator) {
      predict_part(s, part, it->dt, false);
      lw_part_separator_arms(s, part);
    }
  }
  if (it->evaluate) {
    if (!separator || it->follows) {
      lw_part_rows(s, part, it->t, false, true, true);
    }
    evaluate_bodies(s, part, it);
  }
}

/* Bodies of the separator are predicted before all others. */
static void predict_separator(lw_instance* s, double dt, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  if (threads->id == 0) {
    predict_part(s, g->npart, dt, false);
  }
  if (g->bodies.first[g->npart] < g->bodies.first[g->npart + 1]) {
    lw_threads_wait(threads);
  }
}

/* Add the increments, place the bodies by the trapezoidal rule; measure the largest scaled increment, squared. Rows of
 * the separator have to wait for the bodies of the parts. */
static void update(lw_instance* s, int part, const void* data)
{
  const iteration* it = data;
  *lw_partial(s, part, LW_MAX_INCREMENT) =
      s->kernels->update(s, LW_BODIES_OF(s, part), it->dt, s->x);
  lw_connectors_add_multipliers(s, part, 4.0 / (it->dt * it->dt), s->x, s->lambda);
  if (part < s->structure->npart && !it->apart) {
    lw_part_rows(s, part, it->t, !s->lazy_coordinates, it->check, false);
    if (it->ahead) {
      lw_part_separator_arms(s, part);
      evaluate_bodies(s, part, it);
    }
  }
}

/* Everything that depends on the present iterate. With `check` also the right-hand side of (3.6), and how large it is:
 * equations of motion as a scaled increment, constraints by the sum of their squares. `done`: parts are left
 * out, their rows are there or will be. */
static void evaluate(lw_instance* s, const iteration* it, bool places, bool check, bool done,
                     const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  if (it->apart) {
    lw_pass_rows(s, it->t, places, check, it->first, threads);
  }
  LW_FOR_MY_PARTS_AND_SEPARATOR(g, threads, part)
  {
    if (!it->apart && (!done || part == g->npart)) {
      lw_part_rows(s, part, it->t, places, check, it->first);
      if (check && it->ahead) {
        evaluate_bodies(s, part, it);
      }
    }
  }
  lw_threads_wait(threads);
  LW_FOR_MY_PARTS_AND_SEPARATOR(g, threads, part)
  {
    if (check && !it->evaluate && !it->ahead) {
      evaluate_bodies(s, part, it);
    }
  }
}

/* Are both equations solved?                                                               (3.7) */
static bool is_solved(const lw_instance* s, double tolerance, bool creeps)
{
  return lw_is_solved(tolerance, creeps, sqrt(lw_partial_max(s, LW_MAX_RESIDUAL)),
                      sqrt(lw_partial_sum(s, LW_SUM_ROWS)));
}

/* nothing yet */
static void leave(lw_instance* s, int part, const void* data)
{
  (void)s;
  (void)part;
  (void)data;
}

/* eps leaves rows open, by itself times their change: the increment is closed to what the matrix without it gives. A penalty of the
 * file then does not matter to the motion. Returns whether eps would have left more than a tenth of some rows. */
static bool close_increment(lw_instance* s, const lw_threads* threads)
{
  const lw_structure*   g = s->structure;
  const lw_newton_work* w = s->method_work;
  lw_threads_wait(threads);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    const double*  x    = s->x + node->x;
    if (node->id < g->nbody) {
      memcpy(&w->increment[node->id], x, sizeof *w->increment);
      continue;
    }
    const lw_connector* c = &g->connector[node->id - g->nbody];
    for (int r = 0; r < c->nrow; r++) {
      w->change[c->row + r]     = x[r];
      s->prescribed[c->row + r] = -s->Phi[c->row + r];
    }
  }
  lw_threads_wait(threads);
  const double norm = lw_row_residuals(s, w->increment, threads);
  const double target =
      s->model->settings.penalty > 0.0 ? RESIDUAL_INCREMENT : CLOSED_FRACTION * norm;
  bool slow = false;
  lw_close_rows(s, w->increment, w->change, norm, target, 0.0, &slow, threads);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id < g->nbody) {
      memcpy(x, &w->increment[node->id], sizeof *w->increment);
      continue;
    }
    const lw_connector* c = &g->connector[node->id - g->nbody];
    for (int r = 0; r < c->nrow; r++) x[r] = w->change[c->row + r];
  }
  return slow;
}

/* One increment: a round, with or without a new factorisation, and what it leaves open. Returns the same. */
static bool increment(lw_instance* s, const iteration* it, const lw_tangent* tangent, bool factor,
                      bool closes, const lw_threads* threads)
{
  lw_pass_solve_parts(s,
                      &(lw_solve_pass){.before  = before,
                                       .after   = closes ? leave : update,
                                       .data    = it,
                                       .factor  = factor,
                                       .tangent = tangent},
                      threads);
  const bool slow = closes && close_increment(s, threads);
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, threads, part)
  {
    if (closes) {
      update(s, part, it);
    }
  }
  lw_threads_wait(threads);
  return slow;
}

void lw_newton_lay_out_work(lw_instance* s, const lw_model* m, const lw_structure* g,
                            lw_arena* arena)
{
  s->method_work = NULL;
  if ((m->settings.penalty > 0.0 || !g->is_tree) && !m->settings.realtime) {
    lw_newton_work  measured = {NULL, NULL};
    lw_newton_work* w        = lw_arena_take(arena, 1, sizeof *w);
    s->method_work           = w;
    w                        = w ? w : &measured;
    lw_twist* increment      = lw_arena_take(arena, (size_t)g->nbody + 1, sizeof *increment);
    w->increment             = increment ? increment + 1 : NULL;
    w->change                = lw_arena_take(arena, (size_t)g->nrow_all, sizeof *w->change);
  }
}

/* Velocities and accelerations of the trapezoidal rule, where others stand. */
static void place(lw_instance* s, double dt, const lw_threads* threads)
{
  lw_threads_wait(threads);
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, threads, part)
  {
    double acceleration;
    s->kernels->predict(s, LW_BODIES_OF(s, part), dt, LW_PREDICT_AGAIN, s->at_rest_prediction,
                        &acceleration);
  }
}

/* The step from a prediction, or `again` from the present iterate. Where that is slow every increment has a new tangent, and is
 * closed. */
static lw_status solve(lw_instance* s, double dt, double t_end, bool again,
                       const lw_threads* threads)
{
  const lw_settings* settings  = &s->model->settings;
  const double       tolerance = s->value[settings->tolerance];
  const int          earlier   = again ? (int)s->head->iterations : 0;
  const int          most      = (int)s->value[settings->iterations] - earlier;
  const bool         realtime  = settings->realtime;

  const bool able = s->method_work != NULL, always = able && settings->penalty > 0.0;
  const bool coupled = s->model->ncoupling > 0;
  bool       slow    = again || (able && !always && s->head->slow > 0.0);
  iteration  it      = {.dt = dt, .t = t_end, .apart = coupled || always || slow, .first = true};

  it.follows = !again && !it.apart && can_follow(s);
  if (again) {
    place(s, dt, threads);
  } else if (it.follows) {
    predict_separator(s, dt, threads);
  } else {
    predict(s, dt, threads);
  }
  if (!it.follows) {
    lw_threads_wait(threads);
  }
  const double     stiffness  = it.follows ? 0.0 : lw_partial_max(s, LW_MAX_STIFFNESS);
  const double     geometric  = it.follows ? geometric_fraction(lw_partial_max(s, LW_END_FORCE), dt)
                                           : lw_partial_max(s, LW_MAX_GEOMETRIC);
  const double     gyroscopic = it.follows ? dt * sqrt(lw_partial_max(s, LW_END_GYROSCOPIC))
                                           : lw_partial_max(s, LW_MAX_GYROSCOPIC);
  const lw_tangent tangent    = {dt, stiffness > STIFFNESS_MAX, geometric > LW_GEOMETRIC_MAX};
  /* what the tangent leaves out: small springs and joint forces, and gyroscopic torques always */
  const double neglected =
      tangent.soft || tangent.geometric ? 1.0 : stiffness + geometric + gyroscopic;
  /* parts may follow in the round once the separator is known, unless compliant rows are to be taken from all of them */
  it.evaluate = !it.apart && !tangent.soft;
  if (!it.follows) {
    evaluate(s, &it, false, true, it.evaluate, threads);
  }
  it.first = false;

  bool   refresh = true, done = false;
  double d = 0.0, last = 0.0, moved = 0.0;
  int    n = 0;
  while (!done && n < most) {
    /* Slow contraction may be that of the tangent, or of what eps leaves open: both get their remedy. */
    const bool closes = always || slow || (able && refresh && n > 0);
    it.apart          = coupled || closes;
    if (refresh) {
      if (n > 0) {
        lw_pass_refresh(s, threads);
      }
      lw_pass_soft(s, &tangent, threads);
      moved = 0.0;
    }
    it.check = realtime || (n == 0 && neglected >= 1.0);
    it.ahead = it.check && !it.apart && s->structure->separator_is_points && !s->stiff;
    slow     = (increment(s, &it, &tangent, refresh, closes, threads) && !always) || slow;
    if (!lw_pass_is_regular(s)) {
      return LW_RETRY_SINGULAR;
    }
    it.evaluate = it.follows = false;
    n++;
    last = d;
    d    = sqrt(lw_partial_max(s, LW_MAX_INCREMENT));
    moved += d;
    if (!isfinite(d) ||
        (slow && d * d > tolerance && d > RESOLVED * dt * lw_largest(s, s->v, threads))) {
      return LW_RETRY_NEWTON;
    }
    /* The increments may tell that this was the last one; then, and at the last iteration of real time, there is nothing
     * to check. */
    const bool trust = !realtime && ((n == 1 && lw_is_trusted(neglected, d, tolerance)) ||
                                     lw_is_contracted(tolerance, n, d, last));
    const bool check = realtime ? n < most : !trust;
    if (threads->id == 0) {
      s->head->iterations   = earlier + n;
      s->head->residual     = d;
      s->drift              = tangent.soft ? 1.0 : moved;
      s->stiffness_fraction = tangent.geometric ? geometric : 0.0;
      s->closed             = always || slow;
    }
    evaluate(s, &it, !s->lazy_coordinates, check, it.check || !check, threads);
    if (check && !it.ahead) {
      lw_threads_wait(threads);
    }
    /* Near a singular configuration multipliers creep along a direction that hardly moves the mechanism, although nothing is
     * left open by an increment. */
    const bool creeps = n > 1 && d > LW_CONTRACTION_MAX * last;
    done    = !realtime && (trust || is_solved(s, tolerance, creeps && n > 2 && (closes || !able)));
    refresh = !realtime && (creeps || slow);
  }
  return done || realtime ? LW_OK : LW_RETRY_NEWTON;
}

void lw_newton_keep(lw_instance* s, bool save, const lw_threads* threads)
{
  const lw_structure*   g = s->structure;
  const lw_newton_work* w = s->method_work;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int id = g->node[i].id;
    if (id < g->nbody) {
      *(save ? &w->increment[id] : &s->a[id]) = *(save ? &s->a[id] : &w->increment[id]);
      continue;
    }
    const lw_connector* c = &g->connector[id - g->nbody];
    memcpy((save ? w->change : s->lambda) + c->row, (save ? s->lambda : w->change) + c->row,
           (size_t)c->nrow * sizeof *s->lambda);
  }
  lw_threads_wait(threads);
}

lw_status lw_newton_solve(lw_instance* s, double dt, double t_end, const lw_threads* threads)
{
  return solve(s, dt, t_end, false, threads);
}

lw_status lw_newton_close(lw_instance* s, double dt, double t_end, const lw_threads* threads)
{
  return solve(s, dt, t_end, true, threads);
}
