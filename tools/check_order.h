/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_order.h - the order of elimination that linkwork check --order shows.
 */
#ifndef LW_CHECK_ORDER_H
#define LW_CHECK_ORDER_H

#include <linkwork/topology.h>

/* The kind of a node of the order of elimination ("body", "joint", "spring", "bushing" or
 * "coupling"), and its name. */
const char* lw_order_kind(const lw_model* model, int id);
const char* lw_order_name(const lw_model* model, int id);

/* Print every node with its later neighbours, the height, the cost and the fill, then operations on
 * blocks for this order and others.
 *   Needs       a finished model
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_check_order(const lw_model* model);

/* Write pictures: PREFIX-topology.svg, PREFIX-before.svg, PREFIX-after.svg.
 *   Returns     LW_OK, LW_ERR_MEMORY, LW_ERR_FILE with the reason */
lw_status lw_check_pictures(const lw_model* model, const char* prefix, lw_diag* diag);

#endif
