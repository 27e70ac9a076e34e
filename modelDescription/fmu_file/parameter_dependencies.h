/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parameter_dependencies.h - the parameters that a value with an expression depends on.
 */
#ifndef LW_PARAMETER_DEPENDENCIES_H
#define LW_PARAMETER_DEPENDENCIES_H

#include <linkwork/status.h>
#include <linkwork/variables.h>

typedef struct lw_parameter_dependencies {
  int*      parameter_of; /* the parameter that a slot holds, or LW_NONE  (nvalue)     */
  unsigned* reference;    /* its value reference; all bits set: it has none (nparameter) */
  int*      seen;         /* the last search that came to it              (nparameter) */
  int*      waiting;      /* parameters to look at                        (nparameter) */
  unsigned* found;        /* result of the last search                    (nparameter) */
  int       search;
  size_t    entries; /* of all results so far */
} lw_parameter_dependencies;

/* Prepare for searches.
 *   Allocates   what lw_parameter_dependencies_free() frees, also after a failure
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_parameter_dependencies_build(const lw_variables*        variables,
                                          lw_parameter_dependencies* dependencies);

void lw_parameter_dependencies_free(lw_parameter_dependencies* dependencies);

/* Find the value references, ascending, of the settable parameters that a scalar follows from.
 *   Returns     how many there are; -1: it may be any of them
 *   Changes     *known, valid until the next search */
int lw_parameter_dependencies_find(lw_parameter_dependencies* dependencies,
                                   const lw_variables* variables, unsigned reference,
                                   const unsigned** known);

#endif
