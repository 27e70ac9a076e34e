/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * plot_page.c - a plot on a page: panels below each other, each with its legend and its axes.
 */
#include <math.h>
#include <stdlib.h>

#include "plot_axis.h"
#include "plot_write.h"

/* the colours of the curves on the pages of `linkwork view` */
static const unsigned colours[LW_PLOT_PANEL_CURVES] = {0x3b7dd8, 0xe8590c, 0x2f9e44, 0xd6336c,
                                                       0x7048e8, 0x1098ad, 0xa87b00, 0x862e9c};

/* Distances on the page, in points. The right margin has room for half of the last time. */
static const double WIDTH = 800.0, PANEL = 190.0, LEFT = 84.0, RIGHT = 30.0, TOP = 12.0;
static const double BOTTOM = 44.0, LEGEND_LINE = 17.0, GAP = 12.0, SWATCH = 18.0, SPACE = 14.0;

static const unsigned INK = 0x1f2630, FAINT = 0x68727f, GRID = 0xdfe3e8;

/* Axes of a panel. */
typedef struct axes {
  double x, y, width, height; /* the upper left corner, and the size */
  double start, stop, low, high;
} axes;

static double place_x(const axes* a, double t)
{
  return a->x + (a->stop > a->start ? (t - a->start) / (a->stop - a->start) : 0.0) * a->width;
}

static double place_y(const axes* a, double v)
{
  return a->y + (a->high - v) / (a->high - a->low) * a->height;
}

/* ---- legend ------------------------------------------------------------------------------- */

/* Write the legend of a panel from a height on, or, without a page, only measure it. Returns its
 * height. */
static double legend(const lw_plot* plot, const lw_plot_panel* panel, double y, lw_canvas* canvas)
{
  double x = LEFT, at = y + 0.5 * LEGEND_LINE;
  for (size_t i = 0; i < panel->n; i++) {
    const char*  name = plot->csv->name[panel->column[i]];
    const double wide = SWATCH + lw_canvas_text_width(name) + SPACE;
    if (x > LEFT && x + wide > WIDTH - RIGHT) {
      x = LEFT;
      at += LEGEND_LINE;
    }
    if (canvas) {
      const double swatch[2][2] = {{x, at}, {x + SWATCH - 5.0, at}};
      lw_canvas_line(canvas, 2, swatch, 3.0, colours[i]);
      lw_canvas_text(canvas, x + SWATCH, at, LW_ANCHOR_LEFT, false, INK, name);
    }
    x += wide;
  }
  return at + 0.5 * LEGEND_LINE - y;
}

/* ---- axes --------------------------------------------------------------------------------- */

static void grid_line(lw_canvas* canvas, double x0, double y0, double x1, double y1)
{
  const double both[2][2] = {{x0, y0}, {x1, y1}};
  lw_canvas_line(canvas, 2, both, 1.0, GRID);
}

static void draw_axes(lw_canvas* canvas, const axes* a, const char* title, bool last)
{
  char           text[64];
  const lw_ticks values = lw_axis_ticks(a->low, a->high, a->height / 32.0);
  for (int i = 0; i < values.n; i++) {
    const double v = lw_axis_tick(&values, i);
    grid_line(canvas, a->x, place_y(a, v), a->x + a->width, place_y(a, v));
    (void)lw_axis_text(v, values.step, text, sizeof text);
    lw_canvas_text(canvas, a->x - 7.0, place_y(a, v), LW_ANCHOR_RIGHT, false, FAINT, text);
  }
  const lw_ticks times = lw_axis_ticks(a->start, a->stop, a->width / 80.0);
  for (int i = 0; i < times.n; i++) {
    const double t = lw_axis_tick(&times, i);
    grid_line(canvas, place_x(a, t), a->y, place_x(a, t), a->y + a->height);
    if (last) {
      (void)lw_axis_text(t, times.step, text, sizeof text);
      lw_canvas_text(canvas, place_x(a, t), a->y + a->height + 12.0, LW_ANCHOR_MIDDLE, false, FAINT,
                     text);
    }
  }
  lw_canvas_text(canvas, 14.0, a->y + 0.5 * a->height, LW_ANCHOR_MIDDLE, true, INK, title);
  if (last) {
    lw_canvas_text(canvas, a->x + 0.5 * a->width, a->y + a->height + 31.0, LW_ANCHOR_MIDDLE, false,
                   INK, "time [s]");
  }
}

/* ---- curves ------------------------------------------------------------------------------- */

typedef struct drawing {
  const axes* axes;
  lw_canvas*  canvas;
  unsigned    colour;
} drawing;

static void draw_line(void* user, size_t n, double (*point)[2])
{
  const drawing* d = user;
  for (size_t i = 0; i < n; i++) {
    point[i][0] = place_x(d->axes, point[i][0]);
    point[i][1] = place_y(d->axes, point[i][1]);
  }
  lw_canvas_line(d->canvas, n, (const double(*)[2])point, 1.6, d->colour);
}

/* ---- the page ----------------------------------------------------------------------------- */

void lw_plot_page(const lw_plot* plot, double* width, double* height)
{
  *width  = WIDTH;
  *height = TOP + BOTTOM;
  for (size_t i = 0; i < plot->npanel; i++) {
    *height += legend(plot, &plot->panel[i], 0.0, NULL) + PANEL + (i > 0 ? GAP : 0.0);
  }
}

bool lw_plot_draw(const lw_plot* plot, lw_canvas* canvas)
{
  const size_t width = (size_t)(WIDTH - LEFT - RIGHT);
  double(*point)[2]  = malloc((2 * width + 2) * sizeof *point);
  double y           = TOP;
  if (!point) {
    return false;
  }
  for (size_t i = 0; i < plot->npanel; i++) {
    const lw_plot_panel* panel = &plot->panel[i];
    y += legend(plot, panel, y, canvas);
    const axes a = {.x      = LEFT,
                    .y      = y,
                    .width  = WIDTH - LEFT - RIGHT,
                    .height = PANEL,
                    .start  = lw_plot_value(plot, 0, 0),
                    .stop   = lw_plot_value(plot, plot->csv->nrow - 1, 0),
                    .low    = panel->low,
                    .high   = panel->high};
    draw_axes(canvas, &a, panel->title, i + 1 == plot->npanel);
    for (size_t k = 0; k < panel->n; k++) {
      drawing d = {.axes = &a, .canvas = canvas, .colour = colours[k]};
      lw_plot_trace(plot, panel->column[k], width, point, draw_line, &d);
    }
    y += PANEL + GAP;
  }
  free(point);
  return true;
}
