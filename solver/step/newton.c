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
 *   [ M      Phi_q^T ] [ dq         ]   [ -e (g + Phi_q^T lambda) ]
 *   [ Phi_q  -eps    ] [ e dlambda  ] = [ -Phi                    ]                      (3.6)
 *
 * lw_newton_solve() predicts, chooses the tangent and calls lw_iterate(); take_increment() and
 * measure() are what it iterates.
 */
#include "step/newton.h"

#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "factor/kernels.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/kernels.h"
#include "step/accuracy.h"
#include "step/close_rows.h"
#include "step/iterate.h"

/* Springs and dampers whose fraction of the tangent is below this are left to the iteration. */
#define STIFFNESS_MAX 0.02
/* Where (4.7) is above 1, velocities change their sign within a step. A prediction that ignores
 * this and carries the ends of a spring by more than half of its length would turn the spring
 * round. */
#define OSCILLATION_STIFFNESS 1.0
#define OVERSHOOT_MAX 0.5

/* Residual of the linearised constraints after an increment that is closed, two digits below
 * LW_CLOSED. */
#define RESIDUAL_INCREMENT 1e-12

/* What may stay of the rows that eps leaves open in an increment: with two digits for directions
 * that are small beside others, less than the contraction that we ask for. */
#define CLOSED_FRACTION (0.01 * LW_CONTRACTION_MAX)

/* The mean effort of a stop grows with the third power of the depth, so that an iteration from far
 * too deep comes back by a third of it only. In a step in which joints may be in their stops, and
 * whose error is limited, there may be this many times as many increments. */
#define STOP_ITERATIONS 4

/* Next to a singular configuration an increment that is closed may lead to another branch,
 * unless the prediction was good. Where it corrects more than this fraction of the motion in a
 * step, the step is too long; but an increment below the root of the tolerance ends with the
 * next one, however short the motion is. */
#define RESOLVED 0.1

/* Memory for increments that are closed, and for Newton's accelerations and multipliers. */
typedef struct lw_newton_work {
  lw_twist* increment; /* of the bodies; [-1] ground (nbody)    */
  double*   change;    /* of e lambda                (nrow_all) */
} lw_newton_work;

/* ---- prediction ---------------------------------------------------------------------------- */

/* How stiff the connectors of a part are, and whether a prediction would carry a hard spring too
 * far. */
static void measure_stiffness(lw_instance* s, int part, double dt)
{
  const lw_structure* g    = s->structure;
  double              most = 0.0, overshoot = 0.0, stops = 0.0;
  for (int i = g->part_begin[part]; i < g->part_begin[part + 1] && s->stiff; i++) {
    const int c = g->node[i].id - g->nbody;
    if (c >= 0) {
      if (s->has_stops && lw_connector_begin_step(s, c, dt)) {
        stops = 1.0;
      }
      const double stiffness = lw_connector_stiffness(s, c, dt);
      most                   = lw_larger(most, stiffness);
      overshoot              = stiffness > OSCILLATION_STIFFNESS
                                   ? lw_larger(overshoot, lw_connector_overshoot(s, c, dt))
                                   : overshoot;
    }
  }
  *lw_partial(s, part, LW_MAX_STIFFNESS) = most;
  *lw_partial(s, part, LW_MAX_OVERSHOOT) = overshoot;
  *lw_partial(s, part, LW_MAX_STOPS)     = stops;
}

/* fraction of the joint forces in the tangent, e |force| arm, from its square per e       (4.12) */
static double geometric_fraction(double force, double dt)
{
  return 0.25 * dt * dt * sqrt(force);
}

/* save the bodies of a part, predict and place them                                       (3.3) */
static void predict_part(const lw_newton* w, int part)
{
  lw_instance* s = w->s;
  *lw_partial(s, part, LW_MAX_GYROSCOPIC) =
      w->dt * sqrt(s->kernels->predict(s, LW_BODIES_OF(s, part), w->dt, LW_PREDICT_PLACE,
                                       w->at_rest, lw_partial(s, part, LW_MAX_ACCELERATION)));
}

void lw_newton_stops(const lw_newton* w, double dt)
{
  lw_instance* s = w->s;
  if (s->has_stops && !s->model->settings.project_accelerations) {
    lw_threads_wait(w->threads);
    if (w->threads->id == 0) {
      s->stop_step = dt;
    }
    lw_threads_wait(w->threads);
  }
}

