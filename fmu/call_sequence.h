/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * call_sequence.h - which function may be called in which state of an instance.
 *
 * The table of section 4.2.4 of the FMI 2.0.5 specification. States that this FMU never is in are
 * left out: a step is never in progress and never cancelled, because steps are not asynchronous,
 * and nothing that can happen here is fatal to other instances.
 */
#ifndef LW_CALL_SEQUENCE_H
#define LW_CALL_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum lw_call_state {
  LW_STATE_INSTANTIATED,
  LW_STATE_INITIALIZATION, /* Initialization Mode                         */
  LW_STATE_STEP_COMPLETE,
  LW_STATE_STEP_FAILED, /* fmi2DoStep ended with fmi2Discard           */
  LW_STATE_TERMINATED,
  LW_STATE_ERROR, /* initialisation failed                       */
  LW_STATE_COUNT
} lw_call_state;

/* X(function, instantiated, initialisation, step complete, step failed, terminated, error) */
/* clang-format off */
#define LW_CALL_LIST(X)                                  \
  X(fmi2SetDebugLogging,          1, 1, 1, 1, 1, 1)      \
  X(fmi2SetupExperiment,          1, 0, 0, 0, 0, 0)      \
  X(fmi2EnterInitializationMode,  1, 0, 0, 0, 0, 0)      \
  X(fmi2ExitInitializationMode,   0, 1, 0, 0, 0, 0)      \
  X(fmi2Terminate,                0, 0, 1, 1, 0, 0)      \
  X(fmi2Reset,                    1, 1, 1, 1, 1, 1)      \
  X(fmi2GetReal,                  0, 1, 1, 1, 1, 1)      \
  X(fmi2GetInteger,               0, 1, 1, 1, 1, 1)      \
  X(fmi2GetBoolean,               0, 1, 1, 1, 1, 1)      \
  X(fmi2GetString,                0, 1, 1, 1, 1, 1)      \
  X(fmi2SetReal,                  1, 1, 1, 0, 0, 0)      \
  X(fmi2SetInteger,               1, 1, 1, 0, 0, 0)      \
  X(fmi2SetBoolean,               1, 1, 1, 0, 0, 0)      \
  X(fmi2SetString,                1, 1, 1, 0, 0, 0)      \
  X(fmi2GetFMUstate,              1, 1, 1, 1, 1, 1)      \
  X(fmi2SetFMUstate,              1, 1, 1, 1, 1, 1)      \
  X(fmi2FreeFMUstate,             1, 1, 1, 1, 1, 1)      \
  X(fmi2SerializedFMUstateSize,   1, 1, 1, 1, 1, 1)      \
  X(fmi2SerializeFMUstate,        1, 1, 1, 1, 1, 1)      \
  X(fmi2DeSerializeFMUstate,      1, 1, 1, 1, 1, 1)      \
  X(fmi2GetDirectionalDerivative, 0, 1, 1, 1, 1, 1)      \
  X(fmi2SetRealInputDerivatives,  1, 1, 1, 0, 0, 0)      \
  X(fmi2GetRealOutputDerivatives, 0, 0, 1, 1, 1, 1)      \
  X(fmi2DoStep,                   0, 0, 1, 0, 0, 0)      \
  X(fmi2CancelStep,               0, 0, 0, 0, 0, 0)      \
  X(fmi2GetStatus,                0, 0, 1, 1, 1, 0)      \
  X(fmi2GetRealStatus,            0, 0, 1, 1, 1, 0)      \
  X(fmi2GetIntegerStatus,         0, 0, 1, 1, 1, 0)      \
  X(fmi2GetBooleanStatus,         0, 0, 1, 1, 1, 0)      \
  X(fmi2GetStringStatus,          0, 0, 1, 1, 1, 0)
/* clang-format on */

typedef enum lw_call {
#define X(function, a, b, c, d, e, f) LW_CALL_##function,
  LW_CALL_LIST(X)
#undef X
      LW_CALL_COUNT
} lw_call;

/* The check is inline, because every function of FMI makes it: the compiler reduces
 * the state to one bit. */
static inline bool lw_call_allowed(lw_call call, lw_call_state state)
{
  static const unsigned char allowed[LW_CALL_COUNT] = {
#define X(function, a, b, c, d, e, f)                                                              \
  (unsigned char)((a) | (b) << 1 | (c) << 2 | (d) << 3 | (e) << 4 | (f) << 5),
      LW_CALL_LIST(X)
#undef X
  };
  return (allowed[call] >> (unsigned)state & 1U) != 0;
}

/* Names for messages; never NULL. */
const char* lw_call_name(lw_call call);
const char* lw_call_state_name(lw_call_state state);

/* Write the states in which a call is allowed, separated by commas, cut to size and terminated. */
void lw_call_states(lw_call call, char* text, size_t size);

#endif
