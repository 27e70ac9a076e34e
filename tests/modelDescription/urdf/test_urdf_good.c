/* SPDX-License-Identifier: BSD-2-Clause */
/* Robots and the mechanism files that they become: good/NAME.urdf and
 * good/NAME.xml, with the warnings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "folder.h"
#include "path.h"
#include "robot.h"
#include <linkwork/mechanism_xml.h>

static void assert_text(const conversion* c, const char* expected, const char* what)
{
  const size_t n = strlen(expected);
  if (c->text.size == n && memcmp(c->text.data, expected, n) == 0) {
    return;
  }
  size_t at = 0, line = 1;
  while (at < n && at < c->text.size && c->text.data[at] == expected[at]) {
    line += expected[at++] == '\n' ? 1 : 0;
  }
  fail_msg("%s differs in line %zu:\n%.*s", what, line,
           (int)(c->text.size - at < 200 ? c->text.size - at : 200), c->text.data + at);
}

/* Every file becomes, byte by byte, the one beside it, and that is a valid mechanism. */
static void robots_become_the_files_beside_them(void** state)
{
  (void)state;
  folder files = folder_list("tests/modelDescription/urdf/good", ".urdf", 6);
  for (size_t i = 0; i < files.n; i++) {
    char       beside[LW_TEST_PATH_SIZE];
    size_t     size;
    conversion c = convert_file(files.path[i], NULL, NULL);
    if (c.status != LW_OK) {
      fail_msg("%s:%d: %s", files.path[i], c.diag.line, c.diag.text);
    }
    assert_true(strlen(files.path[i]) < sizeof beside);
    strcpy(beside, files.path[i]);
    strcpy(strrchr(beside, '.'), ".xml");
    char* expected = folder_read(beside, &size);
    assert_text(&c, expected, beside);
    lw_model* model = NULL;
    lw_diag   diag  = {0};
    if (lw_mechanism_read(beside, &model, &diag) != LW_OK) {
      fail_msg("%s:%d: %s", beside, diag.line, diag.text);
    }
    lw_model_destroy(model);
    free(expected);
    conversion_free(&c);
  }
  folder_free(&files);
}

/* Odd inertias and limits in the wrong order: a warning with the line says what was changed. */
static void changes_are_told(void** state)
{
  (void)state;
  char path[LW_TEST_PATH_SIZE];
  lw_test_repo_path("tests/modelDescription/urdf/good/odd_inertia.urdf", path);
  conversion c = convert_file(path, NULL, NULL);
  assert_int_equal(c.status, LW_OK);
  assert_string_equal(c.warnings.data,
                      "3: link \"pancake\": no body has its principal moments of inertia, 1, 1 and "
                      "3 kg m2; taken as "
                      "they are, with physical=\"false\"\n"
                      "11: link \"bead\": its principal moments of inertia are 0, 0 and 0 kg m2; "
                      "raised to at least "
                      "2e-08, those of its mass within a tenth of a millimetre\n"
                      "20: link \"needle\": its principal moments of inertia are 0, 0.2 and 0.2 kg "
                      "m2; raised to at "
                      "least 3e-08, those of its mass within a tenth of a millimetre\n"
                      "7: joint \"a\": its lower limit is above the upper one; left out\n");
  conversion_free(&c);

  lw_test_repo_path("tests/modelDescription/urdf/good/arm.urdf", path);
  c = convert_file(path, NULL, NULL);
  assert_string_equal(c.warnings.data, "");
  conversion_free(&c);
}

static const char LINKS[] = "<robot name='r'><link name='base'/>"
                            "<link name='a'><inertial><mass value='%s'/><inertia ixx='%s' iyy='1' "
                            "izz='1'/></inertial></link>"
                            "<joint name='j' type='revolute'><parent link='base'/><child "
                            "link='a'/><axis xyz='0 0 1'/></joint>"
                            "</robot>";

/* The one body of a converted text. */
static void read_body(const conversion* c, double* mass, double inertia[6], bool* physical)
{
  lw_model* model = NULL;
  lw_diag   diag  = {0};
  assert_int_equal(lw_mechanism_read_memory(c->text.data, c->text.size, &model, &diag), LW_OK);
  assert_int_equal(model->nbody, 1);
  *mass     = model->value[model->body[0].mass];
  *physical = model->body[0].physical;
  memcpy(inertia, model->value + model->body[0].inertia, 6 * sizeof *inertia);
  lw_model_destroy(model);
}

