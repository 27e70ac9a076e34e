/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * front_terms.c - list the update terms that fronts gather from earlier fronts.
 *
 *   contributions of each part to the separator -> their sums, grouped by four -> terms of these
 *   sums, and of the pivots, edges and right-hand sides of all fronts (put_all, which runs twice:
 *   to count the terms and to write them)
 *
 * A part sums up what it subtracts from the separator. A thread that factors the separator then
 * reads a few lines of memory that other threads wrote, instead of numbers from all over their
 * parts.
 *
 *   reads    nodes, edges, updates and fronts of a structure
 *   writes   term, separator_terms, separator_term_begin; terms of fronts and their edges
 *   theory   section 5.1
 */
#include <stdlib.h>
#include <string.h>

#include "structure/fronts.h"

/* ---- terms ------------------------------------------------------------------------------- */

/* All terms; they are counted first and written in a second pass. */
typedef struct term_list {
  lw_update_term* at; /* NULL: count */
  int             n;
} term_list;

/* The terms of one block or right-hand side of a front while they are collected, lane after
 * lane. Lanes share a term, if possible so that their numbers are adjacent in memory. */
typedef struct collector {
  term_list* list;
  int        first, n; /* terms so far */
  int*       taken;    /* of each term: lanes that have a number, as bits */
  int*       pending;  /* offsets of the numbers of the present lane */
  int        npending;
} collector;

/* scratch: nupdate + npart + 1 entries for each of the two arrays */
static collector begin_terms(const lw_structure* s, term_list* list, int* scratch)
{
  return (collector){list, list->n, 0, scratch, scratch + s->nupdate + s->npart + 1, 0};
}

/* Let a lane take the number at an offset for its k-th term; a new term is appended for k = n. */
static void fill_term(collector* t, int k, int lane, int at)
{
  if (k == t->n) {
    t->taken[t->n++] = 0;
    t->list->n++;
    if (t->list->at) {
      t->list->at[t->first + k] = (lw_update_term){{0, 1, 2, 3}, false};
    }
  }
  t->taken[k] |= 1 << lane;
  if (t->list->at) {
    t->list->at[t->first + k].at[lane] = at;
  }
}

/* Tell whether a lane has no number in term k yet and another lane has one adjacent to `at`. */
static bool fits(const collector* t, int k, int lane, int at)
{
  bool adjacent = false;
  for (int l = 0; l < lane; l++) {
    adjacent |= (t->taken[k] & 1 << l) && t->list->at[t->first + k].at[l] - l == at - lane;
  }
  return adjacent && !(t->taken[k] & 1 << lane);
}

/* Distribute the pending numbers of a lane over the terms: first those that are adjacent to
 * numbers of other lanes, then the others where the lane has none yet. */
static void put_lane(collector* t, int lane)
{
  int nleft = 0;
  for (int i = 0; i < t->npending; i++) {
    int k = 0;
    while (k < t->n && !(t->list->at && fits(t, k, lane, t->pending[i]))) k++;
    if (k < t->n) {
      fill_term(t, k, lane, t->pending[i]);
    } else {
      t->pending[nleft++] = t->pending[i];
    }
  }
  for (int i = 0, k = 0; i < nleft; i++, k++) {
    while (k < t->n && (t->taken[k] & 1 << lane)) k++;
    fill_term(t, k, lane, t->pending[i]);
  }
  t->npending = 0;
}

/* Finish the terms of a front with n nodes: the remaining lanes repeat the last one. */
static void close_terms(collector* t, int n)
{
  for (int k = 0; k < t->n && t->list->at; k++) {
    lw_update_term* term = &t->list->at[t->first + k];
    for (int l = n; l < 4; l++) term->at[l] = term->at[n - 1];
    term->aligned = true;
    for (int l = 1; l < n; l++) term->aligned &= term->at[l] == term->at[0] + l;
  }
}

/* offset of the product of edges e and f of an earlier node k, in the lane of k */
static int product_at(const lw_structure* s, const lw_node* k, int e, int f)
{
  const lw_front* c    = &s->front[k->front];
  const int       i    = e - k->edge;
  int             at   = s->front_edge[c->edge + i].product;
  const int       size = s->front_edge[c->edge + i].size[1];
  for (int m = i; m < f - k->edge; m++) {
    at += 4 * LW_BLOCK(m == i, size, s->front_edge[c->edge + m].size[1]);
  }
  return at + k->lane;
}

/* part of a node */
static int part_of(const lw_structure* s, int position)
{
  int k = 0;
  while (k < s->npart && position >= s->part_begin[k + 1]) k++;
  return k;
}

/* Product that an update subtracts from the block between its node and a later node `target`, or
 * from the pivot of its node. */
