/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fronts.c - group the nodes that are no leaves in fronts of four and lay out their blocks.
 *
 *   list the nodes of each part -> level of each node -> sort by level, kind and kinds of
 *   neighbours -> groups of four -> layout of factor, workspace and products -> update terms
 *   (front_terms.c)
 *
 *   reads    nodes, edges and parts of a structure
 *   writes   front, front_begin, front_edge, later_nodes; nfactor, nworkspace, term_size
 *   theory   section 5.1
 */
#include "structure/fronts.h"

#include <stdlib.h>
#include <string.h>

/* ---- groups of four ---------------------------------------------------------------------- */

static int compare_groupables(const void* a, const void* b)
{
  const lw_groupable *x = a, *y = b;
  if (x->key != y->key) {
    return (x->key > y->key) - (x->key < y->key);
  }
  return x->rank != y->rank ? (x->rank > y->rank) - (x->rank < y->rank)
                            : (x->id > y->id) - (x->id < y->id);
}

int lw_group_by_four(lw_groupable* element, int n)
{
  int ngroup = 0;
  qsort(element, (size_t)n, sizeof *element, compare_groupables);
  for (int first = 0, end = 0; first < n; first = end) {
    while (end < n && element[end].key == element[first].key) end++;
    const int quarter = (end - first + 3) / 4;
    /* lane l takes the elements l * quarter, l * quarter + 1, ...; the last lanes may have fewer */
    for (int i = first; i < end; i++) {
      element[i].group = ngroup + (i - first) % quarter;
      element[i].lane  = (i - first) / quarter;
    }
    ngroup += quarter;
  }
  return ngroup;
}

/* ---- nodes of a front -------------------------------------------------------------------- */

/* kind of a node: its rows without and with compliant rows; 0: a body */
static int kind_of(const lw_structure* s, int position)
{
  const int id = s->node[position].id;
  if (id < s->nbody) {
    return 0;
  }
  const lw_connector* c = &s->connector[id - s->nbody];
  return 1 + c->nrow + 16 * c->nsoft;
}

/* A node that is to be sorted: nodes of the same level and kind with neighbours of the same
 * kinds can be in one front. */
typedef struct sortable {
  const lw_structure* s;
  int                 node;    /* position */
  int                 level;   /* longest chain of eliminations before it */
  int                 uniform; /* see below */
} sortable;

/* Tell whether a node is a connector all of whose neighbours are of its own kind. Such nodes can
 * be in one front even if they have different numbers of neighbours: the missing blocks are
 * zero. */
static bool is_uniform(const lw_structure* s, int position)
{
  const lw_node* v    = &s->node[position];
  const int      kind = kind_of(s, position);
  bool           same = kind > 0;
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    same &= kind_of(s, s->edge[e].target) == kind;
  }
  return same;
}

/* 0: both nodes can be in one front */
static int compare_kinds(const sortable* x, const sortable* y)
{
  const lw_structure* s = x->s;
  const lw_node *     a = &s->node[x->node], *b = &s->node[y->node];
  int                 d = x->level - y->level;
  if (d == 0) {
    d = kind_of(s, x->node) - kind_of(s, y->node);
  }
  if (d == 0) {
    d = x->uniform - y->uniform;
  }
  if (d == 0 && !x->uniform) {
    d = a->nedge - b->nedge;
  }
  for (int e = 0; d == 0 && !x->uniform && e < a->nedge; e++) {
    d = kind_of(s, s->edge[a->edge + e].target) - kind_of(s, s->edge[b->edge + e].target);
  }
  return d;
}

static int compare_sortables(const void* a, const void* b)
{
  const sortable *x = a, *y = b;
  const int       d = compare_kinds(x, y);
  return d ? d : x->node - y->node;
}

/* Set the level of each node: one more than the highest level of the nodes that it waits for. */
static void find_levels(const lw_structure* s, int* level)
{
  for (int i = 0; i < s->nnode; i++) level[i] = 0;
  for (int i = 0; i < s->nnode; i++) {
    const lw_node* v = &s->node[i];
    for (int e = v->edge; e < v->edge + v->nedge && !v->leaf; e++) {
      int* target = &level[s->edge[e].target];
      *target     = *target > level[i] ? *target : level[i] + 1;
    }
  }
}

