/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * batches.c - sort what can be computed side by side into batches.
 *
 *   reads    nodes, edges and parts of a structure
 *   writes   its batches and lists
 *   theory   section 5.1
 *
 * A batch never crosses the border of a part, so that it belongs to one thread; what is computed for one
 * of its members does not depend on the others.
 */
#include "structure/batches.h"

#include <stdlib.h>

#include "structure/fronts.h"

/* Groups of four as batches, each lane along its own quarter. Returns how many batches there are now. */
static int add_groups(lw_batch* batch, int nbatch_numbers, int part, lw_groupable* list, int n)
{
  const int count = lw_group_by_four(list, n);
  for (int i = 0; i < count; i++) batch[nbatch_numbers + i] = (lw_batch){.n = 0, .part = part};
  for (int i = 0; i < n; i++) {
    lw_batch* q = &batch[nbatch_numbers + list[i].group];
    q->kind     = list[i].key;
    for (int l = list[i].lane; l < 4; l++) q->id[l] = list[i].id;
    q->n = list[i].lane + 1 > q->n ? list[i].lane + 1 : q->n;
  }
  return nbatch_numbers + count;
}

/* an element of a part: of which kind, at which node, and its number */
static lw_groupable groupable(const lw_structure* s, int part, int key, int node, int id)
{
  return (lw_groupable){key, lw_outward(s, part, s->rank[node]), id, 0, 0};
}

/* Connectors of a kind have the same joint type, rows and compliant rows. */
static int point_key(const lw_model* m, const lw_connector* c)
{
  return (int)m->joint[c->index].type + 16 * (c->motion != LW_NONE) + 32 * c->nsoft;
}

/* pairs of a kind have the same sizes, with and without compliant rows; negative: not of two points */
static int pair_key(const lw_structure* s, const lw_pair* p)
{
  const int           same = p->u == p->v;
  const lw_edge *     u = &s->edge[p->u], *v = &s->edge[p->v];
  const lw_connector *a = &s->connector[s->side[u->side].connector],
                     *b = &s->connector[s->side[v->side].connector];
  return u->sign && v->sign ? (((same * 8 + a->nrow) * 8 + a->nsoft) * 8 + b->nrow) * 8 + b->nsoft
                            : -1;
}

static bool allocate(lw_structure* s)
{
  s->offset                  = calloc((size_t)s->nnode + 1, sizeof *s->offset);
  s->padded_begin            = calloc((size_t)s->nbody + 1, sizeof *s->padded_begin);
  const size_t nshare        = (size_t)s->npart + 2;
  s->bodies.batch            = calloc((size_t)s->nbody + 1, sizeof *s->bodies.batch);
  s->bodies.first            = calloc(nshare, sizeof *s->bodies.first);
  s->points.batch            = calloc((size_t)s->nconnector + 1, sizeof *s->points.batch);
  s->points.first            = calloc(nshare, sizeof *s->points.first);
  s->single_connectors.id    = calloc((size_t)s->nconnector + 1, sizeof *s->single_connectors.id);
  s->single_connectors.first = calloc(nshare, sizeof *s->single_connectors.first);
  s->pairs.batch             = calloc((size_t)s->npair + 1, sizeof *s->pairs.batch);
  s->pairs.first             = calloc(nshare, sizeof *s->pairs.first);
  s->single_pairs.id         = calloc((size_t)s->npair + 1, sizeof *s->single_pairs.id);
  s->single_pairs.first      = calloc(nshare, sizeof *s->single_pairs.first);
  s->separate_pairs.id       = calloc((size_t)s->npair + 1, sizeof *s->separate_pairs.id);
  s->separate_pairs.first    = calloc(nshare, sizeof *s->separate_pairs.first);
  s->separator_arms.item     = calloc((size_t)s->nside + 1, sizeof *s->separator_arms.item);
  s->separator_arms.first    = calloc(nshare, sizeof *s->separator_arms.first);
  for (int i = 0; i < LW_TERM_KINDS; i++) s->term_size[i] = calloc(nshare, sizeof *s->term_size[i]);
  s->row_ranges.range = calloc((size_t)s->nconnector + 1, sizeof *s->row_ranges.range);
  s->row_ranges.first = calloc(nshare, sizeof *s->row_ranges.first);
  return s->offset && s->padded_begin && s->bodies.batch && s->bodies.first && s->points.batch &&
         s->points.first && s->single_connectors.id && s->single_connectors.first &&
         s->pairs.batch && s->pairs.first && s->single_pairs.id && s->single_pairs.first &&
         s->row_ranges.range && s->row_ranges.first && s->term_size[0] && s->term_size[1] &&
         s->separator_arms.item && s->separator_arms.first && s->separate_pairs.id &&
         s->separate_pairs.first;
}

