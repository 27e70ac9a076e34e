/* SPDX-License-Identifier: BSD-2-Clause */
/* Small files, one per element and option: they are read, the schema accepts them, and the model
 * has their content. Numbers are compared bit by bit: reading rounds once. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "corpus.h"
#include "path.h"
#include "schema.h"
#include <linkwork/mechanism_xml.h>

/* Read a file of tests/modelDescription/mechanism/good, which must be valid. */
static lw_model* read_good(const char* name)
{
  char      relative[256], path[LW_TEST_PATH_SIZE];
  lw_model* model = NULL;
  lw_diag   diag  = {0};
  snprintf(relative, sizeof relative, "tests/modelDescription/mechanism/good/%s.xml", name);
  lw_test_repo_path(relative, path);
  if (lw_mechanism_read(path, &model, &diag) != LW_OK) {
    fail_msg("%s:%d: %s", path, diag.line, diag.text);
  }
  return model;
}

/* The values from a slot on. */
static void assert_values(const lw_model* model, lw_slot slot, int n, const double expected[])
{
  assert_true(slot >= 0 && slot + n <= model->nvalue);
  assert_same_bits(n, model->value + slot, expected);
}

#define ASSERT_VALUES(model, slot, ...)                                                            \
  assert_values((model), (slot), (int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double)),          \
                (double[]){__VA_ARGS__})

static void assert_name(const lw_model* model, lw_name name, const char* expected)
{
  assert_string_equal(lw_model_name(model, name), expected);
}

/* All files of a folder are valid, for the reader and for the schema. */
static void assert_folder_is_valid(const char* folder, size_t at_least)
{
  corpus  files = corpus_list(folder, at_least);
  schema* s     = schema_create();
  for (size_t i = 0; i < files.n; i++) {
    lw_model* model = NULL;
    lw_diag   diag  = {0};
    size_t    size;
    char      complaint[512];
    char*     text = corpus_read(files.path[i], &size);
    if (lw_mechanism_read(files.path[i], &model, &diag) != LW_OK) {
      fail_msg("%s:%d: %s", files.path[i], diag.line, diag.text);
    }
    if (!schema_accepts(s, text, size, complaint, sizeof complaint)) {
      fail_msg("%s: the schema refuses it: %s", files.path[i], complaint);
    }
    lw_model_destroy(model);
    free(text);
  }
  schema_destroy(s);
  corpus_free(&files);
}

static void every_file_is_read_and_the_schema_agrees(void** state)
{
  (void)state;
  assert_folder_is_valid("tests/modelDescription/mechanism/good", 30);
}

static void the_examples_are_read_and_the_schema_agrees(void** state)
{
  (void)state;
  assert_folder_is_valid("examples", 5);
}

/* ---- the mechanism ----------------------------------------------------------------------- */

static void an_empty_mechanism_has_the_defaults(void** state)
{
  (void)state;
  lw_model*          m = read_good("minimal");
  const lw_settings* s = &m->settings;
  assert_name(m, m->name, "minimal");
  assert_name(m, m->description, "");
  ASSERT_VALUES(m, m->gravity, 0.0, 0.0, -9.81);
  assert_int_equal(m->nbody + m->njoint + m->nframe + m->ninput, 0);
  assert_int_equal(s->formulation, LW_INDEX3_DCA);
  ASSERT_VALUES(m, s->step, 0.001);
  ASSERT_VALUES(m, s->tolerance, 1e-10);
  ASSERT_VALUES(m, s->iterations, 10.0);
  assert_false(s->realtime);
  assert_true(s->penalty == 0.0);
  assert_int_equal(s->threads, 0);
  assert_false(s->portable);
  assert_true(s->start == 0.0 && s->stop == 10.0 && s->output_step == 0.001);
  assert_false(m->select_outputs);
  lw_model_destroy(m);
}

