/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_newton.c - the iteration solves the trapezoidal equations, whatever way it takes.
 */
#include "step/newton.h"

#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "check.h"
#include "mechanics/body.h"
#include "mechanics/passes.h"
#include "mechanism.h"

static const lw_threads alone = LW_ALONE;

/* ---- mechanisms ----------------------------------------------------------------------------- */

static lw_model* top(double step)
{
  const double I[3] = {0.234375, 0.46875, 0.234375}, at[3] = {0.0, 1.0, 0.0}, o[3] = {0.0};
  const double v[3] = {4.61538, 0.0, 0.0}, w[3] = {0.0, 150.0, -4.61538};
  lw_model*    m = lw_test_model(step);
  lw_test_set_gravity(m, 0.0, 0.0, -9.81);
  lw_test_add_body(m, 15.0, I, at);
  lw_test_set_velocity(m, 0, v, w);
  lw_test_add_joint(m, LW_SPHERICAL, LW_GROUND, 0, o, NULL);
  return m;
}

/* two bodies of 1 kg on a spring that a step of a millisecond cannot resolve by itself */
static lw_model* stiff(double step)
{
  const double I[3] = {1.0, 1.0, 1.0}, a[3] = {0.0}, b[3] = {1.0, 0.0, 0.0};
  lw_model*    m = lw_test_model(step);
  lw_test_add_body(m, 1.0, I, a);
  lw_test_add_body(m, 1.0, I, b);
  const int f = lw_test_add_frame(m, 0, a, NULL), g = lw_test_add_frame(m, 1, a, NULL);
  lw_test_add_spring(m, f, g, 1e9, 1e5, 0.999);
  return m;
}

#define NMODEL 6

static lw_model* model_of(int i)
{
  switch (i) {
  case 0: return lw_test_chain(2, LW_SPHERICAL, 0.01);
  case 1: return lw_test_chain(20, LW_REVOLUTE, 0.01);
  case 2: return lw_test_loop(5, LW_REVOLUTE, 0.01);
  case 3: return lw_test_ladder(3, 1.0, 0.01);
  case 4: return top(1e-3);
  default: return stiff(1e-3);
  }
}

static double step_of(const lw_instance* s)
{
  return s->value[s->model->settings.step];
}

/* ---- what is left of (3.5) ------------------------------------------------------------------- */

#define NBODY_MAX 64

/* J w, and the rate of this momentum at the present accelerations */
static void angular_momentum(const lw_instance* s, int b, double L[3], double rate[3])
{
  double J[6], Ja[3], wL[3];
  for (int i = 0; i < 6; i++) J[i] = lw_body_number(s, b, LW_BODY_J + i);
  lw_symmetric_vec(L, J, s->v[b].w);
  lw_symmetric_vec(Ja, J, s->a[b].w);
  lw_cross(wL, s->v[b].w, L);
  for (int i = 0; i < 3; i++) rate[i] = Ja[i] + wL[i];
}

/* The momenta of (3.12), from the start of a step of dt. */
static void momenta_of_start(lw_instance* s, double dt, double K[][3])
{
  lw_pass_positions(s, lw_instance_time(s), &alone);
  for (int b = 0; b < s->model->nbody; b++) {
    double rate[3];
    angular_momentum(s, b, K[b], rate);
    for (int i = 0; i < 3; i++) K[b][i] += 0.5 * dt * rate[i];
  }
}

/* largest scaled residual of the equations of motion, and norm of the
 * constraints, at the present state */
static void measure(lw_instance* s, double dt, double t, double K[][3], double* motion,
                    double* constraints)
{
  const double e = 0.25 * dt * dt;
  lw_pass_positions(s, t, &alone);
  lw_pass_forces(s, t, LW_WRENCHES_NONE, &alone);
  *motion = 0.0;
  for (int b = 0; b < s->model->nbody; b++) {
    double g[6], L[3], rate[3];
    lw_body_residual(s, b, t, 0.0, g);
    lw_body_add_reactions(s, b, g);
    angular_momentum(s, b, L, rate);
    for (int i = 0; i < 3; i++) g[3 + i] += 2.0 / dt * (L[i] - K[b][i]) - rate[i];
    const double *J = s->body[b].J, mean = (J[0] + J[4] + J[8]) / 3.0;
    *motion = fmax(*motion, e * lw_norm(g) / (s->body[b].mass * s->length));
    *motion = fmax(*motion, e * lw_norm(g + 3) / mean);
  }
  *constraints = lw_pass_violation(s, &alone);
}

