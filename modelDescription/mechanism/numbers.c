/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * numbers.c - numbers in the attributes of a mechanism file, and expressions for them.
 *
 * Plain numbers are read without the parser of expressions. Other texts are expressions: blanks
 * separate them, except inside parentheses and if the attribute is a single number. An expression
 * that depends on parameters is kept as instructions in the model; its present value is that for
 * the parameters of the file.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "mechanism/reader.h"
#include "text/number_format.h"
#include "text/number_parse.h"

static const char BLANKS[] = " \t\r\n";

/* ---- messages ---------------------------------------------------------------------------- */

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

static lw_status report_mistake(lw_reader* reader, const lw_xml_element* element,
                                const char* attribute, size_t before, const char* hint,
                                const lw_expression_mistake* mistake)
{
  return lw_xml_error(reader->diag, element, "%s: column %zu: %s%s", attribute,
                      before + mistake->column, mistake->text, hint);
}

lw_status lw_report_infinite(lw_reader* reader, const lw_xml_element* element,
                             const char* attribute, size_t before, double value)
{
  lw_expression_mistake mistake = {.column = 1};
  char                  found[LW_NUMBER_SIZE];
  (void)lw_number_write_short(isnan(value) ? (double)NAN : value, found); /* NaN may have a sign */
  (void)snprintf(mistake.text, sizeof mistake.text, "the result is not a finite number, but %s",
                 found);
  return report_mistake(reader, element, attribute, before, "", &mistake);
}

static bool count_is_right(const lw_numbers* numbers, int n)
{
  return numbers->either ? n == numbers->least || n == numbers->most
                         : n >= numbers->least && n <= numbers->most;
}

/* ---- names ------------------------------------------------------------------------------- */

/* Look up the names in an expression: those of parameters and, in a repeated element, those of the
 * indices of its repetitions. */
typedef struct asker {
  const lw_reader*      reader;
  const lw_xml_element* element;
} asker;

static bool find_name(const void* data, const char* name, lw_instruction* push)
{
  const asker* a = data;
  int          parameter;
  for (const lw_xml_index* i = a->element->index; i; i = i->outer) {
    if (strcmp(i->name, name) == 0) {
      *push = (lw_instruction){.operation = LW_OP_NUMBER, .number = i->value};
      return true;
    }
  }
  if (!lw_name_index_find(&a->reader->names, LW_SCOPE_PARAMETER, name, &parameter)) {
    return false;
  }
  *push = (lw_instruction){.operation = LW_OP_VALUE,
                           .slot      = a->reader->model->parameter[parameter].value};
  return true;
}

static void suggest_names(const void* data, lw_suggestion* suggestion)
{
  const asker* a = data;
  for (const lw_xml_index* i = a->element->index; i; i = i->outer) {
    lw_suggest_try(suggestion, i->name);
  }
  for (int i = 0; i < a->reader->model->nparameter; i++) {
    lw_suggest_try(suggestion,
                   lw_model_name(a->reader->model, a->reader->model->parameter[i].name));
  }
}

bool lw_read_expression(lw_reader* reader, const lw_xml_element* element, const char* text,
                        size_t length, lw_expression_mistake* mistake)
{
  const asker               a     = {reader, element};
  const lw_expression_names names = {&a, find_name, suggest_names};
  return lw_expression_read(text, length, &names, &reader->expression, mistake);
}

/* ---- components -------------------------------------------------------------------------- */

/* The piece of a text that begins at *begin and ends at the next blank outside parentheses. */
static size_t piece_length(const char* begin)
{
  int    open = 0;
  size_t n    = 0;
  for (; begin[n] && (open > 0 || !strchr(BLANKS, begin[n])); n++) {
    open += begin[n] == '(';
    open -= begin[n] == ')' && open > 0;
  }
  return n;
}

/* Whether there is a comma outside the arguments of functions. */
static bool has_stray_comma(const char* text)
{
  int open = 0;
  for (; *text; text++) {
    open += *text == '(';
    open -= *text == ')' && open > 0;
    if (*text == ',' && open == 0) {
      return true;
    }
  }
  return false;
}

/* Read plain numbers. Returns false if there is anything else; *large: because
 * a number is too large. */
