/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_connectors.c - springs, bushings, couplings and motions: forces, energies, tangents.
 */
#include "mechanics/connectors.h"

#include <math.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "mechanics/body.h"
#include "mechanism.h"
#include "random.h"

#define CONFIGURATIONS 20

/* Central differences of energies of size 100 with h = 1e-5: rounding 100 * 2.2e-16 / h
 * = 2e-9, truncation h^2/6 times third derivatives of size 1000: 2e-8. Measured: 3e-8.
 * A wrong sign gives 10. */
#define H 1e-5
#define TOL 1e-7

/* ---- two free bodies, joined by one element ------------------------------------------------ */

typedef struct pair {
  lw_instance* s;
  int          connector;
} pair;

static void random_state(lw_instance* s, uint32_t* seed)
{
  for (int b = 0; b < s->model->nbody; b++) {
    lw_test_random_fill(seed, 3, 1.0, s->q[b].r);
    lw_test_random_quat(seed, s->q[b].p);
    lw_test_random_fill(seed, 3, 1.0, s->v[b].v);
    lw_test_random_fill(seed, 3, 1.0, s->v[b].w);
    lw_body_place(s, b);
  }
}

/* two bodies with a frame each, anywhere on them */
static lw_model* two_bodies(uint32_t* seed, int frame[2])
{
  const double I[3] = {1.0, 1.2, 1.4};
  lw_model*    m    = lw_test_model(1e-3);
  for (int b = 0; b < 2; b++) {
    double at[3], quat[4];
    lw_test_random_fill(seed, 3, 1.0, at);
    lw_test_add_body(m, 1.0 + b, I, at);
    lw_test_random_fill(seed, 3, 1.0, at);
    lw_test_random_quat(seed, quat);
    frame[b] = lw_test_add_frame(m, b, at, quat);
  }
  return m;
}

static pair spring_pair(uint32_t seed, double stiffness, double damping)
{
  int       frame[2];
  lw_model* m = two_bodies(&seed, frame);
  lw_test_add_spring(m, frame[0], frame[1], stiffness, damping, 0.7);
  const pair p = {lw_test_start(m), 0};
  random_state(p.s, &seed);
  return p;
}

static pair bushing_pair(uint32_t seed, double stiffness, double damping)
{
  int          frame[2];
  lw_model*    m    = two_bodies(&seed, frame);
  const double k[6] = {stiffness,       2.0 * stiffness, 3.0 * stiffness,
                       4.0 * stiffness, 5.0 * stiffness, 6.0 * stiffness};
  const double c[6] = {damping,       2.0 * damping, 3.0 * damping,
                       4.0 * damping, 5.0 * damping, 6.0 * damping};
  lw_test_add_bushing(m, frame[0], frame[1], k, c);
  const pair p = {lw_test_start(m), 0};
  random_state(p.s, &seed);
  return p;
}

/* move body b by h along one of its six directions */
static void nudge(lw_instance* s, int b, int direction, double h)
{
  if (direction < 3) {
    s->q[b].r[direction] += h;
  } else {
    double theta[3]      = {0.0};
    theta[direction - 3] = h;
    lw_rotation_add(s->q[b].p, theta);
  }
  lw_body_place(s, b);
}

/* move both bodies along their velocities for a time t */
static void drift(lw_instance* s, double t)
{
  for (int b = 0; b < s->model->nbody; b++) {
    double theta[3];
    lw_scale3(theta, t, s->v[b].w);
    lw_axpy3(s->q[b].r, t, s->v[b].v);
    lw_rotation_add(s->q[b].p, theta);
    lw_body_place(s, b);
  }
}

/* ---- forces -------------------------------------------------------------------------------- */

/* Without damping the wrench on each body is minus the gradient of the energy. */
static void check_gradient(pair p)
{
  lw_instance* s = p.s;
  lw_connector_applied_wrench(s, p.connector, 0.0);
  for (int b = 0; b < 2; b++) {
    const double* f = s->wrench + LW_WRENCH * b;
    for (int k = 0; k < 6; k++) {
      const lw_pose q = s->q[b];
      nudge(s, b, k, H);
      const double more = lw_connector_energy(s, p.connector);
      s->q[b]           = q;
      nudge(s, b, k, -H);
      const double less = lw_connector_energy(s, p.connector);
      s->q[b]           = q;
      lw_body_place(s, b);
      assert_near(f[k], -(more - less) / (2.0 * H), TOL);
    }
  }
}

