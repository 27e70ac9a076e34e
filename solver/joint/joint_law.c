/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint_law.c - spring, damper, stops and friction along a joint coordinate.
 *
 *   reads    the values of a joint, q and its rate
 *   writes   nothing: results are returned
 *   theory   section 4.5
 */
#include "joint/joint_law.h"

#include <math.h>

static double value_of(const double value[], lw_slot slot, double otherwise)
{
  return slot == LW_NONE ? otherwise : value[slot];
}

lw_joint_law lw_joint_law_of(const lw_joint* joint, const double value[])
{
  return (lw_joint_law){.stiffness      = value[joint->stiffness],
                        .damping        = value[joint->damping],
                        .rest           = value[joint->rest],
                        .lower          = value_of(value, joint->lower, -HUGE_VAL),
                        .upper          = value_of(value, joint->upper, HUGE_VAL),
                        .stop_stiffness = value_of(value, joint->stop_stiffness, 0.0),
                        .stop_damping   = value_of(value, joint->stop_damping, 0.0),
                        .friction       = value_of(value, joint->friction, 0.0)};
}

bool lw_joint_law_is_empty(const lw_joint_law* law)
{
  return law->stiffness == 0.0 && law->damping == 0.0 && law->stop_stiffness == 0.0 &&
         law->stop_damping == 0.0 && law->friction == 0.0;
}

/* ---- stops -------------------------------------------------------------------------------- */

/* One stop at a depth e: its force per stiffness with slope and integral, and the fraction of
 * its damper. Below LW_STOP_DEPTH e^2/2w, then e - w/2: force and slope are continuous    (4.10) */
typedef struct stop {
  double force, slope, energy, fraction;
} stop;

static stop stop_at(double e)
{
  const double w = LW_STOP_DEPTH;
  stop         s = {0.0, 0.0, 0.0, 0.0};
  if (e > w) {
    s = (stop){e - 0.5 * w, 1.0, 0.5 * e * (e - w) + w * w / 6.0, 1.0};
  } else if (e > 0.0) {
    const double u = e / w;
    s              = (stop){0.5 * u * e, u, u * e * e / 6.0, u * u * (3.0 - 2.0 * u)};
  }
  return s;
}

/* The depth of a stop goes from one value to another: the means of force and of damping over the
 * way, and the change of twice the mean force with the depth at the end.                 (4.17) */
typedef struct stop_way {
  double force, slope, fraction;
} stop_way;

/* Add the piece of the way between two depths at which the law (4.10) is one polynomial: `share` of
 * the whole way, which ends where `end` of the whole way is left. Simpson's rule is exact for the
 * force and the slope, which are of the second degree with its weight, and for the damping, which
 * is of the third. */
static void add_piece(stop_way* way, double begin, double end, double share, double left)
{
  const stop   s[3]      = {stop_at(begin), stop_at(0.5 * (begin + end)), stop_at(end)};
  const double weight[3] = {share / 6.0, 4.0 * share / 6.0, share / 6.0};
  for (int i = 0; i < 3; i++) {
    const double passed = 1.0 - left - share * (1.0 - 0.5 * i); /* of the whole way, at the point */
    way->force += weight[i] * s[i].force;
    way->fraction += weight[i] * s[i].fraction;
    way->slope += 2.0 * weight[i] * passed * s[i].slope;
  }
}

static stop_way way_between(double begin, double end)
{
  const double border[2] = {0.0, LW_STOP_DEPTH};
  const double length    = end - begin;
  stop_way     way       = {0.0, 0.0, 0.0};
  double       at[4]     = {begin, begin, begin, end};
  for (int i = 0; i < 2; i++) { /* where the polynomial changes, in the order of the way */
    const double e = border[length > 0.0 ? i : 1 - i];
    at[i + 1]      = length > 0.0 ? fmin(fmax(e, at[i]), end) : fmax(fmin(e, at[i]), end);
  }
  if (length == 0.0) {
    const stop s = stop_at(end);
    return (stop_way){s.force, s.slope, s.fraction};
  }
  for (int i = 0; i < 3; i++) {
    if (at[i + 1] != at[i]) {
      add_piece(&way, at[i], at[i + 1], (at[i + 1] - at[i]) / length, (end - at[i + 1]) / length);
    }
  }
  return way;
}

