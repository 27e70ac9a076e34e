/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_s1_recursion.c - right-hand sides of hamiltonian-dca against the two-handle recursion of
 * S1, written out as printed.
 *
 * S1 gives every body two handles at its joint points, assembles pairs of compounds in a binary
 * tree by (27), (28), (34) to (36), connects the last one to the base by (43) or (45), takes it
 * apart by (29), and has the rates of the momenta by (77) with (70) to (76). The solver joins link
 * after link with inertias about centres of mass. Both must give the same velocities, impulses and
 * rates for the same momenta.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "check.h"
#include "dense.h"
#include "formulations/joint_space/joint_space.h"
#include "instance/instance.h"
#include "mechanism.h"
#include "random.h"

#define LINKS 16

/* ---- matrices, row-major --------------------------------------------------------------------- */

static void mul(int n, int k, int m, double* C, const double* A, const double* B)
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      double t = 0.0;
      for (int l = 0; l < k; l++) t += A[i * k + l] * B[l * m + j];
      C[i * m + j] = t;
    }
  }
}

static void transpose(int n, int m, double* B, const double* A)
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) B[j * n + i] = A[i * m + j];
  }
}

static void invert(int n, double* B, const double* A)
{
  for (int k = 0; k < n; k++) {
    double M[144], e[12] = {0.0};
    memcpy(M, A, (size_t)(n * n) * sizeof *M);
    e[k] = 1.0;
    lw_test_dense_solve(n, M, e);
    for (int i = 0; i < n; i++) B[i * n + k] = e[i];
  }
}

/* S_12 of (14), for l from O_1 to O_2 */
static void shift_matrix(double S[36], const double l[3])
{
  const double L[9] = {0, -l[2], l[1], l[2], 0, -l[0], -l[1], l[0], 0};
  memset(S, 0, 36 * sizeof *S);
  for (int i = 0; i < 6; i++) S[7 * i] = 1.0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) S[6 * (3 + i) + j] = L[3 * i + j];
  }
}

/* ---- S1 -------------------------------------------------------------------------------------- */

/* (15), (16) */
typedef struct compound {
  double xi11[36], xi12[36], xi21[36], xi22[36], xi10[6], xi20[6];
} compound;

/* A joint at handle 1 of a body: freedoms (6 x nf) and constrained directions
 * (6 x nd), by columns. */
typedef struct joint {
  int    nf, nd;
  double H[18], D[36];
} joint;

typedef struct chain {
  int           n;      /* bodies                                                  */
  bool          closed; /* its end is pinned to the ground by joint n, which is cut */
  joint         at[LINKS + 1];
  double        O[LINKS + 1][3]; /* joint points                                   */
  const double* p;
  double        T1[LINKS][6], T2[LINKS][6]; /* impulses at the handles               */
} chain;

/* y += f A x for A with n columns of six, one after the other */
static void add_columns(double y[6], double f, int n, const double* A, const double* x)
{
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < 6; i++) y[i] += f * A[6 * k + i] * x[k];
  }
}

/* (9), (12) to (16) of body k */
static void leaf(const lw_instance* s, const chain* c, int k, compound* x)
{
  const double *C = s->placement[k].r, *J = s->inertia[k].J, m = s->body[k].mass;
  double        l1[3], l[3], M[36], S[36], St[36], P[6] = {0.0}, next[6] = {0.0}, shifted[6];
  lw_sub3(l1, C, c->O[k]);
  lw_sub3(l, c->O[k + 1], c->O[k]);
  /* M_O = [m, -m l~; m l~, J_O],  J_O = J - m l~ l~ */
  const double L[9] = {0, -l1[2], l1[1], l1[2], 0, -l1[0], -l1[1], l1[0], 0};
  double       LL[9];
  mul(3, 3, 3, LL, L, L);
  memset(M, 0, sizeof M);
  for (int i = 0; i < 3; i++) {
    M[7 * i] = m;
    for (int j = 0; j < 3; j++) {
      M[6 * i + 3 + j]       = -m * L[3 * i + j];
      M[6 * (3 + i) + j]     = m * L[3 * i + j];
      M[6 * (3 + i) + 3 + j] = J[3 * i + j] - m * LL[3 * i + j];
    }
  }
  shift_matrix(S, l);
  transpose(6, 6, St, S);
  invert(6, x->xi11, M);
  mul(6, 6, 6, x->xi12, x->xi11, S);
  mul(6, 6, 6, x->xi21, St, x->xi11);
  mul(6, 6, 6, x->xi22, St, x->xi12);
  /* momenta: H p at handle 1, and that of the next joint, against it, at handle 2; none at a cut */
  add_columns(P, 1.0, c->at[k].nf, c->at[k].H, c->p + c->at[0].nf * k);
  if (k + 1 < c->n) {
    add_columns(next, -1.0, c->at[k + 1].nf, c->at[k + 1].H, c->p + c->at[0].nf * (k + 1));
  }
  mul(6, 6, 1, shifted, S, next);
  for (int i = 0; i < 6; i++) P[i] += shifted[i];
  mul(6, 6, 1, x->xi10, x->xi11, P);
  mul(6, 6, 1, x->xi20, St, x->xi10);
}

