/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_closed_forms.c - motions that can be written down: pendulum, free body,
 * spring, rotating rod, top.
 *
 * Where the trapezoidal rule is not exact the error must be small and of second order: half the
 * step has a quarter of it.
 */
#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "elliptic.h"
#include "mechanism.h"

#define PI 3.14159265358979323846

/* The error of a run with a given step; a test runs it with two steps. */
typedef double (*run)(double step);

static void check_second_order(run f, double step, double limit)
{
  const double full = f(step), half = f(0.5 * step);
  print_message("error %.3g, %.2f times that of half the step\n", full, full / half);
  assert_below(full, limit);
  assert_between(full / half, 3.7, 4.3);
}

static const double origin[3] = {0.0, 0.0, 0.0}, z_axis[3] = {0.0, 0.0, 1.0};

/* ---- physical pendulum ----------------------------------------------------------------------- */

/* A link of 1 m, 1 kg, 1 kg m2, released from rest at the horizontal: sin(theta/2) = k cd(w t), k =
 * sin(45 deg), theta from the vertical, w^2 = m g l / (J + m l^2). Its bearing carries m (l
 * theta'^2 + g cos theta) along the link, and m g sin theta J / (J + m l^2) across it. */
static double pendulum(double step)
{
  const double l = 0.5, w = sqrt(9.81 * l / 1.25), k = sin(0.25 * PI);
  lw_instance* s     = lw_test_start(lw_test_chain(1, LW_REVOLUTE, step));
  double       worst = 0.0;
  for (int i = 1; i <= 50; i++) {
    const double t = 0.1 * i;
    double       sn, cn, dn, q, qd, f[3];
    lw_test_advance(s, 0.1, 1);
    lw_test_elliptic(w * t, k, &sn, &cn, &dn);
    const double theta = 2.0 * asin(k * cn / dn);
    /* theta'^2 = 2 w^2 cos theta, from rest at 90 degrees */
    const double rate2 = 2.0 * w * w * cos(theta);
    lw_test_get(s, LW_JOINT_Q, 0, &q);
    lw_test_get(s, LW_JOINT_QD, 0, &qd);
    lw_test_get(s, LW_JOINT_FORCE, 0, f);
    worst = fmax(worst, fabs(q + 0.5 * PI - theta));
    worst = fmax(worst, fabs(qd * qd - rate2));
    /* the link points along (sin theta, -cos theta) */
    const double along  = -f[0] * sin(theta) + f[1] * cos(theta);
    const double across = f[0] * cos(theta) + f[1] * sin(theta);
    worst               = fmax(worst, fabs(along - (l * rate2 + 9.81 * cos(theta))));
    worst               = fmax(worst, fabs(across - 9.81 * sin(theta) / 1.25));
  }
  lw_test_end(s);
  return worst;
}

static void physical_pendulum_swings_as_jacobi_says(void** state)
{
  (void)state;
  /* truncation: measured 4.5e-5 N at 1e-3 s */
  check_second_order(pendulum, 1e-3, 1e-4);
}

/* ---- free bodies ----------------------------------------------------------------------------- */

/* angular velocity in body axes */
static void body_spin(lw_instance* s, double w[3])
{
  double world[3], p[4], R[9];
  lw_test_get(s, LW_BODY_W, 0, world);
  lw_test_get(s, LW_BODY_QUAT, 0, p);
  lw_rotation_matrix(R, p);
  lw_mat3_tvec(w, R, world);
}

static lw_model* free_body(double step, const double spin[3])
{
  const double J[3] = {1.0, 2.0, 3.0};
  lw_model*    m    = lw_test_model(step);
  lw_test_set_gravity(m, 0.0, 0.0, 0.0);
  lw_test_add_body(m, 1.0, J, origin);
  lw_test_set_velocity(m, 0, origin, spin);
  return m;
}

/* Euler's equations with moments 1, 2, 3 from (a, 0, c):  a cn, b sn, c dn of p t, with p^2 = (J3 -
 * J1)(J3 - J2) c^2 / (J1 J2), b = (J3 - J1) a c / (J2 p), k^2 = (J2 - J1) a b / (J3 c p). */
