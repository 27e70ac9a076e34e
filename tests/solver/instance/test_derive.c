/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_derive.c - constants of bodies, joints and forces from the values of the file.
 */
#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "instance/instance.h"
#include "mechanism.h"
#include "random.h"

/* two bodies anywhere, frames off their centres of mass */
static lw_model* two_bodies(uint32_t seed)
{
  const double I[3] = {0.5, 0.6, 0.7};
  lw_model*    m    = lw_test_model(1e-3);
  for (int b = 0; b < 2; b++) {
    double at[3], quat[4], com[3];
    lw_test_random_fill(&seed, 3, 1.0, at);
    lw_test_random_quat(&seed, quat);
    lw_test_random_fill(&seed, 3, 0.3, com);
    lw_test_add_body(m, 1.0 + b, I, at);
    lw_test_set_quat(m, b, quat);
    m->body[b].com = lw_model_add_values(m, 3, com);
  }
  return m;
}

/* where a point and the axes of a joint are in the world, from its geometry on a body */
static void to_world(const lw_instance* s, int body, const double s_b[3], const double R_b[9],
                     double point[3], double axes[9])
{
  double R[9], arm[3];
  lw_rotation_matrix(R, s->body[body].q0.p);
  lw_mat3_vec(arm, R, s_b);
  lw_add3(point, s->body[body].q0.r, arm);
  for (int i = 0; i < 3; i++) lw_mat3_vec(axes + 3 * i, R, R_b + 3 * i);
}

/* A joint that is given in the world is at the same place on both bodies, with z along its axis. */
static void joints_in_the_world_meet_on_both_bodies(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 10; seed++) {
    uint32_t  r = seed;
    double    at[3], axis[3], z[3], p[2][3], X[2][9];
    lw_model* m = two_bodies(seed);
    lw_test_random_fill(&r, 3, 1.0, at);
    lw_test_random_fill(&r, 3, 5.0, axis); /* of any length */
    lw_test_add_joint(m, LW_REVOLUTE, 0, 1, at, axis);
    lw_test_finish(m);
    lw_instance* s = lw_test_instance(m);
    to_world(s, 0, s->geometry[0].s_A, s->geometry[0].R_A, p[0], X[0]);
    to_world(s, 1, s->geometry[0].s_B, s->geometry[0].R_B, p[1], X[1]);
    assert_true(lw_normalize3(z, axis));
    /* rounding: some products of numbers up to 2 */
    assert_close(3, p[0], at, 1e-14);
    assert_close(3, p[1], at, 1e-14);
    assert_close(9, X[1], X[0], 1e-14);
    assert_close(3, X[0] + 6, z, 1e-14);
    double c[3];
    lw_cross(c, X[0], X[0] + 3);
    assert_close(3, c, X[0] + 6, 1e-14); /* right-handed */
    lw_test_end(s);
  }
}

/* Frames are given from the body frame; joints and springs see them from the centre of
 * mass, turned with it. */
static void frames_are_seen_from_the_centre_of_mass(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 10; seed++) {
    uint32_t  r = seed;
    double    at[2][3], quat[2][4];
    int       frame[2];
    lw_model* m = two_bodies(seed);
    for (int b = 0; b < 2; b++) {
      lw_test_random_fill(&r, 3, 1.0, at[b]);
      lw_test_random_quat(&r, quat[b]);
      frame[b] = lw_test_add_frame(m, b, at[b], quat[b]);
    }
    lw_test_add_frame_joint(m, LW_SPHERICAL, frame[0], frame[1]);
    lw_test_add_spring(m, frame[1], frame[0], 1.0, 0.0, -1.0);
    lw_test_finish(m);
    lw_instance* s = lw_test_instance(m);
    double       world[2][3];
    for (int b = 0; b < 2; b++) {
      double       R[9], F[9], p[3], X[9], arm[3], axis[3];
      const double body_quat[4] = {s->body[b].q0.p[0], s->body[b].q0.p[1], s->body[b].q0.p[2],
                                   s->body[b].q0.p[3]};
      /* by hand: origin of the body, then the frame in it */
      lw_rotation_matrix(R, body_quat);
      lw_mat3_vec(arm, R, at[b]);
      lw_add3(world[b], m->value + m->body[b].at, arm);
      to_world(s, b, b ? s->geometry[0].s_B : s->geometry[0].s_A,
               b ? s->geometry[0].R_B : s->geometry[0].R_A, p, X);
      assert_close(3, p, world[b], 1e-14);
      lw_rotation_matrix(F, quat[b]);
      const double x_in_body[3] = {F[0], F[3], F[6]};
      lw_mat3_vec(axis, R, x_in_body);
      assert_close(3, X, axis, 1e-14);
    }
    /* a spring without a length is relaxed here */
    double d[3];
    lw_sub3(d, world[1], world[0]);
    assert_near(s->ends[0].length, lw_norm(d), 1e-14);
    lw_test_end(s);
  }
}

/* The state is that of the centre of mass: its place and velocity follow from
 * those of the body frame. */
