/* SPDX-License-Identifier: BSD-2-Clause */
/* Mechanisms that start by the coordinates of their joints. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "mechanism.h"
#include "random.h"
#include <linkwork/linkwork.h>

static const double UNIT[3] = {1.0, 1.0, 1.0};
static const double Z[3]    = {0.0, 0.0, 1.0};

/* Give a joint values to start with.   Nullable q0, qd0 */
static void set_start(lw_model* m, int j, int n, const double q0[], const double qd0[])
{
  if (q0) {
    m->joint[j].q0 = lw_model_add_values(m, n, q0);
  }
  if (qd0) {
    m->joint[j].qd0 = lw_model_add_values(m, n, qd0);
  }
}

static int random_body(lw_model* m, uint32_t* seed)
{
  double at[3], quat[4], v[3], w[3];
  lw_test_random_fill(seed, 3, 1.0, at);
  lw_test_random_quat(seed, quat);
  lw_test_random_fill(seed, 3, 1.0, v);
  lw_test_random_fill(seed, 3, 1.0, w);
  const int b = lw_test_add_body(m, 1.5 + lw_test_random(seed), UNIT, at);
  lw_test_set_quat(m, b, quat);
  lw_test_set_velocity(m, b, v, w);
  return b;
}

static void expect_start(lw_instance* s, int j, int n, const double q0[], const double qd0[],
                         double tolerance)
{
  double q[3], qd[3];
  lw_test_get(s, LW_JOINT_Q, j, q);
  lw_test_get(s, LW_JOINT_QD, j, qd);
  assert_close(n, q, q0, tolerance);
  assert_close(n, qd, qd0, tolerance);
}

/* Chains of two random bodies with each type of joint that has coordinates, in both directions,
 * placed in the world or by frames that do not meet: every joint starts with its coordinates and
 * rates, beyond half a turn as well, and no constraint is open. */
static void every_joint_starts_where_it_is_told(void** state)
{
  (void)state;
  uint32_t seed = 11;
  for (int t = 0; t < LW_JOINT_TYPE_COUNT; t++) {
    const lw_joint_type type = (lw_joint_type)t;
    const int           nq   = lw_joint_info_get(type)->nq;
    for (int variant = 0; variant < 16 && nq > 0; variant++) {
      lw_model* m = lw_test_model(1e-3);
      int       b[2], j[2];
      double    q0[2][3], qd0[2][3];
      for (int k = 0; k < 2; k++) b[k] = random_body(m, &seed);
      for (int k = 0; k < 2; k++) {
        const int before   = k == 0 ? LW_GROUND : b[0];
        const int backward = variant >> k & 1;
        const int parent = backward ? b[k] : before, child = backward ? before : b[k];
        double    at[3], axis[3], quat[4];
        lw_test_random_fill(&seed, 3, 1.0, at);
        lw_test_random_fill(&seed, 3, 1.0, axis);
        if (variant & 4) {
          lw_test_random_quat(&seed, quat);
          const int from = lw_test_add_frame(m, parent, at, quat);
          lw_test_random_quat(&seed, quat);
          const int to = lw_test_add_frame(m, child, axis, quat);
          j[k]         = lw_test_add_frame_joint(m, type, from, to);
        } else {
          j[k] = lw_test_add_joint(m, type, parent, child, at, axis);
        }
        lw_test_random_fill(&seed, 3, 4.0, q0[k]);
        lw_test_random_fill(&seed, 3, 3.0, qd0[k]);
        set_start(m, j[k], nq, q0[k], qd0[k]);
      }
      lw_instance* s = lw_test_start(m);
      double       violation[3];
      /* rounding of two rotations with coordinates up to 4; measured 9e-15 */
      for (int k = 0; k < 2; k++) expect_start(s, j[k], nq, q0[k], qd0[k], 1e-13);
      lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
      assert_below(violation[0], 1e-14);
      assert_below(violation[1], 1e-13);
      lw_test_end(s);
    }
  }
}

/* Of one of q0 and qd0 the other one is that of the file's pose. */
static void what_is_not_given_is_as_in_the_file(void** state)
{
  (void)state;
  const double at[3] = {0.5, 0.0, 0.0}, v[3] = {0.0, 0.35, 0.0}, w[3] = {0.0, 0.0, 0.7};
  const double q0 = 1.2, qd0 = -3.0, file_rate = 0.7, zero = 0.0;
  for (int given = 0; given < 2; given++) {
    lw_model* m = lw_test_model(1e-3);
    const int b = lw_test_add_body(m, 1.0, UNIT, at);
    lw_test_set_velocity(m, b, v, w);
    const int j = lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, b, (double[3]){0}, Z);
    set_start(m, j, 1, given == 0 ? &q0 : NULL, given == 1 ? &qd0 : NULL);
    lw_instance* s = lw_test_start(m);
    expect_start(s, j, 1, given == 0 ? &q0 : &zero, given == 0 ? &file_rate : &qd0, 1e-15);
    lw_test_end(s);
  }
}

/* A body without q0 of its own moves with the body before it, and has its velocity, whichever of
 * the two is the parent of their joint. */
