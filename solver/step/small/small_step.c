/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * small_step.c - one internal step of a small mechanism, for processors with AVX2 and FMA.
 *
 *   reads    state at the start of the step, lw_small
 *   writes   state at its end
 *   theory   sections 3 and 5.4
 *
 * The same equations, loops and decisions as in newton.c and project.c. Whatever these do beyond
 * the usual - new tangents, joint forces in the tangent, conjugate gradients, halved steps - is
 * left to them: the step is given up before anything of the state is touched.
 */
#include "step/iterate.h"
#include "step/small/small_solve.h"

#if LW_LANES == 4

/* One step: its vectors and what its loops decide by. */
typedef struct course {
  lw_instance* s;
  int          nturn;
  double       dt;
  double       rate; /* lw_rate() */
  work         w;
  lw_iteration it;
  double       drift;  /* of the positions since they were factored; 0: they are as good as new */
  bool         forget; /* multipliers start from zero                                           */
  bool         by_estimate; /* drift tells whether a pass has closed the rows                  */
  lw_pack      gamma[LW_SMALL_ROWS];
} course;

/* ---- Newton -------------------------------------------------------------------------------- */

/* rows and inertias at new positions                                                       (3.1) */
static LW_ALWAYS void place(course* c)
{
  const lw_small* z = c->s->small;
  rows(z, c->nturn, &c->w);
  place_inertia(&c->w, z->J, c->w.J);
}

/* solve, add, place; the factorisation is that of the predicted positions                (3.6) */
static LW_ALWAYS lw_status take_increment(void* step)
{
  course*         c = step;
  const lw_small* z = c->s->small;
  work*           w = &c->w;
  const double    e = 0.25 * c->dt * c->dt;
  for (int r = 0; r < 3 + c->nturn; r++) w->y[r] = -w->Phi[r];
  solve(z, c->nturn, w, false);
  lw_iteration_add(&c->it, sqrt(add(w, c->dt, c->s->length)));
  for (int r = 0; r < 3 + c->nturn; r++) w->lambda[r] += w->y[r] * (1.0 / e);
  if (!isfinite(c->it.increment)) {
    return LW_RETRY_NEWTON;
  }
  place(c);
  return LW_OK;
}

static LW_ALWAYS void measure(void* step)
{
  course* c = step;
  work*   w = &c->w;
  if (!c->it.last) {
    c->it.force = sqrt(residual(c->s, c->nturn, w, -0.25 * c->dt * c->dt, c->dt));
    c->it.rows  = norm_of(c->s, c->nturn, w->Phi);
  }
}

static LW_ALWAYS bool newton(course* c, double neglected)
{
  const lw_instance* s        = c->s;
  const lw_settings* settings = &s->model->settings;
  c->it                       = (lw_iteration){.neglected = neglected};
  c->it.tolerance             = s->value[settings->tolerance];
  c->it.most                  = (int)s->value[settings->iterations];
  c->it.slow_is_done          = s->structure->is_tree;
  place(c);
  residual(s, c->nturn, &c->w, -0.25 * c->dt * c->dt, c->dt);
  return factor(s->small, c->nturn, &c->w) &&
         lw_iterate(&c->it, c, take_increment, measure) == LW_OK;
}

/* ---- velocities and accelerations ---------------------------------------------------------- */

/* u += x, as a pass of a level; returns whether the rows are closed by the estimate */
static LW_ALWAYS bool move(course* c, lw_pack u[6], double target)
{
  work* w = &c->w;
  for (int i = 0; i < 6; i++) u[i] += w->x[i];
  const double moved =
      sqrt(lw_pack_largest(lw_increment_square(w->x, w->x + 3, c->s->length_weight)));
  return c->by_estimate &&
         lw_is_closed_by_estimate(c->drift, moved * sqrt((double)c->s->structure->nrow), target);
}

static LW_ALWAYS bool velocity_pass(void* level)
{
  course* c = level;
  solve(c->s->small, c->nturn, &c->w, true);
  return move(c, c->w.v, LW_RESIDUAL_VELOCITY * c->rate);
}

