/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_factor_fronts.c - the factorisation against one dense solve of the whole system.
 */
#include "factor/factor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "check.h"
#include "dense.h"
#include "instance/instance.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "mechanism.h"
#include "random.h"
#include <linkwork/topology.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#define SOFT_STEP                                                                                  \
  0.05 /* step that compliant rows are made for [s]: they are as large as the masses */

/* ---- mechanisms of every topology, with random joints --------------------------------------- */

#define NTOPOLOGY 8

static lw_model* random_topology_of(lw_joint_type type, int topology, uint32_t seed)
{
  lw_test_pair pair[64];
  int          n = 8, count = 0;
  switch (topology) {
  case 0: /* chain */
    for (int b = 0; b < n; b++) pair[count++] = (lw_test_pair){b - 1, b};
    break;
  case 1: /* tree */
    n = 15;
    for (int b = 0; b < n; b++) pair[count++] = (lw_test_pair){b ? (b - 1) / 2 : LW_GROUND, b};
    break;
  case 2: /* star on the ground, the hub as child of its arms */
    pair[count++] = (lw_test_pair){LW_GROUND, 0};
    for (int b = 1; b < n; b++) pair[count++] = (lw_test_pair){b, 0};
    break;
  case 3: /* one loop */
    for (int b = 0; b < n; b++) pair[count++] = (lw_test_pair){b - 1, b};
    pair[count++] = (lw_test_pair){n - 1, LW_GROUND};
    break;
  case 4: /* coupled loops: a ladder */
    for (int b = 0; b < n; b++) {
      pair[count++] = (lw_test_pair){LW_GROUND, b};
      pair[count++] = (lw_test_pair){b, (b + 1) % n};
    }
    break;
  case 5: /* a net where every body meets every other */
    n = 5;
    for (int a = 0; a < n; a++) {
      for (int b = a + 1; b < n; b++) pair[count++] = (lw_test_pair){a, b};
    }
    break;
  case 6: /* parts that do not touch, and bodies without joints */
    pair[count++] = (lw_test_pair){LW_GROUND, 0};
    pair[count++] = (lw_test_pair){2, 3};
    pair[count++] = (lw_test_pair){3, 4};
    break;
  default: /* long enough to be cut into parts */
    n = 40;
    for (int b = 0; b < n; b++) pair[count++] = (lw_test_pair){b - 1, b};
    break;
  }
  return lw_test_random_mechanism(n, count, pair, type, seed);
}

static lw_model* random_topology(int topology, uint32_t seed)
{
  return random_topology_of(LW_JOINT_TYPE_COUNT, topology, seed);
}

/* springs, bushings, joint springs and a coupling, wherever they fit */
static void add_forces(lw_model* m, uint32_t seed)
{
  const double k[6] = {100, 200, 300, 40, 50, 60}, c[6] = {1, 2, 3, 4, 5, 6};
  double       at[3];
  lw_test_random_fill(&seed, 3, 1.0, at);
  const int ground = lw_test_add_frame(m, LW_GROUND, at, NULL);
  lw_test_random_fill(&seed, 3, 1.0, at);
  const int first = lw_test_add_frame(m, 0, at, NULL),
            last  = lw_test_add_frame(m, m->nbody - 1, at, NULL);
  lw_test_add_spring(m, ground, first, 1000.0, 5.0, 0.1);
  lw_test_add_spring(m, first, last, 500.0, 50.0, 9.0);
  lw_test_add_bushing(m, last, ground, k, c);
  int joint[2], n = 0;
  for (int j = 0; j < m->njoint; j++) {
    const lw_joint_info* info = lw_joint_info_get(m->joint[j].type);
    if (info->drivable) {
      lw_test_set_joint_spring(m, j, 300.0, 2.0, 0.1);
    }
    if (info->nq > 0 && n < 2) {
      joint[n++] = j;
    }
  }
  if (n == 2) {
    const double ratio[2] = {1.0, -2.0};
    lw_test_add_coupling(m, 2, joint, ratio, 0.0);
  }
}

/* a matrix with everything in it, at the pose of the file */
static lw_instance* prepare(lw_model* m, double eps)
{
  const lw_threads alone = LW_ALONE;
  lw_test_finish(m);
  lw_instance* s = lw_test_instance(m);
  for (int b = 0; b < m->nbody; b++) s->q[b] = s->body[b].q0;
  lw_regularise(s, 1e-3);
  for (int r = 0; r < s->structure->nrow_all; r++) s->eps[r] = eps * s->row_scale[r];
  for (int c = 0; c < s->structure->nconnector; c++) {
    const lw_connector* k = &s->structure->connector[c];
    for (int r = k->row + k->nrow; r < k->row + k->nrow + k->nsoft; r++) s->eps[r] = 1.0;
  }
  lw_pass_positions(s, 0.0, &alone);
  for (int c = 0; c < s->structure->nconnector; c++) lw_connector_soft(s, c, SOFT_STEP);
  return s;
}

