/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_lazy_coordinates.c - joint frames and coordinates that are computed only when they are read.
 */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "instance/instance.h"
#include "mechanism.h"
#include "simulation/advance.h"

#define STEP 1e-3

static lw_model* pins(void)
{
  return lw_test_chain(7, LW_REVOLUTE, STEP);
}

static lw_model* balls(void)
{
  return lw_test_chain(7, LW_SPHERICAL, STEP);
}

static lw_model* universals(void)
{
  return lw_test_chain(7, LW_UNIVERSAL, STEP);
}

static lw_model* star(void)
{
  return lw_test_star(5, 2, STEP);
}

static lw_model* ladder(void)
{
  return lw_test_ladder(3, 0.7, STEP);
}

static lw_model* (*const mechanisms[])(void) = {pins, balls, star, ladder, universals};
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

static lw_instance* start(lw_model* m)
{
  lw_instance* s = lw_test_start(m);
  assert_null(s->small);
  assert_true(s->lazy_coordinates);
  return s;
}

/* Quantities have the same bits right after a step and once all joint frames are up to date. */
static void readings_do_not_depend_on_what_is_up_to_date(void** state)
{
  (void)state;
  for (int i = 0; i < MECHANISMS; i++) {
    for (int q = 0; q < LW_QUANTITY_COUNT; q++) {
      lw_instance* s = start(mechanisms[i]());
      for (int k = 0; k < 4; k++) {
        const int n      = lw_quantity_size(s->model, (lw_quantity)q, k);
        double    now[4] = {0.0}, later[4] = {0.0};
        if (n > 0) {
          lw_test_advance(s, STEP, 3);
          assert_true(lw_is_current(s, LW_POSITIONS) && !lw_is_current(s, LW_COORDINATES));
          lw_test_get(s, (lw_quantity)q, k, now);
          assert_int_equal(lw_instance_update(s, NULL), LW_OK);
          assert_true(lw_is_current(s, LW_COORDINATES));
          lw_invalidate(s, LW_REACTIONS | LW_VIOLATION);
          lw_test_get(s, (lw_quantity)q, k, later);
          assert_same_bits(n, now, later);
        }
      }
      lw_test_end(s);
    }
  }
}

/* A run whose joint coordinates are read after every step has the bits of one without readings. */
static void reading_changes_nothing(void** state)
{
  (void)state;
  for (int i = 0; i < MECHANISMS; i++) {
    lw_instance *s = start(mechanisms[i]()), *t = start(mechanisms[i]());
    const size_t size = lw_instance_state_size(s);
    double *     x = malloc(size), *y = malloc(size);
    assert_non_null(x);
    assert_non_null(y);
    for (int k = 0; k < 200; k++) {
      double out[4];
      lw_test_advance(s, STEP, 1);
      lw_test_advance(t, STEP, 1);
      lw_test_get(s, i == 1 ? LW_JOINT_QUAT : LW_JOINT_Q, 0, out);
      if (k % 7 == 0) {
        lw_instance_get_state(s, x);
      }
    }
    lw_instance_get_state(s, x);
    lw_instance_get_state(t, y);
    assert_same_bits((int)(size / sizeof *x), x, y);
    free(x);
    free(y);
    lw_test_end(s);
    lw_test_end(t);
  }
}

/* Five wheels on revolutes and universal joints turn at 60 rad/s for two seconds: their angles
 * count the turns although they are not read meanwhile. */
static void angles_count_turns_between_readings(void** state)
{
  (void)state;
  const double I[3] = {0.1, 0.1, 0.1}, w[3] = {0.0, 0.0, 60.0}, o[3] = {0.0},
               z[3] = {0.0, 0.0, 1.0};
  lw_model* m       = lw_test_model(STEP);
  lw_test_set_gravity(m, 0.0, 0.0, 0.0);
  for (int b = 0; b < 5; b++) {
    lw_test_add_body(m, 1.0, I, o);
    lw_test_set_velocity(m, b, o, w);
    lw_test_add_joint(m, b % 2 ? LW_UNIVERSAL : LW_REVOLUTE, LW_GROUND, b, o, z);
  }
  lw_instance* s = start(m);
  lw_test_advance(s, STEP, 2000);
  for (int j = 0; j < 5; j++) {
    double q[LW_COORDS_MAX];
    lw_test_get(s, LW_JOINT_Q, j, q);
    assert_near(q[0], 120.0, 0.2); /* the trapezoidal rule turns by (w dt)^2 / 12 too little */
  }
  lw_test_end(s);
}

/* A spring in a joint needs its angle in every step: the coordinates are up to date after it. */
static void coordinates_that_springs_need_are_up_to_date(void** state)
{
  (void)state;
  lw_model* m = lw_test_chain(7, LW_REVOLUTE, STEP);
  lw_test_set_joint_spring(m, 3, 100.0, 1.0, 0.0);
  lw_instance* s = lw_test_start(m);
  assert_false(s->lazy_coordinates);
  lw_test_advance(s, STEP, 1);
  assert_true(lw_is_current(s, LW_COORDINATES));
  lw_test_end(s);
}

/* Angles count their turns within one long communication step, too: they end where those of many
 * short ones do. Falling from rest, the last links of a chain turn several times in 4 s. */
static void angles_count_turns_within_a_communication_step(void** state)
{
  (void)state;
  for (int n = 2; n <= 7; n += 5) { /* two links take the small step where there is one */
    lw_instance* s[2];
    double       most = 0.0;
    for (int k = 0; k < 2; k++) s[k] = lw_test_start(lw_test_chain(n, LW_REVOLUTE, STEP));
    lw_test_advance(s[0], 0.01, 400);
    lw_test_advance(s[1], 4.0, 1);
    for (int j = 0; j < n; j++) {
      double q[2];
      for (int k = 0; k < 2; k++) lw_test_get(s[k], LW_JOINT_Q, j, &q[k]);
      /* internal steps end at times that differ by rounding, which the fall amplifies; a turn that
       * is lost is 6.28 */
      assert_near(q[0], q[1], 1e-3);
      most = fmax(most, fabs(q[0]));
    }
    assert_true(most > 6.3);
    for (int k = 0; k < 2; k++) lw_test_end(s[k]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(readings_do_not_depend_on_what_is_up_to_date),
      cmocka_unit_test(reading_changes_nothing),
      cmocka_unit_test(angles_count_turns_between_readings),
      cmocka_unit_test(angles_count_turns_within_a_communication_step),
      cmocka_unit_test(coordinates_that_springs_need_are_up_to_date),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
