/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * partition.h - memory and pieces of the formulation by independent coordinates.
 *
 * Coordinates are r and p of each body, velocities r' and p'. y holds all coordinates (nbody x
 * 7), then all velocities. A weight of 1 makes a coordinate dependent, LW_HEAVY independent.
 *
 *   theory   section 11
 */
#ifndef LW_PARTITION_H
#define LW_PARTITION_H

#include "formulations/partitioning/pcg.h"
#include "instance/instance.h"
#include "ode/ode.h"

/* S4's weight of an independent coordinate: it moves that much less than a dependent one in
 * (11.2). */
#define LW_HEAVY 1e5

/* A preconditioner is worn out where a solve takes more iterations than this: a new one costs
 * what five of them do. */
#define LW_PCG_WORN 7

/* The two reduced systems: that of the accelerations and that of the stabilisation       (11.4) */
enum { LW_E1, LW_E2 };

/* The part of the state that is not an array. */
typedef struct lw_partition_head {
  double freedoms;    /* independent coordinates; 0: not chosen yet                          */
  double choices;     /* how often they were chosen                                          */
  double least;       /* how well they saw the motion when they were chosen, 0 to 1          */
  double made[2];     /* steps that were accepted when the preconditioners of E1, E2 were made */
  double made_t[2];   /* time there                                                          */
  double usable[2];   /* 1: there is such a preconditioner                                   */
  double pasts;       /* how many sets of multipliers are kept, up to 2                      */
  double past_t[2];   /* their times, latest first                                           */
  double iterations;  /* most iterations of a linear solve (pcg), or of a closing, so far    */
  double iterations1; /* the same of E1 alone                                                */
} lw_partition_head;

typedef struct lw_partition {
  /* in the state */
  lw_partition_head* head;
  double*            weight;   /* of each coordinate                              (nbody x 7)  */
  lw_pose*           reviewed; /* where the choice was last looked at             (nbody)      */
  lw_pose* reference[2];       /* where the preconditioners were made             (nbody)      */
  double*  past[2];            /* multipliers that guesses are made from (nrow_all) */
  /* workspace */
  lw_ode       ode;
  double*      y;       /* (nbody x 14)                                                           */
  double*      before;  /* y before it was corrected (nbody x 14) */
  double*      scale;   /* of the tolerances                                         (nbody x 14) */
  lw_inertia*  inertia; /* weights as masses, moves scaled                           (nbody)      */
  double*      J;       /* Jacobians with moves scaled                               (njac)       */
  double*      eps;     /* (nrow_all) */
  lw_pcg_mass* mass;    /* inverse weights                                           (nbody)      */
  lw_factor factor[2];  /* of E1 (pcg), of E2                                                    */
  lw_pose*  known[2];   /* pcg: where these were made                                (nbody)      */
  double*   known_value;  /* and with what values                                  (nvalue)     */
  double*   known_weight; /* and weights                                           (nbody x 7)  */
  bool      known_valid[2];
  lw_pcg    pcg;
  int       nbasis; /* most freedoms                                                           */
  double*   basis;  /* admissible directions, orthonormal                 (nbasis x nbody x 7) */
  int*      pick;   /* coordinates chosen from them                                (nbasis)     */
  double*   column; /* a direction (nbody x 7) */
  lw_twist* motion; /* scratch (nbody) */
  double* turn; /* of the rows of points since the preconditioner of E1 was made (nconnector x 9) */
} lw_partition;

static inline lw_partition* lw_partition_of(const lw_instance* instance)
{
  return instance->method_work;
}

/* E(p), 3 x 4:  w = 2 E(p) p',  p' = 1/2 E(p)^T w                                 (1.2), (1.3) */
static inline void lw_partition_E(double E[12], const double p[4])
{
  const double rows[12] = {-p[1], p[0],  -p[3], p[2],  -p[2], p[3],
                           p[0],  -p[1], -p[3], -p[2], p[1],  p[0]};
  for (int i = 0; i < 12; i++) E[i] = rows[i];
}

/* Do constraint rows depend on each other? */
static inline bool lw_partition_redundant(const lw_instance* instance)
{
  const lw_partition* k = lw_partition_of(instance);
  return instance->structure->nrow + k->head->freedoms > 6.0 * instance->structure->nbody;
}

/* Regularisation of the rows against their size, for factorisations that serve at other
 * positions too, or only where they are made. */
double lw_partition_regularisation(const lw_instance* instance, bool elsewhere);

/* Row r of a connector times the motion u of all bodies. */
double lw_partition_row(const lw_instance* instance, const lw_connector* c, int r,
                        const lw_twist* u);

/* Weights of E2 and their inverse at the present orientation of body b; with all = 1 where
 * `equal`. */
void lw_partition_weigh(lw_instance* instance, int b, bool equal);

/* Factor E2 at the present positions.
 *   Needs       positions swept, lw_partition_weigh() of all bodies
 *   Returns     true where all pivots are positive */
bool lw_partition_factor(lw_instance* instance, bool equal, const lw_threads* threads);

/* Look at the choice of independent coordinates where the mechanism has moved on since the last
 * look, and choose anew where it sees the motion much worse than it did; or always. One thread
 * calls it.
 *   Needs       q on the constraints; where it is only looked at, as lw_partition_stabilise() leaves it
 *   Changes     weights, workspace; where it chooses, positions are swept
 *   Returns     LW_OK; LW_RETRY_SINGULAR, LW_RETRY_NEWTON: the choice is what it was */
lw_status lw_partition_review(lw_instance* instance, double t, bool always);

/* Bring y back onto the constraints by its dependent components; every thread calls it.
 *   Changes     y, q, v, workspace; coordinates of the joints
 *   Returns     LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, the same on every thread */
lw_status lw_partition_stabilise(lw_instance* instance, double t, double y[],
                                 const lw_threads* threads);

/* q and v of body b from y, which may be off the unit sphere. */
void lw_partition_unpack(lw_instance* instance, int b, const double y[]);

/* Accelerations and multipliers of the present positions and velocities; every thread calls it.
 * Conjugate gradients are as exact as the integrator needs it; with `exactly` there is a
 * factorisation, which is left behind.
 *   Needs       positions swept
 *   Returns     LW_OK, LW_RETRY_SINGULAR */
lw_status lw_partition_accelerate(lw_instance* instance, double t, bool exactly,
                                  const lw_threads* threads);

/* Make the preconditioner of a reduced system where there is none, or an old one; one thread
 * calls it.
 *   Needs       q
 *   Changes     workspace
 *   Returns     LW_OK, LW_RETRY_SINGULAR */
lw_status lw_partition_precondition(lw_instance* instance, int which, double t);

#endif
