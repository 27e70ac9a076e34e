/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_greedy.h - orders that cost little: by multiply-adds, or by operations on whole blocks.
 */
#ifndef LW_ORDER_GREEDY_H
#define LW_ORDER_GREEDY_H

#include "order_graph.h"

/* The order that the solver uses: fewest multiply-adds, long mechanisms cut in two.
 *   Returns     false: no memory */
bool lw_order_greedy(lw_order_graph* g);

/* Isolation and elimination of S4: bodies with at most `index` connectors first, then the rest by the
 * least fill.
 *   Needs       index > 0, or 0: all bodies first
 *   Nullable    sequence (of all connectors, after all bodies)
 *   Returns     false: no memory */
bool lw_order_blocks(lw_order_graph* g, int index, const int sequence[]);

#endif