/* ---- dense system ---------------------------------------------------------------------------- */

/* present size of a node */
static int size_of(const lw_structure* g, const lw_node* v, bool soft)
{
  if (v->id < g->nbody) {
    return 6;
  }
  const lw_connector* c = &g->connector[v->id - g->nbody];
  return soft ? c->nrow + c->nsoft : c->nrow;
}

/* A of (5.1), in the layout of the vectors; rows that are not there have a one on the diagonal */
static double* dense_matrix(const lw_instance* s, bool soft)
{
  const lw_structure* g = s->structure;
  const size_t        n = (size_t)g->nx;
  double*             A = calloc(n * n + 1, sizeof *A);
  assert_non_null(A);
  for (size_t i = 0; i < n; i++) A[i * n + i] = 1.0; /* padding stays so */
  for (int k = 0; k < g->nnode; k++) {
    const lw_node* v = &g->node[k];
    const size_t   x = (size_t)v->x;
    if (v->id < g->nbody) {
      const lw_inertia* I = &s->inertia[v->id];
      for (size_t i = 0; i < 3; i++) {
        A[(x + i) * n + x + i] = I->m;
        for (size_t j = 0; j < 3; j++) A[(x + 3 + i) * n + x + 3 + j] = I->J[3 * i + j];
      }
      continue;
    }
    const lw_connector* c = &g->connector[v->id - g->nbody];
    const int           d = size_of(g, v, soft);
    for (int r = 0; r < v->d_max; r++) {
      A[(x + (size_t)r) * n + x + (size_t)r] = r < d ? -s->eps[c->row + r] : 1.0;
    }
    for (int q = c->side; q < c->side + c->nside; q++) {
      if (g->side[q].body == LW_GROUND) {
        continue;
      }
      const size_t y = (size_t)g->node[g->position[g->side[q].body]].x;
      for (int r = 0; r < d; r++) {
        for (size_t i = 0; i < 6; i++) {
          const double J = s->J[(size_t)g->side[q].jac + 6 * (size_t)r + i];
          A[(x + (size_t)r) * n + y + i] += J;
          A[(y + i) * n + x + (size_t)r] += J;
        }
      }
    }
  }
  return A;
}

/* a right-hand side with numbers of size 1, zero if there is no row */
static void random_side(const lw_instance* s, bool soft, uint32_t seed, double* b)
{
  const lw_structure* g = s->structure;
  lw_test_random_fill(&seed, g->nx, 1.0, b);
  for (int k = 0; k < g->nnode; k++) {
    const lw_node* v = &g->node[k];
    for (int r = size_of(g, v, soft); r < LW_PAD(v->d_max); r++) b[v->x + r] = 0.0;
  }
}

