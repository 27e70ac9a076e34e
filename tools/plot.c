/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * plot.c - linkwork plot: curves of a result.
 */
#define _GNU_SOURCE /* ioctl, isatty */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "archive/zip_read.h"
#include "command.h"
#include "csv.h"
#include "fmu_file/read_description.h"
#include "options.h"
#include "origin.h"
#include "output_file.h"
#include "plot_curves.h"
#include "plot_write.h"
#include "report.h"
#include <linkwork/variables.h>

static const char HELP[] =
    "usage: linkwork plot RESULT.csv [options]\n"
    "\n"
    "Draws curves of a result over time: in the terminal, or as a picture. Variables of one unit\n"
    "share a panel.\n"
    "\n"
    "  --select NAMES           variables to draw, separated by commas; \"crank.r*\" selects by a\n"
    "                           pattern, \"crank.r\" a whole vector; default: all if they are "
    "few,\n"
    "                           else the joint coordinates\n"
    "  --of FILE                the mechanism, robot or FMU of the result, which knows the units\n"
    "  --ascii                  in the terminal: without Braille patterns, also where the locale\n"
    "                           has them\n"
    "  -o PLOT.svg|PLOT.png     picture; default: the terminal\n" //
    LW_ORIGIN_HELP "\n"
    "example:\n"
    "  linkwork plot four_bar.csv --select 'J1.q,energy.*' -o four_bar.svg\n";

typedef struct options {
  const char* file;
  const char* select;
  const char* of;
  const char* output;
  const char* ascii; /* its name if it is given, else NULL */
  lw_origin   origin;
} options;

/* What knows the units; NULL where it is not there. */
typedef struct source {
  lw_model*          model;
  lw_variables*      variables;
  lw_fmu_description fmu;
} source;

/* ---- units -------------------------------------------------------------------------------- */

/* Units of a mechanism or of an FMU, else those that names tell. */
static void find_unit(const lw_units* self, const char* name, char* unit, size_t size)
{
  const source* s = self->data;
  unsigned      reference;
  *unit = '\0';
  if (s->variables && lw_variables_find(s->variables, name, &reference)) {
    (void)lw_variables_unit_name(s->variables, reference, unit, size);
    return;
  }
  for (size_t i = 0; i < s->fmu.count; i++) {
    /* FMI 3.0 has arrays: "crank.r" for "crank.r[1]" */
    const lw_fmu_variable* v = &s->fmu.variable[i];
    const size_t           n = strlen(v->name);
    if (!strncmp(v->name, name, n) && (name[n] == '\0' || name[n] == '[')) {
      (void)snprintf(unit, size, "%s", v->unit);
      return;
    }
  }
  lw_units_by_name.find(&lw_units_by_name, name, unit, size);
}

static lw_status read_fmu(const char* path, lw_fmu_description* fmu, lw_diag* diag)
{
  lw_archive* archive = NULL;
  lw_text     text    = {0};
  lw_status   status  = lw_archive_open(path, &archive, diag);
  if (status == LW_OK) {
    status = lw_archive_read(archive, "modelDescription.xml", &text, diag);
  }
  if (status == LW_OK) {
    status = lw_fmu_description_read(text.data, text.size, fmu, diag);
  }
  lw_text_free(&text);
  lw_archive_close(archive);
  return status;
}

static bool is_archive(const char* path)
{
  char  begin[2] = "";
  FILE* file     = fopen(path, "rb");
  if (file) {
    (void)fread(begin, 1, sizeof begin, file);
    (void)fclose(file);
  }
  return !memcmp(begin, "PK", 2);
}

static int read_source(options* o, source* s)
{
  lw_diag   diag   = {0};
  lw_status status = LW_OK;
  if (!o->of || is_archive(o->of)) {
    status = lw_origin_refuse_options(&o->origin, &diag);
    if (status == LW_OK && o->of) {
      status = read_fmu(o->of, &s->fmu, &diag);
    }
  } else {
    o->origin.quiet = true;
    status          = lw_origin_read(o->of, &o->origin, &s->model, &diag);
    if (status == LW_OK) {
      status = lw_variables_create(s->model, &diag, &s->variables);
    }
  }
  return status == LW_OK ? LW_EXIT_OK
                         : lw_origin_report(o->of ? o->of : o->file, &o->origin, status, &diag);
}

/* ---- output ------------------------------------------------------------------------------- */

static bool ends_with(const char* text, const char* suffix)
{
  const size_t n = strlen(text), m = strlen(suffix);
  return n > m && !strcasecmp(text + n - m, suffix);
}

static bool locale_is_utf8(void)
{
  static const char* const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char* value = getenv(names[i]);
    if (value && *value) {
      return ends_with(value, "utf-8") || ends_with(value, "utf8");
    }
  }
  return false;
}

/* The terminal that standard output is, or one of 80 x 24 where it is none. Panels share its
 * height, as far as they remain readable. */
