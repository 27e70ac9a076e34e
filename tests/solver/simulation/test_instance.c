/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_instance.c - memory, values, inputs and state of an instance.
 */
#include "instance/instance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "allocations.h"
#include "check.h"
#include "mechanism.h"

/* a mechanism with everything that a state can hold: inputs, motions, springs, loops, turns */
static lw_model* rich_mechanism(void)
{
  const double o[3] = {0.0, 0.0, 0.0}, k[6] = {10, 10, 10, 1, 1, 1},
               c[6] = {1, 1, 1, 0.1, 0.1, 0.1};
  const double rate = 2.0;
  lw_model*    m    = lw_test_loop(5, LW_REVOLUTE, 1e-3);
  const int    f = lw_test_add_frame(m, 1, o, NULL), g = lw_test_add_frame(m, 3, o, NULL);
  lw_test_add_spring(m, f, g, 50.0, 1.0, 0.7);
  lw_test_add_bushing(m, f, g, k, c);
  lw_test_add_actuator(m, 2);
  lw_test_add_load(m, 3, false, true, NULL);
  lw_test_add_motion(m, 0, LW_MOTION_INPUT, 0, NULL);
  /* and a wheel beside it, to count turns */
  const double I[3] = {1.0, 1.0, 1.0}, at[3] = {5.0, 0.0, 0.0}, z[3] = {0.0, 0.0, 1.0};
  const int    wheel = lw_test_add_body(m, 1.0, I, at);
  const int    j     = lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, wheel, at, z);
  lw_test_add_motion(m, j, LW_MOTION_VELOCITY, 1, &rate);
  return m;
}

/* some communication steps with changing inputs */
static void drive(lw_instance* s, int first, int n)
{
  for (int k = first; k < first + n; k++) {
    assert_int_equal(lw_instance_set_input(s, 0, 0, sin(0.3 * k)), LW_OK);
    assert_int_equal(lw_instance_set_input(s, 2, 0, 0.5 * cos(0.2 * k)), LW_OK);
    assert_int_equal(lw_instance_set_input(s, 2, 1, 0.1), LW_OK);
    assert_int_equal(lw_instance_set_input(s, 4, 0, 0.02 * k), LW_OK);
    lw_test_advance(s, 0.01, 1);
  }
}

static void* state_of(lw_instance* s)
{
  void* state = malloc(lw_instance_state_size(s));
  assert_non_null(state);
  lw_instance_get_state(s, state);
  return state;
}

static void assert_same_state(lw_instance* a, lw_instance* b)
{
  void *x = state_of(a), *y = state_of(b);
  assert_int_equal(lw_instance_state_size(a), lw_instance_state_size(b));
  assert_memory_equal(x, y, lw_instance_state_size(a));
  free(x);
  free(y);
}

/* ---- state ----------------------------------------------------------------------------------- */

/* Saving, going on, restoring and going on again gives the same bits as going on at once; also
 * after every quantity has been read, and in an instance of its own. */
static void restored_states_go_on_with_the_same_bits(void** state)
{
  (void)state;
  lw_instance* s = lw_test_start(rich_mechanism());
  drive(s, 0, 20);
  void* saved = state_of(s);
  drive(s, 20, 20);
  void* expected = state_of(s);

  assert_int_equal(lw_instance_set_state(s, saved, lw_instance_state_size(s)), LW_OK);
  assert_near(lw_instance_time(s), 0.2, 1e-12);
  drive(s, 20, 20);
  void* again = state_of(s);
  assert_memory_equal(again, expected, lw_instance_state_size(s));
  free(again);

  /* reading every quantity between the steps changes nothing */
  assert_int_equal(lw_instance_set_state(s, saved, lw_instance_state_size(s)), LW_OK);
  for (int k = 20; k < 40; k++) {
    for (int q = 0; q < LW_QUANTITY_COUNT; q++) {
      for (int i = 0; i < 6; i++) {
        double out[4];
        lw_instance_get(s, (lw_quantity)q, i, out);
      }
    }
    drive(s, k, 1);
  }
  again = state_of(s);
  assert_memory_equal(again, expected, lw_instance_state_size(s));
  free(again);

  /* another instance of the same model, initialised or not, that has been somewhere else */
  lw_instance* other = lw_test_instance(lw_instance_model(s));
  assert_int_equal(lw_instance_set_state(other, saved, lw_instance_state_size(s)), LW_OK);
  drive(other, 20, 20);
  again = state_of(other);
  assert_memory_equal(again, expected, lw_instance_state_size(s));
  free(again);
  lw_instance_destroy(other);
  free(expected);
  free(saved);
  lw_test_end(s);
}

