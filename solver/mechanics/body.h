/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * body.h - one body at a time: placement, mass matrix, equation of motion, trapezoidal rule.
 *
 *   theory   sections 1 and 3 of docs/theory.md
 */
#ifndef LW_BODIES_H
#define LW_BODIES_H

#include "instance/instance.h"

/* Placement and mass matrix diag(m, R J R^T) of body b at its present position        (3.1) */
void lw_body_place(lw_instance* instance, int b);

/* The inertia of body b in world axes at its present placement                          (3.1) */
void lw_body_turn_inertia(lw_instance* instance, int b);

/* The inverse of the inertia at the present placement, for the factorisation. */
void lw_body_invert(lw_instance* instance, int b);

/* Keep the state of a body, as a prediction does, or put it back. */
void lw_body_keep(const lw_instance* instance, int b);
void lw_body_restore(lw_instance* instance, int b);


/* Add the geometric stiffness of the joint forces, times e, to the matrix of the body  (4.12)
 *   Needs       lw_body_invert(), joints placed */
void lw_body_stiffen(lw_instance* instance, int b, double e);

/* g = M a + w x (J w) + 2 n J w - f, without constraint forces: inertia, gravity, loads from
 * inputs and the wrenches of all connectors; n = p . p', which only the trapezoidal rule makes
 * different from zero                                                                      (3.2) */
void lw_body_residual(lw_instance* instance, int b, double t, double normal, double g[6]);

/* g += Phi_q^T lambda over the sides of body b */
void lw_body_add_reactions(const lw_instance* instance, int b, double g[6]);

/* Predict the end of a step of size dt from the present state                              (3.3)
 *   Needs       springs that overshoot: see lw_connector_overshoot() */
void lw_body_predict(lw_instance* instance, int b, double dt, bool at_rest_prediction);

/* Velocity and acceleration that the trapezoidal rule gives for the present position, and the
 * placement
 *                                                                                       (3.4) */
void lw_body_trapezoid(lw_instance* instance, int b, double dt, bool at_rest_prediction);

/* f = force and torque about the centre of mass of body that a load exerts with components u */
void lw_load_wrench(const lw_instance* instance, int load, const double u[3], double f[6]);

/* Sum of the loads from inputs on body b, into instance->load. */
void lw_body_load(lw_instance* instance, int b, double t);

/* The value of an input at a time. */
double lw_input_at(const lw_instance* instance, int input, double t);

#endif
