/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_spinning.c - bodies that turn fast or for long: closed forms, tight integration of Euler's
 * equations, constants of motion.
 *
 *   theory   section 3.2 of docs/theory.md: the trapezoidal rule on momenta, (3.12) to (3.15)
 */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "mechanism.h"

static const double Z[3] = {0.0, 0.0, 1.0}, ORIGIN[3] = {0.0, 0.0, 0.0};

static double get_one(lw_instance* s, lw_quantity quantity, int index)
{
  double value[3];
  lw_test_get(s, quantity, index, value);
  return value[0];
}

/* A rotor on the ground; returns its joint. */
static int add_rotor(lw_model* m, double inertia, double spin)
{
  const double J[3] = {inertia, inertia, inertia}, w[3] = {0.0, 0.0, spin};
  const int    body = lw_test_add_body(m, 1.0, J, ORIGIN);
  lw_test_set_velocity(m, body, ORIGIN, w);
  return lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, body, ORIGIN, Z);
}

/* ---- about one axis ------------------------------------------------------------------------- */

/* A motor of 10 N m on 0.01 kg m2 for a second: 1,000 rad/s, 500 rad, 5,000 J. */
static void a_motor_turns_a_rotor_up(void** state)
{
  double energy[3];
  (void)state;
  lw_model* m = lw_test_model(1e-3);
  (void)lw_test_add_actuator(m, add_rotor(m, 0.01, 0.0));
  lw_instance* s = lw_test_start(m);
  assert_int_equal(lw_instance_set_input(s, 0, 0, 10.0), LW_OK);
  lw_test_advance(s, 0.01, 100);
  lw_test_get(s, LW_ENERGY, 0, energy);
  assert_near(get_one(s, LW_JOINT_QD, 0), 1000.0, 1e-9 * 1000.0);
  assert_near(get_one(s, LW_JOINT_Q, 0), 500.0, 1e-9 * 500.0);
  assert_near(energy[0], 5000.0, 1e-9 * 5000.0);
  lw_test_end(s);
}

/* Ten radians in an internal step, at a constant speed and with a torque that brakes. */
static void turns_beyond_half_a_turn_in_a_step_are_counted(void** state)
{
  (void)state;
  lw_model* m = lw_test_model(1e-3);
  (void)lw_test_add_actuator(m, add_rotor(m, 0.01, 1e4));
  lw_instance* s = lw_test_start(m);
  lw_test_advance(s, 0.01, 100);
  assert_near(get_one(s, LW_JOINT_Q, 0), 1e4, 1e-9 * 1e4);
  assert_int_equal(lw_instance_set_input(s, 0, 0, -20.0), LW_OK);
  lw_test_advance(s, 0.01, 100);
  assert_near(get_one(s, LW_JOINT_QD, 0), 8e3, 1e-9 * 1e4);
  assert_near(get_one(s, LW_JOINT_Q, 0), 1e4 + 9e3, 1e-9 * 1e4);
  lw_test_end(s);
}

/* Two wheels that roll on each other, q0 + 2 q1 = 0, at a radian and more in a step. */
static void a_gear_pair_keeps_its_ratio(void** state)
{
  static const double ratio[] = {1.0, 2.0};
  const double        J0 = 0.01, J1 = 0.02, torque = 30.0, t = 0.5;
  (void)state;
  lw_model* m        = lw_test_model(1e-3);
  const int joint[2] = {add_rotor(m, J0, 1000.0), add_rotor(m, J1, -500.0)};
  (void)lw_test_add_actuator(m, joint[0]);
  (void)lw_test_add_coupling(m, 2, joint, ratio, 0.0);
  lw_instance* s = lw_test_start(m);
  assert_int_equal(lw_instance_set_input(s, 0, 0, torque), LW_OK);
  lw_test_advance(s, 0.01, 50);
  const double a = torque / (J0 + 0.25 * J1), q = 1000.0 * t + 0.5 * a * t * t;
  assert_near(get_one(s, LW_JOINT_Q, 0), q, 1e-6 * q);
  assert_near(get_one(s, LW_JOINT_Q, 1), -0.5 * q, 1e-6 * q);
  assert_near(get_one(s, LW_JOINT_QD, 0), 1000.0 + a * t, 1e-6 * 1000.0);
  lw_test_end(s);
}

