/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * eliminate.c - factor the matrix of a structure and solve with it.
 *
 *   reads    inertias, Jacobians, regularisation
 *   writes   lw_factor; solutions
 *   theory   section 5.1, (5.1) to (5.4)
 *   cost     counted in lw_structure.cost
 *
 * A node v keeps the inverse of its pivot and, for every later neighbour u, X_vu = A_vv^-1 A_vu. With the
 * inverse at hand a solve is nothing but products: no chain of divisions and square roots stands in the
 * way of the next node. A node gathers what its earlier neighbours subtract from it, always in the same
 * order, and writes only its own memory.
 *
 * Rows are padded with zeros to LW_PAD columns, so that the inner loops have a length that the compiler
 * turns into vector instructions. Sizes that occur most are constants where the kernels are called.
 */
#include "eliminate.h"

#include "leaves.h"
#include "linalg.h"
#include "vec4.h"

/* This file is compiled for every processor and for those with AVX2 and FMA; see kernel.h. */
int  KERNEL(lw_factor_compute)(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                              const lw_team* team);
void KERNEL(lw_factor_solve)(const lw_structure* s, const lw_factor* factor, double x[],
                             bool rows_only, const lw_team* team);

/* ---- kernels ------------------------------------------------------------------------------- */

/* T (m x n) -= A^T X, with A (k x m), X (k x n), rows padded                             (5.3) */
static inline void subtract_kernel(int k, int m, int n, double* restrict T,
                                   const double* restrict A, const double* restrict X)
{
  const int lda = LW_PAD(m), ld = LW_PAD(n);
  for (int i = 0; i < m; i++) {
    for (int c = 0; c < ld; c += 4) {
      lw_vec4 t;
      LW_VEC4_ZERO(t);
      for (int l = 0; l < k; l++) LW_VEC4_ADD(t, A[l * lda + i], X + l * ld + c);
      LW_VEC4_TAKE(T + i * ld + c, t);
    }
  }
}

static void subtract(int k, int m, int n, double* T, const double* A, const double* X)
{
  switch (100 * k + 10 * m + n) {
  case 333: subtract_kernel(3, 3, 3, T, A, X); break;
  case 366: subtract_kernel(3, 6, 6, T, A, X); break;
  case 555: subtract_kernel(5, 5, 5, T, A, X); break;
  case 566: subtract_kernel(5, 6, 6, T, A, X); break;
  case 633: subtract_kernel(6, 3, 3, T, A, X); break;
  case 655: subtract_kernel(6, 5, 5, T, A, X); break;
  default: subtract_kernel(k, m, n, T, A, X); break;
  }
}

/* X (d x n) = K A */
static inline void multiply_kernel(int d, int n, double* restrict X, const double* restrict K,
                                   const double* restrict A)
{
  const int ldk = LW_PAD(d), ld = LW_PAD(n);
  for (int i = 0; i < d; i++) {
    for (int c = 0; c < ld; c += 4) {
      lw_vec4 t;
      LW_VEC4_ZERO(t);
      for (int l = 0; l < d; l++) LW_VEC4_ADD(t, K[i * ldk + l], A + l * ld + c);
      LW_VEC4_STORE(X + i * ld + c, t);
    }
  }
}

static void multiply(int d, int n, double* X, const double* K, const double* A)
{
  switch (10 * d + n) {
  case 33: multiply_kernel(3, 3, X, K, A); break;
  case 36: multiply_kernel(3, 6, X, K, A); break;
  case 55: multiply_kernel(5, 5, X, K, A); break;
  case 56: multiply_kernel(5, 6, X, K, A); break;
  case 63: multiply_kernel(6, 3, X, K, A); break;
  case 65: multiply_kernel(6, 5, X, K, A); break;
  default: multiply_kernel(d, n, X, K, A); break;
  }
}

/* most rows of a node: those of a joint and its motion or spring */
enum { ROWS_MAX = 8 };

/* K <- K^-1 in place by way of sign K = L D L^T, positive definite. The inverse made of the factors is good in
 * every direction, also in those where K is 1e7 times stiffer than in others, as it is in nets with redundant
 * rows; sweeping pivots loses them. A pivot below its floor is raised to it; with floor 0 that is a
 * failure. */
