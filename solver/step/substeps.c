/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * substeps.c - a communication step as internal steps, halved where they fail, by several
 * threads.
 *
 *   reads    the whole state
 *   writes   the whole state
 *   theory   section 3.3
 *
 * A communication step is one parallel region. All threads take the same internal steps and the
 * same decisions from the same numbers.
 */
#include "step/substeps.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "mechanics/body.h"
#include "mechanics/force_elements.h"
#include "mechanics/joint_coordinates.h"
#include "mechanics/passes.h"
#include "step/accuracy.h"
#include "step/convergence.h"
#include "step/failure.h"
#include "step/method.h"
#include "step/small/small.h"

#define HALVINGS LW_HALVINGS_MAX
#define TICKS (1 << HALVINGS)
/* Steps of this multiple of a short step are halved once more. */
#define SHORTEST 16.0

/* The error of a step that is twice as long is eight times as large: steps grow where that is half
 * of what is allowed. */
#define GROWTH 16.0

/* The smallest steps may miss the accuracy, but a result that is wrong by a hundredth in a single
 * step is not to be trusted, unless a joint is in its stop: the step then takes from its energy
 * what the stop takes, however hard it is.                                                (4.17) */
#define REFUSED 0.01

/* A step that ends where one of twice the size ended has an eighth of its error. With more than
 * this it is no error of truncation. */
#define SPIKE 0.25

/* In a step in which a body turns by more [rad], the relative angle of two bodies may change by
 * more than half a turn, with what is allowed for their acceleration. */
#define TURN_MAX 1.0

static void restore_piece(lw_instance* s, void* from, const void* to)
{
  memcpy(from, s->saved + ((char*)from - (char*)s->head), (size_t)((const char*)to - (char*)from));
}

/* positions, velocities, accelerations, multipliers and counters as the step has saved them */
static void restore(lw_instance* s, const lw_threads* threads)
{
  char* end = (char*)s->head + s->state_size;
  lw_threads_wait(threads);
  if (threads->id == 0) {
    memcpy(s->head, s->saved, sizeof *s->head);
    for (int b = 0; b < s->model->nbody; b++) lw_body_restore(s, b);
    restore_piece(s, s->lambda, s->coordinate);
    if (!s->lazy_coordinates) { /* then a step leaves them as they are */
      restore_piece(s, s->coordinate, s->coordinate + LW_COORDS_MAX * s->model->njoint);
    }
    restore_piece(s, end - s->method_size, end);
    s->stop_step = 0.0;
    lw_invalidate(s, LW_OF_STATE);
  }
  lw_threads_wait(threads);
}

/* Continue coordinates that are lazy before a joint may have turned by half a turn since they were
 * computed: after that its angle could not be told from one a turn away.                 (2.14) */
static void continue_coordinates(lw_instance* s, const lw_threads* threads)
{
  if (s->head->coordinate_lag > LW_LAG_MAX) {
    lw_threads_wait(threads); /* all have read the lag */
    if (threads->id == 0) {
      lw_pass_lazy_coordinates(s);
    }
    lw_threads_wait(threads);
  }
}

/* The communication step from t0 in n internal steps, as one thread goes through it; all threads
 * have the same numbers. */
typedef struct lw_division {
  lw_instance*      s;
  const lw_threads* threads;
  double            t0, step;
  int               n;
  int               most;         /* halvings                                       */
  int               halved;       /* how often internal steps are halved at present */
  int               taken;        /* steps so far                                   */
  double            turning;      /* largest velocity, in lengths and radians [1/s] */
  double            share;        /* estimated error of the last attempt            */
  int64_t           missed_end;   /* ticks at the end of the last step that missed the accuracy */
  double            missed_share; /* and its share                                              */
  bool              easy;         /* the last step had a small error                */
  bool              grows;        /* errors are not estimated                       */
} lw_division;

/* Turns of joints in a step in which they may turn by half a turn: their angles are then continued
 * from the angles that the rates at the start of the step lead to.                       (2.19) */
static void predict_turns(const lw_division* d, double dt)
{
  lw_threads_wait(d->threads);
  if (d->threads->id == 0) {
    lw_pass_lazy_coordinates(d->s);
    lw_predict_turns(d->s, dt);
  }
  lw_threads_wait(d->threads);
}

