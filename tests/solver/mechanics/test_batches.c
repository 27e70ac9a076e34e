/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_batches.c - bodies and joints computed side by side, against one at a time: by the formulas
 * of joint.c, and in batches that are full, nearly empty and cut into parts.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "mechanism.h"
#include "random.h"
#include "step/close_rows.h"
#include "step/project.h"

/* Numbers up to some tens, in sums of a few products. Measured: 8e-15. */
#define TOL 1e-12
#define BODIES_MAX 11

static const lw_joint_type types[] = {LW_FIXED, LW_REVOLUTE, LW_UNIVERSAL, LW_SPHERICAL};

/* A chain of n bodies anywhere, with random velocities and multipliers. */
static lw_instance* random_chain(int n, lw_joint_type type, bool portable, uint32_t* seed)
{
  lw_test_pair pair[BODIES_MAX] = {{0}};
  for (int i = 0; i < n; i++) pair[i] = (lw_test_pair){i - 1, i};
  lw_model* m          = lw_test_random_mechanism(n, n, pair, type, *seed);
  m->settings.portable = portable;
  lw_test_finish(m);
  lw_instance* s = lw_test_instance(m);
  for (int b = 0; b < n; b++) {
    s->q[b] = s->body[b].q0;
    lw_test_random_fill(seed, 3, 2.0, s->v[b].v);
    lw_test_random_fill(seed, 3, 2.0, s->v[b].w);
  }
  lw_test_random_fill(seed, s->structure->nrow_all, 5.0, s->lambda);
  return s;
}

/* Placements, then places, rows and wrenches of all joints. */
static void assert_rows(lw_instance* s)
{
  const lw_threads    alone = LW_ALONE;
  const lw_structure* g     = s->structure;
  lw_pass_positions(s, 0.0, &alone);
  lw_pass_forces(s, 0.0, LW_WRENCHES_ALL, &alone);
  for (int b = 0; b < g->nbody; b++) {
    double R[9];
    lw_rotation_matrix(R, s->q[b].p);
    assert_close(3, s->placement[b].r, s->q[b].r, 0.0);
    assert_close(9, s->placement[b].R, R, TOL);
  }
  for (int j = 0; j < s->model->njoint; j++) {
    const lw_joint*     joint = &s->model->joint[j];
    const lw_connector* c     = &g->connector[j];
    lw_joint_frames     place;
    double              Phi[6], J[2][36], gamma[6], f[2][6] = {{0.0}};
    lw_joint_frames_compute(joint->type, &s->geometry[j], &s->placement[joint->parent],
                            &s->placement[joint->child], &place);
    lw_joint_residual(joint->type, &place, Phi);
    lw_joint_jacobian(joint->type, &place, J[0], J[1]);
    lw_joint_gamma(joint->type, &place, &s->v[joint->parent], &s->v[joint->child], gamma);
    assert_close(c->nrow, s->Phi + c->row, Phi, TOL);
    assert_close(3, s->place[j].a, place.a, TOL);
    assert_close(3, s->place[j].b, place.b, TOL);
    lw_connectors_prescribe(s, g->npart, 0.0, true);
    for (int k = 0; k < g->npart; k++) lw_connectors_prescribe(s, k, 0.0, true);
    assert_close(c->nrow, s->prescribed + c->row, gamma, TOL);
    for (int e = 0; e < 2; e++) {
      assert_close(6 * c->nrow, s->J + g->side[c->side + e].jac, J[e], TOL);
      for (int r = 0; r < c->nrow; r++) {
        for (int i = 0; i < 6; i++) f[e][i] -= s->lambda[c->row + r] * J[e][6 * r + i];
      }
      assert_close(6, s->wrench + LW_WRENCH * (c->side + e), f[e], TOL);
    }
  }
}

static void a_batch_computes_what_one_does(void** state)
{
  (void)state;
  uint32_t seed = 5;
  for (int n = 1; n <= BODIES_MAX; n++) {
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
      for (int portable = 0; portable < 2; portable++) {
        lw_instance* s = random_chain(n, types[k], portable == 1, &seed);
        assert_rows(s);
        lw_test_end(s);
      }
    }
  }
}

