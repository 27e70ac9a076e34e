/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_step.c - communication steps: internal steps, halving, failure, inputs, threads, memory.
 */
#include "step/step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "check.h"
#include "instance/instance.h"
#include "mechanism.h"

/* ---- mechanisms ------------------------------------------------------------------------------ */

/* a top that turns by 7.5 rad in a step of 0.05 s */
static lw_model* fast_top(double step)
{
  const double I[3] = {0.234375, 0.46875, 0.234375}, at[3] = {0.0, 1.0, 0.0}, o[3] = {0.0};
  const double v[3] = {4.61538, 0.0, 0.0}, w[3] = {0.0, 150.0, -4.61538};
  lw_model*    m = lw_test_model(step);
  lw_test_set_gravity(m, 0.0, 0.0, -9.81);
  lw_test_add_body(m, 15.0, I, at);
  lw_test_set_velocity(m, 0, v, w);
  lw_test_add_joint(m, LW_SPHERICAL, LW_GROUND, 0, o, NULL);
  m->settings.rotation = LW_ROTATION_EULER_PARAMETERS; /* converges only where turns are small */
  m->settings.accuracy = 0.0;                          /* no other reason to halve a step      */
  return m;
}

/* a crank of 1 m driven at 1 rad/s that a rod of 0.5 m ties to the x axis:
 * it locks at 30 degrees */
static lw_model* locking_crank(double step)
{
  const double I[3] = {0.1, 0.1, 0.1}, a[3] = {0.5, 0.0, 0.0}, b[3] = {1.25, 0.0, 0.0};
  const double o[3] = {0.0}, e[3] = {1.0, 0.0, 0.0}, f[3] = {1.5, 0.0, 0.0};
  const double z[3] = {0.0, 0.0, 1.0}, x[3] = {1.0, 0.0, 0.0}, rate = 1.0;
  lw_model*    m = lw_test_model(step);
  lw_test_add_body(m, 1.0, I, a);
  lw_test_add_body(m, 1.0, I, b);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, o, z);
  lw_test_add_joint(m, LW_REVOLUTE, 0, 1, e, z);
  lw_test_add_joint(m, LW_POINT_ON_LINE, LW_GROUND, 1, f, x);
  lw_test_add_motion(m, 0, LW_MOTION_VELOCITY, 1, &rate);
  m->settings.accuracy = 0.0;
  return m;
}

/* two links whose steps are not halved */
static lw_model* pendulum(double step)
{
  lw_model* m          = lw_test_chain(2, LW_REVOLUTE, step);
  m->settings.accuracy = 0.0;
  return m;
}

/* the whole state as bytes */
static void* state_of(lw_instance* s)
{
  void* state = malloc(lw_instance_state_size(s));
  assert_non_null(state);
  lw_instance_get_state(s, state);
  return state;
}

/* ---- internal steps -------------------------------------------------------------------------- */

/* A communication step is divided into equal internal steps no longer than solver.step, without a
 * sliver where the quotient is whole up to rounding: 0.3 / 0.1 = 2.9999999999999996. */
static void communication_steps_are_divided_evenly(void** state)
{
  (void)state;
  const double step[4]  = {0.3, 0.1, 0.25, 0.04};
  const int    parts[4] = {3, 1, 3, 1};
  for (int i = 0; i < 4; i++) {
    lw_instance* s = lw_test_start(pendulum(0.1));
    lw_instance* t = lw_test_start(pendulum(step[i] / parts[i]));
    double       a[3], b[3], c[3];
    lw_test_advance(s, step[i], 1);
    lw_test_advance(t, step[i] / parts[i], parts[i]);
    lw_test_get(s, LW_BODY_R, 1, a);
    lw_test_get(t, LW_BODY_R, 1, b);
    /* rounding of the step sizes; one internal step more gives 1e-8 and more */
    assert_close(3, a, b, 1e-12);
    assert_near(lw_instance_time(s), step[i], 0.0);
    lw_instance* u = lw_test_start(pendulum(step[i] / (parts[i] + 1)));
    lw_test_advance(u, step[i], 1);
    lw_test_get(u, LW_BODY_R, 1, c);
    assert_true(fabs(c[1] - b[1]) > 1e-9);
    lw_test_end(s);
    lw_test_end(t);
    lw_test_end(u);
  }
}

