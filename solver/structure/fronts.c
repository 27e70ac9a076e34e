/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fronts.c - nodes that are eliminated side by side.
 *
 *   reads    nodes and edges of a structure
 *   writes   cell, cell_at, cell_edge; core, core_at
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

/* A connector among its like: it may have fewer neighbours than others of its cell, whose blocks are zero then. */
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

static void lay_out_cell(lw_structure* s, int share, lw_cell* c)
{
  const lw_node* v = &s->node[c->node[0]];
  int *blocks = &s->room[LW_TERM_BLOCK][share], *vectors = &s->room[LW_TERM_VECTOR][share];
  for (int l = 1; l < c->n; l++) {
    const lw_node* w = &s->node[c->node[l]];
    v                = w->nedge > v->nedge ? w : v;
  }
  lw_cell_sizes(s, c->node[0], c->size);
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
  c->nedge = v->nedge;
  c->equal = c->size[0];
  for (int k = 0; k < c->nedge; k++) {
    lw_cell_edge* e = &s->cell_edge[c->edge + k];
    lw_cell_sizes(s, s->edge[v->edge + k].target, e->size);
    c->equal = e->size[0] == c->equal ? c->equal : 0;
    e->X     = s->nfactor;
    e->A     = *blocks;
    e->y     = *vectors;
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
    lw_cell_edge* e = &s->cell_edge[c->edge + k];
    e->product      = *blocks;
    for (int m = k; m < c->nedge; m++) {
      *blocks += 4 * LW_BLOCK(m == k, e->size[1], s->cell_edge[c->edge + m].size[1]);
    }
  }
}

/* The cells of a share: nodes that are no leaves, level by level. */
static void make_cells(lw_structure* s, int share, const int* level, sorter* list,
                       lw_groupable* group, int* ncell, int* nedge)
{
  int n = 0;
  for (int i = s->core_at[share]; i < s->core_at[share + 1]; i++) {
    list[n++] = (sorter){s, s->core[i], level[s->core[i]], among_equals(s, s->core[i])};
  }
  qsort(list, (size_t)n, sizeof *list, compare_sorters);
  for (int i = 0, key = 0; i < n; i++) {
    key += i > 0 && compare_kinds(&list[i - 1], &list[i]) != 0;
    const int rank = lw_outward(s, share, s->rank[s->node[list[i].node].id]);
    group[i]       = (lw_groupable){key, rank, list[i].node, 0, 0};
  }
  const int count = lw_group_by_four(group, n);
  for (int i = 0; i < n; i++) {
    lw_cell* c                = &s->cell[*ncell + group[i].group];
    s->node[group[i].id].cell = *ncell + group[i].group;
    s->node[group[i].id].lane = group[i].lane;
    for (int l = group[i].lane; l < 4; l++) c->node[l] = group[i].id;
    c->n = group[i].lane + 1 > c->n ? group[i].lane + 1 : c->n;
  }
  for (int k = 0; k < count; k++) {
    lw_cell* c = &s->cell[*ncell + k];
    c->edge    = *nedge;
    lay_out_cell(s, share, c);
    *nedge += c->nedge;
  }
  *ncell += count;
}

/* ---- all ----------------------------------------------------------------------------------- */

static void list_core(lw_structure* s)
{
  int k = 0;
  for (int share = 0; share <= s->npart; share++) {
    s->core_at[share] = k;
    for (int i = s->part[share]; i < s->part[share + 1]; i++) {
      if (!s->node[i].leaf) {
        s->core[k++] = i;
      }
    }
  }
  s->core_at[s->npart + 1] = k;
}

/* There are fewer cells than nodes. */
static void shrink(lw_structure* s, int ncell, int nedge)
{
  void* cell = realloc(s->cell, ((size_t)ncell + 1) * sizeof *s->cell);
  if (cell) {
    s->cell = cell;
  }
  void* edge = realloc(s->cell_edge, ((size_t)nedge + 1) * sizeof *s->cell_edge);
  if (edge) {
    s->cell_edge = edge;
  }
}

lw_status lw_cells_build(lw_structure* s)
{
  const size_t n      = (size_t)s->nnode + 1;
  const size_t nedge  = (size_t)s->nedge + 1;
  s->core             = calloc(n, sizeof *s->core);
  s->core_at          = calloc((size_t)s->npart + 2, sizeof *s->core_at);
  s->cell             = calloc(n, sizeof *s->cell);
  s->cell_at          = calloc((size_t)s->npart + 2, sizeof *s->cell_at);
  s->cell_edge        = calloc(nedge, sizeof *s->cell_edge);
  int*          level = calloc(n, sizeof *level);
  sorter*       list  = calloc(n, sizeof *list);
  lw_groupable* group = calloc(n, sizeof *group);
  bool          ok =
      s->core && s->core_at && s->cell && s->cell_at && s->cell_edge && level && list && group;
  if (ok) {
    int ncell = 0, cell_edges = 0;
    s->nfactor    = 0;
    s->nworkspace = LW_ZEROS_VECTOR;
    for (int k = 0; k <= s->npart; k++) s->room[LW_TERM_VECTOR][k] = LW_ZEROS_VECTOR;
    list_core(s);
    find_levels(s, level);
    for (int share = 0; share <= s->npart; share++) {
      s->cell_at[share] = ncell;
      s->nfactor += LW_SHARES_APART;
      s->nworkspace += LW_SHARES_APART;
      make_cells(s, share, level, list, group, &ncell, &cell_edges);
    }
    s->cell_at[s->npart + 1] = ncell;
    s->ncell_edge            = cell_edges;
    shrink(s, ncell, cell_edges);
  }
  free(level);
  free(list);
  free(group);
  return ok ? lw_cell_terms_build(s) : LW_ERR_MEMORY;
}

void lw_cells_destroy(lw_structure* s)
{
  free(s->core);
  free(s->core_at);
  free(s->cell);
  free(s->cell_at);
  free(s->cell_edge);
  lw_cell_terms_destroy(s);
}
