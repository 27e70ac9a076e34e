/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * team.h - the threads that carry out one step together.
 *
 * A step is one parallel region in which every thread runs the same code on its own share and waits
 * for the others where it needs their results. Shares follow the parts of the structure; what is
 * computed does not depend on who computes it, so results are the same for any number of threads.
 */
#ifndef LW_TEAM_H
#define LW_TEAM_H

typedef struct lw_team {
  int id; /* of this thread, from 0 */
  int n;  /* threads                */
} lw_team;

/* Wait until all threads of the team are here. */
static inline void lw_team_wait(const lw_team* team)
{
  if (team->n > 1) {
#ifdef _OPENMP
#pragma omp barrier
#endif
  }
}

/* Does this thread carry out share k of the shares 0 .. top? The top is the first thread's. */
static inline int lw_team_mine(const lw_team* team, int k, int top)
{
  return k == top ? team->id == 0 : k % team->n == team->id;
}

#endif
