/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_singular.c - formulations through singular configurations: the slider-crank and
 * the double four-bar of S3.
 *
 * S3: F. González, D. Dopico, R. Pastorino, J. Cuadrado, doi:10.1007/s11071-016-2774-5. Both
 * mechanisms have one freedom, so that an ordinary differential equation in one angle gives where
 * they are: examples/README.md.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "instance/instance.h"
#include "mechanism.h"
#include "path.h"
#include <linkwork/mechanism_xml.h>

/* How a mechanism is run; a penalty of 0 and NaN for omega and xi are the formulation's own. */
typedef struct setting {
  lw_formulation formulation;
  lw_integrator  integrator;
  double         step, penalty, omega, xi, tolerance;
} setting;

static lw_instance* open_example(const char* name, const setting* set)
{
  char      relative[128], path[LW_TEST_PATH_SIZE];
  lw_diag   diag  = {0};
  lw_model* model = NULL;
  snprintf(relative, sizeof relative, "examples/%s.xml", name);
  lw_test_repo_path(relative, path);
  if (lw_mechanism_read(path, &model, &diag) != LW_OK) {
    fail_msg("%s:%d: %s", path, diag.line, diag.text);
  }
  lw_settings* s             = &model->settings;
  s->formulation             = set->formulation;
  s->integrator              = set->integrator;
  s->penalty                 = set->penalty;
  s->omega                   = set->omega;
  s->xi                      = set->xi;
  s->accuracy                = 0.0; /* steps are fixed */
  model->value[s->step]      = set->step;
  model->value[s->tolerance] = set->tolerance;
  lw_instance* instance      = lw_test_instance(model);
  if (lw_instance_initialize(instance, 0.0, &diag) != LW_OK) {
    fail_msg("%s: %s", path, diag.text);
  }
  return instance;
}

static double energy_of(lw_instance* s)
{
  double E[3];
  lw_test_get(s, LW_ENERGY, 0, E);
  return E[2];
}

/* Largest change of the energy over a run, and the first joint's coordinate at its end. */
typedef struct outcome {
  double drift, angle;
  long   halvings;
} outcome;

static outcome run(const char* name, const setting* set, double duration)
{
  lw_instance* s      = open_example(name, set);
  const double E0     = energy_of(s);
  outcome      result = {0.0, 0.0, 0};
  for (int k = 0; k < (int)(duration / set->step + 0.5); k++) {
    lw_test_advance(s, set->step, 1);
    result.drift = fmax(result.drift, fabs(energy_of(s) - E0));
  }
  lw_test_get(s, LW_JOINT_Q, 0, &result.angle);
  result.halvings = s->halvings;
  lw_test_end(s);
  return result;
}

/* ---- index 3 --------------------------------------------------------------------------------- */

/* S3 section 5.2: between 1e6 and 1e15 the penalty does not matter. The limit is that
 * of its figures 9 to 13. */
static void index3_passes_with_any_penalty(void** state)
{
  (void)state;
  double first = NAN;
  for (int decade = 6; decade <= 15; decade += LW_TEST_SANITIZED ? 9 : 1) {
    const setting set = {LW_INDEX3_DCA, LW_TRAPEZOIDAL_NEWTON, 5e-3, pow(10.0, decade), NAN, NAN,
                         1e-10};
    const outcome e   = run("double_four_bar", &set, 10.0);
    print_message("1e%d: drift %.4f J, angle %.7f rad\n", decade, e.drift, e.angle);
    assert_below(e.drift, 0.125);
    /* truncation: of second order, 2e-3 rad at this step. Another branch is radians away. */
    assert_near(e.angle, -31.7463671, 5e-3);
    /* iteration: 2,000 steps at 1e-10, seven passages that enlarge it. Measured: 1e-8 */
    first = isnan(first) ? e.angle : first;
    assert_near(e.angle, first, 1e-6);
    assert_int_equal(e.halvings, 0);
  }
  const setting wide = {LW_INDEX3_DCA, LW_TRAPEZOIDAL_NEWTON, 0.01, 0.0, NAN, NAN, 1e-10};
  const outcome e    = run("double_four_bar", &wide, 10.0);
  print_message("10 ms: drift %.4f J\n", e.drift);
  assert_below(e.drift, 0.1);
}

