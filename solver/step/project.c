/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * project.c - the velocity and acceleration level of a step.
 *
 *   reads    positions, Jacobians, factorisation; velocities, inputs
 *   writes   v; a and lambda
 *   theory   sections 3.4 and 3.5
 *   cost     a solve per level without loops, two or three with them
 *
 * A level is closed in one of two ways. With a factorisation of the present positions its rows are
 * measured after each pass (close_rows.c). With one of positions next to them, in a mechanism
 * without loops, the drift tells what a pass leaves, and a part computes all that it needs for a
 * pass in one go.
 */
#include "step/project.h"

#include "base/linalg.h"
#include "factor/kernels.h"
#include "mechanics/connectors.h"
#include "mechanics/kernels.h"
#include "step/accuracy.h"
#include "step/close_rows.h"
#include "step/iterate.h"

/* With joint forces of a fraction b in the factorisation a pass of the accelerations leaves
 * b / (1 + b) of what it moved. Up to this fraction one to three passes do, and a new factorisation
 * costs as much as three. */
#define REUSE_STIFFNESS_FRACTION 0.25

/* passes with a factorisation that has drifted: each is worth two digits or more */
#define PASSES_MAX 20

/* With joint forces in the factorisation: what may be left of the equations of motion, as a
 * fraction of the accelerations. These have an error of second order, 1e-5 of them with a step
 * of 1 ms in a chain of 128 links; what is left falls with the fourth power of the step. */
#define BALANCED 1e-5
/* Rows that may be open by an estimate, the largest drift of a body times what all were moved: ten
 * times as much as where rows are measured. Times lw_rate(), and its square.              (4.20) */
#define CLOSED_VELOCITY (10.0 * LW_RESIDUAL_VELOCITY)
#define CLOSED_ACCELERATION (10.0 * LW_RESIDUAL_ACCELERATION)

/* Accelerations of the trapezoidal rule, twice a mean less the last ones, are at most three times
 * what they should be. (3.9) divides an error of the positions by the distance from a singular
 * configuration three times: accelerations far beyond Newton's are noise. */
#define NOISE 10.0

/* A step is accepted with rows that are closed (4.19): positions to this, velocities to this
 * fraction of the largest velocity, or to what is promised for slow ones, times lw_rate(). Next to
 * a singular configuration passes that would bring noise are left out (LW_NOISE_FRACTION), which
 * leaves 1e-7 of the velocities; a projection that does not converge leaves 1e-4 and more. */
#define ACCEPTED_POSITION 1e-7
#define ACCEPTED_VELOCITY 1e-6
#define PROMISED_VELOCITY 3e-10

/* ---- right-hand sides ------------------------------------------------------------------------ */

/* what the rows prescribe for velocities, -Phi_t, or for accelerations, gamma */
static void prescribe(lw_instance* s, double t, bool acceleration, const lw_threads* threads)
{
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, threads, part)
  {
    lw_connectors_prescribe(s, part, t, acceleration);
  }
}

/* (-(g + Phi_q^T lambda), gamma - Phi_q a) of all parts; returns the norm of the lower part
 * (3.9) */
static double balance(lw_instance* s, double t, const lw_threads* threads)
{
  lw_pass_forces(s, t, LW_WRENCHES_ALL, threads);
  const double norm = lw_level_residual(s, s->a, threads);
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, threads, part)
  {
    lw_part_residual(s, part, t, -1.0, 0.0);
  }
  return norm;
}

static void clear_multipliers(lw_instance* s, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      const lw_connector* c = &g->connector[g->node[i].id - g->nbody];
      for (int r = 0; r < c->nrow; r++) s->lambda[c->row + r] = 0.0;
    }
  }
}

/* What may stay of rows of the size `norm`.                                               (4.20) */
static double velocity_target(const lw_instance* s, double norm)
{
  return lw_level_target(LW_RESIDUAL_VELOCITY * lw_rate(s), norm);
}

static double acceleration_target(const lw_instance* s, double norm)
{
  const double rate = lw_rate(s);
  return lw_level_target(LW_RESIDUAL_ACCELERATION * rate * rate, norm);
}

/* ---- levels with measured rows --------------------------------------------------------------- */

