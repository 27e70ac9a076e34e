/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_units.c - a mechanism moves in the same way in all units of length, mass and time.
 *
 * A number that is compared with a length, a velocity or a force has to come from the mechanism.
 * With factors that are powers of four every number of the solver is scaled without rounding, so
 * results have the same bits unless somewhere a number is compared with one that is not scaled, or
 * a length is added to an angle.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "balance.h"
#include "check.h"
#include "instance/instance.h"
#include "mechanism.h"
#include "path.h"
#include "random_mechanism.h"
#include "units.h"
#include <linkwork/mechanism_xml.h>

static const lw_test_units si      = {1.0, 1.0, 1.0};
static const lw_test_units mm_g_ms = {1000.0, 1000.0, 1000.0};
static const lw_test_units km_t_s  = {1e-3, 1e-3, 1.0};

/* 1024 lengths, 1/4096 masses and 256 times in one */
static const lw_test_units powers_of_four[] = {
    {1024.0, 1.0, 1.0}, {1.0, 1.0 / 4096.0, 1.0}, {1.0, 1.0, 256.0}, {1.0 / 1024.0, 4096.0, 64.0}};

/* All that a run gives but norms in which lengths and angles meet. */
static const lw_quantity compared[] = {
    LW_BODY_R,      LW_BODY_QUAT,     LW_BODY_V,          LW_BODY_W,
    LW_BODY_A,      LW_BODY_Z,        LW_JOINT_Q,         LW_JOINT_QD,
    LW_JOINT_QDD,   LW_JOINT_QUAT,    LW_JOINT_FORCE,     LW_JOINT_TORQUE,
    LW_ENERGY,      LW_MOTION_EFFORT, LW_COUPLING_EFFORT, LW_SOLVER_ITERATIONS,
    LW_SOLVER_STEPS};
#define COMPARED ((int)(sizeof compared / sizeof *compared))

/* The names of these, for messages. */
static const char* const names[] = {"r",      "quat",   "v",        "w",          "a",     "z",
                                    "q",      "qd",     "qdd",      "joint quat", "force", "torque",
                                    "energy", "motion", "coupling", "iterations", "steps"};

static int element_count(const lw_model* m, lw_quantity quantity)
{
  return quantity <= LW_BODY_Z            ? m->nbody
         : quantity <= LW_JOINT_TORQUE    ? m->njoint
         : quantity == LW_MOTION_EFFORT   ? m->nmotion
         : quantity == LW_COUPLING_EFFORT ? m->ncoupling
                                          : 1;
}

/* ---- the same mechanism twice ---------------------------------------------------------------- */

typedef lw_model* make_model(const void* source);

static lw_model* make_random(const void* source)
{
  const uint32_t* seed = source;
  lw_model*       m    = lw_test_conservative_mechanism(*seed, (lw_test_kind){.most_bodies = 30});
  lw_test_finish(m);
  return m;
}

static lw_model* make_file(const void* source)
{
  lw_diag   diag = {0};
  lw_model* m    = NULL;
  if (lw_mechanism_read(source, &m, &diag) != LW_OK) {
    fail_msg("%s:%d: %s", (const char*)source, diag.line, diag.text);
  }
  return m;
}

static lw_instance* start(make_model* make, const void* source, lw_test_units u, lw_diag* diag)
{
  lw_model* m = make(source);
  lw_test_change_units(m, u);
  lw_instance* s = lw_test_instance(m);
  if (lw_instance_initialize(s, m->settings.start, diag) != LW_OK) {
    lw_test_end(s);
    return NULL;
  }
  return s;
}

/* Actuators and loads of about the weight of a body, in the model's units. */
static void set_inputs(lw_instance* s, lw_test_units u)
{
  const lw_model* m = lw_instance_model(s);
  for (int i = 0; i < m->nactuator + 3 * m->nload; i++) {
    lw_instance_set_input(s, i, 0, (1.0 + 0.1 * i) * lw_test_unit_of_input(m, i, u));
  }
}

/* A size that a quantity is compared with at least: of a fall through the characteristic length of
 * all bodies. */
static double size_of(const lw_instance* s, lw_quantity quantity)
{
  const lw_model* m    = s->model;
  const double    rate = s->natural_rate, length = fmax(1.0, s->length);
  double          mass = 0.0;
  for (int b = 0; b < m->nbody; b++) mass += s->body[b].mass;
  const double energy = mass * length * length * rate * rate;
  switch (quantity) {
  case LW_BODY_V:
  case LW_BODY_W:
  case LW_JOINT_QD: return rate;
  case LW_BODY_A:
  case LW_BODY_Z:
  case LW_JOINT_QDD: return rate * rate;
  case LW_JOINT_FORCE:
  case LW_JOINT_TORQUE:
  case LW_MOTION_EFFORT:
  case LW_COUPLING_EFFORT:
  case LW_ENERGY: return energy;
  default: return 1.0;
  }
}

/* The largest difference of a quantity, as a share of its largest size. b is in units u. */
static double difference(lw_instance* a, lw_instance* b, lw_quantity quantity, lw_test_units u)
{
  const lw_model* m       = lw_instance_model(a);
  double          largest = size_of(a, quantity), most = 0.0;
  for (int k = 0; k < element_count(m, quantity); k++) {
    double    x[4], y[4];
    const int n = lw_quantity_size(m, quantity, k);
    if (n > 0) {
      lw_test_get(a, quantity, k, x);
      lw_test_get(b, quantity, k, y);
    }
    for (int i = 0; i < n; i++) {
      largest = fmax(largest, fabs(x[i]));
      most    = fmax(most, fabs(y[i] / lw_test_unit_of(m, quantity, k, i, u) - x[i]));
    }
  }
  return most / largest;
}

