/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order.c - find the order of elimination and lay out the factor.
 *
 *   reads    connectors and sides of the structure
 *   writes   its nodes, edges, updates and parts
 *   theory   section 5.2
 *   cost     about n log n for mechanisms with few loops
 *
 * The order is greedy: of all eligible nodes the one whose elimination costs least. A body is always
 * eligible; a joint once one of its bodies is gone, because before that its pivot is only the
 * regularisation and digits would be lost. Long chains are first cut in two by a small separator that
 * goes last: elimination then works inwards from both ends, which costs no more and gives two parts
 * that do not wait for each other. The parts belong to the model, not to the number of threads.
 */
#include "order.h"

#include <stdlib.h>
#include <string.h>

/* ---- the elimination graph ---------------------------------------------------------------- */

typedef struct set {
  int* item;
  int  n, cap;
} set;

typedef struct heap_item {
  double cost;
  int    id, stamp;
} heap_item;

typedef struct graph {
  int           n, nbody;
  lw_structure* s;
  set*          adj;     /* live neighbours; after elimination: the later ones (n) */
  int*          d;       /* size of a node for the cost (n)                        */
  char*         gone;    /* eliminated (n)                                         */
  char*         ready;   /* eligible (n)                                           */
  char*         last;    /* belongs to the separator (n)                           */
  char*         touched; /* a neighbour was eliminated (n) */
  int*          stamp;   /* invalidates old heap entries (n)                       */
  int*          mark;    /* scratch (n), all zero between uses                     */
  int*          order;   /* ids in the order of elimination (n)                    */
  heap_item*    heap;
  int           nheap, heap_cap;
  bool          no_memory;
} graph;

static void set_add(graph* g, set* a, int item)
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

static bool set_has(const set* a, int item)
{
  for (int i = 0; i < a->n; i++) {
    if (a->item[i] == item) {
      return true;
    }
  }
  return false;
}

static bool heap_less(const heap_item* a, const heap_item* b)
{
  return a->cost < b->cost || (!(b->cost < a->cost) && a->id < b->id);
}

static void heap_push(graph* g, heap_item item)
{
  if (g->nheap == g->heap_cap) {
    const int  cap   = 2 * g->heap_cap + 64;
    heap_item* grown = realloc(g->heap, (size_t)cap * sizeof *grown);
    if (!grown) {
      g->no_memory = true;
      return;
    }
    g->heap     = grown;
    g->heap_cap = cap;
  }
  int i = g->nheap++;
  while (i > 0 && heap_less(&item, &g->heap[(i - 1) / 2])) {
    g->heap[i] = g->heap[(i - 1) / 2];
    i          = (i - 1) / 2;
  }
  g->heap[i] = item;
}

static heap_item heap_pop(graph* g)
{
  const heap_item top = g->heap[0], item = g->heap[--g->nheap];
  int             i = 0;
  for (int k = 1; k < g->nheap; k = 2 * i + 1) {
    k += k + 1 < g->nheap && heap_less(&g->heap[k + 1], &g->heap[k]);
    if (!heap_less(&g->heap[k], &item)) {
      break;
    }
    g->heap[i] = g->heap[k];
    i          = k;
  }
  g->heap[i] = item;
  return top;
}

/* multiply-adds to eliminate a node of size d with neighbours of total size D: inverse, X, updates; of a
 * leaf the inverse is known and consists of two blocks                                (5.5) */
static double cost_of(double d, double D, bool leaf)
{
  return leaf ? 9.0 * D + 3.0 * D * D : d * d * d + d * d * D + d * D * D / 2.0;
}

static double elimination_cost(const graph* g, int v)
{
  int D = 0;
  for (int i = 0; i < g->adj[v].n; i++) D += g->d[g->adj[v].item[i]];
  return cost_of(g->d[v], D, v < g->nbody && !g->touched[v]);
}

static void offer(graph* g, int v)
{
  g->stamp[v]++;
  if (g->ready[v] && !g->last[v] && !g->gone[v]) {
    heap_push(g, (heap_item){elimination_cost(g, v), v, g->stamp[v]});
  }
}

static void build_graph(graph* g)
{
  const lw_structure* s = g->s;
  for (int v = 0; v < g->n; v++) {
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
    if (b != LW_GROUND && !set_has(&g->adj[c], b)) {
      set_add(g, &g->adj[c], b);
      set_add(g, &g->adj[b], c);
    }
  }
}

