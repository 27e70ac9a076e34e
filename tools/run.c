/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run.c - linkwork run: simulates and writes a CSV file.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "drive.h"
#include "options.h"
#include "origin.h"
#include "output_file.h"
#include "progress.h"
#include "report.h"
#include "select.h"
#include "simulator.h"
#include <linkwork/text.h>

static const char HELP[] =
    "usage: linkwork run FILE.xml|ROBOT.urdf|FILE.fmu [options]\n"
    "\n"
    "Simulates a mechanism, a robot, or a co-simulation FMU (FMI 2.0) of any tool, and writes a\n"
    "CSV file: the heading \"time,NAME,...\", then one row per communication point. The first row\n"
    "is the state at the start. The last step is shortened if necessary, to end exactly at T.\n"
    "\n"
    "  --stop T          time at its end [s]; default: that of the file's experiment\n"
    "  --start T0        time at its start [s]; default: that of the file's experiment\n"
    "  --step H          communication step [s]; default: that of the file's experiment\n"
    "  --tolerance A     largest relative error of a step; default: that of the file\n"
    "  --input IN.csv    inputs over time, heading \"time,NAME,...\"; linear between rows, but "
    "whole\n"
    "                    numbers keep the value of the last row\n"
    "  --set NAME=VALUE  start value of a parameter or an input; may be repeated\n"
    "  --select NAMES    variables to write, separated by commas; '*' matches any text, and the\n"
    "                    name of a vector selects all its components; default: all results\n"
    "  -o OUT.csv        output file; default: standard output\n" LW_ORIGIN_HELP "\n"
    "example:\n"
    "  linkwork run fourbar.xml --stop 5 --set motor=2 --select 'crank.*' -o crank.csv\n";

typedef struct options {
  const char*  file;
  const char*  stop_text;
  const char*  start_text;
  const char*  step_text;
  const char*  tolerance_text;
  const char*  input;
  const char*  select;
  const char*  output;
  const char** set;   /* "NAME=VALUE" (nset)   */
  double*      value; /* the values   (nset)   */
  int          nset;
  double       start, stop, step; /* [s]; NAN: not given */
  double       tolerance;         /* NAN: not given      */
  lw_origin    origin;
} options;

/* A simulation in progress. */
typedef struct run {
  lw_simulator*  simulator;
  lw_drive       drive;
  unsigned*      column; /* variables of the columns behind the time (ncolumn) */
  double*        row;    /* their values                             (ncolumn) */
  size_t         ncolumn;
  double         start, stop, step; /* [s] */
  double         tolerance;         /* NAN: the file's */
  lw_output_file file;
  lw_text        text;    /* what is not yet in the file */
  bool           started; /* the mechanism is assembled  */
} run;

/* ---- command line ------------------------------------------------------------------------ */

/* Read the values of --set; their names are looked up when the file is open. */
static int read_values(const options* o)
{
  for (int i = 0; i < o->nset; i++) {
    const char* equals = strrchr(o->set[i], '=');
    if (!equals || equals == o->set[i]) {
      return lw_report_misuse("run", "--set needs NAME=VALUE, found \"%s\"", o->set[i]);
    }
    const int code = lw_options_number("run", "--set", equals + 1, &o->value[i]);
    if (code != LW_EXIT_OK) {
      return code;
    }
  }
  return LW_EXIT_OK;
}