/* the sides of a body, as many as a batch has, the missing ones by one that does nothing */
static int pad_sides(lw_structure* s, int b, int nside, int at)
{
  s->padded_begin[b] = at;
  for (int k = 0; k < nside; k++) {
    const int i           = s->body_side[b] + k;
    s->padded_sides[at++] = i < s->body_side[b + 1] ? s->body_side_list[i] : s->nside;
  }
  return at;
}

/* Sides of a batch of bodies. Returns where the next ones go. */
static int list_sides(lw_structure* s, lw_batch* q, int at)
{
  for (int k = 0; k < q->n; k++) {
    const int count = s->body_side[q->id[k] + 1] - s->body_side[q->id[k]];
    q->nside        = count > q->nside ? count : q->nside;
  }
  for (int k = 0; k < 4; k++) {
    at               = k < q->n ? pad_sides(s, q->id[k], q->nside, at) : at;
    q->body.x[k]     = s->offset[q->id[k]];
    q->body.sides[k] = s->padded_begin[q->id[k]];
  }
  return at;
}

/* doubles that the padded lists take at most: four times the most sides in each batch */
static size_t count_padded(const lw_structure* s)
{
  size_t sum = 0;
  for (int q = 0; q < s->bodies.first[s->npart + 1]; q++) {
    int most = 0;
    for (int k = 0; k < 4; k++) {
      const int b = s->bodies.batch[q].id[k], n = s->body_side[b + 1] - s->body_side[b];
      most = n > most ? n : most;
    }
    sum += 4 * (size_t)most;
  }
  return sum;
}

static bool sort_bodies(lw_structure* s, lw_groupable* list)
{
  int n = 0;
  for (int k = 0; k <= s->npart; k++) {
    int count          = 0;
    s->bodies.first[k] = n;
    for (int i = s->part_begin[k]; i < s->part_begin[k + 1]; i++) {
      if (s->node[i].id < s->nbody) {
        list[count++] = groupable(s, k, s->node[i].leaf ? 1 : 0, s->node[i].id, s->node[i].id);
      }
    }
    n = add_groups(s->bodies.batch, n, k, list, count);
  }
  s->bodies.first[s->npart + 1] = n;
  s->nbatch_numbers             = (int)lw_batch_begin(n, s->npart + 1, LW_LEAF_NUMBERS);
  s->padded_sides               = malloc((count_padded(s) + 1) * sizeof *s->padded_sides);
  for (int i = 0, at = 0; i < n && s->padded_sides; i++)
    at = list_sides(s, &s->bodies.batch[i], at);
  return s->padded_sides != NULL;
}

static int compare_runs(const void* a, const void* b)
{
  const lw_row_range *x = a, *y = b;
  return (x->row > y->row) - (x->row < y->row);
}

/* the rows of each part, as few runs as there are */
static void sort_rows(const lw_structure* s)
{
  int n = 0;
  for (int k = 0; k <= s->npart; k++) {
    const int begin        = n;
    int       last         = begin;
    s->row_ranges.first[k] = begin;
    for (int i = s->part_begin[k]; i < s->part_begin[k + 1]; i++) {
      const int id = s->node[i].id - s->nbody;
      if (id >= 0 && s->connector[id].nrow + s->connector[id].nsoft > 0) {
        const lw_connector* c    = &s->connector[id];
        s->row_ranges.range[n++] = (lw_row_range){c->row, c->nrow + c->nsoft};
      }
    }
    qsort(s->row_ranges.range + begin, (size_t)(n - begin), sizeof *s->row_ranges.range,
          compare_runs);
    for (int i = begin; i < n; i++) {
      lw_row_range* run = &s->row_ranges.range[last > begin ? last - 1 : begin];
      if (last > begin && run->row + run->n == s->row_ranges.range[i].row) {
        run->n += s->row_ranges.range[i].n;
      } else {
        s->row_ranges.range[last++] = s->row_ranges.range[i];
      }
    }
    n = last;
  }
  s->row_ranges.first[s->npart + 1] = n;
}

static int leaf_offset(const lw_structure* s, int body)
{
  return body != LW_GROUND && s->node[s->position[body]].leaf ? s->offset[body] : -1;
}