/* Bodies of the separator are predicted before all others. */
static void predict_separator(const lw_newton* w)
{
  const lw_structure* g = w->s->structure;
  if (w->threads->id == 0) {
    predict_part(w, g->npart);
  }
  if (g->bodies.first[g->npart] < g->bodies.first[g->npart + 1]) {
    lw_threads_wait(w->threads);
  }
}

/* save the rows, measure how stiff the connectors are, predict all bodies */
static void predict_all(lw_newton* w)
{
  lw_instance*        s = w->s;
  const lw_structure* g = s->structure;
  if (!lw_is_current(s, LW_POSITIONS)) { /* a step that failed has left its own placements */
    LW_FOR_MY_PARTS_AND_SEPARATOR(g, w->threads, part)
    {
      s->kernels->place(s, LW_BODIES_OF(s, part));
    }
    lw_threads_wait(w->threads);
  }
  lw_newton_stops(w, w->dt);
  LW_FOR_MY_PARTS_AND_SEPARATOR(g, w->threads, part)
  {
    lw_part_save_rows(s, part);
    const double force                     = s->kernels->largest_force(s, LW_POINTS_OF(s, part));
    *lw_partial(s, part, LW_MAX_GEOMETRIC) = geometric_fraction(force, w->dt);
    measure_stiffness(s, part, w->dt);
    if (!s->stiff) {
      predict_part(w, part);
    }
  }
  /* Connectors of the separator are measured by velocities of the parts, and the prediction depends
   * on all springs. */
  if (s->stiff) {
    lw_threads_wait(w->threads);
    w->at_rest = lw_partial_max(s, LW_MAX_OVERSHOOT) > OVERSHOOT_MAX;
    w->stops = w->it.not_smooth = s->has_stops && lw_partial_max(s, LW_MAX_STOPS) > 0.0;
    w->it.most *= w->stops && w->error->accuracy > 0.0 ? STOP_ITERATIONS : 1;
    LW_FOR_MY_PARTS_AND_SEPARATOR(g, w->threads, part)
    {
      predict_part(w, part);
    }
  }
  lw_threads_wait(w->threads);
}

/* ---- rows and right-hand side --------------------------------------------------------------- */

/* the equations of motion of the present iterate as right-hand side; measures them as a scaled
 * increment                                                                        (3.2), (3.7) */
static void evaluate_bodies(const lw_newton* w, int part)
{
  *lw_partial(w->s, part, LW_MAX_RESIDUAL) =
      lw_part_residual(w->s, part, w->t_end, -0.25 * w->dt * w->dt, w->dt);
}

/* rows of all parts, after which others may read them */
static void evaluate_rows(const lw_newton* w, bool frames, bool residual, bool jacobian)
{
  const lw_newton_plan* plan = &w->plan;
  lw_instance*          s    = w->s;
  if (plan->rows_apart) {
    lw_pass_rows(s, w->t_end, frames, residual, jacobian, w->threads);
  }
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, w->threads, part)
  {
    const bool done = part < s->structure->npart &&
                      (w->it.n == 0 ? plan->parts_evaluate : plan->residual || !residual);
    if (!plan->rows_apart && !done) {
      lw_part_rows(s, part, w->t_end, frames, residual, jacobian);
      if (residual && plan->right_side) {
        evaluate_bodies(w, part);
      }
    }
  }
  lw_threads_wait(w->threads);
}

/* the equations of motion of all parts, unless that is done as parts go forward */
static void evaluate_motion(const lw_newton* w)
{
  if (!w->plan.parts_evaluate && !w->plan.right_side) {
    LW_FOR_MY_PARTS_AND_SEPARATOR(w->s->structure, w->threads, part)
    {
      evaluate_bodies(w, part);
    }
  }
}

/* ---- an increment --------------------------------------------------------------------------- */

/* what a part still lacks of prediction, rows and right-hand side; factor it; the first half of the
 * solve */
static void go_forward(const lw_newton* w, int part)
{
  lw_instance* s         = w->s;
  const bool   separator = part == s->structure->npart;
  const int    scratch   = lw_threads_first_part(w->threads, s->structure->npart);
  if (w->plan.parts_predict) {
    lw_part_save_rows(s, part);
    if (!separator) {
      predict_part(w, part);
      lw_part_separator_arms(s, part);
    }
  }
  if (w->plan.parts_evaluate) {
    if (!separator || w->plan.parts_predict) {
      lw_part_rows(s, part, w->t_end, false, true, true);
    }
    evaluate_bodies(w, part);
  }
  if (w->it.refresh) {
    lw_part_factorise(s, part, &w->tangent, scratch);
  }
  s->factor.kernels->forward(s->structure, &s->factor, s->x, false, part, scratch);
}

