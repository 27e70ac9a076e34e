/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * assemble.h - the nearest consistent state.
 */
#ifndef LW_INITIALIZE_H
#define LW_INITIALIZE_H

#include "instance/instance.h"

/* Move the present positions to the nearest ones that satisfy all constraints, nearest in the
 * metric of the masses                                                                     (4.8)
 *   Changes     q, workspace
 *   Returns     2-norm of the constraints that is left */
double lw_assemble_positions(lw_instance* instance, double t);

#endif