static void collect_block(const lw_structure* s, const lw_update* u, int target, collector* t)
{
  const lw_node* k = &s->node[u->node];
  for (int e = u->edge; e < k->edge + k->nedge; e++) {
    if (s->edge[e].target == target) {
      t->pending[t->npending++] =
          k->leaf ? s->pair[u->pair + e - u->edge].block : product_at(s, k, u->edge, e);
    }
  }
}

/* Product that an update subtracts from the right-hand side of its node. Updates by leaves are not
 * among them: connectors subtract those themselves (factor_bodies.c). */
static void collect_vector(const lw_structure* s, const lw_update* u, collector* t)
{
  const lw_node* k = &s->node[u->node];
  if (!k->leaf) {
    const lw_front* c         = &s->front[k->front];
    t->pending[t->npending++] = s->front_edge[c->edge + u->edge - k->edge].y + k->lane;
  }
}

/* Products that earlier nodes of a part subtract from the block between v and `target`, or from the
 * right-hand side of v. */
static void collect(const lw_structure* s, const lw_node* v, int target, int kind, int part,
                    collector* t)
{
  for (int q = v->update; q < v->update + v->nupdate; q++) {
    const lw_update* u = &s->update[q];
    if (part_of(s, u->node) != part) {
      continue;
    }
    if (kind == LW_TERM_VECTOR) {
      collect_vector(s, u, t);
    } else {
      collect_block(s, u, target, t);
    }
  }
}

/* A block or right-hand side of the separator to which a part contributes. */
typedef struct contribution {
  int node; /* position */
  int edge; /* number of the edge of the block; -1: the pivot, or a right-hand side */
  int at;   /* offset of the sum among the update terms of the separator */
} contribution;

/* Contributions of all parts to the separator, each array by the kind of term. */
typedef struct contributions {
  contribution* item[LW_TERM_KINDS];   /* part after part, sorted by node and edge */
  int*          first[LW_TERM_KINDS];  /* first of each part (npart + 1) */
  int*          member[LW_TERM_KINDS]; /* contribution in each lane of a separator term; -1: none */
} contributions;

static int compare_contributions(const void* a, const void* b)
{
  const contribution *x = a, *y = b;
  return x->node != y->node ? (x->node > y->node) - (x->node < y->node)
                            : (x->edge > y->edge) - (x->edge < y->edge);
}

static int target_of(const lw_structure* s, int node, int edge)
{
  return edge < 0 ? node : s->edge[s->node[node].edge + edge].target;
}

/* Sums that the parts contribute to a block or right-hand side of the separator. */
static void collect_contributed(const lw_structure* s, const contributions* from, int node,
                                int edge, int kind, collector* t)
{
  const contribution key = {node, edge, 0};
  for (int k = 0; k < s->npart; k++) {
    const int           n = from->first[kind][k + 1] - from->first[kind][k];
    const contribution* x = bsearch(&key, from->item[kind] + from->first[kind][k], (size_t)n,
                                    sizeof key, compare_contributions);
    if (x) {
      t->pending[t->npending++] = x->at;
    }
  }
}

/* List the terms of the blocks of a front with its k-th later neighbours (k = -1: of its
 * pivots), or of its right-hand sides. Returns their number. */
static int put_terms(const lw_structure* s, const lw_front* c, int k, int kind,
                     const contributions* from, term_list* list, int* scratch)
{
  collector t    = begin_terms(s, list, scratch);
  const int part = part_of(s, c->node[0]);
  for (int l = 0; l < c->n; l++) {
    const lw_node* v = &s->node[c->node[l]];
    if (k < v->nedge) {
      if (part == s->npart) {
        collect_contributed(s, from, c->node[l], k, kind, &t);
      }
      collect(s, v, target_of(s, c->node[l], k), kind, part, &t);
      put_lane(&t, l);
    }
  }
  close_terms(&t, c->n);
  return t.n;
}

/* ---- sums that parts contribute to the separator ----------------------------------------- */

/* Mark v and its later neighbours where a part contributes to their blocks with v. Returns
 * whether fronts of the part contribute to the right-hand side of v. */
static bool mark_contributions(const lw_structure* s, const lw_node* v, int part, int stamp,
                               int* mark)
{
  bool vector = false;
  for (int q = v->update; q < v->update + v->nupdate; q++) {
    const lw_update* u = &s->update[q];
    const lw_node*   k = &s->node[u->node];
    if (part_of(s, u->node) == part) {
      vector |= !k->leaf;
      for (int e = u->edge; e < k->edge + k->nedge; e++) mark[s->edge[e].target] = stamp;
    }
  }
  return vector;
}