static double euler_top(double step)
{
  const double a = 1.0, c = 2.0, p = 2.0, b = 1.0, k = sqrt(1.0 / 12.0);
  const double spin[3] = {a, 0.0, c};
  lw_instance* s       = lw_test_start(free_body(step, spin));
  double       worst   = 0.0;
  for (int i = 1; i <= 100; i++) {
    double w[3], sn, cn, dn;
    lw_test_advance(s, 0.1, 1);
    lw_test_elliptic(p * 0.1 * i, k, &sn, &cn, &dn);
    body_spin(s, w);
    const double expected[3] = {a * cn, b * sn, c * dn};
    for (int e = 0; e < 3; e++) worst = fmax(worst, fabs(w[e] - expected[e]));
  }
  lw_test_end(s);
  return worst;
}

static void free_body_turns_as_euler_and_jacobi_say(void** state)
{
  (void)state;
  /* truncation: measured 5.2e-4 rad/s at 5e-3 s after 10 s */
  check_second_order(euler_top, 5e-3, 1e-3);
}

/* Tumbling about the intermediate axis: it turns over again and again, and energy and angular
 * momentum, a vector of the world, stay. */
static void tumbling_keeps_energy_and_angular_momentum(void** state)
{
  (void)state;
  const double spin[3] = {0.001, 5.0, 0.001};
  lw_instance* s       = lw_test_start(free_body(1e-3, spin));
  double       E0[3], E[3], most = 0.0, least = 0.0, energy = 0.0, momentum = 0.0;
  const double L0[3] = {0.001, 10.0, 0.003};
  lw_test_get(s, LW_ENERGY, 0, E0);
  for (int i = 0; i < 400; i++) {
    double w[3], L[3], world[3], p[4], R[9], d[3];
    lw_test_advance(s, 0.05, 1);
    body_spin(s, w);
    lw_test_get(s, LW_BODY_QUAT, 0, p);
    lw_rotation_matrix(R, p);
    for (int e = 0; e < 3; e++) L[e] = (e + 1.0) * w[e];
    lw_mat3_vec(world, R, L);
    lw_sub3(d, world, L0);
    lw_test_get(s, LW_ENERGY, 0, E);
    energy   = fmax(energy, fabs(E[2] - E0[2]));
    momentum = fmax(momentum, lw_norm(d));
    most     = fmax(most, w[1]);
    least    = fmin(least, w[1]);
  }
  assert_true(most > 4.9 && least < -4.9); /* it did turn over */
  /* truncation, second order: 25 J and 10 N m s over 20 s at 1e-3 s.
   * Measured: 7e-5 J, 1.8e-5 N m s */
  assert_below(energy, 2e-4);
  assert_below(momentum, 5e-5);
  lw_test_end(s);
}

/* A projectile flies a parabola: the trapezoidal rule is exact for it, whatever the body's spin and
 * wherever its frame is. */
static void projectile_flies_a_parabola(void** state)
{
  (void)state;
  const double J[3] = {0.3, 0.4, 0.5}, at[3] = {1.0, 2.0, 3.0}, com[3] = {0.1, 0.2, -0.3};
  const double v[3] = {3.0, 8.0, -2.0}, w[3] = {1.0, -2.0, 3.0};
  lw_model*    m = lw_test_model(0.01);
  lw_test_add_body(m, 2.0, J, at);
  lw_test_set_velocity(m, 0, v, w);
  m->body[0].com = lw_model_add_values(m, 3, com);
  lw_instance* s = lw_test_start(m);
  double       c0[3], v0[3], x[3];
  lw_cross(x, w, com); /* the body is not turned at the start */
  lw_add3(c0, at, com);
  lw_add3(v0, v, x);
  for (int i = 1; i <= 100; i++) {
    const double t = 0.02 * i;
    double       r[3], p[4], R[9], c[3];
    lw_test_advance(s, 0.02, 1);
    lw_test_get(s, LW_BODY_R, 0, r);
    lw_test_get(s, LW_BODY_QUAT, 0, p);
    lw_rotation_matrix(R, p);
    lw_mat3_vec(c, R, com);
    lw_add3(c, c, r);
    const double expected[3] = {c0[0] + v0[0] * t, c0[1] + v0[1] * t - 0.5 * 9.81 * t * t,
                                c0[2] + v0[2] * t};
    /* rounding: 200 steps on numbers up to 20 */
    assert_close(3, c, expected, 1e-11);
  }
  lw_test_end(s);
}

