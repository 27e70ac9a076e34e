/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * expression_parse.c - the text of an expression to instructions, by recursive descent.
 *
 *   cost     linear in the length of the text; the recursion is bounded by MOST_NESTED
 */
#include "mechanism/expression_parse.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text/number_parse.h"

#define PI 3.14159265358979323846

enum {
  MOST_NESTED =
      64,         /* parentheses, functions and powers in each other: far beyond what can be read */
  NAME_SIZE = 201 /* longest name of the file, terminated */
};

static const char PI_NAME[] = "pi";

/* A text while it is being read. */
typedef struct parser {
  const char*                text;
  size_t                     length, at;
  const lw_expression_names* names;
  lw_expression*             out;
  int                        depth;  /* numbers on the stack after what was read so far */
  int                        nested; /* functions of this file that are in each other   */
  lw_expression_mistake*     mistake;
} parser;

static bool read_comparison(parser* p);

/* Record a mistake and its place, and return false. */
static bool fail(parser* p, size_t at, const char* format, ...)
{
  va_list args;
  va_start(args, format);
  (void)vsnprintf(p->mistake->text, sizeof p->mistake->text, format, args);
  va_end(args);
  p->mistake->column = at + 1;
  return false;
}

/* ---- characters -------------------------------------------------------------------------- */

static bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/* The next character that is not blank, '\0' at the end. */
static char peek(parser* p)
{
  while (p->at < p->length && strchr(" \t\r\n", p->text[p->at])) p->at++;
  return p->at < p->length ? p->text[p->at] : '\0';
}

/* Consume a character if it comes next. */
static bool take(parser* p, char c)
{
  if (c == '\0' || peek(p) != c) {
    return false;
  }
  p->at++;
  return true;
}

/* The length of the next word or sign, for a message. */
static int token_length(const parser* p)
{
  size_t end = p->at;
  while (end < p->length && (is_letter(p->text[end]) || is_digit(p->text[end]))) end++;
  if (end == p->at) {
    end++;
    while (end < p->length && ((unsigned char)p->text[end] & 0xc0) == 0x80) end++;
  }
  return (int)(end - p->at < 40 ? end - p->at : 40);
}

/* Report that something else was expected here. */
static bool fail_here(parser* p, const char* expected)
{
  if (peek(p) == '\0') {
    return fail(p, p->at, "the expression ends where %s is expected", expected);
  }
  return fail(p, p->at, "\"%.*s\" where %s is expected", token_length(p), p->text + p->at,
              expected);
}

/* ---- instructions ------------------------------------------------------------------------ */

/* Append an instruction; one whose operands are all numbers becomes their result. */
static bool emit(parser* p, size_t at, lw_instruction op)
{
  lw_expression* e        = p->out;
  const int      operands = lw_operation_operands(op.operation);
  bool           constant = operands > 0;
  for (int i = 0; i < operands; i++) {
    constant = constant && e->code[e->n - 1 - i].operation == LW_OP_NUMBER;
  }
  if (e->n == LW_EXPRESSION_LENGTH) {
    return fail(p, at, "the expression has more than %d operations", LW_EXPRESSION_LENGTH);
  }
  e->code[e->n++] = op;
  p->depth += 1 - operands;
  if (p->depth > LW_EXPRESSION_DEPTH) {
    return fail(p, at, "needs more than %d intermediate results at once", LW_EXPRESSION_DEPTH);
  }
  if (constant) {
    lw_instruction* first = &e->code[e->n - 1 - operands];
    const double    x     = lw_expression_evaluate(operands + 1, first, NULL);
    *first                = (lw_instruction){.operation = LW_OP_NUMBER, .number = x};
    e->n -= operands;
  }
  return true;
}

static bool emit_operation(parser* p, size_t at, lw_operation operation)
{
  return emit(p, at, (lw_instruction){.operation = operation});
}

/* ---- operands ---------------------------------------------------------------------------- */

