/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_joint_law.c - spring, damper, stops and friction along a joint coordinate.
 */
#include "joint/joint_law.h"

#include <math.h>

#include "check.h"

/* everything at once: the range is -0.5 to 0.8 */
static const lw_joint_law rich = {.stiffness      = 20.0,
                                  .damping        = 0.5,
                                  .rest           = 0.1,
                                  .lower          = -0.5,
                                  .upper          = 0.8,
                                  .stop_stiffness = 1e4,
                                  .stop_damping   = 30.0,
                                  .friction       = 2.0};

/* coordinates inside the range, in the soft part of both stops, and beyond */
static const double places[] = {-0.52, -0.5005, -0.5,   -0.4,  0.0, 0.3,
                                0.8,   0.8003,  0.8009, 0.802, 0.9};
#define NPLACE ((int)(sizeof places / sizeof *places))

/* At rest the effort is minus the derivative of the energy: (4.10). */
static void effort_is_the_gradient_of_the_energy(void** state)
{
  (void)state;
  const double h = 1e-7;
  for (int i = 0; i < NPLACE; i++) {
    const double slope =
        (lw_joint_law_energy(&rich, places[i] + h) - lw_joint_law_energy(&rich, places[i] - h)) /
        (2.0 * h);
    /* rounding: energies of 50 J over 2e-7; at the ends of the soft part the slope
     * has a corner: 1e4/1e-3 h */
    assert_near(lw_joint_law_effort(&rich, places[i], 0.0), -slope, 1e-5);
  }
}

/* The energy at a coordinate is the work that was done against the effort on the way there from the
 * spring's rest: (4.10). Between its corners the effort is a polynomial of second degree at most,
 * which Simpson's rule integrates exactly. */
static void energy_is_the_work_done_on_the_way(void** state)
{
  (void)state;
  const double corner[2][4] = {{0.1, 0.8, 0.8 + LW_STOP_DEPTH, 0.9},
                               {0.1, -0.5, -0.5 - LW_STOP_DEPTH, -0.6}};
  for (int side = 0; side < 2; side++) {
    double work = lw_joint_law_energy(&rich, 0.1);
    assert_near(work, 0.0, 0.0);
    for (int k = 0; k < 3; k++) {
      const double a = corner[side][k], b = corner[side][k + 1];
      work -= (b - a) / 6.0 *
              (lw_joint_law_effort(&rich, a, 0.0) +
               4.0 * lw_joint_law_effort(&rich, 0.5 * (a + b), 0.0) +
               lw_joint_law_effort(&rich, b, 0.0));
      /* rounding: 60 J; w^2/6 of a stop is 1.7e-3 J here */
      assert_near(lw_joint_law_energy(&rich, b), work, 1e-11);
    }
  }
}

/* Moving, it takes power wherever it is, and as much backwards as forwards. */
static void motion_costs_power_everywhere(void** state)
{
  (void)state;
  for (int i = 0; i < NPLACE; i++) {
    const double still = lw_joint_law_effort(&rich, places[i], 0.0);
    for (double rate = 1e-4; rate < 20.0; rate *= 7.0) {
      const double forwards  = lw_joint_law_effort(&rich, places[i], rate) - still;
      const double backwards = lw_joint_law_effort(&rich, places[i], -rate) - still;
      assert_true(forwards < 0.0);
      assert_near(backwards, -forwards, 1e-9 * fabs(forwards) + 1e-12);
    }
  }
}

/* Slopes are those of minus the effort along q; along the rate that of friction is the chord from
 * rest, which is at least as steep as the tangent. */
static void slopes_are_those_of_the_effort(void** state)
{
  (void)state;
  const double h      = 1e-7;
  lw_joint_law smooth = rich;
  smooth.friction     = 0.0;
  for (int i = 0; i < NPLACE; i++) {
    const double          q = places[i], rate = 0.3;
    const lw_joint_slopes s = lw_joint_law_slopes(&smooth, q, rate);
    const double          k =
        (lw_joint_law_effort(&smooth, q - h, 0.0) - lw_joint_law_effort(&smooth, q + h, 0.0)) /
        (2.0 * h);
    const double d =
        (lw_joint_law_effort(&smooth, q, rate - h) - lw_joint_law_effort(&smooth, q, rate + h)) /
        (2.0 * h);
    /* rounding: efforts of 1e3 over 2e-7; a corner where a stop begins or ends to
     * be soft: half of 1e7 h */
    assert_near(s.stiffness, k, 1.0);
    assert_near(s.damping, d, 1e-5);
    const lw_joint_slopes with = lw_joint_law_slopes(&rich, q, rate);
    const double          chord =
        -(lw_joint_law_effort(&rich, q, rate) - lw_joint_law_effort(&smooth, q, rate)) / rate;
    assert_near(with.damping - s.damping, chord, 1e-12);
  }
}

