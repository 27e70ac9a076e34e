/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * number_format.h - doubles to text, fast and whatever the locale.
 */
#ifndef LW_NUMBER_H
#define LW_NUMBER_H

#include <stddef.h>

#define LW_NUMBER_SIZE                                                                             \
  32 /* the longest, "-1.2345678901234567e-308", needs 25 with its terminator */

/* Write 17 significant digits, exactly as printf's "%.17g" does in the C locale: reading them gives
 * the same bits. Returns the length. */
size_t lw_number_write(double value, char text[LW_NUMBER_SIZE]);

/* Write the fewest of 15, 16 or 17 significant digits that give the same bits when read: for
 * people. Returns the length. */
size_t lw_number_write_short(double value, char text[LW_NUMBER_SIZE]);

#endif
