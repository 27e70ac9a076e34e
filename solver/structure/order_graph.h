/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_graph.h - the graph of bodies and connectors while an order of elimination is found.
 *
 * Node ids are those of the bodies, then nbody + connector. The elimination of a node joins its
 * neighbours to each other; the neighbours that it has at that time are its later neighbours in the
 * factor.
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
  lw_node_set*        adj;     /* remaining neighbours; of an eliminated node its later ones (n) */
  int*                d;       /* rows of a node, for its cost (n) */
  char*               gone;    /* eliminated (n) */
  char*               ready;   /* a body, or a connector of which one body is eliminated (n) */
  char*               touched; /* a neighbour is eliminated (n) */
  int* tree;  /* disjoint sets of eliminated bodies that eliminated joints hold together (n) */
  int* held;  /* of a set: eliminated joints that hold it to a remaining body or the ground;
                         * stored at its representative (n) */
  int* rank;  /* number of a node along the mechanism: neighbours have near ranks (n) */
  int* mark;  /* scratch, all zero between uses (n) */
  int* order; /* ids in the order of elimination (n) */
  int  done;  /* number of eliminated nodes */
  bool no_memory;
} lw_order_graph;

/* Fill a graph from the connectors and sides of its structure; an earlier elimination is undone.
 *   Needs       arrays are allocated, adj is zero the first time */
void lw_order_graph_build(lw_order_graph* g);

/* Number all nodes along the mechanism, from one end of each of its connected components.
 *   Needs       nothing is eliminated yet; queue, level: room for n */
void lw_order_graph_rank(lw_order_graph* g, int* queue, int* level);

/* Append v to the order, remove it and make its neighbours a clique. */
void lw_order_graph_eliminate(lw_order_graph* g, int v);

/* Tell whether v can be eliminated next without a small pivot.                          (5.6) */
bool lw_order_graph_may_go(lw_order_graph* g, int v);

/* Add a node to a set that does not contain it. */
void lw_node_set_add(lw_order_graph* g, lw_node_set* a, int item);
bool lw_node_set_has(const lw_node_set* a, int item);

/* Total size of the remaining neighbours of a node. */
int lw_order_graph_degree(const lw_order_graph* g, int v);

/* Numbers in the blocks that the elimination of v would fill in; an upper bound where v has many
 * neighbours. */
double lw_order_graph_fill(lw_order_graph* g, int v);

/* Multiply-adds to eliminate a node of size d with neighbours of total size D.           (5.5) */
double lw_elimination_cost(double d, double D, bool leaf);

#endif
