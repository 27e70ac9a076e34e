/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_values.c - getting and setting: values, derivatives of inputs and of outputs.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "text/number_parse.h"

static lw_test_fmu arm, servo;

/* ---- values ------------------------------------------------------------------------------- */

/* The description says what the instance starts with, bit by bit; outputs are finite from the
 * initialisation on. */
static void start_values_are_those_of_the_description(void** state)
{
  (void)state;
  const lw_test_fmu* fmus[] = {&arm, &servo};
  for (int k = 0; k < 2; k++) {
    lw_test_fmu*  fmu  = k == 0 ? &arm : &servo;
    fmi2Component c    = lw_fmi_start(fmu);
    int           seen = 0;
    for (size_t i = 0; i < fmus[k]->description.count; i++) {
      const lw_fmu_variable* v     = &fmus[k]->description.variable[i];
      double                 start = 0.0, value = NAN;
      fmi2Integer            count = 0;
      if (v->type == LW_FMU_INTEGER) {
        assert_ok(fmu->fmi.GetInteger(c, &v->reference, 1, &count));
        value = count;
      } else {
        assert_ok(fmu->fmi.GetReal(c, &v->reference, 1, &value));
      }
      assert_true(isfinite(value));
      if (*v->start) {
        assert_int_equal(lw_number_read(v->start, strlen(v->start), &start), LW_NUMBER_OK);
        assert_same_bits(1, &value, &start);
        seen++;
      }
    }
    assert_true(seen > 5);
    fmu->fmi.FreeInstance(c);
  }
}

static void references_that_do_not_exist_are_refused(void** state)
{
  static const fmi2ValueReference bad[] = {5000, 0x7fffffffu, 0x80000000u, 0xffffffffu};
  fmi2Component                   c     = lw_fmi_start(&arm);
  fmi2Integer                     whole = 0;
  const fmi2Integer               order = 1;
  fmi2Boolean                     flag  = 0;
  fmi2String                      text  = "";
  double                          x     = 0.0;
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_fails(&arm, arm.fmi.GetReal(c, &bad[i], 1, &x), "value reference");
    assert_fails(&arm, arm.fmi.SetReal(c, &bad[i], 1, &x), "value reference");
    assert_fails(&arm, arm.fmi.SetRealInputDerivatives(c, &bad[i], 1, &order, &x),
                 "value reference");
    assert_fails(&arm, arm.fmi.GetRealOutputDerivatives(c, &bad[i], 1, &order, &x),
                 "value reference");
    assert_fails(&arm, arm.fmi.GetDirectionalDerivative(c, &bad[i], 1, NULL, 0, NULL, &x),
                 "value reference");
  }
  const fmi2ValueReference vr = 0;
  assert_fails(&arm, arm.fmi.GetInteger(c, &vr, 1, &whole), "no Integer");
  assert_fails(&arm, arm.fmi.SetInteger(c, &vr, 1, &whole), "no Integer");
  assert_fails(&arm, arm.fmi.GetBoolean(c, &vr, 1, &flag), "no Boolean");
  assert_fails(&arm, arm.fmi.SetBoolean(c, &vr, 1, &flag), "no Boolean");
  assert_fails(&arm, arm.fmi.GetString(c, &vr, 1, &text), "no String");
  assert_fails(&arm, arm.fmi.SetString(c, &vr, 1, &text), "no String");
  assert_ok(arm.fmi.GetReal(c, NULL, 0, NULL));
  assert_ok(arm.fmi.SetReal(c, NULL, 0, NULL));
  arm.fmi.FreeInstance(c);
}

/* Values that are not finite, break a rule of mechanics or cannot be set are
 * refused, and nothing changes. */
