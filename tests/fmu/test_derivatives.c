/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_derivatives.c - fmi2GetDirectionalDerivative against central differences.
 *
 * Both sides are differences of numbers with sixteen digits, or exact: they agree to 1e-6 of
 * the largest derivative of the vector that an output belongs to. Where all of it is nearly
 * zero, by inputs to 1e-6 of a thousandth of the largest derivative of all outputs, by
 * parameters to 1e-6 of 1.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "random.h"

enum { NMOST = 400 };

static lw_test_fmu fmu;

/* All outputs and local variables, and the size of the group that each belongs to. */
static fmi2ValueReference output[NMOST];
static size_t             noutput;

/* Of an opened FMU. */
static void list_outputs(void)
{
  noutput = 0;
  for (size_t i = 0; i < fmu.description.count; i++) {
    const lw_fmu_variable* v = &fmu.description.variable[i];
    /* statistics of the solver are no functions of anything */
    const bool result = strcmp(v->causality, "output") == 0 || strcmp(v->causality, "local") == 0;
    if (result && strncmp(v->name, "solver.", 7) != 0) {
      assert_true(noutput < NMOST);
      output[noutput++] = v->reference;
    }
  }
}

static void open_fmu(const char* mechanism)
{
  lw_fmi_open(mechanism, &fmu);
  list_outputs();
}

static const char* name_of(fmi2ValueReference vr)
{
  return fmu.description.variable[vr].name; /* references count the variables */
}

/* The largest derivative among the components of the vector of output i. */
static double size_of_group(const double d[], size_t i)
{
  const size_t length = strcspn(name_of(output[i]), "[");
  double       most   = 0.0;
  for (size_t k = 0; k < noutput; k++) {
    if (strncmp(name_of(output[k]), name_of(output[i]), length + 1) == 0 ||
        (strcspn(name_of(output[k]), "[") == length &&
         strncmp(name_of(output[k]), name_of(output[i]), length) == 0)) {
      most = fmax(most, fabs(d[k]));
    }
  }
  return most;
}

static void compare(const double actual[], const double expected[], double least,
                    const char* with_respect_to)
{
  for (size_t i = 0; i < noutput; i++) {
    const double size = fmax(least, size_of_group(expected, i));
    if (!(fabs(actual[i] - expected[i]) <= 1e-6 * size)) {
      fail_msg("d %s / d %s is %.12g, not %.12g", name_of(output[i]), with_respect_to, actual[i],
               expected[i]);
    }
  }
}

/* Outputs where a variable has another value; the state is as before. */
static void outputs_at(fmi2Component c, fmi2ValueReference known, double x, double out[])
{
  fmi2FMUstate state = NULL;
  assert_ok(fmu.fmi.GetFMUstate(c, &state));
  assert_ok(fmu.fmi.SetReal(c, &known, 1, &x));
  assert_ok(fmu.fmi.GetReal(c, output, noutput, out));
  assert_ok(fmu.fmi.SetFMUstate(c, state));
  assert_ok(fmu.fmi.FreeFMUstate(c, &state));
}

/* (f(x + h) - f(x - h)) / 2h for all outputs */
static void differences(fmi2Component c, fmi2ValueReference known, double h, double out[])
{
  double x = 0.0, low[NMOST], high[NMOST];
  assert_ok(fmu.fmi.GetReal(c, &known, 1, &x));
  outputs_at(c, known, x - h, low);
  outputs_at(c, known, x + h, high);
  for (size_t i = 0; i < noutput; i++) out[i] = (high[i] - low[i]) / (2.0 * h);
}

/* Every variable of a causality, one at a time. Relative step: error h^2 / 6
 * f''', rounding 1e-16 / h. */
