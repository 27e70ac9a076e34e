/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_greedy.c - orders of elimination that cost little.
 *
 *   bodies with few connectors first, as leaves; then
 *   by least fill: of all eligible nodes the one with the least fill, among equals the cheapest
 *   in rounds:     each round takes eligible nodes that are cheap and no neighbours of each other
 *
 * A body is always eligible. A joint is eligible after the elimination of one of its bodies: before
 * that its pivot is only the regularisation, and digits would be lost. In a mechanism without loops
 * it must also have a pivot that cannot be small.
 *
 *   theory   sections 5.2, 5.3
 *   cost     about n log n for mechanisms with few loops
 */
#include "structure/order_greedy.h"

#include <math.h>
#include <stdlib.h>

typedef struct heap_item {
  double fill, cost;
  int    level, id, stamp;
} heap_item;

typedef struct search {
  lw_order_graph* g;
  char*           postponed;      /* was the cheapest node while it was not eligible (n) */
  int*            postponed_list; /* the same as a list (n) */
  int             npostponed;
  int*            stamp; /* number of the valid heap entry of a node (n) */
  int*            level; /* longest chain of eliminations before a node (n) */
  heap_item*      heap;
  int             nheap, heap_cap;
} search;

/* ---- heap -------------------------------------------------------------------------------- */

static bool heap_less(const heap_item* a, const heap_item* b)
{
  if (a->fill < b->fill || b->fill < a->fill) {
    return a->fill < b->fill;
  }
  if (a->cost < b->cost || b->cost < a->cost) {
    return a->cost < b->cost;
  }
  /* nodes of a low level can be eliminated together with others */
  return a->level < b->level || (a->level == b->level && a->id < b->id);
}

static void heap_push(search* f, heap_item item)
{
  if (f->nheap == f->heap_cap) {
    const int  cap   = 2 * f->heap_cap + 64;
    heap_item* grown = realloc(f->heap, (size_t)cap * sizeof *grown);
    if (!grown) {
      f->g->no_memory = true;
      return;
    }
    f->heap     = grown;
    f->heap_cap = cap;
  }
  int i = f->nheap++;
  while (i > 0 && heap_less(&item, &f->heap[(i - 1) / 2])) {
    f->heap[i] = f->heap[(i - 1) / 2];
    i          = (i - 1) / 2;
  }
  f->heap[i] = item;
}

static heap_item heap_pop(search* f)
{
  const heap_item top = f->heap[0], item = f->heap[--f->nheap];
  int             i = 0;
  for (int k = 1; k < f->nheap; k = 2 * i + 1) {
    k += k + 1 < f->nheap && heap_less(&f->heap[k + 1], &f->heap[k]);
    if (!heap_less(&f->heap[k], &item)) {
      break;
    }
    f->heap[i] = f->heap[k];
    i          = k;
  }
  f->heap[i] = item;
  return top;
}

/* Put a node with its present fill and cost into the heap, unless it is gone or not ready. */
static void offer(search* f, int v)
{
  lw_order_graph* g = f->g;
  f->stamp[v]++;
  if (g->ready[v] && !g->gone[v]) {
    const bool   leaf = v < g->nbody && !g->touched[v];
    const double cost = lw_elimination_cost(g->d[v], lw_order_graph_degree(g, v), leaf);
    heap_push(f, (heap_item){lw_order_graph_fill(g, v), cost, f->level[v], v, f->stamp[v]});
  }
}

/* The fill of the neighbours of a neighbour is not updated where there are more of them than
 * this: it changes little. */
#define NEAR_MAX 32

static void eliminate(search* f, int v)
{
  lw_order_graph* g    = f->g;
  const bool      fill = lw_order_graph_fill(g, v) > 0.0;
  lw_order_graph_eliminate(g, v);
  for (int i = 0; i < g->adj[v].n; i++) {
    int* level = &f->level[g->adj[v].item[i]];
    *level     = *level > f->level[v] ? *level : f->level[v] + 1;
    offer(f, g->adj[v].item[i]);
  }
  /* a block that is filled in now is no fill for other nodes that are adjacent to both of its
   * nodes */
  for (int i = 0; fill && i < g->adj[v].n; i++) {
    const lw_node_set* a = &g->adj[g->adj[v].item[i]];
    for (int k = 0; a->n <= NEAR_MAX && k < a->n; k++) offer(f, a->item[k]);
  }
}

/* ---- leaves ------------------------------------------------------------------------------ */

/* Most rows of the connectors of a leaf. Leaves are eliminated before any connector: their
 * inverse is known, all of them are independent of each other, and the nodes that remain are
 * connectors, which are smaller than bodies. With three revolute joints on a body this is still
 * less work: a step of a ladder of loops takes 9 per cent fewer instructions than with at most
 * two. */
#define LEAF_ROWS_MAX 15

static void eliminate_leaves(lw_order_graph* g, const lw_order_rule* rule)
{
  for (int v = 0; v < g->nbody && !g->no_memory; v++) {
    const bool leaf = rule ? rule->index == 0 || g->adj[v].n <= rule->index
                           : lw_order_graph_degree(g, v) <= LEAF_ROWS_MAX;
    if (leaf) {
      lw_order_graph_eliminate(g, v);
    }
  }
}

