/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * topology_private.h - what the files of topology.h share.
 */
#ifndef LW_TOPOLOGY_PARTS_H
#define LW_TOPOLOGY_PARTS_H

#include <linkwork/topology.h>

/* A topology without joints but with room for them and for so many entries; NULL: no memory. */
lw_topology* lw_topology_allocate(int nbody, int njoint, int nentry);

#endif
