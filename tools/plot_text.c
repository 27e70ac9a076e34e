/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * plot_text.c - a plot on a terminal.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dots.h"
#include "plot_axis.h"
#include "plot_write.h"
#include "stroke_font.h"

enum {
  LABEL       = 10, /* characters left of the axis                         */
  MARK_EVERY  = 18, /* characters between two letters on a curve           */
  TIME_EVERY  = 12, /* characters for a time below the axis                */
  VALUE_EVERY = 3   /* lines for a value beside the axis                   */
};

/* Escape sequences of terminals: colours that differ on a light and on a dark background. */
static const char* const colours[LW_PLOT_PANEL_CURVES] = {
    "\033[34m", "\033[31m", "\033[32m", "\033[35m", "\033[36m", "\033[33m", "\033[94m", "\033[91m"};

/* A panel on the way to the terminal: curves as dots, and their letters. */
typedef struct sheet {
  const lw_plot*          plot;
  const lw_plot_panel*    panel;
  const lw_plot_terminal* terminal;
  int                     width, height; /* of the area inside the axes, in characters */
  lw_dots                 curve[LW_PLOT_PANEL_CURVES];
  char*                   letter; /* or 0 (height x width) */
  size_t                  now;    /* the curve that is drawn */
} sheet;

static double start_of(const lw_plot* plot)
{
  return lw_plot_value(plot, 0, 0);
}

static double stop_of(const lw_plot* plot)
{
  return lw_plot_value(plot, plot->csv->nrow - 1, 0);
}

/* ---- curves ------------------------------------------------------------------------------- */

/* A point of a curve in dots. Its range is widened: values are never on the edge. */
static void to_dots(const sheet* s, const double point[2], double dot[2])
{
  const double start = start_of(s->plot), stop = stop_of(s->plot);
  const double part = stop > start ? (point[0] - start) / (stop - start) : 0.0;
  dot[0]            = part * (2.0 * s->width - 1.0) + 0.5;
  dot[1] = (s->panel->high - point[1]) / (s->panel->high - s->panel->low) * 4.0 * s->height;
}

static void draw_line(void* user, size_t n, double (*point)[2])
{
  sheet* s = user;
  double last[2];
  to_dots(s, point[0], last);
  for (size_t i = 0; i < n; i++) {
    double now[2];
    to_dots(s, point[i], now);
    lw_dots_line(&s->curve[s->now], last, now);
    memcpy(last, now, sizeof last);
  }
}

/* Put the letter of a curve where it is alone in a column of characters, from time to time. */
static void mark(sheet* s, size_t curve)
{
  const int offset = 2 + (int)curve * MARK_EVERY / LW_PLOT_PANEL_CURVES;
  for (int column = offset; column < s->width; column += MARK_EVERY) {
    int line = 0;
    while (line < s->height && !lw_dots_pattern(&s->curve[curve], column, line)) line++;
    if (line < s->height) {
      s->letter[line * s->width + column] = (char)('a' + curve);
    }
  }
}

/* ---- lines of text ------------------------------------------------------------------------ */

static void write_legend(const sheet* s, FILE* file)
{
  int at = LABEL + 1;
  fprintf(file, "%*s", at, "");
  for (size_t i = 0; i < s->panel->n; i++) {
    const char* name = s->plot->csv->name[s->panel->column[i]];
    const int   wide = (int)lw_stroke_count(name) + 5;
    if (i > 0 && at + wide > s->terminal->width) {
      fprintf(file, "\n%*s", LABEL + 1, "");
      at = LABEL + 1;
    }
    at += wide;
    if (s->terminal->colours) {
      fputs(colours[i], file);
    }
    if (s->panel->n > 1) {
      fprintf(file, "%c ", (char)('a' + i));
    }
    fputs(name, file);
    fputs(s->terminal->colours ? "\033[0m   " : "   ", file);
  }
  fprintf(file, "%s\n", s->panel->title);
}

/* The value that belongs to the middle of a line of characters, if a tick is nearest to it. */
static void write_label(const sheet* s, const lw_ticks* ticks, int line, FILE* file)
{
  const lw_plot_panel* p        = s->panel;
  char                 text[32] = "";
  for (int i = 0; i < ticks->n; i++) {
    const double v  = lw_axis_tick(ticks, i);
    const double at = (p->high - v) / (p->high - p->low) * s->height;
    if ((int)floor(at) == line) {
      (void)lw_axis_text(v, ticks->step, text, sizeof text);
    }
  }
  const char* axis = s->terminal->ascii ? (*text ? "+" : "|")
                     : *text            ? "\xe2\x94\xa4"
                                        : "\xe2\x94\x82";
  fprintf(file, "%*s%s", LABEL, text, axis);
}

