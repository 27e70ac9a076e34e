/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmi3FunctionTypes.h - enumerations, callbacks and function types of the FMI 3.0 C interface.
 *
 * Our own declarations after sections 2.2 and 2.3 of the FMI 3.0.1 specification; see
 * fmi3PlatformTypes.h. A pointer to fmi3XxxTYPE is what a dynamically loaded fmi3Xxx is cast to.
 */
#ifndef fmi3FunctionTypes_h
#define fmi3FunctionTypes_h

#include "fmi3PlatformTypes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- enumerations and callbacks --------------------------------------------------------- */

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;

typedef enum {
  fmi3Independent,
  fmi3Constant,
  fmi3Fixed,
  fmi3Tunable,
  fmi3Discrete,
  fmi3Dependent
} fmi3DependencyKind;

typedef enum {
  fmi3IntervalNotYetKnown,
  fmi3IntervalUnchanged,
  fmi3IntervalChanged
} fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment instanceEnvironment,
                                       fmi3Status status, fmi3String category, fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment instanceEnvironment);
typedef void (*fmi3IntermediateUpdateCallback)(
    fmi3InstanceEnvironment instanceEnvironment, fmi3Float64 intermediateUpdateTime,
    fmi3Boolean intermediateVariableSetRequested, fmi3Boolean intermediateVariableGetAllowed,
    fmi3Boolean intermediateStepFinished, fmi3Boolean canReturnEarly,
    fmi3Boolean* earlyReturnRequested, fmi3Float64* earlyReturnTime);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

/* ---- common ----------------------------------------------------------------------------- */

typedef const char*  fmi3GetVersionTYPE(void);
typedef fmi3Status   fmi3SetDebugLoggingTYPE(fmi3Instance, fmi3Boolean, size_t, const fmi3String[]);
typedef fmi3Instance fmi3InstantiateModelExchangeTYPE(fmi3String, fmi3String, fmi3String,
                                                      fmi3Boolean, fmi3Boolean,
                                                      fmi3InstanceEnvironment,
                                                      fmi3LogMessageCallback);
typedef fmi3Instance fmi3InstantiateCoSimulationTYPE(fmi3String, fmi3String, fmi3String,
                                                     fmi3Boolean, fmi3Boolean, fmi3Boolean,
                                                     fmi3Boolean, const fmi3ValueReference[],
                                                     size_t, fmi3InstanceEnvironment,
                                                     fmi3LogMessageCallback,
                                                     fmi3IntermediateUpdateCallback);
/* clang-format off */
typedef fmi3Instance fmi3InstantiateScheduledExecutionTYPE(
    fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, fmi3InstanceEnvironment,
    fmi3LogMessageCallback, fmi3ClockUpdateCallback, fmi3LockPreemptionCallback,
    fmi3UnlockPreemptionCallback);
/* clang-format on */
typedef void       fmi3FreeInstanceTYPE(fmi3Instance);
typedef fmi3Status fmi3EnterInitializationModeTYPE(fmi3Instance, fmi3Boolean, fmi3Float64,
                                                   fmi3Float64, fmi3Boolean, fmi3Float64);
typedef fmi3Status fmi3ExitInitializationModeTYPE(fmi3Instance);
typedef fmi3Status fmi3EnterEventModeTYPE(fmi3Instance);
typedef fmi3Status fmi3TerminateTYPE(fmi3Instance);
typedef fmi3Status fmi3ResetTYPE(fmi3Instance);

/* ---- values ----------------------------------------------------------------------------- */

typedef fmi3Status fmi3GetFloat32TYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                      fmi3Float32[], size_t);
typedef fmi3Status fmi3GetFloat64TYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                      fmi3Float64[], size_t);
typedef fmi3Status fmi3GetInt8TYPE(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int8[],
                                   size_t);
typedef fmi3Status fmi3GetUInt8TYPE(fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt8[],
                                    size_t);
typedef fmi3Status fmi3GetInt16TYPE(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int16[],
                                    size_t);
