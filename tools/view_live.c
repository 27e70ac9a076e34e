/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view_live.c - what a page needs to simulate a mechanism itself: its model, and what can be set.
 */
#include "view_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page/json.h"
#include <linkwork/model_io.h>

enum {
  NAME_SIZE   = 256,
  MOST_PULLED = 64,  /* bodies that can be pulled: every input costs time in every step */
  MOST_DIALS  = 1000 /* parameters that have sliders: nobody looks through more */
};

/* Where a mechanism has such names itself, its bodies are not pulled. */
static const char PULL[] = "pull__";

/* ---- the model ---------------------------------------------------------------------------- */

static lw_status copy(const lw_model* model, lw_model** out)
{
  char           guid[LW_GUID_SIZE];
  unsigned char* bytes  = NULL;
  size_t         size   = 0;
  lw_status      status = lw_model_write(model, "", &bytes, &size);
  if (status == LW_OK) {
    status = lw_model_read(bytes, size, out, guid, NULL);
  }
  free(bytes);
  return status;
}

/* Append a force and a torque on every body. */
static lw_status add_pulls(lw_model* model)
{
  for (int i = 0; i < 2 * model->nbody; i++) {
    char name[NAME_SIZE];
    (void)snprintf(name, sizeof name, "%s%s_%d", PULL, i % 2 ? "torque" : "force", i / 2);
    const lw_load load = {
        .name = lw_model_add_name(model, name), .is_torque = i % 2, .body = i / 2, .at = LW_NONE};
    if (load.name < 0 || lw_model_add_load(model, &load) == LW_NONE) {
      return LW_ERR_MEMORY;
    }
  }
  return LW_OK;
}

lw_status lw_view_live_model(const lw_model* model, lw_model** live)
{
  lw_model* draft  = NULL;
  lw_status status = copy(model, &draft);
  *live            = NULL;
  if (status != LW_OK) {
    return status;
  }
  draft->settings.portable = true;
  draft->settings.threads  = 1;
  if (model->nbody <= MOST_PULLED) {
    status = add_pulls(draft);
  }
  if (status == LW_OK) {
    status = copy(draft, live); /* numbers the inputs, and refuses names that are there twice */
  }
  if (status == LW_ERR_INPUT) {
    draft->nload = model->nload;
    status       = copy(draft, live);
  }
  lw_model_destroy(draft);
  return status;
}

/* ---- what can be set ---------------------------------------------------------------------- */

bool lw_view_setting(const lw_variables* variables, const char* set, unsigned* reference,
                     double* value)
{
  char        name[NAME_SIZE];
  const char* equals = strrchr(set, '=');
  if (!equals || equals - set >= NAME_SIZE) {
    return false;
  }
  (void)snprintf(name, sizeof name, "%.*s", (int)(equals - set), set);
  *value = strtod(equals + 1, NULL);
  return lw_variables_find(variables, name, reference);
}

/* An input or a parameter that may be changed between two steps. */
static void add_dial(const lw_variables* variables, unsigned reference, bool input, lw_text* json)
{
  char text[NAME_SIZE];
  lw_json_begin(json, NULL, '{');
  (void)lw_variables_name(variables, reference, text, sizeof text);
  lw_json_string(json, "name", text);
  (void)lw_variables_unit_name(variables, reference, text, sizeof text);
  lw_json_string(json, "unit", text);
  (void)lw_variables_describe(variables, reference, text, sizeof text);
  lw_json_string(json, "text", text);
  lw_json_number(json, "reference", reference);
  lw_json_number(json, "start", lw_variables_start(variables, reference));
  lw_json_bool(json, "input", input);
  lw_json_end(json, '}');
}

static int count_tunable(const lw_variables* variables)
{
  int n = 0;
  for (int i = 0; i < variables->nrow; i++) {
    const lw_variable* row = &variables->row[i];
    n += row->causality == LW_PARAMETER && row->variability == LW_TUNABLE ? row->size : 0;
  }
  return n;
}

static void add_dials(const lw_variables* variables, lw_text* json)
{
  const bool few = count_tunable(variables) <= MOST_DIALS;
  lw_json_begin(json, "dials", '[');
  for (int i = 0; i < variables->nrow; i++) {
    const lw_variable* row   = &variables->row[i];
    const bool         input = row->causality == LW_INPUT;
    const bool tunable = few && row->causality == LW_PARAMETER && row->variability == LW_TUNABLE;
    const bool pulls   = !strncmp(variables->names + row->name, PULL, sizeof PULL - 1);
    for (int k = 0; k < row->size && (input || tunable) && !pulls; k++) {
      add_dial(variables, row->reference + (unsigned)k, input, json);
    }
  }
  lw_json_end(json, ']');
}

/* The references of the forces and torques of all bodies. */
static void add_pull_references(const lw_variables* variables, lw_text* json)
{
  const lw_model* model = variables->model;
  lw_json_begin(json, "pulls", '[');
  for (int b = 0; b < model->nbody; b++) {
    char     name[NAME_SIZE];
    unsigned force, torque;
    (void)snprintf(name, sizeof name, "%sforce_%d[1]", PULL, b);
    const bool found = lw_variables_find(variables, name, &force);
    (void)snprintf(name, sizeof name, "%storque_%d[1]", PULL, b);
    if (found && lw_variables_find(variables, name, &torque)) {
      const double pair[2] = {force, torque};
      lw_json_numbers(json, NULL, 2, pair);
    }
  }
  lw_json_end(json, ']');
}

lw_status lw_view_live(const lw_variables* variables, double start, double step, int nset,
                       const char* const set[], lw_text* json, lw_text* model)
{
  unsigned char* bytes = NULL;
  lw_json_begin(json, "live", '{');
  lw_json_number(json, "start", start);
  lw_json_number(json, "step", step);
  lw_json_begin(json, "set", '[');
  for (int i = 0; i < nset; i++) {
    unsigned reference;
    double   pair[2];
    if (lw_view_setting(variables, set[i], &reference, &pair[1])) {
      pair[0] = reference;
      lw_json_numbers(json, NULL, 2, pair);
    }
  }
  lw_json_end(json, ']');
  add_pull_references(variables, json);
  add_dials(variables, json);
  lw_json_end(json, '}');
  const lw_status status = lw_model_write(variables->model, "", &bytes, &model->size);
  model->data            = (char*)bytes;
  model->cap             = status == LW_OK ? model->size : 0;
  return status == LW_OK && json->failed ? LW_ERR_MEMORY : status;
}
