/* SPDX-License-Identifier: BSD-2-Clause */
/* Robots with closed loops: closed before they start, and while they move. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "folder.h"
#include "path.h"
#include "robot.h"
#include "run.h"
#include <linkwork/mechanism_xml.h>

/* docs/urdf.md promises 1e-10 m at the start for robots with loops, and these errors over a run. */
static void assert_closed(const measure* m)
{
  assert_below(m->violation[0], 1e-9);
  assert_below(m->violation[1], 1e-9);
  assert_below(m->violation[2], 1e-7);
}

static lw_model* fourbar(const char* loops, const lw_urdf_options* options)
{
  char robot[LW_TEST_PATH_SIZE], sidecar[LW_TEST_PATH_SIZE];
  lw_test_repo_path("tests/modelDescription/urdf/good/fourbar.urdf", robot);
  lw_test_repo_path(loops, sidecar);
  return robot_model(robot, sidecar, options);
}

/* How far the assembly moved the bodies from where the converted file has them. */
static double moved(lw_instance* instance)
{
  const lw_model* model = lw_instance_model(instance);
  double          most  = 0.0;
  for (int b = 0; b < model->nbody; b++) {
    double        r[3];
    const double* at = model->value + model->body[b].at;
    assert_int_equal(lw_instance_get(instance, LW_BODY_R, b, r), LW_OK);
    most = fmax(most, hypot(hypot(r[0] - at[0], r[1] - at[1]), r[2] - at[2]));
  }
  return most;
}

