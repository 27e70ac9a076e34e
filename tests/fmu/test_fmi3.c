/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_fmi3.c - the FMU through the functions of FMI 3.0, beside those of FMI 2.0.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

enum { NMOST = 2000 };

static const char* const MECHANISMS[] = {"tests/fmu/data/arm.xml",  "tests/fmu/data/crane.xml",
                                         "tests/fmu/data/loop.xml", "tests/fmu/data/servo.xml",
                                         "examples/heavy_top.xml",  "examples/stewart.xml"};
enum { NMECHANISM = sizeof MECHANISMS / sizeof MECHANISMS[0] };

static lw_test_fmu3 fmu;

/* The number of values of a variable. */
static size_t size_of(const lw_fmu_description* d, size_t i)
{
  const lw_xml_element* e = d->root->child;
  while (strcmp(e->name, "ModelVariables") != 0) e = e->next;
  e = e->child;
  while (i-- > 0) e = e->next;
  return e->child ? strtoul(lw_xml_get(e->child, "start"), NULL, 10) : 1;
}

/* The value reference of a variable. */
static fmi3ValueReference reference_of(const char* name)
{
  for (size_t i = 0; i < fmu.description.count; i++) {
    if (strcmp(fmu.description.variable[i].name, name) == 0) {
      return fmu.description.variable[i].reference;
    }
  }
  fail_msg("there is no variable %s", name);
  return 0;
}

static fmi3Instance start(bool model_exchange, fmi3IntermediateUpdateCallback update)
{
  fmi3Instance c = lw_fmi3_instantiate(&fmu, model_exchange, update);
  assert_int_equal(fmu.fmi.EnterInitializationMode(c, false, 0.0, 0.0, false, 0.0), fmi3OK);
  assert_int_equal(fmu.fmi.ExitInitializationMode(c), fmi3OK);
  return c;
}

static fmi3Status do_step(fmi3Instance c, double t, double h, bool* early, double* reached)
{
  bool             event = true, end = true;
  const fmi3Status status = fmu.fmi.DoStep(c, t, h, true, &event, &end, early, reached);
  if (status == fmi3OK) {
    assert_false(event);
    assert_false(end);
  }
  return status;
}

static void steps(fmi3Instance c, int n, double* t, double h)
{
  for (int i = 0; i < n; i++, *t += h) {
    bool   early   = true;
    double reached = 0.0;
    assert_int_equal(do_step(c, *t, h, &early, &reached), fmi3OK);
    assert_false(early);
    assert_near(reached, *t + h, 1e-12);
  }
}

/* ---- the same numbers as FMI 2.0 ------------------------------------------------------------ */

/* Every number of every variable has the bits of the scalars of FMI 2.0. */
static void compare(fmi3Instance c, const lw_test_fmu* two, fmi2Component c2)
{
  double x[NMOST], y[NMOST];
  size_t compared = 0;
  for (size_t i = 0; i < fmu.description.count; i++) {
    const lw_fmu_variable* v = &fmu.description.variable[i];
    if (strcmp(v->type_name, "Float64") != 0 || strcmp(v->name, "solver.stops") == 0 ||
        strcmp(v->causality, "independent") == 0) {
      continue;
    }
    const size_t       n = size_of(&fmu.description, i);
    fmi2ValueReference scalar[NMOST];
    for (size_t k = 0; k < n; k++) scalar[k] = v->reference + (fmi2ValueReference)k;
    assert_int_equal(fmu.fmi.GetFloat64(c, &v->reference, 1, x, n), fmi3OK);
    assert_ok(two->fmi.GetReal(c2, scalar, n, y));
    assert_same_bits((int)n, x, y);
    compared += n;
  }
  assert_true(compared > 20);
}

