/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_long_run.c - what must not creep: a thousand seconds of the double pendulum, and springs
 * far too stiff for the step.
 */
#include <math.h>

#include "check.h"
#include "mechanism.h"

/* The spatial double pendulum at 5 ms for 1,000 s: violations stay where they are, and energy
 * neither grows nor fades. */
static void double_pendulum_keeps_its_energy_for_a_thousand_seconds(void** state)
{
  (void)state;
  const double J[3] = {1.0, 1.0, 1.0}, a[3] = {0.5, 0.0, 0.0}, b[3] = {1.0, 0.0, 0.5};
  const double o[3] = {0.0, 0.0, 0.0}, e[3] = {1.0, 0.0, 0.0};
  lw_model*    m = lw_test_model(0.005);
  lw_test_add_body(m, 1.0, J, a);
  lw_test_add_body(m, 1.0, J, b);
  lw_test_add_joint(m, LW_SPHERICAL, LW_GROUND, 0, o, NULL);
  lw_test_add_joint(m, LW_SPHERICAL, 0, 1, e, NULL);
  lw_instance* s = lw_test_start(m);
  double       E0[3], E[3], energy = 0.0, violation[3], worst[3] = {0.0};
  lw_test_get(s, LW_ENERGY, 0, E0);
  for (int k = 0; k < 10000; k++) {
    lw_test_advance(s, 0.1, 1);
    lw_test_get(s, LW_ENERGY, 0, E);
    energy = fmax(energy, fabs(E[2] - E0[2]));
    lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
    for (int i = 0; i < 3; i++) worst[i] = fmax(worst[i], violation[i]);
  }
  print_message("energy %.3g J, violations %.1e %.1e %.1e\n", energy, worst[0], worst[1], worst[2]);
  /* truncation: (w dt)^2 of 20 J, not growing. Measured: 0.012 J */
  assert_below(energy, 0.05);
  assert_below(worst[0], 1e-9);
  assert_below(worst[1], 1e-9);
  assert_below(worst[2], 1e-7);
  lw_test_end(s);
}

/* Two bodies of 1 kg on a spring of 1e9 N/m with a damper of 1e5 N s/m: its rates, 1.1e4
 * and 1.9e5 per second, are far beyond a step of 1 ms. It settles at its free length, and
 * the pair falls freely. */
static void stiff_spring_settles(void** state)
{
  (void)state;
  const double J[3] = {1.0, 1.0, 1.0}, a[3] = {0.0, 0.0, 0.0}, b[3] = {1.0, 0.0, 0.0};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_add_body(m, 1.0, J, a);
  lw_test_add_body(m, 1.0, J, b);
  const int f = lw_test_add_frame(m, 0, a, NULL), g = lw_test_add_frame(m, 1, a, NULL);
  lw_test_add_spring(m, f, g, 1e9, 1e5, 0.99999); /* stretched by 0.01 mm: 10 kN at the start */
  lw_instance* s = lw_test_start(m);
  double       r[2][3], v[2][3], largest = 0.0;
  for (int i = 0; i < 2000; i++) {
    lw_test_advance(s, 1e-3, 1);
    for (int k = 0; k < 2; k++) {
      lw_test_get(s, LW_BODY_R, k, r[k]);
      lw_test_get(s, LW_BODY_V, k, v[k]);
    }
    largest = fmax(largest, fabs(r[1][0] - r[0][0] - 0.99999));
  }
  assert_below(largest, 1.1e-5); /* it never swings further than it started */
  /* the trapezoidal rule leaves (1 - z)/(1 + z) of a mode with the rate 2 z / dt in each
   * step, 0.979 of the faster one: after 2,000 steps nothing. The pair falls as one, for
   * which the rule is exact */
  assert_near(r[1][0] - r[0][0], 0.99999, 1e-12);
  assert_near(v[1][0] - v[0][0], 0.0, 1e-9);
  assert_near(0.5 * (r[0][0] + r[1][0]), 0.5, 1e-9);
  assert_near(0.5 * (r[0][1] + r[1][1]), -0.5 * 9.81 * 4.0, 1e-9);
  lw_test_end(s);
}

