/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * factor_bodies.c - eliminate the leaves of a part, four side by side.
 *
 *   reads    inertias, Jacobians
 *   writes   batches and pairs of lw_factor; solutions
 *   theory   section 5.1, (5.3) and (5.4)
 *
 * Of a point the Jacobians are [-1, c_A~] on the parent and [1, c_B~] on the child; rows after
 * these have an axis n, [0, n] and [0, -n]. A batch of connectors keeps c_A, c_B and the axes,
 * one of bodies 1/m and J^-1.
 */
#include "factor/factor_bodies.h"

#include "formulas/body.h"
#include "formulas/joint.h"
#include "formulas/rows.h"

/* most rows of a connector that holds a point: three of it, three turns or two and a drive, a
 * compliant one */
enum { ROWS_MAX = 7 };

/* where a vector of a body that is no leaf is taken from */
static const double nothing[8] = {0.0};

/* ---- factor -------------------------------------------------------------------------------- */

/* 1/m and J^-1 */
static void load_bodies(const lw_batch* batch, const lw_matrix* matrix, double* data)
{
  for (int h = 0; h < batch->n; h += LW_LANES) {
    const double *m[LW_LANES], *J[LW_LANES];
    for (int l = 0; l < LW_LANES; l++) {
      const lw_inertia* I = &matrix->inertia[matrix->uniform ? 0 : batch->id[h + l]];
      m[l]                = &I->m_inv;
      J[l]                = I->J_inv;
    }
    const lw_pack x[7] = {LW_PACK_OF(m, 0), LW_PACK_OF(J, 0), LW_PACK_OF(J, 1), LW_PACK_OF(J, 2),
                          LW_PACK_OF(J, 4), LW_PACK_OF(J, 5), LW_PACK_OF(J, 8)};
    lw_pack_store(7, data, h, x);
  }
}

/* c of a point from its Jacobian */
static inline void load_point(lw_pack c[3], const double* const J[])
{
  c[0] = LW_PACK_OF(J, 16);
  c[1] = LW_PACK_OF(J, 5);
  c[2] = LW_PACK_OF(J, 9);
}

/* the axes of d - 3 more rows */
static inline void load_axes(int d, lw_pack n[][3], const double* const J[])
{
  for (int r = 3; r < d; r++) {
    for (int i = 0; i < 3; i++) n[r - 3][i] = LW_PACK_OF(J, 6 * r + 3 + i);
  }
}

/* arms and axes of a connector, from the numbers of its batch */
static void copy_points(const lw_batch* batch, int d, const double* numbers, double* data)
{
  for (int h = 0; h < batch->n; h += LW_LANES) {
    lw_pack c[6], n[3];
    lw_pack_load(6, c, numbers + 4 * LW_POINT_ARM, h);
    lw_pack_store(6, data, h, c);
    for (int r = 3; r < d; r++) {
      lw_pack_load(3, n, numbers + 4 * (LW_POINT_AXIS + 3 * (r - 3)), h);
      lw_pack_store(3, data + 4 * (6 + 3 * (r - 3)), h, n);
    }
  }
}

/* the same from Jacobians */
static void load_points(const lw_batch* batch, int d, const double* jacobian, double* data)
{
  for (int h = 0; h < batch->n; h += LW_LANES) {
    const double *A[LW_LANES], *B[LW_LANES];
    lw_pack       c[6], n[ROWS_MAX - 3][3];
    for (int l = 0; l < LW_LANES; l++) {
      A[l] = jacobian + batch->joint.jac_A[h + l];
      B[l] = jacobian + batch->joint.jac_B[h + l];
    }
    load_point(c, A);
    load_point(c + 3, B);
    for (int i = 3; i < 6; i++) c[i] = -c[i];
    load_axes(d, n, A);
    lw_pack_store(6, data, h, c);
    for (int r = 3; r < d; r++) lw_pack_store(3, data + 4 * (6 + 3 * (r - 3)), h, n[r - 3]);
  }
}