/* The coordinates at the end of such a step. */
static void end_turns(const lw_division* d, bool done)
{
  lw_instance* s = d->s;
  lw_threads_wait(d->threads);
  if (d->threads->id == 0) {
    if (done && (s->small || s->lazy_coordinates)) {
      lw_pass_lazy_coordinates(s);
    }
    lw_clear_turns(s);
  }
  lw_threads_wait(d->threads);
}

static lw_step_error before(const lw_division* d)
{
  lw_step_error error = lw_error_before(d->s);
  error.brief         = lw_step_is_short(d->s, d->step / d->n);
  return error;
}

/* How often steps of a size may be halved. Far below short steps (3.18) the rounding of positions
 * would be all that the iteration changes; links that whip need some of it. */
static int halvings_of(const lw_instance* s, double dt)
{
  /* nearly always none of them is short */
  int n = lw_step_is_short(s, 2.0 * SHORTEST * dt / TICKS) ? 0 : HALVINGS;
  while (n < HALVINGS && !lw_step_is_short(s, SHORTEST * dt)) {
    dt *= 0.5;
    n++;
  }
  return n;
}

/* Is a step of this size the smallest? */
static bool is_smallest(const lw_division* d, double dt)
{
  return dt * d->n * (1 << d->most) < 1.5 * d->step;
}

/* After a joint has left its stop the rate of the accelerations says nothing about what follows. */
static void forget_rates(lw_instance* s)
{
  memset(s->jerk, 0, (size_t)s->model->nbody * sizeof *s->jerk);
  s->head->jerk_step = 0.0;
}

/* One step, small or general; where it fails or misses the accuracy the state is as before. A step
 * that is the last resort may miss it. */
static lw_status try_step(lw_division* d, double dt, double t_end, bool last_resort)
{
  lw_instance*  s        = d->s;
  lw_step_error error    = before(d);
  const bool    measured = s->method->estimates && error.accuracy > 0.0;
  const double  limit    = !measured ? INFINITY : last_resort ? REFUSED : error.accuracy;
  const bool    fast     = dt * d->turning > TURN_MAX;
  if (fast) {
    predict_turns(d, dt);
  }
  /* where the small step does not succeed it has changed nothing */
  lw_status status =
      s->small && !error.brief ? lw_small_step(s, dt, t_end, limit, &error) : LW_RETRY_NEWTON;
  if (status != LW_OK && status != LW_RETRY_ACCURACY) {
    error  = before(d);
    status = s->method->step(s, dt, t_end, &error, d->threads);
    if (status == LW_OK && !(error.share <= limit) && !(is_smallest(d, dt) && error.stops)) {
      status = LW_RETRY_ACCURACY;
    }
    if (status != LW_OK) {
      restore(s, d->threads);
    }
  }
  if (fast) {
    end_turns(d, status == LW_OK);
  }
  if (status == LW_OK && d->threads->id == 0 && s->method->estimates) {
    lw_error_note(s, dt, &error);
    if (error.stops && lw_stops_are_left(s)) {
      forget_rates(s);
    }
    if (last_resort && measured && error.share > error.accuracy) {
      lw_note_missed(s, dt, &error);
    }
  }
  d->share   = error.share;
  d->turning = status == LW_OK && s->method->estimates ? error.turning : d->turning;
  d->easy    = !measured || GROWTH * error.share <= error.accuracy;
  d->grows   = !measured;
  return status;
}

/* Steps grow where the binary grid of the internal step allows it: by as much as it allows where
 * they were halved because the iteration failed, by one half where the accuracy asks for it. */
static void grow(lw_division* d, int64_t done)
{
  while (d->halved > 0 && d->easy && done % (2 * (TICKS >> d->halved)) == 0) {
    d->halved--;
    d->easy = d->grows;
  }
}

/* A step of `size` ticks, after so many of the communication step. */
static lw_status attempt(lw_division* d, int64_t done, int size, bool last_resort)
{
  const int64_t next  = done + size;
  const bool    last  = next == d->n * (int64_t)TICKS;
  const double  t_end = last ? d->t0 + d->step : d->t0 + d->step * ((double)next / TICKS / d->n);
  if (d->taken > 0) {
    lw_threads_wait(d->threads); /* others may still read what the last step has measured */
    continue_coordinates(d->s, d->threads);
  }
  return try_step(d, d->step * ((double)size / TICKS) / d->n, t_end, last_resort);
}

