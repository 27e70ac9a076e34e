/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_instances.c - instances know nothing of each other: in turn, in threads, one after the
 * other, and with the library loaded again and again.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.h"
#include <linkwork/text.h>

enum { NMOST = 6000, STEPS = 40 };

/* ---- instances side by side --------------------------------------------------------------- */

static void step_once(const lw_test_fmu* fmu, fmi2Component c, int which, int k)
{
  const double t = k * 0.005;
  lw_fmi_set(fmu, c, "motor", 0.1 * which + 0.01 * k);
  assert_ok(fmu->fmi.DoStep(c, t, 0.005, fmi2True));
}

/* Instance `which` on its own. */
static size_t alone(lw_test_fmu* fmu, int which, double out[])
{
  fmi2Component c = lw_fmi_start(fmu);
  for (int k = 0; k < STEPS; k++) step_once(fmu, c, which, k);
  const size_t n = lw_fmi_outputs(fmu, c, out);
  fmu->fmi.FreeInstance(c);
  return n;
}

static void eight_instances_in_turn_are_as_alone(void** state)
{
  static double expected[NMOST], actual[NMOST];
  lw_test_fmu   loop, arm;
  fmi2Component c[8];
  (void)state;
  lw_fmi_open("tests/fmu/data/loop.xml", &loop);
  lw_fmi_open("tests/fmu/data/arm.xml", &arm); /* another mechanism in between */
  for (int i = 0; i < 8; i++) c[i] = lw_fmi_start(i % 2 ? &arm : &loop);
  for (int k = 0; k < STEPS; k++) {
    for (int i = 0; i < 8; i++) step_once(i % 2 ? &arm : &loop, c[i], i, k);
  }
  for (int i = 0; i < 8; i++) {
    lw_test_fmu* fmu = i % 2 ? &arm : &loop;
    const size_t n   = alone(fmu, i, expected);
    (void)lw_fmi_outputs(fmu, c[i], actual);
    assert_same_bits((int)n, actual, expected);
    fmu->fmi.FreeInstance(c[i]);
  }
  lw_fmi_close(&loop);
  lw_fmi_close(&arm);
}

/* A thread that makes an instance and runs it; cmocka's checks belong to the first thread. */
typedef struct runner {
  lw_test_fmu* fmu;
  int          which;
  size_t       n;
  bool         good;
  double       out[NMOST];
} runner;

static void* run_alone(void* data)
{
  runner*                     r         = data;
  const lw_fmu_library*       f         = &r->fmu->fmi;
  lw_fmi_log                  log       = {0};
  const fmi2CallbackFunctions callbacks = lw_fmi_callbacks(&log);
  const fmi2ValueReference    motor     = 0; /* the first input */
  fmi2Component c = f->Instantiate("thread", fmi2CoSimulation, r->fmu->description.guid,
                                   r->fmu->uri, &callbacks, fmi2False, fmi2False);
  r->good         = c && f->SetupExperiment(c, 0, 0, 0, 0, 0) == fmi2OK &&
            f->EnterInitializationMode(c) == fmi2OK && f->ExitInitializationMode(c) == fmi2OK;
  for (int k = 0; k < STEPS && r->good; k++) {
    const double u = 0.1 * r->which + 0.01 * k;
    r->good        = f->SetReal(c, &motor, 1, &u) == fmi2OK &&
              f->DoStep(c, k * 0.005, 0.005, fmi2True) == fmi2OK;
  }
  fmi2ValueReference* vr = malloc(NMOST * sizeof *vr);
  r->good                = r->good && vr;
  for (size_t i = 0; i < r->fmu->description.count && r->good; i++) {
    const lw_fmu_variable* v = &r->fmu->description.variable[i];
    if (strcmp(v->causality, "output") == 0) {
      vr[r->n++] = v->reference;
    }
  }
  r->good = r->good && f->GetReal(c, vr, r->n, r->out) == fmi2OK;
  free(vr);
  f->FreeInstance(c);
  return NULL;
}

static void instances_in_threads_are_as_alone(void** state)
{
  static double expected[NMOST];
  static runner run[4];
  pthread_t     thread[4];
  lw_test_fmu   fmu;
  (void)state;
  lw_fmi_open("tests/fmu/data/loop.xml", &fmu);
  assert_int_equal(lw_fmi_reference(&fmu, "motor"), 0);
  for (int i = 0; i < 4; i++) {
    run[i] = (runner){.fmu = &fmu, .which = i};
    assert_int_equal(pthread_create(&thread[i], NULL, run_alone, &run[i]), 0);
  }
  for (int i = 0; i < 4; i++) assert_int_equal(pthread_join(thread[i], NULL), 0);
  for (int i = 0; i < 4; i++) {
    const size_t n = alone(&fmu, i, expected);
    assert_true(run[i].good);
    assert_int_equal(run[i].n, n);
    assert_same_bits((int)n, run[i].out, expected);
  }
  lw_fmi_close(&fmu);
}

