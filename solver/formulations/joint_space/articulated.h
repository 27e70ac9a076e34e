/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * articulated.h - the recursion over articulated bodies: place links, assemble them, solve for
 * them.
 *
 *     lw_recursion_place -> lw_recursion_factor (or _choose) -> lw_recursion_solve, any number of
 *     times
 *
 * Assembly goes from the tips to the ground and joins a compound of links to the link that carries
 * it. With loops a compound also has the open rows of its cuts as handles; a loop is eliminated
 * where it closes. The factorisation depends on positions only. With momenta and impulses its
 * solution gives velocities, with forces it gives accelerations. Vectors of a link are in world
 * axes about its centre of mass.
 *
 *   theory   section 9 of docs/theory.md
 */
#ifndef LW_ARTICULATED_H
#define LW_ARTICULATED_H

#include "base/arena.h"
#include "formulas/spatial.h"
#include "instance/instance.h"
#include "structure/spanning_tree.h"

/* A link in the recursion. */
typedef struct lw_articulated {
  double     l[3];   /* from the centre of mass of the inboard body to its own [m] */
  double     arm[3]; /* from its centre of mass to the joint point on the child of the joint [m] */
  double     c[6];   /* velocity or acceleration relative to the inboard body, without H qd */
  double     z[6];   /* momentum or force of the compound at rest */
  double     r[6];   /* p - H^T z */
  double     P[6];   /* momentum, or force, that the joint transmits */
  double     Q[6];   /* applied loads of the link, then of the link and all that it carries */
  double     H[36];  /* directions of the degrees of freedom, one after the other (6 each) (9.2) */
  double     U[36];  /* I H */
  double     D[36];  /* (H^T I H)^-1                                             (nfree x nfree) */
  bool       driven; /* c is not zero */
  lw_spatial I;      /* inertia of the compound: I, after finish_link() without its joint (9.6) */
} lw_articulated;

/* Workspace of the recursion. */
typedef struct lw_recursion {
  const lw_tree*  tree;
  lw_articulated* link;     /* (nlink + 1) */
  double*         C;        /* columns of the open rows at each link      (ncolumn x 6) */
  double*         Y;        /* D H^T C                                    (ncolumn x 6) */
  double*         G;        /* rates of open rows per impulse of another  (nsquare) */
  double*         g;        /* rates of open rows without impulses        (ncolumn) */
  double*         e;        /* prescribed rates, or accelerations, of the rows of the cuts (nrow) */
  double*         sigma;    /* impulses, or forces, of the cuts           (nrow) */
  double*         factor;   /* Cholesky factors of the closing rows       (ngsquare) */
  int*            begin;    /* first entry of each row of the factors (nrow) */
  double*         response; /* response matrices of the groups (nresponse) */
  double*         start;    /* impulses of closing rows for V = 0 (nrow) */
  double*         scale;    /* sizes of the rows of the groups            (nrow) */
  double*
      chosen; /* of each group: number of its independent rows, then their list (nrow + ngroup) */
  double*
         weak; /* smallest pivot of the chosen rows that close in a branch or in the trunk, relative
                   * to the size of the row (nbranch + 1) */
  double weakest; /* the smallest of all */
  double floor;   /* a factorisation with a smaller pivot is refused; 0 outside a step */
} lw_recursion;

/* Take the workspace from an arena. */
void lw_recursion_lay_out(lw_recursion* recursion, const lw_tree* tree, lw_arena* arena);

/* Functions with threads are called by every thread; on return the results of all are visible. */

/* Compute the poses of all bodies and of the joints of the tree from the coordinates q, the
 * directions of the degrees of freedom and the inertias in world axes; then the rows of the
 * cuts.                                                                             (9.1), (9.2) */
void lw_recursion_place(lw_instance* instance, lw_recursion* recursion, double t, const double q[],
                        const lw_threads* threads);

/* Assemble the inertias and the matrices of open rows, which do not depend on velocities and loads.
 *   Returns     false where loops have lost rank or are close to it */
bool lw_recursion_factor(lw_instance* instance, lw_recursion* recursion, const lw_threads* threads);

/* Solve for velocities u of all bodies, rates qd of the coordinates and impulses sigma, such that
 * the canonical momenta are p and the rows of the cuts have the rates e. Reads c and z of the
 * links. The same function solves for accelerations and forces.
 *   Nullable    p: zero */
void lw_recursion_solve(lw_recursion* recursion, const double p[], lw_twist* u, double qd[],
                        const lw_threads* threads);

/* Compute the velocity of the body of a link from that of its inboard body; then those of all
 * bodies, from the rates qd and c of the links. */
void lw_recursion_spread_link(const lw_recursion* recursion, int link, const double qd[],
                              lw_twist* u);
void lw_recursion_spread(const lw_recursion* recursion, const double qd[], lw_twist* u,
                         const lw_threads* threads);

/* Rate H' of direction i of a link at the velocities u.                               (9.10) */
void lw_recursion_direction_rate(const lw_instance* instance, const lw_recursion* recursion, int k,
                                 int i, const lw_twist* u, double H_rate[6]);

/* Assemble, and choose independent rows of all loops by the largest pivots.                 (9.13)
 *   Changes     recursion->chosen
 *   Returns     the number of independent rows */
int lw_recursion_choose(lw_instance* instance, lw_recursion* recursion);

#endif
