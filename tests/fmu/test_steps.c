/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_steps.c - fmi2DoStep: the solver's bits, communication points of all kinds, steps that fail.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "random.h"
#include <linkwork/linkwork.h>
#include <linkwork/mechanism_xml.h>
#include <linkwork/variables.h>

/* ---- against the solver itself ------------------------------------------------------------ */

/* The solver in this program, beside an FMU of the same mechanism. */
typedef struct twin {
  lw_model*     model;
  lw_variables* variables;
  lw_instance*  instance;
} twin;

static twin open_twin(const char* mechanism)
{
  twin    t = {0};
  char    path[LW_TEST_PATH_SIZE];
  lw_diag diag = {0};
  lw_test_repo_path(mechanism, path);
  assert_int_equal(lw_mechanism_read(path, &t.model, &diag), LW_OK);
  assert_int_equal(lw_variables_create(t.model, &diag, &t.variables), LW_OK);
  assert_int_equal(lw_instance_create(t.model, &diag, &t.instance), LW_OK);
  return t;
}

static void close_twin(twin* t)
{
  lw_instance_destroy(t->instance);
  lw_variables_destroy(t->variables);
  lw_model_destroy(t->model);
}

/* All outputs of both, bit by bit. */
static void compare(const lw_test_fmu* fmu, fmi2Component c, const twin* t)
{
  const size_t n        = (size_t)t->variables->noutput;
  double*      expected = malloc(n * sizeof *expected);
  double*      actual   = malloc(n * sizeof *actual);
  unsigned*    vr       = malloc(n * sizeof *vr);
  assert_true(expected && actual && vr);
  for (size_t i = 0; i < n; i++) vr[i] = (unsigned)t->variables->ninput + (unsigned)i;
  assert_int_equal(lw_variables_get(t->variables, t->instance, n, vr, expected), LW_OK);
  assert_ok(fmu->fmi.GetReal(c, vr, n, actual));
  assert_same_bits((int)n, actual, expected);
  free(expected);
  free(actual);
  free(vr);
}

/* The same steps, inputs and slopes for both. */
static void same_bits_over(const char* mechanism, double start, double h, int n)
{
  static const fmi2Integer order = 1;
  lw_test_fmu              fmu;
  uint32_t                 seed = 5;
  twin                     t    = open_twin(mechanism);
  lw_fmi_open(mechanism, &fmu);
  fmi2Component c = lw_fmi_instantiate(&fmu);
  assert_int_equal(lw_instance_initialize(t.instance, start, NULL), LW_OK);
  assert_ok(fmu.fmi.SetupExperiment(c, 0, 0, start, 0, 0));
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  assert_ok(fmu.fmi.ExitInitializationMode(c));
  compare(&fmu, c, &t);
  for (int k = 0; k < n; k++) {
    for (unsigned i = 0; i < (unsigned)t.variables->ninput; i++) {
      const double u = lw_test_random(&seed), slope = lw_test_random(&seed);
      assert_int_equal(lw_instance_set_input(t.instance, (int)i, 0, u), LW_OK);
      assert_ok(fmu.fmi.SetReal(c, &i, 1, &u));
      if (k % 3 == 0) {
        assert_int_equal(lw_instance_set_input(t.instance, (int)i, 1, slope), LW_OK);
        assert_ok(fmu.fmi.SetRealInputDerivatives(c, &i, 1, &order, &slope));
      }
    }
    const double tc = start + k * h;
    assert_int_equal(lw_instance_set_time(t.instance, tc), LW_OK);
    assert_int_equal(lw_instance_advance(t.instance, h, NULL), LW_OK);
    assert_ok(fmu.fmi.DoStep(c, tc, h, fmi2True));
    compare(&fmu, c, &t);
  }
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
  close_twin(&t);
}

