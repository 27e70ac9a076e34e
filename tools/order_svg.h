/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_svg.h - pictures of an order of elimination: the topology, and the matrix before and after.
 */
#ifndef LW_ORDER_SVG_H
#define LW_ORDER_SVG_H

#include <stdbool.h>
#include <stdio.h>

#include <linkwork/topology.h>

/* Bodies as circles, joints as squares on the lines between them, as S4 draws them; with
 * their places in the order.
 *   Returns     false: no memory, or it cannot be written */
bool lw_order_svg_topology(const lw_model* model, const lw_elimination* e, FILE* file);

/* The blocks of the matrix: as the file lists bodies and joints, and in the order of
 * elimination with what fills in. */
bool lw_order_svg_before(const lw_model* model, const lw_elimination* e, FILE* file);
bool lw_order_svg_after(const lw_model* model, const lw_elimination* e, FILE* file);

#endif
