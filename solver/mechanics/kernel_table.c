/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernel_table.c - the kernels for bodies and joints of the target that this file is compiled for.
 */
#include "mechanics/bodies_simd.h"
#include "mechanics/joints_simd.h"

extern const lw_mechanics_kernels LW_NAME(lw_mechanics_kernels);

const lw_mechanics_kernels LW_NAME(lw_mechanics_kernels) = {
    .place            = lw_batch_place,
    .invert           = lw_batch_invert,
    .predict          = lw_batch_predict,
    .residual         = lw_batch_residual,
    .update           = lw_batch_update,
    .add_velocity     = lw_batch_add_velocity,
    .finish           = lw_batch_finish,
    .balance          = lw_batch_balance,
    .rows             = lw_batch_rows,
    .separator_arms   = lw_batch_separator_arms,
    .jacobian         = lw_batch_jacobian,
    .write_wrenches   = lw_batch_write_wrenches,
    .largest_force    = lw_batch_largest_force,
    .gamma            = lw_batch_gamma,
    .clear_prescribed = lw_batch_clear_prescribed,
    .row_residual     = lw_batch_row_residual,
    .add_multipliers  = lw_batch_add_multipliers,
};
