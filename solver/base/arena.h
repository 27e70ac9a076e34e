/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * arena.h - hands out one block front to back.
 *
 * A layout function takes all its pieces from an arena. Run with base NULL it measures; run with a
 * real block it carves. So the size and the pieces come from the same lines.
 */
#ifndef LW_ARENA_H
#define LW_ARENA_H

#include <stddef.h>

#define LW_ALIGN 64 /* a cache line: no two pieces share one, and vector loads are aligned */

/* Processors fetch what follows when they go through a piece. One thread goes to the end of a large piece while another one
 * writes to the begin of the next: what is fetched too much must not be that. */
#define LW_LARGE 4096
#define LW_PREFETCH_GAP 1024

typedef struct lw_arena {
  char*  base; /* NULL while measuring */
  size_t used; /* bytes handed out     */
} lw_arena;

/* Take count elements of the given size; NULL while measuring. Pieces start on LW_ALIGN. */
static inline void* lw_arena_take(lw_arena* arena, size_t count, size_t size)
{
  void* piece = arena->base ? arena->base + arena->used : NULL;
  arena->used += (count * size + (LW_ALIGN - 1)) / LW_ALIGN * LW_ALIGN;
  arena->used += count * size >= LW_LARGE ? LW_PREFETCH_GAP : 0;
  return piece;
}

#endif
