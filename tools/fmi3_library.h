/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmi3_library.h - the functions of an FMU's library, FMI 3.0.
 */
#ifndef LW_FMI3_LIBRARY_H
#define LW_FMI3_LIBRARY_H

#include "fmi3FunctionTypes.h"
#include <linkwork/diag.h>

/* X(name): all functions of the standard; libraries need not have those that they do not claim. */
/* clang-format off */
#define LW_FMI3_LIST(X) \
  X(GetVersion) \
  X(SetDebugLogging) \
  X(InstantiateModelExchange) \
  X(InstantiateCoSimulation) \
  X(InstantiateScheduledExecution) \
  X(FreeInstance) \
  X(EnterInitializationMode) \
  X(ExitInitializationMode) \
  X(EnterEventMode) \
  X(Terminate) \
  X(Reset) \
  X(GetFloat32) \
  X(GetFloat64) \
  X(GetInt8) \
  X(GetUInt8) \
  X(GetInt16) \
  X(GetUInt16) \
  X(GetInt32) \
  X(GetUInt32) \
  X(GetInt64) \
  X(GetUInt64) \
  X(GetBoolean) \
  X(GetString) \
  X(GetBinary) \
  X(GetClock) \
  X(SetFloat32) \
  X(SetFloat64) \
  X(SetInt8) \
  X(SetUInt8) \
  X(SetInt16) \
  X(SetUInt16) \
  X(SetInt32) \
  X(SetUInt32) \
  X(SetInt64) \
  X(SetUInt64) \
  X(SetBoolean) \
  X(SetString) \
  X(SetBinary) \
  X(SetClock) \
  X(GetNumberOfVariableDependencies) \
  X(GetVariableDependencies) \
  X(GetFMUState) \
  X(SetFMUState) \
  X(FreeFMUState) \
  X(SerializedFMUStateSize) \
  X(SerializeFMUState) \
  X(DeserializeFMUState) \
  X(GetDirectionalDerivative) \
  X(GetAdjointDerivative) \
  X(EnterConfigurationMode) \
  X(ExitConfigurationMode) \
  X(GetIntervalDecimal) \
  X(GetIntervalFraction) \
  X(GetShiftDecimal) \
  X(GetShiftFraction) \
  X(SetIntervalDecimal) \
  X(SetIntervalFraction) \
  X(SetShiftDecimal) \
  X(SetShiftFraction) \
  X(EvaluateDiscreteStates) \
  X(UpdateDiscreteStates) \
  X(EnterContinuousTimeMode) \
  X(CompletedIntegratorStep) \
  X(SetTime) \
  X(SetContinuousStates) \
  X(GetContinuousStateDerivatives) \
  X(GetEventIndicators) \
  X(GetContinuousStates) \
  X(GetNominalsOfContinuousStates) \
  X(GetNumberOfEventIndicators) \
  X(GetNumberOfContinuousStates) \
  X(EnterStepMode) \
  X(GetOutputDerivatives) \
  X(DoStep) \
  X(ActivateModelPartition)
/* clang-format on */

typedef struct lw_fmi3_library {
  void* handle;
#define X(name) fmi3##name##TYPE* name;
  LW_FMI3_LIST(X)
#undef X
} lw_fmi3_library;

/* Load the library of an unpacked FMU for this platform.
 *   Returns     LW_OK; LW_ERR_FILE with the reason: there is no library for this platform, it
 *               cannot be loaded, or it cannot be instantiated */
lw_status lw_fmi3_library_open(const char* folder, const char* identifier, lw_fmi3_library* library,
                               lw_diag* diag);

/* Unload a library; nothing happens if none is loaded. */
void lw_fmi3_library_close(lw_fmi3_library* library);

#endif