static void values_that_make_no_sense_are_refused(void** state)
{
  static const struct {
    const char* name;
    double      value;
    const char* part;
  } cases[]       = {{"motor", NAN, "finite"},
                     {"motor", INFINITY, "finite"},
                     {"upper.mass", 0.0, "mass must be positive"},
                     {"push[2]", -INFINITY, "finite"},
                     {"upper.mass", -1.0, "mass"},
                     {"upper.inertia[1]", -0.5, "inertia"},
                     {"cord.damping", -1.0, "damping"},
                     {"upper.r[1]", 1.0, "output"},
                     {"energy.total", 0.0, "local"},
                     {"solver.step", 0.01, "fixed"}};
  fmi2Component c = lw_fmi_start(&arm);
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const fmi2ValueReference vr     = lw_fmi_reference(&arm, cases[i].name);
    const double             before = lw_fmi_get(&arm, c, cases[i].name);
    assert_fails(&arm, arm.fmi.SetReal(c, &vr, 1, &cases[i].value), cases[i].part);
    const double after = lw_fmi_get(&arm, c, cases[i].name);
    assert_same_bits(1, &after, &before);
  }
  arm.fmi.FreeInstance(c);
}

/* Parameters can be set before and during the initialisation, tunable ones also later: a mass that
 * doubles halves the acceleration of a free body. */
static void parameters_take_effect(void** state)
{
  (void)state;
  fmi2Component c = lw_fmi_instantiate(&arm);
  lw_fmi_set(&arm, c, "gravity[2]", -1.0);
  lw_fmi_set(&arm, c, "solver.step", 0.005);
  lw_fmi_set(&arm, c, "cord.stiffness", 0.0);
  assert_ok(arm.fmi.SetupExperiment(c, 0, 0, 0, 0, 0));
  assert_ok(arm.fmi.EnterInitializationMode(c));
  const double first = lw_fmi_get(&arm, c, "load.a[2]");
  lw_fmi_set(&arm, c, "gravity[2]", -3.0);
  const double second = lw_fmi_get(&arm, c, "load.a[2]");
  assert_ok(arm.fmi.ExitInitializationMode(c));
  assert_near(lw_fmi_get(&arm, c, "solver.step"), 0.005, 0.0);
  /* the load hangs in a relaxed bushing: it falls freely */
  assert_near(first, -1.0, 1e-12);
  assert_near(second, -3.0, 1e-12);
  lw_fmi_set(&arm, c, "gravity[2]", 0.0);
  lw_fmi_set(&arm, c, "gravity[1]", 0.0);
  lw_fmi_set(&arm, c, "gravity[3]", 0.0);
  lw_fmi_set(&arm, c, "pull[1]", 4.0);
  /* at the frame's origin, which is the centre of mass; the force acts beside it */
  assert_near(lw_fmi_get(&arm, c, "load.a[1]"), 8.0, 1e-9);
  lw_fmi_set(&arm, c, "load.mass", 1.0);
  assert_near(lw_fmi_get(&arm, c, "load.a[1]"), 4.0, 1e-9);
  arm.fmi.FreeInstance(c);
}

/* Expressions in the FMU have the values of the C library: the jib's inertia is rho L^3 / 12. */
static void expressions_follow_their_parameters(void** state)
{
  lw_test_fmu crane;
  (void)state;
  lw_fmi_open("tests/fmu/data/crane.xml", &crane);
  fmi2Component c = lw_fmi_instantiate(&crane);
  lw_fmi_set(&crane, c, "L", 1.7);
  assert_ok(crane.fmi.SetupExperiment(c, 0, 0, 0, 0, 0));
  assert_ok(crane.fmi.EnterInitializationMode(c));
  assert_near(lw_fmi_get(&crane, c, "jib.inertia[2]"), 12.0 * pow(1.7, 3.0) / 12.0, 1e-15);
  assert_near(lw_fmi_get(&crane, c, "jib.mass"), 12.0 * 1.7, 1e-15);
  crane.fmi.FreeInstance(c);
  lw_fmi_close(&crane);
}

/* The first n numbers of an inertia, one call each. */
static void set_inertia(fmi2Component c, const double inertia[6], int n)
{
  for (int i = 0; i < n; i++) {
    char name[] = "upper.inertia[1]";
    name[14]    = (char)('1' + i);
    lw_fmi_set(&arm, c, name, inertia[i]);
  }
}