/* ---- by least fill ----------------------------------------------------------------------- */

/* Make all remaining nodes ready. They are joints without a body that could be eliminated first;
 * their pivots are the regularisation. */
static void make_all_ready(search* f)
{
  lw_order_graph* g = f->g;
  for (int v = 0; v < g->n; v++) {
    if (!g->gone[v]) {
      g->ready[v] = 1;
      offer(f, v);
    }
  }
}

/* Offer the postponed nodes again: the elimination of a body may have made them eligible. */
static void offer_postponed(search* f)
{
  const int n   = f->npostponed;
  f->npostponed = 0;
  for (int i = 0; i < n; i++) {
    f->postponed[f->postponed_list[i]] = 0;
    offer(f, f->postponed_list[i]);
  }
}

static void order_by_least_fill(search* f)
{
  lw_order_graph* g = f->g;
  for (int v = 0; v < g->n; v++) offer(f, v);
  while (g->done < g->n && !g->no_memory) {
    if (f->nheap == 0) {
      make_all_ready(f);
      continue;
    }
    const heap_item top = heap_pop(f);
    if (g->gone[top.id] || top.stamp != f->stamp[top.id]) {
      continue;
    }
    if (!lw_order_graph_may_go(g, top.id)) {
      if (!f->postponed[top.id]) {
        f->postponed[top.id]               = 1;
        f->postponed_list[f->npostponed++] = top.id;
      }
      continue;
    }
    eliminate(f, top.id);
    if (top.id < g->nbody) {
      offer_postponed(f);
    }
  }
}

/* ---- rounds ------------------------------------------------------------------------------ */

/* A round takes nodes that cost up to twice as much as the cheapest one. An inner joint of a
 * chain costs twice as much as one at its end: so all joints of a chain that are no neighbours
 * are eliminated in one round, in the lanes of vectors, and each round halves the chain. */
#define ROUND_SLACK (2.0 * (1.0 + 1e-9))

/* Tell whether v can be eliminated now; `force` takes any node, when no other is eligible. */
static bool is_eligible(lw_order_graph* g, int v, bool force)
{
  return !g->gone[v] && (force || (g->ready[v] && lw_order_graph_may_go(g, v)));
}

/* One round: eliminate cheap nodes, none a neighbour of another, along the mechanism. Returns their
 * number. */
static int eliminate_round(lw_order_graph* g, const int* by_rank, double* cost, char* blocked,
                           bool force)
{
  double    least = HUGE_VAL;
  const int done  = g->done;
  for (int v = 0; v < g->n; v++) {
    cost[v]    = HUGE_VAL;
    blocked[v] = 0;
    if (is_eligible(g, v, force)) {
      const bool leaf = v < g->nbody && !g->touched[v];
      cost[v]         = lw_elimination_cost(g->d[v], lw_order_graph_degree(g, v), leaf);
      least           = cost[v] < least ? cost[v] : least;
    }
  }
  for (int i = 0; i < g->n && !g->no_memory; i++) {
    const int v = by_rank[i];
    if (cost[v] <= ROUND_SLACK * least && !blocked[v] && is_eligible(g, v, force)) {
      for (int k = 0; k < g->adj[v].n; k++) blocked[g->adj[v].item[k]] = 1;
      lw_order_graph_eliminate(g, v);
    }
  }
  return g->done - done;
}

static void order_in_rounds(lw_order_graph* g, const int* by_rank, double* cost, char* blocked)
{
  while (g->done < g->n && !g->no_memory) {
    if (eliminate_round(g, by_rank, cost, blocked, false) == 0) {
      eliminate_round(g, by_rank, cost, blocked, true);
    }
  }
}

/* ---- both -------------------------------------------------------------------------------- */

bool lw_order_greedy(lw_order_graph* g, const lw_order_rule* rule, bool rounds)
{
  const size_t n      = (size_t)g->n + 1;
  char*        flag   = calloc(2 * n, sizeof *flag);
  int*         number = calloc(3 * n, sizeof *number);
  double*      cost   = calloc(n, sizeof *cost);
  search       f      = {.g = g};
  if (!flag || !number || !cost) {
    g->no_memory = true;
  } else if (rounds) {
    for (int v = 0; v < g->n; v++) number[g->rank[v]] = v;
    eliminate_leaves(g, NULL);
    order_in_rounds(g, number, cost, flag);
  } else {
    f.postponed      = flag;
    f.stamp          = number;
    f.postponed_list = number + n;
    f.level          = number + 2 * n;
    /* a rule counts operations on whole blocks, whatever their sizes */
    for (int v = 0; rule && v < g->n; v++) g->d[v] = 1;
    eliminate_leaves(g, rule);
    for (int i = 0; rule && rule->sequence && i < g->n - g->nbody && !g->no_memory; i++) {
      lw_order_graph_eliminate(g, g->nbody + rule->sequence[i]);
    }
    order_by_least_fill(&f);
  }
  free(f.heap);
  free(flag);
  free(number);
  free(cost);
  return !g->no_memory;
}