/* A pin as a revolute joint and as a ball: one freedom, closed by the conversion, energy kept. */
static void four_bars_close_and_swing(void** state)
{
  (void)state;
  static const struct {
    const char* loops;
    int         redundant;
  } cases[] = {{"tests/modelDescription/urdf/loops/fourbar.xml", 3},
               {"tests/modelDescription/urdf/loops/fourbar.yaml", 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    lw_model*    model    = fourbar(cases[i].loops, NULL);
    lw_instance* instance = run_start(model);
    lw_mobility  mobility;
    assert_int_equal(lw_instance_mobility(instance, &mobility), LW_OK);
    assert_int_equal(mobility.freedoms, 1);
    assert_int_equal(mobility.redundant, cases[i].redundant);
    assert_int_equal(model->nactuator, 1);
    assert_below(moved(instance), 1e-10);
    const measure m = run_for(instance, 2.0);
    assert_closed(&m);
    /* the drift is that of a second-order method at the default step */
    assert_below(m.drift, 1e-3 * m.exchanged);
    lw_instance_destroy(instance);
    lw_model_destroy(model);
  }
}

/* A sidecar with a byte order mark is the same without it. */
static void byte_order_marks_are_skipped(void** state)
{
  (void)state;
  char   robot[LW_TEST_PATH_SIZE], plain[LW_TEST_PATH_SIZE], marked[LW_TEST_PATH_SIZE];
  size_t size = 0;
  lw_test_repo_path("tests/modelDescription/urdf/good/fourbar.urdf", robot);
  lw_test_repo_path("tests/modelDescription/urdf/loops/fourbar.yaml", plain);
  lw_test_scratch_path("marked.yaml", marked);
  char* text = folder_read(plain, &size);
  FILE* file = fopen(marked, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite("\xef\xbb\xbf", 1, 3, file), 3);
  assert_int_equal(fwrite(text, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
  free(text);
  conversion a = convert_file(robot, plain, NULL), b = convert_file(robot, marked, NULL);
  assert_int_equal(a.status, LW_OK);
  assert_int_equal(b.status, LW_OK);
  assert_int_equal(b.text.size, a.text.size);
  assert_memory_equal(b.text.data, a.text.data, a.text.size);
  conversion_free(&a);
  conversion_free(&b);
  assert_int_equal(remove(marked), 0);
}

/* A start that is given is kept, and the loop is closed around it. */
static void given_starts_are_kept(void** state)
{
  (void)state;
  for (double q = -3.0; q < 3.5; q += 1.3) {
    const lw_urdf_start   start   = {"motor", q};
    const lw_urdf_options options = {.nstart = 1, .start = &start};
    lw_model*    model    = fourbar("tests/modelDescription/urdf/loops/fourbar.xml", &options);
    lw_instance* instance = run_start(model);
    double       found[3];
    assert_int_equal(
        lw_instance_get(instance, LW_JOINT_Q, lw_model_find_joint(model, "motor"), found), LW_OK);
    assert_near(found[0], q, 1e-9);
    assert_below(moved(instance), 1e-9);
    lw_instance_destroy(instance);
    lw_model_destroy(model);
  }
}

/* ---- texts ------------------------------------------------------------------------------- */

#define LINK(name)                                                                                 \
  "<link name='" name                                                                              \
  "'><inertial><origin xyz='0.1 0.02 -0.1'/><mass value='1'/><inertia ixx='.02' iyy='.03' "        \
  "izz='.025' ixy='.001'/></inertial></link>"

#define JOINT(name, type, parent, child, more)                                                     \
  "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child          \
  "'/>" more "</joint>"

/* A robot and a sidecar from texts; *c holds status and warnings. */
static lw_model* from_texts(const char* robot_text, const char* loops_text, conversion* c)
{
  lw_urdf*              robot   = NULL;
  lw_loops*             loops   = NULL;
  lw_model*             model   = NULL;
  const lw_urdf_options options = {.base = LW_URDF_BASE_AUTO};
  *c                            = (conversion){.status = LW_OK};
  c->status = lw_urdf_read_memory(robot_text, strlen(robot_text), &c->diag, &robot);
  if (c->status == LW_OK && loops_text) {
    c->status = lw_loops_read_memory(loops_text, strlen(loops_text), &c->diag, &loops);
  }
  if (c->status == LW_OK && loops) {
    c->status = lw_loops_resolve(loops, robot, &c->diag);
  }
  if (c->status == LW_OK) {
    c->status = lw_urdf_convert(robot, loops, &options, NULL, NULL, &c->text, &c->diag);
  }
  if (c->status == LW_OK) {
    c->status = lw_mechanism_read_memory(c->text.data, c->text.size, &model, &c->diag);
  }
  lw_loops_free(loops);
  lw_urdf_free(robot);
  conversion_free(c);
  return model;
}

/* Where the last body is after a while. */
static void end_of_run(lw_model* model, double r[3])
{
  lw_instance*  instance = run_start(model);
  const measure m        = run_for(instance, 0.5);
  assert_closed(&m);
  assert_int_equal(lw_instance_get(instance, LW_BODY_R, model->nbody - 1, r), LW_OK);
  lw_instance_destroy(instance);
  lw_model_destroy(model);
}

/* A joint that a sidecar makes universal or spherical moves as the stack of revolutes does. */
static void replaced_joints_move_as_stacks_do(void** state)
{
  (void)state;
  static const char* const stacks[] = {
      "<robot name='r'><link name='base'/>" LINK("arm") "<link name='m'/>" JOINT(
          "u", "revolute", "base", "m", "<origin rpy='0.3 0.4 0.5'/><axis xyz='0 0 1'/>")
          JOINT("v", "revolute", "m", "arm", "<axis xyz='1 0 0'/>") "</robot>",
      "<robot name='r'><link name='base'/>" LINK("arm") "<link name='m'/><link name='n'/>" JOINT(
          "u", "revolute", "base", "m", "<origin rpy='0.3 0.4 0.5'/><axis xyz='0 0 1'/>")
          JOINT("v", "revolute", "m", "n", "<axis xyz='1 0 0'/>")
              JOINT("w", "revolute", "n", "arm", "<axis xyz='0 1 0'/>") "</robot>"};
  static const char one[] = "<robot name='r'><link name='base'/>" LINK("arm") JOINT(
      "u", "revolute", "base", "arm", "<origin rpy='0.3 0.4 0.5'/><axis xyz='0 0 1'/>") "</robot>";
  static const char* const changes[2][2] = {
      {"joint_name: [u]\njoint_type: [UJOINT_ZX]\n",
       "<loops><replace joint='u' type='universal' axis='0 0 1' axis2='1 0 0'/></loops>"},
      {"joint_name: [u]\njoint_type: [SPHERICAL]\n",
       "<loops><replace joint='u' type='spherical'/></loops>"}};
  for (int i = 0; i < 2; i++) {
    conversion c;
    double     expected[3], r[3];
    lw_model*  stack = from_texts(stacks[i], NULL, &c);
    assert_non_null(stack);
    end_of_run(stack, expected);
    for (int k = 0; k < 2; k++) {
      lw_model* changed = from_texts(one, changes[i][k], &c);
      assert_non_null(changed);
      end_of_run(changed, r);
      /* the same equations in the same places: rounding apart */
      assert_close(3, r, expected, 1e-10);
    }
  }
}

/* A joint that a sidecar fixes holds; a rod and a tie to the ground hold, too. */
static void other_joints_of_sidecars_hold(void** state)
{
  (void)state;
  static const char robot[] = "<robot name='r'>" LINK("trunk") LINK("arm") LINK("hand")
      JOINT("shoulder", "continuous", "trunk", "arm", "<origin xyz='0.2 0 0'/><axis xyz='0 1 0'/>")
          JOINT("wrist", "revolute", "arm", "hand",
                "<origin xyz='0.3 0 0'/><axis xyz='0 1 0'/>") "</robot>";
  static const struct {
    const char* loops;
    int         freedoms;
  } cases[] = {
      {"joint_name: ['wrist']\njoint_type: ['FIXED']", 7},
      {"<loops><joint name='tie' type='spherical' parent='ground' child='trunk' parent-at='0 0 1' "
       "child-at='0 0 1'/></loops>",
       5},
      {"<loops><joint name='rod' type='distance' parent='trunk' child='hand' child-at='0.1 0 0' "
       "length='0.5'/></loops>",
       7},
      {"<loops><joint name='slot' type='point-on-plane' parent='trunk' child='hand' axis='0 0 "
       "1'/></loops>",
       7},
      {"<loops><joint name='hinge' type='revolute' parent='ground' child='trunk' axis='0 1 0' "
       "damping='0.1' "
       "friction='0.01' stiffness='2'/></loops>",
       3},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    conversion c;
    lw_model*  model = from_texts(robot, cases[i].loops, &c);
    if (!model) {
      fail_msg("%s: %d: %s", cases[i].loops, c.diag.line, c.diag.text);
    }
    lw_instance* instance = run_start(model);
    lw_mobility  mobility;
    assert_int_equal(lw_instance_mobility(instance, &mobility), LW_OK);
    assert_int_equal(mobility.freedoms, cases[i].freedoms);
    const measure m = run_for(instance, 0.5);
    assert_closed(&m);
    lw_instance_destroy(instance);
    lw_model_destroy(model);
  }
}

/* A loop that cannot be closed is told as such, and the mechanism refused when it starts. */
static void impossible_loops_are_told(void** state)
{
  (void)state;
  char robot[LW_TEST_PATH_SIZE], sidecar[LW_TEST_PATH_SIZE];
  lw_test_repo_path("tests/modelDescription/urdf/good/fourbar.urdf", robot);
  lw_test_scratch_path("impossible.xml", sidecar);
  FILE* file = fopen(sidecar, "w");
  assert_non_null(file);
  fputs("<loops><joint name='pin' type='spherical' parent='pin_A' child='pin_B' child-at='5 0 "
        "0'/></loops>",
        file);
  fclose(file);
  conversion c = convert_file(robot, sidecar, NULL);
  assert_int_equal(c.status, LW_OK);
  assert_non_null(strstr(c.warnings.data, "no joint coordinates were found that close all loops"));
  lw_model*    model    = NULL;
  lw_instance* instance = NULL;
  lw_diag      diag     = {0};
  assert_int_equal(lw_mechanism_read_memory(c.text.data, c.text.size, &model, &diag), LW_OK);
  assert_int_equal(lw_instance_create(model, &diag, &instance), LW_OK);
  assert_int_equal(lw_instance_initialize(instance, 0.0, &diag), LW_ERR_ASSEMBLY);
  lw_instance_destroy(instance);
  lw_model_destroy(model);
  conversion_free(&c);
  remove(sidecar);
}

/* The two sidecars of docs/urdf.md work unchanged, for a robot with these names. */
static void documented_sidecars_are_valid(void** state)
{
  (void)state;
  static const char robot_text[] =
      "<robot name='r'>" LINK("base") LINK("rod_A") LINK("rod_B") LINK("bar_A") LINK("bar_B")
          LINK("rod_tip") LINK("rocker") JOINT("crank", "revolute", "base", "rod_A", "")
              JOINT("hip", "revolute", "base", "rod_B", "")
                  JOINT("knee", "revolute", "base", "bar_A", "")
                      JOINT("d", "revolute", "base", "bar_B", "")
                          JOINT("e", "revolute", "base", "rod_tip", "")
                              JOINT("f", "revolute", "base", "rocker", "") "</robot>";
  static const char* const fence[] = {"```yaml\n", "```xml\n"};
  char                     path[LW_TEST_PATH_SIZE];
  size_t                   size;
  lw_urdf*                 robot = NULL;
  lw_diag                  diag  = {0};
  lw_test_repo_path("docs/urdf.md", path);
  char* page = folder_read(path, &size);
  assert_int_equal(lw_urdf_read_memory(robot_text, strlen(robot_text), &diag, &robot), LW_OK);
  for (int i = 0; i < 2; i++) {
    const char* begin = strstr(page, fence[i]);
    assert_non_null(begin);
    begin += strlen(fence[i]);
    lw_loops* loops = NULL;
    if (lw_loops_read_memory(begin, (size_t)(strstr(begin, "```") - begin), &diag, &loops) !=
            LW_OK ||
        lw_loops_resolve(loops, robot, &diag) != LW_OK) {
      fail_msg("%s line %d: %s", fence[i], diag.line, diag.text);
    }
    assert_int_equal(loops->nloop, i == 0 ? 2 : 1);
    lw_loops_free(loops);
  }
  lw_urdf_free(robot);
  free(page);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(four_bars_close_and_swing),
      cmocka_unit_test(byte_order_marks_are_skipped),
      cmocka_unit_test(given_starts_are_kept),
      cmocka_unit_test(replaced_joints_move_as_stacks_do),
      cmocka_unit_test(other_joints_of_sidecars_hold),
      cmocka_unit_test(impossible_loops_are_told),
      cmocka_unit_test(documented_sidecars_are_valid),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
