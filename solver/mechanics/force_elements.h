/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * force_elements.h - what acts between two bodies without holding them, one connector at a time.
 *
 *   theory   section 4.5 of docs/theory.md
 */
#ifndef LW_SPRINGS_H
#define LW_SPRINGS_H

#include "instance/instance.h"

/* Add the wrench of springs, dampers and actuators to those of the sides. */
void lw_springs_add_force(lw_instance* instance, int c, double t);

/* Note the effort of the stops of a joint at the start of a step of size dt. Returns whether the
 * joint may be in a stop during the step.                                                 (4.17)
 *   Needs       placements, velocities and coordinates at the start of the step
 *   Changes     stop_effort */
bool lw_connector_begin_step(lw_instance* instance, int c, double dt);

/* Has a joint left its stop in the last step? */
bool lw_stops_are_left(const lw_instance* instance);

/* Compliant rows of the Jacobian, scaled so that their regularisation is 1, for a step dt:
 * sqrt(dt^2/4 k + dt/2 c) times the gradient                                          (4.6) */
void lw_connector_soft(lw_instance* instance, int c, double dt);

/* How much the connector's springs and dampers would slow down a Newton iteration without their
 * compliant rows: (dt^2/4 k + dt/2 c) / m, m the mass that they move                  (4.7) */
double lw_connector_stiffness(const lw_instance* instance, int c, double dt);

/* How far the prediction (3.3) carries the ends of a spring along it in a step dt, per length of
 * the spring.
 *   Needs       placements, velocities and accelerations at the start of the step */
double lw_connector_overshoot(const lw_instance* instance, int c, double dt);

/* Potential energy of the connector's springs [J]. */
double lw_connector_energy(const lw_instance* instance, int c);

#endif