/* The slider-crank is on its branch where the end of the rod is twice the cosine of the crank's
 * angle; on the other one it stays at the origin. */
static void index3_slider_crank_stays_on_its_branch(void** state)
{
  (void)state;
  const setting set   = {LW_INDEX3_DCA, LW_TRAPEZOIDAL_NEWTON, 1e-3, 0.0, NAN, NAN, 1e-10};
  lw_instance*  s     = open_example("slider_crank", &set);
  const double  E0    = energy_of(s);
  double        drift = 0.0, off = 0.0, crank = 0.0, last = 1.0;
  int           passages = 0;
  for (int k = 0; k < 10000; k++) {
    double slider;
    lw_test_advance(s, 1e-3, 1);
    lw_test_get(s, LW_JOINT_Q, 0, &crank);
    lw_test_get(s, LW_JOINT_Q, 2, &slider);
    const double expected = 2.0 * cos(crank + 0.78539816339744828);
    off                   = fmax(off, fabs(slider + 1.4142135623730951 - expected));
    drift                 = fmax(drift, fabs(energy_of(s) - E0));
    passages += expected * last < 0.0;
    last = expected;
  }
  print_message("%d passages, drift %.2e J, off its branch by %.1e m\n", passages, drift, off);
  /* 34.78 rad from 45 degrees on: eleven times over pi/2 plus a multiple of pi */
  assert_int_equal(passages, 11);
  assert_below(drift, 0.001);
  /* iteration: constraints hold to 1e-9, and the angle between the rods
   * squeezes them by at most 1e3 */
  assert_below(off, 1e-6);
  /* truncation: 5.6e-4 of 20 J at every passage. Measured: 2e-4 rad */
  assert_near(crank, 34.7809272, 1e-3);
  lw_test_end(s);
}

/* ---- the tables of S3 ------------------------------------------------------------------------ */

/* A row of tables 1 to 3 at S3's step, with parameters that meet its limit. */
typedef struct row {
  int     table;
  setting set;
  double  duration; /* 10 s; less where that takes too long: bench_singular has it all */
} row;

#define AUTO NAN, NAN, 1e-7

