/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * factor_fronts.c - factor the matrix of a structure and solve with it, four nodes side by side.
 *
 *   reads    inertias, Jacobians, regularisation
 *   writes   lw_factor; solutions
 *   theory   section 5.1, (5.1) to (5.4)
 *   cost     counted in lw_structure.cost
 *
 * A node v keeps the inverse of its pivot, for every later neighbour u X_vu = A_vv^-1 A_vu, and for every two of them
 * what it subtracts from the block between them. With the inverse at hand a solve is nothing but products. A cell of
 * four nodes gathers what earlier ones subtract, always in the same order, and writes only its own memory.
 */
#include "factor/factor.h"

#include "factor/factor_bodies.h"
#include "factor/factor_revolute.h"
#include "structure/fronts.h"

/* This file is compiled for every processor and for those with AVX2 and FMA; see kernels.h. */
int  KERNEL(lw_share_factor)(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                            int share, int desk);
void KERNEL(lw_share_forward)(const lw_structure* s, const lw_factor* factor, double x[],
                              bool rows_only, int share, int desk);
void KERNEL(lw_share_backward)(const lw_structure* s, const lw_factor* factor, double x[],
                               bool rows_only, int share);

enum { ROWS = LW_CELL_ROWS };

/* where a Jacobian is that a lane does not have */
static const double nothing[6 * LW_CELL_ROWS] = {0.0};

/* ---- terms --------------------------------------------------------------------------------- */

/* T -= the n numbers that a term finds */
LW_INLINE void subtract(int n, lw_lanes* restrict T, const lw_term* t, const double* from, int h)
{
  if (t->aligned) {
    const double* p = from + t->at[0] + h;
    for (int i = 0; i < n; i++) T[i] -= *(const lw_lanes_at*)(p + 4 * i);
    return;
  }
  const double* p[LW_LANES];
  for (int l = 0; l < LW_LANES; l++) p[l] = from + t->at[h + l];
  for (int i = 0; i < n; i++) T[i] -= LW_LANES_OF(p, 4 * i);
}

LW_INLINE void subtract_all(int n, lw_lanes* restrict T, const lw_term* t, int count,
                            const double* from, int h)
{
  for (; count > 0; count--, t++) subtract(n, T, t, from, h);
}

/* ---- pivots -------------------------------------------------------------------------------- */

/* A pivot below its floor is raised to it; with floor 0 that is a failure of lanes that count. */
static int raise(lw_lanes* p, lw_lanes least, int count)
{
  int bad = 0;
  for (int l = 0; l < LW_LANES; l++) {
    const double floor = LW_LANE(least, l), x = LW_LANE(*p, l);
    if (!(x > floor)) {
      bad |= l < count && (!(floor > 0.0) || isnan(x));
      LW_LANE(*p, l) = floor > 0.0 ? floor : 1.0;
    }
  }
  return bad;
}

/* K <- K^-1 in place, lower half, by way of sign K = L D L^T, positive definite. The inverse made of the factors is
 * good in every direction, also in those where K is 1e7 times stiffer than in others, as it is in nets with redundant
 * rows; sweeping pivots loses them. `count`: lanes that count. */
LW_INLINE int invert(int d, lw_lanes* restrict K, double sign, const lw_lanes* least, int count)
{
  lw_lanes L[LW_HALF(ROWS)], D[ROWS]; /* L without its diagonal; D holds the reciprocals */
  int      bad = 0;
  for (int j = 0; j < d; j++) {
    lw_lanes  p   = sign * K[LW_HALF(j) + j];
    lw_lanes* L_j = L + LW_HALF(j);
    for (int l = 0; l < j; l++) {
      const lw_lanes w = L_j[l]; /* unscaled: L_jl D_l */
      L_j[l]           = w * D[l];
      p -= w * L_j[l];
    }
    if (!lw_lanes_above(p, least[j])) {
      bad |= raise(&p, least[j], count);
    }
    D[j] = 1.0 / p;
    for (int i = j + 1; i < d; i++) {
      lw_lanes  t   = sign * K[LW_HALF(i) + j];
      lw_lanes* L_i = L + LW_HALF(i);
      for (int l = 0; l < j; l++) t -= L_i[l] * L_j[l];
      L_i[j] = t;
    }
  }
  /* L <- L^-1, which has ones on its diagonal */
  for (int i = 1; i < d; i++) {
    lw_lanes* L_i = L + LW_HALF(i);
    for (int j = 0; j < i; j++) {
      lw_lanes t = -L_i[j];
      for (int l = j + 1; l < i; l++) t -= L_i[l] * L[LW_HALF(l) + j];
      L_i[j] = t; /* L_i[l] for l > j are still those of L */
    }
  }
  /* L^-T D^-1 L^-1 */
  for (int i = 0; i < d; i++) {
    for (int j = 0; j <= i; j++) {
      /* cppcheck-suppress uninitvar ; rows above the first have been filled */
      lw_lanes t = i == j ? D[i] : D[i] * L[LW_HALF(i) + j];
      for (int l = i + 1; l < d; l++) t += D[l] * L[LW_HALF(l) + i] * L[LW_HALF(l) + j];
      K[LW_HALF(i) + j] = sign * t;
    }
  }
  return bad;
}