/* Positions, multipliers and trapezoidal derivatives satisfy (3.5), for every kind of mechanism. */
static void solved_steps_satisfy_the_trapezoidal_equations(void** state)
{
  (void)state;
  for (int i = 0; i < NMODEL; i++) {
    lw_instance* s = lw_test_start(model_of(i));
    for (int k = 0; k < 10; k++) {
      const double  dt = step_of(s);
      double        motion, gap, K[NBODY_MAX][3];
      lw_newton     newton;
      lw_step_error error;
      lw_test_advance(s, dt, 1 + 3 * k);
      const double t = lw_instance_time(s) + dt;
      error          = lw_error_before(s);
      momenta_of_start(s, dt, K);
      assert_int_equal(lw_newton_solve(s, dt, t, &error, &newton, &alone), LW_OK);
      measure(s, dt, t, K, &motion, &gap);
      /* iteration: the tolerance is 1e-10, but what is left is estimated from two increments,
       * which a fast spin can mislead by a factor of a few. Measured: 4e-10 for the top, 1e-11
       * for the others, 4e-15 m */
      assert_below(motion, 1e-9);
      assert_below(gap, 1e-10);
      assert_int_equal(lw_instance_initialize(s, 0.0, NULL), LW_OK);
    }
    lw_test_end(s);
  }
}

/* A tangent that is kept, one that is renewed, and a tighter tolerance lead to the same motion. */
static void modified_and_full_iteration_agree(void** state)
{
  (void)state;
  for (int i = 0; i < NMODEL; i++) {
    double r[3][NBODY_MAX * 3];
    int    n = 0;
    for (int way = 0; way < 3; way++) {
      lw_model* m          = model_of(i);
      m->settings.accuracy = 0.0;
      if (way == 1) {
        m->settings.realtime             = true; /* one tangent per step, forty iterations */
        m->value[m->settings.iterations] = 40.0;
      } else if (way == 2) {
        m->value[m->settings.tolerance]  = 1e-13;
        m->value[m->settings.iterations] = 40.0;
      }
      lw_instance* s = lw_test_start(m);
      lw_test_advance(s, step_of(s), 20);
      n = m->nbody;
      for (int b = 0; b < n; b++) lw_test_get(s, LW_BODY_R, b, r[way] + 3 * b);
      lw_test_end(s);
    }
    /* iteration: 20 steps, each to a few 1e-10 of the mechanism's length. Measured: 3e-9 for
     * the top, 5e-11 for the others; and 20 times 1e-13, and what errors grow by, with the
     * tighter tolerance: 5e-11 */
    assert_close(3 * n, r[0], r[1], 1e-8);
    assert_close(3 * n, r[2], r[1], 5e-10);
  }
}

/* ---- the end of the iteration ---------------------------------------------------------------- */

/* The n-th increment, where the tangent leaves out the fraction `neglected` and the tolerance
 * is 1e-10. */
static bool is_last(double neglected, int n, double previous, double increment)
{
  lw_iteration it = {.tolerance = 1e-10, .neglected = neglected};
  if (n > 1) {
    it.n = n - 2;
    lw_iteration_add(&it, previous);
  }
  lw_iteration_add(&it, increment);
  assert_int_equal(it.n, n);
  return lw_iteration_is_last(&it);
}

/* What an increment leaves open must be below the tolerance: after the first one, whose error is
 * (neglected + d) d, below a hundredth of it; later rho/(1 - rho) d, if rho < 0.3.      (3.7) */
static void increments_are_trusted_by_what_they_leave(void** state)
{
  (void)state;
  assert_true(is_last(0.0, 1, 0.0, 0.9e-6)); /* d^2 against 1e-12 */
  assert_false(is_last(0.0, 1, 0.0, 1.1e-6));
  assert_false(is_last(0.0, 1, 0.0, 1e-3));
  assert_true(is_last(1e-4, 1, 0.0, 0.9e-8)); /* neglected d */
  assert_false(is_last(1e-4, 1, 0.0, 1.1e-8));
  assert_true(is_last(1.0, 1, 0.0, 0.9e-12)); /* d itself */
  assert_false(is_last(1.0, 1, 0.0, 1.1e-12));

  assert_true(is_last(1.0, 2, 1e-4, 0.9e-7)); /* d^2 / 1e-4 against 1e-10 */
  assert_false(is_last(1.0, 2, 1e-4, 1.1e-7));
  assert_false(is_last(0.0, 2, 1e-4, 1.1e-7)); /* nothing neglected counts for the first only */
  assert_true(is_last(1.0, 3, 0.8e-10, 0.2e-10));
  assert_false(is_last(1.0, 3, 0.8e-10, 0.32e-10)); /* rho = 0.4 */
  assert_true(is_last(1.0, 3, 1e-12, 0.9e-12));     /* below a hundredth, however slowly */
}

