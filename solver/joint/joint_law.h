/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint_law.h - what acts along the coordinate of a joint: spring, damper, stops, friction.
 *
 * Pure functions of q and its rate. Efforts are on the child, along q. Slopes are those of minus
 * the effort, so that a stable element has positive ones.
 *
 *   theory   section 4.5 of docs/theory.md
 */
#ifndef LW_JOINT_LAW_H
#define LW_JOINT_LAW_H

#include <stdbool.h>

#include <linkwork/model.h>

/* A stop gives way softly: over this depth its stiffness and damping grow to their full size [m,
 * rad]. A millimetre or milliradian is small against the range of any joint, and many steps deep
 * at the speeds at which joints meet their stops. */
#define LW_STOP_DEPTH 1e-3

/* Below about this rate friction gives way like a damper [m/s, rad/s]. It creeps that slowly
 * under a load that dry friction would hold; smaller is stiffer, and no more accurate for what
 * moves. */
#define LW_FRICTION_RATE 1e-2

/* The numbers of one joint; zero where it has none. */
typedef struct lw_joint_law {
  double stiffness, damping, rest;
  double lower, upper; /* -HUGE_VAL, HUGE_VAL: none */
  double stop_stiffness, stop_damping;
  double friction;
} lw_joint_law;

/* Collect the law of a joint that has one: revolute or prismatic.
 *   Needs       joint->stiffness is not LW_NONE */
lw_joint_law lw_joint_law_of(const lw_joint* joint, const double value[]);

/* Does nothing act along the coordinate? */
bool lw_joint_law_is_empty(const lw_joint_law* law);

/* Are there stops? */
static inline bool lw_joint_law_has_stops(const lw_joint_law* law)
{
  return law->stop_stiffness != 0.0 || law->stop_damping != 0.0;
}

/* Is a joint beyond its range, or may it be within a distance of q? */
static inline bool lw_joint_law_reaches_stop(const lw_joint_law* law, double q, double distance)
{
  return q - distance < law->lower || q + distance > law->upper;
}

/* The effort of the stops at a coordinate and its rate                                   (4.10) */
double lw_joint_law_stop_effort(const lw_joint_law* law, double q, double rate);

/* The effort of spring, damper and friction                                              (4.11) */
double lw_joint_law_smooth_effort(const lw_joint_law* law, double q, double rate);

/* Both together */
double lw_joint_law_effort(const lw_joint_law* law, double q, double rate);

/* A step of size dt from the coordinate q0, where the stops have the effort effort0. */
typedef struct lw_joint_step {
  double dt, q0, effort0;
} lw_joint_step;

/* The effort at the end of the step for which the mean of both ends is that of the stops over the
 * way to q: the trapezoidal rule then takes the energy that the stops give.              (4.17) */
double lw_joint_law_stop_step_effort(const lw_joint_law* law, const lw_joint_step* step, double q);

/* Slopes of minus the effort along q and its rate. That of friction is the slope of the chord from
 * rest: an iteration with it cannot jump to and fro over the change of sign.             (4.11) */
typedef struct lw_joint_slopes {
  double stiffness, damping;
} lw_joint_slopes;

lw_joint_slopes lw_joint_law_slopes(const lw_joint_law* law, double q, double rate);

/* The same at the end of a step, with the slopes of (4.17) for the stops. */
lw_joint_slopes lw_joint_law_step_slopes(const lw_joint_law* law, const lw_joint_step* step,
                                         double q, double rate);

/* The largest slopes that the law can have within a distance of q. */
lw_joint_slopes lw_joint_law_steepest(const lw_joint_law* law, double q, double distance);

/* Potential energy of the spring and the stops [J]                                       (4.10) */
double lw_joint_law_energy(const lw_joint_law* law, double q);

#endif
