/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_structure.c - connectors, sides and loops of a mechanism.
 */
#include "structure/structure.h"

#include "allocations.h"
#include "check.h"
#include "joint/joint.h"
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

/* one of everything: revolutes with a motion and without, a spring, a bushing, a
 * coupling of two joints */
static lw_model* one_of_each(void)
{
  const double at[3] = {0.1, 0.0, 0.0}, k[6] = {1, 1, 1, 1, 1, 1}, ratio[2] = {1.0, 2.0};
  const double rate     = 1.0;
  const int    joint[2] = {1, 2};
  lw_model*    m        = lw_test_chain(3, LW_REVOLUTE, 1e-3);
  const int    ground   = lw_test_add_frame(m, LW_GROUND, at, NULL),
            f           = lw_test_add_frame(m, 2, at, NULL);
  lw_test_add_spring(m, ground, f, 1.0, 0.0, -1.0);
  lw_test_add_bushing(m, f, ground, k, k);
  lw_test_add_motion(m, 0, LW_MOTION_VELOCITY, 1, &rate);
  lw_test_add_coupling(m, 2, joint, ratio, 0.0);
  return m;
}

/* Connectors are listed in the order joints, springs, bushings, couplings, with
 * the rows that they need. */
static void connectors_have_the_rows_that_they_need(void** state)
{
  (void)state;
  lw_model*     m = one_of_each();
  lw_structure* s = structure_of(m);
  assert_int_equal(s->nconnector, 6);
  const lw_connector_kind kind[6] = {LW_CONNECTOR_JOINT,   LW_CONNECTOR_JOINT,
                                     LW_CONNECTOR_JOINT,   LW_CONNECTOR_SPRING,
                                     LW_CONNECTOR_BUSHING, LW_CONNECTOR_COUPLING};
  /* a driven joint has one row more and needs no compliant one: it cannot give way */
  const int nrow[6] = {6, 5, 5, 0, 0, 1}, nsoft[6] = {0, 1, 1, 3, 6, 0};
  int       row = 0;
  for (int k = 0; k < 6; k++) {
    const lw_connector* c = &s->connector[k];
    assert_int_equal(c->kind, kind[k]);
    assert_int_equal(c->nrow, nrow[k]);
    assert_int_equal(c->nsoft, nsoft[k]);
    assert_int_equal(c->row, row);
    assert_int_equal(c->motion, k == 0 ? 0 : LW_NONE);
    row += nrow[k] + nsoft[k];
  }
  assert_int_equal(s->nrow, 17);
  assert_int_equal(s->nrow_all, row);
  end(s, m);
}

/* Every side has a Jacobian of its own, and every body lists the sides that act on it. */
static void sides_belong_to_their_bodies(void** state)
{
  (void)state;
  lw_model*     m    = one_of_each();
  lw_structure* s    = structure_of(m);
  int           next = 0, listed = 0;
  for (int q = 0; q < s->nside; q++) {
    const lw_connector* c = &s->connector[s->side[q].connector];
    assert_true(q >= c->side && q < c->side + c->nside);
    assert_int_equal(s->side[q].jac, next);
    next += 6 * (c->nrow + c->nsoft);
  }
  assert_int_equal(s->njac, next);
  /* parents and children in this order */
  for (int j = 0; j < m->njoint; j++) {
    assert_int_equal(s->side[s->connector[j].side].body, m->joint[j].parent);
    assert_int_equal(s->side[s->connector[j].side + 1].body, m->joint[j].child);
  }
  /* the coupling acts on the three bodies of its two joints, once each */
  assert_int_equal(s->connector[5].nside, 3);
  for (int b = 0; b < s->nbody; b++) {
    int last = -1;
    for (int k = s->body_side[b]; k < s->body_side[b + 1]; k++, listed++) {
      const int q = s->body_side_list[k];
      assert_int_equal(s->side[q].body, b);
      assert_true(q > last);
      last = q;
    }
  }
  int with_body = 0;
  for (int q = 0; q < s->nside; q++) with_body += s->side[q].body != LW_GROUND;
  assert_int_equal(listed, with_body);
  end(s, m);
}

/* Only mechanisms without closed loops, the ground counting as a body, are trees. */
static void loops_are_told_from_trees(void** state)
{
  (void)state;
  lw_model* model[] = {lw_test_chain(5, LW_SPHERICAL, 1e-3),
                       lw_test_tree(4, 1e-3),
                       lw_test_star(3, 2, 1e-3),
                       lw_test_model(1e-3),
                       lw_test_loop(3, LW_REVOLUTE, 1e-3),
                       lw_test_ladder(2, 1.0, 1e-3)};
  for (int i = 0; i < 6; i++) {
    lw_structure* s = structure_of(model[i]);
    assert_int_equal(s->is_tree, i < 4);
    end(s, model[i]);
  }
  /* a coupling makes the constraints of a tree depend on each other, or may */
  lw_model*     m = one_of_each();
  lw_structure* s = structure_of(m);
  assert_false(s->is_tree);
  end(s, m);
}

/* Whichever allocation fails, there is no structure and nothing is left behind. */
static void failed_allocations_leave_nothing_behind(void** state)
{
  (void)state;
  lw_model* m = one_of_each();
  lw_test_finish(m);
  const long before = lw_test_blocks();
  int        failed = 0;
  for (long n = 0;; n++) {
    lw_structure* s = NULL;
    lw_test_fail_allocation(n);
    const lw_status status = lw_structure_create(m, &s);
    lw_test_fail_allocation(-1);
    if (status == LW_OK) {
      lw_structure_destroy(s);
      break;
    }
    assert_int_equal(status, LW_ERR_MEMORY);
    assert_null(s);
    assert_int_equal(lw_test_blocks(), before);
    failed++;
  }
  assert_true(failed > 10); /* it does allocate */
  assert_int_equal(lw_test_blocks(), before);
  lw_model_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(connectors_have_the_rows_that_they_need),
      cmocka_unit_test(sides_belong_to_their_bodies),
      cmocka_unit_test(loops_are_told_from_trees),
      cmocka_unit_test(failed_allocations_leave_nothing_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