/* What the rows lack of what is prescribed, of all joints and as a norm of angles. */
static void row_residuals_are_those_of_the_jacobians(void** state)
{
  (void)state;
  const lw_threads alone = LW_ALONE;
  uint32_t         seed  = 9;
  for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
    lw_instance*        s   = random_chain(7, types[k], false, &seed);
    const lw_structure* g   = s->structure;
    double              sum = 0.0;
    lw_pass_positions(s, 0.0, &alone);
    lw_test_random_fill(&seed, g->nrow_all, 3.0, s->prescribed);
    const double norm = lw_row_residuals(s, s->v, &alone);
    for (int j = 0; j < g->nconnector; j++) {
      const lw_connector* c = &g->connector[j];
      for (int r = 0; r < c->nrow; r++) {
        double e = s->prescribed[c->row + r];
        for (int q = c->side; q < c->side + 2; q++) {
          const double* J = s->J + g->side[q].jac + 6 * r;
          e -= lw_dot(J, s->v[g->side[q].body].v) + lw_dot(J + 3, s->v[g->side[q].body].w);
        }
        assert_near(s->open[c->row + r], e, TOL);
        assert_near(s->x[g->offset[g->nbody + j] + r], e, TOL);
        sum += e * e * s->row_unit[c->row + r] * s->row_unit[c->row + r];
      }
    }
    assert_near(norm, sqrt(sum), TOL);
    lw_test_end(s);
  }
}

/* Every body, connector and pair is in exactly one batch or list, and a batch within a part. */
static void batches_cover_everything_once(void** state)
{
  (void)state;
  lw_instance*        s    = lw_test_start(lw_test_tree(7, 0.001));
  const lw_structure* g    = s->structure;
  int*                seen = calloc((size_t)g->nnode + 1, sizeof *seen);
  assert_non_null(seen);
  assert_true(g->npart > 1);
  for (int k = 0; k <= g->npart; k++) {
    for (int q = g->bodies.first[k]; q < g->bodies.first[k + 1]; q++) {
      const lw_batch* batch = &g->bodies.batch[q];
      for (int i = 0; i < batch->n; i++) {
        const int at = g->position[batch->id[i]];
        assert_true(at >= g->part_begin[k] && at < g->part_begin[k + 1]);
        assert_int_equal(batch->kind, g->node[at].leaf ? 1 : 0);
        seen[batch->id[i]]++;
      }
    }
    for (int q = g->points.first[k]; q < g->points.first[k + 1]; q++) {
      const lw_batch* batch = &g->points.batch[q];
      for (int i = 0; i < batch->n; i++) seen[g->nbody + batch->id[i]]++;
    }
    for (int i = g->single_connectors.first[k]; i < g->single_connectors.first[k + 1]; i++) {
      seen[g->nbody + g->single_connectors.id[i]]++;
    }
  }
  for (int i = 0; i < g->nnode; i++) assert_int_equal(seen[i], 1);
  free(seen);
  lw_test_end(s);
}

/* Direct bodies take the forces of their joints from the batches of the joints: the same forces
 * that the joints write for other bodies, in lanes that are full and where some bodies have fewer
 * sides. */
