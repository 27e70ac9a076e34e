/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmi2_state.c - the FMI functions on the state of an instance: section 2.1.8.
 */
#include "entry.h"
#include "fmi2Functions.h"
#include "fmu_state.h"

static const char NOT_OURS[] = "this is not a state of this instance, or it was freed";

fmi2Status fmi2GetFMUstate(fmi2Component handle, fmi2FMUstate* FMUstate)
{
  const lw_call call = LW_CALL_fmi2GetFMUstate;
  lw_component* c    = lw_enter(handle, call);
  if (!c) {
    return fmi2Error;
  }
  if (!FMUstate) {
    return lw_fail(c, call, fmi2Error, "the place for the state is missing");
  }
  lw_saved_state* state  = *FMUstate;
  const lw_status status = lw_saved_state_get(c, &state);
  if (status == LW_ERR_USAGE) {
    return lw_fail(c, call, fmi2Error, "%s", NOT_OURS);
  }
  *FMUstate = status == LW_OK ? state : *FMUstate;
  return lw_leave(c, call, status, NULL);
}

fmi2Status fmi2SetFMUstate(fmi2Component handle, fmi2FMUstate FMUstate)
{
  const lw_call call = LW_CALL_fmi2SetFMUstate;
  lw_component* c    = lw_enter(handle, call);
  if (!c) {
    return fmi2Error;
  }
  return lw_saved_state_set(c, FMUstate) == LW_OK ? fmi2OK
                                                  : lw_fail(c, call, fmi2Error, "%s", NOT_OURS);
}

fmi2Status fmi2FreeFMUstate(fmi2Component handle, fmi2FMUstate* FMUstate)
{
  const lw_call call = LW_CALL_fmi2FreeFMUstate;
  lw_component* c    = lw_enter(handle, call);
  if (!c) {
    return fmi2Error;
  }
  if (!FMUstate || !*FMUstate) {
    return fmi2OK;
  }
  if (lw_saved_state_free(c, *FMUstate) != LW_OK) {
    return lw_fail(c, call, fmi2Error, "%s", NOT_OURS);
  }
  *FMUstate = NULL;
  return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component handle, fmi2FMUstate FMUstate, size_t* size)
{
  const lw_call       call = LW_CALL_fmi2SerializedFMUstateSize;
  const lw_component* c    = lw_enter(handle, call);
  if (!c) {
    return fmi2Error;
  }
  if (!lw_saved_state_known(c, FMUstate) || !size) {
    return lw_fail(c, call, fmi2Error, "%s", size ? NOT_OURS : "the place for the size is missing");
  }
  *size = lw_saved_state_bytes(c);
  return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component handle, fmi2FMUstate FMUstate,
                                 fmi2Byte serializedState[], size_t size)
{
  const lw_call       call = LW_CALL_fmi2SerializeFMUstate;
  const lw_component* c    = lw_enter(handle, call);
  if (!c) {
    return fmi2Error;
  }
  if (!lw_saved_state_known(c, FMUstate)) {
    return lw_fail(c, call, fmi2Error, "%s", NOT_OURS);
  }
  const size_t needed = lw_saved_state_bytes(c);
  if (!serializedState || size < needed) {
    return lw_fail(c, call, fmi2Error, "the state has %zu bytes, there is room for %zu", needed,
                   serializedState ? size : 0);
  }
  lw_saved_state_write(c, FMUstate, (unsigned char*)serializedState);
  return fmi2OK;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component handle, const fmi2Byte serializedState[],
                                   size_t size, fmi2FMUstate* FMUstate)
{
  const lw_call call = LW_CALL_fmi2DeSerializeFMUstate;
  lw_component* c    = lw_enter(handle, call);
  if (!c) {
    return fmi2Error;
  }
  if (!serializedState || !FMUstate) {
    return lw_fail(c, call, fmi2Error, "the bytes or the place for the state are missing");
  }
  lw_diag         diag  = {0};
  lw_saved_state* state = NULL;
  const lw_status status =
      lw_saved_state_read(c, (const unsigned char*)serializedState, size, &state, &diag);
  *FMUstate = status == LW_OK ? state : *FMUstate;
  return lw_leave(c, call, status, &diag);
}
