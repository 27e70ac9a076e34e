/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint_space.h - mechanisms in the coordinates of their joints: S1 and S2's canonical equations, and
 * Featherstone's accelerations as their counterpart.
 *
 * The state is that of an explicit integrator: coordinates of the tree, then momenta of its freedoms
 * (hamiltonian-dca) or their rates (acceleration-dca). Positions, velocities, accelerations and
 * multipliers of the instance are published from it at the communication points.
 *
 *   theory   section 9 of docs/theory.md
 */
#ifndef LW_JOINT_SPACE_H
#define LW_JOINT_SPACE_H

#include "formulations/joint_space/articulated.h"
#include "ode/ode.h"
#include "step/method.h"

/* Workspace of the two formulations. */
typedef struct lw_joint_space {
  lw_recursion recursion;
  lw_ode       ode;
  double*      y;      /* a state while it is made                            (nq + nv)    */
  double*      qd;     /* rates, or accelerations, of the freedoms            (nv)         */
  double*      choice; /* of independent rows, to be compared             (nrow + ngroup)  */
  int*         active; /* connectors that exert forces at the present values  (nconnector) */
  int          nactive;
  int          threads; /* for right-hand sides */
  int          looks;   /* right-hand sides of this communication step besides the integrator's */
} lw_joint_space;

/* What stands in front of the integrator's state. */
typedef struct lw_space_state {
  double rank;        /* independent rows of all cuts                                          */
  double momentum;    /* largest momentum since the beginning                                  */
  double chosen;      /* smallest pivot of the rows when they were chosen */
  double looks;       /* how often impulses and rows were looked at */
  double looked;      /* steps of the integrator at the last look                              */
  double distance[3]; /* from a singular configuration at the ends of the last steps: root of the
                       * weakest pivot                                                     */
  double t[3];        /* when that was                                                         */
  double h_max;       /* longest step that they allow, 0: any                                  */
} lw_space_state;

extern const lw_method lw_hamiltonian_method, lw_acceleration_method;

static inline lw_joint_space* lw_joint_space_of(const lw_instance* instance)
{
  return instance->method_work;
}

static inline lw_space_state* lw_joint_space_state(const lw_instance* instance)
{
  return instance->method_state;
}

/* hamiltonian-dca? */
static inline bool lw_joint_space_has_momenta(const lw_instance* instance)
{
  return instance->model->settings.formulation == LW_HAMILTONIAN_DCA;
}

/* The largest of n sizes. */
static inline double lw_joint_space_largest(int n, const double x[])
{
  double most = 0.0;
  for (int i = 0; i < n; i++) most = x[i] > most ? x[i] : -x[i] > most ? -x[i] : most;
  return most;
}

/* At the beginning, and where inputs or values have changed: choose rows, or keep them unless others are much better, and
 * measure the distance from singular configurations.
 *   Needs       links placed at coordinates q, velocities of the bodies
 *   Changes     leaves the links placed
 *   Returns     false where the rank of the rows is not what it was */
bool lw_joint_space_begin_monitor(lw_instance* instance, double t, const double q[],
                                  const double qd[], bool goes_on);

/* With loops: one step of the integrator, or what is left of the last one up to the target, and what is to be
 * watched between steps. */
lw_status lw_joint_space_step(lw_instance* instance, double target, double stop);

/* Right-hand sides of the two formulations; the context is the instance. They leave placement, the recursion
 * and velocities as they are there. */
lw_status lw_hamiltonian_rhs(void* instance, double t, const double y[], double dydt[]);
lw_status lw_acceleration_rhs(void* instance, double t, const double y[], double dydt[]);

/* Carry out a right-hand side with as many threads as pay off; the same bits with any number. */
typedef lw_status (*lw_threaded_rhs)(lw_instance* instance, double t, const double y[],
                                     double dydt[], const lw_threads* threads);
lw_status lw_joint_space_call(lw_instance* instance, lw_threaded_rhs rhs, double t,
                              const double y[], double dydt[]);

/* Every thread of all calls these; on return the results of all are visible. */

/* Velocity c of each link against the one before it that motions prescribe, at time t; z = 0. (9.3) */
void lw_joint_space_drive(const lw_instance* instance, lw_recursion* recursion, double t,
                          const lw_threads* threads);

/* What the rows of the cuts prescribe: rates, or accelerations. */
void lw_joint_space_prescribe(lw_instance* instance, lw_recursion* recursion, double t,
                              bool accelerations, const lw_threads* threads);

/* Applied loads Q of each link: gravity, inputs, springs, dampers, actuators.               (9.4) */
void lw_joint_space_loads(lw_instance* instance, lw_joint_space* space, double t,
                          const lw_threads* threads);

/* Derivative of the coordinates at velocities u and rates qd. */
void lw_joint_space_rates(const lw_tree* tree, const double q[], const double qd[],
                          const lw_twist* u, double dqdt[], const lw_threads* threads);

/* Momenta p along the freedoms at velocities u, without impulses: what hamiltonian-dca starts from.  (9.9) */
void lw_hamiltonian_momenta(lw_instance* instance, lw_recursion* recursion, const lw_twist* u,
                            double p[]);

/* Accelerations of the present velocities: rates of the freedoms, s->a, and sigma with the forces of the
 * cuts. Uses the present factorisation.                                                          (9.14) */
void lw_joint_space_accelerate(lw_instance* instance, lw_joint_space* space, double t,
                               const double qd[], double qdd[], const lw_threads* threads);

/* Multipliers of all joints from those accelerations.                                            (9.15) */
void lw_joint_space_reactions(lw_instance* instance, lw_joint_space* space);

#endif
