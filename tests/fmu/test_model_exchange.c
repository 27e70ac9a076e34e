/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_model_exchange.c - the FMU for model exchange, integrated by the classical Runge-Kutta
 * method of importer.c.
 *
 * References are good to 1e-10. The steps are so short that the error of the method is below the
 * 1e-7 m that are promised; half the step has a sixteenth of it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "importer.h"
#include "mbs.h"
#include "table.h"

/* ---- results ------------------------------------------------------------------------------ */

/* The largest difference of a body's position from a reference, up to a time. */
static double distance(const char* name, double h, double stop)
{
  char   relative[128], model_path[LW_TEST_PATH_SIZE], series_path[LW_TEST_PATH_SIZE];
  double torque, most = 0.0;
  snprintf(relative, sizeof relative, "references/%s.mbs", name);
  const bool there = lw_test_shared_path(relative, model_path);
  snprintf(relative, sizeof relative, "references/%s.csv", name);
  if (!there || !lw_test_shared_path(relative, series_path)) {
    skip();
  }
  lw_test_table series = lw_test_table_read(series_path);
  lw_model*     m      = lw_test_mbs_read(model_path, 1e-3, &torque);
  lw_importer   r      = {0};
  lw_test_finish(m);
  lw_fmi_open_model(m, &r.fmu);
  lw_importer_start(&r, LW_ORDER_STANDARD);
  if (m->ninput > 0) {
    const fmi2ValueReference input = 0;
    assert_ok(r.fmu.fmi.SetReal(r.c, &input, 1, &torque));
  }
  for (int k = 1; k < series.nrow; k++) {
    const double* row = series.value + (size_t)k * (size_t)series.ncol;
    if (row[0] > stop * (1.0 + 1e-9)) {
      break;
    }
    lw_importer_integrate(&r, h, row[0]);
    for (int b = 0; b < m->nbody; b++) {
      for (int i = 0; i < 3; i++) {
        char column[80], variable[80];
        snprintf(column, sizeof column, "%s_%c", lw_model_name(m, m->body[b].name), "xyz"[i]);
        snprintf(variable, sizeof variable, "%s.r[%d]", lw_model_name(m, m->body[b].name), i + 1);
        const double expected = row[lw_test_table_column(&series, column)];
        most                  = fmax(most, fabs(lw_fmi_get(&r.fmu, r.c, variable) - expected));
      }
    }
  }
  print_message("%s: %.3g m, %d events\n", name, most, r.events);
  lw_test_table_free(&series);
  lw_model_destroy(m);
  lw_importer_end(&r);
  return most;
}

static void references_are_met(void** state)
{
  (void)state;
  assert_below(distance("01_spatial_double_pendulum", 1e-3, 10.0), 1e-7);
  assert_below(distance("02b_four_bar_down", 1e-3, 0.6), 1e-7);
  assert_below(distance("06_andrews_squeezer", 5e-6, 0.05), 1e-7);
  assert_below(distance("10_heavy_top", 5e-5, 2.0), 1e-7);
}

/* The largest violation of the constraints, at the ends of the steps. */
static double violation_of(const lw_importer* r)
{
  return lw_fmi_get(&r->fmu, r->c, "solver.violation[1]");
}

/* Constraints of loops drift apart in somebody else's integrator, and events close them: 100 s. */
static void loops_stay_closed(void** state)
{
  (void)state;
  lw_importer r = {0};
  lw_fmi_open("examples/bricard.xml", &r.fmu);
  lw_importer_start(&r, LW_ORDER_STANDARD);
  double       most   = 0.0;
  const double energy = lw_fmi_get(&r.fmu, r.c, "energy.total");
  for (int i = 0; i < 10000; i++) {
    assert_ok(lw_importer_step(&r, 0.01));
    most = fmax(most, violation_of(&r));
  }
  print_message("%d events, violation %.3g, energy %.3g J\n", r.events, most,
                lw_fmi_get(&r.fmu, r.c, "energy.total") - energy);
  assert_true(r.events > 10); /* without closing it drifts by more */
  assert_below(most, 1e-8);
  lw_importer_end(&r);
}

