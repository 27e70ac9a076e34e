/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_four_bar.c - the four-bar of S0, 30 s at S0's step of 0.01 s, through its
 * singular configuration 21 times.
 */
#include <math.h>

#include "check.h"
#include "elliptic.h"
#include "mechanism.h"

/* The parallelogram that hangs from (0, 0) and (0, -1), released from rest at 45 degrees below the
 * x axis: links of 1 m, 1 kg, 1 kg m2. It swings as 3.5 phi'' = -2 g cos(phi). */
static lw_model* four_bar(double step)
{
  const double c = 0.70710678118654757, J[3] = {1.0, 1.0, 1.0}, eighth = 0.39269908169872414;
  const double at[3][3] = {
      {0.5 * c, -0.5 * c, 0.0}, {c, -c - 0.5, 0.0}, {0.5 * c, -1.0 - 0.5 * c, 0.0}};
  const double pin[4][3]  = {{0.0, 0.0, 0.0}, {c, -c, 0.0}, {c, -c - 1.0, 0.0}, {0.0, -1.0, 0.0}};
  const double z[3]       = {0.0, 0.0, 1.0};
  const double quat[3][4] = {{cos(eighth), 0.0, 0.0, -sin(eighth)},
                             {c, 0.0, 0.0, -c},
                             {cos(eighth), 0.0, 0.0, -sin(eighth)}};
  lw_model*    m          = lw_test_model(step);
  for (int b = 0; b < 3; b++) {
    lw_test_add_body(m, 1.0, J, at[b]);
    lw_test_set_quat(m, b, quat[b]);
  }
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, pin[0], z);
  lw_test_add_joint(m, LW_REVOLUTE, 0, 1, pin[1], z);
  lw_test_add_joint(m, LW_REVOLUTE, 1, 2, pin[2], z);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 2, pin[3], z);
  return m;
}

/* It stays a parallelogram, keeps its energy, its links stay in the plane, and its
 * reactions have no peaks. */
static void four_bar_stays_on_its_branch(void** state)
{
  (void)state;
  lw_instance* s = lw_test_start(four_bar(0.01));
  double       E0[3], E[3], energy = 0.0, lead = 0.0, tilt = 0.0, peak = 0.0, violation[3],
                      worst[3] = {0.0};
  lw_test_get(s, LW_ENERGY, 0, E0);
  for (int k = 0; k < 3000; k++) {
    double q[4], w[3];
    lw_test_advance(s, 0.01, 1);
    lw_test_get(s, LW_JOINT_Q, 0, &q[0]);
    lw_test_get(s, LW_JOINT_Q, 3, &q[3]);
    lead = fmax(lead, fabs(q[0] - q[3])); /* crank and rocker turn alike on this branch */
    for (int b = 0; b < 3; b++) {
      lw_test_get(s, LW_BODY_W, b, w);
      tilt = fmax(tilt, fmax(fabs(w[0]), fabs(w[1])));
    }
    for (int j = 0; j < 4; j++) {
      double f[3];
      lw_test_get(s, LW_JOINT_FORCE, j, f);
      for (int i = 0; i < 3; i++) peak = fmax(peak, fabs(f[i]));
    }
    lw_test_get(s, LW_ENERGY, 0, E);
    energy = fmax(energy, fabs(E[2] - E0[2]));
    lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
    for (int i = 0; i < 3; i++) worst[i] = fmax(worst[i], violation[i]);
  }
  print_message(
      "energy %.2e J, crank ahead of rocker %.1e rad, tilt %.1e rad/s, largest reaction %.3f N, "
      "violations %.1e %.1e %.1e\n",
      energy, lead, tilt, peak, worst[0], worst[1], worst[2]);
  /* iteration: the branch is held by the constraints. The other branch has q3 = -q0
   * beyond the singularity */
  assert_below(lead, 1e-6);
  assert_below(tilt, 1e-6);
  /* truncation: 14 J in play at 0.01 s. Measured: 5.5e-4 J */
  assert_below(energy, 2e-3);
  /* the smooth motion's largest is 17.9988 N, at the bearing as the links pass the vertical */
  assert_true(peak < 1.1 * 17.9987514018);
  assert_below(worst[0], 1e-9);
  assert_below(worst[1], 1e-9);
  assert_below(worst[2], 1e-7);
  lw_test_end(s);
}

/* Largest error of the crank angle over 10 s: the closed form is that of a pendulum with w^2 = 2 g
 * / 3.5 from 45 degrees, sin((phi + 90 deg)/2) = k cd(w t), k = sin(22.5 deg). */
static double angle_error(double step)
{
  const double w = sqrt(2.0 * 9.81 / 3.5), k = sin(0.39269908169872414);
  lw_model*    m       = four_bar(step);
  m->settings.accuracy = 0.0; /* steps are fixed */
  lw_instance* s       = lw_test_start(m);
  double       worst   = 0.0;
  for (int i = 1; i <= 1000; i++) {
    double q, sn, cn, dn;
    lw_test_advance(s, 0.01, 1);
    lw_test_get(s, LW_JOINT_Q, 0, &q);
    lw_test_elliptic(w * 0.01 * i, k, &sn, &cn, &dn);
    const double swing = 2.0 * asin(k * cn / dn); /* from the vertical, 45 degrees at the start */
    worst              = fmax(worst, fabs(q + 0.78539816339744831 - swing));
  }
  lw_test_end(s);
  return worst;
}

/* The error is of second order, singular configurations or not. */
static void four_bar_converges_with_second_order(void** state)
{
  (void)state;
  const double full = angle_error(0.01), half = angle_error(0.005);
  print_message("error %.3g rad, %.2f times that of half the step\n", full, full / half);
  assert_below(full, 2e-3);
  assert_between(full / half, 3.7, 4.3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(four_bar_stays_on_its_branch),
      cmocka_unit_test(four_bar_converges_with_second_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