static void list_connectors(const lw_structure* s, lw_batch* q)
{
  q->node = s->position[s->nbody + q->id[0]];
  q->nrow = s->connector[q->id[0]].nrow;
  for (int k = 0; k < 4; k++) {
    const lw_connector* c    = &s->connector[q->id[k]];
    const lw_side*      side = &s->side[c->side];
    q->joint.x[k]            = s->offset[s->nbody + q->id[k]];
    q->joint.row[k]          = c->row;
    q->joint.index[k]        = c->index;
    q->joint.side[k]         = c->side;
    q->joint.jac_A[k]        = side[0].jac;
    q->joint.jac_B[k]        = side[1].jac;
    q->joint.body_A[k]       = side[0].body;
    q->joint.body_B[k]       = side[1].body;
    q->joint.x_A[k]          = leaf_offset(s, side[0].body);
    q->joint.x_B[k]          = leaf_offset(s, side[1].body);
  }
}

/* Where bodies and connectors are in their batches: four times the batch, and the lane. */
typedef struct places {
  int* body;  /* (nbody)      */
  int* point; /* (nconnector) */
} places;

static void find_places(const lw_batches* batches, int n, int* place)
{
  for (int q = 0; q < n; q++) {
    for (int l = 0; l < batches->batch[q].n; l++) place[batches->batch[q].id[l]] = 4 * q + l;
  }
}

static int point_begin(const lw_structure* s, int place)
{
  const int part = s->points.batch[place / 4].part;
  return (int)lw_batch_begin(place / 4, part, LW_POINT_NUMBERS) + place % 4;
}

/* where the arm of a side begins, and the axes of its connector */
static int arm_of(const lw_structure* s, const places* at, int side)
{
  const lw_connector* c     = &s->connector[s->side[side].connector];
  const int           place = at->point[s->side[side].connector];
  return point_begin(s, place) + 4 * (LW_POINT_ARM + 3 * (side - c->side));
}

static int axes_of(const lw_structure* s, const places* at, int side)
{
  const int place = at->point[s->side[side].connector];
  return point_begin(s, place) + 4 * LW_POINT_AXIS;
}

static int inverse_of(const lw_structure* s, const places* at, int body)
{
  const int batch = at->body[body] / 4;
  return (int)lw_batch_begin(batch, s->bodies.batch[batch].part, LW_LEAF_NUMBERS) +
         at->body[body] % 4;
}

/* do the first n lanes stand side by side? The others are then not looked at. */
static bool is_aligned(const int at[4], int n)
{
  bool aligned = true;
  for (int l = 1; l < n; l++) aligned &= at[l] == at[0] + l;
  return aligned;
}

static void list_pairs(const lw_structure* s, const places* at, lw_batch* q)
{
  for (int k = 0; k < 4; k++) {
    const lw_pair* p = &s->pair[q->id[k]];
    const lw_edge *u = &s->edge[p->u], *v = &s->edge[p->v];
    q->pair.jac[0][k]  = s->side[u->side].jac;
    q->pair.jac[1][k]  = s->side[v->side].jac;
    q->pair.body[k]    = p->body;
    q->pair.sign[k]    = u->sign * v->sign;
    q->pair.arm[0][k]  = arm_of(s, at, u->side);
    q->pair.arm[1][k]  = arm_of(s, at, v->side);
    q->pair.axis[0][k] = axes_of(s, at, u->side);
    q->pair.axis[1][k] = axes_of(s, at, v->side);
    q->pair.inverse[k] = inverse_of(s, at, p->body);
  }
  q->aligned = (is_aligned(q->pair.arm[0], q->n) ? 1 : 0) |
               (is_aligned(q->pair.arm[1], q->n) ? 2 : 0) |
               (is_aligned(q->pair.inverse, q->n) ? 4 : 0);
}

/* ---- what acts on bodies ------------------------------------------------------------------- */

/* Rows of all connectors on the sides of a batch of bodies, if these hold points and have as many; else 0. */
static int common_rows(const lw_structure* s, const lw_batch* q)
{
  int rows = 0;
  for (int l = 0; l < q->n; l++) {
    for (int k = s->body_side[q->id[l]]; k < s->body_side[q->id[l] + 1]; k++) {
      const lw_connector* c = &s->connector[s->side[s->body_side_list[k]].connector];
      if (!c->point || (rows > 0 && c->nrow != rows)) {
        return 0;
      }
      rows = c->nrow;
    }
  }
  return rows == 3 || rows == 5 ? rows : 0;
}