/* ---- layout of a front ------------------------------------------------------------------- */

/* node of a front with the most edges: all others have the same or the first of them */
static const lw_node* largest_node(const lw_structure* s, const lw_front* c)
{
  const lw_node* v = &s->node[c->node[0]];
  for (int l = 1; l < c->n; l++) {
    const lw_node* w = &s->node[c->node[l]];
    v                = w->nedge > v->nedge ? w : v;
  }
  return v;
}

/* Lay out the k-th edges of the nodes of a front, of which v has the most. */
static void lay_out_edge(lw_structure* s, int part, const lw_front* c, const lw_node* v, int k)
{
  lw_front_edge* e = &s->front_edge[c->edge + k];
  const int      d = c->size[1];
  lw_front_sizes(s, s->edge[v->edge + k].target, e->size);
  e->X = s->nfactor;
  e->A = s->term_size[LW_TERM_BLOCK][part];
  e->y = s->term_size[LW_TERM_VECTOR][part];
  s->nfactor += 4 * d * e->size[1];
  s->term_size[LW_TERM_BLOCK][part] += c->nedge > LW_FEW_EDGES ? 4 * d * e->size[1] : 0;
  s->term_size[LW_TERM_VECTOR][part] += 4 * e->size[1];
  for (int l = 0; l < 4; l++) {
    const lw_node* w    = &s->node[c->node[l]];
    const int      side = k < w->nedge ? s->edge[w->edge + k].side : LW_NONE;
    e->jac[l]           = side == LW_NONE ? -1 : s->side[side].jac;
  }
}

/* Lay out the products A^T X of every two edges of a front. */
static void lay_out_products(lw_structure* s, int part, const lw_front* c)
{
  int* size = &s->term_size[LW_TERM_BLOCK][part];
  for (int k = 0; k < c->nedge; k++) {
    lw_front_edge* e = &s->front_edge[c->edge + k];
    e->product       = *size;
    for (int m = k; m < c->nedge; m++) {
      *size += 4 * LW_BLOCK(m == k, e->size[1], s->front_edge[c->edge + m].size[1]);
    }
  }
}

static void lay_out_front(lw_structure* s, int part, lw_front* c)
{
  const lw_node* v = largest_node(s, c);
  lw_front_sizes(s, c->node[0], c->size);
  c->body  = v->id < s->nbody;
  c->pivot = s->nfactor;
  c->z     = s->nworkspace;
  s->nfactor += 4 * LW_HALF(c->size[1]);
  s->nworkspace += 4 * c->size[1];
  for (int l = 0; l < 4; l++) {
    const lw_node* w = &s->node[c->node[l]];
    c->x[l]          = w->x;
    c->first[l]      = c->body ? w->id : s->connector[w->id - s->nbody].row;
  }
  c->nedge        = v->nedge;
  c->uniform_rows = c->size[0];
  for (int k = 0; k < c->nedge; k++) {
    lay_out_edge(s, part, c, v, k);
    c->uniform_rows = s->front_edge[c->edge + k].size[0] == c->uniform_rows ? c->uniform_rows : 0;
  }
  lay_out_products(s, part, c);
}

/* Scratch memory of lw_fronts_build(), one entry for each node. */
typedef struct scratch {
  int*          level;
  sortable*     list;
  lw_groupable* group;
} scratch;

