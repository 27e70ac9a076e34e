/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_text.c - a scene drawn with characters.
 */
#include <math.h>

#include "dots.h"
#include "picture_write.h"

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
static void erase_face(lw_dots* r, const lw_scene* scene, const lw_stroke* stroke, double factor)
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

static void draw_scene(lw_dots* r, const lw_scene* scene, double factor)
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
      lw_dots_line(r, a, b);
    }
  }
}

bool lw_scene_write_text(const lw_scene* scene, int width, int height, bool ascii, FILE* file)
{
  const double wide = scene->high[0] - scene->low[0], tall = scene->high[1] - scene->low[1];
  const double size   = fmax(fmax(wide, tall), 1e-12);
  const double factor = fmin((2.0 * width - 1.0) / fmax(wide, 1e-3 * size),
                             (4.0 * height - 1.0) / fmax(tall, 1e-3 * size));
  lw_dots      r;
  if (!lw_dots_create(&r, (int)(factor * wide) + 1, (int)(factor * tall) + 1)) {
    return false;
  }
  draw_scene(&r, scene, factor);
  for (int line = 0; 4 * line < r.height; line++) {
    for (int column = 0; 2 * column < r.width; column++) {
      lw_dots_write(lw_dots_pattern(&r, column, line), ascii, file);
    }
    fputc('\n', file);
  }
  lw_dots_free(&r);
  return !ferror(file);
}