/* An inertia may be set number by number, through some that no body has, before, during and after
 * the initialisation. Where it stays so, the initialisation or the next step says it, and a step
 * can be repeated once it is put right. */
static void inertias_are_set_number_by_number(void** state)
{
  const double large[6] = {40.0, 50.0, 60.0, 2.0, 3.0, -4.0},
               small[6] = {0.4, 0.5, 0.6, 0.0, 0.0, 0.0};
  (void)state;
  fmi2Component c = lw_fmi_instantiate(&arm);
  set_inertia(c, large, 6);
  assert_ok(arm.fmi.SetupExperiment(c, 0, 0, 0, 0, 0));
  assert_ok(arm.fmi.EnterInitializationMode(c));
  set_inertia(c, small, 6);
  assert_ok(arm.fmi.ExitInitializationMode(c));
  assert_ok(arm.fmi.DoStep(c, 0.0, 0.01, fmi2True));
  set_inertia(c, large, 6);
  assert_ok(arm.fmi.DoStep(c, 0.01, 0.01, fmi2True));
  set_inertia(c, small, 2);
  assert_fails(&arm, arm.fmi.DoStep(c, 0.02, 0.01, fmi2True), "positive definite");
  set_inertia(c, small, 6);
  assert_ok(arm.fmi.DoStep(c, 0.02, 0.01, fmi2True));
  arm.fmi.FreeInstance(c);

  c = lw_fmi_instantiate(&arm);
  set_inertia(c, large, 1);
  assert_ok(arm.fmi.SetupExperiment(c, 0, 0, 0, 0, 0));
  assert_ok(arm.fmi.EnterInitializationMode(c));
  assert_fails(&arm, arm.fmi.ExitInitializationMode(c), "in a rigid body");
  arm.fmi.FreeInstance(c);
}

/* ---- derivatives of inputs ---------------------------------------------------------------- */

/* A torque that grows with time, given in one step by its derivatives or in many by its values:
 * the same motion up to the error of a piecewise linear approach to a parabola, (h^2/8)
 * max|u''| = 1.25e-5 in the torque for h = 0.01, an angle of half of that over J = 0.65 after a
 * second (measured: 8.5e-7). */
static void inputs_follow_their_derivatives(void** state)
{
  static const fmi2Integer order[2] = {1, 2};
  static const double      rate[2]  = {0.5, 1.0};
  double                   t        = 0.0;
  fmi2Component            a = lw_fmi_start(&arm), b = lw_fmi_start(&arm);
  const fmi2ValueReference vr = lw_fmi_reference(&arm, "motor"), twice[2] = {vr, vr};
  (void)state;
  lw_fmi_set(&arm, a, "motor", 0.25);
  assert_ok(arm.fmi.SetRealInputDerivatives(a, twice, 2, order, rate));
  assert_ok(arm.fmi.DoStep(a, 0.0, 1.0, fmi2False));
  assert_near(lw_fmi_get(&arm, a, "motor"), 0.25 + 0.5 + 0.5, 1e-15); /* and keeps its end value */
  for (int k = 0; k < 100; k++) {
    const double slope = 0.5 + t + 0.005; /* of the chord */
    lw_fmi_set(&arm, b, "motor", 0.25 + 0.5 * t + 0.5 * t * t);
    assert_ok(arm.fmi.SetRealInputDerivatives(b, &vr, 1, order, &slope));
    lw_fmi_steps(&arm, b, 1, &t, 0.01);
  }
  assert_near(lw_fmi_get(&arm, a, "shoulder.q"), lw_fmi_get(&arm, b, "shoulder.q"), 1e-5);

  /* the same with the value held would be far away */
  fmi2Component held = lw_fmi_start(&arm);
  lw_fmi_set(&arm, held, "motor", 0.25);
  assert_ok(arm.fmi.DoStep(held, 0.0, 1.0, fmi2False));
  assert_true(fabs(lw_fmi_get(&arm, held, "shoulder.q") - lw_fmi_get(&arm, a, "shoulder.q")) >
              1e-2);
  arm.fmi.FreeInstance(a);
  arm.fmi.FreeInstance(b);
  arm.fmi.FreeInstance(held);
}

