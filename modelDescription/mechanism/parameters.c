/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parameters.c - reads the parameters of a mechanism and sorts them so that each is computed after
 * those that it depends on.
 *
 *   cost     linear in the length of their texts
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism/reader.h"

/* A parameter during the sorting. */
typedef struct unsorted {
  const lw_xml_element* element;
  int                   code, ncode; /* its instructions in the model; none: 0 */
  int                   next;        /* the instruction to look at next        */
  enum { NEW, OPEN, DONE } state;
} unsorted;

/* ---- reading ----------------------------------------------------------------------------- */

/* Copy the text of an attribute into the model; "" if it is missing. */
static lw_status read_text(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                           lw_name* name)
{
  const char* text = lw_xml_get(element, attribute);
  *name            = text ? lw_model_add_name(reader->model, text) : 0;
  return *name < 0 ? lw_reader_no_memory(reader) : LW_OK;
}

/* <parameter name="L" value="0.5" unit="m" description="length of the crank"/> but for the value */
static lw_status add_parameter(lw_reader* reader, const lw_xml_element* element)
{
  lw_parameter parameter = {.line = element->line};
  const char*  name      = lw_xml_get(element, "name");
  lw_status    status    = lw_read_name(reader, element, &parameter.name);
  if (status == LW_OK && lw_expression_is_reserved(name)) {
    return lw_xml_error(reader->diag, element, "the name \"%s\" has a meaning in expressions",
                        name);
  }
  if (status == LW_OK) {
    status = read_text(reader, element, "unit", &parameter.unit);
  }
  if (status == LW_OK) {
    status = read_text(reader, element, "description", &parameter.description);
  }
  parameter.value = lw_model_add_values(reader->model, 1, NULL);
  if (status == LW_OK && parameter.value == LW_NONE) {
    status = lw_reader_no_memory(reader);
  }
  if (status == LW_OK) {
    status = lw_reader_add(reader, element, LW_SCOPE_PARAMETER,
                           lw_model_add_parameter(reader->model, &parameter));
  }
  return status;
}

static lw_status read_value(lw_reader* reader, int parameter, unsorted* p)
{
  static const lw_numbers value = {"value", 1, 1, false, ""};
  lw_components           c;
  const lw_status         status = lw_read_components(reader, p->element, &value, &c);
  if (status == LW_OK) {
    /* a value that depends on other parameters is computed once these are known */
    reader->model->value[reader->first_parameter + parameter] = c.value[0];
    p->code                                                   = c.ncode[0] > 0 ? c.code[0] : 0;
    p->ncode                                                  = c.ncode[0];
  }
  return status;
}

/* ---- sorting ----------------------------------------------------------------------------- */

