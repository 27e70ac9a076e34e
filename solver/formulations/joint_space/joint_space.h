/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint_space.h - the formulations in joint coordinates: hamiltonian-dca, the canonical equations
 * of S1 and S2, and acceleration-dca, Featherstone's accelerations.
 *
 * The state is that of an explicit integrator: coordinates of the tree, then canonical momenta
 * (hamiltonian-dca) or rates of the coordinates (acceleration-dca). Positions, velocities,
 * accelerations and multipliers of the instance follow from it at the communication points.
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
  double*      y;      /* a state or its derivative                           (nq + nv) */
  double*      qd;     /* rates of the coordinates                            (nv) */
  double*      choice; /* another choice of independent rows, for comparison (nrow + ngroup) */
  int*         active; /* connectors that exert forces with the present values (nconnector) */
  int          nactive;
  int          threads; /* number of threads of a right-hand side */
  int checks; /* right-hand sides that checks between steps took in this communication step */
} lw_joint_space;

/* State of the monitor; it is stored before the state of the integrator. */
typedef struct lw_space_state {
  double rank;        /* number of independent rows of all cuts */
  double momentum;    /* largest momentum since the beginning */
  double chosen;      /* smallest pivot of the rows when they were chosen */
  double checks;      /* number of checks of impulses and rows */
  double checked;     /* steps of the integrator at the last check */
  double distance[3]; /* from a singular configuration at the ends of the last three steps: root of
                       * the smallest pivot, latest first */
  double t[3];        /* times of these ends */
  double h_max;       /* longest step that the distances allow; 0: any */
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

/* Tell whether the formulation is hamiltonian-dca. */
static inline bool lw_joint_space_has_momenta(const lw_instance* instance)
{
  return instance->model->settings.formulation == LW_HAMILTONIAN_DCA;
}

/* Do several threads compute a right-hand side, where the process has more than one? */
bool lw_joint_space_pays_threads(const lw_instance* instance);

/* The largest absolute value of n numbers. */
static inline double lw_joint_space_largest(int n, const double x[])
{
  double largest = 0.0;
  for (int i = 0; i < n; i++) largest = fabs(x[i]) > largest ? fabs(x[i]) : largest;
  return largest;
}

/* Choose independent rows at the beginning, or keep the present ones unless others are much better,
 * where inputs or values have changed (`continued`); measure the distance from singular
 * configurations.
 *   Needs       poses of the links at coordinates q, velocities of the bodies
 *   Changes     the poses of the links, which are then those at q again
 *   Returns     false where the rank of the rows has changed */
bool lw_joint_space_begin_monitor(lw_instance* instance, double t, const double q[],
                                  const double qd[], bool continued);

/* Advance a mechanism with loops by one step of the integrator, or by the remainder of its last
 * step, up to the target at most, with the checks between steps. */
lw_status lw_joint_space_step(lw_instance* instance, double target, double stop);

/* Right-hand sides of the two formulations; the context is the instance. On return placement,
 * recursion and velocities are those at (t, y). */
lw_status lw_hamiltonian_rhs(void* instance, double t, const double y[], double dydt[]);
lw_status lw_acceleration_rhs(void* instance, double t, const double y[], double dydt[]);

/* Call a right-hand side with the number of threads that is fastest. The results have the same
 * bits with any number. */
typedef lw_status (*lw_threaded_rhs)(lw_instance* instance, double t, const double y[],
                                     double dydt[], const lw_threads* threads);
lw_status lw_joint_space_call(lw_instance* instance, lw_threaded_rhs rhs, double t,
                              const double y[], double dydt[]);

/* The functions with threads are called by every thread; on return the results of all are
 * visible. */

/* Set c of each link to the relative velocity that its motion prescribes at time t, and z to
 * zero. (9.3) */
void lw_joint_space_drive(const lw_instance* instance, lw_recursion* recursion, double t,
                          const lw_threads* threads);

/* Set e to the prescribed rates, or accelerations, of the rows of the cuts. */
void lw_joint_space_prescribe(lw_instance* instance, lw_recursion* recursion, double t,
                              bool accelerations, const lw_threads* threads);

/* Set the applied loads Q of each link: gravity, inputs, springs, dampers, actuators.      (9.4) */
void lw_joint_space_loads(lw_instance* instance, lw_joint_space* space, double t,
                          const lw_threads* threads);

/* Compute the time derivative of the coordinates from velocities u and rates qd. */
void lw_joint_space_rates(const lw_tree* tree, const double q[], const double qd[],
                          const lw_twist* u, double dqdt[], const lw_threads* threads);

/* Compute the canonical momenta p at velocities u without impulses, with which hamiltonian-dca
 * begins.                                                                                  (9.9) */
void lw_hamiltonian_momenta(lw_instance* instance, lw_recursion* recursion, const lw_twist* u,
                            double p[]);

/* Compute accelerations from the present velocities and factorisation: qdd, s->a, and the forces
 * of the cuts in sigma.                                                                   (9.14) */
void lw_joint_space_accelerate(lw_instance* instance, lw_joint_space* space, double t,
                               const double qd[], double qdd[], const lw_threads* threads);

/* List the connectors that exert forces with the present values. */
void lw_joint_space_list_active(const lw_instance* instance, lw_joint_space* space);

/* Compute coordinates and rates of a link from positions and velocities of the bodies.
 *   Needs       lw_pass_positions() */
void lw_joint_space_link_coordinates(const lw_instance* instance, const lw_tree* tree,
                                     const lw_link* link, double q[], double qd[]);

/* Set positions, velocities, accelerations and multipliers of the instance from those of the links
 * at time t.
 *   Needs       lw_joint_space_accelerate() */
void lw_joint_space_publish(lw_instance* instance, lw_joint_space* space, double t);

/* Move coordinates q to the nearest ones that close the loops, in the metric of the masses, by one
 * step of Newton's method with the present factors; then velocities, given as rates qd, to the
 * nearest ones that keep them closed. rates and change are scratch (nv), (nq).            (9.18)
 *   Needs       lw_recursion_place(), lw_recursion_factor(); the second one lw_joint_space_drive()
 *               and the velocities of the bodies
 *   Changes     z and c of the links, the accelerations of the bodies */
void lw_joint_space_close_positions(lw_instance* instance, lw_joint_space* space, double q[],
                                    double rates[], double change[]);
void lw_joint_space_close_velocities(lw_instance* instance, lw_joint_space* space, double t,
                                     double qd[], double rates[]);

/* Choose rows again, and take them if their smallest pivot is much larger: *exchanged. *weakest
 * becomes the smallest pivot of the rows in use. Returns false where the rank has changed.
 *   Needs       poses of the links
 *   Changes     the factors, which belong to other rows then */
bool lw_joint_space_renew_rows(lw_instance* instance, bool* exchanged, double* weakest);

/* Compute the multipliers of all joints from these accelerations.                         (9.15) */
void lw_joint_space_reactions(lw_instance* instance, lw_joint_space* space);

#endif