/* number (i, j) of a symmetric block */
#define SYMMETRIC(K, i, j) ((i) >= (j) ? (K)[LW_HALF(i) + (j)] : (K)[LW_HALF(j) + (i)])

/* ---- factor -------------------------------------------------------------------------------- */

/* The nodes' own blocks as the matrix has them; least: what their pivots may be. */
LW_INLINE void load_pivot(const lw_cell* c, int d, const lw_matrix* matrix, int h, lw_lanes* K,
                          lw_lanes* least)
{
  const double* at[LW_LANES];
  for (int i = 0; i < LW_HALF(d); i++) K[i] = LW_LANES_ZERO;
  for (int i = 0; i < d; i++) least[i] = LW_LANES_ZERO;
  if (c->body) {
    const double* J[LW_LANES];
    for (int l = 0; l < LW_LANES; l++) {
      const lw_inertia* I = &matrix->inertia[matrix->uniform ? 0 : c->first[h + l]];
      at[l]               = &I->m;
      J[l]                = I->J_tan;
    }
    for (int i = 0; i < 3; i++) {
      K[LW_HALF(i) + i] = LW_LANES_OF(at, 0);
      for (int j = 0; j <= i; j++) K[LW_HALF(3 + i) + 3 + j] = LW_LANES_OF(J, 3 * i + j);
    }
    return;
  }
  for (int l = 0; l < LW_LANES; l++) at[l] = matrix->eps + c->first[h + l];
  for (int i = 0; i < d; i++) {
    const lw_lanes eps = LW_LANES_OF(at, i);
    K[LW_HALF(i) + i]  = matrix->uniform ? LW_LANES_ALL(-1.) : -eps;
    least[i]           = matrix->uniform ? LW_LANES_ZERO : 0.5 * eps;
  }
}

/* A_vu as the matrix has it: J^T, J, or nothing */
LW_INLINE void load_edge(const lw_cell* c, const lw_cell_edge* e, int d, int n, const double* J,
                         int h, lw_lanes* A)
{
  const double* at[LW_LANES];
  bool          any = false;
  for (int l = 0; l < LW_LANES; l++) {
    const int jac = e->jac[h + l];
    at[l]         = jac < 0 ? nothing : J + jac;
    any |= jac >= 0;
  }
  for (int i = 0; i < d; i++) {
    for (int j = 0; j < n; j++) {
      A[i * n + j] = !any      ? LW_LANES_ZERO
                     : c->body ? LW_LANES_OF(at, 6 * j + i)
                               : LW_LANES_OF(at, 6 * i + j);
    }
  }
}

/* X = K A */
LW_INLINE void multiply(int d, int n, lw_lanes* restrict X, const lw_lanes* restrict K,
                        const lw_lanes* restrict A)
{
  for (int i = 0; i < d; i++) {
    lw_lanes* t = X + i * n;
    for (int j = 0; j < n; j++) t[j] = K[LW_HALF(i)] * A[j];
    for (int l = 1; l < d; l++) {
      for (int j = 0; j < n; j++) t[j] += SYMMETRIC(K, i, l) * A[l * n + j];
    }
  }
}

/* number i of a block that stands four side by side; left in memory, where the next instruction finds it */
#define AT(block, i) (*(const lw_lanes_at*)((block) + 4 * (i)))

