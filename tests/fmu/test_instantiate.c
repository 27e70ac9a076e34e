/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_instantiate.c - what fmi2Instantiate accepts and refuses, and the ways in which importers
 * spell the location of the resources.
 */
#define _XOPEN_SOURCE 700 /* mkdir, rename */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.h"

static lw_test_fmu fmu;

/* Instantiate with a location; NULL where it is refused. */
static fmi2Component instantiate_at(const char* uri)
{
  const fmi2CallbackFunctions callbacks = lw_fmi_callbacks(&fmu.log);
  fmu.log                               = (lw_fmi_log){0};
  fmi2Component c = fmu.fmi.Instantiate("test", fmi2CoSimulation, fmu.description.guid, uri,
                                        &callbacks, fmi2False, fmi2False);
  return c;
}

static void accepts(const char* format, const char* path)
{
  char uri[2 * LW_TEST_PATH_SIZE];
  (void)snprintf(uri, sizeof uri, format, path);
  fmi2Component c = instantiate_at(uri);
  if (!c) {
    fail_msg("%s is refused: %s", uri, fmu.log.text);
  }
  fmu.fmi.FreeInstance(c);
}

/* ---- locations ---------------------------------------------------------------------------- */

/* Where the library lies, ../../resources helps every location: move it away. */
static char hidden[LW_TEST_PATH_SIZE];

static int hide_resources(void** state)
{
  char from[LW_TEST_PATH_SIZE];
  (void)state;
  (void)snprintf(from, sizeof from, "%s/resources", fmu.scratch.path);
  (void)snprintf(hidden, sizeof hidden, "%s/hidden", fmu.scratch.path);
  return rename(from, hidden);
}

static int show_resources(void** state)
{
  char to[LW_TEST_PATH_SIZE];
  (void)state;
  (void)snprintf(to, sizeof to, "%s/resources", fmu.scratch.path);
  return rename(hidden, to);
}

static void uris_of_all_importers_are_understood(void** state)
{
  (void)state;
  accepts("file://%s", hidden);          /* three slashes            */
  accepts("file://%s/", hidden);         /* and one at the end       */
  accepts("file://%s///", hidden);       /* or more                  */
  accepts("file:%s", hidden);            /* no authority             */
  accepts("file://localhost%s", hidden); /* a host                   */
  accepts("FILE://LocalHost%s", hidden); /* case does not matter     */
  accepts("file:///%s", hidden);         /* four slashes             */
  accepts("file:/%s", hidden + 1);       /* one slash                */
  accepts("file://%s", hidden + 1);      /* two: not right, but seen */
  accepts("%s", hidden);                 /* a plain path             */
  accepts("%s/", hidden);
}

/* Folders with names that have to be encoded; some importers do not. */
static void names_are_decoded_or_taken_literally(void** state)
{
  static const struct {
    const char *folder, *encoded;
  } names[] = {{"with space", "with%20space"},
               {"f\xc3\xbcr \xe6\x97\xa5\xe6\x9c\xac", "f%C3%BCr%20%e6%97%a5%E6%9C%AC"},
               {"100%25", "100%2525"},
               {"lit%20eral", "lit%2520eral"},
               {"50% off", "50%25%20off"},
               {"a+b&c=d", "a%2Bb%26c=d"},
               {"x%", "x%25"},
               {"%zz", "%25zz"}};
  (void)state;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char moved[LW_TEST_PATH_SIZE + 64];
    (void)snprintf(moved, sizeof moved, "%s/%s", fmu.scratch.path, names[i].folder);
    assert_int_equal(rename(hidden, moved), 0);
    char uri[LW_TEST_PATH_SIZE + 128];
    (void)snprintf(uri, sizeof uri, "%s/%s", fmu.scratch.path, names[i].encoded);
    accepts("file://%s", uri);   /* as the standard has it        */
    accepts("file://%s", moved); /* not encoded, or taken literally */
    assert_int_equal(rename(moved, hidden), 0);
  }
}

