/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_graph.c - the graph of bodies and connectors while an order of elimination is found.
 */
#include "structure/order_graph.h"

#include <stdlib.h>

void lw_node_set_add(lw_order_graph* g, lw_node_set* a, int item)
{
  if (a->n == a->cap) {
    const int cap   = a->cap ? 2 * a->cap : 4;
    int*      grown = realloc(a->item, (size_t)cap * sizeof *grown);
    if (!grown) {
      g->no_memory = true;
      return;
    }
    a->item = grown;
    a->cap  = cap;
  }
  a->item[a->n++] = item;
}

bool lw_node_set_has(const lw_node_set* a, int item)
{
  for (int i = 0; i < a->n; i++) {
    if (a->item[i] == item) {
      return true;
    }
  }
  return false;
}

/* for the inverse, X and the updates; of a leaf the inverse is known and consists of two blocks */
double lw_elimination_cost(double d, double D, bool leaf)
{
  return leaf ? 9.0 * D + 3.0 * D * D : d * d * d + d * d * D + d * D * D / 2.0;
}

int lw_order_graph_degree(const lw_order_graph* g, int v)
{
  int D = 0;
  for (int i = 0; i < g->adj[v].n; i++) D += g->d[g->adj[v].item[i]];
  return D;
}

/* Above this many neighbours pairs are not looked at one by one: a hub would be looked at for every arm. */
#define FILL_MAX 32

double lw_order_graph_fill(lw_order_graph* g, int v)
{
  const lw_node_set* N    = &g->adj[v];
  double             fill = 0.0;
  if (N->n > FILL_MAX) {
    const double D = lw_order_graph_degree(g, v);
    for (int i = 0; i < N->n; i++) fill -= (double)g->d[N->item[i]] * g->d[N->item[i]];
    return 0.5 * (D * D + fill);
  }
  for (int i = 0; i < N->n; i++) g->mark[N->item[i]] = i + 1;
  for (int i = 0; i < N->n; i++) {
    /* what is left of the later neighbours' size without those that are known already */
    const lw_node_set* a = &g->adj[N->item[i]];
    double             D = 0.0;
    for (int k = i + 1; k < N->n; k++) D += g->d[N->item[k]];
    for (int k = 0; k < a->n; k++) D -= g->mark[a->item[k]] > i + 1 ? g->d[a->item[k]] : 0;
    fill += D * g->d[N->item[i]];
  }
  for (int i = 0; i < N->n; i++) g->mark[N->item[i]] = 0;
  return fill;
}

void lw_order_graph_build(lw_order_graph* g)
{
  const lw_structure* s = g->s;
  g->done               = 0;
  for (int v = 0; v < g->n; v++) {
    g->adj[v].n = 0;
    g->gone[v] = g->touched[v] = 0;
    g->tree[v]                 = v;
    g->held[v] = g->mark[v] = 0;
    if (v < g->nbody) {
      g->d[v]     = 6;
      g->ready[v] = 1;
    } else {
      const lw_connector* c = &s->connector[v - g->nbody];
      g->d[v]               = c->kind == LW_CONNECTOR_JOINT ? c->nrow : c->nrow + c->nsoft;
      g->ready[v]           = c->nrow == 0;
    }
  }
  for (int q = 0; q < s->nside; q++) {
    const int b = s->side[q].body, c = g->nbody + s->side[q].connector;
    /* a connector has few sides: the search is short, and on the connector's list */
    if (b != LW_GROUND && !lw_node_set_has(&g->adj[c], b)) {
      lw_node_set_add(g, &g->adj[c], b);
      lw_node_set_add(g, &g->adj[b], c);
    }
  }
}

/* ---- along the mechanism -------------------------------------------------------------------- */

/* breadth first from a node over those whose level is negative; returns the number reached, in queue */
static int breadth_first(const lw_order_graph* g, int start, int* queue, int* level)
{
  int head = 0, tail = 0;
  queue[tail++] = start;
  level[start]  = 0;
  while (head < tail) {
    const int v = queue[head++];
    for (int i = 0; i < g->adj[v].n; i++) {
      const int u = g->adj[v].item[i];
      if (level[u] < 0) {
        level[u]      = level[v] + 1;
        queue[tail++] = u;
      }
    }
  }
  return tail;
}