/* P = A^T X of two edges with m and n columns, of one with itself the lower half            (5.3) */
LW_INLINE void product(int d, int m, int n, bool same, double* restrict P, const double* restrict A,
                       const double* restrict X)
{
  for (int i = 0; i < m; i++) {
    const int columns = same ? i + 1 : n;
    lw_lanes  t[ROWS];
    for (int j = 0; j < columns; j++) t[j] = AT(A, i) * AT(X, j);
    for (int l = 1; l < d; l++) {
      for (int j = 0; j < columns; j++) t[j] += AT(A, l * m + i) * AT(X, l * n + j);
    }
    lw_lanes_store(columns, P, 0, t);
    P += 4 * columns;
  }
}

/* One cell; `equal`: rows of all its nodes and their neighbours where they are the same, else 0: they are looked up. */
LW_INLINE int factor_kernel(int equal, const lw_structure* s, const lw_cell* c,
                            const lw_matrix* matrix, double* block, double* terms)
{
  const int           d     = equal ? equal : c->size[matrix->soft];
  const lw_cell_edge* first = s->cell_edge + c->edge;
  const lw_cell_edge* end   = first + c->nedge;
  const bool          few   = c->nedge <= LW_FEW_EDGES;
  double              near[LW_FEW_EDGES]
             [4 * ROWS * ROWS]; /* A of few edges: no memory is gone through for them */
  int bad = 0;
  for (int h = 0; h < c->n; h += LW_LANES) {
    lw_lanes K[LW_HALF(ROWS)], least[ROWS];
    load_pivot(c, d, matrix, h, K, least);
    subtract_all(LW_HALF(d), K, s->term + c->term, c->nterm, terms, h);
    /* the pivot of a connector is negative definite                                      (5.2) */
    bad |= invert(d, K, c->body ? 1.0 : -1.0, least, c->n - h);
    lw_lanes_store(LW_HALF(d), block + c->pivot, h, K);
    for (const lw_cell_edge* e = first; e < end; e++) {
      const int n = equal ? equal : e->size[matrix->soft];
      lw_lanes  A[ROWS * ROWS], X[ROWS * ROWS];
      if (equal) {
        for (int i = 0; i < d * n; i++) A[i] = LW_LANES_ZERO; /* among connectors: fill */
      } else {
        load_edge(c, e, d, n, matrix->J, h, A);
      }
      subtract_all(d * n, A, s->term + e->term, e->nterm, terms, h);
      multiply(d, n, X, K, A);
      /* cppcheck-suppress legacyUninitvar ; it is written here */
      lw_lanes_store(d * n, few ? near[e - first] : terms + e->A, h, A);
      lw_lanes_store(d * n, block + e->X, h, X);
    }
    for (const lw_cell_edge* e = first; e < end; e++) {
      double*       P = terms + e->product;
      const double* A = few ? near[e - first] : terms + e->A;
      for (const lw_cell_edge* f = e; f < end; f++) {
        const int m = equal ? equal : e->size[matrix->soft];
        const int n = equal ? equal : f->size[matrix->soft];
        if (f == e) {
          product(d, m, n, true, P + h, A + h, block + f->X + h);
        } else {
          product(d, m, n, false, P + h, A + h, block + f->X + h);
        }
        P += 4 * LW_BLOCK(f == e, e->size[1], f->size[1]);
      }
    }
  }
  return bad;
}

static int factor_3(const lw_structure* s, const lw_cell* c, const lw_matrix* matrix, double* block,
                    double* terms)
{
  return factor_kernel(3, s, c, matrix, block, terms);
}

static int factor_5(const lw_structure* s, const lw_cell* c, const lw_matrix* matrix, double* block,
                    double* terms)
{
  return factor_kernel(5, s, c, matrix, block, terms);
}

static int factor_any(const lw_structure* s, const lw_cell* c, const lw_matrix* matrix,
                      double* block, double* terms)
{
  return factor_kernel(0, s, c, matrix, block, terms);
}

/* A cell of springs while these are not in the matrix: later ones find nothing to subtract. */
static void skip_cell(const lw_structure* s, const lw_cell* c, double* terms)
{
  for (int k = 0; k < c->nedge; k++) {
    const lw_cell_edge* e     = &s->cell_edge[c->edge + k];
    size_t              count = 0;
    for (int m = k; m < c->nedge; m++) {
      count += 4 * (size_t)LW_BLOCK(m == k, e->size[1], s->cell_edge[c->edge + m].size[1]);
    }
    memset(terms + e->product, 0, count * sizeof *terms);
  }
}

