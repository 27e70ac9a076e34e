/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint_coordinates.h - coordinates of joints over any number of turns, and what motions
 * prescribe of them.
 *
 *   theory   sections 2.2 and 2.3 of docs/theory.md
 */
#ifndef LW_COORDINATES_H
#define LW_COORDINATES_H

#include "instance/instance.h"

/* Coordinate i of joint j, continuous over turns.
 *   Needs       lw_connector_position() of the joint */
double lw_joint_coordinate_value(const lw_instance* instance, int j, int i, lw_coordinate* c);

/* Coordinate 0 of joint j is next to q, which a motion prescribes, from now until its coordinates
 * are updated.                                                                            (2.20) */
void lw_joint_turn_to(lw_instance* instance, int j, double q);

/* Continue all coordinates of joint j over turns, into instance->coordinate. */
void lw_joint_update_coordinates(lw_instance* instance, int j);

/* How far the angles of all joints turn in the next dt, by their rates and accelerations, into
 * instance->turn: they are continued from there until lw_clear_turns().                  (2.19)
 *   Needs       frames of joints */
void lw_predict_turns(lw_instance* instance, double dt);
void lw_clear_turns(lw_instance* instance);

/* What a motion prescribes at a time. */
lw_drive lw_motion_at(const lw_instance* instance, int motion, double t);

#endif