/* The same of one connector of a pair */
static LW_NOINLINE void load_jacobian(const lw_batch* batch, int which, int d,
                                      const double* jacobian, int h, lw_pack c[3], lw_pack n[][3])
{
  const double* J[LW_LANES];
  for (int l = 0; l < LW_LANES; l++) J[l] = jacobian + batch->pair.jac[which][h + l];
  load_point(c, J);
  load_axes(d, n, J);
}

/* A connector of a pair: its arm and axes, as they are in the Jacobian or, where these are
 * turned round on the child, not; `which`: 0 is u, 1 is v. */
static inline void load_side(const lw_batch* batch, int which, int d, const lw_matrix* matrix,
                             int h, lw_pack c[3], lw_pack n[][3])
{
  if (lw_matrix_is_direct(matrix)) {
    const bool aligned = batch->aligned & (1 << which);
    lw_pack_find(3, c, matrix->point, batch->pair.arm[which], h, aligned);
    if (d > 3) {
      lw_pack_find(3 * (d - 3), n[0], matrix->point, batch->pair.axis[which], h, aligned);
    }
    return;
  }
  load_jacobian(batch, which, d, matrix->J, h, c, n);
}

/* the same from the inertias of bodies */
static LW_NOINLINE void load_inertia(const lw_batch* batch, const lw_matrix* matrix, int h,
                                     lw_pack* m_inv, lw_pack S[6])
{
  static const int at[6] = {0, 1, 2, 4, 5, 8};
  const double *   J_inv[LW_LANES], *m[LW_LANES];
  for (int l = 0; l < LW_LANES; l++) {
    const lw_inertia* I = &matrix->inertia[matrix->uniform ? 0 : batch->pair.body[h + l]];
    J_inv[l]            = I->J_inv;
    m[l]                = &I->m_inv;
  }
  for (int i = 0; i < 6; i++) S[i] = LW_PACK_OF(J_inv, at[i]);
  *m_inv = LW_PACK_OF(m, 0);
}

/* Inverse mass and inertia of the body of a pair; `sign` says whether the connectors act on the
 * same side. Arms that were not turned round make it a factor of all. */
static inline void load_inverse(const lw_batch* batch, const lw_matrix* matrix,
                                const double* inverse, int h, lw_pack* m_inv, lw_pack S[6])
{
  double  sign[4] = {0.0};
  lw_pack f;
  for (int l = 0; l < LW_LANES; l++) sign[l] = batch->pair.sign[h + l];
  memcpy(&f, sign, sizeof f);
  if (lw_matrix_is_direct(matrix)) {
    lw_pack M[LW_LEAF_NUMBERS];
    lw_pack_find(LW_LEAF_NUMBERS, M, inverse, batch->pair.inverse, h, batch->aligned & 4);
    *m_inv = f * M[0];
    for (int i = 0; i < 6; i++) S[i] = f * M[1 + i];
    return;
  }
  load_inertia(batch, matrix, h, m_inv, S);
  *m_inv = f * *m_inv;
}

/* P = J_u M^-1 J_v^T for four pairs of connectors that hold points, with m and n rows; of an
 * edge with itself the lower half                                                          (5.8) */
LW_INLINE void pair_kernel(const lw_batch* batch, int m, int n, bool same, const lw_matrix* matrix,
                           const double* inverse, double* block)
{
  double* P = block + batch->data;
  for (int h = 0; h < batch->n; h += LW_LANES) {
    lw_pack c[3], axis[ROWS_MAX - 3][3], X[ROWS_MAX][3], S[6], f;
    load_inverse(batch, matrix, inverse, h, &f, S);
    load_side(batch, 1, n, matrix, h, c, axis);
    lw_point_over_inertia(X, S, c);
    for (int r = 3; r < n; r++) lw_symmetric_vec(X[r], S, axis[r - 3]);
    if (!same) {
      load_side(batch, 0, m, matrix, h, c, axis);
    }
    int at = 0;
    for (int i = 0; i < m; i++) {
      for (int r = 0; r < (same ? i + 1 : n); r++) {
        lw_pack x = i < 3 ? lw_point_product(c, X[r], i) : lw_dot(axis[i - 3], X[r]);
        if (i < 3 && r == i) {
          x += f;
        }
        lw_pack_store(1, P + 4 * at++, h, &x);
      }
    }
  }
}

