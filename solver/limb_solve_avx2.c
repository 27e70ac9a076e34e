/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * limb_solve_avx2.c - limb_solve.c once more, compiled for processors with AVX2 and FMA.
 */
#define LW_KERNEL_AVX2
#include "limb_solve.c"