static void state_belongs_to_the_centre_of_mass(void** state)
{
  (void)state;
  const double I[3] = {0.5, 0.6, 0.7}, at[3] = {1.0, 2.0, 3.0}, com[3] = {0.1, 0.0, 0.0};
  const double v[3] = {0.5, 0.0, 0.0}, w[3] = {0.0, 0.0, 2.0};
  const double half = sqrt(0.5), quat[4] = {half, 0.0, 0.0, half}; /* x of the body along y */
  lw_model*    m = lw_test_model(1e-3);
  lw_test_add_body(m, 1.0, I, at);
  lw_test_set_quat(m, 0, quat);
  lw_test_set_velocity(m, 0, v, w);
  m->body[0].com = lw_model_add_values(m, 3, com);
  lw_test_finish(m);
  lw_instance* s           = lw_test_instance(m);
  const double place[3]    = {1.0, 2.1, 3.0};
  const double velocity[3] = {0.5 - 0.2, 0.0, 0.0}; /* w x (0.1 y) = -0.2 x */
  assert_close(3, s->body[0].q0.r, place, 1e-15);
  assert_close(3, s->body[0].v0.v, velocity, 1e-15);
  assert_close(3, s->body[0].v0.w, w, 0.0);
  lw_test_end(s);
}

/* Rows are scaled by what a force or torque in them moves: (4.4), by hand for a
 * revolute between two bodies. */
static void rows_are_scaled_by_their_mobility(void** state)
{
  (void)state;
  const double I[3] = {1.0, 1.6, 2.0}, a[3] = {0.0, 0.0, 0.0}, b[3] = {3.0, 0.0, 0.0};
  const double pin[3] = {1.0, 0.0, 0.0}, z[3] = {0.0, 0.0, 1.0};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_add_body(m, 2.0, I, a);
  lw_test_add_body(m, 4.0, I, b);
  lw_test_add_joint(m, LW_REVOLUTE, 0, 1, pin, z);
  lw_test_finish(m);
  lw_instance* s     = lw_test_instance(m);
  const double j     = (1.0 + 0.625 + 0.5) / 3.0;
  const double point = 0.5 + 2.0 / 3.0 * j + 0.25 + 2.0 / 3.0 * 4.0 * j, turn = 2.0 * j;
  const double expected[5] = {point, point, point, turn, turn};
  assert_close(5, s->row_scale, expected, 1e-14);
  assert_near(s->length, 1.5, 1e-15);                /* the mean of arms of 1 m and 2 m */
  assert_near(s->turn_per_force[0], 2.0 * j, 1e-14); /* of the longer arm, that of the child */
  lw_test_end(s);
}

/* The row of a coupling has the sum of ratio^2 times the scales of its coordinates: (4.4), by hand
 * for the displacement and the angle of a cylinder in the centre of mass of its body. */
static void rows_of_couplings_are_scaled_by_their_coordinates(void** state)
{
  (void)state;
  const double I[3] = {0.5, 0.4, 0.25}, o[3] = {0.0}, z[3] = {0.0, 0.0, 1.0}, ratio[2] = {2.0, 3.0};
  const int    joint[2] = {0, 0};
  lw_model*    m        = lw_test_model(1e-3);
  lw_test_add_body(m, 4.0, I, o);
  lw_test_add_joint(m, LW_CYLINDRICAL, LW_GROUND, 0, o, z);
  const int k = lw_test_add_coupling(m, 2, joint, ratio, 0.0);
  m->coupling_term[m->coupling[k].term + 1].coordinate = 1;
  lw_instance*        s                                = lw_test_start(m);
  const lw_connector* c = &s->structure->connector[s->structure->nconnector - 1];
  assert_int_equal(c->kind, LW_CONNECTOR_COUPLING);
  const double point = 1.0 / 4.0, turn = (2.0 + 2.5 + 4.0) / 3.0;
  assert_near(s->row_scale[c->row], 4.0 * point + 9.0 * turn, 1e-14);
  lw_test_end(s);
}

/* A penalty in the file replaces the automatic regularisation: eps = 4 / (dt^2 penalty). */
static void penalties_replace_the_regularisation(void** state)
{
  (void)state;
  lw_model* m         = lw_test_chain(2, LW_SPHERICAL, 0.01);
  m->settings.penalty = 1e9;
  lw_instance* s      = lw_test_start(m);
  for (int r = 0; r < 6; r++) assert_near(s->eps[r], 4.0 / (1e-4 * 1e9), 1e-18);
  /* S0's own setting: it runs, and holds the constraints as well as that allows */
  double violation[3];
  lw_test_advance(s, 0.01, 100);
  lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
  assert_below(violation[0], 1e-9);
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(joints_in_the_world_meet_on_both_bodies),
      cmocka_unit_test(frames_are_seen_from_the_centre_of_mass),
      cmocka_unit_test(state_belongs_to_the_centre_of_mass),
      cmocka_unit_test(rows_are_scaled_by_their_mobility),
      cmocka_unit_test(rows_of_couplings_are_scaled_by_their_coordinates),
      cmocka_unit_test(penalties_replace_the_regularisation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
