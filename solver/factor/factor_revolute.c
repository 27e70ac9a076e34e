/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * factor_revolute.c - factor and solve a tree of revolute joints from its tips inwards.
 *
 *   reads    inertias, Jacobians
 *   writes   links of lw_factor; solutions
 *   theory   section 5.5, (5.10) to (5.14)
 *   cost     365 instructions a link to factor, 150 to solve, with AVX2, one link after the other
 *
 * Much of it does not wait for other links, and is done while the recursions do: these carry only what must be carried.
 */
#include "factor/factor_revolute.h"
#include "simd/vec3.h"

/* ---- factor -------------------------------------------------------------------------------- */

/* three numbers of a joint, by the first of them */
static inline lw_vec3 numbers_of(const double* numbers, int first)
{
  return LW_VEC3(numbers[4 * first], numbers[4 * first + 4], numbers[4 * first + 8]);
}

/* Axis, turns and arms of a joint, and the body's own inertia about its point               (5.10) */
static void load_link(const lw_revolute_link* revolute, const lw_matrix* matrix,
                      lw_revolute_matrix* own)
{
  const double*     numbers = matrix->point + revolute->point;
  const lw_inertia* I       = &matrix->inertia[revolute->body];
  const int         in      = revolute->child ? LW_POINT_ARM : LW_POINT_ARM + 3;
  const lw_vec3     b       = numbers_of(numbers, 2 * LW_POINT_ARM + 3 - in);
  const lw_vec3     n1      = numbers_of(numbers, LW_POINT_AXIS);
  const lw_vec3     n2      = numbers_of(numbers, LW_POINT_AXIS + 3);
  const lw_vec3     s       = lw_vec3_cross(n1, n2);
  /* the axes are those of the parent's side */
  const double f = -revolute->sign / lw_vec3_dot(s, s);
  lw_vec3_put(own->s, s);
  lw_vec3_put(own->n[0], lw_vec3_times(f, lw_vec3_cross(n2, s)));
  lw_vec3_put(own->n[1], lw_vec3_times(f, lw_vec3_cross(s, n1)));
  lw_vec3_put(own->d,
              numbers_of(numbers, in)); /* from where it is, until the one before is known */
  lw_vec3_put(own->b, b);

  const lw_vec3 unit[3] = {LW_VEC3(1.0, 0.0, 0.0), LW_VEC3(0.0, 1.0, 0.0), LW_VEC3(0.0, 0.0, 1.0)};
  const lw_vec3 mb      = lw_vec3_times(I->m, b);
  const double  square  = lw_vec3_dot(mb, b);
  for (int j = 0; j < 3; j++) {
    const lw_vec3 turned = lw_vec3_cross(mb, unit[j]);
    const lw_vec3 C      = lw_vec3_add(lw_vec3_take(I->J_tan + 3 * j), -LW_VEC3_AT(b, j), mb);
    lw_vec3_put(own->A[j], lw_vec3_times(I->m, unit[j]));
    lw_vec3_put(own->B[j], turned);
    lw_vec3_put(own->T[j], lw_vec3_times(-1.0, turned));
    lw_vec3_put(own->C[j], lw_vec3_add(C, square, unit[j]));
  }
}

/* to = a, or what is there and a */
static inline void add_column(double to[4], lw_vec3 a, bool first)
{
  lw_vec3_put(to, first ? a : lw_vec3_plus(lw_vec3_load(to), a));
}

/* M (d x unit vector j), M by columns */
static inline lw_vec3 column_cross(const lw_vec3 M[3], lw_vec3 d, int j)
{
  const int k = (j + 1) % 3, l = (j + 2) % 3;
  return lw_vec3_minus(lw_vec3_times(LW_VEC3_AT(d, l), M[k]),
                       lw_vec3_times(LW_VEC3_AT(d, k), M[l]));
}

/* Add to the one before what is left of a link: its inertia without the part along its axis, about the point of that
 * one. Returns 0, or 1 where nothing resists a turn about the axis.                    (5.11), (5.12) */
