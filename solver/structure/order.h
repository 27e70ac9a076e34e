/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order.h - find the order of elimination and lay out the factor.
 */
#ifndef LW_ORDER_H
#define LW_ORDER_H

#include "structure/structure.h"

/* Fill in everything of a structure from `nnode` on.
 *   Needs       connectors and sides are listed, is_tree is known
 *   Nullable    rule (the order that needs the fewest multiply-adds)
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_order_build(lw_structure* structure, const lw_order_rule* rule);

#endif
