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
 */
#include "eliminate.h"

#include "linalg.h"

/* Sizes that occur most are constants in the calls of the kernels, so that the compiler unrolls them. */

/* ---- kernels ------------------------------------------------------------------------------- */

/* T (m x n) -= A^T X, with A (k x m), X (k x n)                                         (5.3) */
static inline void subtract_kernel(int k, int m, int n, double* restrict T,
                                   const double* restrict A, const double* restrict X)
{
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) {
      double t = 0.0;
      for (int l = 0; l < k; l++) t += A[l * m + i] * X[l * n + j];
      T[i * n + j] -= t;
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
  for (int i = 0; i < d; i++) {
    for (int j = 0; j < n; j++) {
      double t = 0.0;
      for (int l = 0; l < d; l++) t += K[i * d + l] * A[l * n + j];
      X[i * n + j] = t;
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

/* K <- K^-1 in place by way of K = L D L^T, K symmetric positive definite. The inverse made of the factors
 * is good in every direction, also in those where K is 1e7 times stiffer than in others, as it is in nets
 * with redundant rows; sweeping pivots loses them. A pivot below its floor is raised to it; with floor 0
 * that is a failure. */
static inline int invert_kernel(int d, double* restrict K, const double* floor_of)
{
  double L[36], D[6]; /* D holds the reciprocals */
  int    bad = 0;
  for (int j = 0; j < d; j++) {
    double       p     = K[j * d + j];
    const double least = floor_of ? 0.5 * floor_of[j] : 0.0;
    double       w[6];
    for (int l = 0; l < j; l++) {
      w[l] = L[j * d + l];
      L[j * d + l] *= D[l];
      p -= w[l] * L[j * d + l];
    }
    if (!(p > least)) {
      bad |= !(least > 0.0) || isnan(p);
      p = least > 0.0 ? least : 1.0;
    }
    D[j] = 1.0 / p;
    /* unscaled entries below the pivot: L_ij D_j */
    for (int i = j + 1; i < d; i++) {
      double t = K[i * d + j];
      for (int l = 0; l < j; l++) t -= L[i * d + l] * L[j * d + l];
      L[i * d + j] = t;
    }
  }
  /* L <- L^-1 */
  for (int j = 0; j < d; j++) {
    for (int i = j + 1; i < d; i++) {
      double t = L[i * d + j];
      for (int l = j + 1; l < i; l++) t += L[i * d + l] * L[l * d + j];
      L[i * d + j] = -t;
    }
  }
  /* L^-T D^-1 L^-1 */
  for (int i = 0; i < d; i++) {
    for (int j = 0; j <= i; j++) {
      double t = i == j ? D[i] : D[i] * L[i * d + j];
      for (int l = i + 1; l < d; l++) t += L[l * d + i] * D[l] * L[l * d + j];
      K[i * d + j] = K[j * d + i] = t;
    }
  }
  return bad;
}

static int invert(int d, double* K, const double* floor_of)
{
  switch (d) {
  case 3: return invert_kernel(3, K, floor_of);
  case 5: return invert_kernel(5, K, floor_of);
  case 6: return invert_kernel(6, K, floor_of);
  default: return invert_kernel(d, K, floor_of);
  }
}

/* X (6 x n) = M^-1 J^T of a leaf, J (n x 6) */
static void leaf_block(int n, double* restrict X, double m_inv, const double* restrict J_inv,
                       const double* restrict J)
{
  for (int j = 0; j < n; j++) {
    for (int l = 0; l < 3; l++) {
      X[l * n + j]       = m_inv * J[6 * j + l];
      X[(3 + l) * n + j] = lw_dot(J_inv + 3 * l, J + 6 * j + 3);
    }
  }
}

/* lower half of the same (3 x n) where the connector holds a point: the upper one is +-1/m [1 0] */
static inline void leaf_point_kernel(int n, double* restrict X, const double* restrict J_inv,
                                     const double* restrict J)
{
  for (int l = 0; l < 3; l++) {
    for (int j = 0; j < n; j++) X[l * n + j] = lw_dot(J_inv + 3 * l, J + 6 * j + 3);
  }
}

/* T (m x n) -= J X for two connectors that hold points: f = 1/m with the sign of both    (5.3) */
static inline void subtract_point_kernel(int m, int n, double* restrict T, double f,
                                         const double* restrict J, const double* restrict X)
{
  for (int i = 0; i < m; i++) {
    const double* turn = J + 6 * i + 3;
    for (int j = 0; j < n; j++) {
      T[i * n + j] -= turn[0] * X[j] + turn[1] * X[n + j] + turn[2] * X[2 * n + j];
    }
  }
  for (int i = 0; i < 3; i++) T[i * n + i] -= f;
}

static void subtract_point(int m, int n, double* T, double f, const double* J, const double* X)
{
  switch (10 * m + n) {
  case 33: subtract_point_kernel(3, 3, T, f, J, X); break;
  case 55: subtract_point_kernel(5, 5, T, f, J, X); break;
  case 35: subtract_point_kernel(3, 5, T, f, J, X); break;
  case 53: subtract_point_kernel(5, 3, T, f, J, X); break;
  default: subtract_point_kernel(m, n, T, f, J, X); break;
  }
}

/* T (m x n) -= J X of a leaf where only one of the two connectors holds a point */
static void subtract_mixed(int m, int n, double* restrict T, const lw_edge* v, double m_inv,
                           const double* restrict J, const double* restrict X)
{
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) {
      double t = 0.0;
      if (v->sign) {
        t += j < 3 ? J[6 * i + j] * v->sign * m_inv : 0.0;
        for (int l = 0; l < 3; l++) t += J[6 * i + 3 + l] * X[l * n + j];
      } else {
        for (int l = 0; l < 6; l++) t += J[6 * i + l] * X[l * n + j];
      }
      T[i * n + j] -= t;
    }
  }
}

/* T (m x n) -= J X of a leaf, from its edge u, whose Jacobian is J, and its edge v       (5.3) */
static void subtract_leaf(int m, int n, double* T, const lw_edge* u, const lw_edge* v, double m_inv,
                          const double* J, const double* X)
{
  if (u->sign && v->sign) {
    subtract_point(m, n, T, u->sign * v->sign * m_inv, J, X);
  } else {
    subtract_mixed(m, n, T, v, m_inv, J, X);
  }
}

/* w (n) -= X^T b, X (k x n) */
static inline void gather_kernel(int k, int n, double* restrict w, const double* restrict X,
                                 const double* restrict b)
{
  for (int j = 0; j < n; j++) {
    double t = 0.0;
    for (int l = 0; l < k; l++) t += X[l * n + j] * b[l];
    w[j] -= t;
  }
}

static void gather(int k, int n, double* w, const double* X, const double* b)
{
  switch (10 * k + n) {
  case 33: gather_kernel(3, 3, w, X, b); break;
  case 36: gather_kernel(3, 6, w, X, b); break;
  case 55: gather_kernel(5, 5, w, X, b); break;
  case 56: gather_kernel(5, 6, w, X, b); break;
  case 63: gather_kernel(6, 3, w, X, b); break;
  case 65: gather_kernel(6, 5, w, X, b); break;
  default: gather_kernel(k, n, w, X, b); break;
  }
}

/* w (d) -= X u, X (d x n) */
static inline void scatter_kernel(int d, int n, double* restrict w, const double* restrict X,
                                  const double* restrict u)
{
  for (int i = 0; i < d; i++) {
    double t = 0.0;
    for (int l = 0; l < n; l++) t += X[i * n + l] * u[l];
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

/* w <- K w, K (d x d) */
static inline void apply_kernel(int d, double* restrict w, const double* restrict K)
{
  double y[6];
  for (int i = 0; i < d; i++) {
    double t = 0.0;
    for (int l = 0; l < d; l++) t += K[i * d + l] * w[l];
    y[i] = t;
  }
  for (int i = 0; i < d; i++) w[i] = y[i];
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

/* ---- factor -------------------------------------------------------------------------------- */

static inline const lw_inertia* inertia_of(const lw_matrix* matrix, int body)
{
  return &matrix->inertia[matrix->uniform ? 0 : body];
}

/* A leaf needs no elimination: its inverse is known, X = M^-1 J^T */
static void factor_leaf(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                        const lw_node* v)
{
  const lw_inertia* I     = inertia_of(matrix, v->id);
  double*           block = factor->block;
  block[v->pivot]         = I->m_inv;
  memcpy(block + v->pivot + 1, I->J_inv, sizeof I->J_inv);
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    const double* J = matrix->J + s->side[s->edge[e].side].jac;
    double*       X = block + s->edge[e].block;
    const int     n = factor->d[s->edge[e].target];
    if (!s->edge[e].sign) {
      leaf_block(n, X, I->m_inv, I->J_inv, J);
    } else if (n == 3) {
      leaf_point_kernel(3, X, I->J_inv, J);
    } else if (n == 5) {
      leaf_point_kernel(5, X, I->J_inv, J);
    } else {
      leaf_point_kernel(n, X, I->J_inv, J);
    }
  }
}

/* where A_vu stands: behind X_vu */
static inline double* block_A(const lw_structure* s, const lw_node* v, const lw_edge* edge,
                              double* block)
{
  return block + edge->block + v->d_max * s->node[edge->target].d_max;
}

/* the node's own block and its edges, as the matrix has them before any elimination */
static void load_node(const lw_structure* s, const lw_matrix* matrix, const lw_node* v, int d,
                      double* block, const int* size)
{
  double* K = block + v->pivot;
  memset(K, 0, (size_t)(d * d) * sizeof *K);
  if (v->id < s->nbody) {
    const lw_inertia* I = inertia_of(matrix, v->id);
    for (int i = 0; i < 3; i++) {
      K[7 * i] = I->m;
      for (int j = 0; j < 3; j++) K[6 * (3 + i) + 3 + j] = I->J_tan[3 * i + j];
    }
  } else {
    const double* eps = matrix->eps + s->connector[v->id - s->nbody].row;
    for (int i = 0; i < d; i++) K[i * d + i] = matrix->uniform ? -1.0 : -eps[i];
  }
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    const lw_edge* edge = &s->edge[e];
    const int      n    = size[edge->target];
    double*        A    = block_A(s, v, edge, block);
    if (edge->side == LW_NONE) {
      memset(A, 0, (size_t)(d * n) * sizeof *A);
    } else if (v->id < s->nbody) {
      const double* J = matrix->J + s->side[edge->side].jac; /* A = J^T (6 x n) */
      for (int i = 0; i < 6; i++) {
        for (int j = 0; j < n; j++) A[i * n + j] = J[6 * j + i];
      }
    } else {
      memcpy(A, matrix->J + s->side[edge->side].jac, (size_t)(6 * d) * sizeof *A);
    }
  }
}

/* A_vv -= A_kv^T X_kv and A_vu -= A_kv^T X_ku for every earlier neighbour k             (5.3) */
static void gather_updates(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                           const lw_node* v, int d)
{
  const int* size  = factor->d;
  double*    block = factor->block;
  for (int q = v->update; q < v->update + v->nupdate; q++) {
    const lw_update* update = &s->update[q];
    const lw_node*   k      = &s->node[update->node];
    const lw_edge*   first  = &s->edge[update->edge];
    const int        d_k    = size[update->node];
    const int*       dest   = s->dest + update->dest;
    if (d_k == 0) {
      continue;
    }
    if (k->leaf) {
      const double* J     = matrix->J + s->side[first->side].jac;
      const double  m_inv = block[k->pivot];
      for (int e = update->edge; e < k->edge + k->nedge; e++) {
        subtract_leaf(d, size[s->edge[e].target], block + *dest++, first, &s->edge[e], m_inv, J,
                      block + s->edge[e].block);
      }
    } else {
      const double* A = block_A(s, k, first, block);
      for (int e = update->edge; e < k->edge + k->nedge; e++) {
        subtract(d_k, d, size[s->edge[e].target], block + *dest++, A, block + s->edge[e].block);
      }
    }
  }
}

static int factor_node(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor, int i)
{
  const lw_node* v     = &s->node[i];
  double*        block = factor->block;
  const int      d     = factor->d[i];
  if (v->leaf) {
    factor_leaf(s, matrix, factor, v);
    return 0;
  }
  if (d == 0) {
    return 0;
  }
  load_node(s, matrix, v, d, block, factor->d);
  gather_updates(s, matrix, factor, v, d);

  /* the pivot of a connector is negative definite: inverted with its sign turned         (5.2) */
  double* K   = block + v->pivot;
  int     bad = 0;
  if (v->id < s->nbody) {
    bad = invert(d, K, NULL);
  } else {
    const double* eps = matrix->eps + s->connector[v->id - s->nbody].row;
    for (int k = 0; k < d * d; k++) K[k] = -K[k];
    bad = invert(d, K, matrix->uniform ? NULL : eps);
    for (int k = 0; k < d * d; k++) K[k] = -K[k];
  }
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    const lw_edge* edge = &s->edge[e];
    multiply(d, factor->d[edge->target], block + edge->block, K, block_A(s, v, edge, block));
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

int lw_factor_compute(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                      const lw_team* team)
{
  int bad = 0;
  if (team->id == 0) {
    for (int i = 0; i < s->nnode; i++) factor->d[i] = node_size(s, matrix, &s->node[i]);
  }
  lw_team_wait(team);
  for (int k = 0; k < s->npart; k++) {
    if (lw_team_mine(team, k, s->npart)) {
      for (int i = s->part[k]; i < s->part[k + 1]; i++) bad |= factor_node(s, matrix, factor, i);
    }
  }
  lw_team_wait(team);
  if (team->id == 0) {
    for (int i = s->part[s->npart]; i < s->nnode; i++) bad |= factor_node(s, matrix, factor, i);
  }
  lw_team_wait(team);
  return bad;
}

/* ---- solve --------------------------------------------------------------------------------- */

/* w (n) -= X^T b of a leaf towards a connector that holds a point, f = +-1/m */
static inline void gather_point_kernel(int n, double* restrict w, double f,
                                       const double* restrict X, const double* restrict b)
{
  for (int j = 0; j < n; j++) w[j] -= X[j] * b[3] + X[n + j] * b[4] + X[2 * n + j] * b[5];
  for (int j = 0; j < 3; j++) w[j] -= f * b[j];
}

/* w (6) -= X u, likewise */
static inline void scatter_point_kernel(int n, double* restrict w, double f,
                                        const double* restrict X, const double* restrict u)
{
  for (int i = 0; i < 3; i++) {
    double t = 0.0;
    for (int l = 0; l < n; l++) t += X[i * n + l] * u[l];
    w[3 + i] -= t;
    w[i] -= f * u[i];
  }
}

/* b_v -= sum X_kv^T b_k                                                                (5.4) */
static void forward_node(const lw_structure* s, const lw_factor* factor, double* x, int i)
{
  const lw_node* v = &s->node[i];
  const int      d = factor->d[i];
  double*        w = x + v->x;
  for (int q = v->update; q < v->update + v->nupdate; q++) {
    const lw_node* k    = &s->node[s->update[q].node];
    const lw_edge* edge = &s->edge[s->update[q].edge];
    const double*  X    = factor->block + edge->block;
    const double*  b    = x + k->x;
    if (!edge->sign) {
      gather(factor->d[s->update[q].node], d, w, X, b);
    } else if (d == 3) {
      gather_point_kernel(3, w, edge->sign * factor->block[k->pivot], X, b);
    } else if (d == 5) {
      gather_point_kernel(5, w, edge->sign * factor->block[k->pivot], X, b);
    } else {
      gather_point_kernel(d, w, edge->sign * factor->block[k->pivot], X, b);
    }
  }
}

/* x_v = A_vv^-1 b_v - sum X_vu x_u of a leaf */
static void backward_leaf(const lw_structure* s, const lw_factor* factor, double* x,
                          const lw_node* v)
{
  const double* P = factor->block + v->pivot;
  double*       w = x + v->x;
  double        y[6];
  lw_scale3(y, P[0], w);
  lw_mat3_vec(y + 3, P + 1, w + 3);
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    const lw_edge* edge = &s->edge[e];
    const double*  X    = factor->block + edge->block;
    const double*  u    = x + s->node[edge->target].x;
    const int      n    = factor->d[edge->target];
    if (!edge->sign) {
      scatter(6, n, y, X, u);
    } else if (n == 3) {
      scatter_point_kernel(3, y, edge->sign * P[0], X, u);
    } else if (n == 5) {
      scatter_point_kernel(5, y, edge->sign * P[0], X, u);
    } else {
      scatter_point_kernel(n, y, edge->sign * P[0], X, u);
    }
  }
  for (int i = 0; i < 6; i++) w[i] = y[i];
}

/* the same of any node                                                                 (5.4) */
static void backward_node(const lw_structure* s, const lw_factor* factor, double* x, int i)
{
  const lw_node* v = &s->node[i];
  const int      d = factor->d[i];
  double*        w = x + v->x;
  if (v->leaf) {
    backward_leaf(s, factor, x, v);
    return;
  }
  apply(d, w, factor->block + v->pivot);
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    const lw_edge* edge = &s->edge[e];
    scatter(d, factor->d[edge->target], w, factor->block + edge->block,
            x + s->node[edge->target].x);
  }
}

void lw_factor_solve(const lw_structure* s, const lw_factor* factor, double x[],
                     const lw_team* team)
{
  for (int k = 0; k < s->npart; k++) {
    if (lw_team_mine(team, k, s->npart)) {
      for (int i = s->part[k]; i < s->part[k + 1]; i++) forward_node(s, factor, x, i);
    }
  }
  lw_team_wait(team);
  if (team->id == 0) {
    for (int i = s->part[s->npart]; i < s->nnode; i++) forward_node(s, factor, x, i);
    for (int i = s->nnode - 1; i >= s->part[s->npart]; i--) backward_node(s, factor, x, i);
  }
  lw_team_wait(team);
  for (int k = 0; k < s->npart; k++) {
    if (lw_team_mine(team, k, s->npart)) {
      for (int i = s->part[k + 1] - 1; i >= s->part[k]; i--) backward_node(s, factor, x, i);
    }
  }
}
