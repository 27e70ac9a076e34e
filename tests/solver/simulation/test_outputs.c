/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_outputs.c - quantities of bodies, joints and the whole, against each other along a motion.
 */
#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "instance/instance.h"
#include "mechanism.h"
#include "random.h"

/* ---- bodies ---------------------------------------------------------------------------------- */

/* a double pendulum whose body frames are away from the centres of mass */
static lw_model* offset_pendulum(double step)
{
  const double com[2][3] = {{0.1, -0.2, 0.05}, {-0.15, 0.1, 0.2}};
  lw_model*    m         = lw_test_chain(2, LW_SPHERICAL, step);
  for (int b = 0; b < 2; b++) m->body[b].com = lw_model_add_values(m, 3, com[b]);
  const double v[3] = {0.3, 0.2, -0.5}, w[3] = {1.0, 2.0, -0.5};
  lw_test_set_velocity(m, 0, v, w);
  return m;
}

/* Velocities and accelerations of the frame origin are the derivatives of its
 * position: (6.1), (6.2). */
static void velocities_and_accelerations_are_derivatives(void** state)
{
  (void)state;
  const double h = 1e-4;
  lw_instance* s = lw_test_start(offset_pendulum(h));
  double       r[3][3], v[3][3], w[3][3], a[3], z[3];
  for (int b = 0; b < 2; b++) {
    assert_int_equal(lw_instance_initialize(s, 0.0, NULL), LW_OK);
    for (int k = 0; k < 3; k++) {
      lw_test_advance(s, h, k == 0 ? 50 : 1);
      lw_test_get(s, LW_BODY_R, b, r[k]);
      lw_test_get(s, LW_BODY_V, b, v[k]);
      lw_test_get(s, LW_BODY_W, b, w[k]);
      if (k == 1) {
        lw_test_get(s, LW_BODY_A, b, a);
        lw_test_get(s, LW_BODY_Z, b, z);
      }
    }
    for (int i = 0; i < 3; i++) {
      /* truncation of differences and of steps: h^2 times third derivatives of
       * size 100. Measured: 1e-7 */
      assert_near((r[2][i] - r[0][i]) / (2.0 * h), v[1][i], 2e-6);
      assert_near((v[2][i] - v[0][i]) / (2.0 * h), a[i], 2e-6);
      assert_near((w[2][i] - w[0][i]) / (2.0 * h), z[i], 2e-6);
    }
  }
  lw_test_end(s);
}

/* In the file's pose outputs are what the file says, wherever the centre of mass is. */
static void outputs_start_as_in_the_file(void** state)
{
  (void)state;
  const double at[3] = {1.0, 2.0, 3.0}, I[3] = {1.0, 1.2, 1.5}, com[3] = {0.3, -0.1, 0.4};
  const double v[3] = {0.1, 0.2, 0.3}, w[3] = {-1.0, 0.5, 2.0};
  double       quat[4], x[4];
  uint32_t     seed = 5;
  lw_test_random_quat(&seed, quat);
  lw_model* m = lw_test_model(1e-3);
  lw_test_add_body(m, 2.0, I, at);
  lw_test_set_quat(m, 0, quat);
  lw_test_set_velocity(m, 0, v, w);
  m->body[0].com = lw_model_add_values(m, 3, com);
  lw_instance* s = lw_test_start(m);
  lw_test_get(s, LW_BODY_R, 0, x);
  assert_close(3, x, at, 1e-15 * 4.0);
  lw_test_get(s, LW_BODY_QUAT, 0, x);
  assert_close(4, x, quat, 1e-15);
  lw_test_get(s, LW_BODY_V, 0, x);
  assert_close(3, x, v, 1e-15);
  lw_test_get(s, LW_BODY_W, 0, x);
  assert_close(3, x, w, 0.0);
  /* in free fall the centre of mass falls, the frame turns about it */
  double       A[3], R[9], arm[3], c[3];
  const double gravity[3] = {0.0, -9.81, 0.0};
  lw_test_get(s, LW_BODY_A, 0, A);
  lw_rotation_matrix(R, quat);
  lw_mat3_vec(arm, R, com);
  lw_test_get(s, LW_BODY_Z, 0, x);
  lw_cross(c, x, arm);
  lw_axpy3(A, 1.0, c);
  lw_centripetal(c, w, arm);
  lw_axpy3(A, 1.0, c);
  assert_close(3, A, gravity, 1e-13);
  lw_test_end(s);
}

/* ---- joints ---------------------------------------------------------------------------------- */

/* Joint coordinates and their rates belong together along a motion, for
 * every type that has some. */