static void spring_force_is_the_gradient_of_its_energy(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    const pair p = spring_pair(seed, 10.0, 0.0);
    check_gradient(p);
    lw_test_end(p.s);
  }
}

static void bushing_force_is_the_gradient_of_its_energy(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    const pair p = bushing_pair(seed, 5.0, 0.0);
    check_gradient(p);
    lw_test_end(p.s);
  }
}

/* Forces add up to nothing, and so do moments about the origin: no element pushes the world. */
static void check_balance(pair p)
{
  lw_instance* s       = p.s;
  double       sum[6]  = {0.0};
  const double zero[6] = {0.0};
  lw_connector_applied_wrench(s, p.connector, 0.0);
  for (int b = 0; b < 2; b++) {
    const double* f = s->wrench + LW_WRENCH * b;
    double        n[3];
    lw_cross(n, s->q[b].r, f);
    lw_axpy3(sum, 1.0, f);
    lw_axpy3(sum + 3, 1.0, f + 3);
    lw_axpy3(sum + 3, 1.0, n);
  }
  /* forces up to 100 on arms up to 3: 30 terms of rounding. Measured: 1.2e-14 */
  assert_close(6, sum, zero, 1e-12);
}

static void forces_and_moments_are_balanced(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    const pair spring = spring_pair(seed, 10.0, 3.0), bushing = bushing_pair(seed, 5.0, 1.0);
    check_balance(spring);
    check_balance(bushing);
    lw_test_end(spring.s);
    lw_test_end(bushing.s);
  }
}

static double power_of(pair p)
{
  double power = 0.0;
  lw_connector_applied_wrench(p.s, p.connector, 0.0);
  for (int b = 0; b < 2; b++) {
    const double* f = p.s->wrench + LW_WRENCH * b;
    power += lw_dot(f, p.s->v[b].v) + lw_dot(f + 3, p.s->v[b].w);
  }
  return power;
}

/* Pure damping takes the power c e'^2. A spring of stiffness c has the energy 1/2 c e^2 of the same
 * displacement e, and e' is its change along the motion: so e'^2 = 2 V (e' in place of e). */
static void damping_takes_power_from_every_motion(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    const pair   damper = spring_pair(seed, 0.0, 3.0), spring = spring_pair(seed, 3.0, 0.0);
    const double power = power_of(damper);
    drift(spring.s, H);
    const double more = sqrt(2.0 * lw_connector_energy(spring.s, 0) / 3.0);
    drift(spring.s, -2.0 * H);
    const double less = sqrt(2.0 * lw_connector_energy(spring.s, 0) / 3.0);
    const double rate = (more - less) / (2.0 * H);
    assert_near(power, -3.0 * rate * rate, TOL);
    lw_test_end(damper.s);
    lw_test_end(spring.s);
  }
}

/* Six dampers of a bushing: the power is minus the sum of c e'^2 over its six displacements, which
 * a bushing with one stiffness at a time shows in its energy. */
static void bushing_damping_is_that_of_its_six_displacements(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    const pair p        = bushing_pair(seed, 0.0, 1.0);
    double     expected = 0.0;
    for (int i = 0; i < 6; i++) {
      const pair   one = bushing_pair(seed, 0.0, 0.0);
      const double two = 2.0;
      assert_int_equal(
          lw_instance_set_value(one.s, one.s->model->bushing[0].stiffness + i, 1, &two, NULL),
          LW_OK);
      /* energy e^2 at -h, 0, h: (e^2)'' / 2 = e'^2 + e e'', (e^2)' / 2 = e e' */
      const double V0 = lw_connector_energy(one.s, 0);
      drift(one.s, H);
      const double V1 = lw_connector_energy(one.s, 0);
      drift(one.s, -2.0 * H);
      const double V2   = lw_connector_energy(one.s, 0);
      const double half = (V1 - V2) / (4.0 * H); /* e e' */
      expected -= (i + 1) * half * half / V0;
      lw_test_end(one.s);
    }
    /* e may be small, and the division by it magnifies: at least 1e-3 in these configurations */
    assert_near(power_of(p), expected, 1e-5);
    assert_true(power_of(p) < 0.0);
    lw_test_end(p.s);
  }
}