static bool is_of_name(char c)
{
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* The column of the expression at which it uses a name, from 1. */
static size_t column_of_name(const char* text, const char* name)
{
  const size_t length = strlen(name);
  for (const char* at = strstr(text, name); at; at = strstr(at + 1, name)) {
    if ((at == text || !is_of_name(at[-1])) && !is_of_name(at[length])) {
      return (size_t)(at - text) + 1;
    }
  }
  return 1; /* not reached: it was read from there */
}

/* Report the cycle of parameters by which one depends on itself. */
static lw_status report_cycle(lw_reader* reader, const unsorted* p, const int* path, int n,
                              int parameter)
{
  const lw_model* model     = reader->model;
  char            list[400] = "";
  size_t          used      = 0;
  int             first     = n - 1;
  while (first > 0 && path[first] != parameter) first--;
  for (int i = first; i <= n; i++) {
    const int   which = i < n ? path[i] : parameter;
    const char* name  = lw_model_name(model, model->parameter[which].name);
    if (used > sizeof list - 80) { /* room for one more name, cut, and its arrow */
      (void)snprintf(list + used, sizeof list - used, " -> ...");
      break;
    }
    const int wrote =
        snprintf(list + used, sizeof list - used, "%s%.60s", i > first ? " -> " : "", name);
    used += wrote > 0 ? (size_t)wrote : 0;
  }
  const int    next   = first + 1 < n ? path[first + 1] : parameter;
  const size_t column = column_of_name(lw_xml_get(p[parameter].element, "value"),
                                       lw_model_name(model, model->parameter[next].name));
  return lw_xml_error(reader->diag, p[parameter].element,
                      "value: column %zu: it depends on itself: %s", column, list);
}

/* Compute a parameter, after all parameters that it depends on. */
static lw_status add_formula(lw_reader* reader, unsorted* p, int parameter)
{
  lw_model* model = reader->model;
  p->state        = DONE;
  if (p->ncode == 0) {
    return LW_OK;
  }
  const lw_slot    slot    = reader->first_parameter + parameter;
  const lw_formula formula = {
      .kind   = LW_FORMULA_EXPRESSION,
      .slot   = slot,
      .code   = p->code,
      .ncode  = p->ncode,
      .spring = LW_NONE,
      .text   = lw_model_add_name(model, lw_xml_get(p->element, "value")),
  };
  if (formula.text < 0 || lw_model_add_formula(model, &formula) == LW_NONE) {
    return lw_reader_no_memory(reader);
  }
  const double value = lw_expression_evaluate(p->ncode, &model->instruction[p->code], model->value);
  model->value[slot] = value;
  const size_t blanks = strspn(lw_xml_get(p->element, "value"), " \t\r\n");
  return isfinite(value) ? LW_OK : lw_report_infinite(reader, p->element, "value", blanks, value);
}

/* Depth first from one parameter; path has room for all of them. */
static lw_status sort_from(lw_reader* reader, unsorted* p, int parameter, int* path)
{
  const lw_model* model  = reader->model;
  lw_status       status = LW_OK;
  int             n      = 0;
  path[n++]              = parameter;
  p[parameter].state     = OPEN;
  while (n > 0 && status == LW_OK) {
    unsorted* top = &p[path[n - 1]];
    if (top->next == top->ncode) {
      status = add_formula(reader, top, path[--n]);
      continue;
    }
    const lw_instruction* op = &model->instruction[top->code + top->next++];
    if (op->operation != LW_OP_VALUE) {
      continue;
    }
    const int other = op->slot - reader->first_parameter;
    if (p[other].state == OPEN) {
      return report_cycle(reader, p, path, n, other);
    }
    if (p[other].state == NEW) {
      p[other].state = OPEN;
      path[n++]      = other;
    }
  }
  return status;
}

lw_status lw_read_parameters(lw_reader* reader, const lw_xml_element* root)
{
  static const char tag[]  = "parameter";
  lw_status         status = LW_OK;
  reader->first_parameter  = reader->model->nvalue;
  for (const lw_xml_element* e = root->child; e && status == LW_OK; e = e->next) {
    status = strcmp(e->name, tag) == 0 ? add_parameter(reader, e) : LW_OK;
  }
  const int    n    = reader->model->nparameter;
  const size_t room = (size_t)n + 1;
  unsorted*    p    = calloc(room, sizeof *p);
  int*         path = malloc(room * sizeof *path);
  if (status == LW_OK && (!p || !path)) {
    status = lw_reader_no_memory(reader);
  }
  int i = 0;
  for (const lw_xml_element* e = root->child; e && status == LW_OK; e = e->next) {
    if (strcmp(e->name, tag) == 0) {
      p[i].element = e;
      status       = read_value(reader, i, &p[i]);
      i++;
    }
  }
  for (i = 0; i < n && status == LW_OK; i++) {
    status = p[i].state == NEW ? sort_from(reader, p, i, path) : LW_OK;
  }
  free(path);
  free(p);
  reader->parameters_known = status == LW_OK;
  return status;
}

void lw_fix_parameters(lw_reader* reader)
{
  lw_model* model = reader->model;
  /* the formulas of those that a parameter depends on come before its own */
  for (int f = model->nformula - 1; f >= 0; f--) {
    const lw_formula* formula = &model->formula[f];
    const int         own     = formula->slot - reader->first_parameter;
    if (own < 0 || own >= model->nparameter || !model->parameter[own].structural) {
      continue;
    }
    for (int i = 0; i < formula->ncode; i++) {
      const lw_instruction* op = &model->instruction[formula->code + i];
      if (op->operation == LW_OP_VALUE) {
        model->parameter[op->slot - reader->first_parameter].structural = true;
      }
    }
  }
}
