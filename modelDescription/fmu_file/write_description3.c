/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_description3.c - writes modelDescription.xml and terminalsAndIcons.xml of FMI 3.0.
 *
 *   reads    the variable table
 *   writes   the XML text, elements in the order of the standard's schema
 */
#include "fmu_file/write_description3.h"

#include <stdio.h>
#include <string.h>

#include "fmu_file/description_parts.h"
#include "fmu_file/description_structure.h"

/* ---- header ------------------------------------------------------------------------------ */

static void add_head(lw_text* text, const lw_model* model, const lw_description* description)
{
  lw_text_add(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription");
  lw_add_attribute(text, "fmiVersion", "3.0");
  lw_add_attribute(text, "modelName", lw_model_name(model, model->name));
  lw_add_attribute(text, "instantiationToken", description->guid);
  lw_add_given(text, "description", lw_model_name(model, model->description));
  lw_add_given(text, "author", lw_model_name(model, model->author));
  lw_add_given(text, "version", lw_model_name(model, model->version));
  lw_add_given(text, "license", lw_model_name(model, model->license));
  lw_add_attribute(text, "generationTool", description->tool);
  lw_add_attribute(text, "variableNamingConvention", "structured");
  lw_text_add(text, ">\n");
}

static void add_interface(lw_text* text, const char* element, const lw_model* model,
                          const char* more)
{
  lw_text_add(text, "  <");
  lw_text_add(text, element);
  lw_add_attribute(text, "modelIdentifier", lw_model_name(model, model->name));
  lw_text_add(text, " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\""
                    " providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\"");
  lw_text_add(text, more);
  lw_text_add(text, "/>\n");
}

static void add_interfaces(lw_text* text, const lw_model* model, const lw_description* description)
{
  if (description->model_exchange) {
    add_interface(text, "ModelExchange", model, " needsCompletedIntegratorStep=\"true\"");
  }
  if (!description->no_co_simulation) {
    add_interface(text, "CoSimulation", model,
                  " canHandleVariableCommunicationStepSize=\"true\""
                  " maxOutputDerivativeOrder=\"2\" providesIntermediateUpdate=\"true\""
                  " canReturnEarlyAfterIntermediateUpdate=\"true\"");
  }
}

/* ---- variables --------------------------------------------------------------------------- */

/* Tell whether all components have the same unit; FMI has one for a variable. */
static bool has_one_unit(const lw_variables* variables, const lw_variable* row)
{
  bool same = true;
  for (int k = 1; k < row->size; k++) {
    same = same && lw_variables_unit(variables, row->reference + (unsigned)k) ==
                       lw_variables_unit(variables, row->reference);
  }
  return same;
}

static void add_start(lw_text* text, const lw_variables* variables, const lw_variable* row)
{
  lw_text_add(text, " start=\"");
  for (int k = 0; k < row->size; k++) {
    lw_text_add(text, k > 0 ? " " : "");
    lw_text_add_number_short(text, lw_variables_start(variables, row->reference + (unsigned)k));
  }
  lw_text_add_char(text, '"');
}

static void add_name(lw_text* text, const char* element, const char* name, unsigned reference,
                     const char* about)
{
  lw_text_add(text, "    <");
  lw_text_add(text, element);
  lw_add_attribute(text, "name", name);
  lw_text_add(text, " valueReference=\"");
  lw_text_add_unsigned(text, reference);
  lw_text_add_char(text, '"');
  lw_add_attribute(text, "description", about);
}

static void add_dimension(lw_text* text, const char* element, int size)
{
  lw_text_add(text, "><Dimension start=\"");
  lw_text_add_unsigned(text, (unsigned)size);
  lw_text_add(text, "\"/></");
  lw_text_add(text, element);
  lw_text_add(text, ">\n");
}

static void add_variable(lw_text* text, const lw_variables* variables, const lw_variable* row,
                         bool model_exchange)
{
  static const char* const type[] = {
      [LW_TYPE_REAL] = "Float64", [LW_TYPE_INTEGER] = "Int32", [LW_TYPE_BOOLEAN] = "Boolean"};
  const char* element = type[row->type];
  unsigned    integral;
  add_name(text, element, variables->names + row->name, row->reference, row->text);
  lw_add_kind(text, 3, row);
  if (row->causality == LW_INPUT || row->causality == LW_OUTPUT) {
    lw_text_add(text, " intermediateUpdate=\"true\"");
  }
  if (row->type == LW_TYPE_REAL && has_one_unit(variables, row)) {
    lw_add_unit(text, 3, row, lw_variables_unit(variables, row->reference));
  }
  lw_add_bounds(text, row);
  if (row->causality == LW_INPUT || row->causality == LW_PARAMETER) {
    add_start(text, variables, row);
  }
  if (lw_variables_derivative_of(variables, row->reference, &integral)) {
    lw_text_add(text, " derivative=\"");
    lw_text_add_unsigned(text, integral);
    lw_text_add_char(text, '"');
  }
  if (model_exchange && lw_variables_state_index(variables, row->reference) != LW_NONE) {
    lw_text_add(text, " reinit=\"true\"");
  }
  if (row->indexed) {
    add_dimension(text, element, row->size);
  } else {
    lw_text_add(text, "/>\n");
  }
}

static void add_variables(lw_text* text, const lw_variables* variables, bool model_exchange)
{
  const int indicators = lw_continuous_indicator_count(variables->model);
  unsigned  reference;
  lw_text_add(text, "  <ModelVariables>\n");
  /* an element of the mechanism may have this name */
  const bool taken = lw_variables_find(variables, "time", &reference);
  add_name(text, "Float64", taken ? "solver.time" : "time", lw_variables_time(variables),
           "simulation time");
  lw_text_add(text, " causality=\"independent\" variability=\"continuous\" unit=\"s\"/>\n");
  for (int i = 0; i < variables->nrow; i++) {
    add_variable(text, variables, &variables->row[i], model_exchange);
  }
  if (model_exchange && indicators > 0) {
    add_name(text, "Float64", "solver.stops", lw_variables_time(variables) + 1,
             "distances of joint coordinates from their lower and upper stops");
    add_dimension(text, "Float64", indicators);
  }
  lw_text_add(text, "  </ModelVariables>\n");
}

lw_status lw_description3_write(const lw_variables* variables, const lw_description* description,
                                lw_text* text)
{
  const unsigned stops = lw_variables_time(variables) + 1;
  const bool     any   = lw_continuous_indicator_count(variables->model) > 0;
  add_head(text, variables->model, description);
  add_interfaces(text, variables->model, description);
  if (!lw_add_units(text, 3, variables)) {
    return LW_ERR_MEMORY;
  }
  lw_add_settings(text, variables->model);
  add_variables(text, variables, description->model_exchange);
  const lw_status status = lw_add_structure(text, variables, 3, description->model_exchange,
                                            description->model_exchange && any ? &stops : NULL);
  lw_text_add(text, "</fmiModelDescription>\n");
  return status == LW_OK && text->failed ? LW_ERR_MEMORY : status;
}

/* ---- terminals --------------------------------------------------------------------------- */

/* Names of the members of a flange, and its kind, in Modelica's standard library. */
typedef struct flange {
  const char *kind, *coordinate, *rate, *effort;
} flange;

static const flange ROTATIONAL = {"Modelica.Mechanics.Rotational.Interfaces.Flange_a", "phi", "w",
                                  "tau"};
static const flange TRANSLATIONAL = {"Modelica.Mechanics.Translational.Interfaces.Flange_a", "s",
                                     "v", "f"};

static void begin_terminal(lw_text* text, const char* name, const char* rule, const char* kind)
{
  lw_text_add(text, "    <Terminal");
  lw_add_attribute(text, "name", name);
  lw_add_attribute(text, "matchingRule", rule);
  lw_add_given(text, "terminalKind", kind);
  lw_text_add(text, ">\n");
}

/* A member, if there is a variable of that name. */
static void add_member(lw_text* text, const lw_variables* v, const char* variable,
                       const char* member)
{
  bool found = false;
  for (int i = 0; i < v->nrow && !found; i++) {
    found = strcmp(v->names + v->row[i].name, variable) == 0;
  }
  if (found) {
    lw_text_add(text, "      <TerminalMemberVariable");
    lw_add_attribute(text, "variableName", variable);
    lw_add_attribute(text, "memberName", member);
    lw_text_add(text, " variableKind=\"signal\"/>\n");
  }
}

/* The member `quantity` of an element. */
static void add_quantity(lw_text* text, const lw_variables* v, const char* element,
                         const char* quantity, const char* member)
{
  char       name[512]; /* names have at most 200 characters */
  const bool plain = strspn(element, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                     "0123456789") == strlen(element);
  (void)snprintf(name, sizeof name, plain ? "%s%s%s" : "'%s'%s%s", element, *quantity ? "." : "",
                 quantity);
  add_member(text, v, name, member);
}

/* Coordinate and rate of a joint that a flange moves. */
static const flange* flange_of(const lw_model* model, int joint)
{
  return lw_joint_info_get(model->joint[joint].type)->angles & 1u ? &ROTATIONAL : &TRANSLATIONAL;
}

lw_status lw_terminals_write(const lw_variables* variables, lw_text* text)
{
  const lw_model* m = variables->model;
  lw_text_add(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n");
  if (m->nactuator + m->nmotion + m->njoint > 0) {
    lw_text_add(text, "  <Terminals>\n");
  }
  for (int i = 0; i < m->nactuator; i++) {
    const char*   joint = lw_model_name(m, m->joint[m->actuator[i].joint].name);
    const char*   name  = lw_model_name(m, m->actuator[i].name);
    const flange* f     = flange_of(m, m->actuator[i].joint);
    begin_terminal(text, name, "plug", f->kind);
    add_quantity(text, variables, joint, "q", f->coordinate);
    add_quantity(text, variables, joint, "qd", f->rate);
    add_quantity(text, variables, name, "", f->effort);
    lw_text_add(text, "    </Terminal>\n");
  }
  for (int i = 0; i < m->nmotion; i++) {
    const char*   joint = lw_model_name(m, m->joint[m->motion[i].joint].name);
    const char*   name  = lw_model_name(m, m->motion[i].name);
    const bool    input = m->motion[i].kind == LW_MOTION_INPUT;
    const flange* f     = flange_of(m, m->motion[i].joint);
    begin_terminal(text, name, "plug", f->kind);
    add_quantity(text, variables, input ? name : joint, input ? "" : "q", f->coordinate);
    add_quantity(text, variables, name, "effort", f->effort);
    lw_text_add(text, "    </Terminal>\n");
  }
  for (int i = 0; i < m->njoint; i++) {
    static const char* const members[] = {"q", "qd", "qdd", "quat", "force", "torque"};
    const char*              name      = lw_model_name(m, m->joint[i].name);
    begin_terminal(text, name, "bus", "");
    for (size_t k = 0; k < sizeof members / sizeof members[0]; k++) {
      add_quantity(text, variables, name, members[k], members[k]);
    }
    lw_text_add(text, "    </Terminal>\n");
  }
  if (m->nactuator + m->nmotion + m->njoint > 0) {
    lw_text_add(text, "  </Terminals>\n");
  }
  lw_text_add(text, "</fmiTerminalsAndIcons>\n");
  return text->failed ? LW_ERR_MEMORY : LW_OK;
}