static int fold_link(lw_revolute_matrix* own, lw_revolute_matrix* to)
{
  const lw_vec3 s = lw_vec3_load(own->s);
  const lw_vec3 d = lw_vec3_minus(lw_vec3_load(own->d), lw_vec3_load(to->b));
  lw_vec3       A[3], B[3], T[3], C[3];
  for (int j = 0; j < 3; j++) {
    A[j] = lw_vec3_load(own->A[j]);
    B[j] = lw_vec3_load(own->B[j]);
    T[j] = lw_vec3_load(own->T[j]);
    C[j] = lw_vec3_load(own->C[j]);
  }
  lw_vec3 g = lw_vec3_times(own->s[0], B[0]), h = lw_vec3_times(own->s[0], C[0]);
  for (int j = 1; j < 3; j++) {
    g = lw_vec3_add(g, own->s[j], B[j]);
    h = lw_vec3_add(h, own->s[j], C[j]);
  }
  const double D     = lw_vec3_dot(s, h);
  const double D_inv = 1.0 / D;
  h                  = lw_vec3_plus(h, lw_vec3_cross(d, g));
  const lw_vec3 u = lw_vec3_times(D_inv, g), w = lw_vec3_times(D_inv, h);
  lw_vec3_put(own->H[0], u);
  lw_vec3_put(own->H[1], w);
  lw_vec3_put(own->d, d);
  own->D_inv = D_inv;

  for (int j = 0; j < 3; j++) {
    const lw_vec3 moved = lw_vec3_minus(B[j], column_cross(A, d, j));
    const lw_vec3 across =
        lw_vec3_minus(lw_vec3_plus(C[j], lw_vec3_cross(d, moved)), column_cross(T, d, j));
    const lw_vec3 turned = lw_vec3_plus(T[j], lw_vec3_cross(d, A[j]));
    const double  u_j = -LW_VEC3_AT(u, j), w_j = -LW_VEC3_AT(w, j);
    add_column(to->A[j], lw_vec3_add(A[j], u_j, g), false);
    add_column(to->B[j], lw_vec3_add(moved, w_j, g), false);
    add_column(to->T[j], lw_vec3_add(turned, u_j, h), false);
    add_column(to->C[j], lw_vec3_add(across, w_j, h), false);
  }
  return !(D > 0.0);
}

int lw_revolute_factor(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor)
{
  int bad = 0;
  for (int i = 0; i < s->nrevolute; i++) load_link(&s->revolute[i], matrix, &factor->revolute[i]);
  memset(&factor->revolute[s->nrevolute], 0, sizeof *factor->revolute);
  for (int i = s->nrevolute - 1; i >= 0; i--) {
    bad |= fold_link(&factor->revolute[i], &factor->revolute[s->revolute[i].inboard]);
  }
  return bad;
}

/* ---- solve --------------------------------------------------------------------------------- */

/* wrench of a twist: [A B; T C] (v, w) */
static inline void wrench_of(const lw_revolute_matrix* own, const double v[4], const double w[4],
                             lw_vec3* f, lw_vec3* m)
{
  lw_vec3 x = lw_vec3_times(v[0], lw_vec3_load(own->A[0]));
  lw_vec3 y = lw_vec3_times(v[0], lw_vec3_load(own->T[0]));
  lw_vec3 z = lw_vec3_times(w[0], lw_vec3_load(own->B[0]));
  lw_vec3 t = lw_vec3_times(w[0], lw_vec3_load(own->C[0]));
  for (int j = 1; j < 3; j++) {
    x = lw_vec3_add(x, v[j], lw_vec3_load(own->A[j]));
    y = lw_vec3_add(y, v[j], lw_vec3_load(own->T[j]));
    z = lw_vec3_add(z, w[j], lw_vec3_load(own->B[j]));
    t = lw_vec3_add(t, w[j], lw_vec3_load(own->C[j]));
  }
  *f = lw_vec3_plus(x, z);
  *m = lw_vec3_plus(y, t);
}