static void pair_points(const lw_structure* s, const lw_batch* batch, const int* size,
                        const lw_matrix* matrix, const double* inverse, double* block)
{
  const lw_pair* p = &s->pair[batch->id[0]];
  const int      m = size[s->edge[p->u].target], n = size[s->edge[p->v].target];
  switch (1000 * batch->kind + 10 * m + n) {
  case 33: pair_kernel(batch, 3, 3, false, matrix, inverse, block); break;
  case 55: pair_kernel(batch, 5, 5, false, matrix, inverse, block); break;
  case 1033: pair_kernel(batch, 3, 3, true, matrix, inverse, block); break;
  case 1055: pair_kernel(batch, 5, 5, true, matrix, inverse, block); break;
  default: pair_kernel(batch, m, n, batch->kind, matrix, inverse, block); break;
  }
}

/* one number of a product of two points, f on its diagonal                                 (5.8) */
static inline lw_pack product_of(const lw_pack c[3], lw_pack X[3][3], int i, int r, lw_pack f)
{
  const lw_pack x = lw_point_product(c, X[r], i);
  return r == i ? x + f : x;
}

/* All three products of four leaves with two points each, straight from what the batches have
 *                                                                                          (5.8) */
static void pair_leaves(const lw_structure* s, const lw_batch* batch, const double* point,
                        const double* inverse, double* terms)
{
  const int*           at = batch->body.product;
  const lw_batch_side *u  = s->batch_side + batch->data + batch->body.u_side,
                      *v  = s->batch_side + batch->data + 1 - batch->body.u_side;
  for (int h = 0; h < batch->n; h += LW_LANES) {
    lw_pack M[LW_LEAF_NUMBERS], a[3], b[3], A[3][3], B[3][3], x, sign, other;
    int     n = 0;
    lw_pack_load(LW_LEAF_NUMBERS, M, inverse, h);
    lw_pack_find(3, a, point, u->arm, h, u->aligned);
    lw_pack_find(3, b, point, v->arm, h, v->aligned);
    memcpy(&sign, u->sign + h, sizeof sign);
    memcpy(&other, v->sign + h, sizeof other);
    sign *= other;
    lw_point_over_inertia(A, M + 1, a);
    lw_point_over_inertia(B, M + 1, b);
    for (int i = 0; i < 3; i++) {
      for (int r = 0; r <= i; r++, n++) {
        x = product_of(a, A, i, r, M[0]);
        lw_pack_store(1, terms + at[0] + 4 * n, h, &x);
        x = product_of(b, B, i, r, M[0]);
        lw_pack_store(1, terms + at[2] + 4 * n, h, &x);
      }
      for (int r = 0; r < 3; r++) {
        x = sign * product_of(a, B, i, r, M[0]);
        lw_pack_store(1, terms + at[1] + 4 * (3 * i + r), h, &x);
      }
    }
  }
}

/* the same for any two connectors, one pair */
static void pair_any(const lw_structure* s, const lw_pair* p, const int* size,
                     const lw_matrix* matrix, const double* inverse, double* block)
{
  const lw_edge *   u = &s->edge[p->u], *v = &s->edge[p->v];
  const int         m = size[u->target], n = size[v->target];
  const bool        same = p->u == p->v;
  const lw_inertia* I    = &matrix->inertia[matrix->uniform ? 0 : p->body];
  const double *    J_u = matrix->J + s->side[u->side].jac, *J_v = matrix->J + s->side[v->side].jac;
  double*           P     = block + p->block;
  const double*     M     = inverse + p->inverse;
  const double      S[9]  = {M[4], M[8], M[12], M[8], M[16], M[20], M[12], M[20], M[24]};
  const bool        known = lw_matrix_is_direct(matrix);
  for (int r = 0; r < n; r++) {
    double X[6];
    lw_row_over_mass(X, J_v + 6 * r, known ? M[0] : I->m_inv, known ? S : I->J_inv);
    for (int i = same ? r : 0; i < m; i++) {
      P[4 * (same ? LW_HALF(i) + r : i * n + r)] = lw_row_dot(J_u + 6 * i, X);
    }
  }
}