/* Coincident points have no direction, and a spring between them no force rather than NaN. */
static void coincident_points_have_no_spring_force(void** state)
{
  (void)state;
  const double at[3] = {0.0, 0.0, 0.0}, I[3] = {1.0, 1.0, 1.0};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_add_body(m, 1.0, I, at);
  const int a = lw_test_add_frame(m, LW_GROUND, at, NULL), b = lw_test_add_frame(m, 0, at, NULL);
  lw_test_add_spring(m, a, b, 100.0, 1.0, 0.5);
  lw_instance* s        = lw_test_start(m);
  const double zero[12] = {0.0};
  lw_body_place(s, 0);
  lw_connector_applied_wrench(s, 0, 0.0);
  assert_close(12, s->wrench, zero, 0.0);
  lw_connector_soft(s, 0, 0.01);
  assert_finite(s->structure->njac, s->J);
  lw_test_end(s);
}

/* ---- springs of joints --------------------------------------------------------------------- */

/* On a swinging arm with a slider: the springs' power is -k (q - rest) q' - c q'^2, their energy
 * 1/2 k (q - rest)^2, and nothing is balanced by the ground but through the joints. */
static void joint_springs_act_along_the_coordinate(void** state)
{
  (void)state;
  const double I[3] = {0.5, 0.6, 0.7}, a[3] = {0.5, 0.2, 0.1}, b[3] = {1.5, 0.3, -0.2};
  const double tilt[3] = {0.2, 0.1, 1.0}, along[3] = {1.0, 0.3, 0.2}, o[3] = {0.0, 0.1, 0.0};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_add_body(m, 1.0, I, a);
  lw_test_add_body(m, 2.0, I, b);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, o, tilt);
  lw_test_add_joint(m, LW_PRISMATIC, 0, 1, a, along);
  lw_test_set_joint_spring(m, 0, 20.0, 0.5, 0.3);
  lw_test_set_joint_spring(m, 1, 40.0, 2.0, -0.2);
  lw_instance* s = lw_test_start(m);
  for (int i = 0; i < 20; i++) {
    lw_test_advance(s, 0.05, 1);
    for (int j = 0; j < 2; j++) {
      const double k = j ? 40.0 : 20.0, c = j ? 2.0 : 0.5, rest = j ? -0.2 : 0.3;
      double       q, qd, power                                 = 0.0;
      lw_test_get(s, LW_JOINT_Q, j, &q);
      lw_test_get(s, LW_JOINT_QD, j, &qd);
      lw_connector_applied_wrench(s, j, 0.0);
      const int       side = s->structure->connector[j].side;
      const double *  f_A = s->wrench + LW_WRENCH * side, *f_B = f_A + LW_WRENCH;
      const lw_twist *A = &s->v[m->joint[j].parent], *B = &s->v[m->joint[j].child];
      power = lw_dot(f_A, A->v) + lw_dot(f_A + 3, A->w) + lw_dot(f_B, B->v) + lw_dot(f_B + 3, B->w);
      /* rounding of numbers up to 100. Measured: 1.4e-14 */
      assert_near(power, -k * (q - rest) * qd - c * qd * qd, 1e-12);
      assert_near(lw_connector_energy(s, j), 0.5 * k * (q - rest) * (q - rest), 1e-13);
    }
  }
  lw_test_end(s);
}

/* ---- compliant rows ------------------------------------------------------------------------ */

