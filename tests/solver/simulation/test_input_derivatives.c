/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_input_derivatives.c - derivatives along inputs, against differences.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "instance/instance.h"
#include "mechanism.h"

/* a four-bar with a motor, a load and a motion beside it, in motion; penalty 0: chosen by the
 * solver */
static lw_instance* moving_with(lw_formulation formulation, double penalty)
{
  const double I[3] = {1.0, 1.0, 1.0}, at[3] = {9.0, 0.0, 0.0}, z[3] = {0.0, 0.0, 1.0},
               point[3] = {0.2, 0.1, 0.0};
  lw_model* m           = lw_test_loop(4, LW_REVOLUTE, 1e-3);
  const int wheel       = lw_test_add_body(m, 1.0, I, at);
  const int j           = lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, wheel, at, z);
  lw_test_add_actuator(m, 1);
  lw_test_add_load(m, 2, false, true, point);
  lw_test_add_load(m, 1, true, false, NULL);
  lw_test_add_motion(m, j, LW_MOTION_INPUT, 0, NULL);
  m->settings.formulation = formulation;
  m->settings.penalty     = penalty;
  lw_instance* s          = lw_test_start(m);
  lw_test_advance(s, 1e-3, 100);
  return s;
}

static lw_instance* moving_as(lw_formulation formulation)
{
  return moving_with(formulation, 0.0);
}

static lw_instance* moving_mechanism(void)
{
  return moving_as(LW_INDEX3_DCA);
}

/* three bodies in space, each joint driven, frames away from the centres of mass: accelerations
 * have parts that come from velocities alone, and must not take part */
static lw_instance* moving_robot(void)
{
  const lw_test_pair pair[3] = {{LW_GROUND, 0}, {0, 1}, {1, 2}};
  const double       com[3]  = {0.3, -0.2, 0.1};
  lw_model*          m       = lw_test_random_mechanism(3, 3, pair, LW_REVOLUTE, 11);
  for (int b = 0; b < 3; b++) {
    m->body[b].com = lw_model_add_values(m, 3, com);
    lw_test_add_actuator(m, b);
  }
  lw_test_add_load(m, 2, false, false, com);
  lw_instance* s = lw_test_start(m);
  lw_test_advance(s, 1e-3, 100);
  return s;
}

/* quantities of accelerations and reactions */
static const lw_quantity answering[] = {LW_BODY_A,      LW_BODY_Z,       LW_JOINT_QDD,
                                        LW_JOINT_FORCE, LW_JOINT_TORQUE, LW_MOTION_EFFORT};
#define NQUANTITY ((int)(sizeof answering / sizeof *answering))

static void check_differences(lw_instance* s, int ninput)
{
  const lw_model* m = lw_instance_model(s);
  for (int u = 0; u < ninput; u++) {
    for (int q = 0; q < NQUANTITY; q++) {
      double     du[16] = {0.0}, before[4], after[4], derivative[4] = {0.0};
      const int  index   = answering[q] == LW_MOTION_EFFORT ? 0 : 2;
      const int  n       = lw_quantity_size(m, answering[q], index);
      lw_request request = {answering[q], index, derivative};
      if (n == 0) {
        continue;
      }
      du[u]            = 1.0;
      const double old = lw_instance_get_input(s, u);
      assert_int_equal(lw_instance_derivative(s, du, 1, &request), LW_OK);
      /* both of this time: the last step has left accelerations as good as its iteration */
      assert_int_equal(lw_instance_set_input(s, u, 0, old + 1.0), LW_OK);
      lw_test_get(s, answering[q], index, after);
      assert_int_equal(lw_instance_set_input(s, u, 0, old), LW_OK);
      lw_test_get(s, answering[q], index, before);
      for (int i = 0; i < n; i++) after[i] -= before[i];
      /* rounding and what is open at the acceleration level: 1e-9 of numbers up to 50, with
       * redundant rows. Measured: 5e-9 */
      assert_close(n, derivative, after, 1e-6);
    }
  }
  lw_test_end(s);
}

/* Accelerations and reactions are linear in forces, so that a difference of any
 * size is the derivative. */
static void derivatives_are_differences(void** state)
{
  (void)state;
  lw_instance *loop = moving_mechanism(), *robot = moving_robot();
  check_differences(loop, lw_instance_model(loop)->ninput - 1); /* the last one is a position */
  check_differences(robot, lw_instance_model(robot)->ninput);
}

