/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parts.h - independent parts of the elimination tree and the separator that joins them.
 *
 * The parent of a node in the elimination tree is its first later neighbour. A part is a subtree;
 * the separator has the nodes above the parts. A part has no edge to another part, so that each is
 * factored by one thread.
 *
 *   theory   section 5.2
 */
#ifndef LW_PARTS_H
#define LW_PARTS_H

#include <stdbool.h>

/* Most parts of a mechanism. */
#define LW_PARTS_MAX 32

/* The elimination tree; nodes are numbered in the order of elimination. */
typedef struct lw_elimination_tree {
  int     n;
  int*    parent;        /* -1 at a root (n) */
  double* cost;          /* multiply-adds to eliminate a node (n) */
  double* subtree_cost;  /* of a node and all nodes below it (n) */
  int*    subtree_nodes; /* their number (n) */
} lw_elimination_tree;

/* Choose the parts and renumber the nodes: part after part, then the separator, each in the order
 * in which its nodes were.
 *   Changes     order: node ids in the order of elimination (n); first: first position of each
 *               part, of the separator, and n (LW_PARTS_MAX + 2)
 *   Returns     the number of parts, -1: no memory */
int lw_parts_build(const lw_elimination_tree* tree, int order[], int first[]);

#endif
