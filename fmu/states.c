/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * states.c - the calls that save, restore and serialise the state of a component.
 */
#include "states.h"

#include "fmu_state.h"

static const char NOT_OURS[] = "this is not a state of this instance, or it was freed";

lw_outcome lw_state_save(lw_component* c, const lw_call* call, void** state)
{
  if (!state) {
    return lw_fail(c, call, LW_CALL_ERROR, "the place for the state is missing");
  }
  lw_saved_state* saved  = *state;
  const lw_status status = lw_saved_state_get(c, &saved);
  if (status == LW_ERR_USAGE) {
    return lw_fail(c, call, LW_CALL_ERROR, "%s", NOT_OURS);
  }
  *state = status == LW_OK ? saved : *state;
  return lw_leave(c, call, status, NULL);
}

lw_outcome lw_state_restore(lw_component* c, const lw_call* call, const void* state)
{
  return lw_saved_state_set(c, state) == LW_OK ? LW_CALL_OK
                                               : lw_fail(c, call, LW_CALL_ERROR, "%s", NOT_OURS);
}

lw_outcome lw_state_release(lw_component* c, const lw_call* call, void** state)
{
  if (!state || !*state) {
    return LW_CALL_OK;
  }
  if (lw_saved_state_free(c, *state) != LW_OK) {
    return lw_fail(c, call, LW_CALL_ERROR, "%s", NOT_OURS);
  }
  *state = NULL;
  return LW_CALL_OK;
}

lw_outcome lw_state_size(const lw_component* c, const lw_call* call, const void* state,
                         size_t* size)
{
  if (!lw_saved_state_known(c, state) || !size) {
    return lw_fail(c, call, LW_CALL_ERROR, "%s",
                   size ? NOT_OURS : "the place for the size is missing");
  }
  *size = lw_saved_state_bytes(c);
  return LW_CALL_OK;
}

lw_outcome lw_state_serialize(const lw_component* c, const lw_call* call, const void* state,
                              void* bytes, size_t size)
{
  if (!lw_saved_state_known(c, state)) {
    return lw_fail(c, call, LW_CALL_ERROR, "%s", NOT_OURS);
  }
  const size_t needed = lw_saved_state_bytes(c);
  if (!bytes || size < needed) {
    return lw_fail(c, call, LW_CALL_ERROR, "the state has %zu bytes, there is room for %zu", needed,
                   bytes ? size : 0);
  }
  lw_saved_state_write(c, state, bytes);
  return LW_CALL_OK;
}

lw_outcome lw_state_deserialize(lw_component* c, const lw_call* call, const void* bytes,
                                size_t size, void** state)
{
  if (!bytes || !state) {
    return lw_fail(c, call, LW_CALL_ERROR, "the bytes or the place for the state are missing");
  }
  lw_diag         diag   = {0};
  lw_saved_state* saved  = NULL;
  const lw_status status = lw_saved_state_read(c, bytes, size, &saved, &diag);
  *state                 = status == LW_OK ? saved : *state;
  return lw_leave(c, call, status, &diag);
}
