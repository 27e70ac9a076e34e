/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * partitioning.h - the table of functions of coordinate-partitioning (S4).
 *
 *   theory   section 11 of docs/theory.md
 */
#ifndef LW_PARTITIONING_H
#define LW_PARTITIONING_H

#include "step/method.h"

extern const lw_method lw_partitioning_method;

#endif
