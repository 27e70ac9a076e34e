/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * batches.c - group bodies and joints that hold a point in batches of four.
 *
 *   bodies, with their padded sides -> ranges of rows -> joints and single connectors -> pairs of
 *   joints on leaves (batch_pairs.c) -> sides of the bodies that gather their joint forces -> pairs
 *   whose products batches of bodies form (batch_pairs.c) -> arms at the separator
 *
 *   reads    connectors, nodes, edges, pairs and parts of a structure
 *   writes   its batches and lists by part, offset, term_size[LW_TERM_BLOCK]
 *   theory   section 5.1
 *
 * A batch belongs to one part and so to one thread. What is computed for one of its elements does
 * not depend on the others, so the results do not depend on how the elements are grouped.
 */
#include "structure/batches.h"

#include <stdlib.h>

#include "structure/fronts.h"

/* ---- groups ------------------------------------------------------------------------------ */

/* Append batches for n elements of a part, grouped by kind. Returns the number of batches so
 * far. */
int lw_batches_add(lw_batch* batch, int nbatch, int part, lw_groupable* list, int n)
{
  const int count = lw_group_by_four(list, n);
  for (int i = 0; i < count; i++) batch[nbatch + i] = (lw_batch){.n = 0, .part = part};
  for (int i = 0; i < n; i++) {
    lw_batch* q = &batch[nbatch + list[i].group];
    q->kind     = list[i].key;
    for (int l = list[i].lane; l < 4; l++) q->id[l] = list[i].id;
    q->n = list[i].lane + 1 > q->n ? list[i].lane + 1 : q->n;
  }
  return nbatch + count;
}

/* Allocate the lists by part, which have at most as many entries as there are elements. */
static bool allocate(lw_structure* s)
{
  const size_t nbody = (size_t)s->nbody + 1, nconnector = (size_t)s->nconnector + 1;
  const size_t npair = (size_t)s->npair + 1, npart = (size_t)s->npart + 2;
  int** const  first[] = {&s->bodies.first,
                          &s->points.first,
                          &s->single_connectors.first,
                          &s->pairs.first,
                          &s->single_pairs.first,
                          &s->separate_pairs.first,
                          &s->separator_arms.first,
                          &s->row_ranges.first,
                          &s->term_size[LW_TERM_BLOCK],
                          &s->term_size[LW_TERM_VECTOR]};
  bool         ok      = true;
  for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
    *first[i] = calloc(npart, sizeof **first[i]);
    ok        = ok && *first[i];
  }
  s->offset               = calloc((size_t)s->nnode + 1, sizeof *s->offset);
  s->padded_begin         = calloc(nbody, sizeof *s->padded_begin);
  s->bodies.batch         = calloc(nbody, sizeof *s->bodies.batch);
  s->points.batch         = calloc(nconnector, sizeof *s->points.batch);
  s->single_connectors.id = calloc(nconnector, sizeof *s->single_connectors.id);
  s->pairs.batch          = calloc(npair, sizeof *s->pairs.batch);
  s->single_pairs.id      = calloc(npair, sizeof *s->single_pairs.id);
  s->separate_pairs.id    = calloc(npair, sizeof *s->separate_pairs.id);
  s->separator_arms.item  = calloc((size_t)s->nside + 1, sizeof *s->separator_arms.item);
  s->row_ranges.range     = calloc(nconnector, sizeof *s->row_ranges.range);
  return ok && s->offset && s->padded_begin && s->bodies.batch && s->points.batch &&
         s->single_connectors.id && s->pairs.batch && s->single_pairs.id && s->separate_pairs.id &&
         s->separator_arms.item && s->row_ranges.range;
}

/* ---- bodies ------------------------------------------------------------------------------ */

/* List `nside` sides of a body from entry `next` on; a missing side is side s->nside, which has no
 * effect. Returns the next free entry. */
static int pad_sides(lw_structure* s, int b, int nside, int next)
{
  s->padded_begin[b] = next;
  for (int k = 0; k < nside; k++) {
    const int i             = s->body_side[b] + k;
    s->padded_sides[next++] = i < s->body_side[b + 1] ? s->body_side_list[i] : s->nside;
  }
  return next;
}

/* Set offsets and sides of a batch of bodies, whose padded sides begin at entry `next`. Returns
 * the next free entry. */
static int set_bodies(lw_structure* s, lw_batch* q, int next)
{
  for (int k = 0; k < q->n; k++) {
    const int count = lw_count_sides(s, q->id[k]);
    q->nside        = count > q->nside ? count : q->nside;
  }
  for (int k = 0; k < 4; k++) {
    next             = k < q->n ? pad_sides(s, q->id[k], q->nside, next) : next;
    q->body.x[k]     = s->offset[q->id[k]];
    q->body.sides[k] = s->padded_begin[q->id[k]];
  }
  return next;
}

