/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * read_description.c - reads the modelDescription.xml of any FMU.
 */
#include "fmu_file/read_description.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text/name_index.h"
#include "text/number_parse.h"

/* ---- the tree ----------------------------------------------------------------------------- */

/* The first child of that name, or NULL. Nullable parent. */
static const lw_xml_element* child_of(const lw_xml_element* parent, const char* name)
{
  const lw_xml_element* child = parent ? parent->child : NULL;
  while (child && strcmp(child->name, name) != 0) child = child->next;
  return child;
}

/* An attribute, or "". Nullable element. */
static const char* text_of(const lw_xml_element* element, const char* attribute)
{
  const char* value = element ? lw_xml_get(element, attribute) : NULL;
  return value ? value : "";
}

/* A number in an attribute; NAN where there is none. */
static double number_of(const lw_xml_element* element, const char* attribute)
{
  const char* text  = text_of(element, attribute);
  double      value = NAN;
  return lw_number_read(text, strlen(text), &value) == LW_NUMBER_OK ? value : NAN;
}

/* ---- variables ---------------------------------------------------------------------------- */

/* Types as FMI 1.0 and 2.0 spell them below a ScalarVariable, and 3.0 directly. */
static const struct {
  const char* name;
  lw_fmu_type type;
} TYPES[] = {
    {"Real", LW_FMU_REAL},       {"Integer", LW_FMU_INTEGER}, {"Enumeration", LW_FMU_INTEGER},
    {"Boolean", LW_FMU_BOOLEAN}, {"String", LW_FMU_STRING},   {"Float32", LW_FMU_REAL},
    {"Float64", LW_FMU_REAL},    {"Int8", LW_FMU_INTEGER},    {"UInt8", LW_FMU_INTEGER},
    {"Int16", LW_FMU_INTEGER},   {"UInt16", LW_FMU_INTEGER},  {"Int32", LW_FMU_INTEGER},
    {"UInt32", LW_FMU_INTEGER},  {"Int64", LW_FMU_INTEGER},   {"UInt64", LW_FMU_INTEGER}};

static bool find_type(const char* name, lw_fmu_type* type)
{
  for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++) {
    if (strcmp(name, TYPES[i].name) == 0) {
      *type = TYPES[i].type;
      return true;
    }
  }
  return false;
}

/* The element below a ScalarVariable that has type, unit and start; NULL where there is none. */
static const lw_xml_element* typed_child(const lw_xml_element* element, lw_fmu_type* type)
{
  for (const lw_xml_element* child = element->child; child; child = child->next) {
    if (find_type(child->name, type)) {
      return child;
    }
  }
  return NULL;
}

/* Whether a text has only digits, and its number fits into an unsigned int. */
static bool read_reference(const char* text, unsigned* reference)
{
  unsigned long long value = 0;
  if (!*text || strspn(text, "0123456789") != strlen(text)) {
    return false;
  }
  for (; *text && value <= UINT_MAX; text++) {
    value = value * 10 + (unsigned long long)(*text - '0');
  }
  *reference = (unsigned)value;
  return value <= UINT_MAX;
}

/* Types of the description by name: the elements that have units. */
typedef struct types {
  lw_name_index          index;
  const lw_xml_element** element;
  size_t                 n;
} types;

static bool list_types(const lw_xml_element* root, types* t)
{
  const lw_xml_element* definitions = child_of(root, "TypeDefinitions");
  size_t                n           = 0;
  for (const lw_xml_element* e = definitions ? definitions->child : NULL; e; e = e->next) n++;
  t->element = malloc((n + 1) * sizeof *t->element);
  if (!t->element) {
    return false;
  }
  for (const lw_xml_element* e = definitions ? definitions->child : NULL; e; e = e->next) {
    /* FMI 1.0 and 2.0 have an element inside, 3.0 has not */
    t->element[t->n] = e->child ? e->child : e;
    if (t->n < INT_MAX && !lw_name_index_add(&t->index, 0, text_of(e, "name"), (int)t->n)) {
      return false;
    }
    t->n++;
  }
  return true;
}

/* The unit of a variable: its own, or that of its type. */
static const char* unit_of(const lw_xml_element* typed, const types* t)
{
  const char* unit  = text_of(typed, "unit");
  int         found = 0;
  if (!*unit && lw_name_index_find(&t->index, 0, text_of(typed, "declaredType"), &found)) {
    unit = text_of(t->element[found], "unit");
  }
  return unit;
}

