/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_svg.c - a scene as an SVG file.
 */
#include <math.h>
#include <stddef.h>

#include "picture_write.h"
#include "svg.h"

/* All lengths in pixels. A README shows pictures about 900 wide. */
#define WIDTH 900.0
#define MARGIN 30.0
#define HEADING 34.0  /* title above the picture                     */
#define FOOTING 34.0  /* colours of the times, below                 */
#define TALLEST 900.0 /* of the drawing: a long chain still fits a screen */
#define BAR 240.0     /* length of the bar of colours                 */
#define EDGE 0.45     /* brightness of the edges of solids: darker than any face */

/* metres to pixels */
typedef struct scale {
  double factor, left, bottom;
} scale;

static void write_points(const lw_scene* scene, const lw_stroke* stroke, const scale* to,
                         FILE* file)
{
  for (int i = 0; i < stroke->npoint; i++) {
    const double* p = scene->point[stroke->first + i];
    fprintf(file, "%s%.1f,%.1f", i ? " " : "", to->left + to->factor * p[0],
            to->bottom - to->factor * p[1]);
  }
}

static void write_ground(const lw_scene* scene, const lw_stroke* stroke, const scale* to,
                         FILE* file)
{
  const double* p = scene->point[stroke->first];
  const double  x = to->left + to->factor * p[0], y = to->bottom - to->factor * p[1];
  fprintf(file, "<path class=\"ground\" d=\"M%.1f,%.1f l-7,12 h14 z\"/>\n", x, y);
  fprintf(file, "<circle class=\"pin\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n", x, y);
}

/* the bodies of a snapshot share a group with their colour; the last pose stands out */
static void write_group(double when, FILE* file)
{
  char colour[8];
  lw_svg_colour(when, colour);
  fprintf(file, "<g stroke=\"%s\" fill=\"%s\" fill-opacity=\"%.2f\">\n", colour, colour,
          when >= 1.0 ? 0.55 : 0.15);
}

/* The colour of a solid: the ground is grey, each kind of body has another one. They differ in
 * brightness, too. */
static void solid_colour(int kind, double shade, char colour[8])
{
  static const unsigned char palette[][3] = {{66, 122, 172}, {230, 152, 50},  {72, 162, 142},
                                             {88, 98, 110},  {196, 168, 128}, {150, 116, 172}};
  static const unsigned char ground[3] = {206, 210, 214}, line[3] = {70, 74, 80};
  const int                  count = sizeof palette / sizeof palette[0];
  const unsigned char*       rgb   = kind == LW_COLOUR_LINE ? line
                                     : kind == 0            ? ground
                                                            : palette[(kind - 1) % count];
  snprintf(colour, 8, "#%02x%02x%02x", (unsigned)(shade * rgb[0]), (unsigned)(shade * rgb[1]),
           (unsigned)(shade * rgb[2]));
}

static void write_solid(const lw_scene* scene, const lw_stroke* stroke, const scale* to, FILE* file)
{
  char fill[8], edge[8];
  solid_colour(stroke->colour, stroke->shade, fill);
  solid_colour(stroke->colour, EDGE, edge);
  switch (stroke->kind) {
  case LW_STROKE_FACE:
    /* a line of its own colour closes the seam between a face and the next one */
    fprintf(file, "<polygon class=\"face\" fill=\"%s\" stroke=\"%s\" points=\"", fill,
            stroke->edged ? edge : fill);
    break;
  case LW_STROKE_RIM: fprintf(file, "<polygon class=\"rim\" stroke=\"%s\" points=\"", edge); break;
  default:
    fprintf(file, "<polyline class=\"%s\" stroke=\"%s\" points=\"",
            stroke->npoint > 2 ? "coil" : "rod", edge);
    break;
  }
  write_points(scene, stroke, to, file);
  fputs("\"/>\n", file);
}

/* all strokes, in the order of the scene: those of one snapshot follow each other */
static void write_strokes(const lw_scene* scene, const scale* to, FILE* file)
{
  bool   open = false;
  double when = 0.0;
  for (int i = 0; i < scene->nstroke; i++) {
    const lw_stroke* stroke = &scene->stroke[i];
    const bool       body   = stroke->kind == LW_STROKE_BODY;
    if (open && (!body || stroke->when > when)) {
      fputs("</g>\n", file);
      open = false;
    }
    if (body && !open) {
      write_group(stroke->when, file);
      open = true;
      when = stroke->when;
    }
    if (stroke->kind == LW_STROKE_GROUND) {
      write_ground(scene, stroke, to, file);
    } else if (body || stroke->kind == LW_STROKE_PATH) {
      fprintf(file, "<%s%s points=\"", stroke->closed ? "polygon" : "polyline",
              body ? "" : " class=\"path\"");
      write_points(scene, stroke, to, file);
      fputs("\"/>\n", file);
    } else {
      write_solid(scene, stroke, to, file);
    }
  }
  if (open) {
    fputs("</g>\n", file);
  }
}

/* the bar of colours with the times at its ends */
static void write_times(double start, double stop, double y, FILE* file)
{
  fputs("<defs><linearGradient id=\"times\">\n", file);
  for (int i = 0; i < 3; i++) {
    char colour[8];
    lw_svg_colour(0.5 * i, colour);
    fprintf(file, "<stop offset=\"%.1f\" stop-color=\"%s\"/>\n", 0.5 * i, colour);
  }
  fputs("</linearGradient></defs>\n", file);
  const double x = 0.5 * (WIDTH - BAR);
  fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"8\" fill=\"url(#times)\"/>\n",
          x, y, BAR);
  fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%g s</text>\n", x - 8.0, y + 9.0,
          start);
  fprintf(file, "<text x=\"%.1f\" y=\"%.1f\">%g s</text>\n", x + BAR + 8.0, y + 9.0, stop);
}

bool lw_scene_write_svg(const lw_scene* scene, const char* title, double start, double stop,
                        FILE* file)
{
  /* a scene that is a point or a line still has a size */
  const double wide = scene->high[0] - scene->low[0], tall = scene->high[1] - scene->low[1];
  const double size   = fmax(fmax(wide, tall), 1e-12);
  const double factor = fmin((WIDTH - 2.0 * MARGIN) / fmax(wide, 1e-3 * size),
                             (TALLEST - 2.0 * MARGIN) / fmax(tall, 1e-3 * size));
  const double height = HEADING + factor * tall + 2.0 * MARGIN + FOOTING;
  const scale  to     = {factor, 0.5 * (WIDTH - factor * (scene->low[0] + scene->high[0])),
                         HEADING + MARGIN + factor * scene->high[1]};

  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
          "viewBox=\"0 0 %.0f %.0f\">\n",
          WIDTH, height, WIDTH, height);
  fputs("<style>text{font:14px sans-serif;fill:#222}"
        "polygon,polyline{stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}"
        ".path{fill:none;stroke:#e07a1f;stroke-width:1.2}"
        ".face{stroke-width:.8}.rim{fill:none;stroke-width:1.2}.rod{fill:none;stroke-width:5}"
        ".coil{fill:none;stroke-width:2.5}"
        ".ground{fill:#999}.pin{fill:#222}</style>\n",
        file);
  fputs("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", file);
  fprintf(file, "<text x=\"%.1f\" y=\"26\" text-anchor=\"middle\">", 0.5 * WIDTH);
  lw_svg_text(title, file);
  fputs("</text>\n", file);
  write_strokes(scene, &to, file);
  write_times(start, stop, height - FOOTING + 8.0, file);
  fputs("</svg>\n", file);
  return !ferror(file);
}
