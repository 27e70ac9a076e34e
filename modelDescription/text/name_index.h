/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * name_index.h - elements by name, found at once.
 *
 * Names live in scopes: the bodies, the joints, the frames of one body. The index keeps pointers to
 * the names, which must outlive it.
 */
#ifndef LW_NAME_INDEX_H
#define LW_NAME_INDEX_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lw_name_entry {
  const char* name;
  int         scope;
  int         value; /* what the name stands for */
} lw_name_entry;

/* Start with {0}; end with lw_name_index_free(). Entries are in the order in which they came. */
typedef struct lw_name_index {
  lw_name_entry* entry; /* (n) */
  size_t         n, cap;
  size_t*        slot; /* 1 + the entry, 0: free; open addressing (nslot, a power of two) */
  size_t         nslot;
} lw_name_index;

void lw_name_index_free(lw_name_index* index);

/* Add a name. Where its scope has it already, the first one stays. Returns false: no memory. */
bool lw_name_index_add(lw_name_index* index, int scope, const char* name, int value);

/* Find a name. Returns false: there is none. */
bool lw_name_index_find(const lw_name_index* index, int scope, const char* name, int* value);

#endif