typedef fmi3Status fmi3GetUInt16TYPE(fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt16[],
                                     size_t);
typedef fmi3Status fmi3GetInt32TYPE(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int32[],
                                    size_t);
typedef fmi3Status fmi3GetUInt32TYPE(fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt32[],
                                     size_t);
typedef fmi3Status fmi3GetInt64TYPE(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int64[],
                                    size_t);
typedef fmi3Status fmi3GetUInt64TYPE(fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt64[],
                                     size_t);
typedef fmi3Status fmi3GetBooleanTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                      fmi3Boolean[], size_t);
typedef fmi3Status fmi3GetStringTYPE(fmi3Instance, const fmi3ValueReference[], size_t, fmi3String[],
                                     size_t);
typedef fmi3Status fmi3GetBinaryTYPE(fmi3Instance, const fmi3ValueReference[], size_t, size_t[],
                                     fmi3Binary[], size_t);
typedef fmi3Status fmi3GetClockTYPE(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Clock[]);
typedef fmi3Status fmi3SetFloat32TYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                      const fmi3Float32[], size_t);
typedef fmi3Status fmi3SetFloat64TYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                      const fmi3Float64[], size_t);
typedef fmi3Status fmi3SetInt8TYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                   const fmi3Int8[], size_t);
typedef fmi3Status fmi3SetUInt8TYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                    const fmi3UInt8[], size_t);
typedef fmi3Status fmi3SetInt16TYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                    const fmi3Int16[], size_t);
typedef fmi3Status fmi3SetUInt16TYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                     const fmi3UInt16[], size_t);
typedef fmi3Status fmi3SetInt32TYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                    const fmi3Int32[], size_t);
typedef fmi3Status fmi3SetUInt32TYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                     const fmi3UInt32[], size_t);
typedef fmi3Status fmi3SetInt64TYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                    const fmi3Int64[], size_t);
typedef fmi3Status fmi3SetUInt64TYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                     const fmi3UInt64[], size_t);
typedef fmi3Status fmi3SetBooleanTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                      const fmi3Boolean[], size_t);
typedef fmi3Status fmi3SetStringTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                     const fmi3String[], size_t);
typedef fmi3Status fmi3SetBinaryTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                     const size_t[], const fmi3Binary[], size_t);
typedef fmi3Status fmi3SetClockTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                    const fmi3Clock[]);

/* ---- dependencies ----------------------------------------------------------------------- */

typedef fmi3Status fmi3GetNumberOfVariableDependenciesTYPE(fmi3Instance, fmi3ValueReference,
                                                           size_t*);
typedef fmi3Status fmi3GetVariableDependenciesTYPE(fmi3Instance, fmi3ValueReference, size_t[],
                                                   fmi3ValueReference[], size_t[],
                                                   fmi3DependencyKind[], size_t);

/* ---- states ----------------------------------------------------------------------------- */

typedef fmi3Status fmi3GetFMUStateTYPE(fmi3Instance, fmi3FMUState*);
typedef fmi3Status fmi3SetFMUStateTYPE(fmi3Instance, fmi3FMUState);
typedef fmi3Status fmi3FreeFMUStateTYPE(fmi3Instance, fmi3FMUState*);
typedef fmi3Status fmi3SerializedFMUStateSizeTYPE(fmi3Instance, fmi3FMUState, size_t*);
typedef fmi3Status fmi3SerializeFMUStateTYPE(fmi3Instance, fmi3FMUState, fmi3Byte[], size_t);
typedef fmi3Status fmi3DeserializeFMUStateTYPE(fmi3Instance, const fmi3Byte[], size_t,
                                               fmi3FMUState*);

/* ---- partial derivatives ---------------------------------------------------------------- */

typedef fmi3Status fmi3GetDirectionalDerivativeTYPE(fmi3Instance, const fmi3ValueReference[],
                                                    size_t, const fmi3ValueReference[], size_t,
                                                    const fmi3Float64[], size_t, fmi3Float64[],
                                                    size_t);
