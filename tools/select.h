/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * select.h - variables by name, such as "crank.r*,motor", with suggestions for unknown names.
 */
#ifndef LW_SELECT_H
#define LW_SELECT_H

#include "simulator.h"

/* Find the variables that a list of patterns selects, in its order, each once. '*' matches any
 * text, and the name of a vector selects all its components. A pattern selects results, which
 * are outputs and local variables, or, if it matches none, other variables. Without patterns all
 * results are selected.
 *   Allocates   *variable (*n), which the caller frees
 *   Returns     LW_OK; LW_ERR_INPUT: a pattern matches nothing; LW_ERR_MEMORY
 *   Nullable    patterns */
lw_status lw_select(const lw_simulator* simulator, const char* patterns, unsigned** variable,
                    size_t* n, lw_diag* diag);

/* Find the number of a variable that must exist.
 *   Returns     LW_OK; LW_ERR_INPUT with a suggestion */
lw_status lw_select_one(const lw_simulator* simulator, const char* name, unsigned* variable,
                        lw_diag* diag);

#endif
