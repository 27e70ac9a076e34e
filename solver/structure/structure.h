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

#include <linkwork/model.h>

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
  bool leaf;  /* a body that is eliminated before its connectors: its block is that of its mass */
  int  front, lane;     /* where it is eliminated; not of a leaf                    fronts.c */
  int  x;               /* offset in vectors                                        */
  int  edge, nedge;     /* later neighbours, nearest first                          */
  int  update, nupdate; /* earlier neighbours                                       */
} lw_node;

/* Block between a node and a later neighbour. */
typedef struct lw_edge {
  int target; /* position of the later node                                    */
  int side;   /* the Jacobian that it starts from, or LW_NONE: fill            */
  int sign;   /* leaf to a connector that holds a point: -1 parent, 1 child    */
} lw_edge;

/* What an earlier node does to this one. */
typedef struct lw_update {
  int node; /* position of the earlier node                                                  */
  int edge; /* its edge to this node; that and the following edges of it make the update      */
  int pair; /* of a leaf: the pair of that edge with itself; those with the following edges stand behind it */
} lw_update;

/* What a leaf does to two of its neighbours: J_u M^-1 J_v^T, J_u and J_v the Jacobians of two edges. */
typedef struct lw_pair {
  int body;
  int u, v;  /* edges, u <= v                                                   */
  int block; /* offset among the terms of the share, numbers are four apart (LW_BLOCK(d_u, d_v)) */
  int inverse; /* of the body's inverse mass and inertia in lw_factor.batch, likewise */
} lw_pair;

/* What a batch knows of its members, so that nothing need be looked up. */
enum {
  LW_AT_X, /* bodies, connectors: offset in vectors */
  /* bodies */
  LW_AT_SIDES, /* first of their sides in lw_structure.padded */
  LW_AT_PAIRS, /* of leaves that have two: where the products of u with itself, of u and v, of v with itself begin among
                * the terms, and which of their sides is u */
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
  LW_AT_SIGN,
  LW_AT_ARM_U, /* the same in lw_instance.point_batch: arms, and the axes of the other rows */
  LW_AT_ARM_V,
  LW_AT_AXIS_U,
  LW_AT_AXIS_V,
  LW_AT_INVERSE, /* inverse mass and inertia of the body in lw_factor.batch */
  LW_AT_COUNT = 10
};

/* Numbers of a connector that holds a point. They stand by batches, each number of four connectors side by side. */
enum {
  LW_POINT_ARM = 0, /* joint points from the centres of mass, world axes (6)      joints_simd.c */
  LW_POINT_S   = 6, /* the same in body axes (6)                                  derive.c */
  LW_POINT_TURN_PER_FORCE = 12, /* lw_instance.lever */
  LW_POINT_AXIS    = 13, /* n of each row after the first three: [0, n] and [0, -n] (4 x 3) */
  LW_POINT_X       = 25, /* axes of the joint frames on parent and child, world axes (18) */
  LW_POINT_C       = 43, /* the same in body axes (18)                                 derive.c */
  LW_POINT_NUMBERS = 61
};

#define LW_LEAF_NUMBERS 7 /* of a body in lw_factor.batch: 1/m and J^-1 */

/* Doubles from the numbers of one part to those of the next: what a processor fetches beyond the end of them must not be what another
 * one writes. A page: fetching ahead ends with it on most processors. */
#define LW_PART_PADDING 512

/* Numbers of a product between two edges: of one with itself the lower half, row by row. */
#define LW_HALF(d) ((d) * ((d) + 1) / 2)
#define LW_BLOCK(same, m, n) ((same) ? LW_HALF(m) : (m) * (n))

/* Where each lane of a front finds numbers, one every four. `aligned`: at[l] = at[0] + l for all lanes that count. */
typedef struct lw_update_term {
  int  at[4];
  bool aligned;
} lw_update_term;

