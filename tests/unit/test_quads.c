/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_quads.c - bodies and joints computed side by side, against one at a time: by the formulas of joint.c, and in
 * quads that are full, nearly empty and cut into parts.
 */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "connectors.h"
#include "linalg.h"
#include "mechanism.h"
#include "project.h"
#include "random.h"
#include "rotation.h"
#include "sweep.h"

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
  const lw_team       alone = LW_ALONE;
  const lw_structure* g     = s->structure;
  lw_sweep_positions(s, 0.0, &alone);
  lw_sweep_forces(s, 0.0, true, &alone);
  for (int b = 0; b < g->nbody; b++) {
    double R[9];
    lw_rotation_matrix(R, s->q[b].p);
    assert_close(3, s->placement[b].r, s->q[b].r, 0.0);
    assert_close(9, s->placement[b].R, R, TOL);
  }
  for (int j = 0; j < s->model->njoint; j++) {
    const lw_joint*     joint = &s->model->joint[j];
    const lw_connector* c     = &g->connector[j];
    lw_joint_place      place;
    double              Phi[6], J[2][36], gamma[6], f[2][6] = {{0.0}};
    lw_joint_place_compute(joint->type, &s->geometry[j], &s->placement[joint->parent],
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

static void quads_are_what_one_is(void** state)
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

/* What the rows lack of what is prescribed, of all joints and as a norm. */
static void open_rows_are_those_of_the_jacobians(void** state)
{
  (void)state;
  const lw_team alone = LW_ALONE;
  uint32_t      seed  = 9;
  for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
    lw_instance*        s   = random_chain(7, types[k], false, &seed);
    const lw_structure* g   = s->structure;
    double              sum = 0.0;
    lw_sweep_positions(s, 0.0, &alone);
    lw_test_random_fill(&seed, g->nrow_all, 3.0, s->prescribed);
    const double norm = lw_open_rows(s, s->v, &alone);
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
        sum += e * e;
      }
    }
    assert_near(norm, sqrt(sum), TOL);
    lw_test_end(s);
  }
}

/* Every body, connector and pair is in just one quad or list, and a quad stays in its share. */
static void quads_cover_everything_once(void** state)
{
  (void)state;
  lw_instance*        s    = lw_test_start(lw_test_tree(7, 0.001));
  const lw_structure* g    = s->structure;
  int*                seen = calloc((size_t)g->nnode + 1, sizeof *seen);
  assert_non_null(seen);
  assert_true(g->npart > 1);
  for (int k = 0; k <= g->npart; k++) {
    for (int q = g->bodies.first[k]; q < g->bodies.first[k + 1]; q++) {
      const lw_quad* quad = &g->bodies.quad[q];
      for (int i = 0; i < quad->n; i++) {
        const int at = g->position[quad->id[i]];
        assert_true(at >= g->part[k] && at < g->part[k + 1]);
        assert_int_equal(quad->kind, g->node[at].leaf ? 1 : 0);
        seen[quad->id[i]]++;
      }
    }
    for (int q = g->points.first[k]; q < g->points.first[k + 1]; q++) {
      const lw_quad* quad = &g->points.quad[q];
      for (int i = 0; i < quad->n; i++) seen[g->nbody + quad->id[i]]++;
    }
    for (int i = g->others.first[k]; i < g->others.first[k + 1]; i++) {
      seen[g->nbody + g->others.id[i]]++;
    }
  }
  for (int i = 0; i < g->nnode; i++) assert_int_equal(seen[i], 1);
  free(seen);
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quads_are_what_one_is),
      cmocka_unit_test(open_rows_are_those_of_the_jacobians),
      cmocka_unit_test(quads_cover_everything_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
