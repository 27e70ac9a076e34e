/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fronts.c - nodes that are eliminated side by side.
 *
 *   reads    nodes and edges of a structure
 *   writes   front, front_begin, front_edge; core, core_at
 *   theory   section 5.1
 */
#include "structure/fronts.h"

#include <stdlib.h>
#include <string.h>

/* ---- groups of four ------------------------------------------------------------------------ */

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
    /* lane l has elements l quarter, l quarter + 1, ...; where they do not fill four lanes, the last ones are short */
    for (int i = first; i < end; i++) {
      element[i].group = ngroup + (i - first) % quarter;
      element[i].lane  = (i - first) / quarter;
    }
    ngroup += quarter;
  }
  return ngroup;
}

/* ---- which nodes go together --------------------------------------------------------------- */

/* rows of a node without and with compliant ones, as one number; bodies differ from all connectors */
static int kind_of(const lw_structure* s, int position)
{
  const int id = s->node[position].id;
  if (id < s->nbody) {
    return 0;
  }
  const lw_connector* c = &s->connector[id - s->nbody];
  return 1 + c->nrow + 16 * c->nsoft;
}

/* Nodes with their level; those with the same level, kind and kinds of neighbours go together. */
typedef struct sorter {
  const lw_structure* s;
  int                 node, level, equal;
} sorter;

/* A connector among its like: it may have fewer neighbours than others of its front, whose blocks are zero then. */
static bool among_equals(const lw_structure* s, int position)
{
  const lw_node* v    = &s->node[position];
  const int      kind = kind_of(s, position);
  bool           same = kind > 0;
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    same &= kind_of(s, s->edge[e].target) == kind;
  }
  return same;
}

static int compare_kinds(const sorter* x, const sorter* y)
{
  const lw_structure* s = x->s;
  const lw_node *     a = &s->node[x->node], *b = &s->node[y->node];
  int                 d = x->level - y->level;
  if (d == 0) {
    d = kind_of(s, x->node) - kind_of(s, y->node);
  }
  if (d == 0) {
    d = x->equal - y->equal;
  }
  if (d == 0 && !x->equal) {
    d = a->nedge - b->nedge;
  }
  for (int e = 0; d == 0 && !x->equal && e < a->nedge; e++) {
    d = kind_of(s, s->edge[a->edge + e].target) - kind_of(s, s->edge[b->edge + e].target);
  }
  return d;
}

static int compare_sorters(const void* a, const void* b)
{
  const sorter *x = a, *y = b;
  const int     d = compare_kinds(x, y);
  return d ? d : x->node - y->node;
}

/* level of each node: one more than those it waits for */
static void find_levels(const lw_structure* s, int* level)
{
  for (int i = 0; i < s->nnode; i++) level[i] = 0;
  for (int i = 0; i < s->nnode; i++) {
    const lw_node* v = &s->node[i];
    for (int e = v->edge; e < v->edge + v->nedge && !v->leaf; e++) {
      int* to = &level[s->edge[e].target];
      *to     = *to > level[i] ? *to : level[i] + 1;
    }
  }
}

/* ---- layout -------------------------------------------------------------------------------- */

static void lay_out_front(lw_structure* s, int part, lw_front* c)
{
  const lw_node* v = &s->node[c->node[0]];
  int *blocks = &s->term_size[LW_TERM_BLOCK][part], *vectors = &s->term_size[LW_TERM_VECTOR][part];
  for (int l = 1; l < c->n; l++) {
    const lw_node* w = &s->node[c->node[l]];
    v                = w->nedge > v->nedge ? w : v;
  }
  lw_front_sizes(s, c->node[0], c->size);
  const int d = c->size[1];
  c->body     = v->id < s->nbody;
  c->pivot    = s->nfactor;
  c->z        = s->nworkspace;
  s->nfactor += 4 * LW_HALF(d);
  s->nworkspace += 4 * d;
  for (int l = 0; l < 4; l++) {
    const lw_node* w = &s->node[c->node[l]];
    c->x[l]          = w->x;
    c->first[l]      = c->body ? w->id : s->connector[w->id - s->nbody].row;
  }
  c->nedge        = v->nedge;
  c->uniform_rows = c->size[0];
  for (int k = 0; k < c->nedge; k++) {
    lw_front_edge* e = &s->front_edge[c->edge + k];
    lw_front_sizes(s, s->edge[v->edge + k].target, e->size);
    c->uniform_rows = e->size[0] == c->uniform_rows ? c->uniform_rows : 0;
    e->X            = s->nfactor;
    e->A            = *blocks;
    e->y            = *vectors;
    s->nfactor += 4 * d * e->size[1];
    *blocks += c->nedge > LW_FEW_EDGES ? 4 * d * e->size[1] : 0;
    *vectors += 4 * e->size[1];
    for (int l = 0; l < 4; l++) {
      const lw_node* w    = &s->node[c->node[l]];
      const int      side = k < w->nedge ? s->edge[w->edge + k].side : LW_NONE;
      e->jac[l]           = side == LW_NONE ? -1 : s->side[side].jac;
    }
  }
  for (int k = 0; k < c->nedge; k++) {
    lw_front_edge* e = &s->front_edge[c->edge + k];
    e->product       = *blocks;
    for (int m = k; m < c->nedge; m++) {
      *blocks += 4 * LW_BLOCK(m == k, e->size[1], s->front_edge[c->edge + m].size[1]);
    }
  }
}