/* The edges of a front's nodes to their k-th later neighbours. Blocks are four side by side, number by number. */
typedef struct lw_front_edge {
  int size[2];      /* rows of the later nodes, without and with compliant ones             */
  int X;            /* offset in the factor of X = A_vv^-1 A_vu                             */
  int A;            /* among the terms of the share: with many edges, A_vu                  */
  int product;      /* A^T X for this edge with itself; those with later edges behind it    */
  int y;            /* among those of right-hand sides: X^T b                               */
  int jac[4];       /* Jacobian that A starts from, or -1                                   */
  int term, nterm;  /* what earlier nodes subtract from A                                   */
  lw_update_term z; /* later nodes' solution in the workspace                               */
} lw_front_edge;

/* Up to four nodes, none of them a neighbour of another, that are eliminated side by side. */
typedef struct lw_front {
  int  n;           /* how many; the last one stands in the places that are left     */
  int  node[4];     /* positions                                                     */
  int  size[2];     /* rows without and with compliant ones                          */
  bool body;        /* bodies, else connectors                                       */
  int  first[4];    /* body, or first row of the connector                           */
  int  x[4];        /* offsets in vectors                                            */
  int  pivot;       /* offset in the factor of the inverse, lower half               */
  int  z;           /* offset in the workspace of right-hand side and solution       */
  int  edge, nedge; /* in lw_structure.front_edge                                     */
  int  term, nterm; /* what earlier nodes subtract from the pivot                    */
  int  in, nin;     /* and from the right-hand side; what leaves do is not among it  */
  int  equal; /* the rows that all of its nodes and their later neighbours have, 0: they differ */
} lw_front;

/* What a part's nodes subtract from each other, blocks and right-hand sides, is of use only while the share is factored or goes
 * forward: parts have theirs where the thread does that has them, and the separator has a place of its own. */
enum { LW_TERM_BLOCK, LW_TERM_VECTOR, LW_TERM_KINDS };

/* What a part subtracts from blocks or right-hand sides of the separator, summed up: up to four of a size side by side. */
typedef struct lw_separator_term {
  int n;           /* how many; the last one stands in the places that are left  */
  int size[2];     /* numbers of each, without and with compliant rows           */
  int to;          /* offset of the sums among the terms of the separator              */
  int term, nterm; /* what is summed                                             */
} lw_separator_term;

/* A body with the revolute joint that carries it. */
typedef struct lw_revolute_link {
  int    body;
  int    before;  /* the link that carries it; nlimb: the ground                */
  int    x, rows; /* offsets in vectors of the body and of the joint            */
  int    point;   /* of the joint: its first number in lw_instance.point_batch    */
  bool   child;   /* the body is the joint's child, else its parent             */
  bool   tip;     /* nothing hangs on it                                        */
  bool   first;   /* of those that hang on the one before, it is eliminated first */
  double sign;    /* 1 or -1, accordingly                                       */
} lw_revolute_link;

/* Up to four bodies, connectors or pairs of a kind, of one part, that are computed side by side. */
typedef struct lw_batch {
  int n;                  /* how many; the last one stands in the places that are left */
  int part;               /* where it belongs                                         */
  int id[4];              /* bodies, connectors or pairs                               */
  int at[LW_AT_COUNT][4]; /* see above                                                 */
  int kind; /* bodies: 1 leaves, 0 others; connectors: type of the joint; pairs: 1 of an edge with itself */
  int aligned; /* pairs: 1, 2, 4 where the lanes of ARM_U, of ARM_V, of INVERSE stand side by side */
  bool paired; /* bodies: LW_AT_PAIRS is there                                       */
  int  direct; /* bodies: rows of all connectors on their sides, three or five, which hold points; 0: there are others */
  bool writes_wrenches; /* connectors: one of their bodies is not direct                      */
  bool leaf_other_rows; /* connectors: one of them is a leaf that has other rows than three  */
  int  node;            /* connectors: position of the first                         */
  int  nrow;            /* connectors: their rows                                    */
  int  data; /* connectors: offset of their numbers in lw_factor.batch; pairs: among the terms; bodies that are direct:
              * first of their sides in lw_structure.batch_side */
  int  nside; /* bodies: most sides of one                                 */
} lw_batch;

/* The k-th sides of a batch of bodies that is direct: where each lane finds what acts on it. */
typedef struct lw_batch_side {
  int    arm[4];  /* of the point, in lw_instance.point_batch                              */
  int    axis[4]; /* of the rows after those of the point, likewise                        */
  int    c[4];    /* the same in lw_factor.batch                                           */
  int    x[4];    /* of the connector, in vectors                                         */
  int    row[4];  /* its first row                                                        */
  double sign[4]; /* -1 on the parent, 1 on the child, 0: the body has no such side       */
  bool   aligned; /* lanes of arm and c stand side by side                                */
} lw_batch_side;

