/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * initial_coordinates.h - initial configuration and velocities from the coordinates of the joints.
 *
 *   place   poses and velocities of the bodies from q0 and qd0 of the joints
 *   hold    these coordinates and rates during the assembly
 *
 *   theory   section 4.6
 */
#ifndef LW_INITIAL_COORDINATES_H
#define LW_INITIAL_COORDINATES_H

#include "instance/instance.h"

/* Set poses and velocities of the bodies so that the joints have the coordinates q0 and rates qd0.
 * A body on a joint without these keeps its pose relative to the body that carries it. Does nothing
 * where no joint has a q0 or qd0.
 *   Needs       q and v as in the file, derived constants
 *   Changes     q, v, coordinate */
void lw_initial_coordinates_place(lw_instance* instance);

/* Change the solution x of (5.1) so that the coordinates of joints with q0 reach them.       (4.13)
 *   Needs       lw_pass_positions(), a factorisation at these positions
 *   Changes     x, direction, hold */
void lw_hold_positions(lw_instance* instance);

/* Change the velocities so that the rates of joints reach their qd0, as far as the constraints
 * allow.
 *   Needs       velocities that satisfy the constraints, at time t
 *   Returns     2-norm of the rows at velocity level; `violation` where nothing is held */
double lw_hold_rates(lw_instance* instance, double t, double violation);

#endif
