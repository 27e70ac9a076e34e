/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * graph_layout.c - places in the plane for the nodes of a graph, by stress majorisation.
 *
 * The stress is the sum over all pairs of w (distance in the plane - distance in the
 * graph)^2 with w = 1 / (distance in the graph)^2. Each pass moves every node to where its
 * pairs want it on average. There are many places that no pass improves, so it starts
 * several times and the least stress wins.
 */
#include "graph_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STARTS 12
#define PASSES 200
/* operations on pairs: about a second */
#define WORK_MAX 2e8
/* no path */
#define NEVER 1e30

typedef struct list {
  int* from; /* (n + 1) */
  int* to;
} list;

static void list_neighbours(int n, int nedge, const int edge[][2], const list* l)
{
  for (int e = 0; e < nedge; e++) {
    for (int k = 0; k < 2; k++) l->from[edge[e][k] + 1]++;
  }
  for (int v = 0; v < n; v++) l->from[v + 1] += l->from[v];
  for (int e = nedge - 1; e >= 0; e--) {
    for (int k = 0; k < 2; k++) l->to[--l->from[edge[e][k] + 1]] = edge[e][1 - k];
  }
  for (int v = 0; v < n; v++) l->from[v] = l->from[v + 1];
  l->from[n] = 2 * nedge;
}

/* Edges of a node with many neighbours are longer, so that there is room for these on a circle. */
static double length_of(const list* l, int a, int b)
{
  const int da = l->from[a + 1] - l->from[a], db = l->from[b + 1] - l->from[b];
  const int d = da > db ? da : db;
  return d > 4 ? 1.0 + 0.12 * (d - 4) : 1.0;
}

/* distances from one node; `waiting` nodes are in the queue, which is a ring */
static void measure(int n, const list* l, int start, double* distance, int* queue, char* waiting)
{
  int head = 0, count = 1;
  for (int v = 0; v < n; v++) distance[v] = NEVER;
  distance[start] = 0.0;
  queue[0]        = start;
  while (count > 0) {
    const int v = queue[head];
    head        = (head + 1) % n;
    count--;
    waiting[v] = 0;
    for (int k = l->from[v]; k < l->from[v + 1]; k++) {
      const int    u    = l->to[k];
      const double here = distance[v] + length_of(l, v, u);
      if (here < distance[u] - 1e-9) {
        distance[u] = here;
        if (!waiting[u]) {
          waiting[u]                  = 1;
          queue[(head + count++) % n] = u;
        }
      }
    }
  }
}

/* components that are not connected have about the width of the largest one as their distance */
static void join_parts(size_t n, double* distance)
{
  double most = 0.0;
  for (size_t i = 0; i < n * n; i++) most = distance[i] < NEVER ? fmax(most, distance[i]) : most;
  for (size_t i = 0; i < n * n; i++) distance[i] = fmin(distance[i], 0.5 * most + 2.0);
}

/* the node that is farthest from all of these */
static int farthest(int n, const double* distance, int count, const int* nodes)
{
  int    best = 0;
  double most = -1.0;
  for (int v = 0; v < n; v++) {
    double least = NEVER;
    for (int k = 0; k < count; k++) {
      least = fmin(least, distance[(size_t)nodes[k] * (size_t)n + (size_t)v]);
    }
    if (least > most) {
      most = least;
      best = v;
    }
  }
  return best;
}

/* Start places: distances to three nodes that are far from each other; later starts add
 * larger random offsets. */
static void place_first(int n, const double* distance, int start, double at[][2])
{
  const int first   = start % n;
  int       node[3] = {farthest(n, distance, 1, &first), 0, 0};
  node[1]           = farthest(n, distance, 1, node);
  node[2]           = farthest(n, distance, 2, node);
  for (int v = 0; v < n; v++) {
    const double a = distance[(size_t)node[0] * (size_t)n + (size_t)v];
    const double b = distance[(size_t)node[1] * (size_t)n + (size_t)v];
    const double c = distance[(size_t)node[2] * (size_t)n + (size_t)v];
    /* nodes with equal distances are separated by rotating each by the golden angle */
    const double angle = 2.399963 * v * (start + 1), size = 0.3 + 0.4 * start;
    at[v][0] = 0.5 * (a - b) + size * cos(angle);
    at[v][1] = 0.5 * (a + b) - c + size * sin(angle);
  }
}

/* move every node once; return the stress before */
static double improve(int n, const double* distance, double at[][2])
{
  double stress = 0.0;
  for (int v = 0; v < n; v++) {
    double sum[2] = {0.0, 0.0}, weights = 0.0;
    for (int u = 0; u < n; u++) {
      if (u == v) {
        continue;
      }
      const double d = distance[(size_t)v * (size_t)n + (size_t)u], w = 1.0 / (d * d);
      const double x = at[v][0] - at[u][0], y = at[v][1] - at[u][1];
      const double length = fmax(sqrt(x * x + y * y), 1e-6);
      stress += w * (length - d) * (length - d);
      sum[0] += w * (at[u][0] + d * x / length);
      sum[1] += w * (at[u][1] + d * y / length);
      weights += w;
    }
    if (weights > 0.0) {
      at[v][0] = sum[0] / weights;
      at[v][1] = sum[1] / weights;
    }
  }
  return stress;
}

static void place(int n, const double* distance, double trial[][2], double at[][2])
{
  const double passes = fmin(STARTS * PASSES, WORK_MAX / ((double)n * n));
  const int    starts = passes < 2.0 * PASSES ? 1 : (int)(passes / PASSES);
  double       least  = NEVER;
  for (int start = 0; start < starts; start++) {
    double stress = NEVER;
    place_first(n, distance, start, trial);
    for (int pass = 0; pass < passes / starts; pass++) stress = improve(n, distance, trial);
    if (stress < least || start == 0) {
      least = stress;
      memcpy(at, trial, (size_t)n * sizeof *at);
    }
  }
}

bool lw_graph_layout(int n, int nedge, const int edge[][2], double at[][2])
{
  const size_t m        = (size_t)n;
  double*      distance = calloc(m * m + 1, sizeof *distance);
  double(*trial)[2]     = calloc(m + 1, sizeof *trial);
  int*       queue      = calloc(m + 1, sizeof *queue);
  char*      waiting    = calloc(m + 1, sizeof *waiting);
  list       l  = {calloc(m + 2, sizeof *l.from), calloc(2 * (size_t)nedge + 1, sizeof *l.to)};
  const bool ok = distance && trial && queue && waiting && l.from && l.to;
  if (ok && n > 0) {
    list_neighbours(n, nedge, edge, &l);
    for (int v = 0; v < n; v++) measure(n, &l, v, distance + m * (size_t)v, queue, waiting);
    join_parts(m, distance);
    place(n, distance, trial, at);
  }
  free(distance);
  free(trial);
  free(queue);
  free(waiting);
  free(l.from);
  free(l.to);
  return ok;
}
