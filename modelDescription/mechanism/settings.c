/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * settings.c - reads how a mechanism is solved, and which outputs it has.
 */
#include <string.h>

#include "mechanism/reader.h"

/* as many as solver/model/check_structure.c allows */
enum { MOST_THREADS = 1024 };

/* Read a single number that does not follow parameters. If the attribute is missing,
 * *value does not change. */
static lw_status read_number(lw_reader* reader, const lw_xml_element* element,
                             const char* attribute, const char* unit, double* value)
{
  const lw_numbers one = {attribute, 1, 1, false, unit};
  double           number[LW_MOST_NUMBERS];
  int              n      = 0;
  const lw_status  status = lw_read_numbers(reader, element, &one, number, &n);
  *value                  = status == LW_OK && n == 1 ? number[0] : *value;
  return status;
}

/* `auto` or a positive number */
static lw_status read_penalty(lw_reader* reader, const lw_xml_element* element, double* penalty)
{
  const char* text = lw_xml_get(element, "penalty");
  *penalty         = 0.0; /* chosen automatically */
  if (!text || strcmp(text, "auto") == 0) {
    return LW_OK;
  }
  if (read_number(reader, element, "penalty", "", penalty) != LW_OK || !(*penalty > 0.0)) {
    return lw_xml_error(reader->diag, element,
                        "penalty must be auto or a positive number, found \"%s\"",
                        lw_xml_shorten(text).text);
  }
  return LW_OK;
}

/* `off` or a number between 0 and 1 */
static lw_status read_accuracy(lw_reader* reader, const lw_xml_element* element, double* accuracy)
{
  const char* text = lw_xml_get(element, "accuracy");
  if (text && strcmp(text, "off") == 0) {
    *accuracy = 0.0;
    return LW_OK;
  }
  if (read_number(reader, element, "accuracy", "", accuracy) != LW_OK ||
      !(*accuracy > 0.0 && *accuracy < 1.0)) {
    return lw_xml_error(reader->diag, element,
                        "accuracy must be off or between 0 and 1, found \"%s\"",
                        lw_xml_shorten(text).text);
  }
  return LW_OK;
}

/* <solver formulation="index3-dca" step="0.001"/> */
lw_status lw_read_solver(lw_reader* reader, const lw_xml_element* element)
{
  static const char* const linear_solvers[LW_LINEAR_SOLVER_COUNT + 1] = {
      [LW_DIRECT] = "direct", [LW_PCG] = "pcg", [LW_LINEAR_SOLVER_COUNT] = NULL};
  static const char* const kernels[]                             = {"auto", "portable", NULL};
  static const char* const accelerations[]                       = {"solve", "projection", NULL};
  static const char* const rotations[LW_ROTATION_RULE_COUNT + 1] = {
      [LW_ROTATION_MOMENTUM]         = "momentum",
      [LW_ROTATION_EULER_PARAMETERS] = "euler-parameters",
      [LW_ROTATION_RULE_COUNT]       = NULL};
  lw_settings* settings = &reader->model->settings;
  const struct {
    lw_numbers numbers;
    lw_slot*   slot;
  } values[] = {{{"step", 1, 1, false, "s"}, &settings->step},
                {{"tolerance", 1, 1, false, ""}, &settings->tolerance},
                {{"iterations", 1, 1, false, ""}, &settings->iterations}};
  const struct {
    const char* attribute;
    double*     value;
  } numbers[] = {{"rtol", &settings->rtol}, {"atol", &settings->atol}, {"omega", &settings->omega},
                 {"xi", &settings->xi},     {"beta", &settings->beta}, {"gamma", &settings->gamma}};
  int formulation = (int)settings->formulation, integrator = 0, linear_solver = 0, kernel = 0,
      acceleration = 0, rotation = 0;

  settings->line = element->line;
  lw_status status =
      lw_read_word(reader, element, "formulation", lw_formulation_names, &formulation);
  if (status == LW_OK) {
    status = lw_read_word(reader, element, "integrator", lw_integrator_names, &integrator);
  }
  if (status == LW_OK) {
    status = lw_read_word(reader, element, "linear-solver", linear_solvers, &linear_solver);
  }
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers && status == LW_OK; i++) {
    status = read_number(reader, element, numbers[i].attribute, "", numbers[i].value);
  }
  for (size_t i = 0; i < sizeof values / sizeof *values && status == LW_OK; i++) {
    status = lw_read_values(reader, element, &values[i].numbers, values[i].slot);
  }
  if (status == LW_OK) {
    status = lw_read_bool(reader, element, "realtime", &settings->realtime);
  }
  if (status == LW_OK) {
    status = read_penalty(reader, element, &settings->penalty);
  }
  if (status == LW_OK) {
    status = lw_read_whole(reader, element, "threads", 0, MOST_THREADS, &settings->threads);
  }
  if (status == LW_OK) {
    status = lw_read_word(reader, element, "kernel", kernels, &kernel);
  }
  if (status == LW_OK) {
    status = lw_read_word(reader, element, "acceleration", accelerations, &acceleration);
  }
  if (status == LW_OK) {
    status = lw_read_word(reader, element, "rotation", rotations, &rotation);
  }
  if (status == LW_OK) {
    status = read_accuracy(reader, element, &settings->accuracy);
  }
  settings->rotation              = (lw_rotation_rule)rotation;
  settings->formulation           = (lw_formulation)formulation;
  settings->integrator            = (lw_integrator)integrator;
  settings->linear_solver         = (lw_linear_solver)linear_solver;
  settings->portable              = kernel == 1;
  settings->project_accelerations = acceleration == 1;
  return status;
}

