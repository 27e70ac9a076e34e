/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vectors.c - lists of vectors, as FMI 3 names them, as the lists of their scalars.
 */
#include "vectors.h"

#include <stdlib.h>

/* The row of a vector; NULL: there is none. */
static const lw_variable* row_of(const lw_component* c, unsigned vector)
{
  const lw_variable* row = lw_variables_row(c->variables, vector);
  return row && row->reference == vector ? row : NULL;
}

bool lw_vectors_copy(lw_component* c, const lw_call* call, size_t n, const unsigned vector[],
                     size_t nvalue, unsigned scalar[])
{
  size_t count = 0;
  for (size_t i = 0; i < n; i++) {
    const lw_variable* row = row_of(c, vector[i]);
    if (!row) {
      (void)lw_fail(c, call, LW_CALL_ERROR, "there is no variable with value reference %u",
                    vector[i]);
      return false;
    }
    for (int k = 0; k < row->size; k++, count++) {
      if (count < nvalue) {
        scalar[count] = vector[i] + (unsigned)k;
      }
    }
  }
  if (count != nvalue) {
    (void)lw_fail(c, call, LW_CALL_ERROR, "there are %zu values, but these variables have %zu",
                  nvalue, count);
    return false;
  }
  return true;
}

const unsigned* lw_vectors_expand(lw_component* c, const lw_call* call, size_t n,
                                  const unsigned vector[], size_t nvalue, const void* value)
{
  if ((n > 0 && !vector) || (nvalue > 0 && !value)) {
    (void)lw_fail(c, call, LW_CALL_ERROR, "an array is missing");
    return NULL;
  }
  if (nvalue > c->scalar_cap || !c->scalar) {
    unsigned* more = realloc(c->scalar, (nvalue + 1) * sizeof *more);
    if (!more) {
      (void)lw_fail(c, call, LW_CALL_ERROR, "%s", lw_status_text(LW_ERR_MEMORY));
      return NULL;
    }
    c->scalar     = more;
    c->scalar_cap = nvalue;
  }
  return lw_vectors_copy(c, call, n, vector, nvalue, c->scalar) ? c->scalar : NULL;
}
