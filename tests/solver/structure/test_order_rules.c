/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_order_rules.c - other orders of the same engine: sequences of S4, hubs kept or
 * divided. All solve the same.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "check.h"
#include "instance/instance.h"
#include "mechanics/body.h"
#include "mechanics/passes.h"
#include "mechanism.h"
#include "path.h"
#include "random.h"
#include "s4_tables.h"
#include <linkwork/mechanism_xml.h>

/* ---- one matrix, many orders ----------------------------------------------------------------- */

static lw_model* read_example(const char* name)
{
  char      path[LW_TEST_PATH_SIZE];
  lw_diag   diag  = {0};
  lw_model* model = NULL;
  lw_test_repo_path(name, path);
  if (lw_mechanism_read(path, &model, &diag) != LW_OK) {
    fail_msg("%s:%d: %s", path, diag.line, diag.text);
  }
  return model;
}

/* Solve with the matrix of an instance in the order of g; the right-hand side and the solution are
 * in node ids, eight numbers each. */
static void solve_by(lw_instance* s, const lw_structure* g, const double* b, double* x)
{
  const lw_threads alone  = LW_ALONE;
  const lw_matrix  matrix = {.inertia = s->inertia, .J = s->J, .eps = s->eps};
  lw_factor        factor = {0};
  lw_arena         arena  = {NULL, 0};
  for (int body = 0; body < g->nbody; body++) lw_body_invert(s, body);
  lw_factor_lay_out(g, true, &arena, &factor);
  const size_t size  = arena.used + LW_ALIGN;
  const size_t words = LW_PAD((size_t)g->nx + 1);
  char*        block = aligned_alloc(LW_ALIGN, size);
  double*      y     = aligned_alloc(LW_ALIGN, (words + 8) / 8 * 8 * sizeof *y);
  assert_non_null(block);
  assert_non_null(y);
  memset(block, 0, size);
  memset(y, 0, (words + 8) / 8 * 8 * sizeof *y);
  arena = (lw_arena){block, 0};
  lw_factor_lay_out(g, true, &arena, &factor);
  assert_int_equal(lw_factor_compute(g, &matrix, &factor, &alone), 0);
  for (int i = 0; i < g->nnode; i++) {
    for (int k = 0; k < factor.d[i]; k++) y[g->node[i].x + k] = b[8 * g->node[i].id + k];
  }
  lw_factor_solve(g, &factor, y, &alone);
  for (int i = 0; i < g->nnode; i++) {
    for (int k = 0; k < 8; k++) {
      x[8 * g->node[i].id + k] = k < factor.d[i] ? y[g->node[i].x + k] : 0.0;
    }
  }
  free(block);
  free(y);
}

/* the two given sequences with all connectors behind them, then least fill with all bodies first,
 * then with those kept that have more than three connectors, or two */
static void every_order_solves_the_same(void** state)
{
  (void)state;
  static const int index[5] = {0, 0, 0, 3, 2};
  for (int example = 0; example < 2; example++) {
    lw_model*        m   = read_example(example ? "examples/hmmwv.xml" : "examples/seven_body.xml");
    const lw_s4_row* row = example ? lw_s4_table_3() : lw_s4_table_2();
    lw_instance*     s   = lw_test_instance(m);
    const lw_structure* g     = s->structure;
    const lw_threads    alone = LW_ALONE;
    const size_t        n     = 8 * (size_t)g->nnode;
    double *b = calloc(n, sizeof *b), *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y);
    int*    sequence = calloc((size_t)g->nconnector, sizeof *sequence);
    assert_non_null(b);
    assert_non_null(x);
    assert_non_null(y);
    assert_non_null(sequence);
    uint32_t seed = 3;
    lw_test_random_fill(&seed, (int)n, 1.0, b);
    assert_int_equal(lw_instance_initialize(s, 0.0, NULL), LW_OK);
    lw_pass_positions(s, 0.0, &alone);
    /* no row depends on others so much that digits are lost: this is a test of
     * orders, not of redundancy */
    for (int r = 0; r < g->nrow_all; r++) s->eps[r] = 1e-2 * s->row_scale[r];
    /* the solver has this of those bodies only that stay in its own order */
    for (int k = 0; k < m->nbody; k++) {
      memcpy(s->inertia[k].J_tan, s->inertia[k].J, sizeof s->inertia[k].J);
    }
    solve_by(s, g, b, x);
    double most = 0.0;
    for (size_t i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    for (int k = 0; k < 5; k++) {
      lw_structure* other = NULL;
      for (int c = 0; c < g->nconnector; c++) {
        sequence[c] = k < 2 && c < m->njoint ? row[k].sequence[c] : c;
      }
      const lw_order_rule rule = {index[k], k < 2 ? sequence : NULL};
      assert_int_equal(lw_structure_create_ordered(m, &rule, &other), LW_OK);
      if (k < 2) {
        for (int c = 0; c + 1 < m->njoint; c++) {
          /* parts that do not touch may change places, neighbours may not */
          const int      a = g->nbody + sequence[c], z = g->nbody + sequence[c + 1];
          const lw_node* v = &other->node[other->position[a]];
          for (int e = v->edge; e < v->edge + v->nedge; e++) {
            if (other->node[other->edge[e].target].id == z) {
              assert_true(other->position[a] < other->position[z]);
            }
          }
        }
      }
      solve_by(s, other, b, y);
      /* rounding of 2.2e-16 on pivots of 1e-2 of the others, a few times over. Measured: 1e-12 */
      for (size_t i = 0; i < n; i++) assert_near(y[i], x[i], 1e-10 * most);
      lw_structure_destroy(other);
    }
    free(b);
    free(x);
    free(y);
    free(sequence);
    lw_test_end(s);
  }
}

