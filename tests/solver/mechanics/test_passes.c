/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_passes.c - passes over all bodies and connectors, kernels, and the small pieces below them.
 */
#include "mechanics/passes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/rotation.h"
#include "check.h"
#include "mechanism.h"
#include "random.h"

static const lw_threads alone = LW_ALONE;

static double as_angle(const lw_instance* s, int row)
{
  return s->Phi[row] * s->row_unit[row];
}

/* The violation is the norm of all constraint rows as angles, compliant ones left out. */
static void violation_is_the_norm_of_the_rows(void** state)
{
  (void)state;
  uint32_t     seed = 4;
  lw_instance* s    = lw_test_start(lw_test_loop(6, LW_REVOLUTE, 1e-3));
  for (int b = 0; b < s->model->nbody; b++) {
    double dr[3];
    lw_test_random_fill(&seed, 3, 0.1, dr);
    for (int i = 0; i < 3; i++) s->q[b].r[i] += dr[i];
  }
  lw_pass_positions(s, 0.0, &alone);
  double sum = 0.0;
  for (int k = 0; k < s->structure->nconnector; k++) {
    const lw_connector* c = &s->structure->connector[k];
    for (int r = c->row; r < c->row + c->nrow; r++) sum += as_angle(s, r) * as_angle(s, r);
  }
  assert_true(sum > 1e-3);
  assert_near(lw_pass_violation(s, &alone), sqrt(sum), 1e-15);
  lw_test_end(s);
}

/* a chain on a slide, whose joints are of the types that batches compute and of those that are
 * computed one by one, with a motion and a coupling */
static lw_model* with_all_rows(bool coupled)
{
  static const lw_joint_type type[6] = {LW_PRISMATIC, LW_REVOLUTE, LW_CYLINDRICAL,
                                        LW_SPHERICAL, LW_PLANAR,   LW_REVOLUTE};
  const double               I[3] = {0.1, 0.2, 0.15}, axis[3] = {0.6, 0.0, 0.8};
  lw_model*                  m = lw_test_model(1e-3);
  int                        j[6];
  for (int b = 0; b < 6; b++) {
    const double at[3] = {b + 0.5, 0.2 * b, 0.0}, on[3] = {b, 0.1 * b, 0.1};
    lw_test_add_body(m, 1.0 + b, I, at);
    j[b] = lw_test_add_joint(m, type[b], b - 1, b, on, type[b] == LW_SPHERICAL ? NULL : axis);
  }
  lw_test_add_motion(m, j[1], LW_MOTION_INPUT, 0, NULL);
  if (coupled) {
    const int    pair[2]  = {j[0], j[5]};
    const double ratio[2] = {1.0, 0.5};
    lw_test_add_coupling(m, 2, pair, ratio, 0.0);
  }
  return m;
}

/* a chain of joints that batches compute, of which one is driven */
static lw_model* with_a_motion(void)
{
  lw_model* m = lw_test_chain(6, LW_REVOLUTE, 1e-3);
  lw_test_add_motion(m, 2, LW_MOTION_INPUT, 0, NULL);
  return m;
}

/* Newton's method ends by the sum of the squares of all rows, of single joints, motions and
 * couplings, too; its right-hand side is -Phi. */
static void newton_measures_all_rows(void** state)
{
  (void)state;
  for (int i = 0; i < 3; i++) {
    uint32_t            seed = 7;
    lw_instance*        s    = lw_test_start(i < 2 ? with_all_rows(i == 1) : with_a_motion());
    const lw_structure* g    = s->structure;
    for (int b = 0; b < s->model->nbody; b++) {
      double d[6];
      lw_test_random_fill(&seed, 6, 0.1, d);
      for (int n = 0; n < 3; n++) s->q[b].r[n] += d[n];
      lw_rotation_turn(s->q[b].p, d + 3);
    }
    lw_pass_place(s, &alone);
    lw_pass_rows(s, 0.0, true, true, true, &alone);
    double sum = 0.0;
    for (int k = 0; k < g->nconnector; k++) {
      const lw_connector* c    = &g->connector[k];
      double              mine = 0.0;
      for (int r = 0; r < c->nrow; r++) {
        assert_near(s->x[g->offset[g->nbody + k] + r], -s->Phi[c->row + r], 0.0);
        mine += as_angle(s, c->row + r) * as_angle(s, c->row + r);
      }
      assert_true(mine > 1e-4);
      sum += mine;
    }
    assert_near(lw_partial_sum(s, LW_SUM_ROWS), sum, 1e-14);
    lw_test_end(s);
  }
}

