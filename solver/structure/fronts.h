/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fronts.h - nodes that are eliminated side by side.
 *
 * A front has up to four nodes of one part that do not wait for each other and have the same rows and the same
 * neighbours in kind. Its blocks stand four side by side, number by number, so that one vector holds the same number
 * of all four. What a node subtracts from later ones is kept with its front; a front gathers it from wherever it is, in
 * one vector where the lanes agree.
 *
 *   theory   section 5.1
 */
#ifndef LW_CELLS_H
#define LW_CELLS_H

#include "structure/structure.h"

/* Doubles at the beginning of terms and of the workspace that are always zero: where a lane finds nothing. */
#define LW_FRONT_ROWS 8 /* most rows of a node: those of a joint and its motion or spring */
#define LW_FEW_EDGES 2  /* of so many A_vu is kept only while a front is eliminated */
#define LW_ZEROS_BLOCK (4 * LW_FRONT_ROWS * LW_FRONT_ROWS)
#define LW_ZEROS_VECTOR (4 * LW_FRONT_ROWS)

/* Doubles from one part's exports to the next: two cache lines, which a processor may fetch together. */
#define LW_SEPARATOR_TERM_PADDING 16

/*   Needs       a structure in its order, with its pairs laid out
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_fronts_build(lw_structure* structure);
void      lw_fronts_destroy(lw_structure* structure);

/* What the fronts gather, and what parts leave to the separator: called by lw_fronts_build(), once the fronts are there. */
lw_status lw_front_terms_build(lw_structure* structure);
void      lw_front_terms_destroy(lw_structure* structure);

/* Rows of a node without and with compliant ones. */
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

/* Put n elements into groups of four that share a key, in the order of their ranks, so that each lane goes along its own
 * quarter of them: neighbours of the members of a group are then in one group again, in the same lanes. Element i
 * goes to group[i], lane[i]. Returns the number of groups; keys are in ascending order. */
typedef struct lw_groupable {
  int key, rank, id;
  int group, lane;
} lw_groupable;

int lw_group_by_four(lw_groupable* element, int n);

/* A rank in a share: parts of the second half go backwards. With two threads both start where they meet, and what their processors
 * fetch beyond the end of a row is never what the other one is writing. */
static inline int lw_outward(const lw_structure* s, int part, int rank)
{
  return 2 * part < s->npart ? rank : -rank;
}

#endif
