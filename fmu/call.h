/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * call.h - what every version of FMI has: states of an instance, calls, and how calls end.
 *
 * A version of FMI lists its functions, each with the states in which it may be called. States
 * that no instance of ours is in are left out: a step is never in progress and never cancelled,
 * because steps are not asynchronous.
 */
#ifndef LW_CALL_H
#define LW_CALL_H

#include <stdbool.h>
#include <stddef.h>

typedef enum lw_interface { LW_CO_SIMULATION, LW_MODEL_EXCHANGE, LW_INTERFACE_COUNT } lw_interface;

typedef enum lw_call_state {
  LW_STATE_INSTANTIATED,
  LW_STATE_INITIALIZATION, /* Initialization Mode                             */
  LW_STATE_EVENT,          /* Event Mode; model exchange                      */
  LW_STATE_CONTINUOUS,     /* Continuous-Time Mode; model exchange            */
  LW_STATE_STEP_COMPLETE,  /* between two steps; co-simulation                */
  LW_STATE_STEP_FAILED,    /* after a step that was discarded; co-simulation  */
  LW_STATE_TERMINATED,
  LW_STATE_ERROR, /* initialisation failed                                    */
  LW_STATE_COUNT
} lw_call_state;

/* How a call ends. The numbers are those of fmi2Status and fmi3Status. */
typedef enum lw_outcome {
  LW_CALL_OK,
  LW_CALL_WARNING,
  LW_CALL_DISCARD,
  LW_CALL_ERROR,
  LW_CALL_FATAL
} lw_outcome;

/* A function of a version of FMI. */
typedef struct lw_call {
  const char* name;
  unsigned    allowed; /* bit i: in lw_call_state i */
} lw_call;

/* The states in the order of lw_call_state as bits. */
#define LW_CALL_STATES(a, b, c, d, e, f, g, h)                                                     \
  ((a) | (b) << 1 | (c) << 2 | (d) << 3 | (e) << 4 | (f) << 5 | (g) << 6 | (h) << 7)

static inline bool lw_call_allowed(const lw_call* call, lw_call_state state)
{
  return (call->allowed >> (unsigned)state & 1U) != 0;
}

/* What a version of FMI calls the states of an interface; NULL: instances are never in it. */
typedef const char* lw_state_names[LW_STATE_COUNT];

#endif
