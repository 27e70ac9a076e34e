/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_depth.c - objects sorted from back to front.
 *
 * Which of two objects is behind the other is found where both lie on the same line of sight.
 */
#include "picture_depth.h"

#include <math.h>
#include <stdlib.h>

/* Depth of a triangle at a place of the picture.
 *   Returns     false: the triangle does not cover that place */
static bool triangle_depth(const double a[3], const double b[3], const double c[3], double x,
                           double y, double* z)
{
  const double area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const double v    = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
  const double w    = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
  *z                = a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2]);
  return v >= 0.0 && w >= 0.0 && v + w <= 1.0; /* false where the area is zero */
}

/* Depth of a body between the planes of its faces.
 *   Returns     -INFINITY: the line of sight misses it */
static double faces_depth(const lw_solids* s, const lw_object* o, double x, double y)
{
  double back = -INFINITY, front = o->nface > 0 ? INFINITY : -INFINITY;
  for (int f = o->first_face; f < o->first_face + o->nface; f++) {
    const double* n    = s->face[f].normal;
    const double  rest = s->face[f].offset - n[0] * x - n[1] * y; /* n[2] z <= rest inside */
    if (fabs(n[2]) < 1e-9) {
      front = rest < 0.0 ? -INFINITY : front;
    } else if (n[2] > 0.0) {
      front = fmin(front, rest / n[2]);
    } else {
      back = fmax(back, rest / n[2]);
    }
  }
  return front >= back ? front : -INFINITY;
}

/* Where the line of sight through a place of the picture meets an object.
 *   Returns     false: it misses the object */
static bool front_depth(const lw_solids* s, const lw_object* o, double x, double y, double* z)
{
  double(*const p)[3] = s->point + o->first;
  *z                  = faces_depth(s, o, x, y);
  for (int i = 0; i < o->nball; i++) {
    const double dx = x - p[i][0], dy = y - p[i][1];
    const double square = o->radius * o->radius - dx * dx - dy * dy;
    *z                  = square >= 0.0 ? fmax(*z, p[i][2] + sqrt(square)) : *z;
  }
  if (o->nface == 0 && o->nball == 0) {
    for (int i = 1; i < o->npoint; i++) {
      for (int k = i + 1; k < o->npoint; k++) {
        double depth;
        *z = triangle_depth(p[0], p[i], p[k], x, y, &depth) ? fmax(*z, depth) : *z;
      }
    }
  }
  return *z > -INFINITY;
}

/* At how many places of a line it is in front of an object, less the number where it is behind. */
static int compare_line(const lw_solids* s, const lw_object* line, const lw_object* o)
{
  enum { EACH = 16 }; /* places on a piece of the line: enough for a rod that passes behind a leg */
  int before = 0;
  for (int i = 0; i + 1 < line->npoint; i++) {
    const double* a = s->point[line->first + i];
    const double* b = s->point[line->first + i + 1];
    for (int k = 0; k < EACH; k++) {
      const double share = (k + 0.5) / EACH;
      double       z;
      if (front_depth(s, o, a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), &z)) {
        before += a[2] + share * (b[2] - a[2]) > z ? 1 : -1;
      }
    }
  }
  return before;
}

/* Positive: a is behind b, negative: b is behind a, 0: they do not hide each other. Where they
 * intersect, the larger part of what they hide counts. */
static int compare_depth(const lw_solids* s, const lw_object* a, const lw_object* b)
{
  enum { GRID = 24 }; /* places in each direction: enough for bars that cross */
  double low[2], size[2];
  for (int k = 0; k < 2; k++) {
    low[k]  = fmax(a->low[k], b->low[k]);
    size[k] = fmin(a->high[k], b->high[k]) - low[k];
    if (size[k] < 0.0) {
      return 0;
    }
  }
  if (a->line || b->line) {
    return a->line && b->line ? 0 : a->line ? -compare_line(s, a, b) : compare_line(s, b, a);
  }
  int before = 0;
  for (int i = 0; i < GRID * GRID; i++) {
    const int    column = i % GRID, row = i / GRID;
    const double x = low[0] + size[0] * (column + 0.5) / GRID;
    const double y = low[1] + size[1] * (row + 0.5) / GRID;
    double       depth_a, depth_b;
    if (front_depth(s, a, x, y, &depth_a) && front_depth(s, b, x, y, &depth_b)) {
      before += depth_b > depth_a ? 1 : -1;
    }
  }
  return before;
}

/* The next object to draw: one that no undrawn object is behind. Where all wait for each other in a
 * circle, the one that reaches farthest. */
static int choose_next(const lw_solids* s, const int* waits, const char* drawn)
{
  int farthest = LW_NONE;
  for (int a = 0; a < s->nobject; a++) {
    if (!drawn[a] && waits[a] == 0) {
      return a;
    }
    if (!drawn[a] && (farthest == LW_NONE || s->object[a].low[2] < s->object[farthest].low[2])) {
      farthest = a;
    }
  }
  return farthest;
}

/* behind[a n + b] is 1 where a is behind b, waits[b] how many objects are behind b. */
static void sort(const lw_solids* s, char* behind, int* waits, char* drawn, int* order)
{
  const size_t n = (size_t)s->nobject;
  for (size_t a = 0; a < n; a++) {
    for (size_t b = a + 1; b < n; b++) {
      const int before  = compare_depth(s, &s->object[a], &s->object[b]);
      behind[a * n + b] = before > 0;
      behind[b * n + a] = before < 0;
      waits[b] += before > 0;
      waits[a] += before < 0;
    }
  }
  for (size_t i = 0; i < n; i++) {
    const int next = choose_next(s, waits, drawn);
    order[i]       = next;
    drawn[next]    = 1;
    for (size_t b = 0; b < n; b++) waits[b] -= behind[(size_t)next * n + b];
  }
}

int* lw_solids_sort(const lw_solids* s)
{
  const size_t n      = (size_t)s->nobject;
  int*         order  = malloc((n + 1) * sizeof *order);
  char*        behind = calloc(n * n + 1, 1);
  int*         waits  = calloc(n + 1, sizeof *waits);
  char*        drawn  = calloc(n + 1, 1);
  const bool   ok     = order && behind && waits && drawn;
  if (ok) {
    sort(s, behind, waits, drawn, order);
  }
  free(behind);
  free(waits);
  free(drawn);
  if (!ok) {
    free(order);
  }
  return ok ? order : NULL;
}