/* ---- divided bodies -------------------------------------------------------------------------- */

#define ARMS 9

/* A hub in free fall with arms on spherical and revolute joints, its parts where a topology puts
 * them; each part has its share of the mass. */
static lw_model* star(const lw_topology* t)
{
  lw_model*    m       = lw_test_model(1e-3);
  const double zero[3] = {0.0, 0.0, 0.0}, bar[3] = {0.02, 0.3, 0.3}, axis[3] = {0.6, 0.0, 0.8};
  int          parts = 0;
  for (int b = 0; b < t->nbody; b++) parts += t->whole[b] == 0;
  for (int b = 0; b < t->nbody; b++) {
    const double angle = 0.7 * b, at[3] = {1.5 * cos(angle), 1.5 * sin(angle), 0.1 * b};
    const double hub[3] = {2.0 / parts, 3.0 / parts, 4.0 / parts}, spin[3] = {0.3, -0.2, 1.0};
    if (t->whole[b] == 0) {
      lw_test_add_body(m, 10.0 / parts, hub, zero);
      lw_test_set_velocity(m, b, zero, spin);
    } else {
      lw_test_add_body(m, 1.0, bar, at);
    }
  }
  for (int j = 0; j < t->njoint; j++) {
    const int           a = t->body[t->first[j]], b = t->body[t->first[j] + 1];
    const double        angle = 0.7 * b, at[3] = {cos(angle), sin(angle), 0.1 * b};
    const lw_joint_type type = j >= t->nwhole ? LW_FIXED : j % 2 ? LW_REVOLUTE : LW_SPHERICAL;
    lw_test_add_joint(m, type, a, b, type == LW_FIXED ? zero : at,
                      type == LW_REVOLUTE ? axis : NULL);
  }
  return m;
}

/* Index reduction changes the topology, not the mechanism: the parts of the hub move as the hub. */
static void divided_hubs_move_as_the_whole(void** state)
{
  (void)state;
  lw_topology* t = lw_s4_make_star(ARMS);
  assert_non_null(t);
  lw_instance* whole = lw_test_start(star(t));
  for (int index = 3; index <= 4; index++) {
    lw_topology* d = NULL;
    assert_int_equal(lw_topology_divide(t, index, &d), LW_OK);
    assert_true(d->nbody > t->nbody);
    lw_instance* parts = lw_test_start(star(d));
    if (index == 3) {
      lw_test_advance(whole, 1e-3, 200);
    }
    lw_test_advance(parts, 1e-3, 200);
    double most = 0.0;
    for (int b = 0; b < d->nbody; b++) {
      double r[3], r2[3], a[3], a2[3];
      lw_test_get(whole, LW_BODY_R, d->whole[b], r);
      lw_test_get(parts, LW_BODY_R, b, r2);
      lw_test_get(whole, LW_BODY_A, d->whole[b], a);
      lw_test_get(parts, LW_BODY_A, b, a2);
      for (int k = 0; k < 3; k++) {
        most = fmax(most, fmax(fabs(r2[k] - r[k]), fabs(a2[k] - a[k])));
        /* The sum of the parts' equations is that of the hub. Iteration: Newton ends at increments
         * of 1e-8, quadratic from there. Measured: 1.3e-12. */
        assert_near(r2[k], r[k], 1e-10);
        assert_near(a2[k], a[k], 1e-9);
      }
    }
    print_message("%d parts: %.1e from the whole\n", d->nbody - t->nbody + 1, most);
    lw_test_end(parts);
    lw_topology_destroy(d);
  }
  lw_test_end(whole);
  lw_topology_destroy(t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_order_solves_the_same),
      cmocka_unit_test(divided_hubs_move_as_the_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
