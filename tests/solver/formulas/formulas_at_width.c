/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * formulas_at_width.c - all formulas at the width LW_LANES, which the build sets.
 */
#include "formulas_at_width.h"

#include "factor/block.h"
#include "formulas/body.h"
#include "formulas/joint.h"

/* where the results of a formula go: n more numbers */
typedef struct results {
  lw_pack y[FORMULA_RESULTS];
  int     n;
} results;

LW_INLINE lw_pack* more(results* r, int n)
{
  r->n += n;
  return r->y + r->n - n;
}

LW_INLINE void vectors(results* r, const lw_pack x[])
{
  lw_cross(more(r, 3), x, x + 3);
  *more(r, 1) = lw_dot(x, x + 3);
  lw_centripetal(more(r, 3), x, x + 3);
  lw_mat3_vec(more(r, 3), x, x + 9);
  lw_symmetric_vec(more(r, 3), x, x + 9);
  lw_symmetric_turn(more(r, 6), x, x + 9);
  lw_pack* C  = more(r, 6);
  *more(r, 1) = lw_symmetric_cofactors(C, x);
  *more(r, 1) = lw_pack_sqrt(x[0] * x[0]);
  *more(r, 1) = lw_larger(x[0], x[1]);
  *more(r, 1) = lw_scaled_square(x[0], x + 1);
  lw_symmetric_unpack(more(r, 9), x);
  lw_symmetric_pack(more(r, 6), x);
}

LW_INLINE void rotations(results* r, const lw_pack x[])
{
  lw_rotation_matrix(more(r, 9), x);
  lw_rotation_rate(more(r, 3), x, x + 4);
  lw_rotation_dot(more(r, 4), x, x + 4);
  lw_pack *p = more(r, 4), *q = more(r, 4), *pd = more(r, 4), *pdd = more(r, 4);
  for (int i = 0; i < 4; i++) p[i] = q[i] = x[i];
  lw_rotation_normalize(p);
  lw_rotation_add(q, x + 4);
  lw_rotation_derivatives(pd, pdd, more(r, 4), x, x + 4, x + 7, x + 10);
}

LW_INLINE void joints(results* r, const lw_pack x[])
{
  lw_pack X[3][3];
  lw_point_gap(more(r, 3), x, x + 3, x + 6, x + 9);
  lw_pack* n   = more(r, 3);
  *more(r, 1)  = lw_dot_row(n, x, x + 3);
  lw_pack* J_A = more(r, 6);
  lw_line_row(J_A, more(r, 6), x, x + 3, x + 6);
  lw_point_rate(more(r, 3), x, x + 3, x + 6, x + 9, x + 12, x + 15);
  lw_point_gamma(more(r, 3), x, x + 3, x + 6, x + 9);
  *more(r, 1) = lw_dot_gamma(x, x + 3, x + 6, x + 9);
  lw_pack* w  = more(r, 6);
  lw_point_wrench(w, x, x + 3);
  lw_add_turn(w + 3, x[6], x + 7);
  lw_point_over_inertia(X, x, x + 6);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) *more(r, 1) = lw_point_product(x + 9, X[i], k);
  }
}

/* position and its derivatives of an element */
LW_INLINE void put_derivatives(results* r, const lw_derivatives* d)
{
  const lw_pack* part[4] = {d->r, d->v, d->a, NULL};
  for (int k = 0; k < 3; k++) {
    lw_pack* y = more(r, 3);
    for (int i = 0; i < 3; i++) y[i] = part[k][i];
  }
  part[0] = d->p;
  part[1] = d->pd;
  part[2] = d->pdd;
  for (int k = 0; k < 3; k++) {
    lw_pack* y = more(r, 4);
    for (int i = 0; i < 4; i++) y[i] = part[k][i];
  }
}

LW_INLINE void bodies(results* r, const lw_pack x[])
{
  const double   gravity[3] = {0.3, -9.81, 1.7};
  lw_derivatives end;
  lw_pack        q[7], T[6];
  for (int at_rest = 0; at_rest < 2; at_rest++) {
    lw_predict(&end, 0.01, at_rest, x, x + 7, x + 13, x + 19);
    put_derivatives(r, &end);
  }
  for (int along = 0; along < 2; along++) {
    lw_pack *v = more(r, 6), *a = more(r, 6);
    lw_trapezoid(v, a, more(r, 2), 0.01, x + 25, &end, along ? x + 32 : NULL);
  }
  for (int i = 0; i < 7; i++) q[i] = x[i];
  lw_add_increment(q, x + 7);
  for (int i = 0; i < 7; i++) *more(r, 1) = q[i];
  *more(r, 1) = lw_increment_square(x, x + 3, 0.7);
  lw_inertial_force(more(r, 3), x[0], gravity, x + 13);
  lw_inertial_torque(more(r, 3), x + 1, x + 7, x + 13, true, x[19]);
  lw_inertial_torque(more(r, 3), x + 1, x + 7, x + 13, false, x[19]);
  *more(r, 1) = lw_residual_square(x, x[6], x[7]);
  lw_over_mass(more(r, 6), x[0], x + 1, x + 7);
  for (int i = 0; i < 6; i++) T[i] = x[i];
  lw_add_point_stiffness(T, x + 6, x + 9);
  for (int i = 0; i < 6; i++) *more(r, 1) = T[i];
  *more(r, 1) = lw_stiffness_ratio(T, x, x + 12);
}

