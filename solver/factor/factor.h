/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * factor.h - factor the matrix of a structure and solve with it.
 *
 *   [ M    Phi^T ] [ x ]   [ b ]
 *   [ Phi  -eps  ] [ y ] = [ c ]                                                        (5.1)
 *
 *   theory   section 5.1
 */
#ifndef LW_FACTOR_H
#define LW_FACTOR_H

#include "base/arena.h"
#include "base/threads.h"
#include "structure/structure.h"

/* Inertia of a body in world axes. */
typedef struct lw_inertia {
  double m, m_inv;
  double J_inv[9]; /* inverse of J_tan; with the masses it is all that leaves need  */
  double J_tan[9]; /* J in the matrix: with geometric stiffness where wanted        */
  double J[9];     /* about the centre of mass                                      */
} lw_inertia;

/* The numbers that the matrix is made of. */
typedef struct lw_matrix {
  const lw_inertia* inertia; /* of each body                                  (nbody)    */
  const double*     J;       /* Jacobians of the sides                        (njac)     */
  const double*     eps;     /* regularisation of each row, compliant ones: 1 (nrow_all) */
  const double*     point;   /* lw_instance.point_batch; NULL: only J is there            */
  bool              soft;    /* with the compliant rows, else without them               */
  bool              uniform; /* inertia[0] for all bodies                                */
} lw_matrix;

/* Is the matrix read from the numbers of the batches? Inverse inertias of leaves are then in the
 * factor already, and Jacobians of joints that hold a point are not read. */
static inline bool lw_matrix_is_direct(const lw_matrix* matrix)
{
  return matrix->point && !matrix->soft && !matrix->uniform;
}

typedef struct lw_factor_kernels lw_factor_kernels; /* see kernels.h */

typedef struct lw_factor {
  const lw_factor_kernels* kernels; /* of the target that factors and solves */
  const double*            J;       /* Jacobians that it was computed with          (njac)    */
  double*                  block;   /* inverse pivots and edge blocks               (nfactor) */
  double* scratch[LW_TERM_KINDS];   /* terms of the parts, by scratch memory  (npart x desk_size) */
  int     scratch_size[LW_TERM_KINDS];
  double* separator[LW_TERM_KINDS]; /* terms of the separator            (room of the separator) */
  int*    d;                        /* present size of each node                    (nnode)   */
  bool    soft;                     /* compliant rows are in it                               */
  double* batch;                    /* inverse masses and turns of the batches        (nquad)   */
  double* wrench;                   /* what the sides do to their bodies, in a solve (nside x 8) */
  double* workspace;                /* vectors of the fronts, in a solve            (nworkspace) */

  bool inward; /* computed from the tips inwards: only what follows is used */
  struct lw_revolute_matrix*
      revolute; /* factor_revolute.h; the last one is the ground's    (nlimb + 1) */
  struct lw_revolute_vectors* motion; /* the same, in a solve                     (nlimb + 1) */
} lw_factor;

/* The update terms of a part while a thread works on it; `scratch` is lw_threads_first_part() of
 * that thread. */
static inline double* lw_factor_terms(const lw_structure* s, const lw_factor* factor, int part,
                                      int scratch, int kind)
{
  return part == s->npart
             ? factor->separator[kind]
             : factor->scratch[kind] + (size_t)scratch * (size_t)factor->scratch_size[kind];
}

/* Take the memory of a factor and choose its kernel. */
void lw_factor_lay_out(const lw_structure* s, bool portable, lw_arena* arena, lw_factor* factor);

/* Factor; every thread calls it. The caller makes sure that the matrix is complete before, and
 * waits after it.
 *   Returns     0, or 1 where a pivot of this thread's parts is not positive */
int lw_factor_compute(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                      const lw_threads* threads);

/* The beginning of it, before parts are factored: sizes of the nodes. It waits only where they have
 * changed. */
void lw_factor_prepare(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                       const lw_threads* threads);

/* Solve in place: x is the right-hand side, then the solution, in the structure's layout of
 * vectors. Every thread calls it. A thread's own parts of the right-hand side must be complete
 * before, and its own parts of the solution are complete on return; wait before using those of
 * others. */
void lw_factor_solve(const lw_structure* s, const lw_factor* factor, double x[],
                     const lw_threads* threads);

/* The same for a right-hand side that counts as zero on all bodies, whatever x contains there. */
void lw_factor_solve_rows(const lw_structure* s, const lw_factor* factor, double x[],
                          const lw_threads* threads);

#endif
