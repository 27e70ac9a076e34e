/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_call_sequence.c - every function in every state: allowed or refused, as section 4.2.4 of FMI
 * 2.0 has it; and every argument that can be missing.
 */
#include <math.h>
#include <string.h>

#include "fixture.h"

typedef enum state {
  INSTANTIATED,
  INITIALIZATION,
  COMPLETE,
  FAILED,
  TERMINATED,
  ERROR,
  STATES
} state;

static lw_test_fmu arm, reach;

/* An instance in a state. Only one mechanism can fail in a step, and none in its
 * initialisation but by parameters. */
static fmi2Component in_state(state s)
{
  lw_test_fmu*  fmu = s == FAILED ? &reach : &arm;
  fmi2Component c   = lw_fmi_instantiate(fmu);
  double        t   = 0.0;
  assert_ok(fmu->fmi.SetupExperiment(c, fmi2False, 0.0, 0.0, fmi2False, 0.0));
  if (s == INSTANTIATED) {
    return c;
  }
  assert_ok(fmu->fmi.EnterInitializationMode(c));
  if (s == INITIALIZATION) {
    return c;
  }
  if (s == ERROR) {
    /* a spring that is stiff beyond all numbers: forces are not finite */
    lw_fmi_set(fmu, c, "cord.stiffness", 1e308);
    lw_fmi_set(fmu, c, "cord.length", 1e10);
    assert_int_equal(fmu->fmi.ExitInitializationMode(c), fmi2Error);
    return c;
  }
  assert_ok(fmu->fmi.ExitInitializationMode(c));
  if (s == FAILED) {
    assert_int_equal(fmu->fmi.DoStep(c, 0.0, 1.5, fmi2False), fmi2Discard);
    return c;
  }
  lw_fmi_steps(fmu, c, 2, &t, 0.01);
  if (s == TERMINATED) {
    assert_ok(fmu->fmi.Terminate(c));
  }
  return c;
}

/* Call a function by its number, with arguments that are right. */
enum { NCALL = 30 };

/* There is no such status: Discard is the standard's answer where the call is allowed. */
static fmi2Status without_status(fmi2Status answer)
{
  return answer == fmi2Discard ? fmi2OK : answer == fmi2OK ? fmi2Warning : answer;
}

static fmi2Status call(const lw_test_fmu* fmu, int which, fmi2Component c, fmi2FMUstate* saved)
{
  const lw_fmu_library*    f     = &fmu->fmi;
  const fmi2ValueReference out   = fmu->description.variable[fmu == &arm ? 12 : 0].reference;
  const fmi2ValueReference in    = fmu->description.variable[0].reference;
  const fmi2Integer        order = 1;
  double                   x     = 0.0;
  fmi2Status               status;
  fmi2Boolean              flag;
  fmi2Integer              whole;
  fmi2String               text;
  static fmi2Byte          bytes[200000];
  size_t                   size  = 0;
  fmi2FMUstate             other = NULL;
  const double             t     = which == 22 && fmu == &arm ? 0.02 : 0.0;
  switch (which) {
  case 0: return f->SetDebugLogging(c, fmi2False, 0, NULL);
  case 1: return f->SetupExperiment(c, fmi2False, 0.0, 0.0, fmi2False, 0.0);
  case 2: return f->EnterInitializationMode(c);
  case 3: return f->ExitInitializationMode(c);
  case 4: return f->Terminate(c);
  case 5: return f->Reset(c);
  case 6: return f->GetReal(c, &out, 1, &x);
  case 7: return f->GetInteger(c, NULL, 0, NULL);
  case 8: return f->GetBoolean(c, NULL, 0, NULL);
  case 9: return f->GetString(c, NULL, 0, NULL);
  case 10: return f->SetReal(c, &in, 1, &x);
  case 11: return f->SetInteger(c, NULL, 0, NULL);
  case 12: return f->SetBoolean(c, NULL, 0, NULL);
  case 13: return f->SetString(c, NULL, 0, NULL);
  case 14: return f->GetFMUstate(c, saved);
  case 15: return f->SetFMUstate(c, *saved);
  case 16: return f->FreeFMUstate(c, saved);
  case 17: return f->SerializedFMUstateSize(c, *saved, &size);
  case 18: return f->SerializeFMUstate(c, *saved, bytes, sizeof bytes);
  case 19:
    assert_ok(f->SerializeFMUstate(c, *saved, bytes, sizeof bytes));
    assert_ok(f->SerializedFMUstateSize(c, *saved, &size));
    return f->DeSerializeFMUstate(c, bytes, size, &other);
  case 20: return f->SetRealInputDerivatives(c, &in, 1, &order, &x);
  case 21: return f->GetRealOutputDerivatives(c, &out, 1, &order, &x);
  case 22: return f->DoStep(c, t, 0.01, fmi2False);
  case 23: return f->CancelStep(c);
  case 24: return f->GetRealStatus(c, fmi2LastSuccessfulTime, &x);
  case 25: return f->GetBooleanStatus(c, fmi2Terminated, &flag);
  case 26: return without_status(f->GetStatus(c, fmi2DoStepStatus, &status));
  case 27: return without_status(f->GetIntegerStatus(c, fmi2DoStepStatus, &whole));
  case 28: return without_status(f->GetStringStatus(c, fmi2PendingStatus, &text));
  default: return f->GetDirectionalDerivative(c, &out, 1, &in, 1, &x, &x);
  }
}

