/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * schedule.h - the elimination as flat lists of offsets, for nodes among equals.
 *
 * Where a connector and all its neighbours in the factor have the same number of rows, three or five, its elimination
 * is a fixed sequence of products of blocks of that size. The lists name the blocks:
 *
 *   factoring   size, pivot, row, terms of the pivot, edges, and of each edge X, A, X^T and its terms
 *   terms       pairs of leaves, products; offsets of the pairs; offsets of A and X of the products
 *   solving     size, x, pivot, earlier neighbours, X and x of each, later ones, X^T and x of each
 */
#ifndef LW_SCHEDULE_H
#define LW_SCHEDULE_H

#include "structure.h"

/*   Needs       a structure in its order
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_schedule_build(lw_structure* structure);
void      lw_schedule_destroy(lw_structure* structure);

#endif
