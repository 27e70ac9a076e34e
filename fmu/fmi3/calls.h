/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * calls.h - the functions of FMI 3.0, and which of them may be called in which state.
 *
 * The tables of sections 2.3, 3.2 and 4.2 of the FMI 3.0.1 specification in one. Functions that are
 * allowed in no state belong to what these FMUs do not have: structural parameters, clocks, Event
 * Mode in co-simulation, scheduled execution. Two calls are allowed beyond the tables, as in FMI
 * 2.0: fmi3EnterEventMode and fmi3SetContinuousStates in Event Mode.
 */
#ifndef LW_FMI3_CALLS_H
#define LW_FMI3_CALLS_H

#include "entry.h"
#include "fmi3Functions.h"

/* X(function, instantiated, initialisation, event, continuous, step, step failed, terminated,
 *   error) */
/* clang-format off */
#define LW_FMI3_CALLS(X)                                         \
  X(fmi3SetDebugLogging,                 1, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3EnterInitializationMode,         1, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3ExitInitializationMode,          0, 1, 0, 0, 0, 0, 0, 0) \
  X(fmi3EnterEventMode,                  0, 0, 1, 1, 0, 0, 0, 0) \
  X(fmi3Terminate,                       0, 0, 1, 1, 1, 1, 0, 0) \
  X(fmi3Reset,                           1, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetFloat32,                      0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetFloat64,                      0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetInt8,                         0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetUInt8,                        0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetInt16,                        0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetUInt16,                       0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetInt32,                        0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetUInt32,                       0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetInt64,                        0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetUInt64,                       0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetBoolean,                      0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetString,                       0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetBinary,                       0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetClock,                        0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3SetFloat32,                      1, 1, 1, 1, 1, 0, 0, 0) \
  X(fmi3SetFloat64,                      1, 1, 1, 1, 1, 0, 0, 0) \
  X(fmi3SetInt8,                         1, 1, 1, 0, 1, 0, 0, 0) \
  X(fmi3SetUInt8,                        1, 1, 1, 0, 1, 0, 0, 0) \
  X(fmi3SetInt16,                        1, 1, 1, 0, 1, 0, 0, 0) \
  X(fmi3SetUInt16,                       1, 1, 1, 0, 1, 0, 0, 0) \
  X(fmi3SetInt32,                        1, 1, 1, 0, 1, 0, 0, 0) \
  X(fmi3SetUInt32,                       1, 1, 1, 0, 1, 0, 0, 0) \
  X(fmi3SetInt64,                        1, 1, 1, 0, 1, 0, 0, 0) \
  X(fmi3SetUInt64,                       1, 1, 1, 0, 1, 0, 0, 0) \
  X(fmi3SetBoolean,                      1, 1, 1, 0, 1, 0, 0, 0) \
  X(fmi3SetString,                       1, 1, 1, 0, 1, 0, 0, 0) \
  X(fmi3SetBinary,                       1, 1, 1, 0, 1, 0, 0, 0) \
  X(fmi3SetClock,                        1, 1, 1, 0, 1, 0, 0, 0) \
  X(fmi3GetNumberOfVariableDependencies, 0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3GetVariableDependencies,         0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3GetFMUState,                     1, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3SetFMUState,                     1, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3FreeFMUState,                    1, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3SerializedFMUStateSize,          1, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3SerializeFMUState,               1, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3DeserializeFMUState,             1, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetDirectionalDerivative,        0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3GetAdjointDerivative,            0, 1, 1, 1, 1, 1, 1, 1) \
  X(fmi3EnterConfigurationMode,          0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3ExitConfigurationMode,           0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3GetIntervalDecimal,              0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3GetIntervalFraction,             0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3GetShiftDecimal,                 0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3GetShiftFraction,                0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3SetIntervalDecimal,              0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3SetIntervalFraction,             0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3SetShiftDecimal,                 0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3SetShiftFraction,                0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3EvaluateDiscreteStates,          0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3UpdateDiscreteStates,            0, 0, 1, 0, 0, 0, 0, 0) \
  X(fmi3EnterContinuousTimeMode,         0, 0, 1, 0, 0, 0, 0, 0) \
  X(fmi3CompletedIntegratorStep,         0, 0, 0, 1, 0, 0, 0, 0) \
  X(fmi3SetTime,                         0, 0, 1, 1, 0, 0, 0, 0) \
  X(fmi3SetContinuousStates,             0, 0, 1, 1, 0, 0, 0, 0) \
  X(fmi3GetContinuousStateDerivatives,   0, 1, 1, 1, 0, 0, 1, 1) \
  X(fmi3GetEventIndicators,              0, 1, 1, 1, 0, 0, 1, 1) \
  X(fmi3GetContinuousStates,             0, 1, 1, 1, 0, 0, 1, 1) \
  X(fmi3GetNominalsOfContinuousStates,   1, 1, 1, 1, 0, 0, 1, 1) \
  X(fmi3GetNumberOfEventIndicators,      1, 1, 1, 1, 0, 0, 1, 1) \
  X(fmi3GetNumberOfContinuousStates,     1, 1, 1, 1, 0, 0, 1, 1) \
  X(fmi3EnterStepMode,                   0, 0, 0, 0, 0, 0, 0, 0) \
  X(fmi3GetOutputDerivatives,            0, 0, 0, 0, 1, 1, 1, 1) \
  X(fmi3DoStep,                          0, 0, 0, 0, 1, 0, 0, 0) \
  X(fmi3ActivateModelPartition,          0, 0, 0, 0, 0, 0, 0, 0)
/* clang-format on */

/* One constant for each: lw_call_fmi3DoStep. Not visible outside the library. */
#define X(function, ...) extern const lw_call lw_call_##function;
LW_FMI3_CALLS(X)
#undef X

/* What the specification calls the states, by interface. */
extern const lw_state_names lw_fmi3_state_names[LW_INTERFACE_COUNT];

/* The status of an outcome: the numbers are equal. */
static inline fmi3Status lw_fmi3_status(lw_outcome outcome)
{
  return (fmi3Status)outcome;
}

#endif
