/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_s0_recursion.c - the engine against the two-handle recursion of S0, written out as printed.
 *
 * S0 assembles compound bodies pair by pair: (26), (27) for a body, (35) to (39) for a joint
 * between two compounds, then boundary conditions, then (34), (24), (25) on the way back; (45),
 * (54) and (60), (69) for the projections. Errata as in docs/theory.md. Bodies have the six
 * coordinates of the engine, so that (27), (45) and (60) lose their normalisation terms, and
 * 1/alpha is e eps of each row, e = dt^2/4. What stays is the recursion itself, in another order
 * and with other intermediate results than the engine's.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "dense.h"
#include "instance/instance.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "mechanism.h"
#include "random.h"
#include "step/project.h"

#define DT 0.01
#define E (0.25 * DT * DT)
#define ROWS 6   /* most rows of a joint           */
#define LINKS 64 /* most bodies of a chain or loop */

static const lw_threads alone = LW_ALONE;

/* ---- matrices of at most 6 x 6, row-major ---------------------------------------------------- */

/* C (n x m) = A (n x k) B (k x m) */
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

/* C (n x m) = A^T B, A (k x n), B (k x m) */
static void mul_tn(int n, int k, int m, double* C, const double* A, const double* B)
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      double t = 0.0;
      for (int l = 0; l < k; l++) t += A[l * n + i] * B[l * m + j];
      C[i * m + j] = t;
    }
  }
}

/* B (n x m) = A^T, A (m x n) */
static void transpose(int n, int m, double* B, const double* A)
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) B[i * m + j] = A[j * n + i];
  }
}

static void add(int n, double* C, double f, const double* A)
{
  for (int i = 0; i < n; i++) C[i] += f * A[i];
}

/* inverse by one dense solve per column */
static void invert(int n, const double* A, double* inverse)
{
  for (int j = 0; j < n; j++) {
    double copy[36], column[6] = {0.0};
    memcpy(copy, A, (size_t)(n * n) * sizeof *copy);
    column[j] = 1.0;
    lw_test_dense_solve(n, copy, column);
    for (int i = 0; i < n; i++) inverse[i * n + j] = column[i];
  }
}

/* ---- the recursion --------------------------------------------------------------------------- */

/* One joint: rows on the body before it and on the body after it. */
typedef struct joint {
  int    m;
  double A[36], B[36]; /* Phi_qA, Phi_qB (m x 6)            */
  double offset[6];    /* Phi, 0 or -gamma                  */
  double inverse[6];   /* 1/alpha of each row               */
} joint;

/* One body or compound body (28), (29). */
typedef struct compound {
  double d11[36], d12[36], d21[36], d22[36], d13[6], d23[6];
  int    A, B, joint; /* what it was assembled from; joint < 0: a body */
  double C[36], beta[6];
} compound;

typedef struct recursion {
  int      n;    /* bodies                                                   */
  bool     loop; /* the last body is joined to the ground as well            */
  joint    joint[LINKS + 1];
  compound node[2 * LINKS];
  int      nnode;
  double   dq[LINKS][6], dlambda[LINKS + 1][6];
} recursion;

/* (26): delta_i1 = delta_i2 = -dt^2/4 M^-1, and the bias of (27), (45) or (60) */
static int body_node(recursion* r, const double M[36], const double bias[6])
{
  compound* c = &r->node[r->nnode];
  double    inverse[36];
  c->joint = -1;
  invert(6, M, inverse);
  for (int i = 0; i < 36; i++) c->d11[i] = c->d12[i] = c->d21[i] = c->d22[i] = -E * inverse[i];
  memcpy(c->d13, bias, sizeof c->d13);
  memcpy(c->d23, bias, sizeof c->d23);
  return r->nnode++;
}

