/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * batch_pairs.c - group pairs of joints on leaves in batches of four.
 *
 *   lw_pairs_group: pairs of joints that hold a point in batches, all others one by one, with the
 *   layout of their products J_u M^-1 J_v^T among the update terms lw_pairs_assign: products that
 *   the batches of bodies form while they eliminate them
 *
 *   reads    nodes, edges, pairs and batches of bodies and joints
 *   writes   pairs, single_pairs, separate_pairs, term_size[LW_TERM_BLOCK]; forms_products of
 *            bodies
 *   theory   section 5.1
 */
#include <stdlib.h>

#include "structure/batches.h"

/* ---- pairs of joints on leaves ----------------------------------------------------------- */

/* kind of a pair of joints that hold a point: same rows and compliant rows; negative: a single
 * pair */
static int pair_kind(const lw_structure* s, const lw_pair* p)
{
  const int           same = p->u == p->v;
  const lw_edge *     u = &s->edge[p->u], *v = &s->edge[p->v];
  const lw_connector *a = &s->connector[s->side[u->side].connector],
                     *b = &s->connector[s->side[v->side].connector];
  return u->sign && v->sign ? (((same * 8 + a->nrow) * 8 + a->nsoft) * 8 + b->nrow) * 8 + b->nsoft
                            : -1;
}

static void set_pairs(const lw_structure* s, const lw_batch_slots* at, lw_batch* q)
{
  for (int k = 0; k < 4; k++) {
    const lw_pair* p       = &s->pair[q->id[k]];
    const lw_edge* edge[2] = {&s->edge[p->u], &s->edge[p->v]};
    for (int e = 0; e < 2; e++) {
      q->pair.jac[e][k]  = s->side[edge[e]->side].jac;
      q->pair.arm[e][k]  = lw_batch_arm_offset(s, at, edge[e]->side);
      q->pair.axis[e][k] = lw_batch_point_number(s, at, edge[e]->side, LW_POINT_AXIS);
    }
    q->pair.body[k]    = p->body;
    q->pair.sign[k]    = edge[0]->sign * edge[1]->sign;
    q->pair.inverse[k] = lw_batch_inverse_offset(s, at, p->body);
  }
  q->aligned = (lw_batch_is_aligned(q->pair.arm[0], q->n) ? 1 : 0) |
               (lw_batch_is_aligned(q->pair.arm[1], q->n) ? 2 : 0) |
               (lw_batch_is_aligned(q->pair.inverse, q->n) ? 4 : 0);
}

/* numbers of the product of a pair */
static int product_size(const lw_structure* s, const lw_pair* p)
{
  const int m = s->node[s->edge[p->u].target].d_max, n = s->node[s->edge[p->v].target].d_max;
  return LW_BLOCK(p->u == p->v, m, n);
}

/* Give the products of a part their offsets among the update terms: number by number, each for
 * the four pairs of a batch. A single pair has the space of a batch. */
static void lay_out_products(lw_structure* s, const lw_batch_slots* at, int part)
{
  int* size = &s->term_size[LW_TERM_BLOCK][part];
  *size     = LW_ZEROS_BLOCK;
  for (int i = s->pairs.first[part]; i < s->pairs.first[part + 1]; i++) {
    lw_batch*      q = &s->pairs.batch[i];
    const lw_pair* p = &s->pair[q->id[0]];
    q->data          = *size;
    q->kind          = p->u == p->v;
    for (int k = 0; k < q->n; k++) s->pair[q->id[k]].block = *size + k;
    *size += 4 * product_size(s, p);
    set_pairs(s, at, q);
  }
  for (int i = s->single_pairs.first[part]; i < s->single_pairs.first[part + 1]; i++) {
    lw_pair* p = &s->pair[s->single_pairs.id[i]];
    p->block   = *size;
    p->inverse = lw_batch_inverse_offset(s, at, p->body);
    *size += 4 * product_size(s, p);
  }
}