/* Run both for n internal steps and compare. Returns the largest difference of any quantity. */
static double compare(make_model* make, const void* source, const char* name, lw_test_units u,
                      int n, double limit)
{
  lw_diag      diag[2] = {{0}, {0}};
  lw_instance *a = start(make, source, si, &diag[0]), *b = start(make, source, u, &diag[1]);
  double       most = 0.0;
  if (!a || !b) {
    assert_true(!a && !b);
    return 0.0;
  }
  set_inputs(a, si);
  set_inputs(b, u);
  const double step = a->model->value[a->model->settings.step];
  for (int i = 0; i <= n; i++) {
    if (i > 0) {
      const lw_status status = lw_instance_advance(a, step, &diag[0]);
      if (lw_instance_advance(b, step * u.time, &diag[1]) != status) {
        fail_msg("%s: %s / %s", name, diag[0].text, diag[1].text);
      }
    }
    for (int k = 0; k < COMPARED && (i % 10 == 0 || i == n); k++) {
      /* with other rounding an iteration may end one increment earlier or later */
      if (limit > 0.0 && compared[k] == LW_SOLVER_ITERATIONS) {
        continue;
      }
      const double d = difference(a, b, compared[k], u);
      most           = fmax(most, d);
      if (!(d <= limit)) {
        print_message("%s in %g %g %g: %s differs by %.2e after %d steps\n", name, u.length, u.mass,
                      u.time, names[k], d, i);
        i = n;
      }
    }
  }
  lw_test_end(a);
  lw_test_end(b);
  return most;
}

/* ---- tests ----------------------------------------------------------------------------------- */

static const char* const examples[] = {
    "andrews",         "bricard",      "chain128",   "double_four_bar", "double_pendulum",
    "double_wishbone", "four_bar",     "heavy_top",  "hmmwv",           "ladder40",
    "planetary",       "rocker_bogie", "seven_body", "slider_crank",    "stewart"};

static void examples_have_the_same_bits_in_other_units(void** state)
{
  (void)state;
  double most = 0.0;
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    char relative[64], path[LW_TEST_PATH_SIZE];
    snprintf(relative, sizeof relative, "examples/%s.xml", examples[i]);
    lw_test_repo_path(relative, path);
    for (int k = 0; k < 4; k++) {
      most = fmax(most, compare(make_file, path, examples[i], powers_of_four[k], 20, 0.0));
    }
  }
  assert_true(most == 0.0);
}

static void random_mechanisms_have_the_same_bits_in_other_units(void** state)
{
  (void)state;
  double most = 0.0;
  for (uint32_t seed = 1; seed <= 60; seed++) {
    char name[32];
    snprintf(name, sizeof name, "seed %u", (unsigned)seed);
    most = fmax(most, compare(make_random, &seed, name, powers_of_four[seed % 4], 20, 0.0));
  }
  assert_true(most == 0.0);
}

/* Where rows nearly depend on each other, by a singular value of 1e-4, velocities follow from rows
 * that are closed to 3e-12 with 1e-8: by how many passes is a matter of rounding. Measured: 7e-8
 * and 5e-9 in two of the 200, else below 1e-9. */
static void random_mechanisms_move_alike_in_units_of_engineers(void** state)
{
  (void)state;
  int nearly_dependent = 0;
  for (uint32_t seed = 1; seed <= 200; seed++) {
    char name[32];
    snprintf(name, sizeof name, "seed %u", (unsigned)seed);
    const double d = compare(make_random, &seed, name, seed % 2 ? mm_g_ms : km_t_s, 10, 1e-9);
    assert_below(d, 1e-6);
    nearly_dependent += !(d <= 1e-9);
  }
  assert_in_range(nearly_dependent, 0, 3);
}

static void reactions_balance_in_all_units(void** state)
{
  (void)state;
  const lw_test_units units[3] = {si, mm_g_ms, km_t_s};
  double              most     = 0.0;
  for (uint32_t seed = 1; seed <= 200; seed++) {
    lw_diag      diag = {0};
    lw_instance* s    = start(make_random, &seed, units[seed % 3], &diag);
    if (!s) {
      continue;
    }
    for (int i = 0; i < 10; i++) {
      const double open = lw_test_unbalanced(s);
      if (!(open <= 1e-6)) {
        print_error("seed %u: open %.2e after %d steps\n", (unsigned)seed, open, i);
      }
      most = fmax(most, open);
      lw_test_advance(s, s->model->value[s->model->settings.step], 1);
    }
    lw_test_end(s);
  }
  assert_below(most, 1e-6);
}

/* Mechanisms of kilometres and tonnes whose redundant reactions did not balance. */
static void reactions_of_large_mechanisms_balance(void** state)
{
  (void)state;
  static const char* const files[] = {"cases/random_708.xml", "cases/km_ladder20_x10000.xml"};
  for (int i = 0; i < 2; i++) {
    char path[LW_TEST_PATH_SIZE];
    if (!lw_test_shared_path(files[i], path)) {
      skip();
    }
    lw_diag      diag = {0};
    lw_instance* s    = start(make_file, path, si, &diag);
    assert_non_null(s);
    for (int k = 0; k < 2; k++) {
      const double open = lw_test_unbalanced(s);
      print_message("%s: %.2e\n", files[i], open);
      assert_below(open, 1e-6);
      lw_test_advance(s, s->model->value[s->model->settings.step], 1);
    }
    lw_test_end(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_have_the_same_bits_in_other_units),
      cmocka_unit_test(random_mechanisms_have_the_same_bits_in_other_units),
      cmocka_unit_test(random_mechanisms_move_alike_in_units_of_engineers),
      cmocka_unit_test(reactions_balance_in_all_units),
      cmocka_unit_test(reactions_of_large_mechanisms_balance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