static inline int invert_kernel(int d, double* restrict K, double sign, const double* floor_of)
{
  const int ld = LW_PAD(d);
  double    L[ROWS_MAX * ROWS_MAX], D[ROWS_MAX]; /* D holds the reciprocals */
  int       bad = 0;
  for (int j = 0; j < d; j++) {
    double       p     = sign * K[j * ld + j];
    const double least = floor_of ? 0.5 * floor_of[j] : 0.0;
    for (int l = 0; l < j; l++) {
      const double w = L[j * d + l]; /* unscaled: L_jl D_l */
      L[j * d + l]   = w * D[l];
      p -= w * L[j * d + l];
    }
    if (!(p > least)) {
      bad |= !(least > 0.0) || isnan(p);
      p = least > 0.0 ? least : 1.0;
    }
    D[j] = 1.0 / p;
    for (int i = j + 1; i < d; i++) {
      double t = sign * K[i * ld + j];
      for (int l = 0; l < j; l++) t -= L[i * d + l] * L[j * d + l];
      L[i * d + j] = t;
    }
  }
  /* L^-T D^-1 L^-1, a row at a time */
  lw_vec4   R[LW_PAD(ROWS_MAX) / 4 * ROWS_MAX];
  const int columns = ld / 4;
  for (int i = 0; i < d; i++) {
    double unit[LW_PAD(ROWS_MAX)] = {0.0};
    unit[i]                       = 1.0;
    for (int c = 0; c < columns; c++) {
      lw_vec4* r = &R[i * columns + c];
      LW_VEC4_LOAD(*r, unit + 4 * c);
      for (int l = 0; l < i; l++) LW_VEC4_MINUS(*r, L[i * d + l], R[l * columns + c]);
    }
  }
  for (int i = d - 1; i >= 0; i--) {
    for (int c = 0; c < columns; c++) {
      lw_vec4* r = &R[i * columns + c];
      LW_VEC4_SCALE(*r, sign * D[i]);
      for (int l = i + 1; l < d; l++) LW_VEC4_MINUS(*r, L[l * d + i], R[l * columns + c]);
      LW_VEC4_STORE(K + i * ld + 4 * c, *r);
    }
  }
  return bad;
}

static int invert(int d, double* K, double sign, const double* floor_of)
{
  switch (d) {
  case 3: return invert_kernel(3, K, sign, floor_of);
  case 5: return invert_kernel(5, K, sign, floor_of);
  case 6: return invert_kernel(6, K, sign, floor_of);
  default: return invert_kernel(d, K, sign, floor_of);
  }
}

/* w (n) -= X^T b, X (k x n); both padded */
static inline void gather_kernel(int k, int n, double* restrict w, const double* restrict X,
                                 const double* restrict b)
{
  const int ld = LW_PAD(n);
  for (int c = 0; c < ld; c += 4) {
    lw_vec4 t;
    LW_VEC4_ZERO(t);
    for (int l = 0; l < k; l++) LW_VEC4_ADD(t, b[l], X + l * ld + c);
    LW_VEC4_TAKE(w + c, t);
  }
}

static void gather(int k, int n, double* w, const double* X, const double* b)
{
  switch (10 * k + n) {
  case 33: gather_kernel(3, 3, w, X, b); break;
  case 55: gather_kernel(5, 5, w, X, b); break;
  case 63: gather_kernel(6, 3, w, X, b); break;
  case 65: gather_kernel(6, 5, w, X, b); break;
  case 36: gather_kernel(3, 6, w, X, b); break;
  case 56: gather_kernel(5, 6, w, X, b); break;
  default: gather_kernel(k, n, w, X, b); break;
  }
}

/* w (d) -= X u, X (d x n) */
static inline void scatter_kernel(int d, int n, double* restrict w, const double* restrict X,
                                  const double* restrict u)
{
  for (int i = 0; i < d; i++) {
    double t = 0.0;
    for (int l = 0; l < n; l++) t += X[i * LW_PAD(n) + l] * u[l];
    w[i] -= t;
  }
}

