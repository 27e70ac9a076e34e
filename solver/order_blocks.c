/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_blocks.c - an order of elimination by operations on whole blocks: S4's isolation and elimination.
 *
 *   theory   section 5.3
 *   cost     n^2 for n nodes: for analysis, not for every start of a simulation
 *
 * Bodies first leave the matrix of S4's reduced system, whose nodes are the connectors. In it the node with
 * the least fill goes next, of equals the one with the fewest neighbours: no fill at all where there is no
 * loop, by taking leaves again and again.
 */
#include "order_greedy.h"

/* new pairs among the neighbours of v */
static int fill_of(lw_order_graph* g, int v)
{
  const lw_node_set* N    = &g->adj[v];
  int                fill = 0;
  for (int i = 0; i < N->n; i++) {
    const lw_node_set* a = &g->adj[N->item[i]];
    for (int k = 0; k < a->n; k++) g->mark[a->item[k]] = 1;
    for (int k = i + 1; k < N->n; k++) fill += !g->mark[N->item[k]];
    for (int k = 0; k < a->n; k++) g->mark[a->item[k]] = 0;
  }
  return fill;
}

/* the eligible node that is best now, or LW_NONE */
static int choose(lw_order_graph* g)
{
  int best = LW_NONE, best_fill = 0;
  for (int v = 0; v < g->n; v++) {
    if (g->gone[v] || !g->ready[v] || !lw_order_graph_may_go(g, v)) {
      continue;
    }
    const int fill = fill_of(g, v);
    if (best == LW_NONE || fill < best_fill ||
        (fill == best_fill && g->adj[v].n < g->adj[best].n)) {
      best      = v;
      best_fill = fill;
    }
  }
  return best;
}

bool lw_order_blocks(lw_order_graph* g, int index, const int sequence[])
{
  for (int b = 0; b < g->nbody && !g->no_memory; b++) {
    if (index == 0 || g->adj[b].n <= index) {
      lw_order_graph_eliminate(g, b);
    }
  }
  for (int i = 0; sequence && i < g->n - g->nbody && !g->no_memory; i++) {
    lw_order_graph_eliminate(g, g->nbody + sequence[i]);
  }
  while (g->done < g->n && !g->no_memory) {
    const int v = choose(g);
    if (v == LW_NONE) {
      return false; /* cannot be: a body may always go, and then its connectors */
    }
    lw_order_graph_eliminate(g, v);
  }
  return !g->no_memory;
}
