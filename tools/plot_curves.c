/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * plot_curves.c - the curves of a plot: columns of a result, in panels by unit.
 */
#include "plot_curves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot_axis.h"
#include "select.h"
#include "simulator.h"

/* Without a selection: a table of at most so many columns is drawn whole, and of a larger one
 * so many. */
enum { FEW = 8 };

/* ---- names and units ---------------------------------------------------------------------- */

/* What a variable is called, without its element and its indices: "r" of "crank.r[1]". */
static size_t quantity(const char* name, const char** begin)
{
  const char* dot = strrchr(name, '.');
  *begin          = dot ? dot + 1 : name;
  const size_t n  = strcspn(*begin, "[");
  return n > 0 ? n : strlen(*begin);
}

static void unit_by_name(const lw_units* self, const char* name, char* unit, size_t size)
{
  static const char* const units[][2] = {{"r", "m"},     {"quat", "1"},     {"v", "m/s"},
                                         {"w", "rad/s"}, {"a", "m/s2"},     {"z", "rad/s2"},
                                         {"force", "N"}, {"torque", "N.m"}, {"mass", "kg"}};
  const char*              word;
  const size_t             length = quantity(name, &word);
  const char*              found  = strncmp(name, "energy.", 7) ? "" : "J";
  (void)self;
  for (size_t i = 0; i < sizeof units / sizeof *units && word != name; i++) {
    if (length == strlen(units[i][0]) && !strncmp(word, units[i][0], length)) {
      found = units[i][1];
    }
  }
  (void)snprintf(unit, size, "%s", found);
}

const lw_units lw_units_by_name = {.find = unit_by_name};

/* ---- selection ---------------------------------------------------------------------------- */

/* The columns of a table as variables that can be selected. */
static bool find_column(const lw_simulator* self, const char* name, unsigned* variable)
{
  for (unsigned i = 0; i < self->count; i++) {
    if (!strcmp(self->name[i], name)) {
      *variable = i;
      return true;
    }
  }
  return false;
}

static const lw_simulator_class columns_class = {.find = find_column};

static lw_status select_columns(const lw_csv* csv, const char* patterns, unsigned** variable,
                                size_t* n, lw_diag* diag)
{
  const size_t count = csv->ncol - 1;
  lw_role*     role  = malloc((count + 1) * sizeof *role);
  if (!role) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  for (size_t i = 0; i < count; i++) role[i] = LW_ROLE_OUTPUT;
  const lw_simulator table  = {.class = &columns_class,
                               .count = (unsigned)count,
                               .name  = (const char* const*)csv->name + 1,
                               .role  = role};
  const lw_status    status = lw_select(&table, patterns, variable, n, diag);
  free(role);
  return status;
}

/* Without a selection: joint coordinates, where there are any in a large table. */
static void keep_few(const lw_csv* csv, unsigned variable[], size_t* n)
{
  size_t kept = 0;
  if (*n <= FEW) {
    return;
  }
  for (size_t i = 0; i < *n && kept < FEW; i++) {
    const char* word;
    if (quantity(csv->name[variable[i] + 1], &word) == 1 && *word == 'q') {
      variable[kept++] = variable[i];
    }
  }
  *n = kept > 0 ? kept : FEW;
}

/* ---- panels ------------------------------------------------------------------------------- */

/* The title of the axis of a column: its unit in brackets, else what it is called. */
static void add_title(const lw_csv* csv, size_t column, const lw_units* units, lw_plot_panel* panel)
{
  char unit[sizeof panel->title - 2];
  units->find(units, csv->name[column], unit, sizeof unit);
  const char*  word;
  const size_t length = quantity(csv->name[column], &word);
  const bool   known  = *unit && strcmp(unit, "1") != 0;
  (void)snprintf(panel->title, sizeof panel->title, known ? "[%.*s]" : "%.*s",
                 known ? (int)strlen(unit) : (int)length, known ? unit : word);
}

static void put_into_panel(lw_plot* plot, size_t column, const lw_units* units)
{
  lw_plot_panel* panel = NULL;
  lw_plot_panel  fresh = {.n = 0};
  add_title(plot->csv, column, units, &fresh);
  for (size_t i = 0; i < plot->npanel; i++) {
    lw_plot_panel* p = &plot->panel[i];
    panel            = p->n < LW_PLOT_PANEL_CURVES && !strcmp(p->title, fresh.title) ? p : panel;
  }
  if (!panel) {
    panel  = &plot->panel[plot->npanel++];
    *panel = fresh;
  }
  panel->column[panel->n++] = column;
}