static void check_all(fmi2Component c, const char* causality, const char* without)
{
  double expected[NMOST], actual[NMOST];
  int    checked = 0;
  for (size_t k = 0; k < fmu.description.count; k++) {
    const lw_fmu_variable* v = &fmu.description.variable[k];
    if (strcmp(v->causality, causality) != 0 || strncmp(v->name, without, strlen(without)) == 0) {
      continue;
    }
    const double one = 1.0;
    double       x   = 0.0;
    assert_ok(fmu.fmi.GetReal(c, &v->reference, 1, &x));
    if (x == 0.0 && strstr(v->name, "damping")) {
      continue; /* it cannot be less, see parameters_at_a_border_are_moved_the_other_way() */
    }
    /* forces act linearly: any step will do */
    const double h = strcmp(causality, "input") == 0 ? 1.0 : 1e-4 * (x != 0.0 ? fabs(x) : 0.01);
    differences(c, v->reference, h, expected);
    assert_ok(fmu.fmi.GetDirectionalDerivative(c, output, noutput, &v->reference, 1, &one, actual));
    double least = 1.0;
    if (strcmp(causality, "input") == 0) {
      least = 0.0;
      for (size_t i = 0; i < noutput; i++) least = fmax(least, 1e-3 * fabs(expected[i]));
    }
    compare(actual, expected, least, v->name);
    checked++;
  }
  assert_true(checked > 0);
}

/* ---- at a communication point ------------------------------------------------------------- */

