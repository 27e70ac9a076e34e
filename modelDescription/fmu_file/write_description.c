/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_description.c - writes modelDescription.xml of FMI 2.0.
 *
 *   reads    the variable table
 *   writes   the XML text, elements in the order of the standard's schema
 *   cost     about a microsecond per variable; without a library, to
 *            control the order of attributes
 */
#include "fmu_file/write_description.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmu_file/dependencies.h"
#include "fmu_file/parameter_dependencies.h"
#include "fmu_file/state_dependencies.h"
#include "variables/unit.h"

/* Dependencies are lists of inputs and states for each output: for a long chain with a motor in
 * every joint they would take 100 MB. If all lists together have more entries than this (a few
 * megabytes), first those with all inputs and states are left out, which changes nothing; if there
 * are still too many, lists that are longer than a line. By the standard a list that is not there
 * means "all of them". */
enum { ENTRIES_MAX = 500000, LIST_MAX = 16 };

/* ---- header ------------------------------------------------------------------------------ */

static void add_attribute(lw_text* text, const char* name, const char* value)
{
  lw_text_add_char(text, ' ');
  lw_text_add(text, name);
  lw_text_add(text, "=\"");
  lw_text_add_xml(text, value);
  lw_text_add_char(text, '"');
}

static void add_real(lw_text* text, const char* name, double value)
{
  lw_text_add_char(text, ' ');
  lw_text_add(text, name);
  lw_text_add(text, "=\"");
  lw_text_add_number_short(text, value);
  lw_text_add_char(text, '"');
}

/* Add an attribute for people, unless it is empty. */
static void add_given(lw_text* text, const char* name, const char* value)
{
  if (*value) {
    add_attribute(text, name, value);
  }
}

