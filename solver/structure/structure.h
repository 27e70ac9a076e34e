/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * structure.h - the connections of a mechanism, the order of elimination and the layout of the
 * factor.
 *
 * A structure is built once per instance from a model and is const afterwards. Bodies and
 * connectors (joints with their motions, springs, bushings, couplings) are the nodes of one graph;
 * the ground has no node. The matrix of this graph is symmetric quasi-definite, so that any order
 * of elimination factors it; the order found here does the least work. The nodes are divided into
 * independent parts and a separator that joins them. Elements of a part that need the same
 * computation are grouped by four: bodies, joints and pairs of joints in batches, other nodes in
 * fronts.
 *
 *   theory   section 5 of docs/theory.md
 */
#ifndef LW_STRUCTURE_H
#define LW_STRUCTURE_H

#include <linkwork/model.h>

/* n rounded up to a multiple of four, the lanes of a vector: rows of blocks in the factor and the
 * right-hand sides of connectors are padded to this. */
#define LW_PAD(n) (((n) + 3) / 4 * 4)

/* ---- the graph: bodies, connectors, and the sides on which connectors act ---------------- */

typedef enum lw_connector_kind {
  LW_CONNECTOR_JOINT,
  LW_CONNECTOR_SPRING,
  LW_CONNECTOR_BUSHING,
  LW_CONNECTOR_COUPLING
} lw_connector_kind;

typedef struct lw_connector {
  lw_connector_kind kind;
  int               index;  /* of the joint, spring, bushing or coupling */
  int               motion; /* joint: the motion that drives it, or LW_NONE */
  int               nrow;   /* constraint rows, the row of a motion included */
  int               nsoft;  /* most compliant rows: implicit springs and dampers */
  bool              point;  /* the joint holds a point: its first three rows are [-1, a~] on the
                             * parent and [1, -b~] on the child, all others only rotate */
  int               row;    /* first of its rows in the vectors over all rows */
  int               side;   /* first of its sides */
  int               nside;  /* joints, springs, bushings: 2 (parent, child); couplings: any */
} lw_connector;

/* One connector acting on one body. */
typedef struct lw_side {
  int connector;
  int body; /* index or LW_GROUND */
  int jac;  /* offset of its (nrow + nsoft) x 6 Jacobian */
} lw_side;

/* ---- the order of elimination: nodes, blocks between them, updates of earlier nodes ------ */

/* A body or a connector, in the order of elimination. */
typedef struct lw_node {
  int  id;              /* body index, or nbody + connector */
  int  d_max;           /* largest size of its block */
  bool leaf;            /* a body that is eliminated before all of its connectors: its block is
                         * its mass matrix, whose inverse is known */
  int  front, lane;     /* where it is eliminated; not set for a leaf                 fronts.c */
  int  x;               /* offset in vectors over all nodes */
  int  edge, nedge;     /* edges to later neighbours, nearest first */
  int  update, nupdate; /* updates that earlier neighbours make to it */
} lw_node;

/* The block between a node and a later neighbour. */
typedef struct lw_edge {
  int target; /* position of the later node */
  int side;   /* side whose Jacobian the block starts from, or LW_NONE: fill */
  int sign;   /* from a leaf to a joint that holds a point: -1 its parent, 1 its child, else 0 */
} lw_edge;

/* The update (5.3) of a node by one earlier neighbour. */
typedef struct lw_update {
  int node; /* position of the earlier node */
  int edge; /* its edge to this node; the update has this edge and the following ones */
  int pair; /* of a leaf: the pair of that edge with itself; pairs with the following edges
             * come next in lw_structure.pair */
} lw_update;

/* Two edges u <= v of a leaf. Its elimination subtracts J_u M^-1 J_v^T from the block between the
 * connectors at their ends, J_u and J_v being the Jacobians of the edges.                  (5.8) */
typedef struct lw_pair {
  int body;
  int u, v;    /* edges */
  int block;   /* offset of the product among the update terms of its part: LW_BLOCK(d_u, d_v)
                * numbers, four apart */
  int inverse; /* offset of the body's inverse mass and inertia in lw_factor.batch, four apart */
} lw_pair;

