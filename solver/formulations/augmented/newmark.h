/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newmark.h - position and velocity of a body after a step of size h, from its accelerations.
 *
 *   r = r_0 + h v_0 + h^2 (c a_0 + beta a),     v = v_0 + h ((1 - gamma) a_0 + gamma a)  (10.1)
 *
 * and the same for rotations. With c = 1/2 - beta these are Newmark's formulas, S3 (13); the
 * trapezoidal rule has beta = 1/4, gamma = 1/2; the explicit formulas S3 (11) and (12) have beta =
 * gamma = 0 and c = 0 or 1.
 */
#ifndef LW_NEWMARK_H
#define LW_NEWMARK_H

#include "instance/instance.h"

typedef struct lw_newmark {
  double c, beta, gamma;
  bool   newton; /* the matrix has the derivatives of rows and forces by the accelerations */
} lw_newmark;

/* The formulas of a model's integrator. */
lw_newmark lw_newmark_of(const lw_model* model);

/* Tell whether errors e of the constraints, which obey e'' + damping e' + stiffness e = 0, do
 * not grow; a fixed point must also contract.                                             (10.6) */
bool lw_newmark_is_stable(const lw_newmark* rule, double h, double damping, double stiffness);

/* The motion of a body at the start of a step. */
typedef struct lw_origin {
  lw_pose  q;
  lw_twist v, a;
} lw_origin;

/* Set position and velocity of body b from its present acceleration.                    (10.1) */
void lw_newmark_move(lw_instance* instance, const lw_origin* origin, int b, const lw_newmark* rule,
                     double h);

#endif
