/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_joint_rows.c - rows of couplings and motions at random configurations, against
 * differences along a random motion.
 */
#include <math.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "mechanism.h"
#include "random.h"
#include "simulation/initial_coordinates.h"

#define H 1e-4 /* of time: truncation H^2 x 100, rounding 1e-16 / H */

/* Six random bodies on joints with all kinds of coordinates, coupled; three of them driven. */
static lw_instance* random_mechanism(uint32_t* seed)
{
  const lw_joint_type types[6] = {LW_REVOLUTE,  LW_PRISMATIC, LW_CYLINDRICAL,
                                  LW_UNIVERSAL, LW_PLANAR,    LW_POINT_ON_LINE};
  const double        I[3] = {0.3, 0.4, 0.5}, poly[4] = {0.2, 0.5, -0.7, 0.3}, rate = 0.9;
  lw_model*           m = lw_test_model(1e-3);
  for (int i = 0; i < 6; i++) {
    double at[3], quat[4], joint[3], axis[3];
    lw_test_random_fill(seed, 3, 1.0, at);
    lw_test_random_quat(seed, quat);
    lw_test_random_fill(seed, 3, 1.0, joint);
    lw_test_random_fill(seed, 3, 1.0, axis);
    const int b = lw_test_add_body(m, 1.0, I, at);
    lw_test_set_quat(m, b, quat);
    /* every second one is joined to the one before it */
    lw_test_add_joint(m, types[i], i % 2 ? b - 1 : LW_GROUND, b, joint, axis);
  }
  for (int i = 0; i < 3; i++) { /* a revolute on each of the last three, to be driven */
    double at[3], axis[3];
    lw_test_random_fill(seed, 3, 1.0, at);
    lw_test_random_fill(seed, 3, 1.0, axis);
    const int b = lw_test_add_body(m, 1.0, I, at);
    lw_test_add_joint(m, i == 2 ? LW_PRISMATIC : LW_REVOLUTE, 3 + i, b, at, axis);
  }
  lw_test_add_motion(m, 6, LW_MOTION_POLYNOMIAL, 4, poly);
  lw_test_add_motion(m, 7, LW_MOTION_VELOCITY, 1, &rate);
  lw_test_add_motion(m, 8, LW_MOTION_INPUT, 0, NULL);

  /* couplings over one coordinate of each joint, and over all coordinates of one */
  const int    joint[6] = {0, 1, 2, 3, 4, 5};
  const double ratio[6] = {1.0, -2.0, 0.5, 3.0, -1.5, 0.7};
  lw_test_add_coupling(m, 6, joint, ratio, 0.1);
  const int first = m->ncoupling_term;
  lw_test_add_coupling(m, 2, joint + 2, ratio, 0.0);
  m->coupling_term[first].coordinate     = 1; /* of the cylindrical one */
  m->coupling_term[first + 1].coordinate = 1; /* of the universal one   */
  const int next                         = m->ncoupling_term;
  lw_test_add_coupling(m, 1, joint + 4, ratio + 1, 0.0);
  m->coupling_term[next].coordinate = 2; /* of the planar one */

  for (int j = 0; j < m->njoint; j++) {
    const int nq = lw_joint_info_get(m->joint[j].type)->nq;
    double    q[3], qd[3];
    lw_test_random_fill(seed, 3, 3.0, q);
    lw_test_random_fill(seed, 3, 1.0, qd);
    m->joint[j].q0  = lw_model_add_values(m, nq, q);
    m->joint[j].qd0 = lw_model_add_values(m, nq, qd);
  }
  lw_test_finish(m);
  return lw_test_instance(m);
}

/* A place for each body, and its velocities. */
typedef struct motion {
  lw_pose  q[9];
  lw_twist v[9];
} motion;

/* Where the joints' random coordinates and rates put the bodies: angles are those of closed joints.
 * Couplings and drives are as open as can be. */
static motion random_motion(lw_instance* s)
{
  motion m;
  for (int b = 0; b < 9; b++) {
    s->q[b] = s->body[b].q0;
    s->v[b] = s->body[b].v0;
  }
  lw_initial_coordinates_place(s);
  for (int b = 0; b < 9; b++) {
    m.q[b] = s->q[b];
    m.v[b] = s->v[b];
  }
  return m;
}