static void joint_rates_are_derivatives(void** state)
{
  (void)state;
  const double h = 1e-4;
  for (int type = 0; type < LW_JOINT_TYPE_COUNT; type++) {
    const int          nq      = lw_joint_info_get((lw_joint_type)type)->nq;
    const lw_test_pair pair[2] = {{LW_GROUND, 0}, {0, 1}};
    if (nq == 0) {
      continue;
    }
    lw_model* m = lw_test_random_mechanism(2, 2, pair, (lw_joint_type)type, (uint32_t)type + 20);
    m->value[m->settings.step] = h;
    lw_instance* s             = lw_test_start(m);
    double       q[3][3], qd[3][3], qdd[3];
    for (int k = 0; k < 3; k++) {
      lw_test_advance(s, h, k == 0 ? 50 : 1);
      lw_test_get(s, LW_JOINT_Q, 1, q[k]);
      lw_test_get(s, LW_JOINT_QD, 1, qd[k]);
      if (k == 1) {
        lw_test_get(s, LW_JOINT_QDD, 1, qdd);
      }
    }
    for (int i = 0; i < nq; i++) {
      /* as above. Measured: 1e-6 */
      assert_near((q[2][i] - q[0][i]) / (2.0 * h), qd[1][i], 1e-5);
      assert_near((qd[2][i] - qd[0][i]) / (2.0 * h), qdd[i], 1e-5);
    }
    lw_test_end(s);
  }
}

/* The orientation of a spherical joint is that of the child's frame in the parent's. */
static void spherical_joints_tell_their_orientation(void** state)
{
  (void)state;
  lw_instance* s = lw_test_start(offset_pendulum(1e-3));
  double       a[4], b[4], q[4], expected[4];
  lw_test_get(s, LW_JOINT_QUAT, 1, q);
  const double one[4] = {1.0, 0.0, 0.0, 0.0};
  assert_close(4, q, one, 1e-14); /* no turn in the pose of the file */
  lw_test_advance(s, 1e-3, 100);
  lw_test_get(s, LW_BODY_QUAT, 0, a);
  lw_test_get(s, LW_BODY_QUAT, 1, b);
  lw_test_get(s, LW_JOINT_QUAT, 1, q);
  /* frames of a joint placed in the world are parallel to the world at the
   * start, as these bodies are */
  for (int i = 1; i < 4; i++) a[i] = -a[i];
  lw_quat_mul(expected, a, b);
  const double sign = q[0] * expected[0] + lw_dot(q + 1, expected + 1) < 0.0 ? -1.0 : 1.0;
  for (int i = 0; i < 4; i++) expected[i] *= sign;
  /* up to the turn of the joint frames, which is the same for both: compare the angle */
  assert_near(q[0], expected[0], 1e-14);
  lw_test_end(s);
}

/* The power of a motor changes the energy: effort times rate is the derivative of the energy. */
static void drive_effort_feeds_the_energy(void** state)
{
  (void)state;
  const double poly[3] = {0.0, 0.5, 3.0}, h = 1e-4;
  lw_model*    m = lw_test_chain(3, LW_REVOLUTE, h);
  lw_test_add_motion(m, 0, LW_MOTION_POLYNOMIAL, 3, poly);
  lw_instance* s = lw_test_start(m);
  for (int k = 0; k < 10; k++) {
    double E[3][3], effort = 0.0, qd = 0.0;
    lw_test_advance(s, h, 100);
    for (int i = 0; i < 3; i++) {
      lw_test_get(s, LW_ENERGY, 0, E[i]);
      if (i == 1) {
        lw_test_get(s, LW_MOTION_EFFORT, 0, &effort);
        lw_test_get(s, LW_JOINT_QD, 0, &qd);
      }
      lw_test_advance(s, h, 1);
    }
    /* truncation h^2 times third derivatives of energies of 100 J. Measured: 3e-5 W of 30 W */
    assert_near((E[2][2] - E[0][2]) / (2.0 * h), effort * qd, 1e-3);
  }
  lw_test_end(s);
}

/* ---- energy ---------------------------------------------------------------------------------- */

/* Energies of a body on a spring, by hand. */
static void energies_are_those_of_the_textbook(void** state)
{
  (void)state;
  const double I[3] = {0.5, 0.6, 0.7}, at[3] = {0.0, 2.0, 0.0}, o[3] = {0.0};
  const double v[3] = {1.0, 2.0, 3.0}, w[3] = {0.0, 0.0, 4.0};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_add_body(m, 3.0, I, at);
  lw_test_set_velocity(m, 0, v, w);
  const int f = lw_test_add_frame(m, LW_GROUND, o, NULL), g = lw_test_add_frame(m, 0, o, NULL);
  lw_test_add_spring(m, f, g, 10.0, 0.0, 1.5);
  lw_instance* s = lw_test_start(m);
  double       E[3];
  lw_test_get(s, LW_ENERGY, 0, E);
  const double T = 0.5 * 3.0 * 14.0 + 0.5 * 0.7 * 16.0, V = 3.0 * 9.81 * 2.0 + 0.5 * 10.0 * 0.25;
  assert_near(E[0], T, 1e-13);
  assert_near(E[1], V, 1e-13);
  assert_near(E[2], T + V, 1e-13);
  lw_test_end(s);
}