/* Add the increments, place the bodies by the trapezoidal rule; measure the largest scaled
 * increment, squared. Rows of the separator have to wait for the bodies of the parts.     (3.4) */
static void add_increment(const lw_newton* w, int part)
{
  lw_instance* s = w->s;
  *lw_partial(s, part, LW_MAX_INCREMENT) =
      s->kernels->update(s, LW_BODIES_OF(s, part), w->dt, s->x);
  lw_connectors_add_multipliers(s, part, 4.0 / (w->dt * w->dt), s->x, s->lambda);
  if (part < s->structure->npart && !w->plan.rows_apart) {
    lw_part_rows(s, part, w->t_end, !s->lazy_coordinates, w->plan.residual, false);
    if (w->plan.right_side) {
      lw_part_separator_arms(s, part);
      evaluate_bodies(w, part);
    }
  }
}

/* the second half of the solve */
static void come_back(const lw_newton* w, int part)
{
  lw_instance* s = w->s;
  s->factor.kernels->backward(s->structure, &s->factor, s->x, false, part);
  if (!w->closes) {
    add_increment(w, part);
  }
}

/* Between the solution in s->x and the workspace in which increments are closed. */
static void exchange_increment(const lw_newton* w, bool take)
{
  lw_instance*          s    = w->s;
  const lw_structure*   g    = s->structure;
  const lw_newton_work* work = s->method_work;
  LW_FOR_MY_NODES(g, w->threads, part, i)
  {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id < g->nbody) {
      double* u = work->increment[node->id].v;
      memcpy(take ? u : x, take ? x : u, sizeof *work->increment);
      continue;
    }
    const lw_connector* c = &g->connector[node->id - g->nbody];
    double*             y = work->change + c->row;
    memcpy(take ? y : x, take ? x : y, (size_t)c->nrow * sizeof *x);
    for (int r = 0; r < c->nrow && take; r++) s->prescribed[c->row + r] = -s->Phi[c->row + r];
  }
}

/* eps leaves rows open, by itself times their change: the increment is closed to what the matrix
 * without it gives. A penalty of the file then does not matter to the motion. Returns whether eps
 * would have left more than a tenth of some rows.                                        (4.16) */
static bool close_increment(const lw_newton* w)
{
  lw_instance*          s    = w->s;
  const lw_newton_work* work = s->method_work;
  lw_threads_wait(w->threads);
  exchange_increment(w, true);
  lw_threads_wait(w->threads);
  const double norm = lw_row_residuals(s, work->increment, w->threads);
  const double target =
      s->model->settings.penalty > 0.0 ? RESIDUAL_INCREMENT : CLOSED_FRACTION * norm;
  bool slow = false;
  lw_close_rows(s, work->increment, work->change, norm, target, 0.0, &slow, w->threads);
  exchange_increment(w, false);
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, w->threads, part)
  {
    add_increment(w, part);
  }
  return slow;
}

/* Factor where the tangent is new, solve (3.6), add what it gives: first the parts, then the
 * separator, then the parts again. Returns whether eps leaves more than a tenth of some rows. */
static bool solve_increment(const lw_newton* w)
{
  lw_instance*        s = w->s;
  const lw_structure* g = s->structure;
  if (w->it.refresh) {
    lw_pass_factor_prepare(s, &w->tangent, w->threads);
  }
  LW_FOR_MY_PARTS(g, w->threads, part)
  {
    go_forward(w, part);
  }
  lw_threads_wait(w->threads);
  if (w->threads->id == 0) {
    go_forward(w, g->npart);
    come_back(w, g->npart);
  }
  lw_threads_wait(w->threads);
  LW_FOR_MY_PARTS(g, w->threads, part)
  {
    come_back(w, part);
  }
  const bool slow = w->closes && close_increment(w);
  lw_threads_wait(w->threads);
  return slow;
}

/* ---- what lw_iterate() calls ----------------------------------------------------------------- */

/* An increment, after which the parts have their new positions. Slow contraction may be that of the
 * tangent, or of what eps leaves open: both get their remedy, a new tangent and closing.  (3.6) */
