/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_redundancy.c - redundant joints, unique reactions, and nearly dependent constraints.
 */
#include <math.h>
#include <stdlib.h>

#include "base/linalg.h"
#include "check.h"
#include "instance/instance.h"
#include "mechanism.h"
#include "random.h"

static const double UNIT[3] = {1.0, 1.0, 1.0};

typedef struct finding {
  lw_mobility    mobility;
  lw_redundancy* joint;
  lw_redundancy* coupling;
} finding;

static finding find(lw_instance* s)
{
  finding f = {.joint    = calloc((size_t)s->model->njoint + 1, sizeof *f.joint),
               .coupling = calloc((size_t)s->model->ncoupling + 1, sizeof *f.coupling)};
  assert_true(f.joint && f.coupling);
  assert_int_equal(lw_instance_redundancy(s, &f.mobility, f.joint, f.coupling), LW_OK);
  return f;
}

static void forget(finding* f)
{
  free(f->joint);
  free(f->coupling);
}

static bool is_unique(lw_instance* s, int j)
{
  double unique;
  lw_test_get(s, LW_JOINT_UNIQUE, j, &unique);
  assert_true(unique == 0.0 || unique == 1.0);
  return unique == 1.0;
}

/* Both ways to find out about reactions agree on every joint. */
static void agree(lw_instance* s, const finding* f)
{
  for (int j = 0; j < s->model->njoint; j++) {
    if (is_unique(s, j) != (f->joint[j].rows == 0)) {
      fail_msg("joint %d: %d redundant rows, but its reactions are %sunique", j, f->joint[j].rows,
               is_unique(s, j) ? "" : "not ");
    }
  }
}

/* Each of the four revolutes of a four-bar could leave three rows to the others: those that
 * hold it in its plane. */
static void a_four_bar_holds_its_plane_four_times(void** state)
{
  (void)state;
  lw_instance* s = lw_test_start(lw_test_ladder(1, 1.0, 1e-3));
  finding      f = find(s);
  assert_int_equal(f.mobility.redundant, 3);
  assert_int_equal(f.mobility.singular, 0);
  assert_true(f.mobility.weakest == 1.0);
  for (int j = 0; j < 4; j++) {
    assert_int_equal(f.joint[j].rows, 3);
    assert_false(f.joint[j].nearly);
  }
  agree(s, &f);
  forget(&f);
  lw_test_end(s);
}

static void check_components(lw_instance* s, int j, const double force[3], const double torque[3])
{
  double f[3], n[3];
  lw_test_get(s, LW_JOINT_FORCE_UNIQUE, j, f);
  lw_test_get(s, LW_JOINT_TORQUE_UNIQUE, j, n);
  assert_close(3, f, force, 0.0);
  assert_close(3, n, torque, 0.0);
}

/* In a planar loop of revolutes the forces in the plane are unique; the force across it and the
 * torques that hold the plane are not. A joint exerts no torque about its axis, which is unique. */
static void forces_in_the_plane_of_a_loop_are_unique(void** state)
{
  (void)state;
  const double force[3] = {1.0, 1.0, 0.0}, torque[3] = {0.0, 0.0, 1.0}, all[3] = {1.0, 1.0, 1.0};
  for (int k = 0; k < 3; k++) {
    lw_instance* s = lw_test_start(k == 0 ? lw_test_loop(3, LW_REVOLUTE, 1e-3)
                                          : lw_test_ladder(k == 1 ? 1 : 3, 1.0, 1e-3));
    for (int j = 0; j < s->model->njoint; j++) {
      assert_false(is_unique(s, j));
      check_components(s, j, force, torque);
    }
    lw_test_end(s);
  }
  /* without loops all reactions are unique */
  lw_instance* s = lw_test_start(lw_test_chain(3, LW_REVOLUTE, 1e-3));
  for (int j = 0; j < 3; j++) check_components(s, j, all, all);
  lw_test_end(s);
}

/* A platform on six rods with balls at both ends has loops, but nothing redundant. Two hinges with
 * the same axis in no special direction share all components. */
static void components_of_spatial_loops_are_all_or_none(void** state)
{
  (void)state;
  const double all[3] = {1.0, 1.0, 1.0}, none[3] = {0.0, 0.0, 0.0}, I[3] = {0.1, 0.1, 0.1};
  const double up[3] = {0.0, 0.0, 1.0};
  lw_model*    m     = lw_test_model(1e-3);
  const int    b     = lw_test_add_body(m, 1.0, I, up);
  for (int i = 0; i < 6; i++) {
    const double a = 1.0471975511965976 * i, c = a + (i % 2 ? 0.4 : -0.4);
    const double foot[3] = {cos(a), sin(a), 0.0}, head[3] = {0.6 * cos(c), 0.6 * sin(c), 1.0};
    lw_test_add_rod(m, LW_GROUND, b, foot, head);
  }
  lw_instance* s = lw_test_start(m);
  for (int j = 0; j < 6; j++) {
    assert_true(is_unique(s, j));
    check_components(s, j, all, all);
  }
  lw_test_end(s);
  const double at[3] = {0.5, 0.0, 0.0}, axis[3] = {0.48, 0.6, 0.64}, other[3] = {0.48, 0.6, 0.64};
  const double o[3] = {0.0, 0.0, 0.0};
  m                 = lw_test_model(1e-3);
  lw_test_add_body(m, 1.0, I, at);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, o, axis);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, other, axis);
  s = lw_test_start(m);
  for (int j = 0; j < 2; j++) check_components(s, j, none, none);
  lw_test_end(s);
}

