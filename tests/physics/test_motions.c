/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_motions.c - prescribed coordinates are held over any number of turns, through jumps of the
 * input, and as fast as they are asked for, in all formulations.
 */
#include <math.h>

#include "check.h"
#include "mechanism.h"

static const double ORIGIN[3] = {0.0, 0.0, 0.0}, AXIS_Z[3] = {0.0, 0.0, 1.0};
static const double INERTIA[3] = {0.2, 0.3, 0.4};

/* a body on the ground, a quarter of a metre off the axis */
static lw_model* wheel(double step)
{
  lw_model*    m     = lw_test_model(step);
  const double at[3] = {0.25, 0.0, 0.0};
  lw_test_add_body(m, 1.0, INERTIA, at);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, ORIGIN, AXIS_Z);
  return m;
}

/* Crank, coupler and rocker; the crank can turn round. */
static lw_model* crank_and_rocker(double step)
{
  const double pin[4][3] = {{0.0, 0.0, 0.0}, {0.0, 0.5, 0.0}, {2.0, 1.5, 0.0}, {2.0, 0.0, 0.0}};
  lw_model*    m         = lw_test_model(step);
  for (int b = 0; b < 3; b++) {
    double at[3];
    for (int i = 0; i < 3; i++) at[i] = 0.5 * (pin[b][i] + pin[b + 1][i]);
    lw_test_add_body(m, 1.0, INERTIA, at);
  }
  for (int j = 0; j < 4; j++) {
    lw_test_add_joint(m, LW_REVOLUTE, j == 0 ? LW_GROUND : j - 1, j == 3 ? LW_GROUND : j, pin[j],
                      AXIS_Z);
  }
  return m;
}

static double coordinate(lw_instance* s, int joint)
{
  double q;
  lw_test_get(s, LW_JOINT_Q, joint, &q);
  return q;
}

/* Let the input of a motion jump, with the derivative zero; it is followed within one step. */
static void expect_jump(lw_model* m, int joint, lw_formulation formulation, double jump,
                        double tolerance)
{
  m->settings.formulation = formulation;
  lw_test_add_motion(m, joint, LW_MOTION_INPUT, 0, NULL);
  lw_instance* s = lw_test_start(m);
  double       before, violation[3];
  lw_test_advance(s, 0.01, 1);
  before = coordinate(s, joint);
  assert_near(before, 0.0, 1e-9);
  for (int k = 0; k < 4; k++) {
    assert_int_equal(lw_instance_set_input(s, 0, 0, jump), LW_OK);
    assert_int_equal(lw_instance_set_input(s, 0, 1, 0.0), LW_OK);
    lw_test_advance(s, 0.01, 1);
  }
  assert_near(coordinate(s, joint), jump, tolerance);
  lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
  assert_below(violation[0], tolerance);
  lw_test_end(s);
}

/* Stabilised constraints follow with the error of their formulas, others to rounding. */
static bool is_stabilised(int formulation)
{
  return formulation == LW_PENALTY || formulation == LW_AUGMENTED_LAGRANGIAN ||
         formulation == LW_AUGMENTED_HAMILTONIAN;
}

static void joints_follow_jumps_of_any_angle(void** state)
{
  (void)state;
  const double jump[5] = {2.0, 3.14159, 4.0, -5.0, 9.0};
  for (int f = 0; f < LW_FORMULATION_COUNT; f++) {
    for (int k = 0; k < 5; k++) {
      expect_jump(wheel(1e-3), 0, (lw_formulation)f, jump[k], is_stabilised(f) ? 1e-4 : 1e-9);
    }
  }
}

static void joints_of_loops_follow_jumps(void** state)
{
  (void)state;
  const double jump[2] = {2.0, -4.0};
  for (int f = 0; f < LW_FORMULATION_COUNT; f++) {
    for (int k = 0; k < 2; k++) {
      /* integrators close loops to their tolerances; measured: 4e-6 */
      expect_jump(crank_and_rocker(1e-3), 0, (lw_formulation)f, jump[k],
                  is_stabilised(f)     ? 1e-3
                  : f == LW_INDEX3_DCA ? 1e-9
                                       : 1e-5);
    }
  }
}

/* One step that is as long as the communication step, of a fixed size: the angle is known all the
 * same. */
static void single_steps_follow_jumps(void** state)
{
  (void)state;
  const double jump[4] = {2.0, -2.9, 4.0, 9.0};
  for (int k = 0; k < 4; k++) {
    lw_model* m          = wheel(0.01);
    m->settings.accuracy = 0.0;
    expect_jump(m, 0, LW_INDEX3_DCA, jump[k], 1e-12);
  }
}

