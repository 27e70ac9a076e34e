/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * values.c - the functions of FMI 3.0 that get and set: sections 2.2.6.2, 2.2.11 and 4.2.
 *
 * A vector is one variable; its values follow each other. Two variables are not in the table: the
 * time, and the event indicators of model exchange.
 */
#include "values.h"

#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "exchange.h"
#include "vectors.h"

_Static_assert(sizeof(fmi3Int32) == sizeof(int), "an Int32 is an int");

/* ---- Float64 ------------------------------------------------------------------------------- */

/* Get the time or the event indicators. */
static lw_outcome get_special(lw_component* c, const lw_call* call, unsigned reference, size_t room,
                              double value[], size_t* n)
{
  if (reference == lw_variables_time(c->variables)) {
    *n = 1;
    if (room < 1) {
      return lw_fail(c, call, LW_CALL_ERROR, "there are too few values");
    }
    value[0] = lw_component_state(c) == LW_STATE_INITIALIZATION ? c->head.start
                                                                : lw_instance_time(c->instance);
    return LW_CALL_OK;
  }
  *n = c->continuous ? lw_exchange_indicators(c) : 0;
  if (*n == 0 || reference != lw_variables_time(c->variables) + 1) {
    return lw_fail(c, call, LW_CALL_ERROR, "there is no variable with value reference %u",
                   reference);
  }
  return room < *n ? lw_fail(c, call, LW_CALL_ERROR, "there are too few values")
                   : lw_exchange_get_indicators(c, call, *n, value);
}

/* How many vectors from the first one on are in the table, and how many scalars they have. */
static size_t count_known(const lw_component* c, size_t n, const unsigned vector[], size_t* nscalar)
{
  size_t i = 0;
  *nscalar = 0;
  for (; i < n && vector[i] < lw_variables_time(c->variables); i++) {
    *nscalar += (size_t)lw_variables_row(c->variables, vector[i])->size;
  }
  return i;
}

static lw_outcome get_reals(lw_component* c, const lw_call* call, size_t n, const unsigned vector[],
                            size_t nvalue, double value[])
{
  if ((n > 0 && !vector) || (nvalue > 0 && !value)) {
    return lw_fail(c, call, LW_CALL_ERROR, "an array is missing");
  }
  while (n > 0 || nvalue > 0) {
    size_t       nscalar = 0;
    const size_t known   = count_known(c, n, vector, &nscalar);
    const bool   last    = known == n;
    if (known > 0 || last) {
      const size_t    room    = last ? nvalue : nscalar <= nvalue ? nscalar : nvalue;
      const unsigned* scalar  = lw_vectors_expand(c, call, known, vector, room, value);
      lw_outcome      outcome = scalar ? lw_get_reals(c, call, room, scalar, value) : LW_CALL_ERROR;
      if (outcome != LW_CALL_OK || last) {
        return outcome;
      }
    }
    size_t           nspecial = 0;
    const lw_outcome outcome =
        get_special(c, call, vector[known], nvalue - nscalar, value + nscalar, &nspecial);
    if (outcome != LW_CALL_OK) {
      return outcome;
    }
    n -= known + 1;
    vector += known + 1;
    nvalue -= nscalar + nspecial;
    value += nscalar + nspecial;
  }
  return LW_CALL_OK;
}

fmi3Status fmi3GetFloat64(fmi3Instance handle, const fmi3ValueReference valueReferences[],
                          size_t nValueReferences, fmi3Float64 values[], size_t nValues)
{
  const lw_call* call = &lw_call_fmi3GetFloat64;
  lw_component*  c    = lw_enter(handle, call);
  return c ? lw_fmi3_status(get_reals(c, call, nValueReferences, valueReferences, nValues, values))
           : fmi3Error;
}

fmi3Status fmi3SetFloat64(fmi3Instance handle, const fmi3ValueReference valueReferences[],
                          size_t nValueReferences, const fmi3Float64 values[], size_t nValues)
{
  const lw_call*  call = &lw_call_fmi3SetFloat64;
  lw_component*   c    = lw_enter(handle, call);
  const unsigned* scalar =
      c ? lw_vectors_expand(c, call, nValueReferences, valueReferences, nValues, values) : NULL;
  return scalar ? lw_fmi3_status(lw_set_reals(c, call, nValues, scalar, values)) : fmi3Error;
}

/* ---- Int32 and Boolean --------------------------------------------------------------------- */

fmi3Status fmi3GetInt32(fmi3Instance handle, const fmi3ValueReference valueReferences[],
                        size_t nValueReferences, fmi3Int32 values[], size_t nValues)
{
  const lw_call*  call = &lw_call_fmi3GetInt32;
  lw_component*   c    = lw_enter(handle, call);
  const unsigned* scalar =
      c ? lw_vectors_expand(c, call, nValueReferences, valueReferences, nValues, values) : NULL;
  return scalar ? lw_fmi3_status(lw_get_integers(c, call, nValues, scalar, values)) : fmi3Error;
}

