/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mobility.h - find the joints that have unique reactions.
 */
#ifndef LW_MOBILITY_H
#define LW_MOBILITY_H

#include "instance/instance.h"

/* Find the joints that have unique reactions in configurations near the present one, unless this is
 * current.
 *   Needs       lw_instance_update(); the state is unchanged
 *   Changes     instance->unique; the factorisation is lost where there are loops
 *   Allocates   scratch memory, freed before it returns
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_unique_update(lw_instance* instance);

#endif