static void scatter(int d, int n, double* w, const double* X, const double* u)
{
  switch (10 * d + n) {
  case 33: scatter_kernel(3, 3, w, X, u); break;
  case 36: scatter_kernel(3, 6, w, X, u); break;
  case 55: scatter_kernel(5, 5, w, X, u); break;
  case 56: scatter_kernel(5, 6, w, X, u); break;
  case 63: scatter_kernel(6, 3, w, X, u); break;
  case 65: scatter_kernel(6, 5, w, X, u); break;
  default: scatter_kernel(d, n, w, X, u); break;
  }
}

/* w <- K w, K (d x d) symmetric, w padded */
static inline void apply_kernel(int d, double* restrict w, const double* restrict K)
{
  const int ld = LW_PAD(d);
  lw_vec4   t[2];
  for (int c = 0; c < ld; c += 4) {
    LW_VEC4_ZERO(t[c / 4]);
    for (int l = 0; l < d; l++) LW_VEC4_ADD(t[c / 4], w[l], K + l * ld + c);
  }
  for (int c = 0; c < ld; c += 4) LW_VEC4_STORE(w + c, t[c / 4]);
}

static void apply(int d, double* w, const double* K)
{
  switch (d) {
  case 3: apply_kernel(3, w, K); break;
  case 5: apply_kernel(5, w, K); break;
  case 6: apply_kernel(6, w, K); break;
  default: apply_kernel(d, w, K); break;
  }
}

/* T (m x n) -= P, both padded */
static inline void take_kernel(int m, int n, double* restrict T, const double* restrict P)
{
  for (int c = 0; c < m * LW_PAD(n); c += 4) {
    lw_vec4 t;
    LW_VEC4_LOAD(t, P + c);
    LW_VEC4_TAKE(T + c, t);
  }
}

static void take(int m, int n, double* T, const double* P)
{
  switch (10 * m + n) {
  case 33: take_kernel(3, 3, T, P); break;
  case 55: take_kernel(5, 5, T, P); break;
  default: take_kernel(m, n, T, P); break;
  }
}

/* ---- factor -------------------------------------------------------------------------------- */

static inline const lw_inertia* inertia_of(const lw_matrix* matrix, int body)
{
  return &matrix->inertia[matrix->uniform ? 0 : body];
}

/* where X_vu and A_vu of a node that is no leaf stand */
static inline double* block_A(const lw_structure* s, const lw_node* v, const lw_edge* edge,
                              double* block)
{
  return block + edge->block + v->d_max * LW_PAD(s->node[edge->target].d_max);
}

/* A_vu as the matrix has it: J^T, J, or nothing */
static void load_edge(const lw_structure* s, const lw_matrix* matrix, const lw_node* v,
                      const lw_edge* edge, int d, int n, double* A)
{
  const int ld = LW_PAD(n);
  for (int i = 0; i < d * ld; i++) A[i] = 0.0;
  if (edge->side == LW_NONE) {
    return;
  }
  const double* J = matrix->J + s->side[edge->side].jac;
  if (v->id < s->nbody) {
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < n; j++) A[i * ld + j] = J[6 * j + i];
    }
  } else {
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < 6; j++) A[i * ld + j] = J[6 * i + j];
    }
  }
}

/* the node's own block and its edges, as the matrix has them before any elimination */
static void load_node(const lw_structure* s, const lw_matrix* matrix, const lw_node* v, int d,
                      double* block, const int* size)
{
  const int ld = LW_PAD(d);
  double*   K  = block + v->pivot;
  for (int i = 0; i < d * ld; i++) K[i] = 0.0;
  if (v->id < s->nbody) {
    const lw_inertia* I = inertia_of(matrix, v->id);
    for (int i = 0; i < 3; i++) {
      K[i * ld + i] = I->m;
      for (int j = 0; j < 3; j++) K[ld * (3 + i) + 3 + j] = I->J_tan[3 * i + j];
    }
  } else {
    const double* eps = matrix->eps + s->connector[v->id - s->nbody].row;
    for (int i = 0; i < d; i++) K[i * ld + i] = -eps[i];
  }
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    const lw_edge* edge = &s->edge[e];
    load_edge(s, matrix, v, edge, d, size[edge->target], block_A(s, v, edge, block));
  }
}

