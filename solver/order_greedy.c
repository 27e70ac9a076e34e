/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_greedy.c - an order of elimination that costs little.
 *
 *   theory   sections 5.2, 5.3
 *   cost     about n log n for mechanisms with few loops
 *
 * Of all eligible nodes the one that fills in least, of equals the one whose elimination costs least. A body is always eligible; a joint once one of
 * its bodies is gone, because before that its pivot is only the regularisation and digits would be lost, and
 * in a mechanism without loops once its pivot cannot be small. Long chains are first cut in two by a small
 * separator that goes last: elimination then works inwards from both ends, which costs no more and gives two
 * parts that do not wait for each other.
 */
#include "order_greedy.h"

#include <stdlib.h>

typedef struct heap_item {
  double fill, cost;
  int    id, stamp;
} heap_item;

typedef struct search {
  lw_order_graph* g;
  char*           last;    /* belongs to the separator (n)            */
  char*           waiting; /* was cheapest, but had to wait (n)       */
  int*            waits;   /* those, as a list (n)                    */
  int             nwait;
  int*            stamp; /* invalidates old heap entries (n)          */
  heap_item*      heap;
  int             nheap, heap_cap;
} search;

/* ---- heap ---------------------------------------------------------------------------------- */

static bool heap_less(const heap_item* a, const heap_item* b)
{
  if (a->fill < b->fill || b->fill < a->fill) {
    return a->fill < b->fill;
  }
  return a->cost < b->cost || (!(b->cost < a->cost) && a->id < b->id);
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

static void offer(search* f, int v)
{
  lw_order_graph* g = f->g;
  f->stamp[v]++;
  if (g->ready[v] && !f->last[v] && !g->gone[v]) {
    const bool   leaf = v < g->nbody && !g->touched[v];
    const double cost = lw_elimination_cost(g->d[v], lw_order_graph_degree(g, v), leaf);
    heap_push(f, (heap_item){lw_order_graph_fill(g, v), cost, v, f->stamp[v]});
  }
}

/* Above this many neighbours those of a neighbour are not looked at again: they are about as before. */
#define NEAR_MAX 32

static void eliminate(search* f, int v)
{
  lw_order_graph* g    = f->g;
  const bool      fill = lw_order_graph_fill(g, v) > 0.0;
  lw_order_graph_eliminate(g, v);
  for (int i = 0; i < g->adj[v].n; i++) offer(f, g->adj[v].item[i]);
  /* new blocks between two nodes are no fill any more for others that know both */
  for (int i = 0; fill && i < g->adj[v].n; i++) {
    const lw_node_set* a = &g->adj[g->adj[v].item[i]];
    for (int k = 0; a->n <= NEAR_MAX && k < a->n; k++) offer(f, a->item[k]);
  }
}

/* ---- separator ---------------------------------------------------------------------------- */

/* breadth first over live nodes; returns the number reached, order in queue, distance in level */
static int breadth_first(const lw_order_graph* g, int start, int* queue, int* level)
{
  int head = 0, tail = 0;
  for (int v = 0; v < g->n; v++) level[v] = -1;
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

/* Below this many bodies a second thread cannot pay for its barriers (about 1 us each). */
#define SEPARATE_MIN_BODIES 24
/* A separator larger than two bodies would cost more than the second part saves. */
#define SEPARATOR_MAX 12

/* mark as `last` a small set of nodes that cuts the component of `start` into two halves */
static void mark_separator(search* f, int start, int* queue, int* level)
{
  const lw_order_graph* g = f->g;
  /* two sweeps: the second starts at a far end */
  int n = breadth_first(g, start, queue, level);
  if (n < 2 * SEPARATE_MIN_BODIES) {
    return;
  }
  n                = breadth_first(g, queue[n - 1], queue, level);
  const int nlevel = level[queue[n - 1]] + 1;
  int       best = -1, best_size = SEPARATOR_MAX + 1, best_off = n;
  for (int l = 1, i = 1; l + 1 < nlevel; l++) {
    const int first = i;
    int       size  = 0;
    for (; i < n && level[queue[i]] == l; i++) size += g->d[queue[i]];
    /* nodes before and after the level: within 40 and 60 per cent */
    const int before = first, after = n - i;
    const int off = abs(before - after);
    if (5 * off > n) {
      continue;
    }
    if (size < best_size || (size == best_size && off < best_off)) {
      best      = l;
      best_size = size;
      best_off  = off;
    }
  }
  for (int i = 0; i < n && best >= 0; i++) {
    if (level[queue[i]] == best) {
      f->last[queue[i]] = 1;
    }
  }
}

static void mark_separators(search* f, int* queue, int* level, char* seen)
{
  const lw_order_graph* g = f->g;
  for (int v = 0; v < g->n; v++) {
    if (!seen[v]) {
      const int n = breadth_first(g, v, queue, level);
      for (int i = 0; i < n; i++) seen[queue[i]] = 1;
      mark_separator(f, v, queue, level);
    }
  }
}

/* ---- greedy order ------------------------------------------------------------------------- */

/* Bodies with few connectors go first, before any of these: their inverse is known, all of them are
 * independent of each other, and what is left to eliminate one after the other are the connectors, which
 * are smaller. Three revolute joints are the most for which that is less work: 9 per cent fewer instructions
 * in a step of a ladder of loops than with two. */
#define LEAF_MAX 15

static void eliminate_leaves(search* f, const lw_order_rule* rule)
{
  lw_order_graph* g = f->g;
  for (int v = 0; v < g->nbody && !g->no_memory; v++) {
    const bool leaf = rule ? rule->index == 0 || g->adj[v].n <= rule->index
                           : lw_order_graph_degree(g, v) <= LEAF_MAX;
    if (leaf && !f->last[v]) {
      lw_order_graph_eliminate(g, v);
    }
  }
}

/* Only the separator is left, and joints that waited for a body of it. */
static void release(search* f)
{
  lw_order_graph* g        = f->g;
  bool            released = false;
  for (int v = 0; v < g->n; v++) {
    released |= f->last[v];
    f->last[v] = 0;
  }
  for (int v = 0; v < g->n; v++) {
    if (!g->gone[v]) {
      g->ready[v] = released ? g->ready[v] : 1;
      offer(f, v);
    }
  }
}

/* a body has gone: those that had to wait may be free now */
static void offer_again(search* f)
{
  const int n = f->nwait;
  f->nwait    = 0;
  for (int i = 0; i < n; i++) {
    f->waiting[f->waits[i]] = 0;
    offer(f, f->waits[i]);
  }
}

static void find_rest(search* f)
{
  lw_order_graph* g = f->g;
  for (int v = 0; v < g->n; v++) offer(f, v);
  while (g->done < g->n && !g->no_memory) {
    if (f->nheap == 0) {
      release(f);
      continue;
    }
    const heap_item top = heap_pop(f);
    if (g->gone[top.id] || top.stamp != f->stamp[top.id]) {
      continue;
    }
    if (!lw_order_graph_may_go(g, top.id)) {
      if (!f->waiting[top.id]) {
        f->waiting[top.id]   = 1;
        f->waits[f->nwait++] = top.id;
      }
      continue;
    }
    eliminate(f, top.id);
    if (top.id < g->nbody) {
      offer_again(f);
    }
  }
}

static void find_order(search* f, const lw_order_rule* rule)
{
  lw_order_graph* g = f->g;
  /* in operations on whole blocks all blocks are alike */
  for (int v = 0; rule && v < g->n; v++) g->d[v] = 1;
  eliminate_leaves(f, rule);
  for (int i = 0; rule && rule->sequence && i < g->n - g->nbody && !g->no_memory; i++) {
    lw_order_graph_eliminate(g, g->nbody + rule->sequence[i]);
  }
  find_rest(f);
}

bool lw_order_greedy(lw_order_graph* g, const lw_order_rule* rule)
{
  const size_t n      = (size_t)g->n + 1;
  char*        flag   = calloc(3 * n, sizeof *flag);
  int*         number = calloc(4 * n, sizeof *number);
  search       f      = {.g = g};
  if (flag && number) {
    f.last    = flag;
    f.waiting = flag + n;
    f.stamp   = number;
    f.waits   = number + n;
    if (!rule) {
      mark_separators(&f, number + 2 * n, number + 3 * n, flag + 2 * n);
    }
    find_order(&f, rule);
  } else {
    g->no_memory = true;
  }
  free(f.heap);
  free(flag);
  free(number);
  return !g->no_memory;
}