/* A differential: the cage turns with the mean of both shafts, q0 + q1 = 2 q2. Ten radians in a
 * step, and torques that turn the shafts against each other. */
static void a_differential_keeps_its_mean(void** state)
{
  static const double ratio[] = {1.0, 1.0, -2.0};
  const double        J = 0.01, cage = 0.05, speed = 1e4, t = 0.5, torque[2] = {30.0, -10.0};
  (void)state;
  lw_model* m        = lw_test_model(1e-3);
  const int joint[3] = {add_rotor(m, J, speed), add_rotor(m, J, speed), add_rotor(m, cage, speed)};
  for (int i = 0; i < 2; i++) (void)lw_test_add_actuator(m, joint[i]);
  (void)lw_test_add_coupling(m, 3, joint, ratio, 0.0);
  lw_instance* s = lw_test_start(m);
  for (int i = 0; i < 2; i++) assert_int_equal(lw_instance_set_input(s, i, 0, torque[i]), LW_OK);
  lw_test_advance(s, 0.01, 50);
  /* the sum of both torques turns all, their difference the shafts alone */
  const double mean = (torque[0] + torque[1]) / (2.0 * J + cage);
  const double half = 0.5 * (torque[0] - torque[1]) / J;
  for (int i = 0; i < 3; i++) {
    const double a = mean + (i == 0 ? half : i == 1 ? -half : 0.0);
    assert_near(get_one(s, LW_JOINT_Q, i), speed * t + 0.5 * a * t * t, 1e-6 * speed * t);
    assert_near(get_one(s, LW_JOINT_QD, i), speed + a * t, 1e-6 * speed);
  }
  lw_test_end(s);
}

/* A planetary gear: sun and carrier on the ground, the planet on the carrier, ring at rest. In
 * teeth: 24 (q_sun - q_carrier) + 18 q_planet = 0 and 18 q_planet + 60 q_carrier = 0, so that the
 * sun turns 3.5 times as fast as the carrier, and the planet -10/3 times, against the carrier. The
 * sun turns by more than a radian in a step of 1 ms; the planet goes round by 0.4, which the
 * trapezoidal rule follows as accurately as it is asked to. */
static void a_planetary_gear_keeps_its_ratios(void** state)
{
  static const double mesh[] = {24.0, -24.0, 18.0}, ring[] = {60.0, 18.0};
  const double        J_planet[3] = {0.002, 0.002, 0.002}, at[3] = {0.07, 0.0, 0.0}, mass = 0.3;
  const double        J_sun = 0.01, J_carrier = 0.03, torque = 20.0, t = 1.0;
  (void)state;
  lw_model* m       = lw_test_model(1e-3);
  const int sun     = add_rotor(m, J_sun, 0.0);
  const int carrier = add_rotor(m, J_carrier, 0.0);
  const int planet  = lw_test_add_body(m, mass, J_planet, at);
  const int pin     = lw_test_add_joint(m, LW_REVOLUTE, carrier, planet, at, Z);
  const int all[] = {sun, carrier, pin}, inner[] = {carrier, pin};
  (void)lw_test_add_actuator(m, sun);
  (void)lw_test_add_coupling(m, 3, all, mesh, 0.0);
  (void)lw_test_add_coupling(m, 2, inner, ring, 0.0);
  lw_test_set_gravity(m, 0.0, 0.0, 0.0);
  lw_instance* s = lw_test_start(m);
  assert_int_equal(lw_instance_set_input(s, 0, 0, torque), LW_OK);
  lw_test_advance(s, 0.01, 100);
  const double turn = 1.0 - 10.0 / 3.0; /* of the planet in the world */
  const double J = J_sun * 3.5 * 3.5 + J_carrier + mass * at[0] * at[0] + J_planet[2] * turn * turn;
  const double q = 0.5 * 3.5 * torque / J * t * t;
  assert_true(3.5 * 2.0 * q * 1e-3 > 1.0);
  print_message("planetary gear: error %.1e\n", get_one(s, LW_JOINT_Q, carrier) / q - 1.0);
  assert_near(get_one(s, LW_JOINT_Q, carrier), q, 1e-5 * q);
  /* the ratios hold to rounding, whatever the error of the motion */
  const double turned = get_one(s, LW_JOINT_Q, carrier);
  assert_near(get_one(s, LW_JOINT_Q, sun), 3.5 * turned, 1e-9 * q);
  assert_near(get_one(s, LW_JOINT_Q, pin), -10.0 / 3.0 * turned, 1e-9 * q);
  lw_test_end(s);
}