/* present number of rows of a connector */
static inline int size_of(const lw_structure* s, const lw_factor* factor, int connector)
{
  return factor->d[s->position[s->nbody + connector]];
}

void lw_leaves_factor(const lw_structure* s, const lw_matrix* matrix, const lw_factor* factor,
                      int part, double* terms)
{
  const bool direct = lw_matrix_is_direct(matrix);
  for (int q = s->bodies.first[part]; q < s->bodies.first[part + 1]; q++) {
    const lw_batch* batch   = &s->bodies.batch[q];
    double*         inverse = factor->batch + lw_batch_begin(q, part, LW_LEAF_NUMBERS);
    if (batch->kind && !direct) {
      load_bodies(batch, matrix, inverse);
    } else if (batch->forms_products && direct) {
      pair_leaves(s, batch, matrix->point, inverse, terms);
    }
  }
  for (int q = s->points.first[part]; q < s->points.first[part + 1]; q++) {
    const lw_batch* batch = &s->points.batch[q];
    const int       d     = factor->d[batch->node];
    if (direct) {
      copy_points(batch, d, matrix->point + lw_batch_begin(q, part, LW_POINT_NUMBERS),
                  factor->batch + batch->data);
    } else {
      load_points(batch, d, matrix->J, factor->batch + batch->data);
    }
  }
  for (int i = s->separate_pairs.first[part]; i < s->separate_pairs.first[part + 1] && direct;
       i++) {
    pair_points(s, &s->pairs.batch[s->separate_pairs.id[i]], factor->d, matrix, factor->batch,
                terms);
  }
  for (int q = s->pairs.first[part]; q < s->pairs.first[part + 1] && !direct; q++) {
    pair_points(s, &s->pairs.batch[q], factor->d, matrix, factor->batch, terms);
  }
  for (int i = s->single_pairs.first[part]; i < s->single_pairs.first[part + 1]; i++) {
    pair_any(s, &s->pair[s->single_pairs.id[i]], factor->d, matrix, factor->batch, terms);
  }
}

/* ---- solve --------------------------------------------------------------------------------- */

void lw_leaves_forward(const lw_structure* s, const lw_factor* factor, double x[], int part)
{
  for (int q = s->bodies.first[part]; q < s->bodies.first[part + 1]; q++) {
    const lw_batch* batch = &s->bodies.batch[q];
    for (int h = 0; h < batch->n && batch->kind; h += LW_LANES) {
      double* w[LW_LANES];
      lw_pack f[8], y[8], M[LW_LEAF_NUMBERS];
      for (int l = 0; l < LW_LANES; l++) w[l] = x + batch->body.x[h + l];
      lw_pack_load(LW_LEAF_NUMBERS, M, factor->batch + lw_batch_begin(q, part, LW_LEAF_NUMBERS), h);
      lw_pack_gather_all(2, f, (const double* const*)w);
      lw_over_mass(y, M[0], M + 1, f);
      y[6] = y[7] = LW_PACK_ZERO;
      lw_pack_scatter_all(2, w, y);
    }
  }
}

