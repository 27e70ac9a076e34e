/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fronts.h - group the nodes that are no leaves in fronts of four, which are eliminated together.
 *
 * A front has up to four nodes of one part that do not wait for each other and have the same rows
 * and the same kinds of neighbours. Its blocks are stored number by number, each for the four
 * nodes, so that one vector holds the same number of all of them. The products that a node
 * subtracts from later nodes are stored with its own front; a later front gathers them from there,
 * by one load where its lanes are adjacent in memory.
 *
 *   theory   section 5.1
 */
#ifndef LW_FRONTS_H
#define LW_FRONTS_H

#include "structure/structure.h"

#define LW_FRONT_ROWS 8 /* most rows of a node: those of a joint and of its motion or spring */
#define LW_FEW_EDGES                                                                               \
  2 /* a front with at most so many edges keeps A_vu only while it is eliminated */

/* Doubles at the beginning of the update terms and of the workspace that are always zero: a lane
 * without a term reads them. */
#define LW_ZEROS_BLOCK (4 * LW_FRONT_ROWS * LW_FRONT_ROWS)
#define LW_ZEROS_VECTOR (4 * LW_FRONT_ROWS)

/* Doubles between the separator terms of one part and those of the next: two cache lines, which
 * hardware prefetch may load as a pair. */
#define LW_SEPARATOR_TERM_PADDING 16

/* Build the fronts and the lists of their update terms.
 *   Needs       a structure in its order, with batches and the offsets of the products of pairs
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_fronts_build(lw_structure* structure);
void      lw_fronts_destroy(lw_structure* structure);

/* List the update terms that fronts gather, and those that parts sum up for the separator; the
 * last step of lw_fronts_build(). */
lw_status lw_front_terms_build(lw_structure* structure);
void      lw_front_terms_destroy(lw_structure* structure);

/* Rows of a node without and with compliant rows. */
static inline void lw_front_sizes(const lw_structure* s, int position, int size[2])
{
  const int id = s->node[position].id;
  size[0] = size[1] = 6;
  if (id >= s->nbody) {
    const lw_connector* c = &s->connector[id - s->nbody];
    size[0]               = c->nrow;
    size[1]               = c->nrow + c->nsoft;
  }
}

/* An element that is to be grouped, and its place in a group. */
typedef struct lw_groupable {
  int key;  /* elements of a group have the same key */
  int rank; /* place of the element along the mechanism */
  int id;
  int group, lane;
} lw_groupable;

/* Put n elements into groups of four with the same key; groups are in ascending order of their
 * keys. In the order of their ranks each lane takes one quarter of the elements of a key, so that
 * the neighbours of the members of a group are members of one group again, in the same lanes.
 *   Changes     the order of the elements, group and lane
 *   Returns     the number of groups */
int lw_group_by_four(lw_groupable* element, int n);

/* Rank of an element in its part. In the second half of the parts ranks descend: the two threads
 * that have one half each then begin where the halves meet and move apart, so that neither
 * prefetches lines that the other one writes. */
static inline int lw_outward(const lw_structure* s, int part, int rank)
{
  return 2 * part < s->npart ? rank : -rank;
}

#endif
