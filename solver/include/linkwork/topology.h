/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * topology.h - what solving a mechanism's equations costs, from its topology alone.
 *
 * The graph of bodies and joints, orders of elimination on it, and their cost in
 * operations on whole blocks, as S4 counts them. This is for people who study a mechanism;
 * the solver does not need it.
 *
 *   theory   section 5.3 of docs/theory.md
 */
#ifndef LW_TOPOLOGY_H
#define LW_TOPOLOGY_H

#include <linkwork/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the graph ---------------------------------------------------------------------------- */

/* Bodies and what connects them: joints, then couplings. The ground is not among the bodies. */
typedef struct lw_topology {
  int  nbody;  /* number of bodies                                                         */
  int  njoint; /* number of joints, couplings included                                     */
  int  nwhole; /* joints from this index on hold the parts of divided bodies together      */
  int* first;  /* first entry of a joint in body[] (njoint + 1)                            */
  int* body;   /* the bodies of all joints                                                 */
  int* rows;   /* number of constraints of each joint (njoint)                             */
  int* whole;  /* the body that each is a part of; itself where it was not divided (nbody) */
} lw_topology;

/* Joints between pairs of bodies; LW_GROUND is allowed. Each counts as one of six rows.
 *   Returns     LW_OK, LW_ERR_USAGE where there is no such body, LW_ERR_MEMORY;
 *               *topology is NULL on failure */
lw_status lw_topology_create(int nbody, int njoint, const int pair[][2], lw_topology** topology);

/* The joints and couplings of a finished model.
 *   Returns     LW_OK, LW_ERR_MEMORY; *topology is NULL on failure */
lw_status lw_topology_of_model(const lw_model* model, lw_topology** topology);

/* Free a topology.
 *   Nullable    topology */
void lw_topology_destroy(lw_topology* topology);

/* The topology index: the largest number of joints that a body has. */
int lw_topology_index(const lw_topology* topology);

/* Index reduction: divide bodies with more than `index` joints into parts that have no more, held
 * together by fixed joints. Joints that loops bring close to each other stay close.
 *   Needs       index >= 3
 *   Returns     LW_OK, LW_ERR_USAGE, LW_ERR_MEMORY; *divided is NULL on failure */
lw_status lw_topology_divide(const lw_topology* topology, int index, lw_topology** divided);

/* ---- elimination -------------------------------------------------------------------------- */

/* Operations on blocks.                                                                  (5.7) */
typedef struct lw_block_count {
  long additions;       /* of two blocks                                          */
  long multiplications; /* of two blocks                                          */
  long inversions;      /* of a diagonal block                                    */
  long fill;            /* blocks that were empty before                          */
  long nonzeros;        /* blocks of the upper half before, the diagonal included */
} lw_block_count;

/* How a block comes about. */
typedef enum lw_block_kind {
  LW_BLOCK_GIVEN,  /* a Jacobian                                              */
  LW_BLOCK_FORMED, /* by the elimination of bodies before all of their joints */
  LW_BLOCK_FILLED  /* by any other elimination                                */
} lw_block_kind;

/* An order of elimination: the nodes are bodies and what connects them. */
typedef struct lw_elimination {
  int    nbody;  /* number of bodies                                                 */
  int    nnode;  /* number of nodes                                                  */
  int*   id;     /* body, or nbody + joint, in the order of elimination (nnode)      */
  char*  leaf;   /* whether it is a body eliminated before all of its joints (nnode) */
  int*   size;   /* rows of a node (nnode)                                           */
  int*   first;  /* first entry of a node in later[] (nnode + 1)                     */
  int*   later;  /* positions of later neighbours, nearest first                     */
  char*  kind;   /* lw_block_kind of the blocks between a node and these             */
  int    height; /* longest chain of eliminations that wait for each other           */
  double cost;   /* multiply-adds of one factorisation                               */
  /* number of bodies that are eliminated with the joint that carries them, from the tips inwards,
   * instead of in this order while no springs are in the matrix; 0: none */
  int            nrevolute;
  lw_block_count count; /* leaves not included: the blocks that they form count as given */
} lw_elimination;

/* In place of an index: the order that the solver would find, by multiply-adds. */
#define LW_SOLVERS_ORDER (-1)

/* Bodies first, then joints: S4's isolation and elimination. Bodies with more than `index` joints
 * stay until these are gone; with index 0 no body stays, and with LW_SOLVERS_ORDER the order is the
 * solver's. The sequence, of all joints and with index 0 only, is that of their elimination;
 * without one it is the one with the least fill.
 *   Returns     LW_OK, LW_ERR_USAGE where the sequence is none, LW_ERR_MEMORY; *elimination is NULL
 *               on failure
 *   Nullable    sequence (njoint) */
lw_status lw_topology_eliminate(const lw_topology* topology, int index, const int sequence[],
                                lw_elimination** elimination);

/* The order in which the solver eliminates the joints, springs, bushings and
 * couplings of a finished model.
 *   Returns     LW_OK, LW_ERR_MEMORY; *elimination is NULL on failure */
lw_status lw_elimination_of_model(const lw_model* model, lw_elimination** elimination);

/* Free an order of elimination.
 *   Nullable    elimination */
void lw_elimination_destroy(lw_elimination* elimination);

#ifdef __cplusplus
}
#endif

#endif
