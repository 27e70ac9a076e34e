/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * range_warnings.h - warnings of joints that start outside their range.
 */
#ifndef LW_RANGE_WARNINGS_H
#define LW_RANGE_WARNINGS_H

#include <linkwork/linkwork.h>

/* Print a line on stderr for each joint whose coordinate is outside its range.
 *   Needs       an initialised instance */
void lw_warn_ranges(const char* file, lw_instance* instance);

#endif
