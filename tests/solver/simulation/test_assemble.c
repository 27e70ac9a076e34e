/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_assemble.c - assembly: the nearest consistent state, or a message
 * that names what stays open.
 */
#include "simulation/assemble.h"

#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "mechanics/passes.h"
#include "mechanism.h"
#include "random.h"
#include "step/project.h"

static const lw_threads alone = LW_ALONE;

/* A four-bar whose joints are frames, so that bodies may be anywhere: foot, crank 1 m, coupler 2
 * m, rocker 1.5 m, feet 2 m apart; each body moved and turned by up to `size`. */
static lw_model* disturbed_four_bar(double size, uint32_t seed)
{
  const double I[3]       = {0.2, 0.3, 0.4};
  const double length[3]  = {1.0, 2.0, 1.5};
  const double at[3][3]   = {{0.0, 0.5, 0.0}, {1.0, 1.2, 0.0}, {2.0, 0.7, 0.0}};
  const double angle[3]   = {1.57, 0.2, 1.57};
  const double foot[2][3] = {{0.0, 0.0, 0.0}, {2.0, 0.0, 0.0}};
  lw_model*    m          = lw_test_model(1e-3);
  int          frame[8];
  frame[0] = lw_test_add_frame(m, LW_GROUND, foot[0], NULL);
  frame[7] = lw_test_add_frame(m, LW_GROUND, foot[1], NULL);
  for (int b = 0; b < 3; b++) {
    double r[3], theta[3], quat[4] = {cos(0.5 * angle[b]), 0.0, 0.0, sin(0.5 * angle[b])};
    lw_test_random_fill(&seed, 3, size, r);
    lw_test_random_fill(&seed, 3, size, theta);
    lw_add3(r, r, at[b]);
    lw_rotation_add(quat, theta);
    const int body = lw_test_add_body(m, 1.0 + b, I, r);
    lw_test_set_quat(m, body, quat);
    const double left[3] = {-0.5 * length[b], 0.0, 0.0}, right[3] = {0.5 * length[b], 0.0, 0.0};
    /* the rocker's foot is its left end, and its joint frame is the first */
    frame[1 + 2 * b] = lw_test_add_frame(m, body, b < 2 ? left : right, NULL);
    frame[2 + 2 * b] = lw_test_add_frame(m, body, b < 2 ? right : left, NULL);
  }
  lw_test_add_frame_joint(m, LW_REVOLUTE, frame[0], frame[1]);
  lw_test_add_frame_joint(m, LW_REVOLUTE, frame[2], frame[3]);
  lw_test_add_frame_joint(m, LW_REVOLUTE, frame[4], frame[5]);
  lw_test_add_frame_joint(m, LW_REVOLUTE, frame[6], frame[7]);
  return m;
}

/* Change of half the sum of squared distances of all mass elements from where the file
 * has them, along a motion u. A body has the inertia of six points of a sixth of its
 * mass, on its principal axes. */
static double distance_rate(const lw_instance* s, const lw_twist* u)
{
  double rate = 0.0;
  for (int b = 0; b < s->model->nbody; b++) {
    const double  m = s->body[b].mass, *J = s->body[b].J, half = 0.5 * (J[0] + J[4] + J[8]);
    const lw_pose q0 = s->body[b].q0;
    double        R0[9];
    lw_rotation_matrix(R0, q0.p);
    for (int k = 0; k < 6; k++) {
      const int i     = k / 2;
      double    xi[3] = {0.0}, x[3], x0[3], v[3], d[3];
      xi[i]           = (k % 2 ? -1.0 : 1.0) * sqrt(3.0 * (half - J[4 * i]) / m);
      lw_mat3_vec(x, s->placement[b].R, xi);
      lw_mat3_vec(x0, R0, xi);
      lw_cross(v, u[b].w, x);
      for (int e = 0; e < 3; e++) {
        d[e] = s->q[b].r[e] + x[e] - q0.r[e] - x0[e];
        v[e] += u[b].v[e];
      }
      rate += m / 6.0 * lw_dot(d, v);
    }
  }
  return rate;
}

/* sum of u . M d over all bodies */
static double mass_product(const lw_instance* s, const lw_twist* u, const lw_twist* d)
{
  double sum = 0.0;
  for (int b = 0; b < s->model->nbody; b++) {
    double Jd[3];
    lw_mat3_vec(Jd, s->inertia[b].J, d[b].w);
    sum += s->inertia[b].m * lw_dot(u[b].v, d[b].v) + lw_dot(u[b].w, Jd);
  }
  return sum;
}

