/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * eliminate_avx2.c - eliminate.c once more, compiled for processors with AVX2 and FMA.
 */
#define LW_KERNEL_AVX2
#include "eliminate.c"