/* Where the bodies are a time t later, moving on with constant velocities: residuals, and what the
 * rows lack of the prescribed rates, Phi_q v + Phi_t. */
static void measure(lw_instance* s, const motion* m, double t, double Phi[], double rate[])
{
  const lw_structure* g = s->structure;
  for (int b = 0; b < 9; b++) {
    double       turn[4], n[3] = {0.0};
    const double w = lw_norm(m->v[b].w);
    assert_true(lw_normalize3(n, m->v[b].w));
    turn[0] = cos(0.5 * w * t);
    for (int i = 0; i < 3; i++) {
      turn[1 + i]  = sin(0.5 * w * t) * n[i];
      s->q[b].r[i] = m->q[b].r[i] + t * m->v[b].v[i];
    }
    lw_quat_mul(s->q[b].p, turn, m->q[b].p);
    s->v[b] = m->v[b];
  }
  const lw_threads alone = LW_ALONE;
  lw_pass_positions(s, t, &alone);
  for (int k = 0; k < g->nconnector; k++) {
    const lw_connector* c = &g->connector[k];
    lw_connector_prescribe_rate(s, k, t);
    for (int r = 0; r < c->nrow; r++) {
      double sum = -s->prescribed[c->row + r];
      for (int q = c->side; q < c->side + c->nside; q++) {
        const lw_side* side = &g->side[q];
        const double*  J    = s->J + side->jac + 6 * r;
        if (side->body != LW_GROUND) {
          sum += lw_dot(J, s->v[side->body].v) + lw_dot(J + 3, s->v[side->body].w);
        }
      }
      Phi[c->row + r]  = s->Phi[c->row + r];
      rate[c->row + r] = sum;
    }
  }
}

/* Rates are the derivatives of the residuals, and -gamma those of the rates
 * while nothing accelerates. */
static void rates_and_accelerations_are_derivatives(void** state)
{
  (void)state;
  enum { MOST = 80 };
  uint32_t seed     = 7;
  double   worst[2] = {0.0, 0.0};
  for (int round = 0; round < 20; round++) {
    lw_instance* s = random_mechanism(&seed);
    const int    n = s->structure->nrow;
    assert_true(s->structure->nrow_all <= MOST);
    /* an input with all its derivatives */
    assert_int_equal(lw_instance_set_input(s, 0, 0, 0.3), LW_OK);
    assert_int_equal(lw_instance_set_input(s, 0, 1, -0.8), LW_OK);
    assert_int_equal(lw_instance_set_input(s, 0, 2, 0.6), LW_OK);
    const motion m = random_motion(s);
    double       before[MOST], after[MOST], rate_before[MOST], rate_after[MOST];
    double       Phi[MOST], rate[MOST];
    measure(s, &m, -H, before, rate_before);
    measure(s, &m, H, after, rate_after);
    measure(s, &m, 0.0, Phi, rate);
    int rows = 0;
    for (int k = 0; k < s->structure->nconnector; k++) {
      const lw_connector* c = &s->structure->connector[k];
      lw_connector_prescribe_gamma(s, k, 0.0);
      for (int r = c->row; r < c->row + c->nrow; r++, rows++) {
        worst[0] = fmax(worst[0], fabs((after[r] - before[r]) / (2.0 * H) - rate[r]));
        worst[1] =
            fmax(worst[1], fabs((rate_after[r] - rate_before[r]) / (2.0 * H) + s->prescribed[r]));
      }
    }
    assert_int_equal(rows, n);
    lw_test_end(s);
  }
  print_message("rates %.2g, accelerations %.2g\n", worst[0], worst[1]);
  /* truncation of central differences; measured 1.1e-8 and 2.1e-8 */
  assert_below(worst[0], 1e-7);
  assert_below(worst[1], 1e-7);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rates_and_accelerations_are_derivatives),
  };
  return cmocka_run_group_tests_name("test_rows", tests, NULL, NULL);
}