/* ---- one after the other ------------------------------------------------------------------ */

/* fmi2Reset brings everything back: values, inputs, start time; and twice is as once. */
static void reset_is_a_new_beginning(void** state)
{
  static double expected[NMOST], actual[NMOST];
  lw_test_fmu   fmu;
  (void)state;
  lw_fmi_open("tests/fmu/data/arm.xml", &fmu);
  const size_t  n = alone(&fmu, 3, expected);
  fmi2Component c = lw_fmi_instantiate(&fmu);
  for (int round = 0; round < 3; round++) {
    lw_fmi_set(&fmu, c, "upper.mass", 7.0);
    lw_fmi_set(&fmu, c, "solver.step", 0.005);
    lw_fmi_set(&fmu, c, "push[2]", 1.0);
    assert_ok(fmu.fmi.SetupExperiment(c, 0, 0, 5.0, 1, 6.0));
    assert_ok(fmu.fmi.EnterInitializationMode(c));
    assert_ok(fmu.fmi.ExitInitializationMode(c));
    assert_ok(fmu.fmi.DoStep(c, 5.0, 0.5, fmi2True));
    if (round == 1) {
      assert_ok(fmu.fmi.Terminate(c));
    }
    assert_ok(fmu.fmi.Reset(c));
    assert_ok(fmu.fmi.SetupExperiment(c, 0, 0, 0, 0, 0));
    assert_ok(fmu.fmi.EnterInitializationMode(c));
    assert_ok(fmu.fmi.ExitInitializationMode(c));
    for (int k = 0; k < STEPS; k++) step_once(&fmu, c, 3, k);
    (void)lw_fmi_outputs(&fmu, c, actual);
    assert_same_bits((int)n, actual, expected);
    assert_ok(fmu.fmi.Reset(c));
  }
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

/* Without fmi2SetupExperiment an instance starts at the time that its model names: a new one, and
 * one that is reset after an experiment at another time. */
static void reset_goes_back_to_the_start_time_of_the_model(void** state)
{
  lw_test_fmu fmu;
  double      t;
  (void)state;
  lw_fmi_open("tests/fmu/data/start_at_three.xml", &fmu);
  fmi2Component c = lw_fmi_instantiate(&fmu);
  for (int round = 0; round < 2; round++) {
    assert_ok(fmu.fmi.EnterInitializationMode(c));
    assert_ok(fmu.fmi.ExitInitializationMode(c));
    assert_ok(fmu.fmi.GetRealStatus(c, fmi2LastSuccessfulTime, &t));
    assert_near(t, 3.0, 0.0);
    assert_ok(fmu.fmi.DoStep(c, 3.0, 0.5, fmi2True));
    /* constraints are closed to 1e-12 */
    assert_near(lw_fmi_get(&fmu, c, "pivot.q"), 0.1 * 3.5 * 3.5, 1e-9);
    assert_ok(fmu.fmi.Reset(c));
    assert_ok(fmu.fmi.SetupExperiment(c, fmi2False, 0.0, 1.0, fmi2False, 0.0));
    assert_ok(fmu.fmi.EnterInitializationMode(c));
    assert_ok(fmu.fmi.ExitInitializationMode(c));
    assert_ok(fmu.fmi.DoStep(c, 1.0, 0.5, fmi2True));
    assert_near(lw_fmi_get(&fmu, c, "pivot.q"), 0.1 * 1.5 * 1.5, 1e-9);
    assert_ok(fmu.fmi.Reset(c));
  }
  fmu.fmi.FreeInstance(c);
  lw_fmi_close(&fmu);
}

/* ---- again and again ---------------------------------------------------------------------- */

/* Threads of this process. */
static int count_threads(void)
{
  DIR* tasks = opendir("/proc/self/task");
  int  n     = 0;
  for (const struct dirent* e; tasks && (e = readdir(tasks));) n += e->d_name[0] != '.';
  if (tasks) {
    (void)closedir(tasks);
  }
  return n;
}

/* Resident memory [KiB]; 0 if the system does not report it. */
static long resident(void)
{
  long  size = 0, pages = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (file) {
    if (fscanf(file, "%ld %ld", &size, &pages) != 2) {
      pages = 0;
    }
    (void)fclose(file);
  }
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* The bytes of the library that every FMU has. */
static lw_text library_of(const lw_test_fmu* fmu)
{
  char    path[LW_TEST_PATH_SIZE + 100], piece[65536];
  lw_text bytes = {0};
  (void)snprintf(path, sizeof path, "%s/binaries/%s/%s%s", fmu->scratch.path, LW_FMU_PLATFORM,
                 fmu->description.identifier, LW_FMU_SUFFIX);
  FILE* file = fopen(path, "rb");
  assert_non_null(file);
  for (size_t n; (n = fread(piece, 1, sizeof piece, file)) > 0;) {
    lw_text_add_bytes(&bytes, piece, n);
  }
  (void)fclose(file);
  assert_non_null(bytes.data);
  return bytes;
}

/* Load, instantiate, step with threads, free, unload. The library is a new file in a new folder
 * each time, as importers unpack it. */
static void one_round(lw_test_fmu* fmu, const lw_text* library, int k)
{
  char    folder[3][LW_TEST_PATH_SIZE + 100], path[LW_TEST_PATH_SIZE + 200];
  lw_diag diag = {0};
  (void)snprintf(folder[0], sizeof folder[0], "%s/round%d", fmu->scratch.path, k);
  (void)snprintf(folder[1], sizeof folder[1], "%s/round%d/binaries", fmu->scratch.path, k);
  (void)snprintf(folder[2], sizeof folder[2], "%s/round%d/binaries/%s", fmu->scratch.path, k,
                 LW_FMU_PLATFORM);
  for (int i = 0; i < 3; i++) assert_int_equal(mkdir(folder[i], 0700), 0);
  (void)snprintf(path, sizeof path, "%s/%s%s", folder[2], fmu->description.identifier,
                 LW_FMU_SUFFIX);
  FILE* file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(library->data, 1, library->size, file), library->size);
  assert_int_equal(fclose(file), 0);
  assert_int_equal(lw_fmu_library_open(folder[0], fmu->description.identifier, &fmu->fmi, &diag),
                   LW_OK);
  fmi2Component c     = lw_fmi_start(fmu);
  fmi2FMUstate  state = NULL;
  assert_ok(fmu->fmi.GetFMUstate(c, &state));
  /* which number of threads is faster is tried out: one, then all of them */
  assert_ok(fmu->fmi.DoStep(c, 0.0, 0.01, fmi2True));
  assert_ok(fmu->fmi.DoStep(c, 0.01, 0.01, fmi2True));
  fmu->fmi.FreeInstance(c); /* with the state */
  lw_fmu_library_close(&fmu->fmi);
  assert_int_equal(remove(path), 0);
  for (int i = 2; i >= 0; i--) assert_int_equal(remove(folder[i]), 0);
}

/* How often this process has a library mapped. */
static int count_maps(const char* name)
{
  char  line[2 * LW_TEST_PATH_SIZE];
  int   n    = 0;
  FILE* file = fopen("/proc/self/maps", "r");
  while (file && fgets(line, sizeof line, file)) n += strstr(line, name) != NULL;
  if (file) {
    (void)fclose(file);
  }
  return n;
}

/* The address sanitizer keeps freed memory, and finds leaks by itself. Otherwise a leak of half a
 * KiB per round is found, of the 700 KiB of an instance; up to 80 KiB come and go in any case. */
#if LW_TEST_SANITIZED
enum { ROUNDS = 30, GROWTH = 1 << 20 };
#else
enum { ROUNDS = 400, GROWTH = 200 }; /* [KiB] */
#endif

/* A chain is long enough for threads. What the first rounds take, the allocator's pools and the
 * threads of OpenMP, is all that there is. */
static void loading_again_and_again_leaves_nothing(void** state)
{
  enum { WARM = 20 };
  lw_test_fmu fmu;
  (void)state;
  lw_fmi_open("examples/chain128.xml", &fmu);
  lw_text library = library_of(&fmu);
  lw_fmu_library_close(&fmu.fmi);
  for (int k = 0; k < WARM; k++) one_round(&fmu, &library, k);
  const int  threads = count_threads();
  const long before  = resident();
  const int  maps    = count_maps("/round");
  for (int k = 0; k < ROUNDS; k++) one_round(&fmu, &library, WARM + k);
  assert_int_equal(count_threads(), threads);
  const long grown = resident() - before;
  print_message("threads %d, memory grew by %ld KiB in %d rounds\n", threads, grown, ROUNDS);
  assert_true(grown < GROWTH);
  assert_true(threads > 1);
  assert_int_equal(count_maps("/round"), maps);
  lw_text_free(&library);
  lw_diag diag = {0};
  assert_int_equal(
      lw_fmu_library_open(fmu.scratch.path, fmu.description.identifier, &fmu.fmi, &diag), LW_OK);
  lw_fmi_close(&fmu);
}

int main(void)
{
  /* more than there are processors here, so that threads do run */
  (void)setenv("OMP_NUM_THREADS", "4", 0);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(eight_instances_in_turn_are_as_alone),
      cmocka_unit_test(instances_in_threads_are_as_alone),
      cmocka_unit_test(reset_is_a_new_beginning),
      cmocka_unit_test(reset_goes_back_to_the_start_time_of_the_model),
      cmocka_unit_test(loading_again_and_again_leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