static LW_ALWAYS double velocity_rows(void* level)
{
  course* c = level;
  return row_residuals(c->s, c->nturn, &c->w, c->w.v, NULL);
}

/* projection of the velocities                                                             (3.8) */
static LW_ALWAYS bool project(course* c)
{
  const double norm   = velocity_rows(c),
               target = lw_level_target(LW_RESIDUAL_VELOCITY * c->rate, norm);
  return lw_close_by_passes(c, norm, target, velocity_pass, velocity_rows) <= target;
}

/* a solve of the rows alone, or of the equations of motion, too */
static LW_ALWAYS bool acceleration_solve(course* c, bool rows_only)
{
  work* w = &c->w;
  if (!rows_only) {
    residual(c->s, c->nturn, w, -1.0, 0.0);
  }
  solve(c->s->small, c->nturn, w, rows_only);
  for (int r = 0; r < 3 + c->nturn; r++) w->lambda[r] += w->y[r];
  return move(c, w->a, LW_RESIDUAL_ACCELERATION * c->rate * c->rate);
}

static LW_ALWAYS bool acceleration_pass(void* level)
{
  return acceleration_solve(level, true);
}

static LW_ALWAYS double acceleration_rows(void* level)
{
  course* c = level;
  return row_residuals(c->s, c->nturn, &c->w, c->w.a, c->gamma);
}

/* accelerations and multipliers, as lw_accelerate() computes them                          (3.9) */
static LW_ALWAYS bool accelerate(course* c)
{
  work* w = &c->w;
  accelerate_rows(c->s->small, c->nturn, w, c->gamma);
  for (int r = 0; r < 3 + c->nturn && c->forget; r++) w->lambda[r] = LW_PACK_ZERO;
  double       norm   = acceleration_rows(c);
  const double target = lw_level_target(LW_RESIDUAL_ACCELERATION * c->rate * c->rate, norm);
  /* With redundant rows the first solve from nothing costs digits: once more with what is left of
   * both equations. The passes that follow keep the upper one. */
  for (int pass = 0; pass < (c->forget ? 2 : 1); pass++) {
    if (acceleration_solve(c, false)) {
      return true;
    }
    norm = acceleration_rows(c);
  }
  return lw_close_by_passes(c, norm, target, acceleration_pass, acceleration_rows) <= target;
}

/* velocities, accelerations and multipliers that belong to the present positions */
static LW_NEVER bool close_levels(course* c)
{
  return project(c) && accelerate(c);
}

/* The same with the factorisation of Newton where that serves, else with a new one. */
static LW_ALWAYS bool levels(course* c)
{
  const lw_small* z    = c->s->small;
  const bool      tree = c->s->structure->is_tree;
  c->forget            = !tree && c->s->head->kept >= LW_KEEP_STEPS;
  c->drift             = c->it.moved;
  if (!(c->drift < (c->forget ? LW_REUSE_DRIFT_LOOPS : LW_REUSE_DRIFT_SMALL))) {
    c->drift = 0.0;
    if (!factor(z, c->nturn, &c->w)) {
      return false;
    }
  } else if (c->drift < LW_REUSE_DRIFT_LOOPS) {
    c->drift = tree ? c->drift : 0.0;
  } else {
    /* With masses and arms of the present positions an old factorisation leaves something of the
     * rows only. */
    invert_inertia(z, &c->w);
  }
  c->by_estimate = tree && c->drift > 0.0; /* with loops only the rows themselves can tell */
  bool done      = close_levels(c);
  if (!done && c->drift > 0.0 && factor(z, c->nturn, &c->w)) {
    /* what an old factorisation has left of the multipliers along dependent rows goes, too */
    c->drift       = 0.0;
    c->by_estimate = false;
    c->forget      = !tree;
    done           = close_levels(c);
  }
  return done;
}

/* ---- the step ------------------------------------------------------------------------------ */

/* Fractions that the tangent leaves out: joint forces, gyroscopic torques.         (4.12), (3.7) */
static LW_ALWAYS double geometric_fraction(const course* c)
{
  const lw_pack arm = four(c->s->small->turn_per_force);
  return 0.25 * c->dt * c->dt * sqrt(lw_pack_largest(lw_scaled_square(arm, c->w.lambda)));
}

