/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order.h - find the order of elimination of a structure.
 */
#ifndef LW_ORDER_H
#define LW_ORDER_H

#include "structure/structure.h"

/* Fill in nodes, edges, updates, pairs, ranks and parts of a structure, its height and its cost.
 *   Needs       connectors and sides are listed, is_tree is set
 *   Nullable    rule: the order that needs the fewest multiply-adds
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_order_build(lw_structure* structure, const lw_order_rule* rule);

#endif