/* The prediction measures the largest acceleration of all bodies, linear, in characteristic
 * lengths, or angular. */
static void predictions_measure_the_largest_acceleration(void** state)
{
  (void)state;
  enum { LINKS = 40 };
  lw_instance*        s = lw_test_start(lw_test_chain(LINKS, LW_SPHERICAL, 1e-3));
  const lw_structure* g = s->structure;
  for (int b = 0; b < 2 * LINKS; b++) {
    double most = 0.0;
    for (int i = 0; i < LINKS; i++) {
      memset(&s->a[i], 0, sizeof s->a[i]);
      s->a[i].v[i % 3]       = s->length;
      s->a[i].w[(i + 1) % 3] = 1.0;
    }
    (b % 2 ? s->a[b / 2].w : s->a[b / 2].v)[2] = b % 2 ? 3.0 : 3.0 * s->length;
    for (int part = 0; part <= g->npart; part++) {
      double largest = 0.0;
      (void)s->kernels->predict(s, LW_BODIES_OF(s, part), 1e-3, LW_PREDICT_PLACE, false, &largest);
      most = fmax(most, largest);
    }
    assert_between(most, 9.0, 10.0); /* of the other numbers of this body at most one is 1 */
  }
  lw_test_end(s);
}

/* After a step the accelerations continue on the parabola through those of the last three steps,
 * 3 a_0 - 3 a_-1 + a_-2 (3.11), and miss those of the next step by the third power of the step. */
static void accelerations_continue_on_a_parabola(void** state)
{
  (void)state;
  enum { LINKS = 7 };
  double missed[2];
  for (int i = 0; i < 2; i++) {
    const double h = i ? 1e-3 : 2e-3;
    lw_instance* s = lw_test_start(lw_test_chain(LINKS, LW_SPHERICAL, h));
    lw_twist     a[3][LINKS], next[LINKS];
    for (int k = 0; k < 3; k++) {
      lw_test_advance(s, h, k == 0 ? (int)lround(0.2 / h) - 2 : 1);
      memcpy(a[k], s->a, sizeof a[k]);
    }
    memcpy(next, s->next, sizeof next);
    for (int b = 0; b < LINKS; b++) {
      for (int n = 0; n < 3; n++) {
        const double v = 3.0 * (a[2][b].v[n] - a[1][b].v[n]) + a[0][b].v[n];
        const double w = 3.0 * (a[2][b].w[n] - a[1][b].w[n]) + a[0][b].w[n];
        /* accelerations of 10 m/s2 and their changes of 0.01 m/s2, which are divided and multiplied
         * by the step: rounding of either is below 1e-14 */
        assert_near(next[b].v[n], v, 1e-13);
        assert_near(next[b].w[n], w, 1e-13);
      }
    }
    lw_test_advance(s, h, 1);
    missed[i] = 0.0;
    for (int b = 0; b < LINKS; b++) {
      for (int n = 0; n < 3; n++) {
        missed[i] = fmax(missed[i], fabs(next[b].v[n] - s->a[b].v[n]));
      }
    }
    lw_test_end(s);
  }
  /* 8, as far as the steps are short: 7.97 was measured, 4 is the second order */
  assert_between(missed[0] / missed[1], 7.0, 9.0);
}

/* Partial sums and maxima go over all parts, and NaN is the largest of all. */
static void partial_results_notice_nan(void** state)
{
  (void)state;
  lw_instance* s = lw_test_start(lw_test_chain(100, LW_SPHERICAL, 1e-3));
  const int    n = s->structure->npart;
  assert_true(n >= 2);
  lw_partial_clear(s, &alone, 0);
  for (int k = 0; k <= n; k++) *lw_partial(s, k, 0) = k + 1.0;
  assert_near(lw_partial_sum(s, 0), 0.5 * (n + 1.0) * (n + 2.0), 0.0);
  assert_near(lw_partial_max(s, 0), n + 1.0, 0.0);
  *lw_partial(s, 0, 0) = NAN;
  assert_true(isnan(lw_partial_max(s, 0)));
  assert_true(isnan(lw_partial_sum(s, 0)));
  lw_partial_clear(s, &alone, 0);
  assert_near(lw_partial_sum(s, 0), 0.0, 0.0);
  lw_test_end(s);
}

