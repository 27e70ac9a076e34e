/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * values.h - get and set variables of a component, and their derivatives, by value reference.
 *
 * Every function ends with LW_CALL_OK, or with LW_CALL_ERROR after a message that begins with the
 * name of the call. Value references are unique over all types; a reference of another type than
 * the function's is refused.
 */
#ifndef LW_VALUES_H
#define LW_VALUES_H

#include "entry.h"

/* ---- typed get and set --------------------------------------------------------------------- */

/* In the mode of initialisation the mechanism is assembled first, if anything has changed. */
lw_outcome lw_get_reals(lw_component* component, const lw_call* call, size_t n,
                        const unsigned reference[], double value[]);
lw_outcome lw_get_integers(lw_component* component, const lw_call* call, size_t n,
                           const unsigned reference[], int value[]);
lw_outcome lw_get_booleans(lw_component* component, const lw_call* call, size_t n,
                           const unsigned reference[], bool value[]);

/* Set inputs and parameters; fixed parameters only before the end of initialisation. */
lw_outcome lw_set_reals(lw_component* component, const lw_call* call, size_t n,
                        const unsigned reference[], const double value[]);
lw_outcome lw_set_integers(lw_component* component, const lw_call* call, size_t n,
                           const unsigned reference[], const int value[]);

/* Refuse, unless n is 0: there are no variables of this kind. */
lw_outcome lw_no_variables(const lw_component* component, const lw_call* call, size_t n,
                           const char* kind);

/* ---- derivatives --------------------------------------------------------------------------- */

/* Derivatives of inputs with respect to time, of order 1 and 2. */
lw_outcome lw_set_input_derivatives(lw_component* component, const lw_call* call, size_t n,
                                    const unsigned reference[], const int order[],
                                    const double value[]);

/* Derivatives of outputs with respect to time. Those beyond the second are zero. */
lw_outcome lw_get_output_derivatives(lw_component* component, const lw_call* call, size_t n,
                                     const unsigned reference[], const int order[], double value[]);

/* Derivatives of unknowns along a direction of knowns. */
lw_outcome lw_get_directional(lw_component* component, const lw_call* call, size_t nunknown,
                              const unsigned unknown[], size_t nknown, const unsigned known[],
                              const double change[], double derivative[]);

#endif
