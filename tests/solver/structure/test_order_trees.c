/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_order_trees.c - mechanisms without loops, with hubs anywhere: every pivot
 * is of the size of a mass.
 *
 * Bodies with many joints are eliminated after them. A joint that is eliminated while two
 * other joints already hold its body to bodies that are still there has a pivot of nothing but
 * the regularisation, 1e-15.
 */
#include <math.h>

#include "check.h"
#include "instance/instance.h"
#include "mechanics/passes.h"
#include "mechanism.h"
#include "random.h"

#define BODIES_MAX 200

/* A random tree: each body is joined to the ground or to one of the bodies before it, more often on
 * the first few the larger the bias is; half of the joints have the new body as parent. */
static lw_model* random_tree(int n, double bias, lw_joint_type type, uint32_t seed)
{
  lw_test_pair pair[BODIES_MAX];
  int          count = 0;
  uint32_t     s     = seed + 77u;
  for (int b = 0; b < n; b++) {
    const double u     = 0.5 * (1.0 + lw_test_random(&s));
    const int    other = (int)((b + 1) * pow(u, bias)) - 1; /* -1: the ground */
    if (other == LW_GROUND && lw_test_random(&s) < 0.0) {
      continue; /* flies */
    }
    const bool swap = lw_test_random(&s) < 0.0;
    pair[count++]   = swap ? (lw_test_pair){b, other} : (lw_test_pair){other, b};
  }
  return lw_test_random_mechanism(n, count, pair, type, seed);
}

/* hubs in a row, each with arms, and between each two of them a chain of some bodies */
static lw_model* hubs_in_a_row(int hubs, int arms, int between, lw_joint_type type)
{
  lw_test_pair pair[BODIES_MAX];
  int          n = 0, count = 0, last = LW_GROUND;
  for (int h = 0; h < hubs; h++) {
    const int hub = n++;
    pair[count++] = (lw_test_pair){last, hub};
    for (int a = 0; a < arms; a++) pair[count++] = (lw_test_pair){hub, n++};
    last = hub;
    for (int k = 0; k < between; k++) {
      pair[count++] = (lw_test_pair){last, n};
      last          = n++;
    }
  }
  return lw_test_random_mechanism(n, count, pair, type, 17u + (uint32_t)between);
}

/* a hub whose arms end in hubs with arms */
static lw_model* star_of_stars(int arms, lw_joint_type type)
{
  lw_test_pair pair[BODIES_MAX];
  int          n = 1, count = 0;
  for (int a = 0; a < arms; a++) {
    const int arm = n++, hub = n++;
    pair[count++] = (lw_test_pair){0, arm};
    pair[count++] = (lw_test_pair){arm, hub};
    for (int k = 0; k < arms; k++) pair[count++] = (lw_test_pair){hub, n++};
  }
  return lw_test_random_mechanism(n, count, pair, type, 23);
}

#define NFAMILY 44

static lw_model* model_of(int i)
{
  static const lw_joint_type type[3] = {LW_REVOLUTE, LW_JOINT_TYPE_COUNT, LW_FIXED};
  switch (i) {
  case 0: return lw_test_tree(7, 1e-3);
  case 1: return lw_test_star(64, 1, 1e-3);
  case 2: return lw_test_star(16, 5, 1e-3);
  case 3: return star_of_stars(6, LW_REVOLUTE);
  case 4: return star_of_stars(6, LW_FIXED);
  case 5: return hubs_in_a_row(2, 3, 1, LW_REVOLUTE);
  case 6: return hubs_in_a_row(8, 4, 1, LW_FIXED);
  case 7: return hubs_in_a_row(5, 3, 0, LW_REVOLUTE);
  case 8: return hubs_in_a_row(6, 3, 2, LW_UNIVERSAL);
  case 9: return hubs_in_a_row(12, 4, 1, LW_REVOLUTE);
  default: return random_tree(5 + 3 * i, 1.0 + i % 4, type[i % 3], 1000u + (uint32_t)i);
  }
}

/* the least pivot of a joint, against what its rows have on two free bodies */
static double least_pivot(const lw_instance* s)
{
  const lw_structure* g    = s->structure;
  double              most = 0.0;
  for (int i = 0; i < g->nnode; i++) {
    const lw_node* v = &g->node[i];
    if (v->id < g->nbody) {
      continue;
    }
    const lw_connector* c = &g->connector[v->id - g->nbody];
    const int           d = s->factor.d[i];
    for (int r = 0; r < d; r++) {
      const double inverse =
          fabs(s->factor.block[g->front[v->front].pivot + 4 * (LW_HALF(r) + r) + v->lane]);
      most = fmax(most, inverse * s->row_scale[c->row + r]);
    }
  }
  return most > 0.0 ? 1.0 / most : 1.0;
}

/* Pivots of joints are those of masses and lengths, and a step needs no more than
 * one solve of each kind. */
static void no_pivot_is_small(void** state)
{
  (void)state;
  double least = 1.0, worst = 0.0;
  int    hubs = 0;
  for (int i = 0; i < NFAMILY; i++) {
    lw_model*           m     = model_of(i);
    lw_instance*        s     = lw_test_start(m);
    const lw_structure* g     = s->structure;
    const lw_threads    alone = LW_ALONE;
    assert_true(g->is_tree);
    for (int k = 0; k < g->nnode; k++) hubs += g->node[k].id < g->nbody && !g->node[k].leaf;
    lw_pass_positions(s, 0.0, &alone);
    lw_regularise(s, 1e-3);
    assert_true(lw_pass_factor(s, NULL, &alone));
    /* A pivot is at least that of the whole tree as one rigid body: 200 bodies of 2 kg
     * within 4 m have 400 kg and 5,000 kg m2, with arms of 4 m against two free bodies'
     * 0.5 kg m2. Measured: 5.8e-4. */
    const double pivot = least_pivot(s);
    least              = fmin(least, pivot);
    assert_true(pivot > 1e-5);
    lw_test_advance(s, 1e-3, 10);
    double violation[3];
    lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
    for (int k = 0; k < 3; k++) worst = fmax(worst, violation[k]);
    /* iteration: what the solver promises */
    assert_below(violation[0], 1e-9);
    assert_below(violation[1], 1e-9);
    assert_below(violation[2], 1e-7);
    lw_test_end(s);
  }
  print_message("least pivot %.1e, largest violation %.1e, %d hubs\n", least, worst, hubs);
  assert_true(hubs > 100); /* else nothing was tested */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_pivot_is_small),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