static const row ROWS[] = {
    {1, {LW_PENALTY, LW_FORWARD_EULER, 2e-5, 1e7, 30, 1, 1e-7}, 0.5},
    {1, {LW_AUGMENTED_LAGRANGIAN, LW_FORWARD_EULER, 1e-5, 1e7, 10, 1, 1e-7}, 0.5},
    {1, {LW_PENALTY, LW_SEMI_IMPLICIT_EULER, 2e-3, 0.0, AUTO}, 10.0},
    {1, {LW_AUGMENTED_LAGRANGIAN, LW_SEMI_IMPLICIT_EULER, 2e-3, 0.0, AUTO}, 10.0},
    {1, {LW_AUGMENTED_HAMILTONIAN, LW_FORWARD_EULER, 2e-3, 0.0, AUTO}, 10.0},
    {2, {LW_PENALTY, LW_SEMI_IMPLICIT_EULER, 2e-5, 0.0, AUTO}, 0.5},
    {2, {LW_AUGMENTED_LAGRANGIAN, LW_SEMI_IMPLICIT_EULER, 2e-5, 0.0, AUTO}, 0.5},
    {2, {LW_AUGMENTED_HAMILTONIAN, LW_FORWARD_EULER, 2e-5, 1e9, 0.1, 1000, 1e-7}, 0.5},
    {2, {LW_PENALTY, LW_TRAPEZOIDAL_FIXED_POINT, 1e-4, 1e7, 1000, 1, 1e-7}, 2.5},
    {2, {LW_AUGMENTED_LAGRANGIAN, LW_TRAPEZOIDAL_FIXED_POINT, 1e-3, 1e7, 700, 0.7, 1e-7}, 10.0},
    {2, {LW_AUGMENTED_HAMILTONIAN, LW_TRAPEZOIDAL_FIXED_POINT, 2e-3, 0.0, AUTO}, 10.0},
    {2, {LW_AUGMENTED_LAGRANGIAN, LW_TRAPEZOIDAL_NEWTON, 1e-3, 0.0, AUTO}, 10.0},
    {2, {LW_AUGMENTED_HAMILTONIAN, LW_TRAPEZOIDAL_NEWTON, 2e-3, 0.0, AUTO}, 10.0},
    {2, {LW_INDEX3_DCA, LW_TRAPEZOIDAL_NEWTON, 1e-3, 0.0, AUTO}, 10.0},
    {3, {LW_PENALTY, LW_FORWARD_EULER, 2e-5, 1e7, 30, 1, 1e-7}, 0.2},
    {3, {LW_AUGMENTED_LAGRANGIAN, LW_FORWARD_EULER, 5e-6, 1e7, 10, 1, 1e-7}, 0.1},
    {3, {LW_PENALTY, LW_SEMI_IMPLICIT_EULER, 1e-3, 0.0, AUTO}, 10.0},
    {3, {LW_AUGMENTED_LAGRANGIAN, LW_SEMI_IMPLICIT_EULER, 1e-3, 0.0, AUTO}, 10.0},
    {3, {LW_AUGMENTED_HAMILTONIAN, LW_FORWARD_EULER, 1e-3, 0.0, AUTO}, 10.0},
    {3, {LW_PENALTY, LW_TRAPEZOIDAL_FIXED_POINT, 5e-3, 1e8, 60, 1, 1e-7}, 10.0},
    {3, {LW_AUGMENTED_LAGRANGIAN, LW_TRAPEZOIDAL_FIXED_POINT, 5e-3, 1e8, 60, 1, 1e-7}, 10.0},
    {3, {LW_AUGMENTED_HAMILTONIAN, LW_TRAPEZOIDAL_FIXED_POINT, 5e-3, 0.0, AUTO}, 10.0},
    {3, {LW_AUGMENTED_LAGRANGIAN, LW_TRAPEZOIDAL_NEWTON, 5e-3, 0.0, AUTO}, 10.0},
    {3, {LW_AUGMENTED_HAMILTONIAN, LW_TRAPEZOIDAL_NEWTON, 5e-3, 0.0, AUTO}, 10.0},
    {3, {LW_INDEX3_DCA, LW_TRAPEZOIDAL_NEWTON, 1e-2, 0.0, AUTO}, 10.0},
};

static void each_formulation_meets_the_limits_of_the_tables(void** state)
{
  (void)state;
  static const char* const mechanism[] = {NULL, "slider_crank", "slider_crank", "double_four_bar"};
  static const double      limit[]     = {0.0, 0.1, 0.001, 0.1};
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
    const row* r = &ROWS[i];
    /* with sanitizers one passage at most: the slider-crank has its first at 0.4 s, the double
     * four-bar at 0.7 s */
    const double  duration = LW_TEST_SANITIZED ? fmin(r->duration, 0.8) : r->duration;
    const outcome e        = run(mechanism[r->table], &r->set, duration);
    print_message("table %d, formulation %d, integrator %d, %g ms: %.3g of %g J\n", r->table,
                  (int)r->set.formulation, (int)r->set.integrator, 1e3 * r->set.step, e.drift,
                  limit[r->table]);
    assert_below(e.drift, limit[r->table]);
    assert_int_equal(e.halvings, 0);
  }
}

/* ---- divergence ------------------------------------------------------------------------------ */

/* Simulate until a step fails; the last state is finite and plausible. */
static lw_status run_until_it_fails(lw_instance* s, double step, double stop)
{
  lw_status status = LW_OK;
  double    violation[3], E[3];
  while (status == LW_OK && lw_instance_time(s) < stop) {
    status = lw_instance_advance(s, step, NULL);
    lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
    lw_test_get(s, LW_ENERGY, 0, E);
    assert_finite(3, violation);
    assert_finite(3, E);
    assert_below(violation[0], 0.1);
  }
  return status;
}

/* Forward Euler at 10 ms makes energy without end: it is stopped when it has made a fifth of what
 * there is, with the state of the last good time, and stays there. */