static double project_velocities(lw_instance* s, double t, bool* slow, const lw_threads* threads)
{
  prescribe(s, t, false, threads);
  lw_threads_wait(threads); /* a thread may still be reading the sum of the rows */
  const double norm = lw_level_residual(s, s->v, threads);
  return lw_close_rows(s, s->v, NULL, norm, velocity_target(s, norm),
                       slow ? LW_NOISE_FRACTION : 0.0, slow, threads);
}

double lw_project_velocities_by(lw_instance* s, double t, double sigma[], const lw_threads* threads)
{
  prescribe(s, t, false, threads);
  lw_threads_wait(threads); /* as above */
  const double norm = lw_level_residual(s, s->v, threads);
  return lw_close_rows(s, s->v, sigma, norm, lw_level_target(LW_RESIDUAL_VELOCITY, norm), 0.0, NULL,
                       threads);
}

double lw_project_velocities(lw_instance* s, double t, const lw_threads* threads)
{
  return project_velocities(s, t, NULL, threads);
}

double lw_project_accelerations(lw_instance* s, double t, const lw_threads* threads)
{
  prescribe(s, t, true, threads);
  lw_threads_wait(threads); /* as above */
  const double norm = lw_level_residual(s, s->a, threads);
  return lw_close_rows(s, s->a, NULL, norm, acceleration_target(s, norm), 0.0, NULL, threads);
}

double lw_accelerate(lw_instance* s, double t, bool forget, const lw_threads* threads)
{
  prescribe(s, t, true, threads);
  if (forget) {
    clear_multipliers(s, threads);
  }
  const double first = balance(s, t, threads);
  lw_pass_solve(s, threads);
  lw_add_solution(s, 1.0, s->x, s->a, s->lambda, threads);
  if (!s->structure->is_tree && forget) {
    /* Redundant rows cost digits of the solution: once more with what is left of both equations.
     * The passes that follow keep the upper one. */
    balance(s, t, threads);
    lw_pass_solve(s, threads);
    lw_add_solution(s, 1.0, s->x, s->a, s->lambda, threads);
  }
  const double norm = lw_level_residual(s, s->a, threads);
  return lw_close_rows(s, s->a, s->lambda, norm, acceleration_target(s, first), 0.0, NULL, threads);
}

/* ---- levels with a factorisation that has drifted -------------------------------------------- */

/* a pass of the velocities, before and after the solve                                     (3.8) */
static void velocities_forward(const lw_levels* l, int part)
{
  const double t = l->newton->t_end;
  lw_instance* s = l->newton->s;
  lw_connectors_prescribe(s, part, t, false);
  lw_part_row_residuals(s, part, s->v);
  if (l->ahead && part == s->structure->npart) {
    lw_connectors_write_wrenches(s, part, t, LW_WRENCHES_WHERE_READ); /* the parts read them next */
  }
  s->factor.kernels->forward(s->structure, &s->factor, s->x, true, part,
                             lw_threads_first_part(l->newton->threads, s->structure->npart));
}

/* right-hand side (-(g + Phi_q^T lambda), gamma - Phi_q a), and its way forward; in the first pass
 * with the gamma that belongs to the velocities                                            (3.9) */
static void accelerations_forward(const lw_levels* l, int part, bool first)
{
  const double t = l->newton->t_end;
  lw_instance* s = l->newton->s;
  if (first) {
    lw_connectors_prescribe(s, part, t, true);
  }
  if (part < s->structure->npart) {
    lw_connectors_write_wrenches(s, part, t, LW_WRENCHES_WHERE_READ);
  }
  lw_part_row_residuals(s, part, s->a);
  lw_part_residual(s, part, t, -1.0, 0.0);
  s->factor.kernels->forward(s->structure, &s->factor, s->x, false, part,
                             lw_threads_first_part(l->newton->threads, s->structure->npart));
}

static void velocities_back(const lw_levels* l, int part)
{
  lw_instance* s = l->newton->s;
  s->factor.kernels->backward(s->structure, &s->factor, s->x, true, part);
  *lw_partial(s, part, LW_SUM_VELOCITY) =
      s->kernels->add_velocity(s, LW_BODIES_OF(s, part), 1.0, s->x, s->v, NULL);
  if (l->parts_finish && l->newton->stiffness_fraction > 0.0) {
    lw_part_extrapolate(s, part);
  }
  if (l->ahead && part < s->structure->npart) {
    accelerations_forward(l, part, true);
  }
}

