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

/* Directions that are tried: a random one leads to a generic configuration unless the posture is
 * singular. There it may lead to a place that is singular in part; then one of the bodies on the
 * ground, each of which has its turn as a leader, takes all others along. */
#define LW_NEARBY_DIRECTIONS 8

/* Numbers between -1 and 1 that are the same on every machine. */
double lw_nearby_random(uint32_t* seed);

/* Mark the connectors that take part in loops. Bodies held by one connector only, again and
 * again, do not: the rows of that connector are independent of all others.
 *   Needs       room for nconnector marks; degree: scratch for nbody + 1 numbers */
void lw_nearby_mark_loops(const lw_structure* structure, char* in_loop, int* degree);

/* Go to a configuration near the present one, which is in state, in the k-th direction.
 *   Changes     q, v, workspace; positions are swept
 *   Returns     false: that failed, and it is where it was */
bool lw_nearby_go(lw_instance* instance, const void* state, const char* in_loop, int k);

#endif