/* A longer step, from where one has failed after others were halved for the accuracy. Returns the
 * ticks of the first that succeeds; 0: none does. */
static int step_across(lw_division* d, int64_t done, bool last_resort)
{
  int size = TICKS >> d->halved;
  for (size *= 2; size <= TICKS && done + size <= d->n * (int64_t)TICKS; size *= 2) {
    if (attempt(d, done, size, last_resort) == LW_OK) {
      return size;
    }
  }
  return 0;
}

/* One step, halved where Newton does not converge or the accuracy is missed, after so many ticks of
 * the communication step; they become more.
 *
 * Where the mechanism passes a singular configuration, accelerations have a spike that no halving
 * resolves, and the iteration of a short step may fail. Longer steps that end beyond it are tried
 * where a step that ends at the same time as one of twice the size has not an eighth of its error,
 * but more than a quarter; and, as a last resort, where the iteration fails or the step is the
 * smallest.                                                                             (3.17) */
static lw_status step_on(lw_division* d, int64_t* done)
{
  for (;;) {
    int             size   = TICKS >> d->halved;
    const lw_status status = attempt(d, *done, size, d->halved == d->most);
    if (status != LW_OK) {
      const double  share    = d->share;
      const int64_t end      = *done + size;
      const bool    smallest = d->halved == d->most;
      const bool    missed   = status == LW_RETRY_ACCURACY && !smallest;
      const bool    spike    = end == d->missed_end && share > SPIKE * d->missed_share;
      if (d->s->model->settings.realtime) {
        return status;
      }
      size = d->grows || (missed && !spike) ? 0 : step_across(d, *done, !missed);
      if (missed) {
        d->missed_end   = end;
        d->missed_share = share;
      }
    }
    if (size > 0) {
      *done += size;
      d->taken++;
      grow(d, *done);
      return LW_OK;
    }
    if (d->halved == d->most) {
      return status;
    }
    d->halved++;
    if (d->threads->id == 0) {
      d->s->halvings++;
    }
  }
}

