/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pcg.h - the reduced system of the constraints by preconditioned conjugate gradients.
 *
 *   E y = r,    E = Phi_q W^-1 Phi_q^T,    u = W^-1 Phi_q^T y                            (11.4)
 *
 * W are the masses of the bodies or other weights, block by block. The matrix is never formed: a
 * product with it is a pass over bodies and one over connectors, S4 section 5. The preconditioner
 * is a factorisation of (5.1) at other positions.
 */
#ifndef LW_PCG_H
#define LW_PCG_H

#include "instance/instance.h"

/* Inverse of the weights of a body: of displacements along the world axes, and of rotations. */
typedef struct lw_pcg_mass {
  double move[3];
  double turn[9];
} lw_pcg_mass;

typedef struct lw_pcg {
  const lw_pcg_mass* mass;   /* (nbody) */
  const lw_factor*   factor; /* preconditioner */
  const double* turn; /* rotates the first three rows of each connector to the axes for which the
                              * preconditioner was made (nconnector x 9); NULL: no rotation */
  double*       r;    /* right-hand side, becomes the residual           (nrow_all) */
  double*       y;    /* solution                                        (nrow_all) */
  double*       u;    /* motion of the bodies, W^-1 Phi_q^T y            (nbody x 6) */
  double*       p;    /* direction                                       (nrow_all) */
  double*       e;    /* E p                                             (nrow_all) */
  double*       d;    /* W^-1 Phi_q^T p                                  (nbody x 6) */
} lw_pcg;

/* Solve, starting from zero, until the 2-norm of the residual is at most `target`. Every thread
 * calls this function.
 *   Needs       instance->J at the present positions
 *   Changes     instance->x
 *   Returns     the number of iterations, -1: the target is not reached; the same on every
 *               thread */
int lw_pcg_solve(lw_instance* instance, lw_pcg* pcg, double target, const lw_threads* threads);

#endif
