/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mechanism_values.c - numbers, words and rotations in the attributes of a mechanism file.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mechanism_reader.h"
#include "number_read.h"
#include "suggest.h"

/* A quaternion that is farther from unit length is a mistake, not rounding. */
#define UNIT_LENGTH 1e-3

lw_status lw_reader_no_memory(lw_reader* reader)
{
  return lw_diag_set(reader->diag, LW_ERR_MEMORY, 0, "out of memory");
}

/* ---- numbers ----------------------------------------------------------------------------- */

/* Report what an attribute must be; hint: a remark on what was found, or "". */
static lw_status report_numbers(lw_reader* reader, const lw_xml_element* element,
                                const lw_numbers* numbers, const char* found, const char* hint)
{
  char what[64];
  if (numbers->least == numbers->most && numbers->least == 1) {
    (void)snprintf(what, sizeof what, "a number");
  } else if (numbers->least == numbers->most) {
    (void)snprintf(what, sizeof what, "%d numbers", numbers->least);
  } else {
    (void)snprintf(what, sizeof what, "%d %s %d numbers", numbers->least,
                   numbers->either ? "or" : "to", numbers->most);
  }
  return lw_xml_error(reader->diag, element, "%s must be %s%s%s%s, found \"%s\"%s",
                      numbers->attribute, what, numbers->unit[0] ? " [" : "", numbers->unit,
                      numbers->unit[0] ? "]" : "", lw_xml_shorten(found).text, hint);
}

static bool count_is_right(const lw_numbers* numbers, int n)
{
  return numbers->either ? n == numbers->least || n == numbers->most
                         : n >= numbers->least && n <= numbers->most;
}

lw_status lw_read_numbers(lw_reader* reader, const lw_xml_element* element,
                          const lw_numbers* numbers, double value[LW_MOST_NUMBERS], int* n)
{
  static const char blanks[] = " \t\r\n";
  const char*       text     = lw_xml_get(element, numbers->attribute);
  *n                         = 0;
  if (!text) {
    return LW_OK;
  }
  for (const char* c = text + strspn(text, blanks); *c; c += strspn(c, blanks)) {
    const size_t length = strcspn(c, blanks);
    double       number = 0.0;
    switch (lw_number_read(c, length, &number)) {
    case LW_NUMBER_OK: break;
    case LW_NUMBER_LARGE: return report_numbers(reader, element, numbers, text, " (too large)");
    case LW_NUMBER_NONE:
      return report_numbers(reader, element, numbers, text,
                            memchr(c, ',', length) ? " (no commas: blanks between numbers, points "
                                                     "in them)"
                                                   : "");
    }
    if (*n < numbers->most) {
      value[*n] = number;
    }
    (*n)++;
    c += length;
    if (*n > numbers->most) {
      break;
    }
  }
  if (!count_is_right(numbers, *n)) {
    return report_numbers(reader, element, numbers, text, "");
  }
  return LW_OK;
}

lw_status lw_read_values(lw_reader* reader, const lw_xml_element* element,
                         const lw_numbers* numbers, lw_slot* slot)
{
  double    value[LW_MOST_NUMBERS];
  int       n      = 0;
  lw_status status = lw_read_numbers(reader, element, numbers, value, &n);
  if (status != LW_OK || n == 0) {
    return status;
  }
  if (*slot != LW_NONE) {
    memcpy(reader->model->value + *slot, value, (size_t)n * sizeof *value);
    return LW_OK;
  }
  *slot = lw_model_add_values(reader->model, n, value);
  return *slot == LW_NONE ? lw_reader_no_memory(reader) : LW_OK;
}

