/* SPDX-License-Identifier: BSD-2-Clause */
/* Robots and sidecars with one mistake each: the message and its line are in
 * a comment of the file. */
#include <stdlib.h>

#include "check.h"
#include "folder.h"
#include "path.h"
#include "robot.h"

/* Every robot is refused with the line and the words that it expects. */
static void every_mistake_has_its_message(void** state)
{
  (void)state;
  folder files = folder_list("tests/modelDescription/urdf/bad", ".urdf", 60);
  int    wrong = 0;
  for (size_t i = 0; i < files.n; i++) {
    size_t     size;
    char*      text = folder_read(files.path[i], &size);
    conversion c    = convert_file(files.path[i], NULL, NULL);
    if (c.status != LW_ERR_INPUT || !folder_expects(text, &c.diag)) {
      print_error("%s: found %d: %s\n", files.path[i], c.diag.line, c.diag.text);
      wrong++;
    }
    conversion_free(&c);
    free(text);
  }
  folder_free(&files);
  assert_int_equal(wrong, 0);
}

/* The same for sidecars, beside a robot that is fine. */
static void every_mistake_in_a_sidecar_has_its_message(void** state)
{
  (void)state;
  static const char* const suffix[] = {".yaml", ".xml"};
  char                     robot[LW_TEST_PATH_SIZE];
  int                      wrong = 0;
  lw_test_repo_path("tests/modelDescription/urdf/good/fourbar.urdf", robot);
  for (int k = 0; k < 2; k++) {
    folder files = folder_list("tests/modelDescription/urdf/loops_bad", suffix[k], 15);
    for (size_t i = 0; i < files.n; i++) {
      size_t     size;
      char*      text = folder_read(files.path[i], &size);
      conversion c    = convert_file(robot, files.path[i], NULL);
      if (c.status != LW_ERR_INPUT || !c.in_loops || !folder_expects(text, &c.diag)) {
        print_error("%s: found %d: %s\n", files.path[i], c.diag.line, c.diag.text);
        wrong++;
      }
      conversion_free(&c);
      free(text);
    }
    folder_free(&files);
  }
  assert_int_equal(wrong, 0);
}

/* A file that is not there is not blamed on its content. */
static void missing_files_are_told_as_such(void** state)
{
  (void)state;
  char robot[LW_TEST_PATH_SIZE];
  lw_test_repo_path("tests/modelDescription/urdf/good/fourbar.urdf", robot);
  conversion c = convert_file("no/such/robot.urdf", NULL, NULL);
  assert_int_equal(c.status, LW_ERR_FILE);
  conversion_free(&c);
  c = convert_file(robot, "no/such/loops.yaml", NULL);
  assert_int_equal(c.status, LW_ERR_FILE);
  assert_true(c.in_loops);
  conversion_free(&c);
}

/* An option may only name what exists. */
static void options_that_make_no_sense_are_refused(void** state)
{
  (void)state;
  static const struct {
    lw_urdf_start start;
    int           line;
    const char*   text;
  } cases[] = {
      {{"elbo", 1.0}, 0, "the robot has no joint \"elbo\" (did you mean \"elbow\"?)"},
      {{"to_world", 1.0}, 20, "joint \"to_world\": it has no single coordinate to start from"},
      {{"slide_right", 0.01},
       132,
       "joint \"slide_right\": it follows joint \"slide_left\"; give the start value of that one"},
  };
  char robot[LW_TEST_PATH_SIZE];
  lw_test_repo_path("tests/modelDescription/urdf/good/arm.urdf", robot);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const lw_urdf_options options = {.nstart = 1, .start = &cases[i].start};
    conversion            c       = convert_file(robot, NULL, &options);
    assert_int_equal(c.status, LW_ERR_INPUT);
    assert_string_equal(c.diag.text, cases[i].text);
    assert_int_equal(c.diag.line, cases[i].line);
    conversion_free(&c);
  }
  const lw_urdf_options options = {.base = LW_URDF_BASE_FLOATING};
  conversion            c       = convert_file(robot, NULL, &options);
  assert_int_equal(c.status, LW_OK); /* with its base, the root has mass */
  conversion_free(&c);
  c = convert_text("<robot name='r'><link name='root'/></robot>", &options);
  assert_int_equal(c.status, LW_ERR_INPUT);
  assert_string_equal(c.diag.text, "link \"root\": the root has neither mass nor inertia, so it "
                                   "cannot float; --massless EPS gives it some");
  conversion_free(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_mistake_has_its_message),
      cmocka_unit_test(every_mistake_in_a_sidecar_has_its_message),
      cmocka_unit_test(missing_files_are_told_as_such),
      cmocka_unit_test(options_that_make_no_sense_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
