/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * unsupported.c - the functions of FMI 3.0 for what these FMUs do not have: structural parameters,
 * clocks, Event Mode in co-simulation, scheduled execution, dependencies of single elements.
 *
 * They are allowed in no state, so that each call ends with an error and a message.
 */
#include "calls.h"

static fmi3Status refuse(fmi3Instance handle, const lw_call* call)
{
  if (handle) {
    lw_refuse(handle, call);
  }
  return fmi3Error;
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance handle, fmi3ValueReference a1,
                                               size_t* a2)
{
  (void)a1;
  (void)a2;
  return refuse(handle, &lw_call_fmi3GetNumberOfVariableDependencies);
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance handle, fmi3ValueReference a1, size_t a2[],
                                       fmi3ValueReference a3[], size_t a4[],
                                       fmi3DependencyKind a5[], size_t a6)
{
  (void)a1;
  (void)a2;
  (void)a3;
  (void)a4;
  (void)a5;
  (void)a6;
  return refuse(handle, &lw_call_fmi3GetVariableDependencies);
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance handle)
{
  return refuse(handle, &lw_call_fmi3EnterConfigurationMode);
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance handle)
{
  return refuse(handle, &lw_call_fmi3ExitConfigurationMode);
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance handle, const fmi3ValueReference a1[], size_t a2,
                                  fmi3Float64 a3[], fmi3IntervalQualifier a4[])
{
  (void)a1;
  (void)a2;
  (void)a3;
  (void)a4;
  return refuse(handle, &lw_call_fmi3GetIntervalDecimal);
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance handle, const fmi3ValueReference a1[], size_t a2,
                                   fmi3UInt64 a3[], fmi3UInt64 a4[], fmi3IntervalQualifier a5[])
{
  (void)a1;
  (void)a2;
  (void)a3;
  (void)a4;
  (void)a5;
  return refuse(handle, &lw_call_fmi3GetIntervalFraction);
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance handle, const fmi3ValueReference a1[], size_t a2,
                               fmi3Float64 a3[])
{
  (void)a1;
  (void)a2;
  (void)a3;
  return refuse(handle, &lw_call_fmi3GetShiftDecimal);
}

fmi3Status fmi3GetShiftFraction(fmi3Instance handle, const fmi3ValueReference a1[], size_t a2,
                                fmi3UInt64 a3[], fmi3UInt64 a4[])
{
  (void)a1;
  (void)a2;
  (void)a3;
  (void)a4;
  return refuse(handle, &lw_call_fmi3GetShiftFraction);
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance handle, const fmi3ValueReference a1[], size_t a2,
                                  const fmi3Float64 a3[])
{
  (void)a1;
  (void)a2;
  (void)a3;
  return refuse(handle, &lw_call_fmi3SetIntervalDecimal);
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance handle, const fmi3ValueReference a1[], size_t a2,
                                   const fmi3UInt64 a3[], const fmi3UInt64 a4[])
{
  (void)a1;
  (void)a2;
  (void)a3;
  (void)a4;
  return refuse(handle, &lw_call_fmi3SetIntervalFraction);
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance handle, const fmi3ValueReference a1[], size_t a2,
                               const fmi3Float64 a3[])
{
  (void)a1;
  (void)a2;
  (void)a3;
  return refuse(handle, &lw_call_fmi3SetShiftDecimal);
}

fmi3Status fmi3SetShiftFraction(fmi3Instance handle, const fmi3ValueReference a1[], size_t a2,
                                const fmi3UInt64 a3[], const fmi3UInt64 a4[])
{
  (void)a1;
  (void)a2;
  (void)a3;
  (void)a4;
  return refuse(handle, &lw_call_fmi3SetShiftFraction);
}

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance handle)
{
  return refuse(handle, &lw_call_fmi3EvaluateDiscreteStates);
}

fmi3Status fmi3EnterStepMode(fmi3Instance handle)
{
  return refuse(handle, &lw_call_fmi3EnterStepMode);
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance handle, fmi3ValueReference a1, fmi3Float64 a2)
{
  (void)a1;
  (void)a2;
  return refuse(handle, &lw_call_fmi3ActivateModelPartition);
}
