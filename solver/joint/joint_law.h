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

/* The effort at a coordinate and its rate                                       (4.10), (4.11) */
double lw_joint_law_effort(const lw_joint_law* law, double q, double rate);

/* Slopes of minus the effort along q and its rate. That of friction is the slope of the chord from
 * rest: an iteration with it cannot jump to and fro over the change of sign.             (4.11) */
typedef struct lw_joint_slopes {
  double stiffness, damping;
} lw_joint_slopes;

lw_joint_slopes lw_joint_law_slopes(const lw_joint_law* law, double q, double rate);

/* The largest slopes that the law can have within a distance of q. */
lw_joint_slopes lw_joint_law_steepest(const lw_joint_law* law, double q, double distance);

/* Potential energy of the spring and the stops [J]                                       (4.10) */
double lw_joint_law_energy(const lw_joint_law* law, double q);

#endif
