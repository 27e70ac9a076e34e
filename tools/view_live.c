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

enum { NAME_SIZE = 256 };

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

static void add_dials(const lw_variables* variables, lw_text* json)
{
  lw_json_begin(json, "dials", '[');
  for (int i = 0; i < variables->nrow; i++) {
    const lw_variable* row     = &variables->row[i];
    const bool         input   = row->causality == LW_INPUT;
    const bool         tunable = row->causality == LW_PARAMETER && row->variability == LW_TUNABLE;
    for (int k = 0; k < row->size && (input || tunable); k++) {
      add_dial(variables, row->reference + (unsigned)k, input, json);
    }
  }
  lw_json_end(json, ']');
}

lw_status lw_view_live(const lw_variables* variables, double start, double step, int nset,
                       const char* const set[], lw_text* json, lw_text* model)
{
  lw_model       portable    = *variables->model; /* refers to the arrays of the model */
  unsigned char* bytes       = NULL;
  portable.settings.portable = true;
  portable.settings.threads  = 1;
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
  add_dials(variables, json);
  lw_json_end(json, '}');
  const lw_status status = lw_model_write(&portable, "", &bytes, &model->size);
  model->data            = (char*)bytes;
  model->cap             = status == LW_OK ? model->size : 0;
  return status == LW_OK && json->failed ? LW_ERR_MEMORY : status;
}
