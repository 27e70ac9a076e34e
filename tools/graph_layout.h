/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * graph_layout.h - places in the plane for the nodes of a graph.
 */
#ifndef LW_GRAPH_LAYOUT_H
#define LW_GRAPH_LAYOUT_H

#include <stdbool.h>

/* Place n nodes so that they are about as far from each other as the graph says, an edge being 1.
 * The same graph has the same places.
 *   Returns     false: no memory */
bool lw_graph_layout(int n, int nedge, const int edge[][2], double at[][2]);

#endif
