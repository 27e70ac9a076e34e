/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order.c - find the order of elimination, and list nodes, edges and updates in that order.
 *
 *   choose_order (order_greedy.c, by least fill or in rounds; the cheaper of both)
 *   -> lay_out in this order -> elimination tree with its costs -> parts (parts.c), renumbered
 *   -> lay_out once more, part by part -> totals
 *
 *   reads    connectors and sides of the structure
 *   writes   its nodes, edges, updates, pairs and parts
 *   theory   section 5.2
 */
#include "structure/order.h"

#include <stdlib.h>
#include <string.h>

#include "structure/order_greedy.h"
#include "structure/parts.h"

/* ---- nodes, edges and updates ------------------------------------------------------------ */

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

/* Side on which a connector acts on a body, given both node ids; LW_NONE: they do not meet. */
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

/* sign of the rows that hold a point: -1 parent, 1 child; 0: the connector holds no point */
static int point_sign(const lw_structure* s, int side)
{
  const lw_connector* c = &s->connector[s->side[side].connector];
  return !c->point ? 0 : side == c->side ? -1 : 1;
}

/* List the nodes in their order, each with its edges to later neighbours. */
static void list_nodes(lw_structure* s, const lw_order_graph* g, const int* order)
{
  int x = 0, e = 0, part = 1;
  for (int i = 0; i < s->nnode; i++) {
    for (; part <= s->npart && i >= s->part_begin[part]; part++) x += LW_PART_PADDING;
    const int          id = order[i], d = size_max(s, id);
    const lw_node_set* N    = &g->adj[id];
    const bool         leaf = id < s->nbody && !g->touched[id];
    s->node[i] = (lw_node){.id = id, .d_max = d, .leaf = leaf, .x = x, .edge = e, .nedge = N->n};
    x += id < s->nbody ? 8 : LW_PAD(d);
    int* target = g->mark; /* scratch: sorted positions of the neighbours */
    for (int k = 0; k < N->n; k++) target[k] = s->position[N->item[k]];
    qsort(target, (size_t)N->n, sizeof *target, compare_int);
    for (int k = 0; k < N->n; k++) {
      const int side = side_between(s, id, order[target[k]]);
      s->edge[e++]   = (lw_edge){target[k], side, leaf ? point_sign(s, side) : 0};
    }
  }
  s->nx = x;
}

/* List the updates that each node receives from earlier ones, and the pairs of edges of leaves.
 * `count`: scratch (nnode). */
static void list_updates(lw_structure* s, int* count)
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
  s->part_begin  = calloc(LW_PARTS_MAX + 2, sizeof *s->part_begin);
  s->part_cost   = calloc(LW_PARTS_MAX + 2, sizeof *s->part_cost);
  return s->node && s->edge && s->update && s->pair && s->position && s->part_begin && s->part_cost;
}

static void lay_out(lw_structure* s, const lw_order_graph* g, const int* order, int* scratch)
{
  for (int i = 0; i < s->nnode; i++) s->position[order[i]] = i;
  list_nodes(s, g, order);
  list_updates(s, scratch);
}

/* ---- the elimination tree and its costs -------------------------------------------------- */

static bool allocate_tree(lw_elimination_tree* t, int n)
{
  const size_t size = (size_t)n + 1;
  t->n              = n;
  t->parent         = calloc(size, sizeof *t->parent);
  t->cost           = calloc(size, sizeof *t->cost);
  t->subtree_cost   = calloc(size, sizeof *t->subtree_cost);
  t->subtree_nodes  = calloc(size, sizeof *t->subtree_nodes);
  return t->parent && t->cost && t->subtree_cost && t->subtree_nodes;
}

static void free_tree(lw_elimination_tree* t)
{
  free(t->parent);
  free(t->cost);
  free(t->subtree_cost);
  free(t->subtree_nodes);
}

static void fill_tree(const lw_structure* s, lw_elimination_tree* t)
{
  for (int i = 0; i < s->nnode; i++) {
    const lw_node* v = &s->node[i];
    double         D = 0.0;
    for (int e = v->edge; e < v->edge + v->nedge; e++) D += s->node[s->edge[e].target].d_max;
    t->cost[i]          = lw_elimination_cost(v->d_max, D, v->leaf);
    t->subtree_cost[i]  = t->cost[i];
    t->subtree_nodes[i] = 1;
    t->parent[i]        = v->nedge > 0 ? s->edge[v->edge].target : -1;
  }
  for (int i = 0; i < s->nnode; i++) {
    const int parent = t->parent[i];
    if (parent >= 0) {
      t->subtree_cost[parent] += t->subtree_cost[i];
      t->subtree_nodes[parent] += t->subtree_nodes[i];
    }
  }
}

/* Cost of all nodes and of each part, and the height of the tree. `level`: scratch (nnode). */
static void measure(lw_structure* s, const lw_elimination_tree* t, int* level)
{
  for (int i = 0; i < s->nnode; i++) level[i] = 1;
  s->height = 0;
  for (int i = 0, part = 0; i < s->nnode; i++) {
    const int parent = t->parent[i];
    s->cost += t->cost[i];
    s->height = level[i] > s->height ? level[i] : s->height;
    if (parent >= 0 && level[parent] < level[i] + 1) {
      level[parent] = level[i] + 1;
    }
    while (part < s->npart && i >= s->part_begin[part + 1]) part++;
    s->part_cost[part] += t->cost[i];
  }
}

/* ---- choice of an order ------------------------------------------------------------------ */

/* A node as a member of a front: its level, its size, and the total size of its later
 * neighbours. */
typedef struct front_node {
  int level, d, D;
} front_node;

