/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * states.h - the calls that save, restore and serialise the state of a component.
 *
 * A state is a pointer that the importer holds. One that is not of this component is refused with a
 * message and not followed.
 *   Returns     all of them: LW_CALL_OK; LW_CALL_ERROR after a message, with nothing changed
 */
#ifndef LW_STATES_H
#define LW_STATES_H

#include "entry.h"

/* Save into *state if it was saved before, or into a new one if *state is NULL. */
lw_outcome lw_state_save(lw_component* component, const lw_call* call, void** state);

lw_outcome lw_state_restore(lw_component* component, const lw_call* call, const void* state);

/* Free a state and set *state to NULL. */
lw_outcome lw_state_release(lw_component* component, const lw_call* call, void** state);

/* The number of bytes of a state. */
lw_outcome lw_state_size(const lw_component* component, const lw_call* call, const void* state,
                         size_t* size);

/* Write a state as bytes; size is the room for them. */
lw_outcome lw_state_serialize(const lw_component* component, const lw_call* call, const void* state,
                              void* bytes, size_t size);

/* Make a new state from bytes. */
lw_outcome lw_state_deserialize(lw_component* component, const lw_call* call, const void* bytes,
                                size_t size, void** state);

#endif
