/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_body.c - mass matrix, equation of motion, geometric stiffness and loads of a body.
 */
#include "mechanics/body.h"

#include <math.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "mechanics/kernels.h"
#include "mechanism.h"
#include "random.h"

/* Sums of some twenty products of numbers up to 5: 20 * 5 * 2.2e-16 = 2e-14. Measured: 1.3e-15. A
 * wrong sign or a missing term gives 1e-1. */
#define TOL 2e-14

/* one free body with a full inertia matrix in random position and motion */
static lw_instance* free_body(uint32_t* seed)
{
  const double I[3] = {0.4, 0.6, 0.7}, at[3] = {1.0, 2.0, 3.0};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_add_body(m, 2.5, I, at);
  const double off[3] = {0.05, -0.08, 0.11};
  for (int i = 0; i < 3; i++) m->value[m->body[0].inertia + 3 + i] = off[i];
  lw_instance* s = lw_test_start(m);
  lw_test_random_quat(seed, s->q[0].p);
  lw_test_random_fill(seed, 3, 1.0, s->v[0].v);
  lw_test_random_fill(seed, 3, 2.0, s->v[0].w);
  lw_test_random_fill(seed, 3, 1.0, s->a[0].v);
  lw_test_random_fill(seed, 3, 2.0, s->a[0].w);
  lw_body_place(s, 0);
  return s;
}

/* S0's G(p) = [-e, -e~ + e0 I], 3 x 4, times a vector of four */
static void times_G(const double p[4], const double x[4], double y[3])
{
  double c[3];
  lw_cross(c, p + 1, x + 1);
  for (int i = 0; i < 3; i++) y[i] = -p[1 + i] * x[0] - c[i] + p[0] * x[1 + i];
}

/* G(p)^T times a vector of three: row 0 is -e^T, the others e~ + e0 I */
static void times_G_transposed(const double p[4], const double x[3], double y[4])
{
  double c[3];
  lw_cross(c, p + 1, x);
  y[0] = -lw_dot(p + 1, x);
  for (int i = 0; i < 3; i++) y[1 + i] = c[i] + p[0] * x[i];
}

/* Kinetic energy is the same in world and in body axes, for any turn: (3.1). */
static void mass_matrix_gives_the_kinetic_energy_of_body_axes(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 20; seed++) {
    uint32_t      r = seed;
    lw_instance*  s = free_body(&r);
    const double *v = s->v[0].v, *w = s->v[0].w;
    double        Jw[3], body_w[3], back[3];
    lw_mat3_vec(Jw, s->inertia[0].J, w);
    const double T = 0.5 * (s->inertia[0].m * lw_dot(v, v) + lw_dot(w, Jw));
    lw_body_invert(s, 0);
    lw_mat3_vec(back, s->inertia[0].J_inv, Jw);
    assert_close(3, back, w, TOL);
    lw_mat3_tvec(body_w, s->placement[0].R, w);
    lw_mat3_vec(Jw, s->body[0].J, body_w);
    assert_near(T, 0.5 * (2.5 * lw_dot(v, v) + lw_dot(body_w, Jw)), TOL);
    lw_test_end(s);
  }
}

/* (3.2) is S0 (7) and (8) seen along turns, for any p' and p'', tangent to
 * the unit sphere or not. */
static void equation_of_motion_is_that_of_euler_parameters(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 20; seed++) {
    uint32_t      r = seed;
    lw_instance*  s = free_body(&r);
    const double *p = s->q[0].p, *J = s->body[0].J;
    double        pd[4], pdd[4], g[6], x[3], y[3], a[4], b[4], expected[3];
    lw_test_random_fill(&r, 4, 1.0, pd);
    lw_test_random_fill(&r, 4, 1.0, pdd);
    lw_rotation_rate(s->v[0].w, p, pd);
    lw_rotation_rate(s->a[0].w, p, pdd);
    const double normal = p[0] * pd[0] + lw_dot(p + 1, pd + 1);
    lw_body_residual(s, 0, 0.0, normal, g);

    /* 4 G^T J' G p'' + 8 G'^T J' G p', with G' = G(p') */
    times_G(p, pdd, x);
    lw_mat3_vec(y, J, x);
    times_G_transposed(p, y, a);
    times_G(p, pd, x);
    lw_mat3_vec(y, J, x);
    times_G_transposed(pd, y, b);
    for (int i = 0; i < 4; i++) a[i] = 4.0 * a[i] + 8.0 * b[i];
    /* along dp = 1/2 E^T dtheta: 1/2 E of it, which is a quarter of what turns p' into w */
    lw_rotation_rate(expected, p, a);
    lw_scale3(expected, 0.25, expected);
    assert_close(3, g + 3, expected, TOL);

    for (int i = 0; i < 3; i++) {
      const double gravity[3] = {0.0, -9.81, 0.0};
      assert_near(g[i], 2.5 * (s->a[0].v[i] - gravity[i]), TOL);
    }
    lw_test_end(s);
  }
}