/* --massless and --repair work as described. */
static void options_give_what_is_missing(void** state)
{
  (void)state;
  char   text[600];
  double mass, inertia[6];
  bool   physical;

  snprintf(text, sizeof text, LINKS, "0", "0");
  char* moments = strstr(text, "iyy='1' izz='1'");
  memcpy(moments, "iyy='0' izz='0'", 15);
  const lw_urdf_options massless = {.massless = 1e-3};
  conversion            c        = convert_text(text, &massless);
  const double          small[6] = {1e-3, 1e-3, 1e-3, 0.0, 0.0, 0.0};
  assert_int_equal(c.status, LW_OK);
  assert_string_equal(c.warnings.data,
                      "1: link \"a\": it has no mass and no inertia; given 0.001 kg "
                      "and as many kg m2\n");
  read_body(&c, &mass, inertia, &physical);
  assert_near(mass, 1e-3, 0.0);
  assert_close(6, inertia, small, 0.0);
  conversion_free(&c);

  snprintf(text, sizeof text, LINKS, "2", "-0.5");
  const lw_urdf_options repair      = {.repair = 0.25};
  const double          repaired[6] = {0.25, 1.0, 1.0, 0.0, 0.0, 0.0};
  c                                 = convert_text(text, &repair);
  assert_int_equal(c.status, LW_OK);
  assert_string_equal(c.warnings.data,
                      "1: link \"a\": its principal moments of inertia are -0.5, 1 "
                      "and 1 kg m2; raised to at least 0.25\n");
  read_body(&c, &mass, inertia, &physical);
  assert_close(6, inertia, repaired, 1e-15);
  assert_true(physical);
  conversion_free(&c);
}

/* The base floats where the root has inertia and is not called world; options overrule that. */
static void base_is_what_the_root_says(void** state)
{
  (void)state;
  static const char inertial[] =
      "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";
  static const struct {
    const char*  name;
    bool         inertia;
    lw_urdf_base base;
    int          bodies;
  } cases[] = {{"trunk", true, LW_URDF_BASE_AUTO, 2},  {"trunk", false, LW_URDF_BASE_AUTO, 1},
               {"world", true, LW_URDF_BASE_AUTO, 1},  {"world", false, LW_URDF_BASE_AUTO, 1},
               {"trunk", true, LW_URDF_BASE_FIXED, 1}, {"world", true, LW_URDF_BASE_FLOATING, 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[800];
    snprintf(text, sizeof text,
             "<robot name='r'><link name='%s'>%s</link><link name='leg'>%s</link><joint name='hip' "
             "type='revolute'><parent link='%s'/><child link='leg'/></joint></robot>",
             cases[i].name, cases[i].inertia ? inertial : "", inertial, cases[i].name);
    const lw_urdf_options options = {.base = cases[i].base};
    conversion            c       = convert_text(text, &options);
    lw_model*             model   = NULL;
    assert_int_equal(c.status, LW_OK);
    assert_int_equal(lw_mechanism_read_memory(c.text.data, c.text.size, &model, &c.diag), LW_OK);
    assert_int_equal(model->nbody, cases[i].bodies);
    assert_int_equal(model->njoint, 1);
    lw_model_destroy(model);
    conversion_free(&c);
  }
}

/* Any text of the file may occur in a name or behind the root; none of it breaks the result. */
static void names_of_all_kinds_become_valid_ones(void** state)
{
  (void)state;
  static const char* const names[] = {"a b",       "a/b",    "a:b",  "a.b",    "a_b",  "-->", "é",
                                      "&lt;&amp;", "ground", "time", "energy", "x__y", "7",   "--"};
  enum { N = sizeof names / sizeof *names };
  lw_text text = {0};
  lw_text_add(&text, "<robot name='&quot;&lt;--'><link name='world'/>");
  for (int i = 0; i < N; i++) {
    char piece[600];
    snprintf(
        piece, sizeof piece,
        "<link name='%s'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/>"
        "</inertial></link><joint name='%s' type='revolute'><parent link='%s'/><child link='%s'/>"
        "</joint>",
        names[i], names[i], i == 0 ? "world" : names[i - 1], names[i]);
    lw_text_add(&text, piece);
  }
  lw_text_add(&text, "</robot>");
  lw_text_add_char(&text, '\0');
  conversion c = convert_text(text.data, NULL);
  if (c.status != LW_OK) {
    fail_msg("%d: %s", c.diag.line, c.diag.text);
  }
  lw_model* model = NULL;
  if (lw_mechanism_read_memory(c.text.data, c.text.size, &model, &c.diag) != LW_OK) {
    fail_msg("converted line %d: %s", c.diag.line, c.diag.text);
  }
  assert_int_equal(model->nbody, N);
  assert_int_equal(model->njoint, N);
  /* valid names are kept: those of all joints, and those of bodies unless a
   * joint has the same name */
  assert_true(lw_model_find_joint(model, "a_b") != LW_NONE);
  assert_true(lw_model_find_joint(model, "x__y") != LW_NONE);
  assert_true(lw_model_find_body(model, "x__y_link") != LW_NONE);
  lw_model_destroy(model);
  conversion_free(&c);
  lw_text_free(&text);
}

/* Names of elements that are added to joints keep their suffix, also if the name
 * of the joint is long. */
static void long_names_keep_their_suffixes(void** state)
{
  (void)state;
  enum { LENGTH = 160 };
  char joint[LENGTH + 1], expected[LENGTH + 1], text[1000];
  memset(joint, 'j', LENGTH);
  joint[LENGTH] = '\0';
  (void)snprintf(expected, sizeof expected, "%.*s_effort", LENGTH - 10, joint);
  (void)snprintf(text, sizeof text,
                 "<robot name='r'><link name='world'/><link name='a'><inertial><mass value='1'/>"
                 "<inertia ixx='1' iyy='1' izz='1'/></inertial></link><joint name='%s' "
                 "type='continuous'><parent link='world'/><child link='a'/></joint></robot>",
                 joint);
  conversion c = convert_text(text, NULL);
  assert_int_equal(c.status, LW_OK);
  lw_model* model = NULL;
  assert_int_equal(lw_mechanism_read_memory(c.text.data, c.text.size, &model, &c.diag), LW_OK);
  assert_string_equal(lw_model_name(model, model->joint[0].name), joint);
  assert_int_equal(model->nactuator, 1);
  assert_string_equal(lw_model_name(model, model->actuator[0].name), expected);
  lw_model_destroy(model);
  conversion_free(&c);
}

/* What robots are written in and around does not matter. */
static void quirks_of_files_are_let_pass(void** state)
{
  (void)state;
  static const char* const files[] = {
      "\n  <?xml version='1.0'?>\n<robot name='r'><link name='a'/></robot>",
      "\xef\xbb\xbf<?xml version='1.0' encoding='UTF-8'?><robot name='r'><link name='a'/></robot>",
      "<?xml version='1.0' encoding='iso-8859-1'?><robot name='r'><link name='\xe4'/></robot>",
      "<!-- a -- b ---><robot name='r'><link name='a'/><!-- -- --></robot>",
      "<robot name='r' xmlns='http://www.ros.org'><link name='a'/></robot>",
      "<robot name='r'><xacro:if value='1'/><link name='a'/></robot>",
      "<robot><link name='a'>text<visual>text</visual></link>text</robot>",
      ("<robot name='r'><link name='a'><visual><geometry><box size='1 1'/></geometry></visual>"
       "<visual><geometry><sphere radius='nan'/></geometry></visual></link></robot>"),
  };
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    conversion c = convert_text(files[i], NULL);
    if (c.status != LW_OK) {
      fail_msg("file %zu: %d: %s", i, c.diag.line, c.diag.text);
    }
    assert_true(lw_urdf_recognise(files[i], strlen(files[i])));
    conversion_free(&c);
  }
  static const char* const others[] = {"",
                                       "<",
                                       "<robots/>",
                                       "<mechanism name='robot'/>",
                                       "robot",
                                       "<!-- <robot> --><mechanism/>",
                                       "<?xml <robot ?>"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    assert_false(lw_urdf_recognise(others[i], strlen(others[i])));
  }
}

