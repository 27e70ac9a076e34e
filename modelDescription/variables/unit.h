/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * unit.h - parse the text of a unit into exponents of the SI base units.
 */
#ifndef LW_UNIT_TEXT_H
#define LW_UNIT_TEXT_H

#include <stdbool.h>

#include <linkwork/variables.h>

/* Read a coherent SI unit in Modelica's spelling: "kg/m3", "N.s/m", "kg/(m.s2)"; points or blanks
 * between factors. Known are kg, m, s, rad, N, J, W, Pa, Hz and 1.
 *   Changes     the exponents of info, on success
 *   Returns     false: it is another one */
bool lw_unit_read(const char* text, lw_unit_info* info);

#endif