/* Largest angular velocity of a body. */
static double largest_turning(const lw_instance* s)
{
  double most = 0.0;
  for (int b = 0; b < s->model->nbody; b++) {
    const double* w = s->v[b].w;
    most            = fmax(most, w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  }
  return sqrt(most);
}

/* all n internal steps within [t0, t0 + step], up to the first that fails; every thread calls it */
static lw_status internal_steps(lw_instance* s, double t0, double step, int n,
                                const lw_threads* threads)
{
  lw_division d      = {.s = s, .threads = threads, .t0 = t0, .step = step, .n = n};
  lw_status   status = LW_OK;
  d.most             = halvings_of(s, step / n);
  d.halved           = (int)s->head->halved < d.most ? (int)s->head->halved : d.most;
  d.turning          = s->head->turning > 0.0 ? s->head->turning : largest_turning(s);
  lw_threads_wait(threads); /* all have read this before a step changes it */
  for (int64_t done = 0; done < n * (int64_t)TICKS && status == LW_OK;) status = step_on(&d, &done);
  lw_threads_wait(threads);
  if (threads->id == 0) {
    s->head->halved = d.halved;
    s->head->steps  = d.taken;
  }
  return status;
}

/* Below this many multiply-adds in one factorisation a second thread costs more in barriers than it
 * takes over: about 15 barriers of 0.3 us, or much more where other programs run, against 2 ns of a
 * whole step per multiply-add. */
#define PARALLEL_MIN_COST 2.2e4

static int threads_wanted(const lw_instance* s)
{
  return s->threads > 0 ? s->threads : s->model->settings.threads;
}

bool lw_pays_threads(const lw_instance* s)
{
  const int  wanted = threads_wanted(s);
  const bool large  = s->structure->cost >= PARALLEL_MIN_COST;
  return !s->small && s->structure->npart > 1 && (wanted > 0 ? wanted > 1 : large);
}

int lw_choose_threads(const lw_instance* s)
{
#ifdef _OPENMP
  if (lw_pays_threads(s)) {
    const int wanted  = threads_wanted(s);
    const int threads = wanted > 0 ? wanted : omp_get_max_threads();
    return threads < s->structure->npart ? threads : s->structure->npart;
  }
#else
  (void)s;
#endif
  return 1;
}

static lw_status count_steps(const lw_instance* s, double step, int* n, lw_diag* diag)
{
  /* no tiny step at the end: 1e-9 of a step is rounding of the importer's times */
  const double ratio = ceil(step / s->value[s->model->settings.step] * (1.0 - 1e-9));
  if (!(ratio < 2147483647.0)) {
    return lw_diag_set(diag, LW_ERR_USAGE, 0, "a step of %g s has too many internal steps", step);
  }
  *n = ratio < 1.0 ? 1 : (int)ratio;
  return LW_OK;
}

#ifdef _OPENMP
/* The slower number of threads is tried again when a trial has cost a sixty-fourth of what was
 * spent since the last one: other programs come and go, and a thread that waits for one without
 * a processor takes a hundred times as long. */
#define TRIAL_FRACTION 64.0

static bool is_left_to_us(const lw_instance* s)
{
  return s->threads == 0 && s->model->settings.threads == 0;
}

/* Is this communication step one for all threads? First one of each, then the faster, with
 * trials of the other. */
static bool go_together(const lw_pace* p)
{
  if (!(p->time[0] > 0.0) || !(p->time[1] > 0.0)) {
    return p->time[0] > 0.0;
  }
  return p->spent < TRIAL_FRACTION * p->trial ? p->together : !p->together;
}

static void note_pace(lw_pace* p, bool together, double time, int n)
{
  double*    known = &p->time[together];
  const bool trial = !(p->time[0] > 0.0) || !(p->time[1] > 0.0) || together != p->together;
  /* the least, slowly forgotten: a step that another program disturbed tells nothing */
  *known = *known > 0.0 && !trial ? fmin(time / n, 1.02 * *known) : time / n;
  p->spent += time;
  if (trial) {
    p->spent = 0.0;
    p->trial = time;
  }
  p->together = p->time[1] > 0.0 && p->time[1] < p->time[0];
}

static lw_status run_together(lw_instance* s, double t0, double step, int n, int nthread)
{
  lw_status        status  = LW_OK;
  lw_spin_barrier* barrier = nthread <= omp_get_num_procs() ? s->barrier : NULL;
#ifndef LW_HAVE_SPIN_BARRIER
  barrier = NULL;
#endif
#pragma omp parallel num_threads(nthread)
  {
    const lw_threads threads = {omp_get_thread_num(), omp_get_num_threads(), barrier};
    const lw_status  mine    = internal_steps(s, t0, step, n, &threads);
    if (threads.id == 0) {
      status = mine;
    }
  }
  return status;
}
#endif

lw_status lw_substeps(lw_instance* s, double step, lw_diag* diag)
{
  const double     t0      = s->head->t;
  const int        nthread = lw_choose_threads(s);
  const lw_threads alone   = LW_ALONE;
  int              n       = 1;
  lw_status        status  = count_steps(s, step, &n, diag);
  if (status != LW_OK) {
    return status;
  }
  if (s->method->begin_steps) {
    s->method->begin_steps(s, step / n);
  }
#ifdef _OPENMP
  const bool   ours  = nthread > 1 && is_left_to_us(s);
  const double begin = ours ? omp_get_wtime() : 0.0;
  const bool   all   = nthread > 1 && (!ours || go_together(&s->pace));
  /* one thread without a parallel region, in which OpenMP would allocate even for one */
  status = all ? run_together(s, t0, step, n, nthread) : internal_steps(s, t0, step, n, &alone);
  if (ours) {
    note_pace(&s->pace, all, omp_get_wtime() - begin, n);
  }
#else
  (void)nthread;
  status = internal_steps(s, t0, step, n, &alone);
#endif
  if (s->method->end_steps) {
    s->method->end_steps(s);
  }
  if (status != LW_OK) {
    return lw_failure_report(s, status, halvings_of(s, step / n), diag);
  }
  return LW_OK;
}