/* The mean effort of a step to which the effort at its end belongs. */
static double mean_of_step(const lw_joint_law* law, const lw_joint_step* step, double q)
{
  return 0.5 * (step->effort0 + lw_joint_law_stop_step_effort(law, step, q));
}

/* Over a step of any length, from anywhere to anywhere, the mean effort of the stops does the work
 * that their energy loses, and their dampers only take. */
static void steps_take_the_energy_of_the_stops(void** state)
{
  (void)state;
  lw_joint_law stiff = rich, damped = rich;
  stiff.stop_stiffness  = 1e9;
  stiff.stop_damping    = 0.0;
  stiff.stiffness       = 0.0; /* only the stops have energy */
  damped.stop_stiffness = 0.0;
  for (int i = 0; i < NPLACE; i++) {
    for (int k = 0; k < NPLACE; k++) {
      const double        q0 = places[i], q = places[k], V = lw_joint_law_energy(&stiff, q0);
      const lw_joint_step step = {1e-3, q0, lw_joint_law_stop_effort(&stiff, q0, 0.0)};
      const double        work = mean_of_step(&stiff, &step, q) * (q - q0);
      /* rounding of the larger energy, up to 1e7 J */
      assert_near(work, V - lw_joint_law_energy(&stiff, q), 1e-14 * (V + 1e7));
      const lw_joint_step slow = {1e-3, q0, lw_joint_law_stop_effort(&damped, q0, 3.0)};
      assert_true(mean_of_step(&damped, &slow, q) * (q - q0) <= 0.0);
    }
  }
}

/* A step that begins and ends at the same place sees the effort there. */
static void short_steps_have_the_effort_of_an_instant(void** state)
{
  (void)state;
  for (int i = 0; i < NPLACE; i++) {
    const double        effort = lw_joint_law_stop_effort(&rich, places[i], 0.0);
    const lw_joint_step step   = {1e-3, places[i], effort};
    assert_near(lw_joint_law_stop_step_effort(&rich, &step, places[i]), effort,
                1e-14 * fabs(effort));
  }
}

/* The slope of a step is that of its effort at the end. */
static void slopes_of_steps_are_those_of_their_effort(void** state)
{
  (void)state;
  lw_joint_law law = rich;
  law.stiffness = law.damping = law.friction = law.stop_damping = 0.0;
  const double h                                                = 1e-7;
  for (int i = 0; i < NPLACE; i++) {
    for (int k = 0; k < NPLACE; k++) {
      const double        q     = places[k];
      const lw_joint_step step  = {1e-3, places[i], lw_joint_law_stop_effort(&law, places[i], 0.0)};
      const double        slope = (lw_joint_law_stop_step_effort(&law, &step, q - h) -
                            lw_joint_law_stop_step_effort(&law, &step, q + h)) /
                           (2.0 * h);
      /* rounding: efforts of 1e4 over 2e-7; corners where a stop begins to be soft: 1e7 h */
      assert_near(lw_joint_law_step_slopes(&law, &step, q, 0.0).stiffness, slope, 2.0);
    }
  }
}

/* The largest slopes bound those within the distance; a stop farther away does not count. */
static void steepest_slopes_are_bounds(void** state)
{
  (void)state;
  for (int i = 0; i < NPLACE; i++) {
    const lw_joint_slopes most = lw_joint_law_steepest(&rich, places[i], 0.2);
    for (double q = places[i] - 0.2; q <= places[i] + 0.2; q += 0.01) {
      for (double rate = -1.0; rate <= 1.0; rate += 0.1) {
        const lw_joint_slopes s = lw_joint_law_slopes(&rich, q, rate);
        assert_true(s.stiffness <= most.stiffness * (1.0 + 1e-12));
        assert_true(s.damping <= most.damping * (1.0 + 1e-12));
      }
    }
  }
  assert_near(lw_joint_law_steepest(&rich, 0.3, 0.1).stiffness, 20.0, 0.0);
}

/* A joint without any of it has no law. */
static void empty_laws_are_recognised(void** state)
{
  (void)state;
  const lw_joint_law none = {.lower = -HUGE_VAL, .upper = HUGE_VAL};
  assert_true(lw_joint_law_is_empty(&none));
  assert_false(lw_joint_law_is_empty(&rich));
  assert_near(lw_joint_law_effort(&none, 3.0, 4.0), 0.0, 0.0);
  assert_near(lw_joint_law_energy(&none, 3.0), 0.0, 0.0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(effort_is_the_gradient_of_the_energy),
      cmocka_unit_test(energy_is_the_work_done_on_the_way),
      cmocka_unit_test(motion_costs_power_everywhere),
      cmocka_unit_test(slopes_are_those_of_the_effort),
      cmocka_unit_test(steps_take_the_energy_of_the_stops),
      cmocka_unit_test(short_steps_have_the_effort_of_an_instant),
      cmocka_unit_test(slopes_of_steps_are_those_of_their_effort),
      cmocka_unit_test(steepest_slopes_are_bounds),
      cmocka_unit_test(empty_laws_are_recognised),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
