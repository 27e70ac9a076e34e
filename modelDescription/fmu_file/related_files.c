/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * related_files.c - what an FMU carries beside itself: its source, an experiment and its result.
 */
#include "fmu_file/related_files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <linkwork/model_io.h>

/* The experiment has so many communication steps, and its result so many columns: enough to see
 * whether an importer calls an FMU as it should, and small beside the FMU. */
#define STEPS 10
#define COLUMNS 60

/* Most internal steps of all bodies together: some tenths of a second. */
#define MOST_WORK 1e6

/* ---- the result ---------------------------------------------------------------------------- */

/* The outputs that become columns: all, or every second, third, ... Returns how many. */
static size_t choose_columns(const lw_variables* v, unsigned column[COLUMNS])
{
  size_t count = 0, n = 0;
  for (unsigned r = 0; r < (unsigned)v->count; r++) {
    count += lw_variables_row(v, r)->causality == LW_OUTPUT;
  }
  const size_t stride = count > COLUMNS ? (count + COLUMNS - 1) / COLUMNS : 1;
  for (unsigned r = 0, k = 0; r < (unsigned)v->count; r++) {
    if (lw_variables_row(v, r)->causality == LW_OUTPUT && k++ % stride == 0) {
      column[n++] = r;
    }
  }
  return n;
}

static bool add_heading(lw_text* csv, const lw_variables* v, size_t n, const unsigned column[])
{
  char* name = malloc(v->longest + 1);
  lw_text_add(csv, "time");
  for (size_t i = 0; i < n && name; i++) {
    (void)lw_variables_name(v, column[i], name, v->longest + 1);
    lw_text_add_char(csv, ',');
    lw_text_add(csv, name);
  }
  lw_text_add_char(csv, '\n');
  free(name);
  return name != NULL;
}

static bool add_row(lw_text* csv, const lw_variables* v, lw_instance* s, double t, size_t n,
                    const unsigned column[])
{
  double value[COLUMNS];
  if (lw_variables_get(v, s, n, column, value) != LW_OK) {
    return false;
  }
  lw_text_add_number_short(csv, t);
  for (size_t i = 0; i < n; i++) {
    lw_text_add_char(csv, ',');
    lw_text_add_number_short(csv, value[i]);
  }
  lw_text_add_char(csv, '\n');
  return true;
}

/* Simulate. Returns the end of the last good step. */
static double simulate(lw_text* csv, const lw_variables* v, lw_instance* s)
{
  const lw_settings* settings = &v->model->settings;
  const double       start = settings->start, h = settings->output_step;
  unsigned           column[COLUMNS];
  double             step;
  lw_instance_get_value(s, settings->step, 1, &step);
  const size_t n    = choose_columns(v, column);
  const double work = fmax(1.0, h / step) * fmax(1.0, v->model->nbody);
  const double most =
      fmin(fmin(STEPS, floor(MOST_WORK / work)), floor((settings->stop - start) / h));
  double t    = start;
  bool   good = add_heading(csv, v, n, column) && add_row(csv, v, s, t, n, column);
  for (int k = 1; k <= fmax(1.0, most) && good; k++) {
    const double next = start + k * h;
    good = lw_instance_advance(s, h, NULL) == LW_OK && lw_instance_set_time(s, next) == LW_OK &&
           add_row(csv, v, s, next, n, column);
    t = good ? next : t;
  }
  return t;
}

/* A copy of the model whose results have the same digits on every machine. */
static lw_status copy_portable(const lw_model* model, lw_model** copy)
{
  char           guid[LW_GUID_SIZE];
  unsigned char* bytes  = NULL;
  size_t         size   = 0;
  lw_status      status = lw_model_write(model, "{}", &bytes, &size);
  if (status == LW_OK) {
    status = lw_model_read(bytes, size, copy, guid, NULL);
  }
  if (status == LW_OK) {
    (*copy)->settings.portable = true;
  }
  free(bytes);
  return status;
}

/* Write the result. Returns the time at its end; the start: there is none. */
static lw_status write_result(const lw_variables* variables, lw_text* csv, double* end)
{
  lw_model*     model  = NULL;
  lw_variables* v      = NULL;
  lw_instance*  s      = NULL;
  lw_status     status = copy_portable(variables->model, &model);
  *end                 = variables->model->settings.start;
  if (status == LW_OK) {
    status = lw_variables_create(model, NULL, &v);
  }
  if (status == LW_OK) {
    status = lw_instance_create(model, NULL, &s);
  }
  if (status == LW_OK && lw_instance_initialize(s, model->settings.start, NULL) == LW_OK) {
    *end = simulate(csv, v, s);
  }
  lw_instance_destroy(s);
  lw_variables_destroy(v);
  lw_model_destroy(model);
  return csv->failed ? LW_ERR_MEMORY : status;
}

