/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * linkwork.h - simulate a mechanism: the public interface of the solver.
 *
 *   lw_instance_create       one block of memory for one simulation of a model
 *   lw_instance_set_value    parameters, before or between steps
 *   lw_instance_initialize   assemble, first accelerations
 *   lw_instance_set_input    inputs at a communication point
 *   lw_instance_advance      one communication step
 *   lw_instance_get          any quantity of the mechanism
 *   lw_instance_destroy
 *
 * Nothing here prints, exits or keeps global state. Instances of one model are independent of each
 * other and may be used from different threads; one instance belongs to one thread at a time.
 */
#ifndef LW_LINKWORK_H
#define LW_LINKWORK_H

#include <stdbool.h>
#include <stddef.h>

#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lw_instance lw_instance;

/* What lw_instance_get() can tell. The index is that of the body, joint, motion, ... */
typedef enum lw_quantity {
  LW_BODY_R,            /* frame origin, world [m]                                   (3) */
  LW_BODY_QUAT,         /* orientation w x y z, body to world                        (4) */
  LW_BODY_V,            /* velocity of the frame origin [m/s]                        (3) */
  LW_BODY_W,            /* angular velocity, world axes [rad/s]                      (3) */
  LW_BODY_A,            /* acceleration of the frame origin [m/s2]                   (3) */
  LW_BODY_Z,            /* angular acceleration, world axes [rad/s2]                 (3) */
  LW_JOINT_Q,           /* joint coordinates [m, rad]                               (nq) */
  LW_JOINT_QD,          /* their derivatives                                        (nq) */
  LW_JOINT_QDD,         /* and second derivatives                                   (nq) */
  LW_JOINT_QUAT,        /* spherical: orientation of the child in the parent         (4) */
  LW_JOINT_FORCE,       /* constraint force on the child at its joint point [N]      (3) */
  LW_JOINT_TORQUE,      /* constraint torque on the child about that point [N m]     (3) */
  LW_MOTION_EFFORT,     /* drive effort on the child along q [N, N m]                (1) */
  LW_COUPLING_EFFORT,   /* generalised effort of a coupling                          (1) */
  LW_ENERGY,            /* kinetic, potential, total [J]; index unused               (3) */
  LW_SOLVER_ITERATIONS, /* of the last internal step: Newton, or of a linear solve   (1) */
  LW_SOLVER_RESIDUAL,   /* its last scaled increment                                 (1) */
  LW_SOLVER_VIOLATION,  /* 2-norm of the constraints: position, velocity, acceleration (3) */
  LW_JOINT_UNIQUE, /* 1: the joint's reactions are unique; 0: redundant constraints share them  (1) */
  LW_QUANTITY_COUNT
} lw_quantity;

/* Number of doubles of a quantity of one element; 0 where the element has none. */
int lw_quantity_size(const lw_model* model, lw_quantity quantity, int index);

/* ---- life -------------------------------------------------------------------------------- */

/* Create an instance of a finished model, in the state "values as in the file, not initialised".
 *   Needs       the model outlives the instance
 *   Allocates   one block
 *   Returns     LW_OK, LW_ERR_MEMORY; *instance is NULL on failure */
lw_status lw_instance_create(const lw_model* model, lw_diag* diag, lw_instance** instance);

/* Free an instance. Nullable instance. */
void lw_instance_destroy(lw_instance* instance);

/* Bring an instance back to how lw_instance_create() left it. */
void lw_instance_reset(lw_instance* instance);

/* Number of OpenMP threads for this instance; 0: as the model says. Results do not depend on it. */
void lw_instance_set_threads(lw_instance* instance, int threads);

/* Bytes that the instance occupies. */
size_t lw_instance_memory(const lw_instance* instance);

/* The model that it was created from. */
const lw_model* lw_instance_model(const lw_instance* instance);

/* ---- values and inputs -------------------------------------------------------------------- */

/* Set n values from a slot on. Takes effect in lw_instance_initialize(), and for physical ones
 * (gravity, mass, inertia, stiffness, damping, rest, length of springs) also between steps. A parameter
 * of the file moves at once every value that follows from it. Rules between several values (the entries of an
 * inertia, the ends of a range) and for what follows from parameters are checked by lw_instance_initialize(),
 * or by the next step or get, which return LW_ERR_INPUT until the values are put right: so they can be set one
 * after the other.
 *   Returns     LW_OK; LW_ERR_INPUT where a value breaks a rule by itself, LW_ERR_USAGE where a value
 *               follows from parameters: nothing is changed
 *   Nullable    diag */
lw_status lw_instance_set_value(lw_instance* instance, lw_slot slot, int n, const double value[],
                                lw_diag* diag);
void      lw_instance_get_value(const lw_instance* instance, lw_slot slot, int n, double value[]);

/* Set an input's value (order 0) or its first or second derivative (1, 2) at the present time. Setting
 * the value clears both derivatives; an input keeps its polynomial during the next step, and its end value after it. */
lw_status lw_instance_set_input(lw_instance* instance, int input, int order, double value);
double    lw_instance_get_input(const lw_instance* instance, int input);

/* ---- simulation --------------------------------------------------------------------------- */

/* Assemble the mechanism at time t0: nearest consistent positions, then velocities, both
 * mass-orthogonal, then accelerations and reactions.
 *   Returns     LW_OK, LW_ERR_ASSEMBLY with the joints that stay open, LW_ERR_INPUT */