/* States of a wrong size are refused. */
static void states_of_a_wrong_size_are_refused(void** state)
{
  (void)state;
  lw_instance* s    = lw_test_start(lw_test_chain(2, LW_REVOLUTE, 1e-3));
  void*        save = state_of(s);
  assert_int_equal(lw_instance_set_state(s, save, lw_instance_state_size(s) - 1), LW_ERR_USAGE);
  assert_int_equal(lw_instance_set_state(s, save, 0), LW_ERR_USAGE);
  free(save);
  lw_test_end(s);
}

/* Reset brings an instance back to how it was created: the same run gives the same bits. */
static void reset_instances_are_as_new(void** state)
{
  (void)state;
  lw_instance* s     = lw_test_start(rich_mechanism());
  lw_instance* fresh = lw_test_instance(lw_instance_model(s));
  const double mass  = 7.0;
  assert_int_equal(lw_instance_set_value(s, lw_instance_model(s)->body[1].mass, 1, &mass, NULL),
                   LW_OK);
  drive(s, 0, 10);
  lw_instance_reset(s);
  assert_same_state(s, fresh);
  assert_int_equal(lw_instance_initialize(s, 0.0, NULL), LW_OK);
  assert_int_equal(lw_instance_initialize(fresh, 0.0, NULL), LW_OK);
  drive(s, 0, 10);
  drive(fresh, 0, 10);
  assert_same_state(s, fresh);
  lw_instance_destroy(fresh);
  lw_test_end(s);
}

/* ---- values ---------------------------------------------------------------------------------- */

typedef lw_slot (*slot_of)(const lw_model* m);

static lw_slot mass_slot(const lw_model* m)
{
  return m->body[2].mass;
}

static lw_slot inertia_slot(const lw_model* m)
{
  return m->body[1].inertia + 2;
}

static lw_slot stiffness_slot(const lw_model* m)
{
  return m->spring[0].stiffness;
}

static lw_slot damping_slot(const lw_model* m)
{
  return m->spring[0].damping;
}

static lw_slot length_slot(const lw_model* m)
{
  return m->spring[0].length;
}

static lw_slot gravity_slot(const lw_model* m)
{
  return m->gravity + 1;
}

static lw_slot bushing_slot(const lw_model* m)
{
  return m->bushing[0].stiffness + 1;
}

/* A value that is set before initialisation moves the mechanism exactly as one that the model was
 * built with; set between steps it acts from there on. */
static void set_values_act_as_built_values(void** state)
{
  (void)state;
  const slot_of slot[] = {mass_slot,   inertia_slot, stiffness_slot, damping_slot,
                          length_slot, gravity_slot, bushing_slot};
  for (size_t i = 0; i < sizeof slot / sizeof *slot; i++) {
    lw_model* built = rich_mechanism();
    lw_model* plain = rich_mechanism();
    lw_test_finish(plain);
    lw_test_finish(built);
    const double value           = 1.25 * built->value[slot[i](built)];
    built->value[slot[i](built)] = value;
    lw_instance *a = lw_test_instance(built), *b = lw_test_instance(plain),
                *c = lw_test_instance(plain);
    assert_int_equal(lw_instance_set_value(b, slot[i](plain), 1, &value, NULL), LW_OK);
    assert_int_equal(lw_instance_initialize(a, 0.0, NULL), LW_OK);
    assert_int_equal(lw_instance_initialize(b, 0.0, NULL), LW_OK);
    assert_int_equal(lw_instance_initialize(c, 0.0, NULL), LW_OK);
    drive(a, 0, 10);
    drive(b, 0, 10);
    drive(c, 0, 10);
    assert_same_state(a, b);
    double x[3], y[3];
    lw_test_get(a, LW_BODY_A, 2, x);
    lw_test_get(c, LW_BODY_A, 2, y);
    assert_true(fabs(x[0] - y[0]) + fabs(x[1] - y[1]) > 1e-9); /* it makes a difference */

    /* between steps: accelerations answer at once, and the motion is that of the new value */
    assert_int_equal(lw_instance_set_value(c, slot[i](plain), 1, &value, NULL), LW_OK);
    double before[3], after[3];
    memcpy(before, y, sizeof before);
    lw_test_get(c, LW_BODY_A, 2, after);
    assert_true(fabs(before[0] - after[0]) + fabs(before[1] - after[1]) > 1e-9);
    double got;
    lw_instance_get_value(c, slot[i](plain), 1, &got);
    assert_near(got, value, 0.0);
    drive(c, 10, 1);
    lw_instance_destroy(a);
    lw_instance_destroy(b);
    lw_instance_destroy(c);
    lw_model_destroy(built);
    lw_model_destroy(plain);
  }
}

