/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * svg.c - functions that all SVG pictures use.
 */
#include "svg.h"

static const double ramp[3][3] = {{196, 210, 224}, {80, 140, 185}, {16, 48, 92}};

void lw_svg_colour(double when, char colour[8])
{
  const int    part = when < 0.5 ? 0 : 1;
  const double f    = 2.0 * when - part;
  unsigned     rgb[3];
  for (int k = 0; k < 3; k++) {
    rgb[k] = (unsigned)(ramp[part][k] + f * (ramp[part + 1][k] - ramp[part][k]) + 0.5) & 0xffu;
  }
  snprintf(colour, 8, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
}

void lw_svg_text(const char* text, FILE* file)
{
  for (const char* c = text; *c; c++) {
    switch (*c) {
    case '&': fputs("&amp;", file); break;
    case '<': fputs("&lt;", file); break;
    case '>': fputs("&gt;", file); break;
    default: fputc(*c, file); break;
    }
  }
}
