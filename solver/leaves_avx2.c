/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * leaves_avx2.c - leaves.c once more, compiled for processors with AVX2 and FMA.
 */
#define LW_KERNEL_AVX2
#include "leaves.c"
