/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * derivatives.h - how outputs answer to a change of inputs and parameters.
 */
#ifndef LW_VARIABLE_DERIVATIVES_H
#define LW_VARIABLE_DERIVATIVES_H

#include <stdbool.h>
#include <stddef.h>

#include <linkwork/diag.h>
#include <linkwork/linkwork.h>
#include <linkwork/status.h>
#include <linkwork/variables.h>

/* A direction in the space of inputs, parameters and states. */
typedef struct lw_direction {
  size_t          n;
  const unsigned* reference; /* (n) */
  const double*   change;    /* (n) */
} lw_direction;

/* What derivatives are taken of. */
typedef struct lw_point {
  const lw_variables* variables;
  lw_instance*        instance;
  lw_continuous*      continuous; /* of the instance, or NULL */
  /* the outputs are those of a mechanism that is assembled at t0; else those at a communication
   * point, where positions and velocities are given, or at the present states */
  bool   initialise;
  double t0;
} lw_point;

/* Derivatives of n outputs and local variables along a direction. Those with respect to forces are
 * exact. Those with respect to parameters, states and, during initialisation or in the continuous
 * form, to prescribed positions are differences of fourth order. The settings of the solver have no
 * influence by definition.
 *   Allocates   scratch memory, freed before it returns; the instance is as before
 *   Returns     LW_OK; LW_ERR_USAGE for references that do not exist, unknowns that are no outputs
 *               and knowns that are neither inputs, parameters nor states; LW_ERR_INPUT where a
 *               parameter cannot be moved; LW_ERR_MEMORY; as lw_instance_get(),
 *               lw_instance_initialize()
 *   Nullable    diag */
lw_status lw_variables_get_directional(const lw_point* point, const lw_direction* direction,
                                       size_t n, const unsigned output[], double derivative[],
                                       lw_diag* diag);

#endif
