/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view_result.h - packs a result for a page: second differences of whole numbers, by bytes.
 *
 * A column becomes whole numbers q = round((value - base) / step) of 32 bits; 0xffffffff stands for
 * what is not finite. Their second differences are small where a result is smooth. They are stored
 * with the sign in the lowest bit, the highest bytes of all rows first, then the next ones: such
 * bytes compress well. A column whose values are all equal has the step 0 and no bytes.
 */
#ifndef LW_VIEW_RESULT_H
#define LW_VIEW_RESULT_H

#include "csv.h"
#include <linkwork/diag.h>
#include <linkwork/text.h>
#include <linkwork/variables.h>

/* Largest number of values on a page: 24 million take 100 MB of memory in a browser before they are
 * drawn, and about 50 MB in the file. */
#define LW_VIEW_MOST_VALUES 24000000.0

/* Append "result": {"rows", "columns": [{"name", "unit", "reference", "base", "step"}]} to an
 * object, and the bytes of the columns. Of a result with more than `most` values, columns are left
 * out that the picture does not need, and then rows.
 *   Changes     *dropped: number of columns left out; *stride: every how manyth row is there
 *   Returns     LW_OK, LW_ERR_MEMORY
 *   Nullable    variables: no units */
lw_status lw_view_pack(const lw_csv* csv, const lw_variables* variables, double most, lw_text* json,
                       lw_text* bytes, size_t* dropped, size_t* stride);

#endif
