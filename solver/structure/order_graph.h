/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_graph.h - the graph of bodies and connectors while an order of elimination is found.
 *
 * Nodes are bodies and, behind them, connectors. Eliminating a node joins its neighbours to each other;
 * what is left of its list are its later neighbours in the factor.
 *
 *   theory   sections 5.2, 5.3
 */
#ifndef LW_ORDER_GRAPH_H
#define LW_ORDER_GRAPH_H

#include "structure/structure.h"

typedef struct lw_node_set {
  int* item;
  int  n, cap;
} lw_node_set;

typedef struct lw_order_graph {
  int                 n, nbody;
  const lw_structure* s;
  lw_node_set*        adj;     /* live neighbours; after elimination: the later ones (n)         */
  int*                d;       /* size of a node for the cost (n)                                */
  char*               gone;    /* eliminated (n)                                                 */
  char*               ready;   /* one of its bodies is gone, or it is one (n)                    */
  char*               touched; /* a neighbour was eliminated (n)                                 */
  int*                tree;    /* bodies that eliminated joints hold together: disjoint sets (n) */
  int*                held;    /* joints by which such a set hangs on others, at its root (n)    */
  int*                rank;    /* along the mechanism, neighbours near each other (n)            */
  int*                mark;    /* scratch (n), all zero between uses                             */
  int*                order;   /* ids in the order of elimination (n)                            */
  int                 done;    /* how many of them                                               */
  bool                no_memory;
} lw_order_graph;

/* Fill a graph from the connectors and sides of its structure, also one that has been eliminated.
 *   Needs       arrays are allocated, adj is zero the first time */
void lw_order_graph_build(lw_order_graph* g);

/* Number all nodes along the mechanism, from one end of each of its parts.
 *   Needs       nothing is eliminated yet; queue, level: room for n */
void lw_order_graph_rank(lw_order_graph* g, int* queue, int* level);

/* Append v to the order, remove it and make its neighbours a clique. */
void lw_order_graph_eliminate(lw_order_graph* g, int v);

/* May v be eliminated next without a small pivot?                                       (5.6) */
bool lw_order_graph_may_go(lw_order_graph* g, int v);

/* Add a node to a set that does not have it. */
void lw_node_set_add(lw_order_graph* g, lw_node_set* a, int item);
bool lw_node_set_has(const lw_node_set* a, int item);

/* Total size of a node's live neighbours. */
int lw_order_graph_degree(const lw_order_graph* g, int v);

/* Numbers in the blocks that eliminating v would fill in; of a node with many neighbours: at most. */
double lw_order_graph_fill(lw_order_graph* g, int v);

/* Multiply-adds to eliminate a node of size d with neighbours of total size D.           (5.5) */
double lw_elimination_cost(double d, double D, bool leaf);

#endif
