/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * clock.h - clocks for measurements.
 *
 * The time of a thread does not contain the time that other programs take from the processor. The
 * time of day contains it, and is for work on several threads.
 */
#ifndef LW_BENCH_CLOCK_H
#define LW_BENCH_CLOCK_H

#include <time.h>

static inline double lw_bench_seconds(const struct timespec* t)
{
  return (double)t->tv_sec + 1e-9 * (double)t->tv_nsec;
}

/* [s] */
static inline double lw_bench_wall_time(void)
{
  struct timespec t;
#ifdef CLOCK_MONOTONIC
  clock_gettime(CLOCK_MONOTONIC, &t);
#else
  timespec_get(&t, TIME_UTC);
#endif
  return lw_bench_seconds(&t);
}

/* time of the calling thread, or the time of day if there is no such clock [s] */
static inline double lw_bench_thread_time(void)
{
#ifdef CLOCK_THREAD_CPUTIME_ID
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return lw_bench_seconds(&t);
#else
  return lw_bench_wall_time();
#endif
}

#endif
