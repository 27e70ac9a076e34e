/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_reactions.c - reported reactions: in balance with the motion, and the least
 * ones where several would do.
 */
#include "simulation/reactions.h"

#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "check.h"
#include "dense.h"
#include "mechanics/body.h"
#include "mechanics/passes.h"
#include "mechanism.h"
#include "random.h"

/* ---- balance --------------------------------------------------------------------------------- */

/* m a = m gravity + forces and J alpha + w x J w = moments of every body, with the reported
 * reactions on the child at its joint point and their opposites on the parent. */
static void check_balance(lw_instance* s, double tol)
{
  const lw_model* m = s->model;
  double          sum[64][6];
  memset(sum, 0, sizeof sum);
  lw_pass_lazy_coordinates(s); /* joint points are read below */
  for (int b = 0; b < m->nbody; b++) {
    double a[3], z[3], w[3], Jz[3], Jw[3], gyro[3];
    lw_test_get(s, LW_BODY_A, b, a);
    lw_test_get(s, LW_BODY_Z, b, z);
    lw_test_get(s, LW_BODY_W, b, w);
    lw_body_turn_inertia(s, b);
    lw_mat3_vec(Jz, s->inertia[b].J, z);
    lw_mat3_vec(Jw, s->inertia[b].J, w);
    lw_cross(gyro, w, Jw);
    for (int i = 0; i < 3; i++) {
      sum[b][i]     = s->body[b].mass * (a[i] - s->value[m->gravity + i]);
      sum[b][3 + i] = Jz[i] + gyro[i];
    }
  }
  for (int j = 0; j < m->njoint; j++) {
    double f[3], n[3], arm[3], moment[3], at[3];
    lw_test_get(s, LW_JOINT_FORCE, j, f);
    lw_test_get(s, LW_JOINT_TORQUE, j, n);
    for (int e = 0; e < 2; e++) {
      const int    b    = e ? m->joint[j].child : m->joint[j].parent;
      const double sign = e ? -1.0 : 1.0;
      if (b == LW_GROUND) {
        continue;
      }
      /* the child's joint point, also for the force on the parent: action and
       * reaction share a line */
      lw_add3(at, s->placement[m->joint[j].child].r, s->place[j].b);
      lw_sub3(arm, at, s->q[b].r);
      lw_cross(moment, arm, f);
      lw_axpy3(sum[b], sign, f);
      lw_axpy3(sum[b] + 3, sign, n);
      lw_axpy3(sum[b] + 3, sign, moment);
    }
  }
  for (int b = 0; b < m->nbody; b++) {
    const double zero[6] = {0.0};
    assert_close(6, sum[b], zero, tol);
  }
}

/* The reported reactions satisfy the equations of Newton and Euler for every body, with and without
 * redundancy, after steps. */
static void reactions_balance_every_body(void** state)
{
  (void)state;
  const lw_test_pair pair[5] = {{LW_GROUND, 0}, {0, 1}, {1, 2}, {0, 3}, {LW_GROUND, 4}};
  for (int i = 0; i < 12; i++) {
    const lw_joint_type any  = LW_JOINT_TYPE_COUNT;
    const uint32_t      seed = (uint32_t)i;
    lw_model*           m    = i == 0   ? lw_test_chain(6, LW_SPHERICAL, 1e-3)
                               : i == 1 ? lw_test_chain(6, LW_REVOLUTE, 1e-3)
                               : i == 2 ? lw_test_loop(4, LW_REVOLUTE, 1e-3)
                               : i == 3 ? lw_test_ladder(3, 1.0, 1e-3)
                                        : lw_test_random_mechanism(5, 5, pair, any, seed);
    lw_instance*        s    = lw_test_start(m);
    /* rounding and what is open at the acceleration level, 1e-9, times masses. Measured: 3e-10 */
    check_balance(s, 1e-8);
    lw_test_advance(s, 1e-3, 50);
    /* With redundant rows a solve is good to 1e-6 of what it moves, which from Newton's values is
     * 1e-2. Measured: 1.6e-8 on the ladder, else 3e-10 */
    check_balance(s, i == 3 ? 1e-7 : 1e-8);
    lw_test_end(s);
  }
}

/* ---- redundancy ------------------------------------------------------------------------------ */

/* all Jacobian rows as a dense matrix, nrow x 6 nbody */
static void dense_jacobian(const lw_instance* s, double* A)
{
  const lw_structure* g   = s->structure;
  const int           n   = 6 * g->nbody;
  int                 row = 0;
  memset(A, 0, (size_t)(g->nrow * n) * sizeof *A);
  for (int k = 0; k < g->nconnector; k++) {
    const lw_connector* c = &g->connector[k];
    for (int r = 0; r < c->nrow; r++, row++) {
      for (int q = c->side; q < c->side + c->nside; q++) {
        if (g->side[q].body != LW_GROUND) {
          memcpy(A + row * n + 6 * g->side[q].body, s->J + g->side[q].jac + 6 * r, 6 * sizeof *A);
        }
      }
    }
  }
}

/* Of all multipliers that exert the same forces, those reported have the least norm: they
 * have no part that exerts none. The part of a vector in the range of Phi_q is found here by
 * dense orthogonalisation. */
