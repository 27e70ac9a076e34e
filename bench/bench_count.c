/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bench_count.c - runs only steps, for programs that count instructions.
 *
 *   bench_count MECHANISM BODIES H STEPS [auto]
 *
 * MECHANISM is a name of mechanisms.h, or a mechanism file; then BODIES does not matter.
 *
 * It uses the portable kernels and one thread, so that every machine executes the same
 * instructions; with `auto` it uses the fastest kernels of the processor. Everything but the steps
 * cancels in the difference of two runs of different length.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mechanisms.h"
#include <linkwork/linkwork.h>
#include <linkwork/mechanism_xml.h>

/* A model by its name or from a file; NULL: there is none. */
static lw_model* find_model(const char* name, int bodies, double h)
{
  const lw_bench_mechanism* m     = lw_bench_find(name);
  lw_model*                 model = NULL;
  if (m) {
    return m->create(bodies, h);
  }
  if (lw_mechanism_read(name, &model, NULL) == LW_OK) {
    model->value[model->settings.step] = h;
  }
  return model;
}

int main(int argc, char** argv)
{
  const bool automatic = argc == 6 && strcmp(argv[5], "auto") == 0;
  if (argc != 5 && !automatic) {
    fprintf(stderr, "usage: bench_count MECHANISM BODIES H STEPS [auto]\n");
    return 2;
  }
  const double h        = strtod(argv[3], NULL);
  const long   steps    = strtol(argv[4], NULL, 10);
  lw_model*    model    = find_model(argv[1], (int)strtol(argv[2], NULL, 10), h);
  lw_instance* instance = NULL;
  bool         ok       = false;
  if (model) {
    model->settings.portable = !automatic;
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