static lw_status take_increment(void* step)
{
  lw_newton*    w  = step;
  lw_instance*  s  = w->s;
  lw_iteration* it = &w->it;
  w->closes        = w->all_closed || it->slow || (w->may_close && it->refresh && it->n > 0);
  it->slow_is_done = w->closes || !(w->may_close || it->not_smooth);
  if (it->refresh) {
    if (it->n > 0) {
      lw_pass_refresh(s, w->threads);
    }
    lw_pass_soft(s, &w->tangent, w->threads);
    it->moved = 0.0;
  }
  w->plan.rows_apart = s->model->ncoupling > 0 || w->closes;
  w->plan.residual   = it->fixed || (it->n == 0 && it->neglected >= 1.0);
  w->plan.right_side =
      w->plan.residual && !w->plan.rows_apart && s->structure->separator_is_points && !s->stiff;
  it->slow = (solve_increment(w) && !w->all_closed) || it->slow;
  if (!lw_pass_is_regular(s)) {
    return LW_RETRY_SINGULAR;
  }
  w->plan.parts_evaluate = w->plan.parts_predict = false;
  lw_iteration_add(it, sqrt(lw_partial_max(s, LW_MAX_INCREMENT)));
  const double d = it->increment;
  if (!isfinite(d) || (it->slow && d * d > it->tolerance &&
                       d > RESOLVED * w->dt * lw_largest(s, s->v, w->threads))) {
    return LW_RETRY_NEWTON;
  }
  return LW_OK;
}

/* rows at the new positions; their residual and that of the equations of motion, where the next
 * increment or the decision needs them                                                     (3.7) */
static void measure(void* step)
{
  lw_newton*    w     = step;
  lw_iteration* it    = &w->it;
  const bool    check = it->fixed ? it->n < it->most : !it->last;
  evaluate_rows(w, !w->s->lazy_coordinates, check, false);
  if (check) {
    evaluate_motion(w);
    if (!w->plan.right_side) {
      lw_threads_wait(w->threads);
    }
    it->force = sqrt(lw_partial_max(w->s, LW_MAX_RESIDUAL));
    it->rows  = sqrt(lw_partial_sum(w->s, LW_SUM_ROWS));
  }
}

/* ---- the step ------------------------------------------------------------------------------- */

/* The end of the last step has measured what the tangent of this one is to contain, and parts need
 * not wait for each other before they are predicted, factored and go forward, but for bodies of the
 * separator. */
static bool parts_can_predict(const lw_instance* s)
{
  return lw_is_current(s, LW_TANGENT_SIZES | LW_POSITIONS) && s->structure->separator_is_points &&
         !s->stiff;
}

/* What the tangent contains besides masses and constraints, by the size that it would have: springs
 * and dampers (4.7), joint forces (4.12). Gyroscopic torques are always left out. */
static void choose_tangent(lw_newton* w)
{
  lw_instance* s    = w->s;
  const bool   soon = w->plan.parts_predict; /* the sizes are those of the end of the last step */
  const double stiffness  = soon ? 0.0 : lw_partial_max(s, LW_MAX_STIFFNESS);
  const double gyroscopic = soon ? w->dt * sqrt(lw_partial_max(s, LW_END_GYROSCOPIC))
                                 : lw_partial_max(s, LW_MAX_GYROSCOPIC);
  w->geometric            = soon ? geometric_fraction(lw_partial_max(s, LW_END_FORCE), w->dt)
                                 : lw_partial_max(s, LW_MAX_GEOMETRIC);
  w->tangent = (lw_tangent){w->dt, stiffness > STIFFNESS_MAX, w->geometric > LW_GEOMETRIC_MAX};
  w->it.neglected =
      w->tangent.soft || w->tangent.geometric ? 1.0 : stiffness + w->geometric + gyroscopic;
}

/* Is what the last increment has left open no matter against the error of the step? A tolerance
 * that is narrower than all increments can reach need not halve it then. Where stops bend the
 * equations the last increment does not tell.                                             (3.7) */
static bool is_near_enough(const lw_newton* w)
{
  return w->it.n == w->it.most && !w->it.not_smooth && w->it.rows <= LW_CLOSED &&
         !lw_error_shows(w->s, w->dt, w->error, lw_iteration_left(&w->it));
}

/* Evaluate the first right-hand side and iterate. */
static lw_status iterate(lw_newton* w)
{
  choose_tangent(w);
  /* parts can do it as they go forward, unless compliant rows are to be computed from all of
   * them */
  w->plan.parts_evaluate = !w->plan.rows_apart && !w->tangent.soft;
  if (!w->plan.parts_predict) {
    evaluate_rows(w, false, true, true);
    evaluate_motion(w);
  }
  lw_status status = lw_iterate(&w->it, w, take_increment, measure);
  if (status == LW_RETRY_NEWTON && is_near_enough(w)) {
    status = LW_OK;
  }
  w->drift              = w->tangent.soft ? 1.0 : w->it.moved;
  w->stiffness_fraction = w->tangent.geometric ? w->geometric : 0.0;
  w->closed             = w->all_closed || w->it.slow;
  return status;
}

