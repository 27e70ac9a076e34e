/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bench_step.c - what an internal step costs, over the number of bodies and of threads.
 *
 *   bench_step [--quick] [MECHANISM...]
 *
 * Each mechanism falls for a quarter of a second, so that it is in motion; from that state the same 20
 * steps are repeated. The fastest repetition counts: what disturbs a measurement only adds time. Output
 * is CSV; the last column should not grow with the number of bodies.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "linkwork.h"
#include "mechanisms.h"

#define STEP 0.001  /* [s]; the default of the file format */
#define WARM_UP 250 /* steps */
#define NSTEP 20    /* steps in a repetition */

static double now(void)
{
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* bring an instance into motion and keep that state; NULL: it failed */
static void* warm_up(lw_instance* instance, int steps)
{
  lw_diag diag = {0};
  if (lw_instance_initialize(instance, 0.0, &diag) != LW_OK ||
      lw_instance_advance(instance, steps * STEP, &diag) != LW_OK) {
    fprintf(stderr, "bench_step: %s\n", diag.text);
    return NULL;
  }
  void* state = malloc(lw_instance_state_size(instance));
  if (state) {
    lw_instance_get_state(instance, state);
  }
  return state;
}

/* time of the fastest repetition, per step [s], and the mean number of Newton iterations; negative: it
 * failed */
static double measure(lw_instance* instance, const void* state, int repetitions, double* iterations)
{
  double fastest = -1.0;
  for (int r = 0; r < repetitions; r++) {
    if (lw_instance_set_state(instance, state, lw_instance_state_size(instance)) != LW_OK) {
      return -1.0;
    }
    *iterations        = 0.0;
    const double begin = now();
    for (int i = 0; i < NSTEP; i++) {
      double count = 0.0;
      if (lw_instance_advance(instance, STEP, NULL) != LW_OK ||
          lw_instance_get(instance, LW_SOLVER_ITERATIONS, 0, &count) != LW_OK) {
        return -1.0;
      }
      *iterations += count / NSTEP;
    }
    const double time = (now() - begin) / NSTEP;
    if (fastest < 0.0 || time < fastest) {
      fastest = time;
    }
  }
  return fastest;
}

/* one line of the table; false: it failed */
static bool bench(const lw_bench_mechanism* mechanism, int n, int threads, bool quick)
{
  lw_model*    model      = mechanism->create(n, STEP);
  lw_instance* instance   = NULL;
  void*        state      = NULL;
  double       time       = -1.0;
  double       iterations = 0.0;

  if (model && lw_instance_create(model, NULL, &instance) == LW_OK) {
    lw_instance_set_threads(instance, threads);
    state = warm_up(instance, quick ? 5 : WARM_UP);
  }
  if (state) {
    /* about a tenth of a second of repetitions, at least three */
    int repetitions = 1;
    time            = measure(instance, state, repetitions, &iterations);
    if (!quick && time > 0.0) {
      repetitions = (int)(0.1 / (time * NSTEP));
      time        = measure(instance, state, repetitions < 3 ? 3 : repetitions, &iterations);
    }
  }
  if (time > 0.0) {
    printf("%s,%d,%d,%.0f,%.2f,%.0f\n", mechanism->name, model->nbody, threads, 1e9 * time,
           iterations, 1e9 * time / (model->nbody * iterations));
    fflush(stdout);
  } else {
    fprintf(stderr, "bench_step: %s with %d bodies failed\n", mechanism->name, n);
  }
  free(state);
  lw_instance_destroy(instance);
  lw_model_destroy(model);
  return time > 0.0;
}

/* is this mechanism asked for? */
static bool is_chosen(const char* name, int argc, char** argv)
{
  bool any = false;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], name) == 0) {
      return true;
    }
    any |= argv[i][0] != '-';
  }
  return !any;
}

int main(int argc, char** argv)
{
  const bool quick     = argc > 1 && strcmp(argv[1], "--quick") == 0;
  const int  bodies[]  = {4, 16, 64, 256, 1024};
  const int  threads[] = {1, 2};
  bool       ok        = true;

  printf("mechanism,bodies,threads,ns_per_step,iterations,ns_per_body_and_iteration\n");
  for (const lw_bench_mechanism* m = lw_bench_mechanisms(); m->name; m++) {
    if (!is_chosen(m->name, argc, argv)) {
      continue;
    }
    /* a quick run shows that the program works: the smallest two sizes */
    for (size_t i = 0; i < (quick ? 2 : sizeof bodies / sizeof bodies[0]); i++) {
      for (size_t k = 0; k < sizeof threads / sizeof threads[0]; k++) {
        ok = bench(m, bodies[i], threads[k], quick) && ok;
      }
    }
  }
  return ok ? 0 : 1;
}
