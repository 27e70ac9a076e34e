/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * quads.c - sort what can be computed side by side into quads.
 *
 *   reads    nodes, edges and parts of a structure
 *   writes   its quads and lists
 *   theory   section 5.1
 *
 * A quad never crosses the border of a share, so that it belongs to one thread; what is computed for one
 * of its members does not depend on the others.
 */
#include "quads.h"

#include <stdlib.h>

/* An element with what it must have in common with the others of its quad. */
typedef struct item {
  int key, id, rank; /* rank keeps the order of elimination among equals */
} item;

static int compare_items(const void* a, const void* b)
{
  const item *x = a, *y = b;
  return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                          : (x->rank > y->rank) - (x->rank < y->rank);
}

/* The items of a share that are of a kind, grouped by four. Returns how many quads there are now. */
static int add_quads(lw_quad* quad, int nquad, item* list, int n)
{
  qsort(list, (size_t)n, sizeof *list, compare_items);
  for (int i = 0; i < n; i++) {
    if (i == 0 || list[i].key != list[i - 1].key || quad[nquad - 1].n == 4) {
      quad[nquad++] = (lw_quad){.n = 0, .kind = list[i].key};
    }
    lw_quad* q = &quad[nquad - 1];
    for (int k = q->n; k < 4; k++) q->id[k] = list[i].id;
    q->n++;
  }
  return nquad;
}

/* Connectors of a kind have the same joint type, rows and compliant rows. */
static int point_key(const lw_model* m, const lw_connector* c)
{
  return (int)m->joint[c->index].type + 16 * (c->motion != LW_NONE) + 32 * c->nsoft;
}

/* pairs of a kind have the same sizes, with and without compliant rows; negative: not of two points */
static int pair_key(const lw_structure* s, const lw_pair* p)
{
  const lw_edge *     u = &s->edge[p->u], *v = &s->edge[p->v];
  const lw_connector *a = &s->connector[s->side[u->side].connector],
                     *b = &s->connector[s->side[v->side].connector];
  return u->sign && v->sign ? ((a->nrow * 8 + a->nsoft) * 8 + b->nrow) * 8 + b->nsoft : -1;
}

static bool allocate(lw_structure* s)
{
  s->offset           = calloc((size_t)s->nnode + 1, sizeof *s->offset);
  const size_t nshare = (size_t)s->npart + 2;
  s->bodies.quad      = calloc((size_t)s->nbody + 1, sizeof *s->bodies.quad);
  s->bodies.first     = calloc(nshare, sizeof *s->bodies.first);
  s->points.quad      = calloc((size_t)s->nconnector + 1, sizeof *s->points.quad);
  s->points.first     = calloc(nshare, sizeof *s->points.first);
  s->others.id        = calloc((size_t)s->nconnector + 1, sizeof *s->others.id);
  s->others.first     = calloc(nshare, sizeof *s->others.first);
  s->pairs.quad       = calloc((size_t)s->ndest + 1, sizeof *s->pairs.quad);
  s->pairs.first      = calloc(nshare, sizeof *s->pairs.first);
  s->odd_pairs.id     = calloc((size_t)s->ndest + 1, sizeof *s->odd_pairs.id);
  s->odd_pairs.first  = calloc(nshare, sizeof *s->odd_pairs.first);
  return s->offset && s->bodies.quad && s->bodies.first && s->points.quad && s->points.first &&
         s->others.id && s->others.first && s->pairs.quad && s->pairs.first && s->odd_pairs.id &&
         s->odd_pairs.first;
}

static void sort_bodies(lw_structure* s, item* list)
{
  int n = 0;
  for (int k = 0; k <= s->npart; k++) {
    int count          = 0;
    s->bodies.first[k] = n;
    for (int i = s->part[k]; i < s->part[k + 1]; i++) {
      if (s->node[i].id < s->nbody) {
        list[count++] = (item){s->node[i].leaf ? 1 : 0, s->node[i].id, i};
      }
    }
    n = add_quads(s->bodies.quad, n, list, count);
  }
  s->bodies.first[s->npart + 1] = n;
  s->nquad                      = 28 * n; /* 1/m and J^-1 of four bodies */
}

static void sort_connectors(const lw_model* m, lw_structure* s, item* list)
{
  int n = 0, nother = 0;
  for (int k = 0; k <= s->npart; k++) {
    int count          = 0;
    s->points.first[k] = n;
    s->others.first[k] = nother;
    for (int i = s->part[k]; i < s->part[k + 1]; i++) {
      const int id = s->node[i].id - s->nbody;
      if (id >= 0 && s->connector[id].point) {
        list[count++] = (item){point_key(m, &s->connector[id]), id, i};
      } else if (id >= 0) {
        s->others.id[nother++] = id;
      }
    }
    n = add_quads(s->points.quad, n, list, count);
  }
  s->points.first[s->npart + 1] = n;
  s->others.first[s->npart + 1] = nother;
  for (int q = 0; q < n; q++) {
    lw_quad*            quad = &s->points.quad[q];
    const lw_connector* c    = &s->connector[quad->id[0]];
    quad->kind               = quad->kind % 16;
    quad->data               = s->nquad;
    s->nquad += 4 * (6 + 3 * (c->nrow + c->nsoft - 3)); /* two arms, axes of the other rows */
  }
}

static void sort_pairs(lw_structure* s, item* list)
{
  int n = 0, nodd = 0, id = 0;
  for (int k = 0; k <= s->npart; k++) {
    int count             = 0;
    s->pairs.first[k]     = n;
    s->odd_pairs.first[k] = nodd;
    for (int i = s->part[k]; i < s->part[k + 1]; i++) {
      const int end = id + s->node[i].nedge * (s->node[i].nedge + 1) / 2;
      for (; id < end; id++) {
        const int key = s->node[i].leaf ? pair_key(s, &s->pair[id]) : 0;
        if (s->node[i].leaf && key < 0) {
          s->odd_pairs.id[nodd++] = id;
        } else if (s->node[i].leaf) {
          list[count] = (item){key, id, count};
          count++;
        }
      }
    }
    n = add_quads(s->pairs.quad, n, list, count);
  }
  s->pairs.first[s->npart + 1]     = n;
  s->odd_pairs.first[s->npart + 1] = nodd;
}

lw_status lw_quads_build(const lw_model* model, lw_structure* s)
{
  const size_t most = (size_t)(s->ndest > s->nnode ? s->ndest : s->nnode);
  item*        list = malloc((most + 1) * sizeof *list);
  const bool   ok   = list && allocate(s);
  if (ok) {
    for (int i = 0; i < s->nnode; i++) s->offset[s->node[i].id] = s->node[i].x;
    sort_bodies(s, list);
    sort_connectors(model, s, list);
    sort_pairs(s, list);
  }
  free(list);
  return ok ? LW_OK : LW_ERR_MEMORY;
}

void lw_quads_destroy(lw_structure* s)
{
  free(s->offset);
  free(s->bodies.quad);
  free(s->bodies.first);
  free(s->points.quad);
  free(s->points.first);
  free(s->others.id);
  free(s->others.first);
  free(s->pairs.quad);
  free(s->pairs.first);
  free(s->odd_pairs.id);
  free(s->odd_pairs.first);
}