/* a motion that the constraints allow at the present positions: a random one, projected */
static void admissible(lw_instance* s, uint32_t seed, lw_twist u[])
{
  lw_twist old[8];
  memcpy(old, s->v, (size_t)s->model->nbody * sizeof *old);
  for (int b = 0; b < s->model->nbody; b++) {
    lw_test_random_fill(&seed, 3, 1.0, s->v[b].v);
    lw_test_random_fill(&seed, 3, 1.0, s->v[b].w);
  }
  lw_pass_positions(s, 0.0, &alone);
  assert_true(lw_pass_factor(s, NULL, &alone));
  assert_below(lw_project_velocities(s, 0.0, &alone), 1e-10);
  memcpy(u, s->v, (size_t)s->model->nbody * sizeof *u);
  memcpy(s->v, old, (size_t)s->model->nbody * sizeof *old);
}

/* ---- positions ------------------------------------------------------------------------------- */

/* A mechanism whose pose in the file is consistent is not moved. */
static void consistent_poses_stay_where_they_are(void** state)
{
  (void)state;
  lw_instance* s = lw_test_start(lw_test_ladder(5, 1.0, 1e-3));
  for (int b = 0; b < s->model->nbody; b++) {
    /* rounding: file coordinates to joint frames and back */
    assert_close(3, s->q[b].r, s->body[b].q0.r, 1e-14);
    assert_close(4, s->q[b].p, s->body[b].q0.p, 1e-14);
  }
  lw_test_end(s);
}

/* Disturbed poses are closed to 1e-10, at the nearest place: no admissible motion gets nearer,
 * measured with the masses. */
static void disturbed_poses_are_assembled_at_the_nearest_place(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 10; seed++) {
    lw_instance* s = lw_test_start(disturbed_four_bar(0.2, seed));
    double       violation[3];
    lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
    assert_below(violation[0], 1e-10);
    assert_below(violation[1], 1e-9);
    assert_below(violation[2], 1e-7);
    lw_twist u[3];
    admissible(s, seed, u);
    /* iteration: the last step takes 1e-14 of the squared distance, about 0.3 kg m2, so that
     * its slope along motions of size 1 is about 1e-7. Measured: 2e-9. Without the steps
     * towards the file's pose: 0.5 */
    assert_below(distance_rate(s, u), 1e-6);
    double moved[3];
    lw_sub3(moved, s->q[1].r, s->body[1].q0.r);
    assert_true(lw_norm(moved) > 1e-3);
    lw_test_end(s);
  }
}

/* Loops of eight bodies that are open by a tenth of the mechanism's size and more are closed, also
 * where every other body has a millionth of the mass of its neighbours, and where rows depend on
 * each other: measured with the masses, light bodies leave the rows of the heavy ones open. */
static void open_loops_are_closed_whatever_the_masses_are(void** state)
{
  (void)state;
  static const lw_joint_type type[2] = {LW_SPHERICAL, LW_REVOLUTE};
  for (uint32_t i = 0; i < 8; i++) {
    lw_model* m    = lw_test_loop(8, type[i % 2], 1e-3);
    uint32_t  seed = 100 + i;
    double    open[3], x[3], turn[3];
    for (int b = 0; b < m->nbody && i >= 4; b += 2) {
      m->value[m->body[b].mass] *= 1e-6;
      for (int k = 0; k < 6; k++) m->value[m->body[b].inertia + k] *= 1e-12;
    }
    lw_instance* s = lw_test_start(m);
    for (int b = 0; b < m->nbody; b++) {
      lw_test_random_fill(&seed, 3, 0.3, x);
      lw_test_random_fill(&seed, 3, 0.3, turn);
      lw_axpy3(s->body[b].q0.r, 1.0, x);
      lw_rotation_add(s->body[b].q0.p, turn);
    }
    assert_int_equal(lw_instance_initialize(s, 0.0, NULL), LW_OK);
    lw_test_get(s, LW_SOLVER_VIOLATION, 0, open);
    assert_below(open[0], 1e-9);
    lw_test_end(s);
  }
}

/* Velocities that satisfy the constraints are found where rows depend on each other but for 1e-6,
 * the angle of a tilted axis, also if masses differ by 1e3 and 1e6. */
