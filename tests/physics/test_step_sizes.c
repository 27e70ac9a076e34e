/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_step_sizes.c - communication steps of any size in any order keep the motion.
 */
#include <math.h>

#include "check.h"
#include "instance/instance.h"
#include "mechanism.h"

#define STEP 1e-3

/* importers step to events, and divide intervals as they like */
static const struct {
  double step;
  int    n;
} course[] = {{1e-3, 50}, {1e-10, 10}, {1e-2, 10}, {1e-14, 20}, {1e-3, 20},
              {1e-12, 3}, {0.1, 1},    {1e-9, 5},  {1e-2, 5},   {1e-8, 50},
              {1e-7, 50}, {1e-6, 50},  {1e-5, 20}, {1e-3, 10},  {0.3, 1}};

static lw_model* model_of(int i)
{
  lw_model* m = i == 0   ? lw_test_chain(128, LW_SPHERICAL, STEP)
                : i == 1 ? lw_test_chain(2, LW_REVOLUTE, STEP)
                : i == 2 ? lw_test_loop(6, LW_SPHERICAL, STEP)
                         : lw_test_ladder(4, 1.0, STEP);
  lw_test_set_gravity(m, 0.0, -9.81, 1.0);
  return m;
}

/* Energy, constraints and positions are those of equal steps, up to the error of these. */
static void steps_of_any_size_keep_the_motion(void** state)
{
  (void)state;
  for (int i = 0; i < 4; i++) {
    lw_instance* s = lw_test_start(model_of(i));
    lw_instance* t = lw_test_start(model_of(i));
    double       before[3], energy[3], equal[3], open[3], a[3], b[3];
    lw_test_get(s, LW_ENERGY, 0, before);
    for (size_t k = 0; k < sizeof course / sizeof *course; k++) {
      for (int n = 0; n < course[k].n; n++) {
        lw_test_advance(s, course[k].step, 1);
        lw_test_get(s, LW_SOLVER_VIOLATION, 0, open);
        assert_below(open[0], 1e-9);
        assert_below(open[1], 1e-9);
        assert_below(open[2], 1e-7);
      }
      while (lw_instance_time(t) < lw_instance_time(s) - 0.5 * STEP) lw_test_advance(t, STEP, 1);
      const double rest = lw_instance_time(s) - lw_instance_time(t);
      lw_test_get(s, LW_ENERGY, 0, energy);
      lw_test_get(t, LW_ENERGY, 0, equal);
      lw_test_get(s, LW_BODY_R, s->model->nbody / 2, a);
      lw_test_get(t, LW_BODY_R, s->model->nbody / 2, b);
      lw_test_get(t, LW_BODY_V, s->model->nbody / 2, open);
      for (int c = 0; c < 3; c++) b[c] += rest * open[c];
      /* truncation of steps of 1 ms differs by this, or less, where some are shorter */
      assert_near(energy[2], equal[2], 1e-6 * (fabs(before[2]) + energy[0]) + 1e-9);
      assert_close(3, a, b, 1e-4);
    }
    lw_test_end(s);
    lw_test_end(t);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps_of_any_size_keep_the_motion)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
