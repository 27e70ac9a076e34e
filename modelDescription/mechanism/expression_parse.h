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

/* Longest text: some lines of a formula; what is longer is damage or malice. */
#define LW_EXPRESSION_TEXT 10000

/* Where the names in an expression are looked up. */
typedef struct lw_expression_names {
  const void* data;
  /* What a name stands for: LW_OP_NUMBER or LW_OP_VALUE. Returns false: it is unknown. */
  bool (*find)(const void* data, const char* name, lw_instruction* push);
  /* Try all known names. */
  void (*suggest)(const void* data, lw_suggestion* suggestion);
} lw_expression_names;

typedef struct lw_expression {
  lw_instruction code[LW_EXPRESSION_LENGTH];
  int            n;
} lw_expression;

/* What is wrong with a text, and where. */
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

/* Does an expression look at any value? If not, it is a single number. */
bool lw_expression_is_number(const lw_expression* expression);

/* Is it the name of a function or a constant, which nothing else can have? */
bool lw_expression_is_reserved(const char* name);

#endif