static void the_root_has_name_gravity_and_description(void** state)
{
  (void)state;
  lw_model* m = read_good("mechanism");
  assert_name(m, m->name, "_m1");
  assert_name(m, m->description,
              "a & b < c \"d\" & \xce\xb1, Gr\xc3\xb6\xc3\x9f"
              "e");
  ASSERT_VALUES(m, m->gravity, 1.0, 2.0, 3.0);
  lw_model_destroy(m);
}

static void solver_settings_are_read(void** state)
{
  (void)state;
  lw_model*          m = read_good("solver");
  const lw_settings* s = &m->settings;
  ASSERT_VALUES(m, s->step, 0.002);
  ASSERT_VALUES(m, s->tolerance, 1e-8);
  ASSERT_VALUES(m, s->iterations, 7.0);
  assert_true(s->realtime);
  assert_true(s->penalty == 1e7);
  assert_int_equal(s->threads, 4);
  assert_true(s->portable);
  assert_int_equal(s->line, 2);
  lw_model_destroy(m);

  m = read_good("solver_words");
  assert_false(m->settings.realtime);
  assert_true(m->settings.penalty == 0.0);
  assert_false(m->settings.portable);
  lw_model_destroy(m);
}

static void the_experiment_is_read(void** state)
{
  (void)state;
  lw_model* m = read_good("experiment");
  assert_true(m->settings.start == -1.0 && m->settings.stop == 2.5);
  assert_true(m->settings.output_step == 0.25);
  lw_model_destroy(m);

  /* its step defaults to the solver's, wherever that is in the file */
  m = read_good("experiment_default");
  assert_true(m->settings.start == 0.0 && m->settings.stop == 3.0);
  assert_true(m->settings.output_step == 0.004);
  lw_model_destroy(m);
}

/* ---- bodies ------------------------------------------------------------------------------ */

static void a_body_has_all_its_attributes(void** state)
{
  (void)state;
  lw_model*      m = read_good("body");
  const lw_body* b = &m->body[0];
  assert_name(m, b->name, "b");
  assert_int_equal(b->line, 2);
  assert_true(b->physical);
  ASSERT_VALUES(m, b->mass, 2.0);
  ASSERT_VALUES(m, b->inertia, 1.0, 2.0, 2.5, 0.1, 0.2, 0.3);
  ASSERT_VALUES(m, b->com, 0.1, 0.2, 0.3);
  ASSERT_VALUES(m, b->at, 1.0, 2.0, 3.0);
  assert_int_equal(b->rotation.kind, LW_ROTATION_QUAT);
  ASSERT_VALUES(m, b->rotation.slot, 0.6, 0.0, 0.8, 0.0);
  ASSERT_VALUES(m, b->velocity, 4.0, 5.0, 6.0);
  ASSERT_VALUES(m, b->spin, 7.0, 8.0, 9.0);
  lw_model_destroy(m);
}

static void what_a_body_leaves_out_is_zero(void** state)
{
  (void)state;
  lw_model*      m = read_good("free_body");
  const lw_body* b = &m->body[0];
  ASSERT_VALUES(m, b->inertia, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0);
  ASSERT_VALUES(m, b->com, 0.0, 0.0, 0.0);
  ASSERT_VALUES(m, b->at, 0.0, 0.0, 0.0);
  ASSERT_VALUES(m, b->velocity, 0.0, 0.0, 0.0);
  ASSERT_VALUES(m, b->spin, 0.0, 0.0, 0.0);
  assert_int_equal(b->rotation.kind, LW_ROTATION_NONE);
  assert_int_equal(b->rotation.slot, LW_NONE);
  lw_model_destroy(m);
}

static void angles_stay_angles(void** state)
{
  (void)state;
  lw_model* m = read_good("body_rpy");
  assert_int_equal(m->body[0].rotation.kind, LW_ROTATION_RPY);
  ASSERT_VALUES(m, m->body[0].rotation.slot, 0.1, 0.2, 0.3);
  lw_model_destroy(m);
}