/* The k-th sides of a batch of bodies; a lane without finds what the one before does, and does not count. */
static lw_batch_side side_of(const lw_structure* s, const places* at, const lw_batch* q, int k)
{
  lw_batch_side side = {.complete = true};
  int           some = LW_NONE; /* any side that there is */
  for (int l = 0; l < q->n; l++) {
    const int first = s->body_side[q->id[l]];
    some            = k < s->body_side[q->id[l] + 1] - first ? s->body_side_list[first + k] : some;
  }
  for (int l = 0; l < 4; l++) {
    const int           first = s->body_side[q->id[l]];
    const bool          has   = k < s->body_side[q->id[l] + 1] - first;
    const int           found = has ? s->body_side_list[first + k] : some;
    const int           id    = s->side[found].connector;
    const lw_connector* c     = &s->connector[id];
    const lw_batch*     point = &s->points.batch[at->point[id] / 4];
    side.arm[l]               = arm_of(s, at, found);
    side.c[l]                 = point->data + 12 * (found - c->side) + at->point[id] % 4;
    side.x[l]                 = s->offset[s->nbody + id];
    side.row[l]               = c->row;
    side.sign[l]              = !has ? 0.0 : found == c->side ? -1.0 : 1.0;
    side.complete             = side.complete && has;
  }
  side.aligned = is_aligned(side.arm, 4); /* what is written twice must be the same */
  return side;
}

/* Do the lanes of a batch of bodies, each of which is a leaf with two connectors, have their products side by side in three batches of
 * pairs? Then body.product says where, and these batches need not be gone through. */
static bool is_paired(const lw_structure* s, const int* first, const int* in, lw_batch* q,
                      int batch[3])
{
  bool paired = q->kind && q->joint_rows == 3 && q->nside == 2;
  for (int l = 0; l < q->n && paired; l++) {
    const int      b = q->id[l];
    const lw_node* v = &s->node[s->position[b]];
    const int      u = v->nedge == 2 && s->body_side[b + 1] - s->body_side[b] == 2
                           ? s->edge[v->edge].side == s->body_side_list[s->body_side[b] + 1]
                           : -1;
    paired           = u >= 0 && (l == 0 || u == q->body.u_side);
    for (int k = 0; k < 3 && paired; k++) {
      const int       id   = first[b] + k;
      const lw_batch* pair = in[id] < 0 ? NULL : &s->pairs.batch[in[id]];
      paired   = pair && pair->n == q->n && pair->id[l] == id && (l == 0 || in[id] == batch[k]);
      batch[k] = in[id];
      q->body.product[k] = paired ? pair->data : 0;
    }
    q->body.u_side = u;
  }
  return paired;
}

/* Products that bodies compute for themselves, and those that are left. */
static bool list_paired(lw_structure* s)
{
  const int  npair = s->pairs.first[s->npart + 1];
  int*       first = calloc((size_t)s->nbody + 1, sizeof *first); /* pair of each body   */
  int*       in    = calloc((size_t)s->npair + 1, sizeof *in);    /* batch of each pair   */
  char*      done  = calloc((size_t)npair + 1, sizeof *done);     /* batches of pairs      */
  const bool ok    = first && in && done;
  for (int i = s->npair - 1; i >= 0 && ok; i--) {
    first[s->pair[i].body] = i;
    in[i]                  = LW_NONE;
  }
  for (int q = 0; q < npair && ok; q++) {
    for (int l = 0; l < s->pairs.batch[q].n; l++) in[s->pairs.batch[q].id[l]] = q;
  }
  for (int q = 0; q < s->bodies.first[s->npart + 1] && ok; q++) {
    int batch[3]                      = {0};
    s->bodies.batch[q].forms_products = is_paired(s, first, in, &s->bodies.batch[q], batch);
    for (int k = 0; k < 3 && s->bodies.batch[q].forms_products; k++) done[batch[k]] = 1;
  }
  for (int k = 0, n = 0; k <= s->npart + 1 && ok; k++) {
    s->separate_pairs.first[k] = n;
    for (int q = s->pairs.first[k]; k <= s->npart && q < s->pairs.first[k + 1]; q++) {
      if (!done[q]) {
        s->separate_pairs.id[n++] = q;
      }
    }
  }
  free(first);
  free(in);
  free(done);
  return ok;
}