static void derivatives_in_motion(const char* mechanism, const char* input)
{
  double t = 0.0;
  open_fmu(mechanism);
  fmi2Component c = lw_fmi_start(&fmu);
  lw_fmi_set(&fmu, c, input, 0.7);
  lw_fmi_steps(&fmu, c, 40, &t, 0.01);
  check_all(c, "input", "drive");
  check_all(c, "parameter", "solver."); /* all others are tunable */
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

/* Every formulation has accelerations of its own; those of penalty give way in the constraints. */
static void derivatives_of_every_formulation_are_differences(void** state)
{
  (void)state;
  const char* mechanism[3] = {"tests/fmu/data/arm.xml", "tests/fmu/data/loop.xml",
                              "tests/fmu/data/servo.xml"};
  for (int f = 0; f < LW_FORMULATION_COUNT; f++) {
    for (int m = 0; m < 3; m++) {
      double t = 0.0;
      lw_fmi_open_as(mechanism[m], (lw_formulation)f, &fmu);
      list_outputs();
      fmi2Component c = lw_fmi_start(&fmu);
      lw_fmi_set(&fmu, c, "motor", 0.7);
      lw_fmi_steps(&fmu, c, 20, &t, 0.01);
      check_all(c, "input", "drive");
      fmu.fmi.FreeInstance(c);
      lw_fmi_close(&fmu);
    }
  }
}

static void derivatives_along_forces_on_a_tree_are_differences(void** state)
{
  (void)state;
  derivatives_in_motion("tests/fmu/data/arm.xml", "motor");
}

static void derivatives_along_forces_on_a_loop_are_differences(void** state)
{
  (void)state;
  derivatives_in_motion("tests/fmu/data/loop.xml", "motor");
}

static void derivatives_beside_a_prescribed_motion_are_differences(void** state)
{
  (void)state;
  derivatives_in_motion("tests/fmu/data/servo.xml", "motor");
}

/* Forces do not change positions and velocities at once, and neither does a prescribed position
 * that is reached by the next step. */
static void positions_and_velocities_have_no_derivative(void** state)
{
  double actual[NMOST], t = 0.0;
  (void)state;
  open_fmu("tests/fmu/data/servo.xml");
  fmi2Component c = lw_fmi_start(&fmu);
  lw_fmi_steps(&fmu, c, 5, &t, 0.01);
  const fmi2ValueReference drive = lw_fmi_reference(&fmu, "drive"),
                           motor = lw_fmi_reference(&fmu, "motor"), both[] = {drive, motor};
  const double change[] = {1.0, 2.0}, one = 1.0;
  assert_ok(fmu.fmi.GetDirectionalDerivative(c, output, noutput, &drive, 1, &one, actual));
  for (size_t i = 0; i < noutput; i++) assert_near(actual[i], 0.0, 0.0);
  assert_ok(fmu.fmi.GetDirectionalDerivative(c, output, noutput, both, 2, change, actual));
  for (size_t i = 0; i < noutput; i++) {
    const char* dot = strrchr(name_of(output[i]), '.');
    const bool  later =
        dot && (strchr("rvwq", dot[1]) && (dot[2] == '[' || dot[2] == '\0' || dot[2] == 'u' ||
                                           (dot[2] == 'd' && dot[3] == '\0')));
    if (later || strncmp(name_of(output[i]), "energy", 6) == 0) {
      assert_near(actual[i], 0.0, 0.0);
    }
  }
  /* the wrist accelerates: 2 N m on the tool, whose inertia is 0.05 */
  const fmi2ValueReference qdd = lw_fmi_reference(&fmu, "wrist.qdd");
  assert_ok(fmu.fmi.GetDirectionalDerivative(c, &qdd, 1, both, 2, change, actual));
  assert_near(actual[0], 40.0, 1e-6);
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

/* The derivative is linear in the direction, repeated references add up, and
 * asking changes nothing. */
static void derivatives_are_linear_and_leave_no_trace(void** state)
{
  double   a[NMOST], b[NMOST], sum[NMOST], before[NMOST], after[NMOST], t = 0.0;
  uint32_t seed = 3;
  (void)state;
  open_fmu("tests/fmu/data/loop.xml");
  fmi2Component c = lw_fmi_start(&fmu), other = lw_fmi_start(&fmu);
  lw_fmi_steps(&fmu, c, 10, &t, 0.01);
  const fmi2ValueReference known[] = {lw_fmi_reference(&fmu, "motor"),
                                      lw_fmi_reference(&fmu, "push[1]"),
                                      lw_fmi_reference(&fmu, "motor")};
  const double x = lw_test_random(&seed), y = lw_test_random(&seed), z = lw_test_random(&seed);
  const double xyz[] = {x, y, z}, twice = x + z;
  (void)lw_fmi_outputs(&fmu, c, before);
  assert_ok(fmu.fmi.GetDirectionalDerivative(c, output, noutput, known, 1, &twice, a));
  assert_ok(fmu.fmi.GetDirectionalDerivative(c, output, noutput, known + 1, 1, &y, b));
  assert_ok(fmu.fmi.GetDirectionalDerivative(c, output, noutput, known, 3, xyz, sum));
  double size = 0.0;
  for (size_t i = 0; i < noutput; i++) size = fmax(size, fabs(sum[i]));
  for (size_t i = 0; i < noutput; i++) {
    assert_near(sum[i], a[i] + b[i],
                1e-9 * size); /* the target of the passes is 1e-10 of the size */
  }
  assert_true(size > 0.1);
  const size_t n = lw_fmi_outputs(&fmu, c, after);
  assert_same_bits((int)n, after, before);

  /* and the future is that of an instance without derivatives */
  double s = 0.0;
  lw_fmi_steps(&fmu, other, 10, &s, 0.01);
  lw_fmi_steps(&fmu, c, 10, &t, 0.01);
  lw_fmi_steps(&fmu, other, 10, &s, 0.01);
  (void)lw_fmi_outputs(&fmu, c, after);
  (void)lw_fmi_outputs(&fmu, other, before);
  assert_same_bits((int)n, after, before);
  fmu.fmi.FreeInstance(c);
  fmu.fmi.FreeInstance(other);
  lw_fmi_close(&fmu);
}

/* ---- during initialisation ---------------------------------------------------------------- */

static void derivatives_at_the_start(const char* mechanism)
{
  open_fmu(mechanism);
  fmi2Component c = lw_fmi_instantiate(&fmu);
  assert_ok(fmu.fmi.SetupExperiment(c, 0, 0, 0, 0, 0));
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  check_all(c, "parameter", "solver.");
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

static void derivatives_along_parameters_of_a_tree_are_differences(void** state)
{
  (void)state;
  derivatives_at_the_start("tests/fmu/data/arm.xml");
}

static void derivatives_along_parameters_of_a_loop_are_differences(void** state)
{
  (void)state;
  derivatives_at_the_start("tests/fmu/data/loop.xml");
}

/* There the prescribed position moves everything that it drives. */
static void prescribed_positions_move_what_they_drive_at_the_start(void** state)
{
  double expected[NMOST], actual[NMOST];
  (void)state;
  open_fmu("tests/fmu/data/servo.xml");
  fmi2Component c = lw_fmi_instantiate(&fmu);
  assert_ok(fmu.fmi.SetupExperiment(c, 0, 0, 0, 0, 0));
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  lw_fmi_set(&fmu, c, "drive", 0.4);
  const fmi2ValueReference drive = lw_fmi_reference(&fmu, "drive");
  const double             one   = 1.0;
  differences(c, drive, 1e-4, expected);
  assert_ok(fmu.fmi.GetDirectionalDerivative(c, output, noutput, &drive, 1, &one, actual));
  compare(actual, expected, 1.0, "drive");
  const fmi2ValueReference q = lw_fmi_reference(&fmu, "turn.q"),
                           r = lw_fmi_reference(&fmu, "tool.r[2]");
  double dq = 0.0, dr = 0.0;
  assert_ok(fmu.fmi.GetDirectionalDerivative(c, &q, 1, &drive, 1, &one, &dq));
  assert_ok(fmu.fmi.GetDirectionalDerivative(c, &r, 1, &drive, 1, &one, &dr));
  assert_near(dq, 1.0, 1e-9);
  assert_near(dr, 0.5 * cos(0.4), 1e-9);
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

/* A parameter at a limit of its values is changed in the other direction. */
static void parameters_at_a_border_are_moved_the_other_way(void** state)
{
  double actual[NMOST];
  (void)state;
  open_fmu("tests/fmu/data/arm.xml");
  fmi2Component c = lw_fmi_instantiate(&fmu);
  assert_ok(fmu.fmi.SetupExperiment(c, 0, 0, 0, 0, 0));
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  lw_fmi_set(&fmu, c, "shoulder.damping", 0.0);
  const fmi2ValueReference damping = lw_fmi_reference(&fmu, "shoulder.damping"),
                           step    = lw_fmi_reference(&fmu, "solver.step");
  const double one                 = 1.0;
  assert_ok(fmu.fmi.GetDirectionalDerivative(c, output, noutput, &damping, 1, &one, actual));
  /* nothing moves at the start */
  for (size_t i = 0; i < noutput; i++) assert_near(actual[i], 0.0, 1e-9);
  assert_ok(fmu.fmi.GetDirectionalDerivative(c, output, noutput, &step, 1, &one, actual));
  for (size_t i = 0; i < noutput; i++) assert_near(actual[i], 0.0, 0.0);
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

static void what_has_no_derivative_is_refused(void** state)
{
  double x = 0.0;
  (void)state;
  open_fmu("tests/fmu/data/arm.xml");
  fmi2Component            c     = lw_fmi_start(&fmu);
  const fmi2ValueReference motor = lw_fmi_reference(&fmu, "motor"),
                           out   = lw_fmi_reference(&fmu, "load.a[1]"),
                           fixed = lw_fmi_reference(&fmu, "solver.step");
  const double one = 1.0, nan = NAN;
  assert_fails(&fmu, fmu.fmi.GetDirectionalDerivative(c, &motor, 1, &motor, 1, &one, &x),
               "no such output");
  assert_fails(&fmu, fmu.fmi.GetDirectionalDerivative(c, &out, 1, &out, 1, &one, &x),
               "no such input");
  assert_fails(&fmu, fmu.fmi.GetDirectionalDerivative(c, &out, 1, &fixed, 1, &one, &x), "fixed");
  assert_fails(&fmu, fmu.fmi.GetDirectionalDerivative(c, &out, 1, &motor, 1, &nan, &x), "finite");
  assert_ok(fmu.fmi.GetDirectionalDerivative(c, &out, 1, NULL, 0, NULL, &x));
  assert_near(x, 0.0, 0.0);
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_of_every_formulation_are_differences),
      cmocka_unit_test(derivatives_along_forces_on_a_tree_are_differences),
      cmocka_unit_test(derivatives_along_forces_on_a_loop_are_differences),
      cmocka_unit_test(derivatives_beside_a_prescribed_motion_are_differences),
      cmocka_unit_test(positions_and_velocities_have_no_derivative),
      cmocka_unit_test(derivatives_are_linear_and_leave_no_trace),
      cmocka_unit_test(derivatives_along_parameters_of_a_tree_are_differences),
      cmocka_unit_test(derivatives_along_parameters_of_a_loop_are_differences),
      cmocka_unit_test(prescribed_positions_move_what_they_drive_at_the_start),
      cmocka_unit_test(parameters_at_a_border_are_moved_the_other_way),
      cmocka_unit_test(what_has_no_derivative_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
