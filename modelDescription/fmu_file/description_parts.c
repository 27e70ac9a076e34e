/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * description_parts.c - what modelDescription.xml has in every version of FMI: attributes, units,
 * types, log categories, the experiment.
 */
#include "fmu_file/description_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "variables/unit.h"

/* ---- attributes --------------------------------------------------------------------------- */

void lw_add_attribute(lw_text* text, const char* name, const char* value)
{
  lw_text_add_char(text, ' ');
  lw_text_add(text, name);
  lw_text_add(text, "=\"");
  lw_text_add_xml(text, value);
  lw_text_add_char(text, '"');
}

void lw_add_real(lw_text* text, const char* name, double value)
{
  lw_text_add_char(text, ' ');
  lw_text_add(text, name);
  lw_text_add(text, "=\"");
  lw_text_add_number_short(text, value);
  lw_text_add_char(text, '"');
}

void lw_add_given(lw_text* text, const char* name, const char* value)
{
  if (*value) {
    lw_add_attribute(text, name, value);
  }
}

void lw_add_bounds(lw_text* text, const lw_variable* row)
{
  if (row->bounds && isfinite(row->bounds[0])) {
    lw_add_real(text, "min", row->bounds[0]);
  }
  if (row->bounds && isfinite(row->bounds[1])) {
    lw_add_real(text, "max", row->bounds[1]);
  }
}

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

/* The same in FMI 3 without what is the default there: local, continuous for real numbers and
 * discrete for others, calculated for what is computed, exact for parameters. */
static const char* brief_kind_of(const lw_variable* row)
{
  switch (row->causality) {
  case LW_INPUT: return " causality=\"input\"";
  case LW_OUTPUT: return " causality=\"output\"";
  case LW_LOCAL: return "";
  case LW_CALCULATED: return " causality=\"calculatedParameter\" variability=\"fixed\"";
  case LW_PARAMETER: break;
  }
  return row->variability == LW_TUNABLE ? " causality=\"parameter\" variability=\"tunable\""
                                        : " causality=\"parameter\" variability=\"fixed\"";
}

void lw_add_kind(lw_text* text, int fmi, const lw_variable* row)
{
  lw_text_add(text, fmi == 3 ? brief_kind_of(row) : kind_of(row));
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
    lw_add_real(text, name, exponent);
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
  lw_add_attribute(text, "name", info.name);
  lw_text_add_char(text, '>');
  add_base_unit(text, &info);
  for (size_t i = 0; i < sizeof DISPLAY / sizeof DISPLAY[0]; i++) {
    if (DISPLAY[i].unit == unit) {
      lw_text_add(text, "<DisplayUnit");
      lw_add_attribute(text, "name", DISPLAY[i].name);
      lw_add_real(text, "factor", DISPLAY[i].factor);
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
    lw_add_attribute(text, "name", name[i]);
    lw_text_add_char(text, '>');
    if (lw_unit_read(name[i], &info)) {
      add_base_unit(text, &info);
    }
    lw_text_add(text, "</Unit>\n");
  }
  free((void*)name);
  return true;
}

static void add_type(lw_text* text, int fmi, lw_unit unit)
{
  const lw_unit_info info = lw_unit_get_info(unit);
  lw_text_add(text, fmi == 3 ? "    <Float64Type name=\"" : "    <SimpleType name=\"");
  lw_text_add(text, TYPE_PREFIX);
  lw_text_add(text, QUANTITY[unit]);
  lw_text_add(text, fmi == 3 ? "\"" : "\"><Real");
  lw_add_attribute(text, "quantity", QUANTITY[unit]);
  lw_add_attribute(text, "unit", info.name);
  if (info.display) {
    lw_add_attribute(text, "displayUnit", info.display);
  }
  lw_text_add(text, fmi == 3 ? "/>\n" : "/></SimpleType>\n");
}

bool lw_add_units(lw_text* text, int fmi, const lw_variables* variables)
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
      add_type(text, fmi, unit);
    }
  }
  lw_text_add(text, "  </TypeDefinitions>\n");
  free(used);
  return complete;
}

void lw_add_unit(lw_text* text, int fmi, const lw_variable* row, lw_unit unit)
{
  const lw_unit_info info = lw_unit_get_info(unit);
  if (!row->unit_text && unit < LW_UNIT_COUNT && QUANTITY[unit]) {
    lw_text_add(text, " declaredType=\"");
    lw_text_add(text, TYPE_PREFIX);
    lw_text_add(text, QUANTITY[unit]);
    lw_text_add_char(text, '"');
    if (fmi == 3) {
      return; /* the type has the unit */
    }
  }
  lw_add_attribute(text, "unit", row->unit_text ? row->unit_text : info.name);
  if (!row->unit_text && info.display) {
    lw_add_attribute(text, "displayUnit", info.display);
  }
}

/* ---- log and experiment ------------------------------------------------------------------ */

void lw_add_settings(lw_text* text, const lw_model* model)
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
  lw_add_real(text, "startTime", model->settings.start);
  lw_add_real(text, "stopTime", model->settings.stop);
  if (lw_model_accuracy(model) > 0.0) {
    lw_add_real(text, "tolerance", lw_model_accuracy(model));
  }
  lw_add_real(text, "stepSize", model->settings.output_step);
  lw_text_add(text, "/>\n");
}