/* Steps that make no sense are refused, and nothing moves. */
static void steps_that_make_no_sense_are_refused(void** state)
{
  (void)state;
  const double wrong[] = {0.0, -0.1, NAN, INFINITY, 1e300};
  lw_model*    m       = lw_test_chain(1, LW_REVOLUTE, 0.01);
  lw_test_finish(m);
  lw_instance* s = lw_test_instance(m);
  assert_int_equal(lw_instance_advance(s, 0.01, NULL), LW_ERR_USAGE); /* not initialised */
  assert_int_equal(lw_instance_initialize(s, 0.0, NULL), LW_OK);
  void* before = state_of(s);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    lw_diag diag = {0};
    assert_int_equal(lw_instance_advance(s, wrong[i], &diag), LW_ERR_USAGE);
    assert_true(diag.text[0] != '\0');
    void* after = state_of(s);
    assert_memory_equal(before, after, lw_instance_state_size(s));
    free(after);
  }
  free(before);
  lw_test_end(s);
}

/* ---- halving --------------------------------------------------------------------------------- */

/* Where a full step does not converge, halves of it do: a step of 0.02 s ends with the same bits as
 * steps of the size that it arrived at. */
static void halving_recovers_what_a_full_step_cannot(void** state)
{
  (void)state;
  lw_instance* s = lw_test_start(fast_top(0.02));
  lw_instance* t = lw_test_start(fast_top(0.005));
  double       a[7], b[7];
  lw_test_advance(s, 0.02, 3);
  lw_test_advance(t, 0.02, 3);
  lw_test_get(s, LW_BODY_R, 0, a);
  lw_test_get(t, LW_BODY_R, 0, b);
  lw_test_get(s, LW_BODY_QUAT, 0, a + 3);
  lw_test_get(t, LW_BODY_QUAT, 0, b + 3);
  assert_same_bits(7, a, b);
  lw_test_end(t);
  lw_test_end(s);
  /* and a full step does not converge: real-time mode, which does not halve, leaves it open */
  lw_model* m          = fast_top(0.02);
  m->settings.realtime = true;
  s                    = lw_test_start(m);
  double residual      = 1.0;
  if (lw_instance_advance(s, 0.02, NULL) == LW_OK) {
    lw_test_get(s, LW_SOLVER_RESIDUAL, 0, &residual);
  }
  assert_true(residual > 1e-3);
  lw_test_end(s);
}

/* A mechanism that cannot go on is reported, with the state and the time of the last good step. */
static void failure_leaves_the_last_good_step(void** state)
{
  (void)state;
  lw_instance* s    = lw_test_start(locking_crank(0.01));
  lw_diag      diag = {0};
  assert_int_equal(lw_instance_advance(s, 1.0, &diag), LW_RETRY_NEWTON);
  assert_non_null(strstr(diag.text, "locks up at t = 0.5235"));
  assert_non_null(strstr(diag.text, "the motion of joint \"j0\""));
  /* it locks at asin(0.5) = 0.5235988 s; halving gets there to 0.01 s / 1024 */
  const double t = lw_instance_time(s);
  assert_between(t, 0.5235987755982988 - 2e-5, 0.5235987755982988);
  /* the crank is where it was driven to, and every constraint holds */
  double r[3], violation[3];
  lw_test_get(s, LW_BODY_R, 0, r);
  const double expected[3] = {0.5 * cos(t), 0.5 * sin(t), 0.0};
  assert_close(3, r, expected, 1e-9);
  lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
  assert_below(violation[0], 1e-9);

  /* smaller steps get closer, until nothing changes any more */
  for (int i = 0; i < 5; i++) assert_int_equal(lw_instance_advance(s, 1e-4, NULL), LW_RETRY_NEWTON);
  assert_between(lw_instance_time(s), t, 0.5235987755982988);
  void* before = state_of(s);
  assert_int_equal(lw_instance_advance(s, 1e-4, NULL), LW_RETRY_NEWTON);
  void* after = state_of(s);
  assert_memory_equal(before, after, lw_instance_state_size(s));
  free(before);
  free(after);
  lw_test_end(s);
}

