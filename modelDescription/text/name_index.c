/* SPDX-License-Identifier: BSD-2-Clause */
#include "text/name_index.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void lw_name_index_free(lw_name_index* index)
{
  free(index->entry);
  free(index->slot);
  *index = (lw_name_index){0};
}

/* FNV-1a over the scope and the name */
static uint64_t hash_name(int scope, const char* name)
{
  uint64_t hash = 14695981039346656037u;
  for (unsigned rest = (unsigned)scope; rest; rest >>= 8) {
    hash = (hash ^ (rest & 0xff)) * 1099511628211u;
  }
  for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 1099511628211u;
  return hash;
}

/* The slot of a name, or the free slot for it. There is always a free one. */
static size_t* find_slot(const lw_name_index* index, int scope, const char* name)
{
  size_t i = (size_t)hash_name(scope, name) & (index->nslot - 1);
  while (index->slot[i]) {
    const lw_name_entry* entry = &index->entry[index->slot[i] - 1];
    if (entry->scope == scope && strcmp(entry->name, name) == 0) {
      break;
    }
    i = (i + 1) & (index->nslot - 1);
  }
  return &index->slot[i];
}

/* Room for one more entry, with at most half of the slots in use. */
static bool reserve(lw_name_index* index)
{
  if (index->n < index->cap) {
    return true;
  }
  const size_t cap = index->cap ? 2 * index->cap : 64;
  if (cap > SIZE_MAX / 2 / sizeof(lw_name_entry)) {
    return false;
  }
  lw_name_entry* entry = realloc(index->entry, cap * sizeof *entry);
  if (!entry) {
    return false;
  }
  index->entry = entry;
  size_t* slot = calloc(2 * cap, sizeof *slot);
  if (!slot) {
    return false;
  }
  free(index->slot);
  index->slot  = slot;
  index->nslot = 2 * cap;
  index->cap   = cap;
  for (size_t i = 0; i < index->n; i++) {
    *find_slot(index, entry[i].scope, entry[i].name) = i + 1;
  }
  return true;
}

bool lw_name_index_add(lw_name_index* index, int scope, const char* name, int value)
{
  if (!reserve(index)) {
    return false;
  }
  size_t* slot = find_slot(index, scope, name);
  if (*slot == 0) {
    index->entry[index->n] = (lw_name_entry){.name = name, .scope = scope, .value = value};
    *slot                  = ++index->n;
  }
  return true;
}

bool lw_name_index_find(const lw_name_index* index, int scope, const char* name, int* value)
{
  const size_t found = index->nslot ? *find_slot(index, scope, name) : 0;
  if (found) {
    *value = index->entry[found - 1].value;
  }
  return found != 0;
}
