/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_redundancy_invariance.c - redundancy does not depend on the place, size and mass of a
 * mechanism, on the order of the elements in the file, or on the kernel.
 */
#include <math.h>
#include <stdlib.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "instance/instance.h"
#include "mechanism.h"
#include "random.h"

enum { JOINTS_MAX = 16, FAMILIES = 5 };

/* The redundancy of a mechanism, joint by joint. */
typedef struct known {
  int redundant, freedoms;
  int rows[JOINTS_MAX]; /* of each joint that others would hold */
} known;

/* ---- mechanisms ------------------------------------------------------------------------------ */

/* two hinges in the same place, and a point held in the plane in which it moves anyway */
static lw_model* doubled_hinge(void)
{
  const double at[3] = {1.0, 0.0, 0.0}, o[3] = {0.0, 0.0, 0.0}, z[3] = {0.0, 0.0, 1.0};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_add_body(m, 1.0, (double[3]){1.0, 1.0, 1.0}, at);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, o, z);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, o, z);
  lw_test_add_joint(m, LW_POINT_ON_PLANE, LW_GROUND, 0, at, z);
  return m;
}

static lw_model* family(int k, known* answer)
{
  const known four_bar = {3, 1, {3, 3, 3, 3}};
  const known hinges   = {6, 1, {5, 5, 1}};
  lw_model*   m        = NULL;
  *answer              = (known){0, 1, {0}};
  switch (k) {
  case 0: *answer = hinges; return doubled_hinge();
  case 1: *answer = four_bar; return lw_test_ladder(1, 1.0, 1e-3);
  case 2: /* two balls and three hinges: nothing to spare, but a rod that turns about itself */
    m                = lw_test_ladder(1, 1.0, 1e-3);
    m->joint[2].type = m->joint[3].type = LW_SPHERICAL;
    answer->freedoms                    = 2;
    return m;
  case 3:
    answer->redundant = 9;
    for (int j = 0; j < 10; j++) answer->rows[j] = 3;
    return lw_test_ladder(3, 1.0, 1e-3);
  default:
    answer->redundant = 6;
    for (int j = 0; j < 7; j++) answer->rows[j] = 3;
    return lw_test_ladder(2, 0.0, 1e-3); /* starts in its singular configuration */
  }
}

/* ---- the same one elsewhere ------------------------------------------------------------------ */

static void turn_and_stretch(double x[3], const double R[9], double f)
{
  double y[3];
  lw_mat3_vec(y, R, x);
  lw_scale3(x, f, y);
}

/* Turn it, stretch it, make it heavier. */
static void place(lw_model* m, const double quat[4], double length, double mass)
{
  double R[9];
  lw_rotation_matrix(R, quat);
  for (int b = 0; b < m->nbody; b++) {
    double turned[4] = {quat[0], quat[1], quat[2], quat[3]};
    m->value[m->body[b].mass] *= mass;
    for (int i = 0; i < 6; i++) m->value[m->body[b].inertia + i] *= mass * length * length;
    turn_and_stretch(m->value + m->body[b].at, R, length);
    if (m->body[b].rotation.kind == LW_ROTATION_QUAT) {
      lw_quat_mul(turned, quat, m->value + m->body[b].rotation.slot);
    }
    lw_test_set_quat(m, b, turned);
  }
  for (int j = 0; j < m->njoint; j++) {
    turn_and_stretch(m->value + m->joint[j].at, R, length);
    turn_and_stretch(m->value + m->joint[j].axis, R, 1.0);
  }
}

/* Another order of the joints: joint j becomes moved[j]. */
static void shuffle(lw_model* m, uint32_t* seed, int moved[])
{
  lw_joint before[JOINTS_MAX];
  assert_true(m->njoint <= JOINTS_MAX);
  for (int j = 0; j < m->njoint; j++) {
    before[j] = m->joint[j];
    moved[j]  = j;
  }
  for (int j = m->njoint - 1; j > 0; j--) {
    const int other = (int)(0.5 * (1.0 + lw_test_random(seed)) * (j + 0.999)), kept = moved[j];
    moved[j]     = moved[other];
    moved[other] = kept;
  }
  for (int j = 0; j < m->njoint; j++) m->joint[moved[j]] = before[j];
}

