/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_states.c - states that are saved, restored and turned into bytes: what follows has the same
 * bits, in this instance, in another one, and in another process.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"
#include <linkwork/model_io.h>

enum { NMOST = 400 };

static lw_test_fmu fmu; /* that of the present test */

/* Steps of uneven sizes with inputs that change, so that everything that is not saved shows. */
static void go_on(fmi2Component c, double t, int n, double out[NMOST], size_t* nout)
{
  const bool               servo = strcmp(fmu.description.name, "servo") == 0;
  const fmi2ValueReference vr    = lw_fmi_reference(&fmu, servo ? "drive" : "motor");
  const fmi2Integer        order = 1;
  assert_true(fmu.description.count < NMOST);
  for (int k = 0; k < n; k++) {
    const double h = k % 3 == 0 ? 0.0037 : 0.002, slope = 0.1 * (k % 5);
    if (k % 4 == 1) {
      const double u = 0.3 + 0.001 * k;
      assert_ok(fmu.fmi.SetReal(c, &vr, 1, &u));
    }
    if (k % 8 == 5) {
      assert_ok(fmu.fmi.SetRealInputDerivatives(c, &vr, 1, &order, &slope));
    }
    assert_ok(fmu.fmi.DoStep(c, t, h, fmi2False));
    t += h;
  }
  *nout = lw_fmi_outputs(&fmu, c, out);
}

/* Where go_on(), from t, ends. */
static double end_of(double t, int n)
{
  for (int k = 0; k < n; k++) t += k % 3 == 0 ? 0.0037 : 0.002;
  return t;
}

static void continuing_gives_the_same_bits(const char* mechanism, lw_formulation formulation)
{
  double expected[NMOST], actual[NMOST], unused[NMOST];
  size_t n = 0;
  lw_fmi_open_as(mechanism, formulation, &fmu);
  fmi2Component c     = lw_fmi_start(&fmu);
  fmi2FMUstate  state = NULL;
  double        t     = end_of(0.0, 30);
  go_on(c, 0.0, 30, unused, &n);
  if (lw_fmi_get(&fmu, c, "gravity[2]") != 0.0) {
    lw_fmi_set(&fmu, c, "gravity[2]", -7.0); /* a parameter is part of the state */
  }
  assert_ok(fmu.fmi.GetFMUstate(c, &state));
  go_on(c, t, 100, expected, &n);

  /* the same instance */
  assert_ok(fmu.fmi.SetFMUstate(c, state));
  go_on(c, t, 100, actual, &n);
  assert_same_bits((int)n, actual, expected);

  /* reusing the memory of a state, which is another pointer's content now */
  fmi2FMUstate same = state;
  assert_ok(fmu.fmi.SetFMUstate(c, state));
  assert_ok(fmu.fmi.GetFMUstate(c, &same));
  assert_ptr_equal(same, state);

  /* through bytes, in an instance that was never initialised */
  size_t size = 0;
  assert_ok(fmu.fmi.SerializedFMUstateSize(c, state, &size));
  fmi2Byte* bytes = malloc(size);
  assert_non_null(bytes);
  assert_ok(fmu.fmi.SerializeFMUstate(c, state, bytes, size));
  fmi2Component other    = lw_fmi_instantiate(&fmu);
  fmi2FMUstate  restored = NULL;
  assert_ok(fmu.fmi.DeSerializeFMUstate(other, bytes, size, &restored));
  assert_ok(fmu.fmi.SetFMUstate(other, restored));
  go_on(other, t, 100, actual, &n);
  assert_same_bits((int)n, actual, expected);

  /* after a reset the state is still there */
  assert_ok(fmu.fmi.Reset(other));
  assert_ok(fmu.fmi.SetFMUstate(other, restored));
  go_on(other, t, 100, actual, &n);
  assert_same_bits((int)n, actual, expected);

  assert_ok(fmu.fmi.FreeFMUstate(c, &state));
  assert_null(state);
  fmu.fmi.FreeInstance(c);
  fmu.fmi.FreeInstance(other); /* with its state */
  free(bytes);
  lw_fmi_close(&fmu);
}

static void states_of_a_tree_continue(void** unused)
{
  (void)unused;
  for (int f = 0; f < LW_FORMULATION_COUNT; f++) {
    continuing_gives_the_same_bits("tests/fmu/data/arm.xml", (lw_formulation)f);
  }
}

