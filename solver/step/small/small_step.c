/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * small_step.c - one internal step of a small mechanism, for processors with AVX2 and FMA.
 *
 *   reads    state at the start of the step, lw_small
 *   writes   state at its end
 *   theory   sections 3 and 5.4
 *
 * The same equations and the same decisions as in newton.c and project.c. Whatever they do beyond the usual - new tangents,
 * joint forces in the tangent, conjugate gradients, halved steps - is left to them: the step is given up before
 * anything of the state is touched.
 */
#include "step/convergence.h"
#include "step/small/small_solve.h"

#if LW_LANES == 4

/* What the decisions of a step go by. */
typedef struct course {
  double drift; /* of the positions since they were factored */
  double last;  /* increment                                 */
  int    n;     /* iterations                                */
  bool   tree;  /* there are no loops                        */
} course;

/* u += x; returns the largest entry */
static LW_ALWAYS double move(work* w, lw_pack u[6])
{
  for (int i = 0; i < 6; i++) u[i] += w->x[i];
  return sqrt(larger(largest(lw_pack_dot(w->x, w->x)), largest(lw_pack_dot(w->x + 3, w->x + 3))));
}

/* as lw_newton_solve() */
static LW_ALWAYS bool newton(const lw_instance* s, int nturn, work* w, double dt, double neglected,
                             course* is)
{
  const lw_small* z         = s->small;
  const double    tolerance = s->value[s->model->settings.tolerance], e = 0.25 * dt * dt;
  const int       most = (int)s->value[s->model->settings.iterations];
  trapezoid(w, dt);
  rows(z, nturn, w);
  place_inertia(w, z->J, w->J);
  residual(s, nturn, w, -e, true);
  if (!factor(z, nturn, w)) {
    return false;
  }
  for (is->n = 1, is->drift = 0.0; is->n <= most; is->n++) {
    for (int r = 0; r < 3 + nturn; r++) w->y[r] = -w->Phi[r];
    solve(z, nturn, w, false);
    const double last = is->last, d = sqrt(add(w, s->length));
    for (int r = 0; r < 3 + nturn; r++) w->lambda[r] += w->y[r] * (1.0 / e);
    is->last = d;
    is->drift += d;
    if (!isfinite(d)) {
      return false;
    }
    trapezoid(w, dt);
    rows(z, nturn, w);
    place_inertia(w, z->J, w->J);
    if ((is->n == 1 && lw_is_trusted(neglected, d, tolerance)) ||
        lw_is_contracted(tolerance, is->n, d, last)) {
      return true;
    }
    lw_pack      sum   = LW_PACK_ZERO;
    const double force = sqrt(residual(s, nturn, w, -e, true));
    for (int r = 0; r < 3 + nturn; r++) sum += w->Phi[r] * w->Phi[r];
    if (lw_is_solved(tolerance, is->tree && is->n > 2 && d > LW_CONTRACTION_MAX * last, force,
                     sqrt(sum_of(sum)))) {
      return true;
    }
    if (is->n > 1 && d > LW_CONTRACTION_MAX * last) {
      return false; /* asks for a new tangent */
    }
  }
  return false;
}

/* With a factorisation of positions that have drifted since, is what a solve leaves of what it moved below the target? With
 * loops only the rows themselves can tell. */
static LW_ALWAYS bool is_closed(const lw_instance* s, const course* is, double moved, double target)
{
  return is->tree && is->drift > 0.0 &&
         is->drift * moved * sqrt((double)s->structure->nrow) <= target;
}

/* as lw_project_velocities() */
static LW_ALWAYS bool project(const lw_instance* s, int nturn, work* w, const course* is)
{
  const lw_small* z      = s->small;
  double          norm   = row_residuals(z, nturn, w, w->v, NULL);
  const double    target = LW_RESIDUAL_VELOCITY + 1e-14 * norm;
  for (int pass = 0; pass < LW_PASSES_PLAIN && norm > target; pass++) {
    solve(z, nturn, w, true);
    if (is_closed(s, is, move(w, w->v), LW_RESIDUAL_VELOCITY)) {
      return true;
    }
    norm = row_residuals(z, nturn, w, w->v, NULL);
  }
  return norm <= target;
}

