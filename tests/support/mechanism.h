/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mechanism.h - mechanisms for tests, built in a few lines.
 *
 *   model = lw_test_model(0.001), lw_test_add_...(), instance =
 *   lw_test_start(model), lw_test_end(instance)
 *
 * Bodies are called b0, b1, ..., joints j0, j1, ..., and so on. The running test fails where a call
 * is refused. Bodies have their frames in the centre of mass.
 */
#ifndef LW_TEST_MECHANISM_H
#define LW_TEST_MECHANISM_H

#include <stdint.h>

#include <linkwork/linkwork.h>

/* An empty model with gravity 9.81 m/s2 along -y. */
lw_model* lw_test_model(double step);

void lw_test_set_gravity(lw_model* model, double x, double y, double z);

/* ---- elements: each returns its index -------------------------------------------------------- */

/* inertia: three principal moments, about the body's axes. */
int lw_test_add_body(lw_model* model, double mass, const double inertia[3], const double at[3]);

void lw_test_set_quat(lw_model* model, int body, const double quat[4]);
void lw_test_set_velocity(lw_model* model, int body, const double velocity[3],
                          const double spin[3]);

/*   Nullable    axis, where the type needs none. Universal joints get some perpendicular axis2. */
int lw_test_add_joint(lw_model* model, lw_joint_type type, int parent, int child,
                      const double at[3], const double axis[3]);

/* A rod from at on the parent to at2 on the child. */
int lw_test_add_rod(lw_model* model, int parent, int child, const double at[3],
                    const double at2[3]);

/* A joint between two frames, so that the file's pose need not be consistent. */
int lw_test_add_frame_joint(lw_model* model, lw_joint_type type, int parent_frame, int child_frame);

/* Spring and damper on the coordinate of a revolute or prismatic joint. */
void lw_test_set_joint_spring(lw_model* model, int joint, double stiffness, double damping,
                              double rest);

/* Stops at both ends of the range of a revolute or prismatic joint. */
void lw_test_set_stops(lw_model* model, int joint, double lower, double upper, double stiffness,
                       double damping);

/* quat: frame to body.   Nullable quat (identity) */
int lw_test_add_frame(lw_model* model, int body, const double at[3], const double quat[4]);

/* length: free length, or a negative number for that of the file's pose. */
int lw_test_add_spring(lw_model* model, int from, int to, double stiffness, double damping,
                       double length);

int lw_test_add_bushing(lw_model* model, int from, int to, const double stiffness[6],
                        const double damping[6]);

int lw_test_add_actuator(lw_model* model, int joint);

/* at: in the body frame.   Nullable at (centre of mass) */
int lw_test_add_load(lw_model* model, int body, bool is_torque, bool body_axes, const double at[3]);

/*   Nullable    coef, of an input */
int lw_test_add_motion(lw_model* model, int joint, lw_motion_kind kind, int ncoef,
                       const double coef[]);

/* ratio[0] q of the first joint + ... = offset, on the first coordinate of each. */
int lw_test_add_coupling(lw_model* model, int n, const int joint[], const double ratio[],
                         double offset);

/* ---- running --------------------------------------------------------------------------------- */

/* Close the model. */
void lw_test_finish(lw_model* model);

/* An instance of a finished model, not initialised, with one thread. */
lw_instance* lw_test_instance(const lw_model* model);

/* Close the model, create an instance and initialise it at t = 0. */
lw_instance* lw_test_start(lw_model* model);

/* Free an instance and its model. */
void lw_test_end(lw_instance* instance);

/* Advance by n communication steps; any failure fails the test. */
void lw_test_advance(lw_instance* instance, double step, int n);

/* The same, with the energy of a conservative mechanism under watch: see energy.h. Tests in
 * tests/physics call it by the name of the other one. */
void lw_test_advance_watched(lw_instance* instance, double step, int n);
#ifdef LW_TEST_WATCHES_ENERGY
#define lw_test_advance lw_test_advance_watched
#endif

/* Copy a quantity out; fails the test where it cannot be had. */
void lw_test_get(lw_instance* instance, lw_quantity quantity, int index, double out[]);

/* ---- families ---------------------------------------------------------------------------------
 * All are consistent in the file's pose, whatever the joints' axes are. */

/* n links of 1 m, 1 kg along x from the origin, on spherical joints or on revolutes about z. */
lw_model* lw_test_chain(int n, lw_joint_type type, double step);

/* The same, closed: its end is pinned to the ground as well. The links form half a regular
 * polygon with links of 1 m, so that the loop can move. */
lw_model* lw_test_loop(int n, lw_joint_type type, double step);

/* A hub on the ground with arms of some links each, in all directions of the
 * plane, revolutes about z. */
lw_model* lw_test_star(int arms, int links, double step);

/* A binary tree of some depth on spherical joints. */
lw_model* lw_test_tree(int depth, double step);

/* n parallelograms side by side, uprights and couplers of 1 m, revolutes about z; uprights at an
 * angle from the x axis. One freedom, 3 n redundant constraints; singular at angle 0. */
lw_model* lw_test_ladder(int n, double angle, double step);

/* Two bodies that a joint connects. */
typedef struct lw_test_pair {
  int parent, child;
} lw_test_pair;

/* n random bodies; joint i of njoint connects pair[i], with a random place and axis. A type of
 * LW_JOINT_TYPE_COUNT stands for a random one. */
lw_model* lw_test_random_mechanism(int n, int njoint, const lw_test_pair pair[], lw_joint_type type,
                                   uint32_t seed);

#endif
