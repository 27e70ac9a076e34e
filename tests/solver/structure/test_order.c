/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_order.c - the order of elimination: complete, independent by parts, and cheap.
 */
#include "structure/order.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "mechanism.h"

static lw_structure* structure_of(lw_model* m)
{
  lw_structure* s = NULL;
  lw_test_finish(m);
  assert_int_equal(lw_structure_create(m, &s), LW_OK);
  return s;
}

static void end(lw_structure* s, lw_model* m)
{
  lw_structure_destroy(s);
  lw_model_destroy(m);
}

/* a net: a grid of bodies on spherical joints, so that loops are coupled */
static lw_model* net(int n)
{
  lw_test_pair pair[512];
  int          count = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) {
      const int b = n * i + k;
      if (k + 1 < n) {
        pair[count++] = (lw_test_pair){b, b + 1};
      }
      if (i + 1 < n) {
        pair[count++] = (lw_test_pair){b, b + n};
      }
    }
  }
  pair[count++] = (lw_test_pair){LW_GROUND, 0};
  return lw_test_random_mechanism(n * n, count, pair, LW_SPHERICAL, 5);
}

/* two chains that do not touch, bodies without any joint, and a pendulum
 * whose parent is the body */
static lw_model* disconnected(void)
{
  const lw_test_pair pair[5] = {{LW_GROUND, 0}, {0, 1}, {2, 3}, {3, 4}, {6, LW_GROUND}};
  return lw_test_random_mechanism(8, 5, pair, LW_JOINT_TYPE_COUNT, 9);
}

static lw_model* with_forces(void)
{
  const double at[3] = {0.1, 0.2, 0.0}, k[6] = {1, 1, 1, 1, 1, 1}, ratio[3] = {1.0, 2.0, 3.0};
  const int    joint[3] = {0, 5, 9};
  lw_model*    m        = lw_test_chain(12, LW_REVOLUTE, 1e-3);
  const int    f = lw_test_add_frame(m, 2, at, NULL), g = lw_test_add_frame(m, 8, at, NULL);
  lw_test_add_spring(m, f, g, 1.0, 0.0, -1.0);
  lw_test_add_bushing(m, g, f, k, k);
  lw_test_add_coupling(m, 3, joint, ratio, 0.0);
  return m;
}

#define NMODEL 14

static lw_model* model_of(int i)
{
  switch (i) {
  case 0: return lw_test_model(1e-3);                                   /* no bodies at all */
  case 1: return lw_test_random_mechanism(3, 0, NULL, LW_SPHERICAL, 1); /* no joints */
  case 2: return lw_test_chain(1, LW_REVOLUTE, 1e-3);
  case 3: return lw_test_chain(64, LW_SPHERICAL, 1e-3);
  case 4: return lw_test_chain(200, LW_REVOLUTE, 1e-3);
  case 5: return lw_test_tree(7, 1e-3);
  case 6: return lw_test_star(100, 1, 1e-3);
  case 7: return lw_test_star(5, 30, 1e-3);
  case 8: return lw_test_loop(3, LW_REVOLUTE, 1e-3);
  case 9: return lw_test_loop(100, LW_SPHERICAL, 1e-3);
  case 10: return lw_test_ladder(40, 1.0, 1e-3);
  case 11: return net(12);
  case 12: return disconnected();
  default: return with_forces();
  }
}

/* ---- completeness -------------------------------------------------------------------------- */

/* Every body and every connector is eliminated once, and position is the inverse of the order. */
static void every_node_is_eliminated_once(void** state)
{
  (void)state;
  for (int i = 0; i < NMODEL; i++) {
    lw_model*     m = model_of(i);
    lw_structure* s = structure_of(m);
    assert_int_equal(s->nnode, m->nbody + s->nconnector);
    char* seen = calloc((size_t)s->nnode + 1, 1);
    assert_non_null(seen);
    for (int k = 0; k < s->nnode; k++) {
      const int id = s->node[k].id;
      assert_in_range(id, 0, s->nnode - 1);
      assert_false(seen[id]);
      seen[id] = 1;
      assert_int_equal(s->position[id], k);
    }
    free(seen);
    end(s, m);
  }
}