static void a_rounded_quaternion_is_normalised(void** state)
{
  (void)state;
  lw_model*     m = read_good("body_quat_rounded");
  const double* q = m->value + m->body[0].rotation.slot;
  /* four roundings of numbers below 1; unrepaired, the length would be off by 1e-5 */
  assert_near(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1.0, 4.0 * DBL_EPSILON);
  assert_near(q[0], sqrt(0.5), 2.0 * DBL_EPSILON);
  assert_near(q[3], sqrt(0.5), 2.0 * DBL_EPSILON);
  lw_model_destroy(m);
}

static void flat_and_unphysical_bodies_are_allowed(void** state)
{
  (void)state;
  lw_model* m = read_good("body_flat");
  assert_true(m->body[0].physical);
  lw_model_destroy(m);
  m = read_good("body_unphysical");
  assert_false(m->body[0].physical);
  lw_model_destroy(m);
}

static void frames_belong_to_bodies_or_the_ground(void** state)
{
  (void)state;
  lw_model* m = read_good("frames");
  assert_int_equal(m->nframe, 4);
  assert_name(m, m->frame[0].name, "post");
  assert_int_equal(m->frame[0].body, LW_GROUND);
  ASSERT_VALUES(m, m->frame[0].at, 1.0, 0.0, 0.0);
  assert_int_equal(m->frame[1].rotation.kind, LW_ROTATION_RPY);
  assert_int_equal(m->frame[2].body, 0);
  ASSERT_VALUES(m, m->frame[2].at, 0.0, 0.0, 0.0);
  assert_int_equal(m->frame[2].rotation.kind, LW_ROTATION_NONE);
  assert_name(m, m->frame[3].name, "tip");
  assert_int_equal(m->frame[3].line, 8);
  ASSERT_VALUES(m, m->frame[3].rotation.slot, 0.0, 1.0, 0.0, 0.0);
  lw_model_destroy(m);
}

static void shapes_have_their_sizes(void** state)
{
  (void)state;
  lw_model* m = read_good("shapes");
  assert_int_equal(m->nshape, 7);
  const lw_shape* s = m->shape;
  assert_int_equal(s[0].type, LW_SHAPE_BOX);
  assert_int_equal(s[0].body, LW_GROUND);
  assert_same_bits(3, s[0].size, ((double[]){1.0, 2.0, 3.0}));
  assert_same_bits(3, s[0].at, ((double[]){4.0, 5.0, 6.0}));
  /* a quarter turn about z, off by the rounding of pi / 2 and of the sine and cosine */
  assert_close(4, s[0].quat, ((double[]){sqrt(0.5), 0.0, 0.0, sqrt(0.5)}), 4.0 * DBL_EPSILON);
  assert_int_equal(s[1].type, LW_SHAPE_SPHERE);
  assert_int_equal(s[1].body, 0);
  assert_true(s[1].size[0] == 0.1);
  assert_same_bits(4, s[1].quat, ((double[]){1.0, 0.0, 0.0, 0.0}));
  assert_int_equal(s[2].type, LW_SHAPE_CYLINDER);
  assert_true(s[2].size[0] == 0.2 && s[2].size[1] == 0.3);
  assert_int_equal(s[3].type, LW_SHAPE_CAPSULE);
  assert_true(s[3].size[0] == 0.4 && s[3].size[1] == 0.5);
  assert_same_bits(4, s[3].quat, ((double[]){0.6, 0.8, 0.0, 0.0}));
  assert_false(s[3].painted || s[3].spare);
  assert_int_equal(s[4].type, LW_SHAPE_MESH);
  assert_string_equal(lw_model_name(m, s[4].file), "meshes/arm.stl");
  assert_same_bits(3, s[4].size, ((double[]){0.001, 0.001, -0.001}));
  assert_true(s[4].painted);
  assert_same_bits(4, s[4].colour, ((double[]){1.0, 0.5, 0.25, 1.0}));
  assert_string_equal(lw_model_name(m, s[5].file), "package://arm/hand.dae");
  assert_same_bits(3, s[5].size, ((double[]){1.0, 1.0, 1.0}));
  assert_false(s[5].painted);
  assert_true(s[6].spare && s[6].painted && s[6].colour[3] == 0.5);
  lw_model_destroy(m);
}

