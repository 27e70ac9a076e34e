/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bench_threads.c - the speed-up by threads: measured with two, and modelled for up to 64.
 *
 *   bench_threads [--quick] [MECHANISM BODIES]
 *
 * The model distributes the time of a step on one thread like the multiply-adds of the elimination.
 * The parts are assigned to the threads as in the solver, and the separator to the first thread.
 * The number of waits is counted; each wait has the duration that is measured with two threads,
 * longer in proportion to the number of threads that arrive at the same counter.
 *
 * The fastest run of each single step counts, because two processors are rarely free for long on a
 * machine that has other work, too.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <omp.h>

#include "clock.h"
#include "instance/instance.h"
#include "mechanisms.h"
#include <linkwork/linkwork.h>

#define STEP 0.001 /* [s] */
#define WARM_UP 250
#define NSTEP 200     /* in a round */
#define ROUNDS 9      /* one thread and two in turn */
#define CORES_MAX 64  /* of the model */
#define NBARRIER 2000 /* waits in a row whose fastest is measured */

/* the duration of a wait of two threads that arrive together [s] */
static double barrier_time(void)
{
  static lw_spin_barrier barrier;
  double                 fastest = 1.0;
#pragma omp parallel num_threads(2)
  {
    const lw_threads threads = {omp_get_thread_num(), omp_get_num_threads(), &barrier};
    for (int i = 0; i < NBARRIER; i++) {
      const double begin = lw_bench_wall_time();
      for (int k = 0; k < 10; k++) lw_threads_wait(&threads);
      const double time = (lw_bench_wall_time() - begin) / 10;
      if (omp_get_thread_num() == 0 && time < fastest) {
        fastest = time;
      }
    }
  }
  return fastest;
}

/* an instance in motion; NULL: it failed */
static lw_instance* begin(const lw_model* model, int threads, int steps)
{
  lw_instance* instance = NULL;
  if (lw_instance_create(model, NULL, &instance) != LW_OK) {
    return NULL;
  }
  lw_instance_set_threads(instance, threads);
  bool ok = lw_instance_initialize(instance, 0.0, NULL) == LW_OK;
  for (int i = 0; i < steps && ok; i++) {
    ok = lw_instance_advance(instance, STEP, NULL) == LW_OK;
  }
  if (!ok) {
    lw_instance_destroy(instance);
    instance = NULL;
  }
  return instance;
}

/* the time of the fastest of some steps, or the earlier time if that is
 * less; negative: it failed */
static double fastest_step(lw_instance* instance, int steps, double fastest)
{
  for (int i = 0; i < steps; i++) {
    const double start = lw_bench_wall_time();
    if (lw_instance_advance(instance, STEP, NULL) != LW_OK) {
      return -1.0;
    }
    const double time = lw_bench_wall_time() - start;
    fastest           = time < fastest ? time : fastest;
  }
  return fastest;
}

/* Fraction of the work on the critical path with so many cores, with parts
 * assigned as in threads.h. */
static double critical_share(const lw_structure* s, int cores)
{
  double load[CORES_MAX] = {0.0}, total = s->part_cost[s->npart], most = 0.0;
  for (int k = 0; k < s->npart; k++) {
    load[k * cores / s->npart] += s->part_cost[k];
    total += s->part_cost[k];
  }
  for (int c = 0; c < cores; c++) most = load[c] > most ? load[c] : most;
  return (most + s->part_cost[s->npart]) / total;
}

static void print_model(const char* name, const lw_structure* s, const double measured[2],
                        double nwait, double wait)
{
  for (int cores = 1; cores <= CORES_MAX; cores *= 2) {
    const double waiting = cores > 1 ? nwait * wait * cores / 2.0 : 0.0;
    const double time    = critical_share(s, cores) * measured[0] + waiting;
    printf("%s,%d,%d,%.0f,%.0f,%d,%.4f,%.0f,%.3f,%.1f,%.2f,", name, s->nbody, s->npart, s->cost,
           s->part_cost[s->npart], cores, critical_share(s, cores), cores > 1 ? nwait : 0.0,
           1e6 * wait, 1e6 * time, measured[0] / time);
    if (cores <= 2) {
      printf("%.1f,%.2f", 1e6 * measured[cores - 1], measured[0] / measured[cores - 1]);
    } else {
      printf(",");
    }
    printf("\n");
  }
}

static bool bench(const char* name, int n, bool quick, double wait)
{
  const lw_bench_mechanism* m           = lw_bench_find(name);
  lw_model*                 model       = m ? m->create(n, STEP) : NULL;
  lw_instance*              instance[2] = {NULL, NULL};
  double                    fastest[2]  = {1e9, 1e9};
  bool                      ok          = model != NULL;
  for (int k = 0; k < 2 && ok; k++) {
    instance[k] = begin(model, k + 1, quick ? 1 : WARM_UP);
    ok          = instance[k] != NULL;
  }
  for (int r = 0; r < (quick ? 1 : ROUNDS) && ok; r++) {
    for (int k = 0; k < 2 && ok; k++) {
      /* long mechanisms take fewer steps in the same time */
      const int steps = quick ? 2 : (n > 512 ? NSTEP / 4 : NSTEP);
      fastest[k]      = fastest_step(instance[k], steps, fastest[k]);
      ok              = fastest[k] > 0.0;
    }
  }
  if (ok) {
    const unsigned before = atomic_load(&instance[1]->barrier->passed);
    ok                    = lw_instance_advance(instance[1], STEP, NULL) == LW_OK;
    const double each     = (double)(atomic_load(&instance[1]->barrier->passed) - before);
    print_model(name, instance[0]->structure, fastest, each, wait);
    fflush(stdout);
  } else {
    fprintf(stderr, "bench_threads: %s with %d bodies failed\n", name, n);
  }
  for (int k = 0; k < 2; k++) lw_instance_destroy(instance[k]);
  lw_model_destroy(model);
  return ok;
}

int main(int argc, char** argv)
{
  const bool   quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
  const int    first = quick ? 2 : 1;
  const double wait  = barrier_time();
  printf("mechanism,bodies,parts,multiply_adds,of_the_top,cores,critical_share,waits,us_wait,"
         "us_model,gain_model,us_measured,gain_measured\n");
  if (argc == first + 2) {
    return bench(argv[first], (int)strtol(argv[first + 1], NULL, 10), quick, wait) ? 0 : 1;
  }
  if (argc != first) {
    fprintf(stderr, "usage: bench_threads [--quick] [MECHANISM BODIES]\n");
    return 2;
  }
  static const struct {
    const char* name;
    int         n;
  } cases[] = {{"ball-chain", 128}, {"ball-chain", 1024}, {"ball-chain", 4096},
               {"pin-chain", 128},  {"pin-chain", 1024},  {"tree", 1023}};
  bool ok   = true;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    ok = bench(cases[i].name, quick ? 16 : cases[i].n, quick, wait) && ok;
  }
  return ok ? 0 : 1;
}