/* the edge of the node at position k to that at position target */
static const lw_edge* edge_to(const lw_structure* s, int k, int target)
{
  for (int e = s->node[k].edge; e < s->node[k].edge + s->node[k].nedge; e++) {
    if (s->edge[e].target == target) {
      return &s->edge[e];
    }
  }
  return NULL;
}

/* Edges contain the mechanism's own, and all fill: the later neighbours of a
 * node are neighbours of each other. */
static void edges_and_fill_are_complete(void** state)
{
  (void)state;
  for (int i = 0; i < NMODEL; i++) {
    lw_model*     m = model_of(i);
    lw_structure* s = structure_of(m);
    for (int q = 0; q < s->nside; q++) {
      if (s->side[q].body != LW_GROUND) {
        const int      a = s->position[s->side[q].body];
        const int      b = s->position[s->nbody + s->side[q].connector];
        const lw_edge* e = edge_to(s, a < b ? a : b, a < b ? b : a);
        assert_non_null(e);
        assert_int_equal(e->side, q);
      }
    }
    for (int k = 0; k < s->nnode; k++) {
      const lw_node* v = &s->node[k];
      for (int e = v->edge; e < v->edge + v->nedge; e++) {
        assert_true(s->edge[e].target > k);
        assert_true(e == v->edge || s->edge[e].target > s->edge[e - 1].target);
        for (int f = e + 1; f < v->edge + v->nedge; f++) {
          assert_non_null(edge_to(s, s->edge[e].target, s->edge[f].target));
        }
      }
    }
    end(s, m);
  }
}

/* A node's updates are the edges that lead to it, from the earliest node on. */
static void updates_are_the_edges_that_lead_to_a_node(void** state)
{
  (void)state;
  for (int i = 0; i < NMODEL; i++) {
    lw_model*     m = model_of(i);
    lw_structure* s = structure_of(m);
    int           n = 0;
    for (int k = 0; k < s->nnode; k++) {
      int last = -1;
      for (int u = s->node[k].update; u < s->node[k].update + s->node[k].nupdate; u++, n++) {
        assert_int_equal(s->edge[s->update[u].edge].target, k);
        assert_true(s->update[u].node > last && s->update[u].node < k);
        last = s->update[u].node;
      }
    }
    assert_int_equal(n, s->nedge);
    end(s, m);
  }
}

/* A joint waits for one of its bodies: before that its pivot would be the regularisation alone. */
static void joints_wait_for_a_body(void** state)
{
  (void)state;
  for (int i = 0; i < NMODEL; i++) {
    lw_model*     m = model_of(i);
    lw_structure* s = structure_of(m);
    for (int c = 0; c < s->nconnector; c++) {
      const lw_connector* connector = &s->connector[c];
      int                 earliest  = s->nnode;
      if (connector->nrow == 0) {
        continue; /* compliant rows have pivots of their own */
      }
      for (int q = connector->side; q < connector->side + connector->nside; q++) {
        if (s->side[q].body != LW_GROUND) {
          const int p = s->position[s->side[q].body];
          earliest    = p < earliest ? p : earliest;
        }
      }
      assert_true(earliest < s->position[s->nbody + c]);
    }
    end(s, m);
  }
}

/* ---- parts --------------------------------------------------------------------------------- */

static int part_of(const lw_structure* s, int position)
{
  int k = 0;
  while (k < s->npart && position >= s->part_begin[k + 1]) k++;
  return k;
}

/* Nodes of a part have neighbours in the same part and in the separator, never in another part. */
static void parts_are_independent(void** state)
{
  (void)state;
  for (int i = 0; i < NMODEL; i++) {
    lw_model*     m = model_of(i);
    lw_structure* s = structure_of(m);
    assert_int_equal(s->part_begin[0], 0);
    assert_int_equal(s->part_begin[s->npart + 1], s->nnode);
    for (int k = 0; k < s->nnode; k++) {
      for (int e = s->node[k].edge; e < s->node[k].edge + s->node[k].nedge; e++) {
        const int own = part_of(s, k), other = part_of(s, s->edge[e].target);
        assert_true(other == own || other == s->npart);
      }
    }
    end(s, m);
  }
}

/* A part is worth a thread: it has at least 56 nodes and 10,000 multiply-adds, section 5.2. */
static void parts_are_large(void** state)
{
  (void)state;
  for (int i = 0; i < NMODEL; i++) {
    lw_model*     m = model_of(i);
    lw_structure* s = structure_of(m);
    for (int k = 0; k < s->npart; k++) {
      assert_true(s->part_begin[k + 1] - s->part_begin[k] >= 56);
      assert_true(s->part_cost[k] >= 1e4);
    }
    end(s, m);
  }
}