/* ---- joints ------------------------------------------------------------------------------ */

static void every_type_of_joint_is_read_with_its_place(void** state)
{
  (void)state;
  /* clang-format off */
  static const struct {
    const char* name; lw_joint_type type; bool axis, axis2, at2, length;
  } all[] = {
      {"j0",  LW_FIXED,          false, false, false, false},
      {"j0z", LW_FIXED,          true,  false, false, false},
      {"j1",  LW_REVOLUTE,       true,  false, false, false},
      {"j2",  LW_PRISMATIC,      true,  false, false, false},
      {"j3",  LW_CYLINDRICAL,    true,  false, false, false},
      {"j4",  LW_UNIVERSAL,      true,  true,  false, false},
      {"j5",  LW_SPHERICAL,      false, false, false, false},
      {"j6",  LW_PLANAR,         true,  true,  false, false},
      {"j6x", LW_PLANAR,         true,  false, false, false},
      {"j7",  LW_POINT_ON_LINE,  true,  false, false, false},
      {"j8",  LW_POINT_ON_PLANE, true,  false, false, false},
      {"j9",  LW_DISTANCE,       false, false, true,  false},
      {"j9l", LW_DISTANCE,       false, false, true,  true}};
  /* clang-format on */
  lw_model* m = read_good("joints_world");
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const int j = lw_model_find_joint(m, all[i].name);
    assert_int_equal(j, i);
    const lw_joint* joint = &m->joint[j];
    assert_int_equal(joint->type, all[i].type);
    assert_int_equal(joint->parent, 0);
    assert_int_equal(joint->child, 1);
    assert_int_equal(joint->parent_frame, LW_NONE);
    assert_int_equal(joint->child_frame, LW_NONE);
    assert_int_not_equal(joint->at, LW_NONE);
    assert_int_equal(joint->axis != LW_NONE, all[i].axis);
    assert_int_equal(joint->axis2 != LW_NONE, all[i].axis2);
    assert_int_equal(joint->at2 != LW_NONE, all[i].at2);
    assert_int_equal(joint->length != LW_NONE, all[i].length);
    const bool drivable = joint->type == LW_REVOLUTE || joint->type == LW_PRISMATIC;
    assert_int_equal(joint->stiffness != LW_NONE, drivable);
    assert_int_equal(joint->damping != LW_NONE, drivable);
    assert_int_equal(joint->rest != LW_NONE, drivable);
  }
  ASSERT_VALUES(m, m->joint[2].axis, 0.0, 0.0, 2.0); /* any length */
  ASSERT_VALUES(m, m->joint[7].axis2, 1.0, 1.0, 0.0);
  ASSERT_VALUES(m, m->joint[11].at2, 1.0, 0.0, 0.0);
  ASSERT_VALUES(m, m->joint[12].length, 1.01);
  const lw_joint* last = &m->joint[lw_model_find_joint(m, "toground")];
  assert_int_equal(last->parent, 1);
  assert_int_equal(last->child, LW_GROUND);
  lw_model_destroy(m);
}

static void every_type_of_joint_can_stand_on_frames(void** state)
{
  (void)state;
  lw_model* m = read_good("joints_frames");
  assert_int_equal(m->njoint, 11);
  for (int j = 0; j < m->njoint; j++) {
    const lw_joint* joint = &m->joint[j];
    assert_int_equal(joint->type, j < LW_DISTANCE ? j : LW_DISTANCE);
    assert_int_equal(m->frame[joint->parent_frame].body, joint->parent);
    assert_int_equal(m->frame[joint->child_frame].body, joint->child);
    assert_int_equal(joint->at, LW_NONE);
    assert_int_equal(joint->axis, LW_NONE);
  }
  /* frames of one name on two bodies are told apart */
  assert_int_equal(m->joint[2].parent_frame, 1);
  assert_int_equal(m->joint[2].child_frame, 0);
  assert_int_equal(m->joint[9].parent_frame, 0);
  assert_int_equal(m->joint[9].child_frame, 2);
  ASSERT_VALUES(m, m->joint[10].length, 2.0);
  lw_model_destroy(m);
}

