/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dependencies.h - which inputs an output depends on at one instant.
 *
 * A force acts at once on every body that constraints connect to the one it acts on: accelerations,
 * reactions and efforts of that group depend on it. Springs, bushings and the ground do not pass it
 * on. Positions, velocities and energies depend on no force; where a motion follows an input, those
 * of its group depend on that input.
 */
#ifndef LW_DEPENDENCIES_H
#define LW_DEPENDENCIES_H

#include <linkwork/status.h>
#include <linkwork/variables.h>

/* Sets of inputs, each an ascending list of value references: input[first[s]]
 * .. input[first[s + 1]]. */
typedef struct lw_dependencies {
  int*      group; /* number of the group of bodies that a body belongs to (nbody) */
  int*      first; /*                                                   (nset + 1) */
  unsigned* input; /*                                                (first[nset]) */
  int       nset;
} lw_dependencies;

/* Find the groups and their inputs.
 *   Allocates   what lw_dependencies_free() frees, also after a failure
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_dependencies_build(const lw_variables* variables, lw_dependencies* dependencies);

void lw_dependencies_free(lw_dependencies* dependencies);

/* The set of the inputs that an output depends on. */
int lw_dependencies_set(const lw_dependencies* dependencies, const lw_variables* variables,
                        unsigned reference);

#endif