/* w -= J_A y_A + J_B y_B of four points with d rows                                        (5.4) */
static inline void gather_kernel(const lw_batch* batch, int d, const double* data, double* x)
{
  for (int h = 0; h < batch->n; h += LW_LANES) {
    const double *A[LW_LANES], *B[LW_LANES];
    double*       w[LW_LANES];
    for (int l = 0; l < LW_LANES; l++) {
      const int a = batch->joint.x_A[h + l], b = batch->joint.x_B[h + l];
      w[l] = x + batch->joint.x[h + l];
      A[l] = a >= 0 ? x + a : nothing;
      B[l] = b >= 0 ? x + b : nothing;
    }
    lw_pack y_A[8], y_B[8], arm[6], rate[3], turn[3], z[LW_PAD(ROWS_MAX)];
    lw_pack_gather_all(2, y_A, A);
    lw_pack_gather_all(2, y_B, B);
    lw_pack_load(6, arm, data, h);
    lw_pack_gather(d, z, (const double* const*)w);
    lw_point_rate(rate, y_A, y_A + 3, arm, y_B, y_B + 3, arm + 3);
    for (int i = 0; i < 3; i++) {
      z[i] -= rate[i];
      turn[i] = y_A[3 + i] - y_B[3 + i];
    }
    for (int r = 3; r < d; r++) {
      lw_pack n[3];
      lw_pack_load(3, n, data + 4 * (6 + 3 * (r - 3)), h);
      z[r] -= lw_dot(n, turn);
    }
    lw_pack_scatter(d, w, z);
  }
}

/* the same for any connector */
static void gather_any(const lw_structure* s, const lw_factor* factor, int id, double* x)
{
  const lw_connector* c = &s->connector[id];
  const int           d = size_of(s, factor, id);
  double*             w = x + s->offset[s->nbody + id];
  for (int q = c->side; q < c->side + c->nside; q++) {
    const int b = s->side[q].body;
    if (b != LW_GROUND && s->node[s->position[b]].leaf) {
      const double *J = factor->J + s->side[q].jac, *y = x + s->offset[b];
      for (int r = 0; r < d; r++) w[r] -= lw_row_dot(J + 6 * r, y);
    }
  }
}

void lw_leaves_gather(const lw_structure* s, const lw_factor* factor, double x[], int part)
{
  for (int q = s->points.first[part]; q < s->points.first[part + 1]; q++) {
    const lw_batch* batch = &s->points.batch[q];
    const double*   data  = factor->batch + batch->data;
    const int       d     = factor->d[batch->node];
    switch (d) {
    case 3: gather_kernel(batch, 3, data, x); break;
    case 5: gather_kernel(batch, 5, data, x); break;
    default: gather_kernel(batch, d, data, x); break;
    }
  }
  for (int i = s->single_connectors.first[part]; i < s->single_connectors.first[part + 1]; i++) {
    gather_any(s, factor, s->single_connectors.id[i], x);
  }
}

/* f = J^T z on both sides of four points with d rows */
static inline void add_multipliers_kernel(const lw_batch* batch, int d, const double* data,
                                          const double* x, double* wrench)
{
  for (int h = 0; h < batch->n; h += LW_LANES) {
    const double* w[LW_LANES];
    double *      A[LW_LANES], *B[LW_LANES];
    for (int l = 0; l < LW_LANES; l++) {
      w[l] = x + batch->joint.x[h + l];
      A[l] = wrench + 8 * batch->joint.side[h + l];
      B[l] = A[l] + 8;
    }
    lw_pack f_A[8], f_B[8], arm[6], f[3], z[LW_PAD(ROWS_MAX)];
    lw_pack_load(6, arm, data, h);
    lw_pack_gather(d, z, w);
    for (int i = 0; i < 3; i++) f[i] = -z[i];
    lw_point_wrench(f_A, f, arm);
    lw_point_wrench(f_B, z, arm + 3);
    for (int r = 3; r < d; r++) {
      lw_pack n[3];
      lw_pack_load(3, n, data + 4 * (6 + 3 * (r - 3)), h);
      lw_add_turn(f_A + 3, z[r], n);
      lw_add_turn(f_B + 3, -z[r], n);
    }
    f_A[6] = f_A[7] = f_B[6] = f_B[7] = LW_PACK_ZERO;
    lw_pack_scatter_all(2, A, f_A);
    lw_pack_scatter_all(2, B, f_B);
  }
}

static void add_multipliers_any(const lw_structure* s, const lw_factor* factor, int id,
                                const double* x)
{
  const lw_connector* c = &s->connector[id];
  const int           d = size_of(s, factor, id);
  const double*       z = x + s->offset[s->nbody + id];
  for (int q = c->side; q < c->side + c->nside; q++) {
    double* f = factor->wrench + 8 * q;
    memset(f, 0, 6 * sizeof *f);
    lw_rows_add_wrench(f, 1.0, d, factor->J + s->side[q].jac, z);
  }
}