/* ---- free bodies ---------------------------------------------------------------------------- */

/* Orientation and angular velocity in body axes, 7 numbers, after a time, by the classical
 * Runge-Kutta method on Euler's equations. */
static void derivative(const double J[3], const double y[7], double d[7])
{
  const double *p = y, *w = y + 4;
  d[0] = -0.5 * (p[1] * w[0] + p[2] * w[1] + p[3] * w[2]);
  d[1] = 0.5 * (p[0] * w[0] + p[2] * w[2] - p[3] * w[1]);
  d[2] = 0.5 * (p[0] * w[1] + p[3] * w[0] - p[1] * w[2]);
  d[3] = 0.5 * (p[0] * w[2] + p[1] * w[1] - p[2] * w[0]);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    d[4 + i] = (J[j] - J[k]) / J[i] * w[j] * w[k];
  }
}

static void turn_freely(const double J[3], double t, int n, double y[7])
{
  const double h = t / n;
  for (int step = 0; step < n; step++) {
    double sum[7] = {0}, at[7], d[7];
    for (int i = 0; i < 7; i++) at[i] = y[i];
    for (int stage = 0; stage < 4; stage++) {
      static const double weight[] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
      static const double next[]   = {0.5, 0.5, 1.0, 0.0};
      derivative(J, at, d);
      for (int i = 0; i < 7; i++) {
        sum[i] += weight[stage] * h * d[i];
        at[i] = y[i] + next[stage] * h * d[i];
      }
    }
    for (int i = 0; i < 7; i++) y[i] += sum[i];
  }
}

/* Largest difference of two rotation matrices, of unit Euler parameters. */
static void matrix_of(const double p[4], double R[9])
{
  const double n = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const int    k    = 3 - i - j;
      const double sign = (j - i + 3) % 3 == 1 ? -1.0 : 1.0;
      R[3 * i + j]      = i == j ? 2.0 * (p[0] * p[0] + p[1 + i] * p[1 + i]) / n - 1.0
                                 : 2.0 * (p[1 + i] * p[1 + j] + sign * p[0] * p[1 + k]) / n;
    }
  }
}

static double matrix_difference(const double p[4], const double q[4])
{
  double P[9], Q[9], most = 0.0;
  matrix_of(p, P);
  matrix_of(q, Q);
  for (int i = 0; i < 9; i++) most = fmax(most, fabs(P[i] - Q[i]));
  return most;
}

/* Angular momentum about the origin, and linear momentum, of bodies with principal inertias. */
static void momenta(lw_instance* s, int nbody, double mass, const double J[3], double sum[6])
{
  for (int i = 0; i < 6; i++) sum[i] = 0.0;
  for (int b = 0; b < nbody; b++) {
    double r[3], v[3], w[3], p[4], R[9], h[3];
    lw_test_get(s, LW_BODY_R, b, r);
    lw_test_get(s, LW_BODY_V, b, v);
    lw_test_get(s, LW_BODY_W, b, w);
    lw_test_get(s, LW_BODY_QUAT, b, p);
    matrix_of(p, R);
    for (int i = 0; i < 3; i++) h[i] = J[i] * (R[i] * w[0] + R[3 + i] * w[1] + R[6 + i] * w[2]);
    for (int i = 0; i < 3; i++) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      sum[i] += R[3 * i] * h[0] + R[3 * i + 1] * h[1] + R[3 * i + 2] * h[2] +
                mass * (r[j] * v[k] - r[k] * v[j]);
      sum[3 + i] += mass * v[i];
    }
  }
}