/* remove v and make its neighbours a clique */
static void eliminate(graph* g, int v)
{
  const set* N = &g->adj[v];
  g->gone[v]   = 1;
  for (int i = 0; i < N->n && !g->no_memory; i++) {
    const int u   = N->item[i];
    set*      a   = &g->adj[u];
    int       n   = 0;
    g->touched[u] = 1;
    for (int k = 0; k < a->n; k++) {
      if (a->item[k] != v) {
        a->item[n++] = a->item[k];
      }
    }
    a->n = n;
    for (int k = 0; k < n; k++) g->mark[a->item[k]] = 1;
    for (int k = 0; k < N->n; k++) {
      if (N->item[k] != u && !g->mark[N->item[k]]) {
        set_add(g, a, N->item[k]);
      }
    }
    for (int k = 0; k < n; k++) g->mark[a->item[k]] = 0;
    if (v < g->nbody && u >= g->nbody) {
      g->ready[u] = 1; /* fill makes it adjacent to other joints only where a body linked them */
    }
  }
  for (int i = 0; i < N->n; i++) offer(g, N->item[i]);
}

/* ---- separator ---------------------------------------------------------------------------- */

/* breadth first over live nodes; returns the number reached, order in queue, distance in level */
static int breadth_first(const graph* g, int start, int* queue, int* level)
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
static void mark_separator(graph* g, int start, int* queue, int* level)
{
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
      g->last[queue[i]] = 1;
    }
  }
}

static void mark_separators(graph* g, int* queue, int* level, char* seen)
{
  for (int v = 0; v < g->n; v++) {
    if (!seen[v]) {
      const int n = breadth_first(g, v, queue, level);
      for (int i = 0; i < n; i++) seen[queue[i]] = 1;
      mark_separator(g, v, queue, level);
    }
  }
}

/* ---- greedy order ------------------------------------------------------------------------- */

/* Bodies with few connectors go first, before any of these: their inverse is known, all of them are
 * independent of each other, and what is left to eliminate one after the other are the connectors, which
 * are smaller. Two revolute joints are the most for which that is less work.               */
#define LEAF_MAX 12

static int eliminate_leaves(graph* g)
{
  int done = 0;
  for (int v = 0; v < g->nbody && !g->no_memory; v++) {
    int D = 0;
    for (int i = 0; i < g->adj[v].n; i++) D += g->d[g->adj[v].item[i]];
    if (D <= LEAF_MAX && !g->last[v]) {
      g->order[done++] = v;
      eliminate(g, v);
    }
  }
  return done;
}

static void find_order(graph* g)
{
  int done = eliminate_leaves(g);
  for (int v = 0; v < g->n; v++) offer(g, v);
  while (done < g->n && !g->no_memory) {
    if (g->nheap == 0) {
      /* only the separator is left, and joints that waited for a body of it */
      bool released = false;
      for (int v = 0; v < g->n; v++) {
        released |= g->last[v];
        g->last[v] = 0;
      }
      for (int v = 0; v < g->n; v++) {
        if (!g->gone[v]) {
          g->ready[v] = released ? g->ready[v] : 1;
          offer(g, v);
        }
      }
      continue;
    }
    const heap_item top = heap_pop(g);
    if (g->gone[top.id] || top.stamp != g->stamp[top.id]) {
      continue;
    }
    g->order[done++] = top.id;
    eliminate(g, top.id);
  }
}

/* ---- parts -------------------------------------------------------------------------------- */

typedef struct parts {
  int*    parent; /* in the elimination tree, by position; -1 at a root (n) */
  double* own;    /* cost of a node (n)                                     */
  double* below;  /* cost of its subtree (n)                                */
  char*   top;    /* 1: taken into the top, 2: with all below it (n)        */
  int*    root;   /* roots of the parts (n)                                 */
  int     nroot;
} parts;

/* Cores that the cut into parts is judged by: more make the top longer on the machines of today. */
#define PARTS_CORES 8
#define PARTS_MAX 32
/* A longer top is never worth it: it is run by one thread. */
#define SPLITS_MAX 256