/* ---- access ---------------------------------------------------------------------------------- */

/* Sizes are those of the contract, zero for what does not exist, and that cannot be had. */
static void quantities_have_their_sizes(void** state)
{
  (void)state;
  const double I[3] = {1.0, 1.0, 1.0}, o[3] = {0.0}, rate = 1.0;
  const double x[3] = {1.0, 0.0, 0.0};
  lw_model*    m    = lw_test_model(1e-3);
  for (int b = 0; b < 3; b++) lw_test_add_body(m, 1.0, I, o);
  lw_test_add_joint(m, LW_PLANAR, LW_GROUND, 0, o, x);
  lw_test_add_joint(m, LW_SPHERICAL, 0, 1, o, NULL);
  lw_test_add_joint(m, LW_PRISMATIC, LW_GROUND, 2, o, x);
  lw_test_add_motion(m, 2, LW_MOTION_VELOCITY, 1, &rate);
  lw_instance* s = lw_test_start(m);
  assert_int_equal(lw_quantity_size(m, LW_BODY_R, 0), 3);
  assert_int_equal(lw_quantity_size(m, LW_BODY_QUAT, 2), 4);
  assert_int_equal(lw_quantity_size(m, LW_JOINT_Q, 0), 3);
  assert_int_equal(lw_quantity_size(m, LW_JOINT_Q, 1), 0);
  assert_int_equal(lw_quantity_size(m, LW_JOINT_QUAT, 0), 0);
  assert_int_equal(lw_quantity_size(m, LW_JOINT_QUAT, 1), 4);
  assert_int_equal(lw_quantity_size(m, LW_JOINT_FORCE, 2), 3);
  assert_int_equal(lw_quantity_size(m, LW_MOTION_EFFORT, 0), 1);
  assert_int_equal(lw_quantity_size(m, LW_MOTION_EFFORT, 1), 0);
  assert_int_equal(lw_quantity_size(m, LW_COUPLING_EFFORT, 0), 0);
  assert_int_equal(lw_quantity_size(m, LW_ENERGY, 0), 3);
  double out[4];
  for (int q = 0; q < LW_QUANTITY_COUNT; q++) {
    for (int i = -1; i < 4; i++) {
      const int       n      = lw_quantity_size(m, (lw_quantity)q, i);
      const lw_status status = lw_instance_get(s, (lw_quantity)q, i, out);
      assert_int_equal(status, n > 0 ? LW_OK : LW_ERR_USAGE);
      assert_finite(n, out);
    }
  }
  lw_test_end(s);
}

/* All at once are the same numbers as one by one, of a mechanism with joints of
 * several kinds in motion. */
static void all_at_once_is_one_by_one(void** state)
{
  (void)state;
  const double I[3] = {1.0, 1.0, 1.0}, o[3] = {0.0}, rate = 1.0;
  const double x[3] = {1.0, 0.0, 0.0};
  lw_model*    m    = lw_test_chain(5, LW_REVOLUTE, 1e-3);
  const int    b    = lw_test_add_body(m, 1.0, I, o);
  lw_test_add_joint(m, LW_PRISMATIC, LW_GROUND, b, o, x);
  lw_test_add_motion(m, m->njoint - 1, LW_MOTION_VELOCITY, 1, &rate);
  lw_instance* s = lw_test_start(m);
  double       all[64], one[4];
  assert_int_equal(lw_instance_get_all(s, LW_QUANTITY_COUNT, all), LW_ERR_USAGE);
  lw_test_advance(s, 1e-3, 20);
  for (int q = 0; q < LW_QUANTITY_COUNT; q++) {
    const bool global = (q >= LW_ENERGY && q <= LW_SOLVER_VIOLATION) || q == LW_SOLVER_ERROR ||
                        q == LW_SOLVER_STEPS;
    int n = 0;
    assert_int_equal(lw_instance_get_all(s, (lw_quantity)q, all), LW_OK);
    for (int i = 0; i < (global ? 1 : 6); i++) {
      const int size = lw_quantity_size(m, (lw_quantity)q, i);
      if (size > 0) {
        lw_test_get(s, (lw_quantity)q, i, one);
        assert_memory_equal(all + n, one, (size_t)size * sizeof *one);
        n += size;
      }
    }
  }
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(velocities_and_accelerations_are_derivatives),
      cmocka_unit_test(outputs_start_as_in_the_file),
      cmocka_unit_test(joint_rates_are_derivatives),
      cmocka_unit_test(spherical_joints_tell_their_orientation),
      cmocka_unit_test(drive_effort_feeds_the_energy),
      cmocka_unit_test(energies_are_those_of_the_textbook),
      cmocka_unit_test(quantities_have_their_sizes),
      cmocka_unit_test(all_at_once_is_one_by_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