static void co_simulation_has_the_bits_of_fmi_2(void** state)
{
  (void)state;
  for (int m = 0; m < NMECHANISM; m++) {
    for (lw_formulation f = LW_INDEX3_DCA; f < LW_FORMULATION_COUNT; f++) {
      if (f != LW_INDEX3_DCA && m > 0) {
        continue; /* each formulation on one mechanism, each mechanism with the default */
      }
      lw_test_fmu two;
      double      t = 0.0, t2 = 0.0;
      lw_fmi3_open(MECHANISMS[m], &f, &fmu);
      lw_fmi_open_as(MECHANISMS[m], f, &two);
      fmi3Instance  c  = start(false, NULL);
      fmi2Component c2 = lw_fmi_start(&two);
      compare(c, &two, c2);
      steps(c, 10, &t, 0.01);
      lw_fmi_steps(&two, c2, 10, &t2, 0.01);
      compare(c, &two, c2);
      fmu.fmi.FreeInstance(c);
      two.fmi.FreeInstance(c2);
      lw_fmi3_close(&fmu);
      lw_fmi_close(&two);
    }
  }
}

static void model_exchange_has_the_bits_of_fmi_2(void** state)
{
  (void)state;
  for (int m = 0; m < NMECHANISM; m++) {
    lw_test_fmu two;
    double      x[NMOST], dx[NMOST], dx2[NMOST];
    size_t      n = 0;
    lw_fmi3_open(MECHANISMS[m], NULL, &fmu);
    lw_fmi_open(MECHANISMS[m], &two);
    if (!fmu.description.model_exchange) {
      lw_fmi3_close(&fmu);
      lw_fmi_close(&two);
      continue;
    }
    const fmi2CallbackFunctions callbacks = lw_fmi_callbacks(&two.log);
    fmi3Instance                c         = start(true, NULL);
    fmi2Component c2 = two.fmi.Instantiate("a", fmi2ModelExchange, two.description.guid, two.uri,
                                           &callbacks, fmi2False, fmi2False);
    fmi2EventInfo info;
    bool          flag[5];
    double        next;
    assert_ok(two.fmi.SetupExperiment(c2, fmi2False, 0.0, 0.0, fmi2False, 0.0));
    assert_ok(two.fmi.EnterInitializationMode(c2));
    assert_ok(two.fmi.ExitInitializationMode(c2));
    assert_ok(two.fmi.NewDiscreteStates(c2, &info));
    assert_ok(two.fmi.EnterContinuousTimeMode(c2));
    assert_int_equal(
        fmu.fmi.UpdateDiscreteStates(c, &flag[0], &flag[1], &flag[2], &flag[3], &flag[4], &next),
        fmi3OK);
    assert_false(flag[0] || flag[1] || flag[4]);
    assert_int_equal(fmu.fmi.EnterContinuousTimeMode(c), fmi3OK);
    assert_int_equal(fmu.fmi.GetNumberOfContinuousStates(c, &n), fmi3OK);
    assert_true(n > 0 && n < NMOST);
    assert_int_equal(fmu.fmi.GetContinuousStates(c, x, n), fmi3OK);
    for (size_t i = 0; i < n; i++) x[i] += 1e-3 * sin((double)i);
    assert_int_equal(fmu.fmi.SetTime(c, 0.01), fmi3OK);
    assert_int_equal(fmu.fmi.SetContinuousStates(c, x, n), fmi3OK);
    assert_int_equal(fmu.fmi.GetContinuousStateDerivatives(c, dx, n), fmi3OK);
    assert_ok(two.fmi.SetTime(c2, 0.01));
    assert_ok(two.fmi.SetContinuousStates(c2, x, n));
    assert_ok(two.fmi.GetDerivatives(c2, dx2, n));
    assert_same_bits((int)n, dx, dx2);
    compare(c, &two, c2);
    const fmi3ValueReference time = reference_of("time");
    assert_int_equal(fmu.fmi.GetFloat64(c, &time, 1, &next, 1), fmi3OK);
    assert_near(next, 0.01, 0.0);
    bool event, end;
    assert_int_equal(fmu.fmi.CompletedIntegratorStep(c, true, &event, &end), fmi3OK);
    assert_false(end);
    fmu.fmi.FreeInstance(c);
    two.fmi.FreeInstance(c2);
    lw_fmi3_close(&fmu);
    lw_fmi_close(&two);
  }
}