static LW_ALWAYS double gyroscopic_fraction(const course* c)
{
  const lw_pack f = four(c->s->small->gyroscopic);
  return c->dt * sqrt(lw_pack_largest(lw_scaled_square(f, c->w.v + 3)));
}

/* Take out of the velocities what the iteration has left open in the equation of motion: see
 * lw_batch_balance().                                                                     (3.15) */
static LW_NEVER void balance(course* c)
{
  const lw_small* z = c->s->small;
  work*           w = &c->w;
  lw_pack         S[6], dv[6];
  residual(c->s, c->nturn, w, 0.5 * c->dt, c->dt);
  place_inertia(w, z->J_inv, S);
  lw_over_mass(dv, four(z->m_inv), S, w->x);
  for (int i = 0; i < 6; i++) w->v[i] -= dv[i];
}

/* Store the state, unless a number of it is not finite, or its error above the limit. */
static LW_ALWAYS lw_status finish(course* c, double t_end, const lw_pack before[8], double limit,
                                  lw_step_error* error)
{
  lw_instance* s = c->s;
  work*        w = &c->w;
  lw_pack      jerk[8], total = LW_PACK_ZERO;
  lw_pack      most[LW_ERROR_SQUARES] = {LW_PACK_ZERO, LW_PACK_ZERO, LW_PACK_ZERO};
  double       square[LW_ERROR_SQUARES];
  for (int i = 0; i < 6; i++) {
    jerk[i] = (w->a[i] - w->a0[i]) * (1.0 / c->dt);
    total += jerk[i];
  }
  if (!isfinite(sum_of(total))) {
    return LW_RETRY_NEWTON;
  }
  lw_error_squares(most, LW_PACK_ALL(s->length_weight), w->v, w->a, jerk, before);
  for (int i = 0; i < LW_ERROR_SQUARES; i++) square[i] = lw_pack_largest(most[i]);
  lw_error_estimate(s, c->dt, square, error);
  if (!(error->share <= limit)) {
    return LW_RETRY_ACCURACY;
  }
  store_state(s, c->nturn, w, jerk);
  const lw_pack turning = lw_dot(w->v + 3, w->v + 3);
  s->head->coordinate_lag += 2.0 * c->dt * sqrt(lw_pack_largest(turning));
  s->head->t          = t_end;
  s->head->kept       = c->forget ? 0.0 : s->head->kept + 1.0;
  s->head->iterations = c->it.n;
  s->head->residual   = c->it.increment;
  lw_invalidate(s, LW_OF_STATE);
  return LW_OK;
}

lw_status lw_small_step(lw_instance* s, double dt, double t_end, double limit, lw_step_error* error)
{
  course          c; /* its vectors are filled as they are needed */
  const lw_small* z = s->small;
  lw_pack         jerk[8];
  c.s     = s;
  c.nturn = s->small->nturn;
  c.dt    = dt;
  c.rate  = lw_rate(s);
  if (s->stiff) {
    return LW_RETRY_NEWTON;
  }
  load_state(s, c.nturn, &c.w, jerk);
  const double geometric = geometric_fraction(&c), gyroscopic = gyroscopic_fraction(&c);
  if (!(geometric <= LW_GEOMETRIC_MAX)) {
    return LW_RETRY_NEWTON; /* the tangent is to have the stiffness of the joint forces */
  }
  lw_rotation_matrix(c.w.R, c.w.q + 3);
  place_inertia(&c.w, z->J, c.w.J);
  predict(&c.w, dt, jerk); /*                                                     (3.3), (3.12) */
  if (!newton(&c, geometric + gyroscopic)) {
    return LW_RETRY_NEWTON;
  }
  if (lw_error_shows(s, dt, error, lw_iteration_left(&c.it))) {
    balance(&c);
  }
  return levels(&c) ? finish(&c, t_end, jerk, limit, error) : LW_RETRY_NEWTON;
}

#endif