/* (35) to (39), (54), (69) */
static int assemble_pair(recursion* r, int a, int b, int j)
{
  const joint*    J = &r->joint[j];
  const compound *A = &r->node[a], *B = &r->node[b];
  compound*       C = &r->node[r->nnode];
  const int       m = J->m;
  double          K[36], T[36], P[36], S[36], At[36], Bt[36];
  C->A     = a;
  C->B     = b;
  C->joint = j;
  transpose(6, m, At, J->A);
  transpose(6, m, Bt, J->B);

  /* C = (1/alpha - Phi_A d22_A Phi_A^T - Phi_B d11_B Phi_B^T)^-1 */
  mul(m, 6, 6, T, J->A, A->d22);
  mul(m, 6, m, K, T, At);
  mul(m, 6, 6, T, J->B, B->d11);
  mul(m, 6, m, P, T, Bt);
  for (int i = 0; i < m * m; i++) S[i] = -K[i] - P[i];
  for (int i = 0; i < m; i++) S[i * m + i] += J->inverse[i];
  invert(m, S, C->C);

  /* beta = Phi_A d23_A + Phi_B d13_B + offset */
  mul(m, 6, 1, C->beta, J->A, A->d23);
  mul(m, 6, 1, P, J->B, B->d13);
  add(m, C->beta, 1.0, P);
  add(m, C->beta, 1.0, J->offset);

  /* left = d12_A Phi_A^T C,  right = d21_B Phi_B^T C */
  double left[36], right[36], CA[36], CB[36], Cb[6];
  mul(6, 6, m, T, A->d12, At);
  mul(6, m, m, left, T, C->C);
  mul(6, 6, m, T, B->d21, Bt);
  mul(6, m, m, right, T, C->C);
  mul(m, 6, 6, CA, J->A, A->d21);
  mul(m, 6, 6, CB, J->B, B->d12);

  memcpy(C->d11, A->d11, sizeof C->d11); /* (36) */
  mul(6, m, 6, P, left, CA);
  add(36, C->d11, 1.0, P);
  mul(6, m, 6, C->d12, left, CB); /* (37), transposed as in the errata */
  mul(6, m, 6, C->d21, right, CA);
  memcpy(C->d22, B->d22, sizeof C->d22); /* (38) */
  mul(6, m, 6, P, right, CB);
  add(36, C->d22, 1.0, P);
  memcpy(C->d13, A->d13, sizeof C->d13); /* (39), (54), (69) */
  memcpy(C->d23, B->d23, sizeof C->d23);
  mul(m, m, 1, Cb, C->C, C->beta);
  mul(6, 6, m, T, A->d12, At);
  mul(6, m, 1, P, T, Cb);
  add(6, C->d13, 1.0, P);
  mul(6, 6, m, T, B->d21, Bt);
  mul(6, m, 1, P, T, Cb);
  add(6, C->d23, 1.0, P);
  return r->nnode++;
}

/* the balanced binary tree over bodies first .. end - 1, whose nodes are the bodies' */
static int assemble(recursion* r, int first, int end)
{
  if (end - first == 1) {
    return first;
  }
  const int middle = (first + end) / 2;
  const int a = assemble(r, first, middle), b = assemble(r, middle, end);
  return assemble_pair(r, a, b, middle); /* joint i connects body i with the one before it */
}

/* (34), (35) on the way back, (24) at the bodies */
static void disassemble(recursion* r, int k, const double F1[6], const double F2[6])
{
  const compound* c = &r->node[k];
  double          P[6];
  if (c->joint < 0) {
    memcpy(r->dq[k], c->d13, sizeof c->d13);
    mul(6, 6, 1, P, c->d11, F1);
    add(6, r->dq[k], 1.0, P);
    mul(6, 6, 1, P, c->d12, F2);
    add(6, r->dq[k], 1.0, P);
    return;
  }
  const joint* J = &r->joint[c->joint];
  double       sum[6], T[36], lambda[6], F_A[6], F_B[6];
  memcpy(sum, c->beta, sizeof sum);
  mul(J->m, 6, 6, T, J->A, r->node[c->A].d21);
  mul(J->m, 6, 1, P, T, F1);
  add(J->m, sum, 1.0, P);
  mul(J->m, 6, 6, T, J->B, r->node[c->B].d12);
  mul(J->m, 6, 1, P, T, F2);
  add(J->m, sum, 1.0, P);
  mul(J->m, J->m, 1, lambda, c->C, sum);
  memcpy(r->dlambda[c->joint], lambda, sizeof lambda);
  mul_tn(6, J->m, 1, F_A, J->A, lambda);
  mul_tn(6, J->m, 1, F_B, J->B, lambda);
  disassemble(r, c->A, F1, F_A);
  disassemble(r, c->B, F_B, F2);
}