/* ---- derivatives ----------------------------------------------------------------------------- */

/* u^T (A v) by directional derivatives is (A^T u)^T v by adjoint ones. */
static void adjoint_derivatives_are_transposed(void** state)
{
  (void)state;
  double t = 0.0, v[4] = {0.3, -1.0, 0.7, 2.0}, u[9], Av[9], ATu[4], left = 0.0, right = 0.0;
  lw_fmi3_open("tests/fmu/data/arm.xml", NULL, &fmu);
  fmi3Instance             c          = start(false, NULL);
  const fmi3ValueReference unknown[3] = {reference_of("load.a"), reference_of("shoulder.force"),
                                         reference_of("upper.z")};
  const fmi3ValueReference known[2]   = {reference_of("motor"), reference_of("push")};
  steps(c, 5, &t, 0.01);
  for (int i = 0; i < 9; i++) u[i] = cos(2.0 * i);
  assert_int_equal(fmu.fmi.GetDirectionalDerivative(c, unknown, 3, known, 2, v, 4, Av, 9), fmi3OK);
  assert_int_equal(fmu.fmi.GetAdjointDerivative(c, unknown, 3, known, 2, u, 9, ATu, 4), fmi3OK);
  for (int i = 0; i < 9; i++) left += u[i] * Av[i];
  for (int i = 0; i < 4; i++) right += v[i] * ATu[i];
  assert_true(fabs(left) > 1e-3);
  assert_near(left, right, 1e-12 * (1.0 + fabs(left)));

  /* derivatives of outputs in time */
  const fmi3ValueReference r[1] = {reference_of("load.r")}, a = reference_of("load.a");
  const fmi3Int32          order[1] = {2};
  double                   second[3], acceleration[3];
  assert_int_equal(fmu.fmi.GetOutputDerivatives(c, r, 1, order, second, 3), fmi3OK);
  assert_int_equal(fmu.fmi.GetFloat64(c, &a, 1, acceleration, 3), fmi3OK);
  assert_same_bits(3, second, acceleration);
  fmu.fmi.FreeInstance(c);
  lw_fmi3_close(&fmu);
}

/* ---- intermediate update --------------------------------------------------------------------- */

static int    updates;
static double early_at;

static void update(fmi3InstanceEnvironment environment, double t, bool set, bool get, bool finished,
                   bool can_return, bool* wanted, double* until)
{
  assert_ptr_equal(environment, &fmu);
  assert_true(set && get && finished && can_return);
  updates++;
  *wanted = t >= early_at;
  *until  = t;
}

static void internal_steps_are_shown_and_may_end_a_step(void** state)
{
  (void)state;
  bool   early   = true;
  double reached = 0.0;
  lw_fmi3_open("tests/fmu/data/loop.xml", NULL, &fmu);
  fmi3Instance c = start(false, update);
  updates        = 0;
  early_at       = INFINITY;
  assert_int_equal(do_step(c, 0.0, 0.01, &early, &reached), fmi3OK);
  assert_int_equal(updates, 9); /* ten internal steps of a millisecond */
  assert_false(early);
  early_at = 0.0145;
  assert_int_equal(do_step(c, 0.01, 0.01, &early, &reached), fmi3OK);
  assert_true(early);
  assert_near(reached, 0.015, 1e-12);
  early_at = INFINITY;
  assert_int_equal(do_step(c, reached, 0.005, &early, &reached), fmi3OK);
  assert_near(reached, 0.02, 1e-12);
  fmu.fmi.FreeInstance(c);
  lw_fmi3_close(&fmu);
}

