/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_body.c - mass matrix, equation of motion and trapezoidal rule of a body.
 */
#include "mechanics/body.h"

#include <math.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
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

/* (3.4) is the trapezoidal rule, q' = q0' + dt/2 (q0'' + q''), q = q0 + dt/2
 * (q0' + q'), for r and p. */
static void end_of_step_satisfies_the_trapezoidal_rule(void** state)
{
  (void)state;
  const double dt = 0.01;
  /* the second derivative is found here from the first: 2/dt = 200 times its rounding of 1e-15,
   * times 2 for the angular acceleration. Measured: 1.7e-13 */
  const double tol = 1e-12;
  for (uint32_t seed = 1; seed <= 20; seed++) {
    uint32_t       r  = seed;
    lw_instance*   s  = free_body(&r);
    const lw_pose  q0 = s->q[0];
    const lw_twist v0 = s->v[0], a0 = s->a[0];
    double         pd0[4], pdd0[4];
    lw_rotation_dot(pd0, q0.p, v0.w);
    lw_rotation_dot(pdd0, q0.p, a0.w);
    for (int i = 0; i < 4; i++) pdd0[i] -= 0.25 * lw_dot(v0.w, v0.w) * q0.p[i];

    /* in both ways: the rule holds for any prediction */
    lw_body_predict(s, 0, dt, seed % 2 == 0);
    /* move off the prediction by what a large Newton correction would */
    double dr[3], dtheta[3];
    lw_test_random_fill(&r, 3, 1e-3, dr);
    lw_test_random_fill(&r, 3, 1e-3, dtheta);
    lw_add3(s->q[0].r, s->q[0].r, dr);
    lw_rotation_add(s->q[0].p, dtheta);
    lw_body_trapezoid(s, 0, dt, seed % 2 == 0);

    for (int i = 0; i < 3; i++) {
      assert_near(s->v[0].v[i], v0.v[i] + 0.5 * dt * (a0.v[i] + s->a[0].v[i]), TOL);
      assert_near(s->q[0].r[i], q0.r[i] + 0.5 * dt * (v0.v[i] + s->v[0].v[i]), TOL);
    }
    /* p' at the end: its turn, and its part along p */
    const double* p = s->q[0].p;
    double        pd[4], pdd[4], alpha[3], expected[4];
    lw_rotation_dot(pd, p, s->v[0].w);
    for (int i = 0; i < 4; i++) {
      pd[i] += lw_body_number(s, 0, LW_BODY_NORMAL) * p[i];
      pdd[i]      = 2.0 / dt * (pd[i] - pd0[i]) - pdd0[i];
      expected[i] = q0.p[i] + 0.5 * dt * (pd0[i] + pd[i]);
    }
    assert_close(4, p, expected, 1e-15);
    lw_rotation_rate(alpha, p, pdd);
    assert_close(3, s->a[0].w, alpha, tol);
    lw_test_end(s);
  }
}

/* The prediction (3.3) of a steady turn is off by the third order: an eighth at half the step. */
static void prediction_is_of_second_order(void** state)
{
  (void)state;
  uint32_t r = 3;
  double   error[2];
  for (int k = 0; k < 2; k++) {
    lw_instance* s     = free_body(&r);
    const double dt    = k ? 0.01 : 0.02;
    double       p0[4] = {1.0, 0.0, 0.0, 0.0}, exact[4], n[3];
    memcpy(s->q[0].p, p0, sizeof p0);
    s->a[0] = (lw_twist){.v = {0.0}};
    lw_copy3(s->v[0].w, (const double[3]){1.0, -2.0, 1.5});
    const double angle = dt * lw_norm(s->v[0].w);
    assert_true(lw_normalize3(n, s->v[0].w));
    exact[0] = cos(0.5 * angle);
    lw_scale3(exact + 1, sin(0.5 * angle), n);
    lw_body_predict(s, 0, dt, false);
    error[k] = 0.0;
    for (int i = 0; i < 4; i++) error[k] = fmax(error[k], fabs(s->q[0].p[i] - exact[i]));
    lw_test_end(s);
  }
  /* (2.7 * 0.02 / 2)^3 / 6 = 3e-6, and the next order is a hundredth of it */
  assert_between(error[0], 1e-6, 1e-5);
  assert_between(error[0] / error[1], 7.8, 8.2);
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
    double K0[144], K1[144], T[9];
    lw_joint_geometric_stiffness(LW_SPHERICAL, &s->place[0], s->lambda, K0);
    lw_joint_geometric_stiffness(LW_SPHERICAL, &s->place[1], s->lambda + 3, K1);
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) {
        /* child of the first joint, parent of the second */
        const double K = K0[12 * (9 + i) + 9 + k] + K1[12 * (3 + i) + 3 + k];
        T[3 * i + k]   = s->inertia[0].J[3 * i + k] + (pull > 0 ? e * K : 0.0);
      }
    }
    lw_body_invert(s, 0);
    lw_body_stiffen(s, 0, e);
    assert_close(9, s->inertia[0].J_tan, T, TOL);
    assert_true(pull < 0 || T[4] > 5.0); /* 500 N on two arms of 0.5 m: e |f| times their sum */
    double product[9], one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    lw_mat3_mul(product, s->inertia[0].J_tan, s->inertia[0].J_inv);
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
  for (int i = 0; i < 12; i++)
    assert_int_equal(lw_instance_set_input(s, i, 0, 0.1 * (i + 1)), LW_OK);
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
      cmocka_unit_test(end_of_step_satisfies_the_trapezoidal_rule),
      cmocka_unit_test(prediction_is_of_second_order),
      cmocka_unit_test(geometric_stiffness_is_taken_where_it_leaves_the_matrix_definite),
      cmocka_unit_test(loads_act_where_and_as_they_say),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