void lw_order_graph_rank(lw_order_graph* g, int* queue, int* level)
{
  int done = 0;
  for (int v = 0; v < g->n; v++) {
    level[v]   = -1;
    g->rank[v] = -1;
  }
  for (int v = 0; v < g->n; v++) {
    if (g->rank[v] < 0) {
      /* two sweeps: the second starts at a far end */
      int       n   = breadth_first(g, v, queue, level);
      const int end = queue[n - 1];
      for (int i = 0; i < n; i++) level[queue[i]] = -1;
      n = breadth_first(g, end, queue, level);
      for (int i = 0; i < n; i++) g->rank[queue[i]] = done++;
    }
  }
}

/* ---- what holds what ----------------------------------------------------------------------- */

static int root_of(lw_order_graph* g, int v)
{
  while (g->tree[v] != v) {
    g->tree[v] = g->tree[g->tree[v]];
    v          = g->tree[v];
  }
  return v;
}

static void join(lw_order_graph* g, int a, int b)
{
  a = root_of(g, a);
  b = root_of(g, b);
  if (a != b) {
    g->tree[b] = a;
    g->held[a] += g->held[b];
  }
}

/* Holds of all sets that a joint touches, with itself where its other body is still there or the ground. */
static int holds_with(lw_order_graph* g, const lw_connector* c)
{
  int holds = 0;
  for (int q = c->side; q < c->side + c->nside; q++) {
    const int b = g->s->side[q].body;
    holds += b == LW_GROUND || !g->gone[b] ? 1 : g->held[root_of(g, b)];
  }
  return holds;
}

bool lw_order_graph_may_go(lw_order_graph* g, int v)
{
  if (v < g->nbody || !g->s->is_tree) {
    return true;
  }
  /* Bodies that are still there are as good as the ground for a joint's pivot: a set that already hangs on
   * one may not have the freedoms that a second joint takes. One that hangs on nothing has all six. */
  const lw_connector* c = &g->s->connector[v - g->nbody];
  return c->nrow == 0 || holds_with(g, c) <= 1;
}

/* keep the sets when v has gone */
static void update_sets(lw_order_graph* g, int v)
{
  const lw_structure* s = g->s;
  if (v >= g->nbody) {
    const lw_connector* c = &s->connector[v - g->nbody];
    int                 a = LW_NONE, holds = 0;
    if (c->nrow == 0) {
      return;
    }
    for (int q = c->side; q < c->side + c->nside; q++) {
      const int b = s->side[q].body;
      if (b == LW_GROUND || !g->gone[b]) {
        holds++;
      } else if (a == LW_NONE) {
        a = b;
      } else {
        join(g, a, b);
      }
    }
    if (a != LW_NONE) {
      g->held[root_of(g, a)] += holds;
    }
    return;
  }
  /* what hung on this body is one set with it, and does not hang on it any more */
  for (int k = s->body_side[v]; k < s->body_side[v + 1]; k++) {
    const lw_connector* c = &s->connector[s->side[s->body_side_list[k]].connector];
    if (c->nrow == 0 || !g->gone[g->nbody + s->side[s->body_side_list[k]].connector]) {
      continue;
    }
    for (int q = c->side; q < c->side + c->nside; q++) {
      const int b = s->side[q].body;
      if (b != LW_GROUND && b != v && g->gone[b]) {
        join(g, v, b);
        g->held[root_of(g, v)]--;
      }
    }
  }
}

/* ---- elimination --------------------------------------------------------------------------- */

void lw_order_graph_eliminate(lw_order_graph* g, int v)
{
  const lw_node_set* N = &g->adj[v];
  g->gone[v]           = 1;
  g->order[g->done++]  = v;
  for (int i = 0; i < N->n && !g->no_memory; i++) {
    const int    u = N->item[i];
    lw_node_set* a = &g->adj[u];
    int          n = 0;
    g->touched[u]  = 1;
    for (int k = 0; k < a->n; k++) {
      if (a->item[k] != v) {
        a->item[n++] = a->item[k];
      }
    }
    a->n = n;
    for (int k = 0; k < n; k++) g->mark[a->item[k]] = 1;
    for (int k = 0; k < N->n; k++) {
      if (N->item[k] != u && !g->mark[N->item[k]]) {
        lw_node_set_add(g, a, N->item[k]);
      }
    }
    for (int k = 0; k < n; k++) g->mark[a->item[k]] = 0;
    if (v < g->nbody && u >= g->nbody) {
      g->ready[u] = 1; /* fill makes it adjacent to other joints only where a body linked them */
    }
  }
  if (g->s->is_tree) {
    update_sets(g, v);
  }
}