static bool read_number(parser* p)
{
  const size_t begin = p->at;
  size_t       end   = begin;
  while (end < p->length && is_digit(p->text[end])) end++;
  if (end < p->length && p->text[end] == '.') {
    end++;
    while (end < p->length && is_digit(p->text[end])) end++;
  }
  /* an exponent needs digits */
  size_t exponent = end;
  if (exponent < p->length && (p->text[exponent] == 'e' || p->text[exponent] == 'E')) {
    exponent++;
    if (exponent < p->length && (p->text[exponent] == '+' || p->text[exponent] == '-')) {
      exponent++;
    }
    const size_t digits = exponent;
    while (exponent < p->length && is_digit(p->text[exponent])) exponent++;
    end = exponent > digits ? exponent : end;
  }
  lw_instruction push = {.operation = LW_OP_NUMBER};
  switch (lw_number_read(p->text + begin, end - begin, &push.number)) {
  case LW_NUMBER_OK: break;
  case LW_NUMBER_LARGE: return fail(p, begin, "the number is too large");
  case LW_NUMBER_NONE: return fail_here(p, "a number, a name or \"(\"");
  }
  p->at = end;
  return emit(p, begin, push);
}

/* The function of that name, or LW_OPERATION_COUNT. */
static lw_operation find_function(const char* name)
{
  int op = LW_OP_FIRST_FUNCTION;
  while (op < LW_OPERATION_COUNT && strcmp(lw_operation_text((lw_operation)op), name) != 0) op++;
  return (lw_operation)op;
}

bool lw_expression_is_reserved(const char* name)
{
  return find_function(name) != LW_OPERATION_COUNT || strcmp(name, PI_NAME) == 0;
}

/* The arguments (a, b, ...) of a function. Of min and max each number after the second is compared
 * with the smallest or largest so far. */
static bool read_arguments(parser* p, size_t at, lw_operation function)
{
  const char* const name  = lw_operation_text(function);
  const int         least = lw_operation_operands(function);
  const bool        any   = function == LW_OP_MIN || function == LW_OP_MAX;
  int               n     = 0;
  do {
    if (!read_comparison(p)) {
      return false;
    }
    n++;
    if ((n == least || (any && n > least)) && !emit_operation(p, at, function)) {
      return false;
    }
  } while ((n < least || any) && take(p, ','));

  if (peek(p) == ',' || n < least) {
    return fail(p, p->at, "%s takes %d argument%s%s", name, least, least == 1 ? "" : "s",
                any ? " or more" : "");
  }
  return take(p, ')') ? true : fail_here(p, "\")\"");
}

static bool fail_unknown(parser* p, size_t at, const char* name, bool call)
{
  char          hint[LW_SUGGEST_SIZE];
  lw_suggestion suggestion = lw_suggest_begin(name);
  if (!call) {
    p->names->suggest(p->names->data, &suggestion);
    lw_suggest_try(&suggestion, PI_NAME);
  }
  for (int op = LW_OP_FIRST_FUNCTION; op < LW_OPERATION_COUNT; op++) {
    lw_suggest_try(&suggestion, lw_operation_text((lw_operation)op));
  }
  return fail(p, at, "unknown %s \"%.60s\"%s", call ? "function" : "name", name,
              lw_suggest_text(&suggestion, hint));
}

static bool read_name(parser* p)
{
  const size_t begin = p->at;
  char         name[NAME_SIZE];
  while (p->at < p->length && (is_letter(p->text[p->at]) || is_digit(p->text[p->at]))) p->at++;
  /* a name that is longer than any known name is cut; it is unknown in any case */
  const size_t n = p->at - begin < sizeof name ? p->at - begin : sizeof name - 1;
  memcpy(name, p->text + begin, n);
  name[n] = '\0';

  const lw_operation function = find_function(name);
  lw_instruction     push     = {.operation = LW_OP_NUMBER, .number = PI};
  const bool known = strcmp(name, PI_NAME) == 0 || p->names->find(p->names->data, name, &push);
  if (take(p, '(')) {
    if (function == LW_OPERATION_COUNT) {
      return known ? fail(p, begin, "\"%.60s\" is not a function", name)
                   : fail_unknown(p, begin, name, true);
    }
    return read_arguments(p, begin, function);
  }
  if (function != LW_OPERATION_COUNT) {
    return fail(p, p->at, "\"(\" is missing after the function %s", name);
  }
  return known ? emit(p, begin, push) : fail_unknown(p, begin, name, false);
}