static void write_line(const sheet* s, int line, FILE* file)
{
  for (int column = 0; column < s->width; column++) {
    unsigned pattern = 0;
    size_t   owner   = 0;
    for (size_t i = 0; i < s->panel->n; i++) {
      const unsigned own = lw_dots_pattern(&s->curve[i], column, line);
      owner              = own ? i : owner;
      pattern |= own;
    }
    const char letter = s->letter[line * s->width + column];
    owner             = letter ? (size_t)(letter - 'a') : owner;
    const bool colour = s->terminal->colours && pattern;
    if (colour) {
      fputs(colours[owner], file);
    }
    if (letter) {
      fputc(letter, file);
    } else if (pattern) {
      lw_dots_write(pattern, s->terminal->ascii, file);
    } else {
      fputc(' ', file);
    }
    if (colour) {
      fputs("\033[0m", file);
    }
  }
  fputc('\n', file);
}

/* The axis below the last panel, with times. */
static void write_times(const sheet* s, FILE* file)
{
  const double   start = start_of(s->plot), stop = stop_of(s->plot);
  const lw_ticks ticks = lw_axis_ticks(start, stop, (double)s->width / TIME_EVERY);
  const char*    ascii = s->terminal->ascii ? "+-+" : NULL;
  fprintf(file, "%*s%s", LABEL, "", ascii ? "+" : "\xe2\x94\x94");
  int next = 0;
  for (int column = 0; column < s->width; column++) {
    const double t  = next < ticks.n ? lw_axis_tick(&ticks, next) : 2.0 * stop;
    const double at = stop > start ? (t - start) / (stop - start) * (s->width - 1.0) : 0.0;
    const bool   is = next < ticks.n && (int)floor(at + 0.5) == column;
    next += is;
    fputs(is ? (ascii ? "+" : "\xe2\x94\xac") : (ascii ? "-" : "\xe2\x94\x80"), file);
  }
  fprintf(file, "\n%*s", LABEL + 1, "");
  int written = 0;
  for (int i = 0; i < ticks.n; i++) {
    char         text[32];
    const double t      = lw_axis_tick(&ticks, i);
    const double at     = stop > start ? (t - start) / (stop - start) * (s->width - 1.0) : 0.0;
    const int    length = lw_axis_text(t, ticks.step, text, sizeof text);
    const int    begin  = (int)floor(at + 0.5) - length / 2;
    if (begin > written || (i == 0 && begin >= written - length / 2)) {
      written += fprintf(file, "%*s%s", begin > written ? begin - written : 0, "", text);
    }
  }
  fputs(" time [s]\n", file);
}

/* ---- all ---------------------------------------------------------------------------------- */

static bool write_panel(sheet* s, bool last, double (*point)[2], FILE* file)
{
  bool ok = true;
  for (s->now = 0; s->now < s->panel->n && ok; s->now++) {
    ok = lw_dots_create(&s->curve[s->now], 2 * s->width, 4 * s->height);
    if (ok) {
      lw_plot_trace(s->plot, s->panel->column[s->now], 2 * (size_t)s->width, point, draw_line, s);
    }
  }
  if (ok) {
    memset(s->letter, 0, (size_t)s->height * (size_t)s->width);
    for (size_t i = 0; i < s->panel->n && s->panel->n > 1; i++) mark(s, i);
    const lw_ticks ticks =
        lw_axis_ticks(s->panel->low, s->panel->high, (double)s->height / VALUE_EVERY);
    write_legend(s, file);
    for (int line = 0; line < s->height; line++) {
      write_label(s, &ticks, line, file);
      write_line(s, line, file);
    }
    if (last) {
      write_times(s, file);
    }
  }
  for (size_t i = 0; i < s->panel->n; i++) lw_dots_free(&s->curve[i]);
  return ok;
}

bool lw_plot_write_text(const lw_plot* plot, const lw_plot_terminal* terminal, FILE* file)
{
  sheet s           = {.plot     = plot,
                       .terminal = terminal,
                       .width    = terminal->width - LABEL - 1,
                       .height   = terminal->height};
  double(*point)[2] = malloc((4 * (size_t)s.width + 2) * sizeof *point);
  s.letter          = malloc((size_t)s.width * (size_t)s.height);
  bool ok           = point && s.letter;
  for (size_t i = 0; i < plot->npanel && ok; i++) {
    s.panel = &plot->panel[i];
    memset(s.curve, 0, sizeof s.curve);
    ok = write_panel(&s, i + 1 == plot->npanel, point, file);
  }
  free(point);
  free(s.letter);
  return ok && !ferror(file);
}
