/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * quad_points_avx2.c - quad_points.c once more, compiled for processors with AVX2 and FMA.
 */
#define LW_KERNEL_AVX2
#include "quad_points.c"
