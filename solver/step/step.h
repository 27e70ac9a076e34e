/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * step.h - the index-3 method.
 */
#ifndef LW_STEP_H
#define LW_STEP_H

#include "step/method.h"

extern const lw_method lw_index3_method;

#endif
