/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * factor_revolute.h - trees of revolute joints, eliminated from their tips inwards.
 *
 * A revolute joint has five rows and one freedom. Where a mechanism is a tree of them, a body is
 * eliminated together with the joint that carries it: what is left for the body before is a
 * spatial inertia, and all that had to be inverted is a number. In the order of fronts the same
 * matrix costs four times as much, but fronts can be shared among threads; links cannot.
 *
 *   theory   section 5.5
 */
#ifndef LW_FACTOR_REVOLUTE_H
#define LW_FACTOR_REVOLUTE_H

#include "factor/factor.h"
#include "simd/target.h"

#define lw_revolute_factor LW_NAME(lw_revolute_factor)
#define lw_revolute_solve LW_NAME(lw_revolute_solve)

/* What a link keeps of the factorisation, world axes: vectors of three in four places, matrices
 * by columns. Twists and wrenches are about the point of the joint. */
typedef struct lw_revolute_matrix {
  double A[3][4], B[3][4], T[3][4], C[3][4]; /* [A B; T C]: it moves with all that hangs on it    */
  double H[2][4]; /* what the joint answers to a twist of the one before */
  double s[4];    /* axis: the direction that its rows leave free        */
  double n[2][4]; /* turns that the last two rows ask for, one each      */
  double
      d[4]; /* from the point of the joint before to this one; of the first ones from the ground */
  double
      b[4]; /* from the centre of mass to the point                                              */
  double D_inv, pad[3];
} lw_revolute_matrix;

typedef struct lw_revolute_vectors {
  double r[2][4]; /* wrench that is left                           */
  double e[2][4]; /* twist that the rows ask for                   */
  double t[2][4]; /* twist of the body, about the point            */
} lw_revolute_vectors;

/* Is a matrix one that is factored this way? */
static inline bool lw_revolute_take(const lw_structure* s, const lw_matrix* matrix)
{
  return s->revolute && lw_matrix_is_direct(matrix);
}

/* Factor and solve, as lw_factor_compute() and lw_factor_solve() do, by one thread. Compiled as
 * factor_fronts.c is.
 *   Returns     0, or 1 where a pivot is not positive */
int  lw_revolute_factor(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor);
void lw_revolute_solve(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only);

#endif
