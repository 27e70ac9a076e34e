/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * batches.h - group the elements of a structure in batches of four.
 */
#ifndef LW_BATCHES_H
#define LW_BATCHES_H

#include "structure/fronts.h"
#include "structure/structure.h"

/* Group bodies, joints and pairs of each part in batches of one kind.
 *   Needs       a structure in its order of elimination
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_batches_build(const lw_model* model, lw_structure* structure);
void      lw_batches_destroy(lw_structure* structure);

/* ---- shared by batches.c and batch_pairs.c ----------------------------------------------- */

/* Where bodies and joints that hold a point are in their batches: four times the batch, plus the
 * lane. */
typedef struct lw_batch_slots {
  int* body;  /* (nbody) */
  int* joint; /* by connector (nconnector) */
} lw_batch_slots;

/* Number of sides that act on a body. */
static inline int lw_count_sides(const lw_structure* s, int b)
{
  return s->body_side[b + 1] - s->body_side[b];
}

/* An element of a part with its kind, the id of its node, and its index. */
static inline lw_groupable lw_groupable_of(const lw_structure* s, int part, int kind, int node,
                                           int index)
{
  return (lw_groupable){kind, lw_outward(s, part, s->rank[node]), index, 0, 0};
}

/* Append batches for n elements of a part, grouped by kind. Returns the number of batches so
 * far. */
int lw_batches_add(lw_batch* batch, int nbatch, int part, lw_groupable* list, int n);

/* Offset in lw_instance.point_batch of number i, or of the arm, of the joint that acts on a
 * side. */
int lw_batch_point_number(const lw_structure* s, const lw_batch_slots* at, int side, int i);
int lw_batch_arm_offset(const lw_structure* s, const lw_batch_slots* at, int side);

/* Offset of the inverse mass and inertia of a body in lw_factor.batch. */
int lw_batch_inverse_offset(const lw_structure* s, const lw_batch_slots* at, int body);

/* Tell whether the first n lanes are adjacent in memory. */
bool lw_batch_is_aligned(const int at[4], int n);

/* Group the pairs and give their products their offsets. `list`: scratch (npair). */
void lw_pairs_group(lw_structure* s, const lw_batch_slots* at, lw_groupable* list);

/* Find the batches of bodies that form the products of their pairs, and list the other batches of
 * pairs.
 *   Returns     false: no memory */
bool lw_pairs_assign(lw_structure* s);

#endif