static bool read_operand(parser* p)
{
  const char c = peek(p);
  if (is_digit(c) || c == '.') {
    return read_number(p);
  }
  if (is_letter(c)) {
    return read_name(p);
  }
  if (take(p, '(')) {
    return read_comparison(p) && (take(p, ')') ? true : fail_here(p, "\")\""));
  }
  return fail_here(p, "a number, a name or \"(\"");
}

/* ---- operators --------------------------------------------------------------------------- */

/* Signs in front of a power: an odd number of minus signs negates it. */
static bool read_sign(parser* p)
{
  bool   negative = false;
  size_t at       = 0;
  for (char c = peek(p); c == '+' || c == '-'; c = peek(p)) {
    negative = negative != (c == '-');
    at       = p->at++;
  }
  if (p->nested++ == MOST_NESTED) {
    return fail(p, p->at, "nested more than %d times", MOST_NESTED);
  }
  bool ok = read_operand(p);
  if (ok && peek(p) == '^') {
    const size_t power = p->at++;
    ok                 = read_sign(p) && emit_operation(p, power, LW_OP_POWER);
  }
  p->nested--;
  return ok && (!negative || emit_operation(p, at, LW_OP_NEGATE));
}

static bool read_term(parser* p)
{
  bool ok = read_sign(p);
  for (char c = peek(p); ok && (c == '*' || c == '/'); c = peek(p)) {
    const size_t at = p->at++;
    ok = read_sign(p) && emit_operation(p, at, c == '*' ? LW_OP_MULTIPLY : LW_OP_DIVIDE);
  }
  return ok;
}

static bool read_sum(parser* p)
{
  bool ok = read_term(p);
  for (char c = peek(p); ok && (c == '+' || c == '-'); c = peek(p)) {
    const size_t at = p->at++;
    ok              = read_term(p) && emit_operation(p, at, c == '+' ? LW_OP_ADD : LW_OP_SUBTRACT);
  }
  return ok;
}

/* Consume the comparison that comes next, and return it, or LW_OPERATION_COUNT. */
static lw_operation take_comparison(parser* p)
{
  const char c      = peek(p);
  const bool equals = c != '\0' && p->at + 1 < p->length && p->text[p->at + 1] == '=';
  const bool single = c == '<' || c == '>';
  if (!single && !((c == '=' || c == '!') && equals)) {
    return LW_OPERATION_COUNT;
  }
  p->at += equals ? 2 : 1;
  switch (c) {
  case '<': return equals ? LW_OP_LESS_EQUAL : LW_OP_LESS;
  case '>': return equals ? LW_OP_GREATER_EQUAL : LW_OP_GREATER;
  case '=': return LW_OP_EQUAL;
  default: return LW_OP_NOT_EQUAL;
  }
}

static bool read_comparison(parser* p)
{
  if (!read_sum(p)) {
    return false;
  }
  const size_t       at         = p->at;
  const lw_operation comparison = take_comparison(p);
  return comparison == LW_OPERATION_COUNT || (read_sum(p) && emit_operation(p, at, comparison));
}

bool lw_expression_read(const char* text, size_t length, const lw_expression_names* names,
                        lw_expression* expression, lw_expression_mistake* mistake)
{
  parser p = {
      .text = text, .length = length, .names = names, .out = expression, .mistake = mistake};
  expression->n = 0;
  if (length > LW_EXPRESSION_TEXT) {
    return fail(&p, LW_EXPRESSION_TEXT, "the expression has more than %d characters",
                LW_EXPRESSION_TEXT);
  }
  if (!read_comparison(&p)) {
    return false;
  }
  if (peek(&p) != '\0' || p.at < p.length) {
    return fail_here(&p, "an operator or the end");
  }
  if (lw_expression_is_number(expression) && !isfinite(expression->code[0].number)) {
    return fail(&p, 0, "the result is not a finite number");
  }
  return true;
}

bool lw_expression_is_number(const lw_expression* expression)
{
  return expression->n == 1 && expression->code[0].operation == LW_OP_NUMBER;
}