static double largest(int n, const double* x)
{
  double most = 1.0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

static void factor(lw_instance* s, bool soft)
{
  const lw_threads alone   = LW_ALONE;
  const lw_tangent tangent = {.dt = SOFT_STEP, .soft = soft};
  assert_true(lw_pass_factor(s, &tangent, &alone));
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* The structured solve agrees with the dense one on every topology, with and
 * without compliant rows. */
static void solution_is_that_of_one_dense_solve(void** state)
{
  (void)state;
  /* Pivots of rows are not smaller than 1e-3, and in a net with many more rows than freedoms two of
   * them meet: rounding of 2.2e-16 * 1e3 * 1e3 of the largest number. Measured: 1.4e-11 in nets,
   * 1e-13 in trees and single loops. A missing block gives 1e-1. */
  const double     tol   = 2e-10;
  const lw_threads alone = LW_ALONE;
  for (int topology = 0; topology < NTOPOLOGY; topology++) {
    for (uint32_t seed = 1; seed <= 6; seed++) {
      const bool soft = seed % 2 == 0;
      lw_model*  m    = random_topology(topology, seed);
      if (seed > 2) {
        add_forces(m, seed);
      }
      lw_instance* s = prepare(m, 1e-3);
      double*      A = dense_matrix(s, soft);
      double*      b = calloc((size_t)s->structure->nx + 1, sizeof *b);
      assert_non_null(b);
      random_side(s, soft, seed, b);
      memcpy(s->x, b, (size_t)s->structure->nx * sizeof *b);
      factor(s, soft);
      lw_factor_solve(s->structure, &s->factor, s->x, &alone);
      lw_test_dense_solve(s->structure->nx, A, b);
      assert_close(s->structure->nx, s->x, b, tol * largest(s->structure->nx, b));
      free(A);
      free(b);
      lw_test_end(s);
    }
  }
}

/* The same for trees of revolute joints, which are eliminated from their tips inwards without
 * regularisation, but by fronts while springs in the joints are in the matrix. */
static void tree_of_revolutes_is_that_of_one_dense_solve(void** state)
{
  (void)state;
  /* 40 links in series: masses and lengths are between 0.5 and 2, so the reduced inertia may be
   * 1e-3 of the original one. Measured: 1.3e-12 of the largest number. */
  const double     tol        = 1e-11;
  const int        topology[] = {0, 1, 2, 7};
  const lw_threads alone      = LW_ALONE;
  for (uint32_t seed = 1; seed <= 40; seed++) {
    lw_model* m = random_topology_of(LW_REVOLUTE, topology[seed % 4], seed);
    for (int j = 0; j < m->njoint; j += 3) lw_test_set_joint_spring(m, j, 300.0, 2.0, 0.1);
    lw_instance*        s = prepare(m, 1e-15);
    const lw_structure* g = s->structure;
    double*             b = calloc((size_t)g->nx + 1, sizeof *b);
    assert_non_null(b);
    assert_non_null(g->revolute);
    lw_elimination* e = NULL;
    assert_int_equal(lw_elimination_of_model(m, &e), LW_OK);
    assert_int_equal(e->nrevolute, m->nbody);
    lw_elimination_destroy(e);
    for (int pass = 0; pass < 3; pass++) {
      const bool soft = pass == 1, rows = seed % 3 == 0;
      double*    A = dense_matrix(s, soft);
      random_side(s, soft, seed, b);
      memcpy(s->x, b, (size_t)g->nx * sizeof *b);
      factor(s, soft);
      assert_int_equal(s->factor.inward, !soft);
      if (rows) { /* numbers of bodies are ignored */
        for (int k = 0; k < g->nbody; k++) memset(b + g->offset[k], 0, 6 * sizeof *b);
        lw_factor_solve_rows(g, &s->factor, s->x, &alone);
      } else {
        lw_factor_solve(g, &s->factor, s->x, &alone);
      }
      lw_test_dense_solve(g->nx, A, b);
      assert_close(g->nx, s->x, b, tol * largest(g->nx, b));
      free(A);
    }
    free(b);
    lw_test_end(s);
  }
}

/* With the solver's own regularisation redundant rows make the matrix nearly singular. What is
 * asked of them in a step can be met, b = anything, c = Phi_q u, and then both equations are. */
static void consistent_equations_are_met_with_redundant_rows(void** state)
{
  (void)state;
  const lw_threads alone = LW_ALONE;
  for (int topology = 3; topology < 6; topology++) {
    for (uint32_t seed = 1; seed <= 4; seed++) {
      lw_instance*        s = prepare(random_topology(topology, seed), 1e-7);
      const lw_structure* g = s->structure;
      const int           n = g->nx;
      double *            A = dense_matrix(s, false), *u = calloc((size_t)n + 1, sizeof *u),
             *b = calloc((size_t)n + 1, sizeof *b);
      assert_non_null(u);
      assert_non_null(b);
      random_side(s, false, seed, u);
      random_side(s, false, seed + 100, b);
      for (int k = 0; k < g->nnode; k++) {
        const lw_node* v = &g->node[k];
        for (int r = v->x; v->id >= g->nbody && r < v->x + size_of(g, v, false); r++) {
          b[r] = 0.0;
          for (int i = 0; i < n; i++) {
            b[r] += i == r ? 0.0 : A[(size_t)r * (size_t)n + (size_t)i] * u[i];
          }
        }
      }
      memcpy(s->x, b, (size_t)n * sizeof *b);
      factor(s, false);
      lw_factor_solve(g, &s->factor, s->x, &alone);
      for (int i = 0; i < n; i++) {
        double r = b[i];
        for (int k = 0; k < n; k++) r -= A[(size_t)i * (size_t)n + (size_t)k] * s->x[k];
        /* Rounding meets a pivot of 1e-7: 2.2e-16 / 1e-7 = 2e-9 of the largest number for one of
         * them, and every further redundant row that depends on it magnifies that: these nets have
         * up to ten. A pass of the solver removes what is left. Measured: 1.4e-6. A factorisation
         * that loses the stiff directions leaves 1e-1. */
        assert_below(r, 1e-5 * largest(n, s->x));
      }
      free(A);
      free(b);
      free(u);
      lw_test_end(s);
    }
  }
}

/* Where eps is no more than rounding, a row that depends on others may be left with a negative
 * pivot. It is raised to half its eps, section 5.1, so that a mechanism with redundant rows can be
 * factored in every configuration. */
static void pivots_of_dependent_rows_stay_positive(void** state)
{
  (void)state;
  const lw_threads alone = LW_ALONE;
  /* A four-bar of revolutes has three redundant rows. Without the floor 15 of these 20
   * configurations cannot be factored. */
  for (int k = 1; k <= 20; k++) {
    lw_instance* s = prepare(lw_test_ladder(1, 0.03 * k, 1e-3), 1e-16);
    random_side(s, false, (uint32_t)k, s->x);
    assert_true(lw_pass_factor(s, NULL, &alone));
    lw_factor_solve(s->structure, &s->factor, s->x, &alone);
    assert_finite(s->structure->nx, s->x);
    lw_test_end(s);
  }
}

/* A solve with another right-hand side leaves the factor as it is: the first one gives the same
 * bits again. */
static void factor_survives_its_use(void** state)
{
  (void)state;
  const lw_threads alone = LW_ALONE;
  lw_instance*     s     = prepare(random_topology(4, 3), 1e-3);
  const int        n     = s->structure->nx;
  /* kernels want vectors that are aligned as an instance's are */
  double* first = aligned_alloc(64, ((size_t)n * sizeof *first + 63) / 64 * 64);
  assert_non_null(first);
  memset(first, 0, (size_t)n * sizeof *first);
  factor(s, false);
  random_side(s, false, 1, s->x);
  lw_factor_solve(s->structure, &s->factor, s->x, &alone);
  memcpy(first, s->x, (size_t)n * sizeof *first);
  random_side(s, false, 2, s->x);
  lw_factor_solve(s->structure, &s->factor, s->x, &alone);
  random_side(s, false, 1, s->x);
  lw_factor_solve(s->structure, &s->factor, s->x, &alone);
  assert_same_bits(n, s->x, first);
  free(first);
  lw_test_end(s);
}

/* Any number of threads gives the same bits. */
static void threads_do_not_change_a_bit(void** state)
{
  (void)state;
#ifdef _OPENMP
  lw_model* model[] = {lw_test_chain(200, LW_REVOLUTE, 1e-3), lw_test_tree(7, 1e-3),
                       lw_test_star(5, 30, 1e-3), lw_test_loop(100, LW_SPHERICAL, 1e-3)};
  for (int i = 0; i < 4; i++) {
    lw_instance* s     = prepare(model[i], 1e-7);
    const int    n     = s->structure->nx;
    double*      first = calloc((size_t)n + 1, sizeof *first);
    assert_non_null(first);
    for (int k = 0; k < 4; k++) {
      /* cppcheck-suppress unreadVariable ; the pragma reads it */
      const int nthread = k < 3 ? k + 1 : 8;
      random_side(s, false, 1, s->x);
      bool good = true;
#pragma omp parallel num_threads(nthread) reduction(&& : good)
      {
        const lw_threads threads = {omp_get_thread_num(), omp_get_num_threads(), NULL};
        good                     = lw_pass_factor(s, NULL, &threads) && good;
        lw_pass_solve(s, &threads);
      }
      assert_true(good);
      if (k == 0) {
        memcpy(first, s->x, (size_t)n * sizeof *first);
      }
      assert_same_bits(n, s->x, first);
    }
    free(first);
    lw_test_end(s);
  }
#else
  skip();
#endif
}

/* A body without inertia is reported, and NaN is not taken for a number. */
static void pivots_that_are_not_positive_are_reported(void** state)
{
  (void)state;
  const lw_threads alone    = LW_ALONE;
  const double     wrong[2] = {-1e3, NAN};
  lw_test_pair     pair[21];
  for (int b = 0; b < 21; b++) pair[b] = (lw_test_pair){b ? 0 : LW_GROUND, b};
  for (int i = 0; i < 2; i++) {
    /* the hub of a star is not eliminated first: its pivot is computed, from its own inertia and
     * the masses of its arms, at most 2 kg each */
    lw_instance* s  = prepare(lw_test_random_mechanism(21, 21, pair, LW_SPHERICAL, 1), 1e-3);
    s->inertia[0].m = wrong[i];
    assert_false(lw_pass_factor(s, NULL, &alone));
    lw_test_end(s);
  }
  lw_instance* s  = prepare(lw_test_star(20, 1, 1e-3), 1e-3);
  s->inertia[0].m = NAN;
  assert_non_null(s->structure->revolute);
  assert_false(lw_pass_factor(s, NULL, &alone));
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solution_is_that_of_one_dense_solve),
      cmocka_unit_test(tree_of_revolutes_is_that_of_one_dense_solve),
      cmocka_unit_test(consistent_equations_are_met_with_redundant_rows),
      cmocka_unit_test(pivots_of_dependent_rows_stay_positive),
      cmocka_unit_test(factor_survives_its_use),
      cmocka_unit_test(threads_do_not_change_a_bit),
      cmocka_unit_test(pivots_that_are_not_positive_are_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
