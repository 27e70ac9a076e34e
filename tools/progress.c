/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * progress.c - one line on stderr with the progress of a long simulation.
 */
#define _POSIX_C_SOURCE 200809L /* isatty, clock_gettime */

#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const double PATIENCE = 1.0; /* before the line appears [s]              */
static const double INTERVAL = 0.1; /* between two of them [s]: calm to the eye */

static double wall_clock(void)
{
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void lw_progress_begin(lw_progress* progress)
{
  progress->terminal = isatty(STDERR_FILENO) == 1;
  progress->shown    = false;
  progress->begin    = wall_clock();
  progress->next     = progress->begin + PATIENCE;
}

void lw_progress_update(lw_progress* progress, double t, double start, double stop)
{
  if (!progress->terminal) {
    return;
  }
  const double now = wall_clock();
  if (now < progress->next || !(t > start)) {
    return;
  }
  const double share   = (t - start) / (stop - start);
  const double elapsed = now - progress->begin;
  const double left    = elapsed * (1.0 - share) / share;
  fprintf(stderr, "\r%5.1f %%  t = %.6g of %.6g s, %.0f s left\033[K", 100.0 * share, t, stop,
          left);
  (void)fflush(stderr);
  progress->shown = true;
  progress->next  = now + INTERVAL;
}

void lw_progress_end(lw_progress* progress)
{
  if (progress->shown) {
    fputs("\r\033[K", stderr);
    (void)fflush(stderr);
    progress->shown = false;
  }
}
