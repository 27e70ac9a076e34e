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

/* One simulation of a model. */
typedef struct lw_instance lw_instance;

/* What lw_instance_get() can tell. The index is that of the body, joint, motion, ... The last
 * column is the number of doubles; nq is the number of coordinates of the joint. */
typedef enum lw_quantity {
  LW_BODY_R,              /* frame origin, world [m]                                   (3)        */
  LW_BODY_QUAT,           /* orientation w x y z, body to world                        (4)        */
  LW_BODY_V,              /* velocity of the frame origin [m/s]                        (3)        */
  LW_BODY_W,              /* angular velocity, world axes [rad/s]                      (3)        */
  LW_BODY_A,              /* acceleration of the frame origin [m/s2]                   (3)        */
  LW_BODY_Z,              /* angular acceleration, world axes [rad/s2]                 (3)        */
  LW_JOINT_Q,             /* joint coordinates [m, rad]                               (nq)        */
  LW_JOINT_QD,            /* their first derivatives                                  (nq)        */
  LW_JOINT_QDD,           /* their second derivatives                                 (nq)        */
  LW_JOINT_QUAT,          /* spherical: orientation of the child in the parent         (4)        */
  LW_JOINT_FORCE,         /* constraint force on the child at its joint point [N]      (3)        */
  LW_JOINT_TORQUE,        /* constraint torque on the child about that point [N m]     (3)        */
  LW_MOTION_EFFORT,       /* effort of the drive on the child along q [N, N m]         (1)        */
  LW_COUPLING_EFFORT,     /* generalised effort of a coupling                          (1)        */
  LW_ENERGY,              /* kinetic, potential, total [J]; index unused               (3)        */
  LW_SOLVER_ITERATIONS,   /* of the last internal step: Newton, or of a linear solve   (1)        */
  LW_SOLVER_RESIDUAL,     /* its last scaled increment                                 (1)        */
  LW_SOLVER_VIOLATION,    /* 2-norm of the constraints: position, velocity, acceleration (3)      */
  LW_JOINT_UNIQUE,        /* 1: its reactions are unique; 0: redundant constraints share them (1) */
  LW_SOLVER_ERROR,        /* estimated error of the last internal step / accuracy      (1)        */
  LW_SOLVER_STEPS,        /* internal steps of the last communication step             (1)        */
  LW_BODY_QUAT_RATE,      /* derivative of the orientation [1/s]                       (4)        */
  LW_JOINT_FORCE_UNIQUE,  /* 1: this component of its force is unique; 0: it is not  (3)        */
  LW_JOINT_TORQUE_UNIQUE, /* the same of its torque                                  (3)        */
  LW_QUANTITY_COUNT       /* number of quantities                                                 */
} lw_quantity;

/* Number of doubles of a quantity of one element; 0 where the element does
 * not have the quantity. */
int lw_quantity_size(const lw_model* model, lw_quantity quantity, int index);

/* ---- life -------------------------------------------------------------------------------- */

/* Create an instance of a finished model, in the state "values as in the file, not initialised".
 *   Needs       the model outlives the instance
 *   Allocates   one block
 *   Returns     LW_OK, LW_ERR_MEMORY; *instance is NULL on failure
 *   Nullable    diag */
lw_status lw_instance_create(const lw_model* model, lw_diag* diag, lw_instance** instance);

/* Free an instance.
 *   Nullable    instance */
void lw_instance_destroy(lw_instance* instance);

/* Bring an instance back to the state in which lw_instance_create() left it. */
void lw_instance_reset(lw_instance* instance);

/* Set the number of OpenMP threads for this instance; 0: as the model says.
 * Results do not depend on it. */
void lw_instance_set_threads(lw_instance* instance, int threads);

/* Whether steps of this instance start threads, where the process may have more than one. */
bool lw_instance_pays_threads(const lw_instance* instance);

/* Set the largest error of a step, in place of that of the model: `accuracy`, where steps are not
 * fixed, or rtol, and atol in proportion, of formulations that choose their step. It is part of the
 * state.
 *   Returns     LW_OK; LW_ERR_USAGE for a number that is not between 1e-15 and 1, nor 0, which
 *               brings back that of the model */
lw_status lw_instance_set_accuracy(lw_instance* instance, double accuracy);

/* Has a step of the smallest size missed the accuracy since the instance was created or reset? The
 * text says when, and which body moves most abruptly there.
 *   Nullable    diag */
bool lw_instance_missed_accuracy(const lw_instance* instance, lw_diag* diag);

/* Number of bytes that the instance occupies. */
size_t lw_instance_memory(const lw_instance* instance);

/* The model that the instance was created from. */
const lw_model* lw_instance_model(const lw_instance* instance);

