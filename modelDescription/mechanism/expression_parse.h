/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * expression_parse.h - the text of an expression to the instructions of
 * solver/include/linkwork/expression.h.
 *
 *   comparison   sum  [ (< <= > >= == !=) sum ]           1 where it holds, else 0
 *   sum          term { (+ -) term }
 *   term         sign { (* /) sign }
 *   sign         { + - } power                            -2^2 is -4
 *   power        operand [ ^ sign ]                       2^3^2 is 2^9
 *   operand      number | name | function(...) | ( comparison )
 *
 * Blanks may stand between all of these. What has no names in it is computed at once.
 */
#ifndef LW_EXPRESSION_TEXT_H
#define LW_EXPRESSION_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "text/suggest.h"
#include <linkwork/expression.h>

/* Longest text: several lines of a formula. A longer text is damaged or hostile. */
#define LW_EXPRESSION_TEXT 10000

/* How the names in an expression are looked up. */
typedef struct lw_expression_names {
  const void* data;
  /* The instruction for a name: LW_OP_NUMBER or LW_OP_VALUE. Returns false: the name is unknown. */
  bool (*find)(const void* data, const char* name, lw_instruction* push);
  /* Offer all known names to a suggestion. */
  void (*suggest)(const void* data, lw_suggestion* suggestion);
} lw_expression_names;

typedef struct lw_expression {
  lw_instruction code[LW_EXPRESSION_LENGTH];
  int            n;
} lw_expression;

/* A mistake in a text, and its place. */
typedef struct lw_expression_mistake {
  size_t column; /* of the text, from 1 */
  char   text[256];
} lw_expression_mistake;

/* Read an expression of the given length.
 *   Needs       names->find and names->suggest
 *   Changes     mistake only on failure
 *   Returns     false: it is not an expression */
bool lw_expression_read(const char* text, size_t length, const lw_expression_names* names,
                        lw_expression* expression, lw_expression_mistake* mistake);

/* Whether an expression depends on any value. If not, it is a single number. */
bool lw_expression_is_number(const lw_expression* expression);

/* Whether a text is the name of a function or a constant, which no parameter may have. */
bool lw_expression_is_reserved(const char* name);

#endif
