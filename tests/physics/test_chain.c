/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_chain.c - the chain of 128 links of S0: it falls from the horizontal, and
 * cracks like a whip near 5.2 s.
 */
#include <math.h>

#include "check.h"
#include "mechanism.h"

/* energy lost most in a run of some seconds, and the largest violations */
typedef struct fall {
  double dip, dip_time, peak, peak_time, violation[3];
} fall;

static fall run(double step, double stop, bool project_accelerations)
{
  lw_model* m                       = lw_test_chain(128, LW_SPHERICAL, step);
  m->settings.project_accelerations = project_accelerations;
  m->settings.rotation              = LW_ROTATION_EULER_PARAMETERS; /* as in the paper */
  m->settings.accuracy              = 0.0;                          /* steps are fixed */
  lw_instance* s                    = lw_test_start(m);
  fall         f                    = {0};
  double       E0[3], E[3], violation[3];
  lw_test_get(s, LW_ENERGY, 0, E0);
  for (int k = 1; k <= (int)(stop / 0.01 + 0.5); k++) {
    lw_test_advance(s, 0.01, 1);
    lw_test_get(s, LW_ENERGY, 0, E);
    if (E[2] - E0[2] < f.dip) {
      f.dip      = E[2] - E0[2];
      f.dip_time = 0.01 * k;
    }
    if (E[0] > f.peak) {
      f.peak      = E[0];
      f.peak_time = 0.01 * k;
    }
    lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
    for (int i = 0; i < 3; i++) f.violation[i] = fmax(f.violation[i], violation[i]);
  }
  print_message(
      "step %g%s: dip %.2f J at %.2f s, kinetic energy %.2f J at %.2f s, violations %.1e %.1e "
      "%.1e\n",
      step, project_accelerations ? ", projected accelerations" : "", f.dip, f.dip_time, f.peak,
      f.peak_time, f.violation[0], f.violation[1], f.violation[2]);
  lw_test_end(s);
  return f;
}

static void check_violations(const fall* f)
{
  assert_below(f->violation[0], 1e-9);
  assert_below(f->violation[1], 1e-9);
  assert_below(f->violation[2], 1e-7);
}

/* With S0's projection of the accelerations the energy dips as S0 reports, -46.84 J, while kinetic
 * energy peaks with 79,747.66 J (exact) at 5.22 s; half the step has a quarter of the dip. */
static void projected_accelerations_dip_as_in_the_paper(void** state)
{
  (void)state;
  const fall full = run(0.01, 10.0, true), half = run(0.005, 6.0, true);
  assert_between(full.dip, -48.0, -44.0);
  assert_between(full.dip_time, 4.9, 5.4);
  /* half of the dip: what is lost by then. Measured: 28 J */
  assert_near(full.peak, 79747.66, 60.0);
  assert_between(full.peak_time, 5.2, 5.24);
  assert_between(full.dip / half.dip, 3.7, 4.3);
  check_violations(&full);
  check_violations(&half);
}

/* Accelerations computed afresh lose a little less, with the same order. */
static void computed_accelerations_dip_less(void** state)
{
  (void)state;
  const fall full = run(0.01, 10.0, false), half = run(0.005, 6.0, false);
  assert_between(full.dip, -45.0, -42.0);
  assert_near(full.peak, 79747.66, 60.0);
  assert_between(full.dip / half.dip, 3.7, 4.3);
  check_violations(&full);
  check_violations(&half);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(projected_accelerations_dip_as_in_the_paper),
      cmocka_unit_test(computed_accelerations_dip_less),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
