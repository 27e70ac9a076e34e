/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_greedy.h - orders that cost little, in multiply-adds or in operations on whole blocks.
 */
#ifndef LW_ORDER_GREEDY_H
#define LW_ORDER_GREEDY_H

#include "order.h"
#include "order_graph.h"

/* Find an order.
 *   Nullable    rule: the order that the solver uses, long mechanisms cut in two
 *   Returns     false: no memory */
bool lw_order_greedy(lw_order_graph* g, const lw_order_rule* rule);

#endif
