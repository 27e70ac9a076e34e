/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * expression.h - numbers computed from other numbers: instructions for a small stack.
 *
 * A mechanism file may say `mass="rho*L*w^2"`. The reader turns the text into instructions
 * once; an instance carries them out whenever a parameter has changed. An instruction takes its
 * operands from the stack and leaves one number there. All mathematical functions of
 * expressions are in expression.c.
 */
#ifndef LW_EXPRESSION_H
#define LW_EXPRESSION_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most numbers that the stack holds: enough for deeper formulas than any handbook has. */
#define LW_EXPRESSION_DEPTH 32

/* Most instructions of one expression: bounds the work of evaluating a damaged or hostile one. */
#define LW_EXPRESSION_LENGTH 1000

/* X(name, text, operands): operators, then functions, named as in a mechanism file. The result of
 * each is NaN where an operand is NaN, comparisons included, so that a NaN is seen in the end. */
/* clang-format off */
#define LW_OPERATION_LIST(X)              \
  X(NUMBER,        "",       0)           \
  X(VALUE,         "",       0)           \
  X(NEGATE,        "-",      1)           \
  X(ADD,           "+",      2)           \
  X(SUBTRACT,      "-",      2)           \
  X(MULTIPLY,      "*",      2)           \
  X(DIVIDE,        "/",      2)           \
  X(POWER,         "^",      2)           \
  X(LESS,          "<",      2)           \
  X(LESS_EQUAL,    "<=",     2)           \
  X(GREATER,       ">",      2)           \
  X(GREATER_EQUAL, ">=",     2)           \
  X(EQUAL,         "==",     2)           \
  X(NOT_EQUAL,     "!=",     2)           \
  X(ABS,           "abs",    1)           \
  X(ACOS,          "acos",   1)           \
  X(ASIN,          "asin",   1)           \
  X(ATAN,          "atan",   1)           \
  X(ATAN2,         "atan2",  2)           \
  X(CEIL,          "ceil",   1)           \
  X(COS,           "cos",    1)           \
  X(EXP,           "exp",    1)           \
  X(FLOOR,         "floor",  1)           \
  X(HYPOT,         "hypot",  2)           \
  X(IF,            "if",     3)           \
  X(LOG,           "log",    1)           \
  X(LOG10,         "log10",  1)           \
  X(MAX,           "max",    2)           \
  X(MIN,           "min",    2)           \
  X(SIGN,          "sign",   1)           \
  X(SIN,           "sin",    1)           \
  X(SQRT,          "sqrt",   1)           \
  X(TAN,           "tan",    1)
/* clang-format on */

/* What an instruction does; the texts are those of a mechanism file. NUMBER and VALUE put
 * a number on the stack. */
typedef enum lw_operation {
#define X(name, text, operands) LW_OP_##name,
  LW_OPERATION_LIST(X)
#undef X
      LW_OPERATION_COUNT,          /* number of operations                            */
  LW_OP_FIRST_FUNCTION = LW_OP_ABS /* operations from here on are called by their name */
} lw_operation;

/* One step of an expression. */
typedef struct lw_instruction {
  lw_operation operation; /* what it does                             */
  int          slot;      /* LW_OP_VALUE: index of the value to take   */
  double       number;    /* LW_OP_NUMBER: the number that is put there */
} lw_instruction;

/* The text of an operation in a mechanism file; "" where it has none. */
const char* lw_operation_text(lw_operation operation);

/* How many operands an operation takes from the stack. */
int lw_operation_operands(lw_operation operation);

/* Can a list of n instructions be carried out? It can if all operations exist, all slots are below
 * nvalue, and the stack never runs empty or over and holds one number in the end. */
bool lw_expression_is_valid(int n, const lw_instruction code[], int nvalue);

/* Carry out n instructions. The result may be infinite or NaN.
 *   Needs       lw_expression_is_valid() */
double lw_expression_evaluate(int n, const lw_instruction code[], const double value[]);

#ifdef __cplusplus
}
#endif

#endif
