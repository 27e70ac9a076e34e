/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stroke_font.h - letters made of straight lines, for pictures in points.
 */
#ifndef LW_STROKE_FONT_H
#define LW_STROKE_FONT_H

#include <stddef.h>

/* From one letter to the next, and the height of a capital letter. */
#define LW_STROKE_ADVANCE 6.9
#define LW_STROKE_HEIGHT 7.8

/* The number of letters of a text in UTF-8. */
size_t lw_stroke_count(const char* text);

/* Draw a text: calls `line` for each stroke, with points in a frame at the left end of the
 * baseline, x to the right, y upwards. What is not ASCII is a rectangle. */
typedef void lw_stroke_line(void* user, size_t n, const double point[][2]);
void         lw_stroke_text(const char* text, lw_stroke_line* line, void* user);

#endif
