/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nearby.h - configurations near the present one, where constraints have their generic rank.
 *
 *   theory   section 4.4
 */
#ifndef LW_NEARBY_H
#define LW_NEARBY_H

#include <stdint.h>

#include "instance/instance.h"

/* Number of directions that are tried. A random direction leads to a generic configuration
 * unless the present one is singular. From there it may lead to one that is still singular in
 * part; then bodies that are joined to the ground are moved, one after the other, and all others
 * follow. */
#define LW_NEARBY_DIRECTIONS 8

/* Next pseudo-random number between -1 and 1, the same sequence on every machine. */
double lw_nearby_random(uint32_t* seed);

/* Mark the connectors that are part of loops (nconnector). A body with one connector is not part of
 * a loop, and the rows of this connector are independent of all others: both are removed, again and
 * again.
 *   Needs       degree: scratch (nbody + 1) */
void lw_nearby_mark_loops(const lw_structure* structure, char* in_loop, int* degree);

/* Move to a configuration near the present one, which is saved in `state`, in the k-th direction.
 *   Changes     q, v, workspace; the quantities of the positions are current
 *   Returns     false: there is none in this direction, and the configuration is that of `state` */
bool lw_nearby_go(lw_instance* instance, const void* state, const char* in_loop, int k);

#endif