static void wrong_locations_are_explained(void** state)
{
  char uri[LW_TEST_PATH_SIZE + 32];
  (void)state;
  assert_null(instantiate_at("file:///nowhere/resources"));
  lw_fmi_said(&fmu.log, "/nowhere/resources/mechanism.lwm cannot be opened", __FILE__, __LINE__);
  assert_null(instantiate_at("http://example.org/resources"));
  lw_fmi_said(&fmu.log, "is no file URI", __FILE__, __LINE__);
  assert_null(instantiate_at(""));
  assert_int_equal(fmu.log.calls, 1);
  assert_null(instantiate_at("file:"));
  assert_null(instantiate_at("file://"));
  assert_null(instantiate_at("%00"));
  assert_null(instantiate_at(NULL));
  lw_fmi_said(&fmu.log, "cannot be", __FILE__, __LINE__);
  /* a folder in place of the file */
  (void)snprintf(uri, sizeof uri, "%s/mechanism.lwm", fmu.scratch.path);
  assert_int_equal(mkdir(uri, 0700), 0);
  (void)snprintf(uri, sizeof uri, "file://%s", fmu.scratch.path);
  assert_null(instantiate_at(uri));
  lw_fmi_said(&fmu.log, "cannot be read", __FILE__, __LINE__);
  (void)snprintf(uri, sizeof uri, "%s/mechanism.lwm", fmu.scratch.path);
  assert_int_equal(rmdir(uri), 0);
}

/* A file that was damaged on its way. */
static void damaged_models_are_refused(void** state)
{
  char path[LW_TEST_PATH_SIZE + 32], uri[LW_TEST_PATH_SIZE + 32];
  (void)state;
  (void)snprintf(path, sizeof path, "%s/mechanism.lwm", hidden);
  (void)snprintf(uri, sizeof uri, "file://%s", hidden);
  for (long at = 40; at < 400; at += 60) {
    FILE* file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    (void)fputc(byte ^ 4, file);
    assert_int_equal(fclose(file), 0);
    assert_null(instantiate_at(uri));
    lw_fmi_said(&fmu.log, "checksum", __FILE__, __LINE__);
    file = fopen(path, "r+b");
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    (void)fputc(byte, file);
    assert_int_equal(fclose(file), 0);
  }
  accepts("%s", uri);
}

/* Without a usable location the folder beside the library serves. */
static void resources_beside_the_library_are_found(void** state)
{
  (void)state;
  static const char* const useless[] = {NULL, "", "file:///nowhere", "http://example.org/x",
                                        "nonsense"};
  for (size_t i = 0; i < sizeof useless / sizeof useless[0]; i++) {
    fmi2Component c = instantiate_at(useless[i]);
    assert_non_null(c);
    fmu.fmi.FreeInstance(c);
  }
}

/* ---- other arguments ---------------------------------------------------------------------- */