/* ---- wrong calls ----------------------------------------------------------------------------- */

#define assert_refused(call, part)                                                                 \
  do {                                                                                             \
    fmu.log = (lw_fmi_log){0};                                                                     \
    assert_int_equal((call), fmi3Error);                                                           \
    lw_fmi_said(&fmu.log, (part), __FILE__, __LINE__);                                             \
  } while (0)

static void wrong_calls_are_refused(void** state)
{
  (void)state;
  double x[16] = {0.0};
  size_t n     = 0;
  bool   flag;
  lw_fmi3_open("tests/fmu/data/arm.xml", NULL, &fmu);
  const lw_fmi3_library*   f = &fmu.fmi;
  const fmi3ValueReference r = reference_of("load.r"), bad[] = {r + 1, 100000u, 0xffffffffu};
  const fmi3ValueReference step = reference_of("solver.step"), count = reference_of("solver.steps");
  fmi3Instance             c = lw_fmi3_instantiate(&fmu, false, NULL);
  assert_string_equal(f->GetVersion(), "3.0");
  assert_refused(f->GetFloat64(c, &r, 1, x, 3), "not allowed in the state Instantiated");
  assert_refused(do_step(c, 0.0, 0.01, &flag, x), "not allowed in the state Instantiated");
  assert_refused(f->EnterInitializationMode(c, false, 0.0, (double)NAN, false, 0.0), "finite");
  assert_refused(f->EnterInitializationMode(c, false, 0.0, 1.0, true, 0.5), "before the start");
  f->FreeInstance(c);
  c = start(false, NULL);
  for (int i = 0; i < 3; i++) {
    assert_refused(f->GetFloat64(c, &bad[i], 1, x, 3), "there is no variable");
    assert_refused(f->SetFloat64(c, &bad[i], 1, x, 3), "there is no variable");
  }
  assert_refused(f->GetFloat64(c, &r, 1, x, 4), "there are 4 values, but these variables have 3");
  assert_refused(f->GetFloat64(c, &r, 1, x, 2), "there are 2 values");
  assert_refused(f->GetFloat64(c, NULL, 1, x, 3), "an array is missing");
  assert_refused(f->GetFloat64(c, &r, 1, NULL, 3), "an array is missing");
  assert_int_equal(f->GetFloat64(c, NULL, 0, NULL, 0), fmi3OK);
  assert_refused(f->SetFloat64(c, &r, 1, x, 3), "cannot be set");
  assert_refused(f->SetFloat64(c, &step, 1, x, 1), "fixed");
  assert_refused(f->GetFloat64(c, &count, 1, x, 1), "no Real variable");
  fmi3Int32 number = -1;
  assert_int_equal(f->GetInt32(c, &count, 1, &number, 1), fmi3OK);
  assert_int_equal(number, 0);
  assert_refused(f->GetInt32(c, &r, 1, &number, 3), "no Integer variable");
  assert_refused(f->GetString(c, &r, 1, NULL, 1), "there are no String variables");
  assert_int_equal(f->GetString(c, NULL, 0, NULL, 0), fmi3OK);
  assert_refused(f->EnterEventMode(c), "not allowed");
  assert_refused(f->GetNumberOfContinuousStates(c, &n), "not allowed");
  assert_refused(f->EnterConfigurationMode(c), "not allowed");
  assert_refused(f->EvaluateDiscreteStates(c), "not allowed");
  assert_refused(f->GetNumberOfVariableDependencies(c, r, &n), "not allowed");
  assert_refused(f->DoStep(c, 0.0, 0.01, true, NULL, &flag, &flag, x), "is missing");
  assert_refused(do_step(c, 0.0, -0.01, &flag, x), "must be positive");
  assert_refused(do_step(c, 0.5, 0.01, &flag, x), "the instance is at");
  assert_int_equal(f->Terminate(c), fmi3OK);
  assert_refused(do_step(c, 0.0, 0.01, &flag, x), "not allowed in the state Terminated");
  assert_int_equal(f->GetFloat64(c, &r, 1, x, 3), fmi3OK);
  f->FreeInstance(c);
  f->FreeInstance(NULL);
  assert_int_equal(f->GetFloat64(NULL, &r, 1, x, 3), fmi3Error);

  const char* token = fmu.description.guid;
  assert_null(f->InstantiateModelExchange("a", "{wrong}", fmu.resources, false, false, NULL, NULL));
  assert_null(f->InstantiateModelExchange(NULL, token, fmu.resources, false, false, NULL, NULL));
  assert_null(f->InstantiateCoSimulation("a", token, fmu.resources, false, false, true, false, NULL,
                                         0, NULL, NULL, NULL));
  assert_null(f->InstantiateScheduledExecution("a", token, fmu.resources, false, false, NULL, NULL,
                                               NULL, NULL, NULL));
  lw_fmi3_close(&fmu);
}