/* Real-time mode does exactly the given number of iterations, and reports
 * the remaining increment. */
static void realtime_mode_does_exactly_n_iterations(void** state)
{
  (void)state;
  double last = INFINITY;
  for (int n = 1; n <= 8; n++) {
    lw_model* m                      = lw_test_chain(10, LW_SPHERICAL, 0.02);
    m->settings.realtime             = true;
    m->value[m->settings.iterations] = n;
    lw_instance* s                   = lw_test_start(m);
    double       iterations, residual = 0.0, most = 0.0;
    for (int k = 0; k < 20; k++) {
      lw_test_advance(s, 0.02, 1);
      lw_test_get(s, LW_SOLVER_ITERATIONS, 0, &iterations);
      lw_test_get(s, LW_SOLVER_RESIDUAL, 0, &residual);
      assert_true(iterations == n);
      most = fmax(most, residual);
    }
    /* each iteration is worth a digit, until rounding */
    assert_true(most < 0.5 * last || most < 1e-13);
    last = most;
    lw_test_end(s);
  }
}

/* What needs more iterations than allowed is reported, not accepted. */
static void too_few_iterations_are_reported(void** state)
{
  (void)state;
  lw_model* m                      = top(0.01);
  m->value[m->settings.iterations] = 2.0;
  lw_newton     newton;
  lw_instance*  s     = lw_test_start(m);
  lw_step_error error = lw_error_before(s);
  assert_int_equal(lw_newton_solve(s, 0.01, 0.01, &error, &newton, &alone), LW_RETRY_NEWTON);
  lw_test_end(s);
}

/* A stiff spring converges in a few iterations: it is part of the tangent. */
static void stiff_springs_converge_in_a_few_iterations(void** state)
{
  (void)state;
  lw_instance* s = lw_test_start(stiff(1e-3));
  for (int k = 0; k < 100; k++) {
    double iterations;
    lw_test_advance(s, 1e-3, 1);
    lw_test_get(s, LW_SOLVER_ITERATIONS, 0, &iterations);
    assert_true(iterations <= 4.0);
  }
  lw_test_end(s);
}

/* A chain of light links that carries a mass a million times heavier: joint forces
 * dominate the tangent. */
static void light_links_under_load_converge(void** state)
{
  (void)state;
  const double I[3] = {1e-3, 1e-3, 1e-3}, big[3] = {1e3, 1e3, 1e3};
  lw_model*    m = lw_test_model(1e-3);
  for (int b = 0; b < 10; b++) {
    const double at[3] = {0.0, -0.5 - b, 0.0}, joint[3] = {0.0, -b, 0.0};
    lw_test_add_body(m, b < 9 ? 1e-2 : 1e4, b < 9 ? I : big, at);
    lw_test_add_joint(m, LW_SPHERICAL, b - 1, b, joint, NULL);
  }
  const double v[3] = {1.0, 0.0, 0.0}, w[3] = {0.0};
  lw_test_set_velocity(m, 9, v, w);
  lw_instance* s = lw_test_start(m);
  double       E0[3], E[3], iterations;
  lw_test_get(s, LW_ENERGY, 0, E0);
  for (int k = 0; k < 200; k++) {
    lw_test_advance(s, 1e-3, 1);
    lw_test_get(s, LW_SOLVER_ITERATIONS, 0, &iterations);
    assert_true(iterations <= 10.0);
  }
  lw_test_get(s, LW_ENERGY, 0, E);
  /* truncation: 5 kJ of kinetic energy, second order in a step of 1 ms. Measured: 0.005 J */
  assert_near(E[2], E0[2], 0.05);
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solved_steps_satisfy_the_trapezoidal_equations),
      cmocka_unit_test(modified_and_full_iteration_agree),
      cmocka_unit_test(increments_are_trusted_by_what_they_leave),
      cmocka_unit_test(realtime_mode_does_exactly_n_iterations),
      cmocka_unit_test(too_few_iterations_are_reported),
      cmocka_unit_test(stiff_springs_converge_in_a_few_iterations),
      cmocka_unit_test(light_links_under_load_converge),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