/* the same in a solve */
static void pass_cell(const lw_structure* s, const lw_cell* c, double* terms)
{
  for (int k = 0; k < c->nedge; k++) {
    const lw_cell_edge* e = &s->cell_edge[c->edge + k];
    memset(terms + e->y, 0, 4 * (size_t)e->size[1] * sizeof *terms);
  }
}

static int factor_cell(const lw_structure* s, const lw_cell* c, const lw_matrix* matrix,
                       const lw_factor* factor, double* terms)
{
  if (c->size[matrix->soft] == 0) {
    skip_cell(s, c, terms);
    return 0;
  }
  switch (c->body || matrix->soft ? 0 : c->equal) {
  case 3: return factor_3(s, c, matrix, factor->block, terms);
  case 5: return factor_5(s, c, matrix, factor->block, terms);
  default: return factor_any(s, c, matrix, factor->block, terms);
  }
}

/* Sum up what a part subtracts from the top: blocks, or right-hand sides. */
static void export_sums(const lw_structure* s, const int* export_at, int share, bool soft,
                        const double* terms, double* top)
{
  for (int i = export_at[share]; i < export_at[share + 1]; i++) {
    const lw_export* e = &s->exports[i];
    for (int h = 0; h < e->n; h += LW_LANES) {
      for (int k = 0; k < e->size[soft]; k++) {
        lw_lanes sum = LW_LANES_ZERO;
        subtract_all(1, &sum, s->term + e->term, e->nterm, terms + 4 * k, h);
        sum = -sum;
        lw_lanes_store(1, top + e->to + 4 * k, h, &sum);
      }
    }
  }
}

int KERNEL(lw_share_factor)(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                            int share, int desk)
{
  double* terms = lw_factor_terms(s, factor, share, desk, LW_TERM_BLOCK);
  int     bad   = 0;
  if (factor->inward) {
    return share == s->npart ? KERNEL(lw_limbs_factor)(s, matrix, factor) : 0;
  }
  KERNEL(lw_leaves_factor)(s, matrix, factor, share, terms);
  for (int i = s->cell_at[share]; i < s->cell_at[share + 1]; i++) {
    bad |= factor_cell(s, &s->cell[i], matrix, factor, terms);
  }
  if (share < s->npart) {
    export_sums(s, s->export_at[LW_TERM_BLOCK], share, matrix->soft, terms,
                factor->top[LW_TERM_BLOCK]);
  }
  return bad;
}

/* ---- solve --------------------------------------------------------------------------------- */

/* d numbers of each node, where the vector has them */
LW_INLINE void gather_nodes(const lw_cell* c, int d, const double* x, int h, lw_lanes* w)
{
  const double* at[LW_LANES];
  for (int l = 0; l < LW_LANES; l++) at[l] = x + c->x[h + l];
  if (d == 3) {
    lw_lanes_gather4(w, at); /* padded to four */
    return;
  }
  for (int i = 0; i < d; i++) w[i] = LW_LANES_OF(at, i);
}

LW_INLINE void scatter_nodes(const lw_cell* c, int d, double* x, int h, const lw_lanes* w)
{
  if (d == 3 && c->n - h >= LW_LANES) {
    const lw_lanes padded[4] = {w[0], w[1], w[2], LW_LANES_ZERO};
    double*        to[LW_LANES];
    for (int l = 0; l < LW_LANES; l++) to[l] = x + c->x[h + l];
    lw_lanes_scatter4(to, padded);
    return;
  }
  for (int l = 0; l < LW_LANES && h + l < c->n; l++) {
    double* to = x + c->x[h + l];
    for (int i = 0; i < d; i++) to[i] = LW_LANE(w[i], l);
  }
}

/* b_v -= sum X_kv^T b_k, then X_vu^T b_v for later ones                                     (5.4) */
LW_INLINE void forward_kernel(int equal, const lw_structure* s, const lw_cell* c,
                              const lw_factor* factor, bool rows_only, const double* x,
                              double* terms)
{
  const int d = equal ? equal : c->size[factor->soft];
  for (int h = 0; h < c->n; h += LW_LANES) {
    lw_lanes w[ROWS];
    if (rows_only && c->body) {
      for (int i = 0; i < d; i++) w[i] = LW_LANES_ZERO;
    } else {
      gather_nodes(c, d, x, h, w);
    }
    subtract_all(d, w, s->term + c->in, c->nin, terms, h);
    lw_lanes_store(d, factor->workspace + c->z, h, w);
    for (int k = 0; k < c->nedge; k++) {
      const lw_cell_edge* e = &s->cell_edge[c->edge + k];
      const int           n = equal ? equal : e->size[factor->soft];
      const double*       X = factor->block + e->X + h;
      lw_lanes            y[ROWS];
      for (int j = 0; j < n; j++) {
        y[j] = AT(X, j) * w[0];
        for (int i = 1; i < d; i++) y[j] += AT(X, i * n + j) * w[i];
      }
      lw_lanes_store(n, terms + e->y, h, y);
    }
  }
}