/* the rule of momenta, with turns below and above what its series reach at once */
LW_INLINE void momenta(results* r, const lw_pack x[])
{
  for (int large = 0; large < 2; large++) {
    const double dt = large ? 1.7 : 0.01;
    lw_pack      q[7], v[6], a[6], middle[4], most[LW_ERROR_SQUARES], *w;
    for (int i = 0; i < 7; i++) q[i] = x[i];
    for (int i = 0; i < 6; i++) {
      v[i] = x[7 + i];
      a[i] = x[13 + i];
    }
    lw_rotation_normalize(q + 3);
    lw_momentum_of_start(more(r, 3), dt, x + 19, v, a);
    lw_momentum_rate(more(r, 3), dt, x + 19, v + 3, x + 25);
    lw_momentum_predict(q, v, a, dt, large, x + 28);
    lw_momentum_add(q, v, a, dt, x + 34);
    for (int i = 0; i < 7; i++) *more(r, 1) = q[i];
    for (int i = 0; i < 6; i++) *more(r, 1) = v[i];
    for (int i = 0; i < 6; i++) *more(r, 1) = a[i];
    w = more(r, 3);
    for (int i = 0; i < 3; i++) w[i] = v[3 + i];
    for (int i = 0; i < 4; i++) middle[i] = x[30 + i];
    lw_rotation_normalize(middle);
    lw_momentum_match(w, dt, q + 3, middle);
    for (int i = 0; i < LW_ERROR_SQUARES; i++) most[i] = LW_PACK_ZERO;
    lw_error_squares(most, LW_PACK_ALL(0.7), v, a, x + 28, x + 34);
    for (int i = 0; i < LW_ERROR_SQUARES; i++) *more(r, 1) = most[i];
  }
}

/* inverses of the sizes that fronts are compiled for, and of one more, and their products */
LW_INLINE void blocks(results* r, const lw_pack x[])
{
  static const int size[3] = {3, 5, 6};
  for (int k = 0; k < 3; k++) {
    const int d = size[k];
    lw_pack   least[6], *K = more(r, LW_HALF(d)), *X = more(r, 2 * d);
    for (int i = 0; i < LW_HALF(d); i++) K[i] = x[i];
    for (int i = 0; i < d; i++) {
      K[LW_HALF(i) + i] = 20.0 + x[i]; /* entries are at most 2: the block is definite */
      least[i]          = LW_PACK_ZERO;
    }
    const double bad = lw_block_invert(d, K, 1.0, least, LW_LANES);
    *more(r, 1)      = LW_PACK_ALL(bad);
    lw_block_multiply(d, 2, X, K, x + 21);
  }
}

static int all_formulas(const double in[4 * FORMULA_INPUTS], double out[4 * FORMULA_RESULTS])
{
  results r;
  for (int h = 0; h < 4; h += LW_LANES) {
    lw_pack x[FORMULA_INPUTS];
    lw_pack_load(FORMULA_INPUTS, x, in, h);
    r.n = 0;
    vectors(&r, x);
    rotations(&r, x);
    joints(&r, x);
    bodies(&r, x);
    momenta(&r, x);
    blocks(&r, x);
    lw_pack_store(r.n, out, h, r.y);
  }
  return r.n;
}

static void larger(const double a[4], const double b[4], double out[4], double largest[4])
{
  for (int h = 0; h < 4; h += LW_LANES) {
    lw_pack x, y;
    lw_pack_load(1, &x, a, h);
    lw_pack_load(1, &y, b, h);
    x = lw_larger(x, y);
    lw_pack_store(1, out, h, &x);
    largest[h / LW_LANES] = lw_pack_largest(x);
  }
}

static int copy(const double from[], const int place[4], int way, double to[])
{
  for (int h = 0; h < 4; h += LW_LANES) {
    const double* p[LW_LANES];
    double*       q[LW_LANES];
    lw_offsets    at;
    lw_pack       x[8];
    for (int l = 0; l < LW_LANES; l++) {
      p[l]  = from + 8 * place[h + l];
      q[l]  = to + 8 * place[h + l];
      at[l] = (ptrdiff_t)(8 * sizeof *from) * place[h + l];
    }
    switch (way) {
    case 0:
      lw_pack_gather(8, x, p);
      lw_pack_scatter(8, q, x);
      break;
    case 1:
      lw_pack_gather_all(2, x, p);
      lw_pack_scatter_all(2, q, x);
      break;
    case 2:
      lw_pack_take(2, x, from, at);
      lw_pack_put(2, to, at, x);
      break;
    case 3:
      lw_pack_take_few(8, x, from, at);
      lw_pack_put_few(8, to, at, x);
      break;
    }
  }
  return 4;
}

static void find(const double from[], const int at[4], bool aligned, double out[12],
                 double less[12])
{
  for (int h = 0; h < 4; h += LW_LANES) {
    lw_pack x[3], y[3];
    lw_pack_find(3, x, from, at, h, aligned);
    lw_pack_store(3, out, h, x);
    lw_pack_load(3, y, less, h);
    lw_pack_find_subtract(3, y, from, at, h, aligned);
    lw_pack_store(3, less, h, y);
  }
}

/* LW_WIDTH, which the build sets, is the end of the name */
#define JOIN_NAMES(name, width) name##_##width
#define JOIN(name, width) JOIN_NAMES(name, width)

const lw_test_width JOIN(lw_test_width, LW_WIDTH) = {all_formulas, larger, copy, find};
