/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * assemble.h - move a mechanism to the nearest positions that satisfy its constraints.
 */
#ifndef LW_ASSEMBLE_H
#define LW_ASSEMBLE_H

#include "instance/instance.h"

/* Move the present positions to the nearest ones that satisfy all constraints, nearest in the
 * metric of the masses.                                                                    (4.8)
 *   Changes     q, workspace
 *   Returns     2-norm of the constraints at the end */
double lw_assemble_positions(lw_instance* instance, double t);

#endif