/* Sum of J_soft^T J_soft over the compliant rows, on the twelve directions of two bodies. */
static void soft_matrix(const lw_instance* s, int k, double K[144])
{
  const lw_connector* c   = &s->structure->connector[k];
  const double *      J_A = s->J + s->structure->side[c->side].jac + 6 * c->nrow,
               *J_B       = s->J + s->structure->side[c->side + 1].jac + 6 * c->nrow;
  memset(K, 0, 144 * sizeof *K);
  for (int r = 0; r < c->nsoft; r++) {
    double x[12];
    memcpy(x, J_A + 6 * r, 6 * sizeof *x);
    memcpy(x + 6, J_B + 6 * r, 6 * sizeof *x);
    for (int i = 0; i < 12; i++) {
      for (int j = 0; j < 12; j++) K[12 * i + j] += x[i] * x[j];
    }
  }
}

/* -dt^2/4 df/dq - dt/2 df/dv by differences */
static void tangent(pair p, double dt, double K[144])
{
  lw_instance* s = p.s;
  for (int col = 0; col < 12; col++) {
    const int      b = col / 6, k = col % 6;
    const lw_pose  q = s->q[b];
    const lw_twist v = s->v[b];
    double         f[4][12], *speed = k < 3 ? &s->v[b].v[k] : &s->v[b].w[k - 3];
    for (int i = 0; i < 4; i++) {
      const double h = i % 2 ? -H : H;
      if (i < 2) {
        nudge(s, b, k, h);
      } else {
        *speed += h;
      }
      lw_connector_applied_wrench(s, p.connector, 0.0);
      memcpy(f[i], s->wrench, 6 * sizeof f[i][0]);
      memcpy(f[i] + 6, s->wrench + LW_WRENCH, 6 * sizeof f[i][0]);
      s->q[b] = q;
      s->v[b] = v;
      lw_body_place(s, b);
    }
    for (int i = 0; i < 12; i++) {
      K[12 * i + col] = -0.25 * dt * dt * (f[0][i] - f[1][i]) / (2.0 * H) -
                        0.5 * dt * (f[2][i] - f[3][i]) / (2.0 * H);
    }
  }
}

/* The compliant rows of a relaxed spring or bushing at rest are its tangent: (4.6). */
static void compliant_rows_are_the_tangent_of_the_force(void** state)
{
  (void)state;
  const double dt = 0.1;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    for (int kind = 0; kind < 2; kind++) {
      uint32_t  r = seed;
      int       frame[2];
      lw_model* m = two_bodies(&r, frame);
      if (kind == 0) {
        lw_test_add_spring(m, frame[0], frame[1], 10.0, 3.0, -1.0); /* relaxed in this pose */
      } else {
        const double k[6] = {1, 2, 3, 4, 5, 6}, c[6] = {2, 3, 4, 5, 6, 7};
        lw_test_add_bushing(m, frame[0], frame[1], k, c);
      }
      const pair p = {lw_test_start(m), 0};
      if (kind == 1) {
        /* the second frame onto the first */
        const lw_ends* e = &p.s->ends[0];
        double         R[9], T[9], a[3], b[3];
        lw_mat3_mul_nt(R, e->R_A, p.s->placement[0].R); /* rows: axes of the frame in the world */
        for (int i = 0; i < 3; i++) {
          for (int k = 0; k < 3; k++) T[3 * i + k] = R[3 * k + i];
        }
        lw_mat3_mul(R, T, e->R_B);
        lw_quat_from_matrix(p.s->q[1].p, R);
        lw_body_place(p.s, 1);
        lw_mat3_vec(a, p.s->placement[0].R, e->s_A);
        lw_mat3_vec(b, p.s->placement[1].R, e->s_B);
        for (int i = 0; i < 3; i++) p.s->q[1].r[i] = p.s->q[0].r[i] + a[i] - b[i];
        lw_body_place(p.s, 1);
      }
      double K[144], expected[144];
      lw_connector_soft(p.s, 0, dt);
      soft_matrix(p.s, 0, K);
      tangent(p, dt, expected);
      /* differences of forces of size 1, times dt: 0.1 * 1e-16 / h. Measured: 5e-12 */
      assert_close(144, K, expected, 1e-10);
      lw_test_end(p.s);
    }
  }
}