static void wrong_derivatives_are_refused(void** state)
{
  const fmi2ValueReference motor = lw_fmi_reference(&arm, "motor"),
                           out   = lw_fmi_reference(&arm, "upper.r[1]"),
                           mass  = lw_fmi_reference(&arm, "upper.mass");
  const fmi2Integer zero = 0, one = 1, three = 3, negative = -1;
  double            x   = 0.0;
  const double      nan = NAN;
  fmi2Component     c   = lw_fmi_start(&arm);
  (void)state;
  assert_fails(&arm, arm.fmi.SetRealInputDerivatives(c, &motor, 1, &zero, &x), "order 1 and 2");
  assert_fails(&arm, arm.fmi.SetRealInputDerivatives(c, &motor, 1, &three, &x), "order 1 and 2");
  assert_fails(&arm, arm.fmi.SetRealInputDerivatives(c, &out, 1, &one, &x), "not an input");
  assert_fails(&arm, arm.fmi.SetRealInputDerivatives(c, &mass, 1, &one, &x), "not an input");
  assert_fails(&arm, arm.fmi.SetRealInputDerivatives(c, &motor, 1, &one, &nan), "finite");
  assert_fails(&arm, arm.fmi.GetRealOutputDerivatives(c, &motor, 1, &one, &x), "not an output");
  assert_fails(&arm, arm.fmi.GetRealOutputDerivatives(c, &out, 1, &zero, &x), "begin with 1");
  assert_fails(&arm, arm.fmi.GetRealOutputDerivatives(c, &out, 1, &negative, &x), "begin with 1");
  arm.fmi.FreeInstance(c);
}

/* A prescribed position follows value, velocity and acceleration of its input exactly; its end is
 * where the next step begins. */
static void prescribed_positions_follow_their_input(void** state)
{
  static const fmi2Integer order[2] = {1, 2};
  const fmi2ValueReference vr = lw_fmi_reference(&servo, "drive"), twice[2] = {vr, vr};
  double                   t = 0.0;
  (void)state;
  fmi2Component c = lw_fmi_instantiate(&servo);
  assert_ok(servo.fmi.SetupExperiment(c, 0, 0, 0, 0, 0));
  assert_ok(servo.fmi.EnterInitializationMode(c));
  for (int k = 0; k <= 20; k++) {
    /* q = 0.3 + 0.5 t + t^2: the trapezoidal rule is exact for it */
    const double q = 0.3 + 0.5 * t + t * t, rate[2] = {0.5 + 2.0 * t, 2.0};
    lw_fmi_set(&servo, c, "drive", q);
    assert_ok(servo.fmi.SetRealInputDerivatives(c, twice, 2, order, rate));
    if (k == 0) {
      assert_ok(servo.fmi.ExitInitializationMode(c));
    }
    /* Newton's tolerance 1e-10, and what the projections leave */
    assert_near(lw_fmi_get(&servo, c, "turn.q"), q, 1e-9);
    assert_near(lw_fmi_get(&servo, c, "turn.qd"), rate[0], 1e-9);
    assert_near(lw_fmi_get(&servo, c, "turn.qdd"), 2.0, 1e-7);
    lw_fmi_steps(&servo, c, 1, &t, 0.05);
  }
  servo.fmi.FreeInstance(c);
}

/* ---- derivatives of outputs --------------------------------------------------------------- */

static double derivative(const lw_test_fmu* fmu, fmi2Component c, const char* name, int order)
{
  const fmi2ValueReference vr    = lw_fmi_reference(fmu, name);
  const fmi2Integer        which = order;
  double                   value = NAN;
  assert_ok(fmu->fmi.GetRealOutputDerivatives(c, &vr, 1, &which, &value));
  return value;
}