/* Values that no body can have, NaN and slots that do not exist are refused; nothing is changed. */
static void impossible_values_are_refused(void** state)
{
  (void)state;
  lw_instance*    s = lw_test_start(rich_mechanism());
  const lw_model* m = lw_instance_model(s);
  struct {
    lw_slot slot;
    double  value;
  } wrong[]    = {{m->body[0].mass, 0.0},
                  {m->body[0].mass, -1.0},
                  {m->body[0].mass, NAN},
                  {m->body[0].mass, INFINITY},
                  {m->body[0].inertia, -1.0},
                  {m->body[0].inertia + 3, NAN},
                  {m->gravity, NAN},
                  {m->spring[0].damping, NAN},
                  {m->settings.step, 0.0},
                  {m->settings.tolerance, -1e-10},
                  {-1, 1.0},
                  {m->nvalue, 1.0}};
  void* before = state_of(s);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    lw_diag diag = {0};
    assert_int_not_equal(lw_instance_set_value(s, wrong[i].slot, 1, &wrong[i].value, &diag), LW_OK);
    assert_true(diag.text[0] != '\0');
    void* after = state_of(s);
    assert_memory_equal(after, before, lw_instance_state_size(s));
    free(after);
  }
  free(before);
  lw_test_end(s);
}

/* Six numbers of an inertia can be set one by one through combinations that no body has: only what
 * is there at the next step or get is judged, and until then it can be put right. */
static void rules_between_values_wait(void** state)
{
  (void)state;
  const double    inertia[6] = {20.0, 25.0, 30.0, 1.0, -2.0, 3.0};
  lw_instance *   s = lw_test_start(rich_mechanism()), *twin = lw_test_start(rich_mechanism());
  const lw_model* m    = lw_instance_model(s);
  lw_diag         diag = {0};
  double          a[3];
  lw_test_advance(s, 1e-3, 5);
  lw_test_advance(twin, 1e-3, 5);
  assert_int_equal(lw_instance_set_value(s, m->body[0].inertia, 1, inertia, &diag), LW_OK);

  /* not yet a body: everything that would need it says so, again and again, and nothing moves */
  const double t     = lw_instance_time(s);
  void*        saved = state_of(s);
  for (int i = 0; i < 2; i++) {
    diag = (lw_diag){0};
    assert_int_equal(lw_instance_get(s, LW_BODY_A, 0, a), LW_ERR_INPUT);
    assert_int_equal(lw_instance_advance(s, 1e-3, &diag), LW_ERR_INPUT);
    assert_non_null(strstr(diag.text, "in a rigid body none exceeds the sum of the others"));
    assert_true(lw_instance_time(s) == t);
    /* a copy of the state is judged as well */
    assert_int_equal(lw_instance_set_state(s, saved, lw_instance_state_size(s)), LW_OK);
  }
  for (int i = 1; i < 6; i++) {
    assert_int_equal(lw_instance_set_value(s, m->body[0].inertia + i, 1, &inertia[i], &diag),
                     LW_OK);
  }
  assert_int_equal(lw_instance_set_value(twin, m->body[0].inertia, 6, inertia, &diag), LW_OK);
  lw_test_advance(s, 1e-3, 5);
  lw_test_advance(twin, 1e-3, 5);
  void *one = state_of(s), *other = state_of(twin);
  assert_memory_equal(one, other, lw_instance_state_size(s));
  free(one);
  free(other);
  free(saved);

  /* at the start, too */
  lw_instance_reset(s);
  assert_int_equal(lw_instance_set_value(s, m->body[0].inertia, 1, inertia, &diag), LW_OK);
  assert_int_equal(lw_instance_initialize(s, 0.0, &diag), LW_ERR_INPUT);
  assert_int_equal(lw_instance_set_value(s, m->body[0].inertia, 6, inertia, &diag), LW_OK);
  assert_int_equal(lw_instance_initialize(s, 0.0, &diag), LW_OK);
  lw_test_end(s);
  lw_test_end(twin);
}

/* Inputs that do not exist, orders that do not exist and numbers that are none are refused. */
static void impossible_inputs_are_refused(void** state)
{
  (void)state;
  lw_instance* s      = lw_test_start(rich_mechanism());
  const int    ninput = lw_instance_model(s)->ninput;
  void*        before = state_of(s);
  assert_int_equal(lw_instance_set_input(s, 0, 0, NAN), LW_ERR_USAGE);
  assert_int_equal(lw_instance_set_input(s, 0, 0, INFINITY), LW_ERR_USAGE);
  assert_int_equal(lw_instance_set_input(s, 0, 1, NAN), LW_ERR_USAGE);
  assert_int_equal(lw_instance_set_input(s, 0, 3, 1.0), LW_ERR_USAGE);
  assert_int_equal(lw_instance_set_input(s, 0, -1, 1.0), LW_ERR_USAGE);
  assert_int_equal(lw_instance_set_input(s, ninput, 0, 1.0), LW_ERR_USAGE);
  assert_int_equal(lw_instance_set_input(s, -1, 0, 1.0), LW_ERR_USAGE);
  void* after = state_of(s);
  assert_memory_equal(after, before, lw_instance_state_size(s));
  free(after);
  free(before);
  lw_test_end(s);
}

