/* SPDX-License-Identifier: BSD-2-Clause */
/* Robots at the command line: convert, and wherever mechanisms are taken. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp, WEXITSTATUS */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "folder.h"
#include "path.h"
#include "robot.h"

static char scratch[LW_TEST_PATH_SIZE]; /* the present folder               */
static char here[LW_TEST_PATH_SIZE];    /* tests/modelDescription/urdf                       */

static const char* const FILES[] = {"out",   "err",       "robot.xml", "a.csv",
                                    "b.csv", "robot.fmu", "x.xml"};

static int make_folder(void** state)
{
  (void)state;
  lw_test_scratch_path("test_convert.XXXXXX", scratch);
  lw_test_repo_path("tests/modelDescription/urdf", here);
  return mkdtemp(scratch) && chdir(scratch) == 0 ? 0 : -1;
}

static int remove_folder(void** state)
{
  (void)state;
  for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) (void)unlink(FILES[i]);
  return chdir("/") == 0 && rmdir(scratch) == 0 ? 0 : -1;
}

/* Run the program; "@" in the arguments is replaced by tests/modelDescription/urdf. Its output goes
 * to the files out and err. */
static int run(const char* arguments)
{
  char   command[4096];
  size_t n = (size_t)snprintf(command, sizeof command, "\"%s\" ", LW_TEST_PROGRAM);
  for (; *arguments; arguments++) {
    n += *arguments == '@' ? (size_t)snprintf(command + n, sizeof command - n, "%s", here)
                           : (size_t)snprintf(command + n, sizeof command - n, "%c", *arguments);
    assert_true(n < sizeof command - 32);
  }
  snprintf(command + n, sizeof command - n, " >out 2>err");
  const int status = system(command);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

/* Does a file of the scratch folder contain a text? */
static bool contains(const char* name, const char* text)
{
  size_t     size;
  char*      all   = folder_read(name, &size);
  const bool found = strstr(all, text) != NULL;
  free(all);
  return found;
}

static void assert_same_files(const char* a, const char* b)
{
  size_t na, nb;
  char * x = folder_read(a, &na), *y = folder_read(b, &nb);
  assert_true(na > 0);
  assert_int_equal(na, nb);
  assert_memory_equal(x, y, na);
  free(x);
  free(y);
}

/* To stdout and to a file, what the library writes. */
static void convert_writes_the_mechanism(void** state)
{
  (void)state;
  char beside[LW_TEST_PATH_SIZE];
  lw_test_repo_path("tests/modelDescription/urdf/good/arm.xml", beside);
  assert_int_equal(run("convert @/good/arm.urdf"), 0);
  assert_same_files("out", beside);
  assert_int_equal(run("convert -o robot.xml @/good/arm.urdf"), 0);
  assert_same_files("robot.xml", beside);
  assert_false(contains("err", "warning"));
  assert_int_equal(run("convert @/good/odd_inertia.urdf"), 0);
  assert_true(contains("err", "odd_inertia.urdf:11: warning: link \"bead\": "));
  assert_int_equal(run("convert --help"), 0);
  assert_true(contains("out", "--massless EPS"));
}

/* A robot and its converted file give the same bits, and so does its FMU. */
static void robot_file_and_fmu_run_alike(void** state)
{
  (void)state;
  static const char options[] = "--stop 0.2 --step 0.01 --set elbow_effort=3";
  char              command[512];
  snprintf(command, sizeof command, "run @/good/arm.urdf --joint elbow=0.7 %s -o a.csv", options);
  assert_int_equal(run(command), 0);
  assert_int_equal(run("convert @/good/arm.urdf --joint elbow=0.7 -o robot.xml"), 0);
  snprintf(command, sizeof command, "run robot.xml %s -o b.csv", options);
  assert_int_equal(run(command), 0);
  assert_same_files("a.csv", "b.csv");
  assert_true(contains("a.csv", "shoulder_pan.q,shoulder_pan.qd,"));

  assert_int_equal(run("pack @/good/arm.urdf --joint elbow=0.7 -o robot.fmu"), 0);
  snprintf(command, sizeof command, "run robot.fmu %s -o b.csv", options);
  assert_int_equal(run(command), 0);
  assert_same_files("a.csv", "b.csv");
}

/* What came in shows at a glance. */
static void check_shows_the_tree(void** state)
{
  (void)state;
  assert_int_equal(run("check @/good/arm.urdf"), 0);
  assert_true(contains("out", "\nfreedoms 5\n"));
  assert_true(contains("out",
                       "tree\n"
                       "  ground\n"
                       "    shoulder, 3.7 kg, revolute shoulder_pan, axis 0 0 1\n"
                       "      upper_arm, 8.4 kg, revolute shoulder_lift, axis 0 1 0, range -2.5 "
                       "to 2.5\n"));
  assert_int_equal(run("check @/good/walker.urdf"), 0);
  assert_true(contains("out", "tree\n  trunk, 12.5 kg, free\n    hip_left_link, 1.1 kg, "));
  assert_int_equal(run("check @/good/fourbar.urdf --loops @/loops/fourbar.xml"), 0);
  assert_true(contains("out", "\nfreedoms 1\n"));
  assert_true(contains("out", "\nloop coupler to rocker, revolute pin, axis "));
}

/* A user's mistake: 1, the file that it is in, its line, and nothing written. */
static void mistakes_are_blamed_on_their_file(void** state)
{
  (void)state;
  static const struct {
    const char *arguments, *message;
  } cases[] = {
      {"convert @/bad/two_roots.urdf -o x.xml",
       "/bad/two_roots.urdf:4: link \"c\": no joint leads"},
      {"check @/bad/cycle.urdf", "/bad/cycle.urdf:2: "},
      {"run @/bad/axis_zero.urdf --stop 1", "/bad/axis_zero.urdf:4: "},
      {"pack @/bad/mass_nan.urdf -o x.xml", "/bad/mass_nan.urdf:2: "},
      {"convert @/good/arm.xml", "/good/arm.xml:3: the root element must be \"robot\""},
      {"convert @/good/arm.urdf --joint elbo=1", "/good/arm.urdf: the robot has no joint \"elbo\""},
      {"convert @/good/fourbar.urdf --loops @/loops_bad/scalar.yaml -o x.xml",
       "/loops_bad/scalar.yaml:2: "},
      {"check @/good/fourbar.urdf --loops no_such_file", "no_such_file: cannot be opened"},
      {"check @/good/arm.xml --base fixed", "--base is for robots"},
      {"run robot.fmu --stop 1 --loops x", "--loops is for robots"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(run(cases[i].arguments), 1);
    if (!contains("err", cases[i].message)) {
      fail_msg("%s does not say %s", cases[i].arguments, cases[i].message);
    }
    assert_int_not_equal(access("x.xml", F_OK), 0);
  }
}

/* A command line that makes no sense: 2. */
static void misuse_is_told(void** state)
{
  (void)state;
  static const struct {
    const char *arguments, *message;
  } cases[] = {
      {"convert", "ROBOT.urdf is missing"},
      {"convert a.urdf b.urdf", "one ROBOT.urdf is expected"},
      {"convert a.urdf --base sideways", "--base must be fixed or floating, found \"sideways\""},
      {"convert a.urdf --actuators some", "--actuators must be all or none"},
      {"check a.urdf --massless 0", "--massless must be greater than zero"},
      {"pack a.urdf --repair -1", "--repair must be greater than zero"},
      {"run a.urdf --stop 1 --joint elbow", "--joint needs NAME=VALUE"},
      {"check a.urdf --joint elbow=x", "--joint: \"x\" is not a number"},
      {"convert a.urdf --lops x", "did you mean \"--loops\"?"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(run(cases[i].arguments), 2);
    if (!contains("err", cases[i].message)) {
      fail_msg("%s does not say %s", cases[i].arguments, cases[i].message);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(convert_writes_the_mechanism),
      cmocka_unit_test(robot_file_and_fmu_run_alike),
      cmocka_unit_test(check_shows_the_tree),
      cmocka_unit_test(mistakes_are_blamed_on_their_file),
      cmocka_unit_test(misuse_is_told),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
