/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * front_terms.c - what a front gathers of earlier ones, and what parts leave to the separator.
 *
 *   reads    fronts of a structure
 *   writes   term, exports, export_at
 *   theory   section 5.1
 */
#include <stdlib.h>
#include <string.h>

#include "structure/fronts.h"

/* ---- terms --------------------------------------------------------------------------------- */

/* A list that is measured first and written then. */
typedef struct term_list {
  lw_update_term* at; /* NULL: measure */
  int             n;
} term_list;

/* The terms of one block or right-hand side while they are collected. */
typedef struct slots {
  term_list* list;
  int        first, n; /* slots that have been opened                      */
  int*       taken;    /* lanes that have a number in each slot, as bits   */
  int*       pending;  /* of the present lane                              */
  int        npending;
} slots;

static void fill_slot(slots* t, int k, int lane, int at)
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

/* Is a slot free for a lane, and do other lanes find theirs beside `at`? */
static bool fits(const slots* t, int k, int lane, int at)
{
  bool beside = false;
  for (int l = 0; l < lane; l++) {
    beside |= (t->taken[k] & 1 << l) && t->list->at[t->first + k].at[l] - l == at - lane;
  }
  return beside && !(t->taken[k] & 1 << lane);
}

/* Put what a lane finds into slots: first where it stands beside that of other lanes, then where there is room. */
static void put_lane(slots* t, int lane)
{
  int rest = 0;
  for (int i = 0; i < t->npending; i++) {
    int k = 0;
    while (k < t->n && !(t->list->at && fits(t, k, lane, t->pending[i]))) k++;
    if (k < t->n) {
      fill_slot(t, k, lane, t->pending[i]);
    } else {
      t->pending[rest++] = t->pending[i];
    }
  }
  for (int i = 0, k = 0; i < rest; i++, k++) {
    while (k < t->n && (t->taken[k] & 1 << lane)) k++;
    fill_slot(t, k, lane, t->pending[i]);
  }
  t->npending = 0;
}

/* All slots are filled: lanes of a front with n nodes. */
static void close_terms(slots* t, int n)
{
  for (int k = 0; k < t->n && t->list->at; k++) {
    lw_update_term* term = &t->list->at[t->first + k];
    for (int l = n; l < 4; l++) term->at[l] = term->at[n - 1];
    term->aligned = true;
    for (int l = 1; l < n; l++) term->aligned &= term->at[l] == term->at[0] + l;
  }
}

/* the product of edges e and f of an earlier node k, where lane l of its front has it */
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

/* the share of a node */
static int part_of(const lw_structure* s, int position)
{
  int k = 0;
  while (k < s->npart && position >= s->part_begin[k + 1]) k++;
  return k;
}

/* What earlier nodes of a part subtract from the block between v and a later node (or v itself), or from its right-hand
 * side. */
static void collect(const lw_structure* s, const lw_node* v, int target, int what, int part,
                    slots* t)
{
  for (int q = v->update; q < v->update + v->nupdate; q++) {
    const lw_update* u = &s->update[q];
    const lw_node*   k = &s->node[u->node];
    if (part_of(s, u->node) != part) {
      continue;
    }
    if (what == LW_TERM_VECTOR) {
      if (!k->leaf) {
        const lw_front* c         = &s->front[k->front];
        t->pending[t->npending++] = s->front_edge[c->edge + u->edge - k->edge].y + k->lane;
      }
      continue;
    }
    for (int e = u->edge; e < k->edge + k->nedge; e++) {
      if (s->edge[e].target == target) {
        t->pending[t->npending++] =
            k->leaf ? s->pair[u->pair + e - u->edge].block : product_at(s, k, u->edge, e);
      }
    }
  }
}

/* A block of the separator, or a right-hand side, to which a part contributes. */
typedef struct contribution {
  int node, edge; /* position, and which of its later neighbours; -1: the pivot */
  int at;         /* where the sum is                                           */
} contribution;