/* ---- states ------------------------------------------------------------------------------ */

static void saved_states_continue_with_the_same_bits(void** state)
{
  (void)state;
  static fmi3Byte bytes[300000];
  double          t     = 0.0, x[3], y[3];
  size_t          size  = 0;
  fmi3FMUState    saved = NULL, other = NULL;
  lw_fmi3_open("tests/fmu/data/crane.xml", NULL, &fmu);
  const lw_fmi3_library*   f = &fmu.fmi;
  const fmi3ValueReference r = reference_of("hook.r");
  fmi3Instance             c = start(false, NULL);
  steps(c, 5, &t, 0.01);
  assert_int_equal(f->GetFMUState(c, &saved), fmi3OK);
  assert_int_equal(f->SerializedFMUStateSize(c, saved, &size), fmi3OK);
  assert_true(size <= sizeof bytes);
  assert_int_equal(f->SerializeFMUState(c, saved, bytes, size), fmi3OK);
  const double at = t;
  steps(c, 5, &t, 0.01);
  assert_int_equal(f->GetFloat64(c, &r, 1, x, 3), fmi3OK);
  assert_int_equal(f->SetFMUState(c, saved), fmi3OK);
  t = at;
  steps(c, 5, &t, 0.01);
  assert_int_equal(f->GetFloat64(c, &r, 1, y, 3), fmi3OK);
  assert_same_bits(3, x, y);
  assert_int_equal(f->FreeFMUState(c, &saved), fmi3OK);
  assert_null(saved);
  f->FreeInstance(c);

  c = start(false, NULL);
  assert_int_equal(f->DeserializeFMUState(c, bytes, size, &other), fmi3OK);
  assert_int_equal(f->SetFMUState(c, other), fmi3OK);
  t = at;
  steps(c, 5, &t, 0.01);
  assert_int_equal(f->GetFloat64(c, &r, 1, y, 3), fmi3OK);
  assert_same_bits(3, x, y);
  /* damaged bytes, too few of them, and a pointer to something else */
  fmi3FMUState wrong = NULL;
  bytes[size / 2] ^= 1;
  assert_refused(f->DeserializeFMUState(c, bytes, size, &wrong), "damaged");
  assert_refused(f->DeserializeFMUState(c, bytes, 10, &wrong), "too few");
  assert_null(wrong);
  assert_refused(f->SetFMUState(c, bytes), "state");
  assert_int_equal(f->Reset(c), fmi3OK);
  f->FreeInstance(c);
  lw_fmi3_close(&fmu);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(co_simulation_has_the_bits_of_fmi_2),
      cmocka_unit_test(model_exchange_has_the_bits_of_fmi_2),
      cmocka_unit_test(adjoint_derivatives_are_transposed),
      cmocka_unit_test(internal_steps_are_shown_and_may_end_a_step),
      cmocka_unit_test(wrong_calls_are_refused),
      cmocka_unit_test(saved_states_continue_with_the_same_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