static void velocities_are_closed_across_rank_gaps(void** state)
{
  (void)state;
  for (int i = 0; i < 4; i++) {
    lw_model* m    = i < 2 ? lw_test_loop(8, LW_REVOLUTE, 1e-3) : lw_test_ladder(4, 1.0, 1e-3);
    uint32_t  seed = 1;
    double    v[3], w[3], open[3];
    m->value[m->joint[2].axis + 1] += 1e-6;
    for (int b = 0; b < m->nbody; b++) {
      const double f = b % 2 == 1 ? 1.0 : i % 2 == 0 ? 1e-3 : 1e-6;
      lw_test_random_fill(&seed, 3, 1.0, v);
      lw_test_random_fill(&seed, 3, 1.0, w);
      lw_test_set_velocity(m, b, v, w);
      m->value[m->body[b].mass] *= f;
      for (int k = 0; k < 6; k++) m->value[m->body[b].inertia + k] *= f;
    }
    lw_instance* s = lw_test_start(m);
    lw_test_get(s, LW_SOLVER_VIOLATION, 0, open);
    assert_below(open[1], 1e-9); /* measured: 7e-12; with the masses 0.9 */
    lw_test_end(s);
  }
}

/* What cannot be assembled is refused: the message names the joints that stay open, worst first,
 * and by how much, with the line in the file. */
static void impossible_mechanisms_are_refused_by_name(void** state)
{
  (void)state;
  /* a crank of 1 m and a rocker of 1 m on feet 5 m apart, joined directly: 3 m are missing */
  const double I[3] = {0.1, 0.1, 0.1}, a[3] = {0.5, 0.0, 0.0}, b[3] = {4.5, 0.0, 0.0};
  const double foot[2][3] = {{0.0, 0.0, 0.0}, {5.0, 0.0, 0.0}};
  const double left[3] = {-0.5, 0.0, 0.0}, right[3] = {0.5, 0.0, 0.0};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_add_body(m, 1.0, I, a);
  lw_test_add_body(m, 1.0, I, b);
  const int f = lw_test_add_frame(m, LW_GROUND, foot[0], NULL);
  const int g = lw_test_add_frame(m, LW_GROUND, foot[1], NULL);
  const int c = lw_test_add_frame(m, 0, left, NULL), d = lw_test_add_frame(m, 0, right, NULL);
  const int e = lw_test_add_frame(m, 1, left, NULL), h = lw_test_add_frame(m, 1, right, NULL);
  lw_test_add_frame_joint(m, LW_REVOLUTE, f, c);
  lw_test_add_frame_joint(m, LW_REVOLUTE, d, e);
  lw_test_add_frame_joint(m, LW_REVOLUTE, h, g);
  m->joint[0].line = 11;
  m->joint[1].line = 12;
  m->joint[2].line = 13;
  lw_test_finish(m);
  lw_instance* s    = lw_test_instance(m);
  lw_diag      diag = {0};
  assert_int_equal(lw_instance_initialize(s, 0.0, &diag), LW_ERR_ASSEMBLY);
  assert_non_null(strstr(diag.text, "cannot be assembled"));
  assert_non_null(strstr(diag.text, "joint \"j"));
  assert_non_null(strstr(diag.text, "by 1")); /* 3 m, shared by three joints */
  assert_in_range(diag.line, 11, 13);
  /* and it stays unusable rather than half ready */
  double r[3];
  assert_int_equal(lw_instance_get(s, LW_BODY_R, 0, r), LW_ERR_USAGE);
  assert_int_equal(lw_instance_advance(s, 1e-3, NULL), LW_ERR_USAGE);
  lw_test_end(s);
}

/* ---- velocities ------------------------------------------------------------------------------ */

/* Velocities of the file are made consistent by the smallest change, measured with the masses. */
static void velocities_are_projected_mass_orthogonally(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 10; seed++) {
    const lw_test_pair pair[4] = {{LW_GROUND, 0}, {0, 1}, {1, 2}, {0, 3}};
    lw_instance* s = lw_test_start(lw_test_random_mechanism(4, 4, pair, LW_JOINT_TYPE_COUNT, seed));
    lw_twist     d[4], u[4];
    for (int b = 0; b < 4; b++) {
      lw_sub3(d[b].v, s->v[b].v, s->body[b].v0.v);
      lw_sub3(d[b].w, s->v[b].w, s->body[b].v0.w);
    }
    admissible(s, seed, u);
    /* rounding of sums of numbers of size 1. Measured: 1e-14 */
    assert_below(mass_product(s, u, d), 1e-12);
    lw_test_end(s);
  }
}

