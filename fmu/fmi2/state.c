/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * state.c - the functions of FMI 2.0 on the state of an instance: section 2.1.8.
 */
#include "calls.h"
#include "states.h"

fmi2Status fmi2GetFMUstate(fmi2Component handle, fmi2FMUstate* FMUstate)
{
  const lw_call* call = &lw_call_fmi2GetFMUstate;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi2_status(lw_state_save(c, call, FMUstate)) : fmi2Error;
}

fmi2Status fmi2SetFMUstate(fmi2Component handle, fmi2FMUstate FMUstate)
{
  const lw_call* call = &lw_call_fmi2SetFMUstate;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi2_status(lw_state_restore(c, call, FMUstate)) : fmi2Error;
}

fmi2Status fmi2FreeFMUstate(fmi2Component handle, fmi2FMUstate* FMUstate)
{
  const lw_call* call = &lw_call_fmi2FreeFMUstate;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi2_status(lw_state_release(c, call, FMUstate)) : fmi2Error;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component handle, fmi2FMUstate FMUstate, size_t* size)
{
  const lw_call*      call = &lw_call_fmi2SerializedFMUstateSize;
  const lw_component* c    = lw_enter(handle, call);
  return c ? lw_fmi2_status(lw_state_size(c, call, FMUstate, size)) : fmi2Error;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component handle, fmi2FMUstate FMUstate,
                                 fmi2Byte serializedState[], size_t size)
{
  const lw_call*      call = &lw_call_fmi2SerializeFMUstate;
  const lw_component* c    = lw_enter(handle, call);
  return c ? lw_fmi2_status(lw_state_serialize(c, call, FMUstate, serializedState, size))
           : fmi2Error;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component handle, const fmi2Byte serializedState[],
                                   size_t size, fmi2FMUstate* FMUstate)
{
  const lw_call* call = &lw_call_fmi2DeSerializeFMUstate;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi2_status(lw_state_deserialize(c, call, serializedState, size, FMUstate))
           : fmi2Error;
}
