/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_topology.c - operations on blocks: every number of S4's tables I to III, and
 * our own orders beside them.
 */
#include <linkwork/topology.h>

#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "check.h"
#include "mechanism.h"
#include "path.h"
#include "random.h"
#include "s4_tables.h"
#include <linkwork/mechanism_xml.h>

/* counts of an elimination; frees the topology where it is told to */
static lw_block_count count(const lw_topology* t, int index, const int* sequence)
{
  lw_elimination* e = NULL;
  assert_non_null(t);
  assert_int_equal(lw_topology_eliminate(t, index, sequence, &e), LW_OK);
  const lw_block_count c = e->count;
  lw_elimination_destroy(e);
  return c;
}

static lw_block_count count_divided(const lw_topology* t, int index)
{
  lw_topology* divided = NULL;
  assert_int_equal(lw_topology_divide(t, index, &divided), LW_OK);
  assert_true(lw_topology_index(divided) <= index);
  const lw_block_count c = count(divided, 0, NULL);
  lw_topology_destroy(divided);
  return c;
}

static void assert_counts(lw_block_count found, lw_block_count printed)
{
  assert_int_equal(found.additions, printed.additions);
  assert_int_equal(found.multiplications, printed.multiplications);
  assert_int_equal(found.inversions, printed.inversions);
  assert_int_equal(found.fill, printed.fill);
  assert_int_equal(found.nonzeros, printed.nonzeros);
}

static void assert_no_more(lw_block_count found, lw_block_count printed)
{
  assert_true(found.additions <= printed.additions);
  assert_true(found.multiplications <= printed.multiplications);
  assert_true(found.inversions <= printed.inversions);
  assert_true(found.fill <= printed.fill);
}

/* ---- the tables ----------------------------------------------------------------------------- */

static void table_1_is_as_printed(void** state)
{
  (void)state;
  for (int i = 0; i < LW_S4_STARS; i++) {
    const lw_s4_star* row = &lw_s4_table_1()[i];
    lw_topology*      t   = lw_s4_make_star(row->njoint);
    assert_non_null(t);
    assert_int_equal(lw_topology_index(t), row->njoint);
    assert_counts(count(t, 0, NULL), row->plain);
    assert_counts(count_divided(t, 3), row->divided);
    /* a hub that stays costs no more than one in parts, from the first star that is divided on */
    assert_no_more(count(t, 3, NULL), row->divided);
    lw_topology_destroy(t);
  }
}

static void table_2_is_as_printed(void** state)
{
  (void)state;
  lw_topology*     t   = lw_s4_make_seven();
  const lw_s4_row* row = lw_s4_table_2();
  assert_counts(count(t, 0, row[0].sequence), row[0].printed);
  assert_counts(count(t, 0, row[1].sequence), row[1].printed);
  assert_no_more(count(t, 0, NULL), row[0].printed);
  lw_topology_destroy(t);
}

static void table_3_is_as_printed(void** state)
{
  (void)state;
  lw_topology *    t = lw_s4_make_hmmwv(), *parts = lw_s4_make_hmmwv_divided();
  const lw_s4_row* row = lw_s4_table_3();
  assert_int_equal(lw_topology_index(t), 11);
  assert_counts(count(t, 0, row[0].sequence), row[0].printed);
  assert_counts(count(t, 0, row[1].sequence), row[1].printed);
  assert_no_more(count(t, 0, NULL), row[1].printed);

  /* The third row: I, F and NNZ are those of the chassis in seven parts. A and M are
   * printed 8 lower, which no sequence and no division can have with this I and NNZ:
   * docs/theory.md, section 5.3. */
  assert_int_equal(lw_topology_index(parts), 4);
  const lw_block_count seven = count(parts, 0, NULL);
  assert_int_equal(seven.inversions, row[2].printed.inversions);
  assert_int_equal(seven.fill, row[2].printed.fill);
  assert_int_equal(seven.nonzeros, row[2].printed.nonzeros);
  assert_int_equal(seven.multiplications, row[2].printed.multiplications + 8);
  assert_int_equal(seven.additions, row[2].printed.additions + 8);

  /* our own: the same multiplications with fewer inversions and less fill in parts, all less with
   * the chassis kept whole */
  const lw_block_count divided = count_divided(t, 4), kept = count(t, 3, NULL);
  assert_int_equal(divided.multiplications, row[2].printed.multiplications);
  assert_true(divided.inversions < row[2].printed.inversions);
  assert_no_more(kept, row[2].printed);
  lw_topology_destroy(t);
  lw_topology_destroy(parts);
}