static int read_options(int argc, char** argv, options* o)
{
  static const char name[] = "run";
  enum { OWN = 8 };
  lw_option known[OWN + LW_ORIGIN_OPTIONS] = {
      {"--stop", "T", &o->stop_text, NULL},    {"--start", "T0", &o->start_text, NULL},
      {"--step", "H", &o->step_text, NULL},    {"--tolerance", "A", &o->tolerance_text, NULL},
      {"--input", "IN.csv", &o->input, NULL},  {"--set", "NAME=VALUE", o->set, &o->nset},
      {"--select", "NAMES", &o->select, NULL}, {"-o", "OUT.csv", &o->output, NULL},
  };
  int code = lw_origin_begin(&o->origin, argc, known + OWN)
                 ? lw_options_read(name, argc, argv, OWN + LW_ORIGIN_OPTIONS, known,
                                   "FILE.xml, ROBOT.urdf or FILE.fmu", &o->file)
                 : lw_report("linkwork", 0, "%s", lw_status_text(LW_ERR_MEMORY));
  if (code == LW_EXIT_OK) {
    code = lw_origin_settle(name, &o->origin);
  }
  if (code == LW_EXIT_OK) {
    code = lw_options_number(name, "--stop", o->stop_text, &o->stop);
  }
  if (code == LW_EXIT_OK) {
    code = lw_options_number(name, "--start", o->start_text, &o->start);
  }
  if (code == LW_EXIT_OK) {
    code = lw_options_number(name, "--step", o->step_text, &o->step);
  }
  if (code == LW_EXIT_OK) {
    code = lw_options_number(name, "--tolerance", o->tolerance_text, &o->tolerance);
  }
  if (code != LW_EXIT_OK) {
    return code;
  }
  if (o->step_text && !(o->step > 0.0)) {
    return lw_report_misuse(name, "--step must be greater than zero, found %s", o->step_text);
  }
  if (o->tolerance_text && !(o->tolerance > 0.0 && o->tolerance < 1.0)) {
    return lw_report_misuse(name, "--tolerance must be between 0 and 1, found %s",
                            o->tolerance_text);
  }
  return read_values(o);
}

/* Number of steps from start to stop; the last one is shortened. A last step below 1e-9 of a step
 * is rounding and does not count. */
static double count_steps(double start, double stop, double step)
{
  return ceil((stop - start) / step * (1.0 - 1e-9));
}

/* Times without an option come from the experiment of the file. */
static int settle_times(const options* o, run* r)
{
  r->start     = o->start_text ? o->start : r->simulator->start;
  r->step      = o->step_text ? o->step : r->simulator->step;
  r->stop      = o->stop_text ? o->stop : r->simulator->stop;
  r->tolerance = o->tolerance;
  if (isnan(r->stop)) {
    return lw_report_misuse("run", "--stop T is missing, and the file has no experiment");
  }
  if (isnan(r->step)) {
    /* an FMU may have no default step; 500 steps is what most importers take */
    r->step = r->stop > r->start ? (r->stop - r->start) / 500.0 : 1.0;
  }
  if (!(r->stop >= r->start)) {
    return lw_report_misuse("run", "--stop %g lies before the start at %g", r->stop, r->start);
  }
  /* beyond 2^53 steps a double cannot count them */
  if (!(count_steps(r->start, r->stop, r->step) < 9007199254740992.0)) {
    return lw_report_misuse("run", "--step %g is too small to reach --stop %g", r->step, r->stop);
  }
  const double last = fabs(remainder(r->stop - r->start, r->step));
  if (r->simulator->equal_steps && last > 1e-9 * (r->stop - r->start)) {
    return lw_report_misuse("run",
                            "this FMU needs equal steps, and --step %g does not divide the time "
                            "from %g to %g",
                            r->step, r->start, r->stop);
  }
  return LW_EXIT_OK;
}

/* ---- preparation ------------------------------------------------------------------------- */

/* Insert a value to set: variables are ascending, and the last value of a variable counts. */
static size_t insert(size_t n, unsigned* variable, double* value, unsigned new_variable,
                     double new_value)
{
  size_t at = n;
  while (at > 0 && variable[at - 1] > new_variable) at--;
  if (at > 0 && variable[at - 1] == new_variable) {
    value[at - 1] = new_value;
    return n;
  }
  memmove(variable + at + 1, variable + at, (n - at) * sizeof *variable);
  memmove(value + at + 1, value + at, (n - at) * sizeof *value);
  variable[at] = new_variable;
  value[at]    = new_value;
  return n + 1;
}

/* The variable of one NAME=VALUE. */
static lw_status find_setting(const lw_simulator* simulator, const char* setting, char* name,
                              unsigned* variable, lw_diag* diag)
{
  const size_t length = (size_t)(strrchr(setting, '=') - setting);
  memcpy(name, setting, length);
  name[length]           = '\0';
  const lw_status status = lw_select_one(simulator, name, variable, diag);
  if (status != LW_OK) {
    return status;
  }
  const lw_role role = simulator->role[*variable];
  if (role != LW_ROLE_INPUT && role != LW_ROLE_PARAMETER) {
    return lw_diag_set(diag, LW_ERR_INPUT, 0, "\"%s\" cannot be set: it is %s", name,
                       role == LW_ROLE_OUTPUT ? "an output" : "local or calculated");
  }
  return LW_OK;
}