static void joints_have_springs(void** state)
{
  (void)state;
  lw_model* m = read_good("joint_spring");
  ASSERT_VALUES(m, m->joint[0].stiffness, 10.0);
  ASSERT_VALUES(m, m->joint[0].damping, 0.1);
  ASSERT_VALUES(m, m->joint[0].rest, 0.5);
  ASSERT_VALUES(m, m->joint[1].stiffness, -3.0);
  ASSERT_VALUES(m, m->joint[1].damping, 0.0);
  ASSERT_VALUES(m, m->joint[1].rest, 0.0);
  lw_model_destroy(m);
}

/* ---- forces, drives ---------------------------------------------------------------------- */

static void loads_and_drives_have_inputs(void** state)
{
  (void)state;
  lw_model* m = read_good("loads");
  assert_int_equal(m->nload, 4);
  assert_int_equal(m->ninput, 12);
  assert_false(m->load[0].is_torque);
  assert_false(m->load[0].body_axes);
  assert_int_equal(m->load[0].at, LW_NONE);
  assert_true(m->load[1].body_axes);
  ASSERT_VALUES(m, m->load[1].at, 1.0, 2.0, 3.0);
  assert_int_equal(m->load[1].input, 3);
  assert_true(m->load[2].is_torque);
  assert_false(m->load[2].body_axes);
  assert_true(m->load[3].body_axes);
  assert_int_equal(m->load[3].input, 9);
  lw_model_destroy(m);

  m = read_good("actuator");
  assert_int_equal(m->nactuator, 2);
  assert_name(m, m->actuator[0].name, "motor");
  assert_int_equal(m->actuator[1].joint, 0);
  assert_int_equal(m->actuator[1].input, 1);
  lw_model_destroy(m);
}

static void springs_are_relaxed_in_the_pose_of_the_file(void** state)
{
  (void)state;
  lw_model* m = read_good("spring");
  assert_int_equal(m->spring[0].from, 0);
  assert_int_equal(m->spring[0].to, 1);
  ASSERT_VALUES(m, m->spring[0].stiffness, 100.0);
  ASSERT_VALUES(m, m->spring[0].damping, 1.0);
  ASSERT_VALUES(m, m->spring[0].length, 0.5);
  ASSERT_VALUES(m, m->spring[1].stiffness, -5.0);
  ASSERT_VALUES(m, m->spring[1].damping, 0.0);
  /* from (0 0 1) to (1 2 0): the rounding of a quarter turn and of three squares; without the turn
   * it would be sqrt(10) */
  assert_near(m->value[m->spring[1].length], sqrt(6.0), 16.0 * DBL_EPSILON);
  lw_model_destroy(m);
}