/* The text does not say which arm has which number: no number of the table depends on it. */
static void the_numbers_of_the_arms_do_not_matter(void** state)
{
  (void)state;
  static const int ball[8] = {0, 1, 2, 3, 4, 5, 6, 7}, arm[8] = {10, 11, 12, 13, 16, 17, 18, 19};
  const lw_s4_row* row  = lw_s4_table_3();
  uint32_t         seed = 9;
  for (int trial = 0; trial < 100; trial++) {
    lw_topology* t = lw_s4_make_hmmwv();
    assert_non_null(t);
    for (int i = 0; i < 8; i++) {
      /* change places with another joint of the same kind: both have two bodies each */
      const int  other = (int)(3.9999 * (1.0 + lw_test_random(&seed)));
      const int* list  = trial % 2 ? ball : arm;
      for (int k = 0; k < 2; k++) {
        int *     a = &t->body[t->first[list[i]] + k], *b = &t->body[t->first[list[other]] + k];
        const int x = *a;
        *a          = *b;
        *b          = x;
      }
    }
    assert_counts(count(t, 0, row[0].sequence), row[0].printed);
    assert_counts(count(t, 0, row[1].sequence), row[1].printed);
    lw_topology_destroy(t);
  }
}

/* What makes the printed 233 multiplications impossible: the fewest for any division of eleven
 * joints on a tree of parts that leaves 77 blocks and has 90 inversions. */
static void no_division_has_the_counts_of_the_third_row(void** state)
{
  (void)state;
  const int printed_M = 233, printed_I = 90, printed_NNZ = 77;
  int       least = 10000;
  /* p parts add p - 1 joints; they have 11 + 2 (p - 1) ends. Blocks are fewest where
   * these are spread evenly. */
  for (int p = 1; p <= 20; p++) {
    const int ends = 11 + 2 * (p - 1), n = 20 + p, d = ends / p, more = ends % p;
    const int blocks = more * (d + 1) * d / 2 + (p - more) * d * (d - 1) / 2;
    if (n + 23 + blocks > printed_NNZ) {
      continue; /* 23: pairs of joints on other bodies */
    }
    /* the sum of k is given; M is least where k is spread evenly over all but the last node */
    const int sum = printed_I - n, k = sum / (n - 1), rest = sum % (n - 1);
    const int M = rest * (k + 1) * (k + 6) / 2 + (n - 1 - rest) * k * (k + 5) / 2;
    least       = M < least ? M : least;
  }
  assert_int_equal(least, 237);
  assert_true(least > printed_M);
}

/* ---- what the text leaves open of the seven bodies ------------------------------------------- */

typedef struct numbering {
  unsigned adj[10];   /* neighbours of each joint, as bits                    */
  int      joint[10]; /* the joint of each number, as far as they are given   */
  int      found;     /* numberings for which both rows are as printed        */
} numbering;

/* Eliminate a joint. Returns M of (5.7), and how many blocks fill in. */
static int eliminate(unsigned adj[10], int v, int* fill)
{
  const unsigned N = adj[v];
  int            k = 0, twice = 0;
  for (int a = 0; a < 10; a++) {
    if (N >> a & 1u) {
      k++;
      for (int b = 0; b < 10; b++) twice += a != b && (N >> b & 1u) && !(adj[a] >> b & 1u);
      adj[a] = (adj[a] | N) & ~(1u << a) & ~(1u << v);
    }
  }
  adj[v] = 0;
  *fill += twice / 2;
  return k * (k + 1) / 2 + 2 * k;
}

