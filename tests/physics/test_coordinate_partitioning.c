/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_coordinate_partitioning.c - independent coordinates against the index-3
 * method, each to its order.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "formulations/partitioning/partition.h"
#include "instance/instance.h"
#include "mechanism.h"
#include "path.h"
#include <linkwork/mechanism_xml.h>

enum { BODIES = 16 };

/* ---- mechanisms ------------------------------------------------------------------------------ */

static lw_model* example(const char* name)
{
  char      path[LW_TEST_PATH_SIZE];
  lw_diag   diag = {0};
  lw_model* m    = NULL;
  lw_test_repo_path(name, path);
  if (lw_mechanism_read(path, &m, &diag) != LW_OK) {
    fail_msg("%s:%d: %s", path, diag.line, diag.text);
  }
  return m;
}

static lw_model* double_pendulum(double step)
{
  const double w[3] = {0.5, 1.0, 0.0}, v[3] = {0.0, 0.0, -0.5};
  lw_model*    m = lw_test_chain(2, LW_SPHERICAL, step);
  lw_test_set_velocity(m, 0, v, w);
  lw_test_finish(m);
  return m;
}

/* six links, six revolutes, one freedom, and one constraint more than that leaves room for */
static lw_model* bricard(double step)
{
  lw_model* m                = example("examples/bricard.xml");
  m->value[m->settings.step] = step;
  return m;
}

static lw_model* loop_of_eight(double step)
{
  lw_model* m = lw_test_loop(8, LW_REVOLUTE, step);
  lw_test_finish(m);
  return m;
}

typedef struct mechanism {
  lw_model* (*make)(double step);
  double      stop;      /* [s]                                       */
  double      index3[2]; /* largest differences at the two steps [m]  */
  double      step;      /* the longer one [s]                        */
  const char* name;
} mechanism;

/* Limits are twice what was measured. */
static const mechanism mechanisms[] = {
    {double_pendulum, 1.0, {2.8e-5, 7e-6}, 0.002, "double pendulum"},
    {bricard, 3.0, {8.4e-6, 2.1e-6}, 0.002, "Bricard"},
    {loop_of_eight, 0.5, {4.4e-6, 1.1e-6}, 0.002, "loop of eight"},
};

/* ---- runs ------------------------------------------------------------------------------------ */

/* positions of all bodies at the end */
static void run(const mechanism* c, lw_formulation formulation, lw_integrator integrator,
                double size, double r[3 * BODIES])
{
  const bool index3       = formulation == LW_INDEX3_DCA;
  lw_model*  m            = c->make(index3 ? size : 0.001);
  m->settings.formulation = formulation;
  m->settings.integrator  = integrator;
  m->settings.rtol = m->settings.atol = index3 ? 1e-6 : size;
  lw_instance* s                      = lw_test_instance(m);
  lw_diag      diag                   = {0};
  if (lw_instance_initialize(s, 0.0, &diag) != LW_OK) {
    fail_msg("%s: %s", c->name, diag.text);
  }
  lw_test_advance(s, 0.05, (int)(c->stop / 0.05 + 0.5));
  assert_true(m->nbody <= BODIES);
  memset(r, 0, 3 * BODIES * sizeof *r);
  for (int b = 0; b < m->nbody; b++) memcpy(r + 3 * b, s->q[b].r, sizeof s->q[b].r);
  lw_test_end(s);
}

