/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_mobility.c - degrees of freedom and redundant constraints of mechanisms with known counts.
 */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "instance/instance.h"
#include "mechanism.h"
#include "path.h"
#include <linkwork/mechanism_xml.h>

static void check(lw_instance* s, int freedoms, int redundant)
{
  lw_mobility mobility = {0};
  assert_int_equal(lw_instance_mobility(s, &mobility), LW_OK);
  assert_int_equal(mobility.freedoms, freedoms);
  assert_int_equal(mobility.redundant, redundant);
  assert_int_equal(mobility.height, s->structure->height);
  lw_test_end(s);
}

/* Every example has the degrees of freedom that its comment names. */
static void examples_have_their_known_degrees_of_freedom(void** state)
{
  (void)state;
  const struct {
    const char* path;
    int         freedoms, redundant;
  } example[] = {{"examples/double_pendulum.xml", 6, 0}, {"examples/four_bar.xml", 1, 3},
                 {"examples/andrews.xml", 1, 9},         {"examples/bricard.xml", 1, 1},
                 {"examples/heavy_top.xml", 3, 0},       {"examples/slider_crank.xml", 1, 1},
                 {"examples/double_four_bar.xml", 1, 6}, {"examples/chain128.xml", 384, 0}};
  for (size_t i = 0; i < sizeof example / sizeof *example; i++) {
    char      path[LW_TEST_PATH_SIZE];
    lw_diag   diag  = {0};
    lw_model* model = NULL;
    lw_test_repo_path(example[i].path, path);
    if (lw_mechanism_read(path, &model, &diag) != LW_OK) {
      fail_msg("%s:%d: %s", path, diag.line, diag.text);
    }
    lw_instance* s = lw_test_instance(model);
    assert_int_equal(lw_instance_initialize(s, 0.0, &diag), LW_OK);
    check(s, example[i].freedoms, example[i].redundant);
  }
}

/* A net of 20 by 20 bodies on ball joints, bent so that it is in no singular configuration: 2,280
 * rows, for which dense elimination takes half a minute. */
static void nets_are_counted_by_sparse_solves(void** state)
{
  (void)state;
  enum { N = 20 };
  const double I[3] = {0.1, 0.1, 0.1};
  lw_model*    m    = lw_test_model(1e-3);
  for (int i = 0; i < N * N; i++) {
    const int    row = i / N;
    const double x = row, y = i % N, at[3] = {x, y, 0.1 * sin(1.3 * x) * cos(0.7 * y)};
    const double left[3]  = {x - 0.5, y, 0.1 * sin(1.3 * x - 0.8) * cos(0.7 * y)};
    const double below[3] = {x, y - 0.5, 0.1 * sin(1.3 * x) * cos(0.7 * y - 0.2)};
    lw_test_add_body(m, 1.0, I, at);
    if (i / N > 0) {
      lw_test_add_joint(m, LW_SPHERICAL, i - N, i, left, NULL);
    }
    if (i % N > 0) {
      lw_test_add_joint(m, LW_SPHERICAL, i - 1, i, below, NULL);
    }
  }
  check(lw_test_start(m), 6 * N * N - 3 * 2 * N * (N - 1), 0);
}

/* n parallelograms side by side: 6 (2 n + 1) coordinates, 5 (3 n + 1) rows, one
 * freedom, so 3 n rows too many; also where all links lie on one line and there are
 * more freedoms for the moment. */
static void ladders_have_one_degree_of_freedom_in_any_configuration(void** state)
{
  (void)state;
  const int    size[3]  = {1, 10, 40};
  const double angle[2] = {1.0, 0.0};
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 2; k++) {
      check(lw_test_start(lw_test_ladder(size[i], angle[k], 1e-3)), 1, 3 * size[i]);
    }
  }
}

/* Mechanisms without loops have no redundant constraints. */
static void trees_have_no_redundancy(void** state)
{
  (void)state;
  check(lw_test_start(lw_test_chain(5, LW_REVOLUTE, 1e-3)), 5, 0);
  check(lw_test_start(lw_test_tree(5, 1e-3)), 3 * 31, 0);
  check(lw_test_start(lw_test_star(10, 2, 1e-3)), 21, 0);
  check(lw_test_start(lw_test_model(1e-3)), 0, 0);
  check(lw_test_start(lw_test_random_mechanism(3, 0, NULL, LW_SPHERICAL, 1)), 18, 0);
}

/* A motion takes a freedom, a second one in a loop is redundant; a coupling takes one too; a hinge
 * that is there twice adds five redundant rows. */
static void drives_and_doubled_joints_count(void** state)
{
  (void)state;
  const double rate = 1.0;
  lw_model*    m    = lw_test_loop(3, LW_REVOLUTE, 1e-3);
  lw_test_add_motion(m, 0, LW_MOTION_VELOCITY, 1, &rate);
  check(lw_test_start(m), 0, 3);

  m                     = lw_test_chain(2, LW_REVOLUTE, 1e-3);
  const int    joint[2] = {0, 1};
  const double ratio[2] = {1.0, 2.0};
  lw_test_add_coupling(m, 2, joint, ratio, 0.0);
  check(lw_test_start(m), 1, 0);

  m                 = lw_test_chain(2, LW_REVOLUTE, 1e-3);
  const double o[3] = {0.0, 0.0, 0.0}, z[3] = {0.0, 0.0, 1.0};
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, o, z);
  check(lw_test_start(m), 2, 5);
}

/* Counting leaves the instance as it was: the next step has the same bits. */
static void counting_changes_nothing(void** state)
{
  (void)state;
  lw_instance* s = lw_test_start(lw_test_ladder(3, 1.0, 1e-3));
  lw_instance* t = lw_test_start(lw_test_ladder(3, 1.0, 1e-3));
  lw_mobility  mobility;
  lw_test_advance(s, 1e-3, 10);
  lw_test_advance(t, 1e-3, 10);
  assert_int_equal(lw_instance_mobility(s, &mobility), LW_OK);
  lw_test_advance(s, 1e-3, 10);
  lw_test_advance(t, 1e-3, 10);
  void *a = malloc(lw_instance_state_size(s)), *b = malloc(lw_instance_state_size(t));
  assert_non_null(a);
  assert_non_null(b);
  lw_instance_get_state(s, a);
  lw_instance_get_state(t, b);
  assert_memory_equal(a, b, lw_instance_state_size(s));
  free(a);
  free(b);
  lw_test_end(s);
  lw_test_end(t);
}

/* It needs an assembled mechanism. */
static void degrees_of_freedom_need_an_assembled_mechanism(void** state)
{
  (void)state;
  lw_mobility mobility;
  lw_model*   m = lw_test_chain(2, LW_REVOLUTE, 1e-3);
  lw_test_finish(m);
  lw_instance* s = lw_test_instance(m);
  assert_int_equal(lw_instance_mobility(s, &mobility), LW_ERR_USAGE);
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_have_their_known_degrees_of_freedom),
      cmocka_unit_test(nets_are_counted_by_sparse_solves),
      cmocka_unit_test(ladders_have_one_degree_of_freedom_in_any_configuration),
      cmocka_unit_test(trees_have_no_redundancy),
      cmocka_unit_test(drives_and_doubled_joints_count),
      cmocka_unit_test(counting_changes_nothing),
      cmocka_unit_test(degrees_of_freedom_need_an_assembled_mechanism),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