/* The same stiffness along a joint and in a bushing, against the static
 * deflection under gravity. */
static void stiff_joints_and_bushings_settle(void** state)
{
  (void)state;
  const double J[3] = {1.0, 1.0, 1.0}, o[3] = {0.0, 0.0, 0.0}, y[3] = {0.0, 1.0, 0.0};
  const double k[6] = {1e8, 1e8, 1e8, 1e8, 1e8, 1e8}, c[6] = {1e5, 1e5, 1e5, 1e5, 1e5, 1e5};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_add_body(m, 1.0, J, o);
  lw_test_add_body(m, 1.0, J, o);
  lw_test_add_joint(m, LW_PRISMATIC, LW_GROUND, 0, o, y);
  lw_test_set_joint_spring(m, 0, 1e8, 1e5, 0.0);
  const int f = lw_test_add_frame(m, LW_GROUND, o, NULL), g = lw_test_add_frame(m, 1, o, NULL);
  lw_test_add_bushing(m, f, g, k, c);
  lw_instance* s = lw_test_start(m);
  double       q, r[3], E[3];
  lw_test_advance(s, 1e-3, 500);
  lw_test_get(s, LW_JOINT_Q, 0, &q);
  lw_test_get(s, LW_BODY_R, 1, r);
  lw_test_get(s, LW_ENERGY, 0, E);
  /* 9.81 N on 1e8 N/m; rounding of positions 1e-16 over the stiffness leaves ten digits of it */
  assert_near(q, -9.81e-8, 1e-12);
  assert_near(r[1], -9.81e-8, 1e-12);
  assert_below(E[0], 1e-12);
  lw_test_end(s);
}

/* A body on a rail and a spring of 1e7 to 1e13 N/m along it, stretched by 1 mm in 100 mm, in steps
 * of 1 ms: the trapezoidal rule turns the phase by theta in each, tan(theta/2) = w dt/2, and keeps
 * the amplitude, so that x = x0 cos(n theta). The equations of a step have a second solution, at
 * the other end of the spring. */
static void hard_springs_swing_as_the_rule_says(void** state)
{
  (void)state;
  const double J[3] = {0.1, 0.1, 0.1}, o[3] = {0.0, 0.0, 0.0}, u[3] = {0.6, 0.0, 0.8}, dt = 1e-3;
  for (int k = 0; k < 7; k++) {
    const double stiffness = pow(10.0, 7 + k), at[3] = {0.1 * u[0], 0.0, 0.1 * u[2]};
    lw_model*    m = lw_test_model(dt);
    lw_test_set_gravity(m, 0.0, 0.0, 0.0);
    lw_test_add_body(m, 1.0, J, at);
    lw_test_add_joint(m, LW_PRISMATIC, LW_GROUND, 0, at, u);
    const int f = lw_test_add_frame(m, LW_GROUND, o, NULL), g = lw_test_add_frame(m, 0, o, NULL);
    lw_test_add_spring(m, f, g, stiffness, 0.0, 0.099);
    m->settings.accuracy = 0.0; /* no step resolves the oscillation */
    lw_instance* s       = lw_test_start(m);
    const double theta   = 2.0 * atan(0.5 * dt * sqrt(stiffness));
    for (int n = 1; n <= 200; n++) {
      double q;
      lw_test_advance(s, dt, 1);
      lw_test_get(s, LW_JOINT_Q, 0, &q);
      /* The iteration leaves 1e-12 of 0.1 m in each step; measured: 5e-15 m */
      assert_near(q, 1e-3 * (cos(n * theta) - 1.0), 1e-10);
    }
    lw_test_end(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(double_pendulum_keeps_its_energy_for_a_thousand_seconds),
      cmocka_unit_test(stiff_spring_settles),
      cmocka_unit_test(stiff_joints_and_bushings_settle),
      cmocka_unit_test(hard_springs_swing_as_the_rule_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
