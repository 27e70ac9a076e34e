/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_augmented.c - penalty, augmented Lagrangian and augmented Hamiltonian steps: formulas,
 * rates, threads, state, inputs, memory. tests/physics has their motions.
 */
#include "formulations/augmented/augmented.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "formulations/augmented/jacobian_rates.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "mechanism.h"
#include "random.h"

static const lw_formulation formulations[3] = {LW_PENALTY, LW_AUGMENTED_LAGRANGIAN,
                                               LW_AUGMENTED_HAMILTONIAN};

/* ---- formulas -------------------------------------------------------------------------------- */

/* Does the error of a constraint stay bounded? Followed for 20,000 steps. */
static bool stays_bounded(const lw_newmark* rule, double D, double S)
{
  double e = 1.0, v = 0.7;
  for (int k = 0; k < 20000; k++) {
    const double a0 = -D * v - S * e;
    /* a1 = -D v1 - S e1 with e1, v1 linear in it */
    const double e_known = e + v + rule->c * a0, v_known = v + (1.0 - rule->gamma) * a0;
    const double a1 = -(D * v_known + S * e_known) / (1.0 + rule->gamma * D + rule->beta * S);
    e               = e_known + rule->beta * a1;
    v               = v_known + rule->gamma * a1;
    if (!(fabs(e) + fabs(v) < 1e6)) {
      return false;
    }
  }
  return true;
}

static void stability_is_what_steps_show(void** state)
{
  (void)state;
  const lw_newmark rules[5] = {{0.0, 0.0, 0.0, true},
                               {1.0, 0.0, 0.0, true},
                               {0.25, 0.25, 0.5, true},
                               {0.5, 0.0, 0.5, true},
                               {0.1975, 0.3025, 0.6, true}};
  int              stable   = 0;
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < 20; i++) {
      for (int j = 0; j < 20; j++) {
        /* not on a border, where rounding decides: D = 2, S = 4 and the like have
         * no such fractions */
        const double D = 0.013 + 0.151 * i, S = 0.017 + 0.303 * j;
        const bool   claimed = lw_newmark_is_stable(&rules[k], 0.01, D / 0.01, S / 1e-4);
        assert_int_equal(claimed, stays_bounded(&rules[k], D, S));
        stable += claimed;
      }
    }
  }
  assert_between(stable, 500, 1900); /* of 2,000: both kinds occur */
  /* a fixed point needs contraction besides */
  const lw_newmark fixed = {0.25, 0.25, 0.5, false};
  assert_true(lw_newmark_is_stable(&fixed, 1e-3, 2.0 * 800.0, 800.0 * 800.0));
  assert_false(lw_newmark_is_stable(&fixed, 1e-3, 2.0 * 900.0, 900.0 * 900.0));
}

/* A turn about a fixed axis is exact, however large. */
static void turns_are_exact(void** state)
{
  (void)state;
  uint32_t seed = 5;
  for (int k = 0; k < 50; k++) {
    double axis[3], p[4] = {0.5, -0.5, 0.5, 0.5}, q[4], rho[3];
    for (int i = 0; i < 3; i++) axis[i] = lw_test_random(&seed);
    lw_normalize3(axis, axis);
    const double angle   = k < 25 ? 1e-6 * k : 0.1 * k;
    const double turn[4] = {cos(0.5 * angle), axis[0] * sin(0.5 * angle),
                            axis[1] * sin(0.5 * angle), axis[2] * sin(0.5 * angle)};
    lw_quat_mul(q, turn, p);
    lw_scale3(rho, angle, axis);
    lw_rotation_turn(p, rho);
    assert_close(4, p, q, 1e-15);
  }
}

/* ---- S3's equations, written out for a point on a rod ---------------------------------------- */

/* A mass at r on a rod from the origin: Phi = (r . r - length^2)/(2 length),
 * Phi_q = n = r/length. */
#define MASS 2.0
#define ROD 0.5
#define OMEGA 20.0
#define XI 0.7
#define ALPHA 1e3
#define STEP 0.01
static const double weight[3] = {1.0, -9.81 * MASS, 0.5};

typedef struct point {
  double r[3], v[3], a[3], reaction, integral;
} point;

typedef struct rod {
  double n[3], rate[3]; /* Phi_q and its rate */
  double Phi, Phi_1;    /* Phi and Phi'       */
} rod;

static rod rod_at(const double r[3], const double v[3])
{
  rod x;
  lw_scale3(x.n, 1.0 / ROD, r);
  lw_scale3(x.rate, 1.0 / ROD, v);
  x.Phi   = 0.5 * (lw_dot(r, r) / ROD - ROD);
  x.Phi_1 = lw_dot(x.n, v);
  return x;
}