/* time on PARTS_CORES cores: the parts, longest first, each to the least loaded core, then the top */
static double makespan(const parts* p, double top)
{
  double load[PARTS_CORES] = {0.0};
  double cost[PARTS_MAX];
  int    n = p->nroot;
  for (int i = 0; i < n; i++) cost[i] = p->below[p->root[i]];
  for (int i = 0; i < n; i++) {
    int longest = 0, least = 0;
    for (int k = 1; k < n; k++) longest = cost[k] > cost[longest] ? k : longest;
    for (int c = 1; c < PARTS_CORES; c++) least = load[c] < load[least] ? c : least;
    load[least] += cost[longest];
    cost[longest] = -1.0;
  }
  double most = 0.0;
  for (int c = 0; c < PARTS_CORES; c++) most = load[c] > most ? load[c] : most;
  return most + top;
}

/* split the heaviest subtree at its root, again and again, and keep the best cut */
static void cut(parts* p, int n)
{
  /* many small components count as one list of roots; the lightest ones join the top */
  double top = 0.0, total = 0.0;
  int    nroot = 0, best_count = 0;
  for (int i = n - 1; i >= 0; i--) {
    if (p->parent[i] < 0) {
      if (nroot < PARTS_MAX) {
        p->root[nroot++] = i;
      } else {
        top += p->below[i];
      }
    }
  }
  for (int i = 0; i < n; i++) total += p->own[i];
  /* below a hundredth of all a part is not worth its own: it stays with the top */
  const double small = 0.01 * total;
  p->nroot           = nroot;
  int* split  = p->root + PARTS_MAX; /* nodes split so far, in order (at most n - PARTS_MAX used) */
  int  nsplit = 0;
  double best = makespan(p, top);
  while (p->nroot > 0 && nsplit < n && nsplit < SPLITS_MAX) {
    int h = 0;
    for (int k = 1; k < p->nroot; k++) h = p->below[p->root[k]] > p->below[p->root[h]] ? k : h;
    const int r        = p->root[h];
    int       children = 0;
    for (int i = 0; i < r; i++) children += p->parent[i] == r && p->below[i] >= small;
    if (p->nroot - 1 + children > PARTS_MAX || top + p->own[r] > best) {
      break;
    }
    p->root[h] = p->root[--p->nroot];
    top += p->own[r];
    for (int i = 0; i < r; i++) {
      if (p->parent[i] == r && p->below[i] >= small) {
        p->root[p->nroot++] = i;
      } else if (p->parent[i] == r) {
        top += p->below[i];
      }
    }
    split[nsplit++]   = r;
    const double time = makespan(p, top);
    if (time < best * (1.0 - 1e-12)) {
      best       = time;
      best_count = nsplit;
    }
  }
  for (int i = 0; i < best_count; i++) p->top[split[i]] = 1;
  for (int i = 0; i < n; i++) {
    if (!p->top[i] && p->parent[i] >= 0 && p->top[p->parent[i]] == 1 && p->below[i] < small) {
      p->top[i] = 2;
    }
  }
}

/* Renumber: parts one after the other, each in the order found, then the top. Returns the number of
 * parts; first[] gets their first positions. */
static int arrange(const parts* p, int n, const int* order, int* renumbered, int* first)
{
  int npart = 0, done = 0;
  /* the part of a node is its ancestor just below the top; walk from the roots down */
  int* part = p->root; /* no longer needed as roots */
  for (int i = n - 1; i >= 0; i--) {
    const int up = p->parent[i];
    if (p->top[i]) {
      part[i] = -1;
    } else if (up >= 0 && p->top[up] != 1) {
      part[i] = part[up];
    } else if (npart < PARTS_MAX) {
      part[i] = npart++;
    } else {
      part[i] = -1; /* more components than parts: the rest goes to the top */
    }
  }
  for (int k = 0; k < npart; k++) {
    first[k] = done;
    for (int i = 0; i < n; i++) {
      if (part[i] == k) {
        renumbered[done++] = order[i];
      }
    }
  }
  first[npart]     = done;
  first[npart + 1] = n;
  for (int i = 0; i < n; i++) {
    if (part[i] < 0) {
      renumbered[done++] = order[i];
    }
  }
  return npart;
}

/* ---- layout ------------------------------------------------------------------------------- */

static int compare_int(const void* a, const void* b)
{
  return (*(const int*)a > *(const int*)b) - (*(const int*)a < *(const int*)b);
}

static int size_max(const lw_structure* s, int id)
{
  if (id < s->nbody) {
    return 6;
  }
  const lw_connector* c = &s->connector[id - s->nbody];
  return c->nrow + c->nsoft;
}