/* A_vv -= A_kv^T X_kv and A_vu -= A_kv^T X_ku for every earlier neighbour k             (5.3) */
static void gather_updates(const lw_structure* s, lw_factor* factor, const lw_node* v, int d)
{
  const int* size  = factor->d;
  double*    block = factor->block;
  for (int q = v->update; q < v->update + v->nupdate; q++) {
    const lw_update* update = &s->update[q];
    const lw_node*   k      = &s->node[update->node];
    const lw_edge*   first  = &s->edge[update->edge];
    const lw_edge*   end    = &s->edge[k->edge + k->nedge];
    const int        d_k    = size[update->node];
    const int*       dest   = s->dest + update->dest;
    if (k->leaf) {
      const lw_pair* pair = s->pair + update->dest;
      for (const lw_edge* e = first; e < end; e++) {
        take(d, size[e->target], block + *dest++, block + (pair++)->block);
      }
    } else if (d_k > 0) {
      const double* A = block_A(s, k, first, block);
      for (const lw_edge* e = first; e < end; e++) {
        subtract(d_k, d, size[e->target], block + *dest++, A, block + e->block);
      }
    }
  }
}

static int factor_node(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor, int i)
{
  const lw_node* v     = &s->node[i];
  double*        block = factor->block;
  const int      d     = factor->d[i];
  if (v->leaf || d == 0) {
    return 0;
  }
  load_node(s, matrix, v, d, block, factor->d);
  gather_updates(s, factor, v, d);

  /* the pivot of a connector is negative definite                                        (5.2) */
  const bool    body = v->id < s->nbody;
  const double* eps  = body ? NULL : matrix->eps + s->connector[v->id - s->nbody].row;
  double*       K    = block + v->pivot;
  const int     bad  = invert(d, K, body ? 1.0 : -1.0, eps);
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    const lw_edge* edge = &s->edge[e];
    multiply(d, factor->d[edge->target], block + edge->block, K, block_A(s, v, edge, block));
  }
  return bad;
}

/* ---- nodes among equals: by the schedule --------------------------------------------------- */

/* T = - sum P - sum A^T X, over the terms of a block of size d; returns what follows them in the plan  (5.3) */
static inline const int* sum_terms(int d, const int* plan, const double* block, double* restrict T)
{
  enum { MOST = 10 }; /* vectors of a block of five rows */
  const int ld = LW_PAD(d), columns = ld / 4;
  lw_vec4   t[MOST];
  for (int i = 0; i < d * columns; i++) LW_VEC4_ZERO(t[i]);
  for (int k = *plan++; k > 0; k--) {
    const double* P = block + *plan++;
    for (int i = 0; i < d * columns; i++) LW_VEC4_LESS(t[i], P + 4 * i);
  }
  for (int k = *plan++; k > 0; k--, plan += 2) {
    const double *A = block + plan[0], *X = block + plan[1];
    for (int i = 0; i < d; i++) {
      for (int c = 0; c < columns; c++) {
        for (int l = 0; l < d; l++) {
          LW_VEC4_SUB(t[i * columns + c], A[l * ld + i], X + l * ld + 4 * c);
        }
      }
    }
  }
  for (int i = 0; i < d * columns; i++) LW_VEC4_STORE(T + 4 * i, t[i]);
  return plan;
}

/* X = K A and X^T = A^T K, K symmetric */
static inline void multiply_both(int d, double* restrict X, double* restrict XT,
                                 const double* restrict K, const double* restrict A)
{
  const int ld = LW_PAD(d);
  for (int i = 0; i < d; i++) {
    for (int c = 0; c < ld; c += 4) {
      lw_vec4 t, u;
      LW_VEC4_ZERO(t);
      LW_VEC4_ZERO(u);
      for (int l = 0; l < d; l++) {
        LW_VEC4_ADD(t, K[i * ld + l], A + l * ld + c);
        LW_VEC4_ADD(u, A[l * ld + i], K + l * ld + c);
      }
      LW_VEC4_STORE(X + i * ld + c, t);
      LW_VEC4_STORE(XT + i * ld + c, u);
    }
  }
}