static const double TOP_J[3] = {1.0, 2.0, 3.0}, TOP_SPIN[3] = {0.1, 3.0, 0.1};

/* A body that turns about its middle axis and tumbles; 20 s at 1 ms. Returns the error of the
 * rotation. */
static double free_top(double tolerance, double* momentum)
{
  double p[4], before[6], after[6],
      y[7]    = {1.0, 0.0, 0.0, 0.0, TOP_SPIN[0], TOP_SPIN[1], TOP_SPIN[2]};
  lw_model* m = lw_test_model(1e-3);
  lw_test_set_gravity(m, 0.0, 0.0, 0.0);
  m->value[m->settings.tolerance] = tolerance;
  const int body                  = lw_test_add_body(m, 1.0, TOP_J, ORIGIN);
  lw_test_set_velocity(m, body, ORIGIN, TOP_SPIN);
  lw_instance* s = lw_test_start(m);
  momenta(s, 1, 1.0, TOP_J, before);
  lw_test_advance(s, 0.1, 200);
  momenta(s, 1, 1.0, TOP_J, after);
  lw_test_get(s, LW_BODY_QUAT, 0, p);
  lw_test_end(s);
  *momentum = 0.0;
  for (int i = 0; i < 3; i++) *momentum = fmax(*momentum, fabs(after[i] - before[i]));
  turn_freely(TOP_J, 20.0, 40000, y);
  return matrix_difference(p, y);
}

/* Its error is that of the step: a tolerance that is ten thousand times narrower changes it by less
 * than a tenth. Its momentum does not change. */
static void a_free_top_is_as_right_as_its_step(void** state)
{
  double momentum[2];
  (void)state;
  const double wide   = free_top(1e-10, &momentum[0]);
  const double narrow = free_top(1e-14, &momentum[1]);
  print_message("rotation after 20 s: error %.2e, with tolerance 1e-14 %.2e; momentum %.1e\n", wide,
                narrow, momentum[0]);
  assert_true(wide < 5e-4);
  assert_true(fabs(wide - narrow) < 0.1 * wide);
  assert_true(momentum[0] < 1e-11 * 6.0 && momentum[1] < 1e-11 * 6.0);
}

/* Bodies on joints of all kinds, free in space: what joints exert cancels, so that the linear
 * momentum of the whole is exact; the angular one is, as far as the step is. */
static void joints_do_not_change_momenta(void** state)
{
  static const lw_joint_type type[] = {LW_SPHERICAL, LW_REVOLUTE, LW_UNIVERSAL, LW_CYLINDRICAL};
  const double J[3] = {0.1, 0.2, 0.25}, spin[3] = {3.0, -2.0, 5.0}, v[3] = {1.0, 2.0, 3.0};
  const double axis[3] = {0.6, 0.0, 0.8};
  double       before[6], after[6];
  (void)state;
  for (size_t k = 0; k < sizeof type / sizeof *type; k++) {
    lw_model* m = lw_test_model(1e-3);
    lw_test_set_gravity(m, 0.0, 0.0, 0.0);
    for (int b = 0; b < 3; b++) {
      const double at[3] = {b, 0.1 * b, 0.0}, joint[3] = {b - 0.5, 0.0, 0.05};
      (void)lw_test_add_body(m, 2.0, J, at);
      if (b > 0) {
        (void)lw_test_add_joint(m, type[k], b - 1, b, joint, axis);
      }
    }
    lw_test_set_velocity(m, 0, v, spin);
    lw_instance* s = lw_test_start(m);
    momenta(s, 3, 2.0, J, before);
    lw_test_advance(s, 0.1, 20);
    momenta(s, 3, 2.0, J, after);
    double change[2] = {0.0, 0.0}, size[2] = {0.0, 0.0};
    for (int i = 0; i < 6; i++) {
      size[i / 3]   = fmax(size[i / 3], fabs(before[i]));
      change[i / 3] = fmax(change[i / 3], fabs(after[i] - before[i]));
    }
    print_message("joint type %d: angular momentum changes by %.1e, linear by %.1e\n", (int)type[k],
                  change[0] / size[0], change[1] / size[1]);
    assert_true(change[0] < 1e-5 * size[0] && change[1] < 1e-11 * size[1]);
    lw_test_end(s);
  }
}