/* ---- states are variables ------------------------------------------------------------------ */

static const char* const MECHANISMS[] = {"tests/fmu/data/arm.xml",   "tests/fmu/data/crane.xml",
                                         "tests/fmu/data/loop.xml",  "tests/fmu/data/servo.xml",
                                         "tests/fmu/data/stops.xml", "examples/heavy_top.xml"};
enum { NMECHANISM = sizeof MECHANISMS / sizeof MECHANISMS[0] };

/* States and derivatives by fmi2GetReal are those of the functions for them. */
static void states_are_variables(void** state)
{
  (void)state;
  for (int m = 0; m < NMECHANISM; m++) {
    lw_importer        r = {0};
    fmi2ValueReference rate[LW_STATES_MAX], states[LW_STATES_MAX];
    double             dx[LW_STATES_MAX], y[LW_STATES_MAX];
    lw_fmi_open(MECHANISMS[m], &r.fmu);
    lw_importer_start(&r, LW_ORDER_STANDARD);
    lw_importer_integrate(&r, 1e-4, 0.01);
    assert_int_equal(lw_importer_list_rates(&r.fmu, rate), r.n);
    assert_int_equal(lw_importer_list_states(&r.fmu, states), r.n);
    assert_ok(r.fmu.fmi.GetReal(r.c, states, r.n, y));
    /* quaternions of variables have unit length, those of states nearly, and a point that is no
     * centre of mass is computed from it */
    for (size_t i = 0; i < r.n; i++) assert_near(y[i], r.x[i], 1e-11 * (1.0 + fabs(y[i])));
    assert_ok(r.fmu.fmi.GetDerivatives(r.c, dx, r.n));
    assert_ok(r.fmu.fmi.GetReal(r.c, rate, r.n, y));
    assert_same_bits((int)r.n, y, dx);
    double nominal[LW_STATES_MAX];
    assert_ok(r.fmu.fmi.GetNominalsOfContinuousStates(r.c, nominal, r.n));
    for (size_t i = 0; i < r.n; i++) assert_true(nominal[i] > 0.0 && isfinite(nominal[i]));
    lw_importer_end(&r);
  }
}

/* The derivatives of the states are what their names say: differences of states in time. */
static void rates_are_derivatives_in_time(void** state)
{
  (void)state;
  for (int m = 0; m < NMECHANISM; m++) {
    lw_importer  r = {0};
    double       before[LW_STATES_MAX], dx[LW_STATES_MAX];
    const double h = 1e-5;
    lw_fmi_open(MECHANISMS[m], &r.fmu);
    lw_importer_start(&r, LW_ORDER_STANDARD);
    lw_importer_integrate(&r, 1e-4, 0.01);
    memcpy(before, r.x, sizeof before);
    assert_ok(lw_importer_step(&r, h));
    assert_ok(lw_importer_rates(&r, r.t, r.x, dx));
    double later[LW_STATES_MAX];
    memcpy(later, r.x, sizeof later);
    assert_ok(lw_importer_step(&r, h));
    for (size_t i = 0; i < r.n; i++) {
      const double expected = (r.x[i] - before[i]) / (2.0 * h);
      assert_near(dx[i], expected, 1e-5 * (1.0 + fabs(expected)));
    }
    lw_importer_end(&r);
  }
}

/* ---- inputs --------------------------------------------------------------------------------- */

static void swing(lw_importer* r, double t)
{
  lw_fmi_set(&r->fmu, r->c, "drive", 0.3 * sin(2.0 * t));
  lw_fmi_set(&r->fmu, r->c, "drive.velocity", 0.6 * cos(2.0 * t));
  lw_fmi_set(&r->fmu, r->c, "drive.acceleration", -1.2 * sin(2.0 * t));
}

