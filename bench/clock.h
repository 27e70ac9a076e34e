/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * clock.h - time for measurements.
 *
 * Time of the thread does not count what other programs take from the processor; time of the day
 * does, and is for work on several threads.
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

/* of the calling thread, or of the day where there is no such clock [s] */
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
