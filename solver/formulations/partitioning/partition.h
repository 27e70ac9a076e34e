/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * partition.h - memory and functions of coordinate-partitioning, the formulation by independent
 * coordinates.
 *
 * Coordinates are r and p of each body, velocities r' and p'. The state y of the integrator has all
 * coordinates (nbody x 7), then all velocities. A coordinate with weight 1 is dependent, one with
 * weight LW_HEAVY independent.
 *
 *   theory   section 11
 */
#ifndef LW_PARTITION_H
#define LW_PARTITION_H

#include "formulations/partitioning/pcg.h"
#include "instance/instance.h"
#include "ode/ode.h"

/* Weight of an independent coordinate in S4: in (11.2) it moves less by this factor than a
 * dependent one. */
#define LW_HEAVY 1e5

/* A preconditioner is made again after a solve with more iterations than this: it costs as much
 * as five iterations. */
#define LW_PCG_ITERATIONS_OLD 7

/* The two reduced systems: that of the accelerations and that of the stabilisation       (11.4) */
enum { LW_E1, LW_E2 };

/* The part of the state that is not an array. */
typedef struct lw_partition_head {
  double nfree;       /* number of independent coordinates; 0: not chosen yet */
  double choices;     /* number of choices so far */
  double coverage;    /* smallest part of a unit motion along the independent coordinates, when
                       * they were chosen: s of (11.7), 0 to 1 */
  double made[2];     /* accepted steps when the preconditioners of E1, E2 were made */
  double made_t[2];   /* times when they were made */
  double usable[2];   /* 1: the preconditioner exists and is good enough, else 0 */
  double npast;       /* number of sets of multipliers in `past`, up to 2 */
  double past_t[2];   /* times of these sets, latest first */
  double iterations;  /* most iterations of a solve (pcg) or of the corrections (direct) so far */
  double iterations1; /* most iterations of a solve with E1 so far */
} lw_partition_head;

typedef struct lw_partition {
  /* in the state */
  lw_partition_head* head;
  double*            weight;       /* weight of each coordinate                       (nbody x 7) */
  lw_pose*           checked;      /* positions when the choice was last checked      (nbody) */
  lw_pose*           reference[2]; /* positions at which the preconditioners are made (nbody) */
  double*            past[2]; /* multipliers from which first guesses are extrapolated (nrow_all) */
  /* workspace */
  lw_ode       ode;
  double*      y; /* copy of the state                                       (nbody x 14) */
  double*      y_uncorrected; /* y before the corrections                          (nbody x 14) */
  double*      scale;     /* scales of the absolute tolerances                       (nbody x 14) */
  lw_inertia*  inertia;   /* weights as masses, displacements scaled                 (nbody) */
  double*      J;         /* Jacobians with displacements scaled                     (njac) */
  double*      eps;       /* regularisation of the rows                              (nrow_all) */
  lw_pcg_mass* mass;      /* inverse weights                                         (nbody) */
  lw_factor    factor[2]; /* of E1 (pcg) and of E2 */
  /* pcg: positions, values and weights for which these were computed */
  lw_pose*  factored_at[2];  /* (nbody) */
  double*   factored_value;  /* (nvalue) */
  double*   factored_weight; /* (nbody x 7) */
  bool      factored[2];
  lw_pcg    pcg;
  int       nbasis; /* most degrees of freedom */
  double*   basis;  /* admissible directions, orthonormal                 (nbasis x nbody x 7) */
  int*      chosen; /* independent coordinates                                     (nbasis) */
  double*   column; /* scratch                                                 (nbody x 7) */
  lw_twist* motion; /* a motion of all bodies                                  (nbody) */
  double*   turn;   /* rotation of the rows of points since the preconditioner of E1 was made
                     * (nconnector x 9) */
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

/* Tell whether constraint rows depend on each other. */
static inline bool lw_partition_redundant(const lw_instance* instance)
{
  const lw_partition* k = lw_partition_of(instance);
  return instance->structure->nrow + k->head->nfree > 6.0 * instance->structure->nbody;
}

/* Regularisation of the rows relative to their sizes, for a factorisation that is used at other
 * positions, too (`elsewhere`), or only at those for which it is computed. */
double lw_partition_regularisation(const lw_instance* instance, bool elsewhere);

/* Row r of a connector times the motion u of all bodies: one number of Phi_q u. */
double lw_partition_row(const lw_instance* instance, const lw_connector* c, int r,
                        const lw_twist* u);

/* Compute the weights of E2 and their inverse for the present orientation of body b; `equal`:
 * all weights are 1. */
void lw_partition_weigh(lw_instance* instance, int b, bool equal);

/* Factor E2 at the present positions.
 *   Needs       lw_pass_positions()
 *   Returns     true where all pivots are positive */
bool lw_partition_factor(lw_instance* instance, bool equal, const lw_threads* threads);

/* Check the choice of independent coordinates where the mechanism has moved since the last check,
 * and choose again if their coverage is much smaller than at the choice, or if `always`. One thread
 * calls this function.
 *   Needs       q satisfies the constraints, as after lw_partition_stabilise()
 *   Changes     weights, workspace; after a choice the quantities of the positions are those of q
 *   Returns     LW_OK; LW_RETRY_SINGULAR, LW_RETRY_NEWTON: the choice is unchanged */
lw_status lw_partition_check(lw_instance* instance, double t, bool always);

/* Correct the dependent components of y so that it satisfies the constraints; every thread calls
 * this function.
 *   Changes     y, q, v, workspace; coordinates of the joints
 *   Returns     LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, the same on every thread */
lw_status lw_partition_stabilise(lw_instance* instance, double t, double y[],
                                 const lw_threads* threads);

/* Set q and v of body b from y, whose quaternions need not have unit length. */
void lw_partition_unpack(lw_instance* instance, int b, const double y[]);

/* Compute accelerations and multipliers for the present positions and velocities; every thread
 * calls this function. Conjugate gradients are as exact as the integrator needs; with `exactly` the
 * matrix is factored at the present positions, and the factorisation stays in the instance.
 *   Needs       lw_pass_positions()
 *   Returns     LW_OK, LW_RETRY_SINGULAR */
lw_status lw_partition_accelerate(lw_instance* instance, double t, bool exactly,
                                  const lw_threads* threads);

/* Make the preconditioner of a reduced system if there is none or it is too old; one thread calls
 * this function.
 *   Needs       q
 *   Changes     workspace
 *   Returns     LW_OK, LW_RETRY_SINGULAR */
lw_status lw_partition_precondition(lw_instance* instance, int which, double t);

#endif