static void accelerations_back(const lw_levels* l, int part)
{
  lw_instance* s = l->newton->s;
  s->factor.kernels->backward(s->structure, &s->factor, s->x, false, part);
  *lw_partial(s, part, LW_SUM_ACCELERATION) = s->kernels->add_velocity(
      s, LW_BODIES_OF(s, part), 1.0, s->x, s->a, lw_partial(s, part, LW_MAX_STIFFNESS_ERROR));
  lw_connectors_add_multipliers(s, part, 1.0, s->x, s->lambda);
  if (part == s->structure->npart) {
    lw_connectors_write_wrenches(s, part, l->newton->t_end,
                                 LW_WRENCHES_WHERE_READ); /* for another pass */
  }
  if (l->parts_finish) {
    lw_part_finish(s, part, l->newton->dt);
  }
}

/* Is a level closed, by what a pass has moved of all bodies together?                     (4.20) */
static bool is_closed(const lw_levels* l, int slot)
{
  const double rate = lw_rate(l->newton->s);
  const double target =
      slot == LW_SUM_VELOCITY ? CLOSED_VELOCITY * rate : CLOSED_ACCELERATION * rate * rate;
  return lw_is_closed_by_estimate(l->newton->drift, sqrt(lw_partial_sum(l->newton->s, slot)),
                                  target);
}

/* With joint forces in the factorisation, a solve leaves of what it turned a body the fraction that
 * they have of its inertia. Is that small against the error that accelerations have? */
static bool is_balanced(const lw_levels* l)
{
  return !(l->newton->stiffness_fraction > 0.0) ||
         sqrt(lw_partial_max(l->newton->s, LW_MAX_STIFFNESS_ERROR)) <=
             BALANCED * sqrt(lw_partial_max(l->newton->s, LW_MAX_ACCELERATION));
}

/* Passes until the velocities are closed by the estimate: parts, separator, parts. Where the parts
 * go on to the accelerations there is one, and whether it was enough is seen later. Returns whether
 * they are closed. */
static bool close_velocities(const lw_levels* l)
{
  const lw_threads*   threads = l->newton->threads;
  const lw_structure* g       = l->newton->s->structure;
  for (int pass = 0; pass < PASSES_MAX; pass++) {
    LW_FOR_MY_PARTS(g, threads, part)
    {
      velocities_forward(l, part);
    }
    lw_threads_wait(threads);
    if (threads->id == 0) {
      velocities_forward(l, g->npart);
      velocities_back(l, g->npart);
    }
    lw_threads_wait(threads);
    LW_FOR_MY_PARTS(g, threads, part)
    {
      velocities_back(l, part);
    }
    if (l->ahead) {
      return true;
    }
    lw_threads_wait(threads);
    if (is_closed(l, LW_SUM_VELOCITY)) {
      return true;
    }
  }
  return false;
}

/* The same with the accelerations; the parts may have gone forward already. */
static void close_accelerations(const lw_levels* l, bool begun)
{
  const lw_threads*   threads = l->newton->threads;
  const lw_structure* g       = l->newton->s->structure;
  for (int pass = 0; pass < PASSES_MAX; pass++) {
    LW_FOR_MY_PARTS(g, threads, part)
    {
      if (pass > 0 || !begun) {
        accelerations_forward(l, part, pass == 0);
      }
    }
    lw_threads_wait(threads);
    if (threads->id == 0) {
      accelerations_forward(l, g->npart, pass == 0);
      accelerations_back(l, g->npart);
    }
    lw_threads_wait(threads);
    LW_FOR_MY_PARTS(g, threads, part)
    {
      accelerations_back(l, part);
    }
    lw_threads_wait(threads);
    if (is_closed(l, LW_SUM_ACCELERATION) && is_balanced(l)) {
      return;
    }
  }
}

/* Wrenches of the separator's connectors, for the bodies of the parts. */
static void write_separator_wrenches(const lw_levels* l)
{
  lw_instance* s = l->newton->s;
  if (l->newton->threads->id == 0) {
    lw_connectors_write_wrenches(s, s->structure->npart, l->newton->t_end, LW_WRENCHES_WHERE_READ);
  }
  lw_threads_wait(l->newton->threads);
}

/* Parts go on to the accelerations at once where velocities are likely to be closed: those of the
 * trapezoidal rule are off by the error of the prediction, times 2/dt. Where forces depend on
 * velocities, those of the separator wait for the bodies of the parts. */