/* Long mechanisms are cut into parts for several threads, and the separator, which one thread
 * computes alone, is small. */
static void long_mechanisms_are_cut_into_parts(void** state)
{
  (void)state;
  const int shared[] = {4, 5, 7, 9, 10};
  for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
    lw_model*     m    = model_of(shared[i]);
    lw_structure* s    = structure_of(m);
    double        most = 0.0;
    assert_true(s->npart >= 2);
    for (int k = 0; k < s->npart; k++) most = s->part_cost[k] > most ? s->part_cost[k] : most;
    /* two threads: the largest part and the separator take at most 70 per cent of the work */
    assert_true(most + s->part_cost[s->npart] < 0.7 * s->cost);
    end(s, m);
  }
}

/* ---- cost ---------------------------------------------------------------------------------- */

/* Work grows with the number of links, not faster, and the multiply-adds per joint are few. The
 * literal recursion of two handles needs 1,651 on spherical and 2,883 on revolute joints, and a hub
 * that is eliminated before its arms costs the cube of their number. */
static void work_is_proportional_to_the_number_of_links(void** state)
{
  (void)state;
  const lw_joint_type type[2]  = {LW_SPHERICAL, LW_REVOLUTE};
  const double        limit[2] = {340.0, 1700.0};
  for (int k = 0; k < 2; k++) {
    double per_joint[2];
    for (int i = 0; i < 2; i++) {
      lw_model*     m = lw_test_chain(i ? 1024 : 128, type[k], 1e-3);
      lw_structure* s = structure_of(m);
      per_joint[i]    = s->cost / m->njoint;
      print_message("%s chain of %d: %.0f multiply-adds per joint, height %d\n",
                    lw_joint_info_get(type[k])->name, m->njoint, per_joint[i], s->height);
      end(s, m);
    }
    assert_true(per_joint[1] < limit[k]);
    assert_true(per_joint[1] < 1.1 * per_joint[0]);
  }
  lw_model*     m = lw_test_star(100, 1, 1e-3);
  lw_structure* s = structure_of(m);
  assert_true(s->cost / m->njoint < 1200.0);
  /* arms, their joints, the hub, its joint: nothing waits for more than that */
  assert_true(s->height <= 4);
  end(s, m);
}

/* A chain of 4,096 links is ordered within seconds; measured 11 ms. */
static void long_chains_are_ordered_fast(void** state)
{
  (void)state;
  lw_model* m = lw_test_chain(4096, LW_REVOLUTE, 1e-3);
  lw_test_finish(m);
  const clock_t start = clock();
  lw_structure* s     = NULL;
  assert_int_equal(lw_structure_create(m, &s), LW_OK);
  const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  print_message("4,096 links ordered in %.1f ms\n", 1e3 * seconds);
  /* quadratic work would take minutes; the limit leaves room for sanitizers and slow machines */
  assert_true(seconds < 5.0);
  end(s, m);
}

/* The same model has the same order: results are to be repeatable. */
static void order_is_repeatable(void** state)
{
  (void)state;
  for (int i = 0; i < NMODEL; i++) {
    lw_model*     m = model_of(i);
    lw_structure *s = structure_of(m), *t = NULL;
    assert_int_equal(lw_structure_create(m, &t), LW_OK);
    assert_int_equal(s->npart, t->npart);
    for (int k = 0; k < s->nnode; k++) assert_int_equal(s->node[k].id, t->node[k].id);
    lw_structure_destroy(t);
    end(s, m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_node_is_eliminated_once),
      cmocka_unit_test(edges_and_fill_are_complete),
      cmocka_unit_test(updates_are_the_edges_that_lead_to_a_node),
      cmocka_unit_test(joints_wait_for_a_body),
      cmocka_unit_test(parts_are_independent),
      cmocka_unit_test(parts_are_large),
      cmocka_unit_test(long_mechanisms_are_cut_into_parts),
      cmocka_unit_test(work_is_proportional_to_the_number_of_links),
      cmocka_unit_test(long_chains_are_ordered_fast),
      cmocka_unit_test(order_is_repeatable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