/* The fronts of a part: nodes that are no leaves, level by level. */
static void make_fronts(lw_structure* s, int part, const int* level, sorter* list,
                        lw_groupable* group, int* ncell, int* nedge)
{
  int n = 0;
  for (int i = s->later_nodes_begin[part]; i < s->later_nodes_begin[part + 1]; i++) {
    list[n++] = (sorter){s, s->later_nodes[i], level[s->later_nodes[i]],
                         among_equals(s, s->later_nodes[i])};
  }
  qsort(list, (size_t)n, sizeof *list, compare_sorters);
  for (int i = 0, key = 0; i < n; i++) {
    key += i > 0 && compare_kinds(&list[i - 1], &list[i]) != 0;
    const int rank = lw_outward(s, part, s->rank[s->node[list[i].node].id]);
    group[i]       = (lw_groupable){key, rank, list[i].node, 0, 0};
  }
  const int count = lw_group_by_four(group, n);
  for (int i = 0; i < n; i++) {
    lw_front* c                = &s->front[*ncell + group[i].group];
    s->node[group[i].id].front = *ncell + group[i].group;
    s->node[group[i].id].lane  = group[i].lane;
    for (int l = group[i].lane; l < 4; l++) c->node[l] = group[i].id;
    c->n = group[i].lane + 1 > c->n ? group[i].lane + 1 : c->n;
  }
  for (int k = 0; k < count; k++) {
    lw_front* c = &s->front[*ncell + k];
    c->edge     = *nedge;
    lay_out_front(s, part, c);
    *nedge += c->nedge;
  }
  *ncell += count;
}

/* ---- all ----------------------------------------------------------------------------------- */

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

/* There are fewer fronts than nodes. */
static void shrink(lw_structure* s, int ncell, int nedge)
{
  void* front = realloc(s->front, ((size_t)ncell + 1) * sizeof *s->front);
  if (front) {
    s->front = front;
  }
  void* edge = realloc(s->front_edge, ((size_t)nedge + 1) * sizeof *s->front_edge);
  if (edge) {
    s->front_edge = edge;
  }
}

lw_status lw_fronts_build(lw_structure* s)
{
  const size_t n       = (size_t)s->nnode + 1;
  const size_t nedge   = (size_t)s->nedge + 1;
  s->later_nodes       = calloc(n, sizeof *s->later_nodes);
  s->later_nodes_begin = calloc((size_t)s->npart + 2, sizeof *s->later_nodes_begin);
  s->front             = calloc(n, sizeof *s->front);
  s->front_begin       = calloc((size_t)s->npart + 2, sizeof *s->front_begin);
  s->front_edge        = calloc(nedge, sizeof *s->front_edge);
  int*          level  = calloc(n, sizeof *level);
  sorter*       list   = calloc(n, sizeof *list);
  lw_groupable* group  = calloc(n, sizeof *group);
  bool ok = s->later_nodes && s->later_nodes_begin && s->front && s->front_begin && s->front_edge &&
            level && list && group;
  if (ok) {
    int ncell = 0, front_edges = 0;
    s->nfactor    = 0;
    s->nworkspace = LW_ZEROS_VECTOR;
    for (int k = 0; k <= s->npart; k++) s->term_size[LW_TERM_VECTOR][k] = LW_ZEROS_VECTOR;
    list_later_nodes(s);
    find_levels(s, level);
    for (int part = 0; part <= s->npart; part++) {
      s->front_begin[part] = ncell;
      s->nfactor += LW_PART_PADDING;
      s->nworkspace += LW_PART_PADDING;
      make_fronts(s, part, level, list, group, &ncell, &front_edges);
    }
    s->front_begin[s->npart + 1] = ncell;
    s->nfront_edge               = front_edges;
    shrink(s, ncell, front_edges);
  }
  free(level);
  free(list);
  free(group);
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
