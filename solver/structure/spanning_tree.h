/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spanning_tree.h - a spanning tree of joint coordinates, and the joints that it cuts.
 *
 * One joint carries each body, from the ground outwards; a body without a path to the ground floats
 * with six degrees of freedom of its own. Joints that carry no body, and couplings, are cuts:
 * constraint rows between links of the tree. A cut closes at the last link that carries all of its
 * sides, directly or not; at the links from its sides up to there it is open. The tree is built
 * once per instance and is const afterwards.
 *
 *   theory   section 9 of docs/theory.md
 */
#ifndef LW_SPANNING_TREE_H
#define LW_SPANNING_TREE_H

#include "structure/structure.h"

/* A body with the joint that carries it. A link comes after its inboard link, the link that
 * carries it. */
typedef struct lw_link {
  int           body;    /* index; LW_GROUND for the entry after the last link */
  int           inboard; /* the link that carries it; nlink: the ground */
  int           joint;   /* the joint that carries it, LW_NONE: floating */
  int           motion;  /* motion that prescribes its coordinate, or LW_NONE */
  lw_joint_type type;    /* of the joint; LW_JOINT_TYPE_COUNT: floating */
  bool          forward; /* the body is the child of the joint */
  int           nfree;   /* degrees of freedom: numbers of its velocities and momenta */
  int           v;       /* first of its velocities */
  int           nq;      /* numbers of its position: coordinates, or a quaternion and a point */
  int           q;       /* first number of its position */
  int           width;   /* columns: rows of all cuts that are open or close here */
  int           nopen;   /* columns of the cuts that stay open; they come first */
  int           column;  /* first of its columns among those of all links */
  int           square;  /* offset of its width x width matrix */
  int           entry, nentry; /* open cuts, in lw_tree.entry */
  int           own, nown;     /* sides of cuts that act on its body, in lw_tree.own */
  int           group, ngroup; /* groups of cuts that close here */
} lw_link;

/* The constraint rows of a joint that carries no body, or of a coupling. */
typedef struct lw_cut {
  int connector;
  int nrow;
  int row;    /* first of its rows among those of all cuts */
  int closes; /* link at which it closes; nlink: the ground */
} lw_cut;

/* Columns of an open cut at a link and at its inboard link. */
typedef struct lw_open_cut {
  int cut;
  int at, above;
} lw_open_cut;

/* A side of a cut on the body of a link. */
typedef struct lw_own_side {
  int cut, side;
  int at; /* column of the link */
} lw_own_side;

/* Cuts that close at a link and share one of the links that it carries; their rows are solved
 * together. */
typedef struct lw_group {
  int link;
  int cut, ncut; /* in lw_tree.closing */
  int at, nrow;  /* first column of the link, number of columns */
  int row;       /* first of its rows among those of all groups */
  int square;    /* offset of its nrow x nrow matrix */
  int response;  /* offset of its response matrix, nrow x (6 + nopen): impulses of its rows for unit
                  * velocities of the link and unit impulses of the rows that stay open  (9.12) */
} lw_group;

/* A range of links that other links carry only by the roots of its subtrees: the work of one
 * thread. */
typedef struct lw_branch {
  int first, end;
} lw_branch;

typedef struct lw_tree {
  int          nlink;
  lw_link*     link;       /* (nlink + 1); the last one is the ground */
  int*         of_body;    /* link of each body (nbody) */
  int*         of_joint;   /* link that a joint carries, or LW_NONE (njoint) */
  lw_cut*      cut;        /* (ncut) */
  lw_open_cut* entry;      /* (nentry) */
  lw_own_side* own;        /* (nown) */
  lw_group*    group;      /* (ngroup) */
  int*         closing;    /* cuts in the order of the groups (ncut) */
  int*         row_of_cut; /* first row of a cut in its group (ncut) */
  int          ncut, nentry, nown, ngroup;
  int          nq, nv;    /* numbers of positions, velocities */
  int          nrow;      /* rows of all cuts */
  int          ncolumn;   /* columns of all links */
  int          nsquare;   /* doubles of the links' square matrices */
  int          ngsquare;  /* doubles of the groups' square matrices */
  int          nresponse; /* doubles of the response matrices of all groups */

  lw_branch* branch; /* in ascending order; all other links are the trunk (nbranch) */
  int        nbranch;
  int* trunk; /* links of the trunk from the tips inwards; among them, as -1 - link, the roots of
                     * branches where they are joined to the trunk or the ground (ntrunk) */
  int  ntrunk;
} lw_tree;

/* First and next link of a branch, or of the trunk (part = nbranch); nlink: there is none. */
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

/* Tell whether a joint of this type has coordinates that determine the pose of its child. */
bool lw_tree_carries(lw_joint_type type);

/* Build what follows from the model alone: the links with their positions and velocities, of_body
 * and of_joint. There are no cuts in it.
 *   Returns     LW_OK, LW_ERR_MEMORY; *tree is NULL on failure */
lw_status lw_tree_outline(const lw_model* model, lw_tree** tree);

/* Build the tree of a model. One allocation per array, all freed by destroy.
 *   Returns     LW_OK, LW_ERR_MEMORY; *tree is NULL on failure */
lw_status lw_tree_create(const lw_model* model, const lw_structure* structure, lw_tree** tree);
void      lw_tree_destroy(lw_tree* tree);

#endif
