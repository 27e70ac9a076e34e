/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * factor_fronts.c - factor the matrix of a structure and solve with it, four nodes side by side.
 *
 *   reads    inertias, Jacobians, regularisation
 *   writes   lw_factor; solutions
 *   theory   section 5.1, (5.1) to (5.4)
 *   cost     counted in lw_structure.cost
 *
 * A node v keeps the inverse of its pivot, for every later neighbour u X_vu = A_vv^-1 A_vu, and
 * for every two of them what it subtracts from the block between them. With the inverse at hand
 * a solve is nothing but products. A front of four nodes gathers what earlier ones subtract,
 * always in the same order, and writes only its own memory.
 */
#include "factor/kernels.h"

#include "factor/block.h"
#include "factor/factor_bodies.h"
#include "factor/factor_revolute.h"

enum { ROWS = LW_FRONT_ROWS };

/* where a Jacobian is that a lane does not have */
static const double nothing[6 * LW_FRONT_ROWS] = {0.0};

/* ---- terms --------------------------------------------------------------------------------- */

/* T -= the n numbers of each of `count` terms */
LW_INLINE void subtract_all(int n, lw_pack* restrict T, const lw_update_term* t, int count,
                            const double* from, int h)
{
  for (; count > 0; count--, t++) {
    lw_pack_find_subtract(n, T, from, t->at, h, t->aligned);
  }
}

/* ---- factor -------------------------------------------------------------------------------- */

/* The nodes' own blocks as the matrix has them; least: what their pivots may be. */
LW_INLINE void load_pivot(const lw_front* c, int d, const lw_matrix* matrix, int h, lw_pack* K,
                          lw_pack* least)
{
  const double* at[LW_LANES];
  for (int i = 0; i < LW_HALF(d); i++) K[i] = LW_PACK_ZERO;
  for (int i = 0; i < d; i++) least[i] = LW_PACK_ZERO;
  if (c->body) {
    const double* J[LW_LANES];
    for (int l = 0; l < LW_LANES; l++) {
      const lw_inertia* I = &matrix->inertia[matrix->uniform ? 0 : c->first[h + l]];
      at[l]               = &I->m;
      J[l]                = I->J_tan;
    }
    for (int i = 0; i < 3; i++) {
      K[LW_HALF(i) + i] = LW_PACK_OF(at, 0);
      for (int j = 0; j <= i; j++) K[LW_HALF(3 + i) + 3 + j] = LW_PACK_OF(J, 3 * i + j);
    }
    return;
  }
  for (int l = 0; l < LW_LANES; l++) at[l] = matrix->eps + c->first[h + l];
  for (int i = 0; i < d; i++) {
    const lw_pack eps = LW_PACK_OF(at, i);
    K[LW_HALF(i) + i] = -eps;
    least[i]          = matrix->uniform ? LW_PACK_ZERO : 0.5 * eps;
  }
}

/* A_vu as the matrix has it: J^T, J, or nothing */
LW_INLINE void load_edge(const lw_front* c, const lw_front_edge* e, int d, int n, const double* J,
                         int h, lw_pack* A)
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
      A[i * n + j] = !any      ? LW_PACK_ZERO
                     : c->body ? LW_PACK_OF(at, 6 * j + i)
                               : LW_PACK_OF(at, 6 * i + j);
    }
  }
}

/* One front; `equal`: rows of all its nodes and their neighbours where they are the same, else
 * 0: they are looked up. */
