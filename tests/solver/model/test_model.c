/* SPDX-License-Identifier: BSD-2-Clause */
/* Models that are filled by hand: growth, closing, and the rules that files cannot break or that
 * values break later. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "model/check.h"
#include <linkwork/model.h>

static const double SPHERE[6] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};

static lw_name name_of(lw_model* m, const char* text)
{
  const lw_name name = lw_model_add_name(m, text);
  assert_true(name >= 0);
  return name;
}

static lw_slot vector(lw_model* m, double x, double y, double z)
{
  return lw_model_add_values(m, 3, (double[]){x, y, z});
}

static int add_body(lw_model* m, const char* name)
{
  static const double mass = 1.0;
  lw_body             body = lw_body_default();
  body.name                = name_of(m, name);
  body.mass                = lw_model_add_values(m, 1, &mass);
  body.inertia             = lw_model_add_values(m, 6, SPHERE);
  return lw_model_add_body(m, &body);
}

static int add_hinge(lw_model* m, const char* name, int parent, int child)
{
  lw_joint joint = lw_joint_default();
  joint.name     = name_of(m, name);
  joint.type     = LW_REVOLUTE;
  joint.parent   = parent;
  joint.child    = child;
  joint.at       = vector(m, 0.0, 0.0, 0.0);
  joint.axis     = vector(m, 0.0, 0.0, 1.0);
  return lw_model_add_joint(m, &joint);
}

static int add_frame(lw_model* m, const char* name, int body)
{
  const lw_frame frame = {.name     = name_of(m, name),
                          .body     = body,
                          .at       = LW_NONE,
                          .rotation = {LW_ROTATION_NONE, LW_NONE}};
  return lw_model_add_frame(m, &frame);
}

/* A pendulum of two bodies, not yet closed. */
static lw_model* make_pendulum(void)
{
  lw_model* m = lw_model_create();
  assert_non_null(m);
  m->name = name_of(m, "pendulum");
  assert_int_equal(add_body(m, "upper"), 0);
  assert_int_equal(add_body(m, "lower"), 1);
  assert_int_equal(add_hinge(m, "A", LW_GROUND, 0), 0);
  assert_int_equal(add_hinge(m, "B", 0, 1), 1);
  return m;
}

static void assert_refused(lw_model* m, const char* text)
{
  lw_diag diag = {0};
  assert_int_equal(lw_model_finish(m, &diag), LW_ERR_INPUT);
  assert_string_equal(diag.text, text);
  assert_int_equal(lw_model_finish(m, NULL), LW_ERR_INPUT);
  lw_model_destroy(m);
}

/* ---- building ---------------------------------------------------------------------------- */

static void a_model_grows_without_losing_anything(void** state)
{
  (void)state;
  enum { N = 3000 };
  lw_model* m = lw_model_create();
  assert_non_null(m);
  m->name = name_of(m, "many");
  for (int i = 0; i < N; i++) {
    char name[16];
    snprintf(name, sizeof name, "b%d", i);
    assert_int_equal(add_body(m, name), i);
  }
  assert_int_equal(lw_model_finish(m, NULL), LW_OK);
  for (int i = 0; i < N; i++) {
    char name[16];
    snprintf(name, sizeof name, "b%d", i);
    assert_string_equal(lw_model_name(m, m->body[i].name), name);
    assert_true(m->value[m->body[i].mass] == 1.0);
    assert_same_bits(6, m->value + m->body[i].inertia, SPHERE);
    assert_true(m->body[i].spin >= 0);
  }
  assert_int_equal(lw_model_find_body(m, "b2999"), 2999);
  assert_int_equal(lw_model_find_body(m, "b3000"), LW_NONE);
  lw_model_destroy(m);
}

static void names_outside_the_pool_are_empty(void** state)
{
  (void)state;
  lw_model* m = lw_model_create();
  assert_string_equal(lw_model_name(m, 0), "");
  assert_string_equal(lw_model_name(m, -1), "");
  assert_string_equal(lw_model_name(m, 1000), "");
  lw_model_destroy(m);
  lw_model_destroy(NULL);
}

static void a_negative_number_of_values_is_refused(void** state)
{
  (void)state;
  lw_model* m      = lw_model_create();
  const int nvalue = m->nvalue;
  assert_int_equal(lw_model_add_values(m, -1, NULL), LW_NONE);
  assert_int_equal(m->nvalue, nvalue);
  assert_int_equal(lw_model_add_values(m, 2, NULL), nvalue);
  assert_true(m->value[nvalue] == 0.0 && m->value[nvalue + 1] == 0.0);
  lw_model_destroy(m);
}

