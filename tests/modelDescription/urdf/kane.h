/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kane.h - accelerations of a robot from its URDF, independent of
 * everything that is tested with it.
 *
 * Reads the file with libxml2's own tree, works in joint coordinates with rotation matrices, and
 * sets up Kane's equations densely: one partial velocity for each link and coordinate, one n x n
 * system. Massless links, fixed joints and mimic need no special care that way.
 */
#ifndef LW_TEST_KANE_H
#define LW_TEST_KANE_H

#include <stdbool.h>

typedef struct kane_robot kane_robot;

/* How a link moves. World axes, at the origin of the link's frame. */
typedef struct kane_motion {
  double r[3], R[9]; /* place; link to world, by rows */
  double v[3], w[3]; /* velocities                    */
  double a[3], z[3]; /* accelerations                 */
} kane_motion;

/* Read a robot whose joints are fixed, revolute, continuous or prismatic; fails
 * the test for any other. */
kane_robot* kane_read(const char* path);
void        kane_free(kane_robot* robot);

int         kane_links(const kane_robot* robot);
const char* kane_link_name(const kane_robot* robot, int link);
int         kane_joints(const kane_robot* robot);
const char* kane_joint_name(const kane_robot* robot, int joint);

/* May the coordinate of a joint be chosen: does it move, and follow no other one? */
bool kane_is_free(const kane_robot* robot, int joint);

/* Set coordinates and rates of all joints; those of joints that follow others are computed. */
void kane_set(kane_robot* robot, const double q[], const double rate[]);

/* Let the root float with a velocity and a spin, world axes; or hold it. */
void kane_float(kane_robot* robot, const double v[3], const double w[3]);
void kane_hold(kane_robot* robot);

/* Solve for the accelerations under gravity, damping and friction of the file. */
void kane_solve(kane_robot* robot);

const kane_motion* kane_link_motion(const kane_robot* robot, int link);

#endif
