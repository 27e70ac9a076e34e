/* SPDX-License-Identifier: BSD-2-Clause */
#include "run.h"

#include <math.h>

#include "check.h"

lw_instance* run_start(const lw_model* model)
{
  lw_instance* instance = NULL;
  lw_diag      diag     = {0};
  assert_int_equal(lw_instance_create(model, &diag, &instance), LW_OK);
  lw_instance_set_threads(instance, 1);
  if (lw_instance_initialize(instance, 0.0, &diag) != LW_OK) {
    fail_msg("%s", diag.text);
  }
  return instance;
}

measure run_for(lw_instance* instance, double time)
{
  measure m = {{0.0, 0.0, 0.0}, 0.0, 0.0};
  double  energy[3], first[3], violation[3];
  assert_int_equal(lw_instance_get(instance, LW_ENERGY, 0, first), LW_OK);
  for (int k = 0; k <= (int)(time / 0.01 + 0.5); k++) {
    lw_diag diag = {0};
    if (k > 0 && lw_instance_advance(instance, 0.01, &diag) != LW_OK) {
      fail_msg("at %g s: %s", lw_instance_time(instance), diag.text);
    }
    assert_int_equal(lw_instance_get(instance, LW_ENERGY, 0, energy), LW_OK);
    assert_int_equal(lw_instance_get(instance, LW_SOLVER_VIOLATION, 0, violation), LW_OK);
    for (int i = 0; i < 3; i++) m.violation[i] = fmax(m.violation[i], violation[i]);
    m.drift     = fmax(m.drift, fabs(energy[2] - first[2]));
    m.exchanged = fmax(m.exchanged, fabs(energy[1] - first[1]));
  }
  return m;
}