/* ---- batches: up to four elements of a kind, one in each lane of a vector        batches.c */

/* Numbers that a joint that holds a point has in lw_instance.point_batch. They are stored batch by
 * batch, and in a batch number by number, each for its four joints. */
enum {
  LW_POINT_ARM = 0, /* joint points from the centres of mass, world axes (6)     joints_simd.c */
  LW_POINT_S   = 6, /* the same in body axes (6)                                      derive.c */
  LW_POINT_TURN_PER_FORCE = 12, /* lw_instance.turn_per_force */
  LW_POINT_AXIS    = 13, /* n of each row after the first three: [0, n] and [0, -n] (4 x 3) */
  LW_POINT_X       = 25, /* axes of the joint frames on parent and child, world axes (18) */
  LW_POINT_C       = 43, /* the same in body axes (18)                                derive.c */
  LW_POINT_NUMBERS = 61
};

#define LW_LEAF_NUMBERS 7 /* of a body in lw_factor.batch: 1/m and J^-1 */

/* Doubles between the numbers of one part and those of the next. Hardware prefetch reads beyond the
 * end of an array; it must not fetch lines that another thread writes. A page, because most
 * processors stop prefetching at its end. */
#define LW_PART_PADDING 512

/* Numbers of the lower half of a symmetric matrix, row by row. */
#define LW_HALF(d) ((d) * ((d) + 1) / 2)

/* Numbers of the product between two edges: of an edge with itself the lower half. */
#define LW_BLOCK(same, m, n) ((same) ? LW_HALF(m) : (m) * (n))

/* Indices and offsets of the four members of a batch, so that a kernel looks nothing up. Which of
 * the three structs holds depends on the list that the batch belongs to:
 *
 *   lw_structure.bodies   body    every body
 *   lw_structure.points   joint   every joint that holds a point; A its parent, B its child
 *   lw_structure.pairs    pair    every pair of two such joints on a leaf; [0] edge u, [1] v */
typedef struct lw_batch_body {
  int x[4];       /* offset in vectors over all nodes */
  int sides[4];   /* first of its sides in lw_structure.padded_sides */
  int product[3]; /* where forms_products: offsets among the update terms of the products of u
                   * with itself, of u with v, and of v with itself, for the first lane */
  int u_side;     /* where forms_products: which of the two sides is u, 0 or 1 */
} lw_batch_body;

typedef struct lw_batch_joint {
  int x[4];                 /* offset in vectors over all nodes */
  int row[4];               /* first of its rows in vectors over all rows */
  int index[4];             /* of the joint */
  int side[4];              /* first of its two sides */
  int jac_A[4], jac_B[4];   /* offsets of the Jacobians on its bodies */
  int body_A[4], body_B[4]; /* its bodies */
  int x_A[4], x_B[4];       /* offsets of its bodies in vectors where they are leaves, else -1 */
} lw_batch_joint;

typedef struct lw_batch_pair {
  int jac[2][4];  /* offsets of the Jacobians */
  int body[4];    /* the leaf */
  int sign[4];    /* 1: the leaf is the parent of both joints or the child of both, else -1 */
  int arm[2][4];  /* offsets in lw_instance.point_batch: arms ... */
  int axis[2][4]; /* ... and the axes of the rows after the first three */
  int inverse[4]; /* offset of the leaf's inverse mass and inertia in lw_factor.batch */
} lw_batch_pair;

/* Up to four elements of one kind and one part, computed in the lanes of vectors. In a batch of
 * fewer the last element fills the remaining lanes, too. */
