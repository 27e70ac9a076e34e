/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_greedy.h - orders that cost little, in multiply-adds or in operations on whole blocks.
 */
#ifndef LW_ORDER_GREEDY_H
#define LW_ORDER_GREEDY_H

#include "structure/order.h"
#include "structure/order_graph.h"

/* Find an order of elimination; `rounds` chooses between an order in rounds and one by least fill.
 *   Needs       a graph that is built and ranked; no rounds with a rule
 *   Nullable    rule: an order for the solver, whose cost is counted in multiply-adds
 *   Returns     false: no memory */
bool lw_order_greedy(lw_order_graph* g, const lw_order_rule* rule, bool rounds);

#endif
