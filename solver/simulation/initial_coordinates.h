/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * initial_coordinates.h - the start of a mechanism by the coordinates of its joints.
 *
 *   place   bodies and velocities from the ground outwards, by q0 and qd0 of the joints
 *   hold    these coordinates and rates while the mechanism is assembled
 *
 *   theory   section 4.6
 */
#ifndef LW_INITIAL_COORDINATES_H
#define LW_INITIAL_COORDINATES_H

#include "instance/instance.h"

/* Put the bodies where the joints' q0 and qd0 want them, or where the file has them, carried
 * along by the bodies before them. Does nothing where no joint has a q0 or qd0.
 *   Needs       q and v as in the file, derived constants
 *   Changes     q, v, coordinate */
void lw_initial_coordinates_place(lw_instance* instance);

/* Change the solution x of (5.1) so that the coordinates of joints with q0 reach them.    (4.13)
 *   Needs       positions swept and factored
 *   Changes     x, direction, hold */
void lw_hold_positions(lw_instance* instance);

/* Change the velocities so that the rates of joints with qd0 reach them, as far as the constraints
 * allow.
 *   Needs       velocities that satisfy the constraints, at time t
 *   Returns     2-norm of the velocity rows that is left; violation where nothing is held */
double lw_hold_rates(lw_instance* instance, double t, double violation);

#endif
