/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mobility.h - which joints have unique reactions.
 */
#ifndef LW_MOBILITY_H
#define LW_MOBILITY_H

#include "instance/instance.h"

/* Find out which joints have unique reactions, unless that is known, near the present
 * configuration.
 *   Needs       an initialised instance that is up to date; leaves it as it was
 *   Changes     instance->unique; the factorisation is lost where there are loops
 *   Allocates   scratch memory, freed before it returns
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_unique_update(lw_instance* instance);

#endif
