/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order.h - find the order of elimination and lay out the factor.
 */
#ifndef LW_ORDER_H
#define LW_ORDER_H

#include "structure.h"

/* An order by whole blocks, as S4 has them: bodies first, then connectors. */
typedef struct lw_order_rule {
  int index; /* bodies with more connectors stay until these are gone; 0: none of them   */
  const int*
      sequence; /* connectors in this sequence, with index 0 (nconnector); NULL: least fill */
} lw_order_rule;

/* Fill in everything of a structure from `nnode` on.
 *   Needs       connectors and sides are listed, is_tree is known
 *   Nullable    rule (the order that needs the fewest multiply-adds)
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_order_build(lw_structure* structure, const lw_order_rule* rule);

#endif
