/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * allocations.h - counts calls to the allocator, and makes them fail on request.
 *
 * For tests that lw_add_test() builds with ALLOCATIONS: the linker then sends their calls, and
 * those of the libraries linked into them, through here. Shared libraries are not counted.
 */
#ifndef LW_TEST_ALLOCATIONS_H
#define LW_TEST_ALLOCATIONS_H

/* Calls of malloc, calloc, realloc, aligned_alloc, posix_memalign so far. */
long lw_test_allocations(void);

/* Blocks taken and not yet given back. */
long lw_test_blocks(void);

/* Let the allocation after the next n fail, once; a negative n: none. */
void lw_test_fail_allocation(long n);

#endif