/* Two motors that cannot both have their way are named. */
static void contradictory_velocities_are_refused_by_name(void** state)
{
  (void)state;
  const double rate[2] = {1.0, 2.0};
  lw_model*    m       = lw_test_ladder(1, 1.0, 1e-3); /* both uprights of a parallelogram */
  lw_test_add_motion(m, 0, LW_MOTION_VELOCITY, 1, &rate[0]);
  lw_test_add_motion(m, 1, LW_MOTION_VELOCITY, 1, &rate[1]);
  lw_test_finish(m);
  lw_instance* s    = lw_test_instance(m);
  lw_diag      diag = {0};
  assert_int_equal(lw_instance_initialize(s, 0.0, &diag), LW_ERR_ASSEMBLY);
  assert_non_null(strstr(diag.text, "velocities"));
  assert_true(strstr(diag.text, "\"j0\"") || strstr(diag.text, "\"j1\""));
  lw_test_end(s);
}

/* ---- motions, time --------------------------------------------------------------------------- */

/* The assembly reaches a prescribed position; a prescribed velocity starts from the
 * position of the joint. */
static void motions_are_met_from_the_start(void** state)
{
  (void)state;
  const double poly[3] = {0.3, 2.0, -1.0}, rate = 0.5;
  lw_model*    m = lw_test_chain(2, LW_REVOLUTE, 1e-3);
  lw_test_add_motion(m, 0, LW_MOTION_POLYNOMIAL, 3, poly);
  lw_test_add_motion(m, 1, LW_MOTION_VELOCITY, 1, &rate);
  lw_test_finish(m);
  lw_instance* s = lw_test_instance(m);
  /* the start time counts for polynomials */
  assert_int_equal(lw_instance_initialize(s, 0.5, NULL), LW_OK);
  assert_near(lw_instance_time(s), 0.5, 0.0);
  double q, qd, qdd;
  lw_test_get(s, LW_JOINT_Q, 0, &q);
  lw_test_get(s, LW_JOINT_QD, 0, &qd);
  lw_test_get(s, LW_JOINT_QDD, 0, &qdd);
  assert_near(q, 0.3 + 1.0 - 0.25, 1e-10);
  assert_near(qd, 2.0 - 1.0, 1e-10);
  assert_near(qdd, -2.0, 1e-8);
  lw_test_get(s, LW_JOINT_Q, 1, &q);
  lw_test_get(s, LW_JOINT_QD, 1, &qd);
  assert_near(q, 0.0, 1e-10);
  assert_near(qd, 0.5, 1e-10);
  lw_test_end(s);
}

/* A start time that is no number is refused. */
static void start_times_are_finite(void** state)
{
  (void)state;
  lw_instance* s    = lw_test_start(lw_test_chain(1, LW_REVOLUTE, 1e-3));
  lw_diag      diag = {0};
  assert_int_equal(lw_instance_initialize(s, NAN, &diag), LW_ERR_USAGE);
  assert_int_equal(lw_instance_initialize(s, INFINITY, &diag), LW_ERR_USAGE);
  lw_test_end(s);
}

/* A mechanism without joints, or without bodies, is a valid one. */
static void mechanisms_without_joints_are_valid(void** state)
{
  (void)state;
  lw_model* model[2] = {lw_test_model(1e-3), lw_test_random_mechanism(2, 0, NULL, LW_SPHERICAL, 3)};
  for (int i = 0; i < 2; i++) {
    lw_instance* s = lw_test_start(model[i]);
    double       violation[3];
    lw_test_advance(s, 0.01, 10);
    lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
    for (int k = 0; k < 3; k++) assert_near(violation[k], 0.0, 0.0);
    lw_test_end(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(consistent_poses_stay_where_they_are),
      cmocka_unit_test(disturbed_poses_are_assembled_at_the_nearest_place),
      cmocka_unit_test(open_loops_are_closed_whatever_the_masses_are),
      cmocka_unit_test(velocities_are_closed_across_rank_gaps),
      cmocka_unit_test(impossible_mechanisms_are_refused_by_name),
      cmocka_unit_test(velocities_are_projected_mass_orthogonally),
      cmocka_unit_test(contradictory_velocities_are_refused_by_name),
      cmocka_unit_test(motions_are_met_from_the_start),
      cmocka_unit_test(start_times_are_finite),
      cmocka_unit_test(mechanisms_without_joints_are_valid),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