/* the side that links two nodes, or LW_NONE */
static int side_between(const lw_structure* s, int id, int other)
{
  const int body = id < other ? id : other, connector = id < other ? other : id;
  if (body >= s->nbody || connector < s->nbody) {
    return LW_NONE;
  }
  const lw_connector* c = &s->connector[connector - s->nbody];
  for (int q = c->side; q < c->side + c->nside; q++) {
    if (s->side[q].body == body) {
      return q;
    }
  }
  return LW_NONE;
}

/* the sign of the point's rows on a side, 0 where the connector holds none */
static int point_sign(const lw_structure* s, int side)
{
  const lw_connector* c = &s->connector[s->side[side].connector];
  return !c->point ? 0 : side == c->side ? -1 : 1;
}

/* nodes and edges, with the offsets of their blocks */
static void lay_out_nodes(lw_structure* s, const graph* g, const int* order)
{
  int pivot = 0, x = 0, e = 0;
  for (int i = 0; i < s->nnode; i++) {
    const int  id   = order[i];
    const set* N    = &g->adj[id];
    lw_node*   v    = &s->node[i];
    const bool leaf = id < s->nbody && !g->touched[id];
    *v              = (lw_node){id, size_max(s, id), pivot, leaf, x, e, N->n, 0, 0};
    pivot += leaf ? 0 : v->d_max * LW_PAD(v->d_max);
    x += id < s->nbody ? 8 : LW_PAD(v->d_max);
    int* target = g->mark; /* scratch: positions of the neighbours, sorted */
    for (int k = 0; k < N->n; k++) target[k] = s->position[N->item[k]];
    qsort(target, (size_t)N->n, sizeof *target, compare_int);
    for (int k = 0; k < N->n; k++) {
      const int other = order[target[k]];
      const int side  = side_between(s, id, other);
      const int sign  = leaf ? point_sign(s, side) : 0;
      s->edge[e++]    = (lw_edge){target[k], pivot, side, sign};
      /* X, A and X^T, which is used where both nodes have the same size */
      pivot += leaf ? 0 : 3 * v->d_max * LW_PAD(size_max(s, other));
    }
  }
  s->nx      = x;
  s->nfactor = pivot;
}

/* A leaf's product for two of its neighbours, beside the place where it is subtracted. */
static void lay_out_pair(lw_structure* s, const lw_node* leaf, int u, int v, int dest)
{
  s->pair[dest] = (lw_pair){leaf->id, u, v, s->nfactor};
  s->nfactor += s->node[s->edge[u].target].d_max * LW_PAD(s->node[s->edge[v].target].d_max);
}

/* what earlier nodes subtract, and where */
static void lay_out_updates(lw_structure* s, int* count)
{
  for (int i = 0; i < s->nnode; i++) count[i] = 0;
  for (int e = 0; e < s->nedge; e++) s->node[s->edge[e].target].nupdate++;
  int first = 0;
  for (int i = 0; i < s->nnode; i++) {
    s->node[i].update = first;
    first += s->node[i].nupdate;
  }
  int dest = 0;
  for (int k = 0; k < s->nnode; k++) {
    const lw_node* v = &s->node[k];
    for (int e = v->edge; e < v->edge + v->nedge; e++) {
      lw_node* t                                        = &s->node[s->edge[e].target];
      s->update[t->update + count[s->edge[e].target]++] = (lw_update){k, e, dest};
      int f                                             = t->edge;
      if (v->leaf) {
        for (int e2 = e; e2 < v->edge + v->nedge; e2++) {
          lay_out_pair(s, v, e, e2, dest + e2 - e);
        }
      }
      s->dest[dest++] = t->pivot;
      for (int e2 = e + 1; e2 < v->edge + v->nedge; e2++) {
        while (s->edge[f].target != s->edge[e2].target) {
          f++;
        }
        /* A stands behind X */
        s->dest[dest++] = s->edge[f].block + t->d_max * LW_PAD(s->node[s->edge[f].target].d_max);
      }
    }
  }
}

static void count_costs(lw_structure* s, double* own, double* below, int* parent)
{
  for (int i = 0; i < s->nnode; i++) {
    const lw_node* v = &s->node[i];
    double         D = 0.0;
    for (int e = v->edge; e < v->edge + v->nedge; e++) D += s->node[s->edge[e].target].d_max;
    own[i]    = cost_of(v->d_max, D, v->leaf);
    below[i]  = own[i];
    parent[i] = v->nedge > 0 ? s->edge[v->edge].target : -1;
  }
  for (int i = 0; i < s->nnode; i++) {
    if (parent[i] >= 0) {
      below[parent[i]] += below[i];
    }
  }
}