static bool parts_can_go_on(const lw_levels* l)
{
  const lw_newton*    n     = l->newton;
  const lw_structure* g     = n->s->structure;
  const double        moved = 2.0 / n->dt * n->drift * sqrt((double)g->nrow);
  return l->parts_finish && !n->s->acting && g->single_connectors.first[g->npart + 1] == 0 &&
         lw_is_closed_by_estimate(n->drift, moved, CLOSED_VELOCITY * lw_rate(n->s));
}

static void drifted_velocities(lw_levels* l)
{
  l->ahead = parts_can_go_on(l);
  l->open  = !close_velocities(l);
  if (!l->ahead && l->parts_finish) {
    write_separator_wrenches(l);
  }
}

static void drifted_accelerations(lw_levels* l)
{
  close_accelerations(l, l->ahead);
  if (l->ahead && !is_closed(l, LW_SUM_VELOCITY)) {
    l->ahead = false;
    lw_threads_wait(l->newton->threads);
    l->open = !close_velocities(l);
    write_separator_wrenches(l);
    close_accelerations(l, false);
  }
}

/* ---- the levels of a step -------------------------------------------------------------------- */

lw_status lw_levels_begin(lw_levels* l, lw_newton* newton)
{
  lw_instance* s     = newton->s;
  const bool   tree  = s->structure->is_tree;
  const double drift = newton->drift, stiffness = newton->stiffness_fraction;
  *l =
      (lw_levels){.newton = newton,
                  .factor = tree && drift < LW_REUSE_DRIFT && stiffness < REUSE_STIFFNESS_FRACTION
                                ? LW_FACTOR_DRIFTED
                            : drift < LW_REUSE_DRIFT_LOOPS && stiffness == 0.0 ? LW_FACTOR_OF_NEWTON
                                                                               : LW_FACTOR_NEW,
                  /* With loops the multipliers start from zero now and then: what dependent
                    * constraints leave open would otherwise drift along with the motion. */
                  .forget = !tree && s->head->kept >= LW_KEEP_STEPS};
  l->parts_finish = l->factor == LW_FACTOR_DRIFTED && !s->model->settings.project_accelerations;
  if (l->factor == LW_FACTOR_NEW && !lw_pass_factor(s, NULL, newton->threads)) {
    return LW_RETRY_SINGULAR;
  }
  return LW_OK;
}

/* Take out of the velocities what the iteration has left open in the equation of motion, where that
 * matters against the error of the step: it acts in the same direction over many steps.   (3.15) */
static void balance_momentum(const lw_newton* n)
{
  lw_instance* s = n->s;
  if (s->model->settings.rotation != LW_ROTATION_MOMENTUM ||
      !(n->stops || lw_error_shows(s, n->dt, n->error, lw_iteration_left(&n->it)))) {
    return;
  }
  lw_pass_rows(s, n->t_end, !s->lazy_coordinates, true, false, n->threads);
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, n->threads, part)
  {
    lw_part_balance(s, part, n->t_end, n->dt);
  }
  lw_threads_wait(n->threads);
}

/* Are the measured rows of positions and velocities closed? In real time, where the number of
 * iterations is fixed, only those of velocities have to be. */
static bool is_accepted(const lw_levels* l)
{
  const lw_newton* n = l->newton;
  lw_instance*     s = n->s;
  if (!n->it.fixed && !(lw_pass_violation(s, n->threads) <= ACCEPTED_POSITION)) {
    return false;
  }
  return l->left <= PROMISED_VELOCITY * lw_rate(s) ||
         l->left <= ACCEPTED_VELOCITY * lw_largest(s, s->v, n->threads);
}

lw_status lw_levels_velocities(lw_levels* l)
{
  lw_newton*        n       = l->newton;
  lw_instance*      s       = n->s;
  const lw_threads* threads = n->threads;
  balance_momentum(n);
  lw_newton_stops(n, 0.0);
  if (l->factor == LW_FACTOR_DRIFTED) {
    drifted_velocities(l);
    return LW_OK;
  }
  l->left = project_velocities(s, n->t_end, &l->slow, threads);
  if (l->slow && !n->closed && n->may_close) {
    /* next to a singular configuration Newton has left the positions open, too: once more */
    const lw_status status = lw_newton_close(n);
    if (status != LW_OK) {
      return status;
    }
    if (!lw_pass_factor(s, NULL, threads)) {
      return LW_RETRY_SINGULAR;
    }
    l->left = project_velocities(s, n->t_end, &l->slow, threads);
  }
  l->open = !is_accepted(l);
  return l->open ? LW_RETRY_OPEN : LW_OK;
}

