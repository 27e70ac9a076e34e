/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * read_cache.c - look up a list of variables once that is read again and again.
 *
 *   reads    a list of references
 *   writes   its parts: numbers that the instance stores, whole quantities, and the rest
 *   cost     one comparison with the previous list, then a few instructions for each part
 */
#include "variables/read_cache.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* With fewer references than this, looking them up is as fast. */
#define FEW 4

struct lw_reading_part {
  const double*      from;   /* numbers that are copied, NULL: see row                           */
  const double*      offset; /* while these three are zero, where not NULL                       */
  const lw_variable* row;    /* whose quantity is computed as a whole, NULL: all are looked up   */
  size_t             n;      /* references                                                       */
};

/* The part that begins with reference i: the references that belong together. */
static lw_reading_part find_part(const lw_variables* variables, const lw_instance* instance,
                                 size_t n, const unsigned reference[])
{
  const lw_variable* row  = lw_variables_row(variables, reference[0]);
  lw_reading_part    part = {.n = 1};
  if (!row || row->source != LW_FROM_QUANTITY) {
    return part;
  }
  const unsigned first = reference[0] - row->reference;
  while (part.n < n && part.n < (size_t)row->size - first &&
         reference[part.n] == reference[0] + part.n) {
    part.n++;
  }
  part.from = lw_instance_stored(instance, row->quantity, row->index, &part.offset);
  if (part.from) {
    part.from += (size_t)row->first + first;
  }
  if (row->whole && part.n == (size_t)row->size) {
    part.row = row;
  }
  return part;
}

static inline bool is_zero(const double* offset)
{
  return !offset || (offset[0] == 0.0 && offset[1] == 0.0 && offset[2] == 0.0);
}

/* Numbers that are stored next to each other are copied together: position and orientation of a
 * body, its velocities, its accelerations. If an offset is not zero, the parts are computed
 * separately, each as a whole. */
static bool join(lw_reading_part* last, const lw_reading_part* part)
{
  if (!last || !last->from || !part->from || last->from + last->n != part->from ||
      !is_zero(last->offset) || !is_zero(part->offset) ||
      (last->offset && part->offset && last->offset != part->offset)) {
    return false;
  }
  last->offset = last->offset ? last->offset : part->offset;
  last->row    = NULL;
  last->n += part->n;
  return true;
}

/* Find the stored numbers of a part. An offset is kept once: three parts of a
 * body have the same one. */
static void flatten(lw_reading* reading, const lw_reading_part* part, size_t first)
{
  for (size_t i = 0; i < part->n && part->from; i++) reading->from[first + i] = part->from + i;
  reading->stored &= part->from != NULL;
  if (part->offset &&
      (reading->noffset == 0 || reading->offset[reading->noffset - 1] != part->offset)) {
    reading->offset[reading->noffset++] = part->offset;
  }
}

/* Make room for a list. Returns false: no memory. */
static bool make_room(lw_reading* reading, size_t n)
{
  if (n <= reading->capacity) {
    return true;
  }
  lw_reading_free(reading);
  reading->reference = malloc(n * sizeof *reading->reference);
  reading->part      = malloc(n * sizeof *reading->part);
  reading->from      = malloc(n * sizeof *reading->from);
  reading->offset    = malloc(n * sizeof *reading->offset);
  reading->capacity  = n;
  if (!reading->reference || !reading->part || !reading->from || !reading->offset) {
    lw_reading_free(reading);
    return false;
  }
  return true;
}

/* Tell whether every reference is that of a Real variable. */
static bool are_real(const lw_variables* variables, size_t n, const unsigned reference[])
{
  for (size_t i = 0; i < n; i++) {
    const lw_variable* row = lw_variables_row(variables, reference[i]);
    if (!row || row->type != LW_TYPE_REAL) {
      return false;
    }
  }
  return true;
}

