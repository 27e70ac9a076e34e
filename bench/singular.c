/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * singular.c - runs of the mechanisms of S3 through their singular configurations.
 */
#include "singular.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "instance/instance.h"
#include <linkwork/linkwork.h>
#include <linkwork/mechanism_xml.h>

/* of all runs [s] */
#define DURATION 10.0

static lw_model* read_model(const lw_singular_setting* setting)
{
  char      path[1024];
  lw_diag   diag  = {0};
  lw_model* model = NULL;
  snprintf(path, sizeof path, "%s/%s.xml", LW_BENCH_EXAMPLES, setting->mechanism);
  if (lw_mechanism_read(path, &model, &diag) != LW_OK) {
    fprintf(stderr, "%s:%d: %s\n", path, diag.line, diag.text);
    exit(1);
  }
  lw_settings* s             = &model->settings;
  s->formulation             = setting->formulation;
  s->integrator              = setting->integrator;
  s->penalty                 = setting->penalty;
  s->omega                   = setting->omega;
  s->xi                      = setting->xi;
  model->value[s->step]      = setting->step;
  model->value[s->tolerance] = setting->tolerance;
  return model;
}

static double energy_of(lw_instance* instance)
{
  double energy[3] = {NAN, NAN, NAN};
  (void)lw_instance_get(instance, LW_ENERGY, 0, energy);
  return energy[2];
}

lw_singular_result lw_singular_run(const lw_singular_setting* setting, double limit)
{
  lw_singular_result result   = {false, 0.0, 0, 0.0};
  lw_model*          model    = read_model(setting);
  lw_instance*       instance = NULL;
  lw_diag            diag     = {0};
  if (lw_instance_create(model, &diag, &instance) != LW_OK ||
      lw_instance_initialize(instance, 0.0, &diag) != LW_OK) {
    fprintf(stderr, "%s: %s\n", setting->mechanism, diag.text);
    exit(1);
  }
  const int    n     = (int)(DURATION / setting->step + 0.5);
  const double start = energy_of(instance), begin = lw_bench_thread_time();
  int          k = 0;
  while (k < n && result.drift <= limit && !(setting->whole && instance->halvings > 0)) {
    if (lw_instance_advance(instance, setting->step, &diag) != LW_OK) {
      break;
    }
    k++;
    result.drift = fmax(result.drift, fabs(energy_of(instance) - start));
  }
  result.done      = k == n && result.drift <= limit;
  result.halvings  = instance->halvings;
  result.step_time = (lw_bench_thread_time() - begin) / (k > 0 ? k : 1);
  lw_instance_destroy(instance);
  lw_model_destroy(model);
  return result;
}