lw_status lw_read_whole(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                        int least, int most, int* value)
{
  const lw_numbers one  = {attribute, 1, 1, false, ""};
  const char*      text = lw_xml_get(element, attribute);
  double           number[LW_MOST_NUMBERS];
  int              n = 0;
  if (!text) {
    return LW_OK;
  }
  /* any failure gets the message below, which says more */
  if (lw_read_numbers(reader, element, &one, number, &n) != LW_OK ||
      number[0] != floor(number[0]) || number[0] < least || number[0] > most) {
    return lw_xml_error(reader->diag, element,
                        "%s must be a whole number from %d to %d, found \"%s\"", attribute, least,
                        most, lw_xml_shorten(text).text);
  }
  *value = (int)number[0];
  return LW_OK;
}

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

/* `quat`, made one of unit length, or `rpy`, as plain numbers. */
static lw_status read_rotation_numbers(lw_reader* reader, const lw_xml_element* element,
                                       lw_rotation_kind* kind, double value[LW_MOST_NUMBERS])
{
  static const lw_numbers quat = {"quat", 4, 4, false, ""};
  static const lw_numbers rpy  = {"rpy", 3, 3, false, "rad"};
  *kind                        = LW_ROTATION_NONE;

  const bool has_quat = lw_xml_get(element, quat.attribute) != NULL;
  const bool has_rpy  = lw_xml_get(element, rpy.attribute) != NULL;
  int        n        = 0;
  if (has_quat && has_rpy) {
    return lw_xml_error(reader->diag, element, "give either quat or rpy, not both");
  }
  if (!has_quat && !has_rpy) {
    return LW_OK;
  }
  *kind            = has_quat ? LW_ROTATION_QUAT : LW_ROTATION_RPY;
  lw_status status = lw_read_numbers(reader, element, has_quat ? &quat : &rpy, value, &n);
  if (status != LW_OK || has_rpy) {
    return status;
  }
  const double length =
      sqrt(value[0] * value[0] + value[1] * value[1] + value[2] * value[2] + value[3] * value[3]);
  if (!(fabs(length - 1.0) < UNIT_LENGTH)) {
    return lw_xml_error(reader->diag, element, "quat must have length 1 within 0.001, found \"%s\"",
                        lw_xml_shorten(lw_xml_get(element, quat.attribute)).text);
  }
  for (int i = 0; i < 4; i++) value[i] /= length;
  return LW_OK;
}

lw_status lw_read_rotation(lw_reader* reader, const lw_xml_element* element, lw_rotation* rotation)
{
  double    value[LW_MOST_NUMBERS];
  lw_status status = read_rotation_numbers(reader, element, &rotation->kind, value);
  rotation->slot   = LW_NONE;
  if (status != LW_OK || rotation->kind == LW_ROTATION_NONE) {
    return status;
  }
  const int n    = rotation->kind == LW_ROTATION_QUAT ? 4 : 3;
  rotation->slot = lw_model_add_values(reader->model, n, value);
  return rotation->slot == LW_NONE ? lw_reader_no_memory(reader) : LW_OK;
}

lw_status lw_read_quat(lw_reader* reader, const lw_xml_element* element, double quat[4])
{
  static const double identity[4] = {1.0, 0.0, 0.0, 0.0};
  double              value[LW_MOST_NUMBERS];
  lw_rotation_kind    kind;
  lw_status           status = read_rotation_numbers(reader, element, &kind, value);
  if (status != LW_OK) {
    return status;
  }
  if (kind != LW_ROTATION_RPY) {
    memcpy(quat, kind == LW_ROTATION_QUAT ? value : identity, sizeof identity);
    return LW_OK;
  }
  /* R = Rz(y) Ry(p) Rx(r) */
  const double cr = cos(0.5 * value[0]), sr = sin(0.5 * value[0]);
  const double cp = cos(0.5 * value[1]), sp = sin(0.5 * value[1]);
  const double cy = cos(0.5 * value[2]), sy = sin(0.5 * value[2]);
  quat[0] = cr * cp * cy + sr * sp * sy;
  quat[1] = sr * cp * cy - cr * sp * sy;
  quat[2] = cr * sp * cy + sr * cp * sy;
  quat[3] = cr * cp * sy - sr * sp * cy;
  return LW_OK;
}