/* A flat net of ball joints that starts to fall is in a singular configuration: where it cannot go
 * on, the message says so, names a joint, and what to try. */
static void singular_configurations_are_named(void** state)
{
  (void)state;
  const double I[3] = {0.1, 0.1, 0.1};
  lw_diag      diag;
  lw_model*    m = lw_test_model(1e-4);
  lw_test_set_gravity(m, 0.0, 0.0, -9.81);
  for (int i = 0; i < 25; i++) {
    const int    row = i / 5;
    const double x = row, y = i % 5, at[3] = {x, y, 0.0};
    const double left[3] = {x - 0.5, y, 0.0}, below[3] = {x, y - 0.5, 0.0};
    lw_test_add_body(m, 1.0, I, at);
    if (i / 5 > 0 || i == 0) {
      lw_test_add_joint(m, LW_SPHERICAL, i == 0 ? LW_GROUND : i - 5, i, left, NULL);
    }
    if (i % 5 > 0) {
      lw_test_add_joint(m, LW_SPHERICAL, i - 1, i, below, NULL);
    }
  }
  lw_instance* s = lw_test_start(m);
  if (lw_instance_advance(s, 0.01, &diag) != LW_OK) {
    assert_non_null(strstr(diag.text, "singular configuration, joint \"j"));
    assert_non_null(strstr(diag.text, "hamiltonian-dca"));
  }
  lw_test_end(s);
}

/* a closed chain of 40 links that falls as a rope does */
static lw_model* rope(double penalty)
{
  lw_model* m = lw_test_loop(40, LW_SPHERICAL, 0.01);
  lw_test_set_gravity(m, 1.0, 2.0, -9.0);
  m->settings.penalty = penalty;
  return m;
}

/* Velocities whose rows twenty passes have not closed are never accepted. With a regularisation
 * that is 1e8 times what it should be they would be off by 5e-5 m/s; the step is taken back, and
 * the state is the last good one. */
static void steps_with_open_rows_are_taken_back(void** state)
{
  (void)state;
  lw_instance* s      = lw_test_start(rope(0.0));
  lw_status    status = LW_OK;
  lw_diag      diag;
  double       open[3];
  lw_test_advance(s, 0.01, 1);
  for (int r = 0; r < s->structure->nrow; r++) s->eps[r] *= 1e8;
  for (int i = 0; i < 50 && status == LW_OK; i++) {
    status = lw_instance_advance(s, 0.01, &diag);
    lw_test_get(s, LW_SOLVER_VIOLATION, 0, open);
    assert_below(open[1], 1e-6 * 5.0); /* of the velocities, below 5 m/s */
  }
  assert_int_equal(status, LW_RETRY_OPEN);
  assert_non_null(strstr(diag.text, "cannot be closed"));
  lw_test_end(s);
}

/* The penalty of a file decides how many passes close the rows, never whether they are closed. */
static void any_penalty_closes_the_rows(void** state)
{
  (void)state;
  static const double penalty[3] = {1e-6, 1.0, 1e9};
  double              r[3][3], open[3];
  for (int i = 0; i < 3; i++) {
    lw_instance* s = lw_test_start(rope(penalty[i]));
    for (int k = 0; k < 50; k++) {
      lw_test_advance(s, 0.01, 1);
      lw_test_get(s, LW_SOLVER_VIOLATION, 0, open);
      assert_below(open[1], 1e-9); /* 20 passes leave 5e-5 */
    }
    lw_test_get(s, LW_BODY_R, 20, r[i]);
    lw_test_end(s);
  }
  assert_close(3, r[0], r[2], 1e-6); /* tolerance of the iteration over 50 steps */
  assert_close(3, r[1], r[2], 1e-6);
}

/* ---- inputs ---------------------------------------------------------------------------------- */

