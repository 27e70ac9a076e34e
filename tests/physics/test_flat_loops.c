/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_flat_loops.c - parallelograms with light bodies in their loops, through the
 * configuration in which they lie flat.
 *
 * There the rows that hold the loop closed depend on each other: with uprights that are turned by
 * phi their eigenvalue is phi^2, times what the uprights weigh. What light bodies in between make
 * of the regularisation is larger than that over a wide range of phi. All uprights turn alike:
 * their angle under a constant torque is a parabola.
 */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "instance/instance.h"
#include "mechanism.h"

#define START (-0.03)               /* angle of the uprights from flat [rad]             */
#define GAP 0.2                     /* between their feet [m]                            */
#define UPRIGHT (1.0 / 12.0 + 0.25) /* moment of inertia about the foot of 1 kg, 1 m */

static const double z[3] = {0.0, 0.0, 1.0};

/* a body that moves with the upper ends of the uprights */
static int add_rider(lw_model* m, double mass, double size, double x, double w)
{
  const double J    = mass * size * size;
  const double I[3] = {J, J, J}, at[3] = {x + cos(START), sin(START), 0.0};
  const double v[3] = {-w * sin(START), w * cos(START), 0.0}, still[3] = {0.0};
  const int    b = lw_test_add_body(m, mass, I, at);
  lw_test_set_velocity(m, b, v, still);
  return b;
}

static void pin(lw_model* m, lw_joint_type type, int parent, int child, double x)
{
  const double at[3] = {x + cos(START), sin(START), 0.0};
  lw_test_add_joint(m, type, parent, child, at, type == LW_REVOLUTE ? z : NULL);
}

/* n parallelograms side by side, their n + 1 uprights at the angular velocity w. Couplers have the
 * light mass or, with beads, 1 kg, and the light masses are two beads that are welded together and
 * hold coupler and upright on a pin each. A motor on the first upright. */
static lw_model* flat(int n, double light, bool beads, double w)
{
  const double J = 1.0 / 12.0, I[3] = {J, J, J}, spin[3] = {0.0, 0.0, w};
  const double turn[4] = {cos(0.5 * START), 0.0, 0.0, sin(0.5 * START)};
  lw_model*    m       = lw_test_model(1e-3);
  lw_test_set_gravity(m, 0.0, 0.0, 0.0);
  for (int i = 0; i <= n; i++) {
    const double foot[3] = {GAP * i, 0.0, 0.0};
    const double at[3]   = {GAP * i + 0.5 * cos(START), 0.5 * sin(START), 0.0};
    const double v[3]    = {-0.5 * w * sin(START), 0.5 * w * cos(START), 0.0};
    const int    b       = lw_test_add_body(m, 1.0, I, at);
    lw_test_set_quat(m, b, turn);
    lw_test_set_velocity(m, b, v, spin);
    lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, b, foot, z);
  }
  for (int i = 0; i < n; i++) {
    const double left = GAP * i, right = GAP * (i + 1);
    const int    coupler = add_rider(m, beads ? 1.0 : light, 0.4 * GAP, left + 0.5 * GAP, w);
    pin(m, LW_REVOLUTE, i, coupler, left);
    if (!beads) {
      pin(m, LW_REVOLUTE, coupler, i + 1, right);
      continue;
    }
    const int bead  = add_rider(m, light, 6e-3, right, w),
              pearl = add_rider(m, light, 6e-3, right, w);
    pin(m, LW_REVOLUTE, coupler, bead, right);
    pin(m, LW_FIXED, bead, pearl, right);
    pin(m, LW_REVOLUTE, i + 1, pearl, right);
  }
  lw_test_add_actuator(m, 0);
  return m;
}

/* ---- accuracy -------------------------------------------------------------------------------- */

/* 0.1 s at 1 Nm: largest error of the angles, and of the constraints */
static void follow(double light, bool beads, double w, double angle, double open)
{
  lw_instance* s = lw_test_start(flat(1, light, beads, w));
  const double I = 2.0 * UPRIGHT + (beads ? 1.0 + 2.0 * light : light);
  assert_int_equal(lw_instance_set_input(s, 0, 0, 1.0), LW_OK);
  for (int k = 1; k <= 100; k++) {
    const double t = 1e-3 * k;
    double       q[2], violation[3];
    lw_test_advance(s, 1e-3, 1);
    for (int j = 0; j < 2; j++) lw_test_get(s, LW_JOINT_Q, j, &q[j]);
    lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
    assert_near(q[0], w * t + 0.5 * t * t / I, angle);
    assert_near(q[1], q[0], angle);
    assert_below(violation[0], open);
  }
  assert_int_equal(s->halvings, 0);
  lw_test_end(s);
}

/* truncation: (w dt)^2/12 of the angle at most, 7e-8 rad at 2 rad/s; iteration: 1e-10 in each step.
 * Measured: 7.4e-8 and 2.3e-9 rad, 1e-13 m */
static void light_couplers_pass(void** state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    const double light = k ? 1e-5 : 1e-3;
    follow(light, false, 2.0, 1e-7, 1e-12);
    follow(light, false, 0.5, 1e-8, 1e-12);
  }
}

/* The same for beads of 10 mg between bodies of 1 kg. Measured: 7e-8 rad, 4e-13 m */
static void beads_between_bodies_pass(void** state)
{
  (void)state;
  follow(1e-5, true, 2.0, 1e-7, 1e-11);
}

/* ---- state and threads ----------------------------------------------------------------------- */

static void* state_of(lw_instance* s)
{
  const size_t size = lw_instance_state_size(s);
  void*        copy = malloc(size);
  assert_non_null(copy);
  lw_instance_get_state(s, copy);
  return copy;
}

/* Any number of threads gives the same bits, also where increments are closed. */
static void threads_do_not_change_a_bit(void** state)
{
  (void)state;
  void* first = NULL;
  for (int threads = 1; threads <= 2; threads++) {
    lw_instance* s = lw_test_start(flat(60, 1e-4, false, 1.0));
    lw_instance_set_threads(s, threads);
    assert_true(s->structure->npart > 1);
    assert_int_equal(lw_instance_set_input(s, 0, 0, 1.0), LW_OK);
    lw_test_advance(s, 1e-3, 4);
    assert_true(s->head->slow > 0.0);
    void* now = state_of(s);
    if (first) {
      assert_memory_equal(now, first, lw_instance_state_size(s));
    }
    free(first);
    first = now;
    lw_test_end(s);
  }
  free(first);
}

/* Everything that the next step depends on is part of the state. */
static void saved_states_go_on_with_the_same_bits(void** state)
{
  (void)state;
  lw_instance* s = lw_test_start(flat(1, 1e-5, false, 0.5));
  assert_int_equal(lw_instance_set_input(s, 0, 0, 1.0), LW_OK);
  lw_test_advance(s, 1e-3, 40);
  void* saved = state_of(s);
  lw_test_advance(s, 1e-3, 20);
  void* expected = state_of(s);
  lw_test_advance(s, 1e-3, 400); /* on to where nothing is slow */
  assert_true(!(s->head->slow > 0.0));
  assert_int_equal(lw_instance_set_state(s, saved, lw_instance_state_size(s)), LW_OK);
  lw_test_advance(s, 1e-3, 20);
  void* now = state_of(s);
  assert_memory_equal(now, expected, lw_instance_state_size(s));
  free(saved);
  free(expected);
  free(now);
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(light_couplers_pass),
      cmocka_unit_test(beads_between_bodies_pass),
      cmocka_unit_test(threads_do_not_change_a_bit),
      cmocka_unit_test(saved_states_go_on_with_the_same_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
