/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * balance.h - whether reported reactions balance the loads.
 */
#ifndef LW_TEST_BALANCE_H
#define LW_TEST_BALANCE_H

#include <linkwork/linkwork.h>

/* What is left of the equations of Newton and Euler of any body, with the reported reactions,
 * applied loads and inertia forces, as a share of the largest reaction; torques are divided by the
 * characteristic length. Positions and reactions are brought up to date. */
double lw_test_unbalanced(lw_instance* instance);

#endif
