/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_small.c - steps of small mechanisms, computed in SIMD lanes, are those of the general way.
 *
 * On processors without AVX2 there is nothing to test, and the tests say that they were skipped.
 */
#include "step/small/small.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "check.h"
#include "mechanics/passes.h"
#include "mechanism.h"
#include "simulation/advance.h"
#include "step/convergence.h"

#define STEP 1e-3

/* ---- mechanisms ------------------------------------------------------------------------------ */

static const double o[3] = {0.0, 0.0, 0.0}, z[3] = {0.0, 0.0, 1.0};

/* four arms on the ground, with joints of several types */
static lw_model* arms(double step)
{
  static const lw_joint_type type[4] = {LW_SPHERICAL, LW_REVOLUTE, LW_UNIVERSAL, LW_REVOLUTE};
  const double               I[3] = {0.1, 0.2, 0.15}, y[3] = {0.0, 1.0, 0.3};
  lw_model*                  m = lw_test_model(step);
  for (int i = 0; i < 4; i++) {
    const double at[3] = {1.0 + i, 0.2 * i, 0.1}, on[3] = {0.5 + i, 0.0, 0.0};
    lw_test_add_body(m, 1.0 + 0.5 * i, I, at);
    lw_test_add_joint(m, type[i], LW_GROUND, i, on,
                      type[i] == LW_SPHERICAL ? NULL
                      : i == 1                ? z
                                              : y);
  }
  return m;
}

/* a free body that carries two others, of which one carries a fourth; the ground is the
 * child of the last joint */
static lw_model* branches(double step)
{
  const double I[3] = {0.1, 0.2, 0.15}, x[3] = {1.0, 0.2, 0.0};
  const double at[4][3] = {{0.0, 0.0, 0.0}, {1.0, 0.1, 0.0}, {-1.0, 0.0, 0.2}, {2.0, 0.3, 0.1}};
  const double on[3][3] = {{0.4, 0.0, 0.0}, {-0.5, 0.1, 0.0}, {1.5, 0.0, 0.1}};
  lw_model*    m        = lw_test_model(step);
  for (int i = 0; i < 4; i++) lw_test_add_body(m, 1.0 + 0.3 * i, I, at[i]);
  const double v[3] = {0.3, 0.2, -0.1}, w[3] = {0.0, 0.0, 0.0};
  for (int i = 0; i < 4; i++) lw_test_set_velocity(m, i, v, w);
  lw_test_add_joint(m, LW_REVOLUTE, 0, 1, on[0], x);
  lw_test_add_joint(m, LW_SPHERICAL, 0, 2, on[1], NULL);
  lw_test_add_joint(m, LW_SPHERICAL, 3, 1, on[2], NULL);
  return m;
}

/* two bodies that two spherical joints hold together, and two more to the ground: a
 * door with a second door */
static lw_model* doors(double step)
{
  const double I[3] = {0.3, 0.1, 0.35}, a[3] = {0.5, 0.5, 0.0}, b[3] = {1.5, 0.5, 0.0};
  const double p[4][3] = {{0.0, 0.0, 0.0}, {0.3, 1.0, 0.2}, {1.0, 0.0, 0.0}, {1.0, 1.0, 0.0}};
  lw_model*    m       = lw_test_model(step);
  lw_test_add_body(m, 1.0, I, a);
  lw_test_add_body(m, 2.0, I, b);
  lw_test_add_joint(m, LW_SPHERICAL, LW_GROUND, 0, p[0], NULL);
  lw_test_add_joint(m, LW_SPHERICAL, 0, LW_GROUND, p[1], NULL);
  lw_test_add_joint(m, LW_SPHERICAL, 0, 1, p[2], NULL);
  lw_test_add_joint(m, LW_SPHERICAL, 1, 0, p[3], NULL);
  return m;
}

static lw_model* four_bar(double step)
{
  return lw_test_ladder(1, 1.0, step);
}

static lw_model* short_chain(double step)
{
  return lw_test_chain(2, LW_SPHERICAL, step);
}

static lw_model* long_chain(double step)
{
  return lw_test_chain(4, LW_REVOLUTE, step);
}

static lw_model* spatial_loop(double step)
{
  return lw_test_loop(3, LW_SPHERICAL, step);
}

/* A wheel whose axis is free, nearly balanced, turns by 0.012 rad in a step of 1 ms. The tangent
 * does not have its gyroscopic torque: two increments are needed, although the first one is small
 * and joint forces are next to nothing. */
