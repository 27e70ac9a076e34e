/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * step.c - bring an instance up to date; the index-3 method.
 *
 *   reads    the whole state
 *   writes   the whole state
 *   theory   section 3
 *
 * A communication step is one parallel region. All threads run the same internal steps and take the
 * same decisions from the same numbers.
 */
#include "step.h"

#include <math.h>
#include <string.h>

#include "connectors.h"
#include "newton.h"
#include "project.h"
#include "sweep.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* halvings of an internal step before it is given up */
#define HALVINGS 10
#define TICKS (1 << HALVINGS)

/* At this move, in characteristic lengths and radians, since it was taken a factorisation closes the rows
 * in two solves; after that a new one is cheaper. */
#define REUSE_DRIFT 1e-6
/* Joint forces in it cost a pass or two of the accelerations, as long as they are small against masses. */
#define REUSE_BEND 0.05
/* With loops it must also be small against the pivots of dependent rows, which are 1e-7 of the others. */
#define REUSE_DRIFT_LOOPS 2e-9

/* Steps that keep the multipliers of the one before: drift over so few is not worth the second solve. */
#define KEEP_STEPS 15

/* ---- one internal step -------------------------------------------------------------------- */

/* predict, Newton, velocity projection, accelerations and reactions: S0 section 3.5 */
static lw_status internal_step(lw_instance* s, double dt, double t_end, const lw_team* team)
{
  const lw_status status = lw_newton_solve(s, dt, t_end, team);
  if (status != LW_OK) {
    return status;
  }
  lw_team_wait(team); /* the first thread has written the drift that all decide by */
  /* The factorisation of Newton serves again where the positions hardly moved since: its error is that
   * move. Without loops nothing need be checked then. */
  const bool tree  = s->structure->direct;
  const bool reuse = tree && s->drift < REUSE_DRIFT && s->bend < REUSE_BEND;
  const bool fresh = !reuse && !(s->drift < REUSE_DRIFT_LOOPS && s->bend == 0.0);
  if (fresh && !lw_sweep_factor(s, NULL, team)) {
    return LW_RETRY_SINGULAR;
  }
  /* With loops the multipliers start from zero now and then: what dependent constraints leave open would
   * otherwise drift along with the motion. */
  const bool     forget   = !tree && s->head->kept >= KEEP_STEPS;
  const lw_guess guess    = reuse ? LW_GUESS_CLOSE : forget ? LW_GUESS_NONE : LW_GUESS_NEWTON;
  const double   position = reuse ? 0.0 : lw_sweep_violation(s, team);
  const double   velocity = lw_project_velocities(s, t_end, reuse, team);
  if (reuse && s->bend > 0.0) {
    lw_sweep_extrapolate(s, dt, team);
  }
  const double acceleration = s->model->settings.project_accelerations
                                  ? lw_project_accelerations(s, t_end, team)
                                  : lw_accelerate(s, t_end, guess, team);
  lw_sweep_finish(s, dt, team);
  if (team->id == 0) {
    s->factor_valid       = fresh;
    s->swept              = true;
    s->violation_valid    = !reuse;
    s->head->t            = t_end;
    s->head->kept         = forget ? 0.0 : s->head->kept + 1.0;
    s->head->violation[0] = position;
    s->head->violation[1] = velocity;
    s->head->violation[2] = acceleration;
  }
  lw_team_wait(team);
  return isfinite(lw_partial_sum(s, LW_SUM_FINITE)) ? LW_OK : LW_RETRY_NEWTON;
}

/* positions, velocities, accelerations, multipliers and counters, into or out of the copy */
static void copy_motion(lw_instance* s, bool save, const lw_team* team)
{
  lw_team_wait(team);
  if (team->id == 0) {
    char*        state = (char*)s->head;
    const size_t head = sizeof *s->head, from = s->motion_begin;
    memcpy(save ? s->saved : state, save ? state : s->saved, head);
    memcpy((save ? s->saved : state) + from, (save ? state : s->saved) + from,
           s->state_size - from);
    s->factor_valid = save && s->factor_valid;
    s->swept        = save && s->swept;
  }
  lw_team_wait(team);
}

/* internal step k of n within [t0, t0 + step], halved where Newton does not converge */
static lw_status step_or_halve(lw_instance* s, double t0, double step, int k, int n,
                               const lw_team* team)
{
  const bool realtime = s->model->settings.realtime;
  int        done = 0, size = TICKS;
  while (done < TICKS) {
    const int    next  = done + size;
    const bool   last  = k + 1 == n && next == TICKS;
    const double t_end = last ? t0 + step : t0 + step * ((k + (double)next / TICKS) / n);
    const double dt    = step * ((double)size / TICKS) / n;
    copy_motion(s, true, team);
    const lw_status status = internal_step(s, dt, t_end, team);
    if (status == LW_OK) {
      done = next;
      /* try the larger size again where the binary grid allows it */
      while (size < TICKS && done % (2 * size) == 0 && done + 2 * size <= TICKS) {
        size *= 2;
      }
      continue;
    }
    copy_motion(s, false, team);
    if (realtime || size == 1) {
      return status;
    }
    size /= 2;
  }
  return LW_OK;
}

