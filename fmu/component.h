/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * component.h - what the importer's handle of an instance points to: model, variables, instance,
 * state of the calls. It knows no version of FMI.
 */
#ifndef LW_COMPONENT_H
#define LW_COMPONENT_H

#include <stdbool.h>
#include <stddef.h>

#include "call.h"
#include "fmu_log.h"
#include "variables/read_cache.h"
#include <linkwork/continuous.h>
#include <linkwork/linkwork.h>
#include <linkwork/model.h>
#include <linkwork/model_io.h>

/* What a saved state contains besides the state of the instance. All are numbers, so that it
 * can be written as it is. */
typedef struct lw_component_head {
  double start;    /* of the experiment [s]                                             */
  double stop;     /* where has_stop is 1                                               */
  double has_stop; /* 1: no step goes beyond stop                                       */
  double state;    /* an lw_call_state                                                  */
  double settled;  /* 1: the instance is initialised with its present values and inputs */
  double begun;    /* 1: Continuous-Time Mode was entered; model exchange               */
} lw_component_head;

typedef struct lw_saved_state lw_saved_state;

typedef struct lw_component {
  char*              name;
  lw_fmu_log         log;
  lw_interface       interface;
  const char* const* state_name; /* what this version of FMI calls the states (LW_STATE_COUNT) */
  char               guid[LW_GUID_SIZE];
  lw_model*          model;
  lw_variables*      variables;
  lw_instance*       instance;   /* of `continuous` in model exchange      */
  lw_continuous*     continuous; /* the equations; NULL in co-simulation   */
  lw_reading         reading;    /* the variables that were read last */
  lw_component_head  head;
  lw_diag            failure; /* why the last step failed, where it did */
  bool               warned;  /* that a step has missed the accuracy    */
  lw_saved_state**   saved;   /* states that the importer holds (nsaved) */
  size_t             nsaved, saved_cap;
  unsigned*          scalar; /* for vectors.h                             (scalar_cap) */
  size_t             scalar_cap;
  void (*update)(void); /* FMI 3: the importer's function for internal steps; or NULL  */
  bool return_early;    /* FMI 3: the importer may end a step early                    */
  bool stepping;        /* such a step is in progress                                  */
} lw_component;

/* What a version of FMI asks for when it instantiates. */
typedef struct lw_component_order {
  const char*        name;       /* of the instance                            */
  const char*        guid;       /* of the model that the importer has read    */
  lw_interface       interface;  /* what the instance is for                   */
  const char*        resources;  /* URI or path of the folder of resources; may be NULL  */
  const char* const* state_name; /* (LW_STATE_COUNT), lives as long as the code          */
} lw_component_order;

/* Create a component of the model in the folder of resources that has the right GUID.
 *   Needs       name and guid are not NULL; log is copied and gets a name that lives as long as
 *               the component
 *   Returns     NULL after a message to the log */
lw_component* lw_component_create(const lw_component_order* order, const lw_fmu_log* log);

/* Free a component and all states that were saved from it.
 *   Nullable    component */
void lw_component_destroy(lw_component* component);

/* Bring a component back to how lw_component_create() left it; saved states stay. */
void lw_component_reset(lw_component* component);

static inline lw_call_state lw_component_state(const lw_component* component)
{
  return (lw_call_state)component->head.state;
}

void lw_component_set_state(lw_component* component, lw_call_state state);

/* Assemble the mechanism with the present values and inputs.
 *   Returns     LW_CALL_OK, LW_CALL_ERROR after a message; the state is LW_STATE_ERROR then */
lw_outcome lw_component_assemble(lw_component* component);

/* Tell whether the mechanism may be assembled again: in Initialization Mode, and in model exchange
 * until Continuous-Time Mode, because OpenModelica sets fixed parameters that late. */
static inline bool lw_component_is_open(const lw_component* component)
{
  const lw_call_state state = lw_component_state(component);
  return state == LW_STATE_INITIALIZATION ||
         (state == LW_STATE_EVENT && !(component->head.begun > 0.0));
}

/* Compute the quantities of the present states.
 *   Returns     LW_CALL_OK; after a message LW_CALL_DISCARD where the configuration is singular,
 *               else LW_CALL_ERROR */
lw_outcome lw_component_evaluate(lw_component* component);

/* Assemble the mechanism where it may be assembled, if a value or an input has changed since the
 * last assembly; in model exchange, compute the quantities of the present states. */
static inline lw_outcome lw_component_settle(lw_component* component)
{
  const bool open = lw_component_is_open(component) && !(component->head.settled > 0.0);
  return open                    ? lw_component_assemble(component)
         : component->continuous ? lw_component_evaluate(component)
                                 : LW_CALL_OK;
}

/* Note that a value or an input was set, so that the mechanism must be assembled again. */
void lw_component_unsettle(lw_component* component);

#endif
