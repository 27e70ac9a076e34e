/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order.c - from an order of elimination to parts and the layout of the factor.
 *
 *   reads    connectors and sides of the structure
 *   writes   its nodes, edges, updates and parts
 *   theory   section 5.2
 *
 * The parts belong to the model, not to the number of threads.
 */
#include "structure/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "structure/order_greedy.h"

/* ---- parts -------------------------------------------------------------------------------- */

typedef struct parts {
  int*    parent;    /* in the elimination tree, by position; -1 at a root (n) */
  double* own;       /* cost of a node (n)                                     */
  double* below;     /* cost of its subtree (n)                                */
  int*    nodes;     /* nodes of its subtree (n)                               */
  char*   separator; /* 1: taken into the separator, 2: with all below it (n)        */
  int*    root;      /* roots of the parts (n)                                 */
  int     nroot;
} parts;

/* Cores that the cut into parts is judged by: more make the separator longer on the machines of today. */
#define PARTS_CORES 8
#define PARTS_MAX 32
/* Multiply-adds of a factorisation below which a second thread costs more in barriers than it takes over, see
 * PARALLEL_MIN_COST in substeps.c: then there is nothing but the separator. */
#define WHOLE_MIN 2.2e4
/* A part has bodies and joints for several batches and fronts, which are computed side by side only within it: 28
 * links of a chain. And it has this many multiply-adds, about 34 links on spherical joints, which take 7 us of a step: what
 * threads tell each other in it takes 3. */
#define PART_NODES 56
#define PART_COST 1e4
/* A longer top is never worth it: it is run by one thread. */
#define SPLITS_MAX 256

/* time on PARTS_CORES cores: the parts, longest first, each to the least loaded core, then the separator */
static double makespan(const parts* p, double separator)
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
  return most + separator;
}

/* is a subtree worth a part of its own? */
static bool is_part(const parts* p, int i, double small)
{
  return p->below[i] >= small && p->below[i] >= PART_COST && p->nodes[i] >= PART_NODES;
}

/* split the heaviest subtree at its root, again and again, and keep the best cut */
static void cut(parts* p, int n)
{
  /* many small components count as one list of roots; the lightest ones join the separator */
  double separator = 0.0, total = 0.0;
  int    nroot = 0, best_count = 0;
  for (int i = n - 1; i >= 0; i--) {
    if (p->parent[i] < 0) {
      if (nroot < PARTS_MAX) {
        p->root[nroot++] = i;
      } else {
        separator += p->below[i];
      }
    }
  }
  for (int i = 0; i < n; i++) total += p->own[i];
  if (total < WHOLE_MIN) {
    memset(p->separator, 1, (size_t)n);
    return;
  }
  /* below a hundredth of all a part is not worth its own: it stays with the separator */
  const double small = 0.01 * total;
  p->nroot           = nroot;
  int* split  = p->root + PARTS_MAX; /* nodes split so far, in order (at most n - PARTS_MAX used) */
  int  nsplit = 0;
  double best = makespan(p, separator);
  while (p->nroot > 0 && nsplit < n && nsplit < SPLITS_MAX) {
    int h = 0;
    for (int k = 1; k < p->nroot; k++) h = p->below[p->root[k]] > p->below[p->root[h]] ? k : h;
    const int r        = p->root[h];
    int       children = 0;
    for (int i = 0; i < r; i++) children += p->parent[i] == r && is_part(p, i, small);
    if (p->nroot - 1 + children > PARTS_MAX || separator + p->own[r] > best) {
      break;
    }
    p->root[h] = p->root[--p->nroot];
    separator += p->own[r];
    for (int i = 0; i < r; i++) {
      if (p->parent[i] == r && is_part(p, i, small)) {
        p->root[p->nroot++] = i;
      } else if (p->parent[i] == r) {
        separator += p->below[i];
      }
    }
    split[nsplit++]   = r;
    const double time = makespan(p, separator);
    if (time < best * (1.0 - 1e-12)) {
      best       = time;
      best_count = nsplit;
    }
  }
  for (int i = 0; i < best_count; i++) p->separator[split[i]] = 1;
  for (int i = 0; i < n; i++) {
    if (!p->separator[i] && p->parent[i] >= 0 && p->separator[p->parent[i]] == 1 &&
        !is_part(p, i, small)) {
      p->separator[i] = 2;
    }
  }
}

/* Renumber: parts one after the other, each in the order found, then the separator. Returns the number of
 * parts; first[] gets their first positions. */