/* Set all values at once, so that a vector is checked as a whole. */
static lw_status apply_settings(const options* o, lw_simulator* simulator, lw_diag* diag)
{
  size_t longest = 0;
  for (int i = 0; i < o->nset; i++) {
    const size_t length = strlen(o->set[i]);
    longest             = length > longest ? length : longest;
  }
  const size_t room     = (size_t)o->nset + 1;
  unsigned*    variable = malloc(room * sizeof *variable);
  double*      value    = malloc(room * sizeof *value);
  char*        name     = malloc(longest + 1);
  lw_status    status   = variable && value && name ? LW_OK : LW_ERR_MEMORY;

  size_t n = 0;
  for (int i = 0; i < o->nset && status == LW_OK; i++) {
    unsigned new_variable = 0;
    status                = find_setting(simulator, o->set[i], name, &new_variable, diag);
    if (status == LW_OK) {
      n = insert(n, variable, value, new_variable, o->value[i]);
    }
  }
  if (status == LW_OK) {
    status = simulator->class->set(simulator, n, variable, value, diag);
  }
  free(variable);
  free(value);
  free(name);
  return status;
}

/* Prepare everything up to the first row. Errors are reported. */
static int prepare(options* o, run* r)
{
  lw_diag   diag   = {0};
  lw_status status = lw_simulator_open(o->file, &o->origin, &r->simulator, &diag);
  if (status != LW_OK) {
    return lw_origin_report(o->file, &o->origin, status, &diag);
  }
  const int code = settle_times(o, r);
  if (code != LW_EXIT_OK) {
    return code;
  }
  status = apply_settings(o, r->simulator, &diag);
  if (status != LW_OK) {
    return lw_report(o->file, 0, "--set: %s", *diag.text ? diag.text : lw_status_text(status));
  }
  status = lw_select(r->simulator, o->select, &r->column, &r->ncolumn, &diag);
  if (status != LW_OK) {
    return lw_report(o->file, 0, "--select: %s", diag.text);
  }
  r->row = malloc((r->ncolumn + 1) * sizeof *r->row);
  if (!r->row) {
    return lw_report(o->file, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  if (o->input) {
    status = lw_drive_open(o->input, r->simulator, &r->drive, &diag);
    if (status != LW_OK) {
      return lw_report_diag(o->input, status, &diag);
    }
  }
  status = lw_output_file_open(o->output, &r->file, &diag);
  return status == LW_OK ? LW_EXIT_OK : lw_report_diag(o->output, status, &diag);
}

/* ---- simulation -------------------------------------------------------------------------- */

/* Write the text to the file. A full disk is detected when the file is committed. */
static void flush(run* r)
{
  if (r->text.size > 0) {
    (void)fwrite(r->text.data, 1, r->text.size, r->file.stream);
    r->text.size = 0;
  }
}

static void write_heading(run* r)
{
  lw_text_add(&r->text, "time");
  for (size_t i = 0; i < r->ncolumn; i++) {
    lw_text_add_char(&r->text, ',');
    lw_text_add(&r->text, r->simulator->name[r->column[i]]);
  }
  lw_text_add_char(&r->text, '\n');
}

static lw_status write_row(run* r, double t, lw_diag* diag)
{
  const lw_status status =
      r->simulator->class->get(r->simulator, r->ncolumn, r->column, r->row, diag);
  if (status != LW_OK) {
    return status;
  }
  lw_text_add_number(&r->text, t);
  for (size_t i = 0; i < r->ncolumn; i++) {
    lw_text_add_char(&r->text, ',');
    lw_text_add_number(&r->text, r->row[i]);
  }
  lw_text_add_char(&r->text, '\n');
  if (r->text.failed) {
    return LW_ERR_MEMORY;
  }
  /* with pieces of this size the cost of writing is negligible */
  if (r->text.size > 65536) {
    flush(r);
  }
  return LW_OK;
}

/* The FMU has requested the end of the simulation: the last row is that of the
 * time that it reached. */
static lw_status end_early(run* r, double t, lw_diag* diag)
{
  const double reached = r->simulator->class->time(r->simulator);
  *diag                = (lw_diag){0};
  return reached > t ? write_row(r, reached, diag) : LW_OK;
}

/* Simulate from the assembled state to the end. */
static lw_status simulate(run* r, lw_progress* progress, lw_diag* diag)
{
  lw_simulator* s = r->simulator;
  const double  n = count_steps(r->start, r->stop, r->step);

  double    t      = r->start;
  double    t_next = n > 1 ? r->start + r->step : r->stop;
  lw_status status = lw_drive_apply(&r->drive, s, t, t_next, diag);
  if (status == LW_OK) {
    const lw_simulation simulation = {r->start, r->stop, r->tolerance};
    status                         = s->class->initialize(s, &simulation, diag);
  }
  if (status == LW_OK) {
    r->started = true;
    write_heading(r);
    status = write_row(r, t, diag);
  }

  for (double k = 1; k <= n && status == LW_OK; k++) {
    /* equal steps have exactly the same length; only a last step that is really shorter differs */
    const double last = r->stop - t;
    const bool   cut  = k == n && fabs(last - r->step) > 1e-9 * r->step;
    status            = s->class->step(s, t, cut ? last : r->step, diag);
    if (status != LW_OK) {
      status = s->ended ? end_early(r, t, diag) : status;
      break;
    }
    t      = t_next;
    t_next = k + 1 < n ? r->start + (k + 1) * r->step : r->stop;
    status = s->answers ? LW_OK : write_row(r, t, diag);
    if (status == LW_OK) {
      status = lw_drive_apply(&r->drive, s, t, t_next, diag);
    }
    if (status == LW_OK && s->answers) {
      status = write_row(r, t, diag);
    }
    lw_progress_update(progress, t, r->start, r->stop);
  }
  flush(r);
  return status;
}

/* Simulate and finish the file, or remove it. */
static int simulate_to_file(const options* o, run* r)
{
  lw_diag     diag = {0};
  lw_progress progress;
  lw_progress_begin(&progress);
  lw_status status = simulate(r, &progress, &diag);
  lw_progress_end(&progress);
  if (status != LW_OK) {
    lw_output_file_discard(&r->file);
    if (!r->started) {
      return lw_report_diag(o->file, status, &diag);
    }
    if (*diag.text) {
      return lw_report(o->file, diag.line, "the simulation failed: %s", diag.text);
    }
    return lw_report(o->file, 0, "the simulation failed at t = %.9g s: %s",
                     r->simulator->class->time(r->simulator), lw_status_text(status));
  }
  if (r->simulator->ended) {
    (void)lw_report(o->file, 0, "warning: the FMU has ended the simulation at t = %.9g s",
                    r->simulator->class->time(r->simulator));
  }
  if (r->simulator->class->warns && r->simulator->class->warns(r->simulator, &diag)) {
    (void)lw_report(o->file, diag.line, "warning: %s", diag.text);
  }
  status = lw_output_file_commit(&r->file, &diag);
  return status == LW_OK ? LW_EXIT_OK
                         : lw_report_diag(o->output ? o->output : "standard output", status, &diag);
}

static int execute(int argc, char** argv)
{
  options o = {.start = NAN, .stop = NAN, .step = NAN, .tolerance = NAN};
  run     r = {0};
  o.set     = malloc(((size_t)argc + 1) * sizeof *o.set);
  o.value   = malloc(((size_t)argc + 1) * sizeof *o.value);
  int code  = o.set && o.value ? read_options(argc, argv, &o)
                               : lw_report("linkwork", 0, "%s", lw_status_text(LW_ERR_MEMORY));
  if (code == LW_EXIT_OK) {
    code = prepare(&o, &r);
  }
  if (code == LW_EXIT_OK) {
    code = simulate_to_file(&o, &r);
  }
  lw_output_file_discard(&r.file);
  lw_drive_close(&r.drive);
  lw_text_free(&r.text);
  free(r.row);
  free(r.column);
  if (r.simulator) {
    r.simulator->class->destroy(r.simulator);
  }
  free((void*)o.set);
  free(o.value);
  lw_origin_end(&o.origin);
  return code;
}

const lw_command lw_command_run = {.name    = "run",
                                   .summary = "simulate a mechanism, a robot or an FMU; write CSV",
                                   .help    = HELP,
                                   .run     = execute};