/* What a step has to make zero, for a guess z of its unknowns. */
typedef void equations(const point* start, const lw_newmark* rule, bool penalty, double h,
                       const double z[4], point* end, double g[4]);

/* S3 (5), (6) with (11), (12) or (13): z are accelerations and the reaction. h
 * = 0: where it starts. */
static void lagrangian(const point* o, const lw_newmark* rule, bool penalty, double h,
                       const double z[4], point* e, double g[4])
{
  *e = *o;
  for (int i = 0; i < 3; i++) {
    e->a[i] = z[i];
    e->r[i] = o->r[i] + h * o->v[i] + h * h * (rule->c * o->a[i] + rule->beta * z[i]);
    e->v[i] = o->v[i] + h * ((1.0 - rule->gamma) * o->a[i] + rule->gamma * z[i]);
  }
  e->reaction        = z[3];
  const rod    x     = rod_at(e->r, e->v);
  const double Phi_2 = lw_dot(x.n, e->a) + lw_dot(x.rate, e->v);
  for (int i = 0; i < 3; i++) g[i] = MASS * z[i] + x.n[i] * z[3] - weight[i];
  g[3] = Phi_2 + 2.0 * XI * OMEGA * x.Phi_1 + OMEGA * OMEGA * x.Phi;
  g[3] -= penalty ? z[3] / ALPHA : 0.0;
}

/* S3 (8) to (10) with (21), sigma reset in every step: z are velocities and sigma. */
static void hamiltonian(const point* o, const lw_newmark* rule, bool penalty, double h,
                        const double z[4], point* e, double g[4])
{
  const double theta = rule->gamma;
  (void)penalty;
  *e = *o;
  for (int i = 0; i < 3; i++) {
    e->v[i] = z[i];
    e->r[i] = o->r[i] + h * ((1.0 - theta) * o->v[i] + theta * z[i]);
  }
  const rod x = rod_at(e->r, e->v), x0 = rod_at(o->r, o->v);
  e->integral = o->integral + h * ((1.0 - theta) * x0.Phi + theta * x.Phi);
  for (int i = 0; i < 3; i++) {
    const double P = MASS * o->v[i] + h * (weight[i] + theta * x.rate[i] * z[3]);
    g[i]           = MASS * z[i] + x.n[i] * z[3] - P;
  }
  g[3] = x.Phi_1 + 2.0 * XI * OMEGA * x.Phi + OMEGA * OMEGA * e->integral;
}