/* The parts of all threads cover all nodes once, and the separator is the first thread's, for
 * any number of threads. */
static void parts_cover_all_nodes_once(void** state)
{
  (void)state;
  lw_instance*        s = lw_test_start(lw_test_star(8, 12, 1e-3));
  const lw_structure* g = s->structure;
  for (int nthread = 1; nthread <= 9; nthread++) {
    int* seen = calloc((size_t)g->nnode, sizeof *seen);
    assert_non_null(seen);
    for (int id = 0; id < nthread; id++) {
      const lw_threads threads = {id, nthread, NULL};
      LW_FOR_MY_NODES(g, &threads, part, i)
      {
        seen[i]++;
        assert_true(part < g->npart || id == 0);
      }
    }
    for (int i = 0; i < g->nnode; i++) assert_int_equal(seen[i], 1);
    free(seen);
  }
  lw_test_end(s);
}

/* The portable kernels and those for this processor differ by rounding only. */
static void kernels_agree_to_rounding(void** state)
{
  (void)state;
  double r[2][40 * 3];
  for (int portable = 0; portable < 2; portable++) {
    lw_model* m          = lw_test_chain(40, LW_REVOLUTE, 1e-3);
    m->settings.portable = portable;
    lw_instance* s       = lw_test_start(m);
    lw_test_advance(s, 1e-3, 50);
    for (int b = 0; b < 40; b++) lw_test_get(s, LW_BODY_R, b, r[portable] + 3 * b);
    lw_test_end(s);
  }
  /* 50 steps, each to 1e-12 at least, of a chain that magnifies little in so short a
   * time. Measured: 1e-12 */
  assert_close(40 * 3, r[0], r[1], 1e-10);
}

/* An arena measures and carves with the same calls, and its pieces start on cache lines. */
static void arenas_measure_and_carve_alike(void** state)
{
  (void)state;
  const size_t count[4] = {1, 0, 7, 33}, size[4] = {8, 16, 3, 24};
  lw_arena     arena = {NULL, 0};
  for (int i = 0; i < 4; i++) assert_null(lw_arena_take(&arena, count[i], size[i]));
  const size_t measured = arena.used;
  char*        block    = malloc(measured + LW_ALIGN);
  assert_non_null(block);
  arena      = (lw_arena){block, 0};
  char* last = block;
  for (int i = 0; i < 4; i++) {
    char* piece = lw_arena_take(&arena, count[i], size[i]);
    assert_true(piece >= last && (size_t)(piece - block) % LW_ALIGN == 0);
    last = piece + count[i] * size[i];
    assert_true(last <= block + measured);
  }
  assert_int_equal(arena.used, measured);
  free(block);
}

/* Every status has a text, and a reason is kept as far as it fits, always terminated. */
static void reasons_are_kept_as_far_as_they_fit(void** state)
{
  (void)state;
  for (int i = 0; i < LW_STATUS_COUNT; i++) {
    assert_non_null(lw_status_text((lw_status)i));
    assert_true(strlen(lw_status_text((lw_status)i)) > 0);
  }
  assert_non_null(lw_status_text((lw_status)-1));
  assert_non_null(lw_status_text(LW_STATUS_COUNT));
  char    longest[3000];
  lw_diag diag;
  memset(longest, 'x', sizeof longest);
  longest[sizeof longest - 1] = '\0';
  assert_int_equal(lw_diag_set(&diag, LW_ERR_INPUT, 7, "%s", longest), LW_ERR_INPUT);
  assert_int_equal(diag.line, 7);
  assert_int_equal(strlen(diag.text), sizeof diag.text - 1);
  assert_int_equal(lw_diag_set(NULL, LW_ERR_FILE, 0, "%s", "not kept"), LW_ERR_FILE);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(violation_is_the_norm_of_the_rows),
      cmocka_unit_test(newton_measures_all_rows),
      cmocka_unit_test(predictions_measure_the_largest_acceleration),
      cmocka_unit_test(accelerations_continue_on_a_parabola),
      cmocka_unit_test(partial_results_notice_nan),
      cmocka_unit_test(parts_cover_all_nodes_once),
      cmocka_unit_test(kernels_agree_to_rounding),
      cmocka_unit_test(arenas_measure_and_carve_alike),
      cmocka_unit_test(reasons_are_kept_as_far_as_they_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
