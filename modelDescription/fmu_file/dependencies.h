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

#include <stdbool.h>

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

/* Set the group of each body: bodies that joints and couplings connect, with `forces` also springs
 * and bushings, have the same number, the smallest of their own.                        (nbody) */
void lw_groups_find(const lw_model* model, bool forces, int* group);

/* A body that a joint connects; if there are two, the child. */
int lw_joint_body(const lw_model* model, int joint);

/* Find the groups and their inputs. With `rates`, for model exchange, what depends on a prescribed
 * position depends on its velocity and acceleration, too.
 *   Allocates   what lw_dependencies_free() frees, also after a failure
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_dependencies_build(const lw_variables* variables, bool rates,
                                lw_dependencies* dependencies);

void lw_dependencies_free(lw_dependencies* dependencies);

/* The set of the inputs that an output or a local variable depends on. */
int lw_dependencies_set(const lw_dependencies* dependencies, const lw_variables* variables,
                        unsigned reference);

#endif