static void bodies_are_carried_along(void** state)
{
  (void)state;
  const double a0[3] = {0.5, 0.0, 0.0}, b0[3] = {1.5, 0.0, 0.0}, joint[3] = {1.0, 0.0, 0.0};
  const double q0 = 0.5 * 3.14159265358979323846, qd0 = 2.0;
  for (int backward = 0; backward < 2; backward++) {
    lw_model* m = lw_test_model(1e-3);
    const int a = lw_test_add_body(m, 1.0, UNIT, a0);
    const int b = lw_test_add_body(m, 1.0, UNIT, b0);
    const int j = lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, a, (double[3]){0}, Z);
    lw_test_add_joint(m, LW_SPHERICAL, backward ? b : a, backward ? a : b, joint, NULL);
    set_start(m, j, 1, &q0, &qd0);
    lw_instance* s = lw_test_start(m);
    double       r[3], v[3], w[3];
    lw_test_get(s, LW_BODY_R, b, r);
    lw_test_get(s, LW_BODY_V, b, v);
    lw_test_get(s, LW_BODY_W, b, w);
    assert_close(3, r, ((double[3]){0.0, 1.5, 0.0}), 1e-15);
    assert_close(3, v, ((double[3]){-3.0, 0.0, 0.0}), 1e-14);
    assert_close(3, w, ((double[3]){0.0, 0.0, 2.0}), 1e-15);
    lw_test_end(s);
  }
}

/* In a closed loop the crank starts where it is told and as fast, although crank and rocker weigh a
 * hundredth of the coupler, so that the nearest place would leave the crank far from there. */
static void loops_are_closed_around_what_is_given(void** state)
{
  (void)state;
  const double q0 = -0.4, qd0 = 1.5;
  lw_model*    m = lw_test_ladder(1, 0.785, 1e-3);
  for (int b = 0; b < m->nbody; b++) m->value[m->body[b].mass] = b == 1 ? 0.02 : 2.0;
  set_start(m, 0, 1, &q0, &qd0);
  lw_instance* s = lw_test_start(m);
  double       violation[3];
  /* iteration: the assembly ends with increments of 1e-8 at most, whose squares
   * are left; measured 2e-16 */
  expect_start(s, 0, 1, &q0, &qd0, 1e-12);
  lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
  assert_below(violation[0], 1e-12);
  assert_below(violation[1], 1e-10);
  lw_test_end(s);
}

/* A four-bar has one freedom: of four coordinates that do not fit each other, the loop is closed
 * near them all, and exactly one of the three that belong to the spanning tree is kept. */
static void contradictions_are_hints(void** state)
{
  (void)state;
  const double q0[4] = {0.10, 0.11, 0.12, 0.13};
  lw_model*    m     = lw_test_ladder(1, 0.785, 1e-3);
  for (int j = 0; j < m->njoint; j++) set_start(m, j, 1, &q0[j], NULL);
  lw_instance* s    = lw_test_start(m);
  int          kept = 0;
  double       violation[3];
  for (int j = 0; j < 4; j++) {
    double q;
    lw_test_get(s, LW_JOINT_Q, j, &q);
    kept += fabs(q - q0[j]) < 1e-12;
    assert_near(fabs(q), 0.11, 0.05);
  }
  assert_int_equal(kept, 1);
  lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
  assert_below(violation[0], 1e-10);
  lw_test_end(s);
}

/* A motion knows better than q0 where its joint is; one of constant velocity starts from q0. */
static void motions_come_first(void** state)
{
  (void)state;
  const double at[3] = {0.5, 0.0, 0.0}, q0 = 0.3, coef[2] = {0.8, 2.0}, rate = 2.0;
  for (int kind = 0; kind < 2; kind++) {
    lw_model* m = lw_test_model(1e-3);
    const int b = lw_test_add_body(m, 1.0, UNIT, at);
    const int j = lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, b, (double[3]){0}, Z);
    if (kind == 0) {
      lw_test_add_motion(m, j, LW_MOTION_POLYNOMIAL, 2, coef);
    } else {
      lw_test_add_motion(m, j, LW_MOTION_VELOCITY, 1, &rate);
    }
    set_start(m, j, 1, &q0, NULL);
    lw_instance* s = lw_test_start(m);
    expect_start(s, j, 1, kind == 0 ? &coef[0] : &q0, &rate, 1e-12);
    lw_test_end(s);
  }
}

/* Where no joint has coordinates to start with, and where those of the file are given, the state
 * has the same bits as without them. */
static void a_start_that_changes_nothing_changes_no_bit(void** state)
{
  (void)state;
  const double zero = 0.0;
  double       r[2][3 * 3];
  for (int variant = 0; variant < 2; variant++) {
    lw_model* m = lw_test_chain(3, LW_SPHERICAL, 1e-3);
    if (variant == 1) {
      /* a branch of its own, so that the chain is carried by nothing that moved */
      const int b = lw_test_add_body(m, 1.0, UNIT, (double[3]){0.0, 5.0, 0.0});
      const int j = lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, b, (double[3]){0.0, 5.0, 0.0}, Z);
      set_start(m, j, 1, &zero, &zero);
    }
    lw_instance* s = lw_test_start(m);
    for (int b = 0; b < 3; b++) lw_test_get(s, LW_BODY_R, b, r[variant] + 3 * b);
    lw_test_end(s);
  }
  assert_same_bits(9, r[1], r[0]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_joint_starts_where_it_is_told),
      cmocka_unit_test(what_is_not_given_is_as_in_the_file),
      cmocka_unit_test(bodies_are_carried_along),
      cmocka_unit_test(loops_are_closed_around_what_is_given),
      cmocka_unit_test(contradictions_are_hints),
      cmocka_unit_test(motions_come_first),
      cmocka_unit_test(a_start_that_changes_nothing_changes_no_bit),
  };
  return cmocka_run_group_tests_name("test_posture", tests, NULL, NULL);
}
