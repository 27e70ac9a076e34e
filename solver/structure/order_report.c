/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_report.c - describe an order of elimination and count its operations on whole blocks.
 *
 *   structure of a model, or one made for a topology -> lw_elimination -> kinds and numbers of
 *   blocks
 *
 *   reads    a structure: that of a model, or one that is made for a topology
 *   theory   section 5.3
 */
#include <stdlib.h>

#include "structure/order.h"
#include <linkwork/topology.h>

void lw_elimination_destroy(lw_elimination* e)
{
  if (e) {
    free(e->id);
    free(e->leaf);
    free(e->size);
    free(e->first);
    free(e->later);
    free(e->kind);
    free(e);
  }
}

static lw_elimination* allocate(const lw_structure* s)
{
  const size_t    n = (size_t)s->nnode + 1, m = (size_t)s->nedge + 1;
  lw_elimination* e = calloc(1, sizeof *e);
  if (!e) {
    return NULL;
  }
  e->nbody = s->nbody;
  e->nnode = s->nnode;
  e->id    = calloc(n, sizeof *e->id);
  e->leaf  = calloc(n, sizeof *e->leaf);
  e->size  = calloc(n, sizeof *e->size);
  e->first = calloc(n, sizeof *e->first);
  e->later = calloc(m, sizeof *e->later);
  e->kind  = calloc(m, sizeof *e->kind);
  if (!e->id || !e->leaf || !e->size || !e->first || !e->later || !e->kind) {
    lw_elimination_destroy(e);
    return NULL;
  }
  return e;
}

/* Mark the blocks between the neighbours of a leaf: the elimination of the leaf forms them. */
static void mark_formed(lw_elimination* e, int leaf)
{
  for (int i = e->first[leaf]; i < e->first[leaf + 1]; i++) {
    const int v = e->later[i];
    int       f = e->first[v];
    for (int k = i + 1; k < e->first[leaf + 1]; k++) {
      while (e->later[f] != e->later[k]) f++;
      if (e->kind[f] == LW_BLOCK_FILLED) {
        e->kind[f] = LW_BLOCK_FORMED;
      }
    }
  }
}

static void count_blocks(lw_elimination* e)
{
  lw_block_count* c = &e->count;
  for (int i = 0; i < e->nnode; i++) {
    if (e->leaf[i]) {
      continue;
    }
    const long k = e->first[i + 1] - e->first[i];
    c->multiplications += k * (k + 1) / 2 + 2 * k; /* (5.7) */
    c->inversions += k + 1;
    for (int f = e->first[i]; f < e->first[i + 1]; f++) c->fill += e->kind[f] == LW_BLOCK_FILLED;
  }
  c->additions = c->multiplications - c->fill;
  c->nonzeros  = c->inversions - c->fill;
}

static lw_elimination* describe(const lw_structure* s)
{
  lw_elimination* e = allocate(s);
  if (!e) {
    return NULL;
  }
  for (int i = 0; i < s->nnode; i++) {
    const lw_node* v = &s->node[i];
    e->id[i]         = v->id;
    e->leaf[i]       = v->leaf;
    e->size[i]       = v->d_max;
    e->first[i]      = v->edge;
    for (int k = v->edge; k < v->edge + v->nedge; k++) {
      e->later[k] = s->edge[k].target;
      e->kind[k]  = s->edge[k].side == LW_NONE ? LW_BLOCK_FILLED : LW_BLOCK_GIVEN;
    }
  }
  e->first[s->nnode] = s->nedge;
  for (int i = 0; i < s->nnode; i++) {
    if (e->leaf[i]) {
      mark_formed(e, i);
    }
  }
  e->height    = s->height;
  e->cost      = s->cost;
  e->nrevolute = s->nrevolute;
  count_blocks(e);
  return e;
}

lw_status lw_elimination_of_model(const lw_model* model, lw_elimination** elimination)
{
  lw_structure* s  = NULL;
  *elimination     = NULL;
  lw_status status = lw_structure_create(model, &s);
  if (status == LW_OK) {
    *elimination = describe(s);
    status       = *elimination ? LW_OK : LW_ERR_MEMORY;
  }
  lw_structure_destroy(s);
  return status;
}

/* Make a structure that has nothing but bodies and the rows of joints. */
static lw_structure* structure_of_topology(const lw_topology* t)
{
  const int     n = t->first[t->njoint];
  lw_structure* s = calloc(1, sizeof *s);
  if (!s) {
    return NULL;
  }
  s->nbody      = t->nbody;
  s->nconnector = t->njoint;
  s->nside      = n;
  s->connector  = calloc((size_t)t->njoint + 1, sizeof *s->connector);
  s->side       = calloc((size_t)n + 1, sizeof *s->side);
  if (!s->connector || !s->side) {
    lw_structure_destroy(s);
    return NULL;
  }
  for (int j = 0; j < t->njoint; j++) {
    const int nside = t->first[j + 1] - t->first[j];
    s->connector[j] = (lw_connector){.kind   = LW_CONNECTOR_JOINT,
                                     .index  = j,
                                     .motion = LW_NONE,
                                     .nrow   = t->rows[j],
                                     .side   = t->first[j],
                                     .nside  = nside};
    for (int q = t->first[j]; q < t->first[j + 1]; q++) {
      s->side[q] = (lw_side){.connector = j, .body = t->body[q]};
    }
  }
  return s;
}

/* Check that a sequence has every joint once. */
static lw_status check_sequence(const lw_topology* t, const int sequence[])
{
  char*     seen   = calloc((size_t)t->njoint + 1, sizeof *seen);
  lw_status status = seen ? LW_OK : LW_ERR_MEMORY;
  for (int i = 0; i < t->njoint && status == LW_OK; i++) {
    if (sequence[i] < 0 || sequence[i] >= t->njoint || seen[sequence[i]]++) {
      status = LW_ERR_USAGE;
    }
  }
  free(seen);
  return status;
}

lw_status lw_topology_eliminate(const lw_topology* topology, int index, const int sequence[],
                                lw_elimination** elimination)
{
  *elimination     = NULL;
  lw_status status = index < LW_SOLVERS_ORDER || (sequence && index != 0) ? LW_ERR_USAGE : LW_OK;
  if (status == LW_OK && sequence) {
    status = check_sequence(topology, sequence);
  }
  if (status != LW_OK) {
    return status;
  }
  const lw_order_rule rule = {index, sequence};
  lw_structure*       s    = structure_of_topology(topology);
  status = s ? lw_order_build(s, index == LW_SOLVERS_ORDER ? NULL : &rule) : LW_ERR_MEMORY;
  if (status == LW_OK) {
    *elimination = describe(s);
    status       = *elimination ? LW_OK : LW_ERR_MEMORY;
  }
  lw_structure_destroy(s);
  return status;
}
