/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * small.h - mechanisms of up to four bodies and four joints: a whole step in vectors of four.
 *
 * Lane b of a vector over bodies is body b, lane j of a vector over joints is joint j. Lanes
 * without a body repeat the last body; lanes without a joint connect the ground with itself, and
 * all their numbers are zero. A permutation of lanes brings to each joint the numbers of its
 * bodies, and to each body the forces of its joints. So a step looks nothing up and keeps its
 * numbers in registers and in a workspace of its own.
 *
 *   theory   section 5.4 of docs/theory.md
 */
#ifndef LW_SMALL_H
#define LW_SMALL_H

#include "instance/instance.h"
#include "step/accuracy.h"

enum {
  LW_SMALL       = 4, /* bodies, joints: lanes of a vector                                */
  LW_SMALL_ROWS  = 5, /* most rows of a joint                                           */
  LW_SMALL_TURNS = 2, /* those of them that hold no point                               */
  LW_SMALL_PAIRS = 12 /* offsets 0 to 2 between joints, with each side of either of them */
};

typedef double lw_four[LW_SMALL]; /* one number of each lane */

/* Lanes in another order: entry l of the result is entry index / 2 of the source, or zero. */
typedef struct lw_pick {
  _Alignas(
      32) int index[2 * LW_SMALL]; /* pairs of halves of a number, as the processor wants them */
  lw_four mask;                    /* all bits, or none                                        */
} lw_pick;

/* Joints i and i + offset whose sides s and t are on the same body. */
typedef struct lw_small_pair {
  int offset, s, t;
  _Alignas(32) lw_four mask; /* which i                                     */
  lw_four mass;              /* 1/m, with the sign of the points' rows      */
} lw_small_pair;

typedef struct lw_small {
  int  nturn; /* rows after the first three, the most of a joint */
  bool far;   /* there are pairs with offset 2                   */

  /* bodies */
  _Alignas(32) lw_four mass, m_inv, J[6], J_inv[6], move_scale, turn_scale, gyroscopic;
  /* joints */
  lw_four s[2][3], axis[2][LW_SMALL_TURNS][3]; /* by side, in axes of the bodies */
  lw_four turn_per_force, eps[LW_SMALL_ROWS];

  lw_pick body[2];   /* the body of each side, for the joints      */
  lw_four ground[2]; /* 1 where that is the ground                 */

  lw_pick sum[2][LW_SMALL]; /* for each body a joint of which it is on this side */
  int     nsum[2];          /* the most of a body, at least one                  */

  lw_small_pair pair[LW_SMALL_PAIRS];
  int           npair;

  double* lambda[LW_SMALL_ROWS][LW_SMALL]; /* where the multipliers stand    */
  double  none[LW_SMALL];                  /* where those of no row would be */
} lw_small;

/* Take the memory where the model is small enough and this processor has the kernels; otherwise
 * instance->small stays NULL. */
void lw_small_lay_out(lw_instance* instance, const lw_model* model, const lw_structure* structure,
                      lw_arena* arena);

/* Fill it from what lw_derive_update() and lw_regularise() have left.
 *   Needs       instance->small */
void lw_small_load(lw_instance* instance);

/* Do the kernels of a whole step run on this processor? */
bool lw_small_runs(bool portable);

/* One internal step of the index-3 method, by one thread.
 *   Needs       instance->small; error as lw_error_before() gives it
 *   Changes     error; positions, velocities, accelerations, multipliers and counters where it
 *               succeeds, nothing where it does not
 *   Returns     LW_OK; LW_RETRY_ACCURACY where the error is above the limit; anything else where
 *               the general step is to be taken */
lw_status lw_small_step(lw_instance* instance, double dt, double t_end, double limit,
                        lw_step_error* error);

#endif
