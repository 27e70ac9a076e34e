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

/* ---- the whole law ------------------------------------------------------------------------ */

double lw_joint_law_effort(const lw_joint_law* law, double q, double rate)
{
  double effort = -law->stiffness * (q - law->rest) - law->damping * rate;
  if (law->stop_stiffness != 0.0 || law->stop_damping != 0.0) {
    const stop low = stop_at(law->lower - q), high = stop_at(q - law->upper);
    effort += law->stop_stiffness * (low.force - high.force) -
              law->stop_damping * (low.fraction + high.fraction) * rate;
  }
  if (law->friction != 0.0) {
    effort -= law->friction * rate / sqrt(rate * rate + LW_FRICTION_RATE * LW_FRICTION_RATE);
  }
  return effort;
}

lw_joint_slopes lw_joint_law_slopes(const lw_joint_law* law, double q, double rate)
{
  lw_joint_slopes slopes = {law->stiffness, law->damping};
  if (law->stop_stiffness != 0.0 || law->stop_damping != 0.0) {
    const stop low = stop_at(law->lower - q), high = stop_at(q - law->upper);
    slopes.stiffness += law->stop_stiffness * (low.slope + high.slope);
    slopes.damping += law->stop_damping * (low.fraction + high.fraction);
  }
  if (law->friction != 0.0) {
    slopes.damping += law->friction / sqrt(rate * rate + LW_FRICTION_RATE * LW_FRICTION_RATE);
  }
  return slopes;
}

lw_joint_slopes lw_joint_law_steepest(const lw_joint_law* law, double q, double distance)
{
  lw_joint_slopes slopes = {law->stiffness, law->damping + law->friction / LW_FRICTION_RATE};
  if (q - distance < law->lower || q + distance > law->upper) {
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
