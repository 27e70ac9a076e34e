/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmu_state.h - states of a component: saved, restored, as bytes.
 *
 * A component keeps a list of the states that were saved from it. A pointer that is not in the list
 * is refused and not followed.
 */
#ifndef LW_FMU_STATE_H
#define LW_FMU_STATE_H

#include <stdbool.h>
#include <stddef.h>

#include "component.h"

/* Save the state of a component: into *state, if it was saved before, or into a new
 * one if *state is NULL.
 *   Returns     LW_OK, LW_ERR_MEMORY; LW_ERR_USAGE: *state is not a state of this component */
lw_status lw_saved_state_get(lw_component* component, lw_saved_state** state);

/* Restore a state.
 *   Returns     LW_OK; LW_ERR_USAGE: it is not a state of this component */
lw_status lw_saved_state_set(lw_component* component, const lw_saved_state* state);

/* Free a state.
 *   Returns     LW_OK; LW_ERR_USAGE: it is not a state of this component */
lw_status lw_saved_state_free(lw_component* component, lw_saved_state* state);

/* Free all states of a component. */
void lw_saved_states_free(lw_component* component);

/* Whether this is one of the states of the component. */
bool lw_saved_state_known(const lw_component* component, const lw_saved_state* state);

/* The number of bytes of a state of this component, and the bytes themselves: version,
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