/* A prescribed position with its derivatives moves the joint as the inputs say. */
static void prescribed_positions_have_their_derivatives(void** state)
{
  (void)state;
  lw_importer r = {.set_inputs = swing};
  lw_fmi_open("tests/fmu/data/servo.xml", &r.fmu);
  lw_importer_start(&r, LW_ORDER_STANDARD);
  lw_importer_integrate(&r, 1e-3, 0.7);
  assert_near(lw_fmi_get(&r.fmu, r.c, "turn.q"), 0.3 * sin(1.4), 1e-13);
  assert_near(lw_fmi_get(&r.fmu, r.c, "turn.qd"), 0.6 * cos(1.4), 1e-13);
  assert_near(lw_fmi_get(&r.fmu, r.c, "turn.qdd"), -1.2 * sin(1.4), 1e-12);
  /* the tool sits 0.5 m from the axis */
  assert_near(lw_fmi_get(&r.fmu, r.c, "tool.r[2]"), 0.5 * sin(0.3 * sin(1.4)), 1e-13);
  lw_importer_end(&r);
}

/* ---- the order of OpenModelica -------------------------------------------------------------- */

static void results_do_not_depend_on_the_order_of_calls(void** state)
{
  (void)state;
  static const char* const mechanism[] = {"examples/bricard.xml", "tests/fmu/data/arm.xml"};
  for (int m = 0; m < 2; m++) {
    lw_importer r[2];
    memset(r, 0, sizeof r);
    double out[2][LW_STATES_MAX * 20];
    size_t n = 0;
    for (int how = 0; how < 2; how++) {
      lw_fmi_open(mechanism[m], &r[how].fmu);
      lw_importer_start(&r[how], (lw_importer_order)how);
      lw_importer_integrate(&r[how], 0.005, 3.0);
      n = lw_fmi_outputs(&r[how].fmu, r[how].c, out[how]);
      assert_true(n <= LW_STATES_MAX * 20);
    }
    assert_int_equal(r[0].events, r[1].events);
    for (size_t i = 0; i < n; i++) {
      assert_near(out[1][i], out[0][i], 1e-9 * (1.0 + fabs(out[0][i])));
    }
    lw_importer_end(&r[0]);
    lw_importer_end(&r[1]);
  }
}

/* OpenModelica up to 1.27 sets fixed parameters after fmi2ExitInitializationMode. */
static void fixed_parameters_can_be_set_until_time_begins(void** state)
{
  (void)state;
  double r[2];
  for (int late = 0; late < 2; late++) {
    lw_importer   x    = {0};
    fmi2EventInfo info = {0};
    lw_fmi_open("tests/fmu/data/crane.xml", &x.fmu);
    const lw_fmu_library* f = &x.fmu.fmi;
    x.c                     = lw_importer_instantiate(&x.fmu);
    assert_ok(f->SetupExperiment(x.c, fmi2False, 0.0, 0.0, fmi2False, 0.0));
    assert_ok(f->EnterInitializationMode(x.c));
    if (!late) {
      lw_fmi_set(&x.fmu, x.c, "L", 1.7);
    }
    assert_ok(f->ExitInitializationMode(x.c));
    if (late) {
      lw_fmi_set(&x.fmu, x.c, "L", 1.7);
    }
    assert_ok(f->NewDiscreteStates(x.c, &info));
    assert_ok(f->EnterContinuousTimeMode(x.c));
    r[late]                         = lw_fmi_get(&x.fmu, x.c, "hook.a[2]");
    const double             longer = 1.8;
    const fmi2ValueReference L      = lw_fmi_reference(&x.fmu, "L");
    assert_fails(&x.fmu, f->SetReal(x.c, &L, 1, &longer), "is fixed");
    lw_importer_end(&x);
  }
  assert_same_bits(1, &r[0], &r[1]);
}

/* ---- derivatives with respect to states and inputs ------------------------------------------ */

/* Derivatives and outputs at the present states, with one of them or an input moved. */
static void evaluate_at(lw_importer* r, size_t state, fmi2ValueReference input, double by, size_t n,
                        const fmi2ValueReference unknown[], double value[])
{
  const lw_fmu_library* f = &r->fmu.fmi;
  double                u = 0.0, x[LW_STATES_MAX];
  memcpy(x, r->x, sizeof x);
  if (state < r->n) {
    x[state] += by;
    assert_ok(f->SetContinuousStates(r->c, x, r->n));
  } else {
    assert_ok(f->GetReal(r->c, &input, 1, &u));
    u += by;
    assert_ok(f->SetReal(r->c, &input, 1, &u));
  }
  assert_ok(f->GetReal(r->c, unknown, n, value));
  if (state < r->n) {
    assert_ok(f->SetContinuousStates(r->c, r->x, r->n));
  } else {
    u -= by;
    assert_ok(f->SetReal(r->c, &input, 1, &u));
  }
}

