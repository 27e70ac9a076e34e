/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bench_step.c - the cost of an internal step: by mechanism, size, threads and phase.
 *
 *   bench_step [--quick] [--table] [--step H] [MECHANISM[:BODIES] | FILE.xml]...
 *
 * Each mechanism falls for a quarter of a second. From that state in motion the same steps are
 * repeated, with one thread and with two threads in turn. The fastest repetition counts, because
 * disturbances only add time. One thread is measured in CPU time of that thread, two threads in
 * wall-clock time. Output is CSV, or a table for people.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "mechanisms.h"
#include "phases.h"
#include <linkwork/linkwork.h>
#include <linkwork/mechanism_xml.h>

#define WARM_UP 0.25 /* [s] */
#define NSTEP 20     /* steps in a repetition, at least */
#define NBODY                                                                                      \
  2000 /* steps times bodies in a repetition, at least: a clock takes as long as one body */
/* At least this many repetitions, and this much time of them [s]. */
#define ROUNDS 9
#define ENOUGH 0.2
/* 1 and 2 threads */
#define THREADS 2

typedef struct options {
  bool   quick, table;
  double step; /* [s]; 0: as the mechanism says */
} options;

/* A mechanism with one number of threads. */
typedef struct run {
  lw_instance* instance;
  void*        state;      /* in motion */
  double       fastest;    /* time of a step [s] */
  double       iterations; /* mean */
} run;

/* simulate an instance until it is in motion, and keep that state */
static bool begin(const lw_model* model, int threads, double step, double warm_up, run* r)
{
  lw_diag diag = {0};
  if (lw_instance_create(model, &diag, &r->instance) != LW_OK) {
    return false;
  }
  lw_instance_set_threads(r->instance, threads);
  if (lw_instance_initialize(r->instance, 0.0, &diag) != LW_OK) {
    fprintf(stderr, "bench_step: %s\n", diag.text);
    return false;
  }
  const int steps = (int)ceil(warm_up / step);
  for (int i = 0; i < steps; i++) {
    if (lw_instance_advance(r->instance, step, &diag) != LW_OK) {
      fprintf(stderr, "bench_step: %s\n", diag.text);
      return false;
    }
  }
  r->state = malloc(lw_instance_state_size(r->instance));
  if (r->state) {
    lw_instance_get_state(r->instance, r->state);
  }
  return r->state != NULL;
}

static void end(run* r)
{
  free(r->state);
  lw_instance_destroy(r->instance);
}

/* one repetition; false: it failed */
static bool repeat(run* r, int threads, double step)
{
  if (lw_instance_set_state(r->instance, r->state, lw_instance_state_size(r->instance)) != LW_OK) {
    return false;
  }
  /* the first step after a state was restored derives all constants again */
  if (lw_instance_advance(r->instance, step, NULL) != LW_OK) {
    return false;
  }
  const int nbody    = lw_instance_model(r->instance)->nbody;
  const int nstep    = NSTEP * nbody < NBODY ? NBODY / nbody : NSTEP;
  r->iterations      = 0.0;
  const double begin = threads > 1 ? lw_bench_wall_time() : lw_bench_thread_time();
  for (int i = 0; i < nstep; i++) {
    double count = 0.0;
    if (lw_instance_advance(r->instance, step, NULL) != LW_OK ||
        lw_instance_get(r->instance, LW_SOLVER_ITERATIONS, 0, &count) != LW_OK) {
      return false;
    }
    r->iterations += count / nstep;
  }
  const double now  = threads > 1 ? lw_bench_wall_time() : lw_bench_thread_time();
  const double time = (now - begin) / nstep;
  if (r->fastest <= 0.0 || time < r->fastest) {
    r->fastest = time;
  }
  return true;
}

static void print_head(bool table)
{
  if (table) {
    printf("%-20s %6s %7s %9s %9s %5s %8s | %9s %8s %8s %8s %8s %8s %8s\n", "mechanism", "bodies",
           "threads", "us/step", "ns/body", "iter", "realtime", "positions", "factor", "solve",
           "project", "react", "finish", "outputs");
  } else {
    printf("mechanism,bodies,threads,step_s,us_per_step,ns_per_body,iterations,times_real_time,"
           "positions_us,factor_us,solve_us,project_us,react_us,finish_us,outputs_us\n");
  }
}

/*   Nullable    phases */
static void print_row(const char* name, int nbody, int threads, double step, const run* r,
                      const lw_bench_phases* p, bool table)
{
  const double us = 1e6 * r->fastest, ns = 1e9 * r->fastest / nbody, rt = step / r->fastest;
  if (table) {
    printf("%-20s %6d %7d %9.2f %9.0f %5.2f %8.0f |", name, nbody, threads, us, ns, r->iterations,
           rt);
  } else {
    printf("%s,%d,%d,%g,%.3f,%.1f,%.2f,%.1f", name, nbody, threads, step, us, ns, r->iterations,
           rt);
  }
  if (p) {
    const double phase[] = {p->positions, p->factor, p->solve,  p->project,
                            p->react,     p->finish, p->outputs};
    for (size_t k = 0; k < sizeof phase / sizeof phase[0]; k++) {
      printf(table ? " %8.2f" : ",%.3f", 1e6 * phase[k]);
    }
  } else if (!table) {
    printf(",,,,,,,");
  }
  printf("\n");
  fflush(stdout);
}