/* T += e (1/2 (f s^T + s f^T) - (f . s) 1): the block of (2.13) for a force f at the arm s */
static void add_turn(double T[9], double e, const double f[3], const double s[3])
{
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      T[3 * i + k] += e * (0.5 * (f[i] * s[k] + s[i] * f[k]) - (i == k ? lw_dot(f, s) : 0.0));
    }
  }
}

/* The geometric stiffness that a body takes into its matrix is the part of (2.13) on its own turns,
 * where that leaves the matrix definite, and nothing where it does not: (4.12). */
static void geometric_stiffness_is_taken_where_it_leaves_the_matrix_definite(void** state)
{
  (void)state;
  const double e = 0.01;
  for (int pull = -1; pull <= 1; pull += 2) {
    lw_instance* s = lw_test_start(lw_test_chain(2, LW_SPHERICAL, 1e-3));
    /* both joints pull the first link along its axis, or push it */
    for (int j = 0; j < 2; j++) {
      double* lambda = s->lambda + s->structure->connector[j].row;
      lambda[0]      = 500.0 * pull;
      lambda[1]      = 30.0;
      lambda[2]      = -20.0;
    }
    double T[9];
    memcpy(T, s->inertia[0].J, sizeof T);
    if (pull > 0) {
      /* the link is the child of the first joint and the parent of the second */
      add_turn(T, e, s->lambda, s->place[0].b);
      add_turn(T, -e, s->lambda + 3, s->place[1].a);
    }
    for (int part = 0; part <= s->structure->npart; part++) {
      s->kernels->invert(s, LW_BODIES_OF(s, part), e, NULL);
    }
    assert_true(pull < 0 || T[4] > 5.0); /* 500 N on two arms of 0.5 m: e |f| times their sum */
    double product[9], one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    lw_mat3_mul(product, T, s->inertia[0].J_inv);
    assert_close(9, product, one, TOL);
    lw_test_end(s);
  }
}

/* Loads act in world or body axes, forces at their point; inputs follow their polynomial. */
static void loads_act_where_and_as_they_say(void** state)
{
  (void)state;
  const double I[3] = {1.0, 2.0, 2.5}, at[3] = {0.0, 0.0, 0.0}, point[3] = {0.3, 0.0, -0.2};
  const double quat[4] = {cos(0.5), 0.0, sin(0.5), 0.0}; /* 1 rad about y */
  lw_model*    m       = lw_test_model(1e-3);
  lw_test_add_body(m, 1.0, I, at);
  lw_test_set_quat(m, 0, quat);
  lw_test_set_gravity(m, 0.0, 0.0, 0.0);
  lw_test_add_load(m, 0, false, false, point);
  lw_test_add_load(m, 0, false, true, NULL);
  lw_test_add_load(m, 0, true, true, NULL);
  lw_test_add_load(m, 0, true, false, NULL);
  lw_instance* s = lw_test_start(m);
  assert_int_equal(m->ninput, 12);
  for (int i = 0; i < 12; i++) {
    assert_int_equal(lw_instance_set_input(s, i, 0, 0.1 * (i + 1)), LW_OK);
  }
  assert_int_equal(lw_instance_set_input(s, 0, 1, 2.0), LW_OK);
  assert_int_equal(lw_instance_set_input(s, 0, 2, -3.0), LW_OK);

  const double t  = 0.25; /* first input: 0.1 + 2 t - 3/2 t^2 */
  const double u0 = 0.1 + 2.0 * t - 1.5 * t * t;
  assert_near(lw_input_at(s, 0, t), u0, 1e-15);
  double g[6], f[6], R[9], arm[3], n[3], turned[3];
  s->a[0] = (lw_twist){.v = {0.0}};
  lw_body_place(s, 0);
  lw_body_residual(s, 0, t, 0.0, g);
  lw_rotation_matrix(R, quat);
  const double world_force[3] = {u0, 0.2, 0.3}, body_force[3] = {0.4, 0.5, 0.6};
  const double body_torque[3] = {0.7, 0.8, 0.9}, world_torque[3] = {1.0, 1.1, 1.2};
  lw_mat3_vec(turned, R, body_force);
  lw_add3(f, world_force, turned);
  lw_mat3_vec(arm, R, point);
  lw_cross(n, arm, world_force);
  lw_mat3_vec(turned, R, body_torque);
  for (int i = 0; i < 3; i++) f[3 + i] = n[i] + turned[i] + world_torque[i];
  for (int i = 0; i < 6; i++) f[i] = -f[i];
  assert_close(6, g, f, TOL);
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mass_matrix_gives_the_kinetic_energy_of_body_axes),
      cmocka_unit_test(equation_of_motion_is_that_of_euler_parameters),
      cmocka_unit_test(geometric_stiffness_is_taken_where_it_leaves_the_matrix_definite),
      cmocka_unit_test(loads_act_where_and_as_they_say),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
