/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mbs.h - reference solutions of other programs: a model in a small text
 * format, and its time series.
 *
 *   body name m Ixx Iyy Izz Ixy Ixz Iyz  x y z  e0 e1 e2 e3  wx wy wz  vx vy vz
 *   joint name type parent child point axis       type: pin, slider, ball; world axes at t = 0
 *   loop type A B point axis                      closes a loop
 *   tsda A pA B pB k c L0                         spring and damper between points of two bodies
 *   jtorque joint amplitude frequency phase constant
 *
 * The series has columns B_x, B_y, B_z for the centre of mass of body B, and J_fx, J_fy, J_fz for
 * the force of the first body of joint J on the second.
 */
#ifndef LW_TEST_MBS_H
#define LW_TEST_MBS_H

#include "mechanism.h"
#include "table.h"

/* Read a model. The running test fails where that is not possible. torque: the constant torque of
 * jtorque, 0 where there is none; it belongs to the first input. */
lw_model* lw_test_mbs_read(const char* path, double step, double* torque);

/* How far a run is from a reference. */
typedef struct lw_test_errors {
  double position;     /* largest difference of a coordinate [m]         */
  double force;        /* the same of a reaction [N]                     */
  double force_size;   /* largest reaction of the reference [N]          */
  double force_peak;   /* largest reaction of the run [N]                */
  double violation[3]; /* largest constraint violations of the run       */
  double energy;       /* largest change of the energy [J]               */
} lw_test_errors;

/* Run a reference of the folder `references` in `shared` from 0 to stop, with internal steps, and
 * compare at all times of its series. Skips the test where the reference is not there. */
lw_test_errors lw_test_mbs_compare(const char* name, double step, double stop);

/* The same with another formulation, and the tolerance of its integrator. */
lw_test_errors lw_test_mbs_compare_by(const char* name, double step, double stop,
                                      lw_formulation formulation, double tolerance);

#endif
