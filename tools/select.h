/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * select.h - variables by name: "crank.r*,motor", or one that somebody mistyped.
 */
#ifndef LW_SELECT_H
#define LW_SELECT_H

#include "simulator.h"

/* The variables that a list of patterns selects, in its order, none twice. '*' stands for any text,
 * the name of a vector for all of it. A pattern means outputs; where it fits none, other variables.
 * Without patterns, all outputs.
 *   Allocates   *variable (*n), which the caller frees
 *   Returns     LW_OK; LW_ERR_INPUT where a pattern fits nothing; LW_ERR_MEMORY
 *   Nullable    patterns */
lw_status lw_select(const lw_simulator* simulator, const char* patterns, unsigned** variable,
                    size_t* n, lw_diag* diag);

/* The number of a variable that must exist.
 *   Returns     LW_OK; LW_ERR_INPUT with a suggestion */
lw_status lw_select_one(const lw_simulator* simulator, const char* name, unsigned* variable,
                        lw_diag* diag);

#endif