static void energy_that_is_made_up_is_stopped(void** state)
{
  (void)state;
  const lw_formulation formulations[2] = {LW_PENALTY, LW_AUGMENTED_LAGRANGIAN};
  for (int i = 0; i < 2; i++) {
    const setting set = {formulations[i], LW_FORWARD_EULER, 0.01, 0.0, NAN, NAN, 1e-10};
    lw_instance*  s   = open_example("slider_crank", &set);
    const double  E0  = energy_of(s);
    assert_int_equal(run_until_it_fails(s, 0.01, 10.0), LW_RETRY_DIVERGED);
    const double t = lw_instance_time(s);
    print_message("stopped at %.3f s, %.1f J more\n", t, energy_of(s) - E0);
    assert_true(t > 0.5 && t < 5.0);
    /* at most 32 J of kinetic energy on its motion */
    assert_below(energy_of(s) - E0, 10.0);
    lw_diag diag = {0};
    assert_int_equal(lw_instance_advance(s, 0.01, &diag), LW_RETRY_DIVERGED);
    assert_non_null(strstr(diag.text, "diverges"));
    assert_near(lw_instance_time(s), t, 0.01);
    lw_test_end(s);
  }
}

/* An omega that is unstable for the step is met by shorter steps: S3's semi-implicit rule with
 * omega h = 1.4 and 2 xi omega h = 1.4, a fixed point with 0.9 + 0.81/4 > 1. */
static void unstable_parameters_shorten_the_step(void** state)
{
  (void)state;
  const setting sets[2] = {
      {LW_PENALTY, LW_SEMI_IMPLICIT_EULER, 2e-3, 0.0, 700.0, 0.5, 1e-10},
      {LW_AUGMENTED_LAGRANGIAN, LW_TRAPEZOIDAL_FIXED_POINT, 2e-3, 0.0, 450.0, 1.0, 1e-10}};
  for (int i = 0; i < 2; i++) {
    const outcome e = run("slider_crank", &sets[i], 2.0);
    print_message("drift %.3g J, %ld halvings\n", e.drift, e.halvings);
    assert_below(e.drift, 0.1);
    assert_true(e.halvings >= 1000); /* in every step */
  }
}

/* With any parameters a run either succeeds or is reported as failed. It never continues with
 * energies above that of the start or with open constraints. */
static void no_parameters_give_nonsense(void** state)
{
  (void)state;
  const lw_formulation formulations[3] = {LW_PENALTY, LW_AUGMENTED_LAGRANGIAN,
                                          LW_AUGMENTED_HAMILTONIAN};
  int                  failed = 0, count = 0;
  for (int f = 0; f < 3; f++) {
    for (lw_integrator k = LW_FORWARD_EULER; k <= LW_TRAPEZOIDAL_NEWTON; k++) {
      if (f == 2 && k == LW_SEMI_IMPLICIT_EULER) {
        continue;
      }
      for (int j = 0; j < 12; j += LW_TEST_SANITIZED ? 5 : 1) {
        const int     tens = j / 3 - 1;
        const setting set  = {
             formulations[f],    k,   0.01, pow(10.0, 3.0 + 3.0 * (j % 3)), pow(10.0, tens),
            j % 2 ? 30.0 : 0.3, 1e-8};
        lw_instance* s  = open_example("double_four_bar", &set);
        const double E0 = energy_of(s);
        /* beyond two passages through singular configurations, at 0.7 and 1.2 s */
        failed += run_until_it_fails(s, 0.01, 1.3) != LW_OK;
        count++;
        /* at most 73 J of kinetic energy on its motion; a fifth of that, and of
         * itself, may be made up */
        assert_true(energy_of(s) - E0 < 20.0);
        lw_test_end(s);
      }
    }
  }
  print_message("%d of %d were stopped\n", failed, count);
  assert_true(failed < count);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(index3_passes_with_any_penalty),
      cmocka_unit_test(index3_slider_crank_stays_on_its_branch),
      cmocka_unit_test(each_formulation_meets_the_limits_of_the_tables),
      cmocka_unit_test(energy_that_is_made_up_is_stopped),
      cmocka_unit_test(unstable_parameters_shorten_the_step),
      cmocka_unit_test(no_parameters_give_nonsense),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