/* The end of the name of a joint in that of one of its reactions; NULL: it is no reaction. */
static const char* joint_end(const char* name)
{
  const char* force = strstr(name, ".force[");
  return force ? force : strstr(name, ".torque[");
}

/* Tolerance of a derivative. Apart from the constraints, where a moved state is, reactions are less
 * sharp, and those that redundant constraints share are another problem than on them: a violation
 * of 1e-4 lets a self-stress in.                                                          (6.4) */
static double tolerance_of(const lw_importer* r, const char* name)
{
  char        unique[200];
  const char* end = joint_end(name);
  if (!end) {
    return 1e-6;
  }
  (void)snprintf(unique, sizeof unique, "%.*s.unique", (int)(end - name), name);
  /* without redundant constraints there is no such variable */
  for (size_t i = 0; i < r->fmu.description.count; i++) {
    if (strcmp(r->fmu.description.variable[i].name, unique) == 0) {
      return lw_fmi_get(&r->fmu, r->c, unique) > 0.0 ? 1e-5 : 1e-3;
    }
  }
  return 1e-5;
}

/* Compare the derivatives of n unknowns by one state or input with differences of second order. */
static void compare(lw_importer* r, size_t state, fmi2ValueReference known, size_t n,
                    const fmi2ValueReference unknown[])
{
  const double h = 1e-4, one = 1.0;
  double *     low = malloc(3 * n * sizeof *low), *high = low + n, *exact = low + 2 * n;
  assert_non_null(low);
  evaluate_at(r, state, known, -h, n, unknown, low);
  evaluate_at(r, state, known, h, n, unknown, high);
  assert_ok(r->fmu.fmi.GetDirectionalDerivative(r->c, unknown, n, &known, 1, &one, exact));
  double size = 1.0;
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(exact[i]));
  for (size_t i = 0; i < n; i++) {
    const lw_fmu_variable* v        = r->fmu.description.variable;
    const double           expected = (high[i] - low[i]) / (2.0 * h);
    if (!(fabs(exact[i] - expected) <= tolerance_of(r, v[unknown[i]].name) * size)) {
      fail_msg("%s: d %s / d %s is %.12g, not %.12g", r->fmu.description.name, v[unknown[i]].name,
               v[known].name, exact[i], expected);
    }
  }
  free(low);
}