static void bushings_have_six_of_each(void** state)
{
  (void)state;
  lw_model* m = read_good("bushing");
  ASSERT_VALUES(m, m->bushing[0].stiffness, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
  ASSERT_VALUES(m, m->bushing[0].damping, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0);
  ASSERT_VALUES(m, m->bushing[1].damping, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
  assert_int_equal(m->bushing[1].from, 1);
  assert_int_equal(m->bushing[1].to, 0);
  lw_model_destroy(m);
}

static void motions_follow_three_laws(void** state)
{
  (void)state;
  lw_model* m = read_good("motion");
  assert_int_equal(m->motion[0].kind, LW_MOTION_VELOCITY);
  assert_int_equal(m->motion[0].ncoef, 1);
  ASSERT_VALUES(m, m->motion[0].coef, 6.28);
  assert_int_equal(m->motion[0].input, LW_NONE);
  assert_int_equal(m->motion[1].kind, LW_MOTION_POLYNOMIAL);
  assert_int_equal(m->motion[1].ncoef, 4);
  ASSERT_VALUES(m, m->motion[1].coef, 1.0, 2.0, 0.5, 0.25);
  assert_int_equal(m->motion[1].joint, 1);
  assert_int_equal(m->motion[2].kind, LW_MOTION_INPUT);
  assert_int_equal(m->motion[2].ncoef, 0);
  assert_int_equal(m->motion[2].coef, LW_NONE);
  /* inputs: the actuator, three of the force, the motion */
  assert_int_equal(m->motion[2].input, 4);
  assert_int_equal(m->ninput, 5);
  lw_model_destroy(m);
}

static void couplings_have_terms(void** state)
{
  (void)state;
  lw_model* m = read_good("coupling");
  assert_int_equal(m->ncoupling, 2);
  assert_int_equal(m->coupling[0].term, 0);
  assert_int_equal(m->coupling[0].nterm, 2);
  ASSERT_VALUES(m, m->coupling[0].offset, 0.1);
  assert_int_equal(m->coupling_term[0].coordinate, 0);
  ASSERT_VALUES(m, m->coupling_term[0].ratio, 1.0);
  assert_int_equal(m->coupling_term[1].coordinate, 1);
  ASSERT_VALUES(m, m->coupling_term[1].ratio, -0.01);
  assert_int_equal(m->coupling[1].term, 2);
  assert_int_equal(m->coupling[1].nterm, 1);
  ASSERT_VALUES(m, m->coupling[1].offset, 0.0);
  assert_int_equal(m->coupling_term[2].joint, 1);
  lw_model_destroy(m);
}

/* ---- outputs ----------------------------------------------------------------------------- */

static void outputs_are_selected(void** state)
{
  (void)state;
  lw_model* m = read_good("outputs");
  assert_true(m->select_outputs);
  /* r, quat, v of the body, from two elements; the joint's coordinates and reactions, no quat */
  assert_int_equal(lw_model_outputs(m, LW_OUTPUT_BODY, 0), 1u | 2u | 4u);
  assert_int_equal(lw_model_outputs(m, LW_OUTPUT_BODY, 1), 0u);
  assert_int_equal(lw_model_outputs(m, LW_OUTPUT_JOINT, 0), 1u | 2u | 4u | 16u | 32u);
  assert_int_equal(lw_model_outputs(m, LW_OUTPUT_JOINT, 1), 8u | 16u);
  assert_int_equal(lw_model_outputs(m, LW_OUTPUT_MOTION, 0), 1u);
  assert_int_equal(lw_model_outputs(m, LW_OUTPUT_COUPLING, 0), 1u);
  assert_int_equal(lw_model_outputs(m, LW_OUTPUT_ENERGY, 0), 4u);
  lw_model_destroy(m);

  m = read_good("outputs_none");
  assert_int_equal(lw_model_outputs(m, LW_OUTPUT_BODY, 0), 0u);
  assert_int_equal(lw_model_outputs(m, LW_OUTPUT_ENERGY, 0), 0u);
  lw_model_destroy(m);

  m = read_good("free_body");
  assert_int_equal(lw_model_outputs(m, LW_OUTPUT_BODY, 0), 1u | 2u);
  assert_int_equal(lw_model_locals(m, LW_OUTPUT_BODY, 0), 4u | 8u | 16u | 32u);
  assert_int_equal(lw_model_outputs(m, LW_OUTPUT_ENERGY, 0), 0u);
  assert_int_equal(lw_model_locals(m, LW_OUTPUT_ENERGY, 0), 7u);
  lw_model_destroy(m);
}

/* ---- form -------------------------------------------------------------------------------- */

static void elements_come_in_any_order(void** state)
{
  (void)state;
  lw_model* m = read_good("any_order");
  assert_name(m, m->body[0].name, "b");
  assert_int_equal(m->joint[0].parent, 1);
  assert_int_equal(m->joint[0].child, 0);
  assert_int_equal(m->frame[m->spring[0].to].body, 0);
  assert_int_equal(lw_model_outputs(m, LW_OUTPUT_MOTION, 0), 1u);
  lw_model_destroy(m);
}

static void numbers_are_read_to_the_last_bit(void** state)
{
  (void)state;
  lw_model*      m = read_good("numbers");
  const lw_body* b = &m->body[0];
  ASSERT_VALUES(m, m->gravity, 1.0, -0.5, 0.2);
  ASSERT_VALUES(m, b->mass, 100.0);
  ASSERT_VALUES(m, b->inertia, 1.0, 1.0, 1.0);
  ASSERT_VALUES(m, b->at, 0.1, -0.0, 0.0);
  ASSERT_VALUES(m, b->com, DBL_TRUE_MIN, DBL_MAX, 9007199254740992.0);
  ASSERT_VALUES(m, b->velocity, 0.30000000000000004, 123456789012345678901234567890.0, 1e23);
  lw_model_destroy(m);
}

static void names_may_differ_in_case_and_have_digits(void** state)
{
  (void)state;
  lw_model* m = read_good("names");
  assert_int_equal(lw_model_find_body(m, "left-arm_2"), 0);
  assert_int_equal(lw_model_find_body(m, "Left-arm_2"), 1);
  assert_int_equal(lw_model_find_body(m, "0"), 2);
  assert_int_equal(lw_model_find_body(m, "left"), LW_NONE);
  assert_int_equal(lw_model_find_joint(m, "0"), LW_NONE);
  lw_model_destroy(m);
}

static void a_four_bar_is_read(void** state)
{
  (void)state;
  lw_model* m = read_good("four_bar");
  assert_int_equal(m->nbody, 3);
  assert_int_equal(m->njoint, 4);
  assert_int_equal(m->ninput, 1);
  assert_int_equal(m->joint[3].line, 9);
  assert_int_equal(m->joint[3].child, LW_GROUND);
  lw_model_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_file_is_read_and_the_schema_agrees),
      cmocka_unit_test(the_examples_are_read_and_the_schema_agrees),
      cmocka_unit_test(an_empty_mechanism_has_the_defaults),
      cmocka_unit_test(the_root_has_name_gravity_and_description),
      cmocka_unit_test(solver_settings_are_read),
      cmocka_unit_test(the_experiment_is_read),
      cmocka_unit_test(a_body_has_all_its_attributes),
      cmocka_unit_test(what_a_body_leaves_out_is_zero),
      cmocka_unit_test(angles_stay_angles),
      cmocka_unit_test(a_rounded_quaternion_is_normalised),
      cmocka_unit_test(flat_and_unphysical_bodies_are_allowed),
      cmocka_unit_test(frames_belong_to_bodies_or_the_ground),
      cmocka_unit_test(shapes_have_their_sizes),
      cmocka_unit_test(every_type_of_joint_is_read_with_its_place),
      cmocka_unit_test(every_type_of_joint_can_stand_on_frames),
      cmocka_unit_test(joints_have_springs),
      cmocka_unit_test(loads_and_drives_have_inputs),
      cmocka_unit_test(springs_are_relaxed_in_the_pose_of_the_file),
      cmocka_unit_test(bushings_have_six_of_each),
      cmocka_unit_test(motions_follow_three_laws),
      cmocka_unit_test(couplings_have_terms),
      cmocka_unit_test(outputs_are_selected),
      cmocka_unit_test(elements_come_in_any_order),
      cmocka_unit_test(numbers_are_read_to_the_last_bit),
      cmocka_unit_test(names_may_differ_in_case_and_have_digits),
      cmocka_unit_test(a_four_bar_is_read),
  };
  return cmocka_run_group_tests_name("test_mechanism_good", tests, NULL, NULL);
}