/* <experiment start="0" stop="10" step="0.01"/> */
lw_status lw_read_experiment(lw_reader* reader, const lw_xml_element* element)
{
  lw_settings* settings     = &reader->model->settings;
  settings->experiment_line = element->line;

  lw_status status = read_number(reader, element, "start", "s", &settings->start);
  if (status == LW_OK) {
    status = read_number(reader, element, "stop", "s", &settings->stop);
  }
  if (status == LW_OK) {
    status = read_number(reader, element, "step", "s", &settings->output_step);
  }
  return status;
}

/* ---- outputs ----------------------------------------------------------------------------- */

/* The bit of one word of `what`. */
static lw_status read_what(lw_reader* reader, const lw_xml_element* element,
                           const lw_output* output, unsigned exist, const char* word, size_t length,
                           unsigned* bit)
{
  const char* const* names     = lw_output_names(output->kind);
  char               list[128] = "";
  for (unsigned i = 0; names[i]; i++) {
    if (!(exist & 1u << i)) {
      continue;
    }
    if (strlen(names[i]) == length && memcmp(names[i], word, length) == 0) {
      *bit = 1u << i;
      return LW_OK;
    }
    strcat(strcat(list, list[0] ? ", " : ""), names[i]); /* at most six short names */
  }
  return lw_xml_error(reader->diag, element, "\"%s\" has no output \"%.*s\"; it has %s",
                      lw_xml_shorten(lw_xml_get(element, "of")).text,
                      (int)(length < 60 ? length : 60), word, list);
}

/* <output of="crank" what="r v"/> */
static lw_status read_output(lw_reader* reader, const lw_xml_element* element)
{
  static const char blanks[] = " \t\r\n";
  lw_output         output;
  lw_status         status = lw_find_output(reader, element, &output);
  if (status != LW_OK) {
    return status;
  }
  const unsigned exist = lw_model_outputs(reader->model, output.kind, output.index) |
                         lw_model_locals(reader->model, output.kind, output.index);
  const char* what = lw_xml_get(element, "what");
  output.what      = what ? 0 : exist;
  for (const char* c = what; c && *(c += strspn(c, blanks)) && status == LW_OK;) {
    const size_t length = strcspn(c, blanks);
    unsigned     bit    = 0;
    status              = read_what(reader, element, &output, exist, c, length, &bit);
    output.what |= bit;
    c += length;
  }
  if (status == LW_OK && output.what == 0) {
    status = lw_xml_error(reader->diag, element, "attribute \"what\" names no output");
  }
  if (status == LW_OK && lw_model_add_output(reader->model, &output) == LW_NONE) {
    status = lw_reader_no_memory(reader);
  }
  return status;
}

lw_status lw_read_outputs(lw_reader* reader, const lw_xml_element* element)
{
  bool      only   = false;
  lw_status status = lw_read_bool(reader, element, "only", &only);
  for (const lw_xml_element* e = element->child; e && status == LW_OK; e = e->next) {
    status = read_output(reader, e);
  }
  /* last: before, every quantity that exists is an output or local */
  reader->model->select_outputs = true;
  reader->model->only_outputs   = only;
  return status;
}