/* An input keeps its polynomial during the step, and holds its end value after it. */
static void inputs_follow_their_polynomial_and_hold_its_end(void** state)
{
  (void)state;
  const double I[3] = {1.0, 1.0, 1.0}, at[3] = {0.0}, x[3] = {1.0, 0.0, 0.0};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_set_gravity(m, 0.0, 0.0, 0.0);
  lw_test_add_body(m, 2.0, I, at);
  lw_test_add_joint(m, LW_PRISMATIC, LW_GROUND, 0, at, x);
  lw_test_add_actuator(m, 0);
  lw_instance* s = lw_test_start(m);
  assert_int_equal(lw_instance_set_input(s, 0, 0, 1.0), LW_OK);
  assert_int_equal(lw_instance_set_input(s, 0, 1, -4.0), LW_OK);
  assert_int_equal(lw_instance_set_input(s, 0, 2, 6.0), LW_OK);
  lw_test_advance(s, 0.5, 1);
  /* u = 1 - 4 t + 3 t^2; at 0.5: -0.25; a = u/2, v = (t - 2 t^2 + t^3)/2 */
  double q, qd, qdd;
  lw_test_get(s, LW_JOINT_QDD, 0, &qdd);
  lw_test_get(s, LW_JOINT_QD, 0, &qd);
  assert_near(lw_instance_get_input(s, 0), -0.25, 1e-15);
  assert_near(qdd, -0.125, 1e-12);
  /* truncation of the trapezoidal rule: dt^2/12 |u''/2| t = 1e-6/12 * 3 * 0.5 */
  assert_near(qd, 0.5 * (0.5 - 0.5 + 0.125), 2e-7);
  lw_test_advance(s, 0.5, 1);
  lw_test_get(s, LW_JOINT_QDD, 0, &qdd);
  assert_near(qdd, -0.125, 1e-12);
  lw_test_get(s, LW_JOINT_QD, 0, &q);
  assert_near(q - qd, -0.0625, 1e-12); /* the rule is exact for a constant force */
  lw_test_end(s);
}

/* A driven position without derivatives reaches its value at the end of the step, without a jump of
 * the velocity at its start: (2.18). */
static void driven_positions_arrive_at_the_end_of_the_step(void** state)
{
  (void)state;
  lw_model* m = lw_test_chain(1, LW_REVOLUTE, 1e-3);
  lw_test_add_motion(m, 0, LW_MOTION_INPUT, 0, NULL);
  lw_instance* s = lw_test_start(m);
  double       q, qd, last = 0.0;
  for (int k = 1; k <= 20; k++) {
    const double u = sin(0.1 * k);
    assert_int_equal(lw_instance_set_input(s, 0, 0, u), LW_OK);
    lw_test_get(s, LW_JOINT_QD, 0, &qd);
    assert_near(qd, last, 1e-9); /* setting a value alone moves nothing */
    lw_test_advance(s, 0.1, 1);
    lw_test_get(s, LW_JOINT_Q, 0, &q);
    lw_test_get(s, LW_JOINT_QD, 0, &qd);
    assert_near(q, u, 1e-9);
    /* (2.22) is of second order, H^2 times 0.83 of the third derivative; the slope of the secant
     * alone would be off by 0.05 */
    if (k > 3) {
      assert_near(qd, cos(0.1 * k), 0.01);
    }
    last = qd;
  }
  lw_test_end(s);
}

/* ---- threads --------------------------------------------------------------------------------- */

static lw_model* large_mechanism(int i)
{
  switch (i) {
  case 0: return lw_test_chain(120, LW_REVOLUTE, 0.01);
  case 1: return lw_test_tree(6, 0.01);
  case 2: return lw_test_star(8, 12, 0.01);
  default: return lw_test_loop(80, LW_SPHERICAL, 0.01);
  }
}