static void publish(const lw_newton* w, int earlier)
{
  if (w->threads->id == 0) {
    w->s->head->iterations = earlier + w->it.n;
    w->s->head->residual   = w->it.increment;
  }
}

/* the iteration from its beginning, with at most that many increments */
static lw_iteration begin_iteration(const lw_newton* w, int most, bool slow)
{
  const lw_settings* settings = &w->s->model->settings;
  lw_iteration       it       = {.most = most, .may_refresh = true, .slow = slow};
  it.tolerance                = w->s->value[settings->tolerance];
  it.fixed                    = settings->realtime;
  it.not_smooth               = w->stops;
  return it;
}

lw_status lw_newton_solve(lw_instance* s, double dt, double t_end, lw_step_error* error,
                          lw_newton* w, const lw_threads* threads)
{
  const lw_settings* settings = &s->model->settings;
  const int          most     = (int)s->value[settings->iterations];
  *w            = (lw_newton){.s = s, .threads = threads, .dt = dt, .t_end = t_end, .error = error};
  w->may_close  = s->method_work != NULL;
  w->all_closed = w->may_close && settings->penalty > 0.0;
  const bool slow       = w->may_close && !w->all_closed && s->head->slow > 0.0;
  w->it                 = begin_iteration(w, most, slow);
  w->plan.rows_apart    = s->model->ncoupling > 0 || w->all_closed || slow;
  w->plan.parts_predict = !w->plan.rows_apart && parts_can_predict(s);
  if (w->plan.parts_predict) {
    predict_separator(w);
  } else {
    predict_all(w);
  }
  const lw_status status = iterate(w);
  publish(w, 0);
  return status;
}

lw_status lw_newton_close(lw_newton* w)
{
  lw_instance* s       = w->s;
  const int    earlier = w->it.n;
  w->it                = begin_iteration(w, w->it.most - earlier, true);
  w->plan              = (lw_newton_plan){.rows_apart = true};
  lw_newton_stops(w, w->dt);
  /* velocities and accelerations of the trapezoidal rule, which the levels have replaced  (3.4) */
  lw_threads_wait(w->threads);
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, w->threads, part)
  {
    double acceleration;
    s->kernels->predict(s, LW_BODIES_OF(s, part), w->dt, LW_PREDICT_AGAIN, w->at_rest,
                        &acceleration);
  }
  lw_threads_wait(w->threads);
  const lw_status status = iterate(w);
  lw_newton_stops(w, 0.0);
  publish(w, earlier);
  return status;
}

/* ---- workspace ------------------------------------------------------------------------------ */

static void exchange(const lw_newton* w, bool save)
{
  lw_instance*          s    = w->s;
  const lw_structure*   g    = s->structure;
  const lw_newton_work* work = s->method_work;
  LW_FOR_MY_NODES(g, w->threads, part, i)
  {
    const int id = g->node[i].id;
    if (id < g->nbody) {
      *(save ? &work->increment[id] : &s->a[id]) = *(save ? &s->a[id] : &work->increment[id]);
      continue;
    }
    const lw_connector* c = &g->connector[id - g->nbody];
    memcpy((save ? work->change : s->lambda) + c->row, (save ? s->lambda : work->change) + c->row,
           (size_t)c->nrow * sizeof *s->lambda);
  }
  lw_threads_wait(w->threads);
}

void lw_newton_save(const lw_newton* w)
{
  exchange(w, true);
}

void lw_newton_restore(const lw_newton* w)
{
  exchange(w, false);
}

void lw_newton_lay_out_work(lw_instance* s, const lw_model* m, const lw_structure* g,
                            lw_arena* arena)
{
  s->method_work = NULL;
  if ((m->settings.penalty > 0.0 || !g->is_tree) && !m->settings.realtime) {
    lw_newton_work  measured = {NULL, NULL};
    lw_newton_work* work     = lw_arena_take(arena, 1, sizeof *work);
    s->method_work           = work;
    work                     = work ? work : &measured;
    lw_twist* increment      = lw_arena_take(arena, (size_t)g->nbody + 1, sizeof *increment);
    work->increment          = increment ? increment + 1 : NULL;
    work->change             = lw_arena_take(arena, (size_t)g->nrow_all, sizeof *work->change);
  }
}