static bool read_plain(const char* text, int most, lw_components* c, bool* large)
{
  *large = false;
  c->n   = 0;
  for (const char* p = text + strspn(text, BLANKS); *p; p += strspn(p, BLANKS)) {
    const size_t           length = strcspn(p, BLANKS);
    double                 number = 0.0;
    const lw_number_result result = lw_number_read(p, length, &number);
    if (result != LW_NUMBER_OK) {
      *large = result == LW_NUMBER_LARGE;
      return false;
    }
    if (c->n < most) {
      c->value[c->n] = number;
      c->ncode[c->n] = 0;
    }
    c->n++;
    p += length;
    if (c->n > most) {
      break; /* too many, however many */
    }
  }
  return true;
}

/* Keep the last expression as component k, with its present value. */
static lw_status keep_expression(lw_reader* reader, lw_components* c, int k)
{
  const lw_expression* e     = &reader->expression;
  lw_model*            model = reader->model;
  c->ncode[k]                = 0;
  if (lw_expression_is_number(e)) {
    c->value[k] = e->code[0].number;
    return LW_OK;
  }
  c->code[k] = model->ninstruction;
  for (int i = 0; i < e->n; i++) {
    if (lw_model_add_instruction(model, &e->code[i]) == LW_NONE) {
      return lw_reader_no_memory(reader);
    }
  }
  c->ncode[k] = e->n;
  c->value[k] = lw_expression_evaluate(e->n, e->code, model->value);
  c->computed = true;
  return LW_OK;
}

/* Read expressions, and numbers among them. */
static lw_status read_pieces(lw_reader* reader, const lw_xml_element* element,
                             const lw_numbers* numbers, const char* text, lw_components* c)
{
  const bool single = numbers->most == 1;
  lw_status  status = LW_OK;
  c->n              = 0;
  for (const char* p = text + strspn(text, BLANKS); *p && status == LW_OK; p += strspn(p, BLANKS)) {
    const size_t          length = single ? strlen(p) : piece_length(p);
    lw_expression_mistake mistake;
    if (!lw_read_expression(reader, element, p, length, &mistake)) {
      /* `L / 2` in a vector is three pieces; the second is not an expression */
      const bool  edge = !single && (mistake.column == 1 || mistake.column == length + 1);
      const char* hint = edge ? " (blanks separate the numbers, except in parentheses)" : "";
      return report_mistake(reader, element, numbers->attribute, (size_t)(p - text), hint,
                            &mistake);
    }
    if (c->n < numbers->most) {
      status = keep_expression(reader, c, c->n);
      if (status == LW_OK && reader->parameters_known && !isfinite(c->value[c->n])) {
        status = lw_report_infinite(reader, element, numbers->attribute, (size_t)(p - text),
                                    c->value[c->n]);
      }
    }
    c->n++;
    p += length;
    if (c->n > numbers->most) {
      break;
    }
  }
  return status;
}

lw_status lw_read_components(lw_reader* reader, const lw_xml_element* element,
                             const lw_numbers* numbers, lw_components* c)
{
  const char* text = lw_xml_get(element, numbers->attribute);
  bool        large;
  c->n        = 0;
  c->computed = false;
  if (!text) {
    return LW_OK;
  }
  if (!read_plain(text, numbers->most, c, &large)) {
    if (large) {
      return report_numbers(reader, element, numbers, text, " (too large)");
    }
    if (has_stray_comma(text)) {
      return report_numbers(reader, element, numbers, text,
                            " (no commas: blanks between numbers, points in them)");
    }
    const lw_status status = read_pieces(reader, element, numbers, text, c);
    if (status != LW_OK) {
      return status;
    }
  }
  if (!count_is_right(numbers, c->n)) {
    return report_numbers(reader, element, numbers, text, "");
  }
  return LW_OK;
}

/* ---- values ------------------------------------------------------------------------------ */

/* The text of an attribute in the string pool of the model. Repetitions of an element share one
 * copy: their texts have the same address. */
static lw_name pool_text(lw_reader* reader, const char* text)
{
  lw_pooled_text* slot = &reader->pooled[((uintptr_t)text >> 3) % LW_POOLED_TEXTS];
  if (slot->text != text) {
    slot->name = lw_model_add_name(reader->model, text);
    slot->text = text;
  }
  return slot->name;
}