/* ---- experiment and manifest ---------------------------------------------------------------- */

static void add_number(lw_text* xml, const char* name, double value)
{
  lw_text_add_char(xml, ' ');
  lw_text_add(xml, name);
  lw_text_add(xml, "=\"");
  lw_text_add_number_short(xml, value);
  lw_text_add_char(xml, '"');
}

static void write_experiment(const lw_model* model, double end, lw_text* xml)
{
  const double accuracy = lw_model_accuracy(model);
  lw_text_add(xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<Experiments name=\"Smoke test\" description=\"Whether an importer runs this "
                   "FMU as the program does that made it\">\n"
                   "  <Experiment name=\"first steps\" description=\"The first communication "
                   "steps, with all inputs and parameters at their start values\"");
  add_number(xml, "startTime", model->settings.start);
  add_number(xml, "stopTime", end);
  add_number(xml, "stepSize", model->settings.output_step);
  if (accuracy > 0.0) {
    add_number(xml, "tolerance", accuracy);
  }
  lw_text_add(xml, ">\n    <References source=\"" LW_RELATED_RESULT "\"/>\n"
                   "  </Experiment>\n</Experiments>\n");
}

static void add_related(lw_text* xml, const char* type, const char* source, const char* role,
                        const char* description)
{
  lw_text_add(xml, "  <Related type=\"");
  lw_text_add(xml, type);
  lw_text_add(xml, "\" source=\"");
  lw_text_add_xml(xml, source);
  lw_text_add(xml, "\" role=\"");
  lw_text_add(xml, role);
  lw_text_add(xml, "\" description=\"");
  lw_text_add(xml, description);
  lw_text_add(xml, "\"/>\n");
}

static void write_manifest(const lw_related_files* files, lw_text* xml)
{
  lw_text_add(xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<fmiReferences xmlns:fmi-ls=\"http://fmi-standard.org/fmi-ls-manifest\"\n"
                   "    fmi-ls:fmi-ls-name=\"org.fmi-standard.fmi-ls-ref\" "
                   "fmi-ls:fmi-ls-version=\"1.0.0-alpha.1\"\n"
                   "    fmi-ls:fmi-ls-description=\"Layered Standard providing information on "
                   "related files included in an FMU.\">\n");
  if (*files->origin) {
    add_related(xml, "application/xml", files->origin + strlen(LW_RELATED_FOLDER), "model",
                "The file that this FMU was made from");
  }
  if (files->experiment.size > 0) {
    add_related(xml, "application/x-ma-hs-experiments", LW_RELATED_EXPERIMENT,
                "experiment/smoke-test", "An experiment for a basic test of the FMU");
    add_related(xml, "text/csv", LW_RELATED_RESULT, "result", "The result of that experiment");
  }
  lw_text_add(xml, "</fmiReferences>\n");
}

/* The name of the origin in the archive: the letters, digits and signs of its name that need no
 * encoding in a URI. */
static void name_origin(const char* from, char* name, size_t size)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
  size_t            n       = strlen(LW_RELATED_FOLDER);
  memcpy(name, LW_RELATED_FOLDER, n);
  /* a dot at the beginning would hide it, or leave the folder */
  for (from += strspn(from, "."); *from && n + 1 < size; from++) {
    name[n++] = '_';
    if (strchr(plain, *from)) {
      name[n - 1] = *from;
    }
  }
  name[n] = '\0';
}

lw_status lw_related_files_write(const lw_variables* variables, const lw_package* package,
                                 lw_related_files* files)
{
  double    end    = 0.0;
  lw_status status = write_result(variables, &files->result, &end);
  if (status != LW_OK) {
    return status;
  }
  if (end > variables->model->settings.start) {
    write_experiment(variables->model, end, &files->experiment);
  }
  if (package->origin_name) {
    name_origin(package->origin_name, files->origin, sizeof files->origin);
  }
  write_manifest(files, &files->manifest);
  return files->experiment.failed || files->manifest.failed ? LW_ERR_MEMORY : LW_OK;
}

void lw_related_files_free(lw_related_files* files)
{
  lw_text_free(&files->manifest);
  lw_text_free(&files->experiment);
  lw_text_free(&files->result);
}
