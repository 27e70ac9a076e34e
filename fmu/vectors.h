/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vectors.h - lists of vectors, as FMI 3 names them, as the lists of their scalars.
 *
 * The value reference of a vector is that of its first scalar.
 */
#ifndef LW_VECTORS_H
#define LW_VECTORS_H

#include "entry.h"

/* The scalars of n vectors, which must be as many as nvalue.
 *   Allocates   room in the component where the list is longer than those before
 *   Returns     NULL after a message: a vector that does not exist, another number of scalars, a
 *               missing array, no memory; the list is valid until the next call */
const unsigned* lw_vectors_expand(lw_component* component, const lw_call* call, size_t n,
                                  const unsigned vector[], size_t nvalue, const void* value);

/* The same into a list of the caller's; nvalue is how many it has room for. Returns false after a
 * message. */
bool lw_vectors_copy(lw_component* component, const lw_call* call, size_t n,
                     const unsigned vector[], size_t nvalue, unsigned scalar[]);

#endif