lw_status lw_store_components(lw_reader* reader, const lw_xml_element* element,
                              const char* attribute, const lw_components* c, int size,
                              lw_slot* slot)
{
  lw_model* model = reader->model;
  if (*slot == LW_NONE) {
    *slot = lw_model_add_values(model, size, NULL);
  }
  if (*slot == LW_NONE) {
    return lw_reader_no_memory(reader);
  }
  memcpy(model->value + *slot, c->value, (size_t)c->n * sizeof *c->value);
  if (!c->computed) {
    return LW_OK;
  }
  const lw_name text = pool_text(reader, lw_xml_get(element, attribute));
  for (int i = 0; i < c->n; i++) {
    const lw_formula formula = {.kind   = LW_FORMULA_EXPRESSION,
                                .slot   = *slot + i,
                                .code   = c->code[i],
                                .ncode  = c->ncode[i],
                                .spring = LW_NONE,
                                .text   = text};
    if (text < 0 || (c->ncode[i] > 0 && lw_model_add_formula(model, &formula) == LW_NONE)) {
      return lw_reader_no_memory(reader);
    }
  }
  return LW_OK;
}

lw_status lw_read_values(lw_reader* reader, const lw_xml_element* element,
                         const lw_numbers* numbers, lw_slot* slot)
{
  lw_components c;
  lw_status     status = lw_read_components(reader, element, numbers, &c);
  if (status != LW_OK || c.n == 0) {
    return status;
  }
  return lw_store_components(reader, element, numbers->attribute, &c, c.n, slot);
}

lw_status lw_read_numbers(lw_reader* reader, const lw_xml_element* element,
                          const lw_numbers* numbers, double value[LW_MOST_NUMBERS], int* n)
{
  lw_components c            = {.n = 0};
  const int     ninstruction = reader->model->ninstruction;
  lw_status     status       = lw_read_components(reader, element, numbers, &c);
  /* these numbers do not follow parameters: only their present values are used */
  reader->model->ninstruction = ninstruction;
  *n                          = status == LW_OK ? c.n : 0;
  for (int i = 0; i < *n; i++) {
    value[i] = c.value[i];
    if (!isfinite(value[i])) {
      return lw_xml_error(reader->diag, element, "%s must be finite, found \"%s\"",
                          numbers->attribute,
                          lw_xml_shorten(lw_xml_get(element, numbers->attribute)).text);
    }
  }
  return status;
}

/* Fix the parameters in the last expression for good: an expression for a count or a name cannot
 * change in an instance. */
static void fix_parameters(lw_reader* reader)
{
  const lw_expression* e = &reader->expression;
  for (int i = 0; i < e->n; i++) {
    if (e->code[i].operation == LW_OP_VALUE) {
      reader->model->parameter[e->code[i].slot - reader->first_parameter].structural = true;
    }
  }
}

lw_status lw_read_whole(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                        int least, int most, int* value)
{
  const lw_numbers one                     = {attribute, 1, 1, false, ""};
  const char*      text                    = lw_xml_get(element, attribute);
  double           number[LW_MOST_NUMBERS] = {0.0};
  int              n                       = 0;
  if (!text) {
    return LW_OK;
  }
  reader->expression.n   = 0; /* plain numbers are no expression */
  const lw_status status = lw_read_numbers(reader, element, &one, number, &n);
  if (status != LW_OK) {
    return status;
  }
  fix_parameters(reader);
  if (number[0] != floor(number[0]) || number[0] < least || number[0] > most) {
    return lw_xml_error(reader->diag, element,
                        "%s must be a whole number from %d to %d, found \"%s\"", attribute, least,
                        most, lw_xml_shorten(text).text);
  }
  *value = (int)number[0];
  return LW_OK;
}

/* ---- structure --------------------------------------------------------------------------- */

lw_status lw_read_count(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                        const char* text, size_t begin, size_t length, double* value)
{
  lw_expression_mistake mistake;
  if (!lw_read_expression(reader, element, text + begin, length, &mistake)) {
    return report_mistake(reader, element, attribute, begin, "", &mistake);
  }
  const lw_expression* e = &reader->expression;
  fix_parameters(reader);
  *value = lw_expression_evaluate(e->n, e->code, reader->model->value);
  /* doubles are exact for whole numbers up to here */
  if (*value != floor(*value) || !(fabs(*value) < 9e15)) {
    mistake.column = 1;
    char found[LW_NUMBER_SIZE];
    (void)lw_number_write_short(*value, found); /* whatever the locale */
    (void)snprintf(mistake.text, sizeof mistake.text, "a whole number is needed, found %s", found);
    return report_mistake(reader, element, attribute, begin, "", &mistake);
  }
  return LW_OK;
}
