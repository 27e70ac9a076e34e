/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_text.c - a scene drawn with characters.
 *
 * A Braille pattern is two dots wide and four high, which makes dots about square on a terminal.
 */
#include <math.h>
#include <stdlib.h>

#include "picture_write.h"

/* dots of a picture; y counts downwards */
typedef struct raster {
  int            width, height; /* in dots */
  unsigned char* dot;           /* (height x width) */
} raster;

static void set_dot(raster* r, double x, double y)
{
  const int i = (int)floor(x), j = (int)floor(y);
  if (i >= 0 && i < r->width && j >= 0 && j < r->height) {
    r->dot[j * r->width + i] = 1;
  }
}

static void draw_line(raster* r, const double a[2], const double b[2])
{
  /* one dot per column or row, whichever changes faster */
  const double steps = ceil(fmax(fabs(b[0] - a[0]), fabs(b[1] - a[1])));
  const int    n     = (int)steps;
  for (int i = 0; i <= n; i++) {
    const double f = n ? (double)i / n : 0.0;
    set_dot(r, a[0] + f * (b[0] - a[0]), a[1] + f * (b[1] - a[1]));
  }
}

/* A point of the scene in dots; half a dot inside, so that the outermost points are not lost to
 * rounding. */
static void to_dots(const lw_scene* scene, const lw_stroke* stroke, int i, double factor,
                    double dot[2])
{
  const double* p = scene->point[stroke->first + i % stroke->npoint];
  dot[0]          = 0.5 + factor * (p[0] - scene->low[0]);
  dot[1]          = 0.5 + factor * (scene->high[1] - p[1]);
}

/* Clear what a face hides. All faces are convex: each line of dots has one piece of it. */
static void erase_face(raster* r, const lw_scene* scene, const lw_stroke* stroke, double factor)
{
  for (int line = 0; line < r->height; line++) {
    const double y    = line + 0.5;
    double       left = INFINITY, right = -INFINITY;
    for (int k = 0; k < stroke->npoint; k++) {
      double a[2], b[2];
      to_dots(scene, stroke, k, factor, a);
      to_dots(scene, stroke, k + 1, factor, b);
      if ((a[1] <= y) != (b[1] <= y)) {
        const double x = a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]);
        left           = fmin(left, x);
        right          = fmax(right, x);
      }
    }
    for (int i = left < right ? (int)fmax(left, 0.0) : r->width; i < r->width && i <= right; i++) {
      r->dot[line * r->width + i] = 0;
    }
  }
}

static void draw_scene(raster* r, const lw_scene* scene, double factor)
{
  for (int i = 0; i < scene->nstroke; i++) {
    const lw_stroke* stroke = &scene->stroke[i];
    const int        last   = stroke->closed ? stroke->npoint : stroke->npoint - 1;
    if (stroke->kind == LW_STROKE_FACE) {
      erase_face(r, scene, stroke, factor);
      if (!stroke->edged) {
        continue;
      }
    }
    for (int k = 0; k < last || k == 0; k++) {
      double a[2], b[2];
      to_dots(scene, stroke, k, factor, a);
      to_dots(scene, stroke, k + 1, factor, b);
      draw_line(r, a, b);
    }
  }
}

/* one character: U+2800 plus a bit for each dot, as three bytes of UTF-8 */
static void write_braille(const raster* r, int column, int line, FILE* file)
{
  static const unsigned bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  unsigned              pattern   = 0;
  for (int j = 0; j < 4; j++) {
    for (int i = 0; i < 2; i++) {
      const int x = 2 * column + i, y = 4 * line + j;
      if (x < r->width && y < r->height && r->dot[y * r->width + x]) {
        pattern |= bit[j][i];
      }
    }
  }
  const unsigned code = 0x2800u + pattern;
  fputc((int)(0xe0u | code >> 12), file);
  fputc((int)(0x80u | (code >> 6 & 0x3fu)), file);
  fputc((int)(0x80u | (code & 0x3fu)), file);
}

/* one character of plain ASCII for the same dots: how many of the eight are set */
static void write_ascii(const raster* r, int column, int line, FILE* file)
{
  int count = 0;
  for (int k = 0; k < 8; k++) {
    const int x = 2 * column + k % 2, y = 4 * line + k / 2;
    count += x < r->width && y < r->height && r->dot[y * r->width + x];
  }
  fputc(" .:+*oO##"[count], file);
}

bool lw_scene_write_text(const lw_scene* scene, int width, int height, bool ascii, FILE* file)
{
  const double wide = scene->high[0] - scene->low[0], tall = scene->high[1] - scene->low[1];
  const double size   = fmax(fmax(wide, tall), 1e-12);
  const double factor = fmin((2.0 * width - 1.0) / fmax(wide, 1e-3 * size),
                             (4.0 * height - 1.0) / fmax(tall, 1e-3 * size));
  raster       r      = {.width = (int)(factor * wide) + 1, .height = (int)(factor * tall) + 1};
  r.dot               = calloc((size_t)r.width * (size_t)r.height, 1);
  if (!r.dot) {
    return false;
  }
  draw_scene(&r, scene, factor);
  for (int line = 0; 4 * line < r.height; line++) {
    for (int column = 0; 2 * column < r.width; column++) {
      if (ascii) {
        write_ascii(&r, column, line, file);
      } else {
        write_braille(&r, column, line, file);
      }
    }
    fputc('\n', file);
  }
  free(r.dot);
  return !ferror(file);
}
