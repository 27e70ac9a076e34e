/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * small_solve.h - the matrix of a small mechanism, factored and solved with.
 *
 * Part of small_step.c.
 *
 *   theory   section 5.4 of docs/theory.md
 */
#ifndef LW_SMALL_SOLVE_H
#define LW_SMALL_SOLVE_H

#include "step/small/small_motion.h"

#if LW_LANES == 4 /* there is nothing else to put a mechanism into */

/* lane l of the result is lane l + offset, round and round, with an offset that is not known
 * before */
static LW_ALWAYS lw_pack rotate(lw_pack x, int offset)
{
  static const _Alignas(32) int index[3][2 * LW_SMALL] = {
      {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 4, 5, 6, 7, 0, 1}, {4, 5, 6, 7, 0, 1, 2, 3}};
  const __m256i from = _mm256_load_si256((const __m256i*)index[offset]);
  return _mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(x), from));
}

/* block += J M^-1 J^T of sides s of joints i and t of joints i + offset. On the child J is the
 * negative of what it is on the parent: the sign is that of pair->mass.                    (5.8) */
static LW_ALWAYS void add_pair(int nturn, bool same, work* w, const lw_small_pair* pair,
                               const lw_pack S_of_body[6])
{
  const int     d = 3 + nturn, offset = same ? 0 : pair->offset;
  const lw_pack mask = four(pair->mask), *e = w->at.arm[pair->s];
  lw_pack X[LW_SMALL_ROWS][3], c[3], S[6], (*block)[LW_SMALL_ROWS] = w->dense.diagonal[offset];
  for (int i = 0; i < 6; i++) {
    S[i] = _mm256_and_pd(S_of_body[i], mask);
    S[i] = pair->s == pair->t ? S[i] : -S[i];
  }
  for (int i = 0; i < 3; i++)
    c[i] = same ? w->at.arm[pair->t][i] : rotate(w->at.arm[pair->t][i], offset);
  lw_point_over_inertia(X, S, c);
  for (int r = 0; r < nturn; r++) {
    for (int i = 0; i < 3; i++) c[i] = same ? w->at.turn[r][i] : rotate(w->at.turn[r][i], offset);
    lw_symmetric_vec(X[3 + r], S, c);
  }
  for (int r = 0; r < d; r++) {
    /* only the upper half on the diagonal */
    for (int p = 0; p < 3; p++) block[p][r] += lw_point_product(e, X[r], p);
    for (int p = 3; p < (same ? r + 1 : d); p++) {
      block[p][r] += lw_dot(w->at.turn[p - 3], X[r]);
    }
    if (r < 3) {
      block[r][r] += four(pair->mass);
    }
  }
}

static LW_NEVER void invert_inertia(const lw_small* z, work* w)
{
  place_inertia(w, z->J_inv, w->J_inv);
}

/* Factor the matrix of the present positions. */
static LW_ALWAYS bool factor_kernel(const lw_small* z, int nturn, work* w)
{
  const int d = 3 + nturn;
  lw_pack   S[2][6];
  invert_inertia(z, w);
  for (int i = 0; i < 6; i++) {
    S[0][i] = pick(&z->body[0], w->J_inv[i]);
    S[1][i] = pick(&z->body[1], w->J_inv[i]);
  }
  w->dense.far = z->far;
  for (int p = 0; p < d; p++) {
    for (int r = 0; r < d; r++) {
      w->dense.diagonal[0][p][r] = p == r ? four(z->eps[p]) : LW_PACK_ZERO;
      w->dense.diagonal[1][p][r] = LW_PACK_ZERO;
      if (z->far) {
        w->dense.diagonal[2][p][r] = LW_PACK_ZERO;
      }
    }
  }
  for (int k = 0; k < z->npair; k++) {
    const lw_small_pair* pair = &z->pair[k];
    if (pair->offset == 0) {
      add_pair(nturn, true, w, pair, S[pair->s]);
    } else {
      add_pair(nturn, false, w, pair, S[pair->s]);
    }
  }
  return lw_dense_factor(d, &w->dense, z->eps[0]);
}

/* Once for each size, not for each place where they are called. */
static LW_NEVER bool factor_0(const lw_small* z, work* w)
{
  return factor_kernel(z, 0, w);
}
static LW_NEVER bool factor_2(const lw_small* z, work* w)
{
  return factor_kernel(z, 2, w);
}
static LW_ALWAYS bool factor(const lw_small* z, int nturn, work* w)
{
  return nturn == 0 ? factor_0(z, w) : factor_2(z, w);
}

/* y = M^-1 f */
static LW_ALWAYS void times_mass(const lw_small* z, const work* w, lw_pack y[6], const lw_pack f[6])
{
  lw_over_mass(y, four(z->m_inv), w->J_inv, f);
}

/* the solution of (5.1) with right-hand side (x, y), or (0, y)                             (5.4) */
static LW_ALWAYS void solve_kernel(const lw_small* z, int nturn, work* w, bool rows_only)
{
  const int d = 3 + nturn;
  lw_pack   f[6], e[LW_SMALL_ROWS];
  if (rows_only) {
    for (int r = 0; r < d; r++) w->y[r] = -w->y[r];
  } else {
    times_mass(z, w, f, w->x);
    rates(z, nturn, &w->at, f, e);
    for (int r = 0; r < d; r++) w->y[r] = e[r] - w->y[r];
  }
  lw_dense_solve(d, &w->dense, w->y);
  press(z, nturn, &w->at, w->y, f);
  if (!rows_only) {
    for (int i = 0; i < 6; i++) f[i] += w->x[i];
  }
  times_mass(z, w, w->x, f);
}

static LW_NEVER void solve_0(const lw_small* z, work* w, bool rows_only)
{
  solve_kernel(z, 0, w, rows_only);
}
static LW_NEVER void solve_2(const lw_small* z, work* w, bool rows_only)
{
  solve_kernel(z, 2, w, rows_only);
}
static LW_ALWAYS void solve(const lw_small* z, int nturn, work* w, bool rows_only)
{
  if (nturn == 0) {
    solve_0(z, w, rows_only);
  } else {
    solve_2(z, w, rows_only);
  }
}

#endif

#endif