/* by level and size; then those with the largest neighbourhood first, which decides the cost of
 * a front */
static int compare_front_nodes(const void* a, const void* b)
{
  const front_node *x = a, *y = b;
  int               d = x->level - y->level;
  d                   = d ? d : x->d - y->d;
  return d ? d : y->D - x->D;
}

/* Cost of a front besides its multiply-adds, in multiply-adds that take as long: the lookup of
 * its terms and gathering them. */
#define FRONT_OVERHEAD 150.0

/* Cost of an order in multiply-adds, where four nodes of one size and level cost as much as one. */
static double order_cost(const lw_order_graph* g, front_node* list, int* level)
{
  double sum = 0.0;
  int    n   = 0;
  for (int v = 0; v < g->n; v++) level[v] = 0;
  for (int i = 0; i < g->n; i++) {
    const int          v = g->order[i];
    const lw_node_set* N = &g->adj[v];
    if (v >= g->nbody || g->touched[v]) {
      list[n++] = (front_node){level[v], g->d[v], lw_order_graph_degree(g, v)};
      for (int k = 0; k < N->n; k++) {
        level[N->item[k]] = level[N->item[k]] > level[v] ? level[N->item[k]] : level[v] + 1;
      }
    }
  }
  qsort(list, (size_t)n, sizeof *list, compare_front_nodes);
  for (int i = 0, first = 0; i < n; i++) {
    first = list[first].level == list[i].level && list[first].d == list[i].d ? first : i;
    if ((i - first) % 4 == 0) {
      sum += FRONT_OVERHEAD + lw_elimination_cost(list[i].d, list[i].D, false);
    }
  }
  return sum;
}

static bool find_order(lw_order_graph* g, const lw_order_rule* rule, bool rounds)
{
  lw_order_graph_build(g);
  lw_order_graph_rank(g, g->mark, g->order);
  memset(g->mark, 0, (size_t)g->n * sizeof *g->mark);
  return !g->no_memory && lw_order_greedy(g, rule, rounds);
}

/* In a mechanism with loops an order in rounds has more fill, which every solve pays for. It is
 * taken there if the factorisation costs less than this fraction of that by least fill. */
#define ROUNDS_LOOPS 0.75

/* Find the order by least fill, or in rounds where that costs less. Rounds also have more nodes
 * that can be eliminated together, by the lanes of vectors and by threads. */
static bool choose_order(lw_order_graph* g, const lw_order_rule* rule)
{
  front_node* list  = calloc((size_t)g->n + 1, sizeof *list);
  int*        level = calloc((size_t)g->n + 1, sizeof *level);
  bool        ok    = list && level && find_order(g, rule, false);
  if (ok && !rule) {
    const double least_fill = order_cost(g, list, level);
    ok                      = find_order(g, NULL, true);
    if (ok && order_cost(g, list, level) > (g->s->is_tree ? 1.0 : ROUNDS_LOOPS) * least_fill) {
      ok = find_order(g, NULL, false);
    }
  }
  free(list);
  free(level);
  return ok;
}

/* ---- all together ------------------------------------------------------------------------ */

static bool allocate_graph(lw_order_graph* g)
{
  const size_t n = (size_t)g->n + 1;
  g->adj         = calloc(n, sizeof *g->adj);
  g->d           = calloc(n, sizeof *g->d);
  g->gone        = calloc(n, sizeof *g->gone);
  g->ready       = calloc(n, sizeof *g->ready);
  g->touched     = calloc(n, sizeof *g->touched);
  g->tree        = calloc(n, sizeof *g->tree);
  g->held        = calloc(n, sizeof *g->held);
  g->mark        = calloc(n, sizeof *g->mark);
  g->order       = calloc(n, sizeof *g->order);
  return g->adj && g->d && g->gone && g->ready && g->touched && g->tree && g->held && g->mark &&
         g->order;
}

static void free_graph(lw_order_graph* g)
{
  for (int v = 0; g->adj && v < g->n; v++) free(g->adj[v].item);
  free(g->adj);
  free(g->d);
  free(g->gone);
  free(g->ready);
  free(g->touched);
  free(g->tree);
  free(g->held);
  free(g->mark);
  free(g->order);
}

/* Divide the order into parts and list everything of the structure in it. */
static bool build_parts(lw_structure* s, lw_order_graph* g)
{
  lw_elimination_tree tree    = {0};
  int*                scratch = calloc((size_t)g->n + 1, sizeof *scratch);
  bool                ok      = scratch && allocate_tree(&tree, g->n);
  if (ok) {
    /* the costs of subtrees follow from the edges, which follow from the order */
    lay_out(s, g, g->order, scratch);
    fill_tree(s, &tree);
    s->npart = lw_parts_build(&tree, g->order, s->part_begin);
    ok       = s->npart >= 0;
  }
  if (ok) {
    memset(g->mark, 0, (size_t)g->n * sizeof *g->mark);
    lay_out(s, g, g->order, scratch);
    fill_tree(s, &tree);
    measure(s, &tree, scratch);
  }
  free_tree(&tree);
  free(scratch);
  return ok;
}

lw_status lw_order_build(lw_structure* s, const lw_order_rule* rule)
{
  s->nnode          = s->nbody + s->nconnector;
  s->rank           = calloc((size_t)s->nnode + 1, sizeof *s->rank);
  lw_order_graph g  = {.n = s->nnode, .nbody = s->nbody, .s = s, .rank = s->rank};
  const bool     ok = s->rank && allocate_graph(&g) && choose_order(&g, rule) &&
                  allocate_layout(s, &g) && build_parts(s, &g);
  free_graph(&g);
  return ok ? LW_OK : LW_ERR_MEMORY;
}