static void reported_multipliers_are_the_least(void** state)
{
  (void)state;
  for (int i = 0; i < 3; i++) {
    lw_model*    m = i == 0   ? lw_test_loop(4, LW_REVOLUTE, 1e-3)
                     : i == 1 ? lw_test_ladder(2, 1.0, 1e-3)
                              : lw_test_ladder(4, 0.7, 1e-3);
    lw_instance* s = lw_test_start(m);
    lw_test_advance(s, 1e-3, 20);
    double f[3];
    lw_test_get(s, LW_JOINT_FORCE, 0, f); /* brings the reactions up to date */
    const int     n = 6 * s->structure->nbody, rows = s->structure->nrow;
    static double A[80 * 60], x[80], y[80], column[60][80];
    assert_true(rows <= 80 && n <= 60);
    dense_jacobian(s, A);
    int row = 0;
    for (int k = 0; k < s->structure->nconnector; k++) {
      const lw_connector* c = &s->structure->connector[k];
      for (int r = 0; r < c->nrow; r++) x[row++] = s->reaction[c->row + r];
    }
    memcpy(y, x, sizeof y);
    /* take the columns of Phi_q out of y, each made orthogonal to those
     * before, twice for rounding */
    int basis = 0;
    for (int k = 0; k < n; k++) {
      double v[80], length = 0.0;
      for (int r = 0; r < rows; r++) v[r] = A[r * n + k];
      for (int pass = 0; pass < 2; pass++) {
        for (int b = 0; b < basis; b++) {
          double dot = 0.0;
          for (int r = 0; r < rows; r++) dot += v[r] * column[b][r];
          for (int r = 0; r < rows; r++) v[r] -= dot * column[b][r];
        }
      }
      for (int r = 0; r < rows; r++) length += v[r] * v[r];
      if (length > 1e-16) {
        double dot = 0.0;
        for (int r = 0; r < rows; r++) column[basis][r] = v[r] / sqrt(length);
        for (int r = 0; r < rows; r++) dot += y[r] * column[basis][r];
        for (int r = 0; r < rows; r++) y[r] -= dot * column[basis][r];
        basis++;
      }
    }
    assert_true(basis < rows); /* there is redundancy */
    double largest = 0.0;
    for (int r = 0; r < rows; r++) largest = fmax(largest, fabs(x[r]));
    for (int r = 0; r < rows; r++) {
      /* the metric of 1e-8, and two or three passes: about 1e-8 of the largest. Measured: 4e-15 */
      assert_below(y[r], 1e-7 * largest);
    }
    lw_test_end(s);
  }
}

/* two parallel chains of a parallelogram, its joints listed in any order */
static lw_model* shuffled_ladder(const int order[7])
{
  lw_model* m = lw_test_ladder(2, 1.0, 1e-3);
  lw_joint  joint[7];
  assert_int_equal(m->njoint, 7);
  memcpy(joint, m->joint, sizeof joint);
  for (int j = 0; j < 7; j++) m->joint[j] = joint[order[j]];
  return m;
}

/* Reactions do not depend on the order of the joints in the file. */
static void reactions_do_not_depend_on_the_order_of_the_file(void** state)
{
  (void)state;
  const int order[2][7] = {{0, 1, 2, 3, 4, 5, 6}, {6, 2, 4, 0, 5, 1, 3}};
  double    f[2][7][6];
  for (int k = 0; k < 2; k++) {
    lw_instance* s = lw_test_start(shuffled_ladder(order[k]));
    lw_test_advance(s, 1e-3, 100);
    for (int j = 0; j < 7; j++) {
      lw_test_get(s, LW_JOINT_FORCE, j, f[k][order[k][j]]);
      lw_test_get(s, LW_JOINT_TORQUE, j, f[k][order[k][j]] + 3);
    }
    lw_test_end(s);
  }
  for (int j = 0; j < 7; j++) {
    /* 100 steps that differ by rounding, magnified by pivots of 1e-7; forces of
     * 20 N. Measured: 2e-15 */
    assert_close(6, f[0][j], f[1][j], 1e-7);
  }
}

/* A load that two hinges of a door share is shared in halves, although one is nearer to its centre
 * of mass and moves less under the same force: what counts is the norm of the forces. */
static void two_hinges_share_a_load_in_halves(void** state)
{
  (void)state;
  const double I[3] = {1.0, 1.0, 1.0}, at[3] = {0.5, 0.0, 0.0}, z[3] = {0.0, 0.0, 1.0};
  const double low[3] = {0.0, 0.0, -0.5}, high[3] = {0.0, 0.0, 3.0};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_set_gravity(m, 0.0, 0.0, -10.0);
  lw_test_add_body(m, 2.0, I, at);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, low, z);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, high, z);
  lw_instance* s = lw_test_start(m);
  double       a[3], b[3];
  lw_test_get(s, LW_JOINT_FORCE, 0, a);
  lw_test_get(s, LW_JOINT_FORCE, 1, b);
  /* 20 N upwards; the metric of 1e-8 leaves as much of it. Measured: 5e-8. In the metric of the
   * masses it would be 17 and 3 N */
  assert_near(a[2], 10.0, 1e-6);
  assert_near(b[2], 10.0, 1e-6);
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reactions_balance_every_body),
      cmocka_unit_test(reported_multipliers_are_the_least),
      cmocka_unit_test(reactions_do_not_depend_on_the_order_of_the_file),
      cmocka_unit_test(two_hinges_share_a_load_in_halves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
