/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * arena.h - divide one block of memory into pieces.
 *
 * A layout function takes all its pieces from an arena and runs twice: with base NULL it measures
 * the size of the block, with an allocated block it hands out the pieces. So the size and the
 * pieces come from the same lines.
 */
#ifndef LW_ARENA_H
#define LW_ARENA_H

#include <stddef.h>

#define LW_ALIGN 64 /* a cache line: no two pieces share one, and vector loads are aligned */

/* Hardware prefetch reads ahead beyond the end of a piece. While one thread reads a large piece
 * to its end, another one may write to the beginning of the next piece: a gap keeps the
 * prefetched lines from being the written ones. Both in bytes. */
#define LW_LARGE_PIECE 4096
#define LW_PREFETCH_GAP 1024

typedef struct lw_arena {
  char*  base; /* NULL while measuring */
  size_t used; /* bytes handed out */
} lw_arena;

/* Take a piece of count elements of a size [bytes], aligned to LW_ALIGN. Returns NULL while
 * measuring. */
static inline void* lw_arena_take(lw_arena* arena, size_t count, size_t size)
{
  void* piece = arena->base ? arena->base + arena->used : NULL;
  arena->used += (count * size + (LW_ALIGN - 1)) / LW_ALIGN * LW_ALIGN;
  arena->used += count * size >= LW_LARGE_PIECE ? LW_PREFETCH_GAP : 0;
  return piece;
}

#endif