/* A stretched spring between centres of mass also resists turns of its line: that
 * is all of its tangent. */
static void stretched_springs_resist_turns_of_their_line(void** state)
{
  (void)state;
  const double I[3] = {1.0, 1.0, 1.0}, a[3] = {0.0, 0.0, 0.0},
               b[3] = {0.3, 0.4, 1.2}; /* 1.3 m apart */
  lw_model* m       = lw_test_model(1e-3);
  lw_test_add_body(m, 1.0, I, a);
  lw_test_add_body(m, 3.0, I, b);
  const int f = lw_test_add_frame(m, 0, a, NULL), g = lw_test_add_frame(m, 1, a, NULL);
  lw_test_add_spring(m, f, g, 10.0, 3.0, 1.0);
  const pair p = {lw_test_start(m), 0};
  double     K[144], expected[144];
  lw_connector_soft(p.s, 0, 0.1);
  soft_matrix(p.s, 0, K);
  tangent(p, 0.1, expected);
  assert_close(144, K, expected, 1e-10);
  /* and its part of the tangent is that of the reduced mass: (4.7) */
  const double part = (0.25 * 0.01 * 10.0 + 0.05 * 3.0) * (1.0 + 1.0 / 3.0);
  assert_near(lw_connector_stiffness(p.s, 0, 0.1), part, 1e-15);
  lw_test_end(p.s);
}

/* ---- coordinates, couplings, motions -------------------------------------------------------- */

/* Angles count turns, forwards and backwards. */
static void angles_are_continuous_over_turns(void** state)
{
  (void)state;
  for (int sign = -1; sign <= 1; sign += 2) {
    const double rate = 7.0 * sign;
    lw_model*    m    = lw_test_chain(1, LW_REVOLUTE, 1e-2);
    lw_test_add_motion(m, 0, LW_MOTION_VELOCITY, 1, &rate);
    lw_instance* s = lw_test_start(m);
    double       q;
    lw_test_advance(s, 0.1, 100);
    lw_test_get(s, LW_JOINT_Q, 0, &q);
    /* iteration: the constraint is met to 1e-9 */
    assert_near(q, 70.0 * sign, 1e-9);
    lw_test_end(s);
  }
}

/* A coupling holds the weighted sum of coordinates at all levels: (2.17). The second axis is
 * carried by the first body, so that the bias of the coordinates counts. */
static void couplings_hold_the_weighted_sum(void** state)
{
  (void)state;
  const double I[3] = {0.5, 0.6, 0.7}, a[3] = {0.5, 0.0, 0.1}, b[3] = {1.0, 0.6, 0.0};
  const double o[3] = {0.0, 0.0, 0.0}, e[3] = {1.0, 0.0, 0.0};
  const double tilt[3] = {0.3, 0.1, 1.0}, other[3] = {1.0, -0.4, 0.2};
  const int    joint[2] = {0, 1};
  const double ratio[2] = {2.0, -3.0};
  lw_model*    m        = lw_test_model(1e-3);
  lw_test_add_body(m, 1.0, I, a);
  lw_test_add_body(m, 2.0, I, b);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, o, tilt);
  lw_test_add_joint(m, LW_REVOLUTE, 0, 1, e, other);
  lw_test_add_coupling(m, 2, joint, ratio, 0.4);
  lw_instance* s = lw_test_start(m);
  double       E0[3], E[3], most = 0.0;
  lw_test_get(s, LW_ENERGY, 0, E0);
  for (int i = 0; i < 200; i++) {
    double sum[3] = {-0.4, 0.0, 0.0};
    for (int j = 0; j < 2; j++) {
      double q, qd, qdd;
      lw_test_get(s, LW_JOINT_Q, j, &q);
      lw_test_get(s, LW_JOINT_QD, j, &qd);
      lw_test_get(s, LW_JOINT_QDD, j, &qdd);
      sum[0] += ratio[j] * q;
      sum[1] += ratio[j] * qd;
      sum[2] += ratio[j] * qdd;
      most = fmax(most, fabs(qdd));
    }
    /* iteration: what the solver promises for constraints at the three levels */
    assert_below(sum[0], 1e-9);
    assert_below(sum[1], 1e-9);
    assert_below(sum[2], 1e-7);
    lw_test_advance(s, 0.01, 1);
  }
  assert_true(most > 1.0); /* it did move */
  /* truncation: of second order, 2 J of energy in play. Measured: 1e-5 J at a step of 1e-3 s */
  lw_test_get(s, LW_ENERGY, 0, E);
  assert_near(E[2], E0[2], 1e-4);
  lw_test_end(s);
}