/* Inputs beyond forces would tear mechanisms apart, so positions are left to others. */
static void examples_have_the_bits_of_the_solver(void** state)
{
  (void)state;
  same_bits_over("examples/double_pendulum.xml", 0.0, 0.01, 20);
  same_bits_over("examples/four_bar.xml", 0.0, 0.0037, 30);
  same_bits_over("examples/slider_crank.xml", -3.0, 0.01, 20);
  same_bits_over("examples/double_four_bar.xml", 0.0, 0.01, 20);
  same_bits_over("examples/bricard.xml", 1e3, 0.01, 20);
  same_bits_over("examples/andrews.xml", 0.0, 1e-4, 20);
  same_bits_over("examples/heavy_top.xml", 0.0, 0.001, 20);
  same_bits_over("examples/chain128.xml", 0.0, 0.02, 3);
  same_bits_over("tests/fmu/data/arm.xml", 0.0, 0.005, 50);
  same_bits_over("tests/fmu/data/loop.xml", 0.0, 0.005, 50);
}

/* ---- communication points ----------------------------------------------------------------- */

/* Importers compute communication points as a sum, as a product, or from the remaining
 * time: all of them are reached exactly, also after many steps, and rounding does not cause
 * a short internal step. */
static void communication_points_are_met_exactly(void** state)
{
  static const double steps[] = {0.01, 0.0037, 1.0 / 3.0, 0.1};
  lw_test_fmu         fmu;
  uint32_t            seed = 11;
  (void)state;
  lw_fmi_open("tests/fmu/data/servo.xml", &fmu);
  for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
    for (int way = 0; way < 3; way++) {
      fmi2Component c  = lw_fmi_start(&fmu);
      const double  h  = steps[i];
      double        tc = 0.0, last = NAN;
      for (int k = 0; k < 200; k++) {
        const double size = way == 2 ? h * (1.0 + 0.9 * lw_test_random(&seed)) : h;
        assert_ok(fmu.fmi.DoStep(c, tc, size, fmi2True));
        const double end = tc + size;
        assert_ok(fmu.fmi.GetRealStatus(c, fmi2LastSuccessfulTime, &last));
        assert_same_bits(1, &last, &end);
        tc = way == 1 ? (k + 1) * h : end;
      }
      fmu.fmi.FreeInstance(c);
    }
  }
  lw_fmi_close(&fmu);
}

/* Steps of 0.003 have three internal steps of 0.001 each, not four: the result is that of steps of
 * 0.001, which have one, up to the rounding of the time. */
static void there_are_no_slivers(void** state)
{
  lw_test_fmu fmu;
  (void)state;
  lw_fmi_open("tests/fmu/data/loop.xml", &fmu);
  fmi2Component a = lw_fmi_start(&fmu), b = lw_fmi_start(&fmu);
  for (int k = 0; k < 100; k++) {
    assert_ok(fmu.fmi.DoStep(a, k * 0.003, 0.003, fmi2True));
    for (int i = 0; i < 3; i++) {
      assert_ok(fmu.fmi.DoStep(b, k * 0.003 + i * 0.001, 0.001, fmi2True));
    }
  }
  /* rounding in 300 steps, times the growth of errors in this time */
  assert_near(lw_fmi_get(&fmu, a, "A.q"), lw_fmi_get(&fmu, b, "A.q"), 1e-12);
  fmu.fmi.FreeInstance(a);
  fmu.fmi.FreeInstance(b);
  lw_fmi_close(&fmu);
}

/* Angle of the loop at t = 0.3 s with internal steps of at most h. Communication steps are 10 h,
 * 3.7 h, or random between 0.1 h and 7.3 h; the last one is the remaining time. */