/* Closing twice changes nothing: a model that was read back from a file is closed again. */
static void closing_twice_changes_nothing(void** state)
{
  (void)state;
  lw_model* m = make_pendulum();
  assert_int_equal(lw_model_finish(m, NULL), LW_OK);
  const int nvalue = m->nvalue;
  const int ninput = m->ninput;
  assert_int_equal(lw_model_finish(m, NULL), LW_OK);
  assert_int_equal(m->nvalue, nvalue);
  assert_int_equal(m->ninput, ninput);
  lw_model_destroy(m);
}

/* An output that is selected as a whole has the quantities of its element, and no others. */
static void outputs_are_those_that_an_element_has(void** state)
{
  (void)state;
  const lw_output everything = {.kind = LW_OUTPUT_JOINT, .index = 0, .what = ~0u};
  lw_model *      whole = make_pendulum(), *selected = make_pendulum();
  selected->select_outputs = true;
  assert_true(lw_model_add_output(selected, &everything) >= 0);
  assert_int_equal(lw_model_finish(whole, NULL), LW_OK);
  assert_int_equal(lw_model_finish(selected, NULL), LW_OK);
  const unsigned all =
      lw_model_outputs(whole, LW_OUTPUT_JOINT, 0) | lw_model_locals(whole, LW_OUTPUT_JOINT, 0);
  assert_true(all != 0 && all != ~0u);
  assert_int_equal(lw_model_outputs(selected, LW_OUTPUT_JOINT, 0), all);
  assert_int_equal(lw_model_outputs(selected, LW_OUTPUT_JOINT, 1), 0);
  /* all else is local, unless it is left out */
  assert_int_equal(lw_model_locals(selected, LW_OUTPUT_JOINT, 0), 0);
  assert_int_equal(lw_model_locals(selected, LW_OUTPUT_JOINT, 1), all);
  selected->only_outputs = true;
  assert_int_equal(lw_model_locals(selected, LW_OUTPUT_JOINT, 1), 0);
  lw_model_destroy(whole);
  lw_model_destroy(selected);
}

static void joint_types_are_described(void** state)
{
  (void)state;
  /* constraints and coordinates make six, except where orientation or position stay free as well */
  static const int free_otherwise[LW_JOINT_TYPE_COUNT] = {
      [LW_SPHERICAL] = 3, [LW_POINT_ON_LINE] = 3, [LW_POINT_ON_PLANE] = 5, [LW_DISTANCE] = 5};
  for (int type = 0; type < LW_JOINT_TYPE_COUNT; type++) {
    const lw_joint_info* info = lw_joint_info_get((lw_joint_type)type);
    assert_non_null(info);
    assert_int_equal(info->nrow + info->nq + free_otherwise[type], 6);
    assert_true(info->angles < 1u << info->nq);
    assert_int_equal(info->drivable, type == LW_REVOLUTE || type == LW_PRISMATIC);
    assert_true(info->allows_axis2 || !info->needs_axis2);
  }
  assert_null(lw_joint_info_get(LW_JOINT_TYPE_COUNT));
  assert_null(lw_joint_info_get((lw_joint_type)-1));
}

/* ---- structure --------------------------------------------------------------------------- */

static void missing_values_are_reported(void** state)
{
  (void)state;
  lw_model* m     = make_pendulum();
  m->body[1].mass = LW_NONE;
  assert_refused(m, "body \"lower\": mass is missing");
  m                  = make_pendulum();
  m->body[0].inertia = m->nvalue + 1000;
  assert_refused(m, "body \"upper\": inertia has no values");
  m              = make_pendulum();
  m->body[0].com = -7;
  assert_refused(m, "body \"upper\": com has no values");
  m                = make_pendulum();
  m->joint[0].axis = LW_NONE;
  assert_refused(m, "joint \"A\": axis is missing; a revolute joint needs it");
}