void lw_leaves_subtract_wrenches(const lw_structure* s, const lw_factor* factor, const double x[],
                                 int part)
{
  for (int q = s->points.first[part]; q < s->points.first[part + 1]; q++) {
    const lw_batch* batch = &s->points.batch[q];
    const double*   data  = factor->batch + batch->data;
    const int       d     = factor->d[batch->node];
    if (!batch->leaf_other_rows && !factor->soft) {
      continue; /* all leaves on their sides look for themselves */
    }
    switch (d) {
    case 3: add_multipliers_kernel(batch, 3, data, x, factor->wrench); break;
    case 5: add_multipliers_kernel(batch, 5, data, x, factor->wrench); break;
    default: add_multipliers_kernel(batch, d, data, x, factor->wrench); break;
    }
  }
  for (int i = s->single_connectors.first[part]; i < s->single_connectors.first[part + 1]; i++) {
    add_multipliers_any(s, factor, s->single_connectors.id[i], x);
  }
}

/* f = Phi^T z on four bodies whose sides all hold points, of three rows each */
LW_INLINE void subtract_direct(const lw_batch_side* side, int nside, const lw_factor* factor,
                               const double* x, int h, lw_pack f[8])
{
  for (const lw_batch_side* end = side + nside; side < end; side++) {
    const double* at[LW_LANES];
    lw_pack       z[4], w[6], arm[3], sign;
    for (int l = 0; l < LW_LANES; l++) at[l] = x + side->x[h + l];
    lw_pack_gather_all(1, z, at);
    lw_pack_find(3, arm, factor->batch, side->c, h, side->aligned);
    memcpy(&sign, side->sign + h, sizeof sign);
    for (int i = 0; i < 3; i++) z[i] *= sign;
    lw_point_wrench(w, z, arm);
    for (int i = 0; i < 6; i++) f[i] += w[i];
  }
}

/* the same from what the connectors have written */
static LW_NOINLINE void gather_wrenches(const lw_structure* s, const lw_batch* batch,
                                        const double* wrench, int h, lw_pack f[8])
{
  for (int k = 0; k < batch->nside; k++) {
    const double* p[LW_LANES];
    lw_pack       y[8];
    for (int l = 0; l < LW_LANES; l++) {
      p[l] = wrench + 8 * s->padded_sides[batch->body.sides[h + l] + k];
    }
    lw_pack_gather_all(2, y, p);
    for (int i = 0; i < 6; i++) f[i] += y[i];
  }
}

void lw_leaves_backward(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                        int part)
{
  for (int q = s->bodies.first[part]; q < s->bodies.first[part + 1]; q++) {
    const lw_batch* batch = &s->bodies.batch[q];
    for (int h = 0; h < batch->n && batch->kind; h += LW_LANES) {
      double* w[LW_LANES];
      lw_pack f[8], y[8], M[LW_LEAF_NUMBERS];
      for (int i = 0; i < 8; i++) f[i] = LW_PACK_ZERO;
      for (int l = 0; l < LW_LANES; l++) w[l] = x + batch->body.x[h + l];
      if (batch->joint_rows != 3 || factor->soft) {
        gather_wrenches(s, batch, factor->wrench, h, f);
      } else {
        subtract_direct(s->batch_side + batch->data, batch->nside, factor, x, h, f);
      }
      lw_pack_load(LW_LEAF_NUMBERS, M, factor->batch + lw_batch_begin(q, part, LW_LEAF_NUMBERS), h);
      lw_over_mass(y, M[0], M + 1, f);
      for (int i = 0; i < 8; i++) f[i] = LW_PACK_ZERO;
      if (!rows_only) {
        lw_pack_gather_all(2, f, (const double* const*)w);
      }
      for (int i = 0; i < 6; i++) f[i] -= y[i];
      lw_pack_scatter_all(2, w, f);
    }
  }
}
