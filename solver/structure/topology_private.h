/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * topology_private.h - the allocation of a topology, shared by topology.c and topology_divide.c.
 */
#ifndef LW_TOPOLOGY_PRIVATE_H
#define LW_TOPOLOGY_PRIVATE_H

#include <linkwork/topology.h>

/* Allocate a topology whose bodies are whole and whose joints are not set, with nentry entries of
 * body[].
 *   Returns     NULL: no memory */
lw_topology* lw_topology_allocate(int nbody, int njoint, int nentry);

#endif