/* block of the boundary conditions: S[row, col] = -Phi d Phi^T */
static void boundary_block(double* S, int n, int row, int col, int m, int k, const double* left,
                           const double* d, const double* right)
{
  double T[36], P[36], t[36];
  transpose(6, k, t, right);
  mul(m, 6, 6, T, left, d);
  mul(m, 6, k, P, T, t);
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < k; j++) S[(row + i) * n + col + j] = -P[i * k + j];
  }
}

/* a fixed base, and a free end or, in a loop, a second fixed base; then the way back */
static void solve(recursion* r)
{
  const int       root  = assemble(r, 0, r->n);
  const compound* c     = &r->node[root];
  const joint *   first = &r->joint[0], *last = &r->joint[r->n];
  const int       m = first->m, k = r->loop ? last->m : 0, n = m + k;
  double          S[144] = {0.0}, b[12], P[6], F1[6], F2[6] = {0.0};

  boundary_block(S, n, 0, 0, m, m, first->B, c->d11, first->B);
  for (int i = 0; i < m; i++) S[i * n + i] += first->inverse[i];
  mul(m, 6, 1, P, first->B, c->d13);
  for (int i = 0; i < m; i++) b[i] = P[i] + first->offset[i];
  if (r->loop) {
    boundary_block(S, n, 0, m, m, k, first->B, c->d12, last->A);
    boundary_block(S, n, m, 0, k, m, last->A, c->d21, first->B);
    boundary_block(S, n, m, m, k, k, last->A, c->d22, last->A);
    for (int i = 0; i < k; i++) S[(m + i) * n + m + i] += last->inverse[i];
    mul(k, 6, 1, P, last->A, c->d23);
    for (int i = 0; i < k; i++) b[m + i] = P[i] + last->offset[i];
  }
  lw_test_dense_solve(n, S, b);
  memcpy(r->dlambda[0], b, (size_t)m * sizeof *b);
  memcpy(r->dlambda[r->n], b + m, (size_t)k * sizeof *b);
  mul_tn(6, m, 1, F1, first->B, b);
  if (r->loop) {
    mul_tn(6, k, 1, F2, last->A, b + m);
  }
  disassemble(r, root, F1, F2);
}

/* ---- the mechanism --------------------------------------------------------------------------- */

/* a chain or loop in a general configuration and motion: positions open by some length, velocities,
 * accelerations and multipliers anything */
static lw_instance* prepare(int n, lw_joint_type type, bool loop, double open)
{
  uint32_t     seed = (uint32_t)n;
  lw_model*    m    = loop ? lw_test_loop(n, type, DT) : lw_test_chain(n, type, DT);
  lw_instance* s    = lw_test_start(m);
  lw_test_advance(s, DT, 20);
  for (int b = 0; b < n; b++) {
    double dr[3], dtheta[3];
    lw_test_random_fill(&seed, 3, open, dr);
    lw_test_random_fill(&seed, 3, open, dtheta);
    lw_add3(s->q[b].r, s->q[b].r, dr);
    lw_rotation_add(s->q[b].p, dtheta);
    lw_test_random_fill(&seed, 3, 1.0, s->v[b].v);
    lw_test_random_fill(&seed, 3, 1.0, s->v[b].w);
    lw_test_random_fill(&seed, 3, 1.0, s->a[b].v);
    lw_test_random_fill(&seed, 3, 1.0, s->a[b].w);
  }
  lw_test_random_fill(&seed, s->structure->nrow_all, 10.0, s->lambda);
  lw_pass_positions(s, 0.0, &alone);
  lw_pass_forces(s, 0.0, LW_WRENCHES_NONE, &alone);
  assert_true(lw_pass_factor(s, NULL, &alone));
  for (int b = 0; b < n; b++) lw_body_invert(s, b);
  return s;
}

