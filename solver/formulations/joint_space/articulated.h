/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * articulated.h - a mechanism as links on joints: place them, assemble them into one, take it apart again.
 *
 * Assembly goes from the tips to the ground and joins a compound of links to the one that carries it; with
 * loops a compound also has the open rows of its cuts as handles, and a loop is eliminated where it
 * closes. What is assembled does not depend on what is asked of it: momenta and impulses for velocities,
 * or forces for accelerations. Vectors of a link are in world axes about its centre of mass.
 *
 *   theory   section 9 of docs/theory.md
 */
#ifndef LW_ARTICULATE_H
#define LW_ARTICULATE_H

#include "base/arena.h"
#include "instance/instance.h"
#include "structure/spanning_tree.h"

/* P = [A B; B^T C] V for a velocity V = (v, w) and a momentum P = (linear, angular). */
typedef struct lw_spatial {
  double A[9], B[9], C[9];
} lw_spatial;

/* A link while it is assembled. */
typedef struct lw_articulated {
  double     l[3];   /* from the centre of mass of the body before it to its own [m]             */
  double     arm[3]; /* from its centre of mass to the joint's point on the joint's child [m]    */
  double     c[6];   /* velocity or acceleration relative to the body before, besides H qd       */
  double     z[6];   /* momentum or force of the compound that does not come from its velocity   */
  double     r[6];   /* p - H^T z                                                                */
  double     P[6];   /* momentum, or force, that the joint hands over                            */
  double     Q[6];   /* applied loads of the link, then of all that it carries                   */
  double     H[36];  /* directions of the freedoms, one after the other (6 each)           (9.2) */
  double     U[36];  /* I H                                                                      */
  double     D[36];  /* (H^T I H)^-1                                             (nfree x nfree) */
  bool       driven; /* c is not zero                                                            */
  lw_spatial I;      /* inertia of the compound, as the one before feels it          (9.6) */
} lw_articulated;

/* Workspace of the assembly. */
typedef struct lw_recursion {
  const lw_tree*  tree;
  lw_articulated* link;     /*                                            (nlink + 1)    */
  double*         C;        /* columns of the open rows, at each link     (ncolumn x 6)  */
  double*         Y;        /* D H^T C                                    (ncolumn x 6)  */
  double*         G;        /* how open rows answer to each other         (nsquare)      */
  double*         g;        /* their rates without impulses               (ncolumn)      */
  double*         e;        /* what the rows of the cuts prescribe        (nrow)         */
  double*         sigma;    /* impulses, or forces, of the cuts           (nrow)         */
  double*         factor;   /* of the rows that close                     (ngsquare)     */
  int*            lead;     /* first entry of each row of it (nrow) */
  double*         response; /*                                            (nresponse)      */
  double*         start;    /*                                            (nrow)         */
  double*         scale;    /* size of the rows of the groups             (nrow)         */
  double* chosen; /* per group: how many of its rows are independent, then which (nrow + ngroup) */
  double*
      weak; /* smallest pivot of them that close in a share, in units of the row's size (nbranch + 1) */
  double weakest; /* the smallest of all */
  double floor;   /* below this it is refused; 0 but within a step */
} lw_recursion;

/* Take the workspace. */
void lw_recursion_lay_out(lw_recursion* recursion, const lw_tree* tree, lw_arena* arena);

/* Every thread of all calls the functions that have one; on return the results of all are visible. */

/* Place all bodies by the coordinates q of the tree, and the joints of the tree with them; directions of
 * the freedoms, masses; then the rows of the cuts.                                       (9.1), (9.2) */
void lw_recursion_place(lw_instance* instance, lw_recursion* recursion, double t, const double q[],
                        const lw_threads* threads);

/* Assemble what does not depend on velocities and loads.
 *   Returns     false where loops have lost rank, or are near to that */
bool lw_recursion_factor(lw_instance* instance, lw_recursion* recursion, const lw_threads* threads);

/* Velocities u of all bodies and qd of all freedoms such that the momenta along the freedoms are p and the
 * rows of the cuts have the rates e; also sigma. Reads c and z of the links. The same for accelerations.
 *   Nullable    p: zero */
void lw_recursion_solve(lw_recursion* recursion, const double p[], lw_twist* u, double qd[],
                        const lw_threads* threads);

/* Velocities of all bodies for given rates of the freedoms, c included. */
void lw_recursion_spread(const lw_recursion* recursion, const double qd[], lw_twist* u,
                         const lw_threads* threads);

/* Rate H' of direction i of a link at the velocities u.                               (9.10) */
void lw_recursion_direction_rate(const lw_instance* instance, const lw_recursion* recursion, int k,
                                 int i, const lw_twist* u, double H_rate[6]);

/* Assemble, and choose independent rows of all loops by the largest pivots.                 (9.13)
 *   Changes     recursion->chosen
 *   Returns     how many there are */
int lw_recursion_choose(lw_instance* instance, lw_recursion* recursion);


/* I += f x y^T, where the sum of all that is added is symmetric. */
void lw_spatial_add_outer(lw_spatial* I, double f, const double x[6], const double y[6]);

#endif
