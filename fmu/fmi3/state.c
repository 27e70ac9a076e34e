/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * state.c - the functions of FMI 3.0 on the state of an instance: section 2.2.6.4.
 */
#include "calls.h"
#include "states.h"

fmi3Status fmi3GetFMUState(fmi3Instance handle, fmi3FMUState* FMUState)
{
  const lw_call* call = &lw_call_fmi3GetFMUState;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi3_status(lw_state_save(c, call, FMUState)) : fmi3Error;
}

fmi3Status fmi3SetFMUState(fmi3Instance handle, fmi3FMUState FMUState)
{
  const lw_call* call = &lw_call_fmi3SetFMUState;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi3_status(lw_state_restore(c, call, FMUState)) : fmi3Error;
}

fmi3Status fmi3FreeFMUState(fmi3Instance handle, fmi3FMUState* FMUState)
{
  const lw_call* call = &lw_call_fmi3FreeFMUState;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi3_status(lw_state_release(c, call, FMUState)) : fmi3Error;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance handle, fmi3FMUState FMUState, size_t* size)
{
  const lw_call*      call = &lw_call_fmi3SerializedFMUStateSize;
  const lw_component* c    = lw_enter(handle, call);
  return c ? lw_fmi3_status(lw_state_size(c, call, FMUState, size)) : fmi3Error;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance handle, fmi3FMUState FMUState,
                                 fmi3Byte serializedState[], size_t size)
{
  const lw_call*      call = &lw_call_fmi3SerializeFMUState;
  const lw_component* c    = lw_enter(handle, call);
  return c ? lw_fmi3_status(lw_state_serialize(c, call, FMUState, serializedState, size))
           : fmi3Error;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance handle, const fmi3Byte serializedState[],
                                   size_t size, fmi3FMUState* FMUState)
{
  const lw_call* call = &lw_call_fmi3DeserializeFMUState;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi3_status(lw_state_deserialize(c, call, serializedState, size, FMUState))
           : fmi3Error;
}