/* What a motion prescribes and its derivatives belong together, and polynomials are those of t. */
static void motions_prescribe_consistent_derivatives(void** state)
{
  (void)state;
  const double poly[4] = {0.1, -0.5, 2.0, 3.0}, rate = 0.7;
  lw_model*    m = lw_test_chain(3, LW_REVOLUTE, 1e-2);
  lw_test_add_motion(m, 0, LW_MOTION_POLYNOMIAL, 4, poly);
  lw_test_add_motion(m, 1, LW_MOTION_VELOCITY, 1, &rate);
  lw_test_add_motion(m, 2, LW_MOTION_INPUT, 0, NULL);
  lw_instance* s = lw_test_start(m);
  assert_int_equal(lw_instance_set_input(s, 0, 0, 0.2), LW_OK);
  assert_int_equal(lw_instance_set_input(s, 0, 1, 0.3), LW_OK);
  assert_int_equal(lw_instance_set_input(s, 0, 2, -0.4), LW_OK);
  const double t = 0.35;
  for (int k = 0; k < 3; k++) {
    const lw_drive f = lw_motion_at(s, k, t), more = lw_motion_at(s, k, t + H),
                   less = lw_motion_at(s, k, t - H);
    /* rounding 1e-16/h, truncation h^2/6 * 18 */
    assert_near(f.f1, (more.f - less.f) / (2.0 * H), 1e-9);
    assert_near(f.f2, (more.f1 - less.f1) / (2.0 * H), 1e-9);
  }
  assert_near(lw_motion_at(s, 0, t).f, 0.1 - 0.5 * t + 2.0 * t * t + 3.0 * t * t * t, 1e-15);
  /* from where the joint was assembled, which is at zero up to 1e-10 */
  assert_near(lw_motion_at(s, 1, t).f, 0.7 * t, 1e-10);
  /* the input has jumped by 0.2, which is followed when a communication step begins */
  assert_near(lw_motion_at(s, 2, t).f, 0.3 * t - 0.2 * t * t, 1e-15);
  s->drive[LW_DRIVE_NUMBERS * 2 + 1] = 0.8;
  const lw_drive f = lw_motion_at(s, 2, t), more = lw_motion_at(s, 2, t + H),
                 less = lw_motion_at(s, 2, t - H);
  assert_near(f.f1, (more.f - less.f) / (2.0 * H), 1e-9);
  assert_near(f.f2, (more.f1 - less.f1) / (2.0 * H), 1e-9);
  assert_near(lw_motion_at(s, 2, 0.8).f, 0.2 + 0.3 * 0.8 - 0.2 * 0.64, 1e-15);
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spring_force_is_the_gradient_of_its_energy),
      cmocka_unit_test(bushing_force_is_the_gradient_of_its_energy),
      cmocka_unit_test(forces_and_moments_are_balanced),
      cmocka_unit_test(damping_takes_power_from_every_motion),
      cmocka_unit_test(bushing_damping_is_that_of_its_six_displacements),
      cmocka_unit_test(coincident_points_have_no_spring_force),
      cmocka_unit_test(joint_springs_act_along_the_coordinate),
      cmocka_unit_test(compliant_rows_are_the_tangent_of_the_force),
      cmocka_unit_test(stretched_springs_resist_turns_of_their_line),
      cmocka_unit_test(angles_are_continuous_over_turns),
      cmocka_unit_test(couplings_hold_the_weighted_sum),
      cmocka_unit_test(motions_prescribe_consistent_derivatives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
