/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_accuracy.c - the estimated error of a step: (3.16) and (3.17) by hand, and what is noted.
 */
#include "step/accuracy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* A mechanism that moves by less than 1e-9 of its length in a step is at rest: there its velocities
 * are compared with that one. */
static void rounding_at_rest_is_no_error(void** state)
{
  (void)state;
  lw_model* m = lw_test_chain(3, LW_SPHERICAL, 1e-3);
  lw_test_set_gravity(m, 0.0, 0.0, 0.0);
  lw_instance* s    = lw_test_start(m);
  const double left = 1e-6 / 12.0 * 2.0 * 9e-6 / 0.02;
  assert_near(estimate(s, 0.01, 0.01, 1e-15, 0.0, 9e-6).share, left / (1e-9 / 1e-3), 1e-12);
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

/* An accuracy that was set takes the place of the model's, goes with the state, and is gone after a
 * reset; numbers beyond its range change nothing. */
static void an_accuracy_can_be_set(void** state)
{
  static const double refused[] = {-1e-5, 1e-16, 1.0, 2.0, NAN, INFINITY};
  (void)state;
  lw_instance* s = lw_test_start(lw_test_chain(3, LW_SPHERICAL, 1e-3));
  assert_near(lw_error_before(s).accuracy, 1e-5, 0.0);
  assert_int_equal(lw_instance_set_accuracy(s, 1e-7), LW_OK);
  assert_near(lw_error_before(s).accuracy, 1e-7, 0.0);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    assert_int_equal(lw_instance_set_accuracy(s, refused[i]), LW_ERR_USAGE);
    assert_near(lw_error_before(s).accuracy, 1e-7, 0.0);
  }
  void* saved = malloc(lw_instance_state_size(s));
  assert_non_null(saved);
  lw_instance_get_state(s, saved);
  assert_int_equal(lw_instance_set_accuracy(s, 0.0), LW_OK);
  assert_near(lw_error_before(s).accuracy, 1e-5, 0.0);
  assert_int_equal(lw_instance_set_state(s, saved, lw_instance_state_size(s)), LW_OK);
  assert_near(lw_error_before(s).accuracy, 1e-7, 0.0);
  lw_instance_reset(s);
  assert_near(lw_error_before(s).accuracy, 1e-5, 0.0);
  free(saved);
  lw_test_end(s);
}

/* Energy that a chain has gained or lost after a second [J], with an accuracy. */
static double energy_error(lw_formulation formulation, double accuracy)
{
  double    before[3], after[3];
  lw_model* m             = lw_test_chain(3, LW_REVOLUTE, 0.1);
  m->settings.formulation = formulation;
  lw_test_finish(m);
  lw_instance* s = lw_test_instance(m);
  assert_int_equal(lw_instance_set_accuracy(s, accuracy), LW_OK);
  assert_int_equal(lw_instance_initialize(s, 0.0, NULL), LW_OK);
  lw_test_get(s, LW_ENERGY, 0, before);
  lw_test_advance(s, 0.1, 10);
  lw_test_get(s, LW_ENERGY, 0, after);
  lw_test_end(s);
  return fabs(after[2] - before[2]);
}

/* Formulations that choose their step, by halving or by rtol, keep the energy the better the
 * smaller the error of a step has to be. */
static void smaller_errors_keep_the_energy(void** state)
{
  static const lw_formulation choosing[] = {LW_INDEX3_DCA, LW_ACCELERATION_DCA, LW_HAMILTONIAN_DCA,
                                            LW_COORDINATE_PARTITIONING};
  (void)state;
  for (size_t i = 0; i < sizeof choosing / sizeof *choosing; i++) {
    const double coarse = energy_error(choosing[i], 1e-4), fine = energy_error(choosing[i], 1e-8);
    print_message("%s: %.2e and %.2e J\n", lw_formulation_names[choosing[i]], coarse, fine);
    assert_true(fine < 0.05 * coarse);
  }
}

/* The first smallest step that misses the accuracy is remembered, with the body that jerks most. */
static void a_missed_accuracy_is_told(void** state)
{
  lw_diag diag = {0};
  (void)state;
  lw_instance* s = lw_test_start(lw_test_chain(3, LW_REVOLUTE, 0.5));
  lw_test_advance(s, 0.5, 1);
  assert_false(lw_instance_missed_accuracy(s, &diag));
  assert_int_equal(lw_instance_set_accuracy(s, 1e-15), LW_OK);
  lw_test_advance(s, 0.5, 1);
  assert_true(lw_instance_missed_accuracy(s, &diag));
  assert_non_null(strstr(diag.text, "accuracy was not met"));
  assert_non_null(strstr(diag.text, "body \""));
  assert_true(s->missed.t > 0.5 && s->missed.t < 0.51);
  lw_instance_reset(s);
  assert_false(lw_instance_missed_accuracy(s, NULL));
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shares_are_those_of_the_theory),
      cmocka_unit_test(rounding_at_rest_is_no_error),
      cmocka_unit_test(the_state_knows_the_last_error),
      cmocka_unit_test(an_accuracy_can_be_set),
      cmocka_unit_test(smaller_errors_keep_the_energy),
      cmocka_unit_test(a_missed_accuracy_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
