/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * schedule.c - write down the elimination of nodes among equals.
 *
 *   reads    nodes, edges, updates, pairs of a structure
 *   writes   plan, factor_at, solve_at, core, core_at
 *   theory   section 5.1
 */
#include "schedule.h"

#include <stdlib.h>

/* rows of a node without compliant ones; bodies are not among equals */
static int rows_of(const lw_structure* s, int position)
{
  const int id = s->node[position].id;
  return id < s->nbody ? 0 : s->connector[id - s->nbody].nrow;
}

/* The number of rows that a node and its neighbours have, 0 where they differ. */
static int common_size(const lw_structure* s, int i)
{
  const lw_node* v    = &s->node[i];
  const int      d    = rows_of(s, i);
  bool           same = d == 3 || d == 5;
  for (int e = v->edge; e < v->edge + v->nedge; e++) same &= rows_of(s, s->edge[e].target) == d;
  for (int q = v->update; q < v->update + v->nupdate; q++) {
    const int k = s->update[q].node;
    same &= s->node[k].leaf || rows_of(s, k) == d;
  }
  return same ? d : 0;
}

/* A list that is measured first and written then. */
typedef struct list {
  int* at; /* NULL: measure */
  int  n;
} list;

static void put(list* l, int x)
{
  if (l->at) {
    l->at[l->n] = x;
  }
  l->n++;
}

/* where A of an edge stands, behind X, and X^T, behind A */
static int block_behind(const lw_structure* s, const lw_node* v, const lw_edge* e, int k)
{
  return e->block + k * v->d_max * LW_PAD(s->node[e->target].d_max);
}

/* what earlier nodes subtract from the block with offset dest: first pairs of leaves, then products */
static void put_terms(const lw_structure* s, const lw_node* v, int dest, list* l)
{
  for (int leaves = 1; leaves >= 0; leaves--) {
    int count = 0;
    for (int write = 0; write < 2; write++) {
      if (write) {
        put(l, count);
      }
      for (int q = v->update; q < v->update + v->nupdate; q++) {
        const lw_update* u = &s->update[q];
        const lw_node*   k = &s->node[u->node];
        for (int e = u->edge; e < k->edge + k->nedge && k->leaf == (leaves == 1); e++) {
          const int at = u->dest + e - u->edge;
          if (s->dest[at] == dest && !write) {
            count++;
          } else if (s->dest[at] == dest) {
            put(l, leaves ? s->pair[at].block : block_behind(s, k, &s->edge[u->edge], 1));
            if (!leaves) {
              put(l, s->edge[e].block);
            }
          }
        }
      }
    }
  }
}

static void put_factor(const lw_structure* s, int i, int d, list* l)
{
  const lw_node* v = &s->node[i];
  put(l, d);
  put(l, v->pivot);
  put(l, s->connector[v->id - s->nbody].row);
  put_terms(s, v, v->pivot, l);
  put(l, v->nedge);
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    put(l, s->edge[e].block);
    put(l, block_behind(s, v, &s->edge[e], 1));
    put(l, block_behind(s, v, &s->edge[e], 2));
    put_terms(s, v, block_behind(s, v, &s->edge[e], 1), l);
  }
}

static void put_solve(const lw_structure* s, int i, int d, list* l)
{
  const lw_node* v     = &s->node[i];
  int            count = 0;
  for (int q = v->update; q < v->update + v->nupdate; q++) {
    count += !s->node[s->update[q].node].leaf;
  }
  put(l, d);
  put(l, v->x);
  put(l, v->pivot);
  put(l, count);
  for (int q = v->update; q < v->update + v->nupdate; q++) {
    if (!s->node[s->update[q].node].leaf) {
      put(l, s->edge[s->update[q].edge].block);
      put(l, s->node[s->update[q].node].x);
    }
  }
  put(l, v->nedge);
  for (int e = v->edge; e < v->edge + v->nedge; e++) {
    put(l, block_behind(s, v, &s->edge[e], 2));
    put(l, s->node[s->edge[e].target].x);
  }
}

/* all of it, in the order in which it is used */
static void put_all(lw_structure* s, list* l)
{
  for (int i = 0; i < s->nnode; i++) {
    const int d     = s->node[i].leaf ? 0 : common_size(s, i);
    s->factor_at[i] = d ? l->n : -1;
    if (d) {
      put_factor(s, i, d, l);
    }
  }
  for (int i = 0; i < s->nnode; i++) {
    s->solve_at[i] = s->factor_at[i] < 0 ? -1 : l->n;
    if (s->factor_at[i] >= 0) {
      put_solve(s, i, rows_of(s, i), l);
    }
  }
}

lw_status lw_schedule_build(lw_structure* s)
{
  const size_t n = (size_t)s->nnode + 1;
  list         l = {NULL, 0};
  int          k = 0;
  s->factor_at   = calloc(n, sizeof *s->factor_at);
  s->solve_at    = calloc(n, sizeof *s->solve_at);
  s->core        = calloc(n, sizeof *s->core);
  s->core_at     = calloc((size_t)s->npart + 2, sizeof *s->core_at);
  if (!s->factor_at || !s->solve_at || !s->core || !s->core_at) {
    return LW_ERR_MEMORY;
  }
  for (int share = 0; share <= s->npart; share++) {
    s->core_at[share] = k;
    for (int i = s->part[share]; i < s->part[share + 1]; i++) {
      if (!s->node[i].leaf) {
        s->core[k++] = i;
      }
    }
  }
  s->core_at[s->npart + 1] = k;
  put_all(s, &l);
  s->plan = malloc(((size_t)l.n + 1) * sizeof *s->plan);
  if (!s->plan) {
    return LW_ERR_MEMORY;
  }
  l = (list){s->plan, 0};
  put_all(s, &l);
  return LW_OK;
}

void lw_schedule_destroy(lw_structure* s)
{
  free(s->plan);
  free(s->factor_at);
  free(s->solve_at);
  free(s->core);
  free(s->core_at);
}
