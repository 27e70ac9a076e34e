/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * description_structure.c - the ModelStructure of modelDescription.xml, FMI 2.0 and 3.0.
 */
#include "fmu_file/description_structure.h"

#include <stdlib.h>

#include "fmu_file/dependencies.h"
#include "fmu_file/parameter_dependencies.h"
#include "fmu_file/state_dependencies.h"

/* Dependencies are lists of inputs and states for each output: for a long chain with a motor in
 * every joint they would take 100 MB. If all lists together have more entries than this (a few
 * megabytes), first those with all inputs and states are left out, which changes nothing; if there
 * are still too many, lists that are longer than a line. By the standard a list that is not there
 * means "all of them". */
enum { ENTRIES_MAX = 500000, LIST_MAX = 16 };

/* ---- structure --------------------------------------------------------------------------- */

/* What the lists of the structure are made from. */
typedef struct structure {
  const lw_variables*       variables;
  lw_dependencies           inputs;
  lw_parameter_dependencies parameters;
  lw_state_dependencies     states;
  bool                      model_exchange;
  int                       fmi;     /* 2 or 3                               */
  int                       longest; /* list of dependencies that is written */
  unsigned*                 known;   /* the present list                     */
  int                       nknown;
} structure;

/* The number of all inputs and, in model exchange, states. */
static int count_known(const structure* s)
{
  const lw_variables* v     = s->variables;
  int                 rates = 0;
  for (int r = 0; r < v->nrow; r++) rates += v->row[r].source == LW_FROM_RATE;
  return s->model_exchange ? v->ninput + v->states.nstate : v->ninput - rates;
}

/* The same in vectors. */
static int count_known_rows(const structure* s)
{
  const lw_variables* v = s->variables;
  int                 n = s->model_exchange ? v->states.nblock : 0;
  for (int r = 0; r < v->nrow; r++) {
    const lw_variable* row = &v->row[r];
    n += row->causality == LW_INPUT && (s->model_exchange || row->source == LW_FROM_INPUT);
  }
  return n;
}

/* The scalars that are computed: outputs and local variables. */
static unsigned computed_end(const lw_variables* v)
{
  return (unsigned)(v->ninput + v->noutput + v->nlocal);
}

/* The index of a variable in the file is its value reference plus one in FMI 2; FMI 3 has the value
 * references of whole vectors. */
static void add_reference(lw_text* text, const structure* s, unsigned reference)
{
  lw_text_add_unsigned(text, s->fmi == 3 ? reference : reference + 1);
}

static int compare(const void* a, const void* b)
{
  const unsigned x = *(const unsigned*)a, y = *(const unsigned*)b;
  return (x > y) - (x < y);
}

/* Note a known variable for the present list: in FMI 3 the vector that it belongs to, once. */
static void note(structure* s, unsigned reference)
{
  s->known[s->nknown++] =
      s->fmi == 3 ? lw_variables_row(s->variables, reference)->reference : reference;
}

/* Sort what was noted, each once. */
static void settle(structure* s)
{
  int n = 0;
  qsort(s->known, (size_t)s->nknown, sizeof *s->known, compare);
  for (int i = 0; i < s->nknown; i++) {
    if (n == 0 || s->known[n - 1] != s->known[i]) {
      s->known[n++] = s->known[i];
    }
  }
  s->nknown = n;
}

/* Note the inputs and, in model exchange, states that a scalar depends on. At initialisation the
 * same inputs are known, but no states. Parameters are not in the lists, so that importers do not
 * iterate over them. */
static void note_known(structure* s, unsigned ref, bool initial)
{
  const int       set    = lw_dependencies_set(&s->inputs, s->variables, ref);
  const unsigned* states = NULL;
  const int       nstate =
      s->model_exchange && !initial ? lw_state_dependencies_find(&s->states, ref, &states) : 0;
  for (int i = s->inputs.first[set]; i < s->inputs.first[set + 1]; i++) note(s, s->inputs.input[i]);
  for (int i = 0; i < nstate; i++) note(s, states[i]);
}

