/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_check.c - what linkwork check finds in mechanisms that an engineer would question.
 */
#define _POSIX_C_SOURCE 200809L /* popen */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "check.h"
#include "path.h"

static char output[1 << 16];

/* Run `linkwork check` on a text. Returns the exit code; the output is in output. */
static int run_check(const char* text)
{
  char path[LW_TEST_PATH_SIZE], command[2 * LW_TEST_PATH_SIZE];
  lw_test_scratch_path("check.xml", path);
  FILE* file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
  assert_int_equal(fclose(file), 0);
  snprintf(command, sizeof command, "'%s' check '%s' 2>&1", LW_TEST_PROGRAM, path);
  FILE* pipe = popen(command, "r");
  assert_non_null(pipe);
  const size_t n   = fread(output, 1, sizeof output - 1, pipe);
  output[n]        = '\0';
  const int status = pclose(pipe);
  assert_int_equal(remove(path), 0);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void assert_says(const char* part)
{
  if (!strstr(output, part)) {
    fail_msg("it does not say \"%s\" but\n%s", part, output);
  }
}

static void assert_silent(const char* part)
{
  if (strstr(output, part)) {
    fail_msg("it says \"%s\":\n%s", part, output);
  }
}

/* A four-bar in the plane; its parts are replaced one by one. */
#define BODIES(mass)                                                                               \
  "<body name=\"crank\" mass=\"1\" inertia=\"1 1 1\" at=\"0 0.5 0\"/>"                             \
  "<body name=\"coupler\" mass=\"" mass "\" inertia=\"1 1 1\" at=\"1 1 0\"/>"                      \
  "<body name=\"rocker\" mass=\"1\" inertia=\"1 1 1\" at=\"2 0.5 0\"/>"
#define JOINTS(extra, axis)                                                                        \
  "<joint name=\"A\" type=\"revolute\" parent=\"ground\" child=\"crank\" at=\"0 0 0\" "            \
  "axis=\"0 0 1\" " extra "/>"                                                                     \
  "<joint name=\"B\" type=\"revolute\" parent=\"crank\" child=\"coupler\" at=\"0 1 0\" "           \
  "axis=\"" axis "\"/>"                                                                            \
  "<joint name=\"C\" type=\"revolute\" parent=\"coupler\" child=\"rocker\" at=\"2 1 0\" "          \
  "axis=\"0 0 1\"/>"                                                                               \
  "<joint name=\"D\" type=\"revolute\" parent=\"ground\" child=\"rocker\" at=\"2 0 0\" "           \
  "axis=\"0 0 1\"/>"
#define FOUR_BAR(mass, extra, axis)                                                                \
  "<mechanism name=\"m\">" BODIES(mass) JOINTS(extra, axis) "</mechanism>"

static void redundant_joints_are_named(void** state)
{
  (void)state;
  assert_int_equal(run_check(FOUR_BAR("1", "", "0 0 1")), 0);
  assert_says("\nfreedoms 1\n");
  assert_says("\nredundant 3\n");
  assert_says("\nnot unique A (3), B (3), C (3), D (3)\n");
  assert_says("\nmoved 0\nturned 0\n");
  assert_silent("warning");
}

/* Of many redundant joints twenty are named, and the others are counted: here seven parallelograms
 * side by side have 22. */
static void many_redundant_joints_are_counted(void** state)
{
  (void)state;
  assert_int_equal(
      run_check(
          "<mechanism name=\"m\"><repeat count=\"8\" index=\"i\" first=\"0\"><body name=\"u{i}\" "
          "mass=\"1\" inertia=\"1 1 1\" at=\"i 0.5 0\"/><joint name=\"f{i}\" type=\"revolute\" "
          "parent=\"ground\" child=\"u{i}\" at=\"i 0 0\" axis=\"0 0 1\"/></repeat>"
          "<repeat count=\"7\" index=\"i\" first=\"0\"><body name=\"c{i}\" mass=\"1\" "
          "inertia=\"1 1 1\" at=\"i+0.5 1 0\"/><joint name=\"h{i}\" type=\"revolute\" "
          "parent=\"u{i}\" child=\"c{i}\" at=\"i 1 0\" axis=\"0 0 1\"/>"
          "<joint name=\"k{i}\" type=\"revolute\" parent=\"u{i+1}\" child=\"c{i}\" at=\"i+1 1 0\" "
          "axis=\"0 0 1\"/></repeat></mechanism>"),
      0);
  assert_says("\nredundant 21\n");
  assert_says(", and 2 more\n");
}

static void far_masses_are_noticed(void** state)
{
  (void)state;
  assert_int_equal(run_check(FOUR_BAR("2e6", "", "0 0 1")), 0);
  assert_says(
      "warning: masses differ by a factor of 2e+06: body crank has 1 kg, body coupler 2e+06 kg");
  assert_int_equal(run_check(FOUR_BAR("9e5", "", "0 0 1")), 0);
  assert_silent("warning: masses");
}

static void tilted_axes_are_noticed(void** state)
{
  (void)state;
  assert_int_equal(run_check(FOUR_BAR("1", "", "0 0.0001 1")), 0);
  assert_says("\nfreedoms 0\n");
  assert_says("warning: constraints are nearly dependent (to ");
  assert_says("joint A, joint B, joint C, joint D\n");
  assert_says("warning: the axes of joints A and B differ by 0.0001 rad");
}

static void a_singular_start_is_noticed(void** state)
{
  (void)state;
  assert_int_equal(
      run_check("<mechanism name=\"m\">"
                "<body name=\"crank\" mass=\"1\" inertia=\"1 1 1\" at=\"0.5 0 0\"/>"
                "<body name=\"coupler\" mass=\"1\" inertia=\"1 1 1\" at=\"2 0 0\"/>"
                "<body name=\"rocker\" mass=\"1\" inertia=\"1 1 1\" at=\"2.5 0 0\"/>"
                "<joint name=\"A\" type=\"revolute\" parent=\"ground\" child=\"crank\" "
                "at=\"0 0 0\" axis=\"0 0 1\"/>"
                "<joint name=\"B\" type=\"revolute\" parent=\"crank\" child=\"coupler\" "
                "at=\"1 0 0\" axis=\"0 0 1\"/>"
                "<joint name=\"C\" type=\"revolute\" parent=\"coupler\" child=\"rocker\" "
                "at=\"3 0 0\" axis=\"0 0 1\"/>"
                "<joint name=\"D\" type=\"revolute\" parent=\"ground\" child=\"rocker\" "
                "at=\"2 0 0\" axis=\"0 0 1\"/></mechanism>"),
      0);
  assert_says("\nfreedoms 1\n");
  assert_says(
      "warning: the mechanism starts in a singular configuration: it has 2 degrees of freedom "
      "there and 1 nearby");
}

static void far_moves_are_noticed(void** state)
{
  (void)state;
  static const char text[] =
      "<mechanism name=\"m\"><ground><frame name=\"g\" at=\"%s 0 0\"/></ground>"
      "<body name=\"arm\" mass=\"1\" inertia=\"1 1 1\" at=\"0.5 0 0\"><frame name=\"f\" "
      "at=\"-0.5 0 0\"/></body><body name=\"hand\" mass=\"1\" inertia=\"1 1 1\" at=\"1.5 0 0\"/>"
      "<joint name=\"J\" type=\"spherical\" parent=\"ground\" child=\"arm\" parent-frame=\"g\" "
      "child-frame=\"f\"/><joint name=\"K\" type=\"spherical\" parent=\"arm\" child=\"hand\" "
      "at=\"1 0 0\"/></mechanism>";
  char file[2 * sizeof text];
  snprintf(file, sizeof file, text, "0.01");
  assert_int_equal(run_check(file), 0);
  assert_says("\nmoved 0.01 ");
  assert_silent("warning");
  snprintf(file, sizeof file, text, "0.3");
  assert_int_equal(run_check(file), 0);
  assert_says("warning: assembly moved body ");
}

static void starts_that_cannot_be_are_noticed(void** state)
{
  (void)state;
  /* the crank starts as told; the coupler's joint cannot have both */
  assert_int_equal(run_check(FOUR_BAR("1", "q0=\"0.2\" qd0=\"1\"", "0 0 1")), 0);
  assert_silent("warning: joint");
  assert_int_equal(
      run_check("<mechanism name=\"m\">" BODIES("1") JOINTS(
          "q0=\"0.2\"",
          "0 0 1") "<joint name=\"E\" type=\"prismatic\" parent=\"ground\" child=\"x\" at=\"0 0 "
                   "0\" "
                   "axis=\"0 0 1\" q0=\"0.5\"/><body name=\"x\" mass=\"1\" inertia=\"1 1 1\"/>"
                   "<motion name=\"M\" joint=\"E\" position=\"0.1 2\"/></mechanism>"),
      0);
  assert_says("warning: joint E starts with q = 0.1, not with q0 = 0.5");
  assert_silent("warning: joint A");
}

/* One line for each joint, with its value and its range; starts at an end are inside. */
static void starts_outside_a_range_are_noticed(void** state)
{
  (void)state;
  assert_int_equal(run_check(FOUR_BAR("1", "lower=\"0.5\" upper=\"2\"", "0 0 1")), 0);
  assert_says("check.xml: warning: joint A starts at 0 rad, outside its range 0.5 to 2\n");
  assert_int_equal(run_check(FOUR_BAR("1", "lower=\"0\" upper=\"2\"", "0 0 1")), 0);
  assert_silent("its range");
  assert_int_equal(run_check(FOUR_BAR("1", "upper=\"-0.1\"", "0 0 1")), 0);
  assert_says("check.xml: warning: joint A starts at 0 rad, above its range up to -0.1\n");
  assert_int_equal(run_check(FOUR_BAR("1", "q0=\"-4\" lower=\"-3.5\"", "0 0 1")), 0);
  assert_says("check.xml: warning: joint A starts at -4 rad, below its range from -3.5\n");
  assert_silent("warning: joint B");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(redundant_joints_are_named),
      cmocka_unit_test(many_redundant_joints_are_counted),
      cmocka_unit_test(far_masses_are_noticed),
      cmocka_unit_test(tilted_axes_are_noticed),
      cmocka_unit_test(a_singular_start_is_noticed),
      cmocka_unit_test(far_moves_are_noticed),
      cmocka_unit_test(starts_that_cannot_be_are_noticed),
      cmocka_unit_test(starts_outside_a_range_are_noticed),
  };
  return cmocka_run_group_tests_name("test_check", tests, NULL, NULL);
}
