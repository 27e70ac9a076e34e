/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * calls.h - the functions of FMI 2.0, and which of them may be called in which state.
 *
 * The tables of sections 3.2.3 and 4.2.4 of the FMI 2.0.5 specification in one. Two calls are
 * allowed beyond them, because OpenModelica makes them: fmi2EnterEventMode and
 * fmi2SetContinuousStates in Event Mode.
 */
#ifndef LW_FMI2_CALLS_H
#define LW_FMI2_CALLS_H

#include "entry.h"
#include "fmi2Functions.h"

/* X(function, instantiated, initialisation, event, continuous, step complete, step failed,
 *   terminated, error) */
/* clang-format off */
#define LW_FMI2_CALLS(X)                                         \
  X(fmi2SetDebugLogging,               1, 1, 1, 1, 1, 1, 1, 1)   \
  X(fmi2SetupExperiment,               1, 0, 0, 0, 0, 0, 0, 0)   \
  X(fmi2EnterInitializationMode,       1, 0, 0, 0, 0, 0, 0, 0)   \
  X(fmi2ExitInitializationMode,        0, 1, 0, 0, 0, 0, 0, 0)   \
  X(fmi2Terminate,                     0, 0, 1, 1, 1, 1, 0, 0)   \
  X(fmi2Reset,                         1, 1, 1, 1, 1, 1, 1, 1)   \
  X(fmi2GetReal,                       0, 1, 1, 1, 1, 1, 1, 1)   \
  X(fmi2GetInteger,                    0, 1, 1, 1, 1, 1, 1, 1)   \
  X(fmi2GetBoolean,                    0, 1, 1, 1, 1, 1, 1, 1)   \
  X(fmi2GetString,                     0, 1, 1, 1, 1, 1, 1, 1)   \
  X(fmi2SetReal,                       1, 1, 1, 1, 1, 0, 0, 0)   \
  X(fmi2SetInteger,                    1, 1, 1, 0, 1, 0, 0, 0)   \
  X(fmi2SetBoolean,                    1, 1, 1, 0, 1, 0, 0, 0)   \
  X(fmi2SetString,                     1, 1, 1, 0, 1, 0, 0, 0)   \
  X(fmi2GetFMUstate,                   1, 1, 1, 1, 1, 1, 1, 1)   \
  X(fmi2SetFMUstate,                   1, 1, 1, 1, 1, 1, 1, 1)   \
  X(fmi2FreeFMUstate,                  1, 1, 1, 1, 1, 1, 1, 1)   \
  X(fmi2SerializedFMUstateSize,        1, 1, 1, 1, 1, 1, 1, 1)   \
  X(fmi2SerializeFMUstate,             1, 1, 1, 1, 1, 1, 1, 1)   \
  X(fmi2DeSerializeFMUstate,           1, 1, 1, 1, 1, 1, 1, 1)   \
  X(fmi2GetDirectionalDerivative,      0, 1, 1, 1, 1, 1, 1, 1)   \
  X(fmi2EnterEventMode,                0, 0, 1, 1, 0, 0, 0, 0)   \
  X(fmi2NewDiscreteStates,             0, 0, 1, 0, 0, 0, 0, 0)   \
  X(fmi2EnterContinuousTimeMode,       0, 0, 1, 0, 0, 0, 0, 0)   \
  X(fmi2CompletedIntegratorStep,       0, 0, 0, 1, 0, 0, 0, 0)   \
  X(fmi2SetTime,                       0, 0, 1, 1, 0, 0, 0, 0)   \
  X(fmi2SetContinuousStates,           0, 0, 1, 1, 0, 0, 0, 0)   \
  X(fmi2GetEventIndicators,            0, 1, 1, 1, 0, 0, 1, 1)   \
  X(fmi2GetContinuousStates,           0, 1, 1, 1, 0, 0, 1, 1)   \
  X(fmi2GetDerivatives,                0, 1, 1, 1, 0, 0, 1, 1)   \
  X(fmi2GetNominalsOfContinuousStates, 1, 1, 1, 1, 0, 0, 1, 1)   \
  X(fmi2SetRealInputDerivatives,       1, 1, 0, 0, 1, 0, 0, 0)   \
  X(fmi2GetRealOutputDerivatives,      0, 0, 0, 0, 1, 1, 1, 1)   \
  X(fmi2DoStep,                        0, 0, 0, 0, 1, 0, 0, 0)   \
  X(fmi2CancelStep,                    0, 0, 0, 0, 0, 0, 0, 0)   \
  X(fmi2GetStatus,                     0, 0, 0, 0, 1, 1, 1, 0)   \
  X(fmi2GetRealStatus,                 0, 0, 0, 0, 1, 1, 1, 0)   \
  X(fmi2GetIntegerStatus,              0, 0, 0, 0, 1, 1, 1, 0)   \
  X(fmi2GetBooleanStatus,              0, 0, 0, 0, 1, 1, 1, 0)   \
  X(fmi2GetStringStatus,               0, 0, 0, 0, 1, 1, 1, 0)
/* clang-format on */

/* One constant for each: lw_call_fmi2DoStep. Not visible outside the library. */
#define X(function, ...) extern const lw_call lw_call_##function;
LW_FMI2_CALLS(X)
#undef X

/* What the specification calls the states, by interface. */
extern const lw_state_names lw_fmi2_state_names[LW_INTERFACE_COUNT];

/* The status of an outcome: the numbers are equal. */
static inline fmi2Status lw_fmi2_status(lw_outcome outcome)
{
  return (fmi2Status)outcome;
}

#endif