static inline int factor_equal(int d, const int* plan, const lw_matrix* matrix, double* block)
{
  const int     ld  = LW_PAD(d);
  double*       K   = block + plan[1];
  const double* eps = matrix->eps + plan[2];
  plan              = sum_terms(d, plan + 3, block, K);
  for (int i = 0; i < d; i++) K[i * ld + i] -= matrix->uniform ? 1.0 : eps[i];
  const int bad = invert_kernel(d, K, -1.0, matrix->uniform ? NULL : eps);
  for (int e = *plan++; e > 0; e--) {
    double *X = block + plan[0], *A = block + plan[1], *XT = block + plan[2];
    plan = sum_terms(d, plan + 3, block, A);
    multiply_both(d, X, XT, K, A);
  }
  return bad;
}

static int factor_planned(const int* plan, const lw_matrix* matrix, double* block)
{
  return plan[0] == 3 ? factor_equal(3, plan, matrix, block) : factor_equal(5, plan, matrix, block);
}

/* w -= sum X_k^T b_k                                                                    (5.4) */
static inline void forward_equal(int d, const int* plan, const double* block, double* x)
{
  const int ld = LW_PAD(d);
  double*   w  = x + plan[1];
  lw_vec4   t[2];
  plan += 3;
  for (int c = 0; c < ld; c += 4) LW_VEC4_LOAD(t[c / 4], w + c);
  for (int k = *plan++; k > 0; k--, plan += 2) {
    const double *X = block + plan[0], *b = x + plan[1];
    for (int c = 0; c < ld; c += 4) {
      for (int l = 0; l < d; l++) LW_VEC4_SUB(t[c / 4], b[l], X + l * ld + c);
    }
  }
  for (int c = 0; c < ld; c += 4) LW_VEC4_STORE(w + c, t[c / 4]);
}

/* w <- K w - sum X_u x_u                                                                (5.4) */
static inline void backward_equal(int d, const int* plan, const double* block, double* x)
{
  const int     ld = LW_PAD(d);
  double*       w  = x + plan[1];
  const double* K  = block + plan[2];
  lw_vec4       t[2];
  plan += 4 + 2 * plan[3];
  for (int c = 0; c < ld; c += 4) {
    LW_VEC4_ZERO(t[c / 4]);
    for (int l = 0; l < d; l++) LW_VEC4_ADD(t[c / 4], w[l], K + l * ld + c);
  }
  for (int k = *plan++; k > 0; k--, plan += 2) {
    const double *XT = block + plan[0], *u = x + plan[1];
    for (int c = 0; c < ld; c += 4) {
      for (int l = 0; l < d; l++) LW_VEC4_SUB(t[c / 4], u[l], XT + l * ld + c);
    }
  }
  for (int c = 0; c < ld; c += 4) LW_VEC4_STORE(w + c, t[c / 4]);
}

/* ---- all nodes ----------------------------------------------------------------------------- */

static int factor_share(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor, int k)
{
  int bad = 0;
  for (int c = s->core_at[k]; c < s->core_at[k + 1]; c++) {
    const int i = s->core[c], at = factor->flat ? s->factor_at[i] : -1;
    bad |= at >= 0 ? factor_planned(s->plan + at, matrix, factor->block)
                   : factor_node(s, matrix, factor, i);
  }
  return bad;
}

static int node_size(const lw_structure* s, const lw_matrix* matrix, const lw_node* v)
{
  if (v->id < s->nbody) {
    return 6;
  }
  const lw_connector* c = &s->connector[v->id - s->nbody];
  return matrix->soft ? c->nrow + c->nsoft : c->nrow;
}

int KERNEL(lw_factor_compute)(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                              const lw_team* team)
{
  int bad = 0;
  if (team->id == 0) {
    factor->J    = matrix->J;
    factor->flat = !matrix->soft;
    for (int i = 0; i < s->nnode; i++) factor->d[i] = node_size(s, matrix, &s->node[i]);
  }
  lw_team_wait(team);
  for (int k = 0; k <= s->npart; k++) {
    if (lw_team_mine(team, k, s->npart)) {
      KERNEL(lw_leaves_factor)(s, matrix, factor, k);
      bad |= k < s->npart ? factor_share(s, matrix, factor, k) : 0;
    }
  }
  lw_team_wait(team);
  if (team->id == 0) {
    bad |= factor_share(s, matrix, factor, s->npart);
  }
  lw_team_wait(team);
  return bad;
}