LW_INLINE int factor_kernel(int equal, const lw_structure* s, const lw_front* c,
                            const lw_matrix* matrix, double* block, double* terms)
{
  const int            d     = equal ? equal : c->size[matrix->soft];
  const lw_front_edge* first = s->front_edge + c->edge;
  const lw_front_edge* end   = first + c->nedge;
  const bool           few   = c->nedge <= LW_FEW_EDGES;
  double               near[LW_FEW_EDGES]
             [4 * ROWS * ROWS]; /* A of few edges: no memory is gone through for them */
  int bad = 0;
  for (int h = 0; h < c->n; h += LW_LANES) {
    lw_pack K[LW_HALF(ROWS)], least[ROWS];
    load_pivot(c, d, matrix, h, K, least);
    subtract_all(LW_HALF(d), K, s->term + c->term, c->nterm, terms, h);
    /* the pivot of a connector is negative definite                                      (5.2) */
    bad |= lw_block_invert(d, K, c->body ? 1.0 : -1.0, least, c->n - h);
    lw_pack_store(LW_HALF(d), block + c->pivot, h, K);
    for (const lw_front_edge* e = first; e < end; e++) {
      const int n = equal ? equal : e->size[matrix->soft];
      lw_pack   A[ROWS * ROWS], X[ROWS * ROWS];
      if (equal) {
        for (int i = 0; i < d * n; i++) A[i] = LW_PACK_ZERO; /* among connectors: fill */
      } else {
        load_edge(c, e, d, n, matrix->J, h, A);
      }
      subtract_all(d * n, A, s->term + e->term, e->nterm, terms, h);
      lw_block_multiply(d, n, X, K, A);
      /* cppcheck-suppress legacyUninitvar ; it is written here */
      lw_pack_store(d * n, few ? near[e - first] : terms + e->A, h, A);
      lw_pack_store(d * n, block + e->X, h, X);
    }
    for (const lw_front_edge* e = first; e < end; e++) {
      double*       P = terms + e->product;
      const double* A = few ? near[e - first] : terms + e->A;
      for (const lw_front_edge* f = e; f < end; f++) {
        const int m = equal ? equal : e->size[matrix->soft];
        const int n = equal ? equal : f->size[matrix->soft];
        if (f == e) {
          lw_block_product(d, m, n, true, P + h, A + h, block + f->X + h);
        } else {
          lw_block_product(d, m, n, false, P + h, A + h, block + f->X + h);
        }
        P += 4 * LW_BLOCK(f == e, e->size[1], f->size[1]);
      }
    }
  }
  return bad;
}

static int factor_3(const lw_structure* s, const lw_front* c, const lw_matrix* matrix,
                    double* block, double* terms)
{
  return factor_kernel(3, s, c, matrix, block, terms);
}

static int factor_5(const lw_structure* s, const lw_front* c, const lw_matrix* matrix,
                    double* block, double* terms)
{
  return factor_kernel(5, s, c, matrix, block, terms);
}

static int factor_any(const lw_structure* s, const lw_front* c, const lw_matrix* matrix,
                      double* block, double* terms)
{
  return factor_kernel(0, s, c, matrix, block, terms);
}

/* A front of springs while these are not in the matrix: later ones find nothing to subtract. */
static void skip_front(const lw_structure* s, const lw_front* c, double* terms)
{
  for (int k = 0; k < c->nedge; k++) {
    const lw_front_edge* e     = &s->front_edge[c->edge + k];
    size_t               count = 0;
    for (int m = k; m < c->nedge; m++) {
      count += 4 * (size_t)LW_BLOCK(m == k, e->size[1], s->front_edge[c->edge + m].size[1]);
    }
    memset(terms + e->product, 0, count * sizeof *terms);
  }
}

/* the same in a solve */
static void pass_front(const lw_structure* s, const lw_front* c, double* terms)
{
  for (int k = 0; k < c->nedge; k++) {
    const lw_front_edge* e = &s->front_edge[c->edge + k];
    memset(terms + e->y, 0, 4 * (size_t)e->size[1] * sizeof *terms);
  }
}

static int factor_front(const lw_structure* s, const lw_front* c, const lw_matrix* matrix,
                        const lw_factor* factor, double* terms)
{
  if (c->size[matrix->soft] == 0) {
    skip_front(s, c, terms);
    return 0;
  }
  switch (c->body || matrix->soft ? 0 : c->uniform_rows) {
  case 3: return factor_3(s, c, matrix, factor->block, terms);
  case 5: return factor_5(s, c, matrix, factor->block, terms);
  default: return factor_any(s, c, matrix, factor->block, terms);
  }
}