/* What the parts have of the connectors of the separator. */
static void list_separator_arms(lw_structure* s, const places* at)
{
  int n = 0;
  s->separator_is_points =
      s->single_connectors.first[s->npart] == s->single_connectors.first[s->npart + 1];
  for (int q = s->points.first[s->npart]; q < s->points.first[s->npart + 1]; q++) {
    const lw_connector* c  = &s->connector[s->points.batch[q].id[0]];
    s->separator_is_points = s->separator_is_points && c->nrow == 3 && c->nsoft == 0;
  }
  for (int k = 0; k <= s->npart; k++) {
    s->separator_arms.first[k] = n;
    for (int i = s->part_begin[k];
         i < s->part_begin[k + 1] && k < s->npart && s->separator_is_points; i++) {
      const int b = s->node[i].id;
      for (int e = s->body_side[b < s->nbody ? b : 0]; b < s->nbody && e < s->body_side[b + 1];
           e++) {
        const int side = s->body_side_list[e], id = s->side[side].connector;
        if (s->position[s->nbody + id] >= s->part_begin[s->npart]) {
          s->separator_arms.item[n++] = (lw_separator_arm){b, arm_of(s, at, side)};
        }
      }
    }
  }
  s->separator_arms.first[s->npart + 1] = n;
}

/* Bodies on which nothing but points acts find it themselves; what acts on others is written for them. */
static bool list_direct(lw_structure* s, const places* at)
{
  const int nbodies = s->bodies.first[s->npart + 1], npoints = s->points.first[s->npart + 1];
  size_t    n = 0;
  for (int q = 0; q < nbodies; q++) n += (size_t)s->bodies.batch[q].nside;
  s->batch_side = calloc(n + 1, sizeof *s->batch_side);
  if (!s->batch_side) {
    return false;
  }
  s->reads_jacobians = s->single_connectors.first[s->npart + 1] > 0;
  for (int q = 0, next = 0; q < nbodies; q++) {
    lw_batch* batch    = &s->bodies.batch[q];
    batch->joint_rows  = common_rows(s, batch);
    batch->data        = next;
    s->reads_jacobians = s->reads_jacobians || !batch->kind;
    for (int k = 0; k < batch->nside && batch->joint_rows; k++) {
      s->batch_side[next++] = side_of(s, at, batch, k);
    }
  }
  for (int q = 0; q < npoints; q++) {
    lw_batch* batch = &s->points.batch[q];
    for (int l = 0; l < 2 * batch->n; l++) {
      const int b            = (l % 2 ? batch->joint.body_B : batch->joint.body_A)[l / 2];
      const int direct       = b == LW_GROUND ? 3 : s->bodies.batch[at->body[b] / 4].joint_rows;
      batch->writes_wrenches = batch->writes_wrenches || !direct;
      batch->leaf_other_rows =
          batch->leaf_other_rows || (direct != 3 && s->node[s->position[b]].leaf);
    }
  }
  return true;
}

static void sort_connectors(const lw_model* m, lw_structure* s, lw_groupable* list)
{
  int n = 0, nother = 0;
  for (int k = 0; k <= s->npart; k++) {
    int count                     = 0;
    s->points.first[k]            = n;
    s->single_connectors.first[k] = nother;
    for (int i = s->part_begin[k]; i < s->part_begin[k + 1]; i++) {
      const int id = s->node[i].id - s->nbody;
      if (id >= 0 && s->connector[id].point) {
        list[count++] = groupable(s, k, point_key(m, &s->connector[id]), s->node[i].id, id);
      } else if (id >= 0) {
        s->single_connectors.id[nother++] = id;
      }
    }
    n = add_groups(s->points.batch, n, k, list, count);
  }
  s->points.first[s->npart + 1]            = n;
  s->single_connectors.first[s->npart + 1] = nother;
  for (int q = 0, k = 0; q < n; q++) {
    lw_batch*           batch = &s->points.batch[q];
    const lw_connector* c     = &s->connector[batch->id[0]];
    for (; q >= s->points.first[k]; k++) s->nbatch_numbers += LW_PART_PADDING;
    batch->kind = batch->kind % 16;
    batch->data = s->nbatch_numbers;
    list_connectors(s, batch);
    s->nbatch_numbers +=
        4 * (6 + 3 * (c->nrow + c->nsoft - 3)); /* two arms, axes of the other rows */
  }
}

