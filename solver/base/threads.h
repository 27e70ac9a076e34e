/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * threads.h - the threads that carry out one step together.
 *
 * A step is one parallel region in which every thread runs the same code on its own share and waits
 * for the others where it needs their results. Shares follow the parts of the structure; what is
 * computed does not depend on who computes it, so results are the same for any number of threads.
 */
#ifndef LW_THREADS_H
#define LW_THREADS_H

#include <stddef.h>

#if defined(_OPENMP) && !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
#define LW_HAVE_SPIN_BARRIER
#endif

/* Where the threads of a team wait. There are a dozen waits in a step of 30 us: threads that arrive together must not
 * lose more than the way of a cache line from one to the other, a quarter of what OpenMP's own barrier takes. */
typedef struct lw_spin_barrier {
#ifdef LW_HAVE_SPIN_BARRIER
  _Alignas(64) atomic_int arrived;
  _Alignas(64) atomic_uint passed; /* times that the barrier has opened */
#else
  int none;
#endif
} lw_spin_barrier;

typedef struct lw_threads {
  int              id;      /* of this thread, from 0                  */
  int              n;       /* threads                                 */
  lw_spin_barrier* barrier; /* where they wait; NULL: OpenMP's barrier */
} lw_threads;

#define LW_ALONE                                                                                   \
  {                                                                                                \
    0, 1, NULL                                                                                     \
  }

#ifdef LW_HAVE_SPIN_BARRIER
/* Only for threads that all have a processor: who waits does not leave it. */
static inline void lw_spin_barrier_wait(lw_spin_barrier* barrier, int n)
{
  const unsigned passed = atomic_load_explicit(&barrier->passed, memory_order_relaxed);
  if (atomic_fetch_add_explicit(&barrier->arrived, 1, memory_order_acq_rel) + 1 == n) {
    atomic_store_explicit(&barrier->arrived, 0, memory_order_relaxed);
    atomic_store_explicit(&barrier->passed, passed + 1, memory_order_release);
    return;
  }
  while (atomic_load_explicit(&barrier->passed, memory_order_acquire) == passed) {
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#endif
  }
}
#endif

/* Wait until all threads of all are here. */
static inline void lw_threads_wait(const lw_threads* threads)
{
  if (threads->n > 1) {
#ifdef LW_HAVE_SPIN_BARRIER
    if (threads->barrier) {
      lw_spin_barrier_wait(threads->barrier, threads->n);
      return;
    }
#endif
#ifdef _OPENMP
#pragma omp barrier
#endif
  }
}

/* Does this thread carry out share k of the parts 0 .. top? The top is the first thread's. Of the others each has a row of
 * neighbours, which look at each other's bodies. */
static inline int lw_threads_mine(const lw_threads* threads, int k, int npart)
{
  return k == npart ? threads->id == 0 : k * threads->n / npart == threads->id;
}

/* The first of the parts below `top` that this thread carries out, if there is one: no two threads have the same. */
static inline int lw_threads_first_part(const lw_threads* threads, int npart)
{
  return (threads->id * npart + threads->n - 1) / threads->n;
}

#endif