/* What the parts contribute to the separator: of all parts, blocks and right-hand sides each by themselves. */
typedef struct contributions {
  contribution* item[2];   /* LW_TERM_BLOCK, LW_TERM_VECTOR; of a part by node and edge       */
  int*          first[2];  /* of each part (npart + 1)                                  */
  int*          member[2]; /* the contribution in each lane of each export, -1: none    */
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

static void collect_exported(const lw_structure* s, const contributions* from, int node, int edge,
                             int what, slots* t)
{
  const contribution key = {node, edge, 0};
  for (int k = 0; k < s->npart; k++) {
    const int           n = from->first[what][k + 1] - from->first[what][k];
    const contribution* x = bsearch(&key, from->item[what] + from->first[what][k], (size_t)n,
                                    sizeof key, compare_contributions);
    if (x) {
      t->pending[t->npending++] = x->at;
    }
  }
}

/* the block of a front with its k-th later neighbours, -1: the pivot, or the right-hand side */
static int put_terms(const lw_structure* s, const lw_front* c, int k, int what,
                     const contributions* from, term_list* list, int* scratch)
{
  slots     t    = {list, list->n, 0, scratch, scratch + s->nupdate + s->npart + 1, 0};
  const int part = part_of(s, c->node[0]);
  for (int l = 0; l < c->n; l++) {
    const lw_node* v = &s->node[c->node[l]];
    if (k < v->nedge) {
      if (part == s->npart) {
        collect_exported(s, from, c->node[l], k, what, &t);
      }
      collect(s, v, target_of(s, c->node[l], k), what, part, &t);
      put_lane(&t, l);
    }
  }
  close_terms(&t, c->n);
  return t.n;
}

/* ---- what parts leave to the separator ----------------------------------------------------------- */

/* Mark the later neighbours of v, and v itself, to whose blocks with it a part contributes. Returns whether anything comes from
 * nodes that are no leaves: leaves leave right-hand sides to others. */
static bool mark_contributions(const lw_structure* s, const lw_node* v, int part, int stamp,
                               int* mark)
{
  bool any = false;
  for (int q = v->update; q < v->update + v->nupdate; q++) {
    const lw_update* u = &s->update[q];
    const lw_node*   k = &s->node[u->node];
    if (part_of(s, u->node) == part) {
      any |= !k->leaf;
      for (int e = u->edge; e < k->edge + k->nedge; e++) mark[s->edge[e].target] = stamp;
    }
  }
  return any;
}

/* All that a part contributes; `list` NULL: they are counted. Marks are of all nodes, and of no stamp before. */
static int list_contributions(const lw_structure* s, int part, int what, contribution* list,
                              int* mark)
{
  int n = 0;
  memset(mark, 0, (size_t)s->nnode * sizeof *mark);
  for (int i = s->later_nodes_begin[s->npart]; i < s->later_nodes_begin[s->npart + 1]; i++) {
    const int      node = s->later_nodes[i];
    const lw_node* v    = &s->node[node];
    const bool     any  = mark_contributions(s, v, part, i + 1, mark);
    for (int k = -1; k < (what == LW_TERM_BLOCK ? v->nedge : 0); k++) {
      if (what == LW_TERM_VECTOR ? any : mark[target_of(s, node, k)] == i + 1) {
        if (list) {
          list[n] = (contribution){node, k, 0};
        }
        n++;
      }
    }
  }
  return n;
}

/* numbers of a contribution, without and with compliant rows */
static void numbers_of(const lw_structure* s, const contribution* x, int what, int n[2])
{
  int rows[2], columns[2];
  lw_front_sizes(s, x->node, rows);
  lw_front_sizes(s, target_of(s, x->node, x->edge), columns);
  for (int i = 0; i < 2; i++) {
    n[i] = what == LW_TERM_VECTOR ? rows[i] : LW_BLOCK(x->edge < 0, rows[i], columns[i]);
  }
}

/* Group the contributions of a part by four and give them their places. Returns the number of exports so far. */
static int lay_out_separator_terms(lw_structure* s, int part, int what, const contributions* to,
                                   lw_groupable* group, int nexport)
{
  const int     first = to->first[what][part], n = to->first[what][part + 1] - first;
  contribution* item  = to->item[what] + first;
  int*          total = &s->term_size[what][s->npart];
  for (int i = 0; i < n; i++) {
    int numbers[2];
    numbers_of(s, &item[i], what, numbers);
    group[i] = (lw_groupable){numbers[0] + 1024 * numbers[1], i, i, 0, 0};
  }
  const int count = lw_group_by_four(group, n);
  for (int k = 0; k < count; k++) s->separator_terms[nexport + k] = (lw_separator_term){.n = 0};
  for (int i = 0; i < n; i++) {
    lw_separator_term* e = &s->separator_terms[nexport + group[i].group];
    numbers_of(s, &item[group[i].id], what, e->size);
    e->n = group[i].lane + 1 > e->n ? group[i].lane + 1 : e->n;
  }
  *total = (*total + 7) / 8 * 8;
  for (int k = 0; k < count; k++) {
    lw_separator_term* e = &s->separator_terms[nexport + k];
    e->to                = *total;
    *total += 4 * e->size[1];
    for (int l = 0; l < 4; l++) to->member[what][4 * (nexport + k) + l] = -1;
  }
  *total += n > 0 ? LW_SEPARATOR_TERM_PADDING : 0;
  for (int i = 0; i < n; i++) {
    const int k                             = nexport + group[i].group;
    item[group[i].id].at                    = s->separator_terms[k].to + group[i].lane;
    to->member[what][4 * k + group[i].lane] = first + group[i].id;
  }
  return nexport + count;
}

/* what an export sums up */
static void put_separator_terms(lw_structure* s, int part, int what, const contributions* to,
                                term_list* list, int* scratch)
{
  for (int i = s->separator_term_begin[what][part]; i < s->separator_term_begin[what][part + 1];
       i++) {
    lw_separator_term* e = &s->separator_terms[i];
    slots              t = {list, list->n, 0, scratch, scratch + s->nupdate + s->npart + 1, 0};
    for (int l = 0; l < e->n; l++) {
      const contribution* x = &to->item[what][to->member[what][4 * i + l]];
      collect(s, &s->node[x->node], target_of(s, x->node, x->edge), what, part, &t);
      put_lane(&t, l);
    }
    close_terms(&t, e->n);
    e->term  = t.first;
    e->nterm = t.n;
  }
}

static void free_contributions(contributions* from)
{
  for (int what = 0; what < 2; what++) {
    free(from->item[what]);
    free(from->first[what]);
    free(from->member[what]);
  }
}

/* All exports but for their terms. */
static bool find_separator_terms(lw_structure* s, contributions* to, int* mark)
{
  const size_t nshare = (size_t)s->npart + 2;
  int          most = 0, all = 0;
  bool         ok = true;
  for (int what = 0; what < 2; what++) {
    to->first[what]               = calloc(nshare, sizeof *to->first[what]);
    s->separator_term_begin[what] = calloc(nshare, sizeof *s->separator_term_begin[what]);
    ok                            = ok && to->first[what] && s->separator_term_begin[what];
    for (int k = 0; k < s->npart && ok; k++) {
      const int n            = list_contributions(s, k, what, NULL, mark);
      to->first[what][k + 1] = to->first[what][k] + n;
      most                   = n > most ? n : most;
      all += n;
    }
  }
  for (int what = 0; what < 2; what++) {
    to->item[what]   = calloc((size_t)all + 1, sizeof *to->item[what]);
    to->member[what] = calloc(4 * ((size_t)all + 1), sizeof *to->member[what]);
    ok               = ok && to->item[what] && to->member[what];
  }
  s->separator_terms  = calloc((size_t)all + 1, sizeof *s->separator_terms);
  lw_groupable* group = calloc((size_t)most + 1, sizeof *group);
  ok                  = ok && s->separator_terms && group;
  for (int what = 0, n = 0; what < 2 && ok; what++) {
    for (int k = 0; k < s->npart; k++) {
      s->separator_term_begin[what][k] = n;
      list_contributions(s, k, what, to->item[what] + to->first[what][k], mark);
      n = lay_out_separator_terms(s, k, what, to, group, n);
    }
    s->separator_term_begin[what][s->npart] = n;
  }
  free(group);
  return ok;
}

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

/* ---- all ----------------------------------------------------------------------------------- */

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
  for (int what = 0; what < 2; what++) free(s->separator_term_begin[what]);
}
