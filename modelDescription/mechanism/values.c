/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * values.c - words and rotations in the attributes of a mechanism file.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mechanism/reader.h"
#include "text/suggest.h"
#include <linkwork/elementary.h>

/* A quaternion that differs more from unit length is a mistake, not rounding. */
#define UNIT_LENGTH 1e-3

/* ---- words ------------------------------------------------------------------------------- */

static lw_status report_word(lw_reader* reader, const lw_xml_element* element,
                             const char* attribute, const char* const words[], const char* found)
{
  char          list[256]  = "", hint[LW_SUGGEST_SIZE];
  lw_suggestion suggestion = lw_suggest_begin(found);
  for (int i = 0; words[i]; i++) {
    const size_t n = strlen(list);
    (void)snprintf(list + n, sizeof list - n, "%s%s",
                   n == 0         ? ""
                   : words[i + 1] ? ", "
                                  : " or ",
                   words[i]);
    lw_suggest_try(&suggestion, words[i]);
  }
  return lw_xml_error(reader->diag, element, "%s must be %s, found \"%s\"%s", attribute, list,
                      lw_xml_shorten(found).text, lw_suggest_text(&suggestion, hint));
}

lw_status lw_read_word(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                       const char* const words[], int* index)
{
  const char* text = lw_xml_get(element, attribute);
  if (!text) {
    return LW_OK;
  }
  for (int i = 0; words[i]; i++) {
    if (strcmp(words[i], text) == 0) {
      *index = i;
      return LW_OK;
    }
  }
  return report_word(reader, element, attribute, words, text);
}

lw_status lw_read_bool(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                       bool* value)
{
  static const char* const words[] = {"true", "false", NULL};
  int                      index   = *value ? 0 : 1;
  const lw_status          status  = lw_read_word(reader, element, attribute, words, &index);
  *value                           = index == 0;
  return status;
}

lw_status lw_read_name(lw_reader* reader, const lw_xml_element* element, lw_name* name)
{
  *name = lw_model_add_name(reader->model, lw_xml_get(element, "name"));
  return *name < 0 ? lw_reader_no_memory(reader) : LW_OK;
}

/* ---- rotations --------------------------------------------------------------------------- */

static const lw_numbers QUAT = {"quat", 4, 4, false, ""};
static const lw_numbers RPY  = {"rpy", 3, 3, false, "rad"};

static double length_of(const double q[4])
{
  return sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

static void bring_to_unit_length(double q[4])
{
  const double length = length_of(q);
  for (int i = 0; i < 4; i++) q[i] /= length;
}

/* `quat`, nearly of unit length, or `rpy`. */
static lw_status read_rotation_components(lw_reader* reader, const lw_xml_element* element,
                                          lw_rotation_kind* kind, lw_components* c)
{
  *kind               = LW_ROTATION_NONE;
  const bool has_quat = lw_xml_get(element, QUAT.attribute) != NULL;
  const bool has_rpy  = lw_xml_get(element, RPY.attribute) != NULL;
  if (has_quat && has_rpy) {
    return lw_xml_error(reader->diag, element, "give either quat or rpy, not both");
  }
  if (!has_quat && !has_rpy) {
    return LW_OK;
  }
  *kind            = has_quat ? LW_ROTATION_QUAT : LW_ROTATION_RPY;
  lw_status status = lw_read_components(reader, element, has_quat ? &QUAT : &RPY, c);
  if (status != LW_OK || has_rpy) {
    return status;
  }
  if (!(fabs(length_of(c->value) - 1.0) < UNIT_LENGTH)) {
    return lw_xml_error(reader->diag, element, "quat must have length 1 within 0.001, found \"%s\"",
                        lw_xml_shorten(lw_xml_get(element, QUAT.attribute)).text);
  }
  return LW_OK;
}

/* A quaternion that depends on parameters is normalised whenever they change, so all four
 * components have formulas. */
static lw_status add_unit_length(lw_reader* reader, const lw_components* c, lw_slot slot)
{
  lw_model*        model   = reader->model;
  const lw_formula formula = {.kind = LW_FORMULA_UNIT_QUAT, .slot = slot, .spring = LW_NONE};
  for (int i = 0; i < 4; i++) {
    const lw_formula     number = {.kind   = LW_FORMULA_EXPRESSION,
                                   .slot   = slot + i,
                                   .code   = model->ninstruction,
                                   .ncode  = 1,
                                   .spring = LW_NONE};
    const lw_instruction push   = {.operation = LW_OP_NUMBER, .number = c->value[i]};
    if (c->ncode[i] == 0 && (lw_model_add_instruction(model, &push) == LW_NONE ||
                             lw_model_add_formula(model, &number) == LW_NONE)) {
      return lw_reader_no_memory(reader);
    }
  }
  return lw_model_add_formula(model, &formula) == LW_NONE ? lw_reader_no_memory(reader) : LW_OK;
}

lw_status lw_read_rotation(lw_reader* reader, const lw_xml_element* element, lw_rotation* rotation)
{
  lw_components c;
  lw_status     status = read_rotation_components(reader, element, &rotation->kind, &c);
  rotation->slot       = LW_NONE;
  if (status != LW_OK || rotation->kind == LW_ROTATION_NONE) {
    return status;
  }
  const bool is_quat = rotation->kind == LW_ROTATION_QUAT;
  if (is_quat && !c.computed) {
    bring_to_unit_length(c.value);
  }
  status = lw_store_components(reader, element, is_quat ? QUAT.attribute : RPY.attribute, &c, c.n,
                               &rotation->slot);
  if (status == LW_OK && is_quat && c.computed) {
    status = add_unit_length(reader, &c, rotation->slot);
  }
  return status;
}

lw_status lw_read_quat(lw_reader* reader, const lw_xml_element* element, double quat[4])
{
  static const double identity[4]  = {1.0, 0.0, 0.0, 0.0};
  const int           ninstruction = reader->model->ninstruction;
  lw_components       c;
  lw_rotation_kind    kind;
  lw_status           status  = read_rotation_components(reader, element, &kind, &c);
  const double*       value   = c.value;
  reader->model->ninstruction = ninstruction; /* plain numbers follow from nothing */
  if (status != LW_OK) {
    return status;
  }
  if (kind != LW_ROTATION_RPY) {
    memcpy(quat, kind == LW_ROTATION_QUAT ? value : identity, sizeof identity);
    bring_to_unit_length(quat);
    return LW_OK;
  }
  /* R = Rz(y) Ry(p) Rx(r) */
  const double cr = lw_cos(0.5 * value[0]), sr = lw_sin(0.5 * value[0]);
  const double cp = lw_cos(0.5 * value[1]), sp = lw_sin(0.5 * value[1]);
  const double cy = lw_cos(0.5 * value[2]), sy = lw_sin(0.5 * value[2]);
  quat[0] = cr * cp * cy + sr * sp * sy;
  quat[1] = sr * cp * cy - cr * sp * sy;
  quat[2] = cr * sp * cy + sr * cp * sy;
  quat[3] = cr * cp * sy - sr * sp * cy;
  return LW_OK;
}