/* The same loop with two balls and a universal joint instead of revolutes has nothing to spare; a
 * pendulum that hangs on a redundant loop is not redundant itself. */
static void redundancy_ends_where_the_loop_does(void** state)
{
  (void)state;
  const lw_joint_type types[2][4] = {{LW_REVOLUTE, LW_SPHERICAL, LW_UNIVERSAL, LW_REVOLUTE},
                                     {LW_REVOLUTE, LW_REVOLUTE, LW_REVOLUTE, LW_REVOLUTE}};
  for (int k = 0; k < 2; k++) {
    lw_model* m = lw_test_ladder(1, 1.0, 1e-3);
    for (int j = 0; j < 4; j++) m->joint[j].type = types[k][j];
    for (int j = 0; j < 4; j++) {
      if (types[k][j] == LW_UNIVERSAL) {
        m->joint[j].axis2 = lw_model_add_values(m, 3, (double[3]){1.0, 0.0, 0.0});
      }
    }
    double at[3];
    lw_copy3(at, m->value + m->body[2].at);
    const double hang[3] = {at[0], at[1] - 1.0, 0.0};
    const int    b       = lw_test_add_body(m, 1.0, UNIT, hang);
    const int    j       = lw_test_add_joint(m, LW_SPHERICAL, 2, b, at, NULL);
    lw_instance* s       = lw_test_start(m);
    finding      f       = find(s);
    assert_int_equal(f.mobility.redundant, k == 0 ? 0 : 3);
    for (int i = 0; i < 4; i++) assert_int_equal(f.joint[i].rows, k == 0 ? 0 : 3);
    assert_int_equal(f.joint[j].rows, 0);
    agree(s, &f);
    forget(&f);
    lw_test_end(s);
  }
}

/* A second weld at the same place can replace the first one entirely, and the other way round. */
static void doubled_joints_replace_each_other(void** state)
{
  (void)state;
  const double at[3] = {1.0, 0.0, 0.0}, o[3] = {0.0, 0.0, 0.0}, z[3] = {0.0, 0.0, 1.0};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_add_body(m, 1.0, UNIT, at);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, o, z);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, o, z);
  lw_test_add_joint(m, LW_POINT_ON_PLANE, LW_GROUND, 0, at, z);
  lw_instance* s = lw_test_start(m);
  finding      f = find(s);
  assert_int_equal(f.mobility.redundant, 6);
  assert_int_equal(f.mobility.freedoms, 1);
  assert_int_equal(f.joint[0].rows, 5);
  assert_int_equal(f.joint[1].rows, 5);
  assert_int_equal(f.joint[2].rows, 1);
  agree(s, &f);
  forget(&f);
  lw_test_end(s);
}

/* Two couplings of the same angles are redundant; the joints that they couple are not. */
static void couplings_are_counted_like_joints(void** state)
{
  (void)state;
  const double z[3] = {0.0, 0.0, 1.0};
  lw_model*    m    = lw_test_model(1e-3);
  for (int i = 0; i < 2; i++) {
    const double at[3] = {2.0 * i, 0.0, 0.0};
    lw_test_add_body(m, 1.0, UNIT, at);
    lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, i, at, z);
  }
  lw_test_add_coupling(m, 2, (int[2]){0, 1}, (double[2]){1.0, 2.0}, 0.0);
  lw_test_add_coupling(m, 2, (int[2]){0, 1}, (double[2]){2.0, 4.0}, 0.0);
  lw_instance* s = lw_test_start(m);
  finding      f = find(s);
  assert_int_equal(f.mobility.redundant, 1);
  assert_int_equal(f.mobility.freedoms, 1);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(f.coupling[i].rows, 1);
    assert_int_equal(f.joint[i].rows, 0);
  }
  agree(s, &f);
  forget(&f);
  lw_test_end(s);
}

/* In the flat configuration each parallelogram has one degree of freedom more. */
static void singular_starts_are_noticed(void** state)
{
  (void)state;
  for (int n = 1; n <= 4; n++) {
    lw_instance* s = lw_test_start(lw_test_ladder(n, 0.0, 1e-3));
    finding      f = find(s);
    assert_int_equal(f.mobility.freedoms, 1);
    assert_int_equal(f.mobility.redundant, 3 * n);
    assert_int_equal(f.mobility.singular, n);
    for (int j = 0; j < s->model->njoint; j++) assert_int_equal(f.joint[j].rows, 3);
    agree(s, &f);
    forget(&f);
    lw_test_end(s);
  }
}

/* An axis that is tilted by a little turns a freedom into a lock: constraints depend on each other
 * but for about that angle, and the two axes are named. */