/* columns: instantiated, initialisation, complete, failed, terminated, error */
static const char* const ALLOWED[NCALL] = {
    "111111", "100000", "100000", "010000", "001100", "111111", /* to Reset            */
    "011111", "011111", "011111", "011111",                     /* Get                 */
    "111000", "111000", "111000", "111000",                     /* Set                 */
    "111111", "111111", "111111", "111111", "111111", "111111", /* states              */
    "111000", "001111", "001000", "000000",                     /* to CancelStep       */
    "001110", "001110", "001110", "001110", "001110", "011111"};

static void functions_are_allowed_where_the_standard_says(void** unused)
{
  (void)unused;
  for (int s = 0; s < STATES; s++) {
    for (int k = 0; k < NCALL; k++) {
      lw_test_fmu*  fmu   = s == FAILED ? &reach : &arm;
      fmi2Component c     = in_state((state)s);
      fmi2FMUstate  saved = NULL;
      assert_ok(fmu->fmi.GetFMUstate(c, &saved));
      fmu->log = (lw_fmi_log){0};
      /* inputs are something that the other mechanism has none of */
      const bool       needs_input = k == 10 || k == 20 || k == 29;
      const bool       allowed     = ALLOWED[k][s] == '1';
      const fmi2Status status      = call(fmu, k, c, &saved);
      if (allowed && !(needs_input && s == FAILED) &&
          !(s == ERROR && (k == 6 || k == 21 || k == 29))) {
        if (status != fmi2OK) {
          fail_msg("call %d in state %d returns %d: %s", k, s, (int)status, fmu->log.text);
        }
      } else if (!allowed) {
        assert_int_equal(status, fmi2Error);
        lw_fmi_said(&fmu->log, k == 23 ? "not asynchronous" : "not allowed in the state", __FILE__,
                    __LINE__);
      }
      fmu->fmi.FreeInstance(c); /* with the states that were not freed */
    }
  }
}

/* A refused call changes nothing: the simulation continues as if the call had not been made. */
static void refused_calls_change_nothing(void** unused)
{
  (void)unused;
  double        expected[400], actual[400], t = 0.0;
  fmi2Component a = in_state(COMPLETE), b = in_state(COMPLETE);
  assert_true(arm.description.count < 400);
  const fmi2ValueReference bad = 100000;
  double                   x   = NAN;
  assert_int_equal(arm.fmi.EnterInitializationMode(b), fmi2Error);
  assert_int_equal(arm.fmi.GetReal(b, &bad, 1, &x), fmi2Error);
  assert_int_equal(arm.fmi.DoStep(b, 5.0, 0.01, fmi2False), fmi2Error);
  assert_int_equal(arm.fmi.DoStep(b, 0.02, -0.01, fmi2False), fmi2Error);
  const fmi2ValueReference motor = lw_fmi_reference(&arm, "motor");
  assert_int_equal(arm.fmi.SetReal(b, &motor, 1, &x), fmi2Error);
  t = 0.02;
  lw_fmi_steps(&arm, a, 5, &t, 0.01);
  t = 0.02;
  lw_fmi_steps(&arm, b, 5, &t, 0.01);
  const size_t n = lw_fmi_outputs(&arm, a, expected);
  (void)lw_fmi_outputs(&arm, b, actual);
  assert_same_bits((int)n, actual, expected);
  arm.fmi.FreeInstance(a);
  arm.fmi.FreeInstance(b);
}