/* Give numbers in the sequence of the first row, never with fill; then check the second row. */
static void number(numbering* n, const unsigned adj[10], int step, int M)
{
  const lw_s4_row* row = lw_s4_table_2();
  if (step == 10) {
    unsigned other[10];
    int      fill = 0, M2 = 0;
    memcpy(other, n->adj, sizeof other);
    for (int i = 0; i < 10; i++) M2 += eliminate(other, n->joint[row[1].sequence[i]], &fill);
    n->found += M == row[0].printed.multiplications && M2 == row[1].printed.multiplications &&
                fill == row[1].printed.fill;
    return;
  }
  for (int v = 0; v < 10; v++) {
    bool     used = false;
    unsigned next[10];
    int      fill = 0;
    for (int i = 0; i < step; i++) used |= n->joint[row[0].sequence[i]] == v;
    if (!used) {
      memcpy(next, adj, sizeof next);
      const int cost = eliminate(next, v, &fill);
      if (fill == 0) {
        n->joint[row[0].sequence[step]] = v;
        number(n, next, step + 1, M + cost);
      }
    }
  }
}

static void connect(numbering* n, int a, int b)
{
  n->adj[a] |= 1u << b;
  n->adj[b] |= 1u << a;
}

/* Four bodies meet in E, three of them with two more joints on the way to the ground, K3 with one.
 * As the two rows are printed the joints in E can only go from body to body, with K3 inside: twice
 * for each of the names that the other three may have. */
static void seven_bodies_are_determined_up_to_names(void** state)
{
  (void)state;
  int total = 0, inside = 0;
  for (int p = 0; p < 256; p++) {
    const int body[4] = {p & 3, p >> 2 & 3, p >> 4 & 3, p >> 6 & 3};
    if (((1 << body[0]) | (1 << body[1]) | (1 << body[2]) | (1 << body[3])) != 15 ||
        body[0] > body[3]) {
      continue;
    }
    /* joints: 0 to 3 on the bodies towards the ground, 4 to 6 behind the
     * first three, 7 to 9 in E */
    numbering n = {.found = 0};
    for (int i = 0; i < 3; i++) {
      connect(&n, i, 4 + i);
      connect(&n, 7 + i, body[i]);
      connect(&n, 7 + i, body[i + 1]);
    }
    connect(&n, 7, 8);
    connect(&n, 8, 9);
    number(&n, n.adj, 0, 0);
    total += n.found;
    inside += body[1] == 3 || body[2] == 3 ? n.found : 0;
  }
  assert_int_equal(total, 12);
  assert_int_equal(inside, 12);

  /* all joints in E on one body: a block more than both rows have, as I - F */
  enum { G = LW_GROUND };
  const int    pair[10][2] = {{G, 0}, {0, 1}, {1, 3}, {1, 2}, {1, 5},
                              {5, 6}, {6, G}, {G, 4}, {4, 3}, {2, G}};
  lw_topology* t           = NULL;
  assert_int_equal(lw_topology_create(7, 10, pair, &t), LW_OK);
  assert_int_equal(count(t, 0, NULL).nonzeros, lw_s4_table_2()[0].printed.nonzeros + 1);
  lw_topology_destroy(t);
}

/* ---- the examples --------------------------------------------------------------------------- */

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

/* The mechanisms in examples/ have the topologies of tables II and III, joint by joint. */
static void examples_have_the_topologies_of_the_tables(void** state)
{
  (void)state;
  for (int i = 0; i < 2; i++) {
    lw_model*        m = read_example(i ? "examples/hmmwv.xml" : "examples/seven_body.xml");
    lw_topology *    t = NULL, *s4 = i ? lw_s4_make_hmmwv() : lw_s4_make_seven();
    const lw_s4_row* row = i ? lw_s4_table_3() : lw_s4_table_2();
    assert_non_null(s4);
    assert_int_equal(lw_topology_of_model(m, &t), LW_OK);
    assert_int_equal(t->nbody, s4->nbody);
    assert_int_equal(t->njoint, s4->njoint);
    for (int k = 0; k < 2; k++) {
      assert_counts(count(t, 0, row[k].sequence), row[k].printed);
      assert_counts(count(s4, 0, row[k].sequence), row[k].printed);
    }
    /* the order that the solver finds costs no more than the best one printed */
    assert_no_more(count(t, LW_SOLVERS_ORDER, NULL), row[i ? 2 : 0].printed);
    /* and with springs and bushings in it */
    lw_elimination* e = NULL;
    assert_int_equal(lw_elimination_of_model(m, &e), LW_OK);
    print_message("%s: A %ld, M %ld, I %ld, F %ld, NNZ %ld\n", i ? "HMMWV" : "seven bodies",
                  e->count.additions, e->count.multiplications, e->count.inversions, e->count.fill,
                  e->count.nonzeros);
    lw_elimination_destroy(e);
    lw_topology_destroy(t);
    lw_topology_destroy(s4);
    lw_model_destroy(m);
  }
}