static int arrange(const parts* p, int n, const int* order, int* renumbered, int* first)
{
  int npart = 0, done = 0;
  /* the part of a node is its ancestor just below the separator; walk from the roots down */
  int* part = p->root; /* no longer needed as roots */
  for (int i = n - 1; i >= 0; i--) {
    const int up = p->parent[i];
    if (p->separator[i]) {
      part[i] = -1;
    } else if (up >= 0 && p->separator[up] != 1) {
      part[i] = part[up];
    } else if (npart < PARTS_MAX) {
      part[i] = npart++;
    } else {
      part[i] = -1; /* more components than parts: the rest goes to the separator */
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

/* nodes and edges */
static void lay_out_nodes(lw_structure* s, const lw_order_graph* g, const int* order)
{
  int x = 0, e = 0, part = 1;
  for (int i = 0; i < s->nnode; i++) {
    for (; part <= s->npart && i >= s->part_begin[part]; part++) x += LW_PART_PADDING;
    const int          id   = order[i];
    const lw_node_set* N    = &g->adj[id];
    lw_node*           v    = &s->node[i];
    const bool         leaf = id < s->nbody && !g->touched[id];
    *v                      = (lw_node){
                             .id = id, .d_max = size_max(s, id), .leaf = leaf, .x = x, .edge = e, .nedge = N->n};
    x += id < s->nbody ? 8 : LW_PAD(v->d_max);
    int* target = g->mark; /* scratch: positions of the neighbours, sorted */
    for (int k = 0; k < N->n; k++) target[k] = s->position[N->item[k]];
    qsort(target, (size_t)N->n, sizeof *target, compare_int);
    for (int k = 0; k < N->n; k++) {
      const int side = side_between(s, id, order[target[k]]);
      s->edge[e++]   = (lw_edge){target[k], side, leaf ? point_sign(s, side) : 0};
    }
  }
  s->nx = x;
}

/* what earlier nodes subtract; of leaves, as pairs */
static void lay_out_updates(lw_structure* s, int* count)
{
  for (int i = 0; i < s->nnode; i++) count[i] = 0;
  for (int e = 0; e < s->nedge; e++) s->node[s->edge[e].target].nupdate++;
  int first = 0;
  for (int i = 0; i < s->nnode; i++) {
    s->node[i].update = first;
    first += s->node[i].nupdate;
  }
  s->npair = 0;
  for (int k = 0; k < s->nnode; k++) {
    const lw_node* v = &s->node[k];
    for (int e = v->edge; e < v->edge + v->nedge; e++) {
      const int      to                  = s->edge[e].target;
      const lw_node* t                   = &s->node[to];
      s->update[t->update + count[to]++] = (lw_update){k, e, v->leaf ? s->npair : LW_NONE};
      for (int e2 = e; e2 < v->edge + v->nedge && v->leaf; e2++) {
        s->pair[s->npair++] = (lw_pair){v->id, e, e2, 0, 0};
      }
    }
  }
}

static void count_costs(const lw_structure* s, parts* p)
{
  double *own = p->own, *below = p->below;
  int *   parent = p->parent, *nodes = p->nodes;
  for (int i = 0; i < s->nnode; i++) {
    const lw_node* v = &s->node[i];
    double         D = 0.0;
    for (int e = v->edge; e < v->edge + v->nedge; e++) D += s->node[s->edge[e].target].d_max;
    own[i]    = lw_elimination_cost(v->d_max, D, v->leaf);
    below[i]  = own[i];
    nodes[i]  = 1;
    parent[i] = v->nedge > 0 ? s->edge[v->edge].target : -1;
  }
  for (int i = 0; i < s->nnode; i++) {
    if (parent[i] >= 0) {
      below[parent[i]] += below[i];
      nodes[parent[i]] += nodes[i];
    }
  }
}

static bool allocate_layout(lw_structure* s, const lw_order_graph* g)
{
  size_t npair = 0;
  s->nedge     = 0;
  for (int v = 0; v < g->n; v++) {
    const int k = g->adj[v].n;
    s->nedge += k;
    npair += v < g->nbody && !g->touched[v] ? (size_t)k * ((size_t)k + 1) / 2 : 0;
  }
  s->nupdate     = s->nedge;
  const size_t n = (size_t)g->n;
  s->node        = calloc(n + 1, sizeof *s->node);
  s->edge        = calloc((size_t)s->nedge + 1, sizeof *s->edge);
  s->update      = calloc((size_t)s->nupdate + 1, sizeof *s->update);
  s->pair        = calloc(npair + 1, sizeof *s->pair);
  s->position    = calloc(n + 1, sizeof *s->position);
  s->part_begin  = calloc(PARTS_MAX + 2, sizeof *s->part_begin);
  s->part_cost   = calloc(PARTS_MAX + 2, sizeof *s->part_cost);
  return s->node && s->edge && s->update && s->pair && s->position && s->part_begin && s->part_cost;
}

static void lay_out(lw_structure* s, const lw_order_graph* g, const int* order, int* scratch)
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
    while (k < s->npart && i >= s->part_begin[k + 1]) k++;
    s->part_cost[k] += own[i];
  }
}

/* ---- which order --------------------------------------------------------------------------- */

/* A node as those of its front: level, size, and the total size of its later neighbours. */
typedef struct kind {
  int level, d, D;
} kind;

/* those with the most neighbours first: a front costs what they do */
static int compare_kinds(const void* a, const void* b)
{
  const kind *x = a, *y = b;
  int         d = x->level - y->level;
  d             = d ? d : x->d - y->d;
  return d ? d : y->D - x->D;
}

/* What a front takes besides multiply-adds: looking up and gathering its terms, in as many of these as take that long. */
#define FRONT_PRICE 150.0

/* Price of an order, in multiply-adds, where four nodes of a size and level go together. */
static double price(const lw_order_graph* g, kind* list, int* level)
{
  double sum = 0.0;
  int    n   = 0;
  for (int v = 0; v < g->n; v++) level[v] = 0;
  for (int i = 0; i < g->n; i++) {
    const int          v = g->order[i];
    const lw_node_set* N = &g->adj[v];
    if (v >= g->nbody || g->touched[v]) {
      list[n++] = (kind){level[v], g->d[v], lw_order_graph_degree(g, v)};
      for (int k = 0; k < N->n; k++) {
        level[N->item[k]] = level[N->item[k]] > level[v] ? level[N->item[k]] : level[v] + 1;
      }
    }
  }
  qsort(list, (size_t)n, sizeof *list, compare_kinds);
  for (int i = 0, first = 0; i < n; i++) {
    first = list[first].level == list[i].level && list[first].d == list[i].d ? first : i;
    if ((i - first) % 4 == 0) {
      sum += FRONT_PRICE + lw_elimination_cost(list[i].d, list[i].D, false);
    }
  }
  return sum;
}

static bool find_one(lw_order_graph* g, const lw_order_rule* rule, bool rounds)
{
  lw_order_graph_build(g);
  lw_order_graph_rank(g, g->mark, g->order);
  memset(g->mark, 0, (size_t)g->n * sizeof *g->mark);
  return !g->no_memory && lw_order_greedy(g, rule, rounds);
}

/* Rounds have more to do side by side, also for several threads. With loops they fill in more, which solves pay for as well: there
 * they are taken where factoring gains more than this. */
#define ROUNDS_LOOPS 0.75

/* By least fill, or in rounds that go side by side. */
static bool find(lw_order_graph* g, const lw_order_rule* rule)
{
  kind* list  = calloc((size_t)g->n + 1, sizeof *list);
  int*  level = calloc((size_t)g->n + 1, sizeof *level);
  bool  ok    = list && level && find_one(g, rule, false);
  if (ok && !rule) {
    const double least = price(g, list, level);
    ok                 = find_one(g, NULL, true);
    if (ok && price(g, list, level) > (g->s->is_tree ? 1.0 : ROUNDS_LOOPS) * least) {
      ok = find_one(g, NULL, false);
    }
  }
  free(list);
  free(level);
  return ok;
}

lw_status lw_order_build(lw_structure* s, const lw_order_rule* rule)
{
  s->nnode         = s->nbody + s->nconnector;
  const size_t   n = (size_t)s->nnode + PARTS_MAX + 1; /* room for the list of splits in cut() */
  lw_order_graph g = {.n = s->nnode, .nbody = s->nbody, .s = s};
  lw_status      status = LW_ERR_MEMORY;

  g.adj          = calloc(n, sizeof *g.adj);
  char*   flag   = calloc(4 * n, sizeof *flag);
  int*    number = calloc(11 * n, sizeof *number);
  double* real   = calloc(2 * n, sizeof *real);
  s->rank        = calloc(n, sizeof *s->rank);
  if (!g.adj || !flag || !number || !real || !s->rank) {
    goto cleanup;
  }
  g.gone       = flag;
  g.ready      = flag + n;
  g.touched    = flag + 2 * n;
  g.d          = number;
  g.tree       = number + n;
  g.mark       = number + 2 * n;
  g.order      = number + 3 * n;
  int* scratch = number + 4 * n;
  int* other   = number + 5 * n;
  g.held       = number + 9 * n;
  g.rank       = s->rank;

  if (!find(&g, rule) || !allocate_layout(s, &g)) {
    goto cleanup;
  }

  /* once in the order found, to know the tree of eliminations and what its branches cost */
  lay_out(s, &g, g.order, scratch);
  parts p = {.own       = real,
             .below     = real + n,
             .parent    = other,
             .separator = flag + 3 * n,
             .root      = number + 6 * n,
             .nodes     = number + 10 * n};
  count_costs(s, &p);
  cut(&p, s->nnode);
  int* renumbered = number + 8 * n;
  s->npart        = arrange(&p, s->nnode, g.order, renumbered, s->part_begin);

  /* and once more with the parts one after the other */
  memset(g.mark, 0, n * sizeof *g.mark);
  lay_out(s, &g, renumbered, scratch);
  count_costs(s, &p);
  measure(s, p.own, p.parent, scratch);
  status = LW_OK;

cleanup:
  for (int v = 0; g.adj && v < g.n; v++) free(g.adj[v].item);
  free(g.adj);
  free(flag);
  free(number);
  free(real);
  return status;
}
