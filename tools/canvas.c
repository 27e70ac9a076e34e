/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * canvas.c - lines and text on a page of any kind.
 */
#include "canvas.h"

#include "stroke_font.h"

void lw_canvas_line(lw_canvas* canvas, size_t n, const double point[][2], double width,
                    unsigned colour)
{
  canvas->class->line(canvas, n, point, width, colour);
}

void lw_canvas_text(lw_canvas* canvas, double x, double y, lw_anchor anchor, bool upright,
                    unsigned colour, const char* text)
{
  canvas->class->text(canvas, x, y, anchor, upright, colour, text);
}

bool lw_canvas_finish(lw_canvas* canvas, FILE* file)
{
  const bool written = file && canvas->class->write(canvas, file);
  canvas->class->destroy(canvas);
  return written;
}

/* letters of the stroke font are about as wide as those of a font for screens of 12 points */
double lw_canvas_text_width(const char* text)
{
  return LW_STROKE_ADVANCE * (double)lw_stroke_count(text);
}