/* What the rows ask for, and the wrench that this leaves on the body and what hangs on it   (5.13) */
static void load_wrench(const lw_revolute_link* revolute, const lw_revolute_matrix* own,
                        const double x[], bool rows_only, lw_revolute_vectors* to)
{
  const double* c = x + revolute->rows;
  lw_vec3       f, m;
  lw_vec3_put(to->e[0], lw_vec3_times(revolute->sign, lw_vec3_take(c)));
  lw_vec3_put(to->e[1], lw_vec3_add(lw_vec3_times(c[3], lw_vec3_load(own->n[0])), c[4],
                                    lw_vec3_load(own->n[1])));
  wrench_of(own, to->e[0], to->e[1], &f, &m);
  if (rows_only) {
    f = lw_vec3_times(-1.0, f);
    m = lw_vec3_times(-1.0, m);
  } else {
    const lw_vec3 force = lw_vec3_take(x + revolute->x);
    f                   = lw_vec3_minus(force, f);
    m                   = lw_vec3_minus(lw_vec3_minus(lw_vec3_take(x + revolute->x + 3), m),
                                        lw_vec3_cross(lw_vec3_load(own->b), force));
  }
  add_column(to->r[0], f, revolute->tip);
  add_column(to->r[1], m, revolute->tip);
}

/* add to the one before what its axis does not take */
static inline void fold_wrench(const lw_revolute_matrix* own, const lw_revolute_vectors* from,
                               lw_revolute_vectors* to, bool first)
{
  const lw_vec3 f = lw_vec3_load(from->r[0]), m = lw_vec3_load(from->r[1]);
  const double  u      = -lw_vec3_dot(lw_vec3_load(own->s), m);
  const lw_vec3 moment = lw_vec3_plus(m, lw_vec3_cross(lw_vec3_load(own->d), f));
  add_column(to->r[0], lw_vec3_add(f, u, lw_vec3_load(own->H[0])), first);
  add_column(to->r[1], lw_vec3_add(moment, u, lw_vec3_load(own->H[1])), first);
}

/* Twist of a body from that of the one before, and with it the multipliers                  (5.14) */
static inline void unfold(const lw_revolute_link* revolute, const lw_revolute_matrix* own,
                          const lw_revolute_vectors* before, lw_revolute_vectors* to, double x[])
{
  const lw_vec3 v = lw_vec3_load(before->t[0]), w = lw_vec3_load(before->t[1]);
  const lw_vec3 s = lw_vec3_load(own->s), moment = lw_vec3_load(to->r[1]);
  const double  u   = own->D_inv * lw_vec3_dot(s, moment);
  const double  q   = u - lw_vec3_dots(lw_vec3_load(own->H[0]), v, lw_vec3_load(own->H[1]), w);
  const lw_vec3 v_P = lw_vec3_plus(v, lw_vec3_cross(w, lw_vec3_load(own->d)));
  const lw_vec3 w_P = lw_vec3_add(w, q, s);
  const lw_vec3 v_B = lw_vec3_plus(v_P, lw_vec3_load(to->e[0]));
  const lw_vec3 w_B = lw_vec3_plus(w_P, lw_vec3_load(to->e[1]));
  lw_vec3_put(to->t[0], v_B);
  lw_vec3_put(to->t[1], w_B);

  double  at_v[4], at_w[4];
  lw_vec3 f, m;
  lw_vec3_put(at_v, v_P);
  lw_vec3_put(at_w, w_P);
  wrench_of(own, at_v, at_w, &f, &m);
  m = lw_vec3_minus(moment, m);

  double* y = x + revolute->rows;
  lw_vec3_put(y, lw_vec3_times(revolute->sign, lw_vec3_minus(lw_vec3_load(to->r[0]), f)));
  y[3] = lw_vec3_dot(lw_vec3_load(own->n[0]), m);
  y[4] = lw_vec3_dot(lw_vec3_load(own->n[1]), m);
  lw_vec3_put(x + revolute->x, lw_vec3_plus(v_B, lw_vec3_cross(lw_vec3_load(own->b), w_B)));
  lw_vec3_put(x + revolute->x + 3, w_B);
}

void lw_revolute_solve(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only)
{
  const lw_revolute_matrix* own    = factor->revolute;
  lw_revolute_vectors*      motion = factor->motion;
  for (int i = s->nrevolute - 1; i >= 0; i--) {
    const lw_revolute_link* revolute = &s->revolute[i];
    load_wrench(revolute, &own[i], x, rows_only, &motion[i]);
    fold_wrench(&own[i], &motion[i], &motion[revolute->inboard], revolute->first);
  }
  memset(motion[s->nrevolute].t, 0, sizeof motion->t); /* the ground */
  for (int i = 0; i < s->nrevolute; i++) {
    unfold(&s->revolute[i], &own[i], &motion[s->revolute[i].inboard], &motion[i], x);
  }
}
