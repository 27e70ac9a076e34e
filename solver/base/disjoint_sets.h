/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * disjoint_sets.h - sets of elements that are united step by step (union-find).
 *
 * up[i] leads from element i towards the representative of its set, for which up[i] is i. To unite
 * the sets of a and b:  up[lw_set_of(up, a)] = lw_set_of(up, b)
 */
#ifndef LW_DISJOINT_SETS_H
#define LW_DISJOINT_SETS_H

/* Find the representative of the set of an element; paths are halved on the way. */
static inline int lw_set_of(int* up, int i)
{
  while (up[i] != i) {
    up[i] = up[up[i]];
    i     = up[i];
  }
  return i;
}

#endif