/* Accelerations next to a singular configuration: those of Newton where others are noise. */
static void accelerate_or_keep(lw_levels* l)
{
  lw_newton*        n       = l->newton;
  lw_instance*      s       = n->s;
  const lw_threads* threads = n->threads;
  const double      newton  = lw_largest(s, s->a, threads);
  lw_newton_save(n);
  lw_accelerate(s, n->t_end, l->forget, threads);
  if (!(lw_largest(s, s->a, threads) <= NOISE * newton)) {
    lw_newton_restore(n);
  }
}

void lw_levels_accelerations(lw_levels* l)
{
  const lw_newton* n = l->newton;
  lw_instance*     s = n->s;
  if (s->model->settings.project_accelerations) {
    lw_project_accelerations(s, n->t_end, n->threads);
  } else if (l->factor == LW_FACTOR_DRIFTED) {
    drifted_accelerations(l);
  } else if (l->slow && n->may_close) {
    accelerate_or_keep(l);
  } else {
    lw_accelerate(s, n->t_end, l->forget, n->threads);
  }
}

lw_status lw_levels_finish(lw_levels* l)
{
  const lw_newton* n = l->newton;
  lw_instance*     s = n->s;
  double           square[LW_ERROR_SQUARES];
  if (!l->parts_finish) {
    lw_pass_finish(s, n->dt, n->threads);
  }
  for (int i = 0; i < LW_ERROR_SQUARES; i++) square[i] = lw_partial_max(s, LW_MAX_ERROR + i);
  lw_error_estimate(s, n->dt, square, n->error);
  n->error->stops = n->stops;
  if (n->threads->id == 0) {
    lw_invalidate(s, LW_OF_STATE);
    lw_set_current(s, LW_POSITIONS | LW_TANGENT_SIZES | (s->lazy_coordinates ? 0 : LW_COORDINATES) |
                          (l->factor == LW_FACTOR_NEW ? LW_FACTORISATION : 0));
    s->head->t    = n->t_end;
    s->head->slow = l->slow ? 1.0 : 0.0;
    s->head->kept = l->forget ? 0.0 : s->head->kept + 1.0;
    if (s->lazy_coordinates) {
      s->head->coordinate_lag += 2.0 * n->dt * sqrt(lw_partial_max(s, LW_MAX_TURNING));
    }
  }
  return l->open                                      ? LW_RETRY_OPEN
         : isfinite(lw_partial_sum(s, LW_SUM_FINITE)) ? LW_OK
                                                      : LW_RETRY_NEWTON;
}

/* ---- outside a step -------------------------------------------------------------------------- */

/* 2-norm of the rows in the units of the file */
static double norm_of(const lw_instance* s, const double* row)
{
  double sum = 0.0;
  for (int k = 0; k < s->structure->nconnector; k++) {
    const lw_connector* c = &s->structure->connector[k];
    for (int r = c->row; r < c->row + c->nrow; r++) sum += row[r] * row[r];
  }
  return sqrt(sum);
}

void lw_measure_violation(lw_instance* s, double t)
{
  const lw_threads alone = LW_ALONE;
  s->violation[0]        = norm_of(s, s->Phi);
  prescribe(s, t, false, &alone);
  lw_level_residual(s, s->v, &alone);
  s->violation[1] = norm_of(s, s->open);
  prescribe(s, t, true, &alone);
  lw_level_residual(s, s->a, &alone);
  s->violation[2] = norm_of(s, s->open);
  lw_set_current(s, LW_VIOLATION);
}

double lw_respond(lw_instance* s, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    if (node->id < g->nbody) {
      memset(&s->a[node->id], 0, sizeof s->a[node->id]);
      continue;
    }
    const lw_connector* c = &g->connector[node->id - g->nbody];
    for (int r = 0; r < c->nrow; r++) {
      s->prescribed[c->row + r] = s->lambda[c->row + r] = s->x[node->x + r] = 0.0;
    }
  }
  lw_pass_solve(s, threads);
  lw_add_solution(s, 1.0, s->x, s->a, s->lambda, threads);
  /* there is no natural size of a response but its own */
  const double target = 1e-10 * lw_largest(s, s->a, threads);
  return lw_close_rows(s, s->a, s->lambda, lw_level_residual(s, s->a, threads), target, 0.0, NULL,
                       threads);
}
