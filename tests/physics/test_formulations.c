/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_formulations.c - the examples by hamiltonian-dca, acceleration-dca and index3-dca.
 *
 * Positions of all bodies at the end of a stretch that all of them can run: for those that pass a singular
 * configuration, before that. index3-dca with the example's step comes as near as its truncation error, and four
 * times as near with half the step.
 */
#include <math.h>
#include <stdio.h>

#include "check.h"
#include "mechanism.h"
#include "mechanism_xml.h"
#include "path.h"

#define BODIES_MAX 160

typedef struct example {
  const char* name;
  double      stop, step;
  double      input; /* value of the first input */
} example;

static void run(const example* e, lw_formulation formulation, double tolerance, double step,
                int* nbody, double r[][3])
{
  char      relative[128], path[LW_TEST_PATH_SIZE];
  lw_diag   diag  = {0};
  lw_model* model = NULL;
  snprintf(relative, sizeof relative, "examples/%s.xml", e->name);
  lw_test_repo_path(relative, path);
  if (lw_mechanism_read(path, &model, &diag) != LW_OK) {
    fail_msg("%s:%d: %s", path, diag.line, diag.text);
  }
  model->settings.formulation = formulation;
  model->settings.realtime    = false;
  model->settings.rtol = model->settings.atol = tolerance;
  model->value[model->settings.step]          = step;
  model->value[model->settings.tolerance]     = 1e-11;
  model->value[model->settings.iterations]    = 20;
  lw_instance* s                              = lw_test_instance(model);
  if (model->ninput > 0) {
    assert_int_equal(lw_instance_set_input(s, 0, 0, e->input), LW_OK);
  }
  if (lw_instance_initialize(s, 0.0, &diag) != LW_OK) {
    fail_msg("%s: %s", path, diag.text);
  }
  lw_test_advance(s, 0.25 * e->stop, 4);
  *nbody = model->nbody;
  assert_true(model->nbody <= BODIES_MAX);
  for (int b = 0; b < model->nbody; b++) lw_test_get(s, LW_BODY_R, b, r[b]);
  lw_test_end(s);
}

static double distance(int n, double a[][3], double b[][3])
{
  double most = 0.0;
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < 3; i++) {
      const double d = fabs(a[k][i] - b[k][i]);
      most           = d > most || isnan(d) ? d : most;
    }
  }
  return most;
}

static void examples_agree(void** state)
{
  (void)state;
  static const example list[] = {
      {"double_pendulum", 1.0, 1e-3, 0.0}, {"heavy_top", 0.2, 1e-4, 0.0},
      {"chain128", 0.2, 2e-3, 0.0},        {"four_bar", 0.6, 1e-3, 0.0},
      {"slider_crank", 0.3, 1e-3, 2.0},    {"double_four_bar", 0.6, 1e-3, 0.0},
      {"bricard", 1.0, 1e-3, 0.0},         {"andrews", 0.01, 1e-5, 0.033},
      {"ladder40", 0.2, 2e-3, 0.0},        {"planetary", 0.3, 1e-3, 1.0},
      {"stewart", 0.2, 1e-3, 0.02},        {"double_wishbone", 0.2, 1e-3, 0.02},
      {"rocker_bogie", 0.2, 1e-3, 0.05},   {"hmmwv", 0.2, 1e-3, 0.0},
      {"seven_body", 0.02, 2e-5, 0.033}};
  static double h[BODIES_MAX][3], a[BODIES_MAX][3], full[BODIES_MAX][3], half[BODIES_MAX][3];
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    const example* e = &list[i];
    int            n;
    run(e, LW_HAMILTONIAN_DCA, 1e-10, e->step, &n, h);
    run(e, LW_ACCELERATION_DCA, 1e-11, e->step, &n, a);
    run(e, LW_INDEX3_DCA, 1e-6, e->step, &n, full);
    run(e, LW_INDEX3_DCA, 1e-6, 0.5 * e->step, &n, half);
    const double ha = distance(n, h, a), hf = distance(n, h, full), hh = distance(n, h, half);
    print_message("%s: hamiltonian to acceleration %.1e m, to index3 %.1e m, ratio %.2f\n", e->name,
                  ha, hf, hf / hh);
    assert_below(ha, 3e-9);
    assert_below(hf, 1e-4);
    if (hf > 1e-8) {
      assert_between(hf / hh, 3.6, 4.4);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(examples_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