/* Any number of threads gives the same state, bit by bit. */
static void threads_do_not_change_a_bit(void** state)
{
  (void)state;
  const int threads[4] = {1, 2, 3, 8};
  for (int i = 0; i < 4; i++) {
    void* first = NULL;
    for (int k = 0; k < 4; k++) {
      lw_instance* s = lw_test_start(large_mechanism(i));
      lw_instance_set_threads(s, threads[k]);
      lw_test_advance(s, 0.05, 4);
      void* now = state_of(s);
      if (first) {
        assert_memory_equal(now, first, lw_instance_state_size(s));
      }
      free(first);
      first = now;
      lw_test_end(s);
    }
    free(first);
  }
}

/* A run whose state is taken and given back after every step, so that nothing is known of the
 * step before, has the same bits as one that goes on: parts that need not wait for each other
 * compute the same. */
static void runs_that_are_interrupted_have_the_same_bits(void** state)
{
  (void)state;
  for (int i = 0; i < 6; i++) {
    const int    n = 150 + 41 * (i % 3), threads = 1 + i / 3;
    lw_instance* s[2];
    for (int k = 0; k < 2; k++) {
      s[k] =
          lw_test_start(i % 3 == 2 ? lw_test_tree(7, 1e-3) : lw_test_chain(n, LW_SPHERICAL, 1e-3));
      lw_instance_set_threads(s[k], threads);
    }
    assert_true(s[0]->structure->npart > 1);
    for (int step = 0; step < 20; step++) {
      lw_test_advance(s[0], 1e-3, 1);
      assert_true(lw_is_current(s[0], LW_TANGENT_SIZES));
      lw_test_advance(s[1], 1e-3, 1);
      void* now = state_of(s[1]);
      assert_int_equal(lw_instance_set_state(s[1], now, lw_instance_state_size(s[1])), LW_OK);
      assert_false(lw_is_current(s[1], LW_TANGENT_SIZES));
      void* other = state_of(s[0]);
      assert_memory_equal(now, other, lw_instance_state_size(s[0]));
      free(other);
      free(now);
    }
    lw_test_end(s[0]);
    lw_test_end(s[1]);
  }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* A thousand steps, with inputs set and outputs read, allocate nothing. */
static void steps_allocate_nothing(void** state)
{
  (void)state;
  lw_model* model[3] = {lw_test_chain(40, LW_SPHERICAL, 1e-3), lw_test_ladder(4, 1.0, 1e-3),
                        lw_test_loop(6, LW_REVOLUTE, 1e-3)};
  for (int i = 0; i < 3; i++) {
    if (i > 0) {
      lw_test_add_actuator(model[i], 0);
    }
    lw_instance* s = lw_test_start(model[i]);
    lw_instance_set_threads(s, 1); /* the first parallel region of a process makes its threads */
    const long before = lw_test_allocations();
    for (int k = 0; k < 1000; k++) {
      double r[3], f[3], E[3];
      if (i > 0) {
        assert_int_equal(lw_instance_set_input(s, 0, 0, 0.01 * k), LW_OK);
      }
      assert_int_equal(lw_instance_advance(s, 1e-3, NULL), LW_OK);
      assert_int_equal(lw_instance_get(s, LW_BODY_R, 0, r), LW_OK);
      assert_int_equal(lw_instance_get(s, LW_JOINT_FORCE, 0, f), LW_OK);
      assert_int_equal(lw_instance_get(s, LW_ENERGY, 0, E), LW_OK);
    }
    assert_int_equal(lw_test_allocations(), before);
    lw_test_end(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(communication_steps_are_divided_evenly),
      cmocka_unit_test(steps_that_make_no_sense_are_refused),
      cmocka_unit_test(halving_recovers_what_a_full_step_cannot),
      cmocka_unit_test(failure_leaves_the_last_good_step),
      cmocka_unit_test(singular_configurations_are_named),
      cmocka_unit_test(steps_with_open_rows_are_taken_back),
      cmocka_unit_test(any_penalty_closes_the_rows),
      cmocka_unit_test(inputs_follow_their_polynomial_and_hold_its_end),
      cmocka_unit_test(driven_positions_arrive_at_the_end_of_the_step),
      cmocka_unit_test(threads_do_not_change_a_bit),
      cmocka_unit_test(runs_that_are_interrupted_have_the_same_bits),
      cmocka_unit_test(steps_allocate_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
