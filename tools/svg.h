/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * svg.h - functions that all SVG pictures use.
 */
#ifndef LW_SVG_H
#define LW_SVG_H

#include <stdio.h>

/* Write text with the special characters of XML escaped. */
void lw_svg_text(const char* text, FILE* file);

/* A colour for a number from 0 (first) to 1 (last): from pale to dark, so that people without
 * colour vision can distinguish them, too. */
void lw_svg_colour(double when, char colour[8]);

#endif