/* List the contributions of a part. Returns their number.
 *   mark        scratch (nnode)
 *   Nullable    list: they are only counted */
static int list_contributions(const lw_structure* s, int part, int kind, contribution* list,
                              int* mark)
{
  int n = 0;
  memset(mark, 0, (size_t)s->nnode * sizeof *mark);
  for (int i = s->later_nodes_begin[s->npart]; i < s->later_nodes_begin[s->npart + 1]; i++) {
    const int      node   = s->later_nodes[i];
    const lw_node* v      = &s->node[node];
    const bool     vector = mark_contributions(s, v, part, i + 1, mark);
    for (int k = -1; k < (kind == LW_TERM_BLOCK ? v->nedge : 0); k++) {
      const bool found = kind == LW_TERM_VECTOR ? vector : mark[target_of(s, node, k)] == i + 1;
      if (found && list) {
        list[n] = (contribution){node, k, 0};
      }
      n += found;
    }
  }
  return n;
}

/* Count the numbers of a contribution, without and with compliant rows. */
static void numbers_of(const lw_structure* s, const contribution* x, int kind, int n[2])
{
  int rows[2], columns[2];
  lw_front_sizes(s, x->node, rows);
  lw_front_sizes(s, target_of(s, x->node, x->edge), columns);
  for (int i = 0; i < 2; i++) {
    n[i] = kind == LW_TERM_VECTOR ? rows[i] : LW_BLOCK(x->edge < 0, rows[i], columns[i]);
  }
}

/* Group the contributions of a part by four and give their sums their offsets. Returns the
 * number of separator terms so far. */
static int lay_out_separator_terms(lw_structure* s, int part, int kind, const contributions* to,
                                   lw_groupable* group, int nterm)
{
  const int     first = to->first[kind][part], n = to->first[kind][part + 1] - first;
  contribution* item  = to->item[kind] + first;
  int*          total = &s->term_size[kind][s->npart];
  for (int i = 0; i < n; i++) {
    int numbers[2];
    numbers_of(s, &item[i], kind, numbers);
    group[i] = (lw_groupable){numbers[0] + 1024 * numbers[1], i, i, 0, 0};
  }
  const int count = lw_group_by_four(group, n);
  for (int k = 0; k < count; k++) s->separator_terms[nterm + k] = (lw_separator_term){.n = 0};
  for (int i = 0; i < n; i++) {
    lw_separator_term* e = &s->separator_terms[nterm + group[i].group];
    numbers_of(s, &item[group[i].id], kind, e->size);
    e->n = group[i].lane + 1 > e->n ? group[i].lane + 1 : e->n;
  }
  *total = (*total + 7) / 8 * 8;
  for (int k = 0; k < count; k++) {
    lw_separator_term* e = &s->separator_terms[nterm + k];
    e->to                = *total;
    *total += 4 * e->size[1];
    for (int l = 0; l < 4; l++) to->member[kind][4 * (nterm + k) + l] = -1;
  }
  *total += n > 0 ? LW_SEPARATOR_TERM_PADDING : 0;
  for (int i = 0; i < n; i++) {
    const int k                             = nterm + group[i].group;
    item[group[i].id].at                    = s->separator_terms[k].to + group[i].lane;
    to->member[kind][4 * k + group[i].lane] = first + group[i].id;
  }
  return nterm + count;
}

/* List the terms that the sums of a part consist of. */
static void put_separator_terms(lw_structure* s, int part, int kind, const contributions* to,
                                term_list* list, int* scratch)
{
  for (int i = s->separator_term_begin[kind][part]; i < s->separator_term_begin[kind][part + 1];
       i++) {
    lw_separator_term* e = &s->separator_terms[i];
    collector          t = begin_terms(s, list, scratch);
    for (int l = 0; l < e->n; l++) {
      const contribution* x = &to->item[kind][to->member[kind][4 * i + l]];
      collect(s, &s->node[x->node], target_of(s, x->node, x->edge), kind, part, &t);
      put_lane(&t, l);
    }
    close_terms(&t, e->n);
    e->term  = t.first;
    e->nterm = t.n;
  }
}

static void free_contributions(contributions* from)
{
  for (int kind = 0; kind < LW_TERM_KINDS; kind++) {
    free(from->item[kind]);
    free(from->first[kind]);
    free(from->member[kind]);
  }
}