static double angle_at_end(lw_test_fmu* fmu, double h, int way)
{
  const double  end  = 0.3;
  uint32_t      seed = 7;
  double        t    = 0.0;
  fmi2Component c    = lw_fmi_instantiate(fmu);
  lw_fmi_set(fmu, c, "solver.step", h);
  assert_ok(fmu->fmi.SetupExperiment(c, 0, 0, 0.0, 1, end));
  assert_ok(fmu->fmi.EnterInitializationMode(c));
  assert_ok(fmu->fmi.ExitInitializationMode(c));
  while (t < end) {
    const double step = way == 0   ? 10.0 * h
                        : way == 1 ? 3.7 * h
                                   : h * (3.7 + 3.6 * lw_test_random(&seed));
    const double size = t + 1.5 * step > end ? end - t : step;
    assert_ok(fmu->fmi.DoStep(c, t, size, fmi2True));
    t = t + size;
  }
  const double q = lw_fmi_get(fmu, c, "A.q");
  fmu->fmi.FreeInstance(c);
  return q;
}

/* The communication steps matter only as far as they make the internal steps a little smaller:
 * errors are of second order in these and of one size. */
static void communication_steps_matter_by_the_second_order(void** state)
{
  lw_test_fmu fmu;
  double      error[3][2];
  (void)state;
  lw_fmi_open("tests/fmu/data/loop.xml", &fmu);
  const double exact = angle_at_end(&fmu, 2e-5, 0); /* 1e-3 of the errors below */
  for (int way = 0; way < 3; way++) {
    for (int k = 0; k < 2; k++) error[way][k] = angle_at_end(&fmu, k ? 1e-3 : 2e-3, way) - exact;
    print_message("errors %.3g and %.3g rad\n", error[way][0], error[way][1]);
    /* 4 for steps that are halved; internal steps that come by chance differ between the two */
    assert_between(error[way][0] / error[way][1], way < 2 ? 3.5 : 2.8, way < 2 ? 4.5 : 5.0);
    assert_between(error[way][1] / error[0][1], 0.5, 1.1);
  }
  lw_fmi_close(&fmu);
}