static void references_to_nothing_are_reported(void** state)
{
  (void)state;
  lw_model* m       = make_pendulum();
  m->joint[1].child = 2;
  assert_refused(m, "joint \"B\": refers to something that does not exist");
  m                = make_pendulum();
  m->joint[1].type = LW_JOINT_TYPE_COUNT;
  assert_refused(m, "joint \"B\": refers to something that does not exist");
  m                        = make_pendulum();
  m->joint[0].parent_frame = 0;
  assert_refused(m, "joint \"A\": refers to something that does not exist");

  m = make_pendulum();
  lw_model_add_actuator(m, &(lw_actuator){.name = name_of(m, "motor"), .joint = 2});
  assert_refused(m, "actuator \"motor\": refers to something that does not exist");
  m = make_pendulum();
  lw_model_add_load(m, &(lw_load){.name = name_of(m, "f"), .body = LW_GROUND, .at = LW_NONE});
  assert_refused(m, "force \"f\": refers to something that does not exist");
  m = make_pendulum();
  lw_model_add_coupling(
      m, &(lw_coupling){.name = name_of(m, "c"), .term = 0, .nterm = 1, .offset = LW_NONE});
  assert_refused(m, "coupling \"c\": refers to something that does not exist");
  m = make_pendulum();
  lw_model_add_output(m, &(lw_output){.kind = LW_OUTPUT_MOTION, .index = 0, .what = 1});
  assert_refused(m, "a shape or an output refers to something that does not exist");
  m = make_pendulum();
  lw_model_add_shape(m, &(lw_shape){.body = 2});
  assert_refused(m, "a shape or an output refers to something that does not exist");
  m = make_pendulum();
  add_frame(m, "f", 2);
  assert_refused(m, "frame \"f\": refers to something that does not exist");
}

static void frames_of_other_bodies_are_reported(void** state)
{
  (void)state;
  lw_model* m              = make_pendulum();
  m->joint[1].parent_frame = add_frame(m, "f", LW_GROUND);
  m->joint[1].child_frame  = add_frame(m, "f", 1);
  assert_refused(m, "joint \"B\": its frames are not on its bodies");
}

static void settings_out_of_range_are_reported(void** state)
{
  (void)state;
  lw_model* m             = make_pendulum();
  m->settings.formulation = LW_FORMULATION_COUNT;
  assert_refused(m, "solver: the formulation does not exist");
  m                   = make_pendulum();
  m->settings.threads = -1;
  assert_refused(m, "solver: threads must be between 0 and 1024, found -1");
  m                   = make_pendulum();
  m->settings.penalty = NAN;
  assert_refused(m, "solver: penalty must be positive, or \"auto\"");
  m                   = make_pendulum();
  m->settings.penalty = INFINITY;
  assert_refused(m, "solver: penalty must be positive, or \"auto\"");
  m                 = make_pendulum();
  m->settings.omega = INFINITY;
  assert_refused(m, "solver: omega must not be negative, found inf");
  m              = make_pendulum();
  m->settings.xi = -1.0;
  assert_refused(m, "solver: xi must not be negative, found -1");
  m                = make_pendulum();
  m->settings.stop = INFINITY;
  assert_refused(m, "experiment: stop must be later than start, found inf and 0 [s]");
}

/* Of several repeated names the first in the file is reported, not the first in the alphabet. */
static void the_first_repeated_name_is_reported(void** state)
{
  (void)state;
  lw_model* m = make_pendulum();
  add_body(m, "upper");
  add_body(m, "lower");
  m->body[0].line = 1;
  m->body[1].line = 2;
  m->body[2].line = 3;
  m->body[3].line = 4;
  lw_diag diag    = {0};
  assert_int_equal(lw_model_finish(m, &diag), LW_ERR_INPUT);
  assert_int_equal(diag.line, 3);
  assert_string_equal(diag.text, "body \"upper\": the name is taken by the body in line 1");
  lw_model_destroy(m);
}

/* ---- values ------------------------------------------------------------------------------ */

/* Check a copy of the values in which n of them are replaced. */
static lw_status check_with(const lw_model* m, lw_slot slot, int n, const double value[],
                            lw_diag* diag)
{
  double* copy = malloc((size_t)m->nvalue * sizeof *copy);
  assert_non_null(copy);
  memcpy(copy, m->value, (size_t)m->nvalue * sizeof *copy);
  memcpy(copy + slot, value, (size_t)n * sizeof *copy);
  const lw_status all = lw_model_check_values(m, copy, diag);
  /* the verdict is the same where only the rules of the value's owner are checked */
  assert_int_equal(lw_model_check_slots(m, copy, slot, n, diag), all);
  free(copy);
  return all;
}

