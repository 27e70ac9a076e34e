/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_examples.c - every example over its whole experiment: constraints, energy, known results.
 */
#define _POSIX_C_SOURCE 200809L /* readdir() */

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "mechanism.h"
#include "path.h"
#include <linkwork/mechanism_xml.h>

/* An example, initialised at its start time. */
static lw_instance* open_example(const char* name)
{
  char      relative[128], path[LW_TEST_PATH_SIZE];
  lw_diag   diag  = {0};
  lw_model* model = NULL;
  snprintf(relative, sizeof relative, "examples/%s.xml", name);
  lw_test_repo_path(relative, path);
  if (lw_mechanism_read(path, &model, &diag) != LW_OK) {
    fail_msg("%s:%d: %s", path, diag.line, diag.text);
  }
  lw_instance* s = lw_test_instance(model);
  if (lw_instance_initialize(s, model->settings.start, &diag) != LW_OK) {
    fail_msg("%s: %s", path, diag.text);
  }
  return s;
}

/* largest violations and change of energy over a whole run, and the internal steps that halving
 * has added */
typedef struct extremes {
  double violation[3], energy, added;
} extremes;

static extremes run(lw_instance* s)
{
  const lw_settings* settings = &lw_instance_model(s)->settings;
  const int          n = (int)((settings->stop - settings->start) / settings->output_step + 0.5);
  double             step;
  lw_instance_get_value(s, settings->step, 1, &step);
  const double most  = ceil(settings->output_step / step * (1.0 - 1e-9));
  const bool   whole = settings->formulation == LW_INDEX3_DCA;
  extremes     e     = {{0.0}, 0.0, 0.0};
  double       E0[3], E[3], violation[3], steps;
  lw_test_get(s, LW_ENERGY, 0, E0);
  for (int k = 0; k < n; k++) {
    lw_test_advance(s, settings->output_step, 1);
    lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
    for (int i = 0; i < 3; i++) e.violation[i] = fmax(e.violation[i], violation[i]);
    lw_test_get(s, LW_SOLVER_STEPS, 0, &steps);
    e.added += whole ? steps - most : 0.0;
    lw_test_get(s, LW_ENERGY, 0, E);
    e.energy = fmax(e.energy, fabs(E[2] - E0[2]));
  }
  return e;
}

/* Every file of examples/ keeps its constraints at all three levels, at every
 * output of its experiment. */
static void every_example_keeps_its_constraints(void** state)
{
  (void)state;
  char path[LW_TEST_PATH_SIZE];
  int  count = 0;
  lw_test_repo_path("examples", path);
  DIR* folder = opendir(path);
  assert_non_null(folder);
  for (const struct dirent* entry = readdir(folder); entry; entry = readdir(folder)) {
    char        name[64];
    const char* end = strrchr(entry->d_name, '.');
    if (!end || strcmp(end, ".xml") != 0 || (size_t)(end - entry->d_name) >= sizeof name) {
      continue;
    }
    memcpy(name, entry->d_name, (size_t)(end - entry->d_name));
    name[end - entry->d_name] = '\0';
    lw_instance*   s          = open_example(name);
    const extremes e          = run(s);
    print_message("%s: violations %.1e %.1e %.1e, energy %.2e J\n", name, e.violation[0],
                  e.violation[1], e.violation[2], e.energy);
    /* iteration: what the solver promises */
    assert_below(e.violation[0], 1e-9);
    assert_below(e.violation[1], 1e-9);
    assert_below(e.violation[2], 1e-7);
    /* the steps of examples are small enough for their accuracy */
    assert_near(e.added, 0.0, 0.0);
    lw_test_end(s);
    count++;
  }
  closedir(folder);
  assert_true(count >= 8);
}

/* Energy stays where nothing drives a mechanism, up to the truncation error of
 * the example's own step. */
static void check_energy(const char* name, double energy)
{
  lw_instance* s = open_example(name);
  assert_below(run(s).energy, energy);
  lw_test_end(s);
}

static void undriven_examples_keep_their_energy(void** state)
{
  (void)state;
  check_energy("double_pendulum", 5e-4); /* of 10 J in play; measured 1.0e-4 J */
  check_energy("four_bar", 2e-5);        /* of 14 J; measured 3.9e-6 J */
  check_energy("heavy_top", 5e-3);       /* of 5,436 J; measured 1.0e-3 J */
  check_energy("slider_crank", 2e-3);    /* of 20 J; measured 5.6e-4 J */
  check_energy("double_four_bar", 3e-3); /* of 60 J; measured 8.0e-4 J */
  check_energy("bricard", 2e-5);         /* of 20 J; measured 4.4e-6 J */
  check_energy("chain128", 48.0);        /* of 79,748 J; measured 46.3 J, see test_chain.c */
}

/* Andrews' squeezer at 0.03 s, against the values that its test set publishes. They
 * carry 1e-9 rad themselves. */
static void check_squeezer(const char* name, double tolerance)
{
  lw_instance*    s = open_example(name);
  const lw_model* m = lw_instance_model(s);
  assert_int_equal(lw_instance_set_input(s, 0, 0, 0.033), LW_OK);
  const extremes e = run(s);
  print_message("%s: violations %.1e %.1e %.1e\n", name, e.violation[0], e.violation[1],
                e.violation[2]);
  assert_below(e.violation[0], 1e-9);
  assert_below(e.violation[1], 1e-9);
  assert_below(e.violation[2], 1e-7);
  /* angles of the bodies: beta, beta + Theta, gamma, Phi + delta, delta,
   * Omega + epsilon, epsilon */
  const double beta = 15.81077119629904, Theta = -15.75637105984298, gamma = 0.04082224013073101;
  const double Phi = -0.5347301163226948, delta = 0.5244099658805304, Omega = 0.5347301163226948;
  const double epsilon     = 1.048080741042263;
  const double expected[7] = {beta,  beta + Theta,    gamma,  Phi + delta,
                              delta, Omega + epsilon, epsilon};
  assert_near(lw_instance_time(s), 0.03, 1e-12);
  for (int b = 0; b < 7; b++) {
    double p[4];
    lw_test_get(s, LW_BODY_QUAT, b, p);
    const double angle = 2.0 * atan2(p[3], p[0]);
    assert_near(remainder(angle - expected[b], 6.283185307179586), 0.0, tolerance);
  }
  assert_string_equal(lw_model_name(m, m->body[0].name), "K1");
  lw_test_end(s);
}

static void squeezers_arrive_at_the_published_angles(void** state)
{
  (void)state;
  check_squeezer("andrews", 2e-4); /* truncation: 16 rad in 3,000 steps. Measured: 6e-5 rad */
  check_squeezer("seven_body",
                 5e-3); /* the same in 600 steps: 25 times as much. Measured: 1.6e-3 */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_example_keeps_its_constraints),
      cmocka_unit_test(undriven_examples_keep_their_energy),
      cmocka_unit_test(squeezers_arrive_at_the_published_angles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