/* An unknown with what was noted. */
static void add_unknown(lw_text* text, structure* s, const char* element, unsigned ref, bool listed)
{
  lw_text_add(text, s->fmi == 3 ? "    <" : "      <");
  lw_text_add(text, s->fmi == 3 ? element : "Unknown");
  lw_text_add(text, s->fmi == 3 ? " valueReference=\"" : " index=\"");
  add_reference(text, s, ref);
  lw_text_add_char(text, '"');
  settle(s);
  if (listed && s->nknown <= s->longest) {
    lw_text_add(text, " dependencies=\"");
    for (int i = 0; i < s->nknown; i++) {
      lw_text_add(text, i > 0 ? " " : "");
      add_reference(text, s, s->known[i]);
    }
    lw_text_add_char(text, '"');
  }
  lw_text_add(text, "/>\n");
}

/* A row: scalar by scalar in FMI 2, as a whole in FMI 3. */
static void add_row(lw_text* text, structure* s, const char* element, const lw_variable* row,
                    bool initial)
{
  s->nknown = 0;
  for (int k = 0; k < row->size; k++) {
    note_known(s, row->reference + (unsigned)k, initial);
    if (s->fmi != 3) {
      add_unknown(text, s, element, row->reference + (unsigned)k, true);
      s->nknown = 0;
    } else {
      settle(s);
    }
  }
  if (s->fmi == 3) {
    add_unknown(text, s, element, row->reference, true);
  }
}

/* Rows from the first output on; locals are among them. */
static const lw_variable* first_computed(const lw_variables* v)
{
  const lw_variable* row = v->row;
  while (row < v->row + v->nrow && row->causality == LW_INPUT) row++;
  return row;
}

static bool is_computed(const lw_variables* v, const lw_variable* row)
{
  return row < v->row + v->nrow && (row->causality == LW_OUTPUT || row->causality == LW_LOCAL);
}

static void add_outputs(lw_text* text, structure* s)
{
  const lw_variables* v = s->variables;
  for (const lw_variable* row = first_computed(v); is_computed(v, row); row++) {
    if (row->causality == LW_OUTPUT) {
      add_row(text, s, "Output", row, false);
    }
  }
}

/* In the order of the states. */
static void add_derivatives(lw_text* text, structure* s)
{
  const lw_variables* v = s->variables;
  for (int i = 0; i < v->states.nblock; i++) {
    add_row(text, s, "ContinuousStateDerivative", lw_variables_row(v, v->state_rate[i]), false);
  }
}

/* Outputs, states and their derivatives. */
static void add_initial(lw_text* text, structure* s)
{
  const lw_variables* v = s->variables;
  for (const lw_variable* row = first_computed(v); is_computed(v, row); row++) {
    const bool state =
        lw_state_list_find(&v->states, row->quantity, row->index, false) != LW_NONE ||
        lw_state_list_find(&v->states, row->quantity, row->index, true) != LW_NONE;
    if (row->causality == LW_OUTPUT || (s->model_exchange && state)) {
      add_row(text, s, "InitialUnknown", row, true);
    }
  }
}

/* Parameters that follow from others are unknown before initialisation. */
static void add_calculated(lw_text* text, structure* s)
{
  const lw_variables* v = s->variables;
  s->longest            = v->count; /* lists of parameters have a limit of their own */
  for (int r = 0; r < v->nrow; r++) {
    const lw_variable* row    = &v->row[r];
    bool               listed = true;
    s->nknown                 = 0;
    for (int k = 0; k < row->size && row->causality == LW_CALCULATED; k++) {
      const unsigned* known;
      const unsigned  ref = row->reference + (unsigned)k;
      const int       n   = lw_parameter_dependencies_find(&s->parameters, v, ref, &known);
      listed              = (listed || s->fmi != 3) && n >= 0;
      for (int i = 0; i < n; i++) note(s, known[i]);
      settle(s);
      if (s->fmi != 3 || k == row->size - 1) {
        add_unknown(text, s, "InitialUnknown", s->fmi == 3 ? row->reference : ref, listed);
        s->nknown = 0;
        listed    = true;
      }
    }
  }
}