typedef struct lw_batch {
  int n;     /* elements */
  int part;  /* the part to which they belong */
  int id[4]; /* bodies, connectors or pairs */
  union {
    lw_batch_body  body;
    lw_batch_joint joint;
    lw_batch_pair  pair;
  };
  int kind; /* bodies: 1 leaves, 0 not; joints: their type; pairs: 1 of an edge with itself */
  int data; /* joints: offset of their numbers in lw_factor.batch; pairs: offset of the products
             * among the update terms; bodies with joint_rows: first of their sides in
             * lw_structure.batch_side */
  /* pairs */
  int aligned; /* bits 1, 2, 4: the lanes of pair.arm[0], pair.arm[1], pair.inverse are adjacent
                * in memory, so that one load fetches all of them */
  /* bodies */
  int  nside;          /* most sides of one of them */
  int  joint_rows;     /* rows of every connector on them if all hold a point and all have three
                        * rows, or all five; these bodies gather the forces of their joints from
                        * the multipliers. 0: other connectors act, which write wrenches */
  bool forms_products; /* leaves with two joints of three rows: they form the products of all
                        * their pairs while they are eliminated, see body.product */
  /* joints */
  bool writes_wrenches; /* one of their bodies reads wrenches: its joint_rows is 0 */
  bool leaf_other_rows; /* one of their bodies is a leaf whose joint_rows is not 3 */
  int  node;            /* position of the first */
  int  nrow;            /* constraint rows of each */
} lw_batch;

/* The k-th sides of a batch of bodies with joint_rows: where each lane finds the force on it. */
typedef struct lw_batch_side {
  int    arm[4];  /* offset of the joint's arm in lw_instance.point_batch */
  int    axis[4]; /* offset of the axes of the rows after those of the point, likewise */
  int    c[4];    /* offset of the same arm in lw_factor.batch */
  int    x[4];    /* offset of the joint in vectors over all nodes */
  int    row[4];  /* first row of the joint */
  double sign[4]; /* -1: the body is the parent, 1: the child, 0: it has no such side */
  bool   aligned; /* the lanes of arm and of c are adjacent in memory */
} lw_batch_side;

/* Batches by part: entries first[k] to first[k + 1] belong to part k, or to the separator if k is
 * npart. */
typedef struct lw_batches {
  lw_batch* batch;
  int*      first; /* (npart + 2) */
} lw_batches;

/* Where the numbers of a batch begin, of which each member has n. Numbers of different parts are
 * LW_PART_PADDING apart. */
static inline size_t lw_batch_begin(int batch, int part, int n)
{
  return 4 * (size_t)n * (size_t)batch + (size_t)(LW_PART_PADDING * part);
}

/* Indices by part, as in lw_batches. */
typedef struct lw_list {
  int* id;
  int* first; /* (npart + 2) */
} lw_list;

/* Consecutive rows of one part, compliant rows included. */
typedef struct lw_row_range {
  int row, n;
} lw_row_range;

typedef struct lw_row_ranges {
  lw_row_range* range;
  int*          first; /* (npart + 2) */
} lw_row_ranges;

/* A body of a part whose joint belongs to the separator. */
typedef struct lw_separator_arm {
  int body;
  int arm; /* offset of its arm at the joint in lw_instance.point_batch */
} lw_separator_arm;

typedef struct lw_separator_arms {
  lw_separator_arm* item;
  int*              first; /* (npart + 2) */
} lw_separator_arms;

/* ---- fronts: up to four nodes eliminated in the lanes of vectors    fronts.c, front_terms.c */

/* Numbers that earlier nodes subtract from the blocks of a front: where each lane finds the first
 * of them; the others follow, four apart. `aligned`: at[l] = at[0] + l in all lanes that count. */
typedef struct lw_update_term {
  int  at[4];
  bool aligned;
} lw_update_term;

/* The edges of the nodes of a front to their k-th later neighbours. Blocks are stored number by
 * number, each for the four nodes. */
typedef struct lw_front_edge {
  int size[2]; /* rows of the later nodes, without and with compliant rows */
  int X;       /* offset in the factor of X = A_vv^-1 A_vu                                 (5.2) */
  int A;       /* offset among the update terms of A_vu, which is kept there with many edges */
  int product; /* offset among the update terms of A^T X of this edge with itself; the products
                * with later edges follow */
  int y;       /* offset among the update terms of right-hand sides of X^T b               (5.4) */
  int jac[4];  /* Jacobian that A starts from, or -1 */
  int term, nterm;  /* update terms that earlier nodes subtract from A */
  lw_update_term z; /* solution of the later nodes, in the workspace */
} lw_front_edge;