/* Sum up what a part subtracts from the separator: blocks, or right-hand sides. */
static void sum_separator_terms(const lw_structure* s, const int* separator_term_begin, int part,
                                bool soft, const double* terms, double* separator)
{
  for (int i = separator_term_begin[part]; i < separator_term_begin[part + 1]; i++) {
    const lw_separator_term* e = &s->separator_terms[i];
    for (int h = 0; h < e->n; h += LW_LANES) {
      for (int k = 0; k < e->size[soft]; k++) {
        lw_pack sum = LW_PACK_ZERO;
        subtract_all(1, &sum, s->term + e->term, e->nterm, terms + 4 * k, h);
        sum = -sum;
        lw_pack_store(1, separator + e->to + 4 * k, h, &sum);
      }
    }
  }
}

int lw_part_factor(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor, int part,
                   int scratch)
{
  double* terms = lw_factor_terms(s, factor, part, scratch, LW_TERM_BLOCK);
  int     bad   = 0;
  if (factor->inward) {
    return part == s->npart ? lw_revolute_factor(s, matrix, factor) : 0;
  }
  lw_leaves_factor(s, matrix, factor, part, terms);
  for (int i = s->front_begin[part]; i < s->front_begin[part + 1]; i++) {
    bad |= factor_front(s, &s->front[i], matrix, factor, terms);
  }
  if (part < s->npart) {
    sum_separator_terms(s, s->separator_term_begin[LW_TERM_BLOCK], part, matrix->soft, terms,
                        factor->separator[LW_TERM_BLOCK]);
  }
  return bad;
}

/* ---- solve --------------------------------------------------------------------------------- */

/* d numbers of each node, where the vector has them */
LW_INLINE void gather_nodes(const lw_front* c, int d, const double* x, int h, lw_pack* w)
{
  const double* at[LW_LANES];
  for (int l = 0; l < LW_LANES; l++) at[l] = x + c->x[h + l];
  if (d == 3) {
    lw_pack_gather_all(1, w, at); /* padded to four */
    return;
  }
  for (int i = 0; i < d; i++) w[i] = LW_PACK_OF(at, i);
}

LW_INLINE void scatter_nodes(const lw_front* c, int d, double* x, int h, const lw_pack* w)
{
  if (d == 3 && c->n - h >= LW_LANES) {
    const lw_pack padded[4] = {w[0], w[1], w[2], LW_PACK_ZERO};
    double*       to[LW_LANES];
    for (int l = 0; l < LW_LANES; l++) to[l] = x + c->x[h + l];
    lw_pack_scatter_all(1, to, padded);
    return;
  }
  for (int l = 0; l < LW_LANES && h + l < c->n; l++) {
    double* to = x + c->x[h + l];
    for (int i = 0; i < d; i++) to[i] = LW_LANE(w[i], l);
  }
}

/* b_v -= sum X_kv^T b_k, then X_vu^T b_v for later ones                                    (5.4) */
LW_INLINE void forward_kernel(int equal, const lw_structure* s, const lw_front* c,
                              const lw_factor* factor, bool rows_only, const double* x,
                              double* terms)
{
  const int d = equal ? equal : c->size[factor->soft];
  for (int h = 0; h < c->n; h += LW_LANES) {
    lw_pack w[ROWS];
    if (rows_only && c->body) {
      for (int i = 0; i < d; i++) w[i] = LW_PACK_ZERO;
    } else {
      gather_nodes(c, d, x, h, w);
    }
    subtract_all(d, w, s->term + c->rhs_term, c->nrhs_term, terms, h);
    lw_pack_store(d, factor->workspace + c->z, h, w);
    for (int k = 0; k < c->nedge; k++) {
      const lw_front_edge* e = &s->front_edge[c->edge + k];
      const int            n = equal ? equal : e->size[factor->soft];
      const double*        X = factor->block + e->X + h;
      lw_pack              y[ROWS];
      for (int j = 0; j < n; j++) {
        y[j] = LW_BLOCK_AT(X, j) * w[0];
        for (int i = 1; i < d; i++) y[j] += LW_BLOCK_AT(X, i * n + j) * w[i];
      }
      lw_pack_store(n, terms + e->y, h, y);
    }
  }
}