/* Make the fronts of a part: of its nodes that are no leaves, level by level. */
static void make_fronts(lw_structure* s, int part, const scratch* w, int* nfront, int* nedge)
{
  int n = 0;
  for (int i = s->later_nodes_begin[part]; i < s->later_nodes_begin[part + 1]; i++) {
    const int node = s->later_nodes[i];
    w->list[n++]   = (sortable){s, node, w->level[node], is_uniform(s, node)};
  }
  qsort(w->list, (size_t)n, sizeof *w->list, compare_sortables);
  for (int i = 0, key = 0; i < n; i++) {
    key += i > 0 && compare_kinds(&w->list[i - 1], &w->list[i]) != 0;
    const int rank = lw_outward(s, part, s->rank[s->node[w->list[i].node].id]);
    w->group[i]    = (lw_groupable){key, rank, w->list[i].node, 0, 0};
  }
  const int count = lw_group_by_four(w->group, n);
  for (int i = 0; i < n; i++) {
    const lw_groupable* x = &w->group[i];
    lw_front*           c = &s->front[*nfront + x->group];
    s->node[x->id].front  = *nfront + x->group;
    s->node[x->id].lane   = x->lane;
    for (int l = x->lane; l < 4; l++) c->node[l] = x->id;
    c->n = x->lane + 1 > c->n ? x->lane + 1 : c->n;
  }
  for (int k = 0; k < count; k++) {
    lw_front* c = &s->front[*nfront + k];
    c->edge     = *nedge;
    lay_out_front(s, part, c);
    *nedge += c->nedge;
  }
  *nfront += count;
}

/* ---- all together ------------------------------------------------------------------------ */

static void list_later_nodes(lw_structure* s)
{
  int k = 0;
  for (int part = 0; part <= s->npart; part++) {
    s->later_nodes_begin[part] = k;
    for (int i = s->part_begin[part]; i < s->part_begin[part + 1]; i++) {
      if (!s->node[i].leaf) {
        s->later_nodes[k++] = i;
      }
    }
  }
  s->later_nodes_begin[s->npart + 1] = k;
}

/* Give back the memory that was allocated for one front per node. */
static void shrink(lw_structure* s)
{
  const size_t nfront = (size_t)s->front_begin[s->npart + 1], nedge = (size_t)s->nfront_edge;
  void*        front = realloc(s->front, (nfront + 1) * sizeof *s->front);
  if (front) {
    s->front = front;
  }
  void* edge = realloc(s->front_edge, (nedge + 1) * sizeof *s->front_edge);
  if (edge) {
    s->front_edge = edge;
  }
}

static void make_all_fronts(lw_structure* s, const scratch* w)
{
  int nfront     = 0;
  s->nfactor     = 0;
  s->nworkspace  = LW_ZEROS_VECTOR;
  s->nfront_edge = 0;
  for (int k = 0; k <= s->npart; k++) s->term_size[LW_TERM_VECTOR][k] = LW_ZEROS_VECTOR;
  list_later_nodes(s);
  find_levels(s, w->level);
  for (int part = 0; part <= s->npart; part++) {
    s->front_begin[part] = nfront;
    s->nfactor += LW_PART_PADDING;
    s->nworkspace += LW_PART_PADDING;
    make_fronts(s, part, w, &nfront, &s->nfront_edge);
  }
  s->front_begin[s->npart + 1] = nfront;
}

lw_status lw_fronts_build(lw_structure* s)
{
  const size_t n = (size_t)s->nnode + 1, npart = (size_t)s->npart + 2;
  scratch      w       = {.level = calloc(n, sizeof *w.level),
                          .list  = calloc(n, sizeof *w.list),
                          .group = calloc(n, sizeof *w.group)};
  s->later_nodes       = calloc(n, sizeof *s->later_nodes);
  s->later_nodes_begin = calloc(npart, sizeof *s->later_nodes_begin);
  s->front             = calloc(n, sizeof *s->front);
  s->front_begin       = calloc(npart, sizeof *s->front_begin);
  s->front_edge        = calloc((size_t)s->nedge + 1, sizeof *s->front_edge);
  const bool ok        = s->later_nodes && s->later_nodes_begin && s->front && s->front_begin &&
                  s->front_edge && w.level && w.list && w.group;
  if (ok) {
    make_all_fronts(s, &w);
    shrink(s);
  }
  free(w.level);
  free(w.list);
  free(w.group);
  return ok ? lw_front_terms_build(s) : LW_ERR_MEMORY;
}

void lw_fronts_destroy(lw_structure* s)
{
  free(s->later_nodes);
  free(s->later_nodes_begin);
  free(s->front);
  free(s->front_begin);
  free(s->front_edge);
  lw_front_terms_destroy(s);
}