static void derivatives_are_the_variables_that_they_are(void** state)
{
  double        t = 0.0;
  fmi2Component c = lw_fmi_start(&arm);
  (void)state;
  lw_fmi_set(&arm, c, "twist[2]", 0.3);
  lw_fmi_steps(&arm, c, 20, &t, 0.01);
  static const char* const pairs[][3] = {{"load.r[2]", "load.v[2]", "load.a[2]"},
                                         {"load.v[1]", "load.a[1]", NULL},
                                         {"upper.w[3]", "upper.z[3]", NULL},
                                         {"shoulder.q", "shoulder.qd", "shoulder.qdd"},
                                         {"shoulder.qd", "shoulder.qdd", NULL},
                                         {"elbow.q[2]", "elbow.qd[2]", "elbow.qdd[2]"},
                                         {"shoulder.force[1]", NULL, NULL},
                                         {"energy.total", NULL, NULL},
                                         {"load.a[1]", NULL, NULL},
                                         {"solver.residual", NULL, NULL}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    for (int order = 1; order <= 2; order++) {
      const double expected = pairs[i][order] ? lw_fmi_get(&arm, c, pairs[i][order]) : 0.0;
      assert_near(derivative(&arm, c, pairs[i][0], order), expected, 0.0);
    }
    assert_near(derivative(&arm, c, pairs[i][0], 3), 0.0, 0.0);
    assert_near(derivative(&arm, c, pairs[i][0], 1000000), 0.0, 0.0);
  }
  arm.fmi.FreeInstance(c);
}

/* First and second derivative of a quaternion against central differences over two steps of h =
 * 1e-3: the error is h^2/6 |p'''| and h^2/12 |p''''|, with p'''' up to 1e3 here, and the solver's
 * own of order h^2 (measured: 3.2e-5 and 1.5e-3). */
static void quaternions_have_derivatives(void** state)
{
  static const char* const name[] = {"load.quat[1]", "load.quat[2]", "load.quat[3]",
                                     "load.quat[4]"};
  double                   p[3][4], first[4], second[4], t = 0.0;
  const double             h = 1e-3;
  fmi2Component            c = lw_fmi_start(&arm);
  (void)state;
  lw_fmi_set(&arm, c, "pull[2]", 2.0);
  lw_fmi_steps(&arm, c, 100, &t, h);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 4; i++) p[k][i] = lw_fmi_get(&arm, c, name[i]);
    for (int i = 0; i < 4 && k == 1; i++) {
      first[i]  = derivative(&arm, c, name[i], 1);
      second[i] = derivative(&arm, c, name[i], 2);
    }
    lw_fmi_steps(&arm, c, 1, &t, h);
  }
  double size = 0.0;
  for (int i = 0; i < 4; i++) {
    assert_near(first[i], (p[2][i] - p[0][i]) / (2.0 * h), 2e-4);
    assert_near(second[i], (p[2][i] - 2.0 * p[1][i] + p[0][i]) / (h * h), 2e-2);
    size = fmax(size, fmin(fabs(first[i]), fabs(second[i])));
  }
  assert_true(size > 0.1); /* it turns */
  arm.fmi.FreeInstance(c);
}

static int open_both(void** state)
{
  (void)state;
  lw_fmi_open("tests/fmu/data/arm.xml", &arm);
  lw_fmi_open("tests/fmu/data/servo.xml", &servo);
  return 0;
}

static int close_both(void** state)
{
  (void)state;
  lw_fmi_close(&arm);
  lw_fmi_close(&servo);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(start_values_are_those_of_the_description),
      cmocka_unit_test(references_that_do_not_exist_are_refused),
      cmocka_unit_test(values_that_make_no_sense_are_refused),
      cmocka_unit_test(parameters_take_effect),
      cmocka_unit_test(expressions_follow_their_parameters),
      cmocka_unit_test(inertias_are_set_number_by_number),
      cmocka_unit_test(inputs_follow_their_derivatives),
      cmocka_unit_test(wrong_derivatives_are_refused),
      cmocka_unit_test(prescribed_positions_follow_their_input),
      cmocka_unit_test(derivatives_are_the_variables_that_they_are),
      cmocka_unit_test(quaternions_have_derivatives),
  };
  return cmocka_run_group_tests(tests, open_both, close_both);
}