static lw_status read_variable(const lw_xml_element* element, const types* t, lw_fmu_variable* v,
                               lw_diag* diag)
{
  const bool            scalar = strcmp(element->name, "ScalarVariable") == 0;
  const lw_xml_element* typed  = element;
  *v                           = (lw_fmu_variable){.type = LW_FMU_OTHER};
  if (scalar) {
    typed = typed_child(element, &v->type);
  } else {
    (void)find_type(element->name, &v->type);
  }
  v->name        = text_of(element, "name");
  v->type_name   = typed ? typed->name : "";
  v->causality   = text_of(element, "causality");
  v->variability = text_of(element, "variability");
  v->initial     = text_of(element, "initial");
  v->description = text_of(element, "description");
  v->unit        = typed ? unit_of(typed, t) : "";
  v->start       = text_of(typed, "start");
  if (!*v->name || !typed) {
    return lw_xml_error(diag, element, "it has no %s", *v->name ? "type" : "name");
  }
  if (!read_reference(text_of(element, "valueReference"), &v->reference)) {
    return lw_xml_error(diag, element, "\"%s\" is no value reference",
                        lw_xml_shorten(text_of(element, "valueReference")).text);
  }
  return LW_OK;
}

static lw_status read_variables(lw_fmu_description* d, lw_diag* diag)
{
  const lw_xml_element* list = child_of(d->root, "ModelVariables");
  size_t                n    = 0;
  for (const lw_xml_element* e = list ? list->child : NULL; e; e = e->next) n++;
  types t     = {0};
  d->variable = malloc((n + 1) * sizeof *d->variable);

  lw_status status = d->variable && list_types(d->root, &t) ? LW_OK : LW_ERR_MEMORY;
  for (const lw_xml_element* e = list ? list->child : NULL; e && status == LW_OK; e = e->next) {
    status = read_variable(e, &t, &d->variable[d->count], diag);
    d->count += status == LW_OK ? 1 : 0;
  }
  lw_name_index_free(&t.index);
  free((void*)t.element);
  return status;
}

/* ---- the whole ---------------------------------------------------------------------------- */

/* The interfaces. An FMU of FMI 1.0 that names none is for model exchange. */
static void find_interfaces(lw_fmu_description* d)
{
  const lw_xml_element* implementation = child_of(d->root, "Implementation");
  d->co_simulation                     = child_of(d->root, "CoSimulation");
  d->model_exchange                    = child_of(d->root, "ModelExchange");
  d->scheduled_execution               = child_of(d->root, "ScheduledExecution");
  d->identifier                        = text_of(d->co_simulation, "modelIdentifier");
  if (strncmp(d->version, "1.", 2) == 0) {
    /* "CoSimulation_StandAlone" or "CoSimulation_Tool", with the capabilities inside */
    d->co_simulation  = implementation && implementation->child
                            ? child_of(implementation->child, "Capabilities")
                            : NULL;
    d->model_exchange = implementation ? NULL : d->root;
    d->identifier     = text_of(d->root, "modelIdentifier");
  }
}

lw_status lw_fmu_description_read(const char* text, size_t size, lw_fmu_description* description,
                                  lw_diag* diag)
{
  lw_fmu_description* d = description;
  *d                    = (lw_fmu_description){0};
  lw_status status      = lw_xml_read_lenient(text, size, diag, &d->root);
  if (status != LW_OK) {
    return status;
  }
  if (strcmp(d->root->name, "fmiModelDescription") != 0) {
    status = lw_xml_error(diag, d->root, "this is no model description of an FMU");
  } else {
    const lw_xml_element* experiment = child_of(d->root, "DefaultExperiment");
    d->version                       = text_of(d->root, "fmiVersion");
    d->name                          = text_of(d->root, "modelName");
    d->guid                          = text_of(d->root, "guid");
    d->guid                          = *d->guid ? d->guid : text_of(d->root, "instantiationToken");
    d->tool                          = text_of(d->root, "generationTool");
    d->about                         = text_of(d->root, "description");
    d->start                         = number_of(experiment, "startTime");
    d->stop                          = number_of(experiment, "stopTime");
    d->step                          = number_of(experiment, "stepSize");
    find_interfaces(d);
    status = read_variables(d, diag);
    if (status == LW_ERR_MEMORY) {
      (void)lw_diag_set(diag, status, 0, "%s", lw_status_text(status));
    }
  }
  if (status != LW_OK) {
    lw_fmu_description_free(d);
  }
  return status;
}

void lw_fmu_description_free(lw_fmu_description* description)
{
  lw_xml_free(description->root);
  free(description->variable);
  *description = (lw_fmu_description){0};
}

bool lw_fmu_can(const lw_fmu_description* description, const char* capability)
{
  /* both are spellings of XML's boolean type */
  const char* value = text_of(description->co_simulation, capability);
  return strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
}

bool lw_fmu_has_category(const lw_fmu_description* description, const char* name)
{
  const lw_xml_element* list = child_of(description->root, "LogCategories");
  for (const lw_xml_element* e = list ? list->child : NULL; e; e = e->next) {
    if (strcmp(text_of(e, "name"), name) == 0) {
      return true;
    }
  }
  return false;
}