static void values_are_judged_by_the_rules_of_the_file(void** state)
{
  (void)state;
  lw_model* m = make_pendulum();
  assert_int_equal(lw_model_finish(m, NULL), LW_OK);
  lw_diag        diag = {0};
  const lw_body* b    = &m->body[1];
  assert_int_equal(check_with(m, b->mass, 1, (double[]){3.0}, &diag), LW_OK);
  assert_int_equal(check_with(m, b->mass, 1, (double[]){0.0}, &diag), LW_ERR_INPUT);
  assert_string_equal(diag.text, "body \"lower\": mass must be positive [kg], found 0");
  assert_int_equal(check_with(m, b->mass, 1, (double[]){NAN}, &diag), LW_ERR_INPUT);
  assert_int_equal(check_with(m, b->com + 2, 1, (double[]){INFINITY}, &diag), LW_ERR_INPUT);
  assert_string_equal(diag.text, "body \"lower\": com must be finite, found inf");
  assert_int_equal(check_with(m, b->inertia, 3, (double[]){1, 1, 3}, &diag), LW_ERR_INPUT);
  assert_int_equal(check_with(m, b->inertia, 6, (double[]){2, 2, 2, .5, .5, .5}, &diag), LW_OK);
  assert_int_equal(check_with(m, m->joint[0].axis, 3, (double[]){0, 0, 0}, &diag), LW_ERR_INPUT);
  assert_int_equal(check_with(m, m->joint[0].damping, 1, (double[]){-1}, &diag), LW_ERR_INPUT);
  assert_int_equal(check_with(m, m->joint[0].stiffness, 1, (double[]){-1}, &diag), LW_OK);
  assert_int_equal(check_with(m, m->gravity, 3, (double[]){0, NAN, 0}, &diag), LW_ERR_INPUT);
  assert_string_equal(diag.text, "mechanism \"pendulum\": gravity must be finite, found nan");
  assert_int_equal(check_with(m, m->settings.step, 1, (double[]){-1}, &diag), LW_ERR_INPUT);
  assert_int_equal(check_with(m, m->settings.iterations, 1, (double[]){1.5}, &diag), LW_ERR_INPUT);
  assert_int_equal(check_with(m, m->settings.iterations, 1, (double[]){1e9}, &diag), LW_ERR_INPUT);
  assert_int_equal(lw_model_check_values(m, m->value, NULL), LW_OK);
  lw_model_destroy(m);
}

static void quaternions_far_from_unit_length_are_reported(void** state)
{
  (void)state;
  lw_model*    m       = make_pendulum();
  const double quat[4] = {1.0, 0.0, 0.0, 0.1};
  m->body[0].rotation  = (lw_rotation){LW_ROTATION_QUAT, lw_model_add_values(m, 4, quat)};
  assert_refused(m,
                 "body \"upper\": quat must have length 1 within 0.001, found length 1.00498756");
}

/* Setting a value checks the rules of its owner only: a mistake elsewhere is not reported. */
static void setting_one_value_checks_its_owner_alone(void** state)
{
  (void)state;
  lw_model* m = make_pendulum();
  assert_int_equal(lw_model_finish(m, NULL), LW_OK);
  lw_diag diag              = {0};
  m->value[m->body[0].mass] = -1.0;
  assert_int_equal(lw_model_check_slots(m, m->value, m->body[1].mass, 1, &diag), LW_OK);
  assert_int_equal(lw_model_check_slots(m, m->value, m->body[0].com, 1, &diag), LW_ERR_INPUT);
  assert_int_equal(lw_model_check_slots(m, m->value, 0, m->nvalue, &diag), LW_ERR_INPUT);
  assert_int_equal(lw_model_check_slots(m, m->value, -5, 3, &diag), LW_OK);
  assert_int_equal(lw_model_check_slots(m, m->value, m->nvalue, 3, &diag), LW_OK);
  lw_model_destroy(m);
}

