/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmu_library.h - the functions of an FMU's library, FMI 2.0.
 */
#ifndef LW_FMU_LIBRARY_H
#define LW_FMU_LIBRARY_H

#include "fmi2FunctionTypes.h"
#include <linkwork/diag.h>

/* X(name, needed): all functions of the standard. A library without a needed function is refused;
 * without another one it does not have the capability of that function. */
/* clang-format off */
#define LW_FMI2_LIST(X)                \
  X(GetTypesPlatform,          0)      \
  X(GetVersion,                0)      \
  X(SetDebugLogging,           0)      \
  X(Instantiate,               1)      \
  X(FreeInstance,              1)      \
  X(SetupExperiment,           1)      \
  X(EnterInitializationMode,   1)      \
  X(ExitInitializationMode,    1)      \
  X(Terminate,                 1)      \
  X(Reset,                     0)      \
  X(GetReal,                   1)      \
  X(GetInteger,                1)      \
  X(GetBoolean,                1)      \
  X(GetString,                 0)      \
  X(SetReal,                   1)      \
  X(SetInteger,                1)      \
  X(SetBoolean,                1)      \
  X(SetString,                 0)      \
  X(GetFMUstate,               0)      \
  X(SetFMUstate,               0)      \
  X(FreeFMUstate,              0)      \
  X(SerializedFMUstateSize,    0)      \
  X(SerializeFMUstate,         0)      \
  X(DeSerializeFMUstate,       0)      \
  X(GetDirectionalDerivative,  0)      \
  X(EnterEventMode,            0)      \
  X(NewDiscreteStates,         0)      \
  X(EnterContinuousTimeMode,   0)      \
  X(CompletedIntegratorStep,   0)      \
  X(SetTime,                   0)      \
  X(SetContinuousStates,       0)      \
  X(GetDerivatives,            0)      \
  X(GetEventIndicators,        0)      \
  X(GetContinuousStates,       0)      \
  X(GetNominalsOfContinuousStates, 0)  \
  X(SetRealInputDerivatives,   0)      \
  X(GetRealOutputDerivatives,  0)      \
  X(DoStep,                    1)      \
  X(CancelStep,                0)      \
  X(GetStatus,                 0)      \
  X(GetRealStatus,             0)      \
  X(GetIntegerStatus,          0)      \
  X(GetBooleanStatus,          0)      \
  X(GetStringStatus,           0)
/* clang-format on */

typedef struct lw_fmu_library {
  void* handle;
#define X(name, needed) fmi2##name##TYPE* name;
  LW_FMI2_LIST(X)
#undef X
} lw_fmu_library;

/* Load the library of an unpacked FMU for this platform.
 *   Returns     LW_OK; LW_ERR_FILE with the reason: there is no library for this platform, it
 *               cannot be loaded, or a function is missing */
lw_status lw_fmu_library_open(const char* folder, const char* identifier, lw_fmu_library* library,
                              lw_diag* diag);

/* Unload a library; nothing happens if none is loaded. */
void lw_fmu_library_close(lw_fmu_library* library);

#endif
