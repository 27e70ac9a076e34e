/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * body.h - one body at a time: placement, mass matrix, equation of motion, loads.
 *
 *   theory   sections 1 and 3 of docs/theory.md
 */
#ifndef LW_BODIES_H
#define LW_BODIES_H

#include "instance/instance.h"

/* Placement and mass matrix diag(m, J) of body b at its present position, J = R J' R^T  (3.1) */
void lw_body_place(lw_instance* instance, int b);

/* The inertia of body b in world axes at its present placement                          (3.1) */
void lw_body_turn_inertia(lw_instance* instance, int b);

/* The inverse of the inertia at the present placement, for the factorisation.
 *   Needs       lw_body_place() */
void lw_body_invert(lw_instance* instance, int b);

/* Keep the state of a body, as a prediction does, or put it back. */
void lw_body_keep(const lw_instance* instance, int b);
void lw_body_restore(lw_instance* instance, int b);

/* Put back only the rates of its accelerations. */
void lw_body_restore_rates(lw_instance* instance, int b);

/* g of the equation of motion, without constraint forces: inertia, gravity, loads from inputs
 * and the wrenches of all connectors; normal = p . p'                                      (3.2)
 *   Needs       lw_body_place(), wrenches */
void lw_body_residual(lw_instance* instance, int b, double t, double normal, double g[6]);

/* g += Phi_q^T lambda over the sides of body b */
void lw_body_add_reactions(const lw_instance* instance, int b, double g[6]);

/* f = force and torque about the centre of mass of its body that a load exerts with components u */
void lw_load_wrench(const lw_instance* instance, int load, const double u[3], double f[6]);

/* f += the loads from inputs on body b at a time; the second one puts them into instance->load. */
void lw_body_add_loads(const lw_instance* instance, int b, double t, double f[6]);
void lw_body_load(lw_instance* instance, int b, double t);

/* The value of an input at a time. */
double lw_input_at(const lw_instance* instance, int input, double t);

#endif