static lw_plot_terminal find_terminal(const options* o, size_t npanel)
{
  struct winsize size = {.ws_col = 80, .ws_row = 24};
  const bool     tty  = isatty(STDOUT_FILENO) == 1;
  if (tty && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) {
    size = (struct winsize){.ws_col = 80, .ws_row = 24};
  }
  const int width  = size.ws_col < 40 ? 40 : size.ws_col > 200 ? 200 : size.ws_col;
  const int panels = npanel > 0 ? (int)npanel : 1;
  const int height = (size.ws_row - 4) / panels - 1;
  return (lw_plot_terminal){.width   = width,
                            .height  = height < 8    ? 8
                                       : height > 24 ? 24
                                                     : height,
                            .ascii   = o->ascii || !locale_is_utf8(),
                            .colours = tty && !getenv("NO_COLOR")};
}

static lw_status write_picture(const lw_plot* plot, bool png, FILE* file)
{
  double width, height;
  lw_plot_page(plot, &width, &height);
  lw_canvas* canvas = png ? lw_canvas_png(width, height) : lw_canvas_svg(width, height);
  if (!canvas) {
    return LW_ERR_MEMORY;
  }
  const bool drawn = lw_plot_draw(plot, canvas);
  /* a full disk is detected when the file is committed */
  (void)lw_canvas_finish(canvas, drawn ? file : NULL);
  return drawn ? LW_OK : LW_ERR_MEMORY;
}

static int write_plot(const options* o, const lw_plot* plot)
{
  lw_diag diag = {0};
  if (!o->output) {
    const lw_plot_terminal terminal = find_terminal(o, plot->npanel);
    return lw_plot_write_text(plot, &terminal, stdout)
               ? LW_EXIT_OK
               : lw_report(o->file, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  lw_output_file file   = {0};
  lw_status      status = lw_output_file_open(o->output, &file, &diag);
  if (status == LW_OK) {
    status = write_picture(plot, ends_with(o->output, ".png"), file.stream);
  }
  if (status == LW_OK) {
    status = lw_output_file_commit(&file, &diag);
  }
  lw_output_file_discard(&file);
  return status == LW_OK ? LW_EXIT_OK : lw_report_diag(o->output, status, &diag);
}

/* ---- the command -------------------------------------------------------------------------- */

static int draw(options* o, const lw_csv* csv, source* s)
{
  lw_diag        diag  = {0};
  lw_plot        plot  = {0};
  const lw_units units = {.find = find_unit, .data = s};
  if (csv->nrow == 0 || csv->ncol < 2) {
    return lw_report(o->file, 0, "the result has no %s", csv->nrow == 0 ? "rows" : "variables");
  }
  int code = read_source(o, s);
  if (code != LW_EXIT_OK) {
    return code;
  }
  const lw_status status = lw_plot_create(csv, o->select, &units, &plot, &diag);
  code = status == LW_OK ? write_plot(o, &plot) : lw_report_diag(o->file, status, &diag);
  if (code == LW_EXIT_OK && plot.left_out > 0) {
    (void)lw_report(o->file, 0,
                    "note: %zu of %zu variables are drawn; --select NAMES chooses others",
                    plot.ncurve, plot.ncurve + plot.left_out);
  }
  lw_plot_free(&plot);
  return code;
}

static int execute(int argc, char** argv)
{
  static const char name[] = "plot";
  enum { OWN = 4 };
  options   o                              = {0};
  lw_option known[OWN + LW_ORIGIN_OPTIONS] = {{"--select", "NAMES", &o.select, NULL},
                                              {"--of", "FILE", &o.of, NULL},
                                              {"--ascii", NULL, &o.ascii, NULL},
                                              {"-o", "PLOT.svg or PLOT.png", &o.output, NULL}};
  int       code;
  if (lw_origin_begin(&o.origin, argc, known + OWN)) {
    code = lw_options_read(name, argc, argv, OWN + LW_ORIGIN_OPTIONS, known, "RESULT.csv", &o.file);
  } else {
    code = lw_report(name, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  if (code == LW_EXIT_OK) {
    code = lw_origin_settle(name, &o.origin);
  }
  if (code == LW_EXIT_OK && o.output && !ends_with(o.output, ".svg") &&
      !ends_with(o.output, ".png")) {
    code = lw_report_misuse(name, "-o must name a file with the ending .svg or .png, found \"%s\"",
                            o.output);
  }
  if (code == LW_EXIT_OK) {
    lw_diag   diag   = {0};
    lw_csv    csv    = {0};
    source    s      = {0};
    lw_status status = lw_csv_read(o.file, &csv, &diag);
    code             = status == LW_OK ? draw(&o, &csv, &s) : lw_report_diag(o.file, status, &diag);
    lw_csv_free(&csv);
    lw_fmu_description_free(&s.fmu);
    lw_variables_destroy(s.variables);
    lw_model_destroy(s.model);
  }
  lw_origin_end(&o.origin);
  return code;
}

const lw_command lw_command_plot = {
    .name = "plot", .summary = "draw curves of a result", .help = HELP, .run = execute};
