/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * svg.h - what all SVG pictures need.
 */
#ifndef LW_SVG_H
#define LW_SVG_H

#include <stdio.h>

/* Write text with the characters that mean something in XML escaped. */
void lw_svg_text(const char* text, FILE* file);

/* A colour for a place between 0 (first) and 1 (last): pale to dark, told apart
 * without colour vision too. */
void lw_svg_colour(double when, char colour[8]);

#endif