lw_status lw_instance_initialize(lw_instance* instance, double t0, lw_diag* diag);

/* Advance by one communication step: n = ceil(step / solver.step) equal internal steps, each halved
 * up to ten times where Newton does not converge.
 *   Changes     on RETRY the state is that of the last good internal step, see lw_instance_time()
 *   Returns     LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, LW_RETRY_DIVERGED, LW_RETRY_STEP, LW_ERR_USAGE */
lw_status lw_instance_advance(lw_instance* instance, double step, lw_diag* diag);

/* The present time [s]. */
double lw_instance_time(const lw_instance* instance);

/* Set the clock between two steps. Nothing moves: it is for importers, whose communication points differ
 * by rounding from the sum of their steps.
 *   Returns     LW_OK, LW_ERR_USAGE for a time that is not finite */
lw_status lw_instance_set_time(lw_instance* instance, double t);

/* Copy a quantity out; see lw_quantity_size(). Accelerations and reactions are those of the present
 * inputs and values: they are recomputed first where an input changed, hence no const. Finite always.
 *   Returns     LW_OK, LW_RETRY_SINGULAR, LW_ERR_USAGE */
lw_status lw_instance_get(lw_instance* instance, lw_quantity quantity, int index, double out[]);

/* The same for all bodies, joints, ... that have the quantity, one after the other: quicker than one by one.
 *   Changes     out, also where it fails
 *   Returns     as above; LW_OK where nothing has the quantity */
lw_status lw_instance_get_all(lw_instance* instance, lw_quantity quantity, double out[]);

/* Bring the numbers that are stored up to date, where an input or a value changed.
 *   Returns     LW_OK, LW_RETRY_SINGULAR, LW_ERR_USAGE */
lw_status lw_instance_refresh(lw_instance* instance);

/* Where the numbers of a quantity stand for as long as the instance lives, NULL where they are computed. They are
 * those of lw_instance_get() after lw_instance_refresh() and, unless *offset is NULL, while the three
 * numbers there are zero: positions and their derivatives are those of centres of mass, which may be elsewhere. */
const double* lw_instance_stored(const lw_instance* instance, lw_quantity quantity, int index,
                                 const double** offset);

/* A quantity of one element, and where its numbers go; see lw_quantity_size(). */
typedef struct lw_request {
  lw_quantity quantity;
  int         index;
  double*     out;
} lw_request;

/* Derivatives of n quantities along a change du of all inputs, at the present time: exact, from the
 * factorisation of the present positions. Forces act at once on accelerations and reactions; positions,
 * velocities and energies answer later, and a prescribed position is reached by the next step: these
 * derivatives are zero.
 *   Needs       du has one entry per input
 *   Allocates   nothing
 *   Returns     LW_OK, LW_RETRY_SINGULAR, LW_ERR_USAGE */
lw_status lw_instance_derivative(lw_instance* instance, const double du[], int n,
                                 const lw_request request[]);

/* ---- state -------------------------------------------------------------------------------- */

/* Everything that the future depends on, as plain bytes without pointers: values, inputs, motion,
 * multipliers. Restoring it and going on gives the same bits as going on at once. */
size_t    lw_instance_state_size(const lw_instance* instance);
void      lw_instance_get_state(lw_instance* instance, void* state);
lw_status lw_instance_set_state(lw_instance* instance, const void* state, size_t size);

/* ---- assembly ----------------------------------------------------------------------------- */

/* How far the last initialisation has moved bodies from where the file, and the coordinates in it, put
 * them. Bodies are LW_NONE where there are none. */
typedef struct lw_assembly {
  double moved; /* largest displacement of a centre of mass [m] */
  int    moved_body;
  double turned; /* largest turn [rad] */
  int    turned_body;
} lw_assembly;

/*   Needs       an initialised instance */
void lw_instance_assembly(const lw_instance* instance, lw_assembly* assembly);

/* ---- structure ---------------------------------------------------------------------------- */

/* What `linkwork check` tells. */
typedef struct lw_mobility {
  int freedoms;  /* at a generic nearby configuration                        */
  int redundant; /* constraint rows more than their rank there               */
  int height;    /* longest chain of eliminations that wait for each other   */
  int singular;  /* freedoms more than that at the present configuration     */
  /* how far the most nearly dependent row is from depending on others; 1: none is near that. Two of the
   * joints that it concerns, whose axes are nearly parallel, or LW_NONE; and the angle between them */
  double weakest;
  int    near[2];
  double near_angle; /* [rad] */
} lw_mobility;

/* How the constraints of a joint, its motion included, or of a coupling stand to all others. */
typedef struct lw_redundancy {
  int  rows;   /* that the others would hold without it; 0: its reactions are unique */
  bool nearly; /* it is among the constraints that nearly depend on each other       */
} lw_redundancy;

/* Count freedoms and redundant constraints near the present configuration.
 *   Needs       an initialised instance; leaves it as it was
 *   Allocates   scratch memory, freed before it returns */
lw_status lw_instance_mobility(lw_instance* instance, lw_mobility* mobility);

/* The same, and for all joints and couplings how much of them is redundant there.
 *   Nullable    joint (njoint), coupling (ncoupling) */
lw_status lw_instance_redundancy(lw_instance* instance, lw_mobility* mobility,
                                 lw_redundancy joint[], lw_redundancy coupling[]);

#ifdef __cplusplus
}
#endif

#endif
