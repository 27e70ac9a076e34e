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

#include "fmu_file/description_parts.h"
#include "fmu_file/description_structure.h"
#include "fmu_file/write_description3.h"

/* ---- header ------------------------------------------------------------------------------ */

static void add_head(lw_text* text, const lw_model* model, const lw_description* description)
{
  lw_text_add(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription");
  lw_add_attribute(text, "fmiVersion", "2.0");
  lw_add_attribute(text, "modelName", lw_model_name(model, model->name));
  lw_add_attribute(text, "guid", description->guid);
  lw_add_given(text, "description", lw_model_name(model, model->description));
  lw_add_given(text, "author", lw_model_name(model, model->author));
  lw_add_given(text, "version", lw_model_name(model, model->version));
  lw_add_given(text, "license", lw_model_name(model, model->license));
  lw_add_attribute(text, "generationTool", description->tool);
  lw_add_attribute(text, "variableNamingConvention", "structured");
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
  lw_add_attribute(text, "modelIdentifier", lw_model_name(model, model->name));
  lw_text_add(text, CAPABILITIES);
  lw_text_add(text, more);
  if (!description->sources || !description->sources[0]) {
    lw_text_add(text, "/>\n");
    return;
  }
  lw_text_add(text, ">\n    <SourceFiles>\n");
  for (const char* const* file = description->sources; *file; file++) {
    lw_text_add(text, "      <File");
    lw_add_attribute(text, "name", *file);
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

/* ---- variables --------------------------------------------------------------------------- */

/* The index of a variable in the file is its value reference plus one. */
static void add_index(lw_text* text, unsigned reference)
{
  lw_text_add_unsigned(text, reference + 1);
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
  lw_add_kind(text, 2, row);

  if (row->type == LW_TYPE_INTEGER) {
    lw_text_add(text, "><Integer");
    lw_add_bounds(text, row);
    if (row->causality == LW_PARAMETER) {
      lw_add_real(text, "start", lw_variables_start(variables, reference));
    }
    lw_text_add(text, "/></ScalarVariable>\n");
    return;
  }
  lw_text_add(text, "><Real");
  lw_add_unit(text, 2, row, lw_variables_unit(variables, reference));
  lw_add_bounds(text, row);
  if (row->causality == LW_INPUT || row->causality == LW_PARAMETER) {
    lw_add_real(text, "start", lw_variables_start(variables, reference));
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

lw_status lw_description_write(const lw_variables* variables, const lw_description* description,
                               lw_text* text)
{
  if (description->fmi == 3) {
    return lw_description3_write(variables, description, text);
  }
  add_head(text, variables->model, description);
  add_interfaces(text, variables->model, description);
  if (!lw_add_units(text, 2, variables)) {
    return LW_ERR_MEMORY;
  }
  lw_add_settings(text, variables->model);
  add_variables(text, variables);
  const lw_status status = lw_add_structure(text, variables, 2, description->model_exchange, NULL);
  lw_text_add(text, "</fmiModelDescription>\n");
  return status == LW_OK && text->failed ? LW_ERR_MEMORY : status;
}
