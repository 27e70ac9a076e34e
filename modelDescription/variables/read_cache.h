/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * read_cache.h - look up a list of variables once that is read again and again.
 *
 * Importers read the same list after every step. The result of looking up its references is kept,
 * so that reading it costs little more than copying the numbers.
 */
#ifndef LW_VARIABLE_READING_H
#define LW_VARIABLE_READING_H

#include <linkwork/variables.h>

typedef struct lw_reading_part lw_reading_part;

/* The list that was read last; all zero: none yet. It belongs to one table and one instance. */
typedef struct lw_reading {
  unsigned*        reference; /* (n)     */
  lw_reading_part* part;      /* (npart) */
  const double**   from;      /* (n) where stored: each number                                 */
  const double**   offset;    /* (noffset) while all are zero, the numbers of bodies are stored */
  size_t           n, npart, noffset, capacity;
  bool             stored;     /* every part is */
  bool             quantities; /* some parts need an instance that is initialised and up to date */
} lw_reading;

/* As lw_variables_get(), for variables of type Real only.
 *   Changes     reading
 *   Allocates   where the list is longer than those before; without memory
 *               the list is looked up again
 *   Returns     LW_OK, LW_RETRY_SINGULAR; LW_ERR_USAGE also for a variable of another type */
lw_status lw_reading_get(lw_reading* reading, const lw_variables* variables, lw_instance* instance,
                         size_t n, const unsigned reference[], double value[]);

void lw_reading_free(lw_reading* reading);

#endif
