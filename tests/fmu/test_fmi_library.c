/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_fmi_library.c - our FMUs through FMI Library: it finds nothing to say about them, and they
 * give the same bits as through our own importer.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */

#include <fmilib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fixture.h"

enum { NMOST = 700 };

/* ---- an FMU as FMI Library has it ------------------------------------------------------------ */

typedef struct imported {
  jm_callbacks              basics;
  fmi2_callback_functions_t calls;
  fmi_import_context_t*     context;
  fmi2_import_t*            fmu;
  char                      folder[LW_TEST_PATH_SIZE];
  int                       messages; /* of FMI Library and of the FMU, from warnings on */
} imported;

static void say(jm_callbacks* basics, jm_string module, jm_log_level_enu_t level, jm_string text)
{
  imported* i = basics->context;
  i->messages++;
  print_error("%s %s: %s\n", module, jm_log_level_to_string(level), text);
}

static void import(const char* mechanism, imported* i)
{
  char path[LW_TEST_PATH_SIZE];
  *i = (imported){
      .basics = {.malloc    = malloc,
                 .calloc    = calloc,
                 .realloc   = realloc,
                 .free      = free,
                 .logger    = say,
                 .log_level = jm_log_level_warning,
                 .context   = i},
      .calls  = {.logger = fmi2_log_forwarding, .allocateMemory = calloc, .freeMemory = free}};
  lw_test_scratch_path("fmi_library.fmu", path);
  lw_fmi_pack(mechanism, path);
  lw_test_scratch_path("fmi_library.XXXXXX", i->folder);
  assert_non_null(mkdtemp(i->folder));
  i->context = fmi_import_allocate_context(&i->basics);
  assert_non_null(i->context);
  assert_int_equal(fmi_import_get_fmi_version(i->context, path, i->folder), fmi_version_2_0_enu);
  (void)remove(path);
  i->fmu = fmi2_import_parse_xml(i->context, i->folder, NULL);
  assert_non_null(i->fmu);
  assert_int_equal(fmi2_import_get_fmu_kind(i->fmu), fmi2_fmu_kind_cs);
  i->calls.componentEnvironment = i->fmu;
  assert_int_equal(fmi2_import_create_dllfmu(i->fmu, fmi2_fmu_kind_cs, &i->calls),
                   jm_status_success);
  assert_int_equal(
      fmi2_import_instantiate(i->fmu, "through FMI Library", fmi2_cosimulation, NULL, fmi2_false),
      jm_status_success);
}

static void start(const imported* i)
{
  assert_ok(fmi2_import_setup_experiment(i->fmu, fmi2_false, 0.0, 0.0, fmi2_false, 0.0));
  assert_ok(fmi2_import_enter_initialization_mode(i->fmu));
  assert_ok(fmi2_import_exit_initialization_mode(i->fmu));
}

static void forget(imported* i)
{
  fmi2_import_free_instance(i->fmu);
  fmi2_import_destroy_dllfmu(i->fmu);
  fmi2_import_free(i->fmu);
  (void)fmi_import_rmdir(&i->basics, i->folder);
  fmi_import_free_context(i->context);
  assert_int_equal(i->messages, 0);
}

/* ---- the same bits --------------------------------------------------------------------------- */

/* Inputs that move, the values or with their slopes: as our importer sets them
 * and as FMI Library does. */
static void set_inputs(lw_test_fmu* own, fmi2Component c, const imported* i, double t)
{
  for (size_t k = 0; k < own->description.count; k++) {
    const lw_fmu_variable* v = &own->description.variable[k];
    if (strcmp(v->causality, "input") != 0) {
      continue;
    }
    const fmi2_integer_t order = 1;
    const double         value = 0.1 * (1.0 - cos(3.0 * t)), slope = 0.3 * sin(3.0 * t);
    assert_ok(own->fmi.SetReal(c, &v->reference, 1, &value));
    assert_ok(own->fmi.SetRealInputDerivatives(c, &v->reference, 1, &order, &slope));
    assert_ok(fmi2_import_set_real(i->fmu, &v->reference, 1, &value));
    assert_ok(fmi2_import_set_real_input_derivatives(i->fmu, &v->reference, 1, &order, &slope));
  }
}

/* All outputs of both, found by their names there. */
static void compare_outputs(lw_test_fmu* own, fmi2Component c, const imported* i)
{
  double expected[NMOST], actual[NMOST];
  size_t n = 0;
  (void)lw_fmi_outputs(own, c, expected);
  for (size_t k = 0; k < own->description.count; k++) {
    const lw_fmu_variable* v = &own->description.variable[k];
    if (strcmp(v->causality, "output") == 0) {
      fmi2_import_variable_t* there = fmi2_import_get_variable_by_name(i->fmu, v->name);
      assert_non_null(there);
      assert_int_equal(fmi2_import_get_causality(there), fmi2_causality_enu_output);
      const fmi2_value_reference_t vr = fmi2_import_get_variable_vr(there);
      assert_true(n < NMOST);
      assert_ok(fmi2_import_get_real(i->fmu, &vr, 1, &actual[n++]));
    }
  }
  assert_true(n > 10);
  assert_same_bits((int)n, actual, expected);
}

static void steps(lw_test_fmu* own, fmi2Component c, const imported* i, int n, double* t)
{
  for (int k = 0; k < n; k++) {
    const double h = k % 3 == 0 ? 0.0037 : 0.01;
    set_inputs(own, c, i, *t);
    assert_ok(own->fmi.DoStep(c, *t, h, fmi2True));
    assert_ok(fmi2_import_do_step(i->fmu, *t, h, fmi2_true));
    *t += h;
  }
}