static bool allocate_layout(lw_structure* s, const graph* g)
{
  s->nedge = 0;
  s->ndest = 0;
  for (int v = 0; v < g->n; v++) {
    s->nedge += g->adj[v].n;
    s->ndest += g->adj[v].n * (g->adj[v].n + 1) / 2;
  }
  s->nupdate     = s->nedge;
  const size_t n = (size_t)g->n;
  s->node        = calloc(n + 1, sizeof *s->node);
  s->edge        = calloc((size_t)s->nedge + 1, sizeof *s->edge);
  s->update      = calloc((size_t)s->nupdate + 1, sizeof *s->update);
  s->dest        = calloc((size_t)s->ndest + 1, sizeof *s->dest);
  s->pair        = calloc((size_t)s->ndest + 1, sizeof *s->pair);
  s->position    = calloc(n + 1, sizeof *s->position);
  s->part        = calloc(PARTS_MAX + 2, sizeof *s->part);
  s->part_cost   = calloc(PARTS_MAX + 2, sizeof *s->part_cost);
  return s->node && s->edge && s->update && s->dest && s->pair && s->position && s->part &&
         s->part_cost;
}

static void lay_out(lw_structure* s, const graph* g, const int* order, int* scratch)
{
  for (int i = 0; i < s->nnode; i++) s->position[order[i]] = i;
  lay_out_nodes(s, g, order);
  for (int i = 0; i < s->nnode; i++) s->node[i].nupdate = 0;
  lay_out_updates(s, scratch);
}

static void measure(lw_structure* s, const double* own, const int* parent, int* depth)
{
  for (int i = 0; i < s->nnode; i++) depth[i] = 1;
  s->height = 0;
  for (int i = 0; i < s->nnode; i++) {
    s->cost += own[i];
    s->height = depth[i] > s->height ? depth[i] : s->height;
    if (parent[i] >= 0 && depth[parent[i]] < depth[i] + 1) {
      depth[parent[i]] = depth[i] + 1;
    }
    int k = 0;
    while (k < s->npart && i >= s->part[k + 1]) k++;
    s->part_cost[k] += own[i];
  }
}

lw_status lw_order_build(lw_structure* s)
{
  s->nnode            = s->nbody + s->nconnector;
  const size_t n      = (size_t)s->nnode + PARTS_MAX + 1; /* room for the list of splits in cut() */
  graph        g      = {.n = s->nnode, .nbody = s->nbody, .s = s};
  lw_status    status = LW_ERR_MEMORY;

  g.adj          = calloc(n, sizeof *g.adj);
  char*   flag   = calloc(6 * n, sizeof *flag);
  int*    number = calloc(9 * n, sizeof *number);
  double* real   = calloc(2 * n, sizeof *real);
  if (!g.adj || !flag || !number || !real) {
    goto cleanup;
  }
  g.gone       = flag;
  g.ready      = flag + n;
  g.last       = flag + 2 * n;
  g.touched    = flag + 5 * n;
  g.d          = number;
  g.stamp      = number + n;
  g.mark       = number + 2 * n;
  g.order      = number + 3 * n;
  int* scratch = number + 4 * n;
  int* other   = number + 5 * n;

  build_graph(&g);
  if (g.no_memory) {
    goto cleanup;
  }
  mark_separators(&g, scratch, other, flag + 3 * n);
  find_order(&g);
  if (g.no_memory || !allocate_layout(s, &g)) {
    goto cleanup;
  }

  /* once in the order found, to know the tree of eliminations and what its branches cost */
  lay_out(s, &g, g.order, scratch);
  parts p = {
      .own = real, .below = real + n, .parent = other, .top = flag + 4 * n, .root = number + 6 * n};
  count_costs(s, p.own, p.below, p.parent);
  cut(&p, s->nnode);
  int* renumbered = number + 8 * n;
  s->npart        = arrange(&p, s->nnode, g.order, renumbered, s->part);

  /* and once more with the parts one after the other */
  memset(g.mark, 0, n * sizeof *g.mark);
  lay_out(s, &g, renumbered, scratch);
  count_costs(s, p.own, p.below, p.parent);
  measure(s, p.own, p.parent, scratch);
  status = LW_OK;

cleanup:
  for (int v = 0; g.adj && v < g.n; v++) free(g.adj[v].item);
  free(g.adj);
  free(g.heap);
  free(flag);
  free(number);
  free(real);
  return status;
}