/* ---- the whole law ------------------------------------------------------------------------ */

double lw_joint_law_smooth_effort(const lw_joint_law* law, double q, double rate)
{
  double effort = -law->stiffness * (q - law->rest) - law->damping * rate;
  if (law->friction != 0.0) {
    effort -= law->friction * rate / sqrt(rate * rate + LW_FRICTION_RATE * LW_FRICTION_RATE);
  }
  return effort;
}

double lw_joint_law_stop_effort(const lw_joint_law* law, double q, double rate)
{
  const stop low = stop_at(law->lower - q), high = stop_at(q - law->upper);
  return law->stop_stiffness * (low.force - high.force) -
         law->stop_damping * (low.fraction + high.fraction) * rate;
}

double lw_joint_law_effort(const lw_joint_law* law, double q, double rate)
{
  const double effort = lw_joint_law_smooth_effort(law, q, rate);
  return lw_joint_law_has_stops(law) ? effort + lw_joint_law_stop_effort(law, q, rate) : effort;
}

double lw_joint_law_stop_step_effort(const lw_joint_law* law, const lw_joint_step* step, double q)
{
  const stop_way low  = way_between(law->lower - step->q0, law->lower - q);
  const stop_way high = way_between(step->q0 - law->upper, q - law->upper);
  const double   mean =
      law->stop_stiffness * (low.force - high.force) -
      law->stop_damping * (low.fraction + high.fraction) * (q - step->q0) / step->dt;
  return 2.0 * mean - step->effort0;
}

/* slopes of everything but the stops */
static lw_joint_slopes smooth_slopes(const lw_joint_law* law, double rate)
{
  lw_joint_slopes slopes = {law->stiffness, law->damping};
  if (law->friction != 0.0) {
    slopes.damping += law->friction / sqrt(rate * rate + LW_FRICTION_RATE * LW_FRICTION_RATE);
  }
  return slopes;
}

lw_joint_slopes lw_joint_law_slopes(const lw_joint_law* law, double q, double rate)
{
  lw_joint_slopes slopes = smooth_slopes(law, rate);
  if (lw_joint_law_has_stops(law)) {
    const stop low = stop_at(law->lower - q), high = stop_at(q - law->upper);
    slopes.stiffness += law->stop_stiffness * (low.slope + high.slope);
    slopes.damping += law->stop_damping * (low.fraction + high.fraction);
  }
  return slopes;
}

lw_joint_slopes lw_joint_law_step_slopes(const lw_joint_law* law, const lw_joint_step* step,
                                         double q, double rate)
{
  lw_joint_slopes slopes = smooth_slopes(law, rate);
  const stop_way  low    = way_between(law->lower - step->q0, law->lower - q);
  const stop_way  high   = way_between(step->q0 - law->upper, q - law->upper);
  slopes.stiffness += law->stop_stiffness * (low.slope + high.slope);
  slopes.damping += law->stop_damping * (low.fraction + high.fraction);
  return slopes;
}

lw_joint_slopes lw_joint_law_steepest(const lw_joint_law* law, double q, double distance)
{
  lw_joint_slopes slopes = {law->stiffness, law->damping + law->friction / LW_FRICTION_RATE};
  if (lw_joint_law_reaches_stop(law, q, distance)) {
    slopes.stiffness += law->stop_stiffness;
    slopes.damping += law->stop_damping;
  }
  return slopes;
}

double lw_joint_law_energy(const lw_joint_law* law, double q)
{
  const double e = q - law->rest;
  double       V = 0.5 * law->stiffness * e * e;
  if (law->stop_stiffness != 0.0) {
    V += law->stop_stiffness * (stop_at(law->lower - q).energy + stop_at(q - law->upper).energy);
  }
  return V;
}