/* Most entries of the padded lists: four times the most sides of a body in each batch. */
static size_t count_padded_sides(const lw_structure* s)
{
  size_t sum = 0;
  for (int q = 0; q < s->bodies.first[s->npart + 1]; q++) {
    int most = 0;
    for (int k = 0; k < 4; k++) {
      const int n = lw_count_sides(s, s->bodies.batch[q].id[k]);
      most        = n > most ? n : most;
    }
    sum += 4 * (size_t)most;
  }
  return sum;
}

static bool group_bodies(lw_structure* s, lw_groupable* list)
{
  int n = 0;
  for (int k = 0; k <= s->npart; k++) {
    int count          = 0;
    s->bodies.first[k] = n;
    for (int i = s->part_begin[k]; i < s->part_begin[k + 1]; i++) {
      const int id = s->node[i].id;
      if (id < s->nbody) {
        list[count++] = lw_groupable_of(s, k, s->node[i].leaf ? 1 : 0, id, id);
      }
    }
    n = lw_batches_add(s->bodies.batch, n, k, list, count);
  }
  s->bodies.first[s->npart + 1] = n;
  s->nbatch_numbers             = (int)lw_batch_begin(n, s->npart + 1, LW_LEAF_NUMBERS);
  s->padded_sides               = malloc((count_padded_sides(s) + 1) * sizeof *s->padded_sides);
  for (int i = 0, next = 0; i < n && s->padded_sides; i++) {
    next = set_bodies(s, &s->bodies.batch[i], next);
  }
  return s->padded_sides != NULL;
}

/* ---- rows -------------------------------------------------------------------------------- */

static int compare_ranges(const void* a, const void* b)
{
  const lw_row_range *x = a, *y = b;
  return (x->row > y->row) - (x->row < y->row);
}

/* Append a range to those from `begin` on; it is merged with the last one if it follows that
 * directly. Returns the new number of ranges. */
static int append_range(lw_row_range* range, int begin, int n, lw_row_range next)
{
  if (n > begin && range[n - 1].row + range[n - 1].n == next.row) {
    range[n - 1].n += next.n;
    return n;
  }
  range[n] = next;
  return n + 1;
}

/* List the rows of each part as ranges, as few as possible. */
static void list_rows(const lw_structure* s)
{
  lw_row_range* range = s->row_ranges.range;
  int           n     = 0;
  for (int k = 0; k <= s->npart; k++) {
    const int begin        = n;
    int       end          = n;
    s->row_ranges.first[k] = begin;
    for (int i = s->part_begin[k]; i < s->part_begin[k + 1]; i++) {
      const int id = s->node[i].id - s->nbody;
      if (id >= 0 && s->connector[id].nrow + s->connector[id].nsoft > 0) {
        const lw_connector* c = &s->connector[id];
        range[end++]          = (lw_row_range){c->row, c->nrow + c->nsoft};
      }
    }
    qsort(range + begin, (size_t)(end - begin), sizeof *range, compare_ranges);
    for (int i = begin; i < end; i++) n = append_range(range, begin, n, range[i]);
  }
  s->row_ranges.first[s->npart + 1] = n;
}

/* ---- joints that hold a point, and single connectors ------------------------------------- */

/* kind of a joint that holds a point: same type, same rows and compliant rows */
static int joint_kind(const lw_model* m, const lw_connector* c)
{
  return (int)m->joint[c->index].type + 16 * (c->motion != LW_NONE) + 32 * c->nsoft;
}

/* the joint type in such a kind */
static int type_of_kind(int kind)
{
  return kind % 16;
}

/* offset of a leaf in vectors; -1: the body is no leaf, or is the ground */
static int leaf_offset(const lw_structure* s, int body)
{
  return body != LW_GROUND && s->node[s->position[body]].leaf ? s->offset[body] : -1;
}

