/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * formulas.c - check and compute the formulas that give values from the parameters of a mechanism.
 *
 *   cost     linear in the number of instructions
 */
#include "model/formulas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "model/check.h"

/* number of values that a formula computes */
static int width_of(const lw_formula* formula)
{
  return formula->kind == LW_FORMULA_UNIT_QUAT ? 4 : 1;
}

/* ---- checking ---------------------------------------------------------------------------- */

/* Marks of a value while the formulas are checked in their order. */
typedef struct value_mark {
  bool parameter; /* it is a parameter, which expressions may read */
  bool computed;  /* a formula computes it */
  bool done;      /* that formula comes before the present one */
} value_mark;

static bool slots_exist(const lw_model* model, const lw_formula* formula)
{
  return formula->slot >= 0 && formula->slot <= model->nvalue - width_of(formula);
}

/* Check that the instructions are valid and read only parameters that are computed before. */
static bool expression_is_valid(const lw_model* model, const lw_formula* formula,
                                const value_mark* mark)
{
  if (formula->code < 0 || formula->ncode < 1 ||
      formula->code > model->ninstruction - formula->ncode) {
    return false;
  }
  const lw_instruction* code = &model->instruction[formula->code];
  if (!lw_expression_is_valid(formula->ncode, code, model->nvalue)) {
    return false;
  }
  for (int i = 0; i < formula->ncode; i++) {
    const value_mark* m = &mark[code[i].operation == LW_OP_VALUE ? code[i].slot : 0];
    if (code[i].operation == LW_OP_VALUE && (!m->parameter || (m->computed && !m->done))) {
      return false;
    }
  }
  return true;
}

static bool formula_is_valid(const lw_model* model, const lw_formula* formula, value_mark* mark)
{
  value_mark* own = &mark[formula->slot];
  switch (formula->kind) {
  case LW_FORMULA_EXPRESSION:
    if (own->done || !expression_is_valid(model, formula, mark)) {
      return false;
    }
    own->done = true;
    return true;
  case LW_FORMULA_UNIT_QUAT:
    /* all four are computed before, each time, so that scaling them gives the same result each
     * time */
    return own[0].done && own[1].done && own[2].done && own[3].done;
  case LW_FORMULA_SPRING_LENGTH:
    if (own->done || formula->spring < 0 || formula->spring >= model->nspring ||
        model->spring[formula->spring].length != formula->slot) {
      return false;
    }
    own->done = true;
    return true;
  }
  return false;
}

/* Check that the lengths of springs come last: the ends of a spring depend on all expressions. */
static bool order_is_valid(const lw_model* model)
{
  bool lengths = false;
  for (int i = 0; i < model->nformula; i++) {
    const bool length = model->formula[i].kind == LW_FORMULA_SPRING_LENGTH;
    if (lengths && !length) {
      return false;
    }
    lengths = length;
  }
  return true;
}

lw_status lw_model_check_formulas(const lw_model* model, lw_diag* diag)
{
  if (model->nformula == 0) {
    return LW_OK;
  }
  value_mark* mark = calloc((size_t)model->nvalue + 1, sizeof *mark);
  if (!mark) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  bool valid = order_is_valid(model);
  for (int i = 0; i < model->nparameter; i++) mark[model->parameter[i].value].parameter = true;
  for (int i = 0; i < model->nformula && valid; i++) {
    valid = slots_exist(model, &model->formula[i]);
    if (valid) {
      mark[model->formula[i].slot].computed = true;
    }
  }
  for (int i = 0; i < model->nformula && valid; i++) {
    valid = formula_is_valid(model, &model->formula[i], mark);
  }
  free(mark);
  if (!valid) {
    return lw_diag_set(diag, LW_ERR_INPUT, 0, "a value is computed by a formula that is not valid");
  }
  return LW_OK;
}

/* ---- computing --------------------------------------------------------------------------- */

bool lw_model_find_computed(lw_model* model)
{
  if (model->nformula == 0) {
    return true;
  }
  int* computed = malloc((size_t)model->nvalue * sizeof *computed);
  if (!computed) {
    return false;
  }
  for (int i = 0; i < model->nvalue; i++) computed[i] = LW_NONE;
  for (int i = 0; i < model->nformula; i++) {
    if (model->formula[i].kind != LW_FORMULA_UNIT_QUAT) {
      computed[model->formula[i].slot] = i;
    }
  }
  free(model->computed);
  model->computed = computed;
  return true;
}