/* ---- values and inputs -------------------------------------------------------------------- */

/* Set n values from a slot on. They take effect in lw_instance_initialize(); physical ones
 * (gravity, mass, inertia, stiffness, damping, rest, length of springs) also between steps. Setting
 * a parameter of the file recomputes at once all values that follow from it.
 *
 * Some rules concern several values (the entries of an inertia, the ends of a range) or
 * values that follow from parameters. They are checked by lw_instance_initialize(), and by
 * the next step or get, which return LW_ERR_INPUT until the values obey them. So such values
 * can be set one after the other.
 *   Returns     LW_OK; LW_ERR_INPUT where a value breaks a rule by itself, LW_ERR_USAGE where a
 *               value follows from parameters: nothing is changed
 *   Nullable    diag */
lw_status lw_instance_set_value(lw_instance* instance, lw_slot slot, int n, const double value[],
                                lw_diag* diag);

/* Copy out n values from a slot on. */
void lw_instance_get_value(const lw_instance* instance, lw_slot slot, int n, double value[]);

/* Set an input (order 0), or its first or second time derivative (order 1, 2), at the present time.
 * Setting the input clears both derivatives. During the next step the input follows the polynomial
 * of these numbers; after the step it keeps its value at the end.
 *   Returns     LW_OK; LW_ERR_USAGE for another order, no such input or a
 *               value that is not finite */
lw_status lw_instance_set_input(lw_instance* instance, int input, int order, double value);

/* The present value of an input. */
double lw_instance_get_input(const lw_instance* instance, int input);

/* Set the velocity (order 1) or acceleration (order 2) of a position that a motion follows, and get
 * them. They are stored with the input, and the continuous form moves with them; see continuous.h.
 * Steps do not read them.
 *   Returns     LW_OK; LW_ERR_USAGE for another order, no such input or a value that is not
 *               finite */
lw_status lw_instance_set_input_rate(lw_instance* instance, int input, int order, double value);
double    lw_instance_get_input_rate(const lw_instance* instance, int input, int order);

/* ---- simulation --------------------------------------------------------------------------- */

/* Assemble the mechanism at time t0: nearest consistent positions, then nearest consistent
 * velocities, distances weighted with the masses, then accelerations and reactions.
 *   Returns     LW_OK, LW_RETRY_SINGULAR, LW_ERR_ASSEMBLY with the joints that stay open,
 *               LW_ERR_INPUT, LW_ERR_USAGE for a time that is not finite
 *   Nullable    diag */
lw_status lw_instance_initialize(lw_instance* instance, double t0, lw_diag* diag);

/* Advance by one communication step: n = ceil(step / solver.step) equal internal steps, each halved
 * up to fourteen times where Newton does not converge.
 *   Changes     on RETRY the state is that of the last good internal step, see lw_instance_time()
 *   Returns     LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, LW_RETRY_DIVERGED, LW_RETRY_STEP,
 *               LW_ERR_INPUT, LW_ERR_USAGE
 *   Nullable    diag */
lw_status lw_instance_advance(lw_instance* instance, double step, lw_diag* diag);

/* The present time [s]. */
double lw_instance_time(const lw_instance* instance);

/* Set the clock between two steps; nothing moves. This is for importers, whose communication points
 * differ by rounding from the sum of their steps.
 *   Returns     LW_OK, LW_ERR_USAGE for a time that is not finite */
lw_status lw_instance_set_time(lw_instance* instance, double t);

/* Copy a quantity out; see lw_quantity_size(). Accelerations and reactions belong to the present
 * inputs and values: they are recomputed first where an input changed, hence no const. The numbers
 * are always finite.
 *   Returns     LW_OK, LW_RETRY_SINGULAR, LW_ERR_INPUT, LW_ERR_USAGE */
lw_status lw_instance_get(lw_instance* instance, lw_quantity quantity, int index, double out[]);

/* The same for all bodies, joints, ... that have the quantity, one after the other: faster than one
 * call for each.
 *   Changes     out, also where it fails
 *   Returns     as lw_instance_get(); LW_OK where nothing has the quantity */
lw_status lw_instance_get_all(lw_instance* instance, lw_quantity quantity, double out[]);

/* Bring the stored numbers up to date where an input or a value has changed; see
 * lw_instance_stored().
 *   Returns     LW_OK, LW_RETRY_SINGULAR, LW_ERR_INPUT, LW_ERR_USAGE */
lw_status lw_instance_refresh(lw_instance* instance);

/* The address at which the instance stores the numbers of a quantity for as long as it lives; NULL
 * where it computes them on demand. After lw_instance_refresh() they are those of
 * lw_instance_get(), with one exception: positions of bodies and their derivatives are stored for
 * the centre of mass. For these, *offset is the address of three numbers, and the stored numbers
 * are those of lw_instance_get() only while all three are zero. Otherwise *offset is NULL. */