static void states_of_a_loop_continue(void** unused)
{
  (void)unused;
  for (int f = 0; f < LW_FORMULATION_COUNT; f++) {
    continuing_gives_the_same_bits("tests/fmu/data/loop.xml", (lw_formulation)f);
  }
}

static void states_of_a_prescribed_motion_continue(void** unused)
{
  (void)unused;
  const lw_formulation follows[] = {LW_INDEX3_DCA, LW_HAMILTONIAN_DCA, LW_ACCELERATION_DCA,
                                    LW_COORDINATE_PARTITIONING};
  for (int f = 0; f < 4; f++) { /* the others do not follow a drive that jumps */
    continuing_gives_the_same_bits("tests/fmu/data/servo.xml", follows[f]);
  }
}

/* A state from before or during the initialisation brings the instance back there. */
static void early_states_can_be_restored(void** unused)
{
  double expected[NMOST], actual[NMOST];
  size_t n = 0;
  (void)unused;
  lw_fmi_open("tests/fmu/data/arm.xml", &fmu);
  fmi2Component c     = lw_fmi_instantiate(&fmu);
  fmi2FMUstate  fresh = NULL, during = NULL;
  assert_ok(fmu.fmi.GetFMUstate(c, &fresh));
  lw_fmi_set(&fmu, c, "upper.mass", 5.0);
  assert_ok(fmu.fmi.SetupExperiment(c, 0, 0, 1.0, 0, 0));
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  assert_ok(fmu.fmi.GetFMUstate(c, &during));
  assert_ok(fmu.fmi.ExitInitializationMode(c));
  go_on(c, 1.0, 10, expected, &n);

  assert_ok(fmu.fmi.SetFMUstate(c, during));
  assert_int_equal(fmu.fmi.DoStep(c, 1.0, 0.01, 0), fmi2Error);
  assert_ok(fmu.fmi.ExitInitializationMode(c));
  go_on(c, 1.0, 10, actual, &n);
  assert_same_bits((int)n, actual, expected);

  assert_ok(fmu.fmi.SetFMUstate(c, fresh));
  assert_int_equal(fmu.fmi.ExitInitializationMode(c), fmi2Error);
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  assert_near(lw_fmi_get(&fmu, c, "upper.mass"), 2.0, 0.0);
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

/* A step that failed can be repeated from the state before it. */
static void failed_steps_can_be_repeated(void** unused)
{
  (void)unused;
  lw_fmi_open("tests/fmu/data/reach.xml", &fmu);
  fmi2Component c     = lw_fmi_start(&fmu);
  fmi2FMUstate  state = NULL;
  double        t     = 0.0;
  lw_fmi_steps(&fmu, c, 9, &t, 0.1);
  assert_ok(fmu.fmi.GetFMUstate(c, &state));
  assert_int_equal(fmu.fmi.DoStep(c, t, 0.5, fmi2False), fmi2Discard);
  assert_ok(fmu.fmi.SetFMUstate(c, state));
  lw_fmi_steps(&fmu, c, 1, &t, 0.05);
  assert_near(lw_fmi_get(&fmu, c, "rail.q"), 0.95, 1e-9);
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

/* ---- what is refused ---------------------------------------------------------------------- */

static void foreign_states_are_refused(void** unused)
{
  (void)unused;
  lw_fmi_open("tests/fmu/data/loop.xml", &fmu);
  fmi2Component a = lw_fmi_start(&fmu), b = lw_fmi_start(&fmu);
  fmi2FMUstate  state = NULL, garbage = &fmu, freed;
  size_t        size = 0;
  fmi2Byte      bytes[8];
  assert_ok(fmu.fmi.GetFMUstate(a, &state));
  assert_fails(&fmu, fmu.fmi.SetFMUstate(b, state), "not a state of this instance");
  assert_fails(&fmu, fmu.fmi.SetFMUstate(a, garbage), "not a state of this instance");
  assert_fails(&fmu, fmu.fmi.GetFMUstate(a, &garbage), "not a state of this instance");
  assert_fails(&fmu, fmu.fmi.FreeFMUstate(b, &state), "not a state of this instance");
  assert_fails(&fmu, fmu.fmi.SerializedFMUstateSize(b, state, &size),
               "not a state of this instance");
  assert_fails(&fmu, fmu.fmi.SerializeFMUstate(a, state, bytes, sizeof bytes), "room for 8");
  freed = state;
  assert_ok(fmu.fmi.FreeFMUstate(a, &state));
  assert_fails(&fmu, fmu.fmi.FreeFMUstate(a, &freed), "freed");
  fmu.fmi.FreeInstance(a);
  fmu.fmi.FreeInstance(b);
  lw_fmi_close(&fmu);
}

static void damaged_and_foreign_bytes_are_refused(void** unused)
{
  (void)unused;
  lw_fmi_open("tests/fmu/data/loop.xml", &fmu);
  fmi2Component c     = lw_fmi_start(&fmu);
  fmi2FMUstate  state = NULL, restored = NULL;
  size_t        size = 0;
  assert_ok(fmu.fmi.GetFMUstate(c, &state));
  assert_ok(fmu.fmi.SerializedFMUstateSize(c, state, &size));
  fmi2Byte* bytes = malloc(size);
  assert_non_null(bytes);
  assert_ok(fmu.fmi.SerializeFMUstate(c, state, bytes, size));

  for (size_t i = 0; i < size; i += 1 + i / 50) { /* every byte of the head, and some behind it */
    bytes[i] = (fmi2Byte)(bytes[i] ^ 1);
    assert_fails(&fmu, fmu.fmi.DeSerializeFMUstate(c, bytes, size, &restored),
                 "no state of this model");
    assert_null(restored);
    bytes[i] = (fmi2Byte)(bytes[i] ^ 1);
  }
  for (size_t n = 0; n < size; n += 1 + n / 20) {
    /* a block of that size, so that a read beyond it is found */
    fmi2Byte* part = malloc(n + 1);
    assert_non_null(part);
    memcpy(part, bytes, n);
    assert_fails(&fmu, fmu.fmi.DeSerializeFMUstate(c, part, n, &restored),
                 "no state of this model");
    free(part);
  }
  assert_ok(fmu.fmi.DeSerializeFMUstate(c, bytes, size, &restored));
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);

  lw_fmi_open("tests/fmu/data/servo.xml", &fmu);
  c = lw_fmi_start(&fmu);
  assert_fails(&fmu, fmu.fmi.DeSerializeFMUstate(c, bytes, size, &restored), "another model");
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
  free(bytes);
}

/* Replace the number that stands once among the bytes of a state, and seal them again. */
static void replace_number(fmi2Byte* bytes, size_t size, double from, double to)
{
  /* offsets of the checksum and of what follows the head */
  enum { CHECKSUM = (24 + LW_GUID_SIZE + 7) / 8 * 8, NUMBERS = CHECKSUM + 8 };
  int found = 0;
  for (size_t i = NUMBERS; i + sizeof from <= size; i += sizeof from) {
    if (memcmp(bytes + i, &from, sizeof from) == 0) {
      memcpy(bytes + i, &to, sizeof to);
      found++;
    }
  }
  assert_int_equal(found, 1);
  const unsigned long long hash =
      lw_fnv(lw_fnv(LW_FNV_BEGIN, bytes, CHECKSUM), bytes + NUMBERS, size - NUMBERS);
  const uint64_t checksum = hash;
  memcpy(bytes + CHECKSUM, &checksum, sizeof checksum);
}

/* A checksum is no proof: values that no call would take are not taken from bytes either. */
static void values_in_bytes_are_checked(void** unused)
{
  static const double bad[] = {0.0, -1.0, 1e300, 37.5, NAN, INFINITY};
  fmi2FMUstate        state = NULL, restored = NULL;
  size_t              size = 0;
  (void)unused;
  lw_fmi_open("tests/fmu/data/loop.xml", &fmu);
  fmi2Component            c          = lw_fmi_instantiate(&fmu);
  const fmi2ValueReference vr         = lw_fmi_reference(&fmu, "solver.iterations_max");
  const fmi2Integer        iterations = 37;
  assert_ok(fmu.fmi.SetInteger(c, &vr, 1, &iterations));
  assert_ok(fmu.fmi.EnterInitializationMode(c));
  assert_ok(fmu.fmi.ExitInitializationMode(c));
  assert_ok(fmu.fmi.GetFMUstate(c, &state));
  assert_ok(fmu.fmi.SerializedFMUstateSize(c, state, &size));
  fmi2Byte* bytes = malloc(size);
  assert_non_null(bytes);
  assert_ok(fmu.fmi.SerializeFMUstate(c, state, bytes, size));
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    replace_number(bytes, size, 37.0, bad[i]);
    assert_fails(&fmu, fmu.fmi.DeSerializeFMUstate(c, bytes, size, &restored), "iterations");
    assert_null(restored);
    assert_ok(fmu.fmi.SerializeFMUstate(c, state, bytes, size));
  }
  replace_number(bytes, size, 37.0, 38.0);
  assert_ok(fmu.fmi.DeSerializeFMUstate(c, bytes, size, &restored));
  assert_ok(fmu.fmi.SetFMUstate(c, restored));
  free(bytes);
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

/* ---- another process ---------------------------------------------------------------------- */

static const char* program; /* this one */

static void write_all(const char* path, const void* bytes, size_t size)
{
  FILE* file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static size_t read_all(const char* path, void* bytes, size_t most)
{
  FILE* file = fopen(path, "rb");
  assert_non_null(file);
  const size_t size = fread(bytes, 1, most, file);
  (void)fclose(file);
  return size;
}

/* What the other process does: go on from the bytes in one file, write the outputs to another. */
static void continue_from_file(void** unused)
{
  static fmi2Byte bytes[200000];
  double          out[NMOST];
  size_t          n = 0;
  (void)unused;
  const char*  from = getenv("LW_TEST_STATE_FROM");
  const char*  to   = getenv("LW_TEST_STATE_TO");
  const size_t size = read_all(from, bytes, sizeof bytes);
  lw_fmi_open("tests/fmu/data/loop.xml", &fmu);
  fmi2Component c     = lw_fmi_instantiate(&fmu);
  fmi2FMUstate  state = NULL;
  assert_ok(fmu.fmi.DeSerializeFMUstate(c, bytes, size, &state));
  assert_ok(fmu.fmi.SetFMUstate(c, state));
  go_on(c, end_of(0.0, 25), 100, out, &n);
  write_all(to, out, n * sizeof *out);
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

static void another_process_continues_with_the_same_bits(void** unused)
{
  char   from[LW_TEST_PATH_SIZE], to[LW_TEST_PATH_SIZE];
  double expected[NMOST], actual[NMOST];
  size_t n = 0, size = 0;
  (void)unused;
  lw_fmi_open("tests/fmu/data/loop.xml", &fmu);
  fmi2Component c     = lw_fmi_start(&fmu);
  fmi2FMUstate  state = NULL;
  go_on(c, 0.0, 25, actual, &n);
  assert_ok(fmu.fmi.GetFMUstate(c, &state));
  assert_ok(fmu.fmi.SerializedFMUstateSize(c, state, &size));
  fmi2Byte* bytes = malloc(size);
  assert_non_null(bytes);
  assert_ok(fmu.fmi.SerializeFMUstate(c, state, bytes, size));
  go_on(c, end_of(0.0, 25), 100, expected, &n);
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);

  lw_test_scratch_path("state", from);
  lw_test_scratch_path("outputs", to);
  write_all(from, bytes, size);
  free(bytes);
  assert_int_equal(setenv("LW_TEST_STATE_FROM", from, 1), 0);
  assert_int_equal(setenv("LW_TEST_STATE_TO", to, 1), 0);
  int         outcome = -1;
  const pid_t child   = fork();
  if (child == 0) {
    /* a process of its own, whose report is not ours */
    (void)freopen("/dev/null", "w", stdout);
    (void)execl(program, program, "continue", (char*)NULL);
    _exit(127);
  }
  assert_int_equal(waitpid(child, &outcome, 0), child);
  assert_int_equal(outcome, 0);
  assert_int_equal(read_all(to, actual, sizeof actual), n * sizeof *actual);
  assert_same_bits((int)n, actual, expected);
  (void)remove(from);
  (void)remove(to);
}

int main(int argc, char** argv)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(states_of_a_tree_continue),
      cmocka_unit_test(states_of_a_loop_continue),
      cmocka_unit_test(states_of_a_prescribed_motion_continue),
      cmocka_unit_test(early_states_can_be_restored),
      cmocka_unit_test(failed_steps_can_be_repeated),
      cmocka_unit_test(foreign_states_are_refused),
      cmocka_unit_test(damaged_and_foreign_bytes_are_refused),
      cmocka_unit_test(values_in_bytes_are_checked),
      cmocka_unit_test(another_process_continues_with_the_same_bits),
  };
  const struct CMUnitTest other[] = {cmocka_unit_test(continue_from_file)};
  program                         = argv[0];
  return argc > 1 ? cmocka_run_group_tests(other, NULL, NULL)
                  : cmocka_run_group_tests(tests, NULL, NULL);
}
