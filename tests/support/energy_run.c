/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * energy_run.c - how well a mechanism without losses keeps its energy.
 */
#include "energy_run.h"

#include <math.h>

/* A mechanism that cannot move has kinetic energies that are rounding of what it carries. */
#define STILL 1e-12

static void note_energy(lw_instance* s, lw_test_energy_run* run, double* first, bool begin)
{
  double energy[3], steps = 0.0;
  run->status = lw_instance_get(s, LW_ENERGY, 0, energy);
  if (run->status != LW_OK) {
    return;
  }
  if (begin) {
    *first = energy[2];
  } else {
    lw_instance_get(s, LW_SOLVER_STEPS, 0, &steps);
  }
  run->kinetic = fmax(run->kinetic, energy[0]);
  run->change  = fmax(run->change, fabs(energy[2] - *first));
  run->steps += (long)steps;
}

lw_test_energy_run lw_test_run_for_energy(const lw_model* model, double stop, double step)
{
  lw_test_energy_run run   = {.status = LW_OK};
  lw_instance*       s     = NULL;
  double             first = 0.0;
  run.status               = lw_instance_create(model, &run.diag, &s);
  if (run.status != LW_OK) {
    return run;
  }
  lw_instance_set_threads(s, 1);
  run.status = lw_instance_initialize(s, 0.0, &run.diag);
  if (run.status == LW_OK) {
    note_energy(s, &run, &first, true);
  }
  const int n = (int)ceil(stop / step * (1.0 - 1e-9));
  for (int i = 0; i < n && run.status == LW_OK; i++) {
    run.status = lw_instance_advance(s, step, &run.diag);
    if (run.status == LW_OK) {
      note_energy(s, &run, &first, false);
    }
  }
  run.reached = lw_instance_time(s);
  lw_instance_destroy(s);
  return run;
}

double lw_test_energy_share(const lw_test_energy_run* run)
{
  return run->kinetic > STILL ? run->change / run->kinetic : 0.0;
}
