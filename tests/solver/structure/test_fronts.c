/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_fronts.c - nodes that are eliminated four at a time, and what they gather from each other.
 */
#include "structure/fronts.h"

#include <stdlib.h>

#include "check.h"
#include "mechanism.h"

static lw_structure* structure_of(lw_model* m)
{
  lw_structure* s = NULL;
  lw_test_finish(m);
  assert_int_equal(lw_structure_create(m, &s), LW_OK);
  return s;
}

/* Every node that is no leaf is in exactly one front, beside nodes of its kind that it has no
 * edge to. */
static void every_node_is_in_one_front(void** state)
{
  (void)state;
  for (int i = 0; i < 4; i++) {
    lw_model*     m     = i == 0   ? lw_test_chain(200, LW_REVOLUTE, 1e-3)
                          : i == 1 ? lw_test_star(40, 2, 1e-3)
                          : i == 2 ? lw_test_ladder(20, 1.0, 1e-3)
                                   : lw_test_tree(7, 1e-3);
    lw_structure* s     = structure_of(m);
    int*          count = calloc((size_t)s->nnode, sizeof *count);
    assert_non_null(count);
    for (int f = 0; f < s->front_begin[s->npart + 1]; f++) {
      const lw_front* front = &s->front[f];
      assert_in_range(front->n, 1, 4);
      for (int l = 0; l < front->n; l++) {
        const lw_node* v = &s->node[front->node[l]];
        int            size[2];
        count[front->node[l]]++;
        lw_front_sizes(s, front->node[l], size);
        assert_int_equal(size[0], front->size[0]);
        assert_int_equal(size[1], front->size[1]);
        assert_int_equal(v->id < s->nbody, front->body);
        for (int e = v->edge; e < v->edge + v->nedge; e++) {
          for (int k = 0; k < front->n; k++) assert_true(s->edge[e].target != front->node[k]);
        }
      }
    }
    for (int k = 0; k < s->nnode; k++) assert_int_equal(count[k], s->node[k].leaf ? 0 : 1);
    free(count);
    lw_structure_destroy(s);
    lw_model_destroy(m);
  }
}

/* Along a chain the neighbours of the nodes of a front are the nodes of another one, in the same
 * lanes: most terms are gathered by one load for all four lanes. */
static void most_terms_of_chains_are_adjacent(void** state)
{
  (void)state;
  const lw_joint_type type[2] = {LW_SPHERICAL, LW_REVOLUTE};
  for (int i = 0; i < 2; i++) {
    lw_model*     m       = lw_test_chain(512, type[i], 1e-3);
    lw_structure* s       = structure_of(m);
    int           aligned = 0;
    for (int t = 0; t < s->nterm; t++) aligned += s->term[t].aligned;
    print_message("%d of %d terms are adjacent\n", aligned, s->nterm);
    /* 81 % were measured */
    assert_true(aligned >= 0.75 * s->nterm);
    lw_structure_destroy(s);
    lw_model_destroy(m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_node_is_in_one_front),
      cmocka_unit_test(most_terms_of_chains_are_adjacent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