/* print the lines of one mechanism; false: it failed */
static bool bench(const char* name, const lw_model* model, const options* o)
{
  const double    step          = model->value[model->settings.step];
  run             runs[THREADS] = {0};
  lw_bench_phases phases        = {0};
  bool            ok            = true;

  for (int k = 0; k < THREADS && ok; k++) {
    ok = begin(model, k + 1, step, o->quick ? 0.0 : WARM_UP, &runs[k]);
  }
  const double start = lw_bench_wall_time();
  for (int round = 0; ok && (round < (o->quick ? 1 : ROUNDS) ||
                             (!o->quick && lw_bench_wall_time() - start < ENOUGH));
       round++) {
    for (int k = 0; k < THREADS && ok; k++) {
      ok = repeat(&runs[k], k + 1, step);
    }
  }
  ok = ok && lw_bench_measure_phases(runs[0].instance, runs[0].state, step,
                                     o->quick ? 1 : NSTEP * ROUNDS, &phases);
  for (int k = 0; k < THREADS; k++) {
    if (ok) {
      print_row(name, model->nbody, k + 1, step, &runs[k], k == 0 ? &phases : NULL, o->table);
    }
    end(&runs[k]);
  }
  return ok;
}

static bool bench_size(const lw_bench_mechanism* m, int n, const options* o)
{
  lw_model*  model = m->create(n, o->step > 0.0 ? o->step : 0.001);
  const bool ok    = model && bench(m->name, model, o);
  if (!ok) {
    fprintf(stderr, "bench_step: %s with %d bodies failed\n", m->name, n);
  }
  lw_model_destroy(model);
  return ok;
}

static bool bench_mechanism(const lw_bench_mechanism* m, const options* o)
{
  bool ok = true;
  /* a quick run checks that the program works: the smallest two sizes */
  for (int i = 0; i < LW_BENCH_SIZES && m->size[i] > 0 && (i < 2 || !o->quick); i++) {
    ok = bench_size(m, m->size[i], o) && ok;
  }
  return ok;
}

static bool bench_file(const char* path, const options* o)
{
  lw_model*   model = NULL;
  lw_diag     diag  = {0};
  const char* slash = strrchr(path, '/');
  bool        ok    = false;
  if (lw_mechanism_read(path, &model, &diag) != LW_OK) {
    fprintf(stderr, "bench_step: %s:%d: %s\n", path, diag.line, diag.text);
  } else {
    if (o->step > 0.0) {
      model->value[model->settings.step] = o->step;
    }
    ok = bench(slash ? slash + 1 : path, model, o);
  }
  lw_model_destroy(model);
  return ok;
}

/* the meaning of an argument: a file, a mechanism, or a mechanism of one size */
static bool bench_argument(const char* argument, const options* o)
{
  const size_t length = strlen(argument);
  if (length > 4 && strcmp(argument + length - 4, ".xml") == 0) {
    return bench_file(argument, o);
  }
  char        name[64];
  const char* colon = strchr(argument, ':');
  snprintf(name, sizeof name, "%.*s", colon ? (int)(colon - argument) : (int)length, argument);
  const lw_bench_mechanism* m = lw_bench_find(name);
  if (!m) {
    fprintf(stderr, "bench_step: there is no mechanism \"%s\"\n", name);
    return false;
  }
  const int n = colon ? (int)strtol(colon + 1, NULL, 10) : 0;
  return n > 0 ? bench_size(m, n, o) : bench_mechanism(m, o);
}

int main(int argc, char** argv)
{
  options o     = {0};
  int     first = 1;
  for (; first < argc && argv[first][0] == '-'; first++) {
    if (strcmp(argv[first], "--quick") == 0) {
      o.quick = true;
    } else if (strcmp(argv[first], "--table") == 0) {
      o.table = true;
    } else if (strcmp(argv[first], "--step") == 0 && first + 1 < argc) {
      o.step = strtod(argv[++first], NULL);
    } else {
      fprintf(stderr, "usage: bench_step [--quick] [--table] [--step H] "
                      "[MECHANISM[:BODIES] | FILE.xml]...\n");
      return 2;
    }
  }
  bool ok = true;
  print_head(o.table);
  if (first == argc) {
    for (const lw_bench_mechanism* m = lw_bench_mechanisms(); m->name; m++) {
      ok = bench_mechanism(m, &o) && ok;
    }
    /* machines with several kinds of joints, springs and drives */
    ok = bench_argument(LW_BENCH_EXAMPLES "/double_wishbone.xml", &o) && ok;
    ok = bench_argument(LW_BENCH_EXAMPLES "/stewart.xml", &o) && ok;
  }
  for (int i = first; i < argc; i++) {
    ok = bench_argument(argv[i], &o) && ok;
  }
  return ok ? 0 : 1;
}