static lw_status build_structure(structure* s)
{
  lw_status status = lw_dependencies_build(s->variables, s->model_exchange, &s->inputs);
  if (status == LW_OK) {
    status = lw_parameter_dependencies_build(s->variables, &s->parameters);
  }
  if (status == LW_OK && s->model_exchange) {
    status = lw_state_dependencies_build(s->variables, &s->states);
  }
  /* a list has each known variable once, and a new one may repeat all of them */
  s->known = malloc((2 * (size_t)s->variables->count + 1) * sizeof *s->known);
  return status == LW_OK && !s->known ? LW_ERR_MEMORY : status;
}

static void free_structure(structure* s)
{
  lw_parameter_dependencies_free(&s->parameters);
  lw_dependencies_free(&s->inputs);
  lw_state_dependencies_free(&s->states);
  free(s->known);
}

/* Entries of all lists that are shorter than `shorter`. */
static size_t count_entries(structure* s, int shorter)
{
  const lw_variables* v       = s->variables;
  size_t              entries = 0;
  for (unsigned ref = (unsigned)v->ninput; ref < computed_end(v); ref++) {
    const int       set = lw_dependencies_set(&s->inputs, v, ref);
    const unsigned* states;
    int             n = s->inputs.first[set + 1] - s->inputs.first[set];
    n += s->model_exchange ? lw_state_dependencies_find(&s->states, ref, &states) : 0;
    entries += n < shorter ? (size_t)n : 0;
  }
  return entries;
}

/* The longest list that is written. */
static int find_longest(structure* s)
{
  const int all = count_known(s);
  return count_entries(s, all + 1) <= ENTRIES_MAX ? all
         : count_entries(s, all) <= ENTRIES_MAX   ? all - 1
                                                  : LIST_MAX;
}

lw_status lw_description_fits(const lw_variables* variables, bool* fits)
{
  structure       s      = {.variables = variables, .model_exchange = true};
  const lw_status status = build_structure(&s);
  *fits                  = status == LW_OK && count_entries(&s, count_known(&s)) <= ENTRIES_MAX;
  free_structure(&s);
  return status;
}

/* The lists of FMI 2, each in an element of its own. */
static void add_lists(lw_text* text, structure* s)
{
  lw_text_add(text, "  <ModelStructure>\n    <Outputs>\n");
  add_outputs(text, s);
  lw_text_add(text, "    </Outputs>\n");
  if (s->model_exchange && s->variables->states.nstate > 0) {
    lw_text_add(text, "    <Derivatives>\n");
    add_derivatives(text, s);
    lw_text_add(text, "    </Derivatives>\n");
  }
  lw_text_add(text, "    <InitialUnknowns>\n");
  add_initial(text, s);
  add_calculated(text, s);
  lw_text_add(text, "    </InitialUnknowns>\n  </ModelStructure>\n");
}

lw_status lw_add_structure(lw_text* text, const lw_variables* variables, int fmi,
                           bool model_exchange, const unsigned* indicators)
{
  structure       s      = {.variables = variables, .model_exchange = model_exchange, .fmi = fmi};
  const lw_status status = build_structure(&s);
  if (status == LW_OK && fmi != 3) {
    s.longest = find_longest(&s);
    add_lists(text, &s);
  } else if (status == LW_OK) {
    /* whole vectors make short lists; one that has all of them says nothing */
    const int all = count_known_rows(&s);
    s.longest     = all > LIST_MAX ? all - 1 : all;
    lw_text_add(text, "  <ModelStructure>\n");
    add_outputs(text, &s);
    if (model_exchange) {
      add_derivatives(text, &s);
    }
    add_initial(text, &s);
    add_calculated(text, &s);
    if (indicators) {
      s.nknown = 0;
      add_unknown(text, &s, "EventIndicator", *indicators, false);
    }
    lw_text_add(text, "  </ModelStructure>\n");
  }
  free_structure(&s);
  return status;
}