/* A x = b by elimination */
static void solve_4(double A[4][4], double b[4])
{
  for (int k = 0; k < 4; k++) {
    int best = k;
    for (int i = k + 1; i < 4; i++) best = fabs(A[i][k]) > fabs(A[best][k]) ? i : best;
    for (int j = 0; j < 4; j++) {
      const double x = A[k][j];
      A[k][j]        = A[best][j];
      A[best][j]     = x;
    }
    const double x = b[k];
    b[k]           = b[best];
    b[best]        = x;
    for (int i = k + 1; i < 4; i++) {
      const double f = A[i][k] / A[k][k];
      for (int j = k; j < 4; j++) A[i][j] -= f * A[k][j];
      b[i] -= f * b[k];
    }
  }
  for (int k = 3; k >= 0; k--) {
    for (int j = k + 1; j < 4; j++) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
}

/* Newton with differences, until rounding is all that is left */
static point solve_step(equations* f, const point* o, const lw_newmark* rule, bool penalty,
                        double h, const double guess[3])
{
  double z[4] = {guess[0], guess[1], guess[2], 0.0}, A[4][4], g[4], near[4];
  point  e, unused;
  for (int n = 0; n < 20; n++) {
    f(o, rule, penalty, h, z, &e, g);
    for (int j = 0; j < 4; j++) {
      const double d = 1e-5, keep = z[j];
      z[j] += d;
      f(o, rule, penalty, h, z, &unused, near);
      for (int i = 0; i < 4; i++) A[i][j] = (near[i] - g[i]) / d;
      z[j] = keep;
    }
    solve_4(A, g);
    for (int i = 0; i < 4; i++) z[i] -= g[i];
  }
  f(o, rule, penalty, h, z, &e, g);
  return e;
}

/* The solver's steps are S3's equations, with every integrator. */
static void steps_are_those_of_S3(void** state)
{
  (void)state;
  static const struct {
    lw_integrator integrator;
    lw_newmark    rule;
  } rules[] = {
      {LW_FORWARD_EULER, {0.0, 0.0, 0.0, false}},
      {LW_SEMI_IMPLICIT_EULER, {1.0, 0.0, 0.0, false}},
      {LW_TRAPEZOIDAL_FIXED_POINT, {0.25, 0.25, 0.5, false}},
      {LW_TRAPEZOIDAL_NEWTON, {0.25, 0.25, 0.5, true}},
      {LW_NEWMARK, {0.5 - 0.3025, 0.3025, 0.6, true}},
  };
  const double I[3] = {0.1, 0.1, 0.1}, o[3] = {0.0}, at[3] = {0.3, 0.0, 0.4},
               v[3] = {0.8, 1.5, -0.6};
  for (int f = 0; f < 3; f++) {
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
      const bool momenta = formulations[f] == LW_AUGMENTED_HAMILTONIAN;
      const bool penalty = formulations[f] == LW_PENALTY;
      if (momenta &&
          (rules[k].integrator == LW_SEMI_IMPLICIT_EULER || rules[k].integrator == LW_NEWMARK)) {
        continue;
      }
      lw_model* m = lw_test_model(STEP);
      lw_test_set_gravity(m, weight[0] / MASS, weight[1] / MASS, weight[2] / MASS);
      lw_test_add_body(m, MASS, I, at);
      lw_test_add_rod(m, LW_GROUND, 0, o, at);
      lw_test_set_velocity(m, 0, v, o);
      m->settings.formulation          = formulations[f];
      m->settings.integrator           = rules[k].integrator;
      m->settings.penalty              = ALPHA;
      m->settings.omega                = OMEGA;
      m->settings.xi                   = XI;
      m->settings.beta                 = rules[k].rule.beta;
      m->settings.gamma                = rules[k].rule.gamma;
      m->value[m->settings.tolerance]  = 1e-14;
      m->value[m->settings.iterations] = 60;
      lw_instance* s                   = lw_test_start(m);
      point        p                   = {.integral = 0.0};
      lw_copy3(p.r, at);
      lw_copy3(p.v, v);
      if (!momenta) {
        p = solve_step(lagrangian, &p, &rules[k].rule, penalty, 0.0, o);
      }
      for (int n = 0; n < 30; n++) {
        lw_test_advance(s, STEP, 1);
        p = solve_step(momenta ? hamiltonian : lagrangian, &p, &rules[k].rule, penalty, STEP,
                       momenta ? p.v : p.a);
        /* rounding, and the tolerance; lambda of 60 N is known to 1e-14/h^2 of it */
        assert_close(3, s->q[0].r, p.r, 1e-10);
        assert_close(3, s->v[0].v, p.v, 1e-9);
        if (!momenta) {
          assert_near(s->lambda[0], p.reaction, 1e-6);
        }
      }
      assert_int_equal(s->halvings, 0);
      lw_test_end(s);
    }
  }
}

/* ---- rates ----------------------------------------------------------------------------------- */

/* sum over the sides of Phi_q^T sigma, into wrench (nside x 6) */
static void pull(const lw_instance* s, const double sigma[], double wrench[])
{
  const lw_structure* g = s->structure;
  memset(wrench, 0, (size_t)g->nside * 6 * sizeof *wrench);
  for (int q = 0; q < g->nside; q++) {
    const lw_connector* c = &g->connector[g->side[q].connector];
    for (int r = 0; r < c->nrow; r++) {
      for (int i = 0; i < 6; i++) {
        wrench[6 * q + i] += sigma[c->row + r] * s->J[g->side[q].jac + 6 * r + i];
      }
    }
  }
}

/* where bodies with constant velocities are after dt */
static void drift(lw_instance* s, double dt)
{
  for (int b = 0; b < s->model->nbody; b++) {
    double turn[3];
    lw_axpy3(s->q[b].r, dt, s->v[b].v);
    lw_scale3(turn, dt, s->v[b].w);
    lw_rotation_turn(s->q[b].p, turn);
  }
}

/* Phi_q'^T sigma against the difference of Phi_q^T sigma along the motion, for all joint types, a
 * drive and a coupling. */