/* Lists by part: entries first[k] to first[k + 1] belong to share k. */
typedef struct lw_batches {
  lw_batch* batch;
  int*      first; /* (npart + 2) */
} lw_batches;

/* Where the numbers of a batch begin, of which each member has n: parts stand apart. */
static inline size_t lw_batch_begin(int batch, int part, int n)
{
  return 4 * (size_t)n * (size_t)batch + (size_t)(LW_PART_PADDING * part);
}

typedef struct lw_list {
  int* id;
  int* first; /* (npart + 2) */
} lw_list;

/* Rows of one part that stand one behind the other. */
typedef struct lw_run {
  int row, n;
} lw_run;

typedef struct lw_runs {
  lw_run* run;
  int*    first; /* (npart + 2) */
} lw_runs;

/* The arm of a body of a part at a point that the separator holds. */
typedef struct lw_separator_arm {
  int body;
  int arm; /* in lw_instance.point_batch */
} lw_separator_arm;

typedef struct lw_separator_arms {
  lw_separator_arm* reach;
  int*              first; /* (npart + 2) */
} lw_separator_arms;

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
  int        nedge, nupdate, npair;
  lw_node*   node;     /* (nnode) in the order of elimination      */
  lw_edge*   edge;     /* (nedge)                                  */
  lw_update* update;   /* (nupdate)                                */
  lw_pair*   pair;     /* (npair) what leaves do                   */
  int*       position; /* of a node id in the order (nnode)        */
  int*       offset;   /* of a node id in vectors   (nnode)        */
  int*       rank;     /* of a node id along the mechanism (nnode) */

  int npart; /* independent parts, then the separator that joins them         */
  int*
      part_begin; /* first position of each part (npart + 1); the separator begins at part[npart] */
  double* part_cost; /* multiply-adds of each part (npart + 1), the last one of the separator   */
  lw_batches bodies; /* all bodies                                             batches.c */
  lw_batches points; /* connectors that hold a point                                   */
  lw_list    others; /* all other connectors                                           */
  lw_batches pairs;  /* pairs of edges to connectors that hold a point                 */
  lw_list    odd_pairs; /* all other pairs                                                */
  lw_list    loose; /* batches of pairs that are computed by themselves where a matrix is direct */
  lw_runs    runs;  /* rows, compliant ones among them                                */
  lw_separator_arms
      separator_arms; /* of the parts                                                    */
  bool
      points_separate; /* nothing but points, of three rows each, joins the parts: they need no more than their own arms there */
  int nbatch_numbers;  /* doubles of lw_factor.batch                                      */
  lw_batch_side* batch_side; /* of bodies that are direct                                */
  bool
       jacobians; /* a factorisation without compliant rows reads some: of bodies that are no leaves, or of others */
  int* padded;    /* sides of each body, as many as its batch has; nside stands for none     */
  int* padded_at; /* first of them (nbody)                                          */

  lw_front*          front;       /* in the order of their elimination, by part      fronts.c */
  int*               front_begin; /* first of each part (npart + 2)                          */
  lw_front_edge*     front_edge;  /* of all fronts                                             */
  lw_update_term*    term;        /* of all fronts and their edges                             */
  int                nfront_edge, nterm;
  lw_separator_term* separator_terms; /* of blocks, then of right-hand sides, by part             */
  int* separator_term_begin[LW_TERM_KINDS]; /* first of each part (npart + 1)             */
  int* room[LW_TERM_KINDS];                 /* doubles of the terms of each part (npart + 1)      */
  int  nworkspace; /* doubles that a solve needs                               */

  lw_revolute_link*
      revolute; /* each stands behind the one that carries it; NULL: not a tree of revolutes  revolute_tree.c */
  int nrevolute;

  int* later_nodes;       /* positions of all nodes that are no leaves, in their order         */
  int* later_nodes_begin; /* first of each part (npart + 2)                                   */

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