static void add_head(lw_text* text, const lw_model* model, const lw_description* description)
{
  lw_text_add(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription");
  add_attribute(text, "fmiVersion", "2.0");
  add_attribute(text, "modelName", lw_model_name(model, model->name));
  add_attribute(text, "guid", description->guid);
  add_given(text, "description", lw_model_name(model, model->description));
  add_given(text, "author", lw_model_name(model, model->author));
  add_given(text, "version", lw_model_name(model, model->version));
  add_given(text, "license", lw_model_name(model, model->license));
  add_attribute(text, "generationTool", description->tool);
  add_attribute(text, "variableNamingConvention", "structured");
  const int indicators = lw_continuous_indicator_count(model);
  if (description->model_exchange && indicators > 0) {
    lw_text_add(text, " numberOfEventIndicators=\"");
    lw_text_add_unsigned(text, (unsigned)indicators);
    lw_text_add_char(text, '"');
  }
  lw_text_add(text, ">\n");
}

/* What both interfaces can do. */
static const char CAPABILITIES[] = " needsExecutionTool=\"false\""
                                   " canBeInstantiatedOnlyOncePerProcess=\"false\""
                                   " canNotUseMemoryManagementFunctions=\"true\""
                                   " canGetAndSetFMUstate=\"true\""
                                   " canSerializeFMUstate=\"true\""
                                   " providesDirectionalDerivative=\"true\"";

/* The element of an interface, with the files to compile. */
static void add_interface(lw_text* text, const char* element, const lw_model* model,
                          const lw_description* description, const char* more)
{
  lw_text_add(text, "  <");
  lw_text_add(text, element);
  add_attribute(text, "modelIdentifier", lw_model_name(model, model->name));
  lw_text_add(text, CAPABILITIES);
  lw_text_add(text, more);
  if (!description->sources || !description->sources[0]) {
    lw_text_add(text, "/>\n");
    return;
  }
  lw_text_add(text, ">\n    <SourceFiles>\n");
  for (const char* const* file = description->sources; *file; file++) {
    lw_text_add(text, "      <File");
    add_attribute(text, "name", *file);
    lw_text_add(text, "/>\n");
  }
  lw_text_add(text, "    </SourceFiles>\n  </");
  lw_text_add(text, element);
  lw_text_add(text, ">\n");
}

static void add_interfaces(lw_text* text, const lw_model* model, const lw_description* description)
{
  if (description->model_exchange) {
    add_interface(text, "ModelExchange", model, description,
                  " completedIntegratorStepNotNeeded=\"false\"");
  }
  if (!description->no_co_simulation) {
    add_interface(text, "CoSimulation", model, description,
                  " canHandleVariableCommunicationStepSize=\"true\""
                  " canInterpolateInputs=\"true\""
                  " maxOutputDerivativeOrder=\"2\""
                  " canRunAsynchronuously=\"false\"");
  }
}

/* ---- units and types --------------------------------------------------------------------- */

/* Units for display. */
static const struct {
  lw_unit     unit;
  const char* name;
  double      factor; /* value in this unit = factor * value in the unit */
} DISPLAY[] = {
    {LW_UNIT_SECOND, "ms", 1e3},
    {LW_UNIT_LENGTH, "mm", 1e3},
    {LW_UNIT_LENGTH, "cm", 1e2},
    {LW_UNIT_VELOCITY, "mm/s", 1e3},
    {LW_UNIT_VELOCITY, "km/h", 3.6},
    {LW_UNIT_ACCELERATION, "mm/s2", 1e3},
    {LW_UNIT_ANGLE, "deg", 57.295779513082320876798},  /* 180 / pi */
    {LW_UNIT_ANGLE, "rev", 0.15915494309189533576888}, /* 1 / (2 pi) */
    {LW_UNIT_ANGULAR_VELOCITY, "deg/s", 57.295779513082320876798},
    {LW_UNIT_ANGULAR_VELOCITY, "rev/min", 9.5492965855137201461330}, /* 60 / (2 pi) */
    {LW_UNIT_ANGULAR_ACCEL, "deg/s2", 57.295779513082320876798},
    {LW_UNIT_MASS, "g", 1e3},
    {LW_UNIT_FORCE, "kN", 1e-3},
    {LW_UNIT_TORQUE, "N.mm", 1e3},
    {LW_UNIT_ENERGY, "kJ", 1e-3},
    {LW_UNIT_STIFFNESS, "N/mm", 1e-3},
    {LW_UNIT_ANGULAR_STIFFNESS, "N.m/deg", 0.017453292519943295769237}, /* pi / 180 */
};

/* Types by unit, with the names that Modelica gives to the quantities; NULL: no type. */
static const char* const QUANTITY[LW_UNIT_COUNT] = {
    [LW_UNIT_SECOND]            = "Time",
    [LW_UNIT_LENGTH]            = "Length",
    [LW_UNIT_VELOCITY]          = "Velocity",
    [LW_UNIT_ACCELERATION]      = "Acceleration",
    [LW_UNIT_ANGLE]             = "Angle",
    [LW_UNIT_ANGULAR_VELOCITY]  = "AngularVelocity",
    [LW_UNIT_ANGULAR_ACCEL]     = "AngularAcceleration",
    [LW_UNIT_MASS]              = "Mass",
    [LW_UNIT_INERTIA]           = "MomentOfInertia",
    [LW_UNIT_FORCE]             = "Force",
    [LW_UNIT_TORQUE]            = "Torque",
    [LW_UNIT_ENERGY]            = "Energy",
    [LW_UNIT_STIFFNESS]         = "TranslationalSpringConstant",
    [LW_UNIT_DAMPING]           = "TranslationalDampingConstant",
    [LW_UNIT_ANGULAR_STIFFNESS] = "RotationalSpringConstant",
    [LW_UNIT_ANGULAR_DAMPING]   = "RotationalDampingConstant",
};

/* a prefix of the names of types: no variable may have the same name as a type */
static const char TYPE_PREFIX[] = "Linkwork.Types.";

static void add_exponent(lw_text* text, const char* name, int exponent)
{
  if (exponent != 0) {
    add_real(text, name, exponent);
  }
}

static void add_base_unit(lw_text* text, const lw_unit_info* info)
{
  lw_text_add(text, "<BaseUnit");
  add_exponent(text, "kg", info->kg);
  add_exponent(text, "m", info->m);
  add_exponent(text, "s", info->s);
  add_exponent(text, "rad", info->rad);
  lw_text_add(text, "/>");
}

static void add_unit(lw_text* text, lw_unit unit)
{
  const lw_unit_info info = lw_unit_get_info(unit);
  lw_text_add(text, "    <Unit");
  add_attribute(text, "name", info.name);
  lw_text_add_char(text, '>');
  add_base_unit(text, &info);
  for (size_t i = 0; i < sizeof DISPLAY / sizeof DISPLAY[0]; i++) {
    if (DISPLAY[i].unit == unit) {
      lw_text_add(text, "<DisplayUnit");
      add_attribute(text, "name", DISPLAY[i].name);
      add_real(text, "factor", DISPLAY[i].factor);
      lw_text_add(text, "/>");
    }
  }
  lw_text_add(text, "</Unit>\n");
}

static int compare_texts(const void* a, const void* b)
{
  return strcmp(*(const char* const*)a, *(const char* const*)b);
}

/* Units that the file spells itself, each once, unless the list of units has the same name. used:
 * whether each unit of the list up to highest has been added. Returns false: no memory. */
static bool add_file_units(lw_text* text, const lw_variables* variables, const bool* used,
                           lw_unit highest)
{
  const char** name = malloc(((size_t)variables->nrow + 1) * sizeof *name);
  size_t       n    = 0;
  if (!name) {
    return false;
  }
  for (int i = 0; i < variables->nrow; i++) {
    if (variables->row[i].unit_text) {
      name[n++] = variables->row[i].unit_text;
    }
  }
  qsort((void*)name, n, sizeof *name, compare_texts);
  for (size_t i = 0; i < n; i++) {
    bool known = i > 0 && strcmp(name[i], name[i - 1]) == 0;
    for (lw_unit unit = LW_UNIT_COUNT; unit <= highest && !known; unit++) {
      known = used[unit] && strcmp(lw_unit_get_info(unit).name, name[i]) == 0;
    }
    if (known) {
      continue;
    }
    lw_unit_info info = {.kg = 0};
    lw_text_add(text, "    <Unit");
    add_attribute(text, "name", name[i]);
    lw_text_add_char(text, '>');
    if (lw_unit_read(name[i], &info)) {
      add_base_unit(text, &info);
    }
    lw_text_add(text, "</Unit>\n");
  }
  free((void*)name);
  return true;
}

static void add_type(lw_text* text, lw_unit unit)
{
  const lw_unit_info info = lw_unit_get_info(unit);
  lw_text_add(text, "    <SimpleType name=\"");
  lw_text_add(text, TYPE_PREFIX);
  lw_text_add(text, QUANTITY[unit]);
  lw_text_add(text, "\"><Real");
  add_attribute(text, "quantity", QUANTITY[unit]);
  add_attribute(text, "unit", info.name);
  if (info.display) {
    add_attribute(text, "displayUnit", info.display);
  }
  lw_text_add(text, "/></SimpleType>\n");
}

/* All units that variables have, in the order of their numbers; then the types of those.
 * Returns false: no memory. */
static bool add_units(lw_text* text, const lw_variables* variables)
{
  /* the numbers of the units of polynomials grow with the degree */
  lw_unit highest = LW_UNIT_COUNT - 1;
  for (unsigned ref = 0; ref < (unsigned)variables->count; ref++) {
    const lw_unit unit = lw_variables_unit(variables, ref);
    highest            = unit > highest ? unit : highest;
  }
  bool* used = calloc((size_t)highest + 1, sizeof *used);
  if (!used) {
    return false;
  }
  for (unsigned ref = 0; ref < (unsigned)variables->count; ref++) {
    const bool own = lw_variables_row(variables, ref)->unit_text != NULL;
    used[lw_variables_unit(variables, ref)] |= !own;
  }

  lw_text_add(text, "  <UnitDefinitions>\n");
  for (lw_unit unit = 0; unit <= highest; unit++) {
    if (used[unit]) {
      add_unit(text, unit);
    }
  }
  const bool complete = add_file_units(text, variables, used, highest);
  lw_text_add(text, "  </UnitDefinitions>\n  <TypeDefinitions>\n");
  for (lw_unit unit = 0; unit < LW_UNIT_COUNT; unit++) {
    if (used[unit] && QUANTITY[unit]) {
      add_type(text, unit);
    }
  }
  lw_text_add(text, "  </TypeDefinitions>\n");
  free(used);
  return complete;
}

/* ---- log and experiment ------------------------------------------------------------------ */

static void add_settings(lw_text* text, const lw_model* model)
{
  lw_text_add(
      text,
      "  <LogCategories>\n"
      "    <Category name=\"logStatusWarning\" description=\"calls that end with a warning\"/>\n"
      "    <Category name=\"logStatusDiscard\" description=\"steps that were not accepted\"/>\n"
      "    <Category name=\"logStatusError\" description=\"calls that end with an error\"/>\n"
      "    <Category name=\"logStatusFatal\" description=\"errors after which no call works\"/>\n"
      "    <Category name=\"logEvents\" description=\"initialisation and changes of "
      "parameters\"/>\n"
      "    <Category name=\"logAll\" description=\"all messages\"/>\n"
      "  </LogCategories>\n"
      "  <DefaultExperiment");
  add_real(text, "startTime", model->settings.start);
  add_real(text, "stopTime", model->settings.stop);
  if (lw_model_accuracy(model) > 0.0) {
    add_real(text, "tolerance", lw_model_accuracy(model));
  }
  add_real(text, "stepSize", model->settings.output_step);
  lw_text_add(text, "/>\n");
}

/* ---- variables --------------------------------------------------------------------------- */

/* Causality, variability and initial, in the combinations that the standard allows. */
static const char* kind_of(const lw_variable* row)
{
  if (row->causality == LW_INPUT) {
    return " causality=\"input\" variability=\"continuous\"";
  }
  if (row->causality == LW_OUTPUT) {
    return " causality=\"output\" variability=\"continuous\" initial=\"calculated\"";
  }
  if (row->causality == LW_LOCAL) {
    return row->variability == LW_DISCRETE
               ? " causality=\"local\" variability=\"discrete\" initial=\"calculated\""
               : " causality=\"local\" variability=\"continuous\" initial=\"calculated\"";
  }
  if (row->causality == LW_CALCULATED) {
    return " causality=\"calculatedParameter\" variability=\"fixed\" initial=\"calculated\"";
  }
  return row->variability == LW_TUNABLE
             ? " causality=\"parameter\" variability=\"tunable\" initial=\"exact\""
             : " causality=\"parameter\" variability=\"fixed\" initial=\"exact\"";
}

/* The index of a variable in the file is its value reference plus one. */
static void add_index(lw_text* text, unsigned reference)
{
  lw_text_add_unsigned(text, reference + 1);
}

/* The range of the values that a parameter may have. */
static void add_bounds(lw_text* text, const lw_variable* row)
{
  if (row->bounds && isfinite(row->bounds[0])) {
    add_real(text, "min", row->bounds[0]);
  }
  if (row->bounds && isfinite(row->bounds[1])) {
    add_real(text, "max", row->bounds[1]);
  }
}

static void add_variable(lw_text* text, const lw_variables* variables, const lw_variable* row,
                         int k)
{
  const unsigned reference = row->reference + (unsigned)k;
  lw_text_add(text, "    <ScalarVariable name=\"");
  lw_text_add_xml(text, variables->names + row->name);
  if (row->indexed) {
    lw_text_add_char(text, '[');
    lw_text_add_unsigned(text, (unsigned)k + 1);
    lw_text_add_char(text, ']');
  }
  lw_text_add(text, "\" valueReference=\"");
  lw_text_add_unsigned(text, reference);

  char about[256]; /* more than any text of rows.c; the file's own may have any length */
  (void)lw_variables_describe(variables, reference, about, sizeof about);
  lw_text_add(text, "\" description=\"");
  lw_text_add_xml(text, row->indexed ? about : row->text);
  lw_text_add_char(text, '"');
  lw_text_add(text, kind_of(row));

  if (row->type == LW_TYPE_INTEGER) {
    lw_text_add(text, "><Integer");
    add_bounds(text, row);
    if (row->causality == LW_PARAMETER) {
      add_real(text, "start", lw_variables_start(variables, reference));
    }
    lw_text_add(text, "/></ScalarVariable>\n");
    return;
  }
  const lw_unit      unit = lw_variables_unit(variables, reference);
  const lw_unit_info info = lw_unit_get_info(unit);
  lw_text_add(text, "><Real");
  if (!row->unit_text && unit < LW_UNIT_COUNT && QUANTITY[unit]) {
    lw_text_add(text, " declaredType=\"");
    lw_text_add(text, TYPE_PREFIX);
    lw_text_add(text, QUANTITY[unit]);
    lw_text_add_char(text, '"');
  }
  add_attribute(text, "unit", row->unit_text ? row->unit_text : info.name);
  if (!row->unit_text && info.display) {
    add_attribute(text, "displayUnit", info.display);
  }
  add_bounds(text, row);
  if (row->causality == LW_INPUT || row->causality == LW_PARAMETER) {
    add_real(text, "start", lw_variables_start(variables, reference));
  }
  unsigned integral = 0;
  if (lw_variables_derivative_of(variables, reference, &integral)) {
    lw_text_add(text, " derivative=\"");
    add_index(text, integral);
    lw_text_add_char(text, '"');
  }
  lw_text_add(text, "/></ScalarVariable>\n");
}

static void add_variables(lw_text* text, const lw_variables* variables)
{
  lw_text_add(text, "  <ModelVariables>\n");
  for (int i = 0; i < variables->nrow; i++) {
    const lw_variable* row = &variables->row[i];
    for (int k = 0; k < row->size; k++) add_variable(text, variables, row, k);
  }
  lw_text_add(text, "  </ModelVariables>\n");
}

/* ---- structure --------------------------------------------------------------------------- */

/* What the lists of the structure are made from. */
typedef struct structure {
  const lw_variables*       variables;
  lw_dependencies           inputs;
  lw_parameter_dependencies parameters;
  lw_state_dependencies     states;
  bool                      model_exchange;
  int                       longest; /* list of dependencies that is written */
} structure;

/* The number of all inputs and, in model exchange, states. */
static int count_known(const structure* s)
{
  const lw_variables* v     = s->variables;
  int                 rates = 0;
  for (int r = 0; r < v->nrow; r++) rates += v->row[r].source == LW_FROM_RATE;
  return s->model_exchange ? v->ninput + v->states.nstate : v->ninput - rates;
}

/* The scalars that are computed: outputs and local variables. */
static unsigned computed_end(const lw_variables* v)
{
  return (unsigned)(v->ninput + v->noutput + v->nlocal);
}

/* A variable with the known ones that it depends on: inputs and, in model exchange, states. At
 * initialisation the same inputs are known, but no states. Parameters are not in the lists, so
 * that importers do not iterate over them. */
static void add_unknown(lw_text* text, structure* s, unsigned ref, bool initial)
{
  const int       set   = lw_dependencies_set(&s->inputs, s->variables, ref);
  const int       first = s->inputs.first[set], end = s->inputs.first[set + 1];
  const unsigned* states = NULL;
  const int       nstate =
      s->model_exchange && !initial ? lw_state_dependencies_find(&s->states, ref, &states) : 0;
  const char* blank = "";
  lw_text_add(text, "      <Unknown index=\"");
  add_index(text, ref);
  lw_text_add_char(text, '"');
  if (end - first + nstate <= s->longest) {
    lw_text_add(text, " dependencies=\"");
    for (int i = first; i < end; i++, blank = " ") {
      lw_text_add(text, blank);
      add_index(text, s->inputs.input[i]);
    }
    for (int i = 0; i < nstate; i++, blank = " ") {
      lw_text_add(text, blank);
      add_index(text, states[i]);
    }
    lw_text_add_char(text, '"');
  }
  lw_text_add(text, "/>\n");
}

static void add_outputs(lw_text* text, structure* s)
{
  const lw_variables* v = s->variables;
  for (unsigned ref = (unsigned)v->ninput; ref < computed_end(v); ref++) {
    if (lw_variables_row(v, ref)->causality == LW_OUTPUT) {
      add_unknown(text, s, ref, false);
    }
  }
}

/* In the order of the states. */
static void add_derivatives(lw_text* text, structure* s)
{
  const lw_variables* v = s->variables;
  for (int i = 0; i < v->states.nblock; i++) {
    for (int k = 0; k < v->states.block[i].size; k++) {
      add_unknown(text, s, v->state_rate[i] + (unsigned)k, false);
    }
  }
}

/* Outputs, states and their derivatives. */
static void add_initial(lw_text* text, structure* s)
{
  const lw_variables* v = s->variables;
  for (unsigned ref = (unsigned)v->ninput; ref < computed_end(v); ref++) {
    const lw_variable* row = lw_variables_row(v, ref);
    const bool         state =
        lw_state_list_find(&v->states, row->quantity, row->index, false) != LW_NONE ||
        lw_state_list_find(&v->states, row->quantity, row->index, true) != LW_NONE;
    if (row->causality == LW_OUTPUT || (s->model_exchange && state)) {
      add_unknown(text, s, ref, true);
    }
  }
}

/* Parameters that follow from others are unknown before initialisation. */
static void add_calculated(lw_text* text, const lw_variables* variables,
                           lw_parameter_dependencies* p)
{
  for (int r = 0; r < variables->nrow; r++) {
    const lw_variable* row = &variables->row[r];
    for (int k = 0; k < row->size && row->causality == LW_CALCULATED; k++) {
      const unsigned  ref = row->reference + (unsigned)k;
      const unsigned* known;
      const int       n = lw_parameter_dependencies_find(p, variables, ref, &known);
      lw_text_add(text, "      <Unknown index=\"");
      add_index(text, ref);
      lw_text_add_char(text, '"');
      if (n >= 0) {
        lw_text_add(text, " dependencies=\"");
        for (int i = 0; i < n; i++) {
          lw_text_add(text, i > 0 ? " " : "");
          add_index(text, known[i]);
        }
        lw_text_add_char(text, '"');
      }
      lw_text_add(text, "/>\n");
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
  return status;
}

static void free_structure(structure* s)
{
  lw_parameter_dependencies_free(&s->parameters);
  lw_dependencies_free(&s->inputs);
  lw_state_dependencies_free(&s->states);
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

static lw_status add_structure(lw_text* text, const lw_variables* variables, bool model_exchange)
{
  structure       s      = {.variables = variables, .model_exchange = model_exchange};
  const lw_status status = build_structure(&s);
  if (status == LW_OK) {
    s.longest = find_longest(&s);
    lw_text_add(text, "  <ModelStructure>\n    <Outputs>\n");
    add_outputs(text, &s);
    lw_text_add(text, "    </Outputs>\n");
    if (model_exchange && variables->states.nstate > 0) {
      lw_text_add(text, "    <Derivatives>\n");
      add_derivatives(text, &s);
      lw_text_add(text, "    </Derivatives>\n");
    }
    lw_text_add(text, "    <InitialUnknowns>\n");
    add_initial(text, &s);
    add_calculated(text, variables, &s.parameters);
    lw_text_add(text, "    </InitialUnknowns>\n  </ModelStructure>\n");
  }
  free_structure(&s);
  return status;
}

lw_status lw_description_write(const lw_variables* variables, const lw_description* description,
                               lw_text* text)
{
  add_head(text, variables->model, description);
  add_interfaces(text, variables->model, description);
  if (!add_units(text, variables)) {
    return LW_ERR_MEMORY;
  }
  add_settings(text, variables->model);
  add_variables(text, variables);
  const lw_status status = add_structure(text, variables, description->model_exchange);
  lw_text_add(text, "</fmiModelDescription>\n");
  return status == LW_OK && text->failed ? LW_ERR_MEMORY : status;
}