/* ---- counting ------------------------------------------------------------------------------- */

/* The same counts from the definition: a dense matrix of booleans, eliminated row by row. */
static lw_block_count count_dense(const lw_topology* t, const int sequence[])
{
  const int      n = t->njoint;
  lw_block_count c = {0, 0, 0, 0, 0};
  char*          E = calloc((size_t)(n * n) + 1, 1);
  assert_non_null(E);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) {
      for (int a = t->first[i]; a < t->first[i + 1]; a++) {
        for (int b = t->first[k]; b < t->first[k + 1]; b++) {
          E[i * n + k] |= t->body[a] == t->body[b];
        }
      }
    }
  }
  for (int i = 0; i < n; i++) {
    for (int k = i; k < n; k++) c.nonzeros += E[i * n + k];
  }
  for (int s = 0; s < n; s++) {
    const int v = sequence[s];
    c.inversions++; /* the right-hand side */
    for (int a = s + 1; a < n; a++) {
      if (!E[v * n + sequence[a]]) {
        continue;
      }
      c.inversions++;
      c.multiplications += 2; /* right-hand side: forward and backward */
      c.additions += 2;
      for (int b = a; b < n; b++) {
        if (E[v * n + sequence[b]]) {
          char* x = &E[sequence[a] * n + sequence[b]];
          c.multiplications++;
          c.additions += *x;
          c.fill += !*x;
          *x = E[sequence[b] * n + sequence[a]] = 1;
        }
      }
    }
  }
  free(E);
  return c;
}

/* Random mechanisms, random sequences: the engine's layout holds what the definition says. */
static void counts_are_those_of_the_definition(void** state)
{
  (void)state;
  uint32_t seed = 5;
  for (int trial = 0; trial < 50; trial++) {
    int          pair[40][2], sequence[40];
    const int    nbody = 4 + trial / 3, njoint = nbody + trial % 7;
    lw_topology* t = NULL;
    for (int j = 0; j < njoint; j++) {
      pair[j][0]  = (int)(0.5 * (1.0 + lw_test_random(&seed)) * (nbody + 1)) - 1;
      pair[j][1]  = (pair[j][0] + 1 + j % (nbody - 1)) % nbody;
      sequence[j] = j;
    }
    for (int j = njoint - 1; j > 0; j--) {
      const int k = (int)(0.4999 * (1.0 + lw_test_random(&seed)) * (j + 1)), x = sequence[j];
      sequence[j] = sequence[k];
      sequence[k] = x;
    }
    assert_int_equal(lw_topology_create(nbody, njoint, (const int(*)[2])pair, &t), LW_OK);
    const lw_block_count c = count(t, 0, sequence);
    assert_counts(c, count_dense(t, sequence));
    assert_int_equal(c.inversions, c.nonzeros + c.fill);
    lw_topology_destroy(t);
  }
}