static lw_model* wheel(double step)
{
  const double I[3] = {0.2, 0.4, 0.25}, at[3] = {0.0, 6e-4, 8e-4}, w[3] = {3.0, 7.0, 9.0};
  double       v[3];
  lw_model*    m = lw_test_model(step);
  lw_test_add_body(m, 5.0, I, at);
  lw_cross(v, w, at);
  lw_test_set_velocity(m, 0, v, w);
  lw_test_add_joint(m, LW_SPHERICAL, LW_GROUND, 0, o, NULL);
  return m;
}

typedef lw_model* (*create)(double step);
static const create mechanisms[] = {arms,        branches,   doors,        four_bar,
                                    short_chain, long_chain, spatial_loop, wheel};
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

/* An instance, or a skipped test. */
static lw_instance* start(lw_model* model)
{
  lw_instance* s = lw_test_start(model);
  if (!lw_small_runs(false)) {
    lw_test_end(s);
    skip();
  }
  assert_non_null(s->small);
  return s;
}

static void* state_of(lw_instance* s)
{
  void* state = malloc(lw_instance_state_size(s));
  assert_non_null(state);
  lw_instance_get_state(s, state);
  return state;
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* Positions after 0.3 s, and accelerations and reactions, are those of the general way. Both solve
 * their equations to 1e-12 of the mechanism in every step of 1 ms, at 10 ms to 1e-10; errors grow
 * with the motion, here by less than a hundred. */
static void steps_are_those_of_the_general_way(void** state)
{
  (void)state;
  for (int i = 0; i < 2 * MECHANISMS; i++) {
    const double h  = i < MECHANISMS ? STEP : 10 * STEP;
    lw_instance *s  = start(mechanisms[i % MECHANISMS](h)),
                *g  = start(mechanisms[i % MECHANISMS](h));
    int       lanes = 0;
    const int n     = (int)lround(0.3 / h);
    g->small        = NULL;
    for (int k = 0; k < n; k++) {
      lw_test_advance(s, h, 1);
      lanes += !lw_is_current(s, LW_POSITIONS); /* the general way leaves placements up to date */
      lw_test_advance(g, h, 1);
      assert_true(lw_is_current(g, LW_POSITIONS));
    }
    /* the forces of the arms and of the doors, which pull at each other, belong into the tangent of
     * long steps; where a joint has turned far its coordinates are computed, and placements, too */
    const create how  = mechanisms[i % MECHANISMS];
    const int    most = how == wheel ? 7 : 1;
    assert_true(((how == arms || how == doors) && h > STEP) || lanes >= n - most);
    assert_near(lw_instance_time(s), lw_instance_time(g), 0.0);
    lw_pass_lazy_coordinates(s); /* coordinates are compared below */
    lw_pass_lazy_coordinates(g);
    for (int b = 0; b < s->model->nbody; b++) {
      assert_close(7, s->q[b].r, g->q[b].r, 1e-8);
      assert_close(6, s->v[b].v, g->v[b].v, 1e-7);
      assert_close(6, s->a[b].v, g->a[b].v, 1e-5);
    }
    for (int j = 0; j < s->model->njoint; j++) {
      double f[3], e[3];
      lw_test_get(s, LW_JOINT_FORCE, j, f);
      lw_test_get(g, LW_JOINT_FORCE, j, e);
      assert_close(3, f, e, 1e-5);
      lw_test_get(s, LW_JOINT_TORQUE, j, f);
      lw_test_get(g, LW_JOINT_TORQUE, j, e);
      assert_close(3, f, e, 1e-5);
      assert_close(LW_COORDS_MAX, s->coordinate + LW_COORDS_MAX * j,
                   g->coordinate + LW_COORDS_MAX * j, 1e-7);
    }
    lw_test_end(s);
    lw_test_end(g);
  }
}

/* One step from the same state: no growth of errors, and all that is
 * promised of the constraints. */
static void one_step_leaves_the_same_state(void** state)
{
  (void)state;
  for (int i = 0; i < MECHANISMS; i++) {
    lw_instance *s = start(mechanisms[i](STEP)), *g = start(mechanisms[i](STEP));
    g->small = NULL;
    for (int k = 0; k < 40; k++) {
      void* from = state_of(g);
      assert_int_equal(lw_instance_set_state(s, from, lw_instance_state_size(s)), LW_OK);
      free(from);
      lw_test_advance(s, STEP, 1);
      lw_test_advance(g, STEP, 1);
      for (int b = 0; b < s->model->nbody; b++) {
        assert_close(7, s->q[b].r, g->q[b].r, 1e-12);
        assert_close(6, s->v[b].v, g->v[b].v, 2e-9);
        assert_close(6, s->a[b].v, g->a[b].v, 2e-6);
      }
      assert_near(s->head->iterations, g->head->iterations, 0.0);
      double open[3];
      lw_test_get(s, LW_SOLVER_VIOLATION, 0, open);
      assert_below(open[0], 1e-9);
      assert_below(open[1], 1e-9);
      assert_below(open[2], 1e-7);
    }
    lw_test_end(s);
    lw_test_end(g);
  }
}

/* A wheel turns 60 rad/s for two seconds: its angle counts the turns although it is not
 * read meanwhile. */
static void angles_count_turns_between_readings(void** state)
{
  (void)state;
  const lw_joint_type type[2] = {LW_REVOLUTE, LW_UNIVERSAL};
  const double        I[3] = {0.1, 0.1, 0.1}, w[3] = {0.0, 0.0, 60.0};
  for (int i = 0; i < 2; i++) {
    lw_model* m = lw_test_model(STEP);
    lw_test_set_gravity(m, 0.0, 0.0, 0.0);
    lw_test_add_body(m, 1.0, I, o);
    lw_test_set_velocity(m, 0, o, w);
    lw_test_add_joint(m, type[i], LW_GROUND, 0, o, z);
    lw_instance* s = start(m);
    lw_test_advance(s, STEP, 2000);
    double q[LW_COORDS_MAX];
    lw_test_get(s, LW_JOINT_Q, 0, q);
    assert_near(q[0], 120.0, 0.2); /* the trapezoidal rule turns by (w dt)^2 / 12 too little */
    lw_test_end(s);
  }
}

/* Quantities have the same bits right after a step and once all joint frames are up to date. */
static void readings_do_not_depend_on_what_is_up_to_date(void** state)
{
  (void)state;
  for (int i = 0; i < MECHANISMS; i++) {
    for (int q = 0; q < LW_QUANTITY_COUNT; q++) {
      lw_instance* s = start(mechanisms[i](STEP));
      for (int k = 0; k < LW_SMALL; k++) {
        const int n      = lw_quantity_size(s->model, (lw_quantity)q, k);
        double    now[4] = {0.0}, later[4] = {0.0};
        if (n > 0) {
          lw_test_advance(s, STEP, 3);
          lw_test_get(s, (lw_quantity)q, k, now);
          assert_int_equal(lw_instance_update(s, NULL), LW_OK);
          assert_true(lw_is_current(s, LW_COORDINATES));
          lw_invalidate(s, LW_REACTIONS);
          lw_test_get(s, (lw_quantity)q, k, later);
          assert_same_bits(n, now, later);
        }
      }
      lw_test_end(s);
    }
  }
}

/* A state that was saved in one instance continues in another one with the same bits. */
static void a_saved_state_goes_on_bit_by_bit(void** state)
{
  (void)state;
  for (int i = 0; i < MECHANISMS; i++) {
    lw_instance *s = start(mechanisms[i](STEP)), *other = start(mechanisms[i](STEP));
    lw_test_advance(s, STEP, 37);
    void* saved = state_of(s);
    lw_test_advance(s, STEP, 41);
    assert_int_equal(lw_instance_set_state(other, saved, lw_instance_state_size(s)), LW_OK);
    lw_test_advance(other, STEP, 41);
    double q[LW_COORDS_MAX]; /* read, so that both have the coordinates of their joints */
    lw_test_get(s, LW_ENERGY, 0, q);
    lw_test_get(other, LW_ENERGY, 0, q);
    void *one = state_of(s), *two = state_of(other);
    assert_memory_equal(one, two, lw_instance_state_size(s));
    free(saved);
    free(one);
    free(two);
    lw_test_end(s);
    lw_test_end(other);
  }
}

/* Tries a step of dt from the present state. A step that is refused leaves every byte of the state
 * as it was; one that is carried out is taken back. */
static bool is_taken(lw_instance* s, double dt)
{
  const size_t  size  = lw_instance_state_size(s);
  void*         from  = state_of(s);
  lw_step_error error = lw_error_before(s);
  const bool    done  = lw_small_step(s, dt, s->head->t + dt, INFINITY, &error) == LW_OK;
  void*         to    = state_of(s);
  if (!done) {
    assert_memory_equal(from, to, size);
  }
  assert_int_equal(lw_instance_set_state(s, from, size), LW_OK);
  free(from);
  free(to);
  return done;
}

/* The step size from which on joint forces belong into the tangent: dt^2/4 |lambda| c reaches
 * LW_GEOMETRIC_MAX. */
static double longest_without_joint_forces(const lw_instance* s)
{
  double most = 0.0;
  for (int j = 0; j < s->model->njoint; j++) {
    const double* l = s->lambda + s->structure->connector[lw_structure_joint(j)].row;
    most            = fmax(most, s->turn_per_force[j] * sqrt(lw_dot(l, l)));
  }
  return sqrt(4.0 * LW_GEOMETRIC_MAX / most);
}

/* A body that tumbles about its centre of mass: no joint force turns it, and gyroscopic torques are
 * left to the iteration. */
static lw_model* tumbling(double step)
{
  const double I[3] = {0.1, 0.2, 0.25}, w[3] = {20.0, 50.0, 10.0};
  lw_model*    m = lw_test_model(step);
  lw_test_add_body(m, 1.0, I, o);
  lw_test_set_velocity(m, 0, o, w);
  lw_test_add_joint(m, LW_SPHERICAL, LW_GROUND, 0, o, NULL);
  return m;
}

/* A step is refused as soon as joint forces belong into its tangent, not before. */
static void joint_forces_in_the_tangent_are_refused(void** state)
{
  (void)state;
  lw_instance* s = start(four_bar(STEP));
  lw_test_advance(s, STEP, 10);
  const double longest = longest_without_joint_forces(s);
  assert_true(is_taken(s, 0.999 * longest));
  assert_false(is_taken(s, 1.001 * longest));
  lw_test_end(s);
}

/* A step is refused where it needs more iterations than are allowed. */
static void more_iterations_than_allowed_are_refused(void** state)
{
  (void)state;
  lw_instance* s = start(four_bar(STEP));
  lw_test_advance(s, STEP, 10);
  double* most = &s->value[s->model->settings.iterations];
  *most        = 2.0;
  assert_true(is_taken(s, 0.02));
  *most = 1.0;
  assert_false(is_taken(s, 0.02));
  lw_test_end(s);
}

/* A step is refused where an increment is more than a tenth of the one before, although more
 * iterations would solve it: the general way then takes a new tangent. A velocity that is no number
 * is refused, too. */
static void slow_contraction_is_refused(void** state)
{
  (void)state;
  lw_instance* s = start(tumbling(STEP));
  lw_test_advance(s, STEP, 10);
  assert_true(is_taken(s, 1e-3));
  assert_false(is_taken(s, 0.01));
  s->v[0].w[1] = NAN;
  assert_false(is_taken(s, 1e-3));
  lw_test_end(s);
}

/* Next to a singular configuration a small step has too few passes to close the accelerations, and
 * the conjugate gradients of the general way close them: in 67 of 100 steps of 10 us with a
 * four-bar at 0.001 rad from its flat configuration, and in none at 1 rad. */
static void singular_configurations_are_refused(void** state)
{
  (void)state;
  const double angle[2]   = {1e-3, 1.0};
  int          refused[2] = {0, 0};
  for (int i = 0; i < 2; i++) {
    lw_instance* s = start(lw_test_ladder(1, angle[i], 1e-5));
    for (int k = 0; k < 100; k++) {
      lw_test_advance(s, 1e-5, 1);
      refused[i] +=
          lw_is_current(s, LW_POSITIONS); /* the general way leaves placements up to date */
    }
    lw_test_end(s);
  }
  assert_true(refused[0] > 30);
  assert_int_equal(refused[1], 0);
}

/* Mechanisms with springs in joints, motions, loads, joints that hold no point, or a fifth body
 * take the general way. */
static void others_take_the_general_way(void** state)
{
  (void)state;
  lw_instance* s = start(four_bar(STEP)); /* skips */
  lw_test_end(s);
  s = lw_test_start(lw_test_chain(5, LW_SPHERICAL, STEP));
  assert_null(s->small);
  lw_test_end(s);
  s = lw_test_start(lw_test_chain(2, LW_CYLINDRICAL, STEP));
  assert_null(s->small);
  lw_test_end(s);
  lw_model* m = lw_test_chain(2, LW_REVOLUTE, STEP);
  lw_test_add_load(m, 0, false, false, NULL);
  s = lw_test_start(m);
  assert_null(s->small);
  lw_test_end(s);
  m = lw_test_chain(2, LW_REVOLUTE, STEP);
  lw_test_set_joint_spring(m, 0, 100.0, 1.0, 0.0);
  s = lw_test_start(m);
  lw_test_advance(s, STEP, 1);
  assert_true(lw_is_current(s, LW_COORDINATES));
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_are_those_of_the_general_way),
      cmocka_unit_test(one_step_leaves_the_same_state),
      cmocka_unit_test(angles_count_turns_between_readings),
      cmocka_unit_test(readings_do_not_depend_on_what_is_up_to_date),
      cmocka_unit_test(a_saved_state_goes_on_bit_by_bit),
      cmocka_unit_test(joint_forces_in_the_tangent_are_refused),
      cmocka_unit_test(more_iterations_than_allowed_are_refused),
      cmocka_unit_test(slow_contraction_is_refused),
      cmocka_unit_test(singular_configurations_are_refused),
      cmocka_unit_test(others_take_the_general_way),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