static void fast_motions_count_their_turns(void** state)
{
  (void)state;
  const double rate[3] = {3200.0, -7000.0, 20000.0};
  for (int f = 0; f < LW_FORMULATION_COUNT; f++) {
    for (int k = 0; k < (is_stabilised(f) ? 1 : 3); k++) { /* these halve what turns by a radian */
      lw_model* m             = wheel(1e-3);
      m->settings.formulation = (lw_formulation)f;
      lw_test_add_motion(m, 0, LW_MOTION_VELOCITY, 1, &rate[k]);
      lw_instance* s = lw_test_start(m);
      lw_test_advance(s, 0.01, 2);
      assert_near(coordinate(s, 0), 0.02 * rate[k], 1e-6 * fabs(rate[k]));
      lw_test_end(s);
    }
  }
}

/* A crank that turns by three radians in each internal step takes its loop along; the rocker swings
 * between its dead points and comes back to where it began after whole turns. */
static void cranks_of_loops_turn_fast(void** state)
{
  (void)state;
  const double rate = 200.0 * 3.14159265358979324;
  lw_model*    m    = crank_and_rocker(1e-4);
  lw_test_add_motion(m, 0, LW_MOTION_VELOCITY, 1, &rate);
  lw_instance* s = lw_test_start(m);
  lw_test_advance(s, 0.01, 10); /* ten turns */
  assert_near(coordinate(s, 0), 0.1 * rate, 1e-9);
  assert_near(coordinate(s, 3), 0.0, 1e-9);
  lw_test_end(s);
}

/* A wheel on a driven arm is geared to it: both go on from turn to turn. */
static void couplings_see_the_turns_of_driven_joints(void** state)
{
  (void)state;
  const double at[3] = {1.0, 0.0, 0.0}, ratio[2] = {3.0, 1.0}, rate = 1500.0;
  const int    joint[2] = {0, 1};
  lw_model*    m        = wheel(1e-3);
  lw_test_add_body(m, 1.0, INERTIA, at);
  lw_test_add_joint(m, LW_REVOLUTE, 0, 1, at, AXIS_Z);
  lw_test_add_coupling(m, 2, joint, ratio, 0.0);
  lw_test_add_motion(m, 0, LW_MOTION_VELOCITY, 1, &rate);
  lw_instance* s = lw_test_start(m);
  lw_test_advance(s, 0.01, 5);
  assert_near(coordinate(s, 0), 75.0, 1e-9);
  assert_near(coordinate(s, 1), -225.0, 1e-8);
  lw_test_end(s);
}

/* ---- kinks ---------------------------------------------------------------------------------- */

/* Set value and slope of an input, and go on by a step. */
static void follow(lw_instance* s, int input, double value, double slope)
{
  assert_int_equal(lw_instance_set_input(s, input, 0, value), LW_OK);
  assert_int_equal(lw_instance_set_input(s, input, 1, slope), LW_OK);
}

/* A kink of the input is a jump of the velocity. Its impulse is in the effort of the step that
 * begins with it, and does the work that the kinetic energy shows; no step is halved for it. */
static void kinks_are_followed_by_an_impulse(void** state)
{
  (void)state;
  const double slope[4] = {0.0, 2.0, -1.0, 1.5}, H = 0.01, J = 0.4 + 0.0625;
  for (int f = 0; f < LW_FORMULATION_COUNT; f++) {
    lw_model* m = wheel(1e-3);
    lw_test_set_gravity(m, 0.0, 0.0, 0.0);
    m->settings.formulation = (lw_formulation)f;
    lw_test_add_motion(m, 0, LW_MOTION_INPUT, 0, NULL);
    lw_instance* s = lw_test_start(m);
    double       q = 0.0;
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i < 5; i++) {
        double rate, effort, E[3];
        follow(s, 0, q, slope[k]);
        lw_test_advance(s, H, 1);
        q += H * slope[k];
        lw_test_get(s, LW_JOINT_QD, 0, &rate);
        lw_test_get(s, LW_MOTION_EFFORT, 0, &effort);
        lw_test_get(s, LW_ENERGY, 0, E);
        assert_near(coordinate(s, 0), q, is_stabilised(f) ? 1e-6 : 1e-10);
        assert_near(rate, slope[k], is_stabilised(f) ? 1e-5 : 1e-10);
        assert_near(E[0], 0.5 * J * slope[k] * slope[k], 1e-5);
        const double jump = i == 0 && k > 0 ? slope[k] - slope[k - 1] : 0.0;
        /* stabilisation: errors of 1e-6 rad times omega^2 J. Measured: 3e-4 */
        assert_near(effort, J * jump / H, is_stabilised(f) ? 0.01 : 1e-6);
      }
      if (f == LW_INDEX3_DCA) {
        double steps;
        lw_test_get(s, LW_SOLVER_STEPS, 0, &steps);
        assert_near(steps, 10.0, 0.0);
      }
    }
    lw_test_end(s);
  }
}