/* all n internal steps within [t0, t0 + step], up to the first that fails; every thread calls it */
static lw_status internal_steps(lw_instance* s, double t0, double step, int n, const lw_team* team)
{
  lw_status status = LW_OK;
  for (int k = 0; k < n && status == LW_OK; k++) {
    status = step_or_halve(s, t0, step, k, n, team);
  }
  return status;
}

/* ---- communication step ------------------------------------------------------------------- */

lw_status lw_instance_factor(lw_instance* s, lw_diag* diag)
{
  const lw_team alone = {0, 1};
  if (!s->factor_valid) {
    if (!lw_sweep_factor(s, NULL, &alone)) {
      return lw_diag_set(diag, LW_RETRY_SINGULAR, 0, "%s", lw_status_text(LW_RETRY_SINGULAR));
    }
    s->factor_valid = true;
  }
  return LW_OK;
}

lw_status lw_instance_update(lw_instance* s, lw_diag* diag)
{
  const lw_team alone = {0, 1};
  const double  t     = s->head->t;
  if (s->dirty) {
    const lw_status status = lw_derive_update(s, diag);
    if (status != LW_OK) {
      return status;
    }
    lw_regularise(s, s->value[s->model->settings.step]);
  }
  if (!s->swept) {
    lw_sweep_positions(s, t, &alone);
    s->swept = true;
  }
  if (s->head->stale > 0.0) {
    const lw_status status = lw_instance_factor(s, diag);
    if (status != LW_OK) {
      return status;
    }
    s->head->violation[1] = lw_project_velocities(s, t, false, &alone);
    s->head->violation[2] = lw_accelerate(s, t, LW_GUESS_NONE, &alone);
    s->violation_valid    = true;
    s->head->stale        = 0.0;
    s->reaction_valid     = false;
    s->violation_valid    = false;
  }
  return LW_OK;
}

/* Below this many multiply-adds in one factorisation a second thread costs more in barriers than it
 * takes over: about 40 barriers of 1 us in a step, against 1 ns per multiply-add. */
#define PARALLEL_MIN_COST 2.0e4

int lw_choose_threads(const lw_instance* s)
{
  int threads = s->threads > 0 ? s->threads : s->model->settings.threads;
#ifdef _OPENMP
  if (threads == 0) {
    threads = s->structure->cost < PARALLEL_MIN_COST ? 1 : omp_get_max_threads();
  }
#else
  threads = 1;
#endif
  const int useful = s->structure->npart > 1 ? s->structure->npart : 1;
  return threads < useful ? threads : useful;
}

/* n equal internal steps, no longer than the model's */
static lw_status advance(lw_instance* s, double step, lw_diag* diag)
{
  const double t0     = s->head->t;
  lw_status    status = LW_OK;
  /* no sliver at the end: 1e-9 of a step is rounding of the importer's times */
  const double ratio = ceil(step / s->value[s->model->settings.step] * (1.0 - 1e-9));
  if (!(ratio < 2147483647.0)) {
    return lw_diag_set(diag, LW_ERR_USAGE, 0, "a step of %g s has too many internal steps", step);
  }
  const int n       = ratio < 1.0 ? 1 : (int)ratio;
  const int threads = lw_choose_threads(s);
  if (s->model->settings.penalty > 0.0) {
    lw_regularise(s, step / n);
  }
  if (threads > 1) {
#ifdef _OPENMP
#pragma omp parallel num_threads(threads)
    {
      const lw_team   team = {omp_get_thread_num(), omp_get_num_threads()};
      const lw_status mine = internal_steps(s, t0, step, n, &team);
      if (team.id == 0) {
        status = mine;
      }
    }
#endif
  } else {
    /* without a parallel region, in which OpenMP would allocate even for one thread */
    const lw_team alone = {0, 1};
    status              = internal_steps(s, t0, step, n, &alone);
  }
  if (status != LW_OK) {
    return lw_diag_set(diag, status, 0, "%s at t = %.9g s, with %d halvings of the internal step",
                       lw_status_text(status), s->head->t, HALVINGS);
  }
  return LW_OK;
}

const lw_method lw_index3_method = {
    .integrators = 1u << LW_TRAPEZOIDAL_NEWTON,
    .integrator  = LW_TRAPEZOIDAL_NEWTON,
    .advance     = advance,
};
