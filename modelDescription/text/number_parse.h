/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * number_parse.h - text to doubles, strict, correctly rounded and whatever the locale.
 */
#ifndef LW_NUMBER_READ_H
#define LW_NUMBER_READ_H

#include <stddef.h>

typedef enum lw_number_result {
  LW_NUMBER_OK,
  LW_NUMBER_NONE, /* not a decimal number       */
  LW_NUMBER_LARGE /* beyond the largest double  */
} lw_number_result;

/* Read a whole text as a number: sign, digits with at most one point, exponent; "1", "-.5", "1.e3".
 * Blanks, hexadecimal numbers, "inf" and "nan" are refused. The result is the double nearest to the
 * number in the text; a number that is too small for a double becomes zero.
 *   Changes     value only on LW_NUMBER_OK */
lw_number_result lw_number_read(const char* text, size_t length, double* value);

#endif