static void compare(lw_instance* s, const known* answer, const int moved[])
{
  lw_mobility   mobility;
  lw_redundancy joint[JOINTS_MAX];
  assert_int_equal(lw_instance_redundancy(s, &mobility, joint, NULL), LW_OK);
  assert_int_equal(mobility.redundant, answer->redundant);
  assert_int_equal(mobility.freedoms, answer->freedoms);
  for (int j = 0; j < s->model->njoint; j++) {
    double unique;
    lw_test_get(s, LW_JOINT_UNIQUE, moved[j], &unique);
    assert_int_equal(joint[moved[j]].rows, answer->rows[j]);
    assert_true(unique == (answer->rows[j] == 0 ? 1.0 : 0.0));
  }
}

static void the_answer_is_that_of_the_mechanism(void** state)
{
  (void)state;
  uint32_t seed = 1;
  for (int k = 0; k < FAMILIES; k++) {
    /* ladders take long to analyse */
    for (int round = 0; round < (k == 0 ? 300 : k < 3 ? 40 : 10); round++) {
      double    quat[4];
      int       moved[JOINTS_MAX];
      known     answer;
      lw_model* m = family(k, &answer);
      lw_test_random_quat(&seed, quat);
      /* from a millimetre to a kilometre, from a gram to a ton */
      const double length = pow(10.0, 3.0 * lw_test_random(&seed));
      place(m, quat, length, pow(10.0, 3.0 * lw_test_random(&seed)));
      shuffle(m, &seed, moved);
      m->settings.portable = round % 2;
      lw_instance* s       = lw_test_start(m);
      compare(s, &answer, moved);
      lw_test_end(s);
    }
  }
}

/* How nearly constraints depend on each other does not depend on the unit of length: a four-bar
 * with one axis that is tilted by 1e-4 rad, from a millimetre to a kilometre. */
static void near_dependence_is_that_of_the_mechanism(void** state)
{
  (void)state;
  double weakest[3];
  for (int k = 0; k < 3; k++) {
    const double length = pow(10.0, 3.0 * (k - 1)), quat[4] = {1.0, 0.0, 0.0, 0.0};
    lw_mobility  mobility;
    lw_model*    m                 = lw_test_ladder(1, 1.0, 1e-3);
    m->value[m->joint[2].axis + 1] = 1e-4;
    place(m, quat, length, 1.0);
    lw_instance* s = lw_test_start(m);
    assert_int_equal(lw_instance_redundancy(s, &mobility, NULL, NULL), LW_OK);
    weakest[k] = mobility.weakest;
    lw_test_end(s);
  }
  assert_between(weakest[1], 1e-6, 1e-3);
  /* it is found at a random configuration nearby, which rounding may move; measured 0.92. In the
   * unit of length, not in that of the mechanism, it would be 0.004 and 200. */
  assert_between(weakest[0] / weakest[1], 0.5, 2.0);
  assert_between(weakest[2] / weakest[1], 0.5, 2.0);
}

/* Equal joints carry equal parts of the load, in every order and place. */
static void doubled_hinges_carry_half_each(void** state)
{
  (void)state;
  uint32_t seed = 5;
  for (int round = 0; round < 60; round++) {
    double       quat[4], f[2][3], n[2][3];
    int          moved[JOINTS_MAX];
    const double length = pow(10.0, 2.0 * lw_test_random(&seed));
    const double mass   = pow(10.0, 3.0 * lw_test_random(&seed));
    lw_model*    m      = doubled_hinge();
    lw_test_random_quat(&seed, quat);
    place(m, quat, length, mass);
    shuffle(m, &seed, moved);
    m->settings.portable = round % 2;
    lw_instance* s       = lw_test_start(m);
    for (int i = 0; i < 2; i++) {
      lw_test_get(s, LW_JOINT_FORCE, moved[i], f[i]);
      lw_test_get(s, LW_JOINT_TORQUE, moved[i], n[i]);
    }
    /* 1e-13 of the multipliers, whose size is m g and m g L */
    assert_close(3, f[0], f[1], 1e-10 * mass * 9.81 * fmax(1.0, length));
    assert_close(3, n[0], n[1], 1e-10 * mass * 9.81 * fmax(1.0, length));
    assert_true(lw_norm(f[0]) > 0.01 * mass * 9.81);
    lw_test_end(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_answer_is_that_of_the_mechanism),
      cmocka_unit_test(near_dependence_is_that_of_the_mechanism),
      cmocka_unit_test(doubled_hinges_carry_half_each),
  };
  return cmocka_run_group_tests_name("test_redundancy_invariance", tests, NULL, NULL);
}
