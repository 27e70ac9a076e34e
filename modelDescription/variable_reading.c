/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * variable_reading.c - variables that are read again and again are looked up once.
 *
 *   reads    a list of references
 *   writes   its parts: numbers that stand in the instance, whole quantities, and the rest
 *   cost     one comparison with the list before, then a few instructions for each part
 */
#include "variable_reading.h"

#include <stdlib.h>
#include <string.h>

/* Below this many references looking them up is as fast. */
#define FEW 4

struct lw_reading_part {
  const double*      from;   /* numbers that are copied, NULL: see row                           */
  const double*      offset; /* while these three are zero, where not NULL                       */
  const lw_variable* row;    /* whose quantity is computed as a whole, NULL: all are looked up   */
  size_t             n;      /* references                                                       */
};

/* What the references from i on stand for, as far as they belong together. */
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

static bool is_zero(const double* offset)
{
  return !offset || (offset[0] == 0.0 && offset[1] == 0.0 && offset[2] == 0.0);
}

/* Numbers that stand next to each other are copied together: position and orientation of a body, its velocities, its
 * accelerations. Where an offset is not zero the parts stay apart, and are computed as a whole. */
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

/* Look up a list. Returns false where there is no memory, or an unknown reference. */
static bool prepare(lw_reading* reading, const lw_variables* variables, const lw_instance* instance,
                    size_t n, const unsigned reference[])
{
  reading->n = 0;
  if (n > reading->capacity) {
    lw_reading_free(reading);
    reading->reference = malloc(n * sizeof *reading->reference);
    reading->part      = malloc(n * sizeof *reading->part);
    if (!reading->reference || !reading->part) {
      lw_reading_free(reading);
      return false;
    }
    reading->capacity = n;
  }
  reading->npart      = 0;
  reading->quantities = false;
  for (size_t i = 0; i < n;) {
    const lw_reading_part part = find_part(variables, instance, n - i, reference + i);
    lw_reading_part*      last = reading->npart > 0 ? &reading->part[reading->npart - 1] : NULL;
    const bool            rest = !part.from && !part.row;
    if (!lw_variables_row(variables, reference[i])) {
      return false;
    }
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

/* Copy numbers that are finite. */
static lw_status copy(size_t n, const double from[], double value[])
{
  double sum = 0.0;
  for (size_t i = 0; i < n; i++) {
    value[i] = from[i];
    sum += 0.0 * from[i]; /* zero, or NaN */
  }
  return sum == 0.0 ? LW_OK : LW_RETRY_SINGULAR;
}

lw_status lw_reading_get(lw_reading* reading, const lw_variables* variables, lw_instance* instance,
                         size_t n, const unsigned reference[], double value[])
{
  if (n < FEW) {
    return lw_variables_get(variables, instance, n, reference, value);
  }
  const bool same =
      n == reading->n && memcmp(reference, reading->reference, n * sizeof *reference) == 0;
  if (!same && !prepare(reading, variables, instance, n, reference)) {
    return lw_variables_get(variables, instance, n, reference, value);
  }
  double    iterations; /* asked for only to bring the instance up to date */
  lw_status status =
      reading->quantities ? lw_instance_get(instance, LW_SOLVER_ITERATIONS, 0, &iterations) : LW_OK;
  for (size_t k = 0, i = 0; k < reading->npart && status == LW_OK; k++) {
    const lw_reading_part* part = &reading->part[k];
    if (part->from && is_zero(part->offset)) {
      status = copy(part->n, part->from, value + i);
    } else if (part->row) {
      status = lw_instance_get(instance, part->row->quantity, part->row->index, value + i);
    } else {
      status = lw_variables_get(variables, instance, part->n, reference + i, value + i);
    }
    i += part->n;
  }
  return status;
}

void lw_reading_free(lw_reading* reading)
{
  free(reading->reference);
  free(reading->part);
  *reading = (lw_reading){0};
}