/* ---- gyroscopes ----------------------------------------------------------------------------- */

/* A rotor in two gimbals with a load on the inner one: q of outer, inner gimbal and rotor after a
 * time. */
static void gyroscope(lw_formulation formulation, double tolerance, double t, double p[4])
{
  static const double X[3] = {1.0, 0.0, 0.0}, Y[3] = {0.0, 1.0, 0.0};
  const double        ring[3] = {0.002, 0.002, 0.003}, inner[3] = {0.001, 0.002, 0.001};
  const double        rotor[3] = {0.01, 0.005, 0.005}, spin[3] = {500.0, 0.0, 0.0};
  lw_model*           m   = lw_test_model(1e-3);
  m->settings.formulation = formulation;
  if (formulation == LW_INDEX3_DCA) {
    m->value[m->settings.tolerance] = tolerance;
  } else {
    m->settings.rtol = m->settings.atol = tolerance;
  }
  const double load_at[3] = {0.1, 0.0, 0.0}, load[3] = {1e-5, 1e-5, 1e-5};
  const int    b0 = lw_test_add_body(m, 0.2, ring, ORIGIN),
            b1    = lw_test_add_body(m, 0.2, inner, ORIGIN);
  const int b2    = lw_test_add_body(m, 1.0, rotor, ORIGIN),
            b3    = lw_test_add_body(m, 0.2, load, load_at);
  (void)lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, b0, ORIGIN, Y);
  (void)lw_test_add_joint(m, LW_REVOLUTE, b0, b1, ORIGIN, Z);
  (void)lw_test_add_joint(m, LW_REVOLUTE, b1, b2, ORIGIN, X);
  (void)lw_test_add_joint(m, LW_FIXED, b1, b3, load_at, Z);
  lw_test_set_velocity(m, b2, ORIGIN, spin);
  lw_instance* s = lw_test_start(m);
  lw_test_advance(s, 0.01, (int)lrint(t / 0.01));
  lw_test_get(s, LW_BODY_QUAT, b1, p);
  lw_test_end(s);
}

/* Half a radian in a step: precession and nutation of the inner gimbal, beside joint coordinates
 * integrated with an error of 1e-12. */
static void a_gyroscope_in_gimbals_precesses(void** state)
{
  double wide[4], narrow[4], exact[4];
  (void)state;
  gyroscope(LW_ACCELERATION_DCA, 1e-12, 2.0, exact);
  gyroscope(LW_INDEX3_DCA, 1e-10, 2.0, wide);
  gyroscope(LW_INDEX3_DCA, 1e-14, 2.0, narrow);
  const double error = matrix_difference(wide, exact);
  print_message("gyroscope after 2 s: error %.2e, with tolerance 1e-14 %.2e\n", error,
                matrix_difference(narrow, exact));
  assert_true(error < 5e-4);
  assert_true(fabs(error - matrix_difference(narrow, exact)) < 0.1 * error);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_motor_turns_a_rotor_up),
      cmocka_unit_test(turns_beyond_half_a_turn_in_a_step_are_counted),
      cmocka_unit_test(a_gear_pair_keeps_its_ratio),
      cmocka_unit_test(a_differential_keeps_its_mean),
      cmocka_unit_test(a_planetary_gear_keeps_its_ratios),
      cmocka_unit_test(a_free_top_is_as_right_as_its_step),
      cmocka_unit_test(joints_do_not_change_momenta),
      cmocka_unit_test(a_gyroscope_in_gimbals_precesses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
