/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bench_count.c - nothing but steps, for programs that count instructions.
 *
 *   bench_count MECHANISM BODIES H STEPS
 *
 * Portable kernels and one thread, so that the same instructions are carried out on every machine. What
 * is not a step cancels in the difference of two runs of different length.
 */
#include <stdio.h>
#include <stdlib.h>

#include "linkwork.h"
#include "mechanisms.h"

int main(int argc, char** argv)
{
  const lw_bench_mechanism* m = argc == 5 || argc == 6 ? lw_bench_find(argv[1]) : NULL;
  if (!m) {
    fprintf(stderr, "usage: bench_count MECHANISM BODIES H STEPS\n");
    return 2;
  }
  const double h        = strtod(argv[3], NULL);
  const long   steps    = strtol(argv[4], NULL, 10);
  lw_model*    model    = m->create((int)strtol(argv[2], NULL, 10), h);
  lw_instance* instance = NULL;
  bool         ok       = false;
  if (model) {
    model->settings.portable = argc == 5;
    ok                       = lw_instance_create(model, NULL, &instance) == LW_OK;
  }
  if (ok) {
    lw_instance_set_threads(instance, 1);
    ok = lw_instance_initialize(instance, 0.0, NULL) == LW_OK;
  }
  for (long i = 0; i < steps && ok; i++) {
    ok = lw_instance_advance(instance, h, NULL) == LW_OK;
  }
  lw_instance_destroy(instance);
  lw_model_destroy(model);
  return ok ? 0 : 1;
}