bool lw_model_is_computed(const lw_model* model, lw_slot slot, int n)
{
  for (int i = 0; i < n && model->computed; i++) {
    if (model->computed[slot + i] != LW_NONE) {
      return true;
    }
  }
  return false;
}

static bool rotation_is_computed(const lw_model* model, lw_rotation rotation)
{
  return rotation.kind != LW_ROTATION_NONE &&
         lw_model_is_computed(model, rotation.slot, rotation.kind == LW_ROTATION_QUAT ? 4 : 3);
}

bool lw_model_frame_is_computed(const lw_model* model, int frame)
{
  const lw_frame* f = &model->frame[frame];
  if (f->body != LW_GROUND) {
    const lw_body* body = &model->body[f->body];
    if (lw_model_is_computed(model, body->at, 3) || rotation_is_computed(model, body->rotation)) {
      return true;
    }
  }
  /* the orientation of a frame does not move its origin */
  return lw_model_is_computed(model, f->at, 3);
}

/* Scale a quaternion to unit length, as the reader does with those of a file. A length that is
 * far from 1 is left for the rules of check_values.c to report. */
static void bring_to_unit_length(double q[4])
{
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (fabs(length - 1.0) < LW_UNIT_LENGTH_TOLERANCE) {
    for (int i = 0; i < 4; i++) q[i] /= length;
  }
}

double lw_model_spring_length(const lw_model* model, const double* value, const lw_spring* spring)
{
  double from[3], to[3], d[3];
  lw_model_frame_origin(model, value, spring->from, from);
  lw_model_frame_origin(model, value, spring->to, to);
  lw_sub3(d, to, from);
  return lw_norm(d);
}

void lw_model_compute(const lw_model* model, double* value)
{
  for (int i = 0; i < model->nformula; i++) {
    const lw_formula* f = &model->formula[i];
    switch (f->kind) {
    case LW_FORMULA_EXPRESSION:
      value[f->slot] = lw_expression_evaluate(f->ncode, &model->instruction[f->code], value);
      break;
    case LW_FORMULA_UNIT_QUAT: bring_to_unit_length(value + f->slot); break;
    case LW_FORMULA_SPRING_LENGTH:
      value[f->slot] = lw_model_spring_length(model, value, &model->spring[f->spring]);
      break;
    }
  }
}

/* ---- messages ---------------------------------------------------------------------------- */

/* Tell whether a text contains a word, with no letter directly before or after it. */
static bool mentions(const char* text, const char* word)
{
  const size_t length = strlen(word);
  for (const char* c = strstr(text, word); c; c = strstr(c + 1, word)) {
    const char* const end = c + length;
    if ((c == text || c[-1] == ' ') && (*end == ' ' || *end == '\0' || *end == ',')) {
      return true;
    }
  }
  return false;
}

/* The text of the formula of an attribute, or NULL. */
static const char* formula_text(const lw_model* model, const lw_element_value* v)
{
  for (int i = 0; v->slot != LW_NONE && model->computed && i < v->n; i++) {
    const int formula = model->computed[v->slot + i];
    if (formula != LW_NONE && model->formula[formula].text > 0) {
      return lw_model_name(model, model->formula[formula].text);
    }
  }
  return NULL;
}

void lw_model_add_formula_texts(const lw_model* model, const lw_element* element, lw_diag* diag)
{
  if (!diag || !model->computed) {
    return;
  }
  bool mentioned = false;
  for (int k = 0; k < element->nvalue; k++) {
    const lw_element_value* v = &element->value[k];
    mentioned = mentioned || (formula_text(model, v) && mentions(diag->text, v->attribute));
  }
  size_t      used = strlen(diag->text);
  const char* next = " (";
  for (int k = 0; k < element->nvalue; k++) {
    const lw_element_value* v    = &element->value[k];
    const char*             text = formula_text(model, v);
    if (!text || (mentioned && !mentions(diag->text, v->attribute))) {
      continue;
    }
    /* long texts are cut, so that the message stays readable */
    const bool cut = strlen(text) > 100;
    const int  n = snprintf(diag->text + used, sizeof diag->text - used, "%s%s=\"%.100s%s\"", next,
                            v->attribute, text, cut ? "..." : "");
    used += n > 0 ? (size_t)n : 0;
    used = used < sizeof diag->text - 2 ? used : sizeof diag->text - 2;
    next = ", ";
  }
  if (next[0] == ',') {
    diag->text[used]     = ')';
    diag->text[used + 1] = '\0';
  }
}