void lw_pairs_group(lw_structure* s, const lw_batch_slots* at, lw_groupable* list)
{
  int n = 0, nsingle = 0, id = 0;
  for (int k = 0; k <= s->npart; k++) {
    int count                = 0;
    s->pairs.first[k]        = n;
    s->single_pairs.first[k] = nsingle;
    for (int i = s->part_begin[k]; i < s->part_begin[k + 1]; i++) {
      /* pairs are listed in the order of their leaves */
      const lw_node* v   = &s->node[i];
      const int      end = id + (v->leaf ? v->nedge * (v->nedge + 1) / 2 : 0);
      for (; id < end; id++) {
        const int kind = pair_kind(s, &s->pair[id]);
        if (kind < 0) {
          s->single_pairs.id[nsingle++] = id;
        } else {
          list[count++] = lw_groupable_of(s, k, kind, v->id, id);
        }
      }
    }
    n = lw_batches_add(s->pairs.batch, n, k, list, count);
  }
  s->pairs.first[s->npart + 1]        = n;
  s->single_pairs.first[s->npart + 1] = nsingle;
  for (int k = 0; k <= s->npart; k++) lay_out_products(s, at, k);
}

/* ---- bodies that form the products of their pairs ---------------------------------------- */

/* Pairs by body, and the batch of each pair. */
typedef struct pair_index {
  int*  first; /* first pair of a body (nbody) */
  int*  batch; /* batch of a pair, LW_NONE: a single pair (npair) */
  char* done;  /* the products of a batch are formed by a batch of bodies (batches of pairs) */
} pair_index;

/* Side of edge u, the first edge, of a leaf that has two sides and two edges: 0 or 1; else -1. */
static int first_edge_side(const lw_structure* s, int b)
{
  const lw_node* v = &s->node[s->position[b]];
  if (v->nedge != 2 || lw_count_sides(s, b) != 2) {
    return -1;
  }
  return s->edge[v->edge].side == s->body_side_list[s->body_side[b] + 1];
}

/* Tell whether a batch of leaves with two joints of three rows can form the products of all
 * their pairs: lane by lane, the three pairs must be in the same lanes of the same three
 * batches. Sets body.product and body.u_side, and `batch` to these three. */
static bool can_form_products(const lw_structure* s, const pair_index* in, lw_batch* q,
                              int batch[3])
{
  bool ok = q->kind && q->joint_rows == 3 && q->nside == 2;
  for (int l = 0; l < q->n && ok; l++) {
    const int u = first_edge_side(s, q->id[l]);
    ok          = u >= 0 && (l == 0 || u == q->body.u_side);
    for (int k = 0; k < 3 && ok; k++) {
      const int       id    = in->first[q->id[l]] + k;
      const lw_batch* pairs = in->batch[id] < 0 ? NULL : &s->pairs.batch[in->batch[id]];
      const bool      same  = l == 0 || in->batch[id] == batch[k];
      ok                    = pairs && pairs->n == q->n && pairs->id[l] == id && same;
      batch[k]              = in->batch[id];
      q->body.product[k]    = ok ? pairs->data : 0;
    }
    q->body.u_side = u;
  }
  return ok;
}

static void list_separate_pairs(lw_structure* s, const char* done)
{
  int n = 0;
  for (int k = 0; k <= s->npart; k++) {
    s->separate_pairs.first[k] = n;
    for (int q = s->pairs.first[k]; q < s->pairs.first[k + 1]; q++) {
      if (!done[q]) {
        s->separate_pairs.id[n++] = q;
      }
    }
  }
  s->separate_pairs.first[s->npart + 1] = n;
}

bool lw_pairs_assign(lw_structure* s)
{
  const int  nbatch = s->pairs.first[s->npart + 1];
  pair_index in     = {calloc((size_t)s->nbody + 1, sizeof(int)),
                       calloc((size_t)s->npair + 1, sizeof(int)),
                       calloc((size_t)nbatch + 1, sizeof(char))};
  const bool ok     = in.first && in.batch && in.done;
  if (ok) {
    for (int i = s->npair - 1; i >= 0; i--) {
      in.first[s->pair[i].body] = i;
      in.batch[i]               = LW_NONE;
    }
    for (int q = 0; q < nbatch; q++) {
      for (int l = 0; l < s->pairs.batch[q].n; l++) in.batch[s->pairs.batch[q].id[l]] = q;
    }
    for (int q = 0; q < s->bodies.first[s->npart + 1]; q++) {
      lw_batch* bodies       = &s->bodies.batch[q];
      int       batch[3]     = {0};
      bodies->forms_products = can_form_products(s, &in, bodies, batch);
      for (int k = 0; k < 3 && bodies->forms_products; k++) in.done[batch[k]] = 1;
    }
    list_separate_pairs(s, in.done);
  }
  free(in.first);
  free(in.batch);
  free(in.done);
  return ok;
}