static double difference(const double a[3 * BODIES], const double b[3 * BODIES])
{
  double most = 0.0;
  for (int i = 0; i < 3 * BODIES; i++) most = fmax(most, fabs(a[i] - b[i]));
  return most;
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* The index-3 method comes nearer with the square of its step, to what independent coordinates give
 * at a tolerance of 1e-10. */
static void index3_converges_to_it_with_its_order(void** state)
{
  (void)state;
  for (size_t i = 0; i < sizeof mechanisms / sizeof *mechanisms; i++) {
    const mechanism* c = &mechanisms[i];
    double           exact[3 * BODIES], r[3 * BODIES], d[2];
    run(c, LW_COORDINATE_PARTITIONING, LW_ABM, 1e-10, exact);
    for (int k = 0; k < 2; k++) {
      run(c, LW_INDEX3_DCA, LW_INTEGRATOR_DEFAULT, c->step / (1 << k), r);
      d[k] = difference(r, exact);
      assert_below(d[k], c->index3[k]);
    }
    assert_between(log2(d[0] / d[1]), 1.9, 2.1);
  }
}

/* Its own errors follow the tolerance, with every integrator: a factor of 1e4 in the tolerance is
 * at least one of 300 in the error, down to what the constraints are closed to. */
static void errors_follow_the_tolerance(void** state)
{
  (void)state;
  const lw_integrator integrators[] = {LW_ABM, LW_DOPRI5, LW_BS32};
  for (size_t i = 0; i < sizeof mechanisms / sizeof *mechanisms; i++) {
    const mechanism* c = &mechanisms[i];
    double           exact[3 * BODIES], r[3 * BODIES];
    run(c, LW_COORDINATE_PARTITIONING, LW_ABM, 1e-11, exact);
    for (int k = 0; k < 3; k++) {
      run(c, LW_COORDINATE_PARTITIONING, integrators[k], 1e-4, r);
      const double coarse = difference(r, exact);
      run(c, LW_COORDINATE_PARTITIONING, integrators[k], 1e-8, r);
      const double fine = difference(r, exact);
      assert_below(coarse, 1e-2);
      assert_below(fine, fmax(3e-3 * coarse, 1e-7));
    }
  }
}

/* The example for 10 s: positions of all bodies at the end, and its first joint coordinate. */
static double run_long(const char* name, lw_formulation formulation, lw_linear_solver solver,
                       double tolerance, double r[3 * BODIES])
{
  lw_model* m               = example(name);
  m->settings.formulation   = formulation;
  m->settings.linear_solver = solver;
  m->settings.rtol = m->settings.atol = tolerance;
  lw_instance* s                      = lw_test_instance(m);
  lw_diag      diag                   = {0};
  double       q                      = 0.0;
  if (lw_instance_initialize(s, 0.0, &diag) != LW_OK) {
    fail_msg("%s: %s", name, diag.text);
  }
  lw_test_advance(s, 0.01, 1000);
  memset(r, 0, 3 * BODIES * sizeof *r);
  for (int b = 0; b < m->nbody; b++) memcpy(r + 3 * b, s->q[b].r, sizeof s->q[b].r);
  if (m->joint[0].type == LW_REVOLUTE) {
    lw_test_get(s, LW_JOINT_Q, 0, &q);
  }
  lw_test_end(s);
  return q;
}

/* Over many changes of the choice, of the free motion of the double pendulum and through all
 * singular positions of the slider-crank, errors follow the tolerance: next to where an independent
 * coordinate turns back they would not. */
static void errors_follow_the_tolerance_for_long(void** state)
{
  (void)state;
  double exact[3 * BODIES], r[3 * BODIES];
  run_long("examples/double_pendulum.xml", LW_HAMILTONIAN_DCA, LW_DIRECT, 1e-12, exact);
  for (int solver = LW_DIRECT; solver <= LW_PCG; solver++) {
    for (int i = 6; i <= 10; i++) {
      const double tolerance = pow(10.0, -i);
      run_long("examples/double_pendulum.xml", LW_COORDINATE_PARTITIONING, (lw_linear_solver)solver,
               tolerance, r);
      const double d = difference(r, exact);
      print_message("%g: double pendulum %.1e m\n", tolerance, d);
      /* Measured: up to 110 tolerances */
      assert_below(d, 1000.0 * tolerance);
    }
    /* a tolerance of 1e-10 would resolve the singular positions themselves, where branches meet */
    for (int i = 6; i <= 9; i++) {
      const double tolerance = pow(10.0, -i);
      const double q         = run_long("examples/slider_crank.xml", LW_COORDINATE_PARTITIONING,
                                        (lw_linear_solver)solver, tolerance, r);
      const double e         = fabs(q - 34.7809272);
      print_message("%g: slider-crank %.1e rad\n", tolerance, e);
      /* Measured: up to 4,500 tolerances, and the seven digits of the angle */
      assert_below(e, 3e4 * tolerance + 1e-7);
    }
  }
}

/* examples/hmmwv.xml, S4's vehicle, initialised */
static lw_instance* vehicle(lw_linear_solver solver)
{
  lw_diag   diag            = {0};
  lw_model* m               = example("examples/hmmwv.xml");
  m->settings.formulation   = LW_COORDINATE_PARTITIONING;
  m->settings.linear_solver = solver;
  lw_instance* s            = lw_test_instance(m);
  assert_int_equal(lw_instance_initialize(s, 0.0, &diag), LW_OK);
  return s;
}

/* Few iterations with an old preconditioner, whether steps are as long as the tolerance allows or
 * at most the 2 ms of the example's solver: then every preconditioner serves for 20 of them. The
 * motion is that of the direct solver. */
static void vehicle_needs_few_iterations(void** state)
{
  (void)state;
  for (int fixed = 0; fixed < 2; fixed++) {
    lw_instance *       direct = vehicle(LW_DIRECT), *iterative = vehicle(LW_PCG);
    const lw_partition* k    = lw_partition_of(iterative);
    double              most = 0.0, oldest = 0.0;
    if (fixed) {
      lw_partition_of(iterative)->ode.h_max = 0.002;
    }
    for (int i = 0; i < 100; i++) {
      double iterations;
      lw_test_advance(direct, 0.01, 1);
      lw_test_advance(iterative, 0.01, 1);
      lw_test_get(iterative, LW_SOLVER_ITERATIONS, 0, &iterations);
      most   = fmax(most, iterations);
      oldest = fmax(oldest, k->ode.head->accepted - k->head->made[LW_E1]);
      /* both are within the tolerance of 1e-6 per step, which damping soon
       * forgets; measured 2e-7 */
      for (int b = 0; b < direct->structure->nbody; b++) {
        assert_close(3, iterative->q[b].r, direct->q[b].r, 1e-5);
      }
    }
    assert_between(most, 4.0, 9.0);
    assert_true(!fixed || oldest > 15.0);
    lw_test_end(direct);
    lw_test_end(iterative);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(index3_converges_to_it_with_its_order),
      cmocka_unit_test(errors_follow_the_tolerance),
      cmocka_unit_test(errors_follow_the_tolerance_for_long),
      cmocka_unit_test(vehicle_needs_few_iterations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