static double* of_body(lw_instance* s, int b)
{
  return s->x + s->structure->node[s->structure->position[b]].x;
}

static double* of_joint(lw_instance* s, int j)
{
  return s->x + s->structure->node[s->structure->position[s->structure->nbody + j]].x;
}

/* joints and bodies as the recursion sees them; bias: of each body (n x 6), offset: of all rows */
static recursion* recursion_of(const lw_instance* s, bool loop, const double* bias,
                               const double* offset)
{
  recursion* r = calloc(1, sizeof *r);
  assert_non_null(r);
  r->n    = s->model->nbody;
  r->loop = loop;
  for (int j = 0; j < s->model->njoint; j++) {
    const lw_connector* c = &s->structure->connector[j];
    joint*              J = &r->joint[j];
    J->m                  = c->nrow;
    memcpy(J->A, s->J + s->structure->side[c->side].jac, (size_t)(6 * c->nrow) * sizeof *J->A);
    memcpy(J->B, s->J + s->structure->side[c->side + 1].jac, (size_t)(6 * c->nrow) * sizeof *J->B);
    memcpy(J->offset, offset + c->row, (size_t)c->nrow * sizeof *J->offset);
    for (int i = 0; i < c->nrow; i++) J->inverse[i] = E * s->eps[c->row + i];
  }
  for (int b = 0; b < r->n; b++) {
    double            M[36] = {0.0};
    const lw_inertia* I     = &s->inertia[b];
    for (int i = 0; i < 3; i++) {
      M[7 * i] = I->m;
      for (int k = 0; k < 3; k++) M[6 * (3 + i) + 3 + k] = I->J[3 * i + k];
    }
    body_node(r, M, bias + 6 * b);
  }
  solve(r);
  return r;
}

/* M^-1 x of a body */
static void divide_by_mass(const lw_instance* s, int b, double x[6])
{
  double y[3];
  lw_mat3_vec(y, s->inertia[b].J_inv, x + 3);
  lw_copy3(x + 3, y);
  lw_scale3(x, s->inertia[b].m_inv, x);
}

/* ---- comparisons ----------------------------------------------------------------------------- */

/* Both use doubles and eliminate in different orders: they agree to rounding times the condition
 * number. A wrong sign or transpose gives 1. */
typedef struct error {
  double motion, multiplier; /* largest difference, relative to the largest number */
} error;

static double worst(double a, double b)
{
  return a > b || isnan(a) ? a : b;
}

static error compare(lw_instance* s, const recursion* r, const lw_twist* shift, double scale)
{
  error  e    = {0.0, 0.0};
  double most = 0.0, force = 0.0;
  for (int b = 0; b < r->n; b++) {
    const double* x = of_body(s, b);
    for (int i = 0; i < 6; i++) {
      const double old = shift ? (i < 3 ? shift[b].v[i] : shift[b].w[i - 3]) : 0.0;
      most             = worst(fabs(r->dq[b][i]), most);
      e.motion         = worst(fabs(x[i] + old - r->dq[b][i]), e.motion);
    }
  }
  for (int j = 0; j < s->model->njoint; j++) {
    for (int i = 0; i < r->joint[j].m; i++) {
      force        = worst(fabs(r->dlambda[j][i]), force);
      e.multiplier = worst(fabs(of_joint(s, j)[i] / scale - r->dlambda[j][i]), e.multiplier);
    }
  }
  e.motion /= most;
  e.multiplier /= force;
  return e;
}

/* Newton increment (3.6): S0 (26) to (39) */
static error newton_increment(lw_instance* s, bool loop)
{
  const lw_structure* g    = s->structure;
  double*             bias = calloc((size_t)(6 * g->nbody), sizeof *bias);
  assert_non_null(bias);
  for (int b = 0; b < g->nbody; b++) {
    double* x = of_body(s, b);
    lw_body_residual(s, b, 0.0, 0.0, x);
    lw_body_add_reactions(s, b, x);
    for (int i = 0; i < 6; i++) x[i] *= -E;
    memcpy(bias + 6 * b, x, 6 * sizeof *x);
    divide_by_mass(s, b, bias + 6 * b);
  }
  for (int j = 0; j < s->model->njoint; j++) {
    for (int i = 0; i < g->connector[j].nrow; i++) {
      of_joint(s, j)[i] = -s->Phi[g->connector[j].row + i];
    }
  }
  recursion* r = recursion_of(s, loop, bias, s->Phi);
  lw_pass_solve(s, &alone);
  const error e = compare(s, r, NULL, E);
  free(r);
  free(bias);
  return e;
}

