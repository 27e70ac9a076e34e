/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * convergence.h - by what the index-3 method decides, in whatever way a step is carried out.
 *
 *   theory   section 3.3 of docs/theory.md
 */
#ifndef LW_CRITERIA_H
#define LW_CRITERIA_H

#include <stdbool.h>

/* ---- Newton -------------------------------------------------------------------------------- */

/* What stays open acts in the same direction over many steps: it must be small against the truncation
 * error of a step, to which the tolerance is chosen. */
#define LW_SOLVED_FRACTION 0.01
/* Joint forces whose share in the tangent is below this are left to the iteration: one iteration more or less costs what a
 * second factorisation does. */
#define LW_GEOMETRIC_MAX 0.002
/* Constraints that are closed to this [m], a digit below what we promise, need no further iteration. */
#define LW_CLOSED 1e-10
/* Slower contraction than this asks for a new tangent. */
#define LW_CONTRACTION_MAX 0.1

/* With a new tangent that leaves out next to nothing, the first increment d tells that it was the last one. */
static inline bool lw_is_trusted(double neglected, double d, double tolerance)
{
  return (neglected + d) * d <= LW_SOLVED_FRACTION * tolerance;
}

/* Is the step solved after increment d, the n-th one, the one before it having been `last`? What is left is about
 * rho/(1 - rho) of the increment.                                                          (3.7) */
static inline bool lw_is_contracted(double tolerance, int n, double d, double last)
{
  const double rho = n > 1 && last > 0.0 ? d / last : 1.0;
  return d <= LW_SOLVED_FRACTION * tolerance || (rho < 0.3 && rho / (1.0 - rho) * d <= tolerance);
}

/* Or are both equations solved: is no more than `force` left of the equations of motion, as a scaled increment, and `open` of the
 * constraints? Where increments creep, to the tolerance itself. */
static inline bool lw_is_solved(double tolerance, bool creeps, double force, double open)
{
  const double fraction = creeps ? 1.0 : LW_SOLVED_FRACTION;
  return force <= fraction * tolerance && open <= fraction * LW_CLOSED;
}

/* ---- velocities and accelerations ---------------------------------------------------------- */

/* At this move, in characteristic lengths and radians, since it was taken a factorisation closes the rows
 * in two solves; after that a new one is cheaper. */
#define LW_REUSE_DRIFT 1e-6
/* With loops it must also be small against the pivots of dependent rows, which are 1e-7 of the others. */
#define LW_REUSE_DRIFT_LOOPS 2e-9
/* Small mechanisms, where a factorisation costs as much as four passes, and every pass looks at the rows: a pass leaves the move, or
 * along dependent rows its square over their pivots, 1e-3 of what they asked for. */
#define LW_REUSE_DRIFT_SMALL 1e-5

/* Steps that keep the multipliers of the one before: drift over so few is not worth the second solve. */
#define LW_KEEP_STEPS 15

/* Turn of joints that nobody has looked at [rad]. An angle is continued from its last value by less than half a turn: far below
 * it, as velocities are those of the ends of steps. */
#define LW_LAG_MAX 1.0

/* plain passes before conjugate gradients take over */
#define LW_PASSES_PLAIN 2

/* What is asked of a level: two digits below the 1e-9 and 1e-7 that we promise for velocities and
 * accelerations. Less is not better: near a singular configuration it would drive noise into the
 * reactions. */
#define LW_RESIDUAL_VELOCITY 1e-11
#define LW_RESIDUAL_ACCELERATION 1e-9

#endif
