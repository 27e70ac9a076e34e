/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * threads.h - the threads that compute one step together.
 *
 * A step is one parallel region in which every thread runs the same code on its own parts of the
 * structure and waits for the others where it needs their results. Results do not depend on which
 * thread computes them, so they are the same for any number of threads.
 */
#ifndef LW_THREADS_H
#define LW_THREADS_H

#include <stddef.h>

#if defined(_OPENMP) && !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
#define LW_HAVE_SPIN_BARRIER
#endif

/* A barrier whose threads wait in a loop. There are a dozen waits in a step of 30 us: a wait for
 * threads that arrive together must not cost more than the way of a cache line from one to the
 * other, a quarter of the time of OpenMP's own barrier. */
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
/* Only for threads that all have a processor of their own: a waiting thread does not give it up. */
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

/* Wait until all threads have come here. */
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

/* Does this thread compute part k of the parts 0 to npart - 1, or the separator, k = npart? The
 * separator belongs to the first thread; each thread has parts with consecutive numbers, which are
 * neighbours in the mechanism. */
static inline int lw_threads_mine(const lw_threads* threads, int k, int npart)
{
  return k == npart ? threads->id == 0 : k * threads->n / npart == threads->id;
}

/* The first part that this thread computes, if there is one: different for any two threads. */
static inline int lw_threads_first_part(const lw_threads* threads, int npart)
{
  return (threads->id * npart + threads->n - 1) / threads->n;
}

#endif
