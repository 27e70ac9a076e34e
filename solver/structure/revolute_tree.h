/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * revolute_tree.h - recognise trees of revolute joints and list their links.
 *
 *   theory   section 5.5
 */
#ifndef LW_REVOLUTE_TREE_H
#define LW_REVOLUTE_TREE_H

#include "structure/structure.h"

/* List the links of a mechanism that is a tree of revolute joints with nothing else in its matrix;
 * of other mechanisms lw_structure.revolute stays NULL.
 *   Needs       a structure with its order and batches
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_revolute_tree_build(const lw_model* model, lw_structure* structure);

#endif
