/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_references.c - against solutions of other programs, good to 1e-10:
 * errors, orders, reactions.
 *
 * Measured with these steps: 01 3.3e-5 m, 02b 1.0e-5 m, 06 2.4e-6 m, 10 3.1e-5 m. They are
 * truncation errors of the trapezoidal rule: any correct implementation has them, and half the
 * step has a quarter of them.
 */
#include <math.h>

#include "check.h"
#include "mbs.h"

/* run at a step and at half of it; returns the errors of the first */
static lw_test_errors run_twice(const char* name, double step, double stop, double* ratio,
                                double* force_ratio)
{
  const lw_test_errors full = lw_test_mbs_compare(name, step, stop);
  const lw_test_errors half = lw_test_mbs_compare(name, 0.5 * step, stop);
  print_message(
      "%s: position error %.3g m at %g s, %.2f times that of half the step; forces %.3g of %.4g "
      "N, ratio %.2f\n",
      name, full.position, step, full.position / half.position, full.force, full.force_size,
      full.force / fmax(half.force, 1e-300));
  *ratio       = full.position / half.position;
  *force_ratio = full.force / fmax(half.force, 1e-300);
  return full;
}

static void check_violations(const lw_test_errors* e)
{
  /* iteration: what the solver promises at the three levels */
  assert_below(e->violation[0], 1e-9);
  assert_below(e->violation[1], 1e-9);
  assert_below(e->violation[2], 1e-7);
}

/* Two links on spherical joints, 10 s. */
static void spatial_double_pendulum_has_its_order(void** state)
{
  (void)state;
  double               ratio, force_ratio;
  const lw_test_errors e =
      run_twice("01_spatial_double_pendulum", 1e-3, 10.0, &ratio, &force_ratio);
  assert_below(e.position, 6e-5);
  assert_between(ratio, 3.5, 4.5);
  assert_between(force_ratio, 3.5, 4.5);
  check_violations(&e);
}

/* The four-bar that passes its singular configuration every 1.4 s; three redundant rows; 10 s.
 * Reactions are limited by the regularisation near the singularity. */
static void four_bar_has_its_order_through_its_singularity(void** state)
{
  (void)state;
  double               ratio, force_ratio;
  const lw_test_errors e = run_twice("02b_four_bar_down", 1e-3, 10.0, &ratio, &force_ratio);
  assert_below(e.position, 2e-5);
  assert_between(ratio, 3.5, 4.5);
  assert_below(e.force, 0.005 * e.force_size);
  check_violations(&e);
}

/* Seven bodies, ten revolutes, nine redundant rows, 34 rad of the crank in 0.05 s. */
static void andrews_squeezer_has_its_order(void** state)
{
  (void)state;
  double               ratio, force_ratio;
  const lw_test_errors e = run_twice("06_andrews_squeezer", 1e-5, 0.05, &ratio, &force_ratio);
  assert_below(e.position, 5e-6);
  assert_between(ratio, 3.5, 4.5);
  check_violations(&e);
}

/* The fast top of the literature on Lie groups, 2 s, 48 turns. */
static void heavy_top_has_its_order(void** state)
{
  (void)state;
  double               ratio, force_ratio;
  const lw_test_errors e = run_twice("10_heavy_top", 1e-4, 2.0, &ratio, &force_ratio);
  assert_below(e.position, 6e-5);
  assert_between(ratio, 3.5, 4.5);
  assert_between(force_ratio, 3.5, 4.5);
  check_violations(&e);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spatial_double_pendulum_has_its_order),
      cmocka_unit_test(four_bar_has_its_order_through_its_singularity),
      cmocka_unit_test(andrews_squeezer_has_its_order),
      cmocka_unit_test(heavy_top_has_its_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