static void set_joints(const lw_structure* s, lw_batch* q)
{
  q->node = s->position[s->nbody + q->id[0]];
  q->nrow = s->connector[q->id[0]].nrow;
  q->kind = type_of_kind(q->kind);
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

static void group_connectors(const lw_model* m, lw_structure* s, lw_groupable* list)
{
  int n = 0, nsingle = 0;
  for (int k = 0; k <= s->npart; k++) {
    int count                     = 0;
    s->points.first[k]            = n;
    s->single_connectors.first[k] = nsingle;
    for (int i = s->part_begin[k]; i < s->part_begin[k + 1]; i++) {
      const int id = s->node[i].id - s->nbody;
      if (id >= 0 && s->connector[id].point) {
        list[count++] = lw_groupable_of(s, k, joint_kind(m, &s->connector[id]), s->node[i].id, id);
      } else if (id >= 0) {
        s->single_connectors.id[nsingle++] = id;
      }
    }
    n = lw_batches_add(s->points.batch, n, k, list, count);
  }
  s->points.first[s->npart + 1]            = n;
  s->single_connectors.first[s->npart + 1] = nsingle;
  for (int q = 0, part = 0; q < n; q++) {
    lw_batch*           batch = &s->points.batch[q];
    const lw_connector* c     = &s->connector[batch->id[0]];
    for (; q >= s->points.first[part]; part++) s->nbatch_numbers += LW_PART_PADDING;
    set_joints(s, batch);
    batch->data = s->nbatch_numbers;
    /* two arms, and the axes of the rows after the first three */
    s->nbatch_numbers += 4 * (6 + 3 * (c->nrow + c->nsoft - 3));
  }
}

/* ---- where the numbers of an element are in the batches ---------------------------------- */

static void find_slots(const lw_structure* s, const lw_batches* batches, int* slot)
{
  for (int q = 0; q < batches->first[s->npart + 1]; q++) {
    for (int l = 0; l < batches->batch[q].n; l++) slot[batches->batch[q].id[l]] = 4 * q + l;
  }
}

int lw_batch_point_number(const lw_structure* s, const lw_batch_slots* at, int side, int i)
{
  const int slot = at->joint[s->side[side].connector], q = slot / 4;
  return (int)lw_batch_begin(q, s->points.batch[q].part, LW_POINT_NUMBERS) + slot % 4 + 4 * i;
}

int lw_batch_arm_offset(const lw_structure* s, const lw_batch_slots* at, int side)
{
  const lw_connector* c = &s->connector[s->side[side].connector];
  return lw_batch_point_number(s, at, side, LW_POINT_ARM + 3 * (side - c->side));
}

int lw_batch_inverse_offset(const lw_structure* s, const lw_batch_slots* at, int body)
{
  const int q = at->body[body] / 4;
  return (int)lw_batch_begin(q, s->bodies.batch[q].part, LW_LEAF_NUMBERS) + at->body[body] % 4;
}

bool lw_batch_is_aligned(const int at[4], int n)
{
  bool aligned = true;
  for (int l = 1; l < n; l++) aligned &= at[l] == at[0] + l;
  return aligned;
}

/* ---- bodies that gather their joint forces ----------------------------------------------- */

/* lw_batch.joint_rows of a batch of bodies */
static int find_joint_rows(const lw_structure* s, const lw_batch* q)
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

/* k-th side of a body, or LW_NONE */
static int kth_side(const lw_structure* s, int b, int k)
{
  return k < lw_count_sides(s, b) ? s->body_side_list[s->body_side[b] + k] : LW_NONE;
}

/* The k-th sides of a batch of bodies. A lane whose body has no such side repeats the last lane
 * that has one, with sign 0. */
static lw_batch_side kth_sides(const lw_structure* s, const lw_batch_slots* at, const lw_batch* q,
                               int k)
{
  lw_batch_side side     = {.complete = true};
  int           existing = LW_NONE;
  for (int l = 0; l < q->n; l++) {
    const int found = kth_side(s, q->id[l], k);
    existing        = found != LW_NONE ? found : existing;
  }
  for (int l = 0; l < 4; l++) {
    const int           own   = kth_side(s, q->id[l], k);
    const int           found = own != LW_NONE ? own : existing;
    const int           id    = s->side[found].connector;
    const lw_connector* c     = &s->connector[id];
    const lw_batch*     joint = &s->points.batch[at->joint[id] / 4];
    side.arm[l]               = lw_batch_arm_offset(s, at, found);
    side.c[l]                 = joint->data + 12 * (found - c->side) + at->joint[id] % 4;
    side.x[l]                 = s->offset[s->nbody + id];
    side.row[l]               = c->row;
    side.sign[l]              = own == LW_NONE ? 0.0 : found == c->side ? -1.0 : 1.0;
    side.complete             = side.complete && own != LW_NONE;
  }
  /* all four lanes must be adjacent, because all four are read */
  side.aligned = lw_batch_is_aligned(side.arm, 4);
  return side;
}

/* Tell the batches of joints which of their bodies read wrenches. */
static void mark_wrenches(const lw_structure* s, const lw_batch_slots* at, lw_batch* q)
{
  for (int l = 0; l < 2 * q->n; l++) {
    const int b        = (l % 2 ? q->joint.body_B : q->joint.body_A)[l / 2];
    const int rows     = b == LW_GROUND ? 3 : s->bodies.batch[at->body[b] / 4].joint_rows;
    q->writes_wrenches = q->writes_wrenches || !rows;
    q->leaf_other_rows = q->leaf_other_rows || (rows != 3 && s->node[s->position[b]].leaf);
  }
}

/* Find the bodies that gather the forces of their joints, and list their sides. */
static bool list_batch_sides(lw_structure* s, const lw_batch_slots* at)
{
  const int nbatch = s->bodies.first[s->npart + 1];
  size_t    nside  = 0;
  for (int q = 0; q < nbatch; q++) nside += (size_t)s->bodies.batch[q].nside;
  s->batch_side = calloc(nside + 1, sizeof *s->batch_side);
  if (!s->batch_side) {
    return false;
  }
  s->reads_jacobians = s->single_connectors.first[s->npart + 1] > 0;
  for (int q = 0, next = 0; q < nbatch; q++) {
    lw_batch* batch    = &s->bodies.batch[q];
    batch->joint_rows  = find_joint_rows(s, batch);
    batch->data        = next;
    s->reads_jacobians = s->reads_jacobians || !batch->kind;
    for (int k = 0; k < batch->nside && batch->joint_rows; k++) {
      s->batch_side[next++] = kth_sides(s, at, batch, k);
    }
  }
  for (int q = 0; q < s->points.first[s->npart + 1]; q++) {
    mark_wrenches(s, at, &s->points.batch[q]);
  }
  return true;
}

/* ---- joints of the separator ------------------------------------------------------------- */

/* Append the arms of a body at joints of the separator. Returns the number of arms so far. */
static int add_separator_arms(lw_structure* s, const lw_batch_slots* at, int b, int n)
{
  for (int e = s->body_side[b]; e < s->body_side[b + 1]; e++) {
    const int side = s->body_side_list[e], id = s->side[side].connector;
    if (s->position[s->nbody + id] >= s->part_begin[s->npart]) {
      s->separator_arms.item[n++] = (lw_separator_arm){b, lw_batch_arm_offset(s, at, side)};
    }
  }
  return n;
}

static void list_separator_arms(lw_structure* s, const lw_batch_slots* at)
{
  const int part = s->npart;
  int       n    = 0;
  bool      all  = s->single_connectors.first[part] == s->single_connectors.first[part + 1];
  for (int q = s->points.first[part]; q < s->points.first[part + 1]; q++) {
    const lw_connector* c = &s->connector[s->points.batch[q].id[0]];
    all                   = all && c->nrow == 3 && c->nsoft == 0;
  }
  s->separator_is_points = all;
  for (int k = 0; k <= part; k++) {
    s->separator_arms.first[k] = n;
    for (int i = s->part_begin[k]; i < s->part_begin[k + 1] && k < part && all; i++) {
      if (s->node[i].id < s->nbody) {
        n = add_separator_arms(s, at, s->node[i].id, n);
      }
    }
  }
  s->separator_arms.first[part + 1] = n;
}

/* ---- all together ------------------------------------------------------------------------ */

lw_status lw_batches_build(const lw_model* model, lw_structure* s)
{
  const int      most = s->nnode > s->npair ? s->nnode : s->npair;
  lw_groupable*  list = malloc(((size_t)most + 1) * sizeof *list);
  lw_batch_slots at   = {calloc((size_t)s->nbody + 1, sizeof(int)),
                         calloc((size_t)s->nconnector + 1, sizeof(int))};
  bool           ok   = list && at.body && at.joint && allocate(s);
  if (ok) {
    for (int i = 0; i < s->nnode; i++) s->offset[s->node[i].id] = s->node[i].x;
    ok = group_bodies(s, list);
    list_rows(s);
    group_connectors(model, s, list);
    find_slots(s, &s->bodies, at.body);
    find_slots(s, &s->points, at.joint);
    lw_pairs_group(s, &at, list);
    ok = ok && list_batch_sides(s, &at) && lw_pairs_assign(s);
    list_separator_arms(s, &at);
  }
  free(at.body);
  free(at.joint);
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
  free(s->separate_pairs.id);
  free(s->separate_pairs.first);
  free(s->separator_arms.item);
  free(s->separator_arms.first);
  free(s->row_ranges.range);
  free(s->row_ranges.first);
  free(s->batch_side);
  for (int i = 0; i < LW_TERM_KINDS; i++) free(s->term_size[i]);
}
