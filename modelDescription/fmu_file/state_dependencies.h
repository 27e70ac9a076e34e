/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * state_dependencies.h - which states of the continuous form an output depends on.
 *
 * Positions of a body depend on the coordinates of the joints that carry it, velocities also on
 * their rates. Accelerations and reactions depend on all states of the bodies that joints,
 * couplings, springs and bushings connect.
 */
#ifndef LW_STATE_DEPENDENCIES_H
#define LW_STATE_DEPENDENCIES_H

#include <stdbool.h>

#include <linkwork/status.h>
#include <linkwork/variables.h>

typedef struct lw_state_dependencies {
  const lw_variables* variables;
  int*                group;  /* of a body                                (nbody)          */
  int*                body;   /* of a block                               (nblock)         */
  int*                search; /* in which a block was found last          (nblock)         */
  int*                block;  /* that were found, in any order            (nblock)         */
  unsigned*           found;  /* value references of their states         (nstate)         */
  int                 nblock; /* found in the present search */
  int                 number; /* of the present search */
} lw_state_dependencies;

/* Prepare for searches.
 *   Allocates   what lw_state_dependencies_free() frees, also after a failure
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_state_dependencies_build(const lw_variables*    variables,
                                      lw_state_dependencies* dependencies);

void lw_state_dependencies_free(lw_state_dependencies* dependencies);

/* Find the value references, ascending, of the states that a scalar depends on.
 *   Returns     how many there are
 *   Changes     *states, valid until the next search */
int lw_state_dependencies_find(lw_state_dependencies* dependencies, unsigned reference,
                               const unsigned** states);

#endif