/* Two drives of a chain have kinks at the same time, a third joint is free: the work of both
 * impulses is what the kinetic energy gains. Asking for outputs in between changes nothing. */
static void impulses_of_several_drives_do_the_work(void** state)
{
  (void)state;
  const double before[2] = {0.5, -1.0}, after[2] = {2.0, 1.0};
  for (int ask = 0; ask < 2; ask++) {
    lw_model* m = lw_test_chain(3, LW_REVOLUTE, 1e-3);
    lw_test_set_gravity(m, 0.0, 0.0, 0.0);
    for (int k = 0; k < 2; k++) lw_test_add_motion(m, k, LW_MOTION_INPUT, 0, NULL);
    lw_instance* s = lw_test_start(m);
    double       E0[3], E1[3], work = 0.0, effort[2], still[2];
    for (int k = 0; k < 2; k++) follow(s, k, 0.0, before[k]);
    lw_test_advance(s, 1e-6, 1);
    lw_test_get(s, LW_ENERGY, 0, E0);
    for (int k = 0; k < 2; k++) follow(s, k, 1e-6 * before[k], after[k]);
    if (ask) {
      lw_test_get(s, LW_MOTION_EFFORT, 0, effort);
    }
    lw_test_advance(s, 1e-6, 1);
    for (int k = 0; k < 2; k++) lw_test_get(s, LW_MOTION_EFFORT, k, &effort[k]);
    lw_test_get(s, LW_ENERGY, 0, E1);
    for (int k = 0; k < 2; k++) follow(s, k, 1e-6 * (before[k] + after[k]), after[k]);
    lw_test_advance(s, 1e-6, 1);
    for (int k = 0; k < 2; k++) {
      lw_test_get(s, LW_MOTION_EFFORT, k, &still[k]);
      work += 1e-6 * (effort[k] - still[k]) * 0.5 * (before[k] + after[k]);
    }
    /* what the drives do by their forces in 1e-6 s, 100 W: 1e-4 J of 10 J */
    assert_true(fabs(E1[0] - E0[0]) > 1.0);
    assert_near(work, E1[0] - E0[0], 3e-4);
    lw_test_end(s);
  }
}

/* Samples of a smooth motion, without slopes: velocities and accelerations are those of the motion
 * up to the delay of a step, and no step is halved. A kink of samples is followed by the secant. */
static void samples_are_followed_smoothly(void** state)
{
  (void)state;
  const double H = 0.01, w = 3.0;
  lw_model*    m = wheel(1e-3);
  lw_test_add_motion(m, 0, LW_MOTION_INPUT, 0, NULL);
  lw_instance* s = lw_test_start(m);
  for (int k = 0; k < 100; k++) {
    double       rate, acceleration, steps;
    const double t = H * (k + 1);
    assert_int_equal(lw_instance_set_input(s, 0, 0, sin(w * t)), LW_OK);
    lw_test_advance(s, H, 1);
    lw_test_get(s, LW_JOINT_QD, 0, &rate);
    lw_test_get(s, LW_JOINT_QDD, 0, &acceleration);
    lw_test_get(s, LW_SOLVER_STEPS, 0, &steps);
    assert_near(coordinate(s, 0), sin(w * t), 1e-10);
    if (k > 5) {
      assert_near(rate, w * cos(w * t), 2.0 * H * w * w * w * H); /* of second order */
      /* of first order; the parabola of secants would be off by 3 w^2 = 27. Measured: 1.3 */
      assert_near(acceleration, -w * w * sin(w * t), 6.0 * w * w * w * H);
      assert_near(steps, 10.0, 0.0);
    }
  }
  for (int k = 0; k < 3; k++) { /* and stops: the joint stands after a step */
    double rate;
    assert_int_equal(lw_instance_set_input(s, 0, 0, sin(w)), LW_OK);
    lw_test_advance(s, H, 1);
    lw_test_get(s, LW_JOINT_QD, 0, &rate);
    assert_near(rate, 0.0, 1e-9);
  }
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(joints_follow_jumps_of_any_angle),
      cmocka_unit_test(joints_of_loops_follow_jumps),
      cmocka_unit_test(single_steps_follow_jumps),
      cmocka_unit_test(fast_motions_count_their_turns),
      cmocka_unit_test(cranks_of_loops_turn_fast),
      cmocka_unit_test(couplings_see_the_turns_of_driven_joints),
      cmocka_unit_test(kinks_are_followed_by_an_impulse),
      cmocka_unit_test(impulses_of_several_drives_do_the_work),
      cmocka_unit_test(samples_are_followed_smoothly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