/* Every joint stays where it was, on a part of its body, and the parts of a body hang together. */
static void divided_bodies_are_the_same_mechanism(void** state)
{
  (void)state;
  for (int i = 0; i < 6; i++) {
    lw_topology *t = i < 3 ? lw_s4_make_star(10 + 7 * i) : lw_s4_make_hmmwv(), *d = NULL;
    assert_int_equal(lw_topology_divide(t, 3 + i % 3, &d), LW_OK);
    assert_true(lw_topology_index(d) <= 3 + i % 3);
    assert_int_equal(d->nwhole, t->njoint);
    for (int k = 0; k < t->first[t->njoint]; k++) {
      assert_int_equal(d->whole[d->body[k]], t->body[k]);
    }
    /* as many fixed joints as parts that were added, each between two parts of one body: trees,
     * if no part is isolated */
    assert_int_equal(d->njoint - t->njoint, d->nbody - t->nbody);
    for (int j = t->njoint; j < d->njoint; j++) {
      const int* b = d->body + d->first[j];
      assert_int_equal(d->first[j + 1] - d->first[j], 2);
      assert_true(b[0] != b[1] && d->whole[b[0]] == d->whole[b[1]]);
      assert_int_equal(d->rows[j], 6);
    }
    for (int b = t->nbody; b < d->nbody; b++) {
      int up = b,
          steps =
              0; /* a part's first fixed joint leads to a part that was made later, or the body */
      while (up >= t->nbody && steps++ < d->nbody) {
        int j = t->njoint;
        while (j < d->njoint && d->body[d->first[j]] != up) j++;
        assert_true(j < d->njoint);
        up = d->body[d->first[j] + 1];
      }
      assert_int_equal(up, d->whole[b]);
    }
    lw_topology_destroy(t);
    lw_topology_destroy(d);
  }
}

static void nonsense_is_refused(void** state)
{
  (void)state;
  const int       pair[2][2] = {{LW_GROUND, 0}, {0, 1}}, twice[2] = {0, 0}, outside[2] = {0, 2};
  lw_topology *   t = NULL, *d = NULL;
  lw_elimination* e = NULL;
  assert_int_equal(lw_topology_create(1, 2, pair, &t), LW_ERR_USAGE);
  assert_null(t);
  assert_int_equal(lw_topology_create(2, 2, pair, &t), LW_OK);
  assert_int_equal(lw_topology_eliminate(t, 0, twice, &e), LW_ERR_USAGE);
  assert_int_equal(lw_topology_eliminate(t, 0, outside, &e), LW_ERR_USAGE);
  assert_null(e);
  assert_int_equal(lw_topology_divide(t, 2, &d), LW_ERR_USAGE);
  assert_null(d);
  lw_topology_destroy(t);
}

/* Whichever allocation fails, there is no result and nothing is left behind. */
static void failed_allocations_leave_nothing_behind(void** state)
{
  (void)state;
  lw_model* m      = read_example("examples/hmmwv.xml");
  int       failed = 0;
  for (long n = 0, done = 0; !done; n++) {
    lw_topology *   t = NULL, *d = NULL;
    lw_elimination *e = NULL, *f = NULL;
    const long      before = lw_test_blocks();
    lw_test_fail_allocation(n);
    lw_status status = lw_topology_of_model(m, &t);
    status           = status == LW_OK ? lw_topology_divide(t, 3, &d) : status;
    status           = status == LW_OK ? lw_topology_eliminate(d, 0, NULL, &e) : status;
    status           = status == LW_OK ? lw_elimination_of_model(m, &f) : status;
    lw_test_fail_allocation(-1);
    done = status == LW_OK;
    failed += !done;
    assert_true(done || status == LW_ERR_MEMORY);
    assert_true(done || !f);
    lw_elimination_destroy(f);
    lw_elimination_destroy(e);
    lw_topology_destroy(d);
    lw_topology_destroy(t);
    assert_int_equal(lw_test_blocks(), before);
  }
  assert_true(failed > 50); /* it does allocate */
  lw_model_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_1_is_as_printed),
      cmocka_unit_test(table_2_is_as_printed),
      cmocka_unit_test(table_3_is_as_printed),
      cmocka_unit_test(the_numbers_of_the_arms_do_not_matter),
      cmocka_unit_test(no_division_has_the_counts_of_the_third_row),
      cmocka_unit_test(examples_have_the_topologies_of_the_tables),
      cmocka_unit_test(seven_bodies_are_determined_up_to_names),
      cmocka_unit_test(counts_are_those_of_the_definition),
      cmocka_unit_test(divided_bodies_are_the_same_mechanism),
      cmocka_unit_test(nonsense_is_refused),
      cmocka_unit_test(failed_allocations_leave_nothing_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
