/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * continuous.h - a mechanism as ordinary differential equations, for another integrator.
 *
 *   lw_continuous_create       the equations of a model, with an instance that computes them
 *   lw_continuous_initialize   assemble; the states are those of the assembled mechanism
 *   lw_continuous_set_time     then lw_continuous_set_states(), inputs of the instance
 *   lw_continuous_rates        derivatives of the states; outputs by lw_instance_get()
 *   lw_continuous_gap          how far loops have drifted apart, lw_continuous_close() closes them
 *   lw_continuous_destroy
 *
 * The states are coordinates and rates of a spanning tree of the joints: coordinates of joints and
 * their derivatives; where a body turns on a spherical joint, its orientation and angular velocity;
 * of a body that floats, also position and velocity of its frame. So each state, and each
 * derivative, is a quantity that lw_instance_get() tells. Accelerations are those of the
 * formulation acceleration-dca, whatever formulation the model has.
 *
 * Constraints of loops hold for accelerations only, so that positions drift apart with the errors
 * of the integrator. Its user closes them now and then.
 */
#ifndef LW_CONTINUOUS_H
#define LW_CONTINUOUS_H

#include <stdbool.h>
#include <stddef.h>

#include <linkwork/diag.h>
#include <linkwork/linkwork.h>
#include <linkwork/model.h>
#include <linkwork/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* States that are the numbers of one quantity of a body or joint. */
typedef struct lw_state_block {
  lw_quantity quantity; /* of the states                                             */
  lw_quantity rate;     /* of their derivatives                                      */
  int         index;    /* of the body or joint                                      */
  int         first;    /* first of the states                                       */
  int         size;     /* how many                                                  */
  int         slot;     /* where they are among the numbers of the tree, for continuous.c */
} lw_state_block;

/* The states of a model: bodies in the order of the file, then joints. */
typedef struct lw_state_list {
  lw_state_block* block;    /* (nblock)                  */
  int             nblock;   /* number of blocks          */
  int             nstate;   /* number of states          */
  int*            of_body;  /* the first block of a body, or LW_NONE                  (nbody) */
  int*            of_joint; /* the first block of a joint, or LW_NONE                (njoint) */
  int*            inboard;  /* the body that carries a body in the tree, or LW_GROUND (nbody) */
  int*            carrier;  /* the joint that does, or LW_NONE                        (nbody) */
} lw_state_list;

/* List the states of a finished model.
 *   Allocates   what lw_state_list_free() frees, also after a failure
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_state_list_build(const lw_model* model, lw_state_list* list);

/* The block whose states are a quantity of a body or joint, or whose derivatives are (rate);
 * LW_NONE: there is none. */
int lw_state_list_find(const lw_state_list* list, lw_quantity quantity, int index, bool rate);

/* Free a list. */
void lw_state_list_free(lw_state_list* list);

/* The equations of a mechanism. */
typedef struct lw_continuous lw_continuous;

/* ---- life -------------------------------------------------------------------------------- */

/* Create the equations of a finished model.
 *   Needs       the model outlives them
 *   Returns     LW_OK, LW_ERR_MEMORY, as lw_instance_create(); *continuous is NULL on failure
 *   Nullable    diag */
lw_status lw_continuous_create(const lw_model* model, lw_diag* diag, lw_continuous** continuous);

/* Free them, and the instance.
 *   Nullable    continuous */
void lw_continuous_destroy(lw_continuous* continuous);

/* The instance in which the equations are computed: for values, inputs, quantities and saved
 * states. It must not be advanced. */
lw_instance* lw_continuous_instance(const lw_continuous* continuous);

/* The list of the states. */
const lw_state_list* lw_continuous_list(const lw_continuous* continuous);

/* Assemble the mechanism at time t0.
 *   Returns     as lw_instance_initialize(); LW_RETRY_SINGULAR where the configuration is singular
 *   Nullable    diag */
lw_status lw_continuous_initialize(lw_continuous* continuous, double t0, lw_diag* diag);

/* Tell whether a model can be integrated in this way: it can be assembled, and its configuration
 * at the start is not singular.
 *   Returns     LW_OK; otherwise as lw_continuous_initialize(), with a reason
 *   Nullable    diag */
lw_status lw_continuous_try(const lw_model* model, lw_diag* diag);

/* ---- states ------------------------------------------------------------------------------ */

/* Set the time.
 *   Returns     LW_OK; LW_ERR_USAGE for a time that is not finite */
lw_status lw_continuous_set_time(lw_continuous* continuous, double t);

/* Set all states.
 *   Returns     LW_OK; LW_ERR_USAGE for numbers that are not finite, with nothing changed */
lw_status lw_continuous_set_states(lw_continuous* continuous, const double x[]);

/* Copy all states out. */
void lw_continuous_get_states(const lw_continuous* continuous, double x[]);

/* Sizes of the states: a length of the mechanism for positions and velocities, 1 for the others. */
void lw_continuous_nominals(const lw_continuous* continuous, double nominal[]);

/* Compute positions, velocities, accelerations and reactions of the present states, time, values
 * and inputs, unless nothing has changed. lw_instance_get() needs it.
 *   Returns     LW_OK, LW_ERR_INPUT; LW_RETRY_SINGULAR with a message
 *   Nullable    diag */
lw_status lw_continuous_update(lw_continuous* continuous, lw_diag* diag);

/* Compute the derivatives of all states.
 *   Returns     as lw_continuous_update() */
lw_status lw_continuous_rates(lw_continuous* continuous, double rate[], lw_diag* diag);

/* ---- events ------------------------------------------------------------------------------ */

/* Number of event indicators: two for each joint with stops. */
int lw_continuous_indicator_count(const lw_model* model);

/* Get the event indicators: how far each joint with stops is from its lower and its upper stop;
 * negative where it is beyond. Forces of stops change there.
 *   Returns     as lw_continuous_update() */
lw_status lw_continuous_indicators(lw_continuous* continuous, double indicator[], lw_diag* diag);

/* Look at the loops after a step of the integrator: *open becomes true where they have drifted
 * apart by more than a billionth of the length of the mechanism, or quaternions are as far from
 * unit length. Other independent rows are chosen where they are much better.
 *   Returns     LW_OK; LW_RETRY_SINGULAR where the configuration has become singular, with a
 *               message
 *   Nullable    diag */
lw_status lw_continuous_check(lw_continuous* continuous, bool* open, lw_diag* diag);

/* Close the loops: nearest positions and velocities that satisfy the constraints, distances
 * weighted with the masses; quaternions get unit length. *changed tells whether the states did.
 *   Returns     LW_OK, LW_RETRY_SINGULAR
 *   Nullable    diag */
lw_status lw_continuous_close(lw_continuous* continuous, bool* changed, lw_diag* diag);

#ifdef __cplusplus
}
#endif

#endif