/* So they are where constraints give way: joints that a penalty of 1000 kg holds together take a
 * part of every force as accelerations of their own, and the derivatives have them. */
static void elastic_constraints_give_way_to_derivatives(void** state)
{
  (void)state;
  double       du[16]  = {1.0}, qdd[2];
  lw_request   request = {LW_JOINT_QDD, 1, &qdd[0]};
  lw_instance *soft = moving_with(LW_PENALTY, 1e3), *hard = moving_with(LW_PENALTY, 0.0);
  assert_int_equal(lw_instance_derivative(soft, du, 1, &request), LW_OK);
  request.out = &qdd[1];
  assert_int_equal(lw_instance_derivative(hard, du, 1, &request), LW_OK);
  assert_true(fabs(qdd[0] - qdd[1]) > 1e-3 * fabs(qdd[1])); /* measured: 0.0017 */
  check_differences(soft, lw_instance_model(soft)->ninput - 1);
  check_differences(hard, lw_instance_model(hard)->ninput - 1);
}

/* Positions, velocities and energies answer later, and a prescribed position
 * at the next step: zero. */
static void quantities_that_respond_later_have_no_derivative(void** state)
{
  (void)state;
  lw_instance* s      = moving_mechanism();
  double       du[16] = {0.0}, out[4] = {0.0};
  for (int u = 0; u < lw_instance_model(s)->ninput; u++) du[u] = 1.0;
  const lw_quantity later[] = {LW_BODY_R,  LW_BODY_QUAT, LW_BODY_V, LW_BODY_W,
                               LW_JOINT_Q, LW_JOINT_QD,  LW_ENERGY};
  for (size_t q = 0; q < sizeof later / sizeof *later; q++) {
    lw_request request = {later[q], 0, out};
    const int  n       = lw_quantity_size(lw_instance_model(s), later[q], 0);
    assert_int_equal(lw_instance_derivative(s, du, 1, &request), LW_OK);
    for (int i = 0; i < n; i++) assert_near(out[i], 0.0, 0.0);
  }
  lw_test_end(s);
}

/* Derivatives change nothing, whatever the formulation: quantities and the steps that follow have
 * the same bits. */
static void derivatives_leave_the_state(void** state)
{
  (void)state;
  for (int f = 0; f < LW_FORMULATION_COUNT; f++) {
    lw_instance *s = moving_as((lw_formulation)f), *t = moving_as((lw_formulation)f);
    double       du[16] = {1.0, 2.0}, out[3] = {0.0}, force[2][3];
    lw_request   request = {LW_JOINT_FORCE, 1, out};
    const size_t size    = lw_instance_state_size(s);
    assert_int_equal(lw_instance_derivative(s, du, 1, &request), LW_OK);
    lw_test_get(s, LW_JOINT_FORCE, 1, force[0]);
    lw_test_get(t, LW_JOINT_FORCE, 1, force[1]);
    assert_same_bits(3, force[0], force[1]);
    assert_same_bits(s->structure->nrow_all, s->eps, t->eps);
    lw_test_advance(s, 1e-3, 10);
    lw_test_advance(t, 1e-3, 10);
    void *a = malloc(size), *b = malloc(size);
    assert_non_null(a);
    assert_non_null(b);
    lw_instance_get_state(s, a);
    lw_instance_get_state(t, b);
    assert_memory_equal(a, b, size);
    free(a);
    free(b);
    lw_test_end(s);
    lw_test_end(t);
  }
}

/* Directions that are no numbers, and quantities that do not exist, are refused. */
static void impossible_requests_are_refused(void** state)
{
  (void)state;
  lw_instance* s      = moving_mechanism();
  double       du[16] = {0.0}, out[4] = {0.0};
  lw_request   good = {LW_BODY_A, 0, out}, wrong = {LW_BODY_A, 99, out};
  assert_int_equal(lw_instance_derivative(s, du, 1, &wrong), LW_ERR_USAGE);
  du[0] = NAN;
  assert_int_equal(lw_instance_derivative(s, du, 1, &good), LW_ERR_USAGE);
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_are_differences),
      cmocka_unit_test(elastic_constraints_give_way_to_derivatives),
      cmocka_unit_test(quantities_that_respond_later_have_no_derivative),
      cmocka_unit_test(derivatives_leave_the_state),
      cmocka_unit_test(impossible_requests_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