/* ---- spring ---------------------------------------------------------------------------------- */

/* m x'' + c x' + k x = 0 from x = 0.2 at rest, once along a prismatic joint and
 * once on a spring element */
static double oscillator(double step, bool element)
{
  const double J[3] = {1.0, 1.0, 1.0}, x_axis[3] = {1.0, 0.0, 0.0}, at[3] = {1.2, 0.0, 0.0};
  const double mass = 2.0, c = 1.5, k = 50.0;
  lw_model*    m = lw_test_model(step);
  lw_test_add_body(m, mass, J, at);
  lw_test_add_joint(m, LW_PRISMATIC, LW_GROUND, 0, at, x_axis);
  if (element) {
    const int f = lw_test_add_frame(m, LW_GROUND, origin, NULL);
    const int g = lw_test_add_frame(m, 0, origin, NULL);
    lw_test_add_spring(m, f, g, k, c, 1.0);
  } else {
    lw_test_set_joint_spring(m, 0, k, c,
                             -0.2); /* the joint is at 0 where the spring is stretched by 0.2 */
  }
  lw_instance* s = lw_test_start(m);
  const double d = c / (2.0 * mass), w = sqrt(k / mass - d * d);
  double       worst = 0.0;
  for (int i = 1; i <= 50; i++) {
    const double t = 0.1 * i;
    double       q;
    lw_test_advance(s, 0.1, 1);
    lw_test_get(s, LW_JOINT_Q, 0, &q);
    const double x = 0.2 * exp(-d * t) * (cos(w * t) + d / w * sin(w * t));
    worst          = fmax(worst, fabs(q + 0.2 - x));
  }
  lw_test_end(s);
  return worst;
}

static double joint_oscillator(double step)
{
  return oscillator(step, false);
}

static double spring_oscillator(double step)
{
  return oscillator(step, true);
}

static void damped_oscillator_follows_its_closed_form(void** state)
{
  (void)state;
  /* truncation: (w dt)^2 w t / 12 of 0.2 m, with w = 5 and dt = 2e-3: about 1e-5. Measured: 8e-6 */
  check_second_order(joint_oscillator, 2e-3, 2e-5);
  check_second_order(spring_oscillator, 2e-3, 2e-5);
}

/* ---- rotating rod ---------------------------------------------------------------------------- */

/* A bead on a rod that is driven at w: r = r0 cosh(w t); the rod pushes it with the Coriolis force
 * 2 m w r', and the motor needs 2 m w r r'. */
static double bead(double step)
{
  const double J[3] = {0.1, 0.1, 0.1}, at[3] = {0.1, 0.0, 0.0}, x_axis[3] = {1.0, 0.0, 0.0};
  const double w = 2.0, r0 = 0.1, mass = 0.5;
  lw_model*    m = lw_test_model(step);
  lw_test_set_gravity(m, 0.0, 0.0, 0.0);
  lw_test_add_body(m, 1.0, J, origin);
  lw_test_add_body(m, mass, J, at);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, origin, z_axis);
  lw_test_add_joint(m, LW_PRISMATIC, 0, 1, at, x_axis);
  lw_test_add_motion(m, 0, LW_MOTION_VELOCITY, 1, &w);
  lw_instance* s     = lw_test_start(m);
  double       worst = 0.0;
  for (int i = 1; i <= 20; i++) {
    const double t = 0.05 * i, r = r0 * cosh(w * t), rd = r0 * w * sinh(w * t);
    double       q, qd, angle, effort, f[3];
    lw_test_advance(s, 0.05, 1);
    lw_test_get(s, LW_JOINT_Q, 0, &angle);
    assert_near(angle, w * t, 1e-10); /* driven: iteration */
    lw_test_get(s, LW_JOINT_Q, 1, &q);
    lw_test_get(s, LW_JOINT_QD, 1, &qd);
    lw_test_get(s, LW_JOINT_FORCE, 1, f);
    lw_test_get(s, LW_MOTION_EFFORT, 0, &effort);
    const double across = -f[0] * sin(w * t) + f[1] * cos(w * t);
    worst               = fmax(worst, fabs(q + r0 - r));
    worst               = fmax(worst, fabs(qd - rd));
    worst               = fmax(worst, fabs(across - 2.0 * mass * w * rd));
    worst               = fmax(worst, fabs(effort - 2.0 * mass * w * r * rd));
  }
  lw_test_end(s);
  return worst;
}

