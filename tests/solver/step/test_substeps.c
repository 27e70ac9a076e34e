/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_substeps.c - how a communication step is divided, halved and taken back.
 *
 * The internal steps here compute nothing: they note how they were called, and fail where the test
 * wants it.
 */
#include "step/substeps.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "mechanics/passes.h"
#include "mechanism.h"
#include "step/method.h"

#define STEP 0.01

/* ---- internal steps that compute nothing ----------------------------------------------------- */

enum { CALLS_MAX = 64 };

static struct {
  double too_long;                        /* steps that are longer than this fail          */
  double until;                           /* as long as they begin before this time        */
  int    calls;                           /* all calls, with those that failed             */
  int    done;                            /* calls that succeeded                          */
  int    began, ended;                    /* calls before and after all of them        */
  double first;                           /* the size that the first of these is told  */
  double dt[CALLS_MAX], t_end[CALLS_MAX]; /* of the calls that succeeded */
} internal;

static lw_status count_step(lw_instance* s, double dt, double t_end, lw_step_error* error,
                            const lw_threads* threads)
{
  (void)error; /* it is not estimated */
  internal.calls++;
  lw_pass_save(s, threads);
  if (dt > internal.too_long && s->head->t < internal.until) {
    return LW_RETRY_NEWTON;
  }
  assert_true(internal.done < CALLS_MAX);
  /* sizes and ends are quotients of the same numbers: rounding of times of 1 s */
  assert_near(t_end - s->head->t, dt, 1e-15);
  internal.dt[internal.done]      = dt;
  internal.t_end[internal.done++] = t_end;
  s->head->t                      = t_end;
  return LW_OK;
}

static void begin_steps(lw_instance* s, double dt)
{
  (void)s;
  internal.began++;
  internal.first = dt;
}

static void end_steps(lw_instance* s)
{
  (void)s;
  internal.ended++;
}

static const lw_method counting = {
    .begin_steps = begin_steps, .step = count_step, .end_steps = end_steps};

/* a mechanism that takes the general way, with a formulation that has a state of its own; its steps
 * are replaced by those that count */
static lw_instance* start(bool realtime)
{
  lw_model* m             = lw_test_chain(7, LW_REVOLUTE, STEP);
  m->settings.formulation = LW_AUGMENTED_LAGRANGIAN;
  m->settings.realtime    = realtime;
  lw_instance* s          = lw_test_start(m);
  assert_null(s->small);
  assert_true(s->method_size > 0);
  s->method = &counting;
  return s;
}

static void forget_calls(double too_long, double until)
{
  memset(&internal, 0, sizeof internal);
  internal.too_long = too_long;
  internal.until    = until;
}

/* ---- division -------------------------------------------------------------------------------- */

/* Steps that succeed are equal, and the last one ends at the very end of the communication step. */
static void steps_that_succeed_are_equal(void** state)
{
  (void)state;
  const double step = 0.07;
  lw_instance* s    = start(false);
  forget_calls(1.0, 1.0);
  assert_int_equal(lw_substeps(s, step, NULL), LW_OK);
  assert_int_equal(internal.calls, 7);
  assert_int_equal(internal.done, 7);
  for (int k = 0; k < 7; k++) {
    assert_near(internal.dt[k], 0.01, 1e-17);
    assert_near(internal.t_end[k], 0.01 * (k + 1), 1e-16);
  }
  assert_near(internal.t_end[6], step, 0.0);
  assert_near((double)s->halvings, 0.0, 0.0);
  lw_test_end(s);
}

/* ---- halving --------------------------------------------------------------------------------- */

/* A step that fails is halved until it succeeds, and doubled again as soon as the binary grid
 * allows it: where only quarters succeed before the middle, two quarters and a half are carried
 * out, after two attempts that failed. */
static void steps_grow_again_where_the_grid_allows_it(void** state)
{
  (void)state;
  const double size[3] = {0.25 * STEP, 0.25 * STEP, 0.5 * STEP};
  lw_instance* s       = start(false);
  forget_calls(0.3 * STEP, 0.5 * STEP);
  assert_int_equal(lw_substeps(s, STEP, NULL), LW_OK);
  assert_int_equal(internal.calls, 5);
  assert_int_equal(internal.done, 3);
  /* the calls before and after all of them are made once, with the size before the halving */
  assert_int_equal(internal.began, 1);
  assert_int_equal(internal.ended, 1);
  assert_near(internal.first, STEP, 0.0);
  assert_close(3, internal.dt, size, 1e-17);
  assert_near(internal.t_end[2], STEP, 0.0);
  assert_int_equal((int)s->halvings, 2);
  lw_test_end(s);
}

