/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * canvas.h - lines and text on a page: as an SVG file, or as a PNG file.
 *
 * Coordinates are in points of a screen, from the upper left corner. Colours are 0xrrggbb.
 */
#ifndef LW_CANVAS_H
#define LW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Where a text stands: its place is the middle of its left end, of all of it, or of its right
 * end. */
typedef enum lw_anchor { LW_ANCHOR_LEFT, LW_ANCHOR_MIDDLE, LW_ANCHOR_RIGHT } lw_anchor;

typedef struct lw_canvas lw_canvas;

/* Begin a page with a white background.
 *   Allocates   for lw_canvas_finish()
 *   Returns     NULL: no memory */
lw_canvas* lw_canvas_svg(double width, double height);
lw_canvas* lw_canvas_png(double width, double height);

/* Draw a line through points. */
void lw_canvas_line(lw_canvas* canvas, size_t n, const double point[][2], double width,
                    unsigned colour);

/* Write a text; upright: it is turned to the left and reads upwards. */
void lw_canvas_text(lw_canvas* canvas, double x, double y, lw_anchor anchor, bool upright,
                    unsigned colour, const char* text);

/* Write the page to a file, and free it.
 *   Returns     false: no memory, or it cannot be written
 *   Nullable    file: it is only freed */
bool lw_canvas_finish(lw_canvas* canvas, FILE* file);

/* About how wide a text is. */
double lw_canvas_text_width(const char* text);

/* ---- for the two kinds of pages ----------------------------------------------------------- */

typedef struct lw_canvas_class {
  void (*line)(lw_canvas* self, size_t n, const double point[][2], double width, unsigned colour);
  void (*text)(lw_canvas* self, double x, double y, lw_anchor anchor, bool upright, unsigned colour,
               const char* text);
  bool (*write)(lw_canvas* self, FILE* file);
  void (*destroy)(lw_canvas* self);
} lw_canvas_class;

struct lw_canvas {
  const lw_canvas_class* class;
};

#endif