/* ---- solve --------------------------------------------------------------------------------- */

/* b_v -= sum X_kv^T b_k                                                                (5.4) */
static void forward_node(const lw_structure* s, const lw_factor* factor, bool rows_only, double* x,
                         int i)
{
  const lw_node* v = &s->node[i];
  const int      d = factor->d[i];
  double*        w = x + v->x;
  if (v->leaf) {
    return;
  }
  if (rows_only && v->id < s->nbody) {
    memset(w, 0, 6 * sizeof *w);
  }
  for (int q = v->update; q < v->update + v->nupdate; q++) {
    const lw_node* k    = &s->node[s->update[q].node];
    const lw_edge* edge = &s->edge[s->update[q].edge];
    const double*  b    = x + k->x;
    if (!k->leaf) {
      gather(factor->d[s->update[q].node], d, w, factor->block + edge->block, b);
    }
  }
}

/* x_v = A_vv^-1 b_v - sum X_vu x_u                                                  (5.4) */
static void backward_node(const lw_structure* s, const lw_factor* factor, double* x, int i)
{
  const lw_node* v = &s->node[i];
  const int      d = factor->d[i];
  double*        w = x + v->x;
  if (v->leaf || d == 0) {
    return;
  }
  apply(d, w, factor->block + v->pivot);
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    const lw_edge* edge = &s->edge[e];
    scatter(d, factor->d[edge->target], w, factor->block + edge->block,
            x + s->node[edge->target].x);
  }
}

static void forward_share(const lw_structure* s, const lw_factor* factor, bool rows_only, double* x,
                          int k)
{
  for (int c = s->core_at[k]; c < s->core_at[k + 1]; c++) {
    const int  i = s->core[c], at = factor->flat ? s->solve_at[i] : -1;
    const int* plan = s->plan + at;
    if (at < 0) {
      forward_node(s, factor, rows_only, x, i);
    } else if (plan[0] == 3) {
      forward_equal(3, plan, factor->block, x);
    } else {
      forward_equal(5, plan, factor->block, x);
    }
  }
}

static void backward_share(const lw_structure* s, const lw_factor* factor, double* x, int k)
{
  for (int c = s->core_at[k + 1] - 1; c >= s->core_at[k]; c--) {
    const int  i = s->core[c], at = factor->flat ? s->solve_at[i] : -1;
    const int* plan = s->plan + at;
    if (at < 0) {
      backward_node(s, factor, x, i);
    } else if (plan[0] == 3) {
      backward_equal(3, plan, factor->block, x);
    } else {
      backward_equal(5, plan, factor->block, x);
    }
  }
}

void KERNEL(lw_factor_solve)(const lw_structure* s, const lw_factor* factor, double x[],
                             bool rows_only, const lw_team* team)
{
  for (int k = 0; k <= s->npart; k++) {
    if (lw_team_mine(team, k, s->npart) && !rows_only) {
      KERNEL(lw_leaves_forward)(s, factor, x, k);
    }
  }
  for (int k = 0; k < s->npart; k++) {
    if (lw_team_mine(team, k, s->npart)) {
      if (!rows_only) {
        KERNEL(lw_leaves_gather)(s, factor, x, k);
      }
      forward_share(s, factor, rows_only, x, k);
    }
  }
  lw_team_wait(team);
  if (team->id == 0) {
    const int top = s->npart;
    if (!rows_only) {
      KERNEL(lw_leaves_gather)(s, factor, x, top);
    }
    forward_share(s, factor, rows_only, x, top);
    backward_share(s, factor, x, top);
    KERNEL(lw_leaves_press)(s, factor, x, top);
  }
  lw_team_wait(team);
  for (int k = 0; k <= s->npart; k++) {
    if (lw_team_mine(team, k, s->npart)) {
      if (k < s->npart) {
        backward_share(s, factor, x, k);
        KERNEL(lw_leaves_press)(s, factor, x, k);
      }
      KERNEL(lw_leaves_backward)(s, factor, x, rows_only, k);
    }
  }
}