/* Up to four nodes of a part that can be eliminated together, because none waits for another. */
typedef struct lw_front {
  int  n;                   /* nodes; the last one fills the remaining lanes, too */
  int  node[4];             /* their positions */
  int  size[2];             /* rows of each without and with compliant rows */
  bool body;                /* the nodes are bodies, else connectors */
  int  first[4];            /* body, or first row of the connector */
  int  x[4];                /* offsets in vectors over all nodes */
  int  pivot;               /* offset in the factor of the inverse pivot, lower half */
  int  z;                   /* offset in the workspace of right-hand side and solution */
  int  edge, nedge;         /* in lw_structure.front_edge */
  int  term, nterm;         /* update terms that earlier nodes subtract from the pivot */
  int  rhs_term, nrhs_term; /* the same for the right-hand side, without updates by leaves */
  int  uniform_rows;        /* rows of all its nodes and their later neighbours if all have the
                             * same number, else 0 */
} lw_front;

/* Update terms of two kinds, of blocks and of right-hand sides. Those between nodes of one part are
 * needed only while the part is factored or solved forward: they are in the scratch of the thread
 * that does so. Terms of the separator have memory of their own. */
enum { LW_TERM_BLOCK, LW_TERM_VECTOR, LW_TERM_KINDS };

/* Sums that a part subtracts from blocks or right-hand sides of the separator: up to four of one
 * size, in the lanes of vectors. */
typedef struct lw_separator_term {
  int n;           /* sums; the last one fills the remaining lanes, too */
  int size[2];     /* numbers of each, without and with compliant rows */
  int to;          /* offset of the sums among the update terms of the separator */
  int term, nterm; /* update terms that are summed */
} lw_separator_term;

/* ---- a tree of revolute joints                                            revolute_tree.c */

/* A body with the revolute joint that carries it. Links are listed from the ground outwards. */
typedef struct lw_revolute_link {
  int    body;
  int    inboard; /* the link that carries it; nrevolute: the ground */
  int    x, rows; /* offsets in vectors over all nodes of the body and of the joint */
  int    point;   /* offset of the joint's first number in lw_instance.point_batch */
  bool   child;   /* the body is the joint's child, else its parent */
  bool   tip;     /* it carries no link */
  bool   first;   /* of the links that its inboard link carries it is eliminated first */
  double sign;    /* 1 where the body is the joint's child, else -1 */
} lw_revolute_link;

/* ---- the structure ----------------------------------------------------------------------- */