/* where the products of a batch of pairs stand: number by number, four side by side */
static void lay_out_pairs(lw_structure* s, const places* at, int* room, lw_batch* q)
{
  const lw_pair* p = &s->pair[q->id[0]];
  const int      m = s->node[s->edge[p->u].target].d_max, n = s->node[s->edge[p->v].target].d_max;
  q->data = *room;
  q->kind = p->u == p->v;
  for (int k = 0; k < q->n; k++) s->pair[q->id[k]].block = *room + k;
  *room += 4 * LW_BLOCK(p->u == p->v, m, n);
  list_pairs(s, at, q);
}

static void lay_out_odd_pair(const lw_structure* s, const places* at, int* room, lw_pair* p)
{
  const int m = s->node[s->edge[p->u].target].d_max, n = s->node[s->edge[p->v].target].d_max;
  p->block   = *room;
  p->inverse = inverse_of(s, at, p->body);
  *room += 4 * LW_BLOCK(p->u == p->v, m, n);
}

static void sort_pairs(lw_structure* s, const places* at, lw_groupable* list)
{
  int n = 0, nodd = 0, id = 0;
  for (int k = 0; k <= s->npart; k++) {
    int count                = 0;
    s->pairs.first[k]        = n;
    s->single_pairs.first[k] = nodd;
    for (int i = s->part_begin[k]; i < s->part_begin[k + 1]; i++) {
      const lw_node* v   = &s->node[i];
      const int      end = id + (v->leaf ? v->nedge * (v->nedge + 1) / 2 : 0);
      for (; id < end; id++) {
        const int key = pair_key(s, &s->pair[id]);
        if (key < 0) {
          s->single_pairs.id[nodd++] = id;
        } else {
          list[count++] = groupable(s, k, key, v->id, id);
        }
      }
    }
    n = add_groups(s->pairs.batch, n, k, list, count);
  }
  s->pairs.first[s->npart + 1]        = n;
  s->single_pairs.first[s->npart + 1] = nodd;
  for (int k = 0; k <= s->npart; k++) {
    int* room = &s->term_size[LW_TERM_BLOCK][k];
    *room     = LW_ZEROS_BLOCK;
    for (int i = s->pairs.first[k]; i < s->pairs.first[k + 1]; i++) {
      lay_out_pairs(s, at, room, &s->pairs.batch[i]);
    }
    for (int i = s->single_pairs.first[k]; i < s->single_pairs.first[k + 1]; i++) {
      lay_out_odd_pair(s, at, room, &s->pair[s->single_pairs.id[i]]);
    }
  }
}

lw_status lw_batches_build(const lw_model* model, lw_structure* s)
{
  const int     most = s->nnode > s->npair ? s->nnode : s->npair;
  lw_groupable* list = malloc(((size_t)most + 1) * sizeof *list);
  places        at   = {calloc((size_t)s->nbody + 1, sizeof(int)),
                        calloc((size_t)s->nconnector + 1, sizeof(int))};
  bool          ok   = list && at.body && at.point && allocate(s);
  if (ok) {
    for (int i = 0; i < s->nnode; i++) s->offset[s->node[i].id] = s->node[i].x;
    ok = sort_bodies(s, list);
    sort_rows(s);
    sort_connectors(model, s, list);
    find_places(&s->bodies, s->bodies.first[s->npart + 1], at.body);
    find_places(&s->points, s->points.first[s->npart + 1], at.point);
    sort_pairs(s, &at, list);
    ok = ok && list_direct(s, &at) && list_paired(s);
    list_separator_arms(s, &at);
  }
  free(at.body);
  free(at.point);
  free(list);
  return ok ? LW_OK : LW_ERR_MEMORY;
}

void lw_batches_destroy(lw_structure* s)
{
  free(s->offset);
  free(s->padded_sides);
  free(s->padded_begin);
  free(s->bodies.batch);
  free(s->bodies.first);
  free(s->points.batch);
  free(s->points.first);
  free(s->single_connectors.id);
  free(s->single_connectors.first);
  free(s->pairs.batch);
  free(s->pairs.first);
  free(s->single_pairs.id);
  free(s->single_pairs.first);
  for (int i = 0; i < LW_TERM_KINDS; i++) free(s->term_size[i]);
  free(s->batch_side);
  free(s->separate_pairs.id);
  free(s->separate_pairs.first);
  free(s->separator_arms.item);
  free(s->separator_arms.first);
  free(s->row_ranges.range);
  free(s->row_ranges.first);
}