/* as lw_accelerate() */
static LW_ALWAYS bool accelerate(const lw_instance* s, int nturn, work* w, bool forget,
                                 const course* is)
{
  const lw_small* z = s->small;
  lw_pack         gamma[LW_SMALL_ROWS];
  accelerate_rows(z, nturn, w, gamma);
  for (int r = 0; r < 3 + nturn && forget; r++) w->lambda[r] = LW_PACK_ZERO;
  double       norm   = row_residuals(z, nturn, w, w->a, gamma);
  const double target = LW_RESIDUAL_ACCELERATION + 1e-14 * norm;
  /* With redundant rows the first solve from nothing costs digits: once more with what is left of both equations. The passes
   * that follow keep the upper one. */
  const int both = forget ? 2 : 1;
  for (int pass = 0; pass < both + LW_PASSES_PLAIN && (pass < both || norm > target); pass++) {
    if (pass < both) {
      residual(s, nturn, w, -1.0, false);
    }
    solve(z, nturn, w, pass >= both);
    for (int r = 0; r < 3 + nturn; r++) w->lambda[r] += w->y[r];
    if (is_closed(s, is, move(w, w->a), LW_RESIDUAL_ACCELERATION)) {
      return true;
    }
    norm = row_residuals(z, nturn, w, w->a, gamma);
  }
  return norm <= target;
}

/* velocities, accelerations and multipliers that belong to the present positions */
static LW_NEVER bool follow(const lw_instance* s, int nturn, work* w, bool forget, const course* is)
{
  return project(s, nturn, w, is) && accelerate(s, nturn, w, forget, is);
}

static LW_ALWAYS bool step(lw_instance* s, int nturn, double dt, double t_end)
{
  const lw_small* z = s->small;
  work            w;
  course          is = {0.0, 0.0, 0, s->structure->is_tree};
  lw_pack         jerk[8];
  load_state(s, nturn, &w, jerk);

  /* share of the joint forces and of gyroscopic torques in the tangent: (4.12), (3.7) */
  const lw_pack turn_per_force = four(z->turn_per_force), fraction = four(z->gyroscopic);
  const double  geometric =
      0.25 * dt * dt *
      sqrt(largest(turn_per_force * turn_per_force * lw_pack_dot(w.lambda, w.lambda)));
  const double gyroscopic = dt * sqrt(largest(fraction * fraction * lw_pack_dot(w.v + 3, w.v + 3)));
  if (!(geometric <= LW_GEOMETRIC_MAX)) {
    return false;
  }
  predict(&w, dt, jerk);
  if (!newton(s, nturn, &w, dt, geometric + gyroscopic, &is)) {
    return false;
  }
  bool forget = !is.tree && s->head->kept >= LW_KEEP_STEPS;
  if (!(is.drift < (forget ? LW_REUSE_DRIFT_LOOPS : LW_REUSE_DRIFT_SMALL))) {
    is.drift = 0.0;
    if (!factor(z, nturn, &w)) {
      return false;
    }
  } else if (is.drift < LW_REUSE_DRIFT_LOOPS) {
    is.drift = is.tree ? is.drift : 0.0; /* as good as a new one */
  } else {
    /* With masses and levers of the present positions an old factorisation leaves something of the rows only. */
    invert_inertia(z, &w);
  }
  bool done = follow(s, nturn, &w, forget, &is);
  if (!done && is.drift > 0.0 && factor(z, nturn, &w)) {
    /* what an old factorisation has left of the multipliers along dependent rows goes, too */
    is.drift = 0.0;
    forget   = !is.tree;
    done     = follow(s, nturn, &w, forget, &is);
  }
  if (!done) {
    return false;
  }
  lw_pack total = LW_PACK_ZERO;
  for (int i = 0; i < 6; i++) {
    jerk[i] = (w.a[i] - w.a0[i]) * (1.0 / dt);
    total += jerk[i];
  }
  if (!isfinite(sum_of(total))) {
    return false;
  }
  store_state(s, nturn, &w, jerk);
  const lw_pack turning = lw_pack_dot(w.v + 3, w.v + 3);
  s->head->coordinate_lag += 2.0 * dt * sqrt(largest(turning));
  s->head->t          = t_end;
  s->head->kept       = forget ? 0.0 : s->head->kept + 1.0;
  s->head->iterations = is.n;
  s->head->residual   = is.last;
  lw_invalidate(s, LW_OF_STATE);
  return true;
}

bool lw_small_step(lw_instance* s, double dt, double t_end)
{
  if (s->stiff) {
    return false;
  }
  return step(s, s->small->nturn, dt, t_end);
}

#endif