/* Look up a list. Returns false: no memory, or an unknown reference. */
static bool prepare(lw_reading* reading, const lw_variables* variables, const lw_instance* instance,
                    size_t n, const unsigned reference[])
{
  reading->n = 0;
  if (!make_room(reading, n)) {
    return false;
  }
  reading->npart      = 0;
  reading->noffset    = 0;
  reading->quantities = false;
  reading->stored     = true;
  for (size_t i = 0; i < n;) {
    const lw_reading_part part = find_part(variables, instance, n - i, reference + i);
    lw_reading_part*      last = reading->npart > 0 ? &reading->part[reading->npart - 1] : NULL;
    const bool            rest = !part.from && !part.row;
    if (!lw_variables_row(variables, reference[i])) {
      return false;
    }
    flatten(reading, &part, i);
    if (rest && last && !last->from && !last->row) {
      last->n += part.n; /* what is looked up is looked up together */
    } else if (!join(last, &part)) {
      reading->part[reading->npart++] = part;
    }
    reading->quantities |= !rest;
    i += part.n;
  }
  memcpy(reading->reference, reference, n * sizeof *reference);
  reading->n = n;
  return true;
}

/* The exponent of a number that is not finite has all bits set; adding one
 * carries into the sign. */
#define EXPONENT UINT64_C(0x7ff0000000000000)
#define ONE_MORE UINT64_C(0x0010000000000000)

static bool are_finite(size_t n, const double value[])
{
  uint64_t any = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, &value[i], sizeof bits);
    any |= (bits & EXPONENT) + ONE_MORE;
  }
  return any >> 63 == 0;
}

/* Copy numbers that are all stored, four by four, because counting costs as much as copying. */
static lw_status read_stored(const lw_reading* reading, double value[])
{
  const double* const* from = reading->from;
  size_t               i    = 0;
  for (; i + 4 <= reading->n; i += 4) {
    value[i]     = *from[i];
    value[i + 1] = *from[i + 1];
    value[i + 2] = *from[i + 2];
    value[i + 3] = *from[i + 3];
  }
  for (; i < reading->n; i++) value[i] = *from[i];
  return are_finite(reading->n, value) ? LW_OK : LW_RETRY_SINGULAR;
}

/* Get numbers of which some are computed. */
static lw_status read_parts(const lw_reading* reading, const lw_variables* variables,
                            lw_instance* instance, const unsigned reference[], double value[])
{
  lw_status status = LW_OK;
  for (size_t k = 0, i = 0; k < reading->npart && status == LW_OK; k++) {
    const lw_reading_part* part = &reading->part[k];
    if (part->from && is_zero(part->offset)) {
      memcpy(value + i, part->from, part->n * sizeof *value);
      status = are_finite(part->n, value + i) ? LW_OK : LW_RETRY_SINGULAR;
    } else if (part->row) {
      status = lw_instance_get(instance, part->row->quantity, part->row->index, value + i);
    } else {
      status = lw_variables_get(variables, instance, part->n, reference + i, value + i);
    }
    i += part->n;
  }
  return status;
}

/* Whether every number is stored, and no offset has to be added. */
static bool is_stored(const lw_reading* reading)
{
  bool stored = reading->stored;
  for (size_t k = 0; k < reading->noffset && stored; k++) stored = is_zero(reading->offset[k]);
  return stored;
}

lw_status lw_reading_get(lw_reading* reading, const lw_variables* variables, lw_instance* instance,
                         size_t n, const unsigned reference[], double value[])
{
  const bool same = n >= FEW && n == reading->n &&
                    memcmp(reference, reading->reference, n * sizeof *reference) == 0;
  if (!same && !are_real(variables, n, reference)) {
    return LW_ERR_USAGE;
  }
  if (n < FEW) {
    return lw_variables_get(variables, instance, n, reference, value);
  }
  if (!same && !prepare(reading, variables, instance, n, reference)) {
    return lw_variables_get(variables, instance, n, reference, value);
  }
  const lw_status status = reading->quantities ? lw_instance_refresh(instance) : LW_OK;
  return status != LW_OK      ? status
         : is_stored(reading) ? read_stored(reading, value)
                              : read_parts(reading, variables, instance, reference, value);
}

void lw_reading_free(lw_reading* reading)
{
  free(reading->reference);
  free(reading->part);
  free(reading->from);
  free(reading->offset);
  *reading = (lw_reading){0};
}
