/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * eliminate.c - factor the matrix of a structure and solve with it.
 *
 *   reads    masses, Jacobians, regularisation
 *   writes   lw_factor; solutions
 *   theory   section 5.1, (5.1) to (5.4)
 *   cost     counted in lw_structure.cost
 *
 * A node gathers what its earlier neighbours subtract from it, always in the same order, and writes
 * only its own memory. Blocks towards later neighbours are stored with the eliminated node's rows
 * first, so that the inner loops run along memory.
 */
#include "eliminate.h"

#include "linalg.h"

/* ---- kernels: sizes are constants where they are called from the dispatch below ------------ */

/* T (m x n) -= s Za^T Zb, with Za (k x m), Zb (k x n)                               (5.3) */
static inline void gemm_kernel(int k, int m, int n, double* restrict T, double s,
                               const double* restrict Za, const double* restrict Zb)
{
  for (int i = 0; i < m; i++) {
    for (int l = 0; l < k; l++) {
      const double f = s * Za[l * m + i];
      for (int j = 0; j < n; j++) T[i * n + j] -= f * Zb[l * n + j];
    }
  }
}

/* the same with Za = Zb, lower triangle of T */
static inline void syrk_kernel(int k, int m, double* restrict T, double s, const double* restrict Z)
{
  for (int i = 0; i < m; i++) {
    for (int l = 0; l < k; l++) {
      const double f = s * Z[l * m + i];
      for (int j = 0; j <= i; j++) T[i * m + j] -= f * Z[l * m + j];
    }
  }
}

/* C Z = B in place: B (d x n), C lower with the reciprocals of its diagonal         (5.2) */
static inline void trsm_kernel(int d, int n, const double* restrict C, double* restrict B)
{
  for (int i = 0; i < d; i++) {
    for (int l = 0; l < i; l++) {
      const double f = C[i * d + l];
      for (int j = 0; j < n; j++) B[i * n + j] -= f * B[l * n + j];
    }
    const double r = C[i * d + i];
    for (int j = 0; j < n; j++) B[i * n + j] *= r;
  }
}

/* P = C C^T in place, reciprocals on the diagonal. A pivot below floor is raised to it: with floor 0
 * it is a failure. */
static inline int cholesky_kernel(int d, double* restrict P, const double* floor_of)
{
  int bad = 0;
  for (int i = 0; i < d; i++) {
    for (int j = 0; j <= i; j++) {
      double t = P[i * d + j];
      for (int l = 0; l < j; l++) t -= P[i * d + l] * P[j * d + l];
      if (j < i) {
        P[i * d + j] = t * P[j * d + j];
      } else {
        const double least = floor_of ? 0.5 * floor_of[i] : 0.0;
        if (!(t > least)) {
          bad |= !(least > 0.0) || isnan(t);
          t = least > 0.0 ? least : 1.0;
        }
        P[i * d + i] = 1.0 / sqrt(t);
      }
    }
  }
  return bad;
}

/* ---- dispatch on the sizes that occur most ------------------------------------------------- */

static void gemm(int k, int m, int n, double* T, double s, const double* Za, const double* Zb)
{
  switch (100 * k + 10 * m + n) {
  case 633: gemm_kernel(6, 3, 3, T, s, Za, Zb); break;
  case 655: gemm_kernel(6, 5, 5, T, s, Za, Zb); break;
  case 366: gemm_kernel(3, 6, 6, T, s, Za, Zb); break;
  case 333: gemm_kernel(3, 3, 3, T, s, Za, Zb); break;
  case 555: gemm_kernel(5, 5, 5, T, s, Za, Zb); break;
  case 336: gemm_kernel(3, 3, 6, T, s, Za, Zb); break;
  case 556: gemm_kernel(5, 5, 6, T, s, Za, Zb); break;
  default: gemm_kernel(k, m, n, T, s, Za, Zb); break;
  }
}

static void syrk(int k, int m, double* T, double s, const double* Z)
{
  switch (10 * k + m) {
  case 63: syrk_kernel(6, 3, T, s, Z); break;
  case 65: syrk_kernel(6, 5, T, s, Z); break;
  case 36: syrk_kernel(3, 6, T, s, Z); break;
  case 56: syrk_kernel(5, 6, T, s, Z); break;
  case 33: syrk_kernel(3, 3, T, s, Z); break;
  case 55: syrk_kernel(5, 5, T, s, Z); break;
  default: syrk_kernel(k, m, T, s, Z); break;
  }
}

static void trsm(int d, int n, const double* C, double* B)
{
  switch (10 * d + n) {
  case 63: trsm_kernel(6, 3, C, B); break;
  case 65: trsm_kernel(6, 5, C, B); break;
  case 36: trsm_kernel(3, 6, C, B); break;
  case 56: trsm_kernel(5, 6, C, B); break;
  case 33: trsm_kernel(3, 3, C, B); break;
  case 55: trsm_kernel(5, 5, C, B); break;
  default: trsm_kernel(d, n, C, B); break;
  }
}

static int cholesky(int d, double* P, const double* floor_of)
{
  switch (d) {
  case 6: return cholesky_kernel(6, P, floor_of);
  case 5: return cholesky_kernel(5, P, floor_of);
  case 3: return cholesky_kernel(3, P, floor_of);
  default: return cholesky_kernel(d, P, floor_of);
  }
}

