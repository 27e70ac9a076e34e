/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_tree.h - the tree of bodies that linkwork check prints.
 */
#ifndef LW_CHECK_TREE_H
#define LW_CHECK_TREE_H

#include <linkwork/linkwork.h>

/* Print each body below the body to which a joint connects it, then the joints that close loops.
 *   Needs       an initialised instance
 *   Returns     LW_OK, LW_ERR_MEMORY; as lw_instance_get() */
lw_status lw_check_tree(lw_instance* instance);

#endif