/* Inertias of a flat body, turned into any axes: a + b = c stays allowed, a + b < c is not. */
static void principal_moments_do_not_depend_on_the_axes(void** state)
{
  (void)state;
  lw_model* m = make_pendulum();
  assert_int_equal(lw_model_finish(m, NULL), LW_OK);
  for (int i = 0; i < 500; i++) {
    /* R of a unit quaternion that differs each time; I = R diag(1, 2, c) R^T */
    const double q[4] = {cos(0.1 * i) * cos(0.7 * i), sin(0.1 * i) * cos(0.7 * i),
                         cos(0.3 * i) * sin(0.7 * i), sin(0.3 * i) * sin(0.7 * i)};
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double R[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                            {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                            {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    /* the limit is c = 3 (1 + 1e-6), to first order; stay 1e-9 away on either side */
    const double c[2] = {3.0 * (1.0 + 1e-6 - 1e-9), 3.0 * (1.0 + 1e-6 + 1e-9)};
    for (int k = 0; k < 2; k++) {
      double       I[6];
      const double moment[3] = {1.0, 2.0, c[k]};
      const int    row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
      for (int e = 0; e < 6; e++) {
        I[e] = 0.0;
        for (int p = 0; p < 3; p++) I[e] += R[row[e]][p] * moment[p] * R[column[e]][p];
      }
      lw_diag diag = {0};
      assert_int_equal(check_with(m, m->body[0].inertia, 6, I, &diag), k ? LW_ERR_INPUT : LW_OK);
    }
  }
  lw_model_destroy(m);
}

/* A matrix without an inverse is refused in any axes, although rounding may
 * make it look definite. */
static void singular_inertias_are_refused_in_any_axes(void** state)
{
  (void)state;
  lw_model* m = make_pendulum();
  assert_int_equal(lw_model_finish(m, NULL), LW_OK);
  for (int i = 0; i < 500; i++) {
    /* I = 1 - n n^T, a thin rod along n */
    const double n[3] = {cos(1.0 * i) * cos(0.3 * i), sin(1.0 * i) * cos(0.3 * i), sin(0.3 * i)};
    const double I[6] = {1 - n[0] * n[0], 1 - n[1] * n[1], 1 - n[2] * n[2],
                         -n[0] * n[1],    -n[0] * n[2],    -n[1] * n[2]};
    lw_diag      diag = {0};
    assert_int_equal(check_with(m, m->body[0].inertia, 6, I, &diag), LW_ERR_INPUT);
    assert_non_null(strstr(diag.text, "positive definite"));
  }
  lw_model_destroy(m);
}

/* Where the frame of a spring is, written out: turned about z by a right angle. */
static void frames_are_placed_by_their_body(void** state)
{
  (void)state;
  lw_model* m = make_pendulum();
  const int f = add_frame(m, "tip", 0);
  const int g = add_frame(m, "post", LW_GROUND);

  m->frame[f].at      = vector(m, 1.0, 2.0, 3.0);
  m->frame[g].at      = vector(m, 7.0, 8.0, 9.0);
  m->body[0].at       = vector(m, 10.0, 20.0, 30.0);
  m->body[0].rotation = (lw_rotation){LW_ROTATION_RPY, vector(m, 0.0, 0.0, acos(0.0))};
  assert_int_equal(lw_model_finish(m, NULL), LW_OK);
  double r[3];
  lw_model_frame_origin(m, m->value, f, r);
  /* numbers up to 33, a few roundings each */
  assert_close(3, r, ((double[]){8.0, 21.0, 33.0}), 1e-14);
  lw_model_frame_origin(m, m->value, g, r);
  assert_close(3, r, ((double[]){7.0, 8.0, 9.0}), 0.0);

  /* the same turn as a quaternion */
  const double quat[4] = {sqrt(0.5), 0.0, 0.0, sqrt(0.5)};
  m->body[0].rotation  = (lw_rotation){LW_ROTATION_QUAT, lw_model_add_values(m, 4, quat)};
  assert_int_equal(lw_model_finish(m, NULL), LW_OK);
  lw_model_frame_origin(m, m->value, f, r);
  assert_close(3, r, ((double[]){8.0, 21.0, 33.0}), 1e-14);
  lw_model_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_model_grows_without_losing_anything),
      cmocka_unit_test(names_outside_the_pool_are_empty),
      cmocka_unit_test(a_negative_number_of_values_is_refused),
      cmocka_unit_test(closing_twice_changes_nothing),
      cmocka_unit_test(outputs_are_those_that_an_element_has),
      cmocka_unit_test(joint_types_are_described),
      cmocka_unit_test(missing_values_are_reported),
      cmocka_unit_test(references_to_nothing_are_reported),
      cmocka_unit_test(frames_of_other_bodies_are_reported),
      cmocka_unit_test(settings_out_of_range_are_reported),
      cmocka_unit_test(the_first_repeated_name_is_reported),
      cmocka_unit_test(values_are_judged_by_the_rules_of_the_file),
      cmocka_unit_test(quaternions_far_from_unit_length_are_reported),
      cmocka_unit_test(setting_one_value_checks_its_owner_alone),
      cmocka_unit_test(principal_moments_do_not_depend_on_the_axes),
      cmocka_unit_test(singular_inertias_are_refused_in_any_axes),
      cmocka_unit_test(frames_are_placed_by_their_body),
  };
  return cmocka_run_group_tests_name("test_model", tests, NULL, NULL);
}
