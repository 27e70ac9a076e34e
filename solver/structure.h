/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * structure.h - who is connected to whom, and the order of elimination.
 *
 * Built once per instance from a model, const afterwards. Bodies and connectors (joints with their
 * motions, springs, bushings, couplings) are the nodes of one graph; ground has no node. The matrix
 * of this graph is symmetric quasi-definite, so that any order of elimination factors it; the order
 * found here does the least work.
 *
 *   theory   section 5 of docs/theory.md
 */
#ifndef LW_STRUCTURE_H
#define LW_STRUCTURE_H

#include "model.h"

/* Rows of blocks in the factor, and the parts of connectors in vectors, are padded to whole vectors of
 * four. */
#define LW_PAD(n) (((n) + 3) / 4 * 4)

typedef enum lw_connector_kind {
  LW_CONNECTOR_JOINT,
  LW_CONNECTOR_SPRING,
  LW_CONNECTOR_BUSHING,
  LW_CONNECTOR_COUPLING
} lw_connector_kind;

typedef struct lw_connector {
  lw_connector_kind kind;
  int               index;  /* of the joint, spring, bushing or coupling                   */
  int               motion; /* joint: the motion that drives it, or LW_NONE                */
  int               nrow;   /* constraint rows, the motion's included                      */
  int               nsoft;  /* most compliant rows: implicit springs and dampers           */
  bool point; /* its first three rows hold a point, [-1, a~] and [1, -b~], all others only turns */
  int  row;   /* first of its rows in the vectors over all rows              */
  int  side;  /* first of its sides                                          */
  int  nside; /* joints, springs, bushings: 2 (parent, child); coupling: any */
} lw_connector;

/* One connector acting on one body. */
typedef struct lw_side {
  int connector;
  int body; /* index or LW_GROUND                                      */
  int jac;  /* offset of its (nrow + nsoft) x 6 Jacobian               */
} lw_side;

/* A node in the order of elimination. */
typedef struct lw_node {
  int  id;    /* body index, or nbody + connector                         */
  int  d_max; /* largest size of its block                                */
  int  pivot; /* offset in the factor of the inverse of its block (d x LW_PAD(d)); not of a leaf */
  bool leaf;  /* a body that is eliminated before its connectors: its block is that of its mass */
  int  x;     /* offset in vectors                                        */
  int  edge, nedge;     /* later neighbours, nearest first                          */
  int  update, nupdate; /* earlier neighbours                                       */
} lw_node;

/* Block between a node and a later neighbour. */
typedef struct lw_edge {
  int target; /* position of the later node                                    */
  int block; /* offset of X = A_vv^-1 A_vu (d x LW_PAD(d_target)) and, behind it, A_vu and X^T; not of a leaf */
  int side; /* the Jacobian that it starts from, or LW_NONE: fill            */
  int sign; /* leaf to a connector that holds a point: -1 parent, 1 child    */
} lw_edge;

/* What an earlier node does to this one. */
typedef struct lw_update {
  int node; /* position of the earlier node                                                  */
  int edge; /* its edge to this node; that and the following edges of it make the update      */
  int dest; /* first of the offsets of the blocks that they are subtracted from              */
} lw_update;

/* What a leaf does to two of its neighbours: J_u M^-1 J_v^T, J_u and J_v the Jacobians of two edges. */
typedef struct lw_pair {
  int body;
  int u, v;  /* edges, u <= v                                   */
  int block; /* offset in the factor (d_u x LW_PAD(d_v))        */
} lw_pair;

/* What a quad knows of its members, so that nothing need be looked up. */
enum {
  LW_AT_X, /* bodies, connectors: offset in vectors */
  /* bodies */
  LW_AT_SIDES, /* first of their sides in lw_structure.padded */
  /* connectors */
  LW_AT_ROW = 1,
  LW_AT_INDEX, /* of the joint                                        */
  LW_AT_SIDE,
  LW_AT_JAC_A, /* Jacobians on the parent and on the child             */
  LW_AT_JAC_B,
  LW_AT_A, /* parent and child                                     */
  LW_AT_B,
  LW_AT_X_A, /* their offsets in vectors where they are leaves, else -1 */
  LW_AT_X_B,
  /* pairs */
  LW_AT_JAC_U = 0,
  LW_AT_JAC_V,
  LW_AT_BODY,
  LW_AT_BLOCK,
  LW_AT_SIGN,
  LW_AT_COUNT = 10
};

