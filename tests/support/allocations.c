/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * allocations.c - counts calls to the allocator, and makes them fail on request.
 *
 * The linker option --wrap=malloc sends calls of malloc to __wrap_malloc; __real_malloc is the
 * original. Counters are atomic, because OpenMP threads may allocate.
 * NOLINTBEGIN(bugprone-reserved-identifier): the linker asks for these names
 */
#include "allocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* block, size_t size);
void* __real_aligned_alloc(size_t alignment, size_t size);
int   __real_posix_memalign(void** block, size_t alignment, size_t size);
void  __real_free(void* block);
void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_realloc(void* block, size_t size);
void* __wrap_aligned_alloc(size_t alignment, size_t size);
int   __wrap_posix_memalign(void** block, size_t alignment, size_t size);
void  __wrap_free(void* block);

static atomic_long calls;
static atomic_long blocks;
static atomic_long until_failure = -1;

long lw_test_allocations(void)
{
  return atomic_load(&calls);
}

long lw_test_blocks(void)
{
  return atomic_load(&blocks);
}

void lw_test_fail_allocation(long n)
{
  atomic_store(&until_failure, n);
}

/* count one call; true where it is the one that must fail */
static bool must_fail(void)
{
  atomic_fetch_add(&calls, 1);
  if (atomic_load(&until_failure) < 0) {
    return false;
  }
  return atomic_fetch_sub(&until_failure, 1) == 0;
}

/* count a block that was really taken */
static void* taken(void* block)
{
  if (block) {
    atomic_fetch_add(&blocks, 1);
  }
  return block;
}

void* __wrap_malloc(size_t size)
{
  return must_fail() ? NULL : taken(__real_malloc(size));
}

void* __wrap_calloc(size_t count, size_t size)
{
  return must_fail() ? NULL : taken(__real_calloc(count, size));
}

void* __wrap_realloc(void* block, size_t size)
{
  if (must_fail()) {
    return NULL;
  }
  return block ? __real_realloc(block, size) : taken(__real_realloc(NULL, size));
}

void* __wrap_aligned_alloc(size_t alignment, size_t size)
{
  return must_fail() ? NULL : taken(__real_aligned_alloc(alignment, size));
}

int __wrap_posix_memalign(void** block, size_t alignment, size_t size)
{
  if (must_fail()) {
    return ENOMEM;
  }
  const int error = __real_posix_memalign(block, alignment, size);
  if (error == 0) {
    taken(*block);
  }
  return error;
}

void __wrap_free(void* block)
{
  if (block) {
    atomic_fetch_sub(&blocks, 1);
  }
  __real_free(block);
}

/* NOLINTEND(bugprone-reserved-identifier) */
