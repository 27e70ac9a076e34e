/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * threads.h - the threads that carry out one step together.
 *
 * A step is one parallel region in which every thread runs the same code on its own share and waits
 * for the others where it needs their results. Shares follow the parts of the structure; what is
 * computed does not depend on who computes it, so results are the same for any number of threads.
 */
#ifndef LW_TEAM_H
#define LW_TEAM_H

#include <stddef.h>

#if defined(_OPENMP) && !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
#define LW_HAVE_GATE
#endif

/* Where the threads of a team wait. There are a dozen waits in a step of 30 us: threads that arrive together must not
 * lose more than the way of a cache line from one to the other, a quarter of what OpenMP's own barrier takes. */
typedef struct lw_gate {
#ifdef LW_HAVE_GATE
  _Alignas(64) atomic_int arrived;
  _Alignas(64) atomic_uint passed; /* times that the gate has opened */
#else
  int none;
#endif
} lw_gate;

typedef struct lw_team {
  int      id;   /* of this thread, from 0                  */
  int      n;    /* threads                                 */
  lw_gate* gate; /* where they wait; NULL: OpenMP's barrier */
} lw_team;

#define LW_ALONE                                                                                   \
  {                                                                                                \
    0, 1, NULL                                                                                     \
  }

#ifdef LW_HAVE_GATE
/* Only for threads that all have a processor: who waits does not leave it. */
static inline void lw_gate_wait(lw_gate* gate, int n)
{
  const unsigned passed = atomic_load_explicit(&gate->passed, memory_order_relaxed);
  if (atomic_fetch_add_explicit(&gate->arrived, 1, memory_order_acq_rel) + 1 == n) {
    atomic_store_explicit(&gate->arrived, 0, memory_order_relaxed);
    atomic_store_explicit(&gate->passed, passed + 1, memory_order_release);
    return;
  }
  while (atomic_load_explicit(&gate->passed, memory_order_acquire) == passed) {
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#endif
  }
}
#endif

/* Wait until all threads of the team are here. */
static inline void lw_team_wait(const lw_team* team)
{
  if (team->n > 1) {
#ifdef LW_HAVE_GATE
    if (team->gate) {
      lw_gate_wait(team->gate, team->n);
      return;
    }
#endif
#ifdef _OPENMP
#pragma omp barrier
#endif
  }
}

/* Does this thread carry out share k of the shares 0 .. top? The top is the first thread's. Of the others each has a row of
 * neighbours, which look at each other's bodies. */
static inline int lw_team_mine(const lw_team* team, int k, int top)
{
  return k == top ? team->id == 0 : k * team->n / top == team->id;
}

/* The first of the shares below `top` that this thread carries out, if there is one: no two threads have the same. */
static inline int lw_team_first(const lw_team* team, int top)
{
  return (team->id * top + team->n - 1) / team->n;
}

#endif
