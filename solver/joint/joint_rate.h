/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint_rate.h - joints in their own coordinates: where they put the child, which way it can go,
 * and how fast the Jacobians of their rows change.
 *
 *   theory   sections 2 and 9 of docs/theory.md
 */
#ifndef LW_JOINT_RATE_H
#define LW_JOINT_RATE_H

#include "joint/joint.h"

/* The child's joint frame in the parent's at coordinates q: turn Q (columns: its axes) and
 * offset d.                                                                                (9.1) */
void lw_joint_relative(lw_joint_type type, const double q[], double Q[9], double d[3]);

/* A direction in which the child can move against the parent: the rate of coordinate i turns it
 * about n through its joint point, or moves it along n.                                    (9.2) */
typedef struct lw_freedom {
  double n[3];
  bool   turns;
  bool   on_child; /* n is fixed in the child, else in the parent */
} lw_freedom;

void lw_joint_freedom(lw_joint_type type, int i, const lw_joint_frames* place, lw_freedom* freedom);

/* Time derivative of the Jacobians at the given velocities (nrow x 6 each).              (9.10) */
void lw_joint_jacobian_rate(lw_joint_type type, const lw_joint_frames* place, const lw_twist* A,
                            const lw_twist* B, double J_A[], double J_B[]);

/* The same of a coordinate, and of the row of its motion. */
void lw_joint_coordinate_rate(lw_joint_type type, int i, const lw_joint_frames* place,
                              const lw_twist* A, const lw_twist* B, double J_A[6], double J_B[6]);

#endif
