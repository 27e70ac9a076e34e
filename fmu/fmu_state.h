/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmu_state.h - states of a component: saved, restored, as bytes.
 *
 * A component knows the states that were saved from it, so that a pointer which is none of them is
 * refused instead of followed.
 */
#ifndef LW_FMU_STATE_H
#define LW_FMU_STATE_H

#include <stdbool.h>
#include <stddef.h>

#include "component.h"

/* Save the state of a component, into a state that was saved before or, where
 * *state is NULL, a new one.
 *   Returns     LW_OK, LW_ERR_MEMORY; LW_ERR_USAGE: *state is none of this component's */
lw_status lw_saved_state_get(lw_component* component, lw_saved_state** state);

/* Restore a state.
 *   Returns     LW_OK; LW_ERR_USAGE: it is none of this component's */
lw_status lw_saved_state_set(lw_component* component, const lw_saved_state* state);

/* Free a state.
 *   Returns     LW_OK; LW_ERR_USAGE: it is none of this component's */
lw_status lw_saved_state_free(lw_component* component, lw_saved_state* state);

/* Free all states of a component. */
void lw_saved_states_free(lw_component* component);

/* Is this one of the component's states? */
bool lw_saved_state_known(const lw_component* component, const lw_saved_state* state);

/* Bytes of a state of this component, and the bytes themselves: version,
 * GUID and checksum first. */
size_t lw_saved_state_bytes(const lw_component* component);
void   lw_saved_state_write(const lw_component* component, const lw_saved_state* state,
                            unsigned char* bytes);

/* Make a state from bytes, which may come from another process.
 *   Returns     LW_OK, LW_ERR_MEMORY; LW_ERR_FILE with the reason where the bytes are not those of
 *               a state of this model, or damaged; *state is NULL on failure */
lw_status lw_saved_state_read(lw_component* component, const unsigned char* bytes, size_t size,
                              lw_saved_state** state, lw_diag* diag);

#endif
