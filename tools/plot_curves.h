/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * plot_curves.h - the curves of a plot: columns of a result, in panels by unit.
 */
#ifndef LW_PLOT_CURVES_H
#define LW_PLOT_CURVES_H

#include <stdbool.h>
#include <stddef.h>

#include "csv.h"
#include <linkwork/diag.h>

enum {
  LW_PLOT_PANEL_CURVES = 8, /* in one panel: there are as many colours                   */
  LW_PLOT_MOST_CURVES  = 64 /* more cannot be told apart, and do not fit on a page        */
};

/* Writes the unit of a variable, "" if it is not known. */
typedef struct lw_units {
  void (*find)(const struct lw_units* self, const char* name, char* unit, size_t size);
  const void* data;
} lw_units;

/* Units of the names that results of Linkwork have: "crank.r[1]" is in m. That of a joint
 * coordinate is not known by its name. */
extern const lw_units lw_units_by_name;

/* Curves that share an axis. */
typedef struct lw_plot_panel {
  char   title[64];                    /* of the axis: "[m]", or, without a unit, "q" */
  size_t column[LW_PLOT_PANEL_CURVES]; /* of the table (n)                                    */
  size_t n;
  double low, high; /* range of the axis */
} lw_plot_panel;

typedef struct lw_plot {
  const lw_csv*  csv;
  lw_plot_panel* panel; /* (npanel) */
  size_t         npanel;
  size_t         ncurve, left_out; /* columns that are drawn, and that are not */
} lw_plot;

/* Take the columns that a list of patterns selects; without one all of a small table, else the
 * joint coordinates, else the first columns.
 *   Allocates   plot->panel, for lw_plot_free()
 *   Returns     LW_OK; LW_ERR_INPUT: a pattern matches nothing, or the curves are too many;
 *               LW_ERR_MEMORY
 *   Nullable    patterns */
lw_status lw_plot_create(const lw_csv* csv, const char* patterns, const lw_units* units,
                         lw_plot* plot, lw_diag* diag);
void      lw_plot_free(lw_plot* plot);

/* A number of the table. */
double lw_plot_value(const lw_plot* plot, size_t row, size_t column);

/* Reduce a curve for a picture that is `width` points wide: where many rows fall between two points
 * only the smallest and the largest of them matter. Calls `line` with each piece that has no gap
 * (numbers that are not finite), in units of the table: time, value; it may change the points.
 *   Needs       room for 2 width + 2 points
 *   Changes     point */
typedef void lw_plot_line(void* user, size_t n, double (*point)[2]);
void         lw_plot_trace(const lw_plot* plot, size_t column, size_t width, double (*point)[2],
                           lw_plot_line* line, void* user);

#endif