static void the_same_bits(const char* mechanism)
{
  lw_test_fmu own;
  imported    i;
  lw_fmi_open(mechanism, &own);
  import(mechanism, &i);
  fmi2Component c = lw_fmi_start(&own);
  double        t = 0.0;
  start(&i);
  compare_outputs(&own, c, &i);
  steps(&own, c, &i, 30, &t);
  compare_outputs(&own, c, &i);

  /* back, through bytes */
  fmi2FMUstate     before = NULL;
  fmi2_FMU_state_t state = NULL, restored = NULL;
  size_t           size     = 0;
  const double     t_before = t;
  assert_ok(own.fmi.GetFMUstate(c, &before));
  assert_ok(fmi2_import_get_fmu_state(i.fmu, &state));
  assert_ok(fmi2_import_serialized_fmu_state_size(i.fmu, state, &size));
  fmi2_byte_t* bytes = malloc(size);
  assert_non_null(bytes);
  assert_ok(fmi2_import_serialize_fmu_state(i.fmu, state, bytes, size));
  steps(&own, c, &i, 10, &t);
  assert_ok(own.fmi.SetFMUstate(c, before));
  assert_ok(fmi2_import_de_serialize_fmu_state(i.fmu, bytes, size, &restored));
  assert_ok(fmi2_import_set_fmu_state(i.fmu, restored));
  t = t_before;
  steps(&own, c, &i, 10, &t);
  compare_outputs(&own, c, &i);
  free(bytes);
  assert_ok(fmi2_import_free_fmu_state(i.fmu, &state));
  assert_ok(fmi2_import_free_fmu_state(i.fmu, &restored));

  assert_ok(fmi2_import_terminate(i.fmu));
  assert_ok(fmi2_import_reset(i.fmu));
  start(&i);
  assert_ok(fmi2_import_do_step(i.fmu, 0.0, 0.01, fmi2_true));
  own.fmi.FreeInstance(c);
  lw_fmi_close(&own);
  forget(&i);
}

static void fmi_library_gives_the_same_bits(void** state)
{
  (void)state;
  const char* mechanism[] = {
      "tests/fmu/data/arm.xml",    "tests/fmu/data/loop.xml",      "tests/fmu/data/servo.xml",
      "tests/fmu/data/crane.xml",  "examples/double_wishbone.xml", "examples/planetary.xml",
      "examples/slider_crank.xml",
  };
  for (size_t k = 0; k < sizeof mechanism / sizeof *mechanism; k++) the_same_bits(mechanism[k]);
}

/* ---- what is claimed ------------------------------------------------------------------------- */

static void fmi_library_reads_the_capabilities(void** state)
{
  (void)state;
  imported i;
  import("tests/fmu/data/crane.xml", &i);
  const struct {
    fmi2_capabilities_enu_t id;
    unsigned                value;
  } expected[] = {
      {fmi2_cs_canHandleVariableCommunicationStepSize, 1},
      {fmi2_cs_canInterpolateInputs, 1},
      {fmi2_cs_maxOutputDerivativeOrder, 2},
      {fmi2_cs_canRunAsynchronuously, 0},
      {fmi2_cs_canBeInstantiatedOnlyOncePerProcess, 0},
      {fmi2_cs_canGetAndSetFMUstate, 1},
      {fmi2_cs_canSerializeFMUstate, 1},
      {fmi2_cs_providesDirectionalDerivatives, 1},
  };
  for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
    assert_int_equal(fmi2_import_get_capability(i.fmu, expected[k].id), expected[k].value);
  }
  assert_near(fmi2_import_get_default_experiment_stop(i.fmu), 1.0, 0.0);
  start(&i);

  /* a force on the hook, its derivative and that of its acceleration */
  fmi2_import_variable_t* wind  = fmi2_import_get_variable_by_name(i.fmu, "wind[3]");
  fmi2_import_variable_t* hook  = fmi2_import_get_variable_by_name(i.fmu, "hook.a[3]");
  fmi2_import_variable_t* place = fmi2_import_get_variable_by_name(i.fmu, "hook.r[3]");
  assert_true(wind && hook && place);
  const fmi2_value_reference_t u = fmi2_import_get_variable_vr(wind),
                               a = fmi2_import_get_variable_vr(hook),
                               r = fmi2_import_get_variable_vr(place);
  const fmi2_integer_t second    = 2;
  const double         one = 1.0, zero = 0.0;
  double               slope = 0.0, before = 0.0, after = 0.0, curve = 0.0;
  assert_ok(fmi2_import_get_directional_derivative(i.fmu, &u, 1, &a, 1, &one, &slope));
  assert_ok(fmi2_import_set_real(i.fmu, &u, 1, &zero));
  assert_ok(fmi2_import_get_real(i.fmu, &a, 1, &before));
  assert_ok(fmi2_import_set_real(i.fmu, &u, 1, &one));
  assert_ok(fmi2_import_get_real(i.fmu, &a, 1, &after));
  assert_true(slope > 0.1);
  assert_near(after - before, slope, 1e-9);
  assert_ok(fmi2_import_get_real_output_derivatives(i.fmu, &r, 1, &second, &curve));
  assert_near(curve, after, 0.0);
  forget(&i);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fmi_library_reads_the_capabilities),
      cmocka_unit_test(fmi_library_gives_the_same_bits),
  };
  return cmocka_run_group_tests_name("test_fmi_library", tests, NULL, NULL);
}
