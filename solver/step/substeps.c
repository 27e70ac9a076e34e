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
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "mechanics/body.h"
#include "mechanics/passes.h"
#include "step/convergence.h"
#include "step/method.h"
#include "step/small/small.h"

/* halvings of an internal step before it is given up */
#define HALVINGS 10
#define TICKS (1 << HALVINGS)

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

/* internal step k of n within [t0, t0 + step], halved where Newton does not converge */
static lw_status step_or_halve(lw_instance* s, double t0, double step, int k, int n,
                               const lw_threads* threads)
{
  const bool realtime = s->model->settings.realtime;
  int        done = 0, size = TICKS;
  while (done < TICKS) {
    const int    next  = done + size;
    const bool   last  = k + 1 == n && next == TICKS;
    const double t_end = last ? t0 + step : t0 + step * ((k + (double)next / TICKS) / n);
    const double dt    = step * ((double)size / TICKS) / n;
    if (k > 0 || done > 0) {
      lw_threads_wait(threads); /* others may still read what the last step has measured */
      continue_coordinates(s, threads);
    }
    /* where the small step does not succeed it has changed nothing */
    const bool small  = s->small && lw_small_step(s, dt, t_end);
    lw_status  status = small ? LW_OK : s->method->step(s, dt, t_end, threads);
    if (status == LW_OK) {
      done = next;
      /* try the larger size again where the binary grid allows it */
      while (size < TICKS && done % (2 * size) == 0 && done + 2 * size <= TICKS) {
        size *= 2;
      }
      continue;
    }
    restore(s, threads);
    if (realtime || size == 1) {
      return status;
    }
    size /= 2;
    if (threads->id == 0) {
      s->halvings++;
    }
  }
  return LW_OK;
}

/* all n internal steps within [t0, t0 + step], up to the first that fails; every thread calls it */
static lw_status internal_steps(lw_instance* s, double t0, double step, int n,
                                const lw_threads* threads)
{
  lw_status status = LW_OK;
  for (int k = 0; k < n && status == LW_OK; k++) {
    status = step_or_halve(s, t0, step, k, n, threads);
  }
  return status;
}

/* Below this many multiply-adds in one factorisation a second thread costs more in barriers than it
 * takes over: about 15 barriers of 0.3 us, or much more where other programs run, against 2 ns of a
 * whole step per multiply-add. */
#define PARALLEL_MIN_COST 2.2e4

int lw_choose_threads(const lw_instance* s)
{
  if (s->small) {
    return 1;
  }
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
    return lw_diag_set(diag, status, 0, "%s at t = %.9g s, after %d halvings of the internal step",
                       lw_status_text(status), s->head->t, HALVINGS);
  }
  return LW_OK;
}