static void set_range(const lw_plot* plot, lw_plot_panel* panel)
{
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < panel->n; i++) {
    for (size_t r = 0; r < plot->csv->nrow; r++) {
      const double v = lw_plot_value(plot, r, panel->column[i]);
      low            = isfinite(v) ? fmin(low, v) : low;
      high           = isfinite(v) ? fmax(high, v) : high;
    }
  }
  panel->low  = low <= high ? low : 0.0;
  panel->high = low <= high ? high : 0.0;
  lw_axis_widen(&panel->low, &panel->high);
}

lw_status lw_plot_create(const lw_csv* csv, const char* patterns, const lw_units* units,
                         lw_plot* plot, lw_diag* diag)
{
  unsigned* variable = NULL;
  size_t    n        = 0;
  *plot              = (lw_plot){.csv = csv};
  lw_status status   = select_columns(csv, patterns, &variable, &n, diag);
  if (status == LW_OK && !patterns) {
    keep_few(csv, variable, &n);
    plot->left_out = csv->ncol - 1 - n;
  }
  if (status == LW_OK && n > LW_PLOT_MOST_CURVES) {
    status = lw_diag_set(diag, LW_ERR_INPUT, 0,
                         "%zu variables are selected, and a plot shows at most %d", n,
                         LW_PLOT_MOST_CURVES);
  }
  if (status == LW_OK) {
    plot->panel = calloc(n + 1, sizeof *plot->panel);
    if (!plot->panel) {
      free(variable);
      return lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
    }
    for (size_t i = 0; i < n; i++) put_into_panel(plot, variable[i] + 1, units);
    for (size_t i = 0; i < plot->npanel; i++) set_range(plot, &plot->panel[i]);
  }
  plot->ncurve = n;
  free(variable);
  return status;
}

void lw_plot_free(lw_plot* plot)
{
  free(plot->panel);
  plot->panel = NULL;
}

/* ---- curves ------------------------------------------------------------------------------- */

double lw_plot_value(const lw_plot* plot, size_t row, size_t column)
{
  return plot->csv->value[row * plot->csv->ncol + column];
}

/* The point of the picture that a row belongs to. */
static double point_of(const lw_plot* plot, size_t row, size_t width)
{
  const double start = lw_plot_value(plot, 0, 0);
  const double range = lw_plot_value(plot, plot->csv->nrow - 1, 0) - start;
  return range > 0.0 ? floor((lw_plot_value(plot, row, 0) - start) / range * (double)width) : 0.0;
}

/* The rows from `first` on that belong to the same point of the picture: the one behind them, and
 * those with the smallest and the largest value. */
static size_t group(const lw_plot* plot, size_t column, size_t first, size_t width, size_t row[2])
{
  const double own = point_of(plot, first, width);
  size_t       end = first + 1;
  row[0] = row[1] = first;
  for (; end < plot->csv->nrow && point_of(plot, end, width) == own; end++) {
    const double v = lw_plot_value(plot, end, column);
    if (!isfinite(v)) {
      break;
    }
    row[0] = v < lw_plot_value(plot, row[0], column) ? end : row[0];
    row[1] = v > lw_plot_value(plot, row[1], column) ? end : row[1];
  }
  return end;
}

void lw_plot_trace(const lw_plot* plot, size_t column, size_t width, double (*point)[2],
                   lw_plot_line* line, void* user)
{
  const size_t nrow  = plot->csv->nrow;
  const bool   dense = nrow > 2 * width;
  size_t       n     = 0;
  for (size_t r = 0; r < nrow;) {
    if (!isfinite(lw_plot_value(plot, r, column))) {
      if (n > 0) {
        line(user, n, point);
      }
      n = 0;
      r++;
      continue;
    }
    size_t       row[2] = {r, r};
    const size_t end    = dense ? group(plot, column, r, width, row) : r + 1;
    const size_t early = row[0] < row[1] ? row[0] : row[1], late = row[0] + row[1] - early;
    for (int k = 0; k < (early == late ? 1 : 2); k++) {
      const size_t at = k == 0 ? early : late;
      point[n][0]     = lw_plot_value(plot, at, 0);
      point[n][1]     = lw_plot_value(plot, at, column);
      n++;
    }
    r = end;
  }
  if (n > 0) {
    line(user, n, point);
  }
}