/* x_v = A_vv^-1 b_v - sum X_vu x_u                                                         (5.4) */
LW_INLINE void backward_kernel(int equal, const lw_structure* s, const lw_front* c,
                               const lw_factor* factor, double* x)
{
  const int d = equal ? equal : c->size[factor->soft];
  for (int h = 0; h < c->n; h += LW_LANES) {
    lw_pack K[LW_HALF(ROWS)], w[ROWS], t[ROWS];
    lw_pack_load(LW_HALF(d), K, factor->block + c->pivot, h);
    lw_pack_load(d, w, factor->workspace + c->z, h);
    for (int i = 0; i < d; i++) {
      t[i] = K[LW_HALF(i)] * w[0];
      for (int j = 1; j < d; j++) t[i] += LW_SYMMETRIC(K, i, j) * w[j];
    }
    for (int k = 0; k < c->nedge; k++) {
      const lw_front_edge* e = &s->front_edge[c->edge + k];
      const int            n = equal ? equal : e->size[factor->soft];
      const double*        X = factor->block + e->X + h;
      lw_pack              u[ROWS];
      for (int j = 0; j < n; j++) u[j] = LW_PACK_ZERO;
      lw_pack_find_subtract(n, u, factor->workspace, e->z.at, h,
                            e->z.aligned); /* minus the later nodes' solution */
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < n; j++) t[i] += LW_BLOCK_AT(X, i * n + j) * u[j];
      }
    }
    lw_pack_store(d, factor->workspace + c->z, h, t);
    scatter_nodes(c, d, x, h, t);
  }
}

static inline int equal_of(const lw_front* c, const lw_factor* factor)
{
  return c->body || factor->soft ? 0 : c->uniform_rows;
}

void lw_part_forward(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                     int part, int scratch)
{
  double* terms = lw_factor_terms(s, factor, part, scratch, LW_TERM_VECTOR);
  if (factor->inward) {
    if (part == s->npart) {
      lw_revolute_solve(s, factor, x, rows_only);
    }
    return;
  }
  if (!rows_only) {
    lw_leaves_forward(s, factor, x, part);
    lw_leaves_gather(s, factor, x, part);
  }
  for (int i = s->front_begin[part]; i < s->front_begin[part + 1]; i++) {
    const lw_front* c = &s->front[i];
    switch (equal_of(c, factor)) {
    case 3: forward_kernel(3, s, c, factor, rows_only, x, terms); break;
    case 5: forward_kernel(5, s, c, factor, rows_only, x, terms); break;
    default:
      if (c->size[factor->soft] > 0) {
        forward_kernel(0, s, c, factor, rows_only, x, terms);
      } else {
        pass_front(s, c, terms);
      }
      break;
    }
  }
  if (part < s->npart) {
    sum_separator_terms(s, s->separator_term_begin[LW_TERM_VECTOR], part, factor->soft, terms,
                        factor->separator[LW_TERM_VECTOR]);
  }
}

void lw_part_backward(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                      int part)
{
  if (factor->inward) {
    return; /* links are solved in one go when it is the turn of the separator */
  }
  for (int i = s->front_begin[part + 1] - 1; i >= s->front_begin[part]; i--) {
    const lw_front* c = &s->front[i];
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
  lw_leaves_subtract_wrenches(s, factor, x, part);
  lw_leaves_backward(s, factor, x, rows_only, part);
}
