/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * canvas_svg.c - lines and text as an SVG file.
 */
#include <stdlib.h>

#include "canvas.h"
#include <linkwork/text.h>

typedef struct svg {
  lw_canvas base;
  lw_text   text;
} svg;

static void add(svg* s, const char* format, double a, double b)
{
  char text[128];
  snprintf(text, sizeof text, format, a, b);
  lw_text_add(&s->text, text);
}

static void add_colour(svg* s, const char* attribute, unsigned colour)
{
  char text[64];
  snprintf(text, sizeof text, " %s=\"#%06x\"", attribute, colour & 0xffffffu);
  lw_text_add(&s->text, text);
}

static void line(lw_canvas* self, size_t n, const double point[][2], double width, unsigned colour)
{
  svg* s = (svg*)self;
  lw_text_add(&s->text, "<polyline");
  add_colour(s, "stroke", colour);
  add(s, " stroke-width=\"%g\" points=\"", width, 0.0);
  /* one point alone is a line of no length, which round ends make a dot */
  for (size_t i = 0; i < (n == 1 ? 2 : n); i++) {
    add(s, i ? " %.2f,%.2f" : "%.2f,%.2f", point[i % n][0], point[i % n][1]);
  }
  lw_text_add(&s->text, "\"/>\n");
}

static void text(lw_canvas* self, double x, double y, lw_anchor anchor, bool upright,
                 unsigned colour, const char* string)
{
  static const char* const anchors[] = {"start", "middle", "end"};
  svg*                     s         = (svg*)self;
  /* a third of the size of the letters lies between their middle and their baseline */
  add(s, "<text transform=\"translate(%.2f %.2f)", x, y);
  lw_text_add(&s->text, upright ? " rotate(-90)\" y=\"4\"" : "\" y=\"4\"");
  lw_text_add(&s->text, " text-anchor=\"");
  lw_text_add(&s->text, anchors[anchor]);
  lw_text_add(&s->text, "\"");
  add_colour(s, "fill", colour);
  lw_text_add(&s->text, ">");
  lw_text_add_xml(&s->text, string);
  lw_text_add(&s->text, "</text>\n");
}

static bool write_page(lw_canvas* self, FILE* file)
{
  svg* s = (svg*)self;
  lw_text_add(&s->text, "</svg>\n");
  return !s->text.failed && fwrite(s->text.data, 1, s->text.size, file) == s->text.size;
}

static void destroy(lw_canvas* self)
{
  svg* s = (svg*)self;
  lw_text_free(&s->text);
  free(s);
}

lw_canvas* lw_canvas_svg(double width, double height)
{
  static const lw_canvas_class class = {line, text, write_page, destroy};
  svg* s                             = calloc(1, sizeof *s);
  if (!s) {
    return NULL;
  }
  s->base.class = &class;
  lw_text_add(&s->text, "<svg xmlns=\"http://www.w3.org/2000/svg\" fill=\"none\" "
                        "font-family=\"system-ui, sans-serif\" font-size=\"12\" "
                        "stroke-linejoin=\"round\" stroke-linecap=\"round\"");
  add(s, " width=\"%.0f\" height=\"%.0f\"", width, height);
  add(s, " viewBox=\"0 0 %.0f %.0f\">\n", width, height);
  lw_text_add(&s->text, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
  return &s->base;
}