static void missing_instances_are_errors(void** unused)
{
  const lw_fmu_library* f = &arm.fmi;
  double                x = 0.0;
  fmi2FMUstate          s = NULL;
  (void)unused;
  assert_int_equal(f->SetDebugLogging(NULL, fmi2True, 0, NULL), fmi2Error);
  assert_int_equal(f->SetupExperiment(NULL, fmi2False, 0, 0, fmi2False, 0), fmi2Error);
  assert_int_equal(f->EnterInitializationMode(NULL), fmi2Error);
  assert_int_equal(f->ExitInitializationMode(NULL), fmi2Error);
  assert_int_equal(f->Terminate(NULL), fmi2Error);
  assert_int_equal(f->Reset(NULL), fmi2Error);
  assert_int_equal(f->GetReal(NULL, NULL, 0, NULL), fmi2Error);
  assert_int_equal(f->SetReal(NULL, NULL, 0, NULL), fmi2Error);
  assert_int_equal(f->GetInteger(NULL, NULL, 0, NULL), fmi2Error);
  assert_int_equal(f->GetFMUstate(NULL, &s), fmi2Error);
  assert_int_equal(f->SetFMUstate(NULL, s), fmi2Error);
  assert_int_equal(f->FreeFMUstate(NULL, &s), fmi2Error);
  assert_int_equal(f->GetDirectionalDerivative(NULL, NULL, 0, NULL, 0, NULL, NULL), fmi2Error);
  assert_int_equal(f->DoStep(NULL, 0, 1, fmi2False), fmi2Error);
  assert_int_equal(f->CancelStep(NULL), fmi2Error);
  assert_int_equal(f->GetRealStatus(NULL, fmi2LastSuccessfulTime, &x), fmi2Error);
  f->FreeInstance(NULL);
}

static void missing_arguments_are_errors(void** unused)
{
  const lw_fmu_library*    f     = &arm.fmi;
  fmi2Component            c     = in_state(COMPLETE);
  const fmi2ValueReference vr    = lw_fmi_reference(&arm, "motor");
  const fmi2Integer        order = 1;
  double                   x     = 0.0;
  fmi2FMUstate             s     = NULL;
  size_t                   size  = 0;
  fmi2Byte                 bytes[8];
  (void)unused;
  assert_fails(&arm, f->GetReal(c, NULL, 1, &x), "missing");
  assert_fails(&arm, f->GetReal(c, &vr, 1, NULL), "missing");
  assert_fails(&arm, f->SetReal(c, NULL, 1, &x), "missing");
  assert_fails(&arm, f->SetReal(c, &vr, 1, NULL), "missing");
  assert_fails(&arm, f->SetRealInputDerivatives(c, &vr, 1, NULL, &x), "missing");
  assert_fails(&arm, f->SetRealInputDerivatives(c, &vr, 1, &order, NULL), "missing");
  assert_fails(&arm, f->GetRealOutputDerivatives(c, NULL, 1, &order, &x), "missing");
  assert_fails(&arm, f->GetDirectionalDerivative(c, &vr, 1, &vr, 1, NULL, &x), "missing");
  assert_fails(&arm, f->GetFMUstate(c, NULL), "missing");
  assert_fails(&arm, f->SetFMUstate(c, NULL), "not a state of this instance");
  assert_fails(&arm, f->SerializedFMUstateSize(c, NULL, &size), "not a state of this instance");
  assert_fails(&arm, f->SerializeFMUstate(c, NULL, bytes, 8), "not a state of this instance");
  assert_fails(&arm, f->DeSerializeFMUstate(c, NULL, 8, &s), "missing");
  assert_fails(&arm, f->DeSerializeFMUstate(c, bytes, 8, NULL), "missing");
  assert_fails(&arm, f->GetRealStatus(c, fmi2LastSuccessfulTime, NULL), "missing");
  assert_fails(&arm, f->SetDebugLogging(c, fmi2True, 2, NULL), "missing");
  /* nothing to free is fine */
  assert_ok(f->FreeFMUstate(c, NULL));
  assert_ok(f->FreeFMUstate(c, &s));
  f->FreeInstance(c);
}

static int open_both(void** unused)
{
  (void)unused;
  lw_fmi_open("tests/fmu/data/arm.xml", &arm);
  lw_fmi_open("tests/fmu/data/reach.xml", &reach);
  return 0;
}

static int close_both(void** unused)
{
  (void)unused;
  lw_fmi_close(&arm);
  lw_fmi_close(&reach);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions_are_allowed_where_the_standard_says),
      cmocka_unit_test(refused_calls_change_nothing),
      cmocka_unit_test(missing_instances_are_errors),
      cmocka_unit_test(missing_arguments_are_errors),
  };
  return cmocka_run_group_tests(tests, open_both, close_both);
}
