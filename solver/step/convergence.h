/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * convergence.h - the rules by which the index-3 method ends its iterations.
 *
 * Both ways of computing a step follow them: newton.c and project.c for all mechanisms,
 * small/small_step.c for small ones.
 *
 *   theory   section 3.3 of docs/theory.md
 */
#ifndef LW_CONVERGENCE_H
#define LW_CONVERGENCE_H

#include <math.h>
#include <stdbool.h>

/* ---- Newton -------------------------------------------------------------------------------- */

/* An error that the iteration leaves acts in the same direction over many steps: it must be small
 * against the truncation error of a step, to which the tolerance is chosen. */
#define LW_SOLVED_FRACTION 0.01
/* Joint forces whose fraction of the tangent is below this are left to the iteration: one iteration
 * more or less costs what a second factorisation does. */
#define LW_GEOMETRIC_MAX 0.002
/* Constraints that are closed to this, as angles, need no further iteration.              (4.19) */
#define LW_CLOSED 1e-10
/* Slower contraction than this asks for a new tangent. */
#define LW_CONTRACTION_MAX 0.1

/* A Newton iteration: its limits, how far it came, and what was measured last. */
typedef struct lw_iteration {
  double tolerance;    /* of a scaled increment                                               */
  double neglected;    /* fraction of the equations that the tangent leaves out               */
  int    most;         /* increments at the most                                              */
  bool   fixed;        /* exactly that many, for real time: nothing is decided                */
  bool   may_refresh;  /* a new tangent can be had                                            */
  bool   not_smooth;   /* stops may bend the equations: contraction does not tell what is left */
  bool   slow_is_done; /* increments that contract slowly no longer move the mechanism        */
  int    n;            /* increments so far                                                   */
  double increment;    /* the last one, scaled                                          (3.7) */
  double previous;     /* the one before                                                      */
  double moved;        /* sum of increments since the last factorisation                      */
  bool   refresh;      /* the next increment has a new tangent                                */
  bool   slow;         /* eps leaves more than a tenth of some rows open                      */
  bool   last;         /* the increments alone tell that no further one is needed             */
  double force;        /* residual of the equations of motion, as a scaled increment          */
  double rows;         /* 2-norm of the constraints                                           */
} lw_iteration;

static inline void lw_iteration_add(lw_iteration* it, double increment)
{
  it->n++;
  it->previous  = it->increment;
  it->increment = increment;
  it->moved += increment;
}

/* Do the increments alone tell that the step is solved? The first one does where the tangent is new
 * and leaves out next to nothing; later ones where rho/(1 - rho) of the last increment, which is
 * what contraction by rho leaves, is below the tolerance. Where stops bend the equations two small
 * increments do: the work of a stop is its large force along what the iteration leaves.    (3.7) */
static inline bool lw_iteration_is_last(const lw_iteration* it)
{
  const double d = it->increment, rho = it->n > 1 && it->previous > 0.0 ? d / it->previous : 1.0;
  if (it->not_smooth) {
    return it->n > 1 && fmax(d, it->previous) <= LW_SOLVED_FRACTION * it->tolerance;
  }
  return (it->n == 1 && (it->neglected + d) * d <= LW_SOLVED_FRACTION * it->tolerance) ||
         d <= LW_SOLVED_FRACTION * it->tolerance ||
         (rho < 0.3 && rho / (1.0 - rho) * d <= it->tolerance);
}

/* What the iteration leaves open, as an increment: the next one, by its contraction, or by what the
 * tangent leaves out, or, where the residuals were measured, what these ask for.       (3.7) */
static inline double lw_iteration_left(const lw_iteration* it)
{
  const double d = it->increment, rho = it->n > 1 && it->previous > 0.0 ? d / it->previous : 1.0;
  return !it->last ? it->force : it->n == 1 ? (it->neglected + d) * d : rho < 1.0 ? rho * d : d;
}

/* Does the iteration contract too slowly for its tangent? */
static inline bool lw_iteration_is_slow(const lw_iteration* it)
{
  return it->n > 1 && it->increment > LW_CONTRACTION_MAX * it->previous;
}

/* Do the residuals tell that both equations are solved? Near a singular configuration multipliers
 * go on along a direction that hardly moves the mechanism, although an increment leaves nothing
 * open: the tolerance itself is then enough.                                            (3.7) */
static inline bool lw_iteration_is_solved(const lw_iteration* it)
{
  const bool   enough   = it->slow_is_done && it->n > 2 && lw_iteration_is_slow(it);
  const double fraction = enough ? 1.0 : LW_SOLVED_FRACTION;
  return (enough || !it->not_smooth) && it->force <= fraction * it->tolerance &&
         it->rows <= fraction * LW_CLOSED;
}

/* ---- velocities and accelerations ---------------------------------------------------------- */

/* When positions have moved by this since the factorisation, in characteristic lengths and radians,
 * it still closes the rows in two solves; after that a new one is cheaper. */
#define LW_REUSE_DRIFT 1e-6
/* With loops the drift must also be small against the pivots of dependent rows, which are 1e-7 of
 * the others. */
#define LW_REUSE_DRIFT_LOOPS 2e-9
/* Small mechanisms, where a factorisation costs as much as four passes, and every pass measures the
 * rows: a pass leaves the drift, or along dependent rows its square over their pivots, 1e-3 of what
 * they asked for. */
#define LW_REUSE_DRIFT_SMALL 1e-5

/* Steps that keep the multipliers of the one before: the drift over so few is not worth a second
 * solve. */
#define LW_KEEP_STEPS 15

/* Turn of joints since their coordinates were last computed [rad]. An angle is continued from
 * its last value by less than half a turn: far below it, as velocities are those of the ends of
 * steps. */
#define LW_LAG_MAX 1.0

/* plain passes before conjugate gradients take over */
#define LW_PASSES_PLAIN 2
/* a plain pass that leaves more than this of the rows is the last one */
#define LW_PASS_CONTRACTION 0.9

/* Residual of a level that is small enough, times lw_rate() and its square. In a mechanism of 1 m
 * that falls it is 1e-11 m/s and 5e-10 m/s^2, two digits below what we promise. Less is not better:
 * near a singular configuration it would drive noise into the reactions.                  (4.20) */
#define LW_RESIDUAL_VELOCITY 3e-12
#define LW_RESIDUAL_ACCELERATION 5e-11

/* the same for rows of the size `norm`: never below the rounding of what is asked for */
static inline double lw_level_target(double promised, double norm)
{
  return promised + 1e-14 * norm;
}

/* With a factorisation of positions that have drifted since, a solve leaves about that drift of
 * what it moved. Is that below the target? */
static inline bool lw_is_closed_by_estimate(double drift, double moved, double target)
{
  return drift * moved <= target;
}

#endif