static void directional_derivatives_are_differences(void** state)
{
  (void)state;
  for (int m = 0; m < NMECHANISM; m++) {
    lw_importer        r = {0};
    fmi2ValueReference states[LW_STATES_MAX], unknown[20 * LW_STATES_MAX];
    size_t             n = 0;
    lw_fmi_open(MECHANISMS[m], &r.fmu);
    lw_importer_start(&r, LW_ORDER_STANDARD);
    lw_importer_integrate(&r, 1e-4, 0.02);
    lw_importer_list_states(&r.fmu, states);
    for (size_t i = 0; i < r.fmu.description.count; i++) {
      const lw_fmu_variable* v = &r.fmu.description.variable[i];
      const bool             computed =
          strcmp(v->causality, "output") == 0 || strcmp(v->causality, "local") == 0;
      if (computed && strncmp(v->name, "solver.", 7) != 0) {
        assert_true(n < 20 * LW_STATES_MAX);
        unknown[n++] = v->reference;
      }
    }
    for (size_t k = 0; k < r.n; k++) compare(&r, k, states[k], n, unknown);
    for (size_t i = 0; i < r.fmu.description.count; i++) {
      const lw_fmu_variable* v = &r.fmu.description.variable[i];
      if (strcmp(v->causality, "input") == 0) {
        compare(&r, r.n, v->reference, n, unknown);
      }
    }
    lw_importer_end(&r);
  }
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Indicators change sign where stops begin to push; the cart comes back as fast as it went. */
static void indicators_tell_where_stops_push(void** state)
{
  (void)state;
  lw_importer r = {0};
  lw_fmi_open("tests/fmu/data/stops.xml", &r.fmu);
  assert_string_equal(lw_xml_get(r.fmu.description.root, "numberOfEventIndicators"), "2");
  lw_importer_start(&r, LW_ORDER_STANDARD);
  double z[2], speed;
  assert_ok(r.fmu.fmi.GetEventIndicators(r.c, z, 2));
  assert_near(z[0], 0.1, 1e-15);
  assert_near(z[1], 0.2, 1e-15);
  lw_importer_integrate(&r, 1e-4, 0.1999);
  assert_ok(r.fmu.fmi.GetEventIndicators(r.c, z, 2));
  assert_true(z[1] > 0.0);
  lw_importer_integrate(&r, 1e-4, 0.2002);
  assert_ok(r.fmu.fmi.GetEventIndicators(r.c, z, 2));
  assert_true(z[0] > 0.0 && z[1] < 0.0);
  lw_importer_integrate(&r, 1e-4, 0.3);
  speed = lw_fmi_get(&r.fmu, r.c, "rail.qd");
  assert_near(speed, -1.0, 1e-6);
  lw_importer_end(&r);
}

/* Where the mechanism cannot go on there is a message and an orderly end. */
static void singular_postures_end_with_a_message(void** state)
{
  (void)state;
  lw_importer r = {0};
  lw_fmi_open("tests/fmu/data/reach.xml", &r.fmu);
  lw_importer_start(&r, LW_ORDER_STANDARD);
  assert_ok(r.fmu.fmi.SetDebugLogging(r.c, fmi2True, 0, NULL));
  fmi2Status status = fmi2OK;
  for (int i = 0; i < 200 && status == fmi2OK && !r.terminated; i++) {
    status = lw_importer_step(&r, 0.01);
  }
  assert_true(r.terminated || status == fmi2Discard);
  assert_true(r.t > 0.9 && r.t < 1.1);
  lw_fmi_said(&r.fmu.log, "singular", __FILE__, __LINE__);
  assert_ok(r.fmu.fmi.Terminate(r.c));
  lw_importer_end(&r);
}

/* ---- the sequence of calls ---------------------------------------------------------------- */

static void calls_are_checked(void** state)
{
  (void)state;
  lw_importer r = {0};
  lw_fmi_open("tests/fmu/data/loop.xml", &r.fmu);
  const lw_fmu_library* f = &r.fmu.fmi;
  lw_importer_start(&r, LW_ORDER_STANDARD);
  double        x[LW_STATES_MAX] = {0.0};
  fmi2EventInfo info;
  fmi2Boolean   flag = fmi2False;
  /* too much or too little room, nothing at all */
  assert_fails(&r.fmu, f->GetContinuousStates(r.c, x, r.n + 1), "there is room for");
  assert_fails(&r.fmu, f->SetContinuousStates(r.c, x, r.n - 1), "there is room for");
  assert_fails(&r.fmu, f->GetDerivatives(r.c, NULL, r.n), "an array is missing");
  assert_fails(&r.fmu, f->GetEventIndicators(r.c, x, 1), "there is room for");
  assert_ok(f->GetEventIndicators(r.c, NULL, 0));
  assert_fails(&r.fmu, f->CompletedIntegratorStep(r.c, fmi2True, NULL, &flag), "is missing");
  assert_fails(&r.fmu, f->SetTime(r.c, (double)NAN), "must be finite");
  /* states that are no numbers ask for a shorter step, and change nothing */
  memcpy(x, r.x, sizeof x);
  x[1] = (double)INFINITY;
  assert_int_equal(f->SetContinuousStates(r.c, x, r.n), fmi2Discard);
  assert_ok(f->GetContinuousStates(r.c, x, r.n));
  assert_same_bits((int)r.n, x, r.x);
  /* the wrong mode, the other interface */
  assert_fails(&r.fmu, f->NewDiscreteStates(r.c, &info),
               "not allowed in the state Continuous-Time");
  assert_fails(&r.fmu, f->EnterContinuousTimeMode(r.c), "not allowed");
  assert_fails(&r.fmu, f->DoStep(r.c, 0.0, 0.01, fmi2False), "not allowed");
  assert_ok(f->EnterEventMode(r.c));
  assert_fails(&r.fmu, f->NewDiscreteStates(r.c, NULL), "is missing");
  assert_fails(&r.fmu, f->CompletedIntegratorStep(r.c, fmi2True, &flag, &flag), "not allowed");
  assert_ok(f->Terminate(r.c));
  assert_fails(&r.fmu, f->SetContinuousStates(r.c, r.x, r.n), "not allowed");
  assert_int_equal(f->GetDerivatives(NULL, x, r.n), fmi2Error);
  f->FreeInstance(r.c);
  /* functions of model exchange in co-simulation */
  r.c = lw_fmi_start(&r.fmu);
  assert_fails(&r.fmu, f->SetTime(r.c, 0.0), "not allowed");
  assert_fails(&r.fmu, f->EnterEventMode(r.c), "not allowed");
  assert_fails(&r.fmu, f->GetContinuousStates(r.c, x, r.n), "not allowed");
  lw_importer_end(&r);
}

/* From a saved state, also as bytes in another instance, and after a reset, what follows has the
 * same bits. */
static void saved_states_continue_with_the_same_bits(void** state)
{
  (void)state;
  static fmi2Byte bytes[200000];
  lw_importer     r = {0};
  lw_fmi_open("tests/fmu/data/crane.xml", &r.fmu);
  const lw_fmu_library* f = &r.fmu.fmi;
  lw_importer_start(&r, LW_ORDER_STANDARD);
  lw_importer first = r;
  lw_importer_integrate(&r, 1e-3, 0.2);
  fmi2FMUstate      saved = NULL, other = NULL;
  size_t            size  = 0;
  const lw_importer there = r;
  assert_ok(f->GetFMUstate(r.c, &saved));
  assert_ok(f->SerializedFMUstateSize(r.c, saved, &size));
  assert_true(size <= sizeof bytes);
  assert_ok(f->SerializeFMUstate(r.c, saved, bytes, size));
  lw_importer_integrate(&r, 1e-3, 0.4);
  double expected[LW_STATES_MAX];
  memcpy(expected, r.x, sizeof expected);

  r = there;
  assert_ok(f->SetFMUstate(r.c, saved));
  lw_importer_integrate(&r, 1e-3, 0.4);
  assert_same_bits((int)r.n, r.x, expected);
  assert_ok(f->FreeFMUstate(r.c, &saved));

  r   = there;
  r.c = lw_importer_instantiate(&r.fmu);
  assert_ok(f->DeSerializeFMUstate(r.c, bytes, size, &other));
  assert_ok(f->SetFMUstate(r.c, other));
  lw_importer_integrate(&r, 1e-3, 0.4);
  assert_same_bits((int)r.n, r.x, expected);
  f->FreeInstance(first.c);

  /* a reset leads back to the beginning */
  assert_ok(f->Reset(r.c));
  const fmi2Component c = r.c;
  lw_importer_start(&r, LW_ORDER_STANDARD);
  f->FreeInstance(c);
  assert_same_bits((int)r.n, r.x, first.x);
  lw_importer_integrate(&r, 1e-3, 0.4);
  assert_same_bits((int)r.n, r.x, expected);
  lw_importer_end(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(references_are_met),
      cmocka_unit_test(loops_stay_closed),
      cmocka_unit_test(states_are_variables),
      cmocka_unit_test(rates_are_derivatives_in_time),
      cmocka_unit_test(prescribed_positions_have_their_derivatives),
      cmocka_unit_test(results_do_not_depend_on_the_order_of_calls),
      cmocka_unit_test(fixed_parameters_can_be_set_until_time_begins),
      cmocka_unit_test(directional_derivatives_are_differences),
      cmocka_unit_test(indicators_tell_where_stops_push),
      cmocka_unit_test(singular_postures_end_with_a_message),
      cmocka_unit_test(calls_are_checked),
      cmocka_unit_test(saved_states_continue_with_the_same_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
