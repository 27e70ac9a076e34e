/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_spanning_tree.c - the spanning tree of joint coordinates: links, cuts, where loops close, branches.
 */
#include "check.h"
#include "mechanism.h"
#include "structure/spanning_tree.h"

static lw_tree* tree_of(lw_model* m, lw_structure** g)
{
  m->settings.formulation = LW_HAMILTONIAN_DCA;
  lw_test_finish(m);
  assert_int_equal(lw_structure_create(m, g), LW_OK);
  assert_non_null((*g)->tree);
  return (*g)->tree;
}

static void end(lw_model* m, lw_structure* g)
{
  lw_structure_destroy(g);
  lw_model_destroy(m);
}

/* What must hold for any tree: every body once, carriers first, columns that fit together. */
static void check(const lw_model* m, const lw_tree* t)
{
  int nq = 0, nv = 0, links = 0;
  assert_int_equal(t->nlink, m->nbody);
  for (int i = 0; i < t->nlink; i++) {
    const lw_link* k = &t->link[i];
    assert_int_equal(t->of_body[k->body], i);
    assert_true(k->inboard < i || k->inboard == t->nlink);
    assert_int_equal(k->q, nq);
    assert_int_equal(k->v, nv);
    nq += k->nq;
    nv += k->nfree;
    for (int e = k->entry; e < k->entry + k->nentry; e++) {
      const lw_open_cut* x = &t->entry[e];
      const int          n = t->cut[x->cut].nrow;
      assert_true(x->at >= 0 && x->at + n <= k->nopen);
      assert_true(x->above >= 0 && x->above + n <= t->link[k->inboard].width);
    }
  }
  assert_int_equal(t->nq, nq);
  assert_int_equal(t->nv, nv);
  /* every link belongs to one share, and the trunk meets every root */
  for (int branch = 0; branch <= t->nbranch; branch++) {
    LW_FOR_LINKS(t, branch, i) links++;
  }
  assert_int_equal(links, t->nlink);
}

static void chain_is_one_line(void** state)
{
  (void)state;
  lw_structure* g;
  lw_model*     m = lw_test_chain(100, LW_REVOLUTE, 1e-3);
  lw_tree*      t = tree_of(m, &g);
  check(m, t);
  for (int i = 0; i < 100; i++) assert_int_equal(t->link[i].inboard, i == 0 ? t->nlink : i - 1);
  assert_int_equal(t->nv, 100);
  assert_int_equal(t->ncut, 0);
  assert_int_equal(t->nbranch, 0);
  end(m, g);
}

/* A star has its arms as branches; a binary tree has subtrees. */
static void branches_are_found(void** state)
{
  (void)state;
  lw_structure* g;
  lw_model*     m = lw_test_star(8, 20, 1e-3);
  lw_tree*      t = tree_of(m, &g);
  check(m, t);
  assert_int_equal(t->nbranch, 8);
  end(m, g);
  m = lw_test_tree(7, 1e-3);
  t = tree_of(m, &g);
  check(m, t);
  assert_true(t->nbranch >= 4);
  end(m, g);
}

/* Loops: the joint with the fewest rows is cut; it closes where its sides meet; two loops that share no link but
 * the ground are solved apart. */
static void loops_close_where_they_meet(void** state)
{
  (void)state;
  const lw_test_pair inner[] = {{LW_GROUND, 0}, {0, 1}, {1, 2}, {0, 3}, {3, 2}};
  lw_structure*      g;
  lw_model*          m = lw_test_random_mechanism(4, 5, inner, LW_REVOLUTE, 3);
  m->joint[2].type     = LW_SPHERICAL;
  m->joint[2].axis     = LW_NONE;
  lw_tree* t           = tree_of(m, &g);
  check(m, t);
  assert_int_equal(t->ncut, 1);
  assert_int_equal(t->cut[0].connector, 2);
  assert_int_equal(t->cut[0].nrow, 3);
  assert_int_equal(t->cut[0].closes, t->of_body[0]);
  assert_int_equal(t->link[t->of_body[0]].ngroup, 1);
  assert_int_equal(t->link[t->nlink].ngroup, 0);
  end(m, g);

  const lw_test_pair apart[] = {{LW_GROUND, 0}, {0, 1}, {1, LW_GROUND},
                                {LW_GROUND, 2}, {2, 3}, {3, LW_GROUND}};
  m                          = lw_test_random_mechanism(4, 6, apart, LW_SPHERICAL, 4);
  t                          = tree_of(m, &g);
  check(m, t);
  assert_int_equal(t->ncut, 2);
  assert_int_equal(t->link[t->nlink].ngroup, 2);
  end(m, g);

  m = lw_test_ladder(3, 0.5, 1e-3);
  t = tree_of(m, &g);
  check(m, t);
  assert_int_equal(t->ncut, 3);
  assert_int_equal(t->link[t->nlink].ngroup, 1); /* they share uprights */
  end(m, g);
}

/* Driven joints carry, whatever their rows; rods and points on lines never do; what hangs on nothing floats. */
static void drives_carry_and_rods_do_not(void** state)
{
  (void)state;
  const lw_test_pair pair[] = {{LW_GROUND, 0}, {0, 1}, {1, LW_GROUND}};
  const double       speed  = 1.0;
  lw_structure*      g;
  lw_model*          m = lw_test_random_mechanism(2, 3, pair, LW_REVOLUTE, 3);
  lw_test_add_motion(m, 2, LW_MOTION_VELOCITY, 1, &speed);
  lw_tree* t = tree_of(m, &g);
  check(m, t);
  assert_true(t->of_joint[2] != LW_NONE);
  assert_int_equal(t->link[t->of_joint[2]].nfree, 0);
  assert_int_equal(t->nv, 1);
  end(m, g);

  m = lw_test_random_mechanism(2, 2, pair, LW_DISTANCE, 3);
  t = tree_of(m, &g);
  check(m, t);
  assert_int_equal(t->nv, 12);
  assert_int_equal(t->nq, 14);
  assert_int_equal(t->ncut, 2);
  end(m, g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chain_is_one_line),
      cmocka_unit_test(branches_are_found),
      cmocka_unit_test(loops_close_where_they_meet),
      cmocka_unit_test(drives_carry_and_rods_do_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
