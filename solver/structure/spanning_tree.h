/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spanning_tree.h - a spanning tree of joint coordinates over a mechanism, and the rows that it leaves over.
 *
 * Every body is carried by one joint, from the ground outwards; a body that no joint ties to the ground
 * floats on six freedoms of its own. What the tree does not carry are cuts: constraint rows between its
 * links. A cut closes at the last link that all its sides hang on; from its sides up to there it is open.
 * Built once per instance, const afterwards.
 *
 *   theory   section 9 of docs/theory.md
 */
#ifndef LW_TREE_H
#define LW_TREE_H

#include "structure/structure.h"

/* A body with the joint that carries it. Links stand in an order in which the one before comes first. */
typedef struct lw_link {
  int           body;    /* index; LW_GROUND for the entry behind the last link              */
  int           before;  /* the link that carries it; nlink: the ground                      */
  int           joint;   /* LW_NONE: floats                                                  */
  int           motion;  /* that prescribes its coordinate, or LW_NONE                       */
  lw_joint_type type;    /* of the joint; LW_JOINT_TYPE_COUNT: floats                        */
  bool          forward; /* the body is the joint's child                                    */
  int           nfree;   /* freedoms: velocities, momenta                                    */
  int           v;       /* the first of them                                                */
  int           nq;      /* numbers of its position: coordinates, or a quaternion and a point */
  int           q;       /* the first of them                                                */
  int           width;   /* columns: rows of all cuts that are open or close here            */
  int           nopen;   /* those of them that stay open, in front                           */
  int           column;  /* first of its columns among those of all links                    */
  int           square;  /* offset of its width x width matrix                               */
  int           entry, nentry; /* open cuts                                                  */
  int           own, nown;     /* sides of cuts that act on its body                         */
  int           group, ngroup; /* loops that close here                                      */
} lw_link;

/* Constraint rows that the tree does not carry. */
typedef struct lw_cut {
  int connector;
  int nrow;
  int row;    /* first of its rows among those of all cuts */
  int closes; /* link, or nlink: the ground                */
} lw_cut;

/* A cut among the columns of a link and of the one before it. */
typedef struct lw_open_cut {
  int cut;
  int at, above;
} lw_open_cut;

/* A side of a cut on the body of a link. */
typedef struct lw_own_side {
  int cut, side;
  int at; /* column of the link */
} lw_own_side;

/* Cuts that close at a link and move the same links before it: solved together. */
typedef struct lw_group {
  int link;
  int cut, ncut; /* in the list of closing cuts                               */
  int at, nrow;  /* columns of the link                                       */
  int row;       /* first of its rows among those of all groups               */
  int square;    /* offset of its nrow x nrow matrix                          */
  int answer;    /* offset of nrow x (6 + nopen): what its rows answer with   */
} lw_group;

/* Links that hang on others than themselves only by their roots, in one piece: work of one thread. */
typedef struct lw_branch {
  int first, end;
} lw_branch;

typedef struct lw_tree {
  int          nlink;
  lw_link*     link;       /* (nlink + 1); the last one is the ground  */
  int*         of_body;    /* link of each body          (nbody)       */
  int*         of_joint;   /* link that a joint carries, or LW_NONE (njoint) */
  lw_cut*      cut;        /* (ncut)                                   */
  lw_open_cut* entry;      /* (nentry)                                 */
  lw_own_side* own;        /* (nown)                                   */
  lw_group*    group;      /* (ngroup)                                 */
  int*         closing;    /* cuts in the order of the groups (ncut)   */
  int*         row_of_cut; /* first row of a cut in its group (ncut)   */
  int          ncut, nentry, nown, ngroup;
  int          nq, nv;   /* numbers of positions, velocities         */
  int          nrow;     /* rows of all cuts                         */
  int          ncolumn;  /* columns of all links                     */
  int          nsquare;  /* doubles of the links' square matrices    */
  int          ngsquare; /* doubles of the groups' square matrices   */
  int          nanswer;  /* doubles of the groups' answers           */

  lw_branch* branch; /* (nbranch) in order; the trunk is what lies between them                   */
  int        nbranch;
  int* trunk; /* links of the trunk from the tips inwards, and among them the roots of branches,
                     * as -1 - link, where they are joined to it      (ntrunk)                     */
  int  ntrunk;
} lw_tree;

/* Share of the links: a branch, or the trunk (nbranch). First and next link of it, nlink: none. */
static inline int lw_tree_next(const lw_tree* tree, int part, int link)
{
  int next = link + 1;
  if (part < tree->nbranch) {
    return next < tree->branch[part].end ? next : tree->nlink;
  }
  for (int b = 0; b < tree->nbranch; b++) {
    next = tree->branch[b].first == next ? tree->branch[b].end : next;
  }
  return next;
}

static inline int lw_tree_first(const lw_tree* tree, int part)
{
  return part < tree->nbranch ? tree->branch[part].first : lw_tree_next(tree, part, -1);
}

#define LW_FOR_LINKS(tree, part, i)                                                                \
  for (int i = lw_tree_first((tree), (part)); i < (tree)->nlink;                                   \
       i     = lw_tree_next((tree), (part), i))

/* Does a joint of this type have coordinates that place its child? */
bool lw_tree_carries(lw_joint_type type);

/* Build the tree of a model. One allocation per array, all freed by destroy.
 *   Returns     LW_OK, LW_ERR_MEMORY; *tree is NULL on failure */
lw_status lw_tree_create(const lw_model* model, const lw_structure* structure, lw_tree** tree);
void      lw_tree_destroy(lw_tree* tree);

#endif