static void rates_are_differences(void** state)
{
  (void)state;
  const double rate = 1.3;
  for (int type = 0; type < LW_JOINT_TYPE_COUNT; type++) {
    const lw_test_pair pair[3] = {{LW_GROUND, 0}, {0, 1}, {1, 2}};
    lw_model*  m = lw_test_random_mechanism(3, 3, pair, (lw_joint_type)type, 11u + (uint32_t)type);
    const bool slides = type == LW_PRISMATIC || type == LW_REVOLUTE;
    if (slides) {
      const int    joint[2] = {0, 2};
      const double ratio[2] = {1.5, -0.7};
      lw_test_add_motion(m, 1, LW_MOTION_VELOCITY, 1, &rate);
      lw_test_add_coupling(m, 2, joint, ratio, 0.1);
    }
    lw_test_finish(m);
    lw_instance*        s       = lw_test_instance(m);
    const lw_threads    threads = LW_ALONE;
    const lw_structure* g       = s->structure;
    uint32_t            seed    = 3;
    double              sigma[64], ahead[256], behind[256], here[256];
    assert_true(g->nrow_all <= 64 && 6 * g->nside <= 256);
    for (int r = 0; r < g->nrow_all; r++) sigma[r] = lw_test_random(&seed);
    for (int b = 0; b < m->nbody; b++) {
      s->q[b] = s->body[b].q0;
      for (int i = 0; i < 3; i++) {
        s->v[b].v[i] = lw_test_random(&seed);
        s->v[b].w[i] = lw_test_random(&seed);
      }
    }
    const double dt = 1e-4;
    lw_pass_positions(s, 0.2, &threads);
    memset(s->wrench, 0, (size_t)g->nside * LW_WRENCH * sizeof *s->wrench);
    for (int c = 0; c < g->nconnector; c++) lw_connector_add_rate(s, c, sigma);
    for (int q = 0; q < g->nside; q++) {
      memcpy(here + 6 * q, s->wrench + LW_WRENCH * q, 6 * sizeof *here);
    }
    drift(s, dt);
    lw_pass_positions(s, 0.2 + dt, &threads);
    pull(s, sigma, ahead);
    drift(s, -2.0 * dt);
    lw_pass_positions(s, 0.2 - dt, &threads);
    pull(s, sigma, behind);
    for (int i = 0; i < 6 * g->nside; i++) ahead[i] = (ahead[i] - behind[i]) / (2.0 * dt);
    /* the ground has no velocity of its own, and its sides are not looked at */
    for (int q = 0; q < g->nside; q++) {
      if (g->side[q].body != LW_GROUND) {
        /* difference: dt^2/6 times third derivatives of some 10, rounding 1e-16/dt */
        assert_close(6, here + 6 * q, ahead + 6 * q, 1e-6);
      }
    }
    lw_test_end(s);
  }
}

/* ---- steps ----------------------------------------------------------------------------------- */

static lw_instance* start(lw_model* m, lw_formulation formulation)
{
  m->settings.formulation = formulation;
  return lw_test_start(m);
}

static void* state_of(lw_instance* s)
{
  void* state = malloc(lw_instance_state_size(s));
  assert_non_null(state);
  lw_instance_get_state(s, state);
  return state;
}

/* Any number of threads gives the same state, bit by bit. */
static void threads_do_not_change_a_bit(void** state)
{
  (void)state;
  for (int f = 0; f < 3; f++) {
    for (int i = 0; i < 2; i++) {
      void* first = NULL;
      for (int threads = 1; threads <= 3; threads++) {
        lw_model*    m = i == 0 ? lw_test_tree(6, 0.005) : lw_test_loop(60, LW_SPHERICAL, 0.005);
        lw_instance* s = start(m, formulations[f]);
        lw_instance_set_threads(s, threads);
        lw_test_advance(s, 0.01, 2);
        void* now = state_of(s);
        if (first) {
          assert_memory_equal(now, first, lw_instance_state_size(s));
        }
        free(first);
        first = now;
        lw_test_end(s);
      }
      free(first);
    }
  }
}

/* Restoring a state and going on gives the same bits as going on at once. */
static void states_are_complete(void** state)
{
  (void)state;
  for (int f = 0; f < 3; f++) {
    lw_model* m = lw_test_ladder(3, 1.0, 2e-3);
    lw_test_add_actuator(m, 0);
    lw_instance* s = start(m, formulations[f]);
    assert_int_equal(lw_instance_set_input(s, 0, 0, 1.5), LW_OK);
    lw_test_advance(s, 0.01, 10);
    void* middle = state_of(s);
    lw_test_advance(s, 0.01, 10);
    void* end = state_of(s);
    assert_int_equal(lw_instance_set_state(s, middle, lw_instance_state_size(s)), LW_OK);
    lw_test_advance(s, 0.01, 10);
    void* again = state_of(s);
    assert_memory_equal(end, again, lw_instance_state_size(s));
    free(middle);
    free(end);
    free(again);
    lw_test_end(s);
  }
}