/* Accelerations are those of the present inputs, without a step. */
static void accelerations_answer_to_inputs_at_once(void** state)
{
  (void)state;
  const double I[3] = {1.0, 1.0, 1.0}, at[3] = {0.0}, x[3] = {1.0, 0.0, 0.0};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_add_body(m, 2.0, I, at);
  lw_test_add_joint(m, LW_PRISMATIC, LW_GROUND, 0, at, x);
  lw_test_add_actuator(m, 0);
  lw_instance* s = lw_test_start(m);
  double       qdd;
  assert_int_equal(lw_instance_set_input(s, 0, 0, 3.0), LW_OK);
  lw_test_get(s, LW_JOINT_QDD, 0, &qdd);
  assert_near(qdd, 1.5, 1e-14);
  lw_test_end(s);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* bytes of a structure, from its counts */
static size_t structure_memory(const lw_structure* g)
{
  return sizeof *g + (size_t)g->nconnector * sizeof *g->connector +
         (size_t)g->nside * sizeof *g->side + (size_t)(g->nbody + g->nside) * sizeof(int) +
         (size_t)g->nnode * sizeof *g->node + (size_t)g->nedge * sizeof *g->edge +
         (size_t)g->nupdate * sizeof *g->update + (size_t)g->npair * sizeof *g->pair +
         (size_t)(3 * g->nnode) * sizeof(int) +
         (size_t)g->front_begin[g->npart + 1] * sizeof *g->front +
         (size_t)g->nfront_edge * sizeof *g->front_edge + (size_t)g->nterm * sizeof *g->term;
}

/* A body of a long chain, its joint and all that belongs to them take at most 8 KiB. */
static void bodies_take_at_most_eight_kilobytes(void** state)
{
  (void)state;
  const lw_joint_type type[2] = {LW_SPHERICAL, LW_REVOLUTE};
  for (int i = 0; i < 2; i++) {
    lw_model* m = lw_test_chain(1024, type[i], 1e-3);
    lw_test_finish(m);
    const clock_t start = clock();
    lw_instance*  s     = lw_test_instance(m);
    assert_int_equal(lw_instance_initialize(s, 0.0, NULL), LW_OK);
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    const size_t bytes   = lw_instance_memory(s) + structure_memory(s->structure);
    print_message("%s chain of 1,024: %zu bytes per body, ready in %.1f ms\n",
                  lw_joint_info_get(type[i])->name, bytes / 1024, 1e3 * seconds);
    assert_true(bytes <= (size_t)1024 * 8192);
    lw_test_end(s);
  }
}

/* Whichever allocation fails, there is no instance and nothing is left behind. */
static void failed_allocations_leave_nothing_behind(void** state)
{
  (void)state;
  lw_model* m = rich_mechanism();
  lw_test_finish(m);
  const long before = lw_test_blocks();
  int        failed = 0;
  for (long n = 0;; n++) {
    lw_instance* s    = NULL;
    lw_diag      diag = {0};
    lw_test_fail_allocation(n);
    const lw_status status = lw_instance_create(m, &diag, &s);
    lw_test_fail_allocation(-1);
    if (status == LW_OK) {
      lw_instance_destroy(s);
      break;
    }
    assert_int_equal(status, LW_ERR_MEMORY);
    assert_null(s);
    assert_true(diag.text[0] != '\0');
    assert_int_equal(lw_test_blocks(), before);
    failed++;
  }
  assert_true(failed > 10);
  assert_int_equal(lw_test_blocks(), before);
  lw_instance_destroy(NULL);
  lw_model_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(restored_states_go_on_with_the_same_bits),
      cmocka_unit_test(states_of_a_wrong_size_are_refused),
      cmocka_unit_test(reset_instances_are_as_new),
      cmocka_unit_test(set_values_act_as_built_values),
      cmocka_unit_test(impossible_values_are_refused),
      cmocka_unit_test(rules_between_values_wait),
      cmocka_unit_test(impossible_inputs_are_refused),
      cmocka_unit_test(accelerations_answer_to_inputs_at_once),
      cmocka_unit_test(bodies_take_at_most_eight_kilobytes),
      cmocka_unit_test(failed_allocations_leave_nothing_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