/* W and beta of (27), (28) */
static void interface(const compound* A, const compound* B, const joint* j, double W[36],
                      double beta[6])
{
  double K[36], DK[36], Dt[36], D[36], Q[36], Q_inv[36], T[36], d[6];
  for (int i = 0; i < 36; i++) K[i] = B->xi11[i] + A->xi22[i];
  memcpy(Dt, j->D, sizeof Dt); /* columns one after the other: D^T by rows */
  transpose(j->nd, 6, D, Dt);
  mul(j->nd, 6, 6, DK, Dt, K);
  mul(j->nd, 6, j->nd, Q, DK, D);
  invert(j->nd, Q_inv, Q);
  mul(6, j->nd, j->nd, T, D, Q_inv);
  mul(6, j->nd, 6, W, T, Dt);
  for (int i = 0; i < 36; i++) W[i] = -W[i];
  for (int i = 0; i < 6; i++) d[i] = B->xi10[i] - A->xi20[i];
  mul(6, 6, 1, beta, W, d);
}

/* (34) to (36) */
static void assemble(const compound* A, const compound* B, const double W[36], const double beta[6],
                     compound* C)
{
  double T[36], P[36], v[6];
  mul(6, 6, 6, T, A->xi12, W);
  mul(6, 6, 6, P, T, A->xi21);
  for (int i = 0; i < 36; i++) C->xi11[i] = A->xi11[i] + P[i];
  mul(6, 6, 6, P, T, B->xi12);
  for (int i = 0; i < 36; i++) C->xi12[i] = -P[i];
  mul(6, 6, 6, T, B->xi21, W);
  mul(6, 6, 6, P, T, A->xi21);
  for (int i = 0; i < 36; i++) C->xi21[i] = -P[i];
  mul(6, 6, 6, P, T, B->xi12);
  for (int i = 0; i < 36; i++) C->xi22[i] = B->xi22[i] + P[i];
  mul(6, 6, 1, v, A->xi12, beta);
  for (int i = 0; i < 6; i++) C->xi10[i] = A->xi10[i] - v[i];
  mul(6, 6, 1, v, B->xi21, beta);
  for (int i = 0; i < 6; i++) C->xi20[i] = B->xi20[i] + v[i];
}

static void assemble_range(const lw_instance* s, const chain* c, int first, int end, compound* x)
{
  if (end - first == 1) {
    leaf(s, c, first, x);
    return;
  }
  const int middle = (first + end) / 2;
  compound  A, B;
  double    W[36], beta[6];
  assemble_range(s, c, first, middle, &A);
  assemble_range(s, c, middle, end, &B);
  interface(&A, &B, &c->at[middle], W, beta);
  assemble(&A, &B, W, beta, x);
}

/* (29), (32), (33): the halves are assembled once more, which is slow and short */
static void disassemble(const lw_instance* s, chain* c, int first, int end, const double T1[6],
                        const double T2[6])
{
  if (end - first == 1) {
    memcpy(c->T1[first], T1, 6 * sizeof *T1);
    memcpy(c->T2[first], T2, 6 * sizeof *T2);
    return;
  }
  const int middle = (first + end) / 2;
  compound  A, B;
  double    W[36], beta[6], a[6], b[6], d[6], T[6], minus[6];
  assemble_range(s, c, first, middle, &A);
  assemble_range(s, c, middle, end, &B);
  interface(&A, &B, &c->at[middle], W, beta);
  mul(6, 6, 1, b, B.xi12, T2);
  mul(6, 6, 1, a, A.xi21, T1);
  for (int i = 0; i < 6; i++) d[i] = b[i] - a[i];
  mul(6, 6, 1, T, W, d);
  for (int i = 0; i < 6; i++) T[i] += beta[i];
  for (int i = 0; i < 6; i++) minus[i] = -T[i];
  disassemble(s, c, first, middle, T1, minus);
  disassemble(s, c, middle, end, T, T2);
}