fmi3Status fmi3SetInt32(fmi3Instance handle, const fmi3ValueReference valueReferences[],
                        size_t nValueReferences, const fmi3Int32 values[], size_t nValues)
{
  const lw_call*  call = &lw_call_fmi3SetInt32;
  lw_component*   c    = lw_enter(handle, call);
  const unsigned* scalar =
      c ? lw_vectors_expand(c, call, nValueReferences, valueReferences, nValues, values) : NULL;
  return scalar ? lw_fmi3_status(lw_set_integers(c, call, nValues, scalar, values)) : fmi3Error;
}

fmi3Status fmi3GetBoolean(fmi3Instance handle, const fmi3ValueReference valueReferences[],
                          size_t nValueReferences, fmi3Boolean values[], size_t nValues)
{
  const lw_call*  call = &lw_call_fmi3GetBoolean;
  lw_component*   c    = lw_enter(handle, call);
  const unsigned* scalar =
      c ? lw_vectors_expand(c, call, nValueReferences, valueReferences, nValues, values) : NULL;
  return scalar ? lw_fmi3_status(lw_get_booleans(c, call, nValues, scalar, values)) : fmi3Error;
}

/* ---- types without variables --------------------------------------------------------------- */

static fmi3Status no_variables(fmi3Instance handle, const lw_call* call, size_t n, const char* kind)
{
  const lw_component* c = lw_enter(handle, call);
  return c ? lw_fmi3_status(lw_no_variables(c, call, n, kind)) : fmi3Error;
}