typedef fmi3Status fmi3GetAdjointDerivativeTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                                const fmi3ValueReference[], size_t,
                                                const fmi3Float64[], size_t, fmi3Float64[], size_t);

/* ---- configuration ---------------------------------------------------------------------- */

typedef fmi3Status fmi3EnterConfigurationModeTYPE(fmi3Instance);
typedef fmi3Status fmi3ExitConfigurationModeTYPE(fmi3Instance);

/* ---- clocks and events ------------------------------------------------------------------ */

typedef fmi3Status fmi3GetIntervalDecimalTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                              fmi3Float64[], fmi3IntervalQualifier[]);
typedef fmi3Status fmi3GetIntervalFractionTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                               fmi3UInt64[], fmi3UInt64[], fmi3IntervalQualifier[]);
typedef fmi3Status fmi3GetShiftDecimalTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                           fmi3Float64[]);
typedef fmi3Status fmi3GetShiftFractionTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                            fmi3UInt64[], fmi3UInt64[]);
typedef fmi3Status fmi3SetIntervalDecimalTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                              const fmi3Float64[]);
typedef fmi3Status fmi3SetIntervalFractionTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                               const fmi3UInt64[], const fmi3UInt64[]);
typedef fmi3Status fmi3SetShiftDecimalTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                           const fmi3Float64[]);
typedef fmi3Status fmi3SetShiftFractionTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                            const fmi3UInt64[], const fmi3UInt64[]);
typedef fmi3Status fmi3EvaluateDiscreteStatesTYPE(fmi3Instance);
typedef fmi3Status fmi3UpdateDiscreteStatesTYPE(fmi3Instance, fmi3Boolean*, fmi3Boolean*,
                                                fmi3Boolean*, fmi3Boolean*, fmi3Boolean*,
                                                fmi3Float64*);

/* ---- model exchange --------------------------------------------------------------------- */

typedef fmi3Status fmi3EnterContinuousTimeModeTYPE(fmi3Instance);
typedef fmi3Status fmi3CompletedIntegratorStepTYPE(fmi3Instance, fmi3Boolean, fmi3Boolean*,
                                                   fmi3Boolean*);
typedef fmi3Status fmi3SetTimeTYPE(fmi3Instance, fmi3Float64);
typedef fmi3Status fmi3SetContinuousStatesTYPE(fmi3Instance, const fmi3Float64[], size_t);
typedef fmi3Status fmi3GetContinuousStateDerivativesTYPE(fmi3Instance, fmi3Float64[], size_t);
typedef fmi3Status fmi3GetEventIndicatorsTYPE(fmi3Instance, fmi3Float64[], size_t);
typedef fmi3Status fmi3GetContinuousStatesTYPE(fmi3Instance, fmi3Float64[], size_t);
typedef fmi3Status fmi3GetNominalsOfContinuousStatesTYPE(fmi3Instance, fmi3Float64[], size_t);
typedef fmi3Status fmi3GetNumberOfEventIndicatorsTYPE(fmi3Instance, size_t*);
typedef fmi3Status fmi3GetNumberOfContinuousStatesTYPE(fmi3Instance, size_t*);

/* ---- co-simulation ---------------------------------------------------------------------- */

typedef fmi3Status fmi3EnterStepModeTYPE(fmi3Instance);
typedef fmi3Status fmi3GetOutputDerivativesTYPE(fmi3Instance, const fmi3ValueReference[], size_t,
                                                const fmi3Int32[], fmi3Float64[], size_t);
typedef fmi3Status fmi3DoStepTYPE(fmi3Instance, fmi3Float64, fmi3Float64, fmi3Boolean, fmi3Boolean*,
                                  fmi3Boolean*, fmi3Boolean*, fmi3Float64*);

/* ---- scheduled execution ---------------------------------------------------------------- */

typedef fmi3Status fmi3ActivateModelPartitionTYPE(fmi3Instance, fmi3ValueReference, fmi3Float64);

#ifdef __cplusplus
}
#endif

#endif