/* Count the contributions of each part. Returns their number, -1: no memory. */
static int count_contributions(lw_structure* s, contributions* to, int* mark)
{
  const size_t npart = (size_t)s->npart + 2;
  int          all   = 0;
  for (int kind = 0; kind < LW_TERM_KINDS; kind++) {
    to->first[kind]               = calloc(npart, sizeof *to->first[kind]);
    s->separator_term_begin[kind] = calloc(npart, sizeof *s->separator_term_begin[kind]);
    if (!to->first[kind] || !s->separator_term_begin[kind]) {
      return -1;
    }
    for (int k = 0; k < s->npart; k++) {
      const int n            = list_contributions(s, k, kind, NULL, mark);
      to->first[kind][k + 1] = to->first[kind][k] + n;
      all += n;
    }
  }
  return all;
}

/* Find the contributions of all parts and group them; the terms of the sums are not listed yet. */
static bool find_separator_terms(lw_structure* s, contributions* to, int* mark)
{
  const int all = count_contributions(s, to, mark);
  if (all < 0) {
    return false;
  }
  bool ok = true;
  for (int kind = 0; kind < LW_TERM_KINDS; kind++) {
    to->item[kind]   = calloc((size_t)all + 1, sizeof *to->item[kind]);
    to->member[kind] = calloc(4 * ((size_t)all + 1), sizeof *to->member[kind]);
    ok               = ok && to->item[kind] && to->member[kind];
  }
  s->separator_terms  = calloc((size_t)all + 1, sizeof *s->separator_terms);
  lw_groupable* group = calloc((size_t)all + 1, sizeof *group);
  ok                  = ok && s->separator_terms && group;
  for (int kind = 0, n = 0; kind < LW_TERM_KINDS && ok; kind++) {
    for (int k = 0; k < s->npart; k++) {
      s->separator_term_begin[kind][k] = n;
      list_contributions(s, k, kind, to->item[kind] + to->first[kind][k], mark);
      n = lay_out_separator_terms(s, k, kind, to, group, n);
    }
    s->separator_term_begin[kind][s->npart] = n;
  }
  free(group);
  return ok;
}

/* Find where the lanes of a front read the solution of their k-th later neighbours; a lane
 * without one reads a zero. */
static void find_solution(const lw_structure* s, const lw_front* c, int k, lw_update_term* z)
{
  for (int l = 0; l < 4; l++) {
    const lw_node* v = &s->node[c->node[l]];
    const lw_node* u = k < v->nedge ? &s->node[s->edge[v->edge + k].target] : NULL;
    z->at[l]         = u ? s->front[u->front].z + u->lane : l;
  }
  z->aligned = true;
  for (int l = 1; l < c->n; l++) z->aligned &= z->at[l] == z->at[0] + l;
}

/* List the terms of the separator and of all fronts. */
static void put_all(lw_structure* s, const contributions* from, term_list* list, int* scratch)
{
  for (int part = 0; part < s->npart; part++) {
    put_separator_terms(s, part, LW_TERM_BLOCK, from, list, scratch);
    put_separator_terms(s, part, LW_TERM_VECTOR, from, list, scratch);
  }
  for (int i = 0; i < s->front_begin[s->npart + 1]; i++) {
    lw_front* c  = &s->front[i];
    c->term      = list->n;
    c->nterm     = put_terms(s, c, -1, LW_TERM_BLOCK, from, list, scratch);
    c->rhs_term  = list->n;
    c->nrhs_term = put_terms(s, c, -1, LW_TERM_VECTOR, from, list, scratch);
    for (int k = 0; k < c->nedge; k++) {
      lw_front_edge* e = &s->front_edge[c->edge + k];
      e->term          = list->n;
      e->nterm         = put_terms(s, c, k, LW_TERM_BLOCK, from, list, scratch);
      find_solution(s, c, k, &e->z);
    }
  }
}

/* ---- all together ------------------------------------------------------------------------ */

lw_status lw_front_terms_build(lw_structure* s)
{
  const size_t n     = (size_t)s->nnode + 1;
  int* scratch       = calloc(2 * ((size_t)s->nupdate + (size_t)s->npart + 1) + n, sizeof *scratch);
  contributions from = {.item = {NULL, NULL}};
  term_list     terms = {NULL, 0};
  bool          ok    = scratch && find_separator_terms(s, &from, scratch);
  if (ok) {
    put_all(s, &from, &terms, scratch);
    s->nterm = terms.n;
    s->term  = malloc(((size_t)terms.n + 1) * sizeof *s->term);
    ok       = s->term != NULL;
  }
  if (ok) {
    terms = (term_list){s->term, 0};
    put_all(s, &from, &terms, scratch);
  }
  free_contributions(&from);
  free(scratch);
  return ok ? LW_OK : LW_ERR_MEMORY;
}

void lw_front_terms_destroy(lw_structure* s)
{
  free(s->term);
  free(s->separator_terms);
  for (int kind = 0; kind < LW_TERM_KINDS; kind++) free(s->separator_term_begin[kind]);
}