typedef struct lw_structure {
  int  nbody, nconnector, nside;
  int  nrow;            /* constraint rows, without compliant rows */
  int  nrow_all;        /* with compliant rows */
  int  njac;            /* doubles of all Jacobians */
  bool is_tree;         /* no loop, ground included: rows are independent, no pivot is small */
  bool has_free_bodies; /* on some body no connector acts */

  /* the graph                                                                     structure.c */
  lw_connector* connector; /* joints, springs, bushings, couplings, in file order (nconnector) */
  lw_side*      side;      /* (nside) */
  int*          body_side; /* first entry of a body in body_side_list (nbody + 1) */
  int*          body_side_list;

  /* the order of elimination                                                          order.c */
  int        nnode;   /* nbody + nconnector */
  int        nx;      /* doubles of a vector over all nodes */
  int        nfactor; /* doubles of the factor                                        fronts.c */
  int        nedge, nupdate, npair;
  lw_node*   node;     /* in the order of elimination (nnode) */
  lw_edge*   edge;     /* (nedge) */
  lw_update* update;   /* (nupdate) */
  lw_pair*   pair;     /* pairs of edges of leaves (npair) */
  int*       position; /* of a node id in the order (nnode) */
  int*       offset;   /* of a node id in vectors over all nodes (nnode)             batches.c */
  int*       rank;     /* of a node id along the mechanism (nnode) */
  int        height;   /* longest chain of eliminations that wait for each other */
  double     cost;     /* multiply-adds of one factorisation */

  /* independent parts, then the separator that joins them: part npart */
  int     npart;
  int*    part_begin; /* first position of each part and of the separator, and nnode (npart + 2) */
  double* part_cost;  /* multiply-adds of each part and of the separator (npart + 1) */

  /* elements by part                                                                batches.c */
  lw_batches        bodies;              /* all bodies */
  lw_batches        points;              /* all joints that hold a point */
  lw_list           single_connectors;   /* all other connectors, computed one at a time */
  lw_batches        pairs;               /* pairs of edges to joints that hold a point */
  lw_list           single_pairs;        /* all other pairs, computed one at a time */
  lw_list           separate_pairs;      /* batches of pairs that no batch of bodies computes
                                        * (forms_products) */
  lw_row_ranges     row_ranges;          /* rows, compliant rows among them */
  lw_separator_arms separator_arms;      /* of the parts, where separator_is_points */
  bool              separator_is_points; /* the separator has only joints that hold a point with
                                          * three rows: to start, a part needs only its own arms
                                          * there */
  lw_batch_side*    batch_side;          /* of bodies with joint_rows */
  int               nbatch_numbers;      /* doubles of lw_factor.batch */
  bool              reads_jacobians; /* a factorisation without compliant rows reads Jacobians: of
                                      * bodies that are no leaves, or of single connectors */
  int*              padded_sides;    /* sides of each body, as many as the body of its batch with
                                      * the most sides has; nside stands for a missing side */
  int*              padded_begin;    /* first of them of each body (nbody) */

  /* fronts by part                                                    fronts.c, front_terms.c */
  lw_front*          front;       /* in the order of their elimination */
  int*               front_begin; /* first of each part (npart + 2) */
  lw_front_edge*     front_edge;  /* of all fronts */
  lw_update_term*    term;        /* of all fronts and their edges */
  int                nfront_edge, nterm;
  lw_separator_term* separator_terms; /* of blocks, then of right-hand sides, by part */
  int*               separator_term_begin[LW_TERM_KINDS]; /* first of each part (npart + 1) */
  int*               term_size[LW_TERM_KINDS]; /* doubles of the update terms of each part and of
                                              * the separator (npart + 1) */
  int                nworkspace;               /* doubles that a solve needs */
  int*               later_nodes; /* positions of all nodes that are no leaves, in their order */
  int*               later_nodes_begin; /* first of each part (npart + 2) */

  /* NULL where the mechanism is not a tree of revolute joints                 revolute_tree.c */
  lw_revolute_link* revolute; /* a link comes after the one that carries it (nrevolute) */
  int               nrevolute;

  struct lw_tree* tree; /* joint coordinates, for formulations that use them, else NULL
                         *                                                     spanning_tree.c */
} lw_structure;

/* A prescribed order of elimination that counts whole blocks, as S4 does: bodies, then
 * connectors. */
typedef struct lw_order_rule {
  int        index;    /* bodies with more connectors go after these; 0: all bodies go first */
  const int* sequence; /* of the connectors, where index is 0 (nconnector); NULL: by least fill */
} lw_order_rule;

/* Build the structure of a finished model. One allocation per array, all freed by destroy.
 *   Returns     LW_OK, LW_ERR_MEMORY; *structure is NULL on failure */
lw_status lw_structure_create(const lw_model* model, lw_structure** structure);

/* The same with a prescribed order.
 *   Nullable    rule: the order that needs the fewest multiply-adds */
lw_status lw_structure_create_ordered(const lw_model* model, const lw_order_rule* rule,
                                      lw_structure** structure);

void lw_structure_destroy(lw_structure* structure);

/* Connector of a joint: the joints are the first connectors, in file order. */
static inline int lw_structure_joint(int joint)
{
  return joint;
}

#endif