/* right-hand side (0, -rate) or (0, gamma - Phi_q a), from what is prescribed */
static void rows_of(lw_instance* s, const lw_twist* u)
{
  const lw_structure* g = s->structure;
  memset(s->x, 0, (size_t)g->nx * sizeof *s->x);
  for (int j = 0; j < s->model->njoint; j++) {
    const lw_connector* c = &g->connector[j];
    for (int i = 0; i < c->nrow; i++) {
      double x = s->prescribed[c->row + i];
      for (int q = c->side; q < c->side + 2; q++) {
        const double*   J = s->J + g->side[q].jac + 6 * i;
        const lw_twist* v = &u[g->side[q].body];
        if (g->side[q].body != LW_GROUND) {
          x -= lw_dot(J, v->v) + lw_dot(J + 3, v->w);
        }
      }
      of_joint(s, j)[i] = x;
    }
  }
}

static double* biases_of(const lw_instance* s, const lw_twist* u)
{
  double* bias = calloc((size_t)(6 * s->structure->nbody), sizeof *bias);
  assert_non_null(bias);
  for (int b = 0; b < s->structure->nbody; b++) {
    memcpy(bias + 6 * b, u[b].v, sizeof u[b].v);
    memcpy(bias + 6 * b + 3, u[b].w, sizeof u[b].w);
  }
  return bias;
}

/* projection of velocities (3.8): S0 (45), (54), and of accelerations (3.10): S0 (60), (69) */
static error projection(lw_instance* s, bool loop, lw_twist* u, bool acceleration)
{
  double* offset = calloc((size_t)s->structure->nrow_all + 1, sizeof *offset);
  double* bias   = biases_of(s, u);
  assert_non_null(offset);
  for (int c = 0; c < s->structure->nconnector; c++) {
    if (acceleration) {
      lw_connector_prescribe_gamma(s, c, 0.0);
    } else {
      lw_connector_prescribe_rate(s, c, 0.0);
    }
  }
  for (int r = 0; r < s->structure->nrow_all; r++) offset[r] = -s->prescribed[r];
  recursion* r = recursion_of(s, loop, bias, offset);
  rows_of(s, u);
  lw_pass_solve(s, &alone);
  const error e = compare(s, r, u, E);
  free(r);
  free(bias);
  free(offset);
  return e;
}

/* acceleration level (3.9) by the same recursion: bias a - M^-1 (g + Phi_q^T
 * lambda), offset -gamma */
static error acceleration_level(lw_instance* s, bool loop)
{
  const lw_structure* g = s->structure;
  double *offset = calloc((size_t)g->nrow_all + 1, sizeof *offset), *bias = biases_of(s, s->a);
  assert_non_null(offset);
  for (int c = 0; c < g->nconnector; c++) lw_connector_prescribe_gamma(s, c, 0.0);
  for (int r = 0; r < g->nrow_all; r++) offset[r] = -s->prescribed[r];
  rows_of(s, s->a);
  for (int b = 0; b < g->nbody; b++) {
    double *x = of_body(s, b), y[6];
    lw_body_residual(s, b, 0.0, 0.0, x);
    lw_body_add_reactions(s, b, x);
    for (int i = 0; i < 6; i++) x[i] = -x[i];
    memcpy(y, x, sizeof y);
    divide_by_mass(s, b, y);
    add(6, bias + 6 * b, 1.0, y);
  }
  recursion* r = recursion_of(s, loop, bias, offset);
  lw_pass_solve(s, &alone);
  const error e = compare(s, r, s->a, E);
  free(r);
  free(bias);
  free(offset);
  return e;
}

