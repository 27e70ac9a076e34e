/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * right_hand_side.h - right-hand sides of the formulations in joint coordinates, for measurements.
 */
#ifndef LW_BENCH_RIGHT_HAND_SIDE_H
#define LW_BENCH_RIGHT_HAND_SIDE_H

#include <stdbool.h>

#include <linkwork/linkwork.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Evaluate the right-hand side of the present state n times.
 *   Needs       an instance of hamiltonian-dca or acceleration-dca that has been advanced */
bool lw_bench_right_hand_sides(lw_instance* instance, int n);

#ifdef __cplusplus
}
#endif

#endif