/* x_v = A_vv^-1 b_v - sum X_vu x_u                                                          (5.4) */
LW_INLINE void backward_kernel(int equal, const lw_structure* s, const lw_cell* c,
                               const lw_factor* factor, double* x)
{
  const int d = equal ? equal : c->size[factor->soft];
  for (int h = 0; h < c->n; h += LW_LANES) {
    lw_lanes K[LW_HALF(ROWS)], w[ROWS], t[ROWS];
    lw_lanes_load(LW_HALF(d), K, factor->block + c->pivot, h);
    lw_lanes_load(d, w, factor->workspace + c->z, h);
    for (int i = 0; i < d; i++) {
      t[i] = K[LW_HALF(i)] * w[0];
      for (int j = 1; j < d; j++) t[i] += SYMMETRIC(K, i, j) * w[j];
    }
    for (int k = 0; k < c->nedge; k++) {
      const lw_cell_edge* e = &s->cell_edge[c->edge + k];
      const int           n = equal ? equal : e->size[factor->soft];
      const double*       X = factor->block + e->X + h;
      lw_lanes            u[ROWS];
      for (int j = 0; j < n; j++) u[j] = LW_LANES_ZERO;
      subtract(n, u, &e->z, factor->workspace, h); /* minus the later nodes' solution */
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < n; j++) t[i] += AT(X, i * n + j) * u[j];
      }
    }
    lw_lanes_store(d, factor->workspace + c->z, h, t);
    scatter_nodes(c, d, x, h, t);
  }
}

static inline int equal_of(const lw_cell* c, const lw_factor* factor)
{
  return c->body || factor->soft ? 0 : c->equal;
}

void KERNEL(lw_share_forward)(const lw_structure* s, const lw_factor* factor, double x[],
                              bool rows_only, int share, int desk)
{
  double* terms = lw_factor_terms(s, factor, share, desk, LW_TERM_VECTOR);
  if (factor->inward) {
    if (share == s->npart) {
      KERNEL(lw_limbs_solve)(s, factor, x, rows_only);
    }
    return;
  }
  if (!rows_only) {
    KERNEL(lw_leaves_forward)(s, factor, x, share);
    KERNEL(lw_leaves_gather)(s, factor, x, share);
  }
  for (int i = s->cell_at[share]; i < s->cell_at[share + 1]; i++) {
    const lw_cell* c = &s->cell[i];
    switch (equal_of(c, factor)) {
    case 3: forward_kernel(3, s, c, factor, rows_only, x, terms); break;
    case 5: forward_kernel(5, s, c, factor, rows_only, x, terms); break;
    default:
      if (c->size[factor->soft] > 0) {
        forward_kernel(0, s, c, factor, rows_only, x, terms);
      } else {
        pass_cell(s, c, terms);
      }
      break;
    }
  }
  if (share < s->npart) {
    export_sums(s, s->export_at[LW_TERM_VECTOR], share, factor->soft, terms,
                factor->top[LW_TERM_VECTOR]);
  }
}

void KERNEL(lw_share_backward)(const lw_structure* s, const lw_factor* factor, double x[],
                               bool rows_only, int share)
{
  if (factor->inward) {
    return; /* limbs are solved in one go when it is the turn of the top */
  }
  for (int i = s->cell_at[share + 1] - 1; i >= s->cell_at[share]; i--) {
    const lw_cell* c = &s->cell[i];
    switch (equal_of(c, factor)) {
    case 3: backward_kernel(3, s, c, factor, x); break;
    case 5: backward_kernel(5, s, c, factor, x); break;
    default:
      if (c->size[factor->soft] > 0) {
        backward_kernel(0, s, c, factor, x);
      }
      break;
    }
  }
  KERNEL(lw_leaves_press)(s, factor, x, share);
  KERNEL(lw_leaves_backward)(s, factor, x, rows_only, share);
}
