/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * batches.h - what of a structure is computed side by side, four at a time.
 */
#ifndef LW_QUADS_H
#define LW_QUADS_H

#include "structure/structure.h"

/* Sort bodies, connectors and pairs of each part into batches of a kind.
 *   Needs       a structure in its order
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_batches_build(const lw_model* model, lw_structure* structure);
void      lw_batches_destroy(lw_structure* structure);

#endif
