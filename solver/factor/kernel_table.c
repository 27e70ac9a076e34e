/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernel_table.c - the factorisation kernels of the target that this file is compiled for.
 */
#include "factor/kernels.h"

extern const lw_factor_kernels LW_NAME(lw_factor_kernels);

const lw_factor_kernels LW_NAME(lw_factor_kernels) = {
    .factor   = lw_part_factor,
    .forward  = lw_part_forward,
    .backward = lw_part_backward,
};