/* A torque of 2 N m turns a body of 0.5 kg m2 that a pin holds: every formulation is exact for a
 * constant acceleration. */
static void torques_act(void** state)
{
  (void)state;
  const double I[3] = {0.5, 0.5, 0.5}, o[3] = {0.0}, z[3] = {0.0, 0.0, 1.0};
  for (int f = 0; f < 3; f++) {
    lw_model* m = lw_test_model(0.01);
    lw_test_add_body(m, 1.0, I, o);
    lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, o, z);
    lw_test_add_actuator(m, 0);
    lw_instance* s = start(m, formulations[f]);
    double       q, a;
    assert_int_equal(lw_instance_set_input(s, 0, 0, 2.0), LW_OK);
    lw_test_get(s, LW_JOINT_QDD, 0, &a);
    assert_near(a, 4.0, 1e-9);
    lw_test_advance(s, 0.1, 2);
    lw_test_get(s, LW_JOINT_Q, 0, &q);
    assert_near(q, 0.5 * 4.0 * 0.2 * 0.2, 1e-9);
    lw_test_end(s);
  }
}

/* A drive whose velocity jumps takes the mechanism along at once: no step resolves an impulse. */
static void drives_are_followed(void** state)
{
  (void)state;
  const double I[3] = {0.5, 0.5, 0.5}, o[3] = {0.0}, z[3] = {0.0, 0.0, 1.0};
  for (int f = 0; f < 3; f++) {
    lw_model* m = lw_test_model(0.01);
    lw_test_add_body(m, 1.0, I, o);
    lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, o, z);
    lw_test_add_motion(m, 0, LW_MOTION_INPUT, 0, NULL);
    lw_instance* s = start(m, formulations[f]);
    double       q, qd;
    lw_test_advance(s, 0.1, 1);
    assert_int_equal(lw_instance_set_input(s, 0, 0, 0.0), LW_OK);
    assert_int_equal(lw_instance_set_input(s, 0, 1, 3.0), LW_OK);
    lw_test_advance(s, 0.1, 1);
    lw_test_get(s, LW_JOINT_Q, 0, &q);
    lw_test_get(s, LW_JOINT_QD, 0, &qd);
    assert_near(q, 0.3, 1e-6);
    assert_near(qd, 3.0, 1e-4);
    lw_test_end(s);
  }
}

/* Steps with inputs set and outputs read allocate nothing. */
static void steps_allocate_nothing(void** state)
{
  (void)state;
  for (int f = 0; f < 3; f++) {
    lw_model* m = lw_test_ladder(3, 1.0, 1e-3);
    lw_test_add_actuator(m, 0);
    lw_instance* s      = start(m, formulations[f]);
    const long   before = lw_test_allocations();
    for (int k = 0; k < 200; k++) {
      double force[3];
      assert_int_equal(lw_instance_set_input(s, 0, 0, 0.01 * k), LW_OK);
      assert_int_equal(lw_instance_advance(s, 1e-3, NULL), LW_OK);
      assert_int_equal(lw_instance_get(s, LW_JOINT_FORCE, 0, force), LW_OK);
    }
    assert_int_equal(lw_test_allocations(), before);
    lw_test_end(s);
  }
}

/* Reactions are those of index 3. */
static void reactions_are_those_of_index_3(void** state)
{
  (void)state;
  double expected[8][3];
  for (int f = -1; f < 3; f++) {
    lw_instance* s = start(lw_test_ladder(2, 1.0, 5e-4), f < 0 ? LW_INDEX3_DCA : formulations[f]);
    lw_test_advance(s, 0.05, 4);
    const int n = lw_instance_model(s)->njoint;
    assert_true(n <= 8);
    for (int j = 0; j < n; j++) {
      double force[3];
      lw_test_get(s, LW_JOINT_FORCE, j, force);
      if (f < 0) {
        memcpy(expected[j], force, sizeof force);
      } else {
        /* truncation: some 30 N, 1e-6 of it at this step. Measured: 3e-5 N */
        assert_close(3, force, expected[j], 3e-4);
      }
    }
    lw_test_end(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stability_is_what_steps_show),
      cmocka_unit_test(turns_are_exact),
      cmocka_unit_test(steps_are_those_of_S3),
      cmocka_unit_test(rates_are_differences),
      cmocka_unit_test(threads_do_not_change_a_bit),
      cmocka_unit_test(states_are_complete),
      cmocka_unit_test(torques_act),
      cmocka_unit_test(drives_are_followed),
      cmocka_unit_test(steps_allocate_nothing),
      cmocka_unit_test(reactions_are_those_of_index_3),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