const double* lw_instance_stored(const lw_instance* instance, lw_quantity quantity, int index,
                                 const double** offset);

/* A quantity of one element, and where its numbers go; see lw_quantity_size(). */
typedef struct lw_request {
  lw_quantity quantity; /* what to compute                    */
  int         index;    /* of the body, joint, motion, ...    */
  double*     out;      /* room for as many doubles as it has */
} lw_request;

/* Derivatives of n quantities along a change du of all inputs, at the present time: exact, from the
 * factorisation of the present positions. Forces act at once on accelerations and reactions.
 * Positions, velocities and energies respond later, and a prescribed position is reached by the
 * next step: these derivatives are zero.
 *   Needs       du has one entry per input
 *   Allocates   nothing
 *   Returns     LW_OK, LW_RETRY_SINGULAR, LW_ERR_USAGE */
lw_status lw_instance_derivative(lw_instance* instance, const double du[], int n,
                                 const lw_request request[]);

/* ---- state -------------------------------------------------------------------------------- */

/* Number of bytes of a state: all that the future depends on (values, inputs, motion, multipliers),
 * without pointers. */
size_t lw_instance_state_size(const lw_instance* instance);

/* Copy out the state, of lw_instance_state_size() bytes. */
void lw_instance_get_state(lw_instance* instance, void* state);

/* Check bytes that come from outside and claim to be a state of this model: values keep the rules
 * that hold for each number by itself, and counts are those of a state. lw_instance_set_state()
 * does not check them.
 *   Allocates   scratch memory, freed before it returns
 *   Returns     LW_OK; LW_ERR_INPUT with the reason; LW_ERR_USAGE where the size is wrong
 *   Nullable    diag */
lw_status lw_instance_check_state(const lw_instance* instance, const void* state, size_t size,
                                  lw_diag* diag);

/* Go back to a state of this instance, or of another instance of the same model. What follows has
 * the same bits as if the simulation had gone on at once.
 *   Returns     LW_OK; LW_ERR_USAGE where the size is not that of a state */
lw_status lw_instance_set_state(lw_instance* instance, const void* state, size_t size);

/* ---- assembly ----------------------------------------------------------------------------- */

/* How far the last initialisation has moved bodies away from the pose that the file, with the
 * coordinates in it, gives them. Bodies are LW_NONE where there are none. */
typedef struct lw_assembly {
  double moved;       /* largest displacement of a centre of mass [m] */
  int    moved_body;  /* the body that was moved furthest             */
  double turned;      /* largest rotation [rad]                       */
  int    turned_body; /* the body that was turned furthest            */
} lw_assembly;

/* Get how far the assembly has moved the bodies.
 *   Needs       an initialised instance */
void lw_instance_assembly(const lw_instance* instance, lw_assembly* assembly);

/* ---- structure ---------------------------------------------------------------------------- */

/* What `linkwork check` tells about degrees of freedom. */
typedef struct lw_mobility {
  int freedoms;  /* degrees of freedom at a generic nearby configuration           */
  int redundant; /* constraint rows more than their rank there                     */
  int height;    /* longest chain of eliminations that wait for each other         */
  int singular;  /* degrees of freedom more than that at the present configuration */
  /* how far the most nearly dependent constraint row is from depending on the others; 1: no row is
   * nearly dependent */
  double weakest;
  int    near[2];    /* two of the joints that it concerns, with nearly parallel axes, or LW_NONE */
  double near_angle; /* the angle between these axes [rad]                                        */
} lw_mobility;

/* How far the constraints of a joint, its motion included, or of a coupling are implied by all
 * others. */
typedef struct lw_redundancy {
  int  rows;   /* number that the others would hold without it; 0: its reactions are unique */
  bool nearly; /* it is among the constraints that nearly depend on each other              */
} lw_redundancy;

/* Count degrees of freedom and redundant constraints near the present configuration.
 *   Needs       an initialised instance; leaves it as it was
 *   Allocates   scratch memory, freed before it returns
 *   Returns     LW_OK, LW_RETRY_SINGULAR, LW_ERR_INPUT, LW_ERR_MEMORY, LW_ERR_USAGE */
lw_status lw_instance_mobility(lw_instance* instance, lw_mobility* mobility);

/* The same, and for all joints and couplings how much of them is redundant there.
 *   Returns     as lw_instance_mobility()
 *   Nullable    joint (njoint), coupling (ncoupling) */
lw_status lw_instance_redundancy(lw_instance* instance, lw_mobility* mobility,
                                 lw_redundancy joint[], lw_redundancy coupling[]);

#ifdef __cplusplus
}
#endif

#endif
