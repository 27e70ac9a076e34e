/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint.h - constraint rows and coordinates of all joint types, as tables over four kinds of rows.
 *
 * A joint has a frame on the parent (A) and one on the child (B). Its place in the world gives
 * residual, Jacobian and acceleration term. Jacobians are with respect to the
 * virtual displacement (dr, dtheta) of each body, r the centre of mass and dtheta in world axes.
 *
 *   theory   section 2 of docs/theory.md
 */
#ifndef LW_JOINT_H
#define LW_JOINT_H

#include "formulas/rows.h"
#include <linkwork/model.h>

#define LW_ROWS_MAX 6   /* constraint rows of a joint */
#define LW_COORDS_MAX 3 /* coordinates of a joint     */

/* A joint in its two bodies: filled once from the values. */
typedef struct lw_joint_geometry {
  double s_A[3], s_B[3]; /* joint point from the centre of mass, body axes [m]     */
  double R_A[9], R_B[9]; /* rows: x, y, z axis of the joint frame, in body axes    */
  double length;         /* distance joint [m]                                     */
} lw_joint_geometry;

/* Where a body is: what the joints see of it. */
typedef struct lw_placement {
  double r[3]; /* centre of mass, world [m] */
  double R[9]; /* body to world             */
} lw_placement;

/* A joint in the world. */
typedef struct lw_joint_frames {
  double a[3], b[3]; /* joint points from the centres of mass, world axes [m]    */
  double d[3];       /* from the parent's joint point to the child's [m]         */
  double X[9], Y[9]; /* rows: axes of the joint frame on the parent, on the child */
  double length;
} lw_joint_frames;

/* Velocities that a joint sees. */
typedef struct lw_twist {
  double v[3]; /* of the centre of mass, world [m/s]  */
  double w[3]; /* angular, world axes [rad/s]         */
  double pad[2];
} lw_twist;

/* the part of the rate of a quantity that a body has, by the gradient with respect to its (dr,
 * dtheta) */
static inline double lw_twist_dot(const double J[6], const lw_twist* u)
{
  return lw_row_rate(J, u->v, u->w);
}

void lw_joint_frames_compute(lw_joint_type type, const lw_joint_geometry* g, const lw_placement* A,
                             const lw_placement* B, lw_joint_frames* place);

/* Phi (nrow)                                                                (2.1) to (2.4) */
void lw_joint_residual(lw_joint_type type, const lw_joint_frames* place, double Phi[]);

/* Phi_q on the parent and on the child (nrow x 6 each)                      (2.5) to (2.8) */
void lw_joint_jacobian(lw_joint_type type, const lw_joint_frames* place, double J_A[],
                       double J_B[]);

/* gamma = Phi_q a, the part of the acceleration constraint that needs only velocities (nrow)
 *                                                                           (2.9) to (2.12) */
void lw_joint_gamma(lw_joint_type type, const lw_joint_frames* place, const lw_twist* A,
                    const lw_twist* B, double gamma[]);

/* ---- coordinates -------------------------------------------------------------------------- */

/* A joint coordinate where the joint is: value in (-pi, pi] for an angle, gradient on the two
 * bodies, so that:  q' = J_A v_A + J_B v_B,  q'' = J_A a_A + J_B a_B + bias               (2.14) */
typedef struct lw_coordinate {
  double q;
  double J_A[6], J_B[6];
} lw_coordinate;

void lw_joint_coordinate(lw_joint_type type, int i, const lw_joint_frames* place, lw_coordinate* c);

/* Its value without the gradient. */
double lw_joint_coordinate_alone(lw_joint_type type, int i, const lw_joint_frames* place);

double lw_joint_coordinate_bias(lw_joint_type type, int i, const lw_joint_frames* place,
                                const lw_twist* A, const lw_twist* B);

/* What a motion prescribes for q at a time: its row is q - f.                            (2.15) */
typedef struct lw_drive {
  double f, f1, f2; /* value, first and second derivative */
} lw_drive;

/* Does the type hold a point, so that its first three multipliers are the force there? */
bool lw_joint_has_point(lw_joint_type type);

/* The rows of a type that holds a point after the first three: each keeps axis i of the parent's
 * joint frame normal to axis j of the child's. */
typedef struct lw_turns {
  int n;
  int i[3], j[3];
} lw_turns;

/*   Needs       a type that holds a point */
const lw_turns* lw_joint_turns(lw_joint_type type);

/* Number of constraint rows of a type. */
int lw_joint_rows(lw_joint_type type);

#endif