/* Base connection: (43), or (45) where the chain is closed. */
static void connect(const lw_instance* s, chain* c)
{
  compound     C;
  double       T1[6] = {0.0}, T2[6] = {0.0}, A[144], b[12];
  const joint *one = &c->at[0], *two = &c->at[c->n];
  const int    n2 = c->closed ? two->nd : 0, n = one->nd + n2;
  assemble_range(s, c, 0, c->n, &C);
  for (int i = 0; i < n; i++) {
    const bool    first = i < one->nd;
    const double* d     = first ? one->D + 6 * i : two->D + 6 * (i - one->nd);
    const double* v     = first ? C.xi10 : C.xi20;
    b[i]                = -(lw_dot(d, v) + lw_dot(d + 3, v + 3));
    for (int j = 0; j < n; j++) {
      const bool    other = j < one->nd;
      const double* e     = other ? one->D + 6 * j : two->D + 6 * (j - one->nd);
      const double* xi    = first ? (other ? C.xi11 : C.xi12) : (other ? C.xi21 : C.xi22);
      double        x[6];
      mul(6, 6, 1, x, xi, e);
      A[n * i + j] = lw_dot(d, x) + lw_dot(d + 3, x + 3);
    }
  }
  lw_test_dense_solve(n, A, b);
  add_columns(T1, 1.0, one->nd, one->D, b);
  add_columns(T2, 1.0, n2, two->D, b + one->nd);
  disassemble(s, c, 0, c->n, T1, T2);
}

/* ---- comparison ------------------------------------------------------------------------------ */

/* Joints of a chain as the solver has placed them. */
static void read_chain(lw_instance* s, chain* c)
{
  c->n = s->model->nbody;
  for (int k = 0; k < s->model->njoint; k++) {
    const lw_joint*        jt    = &s->model->joint[k];
    const lw_joint_frames* place = &s->place[k];
    const int              body  = k < c->n ? jt->child : jt->parent;
    joint*                 j     = &c->at[k];
    assert_int_equal(body, k < c->n ? k : c->n - 1);
    memset(j, 0, sizeof *j);
    lw_add3(c->O[k], s->placement[body].r, k < c->n ? place->b : place->a);
    for (int i = 0; i < 3; i++) j->D[6 * i + i] = 1.0;
    j->nf = jt->type == LW_SPHERICAL ? 3 : 1;
    j->nd = 6 - j->nf;
    if (jt->type == LW_SPHERICAL) {
      for (int i = 0; i < 3; i++) j->H[6 * i + 3 + i] = 1.0;
    } else {
      lw_copy3(j->H + 3, place->X + 6);
      lw_copy3(j->D + 18 + 3, place->X);
      lw_copy3(j->D + 24 + 3, place->X + 3);
    }
  }
  c->closed = s->model->njoint > c->n;
  if (!c->closed) { /* the free end: the middle of the last link serves as well as any point */
    lw_copy3(c->O[c->n], s->placement[c->n - 1].r);
    c->at[c->n].nd = c->at[c->n].nf = 0;
  }
}

/* velocity of a body at a point */
static void velocity_at(const lw_instance* s, int b, const double O[3], double V[6])
{
  double l[3];
  lw_sub3(l, O, s->placement[b].r);
  lw_cross(V, s->v[b].w, l);
  lw_add3(V, V, s->v[b].v);
  lw_copy3(V + 3, s->v[b].w);
}