static void wrong_arguments_are_refused(void** state)
{
  const fmi2CallbackFunctions callbacks = lw_fmi_callbacks(&fmu.log);
  static const struct {
    const char* name;
    fmi2Type    type;
    const char *guid, *part;
  } cases[] = {{NULL, fmi2CoSimulation, "", "no name"},
               {"", fmi2CoSimulation, "", "no name"},
               {" \t\n", fmi2CoSimulation, "", "no name"},
               {"a", fmi2ModelExchange, "", "GUID"},
               {"a", fmi2CoSimulation, NULL, "GUID is missing"},
               {"a", fmi2CoSimulation, "", "GUID"},
               {"a", fmi2CoSimulation, "{00000000-0000-0000-0000-000000000000}", "GUID"},
               {"a", fmi2CoSimulation, "%s%n%d", "GUID %s%n%d of"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    fmu.log = (lw_fmi_log){0};
    assert_null(fmu.fmi.Instantiate(cases[i].name, cases[i].type, cases[i].guid, fmu.uri,
                                    &callbacks, fmi2False, fmi2False));
    lw_fmi_said(&fmu.log, cases[i].part, __FILE__, __LINE__);
    assert_int_equal(fmu.log.status, fmi2Error);
    assert_string_equal(fmu.log.category, "logStatusError");
  }
}

/* The standard requires the structure of callbacks; what is in it is not needed. */
static void everything_works_without_a_logger(void** state)
{
  const fmi2CallbackFunctions none = {0};
  const char*                 guid = fmu.description.guid;
  (void)state;
  assert_null(fmu.fmi.Instantiate("a", fmi2CoSimulation, "wrong", fmu.uri, &none, 0, fmi2True));
  assert_null(fmu.fmi.Instantiate("a", fmi2CoSimulation, guid, fmu.uri, NULL, 0, fmi2True));
  fmi2Component c = fmu.fmi.Instantiate("a", fmi2CoSimulation, guid, fmu.uri, &none, 0, fmi2True);
  assert_non_null(c);
  assert_int_equal(fmu.fmi.DoStep(c, 0.0, 0.1, fmi2False), fmi2Error);
  fmu.fmi.FreeInstance(c);
}

static void versions_are_those_of_the_standard(void** state)
{
  (void)state;
  assert_string_equal(fmu.fmi.GetVersion(), "2.0");
  assert_string_equal(fmu.fmi.GetTypesPlatform(), "default");
}

/* ---- logging ------------------------------------------------------------------------------ */

/* Categories are switched one by one; without any, errors alone are reported. */
static void categories_can_be_switched(void** state)
{
  const fmi2String error = "logStatusError", events = "logEvents", all = "logAll",
                   unknown[] = {"logEvents", "nonsense"};
  fmi2Component c            = lw_fmi_instantiate(&fmu);
  double        x            = 0.0;
  (void)state;
  fmu.log = (lw_fmi_log){0};
  assert_ok(fmu.fmi.SetupExperiment(c, 0, 0, 0, 0, 0));
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  assert_ok(fmu.fmi.ExitInitializationMode(c));
  assert_int_equal(fmu.log.calls, 0); /* nothing that is not switched on */
  assert_fails(&fmu, fmu.fmi.EnterInitializationMode(c), "not allowed");

  assert_ok(fmu.fmi.SetDebugLogging(c, fmi2False, 1, &error));
  fmu.log = (lw_fmi_log){0};
  assert_int_equal(fmu.fmi.EnterInitializationMode(c), fmi2Error);
  assert_int_equal(fmu.log.calls, 0);

  assert_ok(fmu.fmi.SetDebugLogging(c, fmi2True, 1, &events));
  assert_ok(fmu.fmi.Reset(c));
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  assert_ok(fmu.fmi.ExitInitializationMode(c));
  assert_int_equal(fmu.log.calls, 1);
  assert_string_equal(fmu.log.category, "logEvents");
  assert_string_equal(fmu.log.instance, "test");
  assert_int_equal(fmu.log.status, fmi2OK);

  /* a status that the FMU does not have is not an error: it is logged if the category is enabled */
  assert_int_equal(fmu.fmi.GetRealStatus(c, fmi2DoStepStatus, &x), fmi2Discard);
  assert_int_equal(fmu.log.calls, 1);
  assert_ok(fmu.fmi.SetDebugLogging(c, fmi2True, 1, &all));
  assert_int_equal(fmu.fmi.GetRealStatus(c, fmi2DoStepStatus, &x), fmi2Discard);
  assert_int_equal(fmu.log.calls, 2);
  assert_string_equal(fmu.log.category, "logStatusDiscard");

  assert_fails(&fmu, fmu.fmi.SetDebugLogging(c, fmi2True, 2, unknown), "nonsense");
  assert_ok(fmu.fmi.SetDebugLogging(c, fmi2False, 0, NULL));
  fmu.log = (lw_fmi_log){0};
  assert_int_equal(fmu.fmi.EnterInitializationMode(c), fmi2Error);
  assert_int_equal(fmu.log.calls, 0);
  fmu.fmi.FreeInstance(c);
}

/* '#' refers to variables in FMI's messages, so it is doubled; '%' is no format. */
static void special_characters_are_escaped(void** state)
{
  const fmi2CallbackFunctions callbacks = lw_fmi_callbacks(&fmu.log);
  (void)state;
  fmu.log = (lw_fmi_log){0};
  assert_null(fmu.fmi.Instantiate("a", fmi2CoSimulation, "#r1# 100%", fmu.uri, &callbacks, 0, 0));
  lw_fmi_said(&fmu.log, "##r1## 100%", __FILE__, __LINE__);
}

static int open_fmu(void** state)
{
  (void)state;
  lw_fmi_open("tests/fmu/data/arm.xml", &fmu);
  return 0;
}

static int close_fmu(void** state)
{
  (void)state;
  lw_fmi_close(&fmu);
  return 0;
}

#define hidden_test(function)                                                                      \
  cmocka_unit_test_setup_teardown(function, hide_resources, show_resources)

int main(void)
{
  const struct CMUnitTest tests[] = {
      hidden_test(uris_of_all_importers_are_understood),
      hidden_test(names_are_decoded_or_taken_literally),
      hidden_test(wrong_locations_are_explained),
      hidden_test(damaged_models_are_refused),
      cmocka_unit_test(resources_beside_the_library_are_found),
      cmocka_unit_test(wrong_arguments_are_refused),
      cmocka_unit_test(everything_works_without_a_logger),
      cmocka_unit_test(versions_are_those_of_the_standard),
      cmocka_unit_test(categories_can_be_switched),
      cmocka_unit_test(special_characters_are_escaped),
  };
  return cmocka_run_group_tests(tests, open_fmu, close_fmu);
}
