/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test.c - linkwork test: runs the experiments that an FMU carries, and compares their results.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/zip_read.h"
#include "command.h"
#include "csv.h"
#include "fmu_file/related_files.h"
#include "options.h"
#include "report.h"
#include "select.h"
#include "simulator.h"
#include "xml/tree.h"

static const char HELP[] =
    "usage: linkwork test FILE.fmu [options]\n"
    "\n"
    "Runs the experiments that an FMU carries (FMI-LS-REF, as every FMU of this program does), "
    "and\n"
    "compares the results with those beside them.\n"
    "\n"
    "  --within R   largest difference, as a share of the largest value of the variable;\n"
    "               default: 1e-6\n";

/* Importers and machines may differ in the last digits, and in the steps between two communication
 * points; a wrong call shows in the first digits. */
#define WITHIN 1e-6

/* The difference that counts most. */
typedef struct finding {
  double      difference; /* as a share of the largest value */
  double      t;          /* [s]                             */
  const char* name;
} finding;

/* ---- files in the archive ------------------------------------------------------------------- */

/* Read a file of the folder of related files, terminated. */
static lw_status read_related(lw_archive* archive, const char* source, lw_text* text, lw_diag* diag)
{
  char      path[400];
  const int n = snprintf(path, sizeof path, "%s%s", LW_RELATED_FOLDER, source);
  if (n < 0 || (size_t)n >= sizeof path || strstr(source, "..")) {
    return lw_diag_set(diag, LW_ERR_INPUT, 0, "\"%.100s\" is not in the folder of related files",
                       source);
  }
  lw_status status = lw_archive_read(archive, path, text, diag);
  if (status == LW_OK) {
    lw_text_add_char(text, '\0');
    status = text->failed ? LW_ERR_MEMORY : LW_OK;
  }
  return status;
}

static lw_status read_xml(lw_archive* archive, const char* source, lw_xml_element** root,
                          lw_diag* diag)
{
  lw_text   text   = {0};
  lw_diag   reason = {0};
  lw_status status = read_related(archive, source, &text, diag);
  if (status == LW_OK) {
    status = lw_xml_read_lenient(text.data, text.size - 1, &reason, root);
    if (status != LW_OK) {
      status = lw_diag_set(diag, status, 0, "%s:%d: %s", source, reason.line, reason.text);
    }
  }
  lw_text_free(&text);
  return status;
}

static const char* attribute_of(const lw_xml_element* element, const char* name)
{
  const char* value = lw_xml_get(element, name);
  return value ? value : "";
}

static double number_of(const lw_xml_element* element, const char* name, double missing)
{
  const char* text = lw_xml_get(element, name);
  double      value;
  return text && lw_options_number("test", name, text, &value) == LW_EXIT_OK ? value : missing;
}

static const lw_xml_element* child_of(const lw_xml_element* element, const char* name)
{
  const lw_xml_element* child = element->child;
  while (child && strcmp(child->name, name) != 0) child = child->next;
  return child;
}

/* ---- an experiment --------------------------------------------------------------------------- */

/* Compare the present values with a row of the result. */
static lw_status compare(lw_simulator* s, const lw_csv* result, size_t row,
                         const unsigned variable[], const double largest[], double value[],
                         finding* worst, lw_diag* diag)
{
  const size_t    n      = result->ncol - 1;
  const lw_status status = s->class->get(s, n, variable, value, diag);
  for (size_t i = 0; i < n && status == LW_OK; i++) {
    const double expected   = result->value[row * result->ncol + i + 1];
    const double difference = fabs(value[i] - expected);
    const double share      = difference > 0.0 ? difference / largest[i] : 0.0;
    if (!(share <= worst->difference)) {
      *worst = (finding){share, result->value[row * result->ncol], result->name[i + 1]};
    }
  }
  return status;
}

/* Step from row to row, in communication steps of at most h. */
static lw_status follow(lw_simulator* s, const lw_csv* result, double h, const unsigned variable[],
                        const double largest[], double value[], finding* worst, lw_diag* diag)
{
  lw_status status = compare(s, result, 0, variable, largest, value, worst, diag);
  for (size_t row = 1; row < result->nrow && status == LW_OK; row++) {
    const double from = result->value[(row - 1) * result->ncol];
    const double to   = result->value[row * result->ncol];
    const double n    = fmax(1.0, ceil((to - from) / h * (1.0 - 1e-9)));
    for (double k = 0.0; k < n && status == LW_OK && to > from; k++) {
      status = s->class->step(s, from + k * ((to - from) / n), (to - from) / n, diag);
    }
    if (status == LW_OK) {
      status = compare(s, result, row, variable, largest, value, worst, diag);
    }
  }
  return status;
}

/* What a variable is compared with: its largest value in the result, or 1e-3 of the largest of all:
 * what is smaller may be rounding. */
static void find_largest(const lw_csv* result, double largest[])
{
  const size_t n   = result->ncol - 1;
  double       all = 0.0;
  for (size_t i = 0; i < n; i++) {
    largest[i] = 0.0;
    for (size_t r = 0; r < result->nrow; r++) {
      largest[i] = fmax(largest[i], fabs(result->value[r * result->ncol + i + 1]));
    }
    all = fmax(all, largest[i]);
  }
  for (size_t i = 0; i < n; i++) largest[i] = fmax(largest[i], 1e-3 * all);
}