/* p' of joint k by (77): articulated loads by (70) to (76), momenta by (10), the cut by (62) */
static void momentum_rate(const lw_instance* s, const chain* c, int k, double rate[])
{
  const double* g    = s->value + s->model->gravity;
  const joint*  j    = &c->at[k];
  double        Q[6] = {0.0}, P[6], V[6], x[3], w[3] = {0.0, 0.0, 0.0};
  for (int b = k; b < c->n; b++) {
    double F[3], l[3], moment[3];
    lw_scale3(F, s->body[b].mass, g);
    lw_sub3(l, s->placement[b].r, c->O[k]);
    lw_cross(moment, l, F);
    lw_add3(Q, Q, F);
    lw_add3(Q + 3, Q + 3, moment);
  }
  memcpy(P, c->T1[k], sizeof P);
  add_columns(P, 1.0, j->nf, j->H, c->p + j->nf * k);
  velocity_at(s, k, c->O[k], V);
  lw_cross(x, V, P); /* S'_1 P */
  lw_axpy3(Q + 3, -1.0, x);
  if (c->closed) {
    /* S'_c P_c with P_c = T_2; a ball that is cut holds world axes, D_c' = 0 */
    velocity_at(s, c->n - 1, c->O[c->n], V);
    lw_cross(x, V, c->T2[c->n - 1]);
    lw_axpy3(Q + 3, -1.0, x);
  }
  if (k > 0) {
    lw_copy3(w, s->v[k - 1].w);
  }
  for (int i = 0; i < j->nf; i++) {
    double Hd[3] = {0.0, 0.0, 0.0};
    if (j->nf == 1) {
      lw_cross(Hd, w, j->H + 3);
    }
    rate[i] = lw_dot(j->H + 6 * i, Q) + lw_dot(j->H + 6 * i + 3, Q + 3) + lw_dot(Hd, P + 3);
  }
}

/* Random momenta at the start of a mechanism. Tolerance: momenta and velocities of the size
 * 10, twelve matrices of condition up to 1e3 after one another. Measured 2e-14 and 3e-13; a
 * wrong sign gives 1e-1. */
static void compare(lw_model* m, uint32_t seed)
{
  m->settings.formulation = LW_HAMILTONIAN_DCA;
  lw_instance*    s       = lw_test_start(m);
  lw_joint_space* space   = lw_joint_space_of(s);
  const lw_tree*  tree    = space->recursion.tree;
  double          y[8 * LINKS], f[8 * LINKS];
  chain           c;
  lw_test_advance(s, 0.05, 1); /* in motion, the integrator begun */
  memcpy(y, space->ode.y, (size_t)space->ode.n * sizeof *y);
  lw_test_random_fill(&seed, tree->nv, 3.0, y + tree->nq);
  assert_int_equal(space->ode.rhs(s, 0.05, y, f), LW_OK);
  read_chain(s, &c);
  c.p = y + tree->nq;
  connect(s, &c);
  for (int k = 0; k < c.n; k++) {
    double   V[6], Vs[6], a[6], b[6], rate[3];
    compound x;
    velocity_at(s, k, c.O[k], V);
    leaf(s, &c, k, &x);
    mul(6, 6, 1, a, x.xi11, c.T1[k]);
    mul(6, 6, 1, b, x.xi12, c.T2[k]);
    for (int i = 0; i < 6; i++) Vs[i] = a[i] + b[i] + x.xi10[i]; /* (15) */
    assert_close(6, V, Vs, 1e-11);
    momentum_rate(s, &c, k, rate);
    assert_close(c.at[k].nf, f + tree->nq + c.at[k].nf * k, rate, 1e-9);
  }
  lw_test_end(s);
}

/* Open chains on revolutes about random axes, and on balls: case (b). */
static void open_chains_have_the_rates_of_s1(void** state)
{
  (void)state;
  lw_test_pair pair[9];
  for (int i = 0; i < 9; i++) pair[i] = (lw_test_pair){i - 1, i};
  for (uint32_t seed = 1; seed <= 3; seed++) {
    compare(lw_test_random_mechanism(9, 9, pair, LW_REVOLUTE, seed), seed);
    compare(lw_test_random_mechanism(6, 6, pair, LW_SPHERICAL, seed), seed);
  }
  compare(lw_test_chain(12, LW_REVOLUTE, 1e-3), 4);
}

/* Chains whose end is pinned to the ground as well: case (c), with a cut joint. */
static void closed_chains_have_the_rates_of_s1(void** state)
{
  (void)state;
  const lw_test_pair pair[] = {{LW_GROUND, 0}, {0, 1}, {1, 2}, {2, 3}, {3, LW_GROUND}};
  for (uint32_t seed = 1; seed <= 3; seed++) {
    compare(lw_test_random_mechanism(4, 5, pair, LW_SPHERICAL, seed), seed);
  }
  compare(lw_test_loop(8, LW_SPHERICAL, 1e-3), 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(open_chains_have_the_rates_of_s1),
      cmocka_unit_test(closed_chains_have_the_rates_of_s1),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
