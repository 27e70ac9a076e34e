/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * augmented.h - what penalty, augmented Lagrangian and augmented Hamiltonian steps have in common.
 *
 * All of them solve, for a change da of the accelerations and a change y of the multipliers,
 *
 *   [ M      Phi_q^T    ] [ da ]   [ -(g + Phi_q^T lambda)            ]
 *   [ Phi_q  -eps/kappa ] [ y  ] = [ -rho/kappa  (+ eps/kappa lambda) ]                   (10.4)
 *
 * with eps = 1/alpha and rho what the rows lack; the term in parentheses is that of the penalty
 * formulation. With momenta there is dv in place of da. Eliminating y leaves the matrix of S3,
 * (M + Phi_q^T alpha kappa Phi_q) da.
 *
 *   theory   section 10 of docs/theory.md
 */
#ifndef LW_AUGMENTED_H
#define LW_AUGMENTED_H

#include "base/arena.h"
#include "formulations/augmented/newmark.h"
#include "step/substeps.h"

/* How one step is solved. */
typedef struct lw_augmented {
  double     h, t;      /* its size and its end [s]                                               */
  lw_newmark rule;      /* of the integrator                                                      */
  double     damping;   /* 2 xi omega [1/s]                                                       */
  double     stiffness; /* omega^2 [1/s^2]                                                        */
  double     kappa; /* how strongly the rows depend on the unknown; 1: not known to the iteration */
  double     reach; /* how far a unit of the unknown moves the positions                      */
  bool       penalty; /* rows yield to their multipliers, rho = eps lambda at the end           */
  bool       still;   /* positions and velocities stay as they are */
  int        beyond;  /* iterations after increments have become small                          */
  bool       once;    /* one solve is exact                                                     */
} lw_augmented;

/* Account of the kinetic energy; part of the state. */
typedef struct lw_augmented_state {
  double
      made; /* since the start, what the work of applied forces and drives does not account for [J] */
  double
      most; /* the largest so far [J]                                                               */
  double
      work; /* of applied forces and drives since the start, without sign [J]                       */
} lw_augmented_state;

typedef struct lw_augmented_work {
  lw_origin* origin; /* start of the step                                      (nbody)    */
  lw_twist*  blend;  /* a + 2 xi omega v; [-1] ground                          (nbody)    */
  double*    eps;    /* 1 / (alpha kappa), compliant rows 1                    (nrow_all) */
  double*    base;   /* the instance's own regularisation while a step runs               */
  double*    force;  /* applied at the start, on each body                     (nbody x 6)  */
  double*    known;  /* kinetic energy of each body at the start, then the power of each drive there
                      * (nbody + nconnector) */
  double* momentum; /* at the start, with what is known of its rate; Hamiltonian only (nbody x 6) */
  double* Phi;      /* at the start; Hamiltonian only                         (nrow_all) */
} lw_augmented_work;

void lw_augmented_lay_out_work(lw_instance* instance, const lw_model* model,
                               const lw_structure* structure, lw_arena* arena);

void lw_augmented_lay_out_state(lw_instance* instance, const lw_model* model,
                                const lw_structure* structure, lw_arena* arena);

static inline lw_augmented_work* lw_augmented_work_of(const lw_instance* s)
{
  return s->method_work;
}

/* Everything at the present iterate, and the right-hand side of (10.4) in instance->x. The positions are
 * new, or only the multipliers. */
typedef void (*lw_augmented_evaluate)(lw_instance* instance, const lw_augmented* how, bool moved,
                                      const lw_threads* threads);

/* Force on a body, and torque about its centre of mass, with what is in the wrenches of its sides: all of its equation
 * of motion but M a + w x (J w). */
void lw_augmented_force(lw_instance* instance, int b, double t, double f[6]);

/* Keep where all bodies are and what acts on them. Positions are swept, and the wrenches those of applied forces. */
void lw_augmented_keep(lw_instance* instance, const lw_threads* threads);

/* Around the internal steps of a communication step: they have a regularisation of their own. */
void lw_augmented_begin_steps(lw_instance* instance, double h);
void lw_augmented_end_steps(lw_instance* instance);

/* Set the regularisation of the rows to 1 / (alpha kappa). */
void lw_augmented_regularise(lw_instance* instance, double kappa, const lw_threads* threads);

/* Iterate on (10.4) until the increments are below the tolerance.
 *   Changes     u and multiplier by the increments; head->iterations, head->residual
 *   Returns     LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, the same on every thread */
lw_status lw_augmented_iterate(lw_instance* instance, const lw_augmented* how, lw_twist* u,
                               double* multiplier, lw_augmented_evaluate evaluate,
                               const lw_threads* threads);

/* Close an internal step: coordinates, time, flags.
 *   Returns     LW_OK, LW_RETRY_DIVERGED where the mechanism has come apart or its energy is made up */
lw_status lw_augmented_finish(lw_instance* instance, const lw_augmented* how,
                              const lw_threads* threads);

#endif