/* Up to four bodies, connectors or pairs of a kind, of one share, that are computed side by side. */
typedef struct lw_quad {
  int n;                  /* how many; the last one stands in the places that are left */
  int id[4];              /* bodies, connectors or pairs                               */
  int at[LW_AT_COUNT][4]; /* see above                                                 */
  int kind;               /* bodies: 1 leaves, 0 others; connectors: type of the joint */
  int node;               /* connectors: position of the first                         */
  int nrow;               /* connectors: their rows                                    */
  int data;               /* connectors: offset of their numbers in lw_factor.quad     */
  int nside;              /* bodies: most sides of one                                 */
} lw_quad;

/* Lists by share: entries first[k] to first[k + 1] belong to share k. */
typedef struct lw_quads {
  lw_quad* quad;
  int*     first; /* (npart + 2) */
} lw_quads;

typedef struct lw_list {
  int* id;
  int* first; /* (npart + 2) */
} lw_list;

typedef struct lw_structure {
  int  nbody, nconnector, nside;
  int  nrow;     /* constraint rows (without compliant ones)                               */
  int  nrow_all; /* with compliant ones                                                    */
  int  njac;     /* doubles of all Jacobians                                               */
  bool is_tree;  /* no loop, ground included: rows are independent, no pivot is small      */

  lw_connector* connector; /* (nconnector) joints, springs, bushings, couplings, in file order */
  lw_side*      side;      /* (nside)                                                          */
  int*          body_side; /* first entry of a body in body_side_list (nbody + 1)              */
  int*          body_side_list;

  int        nnode;   /* nbody + nconnector */
  int        nx;      /* doubles of a vector over all nodes */
  int        nfactor; /* doubles of the factor              */
  int        nedge, nupdate, ndest;
  lw_node*   node;     /* (nnode) in the order of elimination      */
  lw_edge*   edge;     /* (nedge)                                  */
  lw_update* update;   /* (nupdate)                                */
  int*       dest;     /* (ndest)                                  */
  lw_pair*   pair;     /* (ndest) those of updates by leaves, beside their dest */
  int*       position; /* of a node id in the order (nnode)        */
  int*       offset;   /* of a node id in vectors   (nnode)        */

  int      npart;     /* independent parts, then the top that joins them         */
  int*     part;      /* first position of each part (npart + 1); the top begins at part[npart] */
  double*  part_cost; /* multiply-adds of each part (npart + 1), the last one of the top   */
  lw_quads bodies;    /* all bodies                                             quads.c */
  lw_quads points;    /* connectors that hold a point                                   */
  lw_list  others;    /* all other connectors                                           */
  lw_quads pairs;     /* pairs of edges to connectors that hold a point                 */
  lw_list  odd_pairs; /* all other pairs                                                */
  int      nquad;     /* doubles of lw_factor.quad                                      */
  int*     padded;    /* sides of each body, as many as its quad has; nside stands for none     */
  int*     padded_at; /* first of them (nbody)                                          */

  int* plan;      /* what eliminating a node takes, as offsets             schedule.c */
  int* factor_at; /* first entry of a node in it for factoring (nnode), -1: none       */
  int* solve_at;  /* and for solving                                                   */
  int* core;      /* positions of all nodes that are no leaves, in their order         */
  int* core_at;   /* first of each share (npart + 2)                                   */

  int    height; /* longest chain of eliminations                           */
  double cost;   /* multiply-adds of one factorisation                      */

  struct lw_tree* tree; /* of joint coordinates, for formulations in them; else NULL  */
} lw_structure;

/* An order by whole blocks, as S4 has them: bodies first, then connectors. */
typedef struct lw_order_rule {
  int        index;    /* bodies with more connectors stay until these are gone; 0: none      */
  const int* sequence; /* of the connectors, with index 0 (nconnector); NULL: least fill      */
} lw_order_rule;

/* Build the structure of a finished model. One allocation per array, all freed by destroy.
 *   Returns     LW_OK, LW_ERR_MEMORY; *structure is NULL on failure */
lw_status lw_structure_create(const lw_model* model, lw_structure** structure);

/* The same with another order: the engine factors in any. */
lw_status lw_structure_create_ordered(const lw_model* model, const lw_order_rule* rule,
                                      lw_structure** structure);

void lw_structure_destroy(lw_structure* structure);

/* connectors of joints stand first and in file order */
static inline int lw_structure_joint(int joint)
{
  return joint;
}

#endif
