/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_stops.c - joints that meet their stops, from soft to as hard as steel, with steps that
 * resolve the contact and steps that do not: what comes back has no more energy than what came.
 */
#include <math.h>

#include "check.h"
#include "mechanism.h"

static const double ORIGIN[3] = {0.0, 0.0, 0.0}, AXIS_Z[3] = {0.0, 0.0, 1.0};

/* The highest point of a body that falls from 1 m onto a stop, above its start, and the loss of
 * energy. */
typedef struct fall {
  double above, lost;
} fall;

static fall drop(double stiffness, double damping, double step, bool fixed, double duration)
{
  const double inertia[3] = {0.1, 0.1, 0.1}, start[3] = {0.0, 0.0, 1.0};
  lw_model*    m = lw_test_model(step);
  lw_test_set_gravity(m, 0.0, 0.0, -9.81);
  m->settings.accuracy = fixed ? 0.0 : m->settings.accuracy;
  lw_test_add_body(m, 1.0, inertia, start);
  lw_test_add_joint(m, LW_PRISMATIC, LW_GROUND, 0, start, AXIS_Z);
  lw_test_set_stops(m, 0, -1.0, 2.0, stiffness, damping);
  lw_instance* s   = lw_test_start(m);
  fall         out = {-1.0, 0.0};
  double       E0[3], E[3], q;
  lw_test_get(s, LW_ENERGY, 0, E0);
  for (int k = 0; k < (int)(duration / 0.01); k++) {
    lw_test_advance(s, 0.01, 1);
    lw_test_get(s, LW_JOINT_Q, 0, &q);
    out.above = fmax(out.above, q);
  }
  lw_test_get(s, LW_ENERGY, 0, E);
  out.lost = E0[2] - E[2];
  lw_test_end(s);
  return out;
}

/* A fall takes 0.45 s. Steps of 1e-5 s see one bounce, longer ones three. */
static double duration_of(double step)
{
  return step < 5e-5 ? 1.0 : 3.0;
}

/* What is left is the tolerance of the iteration: forces of 1e4 N and more over 1e-12 m. Measured:
 * 1.5e-7 J and, with fixed steps, 9.8e-6 J above, 3e-6 J below; 9.81 J fall. */
static const double gain[2] = {1e-6, 2e-5};
#define LOSS 2e-5

static void falling_bodies_never_bounce_above_their_start(void** state)
{
  (void)state;
  const double step[4] = {1e-2, 1e-3, 1e-4, 1e-5};
  for (int decade = 3; decade <= 12; decade++) {
    for (int h = 0; h < 4; h++) {
      for (int fixed = 0; fixed < 2; fixed++) {
        const fall f = drop(pow(10.0, decade), 0.0, step[h], fixed, duration_of(step[h]));
        assert_between(f.above, -1.0, gain[fixed] / 9.81);
        assert_between(f.lost, -gain[fixed], LOSS);
      }
    }
  }
}

/* A damper in the stop takes energy, however coarse the step is. */
static void damped_stops_take_energy(void** state)
{
  (void)state;
  const double step[3] = {1e-2, 1e-3, 1e-4};
  for (int decade = 3; decade <= 12; decade += 3) {
    for (int h = 0; h < 3; h++) {
      for (int fixed = 0; fixed < 2; fixed++) {
        const double damping = 0.1 * sqrt(pow(10.0, decade));
        const fall   f       = drop(pow(10.0, decade), damping, step[h], fixed, 3.0);
        assert_between(f.above, -1.0, gain[fixed] / 9.81);
        assert_between(f.lost, -gain[fixed], 9.82);
      }
    }
  }
}

/* An arm of five links in space falls into the stops of all its joints, at both ends. */
static lw_model* robot(double stiffness, double damping, double step)
{
  const double inertia[3] = {0.02, 0.05, 0.04};
  const double axis[5][3] = {
      {0.0, 1.0, 0.0}, {0.0, 1.0, 0.3}, {1.0, 0.2, 0.0}, {0.0, 1.0, 0.0}, {0.3, 0.0, 1.0}};
  lw_model* m = lw_test_model(step);
  lw_test_set_gravity(m, 0.0, 0.0, -9.81);
  for (int i = 0; i < 5; i++) {
    const double at[3] = {0.5 * i + 0.25, 0.0, 0.0}, pin[3] = {0.5 * i, 0.0, 0.0};
    lw_test_add_body(m, 1.0 / (i + 1), inertia, at);
    lw_test_add_joint(m, LW_REVOLUTE, i - 1, i, pin, axis[i]);
    lw_test_set_stops(m, i, -0.3, 0.4, stiffness, damping);
  }
  return m;
}