/* The two functions of a type that no variable has. */
#define NO_VARIABLES(Type)                                                                         \
  fmi3Status fmi3Get##Type(fmi3Instance handle, const fmi3ValueReference valueReferences[],        \
                           size_t nValueReferences, fmi3##Type values[], size_t nValues)           \
  {                                                                                                \
    (void)valueReferences;                                                                         \
    (void)values;                                                                                  \
    (void)nValues;                                                                                 \
    return no_variables(handle, &lw_call_fmi3Get##Type, nValueReferences, #Type " variables");     \
  }                                                                                                \
  fmi3Status fmi3Set##Type(fmi3Instance handle, const fmi3ValueReference valueReferences[],        \
                           size_t nValueReferences, const fmi3##Type values[], size_t nValues)     \
  {                                                                                                \
    (void)valueReferences;                                                                         \
    (void)values;                                                                                  \
    (void)nValues;                                                                                 \
    return no_variables(handle, &lw_call_fmi3Set##Type, nValueReferences, #Type " variables");     \
  }

NO_VARIABLES(Float32)
NO_VARIABLES(Int8)
NO_VARIABLES(UInt8)
NO_VARIABLES(Int16)
NO_VARIABLES(UInt16)
NO_VARIABLES(UInt32)
NO_VARIABLES(Int64)
NO_VARIABLES(UInt64)
NO_VARIABLES(String)

fmi3Status fmi3SetBoolean(fmi3Instance handle, const fmi3ValueReference valueReferences[],
                          size_t nValueReferences, const fmi3Boolean values[], size_t nValues)
{
  (void)valueReferences;
  (void)values;
  (void)nValues;
  return no_variables(handle, &lw_call_fmi3SetBoolean, nValueReferences,
                      "Boolean variables that can be set");
}

fmi3Status fmi3GetBinary(fmi3Instance handle, const fmi3ValueReference valueReferences[],
                         size_t nValueReferences, size_t valueSizes[], fmi3Binary values[],
                         size_t nValues)
{
  (void)valueReferences;
  (void)valueSizes;
  (void)values;
  (void)nValues;
  return no_variables(handle, &lw_call_fmi3GetBinary, nValueReferences, "Binary variables");
}

fmi3Status fmi3SetBinary(fmi3Instance handle, const fmi3ValueReference valueReferences[],
                         size_t nValueReferences, const size_t valueSizes[],
                         const fmi3Binary values[], size_t nValues)
{
  (void)valueReferences;
  (void)valueSizes;
  (void)values;
  (void)nValues;
  return no_variables(handle, &lw_call_fmi3SetBinary, nValueReferences, "Binary variables");
}

fmi3Status fmi3GetClock(fmi3Instance handle, const fmi3ValueReference valueReferences[],
                        size_t nValueReferences, fmi3Clock values[])
{
  (void)valueReferences;
  (void)values;
  return no_variables(handle, &lw_call_fmi3GetClock, nValueReferences, "clocks");
}

fmi3Status fmi3SetClock(fmi3Instance handle, const fmi3ValueReference valueReferences[],
                        size_t nValueReferences, const fmi3Clock values[])
{
  (void)valueReferences;
  (void)values;
  return no_variables(handle, &lw_call_fmi3SetClock, nValueReferences, "clocks");
}

/* ---- derivatives --------------------------------------------------------------------------- */

fmi3Status fmi3GetOutputDerivatives(fmi3Instance handle, const fmi3ValueReference valueReferences[],
                                    size_t nValueReferences, const fmi3Int32 orders[],
                                    fmi3Float64 values[], size_t nValues)
{
  const lw_call* call = &lw_call_fmi3GetOutputDerivatives;
  lw_component*  c    = lw_enter(handle, call);
  if (!c || lw_require(c, call, LW_CO_SIMULATION) != LW_CALL_OK) {
    return fmi3Error;
  }
  if (nValueReferences > 0 && !orders) {
    return lw_fmi3_status(lw_fail(c, call, LW_CALL_ERROR, "an array is missing"));
  }
  const unsigned* scalar =
      lw_vectors_expand(c, call, nValueReferences, valueReferences, nValues, values);
  lw_outcome outcome = scalar ? LW_CALL_OK : LW_CALL_ERROR;
  for (size_t i = 0, at = 0; i < nValueReferences && outcome == LW_CALL_OK; i++) {
    const int size = lw_variables_row(c->variables, valueReferences[i])->size;
    for (int k = 0; k < size && outcome == LW_CALL_OK; k++, at++) {
      outcome = lw_get_output_derivatives(c, call, 1, &scalar[at], &orders[i], &values[at]);
    }
  }
  return lw_fmi3_status(outcome);
}

/* The scalars of unknowns and knowns, for free(); NULL after a message. */
typedef struct lists {
  unsigned *unknown, *known;
} lists;

static bool expand_both(lw_component* c, const lw_call* call, size_t nu, const unsigned unknown[],
                        size_t nu_scalar, size_t nk, const unsigned known[], size_t nk_scalar,
                        lists* l)
{
  *l = (lists){malloc((nu_scalar + 1) * sizeof *l->unknown),
               malloc((nk_scalar + 1) * sizeof *l->known)};
  if (!l->unknown || !l->known) {
    (void)lw_fail(c, call, LW_CALL_ERROR, "%s", lw_status_text(LW_ERR_MEMORY));
    return false;
  }
  if ((nu > 0 && !unknown) || (nk > 0 && !known)) {
    (void)lw_fail(c, call, LW_CALL_ERROR, "an array is missing");
    return false;
  }
  return lw_vectors_copy(c, call, nu, unknown, nu_scalar, l->unknown) &&
         lw_vectors_copy(c, call, nk, known, nk_scalar, l->known);
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance handle, const fmi3ValueReference unknowns[],
                                        size_t nUnknowns, const fmi3ValueReference knowns[],
                                        size_t nKnowns, const fmi3Float64 seed[], size_t nSeed,
                                        fmi3Float64 sensitivity[], size_t nSensitivity)
{
  const lw_call* call = &lw_call_fmi3GetDirectionalDerivative;
  lw_component*  c    = lw_enter(handle, call);
  if (!c) {
    return fmi3Error;
  }
  lists      l;
  lw_outcome outcome = LW_CALL_ERROR;
  if (expand_both(c, call, nUnknowns, unknowns, nSensitivity, nKnowns, knowns, nSeed, &l)) {
    outcome =
        lw_get_directional(c, call, nSensitivity, l.unknown, nSeed, l.known, seed, sensitivity);
  }
  free(l.unknown);
  free(l.known);
  return lw_fmi3_status(outcome);
}

/* The transposed product, known by known: so it agrees with the directional derivatives. */
static lw_outcome get_adjoint(lw_component* c, const lw_call* call, size_t nu,
                              const unsigned unknown[], size_t nk, const unsigned known[],
                              const double seed[], double sensitivity[])
{
  const double one     = 1.0;
  double*      column  = malloc((nu + 1) * sizeof *column);
  lw_outcome   outcome = LW_CALL_OK;
  if (!column) {
    return lw_fail(c, call, LW_CALL_ERROR, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  for (size_t j = 0; j < nk && outcome == LW_CALL_OK; j++) {
    outcome        = lw_get_directional(c, call, nu, unknown, 1, &known[j], &one, column);
    sensitivity[j] = 0.0;
    for (size_t i = 0; i < nu && outcome == LW_CALL_OK; i++) sensitivity[j] += column[i] * seed[i];
  }
  free(column);
  return outcome;
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance handle, const fmi3ValueReference unknowns[],
                                    size_t nUnknowns, const fmi3ValueReference knowns[],
                                    size_t nKnowns, const fmi3Float64 seed[], size_t nSeed,
                                    fmi3Float64 sensitivity[], size_t nSensitivity)
{
  const lw_call* call = &lw_call_fmi3GetAdjointDerivative;
  lw_component*  c    = lw_enter(handle, call);
  if (!c) {
    return fmi3Error;
  }
  lists      l;
  lw_outcome outcome = LW_CALL_ERROR;
  if ((nSeed > 0 && !seed) || (nSensitivity > 0 && !sensitivity)) {
    l = (lists){NULL, NULL};
    (void)lw_fail(c, call, LW_CALL_ERROR, "an array is missing");
  } else if (expand_both(c, call, nUnknowns, unknowns, nSeed, nKnowns, knowns, nSensitivity, &l)) {
    outcome = get_adjoint(c, call, nSeed, l.unknown, nSensitivity, l.known, seed, sensitivity);
  }
  free(l.unknown);
  free(l.known);
  return lw_fmi3_status(outcome);
}