static void bead_on_a_rotating_rod_flies_out(void** state)
{
  (void)state;
  /* truncation: measured 1.4e-5 at 2e-3 s */
  check_second_order(bead, 2e-3, 3e-5);
}

/* ---- top ------------------------------------------------------------------------------------- */

/* A symmetric top in steady precession: the angle of its axis to the vertical stays 60 degrees, and
 * the axis rotates with P. With A about the fixed point across the axis and C along it: (C n) P sin
 * - A P^2 sin cos = m g l sin, n the spin about the axis. */
static double steady_top(double step)
{
  const double J[3] = {0.1, 0.1, 0.2}, mass = 1.0, l = 0.5, tilt = PI / 3.0, P = 2.0;
  const double A = J[0] + mass * l * l, n = (mass * 9.81 * l + A * P * P * cos(tilt)) / (J[2] * P);
  const double axis[3] = {sin(tilt), 0.0, cos(tilt)};
  const double quat[4] = {cos(0.5 * tilt), 0.0, sin(0.5 * tilt), 0.0};
  double       at[3], v[3], w[3];
  /* w = n axis + P (vertical without its part along the axis) */
  for (int i = 0; i < 3; i++) {
    at[i] = l * axis[i];
    w[i]  = (n - P * cos(tilt)) * axis[i] + (i == 2 ? P : 0.0);
  }
  lw_cross(v, w, at);
  lw_model* m = lw_test_model(step);
  lw_test_set_gravity(m, 0.0, 0.0, -9.81);
  lw_test_add_body(m, mass, J, at);
  lw_test_set_quat(m, 0, quat);
  lw_test_set_velocity(m, 0, v, w);
  lw_test_add_joint(m, LW_SPHERICAL, LW_GROUND, 0, origin, NULL);
  lw_instance* s     = lw_test_start(m);
  double       worst = 0.0;
  for (int i = 1; i <= 40; i++) {
    const double t = 0.05 * i;
    double       r[3];
    lw_test_advance(s, 0.05, 1);
    lw_test_get(s, LW_BODY_R, 0, r);
    const double expected[3] = {l * sin(tilt) * cos(P * t), l * sin(tilt) * sin(P * t),
                                l * cos(tilt)};
    for (int e = 0; e < 3; e++) worst = fmax(worst, fabs(r[e] - expected[e]));
  }
  lw_test_end(s);
  return worst;
}

static void symmetric_top_precesses_steadily(void** state)
{
  (void)state;
  /* truncation: measured 1.5e-5 m at 1e-3 s */
  check_second_order(steady_top, 1e-3, 3e-5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(physical_pendulum_swings_as_jacobi_says),
      cmocka_unit_test(free_body_turns_as_euler_and_jacobi_say),
      cmocka_unit_test(tumbling_keeps_energy_and_angular_momentum),
      cmocka_unit_test(projectile_flies_a_parabola),
      cmocka_unit_test(damped_oscillator_follows_its_closed_form),
      cmocka_unit_test(bead_on_a_rotating_rod_flies_out),
      cmocka_unit_test(symmetric_top_precesses_steadily),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