static void the_stop_time_is_the_end(void** state)
{
  lw_test_fmu fmu;
  (void)state;
  lw_fmi_open("tests/fmu/data/servo.xml", &fmu);
  fmi2Component c = lw_fmi_instantiate(&fmu);
  assert_fails(&fmu, fmu.fmi.SetupExperiment(c, 0, 0, NAN, 0, 0), "finite");
  assert_fails(&fmu, fmu.fmi.SetupExperiment(c, 0, 0, 1.0, 1, 0.5), "before");
  assert_fails(&fmu, fmu.fmi.SetupExperiment(c, 0, 0, 1.0, 1, NAN), "before");
  assert_ok(fmu.fmi.SetupExperiment(c, 1, 1e-6, 1.0, 1, 2.0));
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  assert_ok(fmu.fmi.ExitInitializationMode(c));
  double t = 1.0;
  lw_fmi_steps(&fmu, c, 9, &t, 0.1);
  assert_fails(&fmu, fmu.fmi.DoStep(c, t, 0.2, fmi2True), "beyond the stop time");
  lw_fmi_steps(&fmu, c, 1, &t, 0.1); /* 2 + 4e-16: rounding is no step beyond */
  assert_fails(&fmu, fmu.fmi.DoStep(c, t, 1e-3, fmi2True), "beyond the stop time");
  fmu.fmi.FreeInstance(c);

  /* an experiment that ends where it starts: no step, but a state */
  c = lw_fmi_instantiate(&fmu);
  assert_ok(fmu.fmi.SetupExperiment(c, 0, 0, 1.0, 1, 1.0));
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  assert_ok(fmu.fmi.ExitInitializationMode(c));
  assert_fails(&fmu, fmu.fmi.DoStep(c, 1.0, 1e-3, fmi2True), "beyond the stop time");
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

static void steps_that_make_no_sense_are_refused(void** state)
{
  static const struct {
    double      t, h;
    const char* part;
  } cases[] = {{0.0, 0.0, "positive"},
               {0.0, -0.1, "positive"},
               {0.0, NAN, "positive"},
               {0.0, INFINITY, "positive"},
               {NAN, 0.1, "finite"},
               {INFINITY, 0.1, "finite"},
               {0.05, 0.1, "the instance is at"},
               {-0.1, 0.1, "the instance is at"},
               {0.0, 1e9, "too many internal steps"}};
  lw_test_fmu fmu;
  (void)state;
  lw_fmi_open("tests/fmu/data/servo.xml", &fmu);
  fmi2Component c = lw_fmi_start(&fmu);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_fails(&fmu, fmu.fmi.DoStep(c, cases[i].t, cases[i].h, fmi2True), cases[i].part);
  }
  double t = 0.0;
  lw_fmi_steps(&fmu, c, 3, &t, 0.01);
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

/* ---- steps that fail ---------------------------------------------------------------------- */

/* Both links are straight at t = 1 s: the step ends a little before, with everything finite. */
static void a_failed_step_ends_at_the_last_good_time(void** state)
{
  const fmi2String discard = "logStatusDiscard";
  lw_test_fmu      fmu;
  double           out[200], last = 0.0;
  fmi2Boolean      terminated = fmi2True;
  (void)state;
  lw_fmi_open("tests/fmu/data/reach.xml", &fmu);
  assert_true(fmu.description.count < 200);
  fmi2Component c = lw_fmi_start(&fmu);
  assert_ok(fmu.fmi.SetDebugLogging(c, fmi2True, 1, &discard));
  assert_ok(fmu.fmi.DoStep(c, 0.0, 0.9, fmi2True));
  fmu.log = (lw_fmi_log){0};
  assert_int_equal(fmu.fmi.DoStep(c, 0.9, 0.9, fmi2True), fmi2Discard);
  lw_fmi_said(&fmu.log, "not accurate enough", __FILE__, __LINE__);
  assert_int_equal(fmu.log.status, fmi2Discard);

  assert_ok(fmu.fmi.GetRealStatus(c, fmi2LastSuccessfulTime, &last));
  /* Internal steps of 0.01 s were halved fourteen times. The accelerations grow beyond all bounds,
   * so that the smallest steps miss their accuracy a few of them before the end. */
  assert_between(last, 1.0 - 64.0 * 0.01 / 16384, 1.0);
  assert_ok(fmu.fmi.GetBooleanStatus(c, fmi2Terminated, &terminated));
  assert_int_equal(terminated, fmi2False);
  const size_t n = lw_fmi_outputs(&fmu, c, out);
  assert_finite((int)n, out);
  assert_near(lw_fmi_get(&fmu, c, "rail.q"), last, 1e-9); /* the state is that of this time */
  assert_below(lw_fmi_get(&fmu, c, "solver.violation[1]"), 1e-8);

  /* no further step from here, but an end or a new beginning */
  assert_fails(&fmu, fmu.fmi.DoStep(c, last, 0.01, fmi2True), "stepFailed");
  /* an importer that tries shows the last message: the reason is in it */
  assert_fails(&fmu, fmu.fmi.DoStep(c, last, 0.01, fmi2True),
               "the last step failed: the smallest step is not accurate enough at t = 0.99");
  assert_ok(fmu.fmi.Reset(c));
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  assert_ok(fmu.fmi.ExitInitializationMode(c));
  assert_ok(fmu.fmi.DoStep(c, 0.0, 0.5, fmi2True));
  assert_ok(fmu.fmi.Terminate(c));
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

/* An integrator that would need steps without end discards the communication step, like a Newton
 * iteration that does not converge. */
static void steps_that_are_too_stiff_are_discarded(void** state)
{
  lw_test_fmu fmu;
  (void)state;
  lw_fmi_open_as("tests/fmu/data/arm.xml", LW_HAMILTONIAN_DCA, &fmu);
  fmi2Component c = lw_fmi_instantiate(&fmu);
  lw_fmi_set(&fmu, c, "shoulder.damping", 1e12);
  assert_ok(fmu.fmi.SetupExperiment(c, 0, 0, 0, 0, 0));
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  assert_ok(fmu.fmi.ExitInitializationMode(c));
  assert_ok(fmu.fmi.SetDebugLogging(c, fmi2True, 0, NULL));
  fmu.log = (lw_fmi_log){0};
  assert_int_equal(fmu.fmi.DoStep(c, 0.0, 1.0, fmi2True), fmi2Discard);
  lw_fmi_said(&fmu.log, "too stiff", __FILE__, __LINE__);
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

/* ---- tolerance ---------------------------------------------------------------------------- */

/* Internal steps of one communication step of half a second, by the tolerance of the experiment. */
static int steps_for(lw_test_fmu* fmu, fmi2Boolean defined, double tolerance)
{
  const fmi2ValueReference vr    = lw_fmi_reference(fmu, "solver.steps");
  fmi2Component            c     = lw_fmi_instantiate(fmu);
  fmi2Integer              steps = 0;
  assert_ok(fmu->fmi.SetupExperiment(c, defined, tolerance, 0.0, 0, 0.0));
  lw_fmi_set(fmu, c, "solver.step", 0.1);
  assert_ok(fmu->fmi.EnterInitializationMode(c));
  assert_ok(fmu->fmi.ExitInitializationMode(c));
  assert_ok(fmu->fmi.DoStep(c, 0.0, 0.5, fmi2True));
  assert_ok(fmu->fmi.GetInteger(c, &vr, 1, &steps));
  fmu->fmi.FreeInstance(c);
  return steps;
}

/* A tolerance sets the accuracy; without one, or with that of the file, it is the file's. */
static void the_tolerance_is_the_accuracy(void** state)
{
  static const double refused[] = {-1.0, 1.0, 1e-16, NAN};
  lw_test_fmu         fmu;
  (void)state;
  lw_fmi_open("examples/double_pendulum.xml", &fmu);
  const int own = steps_for(&fmu, fmi2False, 1e-9);
  assert_int_equal(steps_for(&fmu, fmi2True, 1e-5), own);
  assert_true(steps_for(&fmu, fmi2True, 1e-8) > 2 * own);

  fmi2Component c = lw_fmi_instantiate(&fmu);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    assert_fails(&fmu, fmu.fmi.SetupExperiment(c, fmi2True, refused[i], 0.0, 0, 0.0), "tolerance");
  }
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

/* Steps that cannot meet the accuracy end with OK and one warning. */
static void a_missed_accuracy_is_a_warning(void** state)
{
  static const fmi2String warnings = "logStatusWarning";
  lw_test_fmu             fmu;
  (void)state;
  lw_fmi_open("examples/double_pendulum.xml", &fmu);
  fmi2Component c = lw_fmi_instantiate(&fmu);
  assert_ok(fmu.fmi.SetDebugLogging(c, fmi2True, 1, &warnings));
  assert_ok(fmu.fmi.SetupExperiment(c, fmi2True, 1e-15, 0.0, 0, 0.0));
  lw_fmi_set(&fmu, c, "solver.step", 0.1);
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  assert_ok(fmu.fmi.ExitInitializationMode(c));
  fmu.log  = (lw_fmi_log){0};
  double t = 0.0;
  lw_fmi_steps(&fmu, c, 3, &t, 0.1);
  assert_int_equal(fmu.log.calls, 1);
  assert_int_equal(fmu.log.status, fmi2Warning);
  assert_string_equal(fmu.log.category, warnings);
  lw_fmi_said(&fmu.log, "accuracy was not met", __FILE__, __LINE__);
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_have_the_bits_of_the_solver),
      cmocka_unit_test(communication_points_are_met_exactly),
      cmocka_unit_test(there_are_no_slivers),
      cmocka_unit_test(communication_steps_matter_by_the_second_order),
      cmocka_unit_test(the_stop_time_is_the_end),
      cmocka_unit_test(steps_that_make_no_sense_are_refused),
      cmocka_unit_test(steps_that_are_too_stiff_are_discarded),
      cmocka_unit_test(a_failed_step_ends_at_the_last_good_time),
      cmocka_unit_test(the_tolerance_is_the_accuracy),
      cmocka_unit_test(a_missed_accuracy_is_a_warning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