static lw_status run_with(const char* file, const lw_xml_element* experiment, const lw_csv* result,
                          finding* worst, lw_diag* diag)
{
  const size_t        n        = result->ncol - 1;
  unsigned*           variable = malloc((n + 1) * sizeof *variable);
  double*             numbers  = malloc((2 * n + 1) * sizeof *numbers);
  lw_simulator*       s        = NULL;
  const double        first    = result->value[0];
  const double        last     = result->value[(result->nrow - 1) * result->ncol];
  const lw_simulation times    = {.start     = number_of(experiment, "startTime", first),
                                  .stop      = number_of(experiment, "stopTime", last),
                                  .tolerance = number_of(experiment, "tolerance", NAN)};
  lw_status status = variable && numbers ? lw_simulator_open_fmu(file, &s, diag) : LW_ERR_MEMORY;
  for (size_t i = 0; i < n && status == LW_OK; i++) {
    status = lw_select_one(s, result->name[i + 1], &variable[i], diag);
  }
  if (status == LW_OK) {
    status = s->class->initialize(s, &times, diag);
  }
  if (status == LW_OK) {
    const double h = number_of(experiment, "stepSize", (last - first) / (double)result->nrow);
    find_largest(result, numbers);
    status = follow(s, result, h, variable, numbers, numbers + n, worst, diag);
  }
  if (s) {
    s->class->destroy(s);
  }
  free(variable);
  free(numbers);
  return status;
}

/* Run an experiment. Returns whether it was passed. */
static bool run_experiment(const char* file, lw_archive* archive, const lw_xml_element* experiment,
                           double within)
{
  const char*           name       = attribute_of(experiment, "name");
  const lw_xml_element* references = child_of(experiment, "References");
  lw_diag               diag       = {0};
  lw_text               text       = {0};
  lw_csv                result     = {0};
  finding               worst      = {.name = ""};
  lw_status             status     = LW_OK;
  if (!references || child_of(experiment, "Parameters") || child_of(experiment, "Stimuli")) {
    status = lw_diag_set(&diag, LW_ERR_INPUT, 0,
                         "only experiments with References and without Parameters and Stimuli can "
                         "be run");
  }
  if (status == LW_OK) {
    status = read_related(archive, attribute_of(references, "source"), &text, &diag);
  }
  if (status == LW_OK) {
    status = lw_csv_parse(text.data, text.size - 1, &result, &diag);
    text   = (lw_text){0}; /* it belongs to the table */
  }
  if (status == LW_OK) {
    status = run_with(file, experiment, &result, &worst, &diag);
  }
  const bool passed = status == LW_OK && worst.difference <= within;
  if (status != LW_OK) {
    (void)lw_report(file, 0, "experiment \"%s\": %s", name,
                    *diag.text ? diag.text : lw_status_text(status));
  } else {
    printf("%s: %zu rows, %zu variables, largest difference %.2g", name, result.nrow,
           result.ncol - 1, worst.difference);
    if (worst.difference > 0.0) {
      printf(" of %s at t = %.9g s", worst.name, worst.t);
    }
    printf(": %s\n", passed ? "passed" : "FAILED");
  }
  lw_text_free(&text);
  lw_csv_free(&result);
  return passed;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Run all experiments of a file. Returns how many there are; counts those that fail. */
static int run_experiments(const char* file, lw_archive* archive, const char* source, double within,
                           int* failed)
{
  lw_diag         diag = {0};
  lw_xml_element* root = NULL;
  int             n    = 0;
  if (read_xml(archive, source, &root, &diag) != LW_OK) {
    (void)lw_report(file, 0, "%s", diag.text);
    *failed += 1;
    return 1;
  }
  for (const lw_xml_element* e = root->child; e; e = e->next) {
    if (strcmp(e->name, "Experiment") == 0) {
      *failed += !run_experiment(file, archive, e, within);
      n++;
    }
  }
  lw_xml_free(root);
  return n;
}

static int test(const char* file, double within)
{
  static const char role[]   = "experiment";
  lw_diag           diag     = {0};
  lw_archive*       archive  = NULL;
  lw_xml_element*   manifest = NULL;
  int               n = 0, failed = 0;
  lw_status         status = lw_archive_open(file, &archive, &diag);
  if (status == LW_OK) {
    status = read_xml(archive, LW_RELATED_MANIFEST, &manifest, &diag);
  }
  for (const lw_xml_element* e = manifest ? manifest->child : NULL; e; e = e->next) {
    if (strncmp(attribute_of(e, "role"), role, strlen(role)) == 0) {
      n += run_experiments(file, archive, attribute_of(e, "source"), within, &failed);
    }
  }
  lw_xml_free(manifest);
  lw_archive_close(archive);
  if (status != LW_OK) {
    return lw_report_diag(file, status, &diag);
  }
  if (n == 0) {
    return lw_report(file, 0, "it carries no experiment");
  }
  return failed > 0 ? LW_EXIT_ERROR : LW_EXIT_OK;
}

static int execute(int argc, char** argv)
{
  static const char name[] = "test";
  const char *      file = NULL, *text = NULL;
  double            within  = WITHIN;
  lw_option         known[] = {{"--within", "R", &text, NULL}};
  int               code    = lw_options_read(name, argc, argv, 1, known, "FILE.fmu", &file);
  if (code == LW_EXIT_OK) {
    code = lw_options_number(name, "--within", text, &within);
  }
  if (code == LW_EXIT_OK && !(within >= 0.0)) {
    code = lw_report_misuse(name, "--within must not be negative, found %s", text);
  }
  return code == LW_EXIT_OK ? test(file, within) : code;
}

const lw_command lw_command_test = {.name    = "test",
                                    .summary = "run the experiments that an FMU carries",
                                    .help    = HELP,
                                    .run     = execute};
