/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_accuracy.c - the estimated error of a step: (3.16) and (3.17) by hand, and what is noted.
 */
#include "step/accuracy.h"

#include <math.h>

#include "check.h"
#include "mechanism.h"

/* The estimate has the squares of a velocity, of a rate of accelerations and of its change, all in
 * lengths of the mechanism. */
static lw_step_error estimate(const lw_instance* s, double dt, double before, double speed,
                              double jerk, double change)
{
  double        square[LW_ERROR_SQUARES];
  lw_step_error error          = {.accuracy = 1e-4, .jerk_step = before};
  square[LW_ERROR_SPEED]       = speed * speed;
  square[LW_ERROR_JERK]        = jerk * jerk;
  square[LW_ERROR_JERK_CHANGE] = change * change;
  lw_error_estimate(s, dt, square, &error);
  return error;
}

/* Positions lack dt^3/12 a', velocities dt^3/12 a'' of their size, with a'' = 2 change / (dt +
 * dt_0); the larger share counts. Before there is a rate to compare with, that of the positions
 * does. */
static void shares_are_those_of_the_theory(void** state)
{
  (void)state;
  lw_instance* s  = lw_test_start(lw_test_chain(3, LW_SPHERICAL, 1e-3));
  const double dt = 0.02, dt_0 = 0.01, cube = dt * dt * dt, speed = 100.0;
  assert_near(estimate(s, dt, dt_0, speed, 60.0, 0.0).share, cube / 12.0 * 60.0, 1e-18);
  const lw_step_error velocity = estimate(s, dt, dt_0, speed, 0.0, 90.0);
  const double        left     = cube / 12.0 * (2.0 * 90.0 / (dt + dt_0));
  assert_near(velocity.share, left / speed, 1e-18);
  assert_near(velocity.truncation, left / cube, 1e-12);
  assert_near(velocity.turning, speed, 1e-12);
  assert_near(velocity.speed, speed, 1e-12);
  assert_near(estimate(s, dt, dt_0, speed, 1e6, 90.0).share, cube / 12.0 * 1e6, 1e-14);
  assert_near(estimate(s, dt, 0.0, speed, 60.0, 90.0).share, cube / 12.0 * 60.0, 1e-18);
  /* small velocities: a tenth of the natural one, sqrt(|g| / L), is the scale */
  const double least = 0.1 * sqrt(9.81 / s->length);
  assert_near(estimate(s, dt, dt_0, 1e-9, 0.0, 90.0).share, left / least, 1e-16);
  lw_test_end(s);
}

/* The next step knows the size of this one, its truncation and the largest velocity so far. */
static void the_state_knows_the_last_error(void** state)
{
  (void)state;
  lw_instance*        s     = lw_test_start(lw_test_chain(3, LW_SPHERICAL, 1e-3));
  const lw_step_error error = estimate(s, 0.02, 0.01, 3.0, 60.0, 90.0);
  lw_error_note(s, 0.02, &error);
  const lw_step_error next = lw_error_before(s);
  assert_near(s->head->error, error.share / 1e-4, 1e-15);
  assert_near(next.jerk_step, 0.02, 0.0);
  assert_near(next.truncation, error.truncation, 0.0);
  assert_near(next.speed, 3.0, 1e-15);
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shares_are_those_of_the_theory),
      cmocka_unit_test(the_state_knows_the_last_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