/* What the steps before needed is no reason to begin the next one with less than its full size. */
static void every_internal_step_begins_with_its_full_size(void** state)
{
  (void)state;
  lw_instance* s = start(false);
  forget_calls(0.6 * STEP, 0.9 * STEP); /* the first of three needs halves, the others do not */
  assert_int_equal(lw_substeps(s, 3.0 * STEP, NULL), LW_OK);
  const double size[4] = {0.5 * STEP, 0.5 * STEP, STEP, STEP};
  assert_int_equal(internal.calls, 5);
  assert_int_equal(internal.done, 4);
  assert_close(4, internal.dt, size, 1e-17);
  lw_test_end(s);
}

/* A step is halved fourteen times and then given up: the time is that of the last good step, and
 * the message says why. */
static void fourteen_halvings_are_the_end(void** state)
{
  (void)state;
  lw_instance* s    = start(false);
  lw_diag      diag = {0};
  forget_calls(1e-9 * STEP, 1.0);
  assert_int_equal(lw_substeps(s, STEP, &diag), LW_RETRY_NEWTON);
  assert_int_equal(internal.calls, 15);
  assert_int_equal(internal.done, 0);
  assert_near(lw_instance_time(s), 0.0, 0.0);
  assert_non_null(strstr(diag.text, "at t = 0 s, after 14 halvings"));
  lw_test_end(s);
}

/* In real-time mode nothing is halved. */
static void real_time_steps_are_not_halved(void** state)
{
  (void)state;
  lw_instance* s = start(true);
  forget_calls(0.6 * STEP, 1.0);
  assert_int_equal(lw_substeps(s, STEP, NULL), LW_RETRY_NEWTON);
  assert_int_equal(internal.calls, 1);
  assert_int_equal((int)s->halvings, 0);
  lw_test_end(s);
}

/* ---- what a failed step leaves --------------------------------------------------------------- */

static unsigned char *before,
    *again; /* the state before the first attempt, and before the second one */

static void spoil_twist(lw_twist* u)
{
  for (int i = 0; i < 3; i++) {
    u->v[i] += 1.0;
    u->w[i] += 1.0;
  }
}

/* Writes to everything that a step may write to, and fails the first time. */
static lw_status spoil_step(lw_instance* s, double dt, double t_end, lw_step_error* error,
                            const lw_threads* threads)
{
  (void)error;
  (void)dt;
  if (internal.calls < 2) {
    memcpy(internal.calls == 0 ? before : again, s->head, s->state_size);
  }
  lw_pass_save(s, threads);
  for (int b = 0; b < s->model->nbody; b++) {
    for (int i = 0; i < 3; i++) {
      s->q[b].r[i] += 1.0;
      s->q[b].p[i] += 1.0;
    }
    s->q[b].p[3] += 1.0;
    spoil_twist(&s->v[b]);
    spoil_twist(&s->a[b]);
    spoil_twist(&s->jerk[b]);
    spoil_twist(&s->next[b]);
  }
  memset(s->lambda, 0x3f, (size_t)s->structure->nrow_all * sizeof *s->lambda);
  memset(s->coordinate, 0x3f, (size_t)s->model->njoint * LW_COORDS_MAX * sizeof *s->coordinate);
  memset(s->method_state, 0x3f, s->method_size);
  s->head->t = t_end;
  s->head->iterations++;
  return internal.calls++ == 0 ? LW_RETRY_NEWTON : LW_OK;
}

static const lw_method spoiling = {.step = spoil_step};

/* The attempt after a failed step starts from the same bytes, among them the formulation's own
 * state. */
static void a_failed_step_leaves_no_trace(void** state)
{
  (void)state;
  lw_instance* s = start(false);
  s->method      = lw_method_of(LW_AUGMENTED_LAGRANGIAN);
  lw_test_advance(s, STEP, 20); /* so that nothing is zero any more */
  const unsigned char* own = s->method_state;
  bool                 any = false;
  for (size_t i = 0; i < s->method_size; i++) any = any || own[i] != 0;
  assert_true(any);
  before = malloc(s->state_size);
  again  = malloc(s->state_size);
  assert_non_null(before);
  assert_non_null(again);
  s->method = &spoiling;
  forget_calls(0.0, 0.0);
  assert_int_equal(lw_substeps(s, STEP, NULL), LW_OK);
  assert_int_equal(internal.calls, 3); /* one that failed, two halves */
  assert_memory_equal(again, before, s->state_size);
  lw_test_end(s);
  free(before);
  free(again);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_that_succeed_are_equal),
      cmocka_unit_test(steps_grow_again_where_the_grid_allows_it),
      cmocka_unit_test(every_internal_step_begins_with_its_full_size),
      cmocka_unit_test(fourteen_halvings_are_the_end),
      cmocka_unit_test(real_time_steps_are_not_halved),
      cmocka_unit_test(a_failed_step_leaves_no_trace),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