/* ---- factor -------------------------------------------------------------------------------- */

static inline double sign_of(const lw_structure* s, int id)
{
  return id < s->nbody ? 1.0 : -1.0;
}

/* the node's own block and its edges, as the matrix has them before any elimination */
static void load_node(const lw_structure* s, const lw_matrix* matrix, const lw_node* v, int d,
                      double* block, const int* size)
{
  double*    P     = block + v->pivot;
  const bool plain = matrix->metric[0] > 0.0;
  if (v->id < s->nbody && !plain) {
    memcpy(P, matrix->M + 36 * v->id, 36 * sizeof *P);
  } else {
    memset(P, 0, (size_t)(d * d) * sizeof *P);
    for (int i = 0; i < d; i++) {
      P[i * d + i] = v->id < s->nbody ? matrix->metric[i / 3]
                     : plain          ? 1.0
                                      : matrix->eps[s->connector[v->id - s->nbody].row + i];
    }
  }
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    const lw_edge* edge = &s->edge[e];
    const int      n    = size[edge->target];
    double*        B    = block + edge->block;
    if (edge->side == LW_NONE) {
      memset(B, 0, (size_t)(d * n) * sizeof *B);
    } else if (v->id < s->nbody) {
      const double* J = matrix->J + s->side[edge->side].jac; /* B = J^T (6 x n) */
      for (int i = 0; i < 6; i++) {
        for (int j = 0; j < n; j++) B[i * n + j] = J[6 * j + i];
      }
    } else {
      memcpy(B, matrix->J + s->side[edge->side].jac, (size_t)(6 * d) * sizeof *B);
    }
  }
}

static int factor_node(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor, int i)
{
  const lw_node* v     = &s->node[i];
  const int*     size  = factor->d;
  double*        block = factor->block;
  const int      d     = size[i];
  if (d == 0) {
    return 0;
  }
  load_node(s, matrix, v, d, block, size);
  const double sign = sign_of(s, v->id);

  /* A_vu -= s_k Z_kv^T Z_ku for every earlier neighbour k; the pivot is kept positive  (5.3) */
  for (int q = v->update; q < v->update + v->nupdate; q++) {
    const lw_update* update = &s->update[q];
    const lw_node*   k      = &s->node[update->node];
    const int        d_k    = size[update->node];
    if (d_k == 0) {
      continue;
    }
    const double  sk = sign_of(s, k->id);
    const double* Zv = block + s->edge[update->edge].block;
    syrk(d_k, d, block + s->dest[update->dest], sign * sk, Zv);
    const int* dest = s->dest + update->dest + 1;
    for (int e = update->edge + 1; e < k->edge + k->nedge; e++) {
      gemm(d_k, d, size[s->edge[e].target], block + *dest++, sk, Zv, block + s->edge[e].block);
    }
  }

  /* s A_vv = C C^T, then Z_vu = C^-1 A_vu                                              (5.2) */
  double*       P   = block + v->pivot;
  const double* low = v->id < s->nbody || matrix->metric[0] > 0.0
                          ? NULL
                          : matrix->eps + s->connector[v->id - s->nbody].row;
  const int     bad = cholesky(d, P, low);
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    trsm(d, size[s->edge[e].target], P, block + s->edge[e].block);
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

/* w_v = C^-1 (b_v - sum s_k Z_kv^T w_k)                                                (5.4) */
static void forward_node(const lw_structure* s, const lw_factor* factor, double* x, int i)
{
  const lw_node* v = &s->node[i];
  const int      d = factor->d[i];
  double*        w = x + v->x;
  for (int q = v->update; q < v->update + v->nupdate; q++) {
    const int     k  = s->update[q].node;
    const double  sk = sign_of(s, s->node[k].id);
    const double* Z  = factor->block + s->edge[s->update[q].edge].block;
    const double* wk = x + s->node[k].x;
    for (int l = 0; l < factor->d[k]; l++) {
      const double f = sk * wk[l];
      for (int j = 0; j < d; j++) w[j] -= f * Z[l * d + j];
    }
  }
  const double* C = factor->block + v->pivot;
  for (int j = 0; j < d; j++) {
    double t = w[j];
    for (int l = 0; l < j; l++) t -= C[j * d + l] * w[l];
    w[j] = t * C[j * d + j];
  }
}

/* x_v = C^-T s_v (w_v - sum Z_vu x_u)                                                  (5.4) */
static void backward_node(const lw_structure* s, const lw_factor* factor, double* x, int i)
{
  const lw_node* v    = &s->node[i];
  const int      d    = factor->d[i];
  const double   sign = sign_of(s, v->id);
  double*        w    = x + v->x;
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    const lw_edge* edge = &s->edge[e];
    const int      n    = factor->d[edge->target];
    const double*  Z    = factor->block + edge->block;
    const double*  u    = x + s->node[edge->target].x;
    for (int j = 0; j < d; j++) {
      double t = 0.0;
      for (int l = 0; l < n; l++) t += Z[j * n + l] * u[l];
      w[j] -= t;
    }
  }
  const double* C = factor->block + v->pivot;
  for (int j = d - 1; j >= 0; j--) {
    double t = sign * w[j];
    for (int l = j + 1; l < d; l++) t -= C[l * d + j] * w[l];
    w[j] = t * C[j * d + j];
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
