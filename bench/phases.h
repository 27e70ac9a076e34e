/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * phases.h - the cost of the phases of an internal step.
 */
#ifndef LW_BENCH_PHASES_H
#define LW_BENCH_PHASES_H

#include <stdbool.h>

#include <linkwork/linkwork.h>

/* Fastest of all repetitions [s]. The first six make up a step. */
typedef struct lw_bench_phases {
  double positions; /* prediction, placing, residuals and Jacobians in all iterations      */
  double factor;    /* all factorisations of a step                                        */
  double solve;     /* the solves of all iterations                                        */
  double project;   /* velocities onto the constraints                                     */
  double react;     /* accelerations and reactions, those of least norm where there are loops */
  double finish;    /* joint coordinates, what the next prediction needs                   */
  double outputs;   /* every quantity of every body and joint, copied out                  */
} lw_bench_phases;

/* Repeat the step dt from a saved state, with one thread.
 *   Needs       a state of this instance
 *   Returns     false: a step failed */
bool lw_bench_measure_phases(lw_instance* instance, const void* state, double dt, int repetitions,
                             lw_bench_phases* phases);

#endif