/* Numbers are the same bits as in the file wherever nothing had to be turned. */
static void numbers_keep_their_bits(void** state)
{
  (void)state;
  char path[LW_TEST_PATH_SIZE];
  lw_test_repo_path("tests/modelDescription/urdf/good/walker.urdf", path);
  lw_model*      model      = robot_model(path, NULL, NULL);
  const lw_body* trunk      = &model->body[lw_model_find_body(model, "trunk")];
  const double   inertia[6] = {0.07, 0.25, 0.26, 0.001, 0.0005, -0.0003};
  const double   com[3]     = {0.01, 0.0, 0.02};
  assert_same_bits(6, model->value + trunk->inertia, inertia);
  assert_same_bits(3, model->value + trunk->com, com);
  const lw_joint* hip = &model->joint[lw_model_find_joint(model, "hip_left")];
  assert_near(model->value[hip->damping], 0.2, 0.0);
  assert_near(model->value[hip->friction], 0.05, 0.0);
  assert_near(model->value[hip->lower], -0.8, 0.0);
  assert_int_equal(model->joint[lw_model_find_joint(model, "knee_left")].lower, LW_NONE);
  lw_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(robots_become_the_files_beside_them),
      cmocka_unit_test(changes_are_told),
      cmocka_unit_test(options_give_what_is_missing),
      cmocka_unit_test(base_is_what_the_root_says),
      cmocka_unit_test(names_of_all_kinds_become_valid_ones),
      cmocka_unit_test(long_names_keep_their_suffixes),
      cmocka_unit_test(quirks_of_files_are_let_pass),
      cmocka_unit_test(numbers_keep_their_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