/* The most energy above that of the start, as a fraction of the largest kinetic energy. */
static double gain_of(lw_model* m, double duration, double most_turn)
{
  lw_instance* s = lw_test_start(m);
  double       E0[3], E[3], kinetic = 0.0, most = 0.0;
  lw_test_get(s, LW_ENERGY, 0, E0);
  for (int k = 0; k < (int)(duration / 0.01); k++) {
    lw_test_advance(s, 0.01, 1);
    lw_test_get(s, LW_ENERGY, 0, E);
    kinetic = fmax(kinetic, E[0]);
    most    = fmax(most, E[2] - E0[2]);
    for (int j = 0; j < lw_instance_model(s)->njoint; j++) {
      double q;
      lw_test_get(s, LW_JOINT_Q, j, &q);
      assert_between(q, -most_turn, most_turn);
    }
  }
  lw_test_end(s);
  return most / kinetic;
}

static void robots_fall_into_their_stops(void** state)
{
  (void)state;
  const double stiffness[5] = {1e3, 1e5, 1e7, 1e9, 1e12}, step[3] = {1e-2, 1e-3, 1e-4};
  for (int k = 0; k < 5; k++) {
    for (int h = 0; h < 3; h++) {
      /* truncation of the motion between the stops; measured: 7e-5 */
      assert_below(gain_of(robot(stiffness[k], 0.0, step[h]), h < 2 ? 2.0 : 1.0, 0.7), 2e-4);
      assert_below(gain_of(robot(stiffness[k], 5.0, step[h]), h < 2 ? 2.0 : 1.0, 0.7), 2e-5);
    }
  }
}

/* Fixed steps of a millisecond do not resolve a contact. Forces along the axes of the end of a step
 * then act for the whole of it: a fraction of the turn in a step. */
static void robots_fall_into_their_stops_with_fixed_steps(void** state)
{
  (void)state;
  const double stiffness[5] = {1e3, 1e5, 1e7, 1e9, 1e12};
  for (int k = 0; k < 5; k++) {
    lw_model* m          = robot(stiffness[k], 0.0, 1e-3);
    m->settings.accuracy = 0.0;
    assert_below(gain_of(m, 1.0, 0.7), 0.1); /* measured: 0.027 */
  }
}

/* A slider between two stops, without gravity, goes to and fro with the same speed. */
static void sliders_go_to_and_fro_between_stops(void** state)
{
  (void)state;
  const double inertia[3] = {0.1, 0.1, 0.1}, fast[3] = {0.0, 0.0, 7.0};
  for (int decade = 3; decade <= 12; decade += 3) {
    for (int fixed = 0; fixed < 2; fixed++) {
      lw_model* m = lw_test_model(1e-3);
      lw_test_set_gravity(m, 0.0, 0.0, 0.0);
      m->settings.accuracy = fixed ? 0.0 : m->settings.accuracy;
      lw_test_add_body(m, 2.0, inertia, ORIGIN);
      lw_test_set_velocity(m, 0, fast, ORIGIN);
      lw_test_add_joint(m, LW_PRISMATIC, LW_GROUND, 0, ORIGIN, AXIS_Z);
      lw_test_set_stops(m, 0, -0.1, 0.15, pow(10.0, decade), 0.0);
      lw_instance* s = lw_test_start(m);
      double       E[3];
      lw_test_advance(s, 0.01, 100);
      lw_test_get(s, LW_ENERGY, 0, E);
      assert_near(E[2], 49.0, 1e-4); /* after 28 hits or, in soft stops, fewer */
      lw_test_end(s);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(falling_bodies_never_bounce_above_their_start),
      cmocka_unit_test(damped_stops_take_energy),
      cmocka_unit_test(robots_fall_into_their_stops),
      cmocka_unit_test(robots_fall_into_their_stops_with_fixed_steps),
      cmocka_unit_test(sliders_go_to_and_fro_between_stops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