static void check_all(int n, lw_joint_type type, bool loop, double open, double motion,
                      double multiplier)
{
  lw_instance* s          = prepare(n, type, loop, open);
  const error  newton     = newton_increment(s, loop);
  const error  velocity   = projection(s, loop, s->v, false);
  const error  projected  = projection(s, loop, s->a, true);
  const error  calculated = acceleration_level(s, loop);
  assert_below(newton.motion, motion);
  assert_below(velocity.motion, motion);
  assert_below(projected.motion, motion);
  assert_below(calculated.motion, motion);
  assert_below(newton.multiplier, multiplier);
  assert_below(velocity.multiplier, multiplier);
  assert_below(projected.multiplier, multiplier);
  assert_below(calculated.multiplier, multiplier);
  lw_test_end(s);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void chains_of_spherical_joints_agree(void** state)
{
  (void)state;
  /* the smallest eigenvalue of Phi M^-1 Phi^T falls with the square of the number of links:
   * 64^2 * 2.2e-16 = 1e-12. Measured: 4e-14 */
  for (int n = 1; n <= LINKS; n *= 2) check_all(n, LW_SPHERICAL, false, 1e-3, 1e-12, 1e-12);
}

static void chains_of_revolute_joints_agree(void** state)
{
  (void)state;
  /* here with its fourth power, as in a beam, and the engine does without the regularisation of
   * 1e-15: 64^4 * 1e-15 = 2e-8. Measured: 1.4e-9 */
  for (int n = 1; n <= LINKS; n *= 2) check_all(n, LW_REVOLUTE, false, 1e-3, 1e-8, 1e-8);
}

static void loops_of_spherical_joints_agree(void** state)
{
  (void)state;
  /* as for the chain. Measured: 2e-14 */
  for (int n = 2; n <= LINKS; n *= 2) check_all(n, LW_SPHERICAL, true, 1e-3, 1e-12, 1e-12);
}

/* Three rows of a plane loop of revolutes are redundant, as long as it is closed. */
static void loops_with_redundant_rows_agree(void** state)
{
  (void)state;
  /* redundant multipliers are determined by the regularisation alone: 2.2e-16 / 1e-7 = 2e-9, and a
   * few such terms. Measured: 1.1e-9 */
  for (int n = 3; n <= 48; n *= 2) check_all(n, LW_REVOLUTE, true, 0.0, 1e-8, 1e-8);
}

/* Repeated, S0's projection ends where the engine's does. */
static void repeated_projections_end_at_the_same_velocities(void** state)
{
  (void)state;
  for (int loop = 0; loop < 2; loop++) {
    const int    n = 12;
    lw_instance* s = prepare(n, LW_REVOLUTE, loop, 0.0);
    lw_twist     v[12];
    memcpy(v, s->v, sizeof v);
    double* offset = calloc((size_t)s->structure->nrow_all + 1, sizeof *offset);
    assert_non_null(offset);
    for (int pass = 0; pass < 6; pass++) {
      double*    bias = biases_of(s, v);
      recursion* r    = recursion_of(s, loop, bias, offset);
      for (int b = 0; b < n; b++) {
        memcpy(v[b].v, r->dq[b], sizeof v[b].v);
        memcpy(v[b].w, r->dq[b] + 3, sizeof v[b].w);
      }
      free(r);
      free(bias);
    }
    free(offset);
    assert_below(lw_project_velocities(s, 0.0, &alone), 1e-11);
    for (int b = 0; b < n; b++) {
      /* iteration: rates closed to 1e-11, and the chain turns that into
       * velocities of n times as much */
      assert_close(3, s->v[b].v, v[b].v, 1e-10);
      assert_close(3, s->v[b].w, v[b].w, 1e-10);
    }
    lw_test_end(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chains_of_spherical_joints_agree),
      cmocka_unit_test(chains_of_revolute_joints_agree),
      cmocka_unit_test(loops_of_spherical_joints_agree),
      cmocka_unit_test(loops_with_redundant_rows_agree),
      cmocka_unit_test(repeated_projections_end_at_the_same_velocities),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
