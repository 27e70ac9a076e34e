/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_graph.c - the graph of bodies and connectors while an order of elimination is found.
 *
 *   build -> rank along the mechanism -> eliminate node by node, choosing by degree, fill and
 *   may_go
 */
#include "structure/order_graph.h"

#include <stdlib.h>

#include "base/disjoint_sets.h"

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

/* d^3 for the inverse, d^2 D for X, d D^2/2 for the updates; the inverse of a leaf is known and
 * has two blocks of three */
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

/* With more neighbours than this the fill is not counted pair by pair but bounded: the fill of a
 * hub would be counted again for every arm that is eliminated. */
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
    /* total size of the following neighbours that are not adjacent to this one yet */
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

/* ---- along the mechanism ----------------------------------------------------------------- */

/* Search breadth first from a node over all nodes whose level is negative. Returns the number of
 * nodes found, which are in queue. */
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
      /* the second search starts at the last node of the first one, which is at an end */
      int       n   = breadth_first(g, v, queue, level);
      const int end = queue[n - 1];
      for (int i = 0; i < n; i++) level[queue[i]] = -1;
      n = breadth_first(g, end, queue, level);
      for (int i = 0; i < n; i++) g->rank[queue[i]] = done++;
    }
  }
}

/* ---- bodies held together by eliminated joints ------------------------------------------- */

static void join(lw_order_graph* g, int a, int b)
{
  a = lw_set_of(g->tree, a);
  b = lw_set_of(g->tree, b);
  if (a != b) {
    g->tree[b] = a;
    g->held[a] += g->held[b];
  }
}

/* Sum of h over the two sides of a joint: `held` of the set of an eliminated body, 1 for a
 * remaining body or the ground.                                                            (5.6) */
static int count_holds(lw_order_graph* g, const lw_connector* c)
{
  int holds = 0;
  for (int q = c->side; q < c->side + c->nside; q++) {
    const int b = g->s->side[q].body;
    holds += b == LW_GROUND || !g->gone[b] ? 1 : g->held[lw_set_of(g->tree, b)];
  }
  return holds;
}

bool lw_order_graph_may_go(lw_order_graph* g, int v)
{
  if (v < g->nbody || !g->s->is_tree) {
    return true;
  }
  /* For the pivot of a joint a remaining body is as good as the ground. A set that another joint
   * holds already may lack the degrees of freedom that this joint constrains; a free set has all
   * six. */
  const lw_connector* c = &g->s->connector[v - g->nbody];
  return c->nrow == 0 || count_holds(g, c) <= 1;
}

/* An eliminated connector joins the sets of its eliminated bodies; its other bodies hold the
 * result. */
static void join_sets_of_connector(lw_order_graph* g, const lw_connector* c)
{
  int set = LW_NONE, holds = 0;
  for (int q = c->side; q < c->side + c->nside && c->nrow > 0; q++) {
    const int b = g->s->side[q].body;
    if (b == LW_GROUND || !g->gone[b]) {
      holds++;
    } else if (set == LW_NONE) {
      set = b;
    } else {
      join(g, set, b);
    }
  }
  if (set != LW_NONE) {
    g->held[lw_set_of(g->tree, set)] += holds;
  }
}

/* An eliminated body v joins the sets that eliminated joints held to it, and holds them no more. */
static void join_sets_of_body(lw_order_graph* g, int v)
{
  const lw_structure* s = g->s;
  for (int k = s->body_side[v]; k < s->body_side[v + 1]; k++) {
    const int           id    = s->side[s->body_side_list[k]].connector;
    const lw_connector* c     = &s->connector[id];
    const bool          holds = c->nrow > 0 && g->gone[g->nbody + id];
    for (int q = c->side; q < c->side + c->nside && holds; q++) {
      const int b = s->side[q].body;
      if (b != LW_GROUND && b != v && g->gone[b]) {
        join(g, v, b);
        g->held[lw_set_of(g->tree, v)]--;
      }
    }
  }
}

/* ---- elimination ------------------------------------------------------------------------- */

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
      g->ready[u] = 1; /* fill reaches a connector only after one of its own bodies is gone */
    }
  }
  if (g->s->is_tree) {
    if (v < g->nbody) {
      join_sets_of_body(g, v);
    } else {
      join_sets_of_connector(g, &g->s->connector[v - g->nbody]);
    }
  }
}