static void nearly_parallel_axes_are_noticed(void** state)
{
  (void)state;
  const double tilt[2] = {1e-3, 1e-5};
  for (int k = 0; k < 2; k++) {
    lw_model* m                    = lw_test_ladder(1, 1.0, 1e-3);
    m->value[m->joint[2].axis + 1] = tilt[k];
    lw_instance* s                 = lw_test_start(m);
    finding      f                 = find(s);
    assert_int_equal(f.mobility.freedoms, 0);
    assert_int_equal(f.mobility.redundant, 2);
    assert_between(f.mobility.weakest, 0.05 * tilt[k], 2.0 * tilt[k]);
    assert_near(f.mobility.near_angle, tilt[k], 1e-3 * tilt[k]);
    assert_true(f.mobility.near[0] == 2 || f.mobility.near[1] == 2);
    for (int j = 0; j < 4; j++) assert_true(f.joint[j].nearly);
    forget(&f);
    lw_test_end(s);
  }
}

/* The same of mechanisms with 680 rows, whose weak combinations are found by sparse solves: 45
 * parallelograms, one of them with a tilted axis. */
static void large_mechanisms_are_analysed_alike(void** state)
{
  (void)state;
  const int    n        = 45;
  const double angle[2] = {1.0, 0.0}, tilt = 1e-3;
  for (int k = 0; k < 2; k++) {
    lw_instance* s = lw_test_start(lw_test_ladder(n, angle[k], 1e-3));
    finding      f = find(s);
    assert_int_equal(f.mobility.freedoms, 1);
    assert_int_equal(f.mobility.redundant, 3 * n);
    assert_int_equal(f.mobility.singular, k == 1 ? n : 0);
    assert_true(f.mobility.weakest == 1.0);
    for (int j = 0; j < s->model->njoint; j++) assert_int_equal(f.joint[j].rows, 3);
    forget(&f);
    lw_test_end(s);
  }
  lw_model* m                    = lw_test_ladder(n, 1.0, 1e-3);
  m->value[m->joint[2].axis + 1] = tilt;
  lw_instance* s                 = lw_test_start(m);
  finding      f                 = find(s);
  assert_int_equal(f.mobility.freedoms, 0);
  assert_int_equal(f.mobility.redundant, 3 * n - 1);
  assert_between(f.mobility.weakest, 0.01 * tilt, 2.0 * tilt);
  assert_near(f.mobility.near_angle, tilt, 1e-3 * tilt);
  assert_true(f.joint[2].nearly);
  forget(&f);
  lw_test_end(s);
}

/* Random nets: the count from elimination and the random self-stress agree,
 * whatever the joints are. */
static void both_ways_agree_on_random_mechanisms(void** state)
{
  (void)state;
  int redundant = 0;
  for (uint32_t seed = 1; seed <= 12; seed++) {
    /* a chain of revolutes about one axis, closed and braced: planar, so redundant */
    lw_model* m = lw_test_loop(4 + (int)(seed % 3), LW_REVOLUTE, 1e-3);
    uint32_t  r = seed;
    double    at[3];
    lw_copy3(at, m->value + m->body[1].at);
    at[2] = 0.3 * lw_test_random(&r);
    lw_test_add_joint(m, seed % 2 ? LW_POINT_ON_PLANE : LW_SPHERICAL, 1,
                      lw_test_add_body(m, 1.0, UNIT, at), at, (double[3]){0.0, 0.0, 1.0});
    lw_instance* s = lw_test_start(m);
    finding      f = find(s);
    redundant += f.mobility.redundant;
    agree(s, &f);
    forget(&f);
    lw_test_end(s);
  }
  assert_true(redundant >= 36);
}

/* Asking changes nothing: the state has the same bits afterwards. */
static void asking_changes_nothing(void** state)
{
  (void)state;
  lw_instance* s      = lw_test_start(lw_test_ladder(2, 0.7, 1e-3));
  const size_t size   = lw_instance_state_size(s);
  char *       before = malloc(size), *after = malloc(size);
  assert_true(before && after);
  lw_test_advance(s, 0.01, 3);
  lw_instance_get_state(s, before);
  finding f = find(s);
  (void)is_unique(s, 0);
  lw_instance_get_state(s, after);
  assert_memory_equal(after, before, size);
  forget(&f);
  free(before);
  free(after);
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_four_bar_holds_its_plane_four_times),
      cmocka_unit_test(forces_in_the_plane_of_a_loop_are_unique),
      cmocka_unit_test(components_of_spatial_loops_are_all_or_none),
      cmocka_unit_test(redundancy_ends_where_the_loop_does),
      cmocka_unit_test(doubled_joints_replace_each_other),
      cmocka_unit_test(couplings_are_counted_like_joints),
      cmocka_unit_test(singular_starts_are_noticed),
      cmocka_unit_test(nearly_parallel_axes_are_noticed),
      cmocka_unit_test(large_mechanisms_are_analysed_alike),
      cmocka_unit_test(both_ways_agree_on_random_mechanisms),
      cmocka_unit_test(asking_changes_nothing),
  };
  return cmocka_run_group_tests_name("test_redundancy", tests, NULL, NULL);
}
