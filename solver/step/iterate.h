/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * iterate.h - the loops of the index-3 method: Newton, and the passes that close a level.
 *
 * They are templates: newton.c and project.c pass functions that work on all parts of an instance
 * with several threads, small/small_step.c functions that work on vectors in registers. The
 * functions are constants where a loop is called, so that the compiler puts them into it.
 *
 *   theory   sections 3.3 and 4.2 of docs/theory.md
 */
#ifndef LW_ITERATE_H
#define LW_ITERATE_H

#include "simd/pack.h"
#include "step/convergence.h"
#include <linkwork/status.h>

/* Take one increment: factor where it->refresh says so, solve, add, and note its size by
 * lw_iteration_add().                                                            (3.6), (3.7) */
typedef lw_status (*lw_take_increment)(void* step);

/* Compute all that depends on the new positions, and, unless it->last, the residuals it->force and
 * it->rows.                                                                             (3.7) */
typedef void (*lw_measure_residuals)(void* step);

/* Newton's method from a prediction.
 *   Changes     it
 *   Returns     LW_OK, LW_RETRY_NEWTON, and what `increment` returns */
LW_INLINE lw_status lw_iterate(lw_iteration* it, void* step, lw_take_increment increment,
                               lw_measure_residuals measure)
{
  it->refresh = true;
  while (it->n < it->most) {
    const lw_status status = increment(step);
    if (status != LW_OK) {
      return status;
    }
    it->last = !it->fixed && lw_iteration_is_last(it);
    measure(step);
    if (!it->fixed && (it->last || lw_iteration_is_solved(it))) {
      return LW_OK;
    }
    it->refresh = !it->fixed && (lw_iteration_is_slow(it) || it->slow);
    if (it->refresh && !it->may_refresh) {
      break;
    }
  }
  return it->fixed ? LW_OK : LW_RETRY_NEWTON;
}

/* One solve with the open rows as right-hand side, added to what the rows are of. Returns
 * whether an estimate tells that they are closed. */
typedef bool (*lw_take_pass)(void* level);

/* The rows that are open after it, as right-hand side; returns their 2-norm. */
typedef double (*lw_measure_rows)(void* level);

/* Passes that close the rows of a level, as long as they contract. Returns the norm that is
 * left: at most the target where they are closed.                                          (4.2) */
LW_INLINE double lw_close_by_passes(void* level, double norm, double target, lw_take_pass pass,
                                    lw_measure_rows measure)
{
  double last = INFINITY;
  for (int k = 0; k < LW_PASSES_PLAIN && norm > target && norm < LW_PASS_CONTRACTION * last; k++) {
    last = norm;
    if (pass(level)) {
      return target;
    }
    norm = measure(level);
  }
  return norm;
}

#endif