static void direct_bodies_sum_the_forces_of_their_joints(void** state)
{
  (void)state;
  const lw_threads alone = LW_ALONE;
  for (int i = 0; i < 8; i++) {
    uint32_t            seed = 40 + (uint32_t)i;
    const lw_joint_type type = i < 4 ? LW_SPHERICAL : LW_REVOLUTE;
    lw_instance*        s    = random_chain(i % 2 ? 7 : BODIES_MAX, type, i / 2 % 2, &seed);
    lw_structure*       g    = s->structure;
    double              x[2][8 * BODIES_MAX];
    lw_pass_positions(s, 0.0, &alone);
    lw_pass_forces(s, 0.0, LW_WRENCHES_ALL, &alone); /* all of them */
    for (int b = 0; b < g->nbody; b++) {
      lw_test_random_fill(&seed, 3, 1.0, s->a[b].v);
      lw_test_random_fill(&seed, 3, 1.0, s->a[b].w);
    }
    for (int k = 0; k < 2; k++) {
      for (int q = 0; q < g->bodies.first[g->npart + 1]; q++) {
        assert_int_equal(g->bodies.batch[q].joint_rows, k ? 0 : i < 4 ? 3 : 5);
      }
      for (int part = 0; part <= g->npart; part++) {
        lw_part_residual(s, part, 0.0, 1.0, false);
      }
      for (int b = 0; b < g->nbody; b++) memcpy(x[k] + 8 * b, s->x + g->offset[b], sizeof s->v[b]);
      for (int q = 0; q < g->bodies.first[g->npart + 1]; q++) g->bodies.batch[q].joint_rows = 0;
    }
    assert_close(8 * g->nbody, x[0], x[1], TOL);
    lw_test_end(s);
  }
}

/* A body with a spring is not direct; its neighbours, which have point joints only, are. */
static void bodies_beside_springs_are_not_direct(void** state)
{
  (void)state;
  lw_model*    m     = lw_test_chain(12, LW_SPHERICAL, 1e-3);
  const double at[3] = {0.0, 0.0, 0.0}, one[4] = {1.0, 0.0, 0.0, 0.0};
  const int    from = lw_test_add_frame(m, LW_GROUND, at, one);
  lw_test_add_spring(m, from, lw_test_add_frame(m, 5, at, one), 100.0, 1.0, 1.0);
  lw_instance*        s = lw_test_start(m);
  const lw_structure* g = s->structure;
  assert_true(g->reads_jacobians); /* those of the spring */
  int others = 0;
  for (int q = 0; q < g->bodies.first[g->npart + 1]; q++) {
    const lw_batch* batch = &g->bodies.batch[q];
    bool            has   = false;
    for (int l = 0; l < batch->n; l++) has = has || batch->id[l] == 5;
    assert_int_equal(batch->joint_rows, has ? 0 : 3);
    others += has;
  }
  assert_int_equal(others, 1);
  lw_test_end(s);
}

/* A long chain's parts leave a few sums to the separator, however long they are. */
static void parts_leave_little_to_the_separator(void** state)
{
  (void)state;
  const int size[2] = {256, 2048};
  for (int i = 0; i < 2; i++) {
    lw_instance*        s = lw_test_start(lw_test_chain(size[i], LW_SPHERICAL, 1e-3));
    const lw_structure* g = s->structure;
    assert_true(g->npart > 2 && g->separator_is_points);
    for (int k = 0; k < g->npart; k++) {
      /* of a block between two joints, of two pivots side by side; of both right-hand sides */
      assert_in_range(g->separator_term_begin[LW_TERM_BLOCK][k + 1] -
                          g->separator_term_begin[LW_TERM_BLOCK][k],
                      1, 2);
      assert_int_equal(g->separator_term_begin[LW_TERM_VECTOR][k + 1] -
                           g->separator_term_begin[LW_TERM_VECTOR][k],
                       1);
      assert_in_range(g->separator_arms.first[k + 1] - g->separator_arms.first[k], 1, 2);
      assert_int_equal(g->row_ranges.first[k + 1] - g->row_ranges.first[k], 1);
      for (int e = g->separator_term_begin[LW_TERM_BLOCK][k];
           e < g->separator_term_begin[LW_TERM_BLOCK][k + 1]; e++) {
        assert_int_equal(g->separator_terms[e].to % 4, 0);
        assert_in_range(g->separator_terms[e].n, 1, 2);
      }
    }
    lw_test_end(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_batch_computes_what_one_does),
      cmocka_unit_test(row_residuals_are_those_of_the_jacobians),
      cmocka_unit_test(batches_cover_everything_once),
      cmocka_unit_test(direct_bodies_sum_the_forces_of_their_joints),
      cmocka_unit_test(bodies_beside_springs_are_not_direct),
      cmocka_unit_test(parts_leave_little_to_the_separator),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
