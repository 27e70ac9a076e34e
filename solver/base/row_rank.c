/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * row_rank.c - rank of a matrix by Gram-Schmidt orthogonalisation with row pivoting.
 *
 *   theory   section 4.4
 *   cost     rank x rows x columns at most. Rows of a mechanism have few columns that are not zero,
 *            and only the columns that two rows share are visited.
 */
#include "base/row_rank.h"

#include <math.h>
#include <stdlib.h>

/* A row without its components along the directions found so far. */
typedef struct row_remainder {
  double* x;
  int     first, end; /* columns that are not zero */
  double  norm2;
} row_remainder;

static double dot(const row_remainder* a, const row_remainder* b)
{
  const int first = a->first > b->first ? a->first : b->first;
  const int end   = a->end < b->end ? a->end : b->end;
  double    sum   = 0.0;
  for (int k = first; k < end; k++) sum += a->x[k] * b->x[k];
  return sum;
}

/* a -= f b */
static void subtract(row_remainder* a, double f, const row_remainder* b)
{
  for (int k = b->first; k < b->end; k++) a->x[k] -= f * b->x[k];
  a->first = a->first < b->first ? a->first : b->first;
  a->end   = a->end > b->end ? a->end : b->end;
}

/* Remove the component of a row along the unit vector q. Returns this component. */
static double remove_component(row_remainder* a, const row_remainder* q)
{
  /* a second pass makes the row orthogonal to q up to rounding */
  double f = dot(a, q);
  if (f != 0.0) {
    subtract(a, f, q);
    const double remainder = dot(a, q);
    subtract(a, remainder, q);
    f += remainder;
    a->norm2 = dot(a, a);
  }
  return f;
}

static void set_row(row_remainder* r, double* x, int ncol)
{
  r->x     = x;
  r->first = 0;
  r->end   = ncol;
  while (r->first < ncol && x[r->first] == 0.0) r->first++;
  while (r->end > r->first && x[r->end - 1] == 0.0) r->end--;
  r->norm2 = dot(r, r);
}

lw_status lw_row_rank_compute(int nrow, int ncol, double* a, double tolerance, lw_row_rank* rank)
{
  const size_t rows = (size_t)nrow, columns = (size_t)ncol;
  lw_row_rank* d   = rank;
  d->nrow          = nrow;
  d->rank          = 0;
  d->rank_max      = nrow < ncol ? nrow : ncol;
  d->chosen        = malloc((rows + 1) * sizeof *d->chosen);
  d->pivot         = malloc(((size_t)d->rank_max + 1) * sizeof *d->pivot);
  d->coef          = calloc(rows * (size_t)d->rank_max + 1, sizeof *d->coef);
  row_remainder* r = malloc((rows + 1) * sizeof *r);
  if (!d->chosen || !d->pivot || !d->coef || !r) {
    free(r);
    return LW_ERR_MEMORY;
  }
  for (int i = 0; i < nrow; i++) {
    d->chosen[i] = i;
    set_row(&r[i], a + (size_t)i * columns, ncol);
  }
  for (; d->rank < d->rank_max; d->rank++) {
    int longest = d->rank;
    for (int i = d->rank + 1; i < nrow; i++) {
      longest = r[d->chosen[i]].norm2 > r[d->chosen[longest]].norm2 ? i : longest;
    }
    /* NOLINTNEXTLINE(clang-analyzer-core.*): rank is below nrow, so it is one of the rows above */
    const int    row    = d->chosen[longest];
    const double length = sqrt(r[row].norm2);
    if (!(length > tolerance)) {
      break;
    }
    d->chosen[longest] = d->chosen[d->rank];
    d->chosen[d->rank] = row;
    d->pivot[d->rank]  = length;
    for (int k = r[row].first; k < r[row].end; k++) r[row].x[k] /= length;
    for (int i = d->rank + 1; i < nrow; i++) {
      const int other = d->chosen[i];
      d->coef[(size_t)other * (size_t)d->rank_max + (size_t)d->rank] =
          remove_component(&r[other], &r[row]);
    }
  }
  free(r);
  return LW_OK;
}

void lw_row_rank_free(lw_row_rank* d)
{
  free(d->chosen);
  free(d->pivot);
  free(d->coef);
  *d = (lw_row_rank){0};
}

void lw_row_rank_combine(const lw_row_rank* d, int row, int basis, double c[])
{
  const size_t rank_max = (size_t)d->rank_max;
  for (int i = 0; i < d->nrow; i++) c[i] = 0.0;
  c[row] = 1.0;
  /* backwards: of the chosen rows only the last one has a component along the last direction
   * (4.15) */
  for (int k = basis - 1; k >= 0; k--) {
    double component = d->coef[(size_t)row * rank_max + (size_t)k];
    for (int l = k + 1; l < basis; l++) {
      component += c[d->chosen[l]] * d->coef[(size_t)d->chosen[l] * rank_max + (size_t)k];
    }
    c[d->chosen[k]] = -component / d->pivot[k];
  }
}
