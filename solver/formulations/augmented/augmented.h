/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * augmented.h - the iteration of penalty, augmented Lagrangian and augmented Hamiltonian steps, and
 * the checks for divergence after them.
 *
 *     begin_steps
 *       each step: keep -> regularise -> prediction of the method -> iterate -> finish
 *     end_steps
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

/* The equations of one step. */
typedef struct lw_augmented {
  double     h, t;      /* size and end of the step [s] */
  lw_newmark rule;      /* formulas of the integrator */
  double     damping;   /* 2 xi omega [1/s] */
  double     stiffness; /* omega^2 [1/s^2] */
  double     kappa;     /* derivative of the rows by the unknown; 1: fixed point  (10.5), (10.10) */
  double     move;      /* change of the positions per unit of the unknown */
  bool       penalty;   /* rows are elastic: rho = eps lambda at the end */
  bool       fixed;     /* positions and velocities do not change */
  int        extra;     /* iterations after the increments have met the tolerance */
  bool       exact;     /* one solve gives the exact solution */
} lw_augmented;

/* Energy balance since the start; part of the state. */
typedef struct lw_augmented_state {
  double generated; /* gain of kinetic energy that is not work of applied forces and drives [J] */
  double largest;   /* largest kinetic energy so far [J] */
  double work;      /* sum of the absolute work of applied forces and drives [J] */
  double velocity;  /* largest velocity of the last steps [m/s] */
} lw_augmented_state;

typedef struct lw_augmented_work {
  lw_origin* origin;       /* motion of the bodies at the start of the step          (nbody) */
  lw_twist*  a_damped;     /* a + 2 xi omega v; [-1] ground                       (nbody) */
  double*    eps;          /* 1 / (alpha kappa), compliant rows 1                    (nrow_all) */
  double*    eps_instance; /* regularisation of the instance, while steps use their own */
  double*    force;        /* applied wrench on each body at the start               (nbody x 6) */
  double*    energy;       /* kinetic energy of each body at the start               (nbody) */
  double*    power;        /* power of the motion of each connector at the start     (nconnector) */
  double*
      momentum; /* momentum at the start plus early times its rate; Hamiltonian only (nbody x 6) */
  double* Phi;  /* rows at the start; Hamiltonian only                    (nrow_all) */
} lw_augmented_work;

void lw_augmented_lay_out_work(lw_instance* instance, const lw_model* model,
                               const lw_structure* structure, lw_arena* arena);

void lw_augmented_lay_out_state(lw_instance* instance, const lw_model* model,
                                const lw_structure* structure, lw_arena* arena);

static inline lw_augmented_work* lw_augmented_work_of(const lw_instance* s)
{
  return s->method_work;
}

/* Compute all quantities at the present iterate and the right-hand side of (10.4) in
 * instance->x. `moved`: the positions have changed, not only the multipliers. */
typedef void (*lw_augmented_evaluate)(lw_instance* instance, const lw_augmented* how, bool moved,
                                      const lw_threads* threads);

/* Compute the force on a body and the torque about its centre of mass, including the wrenches of
 * its sides: its equation of motion without M a + w x (J w). */
void lw_augmented_force(lw_instance* instance, int b, double t, double f[6]);

/* Store the motion of all bodies and the forces on them at the start of a step. On return the
 * quantities of the positions are current and the wrenches are those of applied forces. */
void lw_augmented_keep(lw_instance* instance, const lw_threads* threads);

/* Called before and after the internal steps of a communication step, which use a regularisation
 * of their own. */
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

/* End an internal step: coordinates, time, stages.
 *   Returns     LW_OK, LW_RETRY_DIVERGED where constraints are violated or the formulas generate
 *               energy */
lw_status lw_augmented_finish(lw_instance* instance, const lw_augmented* how,
                              const lw_threads* threads);

#endif
