/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * weak_rows.c - combinations of constraint rows that vanish or nearly do.
 *
 *   reads    J
 *   writes   y
 *   theory   section 4.4
 *   cost     sparse: some solves for each combination
 *
 * Random combinations lose, pass by pass, their components along rows that are independent of
 * others: lw_reactions_filter() leaves d/(d + sigma^2) of what has the singular value sigma. What
 * remains spans the weak combinations. There are enough of them when one of them is not weak.
 */
#include "simulation/weak_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "simulation/nearby.h"
#include "simulation/reactions.h"

/* Passes: the first singular value that is left out is LW_WEAK or above, of which each leaves a
 * fifth, so that 1e-11 is left of the combinations that do not vanish. */
#define PASSES 16
/* After these, combinations that are not weak are a thousandth of the others. */
#define PASSES_TELL 3
/* Combinations that are tried first; then twice as many, until one is not weak. */
#define FIRST 16

static double dot(const double* a, const double* b, int n)
{
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* Make n vectors orthonormal; a second round removes what rounding has left. */
static void orthonormalise(double* y, int n, int size)
{
  for (int k = 0; k < n; k++) {
    double* a = y + (size_t)k * (size_t)size;
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < k; i++) {
        const double* b = y + (size_t)i * (size_t)size;
        const double  f = dot(a, b, size);
        for (int j = 0; j < size; j++) a[j] -= f * b[j];
      }
      const double length = sqrt(dot(a, a, size)), f = length > 0.0 ? 1.0 / length : 0.0;
      for (int j = 0; j < size; j++) a[j] *= f;
    }
  }
}

/* One pass of all combinations. */
static void filter(lw_instance* s, double* y, int n)
{
  const lw_structure* g = s->structure;
  for (int k = 0; k < n; k++) {
    double* a = y + (size_t)k * (size_t)g->nrow_all;
    for (int r = 0; r < g->nrow_all; r++) s->lambda[r] = a[r] / sqrt(s->weight[r]);
    lw_reactions_filter(s);
    for (int i = 0; i < g->nconnector; i++) {
      const lw_connector* c = &g->connector[i];
      for (int r = c->row; r < c->row + c->nrow; r++) a[r] = s->open[r] * sqrt(s->weight[r]);
    }
  }
}

void lw_weak_rows_combine(const lw_instance* s, const double* y, double* a)
{
  const lw_structure* g = s->structure;
  memset(a, 0, 6 * (size_t)g->nbody * sizeof *a);
  for (int k = 0; k < g->nconnector; k++) {
    const lw_connector* c = &g->connector[k];
    for (int q = c->side; q < c->side + c->nside; q++) {
      const lw_side* side = &g->side[q];
      for (int r = 0; r < c->nrow && side->body != LW_GROUND; r++) {
        const double* J   = s->J + side->jac + 6 * r;
        const double  f   = y[c->row + r] / sqrt(s->weight[c->row + r]);
        double*       out = a + 6 * (size_t)side->body;
        lw_axpy3(out, f, J);
        lw_axpy3(out + 3, f / s->length, J + 3);
      }
    }
  }
}

/* Random numbers for the rows of all connectors, zero for the compliant rows between them. */
static void draw(const lw_structure* g, uint32_t* seed, double* a)
{
  for (int i = 0; i < g->nconnector; i++) {
    const lw_connector* c = &g->connector[i];
    for (int r = c->row; r < c->row + c->nrow; r++) a[r] = lw_nearby_random(seed);
  }
}

/* Is one of the combinations not weak? */
static bool is_complete(const lw_instance* s, const double* y, int n, double* a)
{
  const int rows = s->structure->nrow_all;
  for (int k = 0; k < n; k++) {
    lw_weak_rows_combine(s, y + (size_t)k * (size_t)rows, a);
    if (dot(a, a, 6 * s->structure->nbody) > LW_WEAK * LW_WEAK) {
      return true;
    }
  }
  return false;
}

/* Passes of a block, and whether it is complete: first those that tell this, then the others. */
static bool filter_block(lw_instance* s, double* y, int n, double* a)
{
  for (int pass = 0; pass < PASSES; pass++) {
    filter(s, y, n);
    /* in two passes a vector loses 12 digits at most */
    if (pass % 2 == 1) {
      orthonormalise(y, n, s->structure->nrow_all);
    }
    if (pass == PASSES_TELL && !is_complete(s, y, n, a)) {
      return false;
    }
  }
  return is_complete(s, y, n, a);
}

lw_status lw_weak_rows_find(lw_instance* s, int most, int* n, double** y)
{
  const lw_structure* g    = s->structure;
  const size_t        rows = (size_t)g->nrow_all;
  uint32_t            seed = 20261119u;
  *y                       = NULL;
  *n                       = 0;
  lw_reactions_factor(s);
  lw_invalidate(s, LW_REACTIONS);
  for (int count = FIRST; count <= most && *n == 0; count *= 2) {
    double* a       = malloc((6 * (size_t)g->nbody + 1) * sizeof *a);
    double* vectors = calloc((size_t)count * rows + 1, sizeof *vectors);
    for (int k = 0; k < count && vectors; k++) draw(g, &seed, vectors + (size_t)k * rows);
    const bool complete = a && vectors && filter_block(s, vectors, count, a);
    *n                  = complete ? count : 0;
    *y                  = complete ? vectors : NULL;
    const bool failed   = !a || !vectors;
    free(a);
    free(complete ? NULL : vectors);
    if (failed) {
      return LW_ERR_MEMORY;
    }
  }
  return LW_OK;
}
