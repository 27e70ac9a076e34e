/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * expression.c - evaluate the instructions of an expression on a stack.
 *
 *   cost     a few nanoseconds per instruction, plus the time of the mathematical functions
 */
#include <linkwork/expression.h>

#include <math.h>

#include <linkwork/elementary.h>

/* The text of an operation, and the number of operands that it takes from the stack. */
typedef struct operation_info {
  const char* text;
  int         operands;
} operation_info;

static const operation_info infos[LW_OPERATION_COUNT] = {
#define X(name, text, operands) [LW_OP_##name] = {text, operands},
    LW_OPERATION_LIST(X)
#undef X
};

static bool exists(lw_operation operation)
{
  return (int)operation >= 0 && operation < LW_OPERATION_COUNT;
}

const char* lw_operation_text(lw_operation operation)
{
  return exists(operation) ? infos[operation].text : "";
}

int lw_operation_operands(lw_operation operation)
{
  return exists(operation) ? infos[operation].operands : 0;
}

bool lw_expression_is_valid(int n, const lw_instruction code[], int nvalue)
{
  int depth = 0;
  if (n < 1 || n > LW_EXPRESSION_LENGTH) {
    return false;
  }
  for (int i = 0; i < n; i++) {
    const lw_instruction* op = &code[i];
    if (!exists(op->operation) || depth < infos[op->operation].operands) {
      return false;
    }
    if (op->operation == LW_OP_VALUE && (op->slot < 0 || op->slot >= nvalue)) {
      return false;
    }
    depth += 1 - infos[op->operation].operands;
    if (depth > LW_EXPRESSION_DEPTH) {
      return false;
    }
  }
  return depth == 1;
}

/* ---- operations -------------------------------------------------------------------------- */

static double negate(double a)
{
  return -a;
}

static double sign(double a)
{
  return isnan(a) ? a : (double)((a > 0.0) - (a < 0.0));
}

static double add(double a, double b)
{
  return a + b;
}

static double subtract(double a, double b)
{
  return a - b;
}

static double multiply(double a, double b)
{
  return a * b;
}

static double divide(double a, double b)
{
  return a / b;
}

/* The C library's fmin() and fmax() would ignore NaN. */
static double smaller(double a, double b)
{
  return isnan(a) || a < b ? a : b;
}

static double larger(double a, double b)
{
  return isnan(a) || a > b ? a : b;
}

/* Comparisons give 1 or 0, and NaN where an operand is NaN. */
static double truth(double a, double b, bool result)
{
  return isnan(a) || isnan(b) ? NAN : result;
}

static double less(double a, double b)
{
  return truth(a, b, a < b);
}

static double less_equal(double a, double b)
{
  return truth(a, b, a <= b);
}

static double greater(double a, double b)
{
  return truth(a, b, a > b);
}

static double greater_equal(double a, double b)
{
  return truth(a, b, a >= b);
}

static double equal(double a, double b)
{
  return truth(a, b, a == b);
}

static double not_equal(double a, double b)
{
  return truth(a, b, a != b);
}

static double choose(double condition, double a, double b)
{
  return isnan(condition) ? condition : condition != 0.0 ? a : b;
}

/* The function of an operation with one or two operands. */
typedef struct operation_function {
  double (*of_one)(double a);
  double (*of_two)(double a, double b);
} operation_function;

static const operation_function functions[LW_OPERATION_COUNT] = {
    [LW_OP_NEGATE] = {.of_one = negate},     [LW_OP_ADD] = {.of_two = add},
    [LW_OP_SUBTRACT] = {.of_two = subtract}, [LW_OP_MULTIPLY] = {.of_two = multiply},
    [LW_OP_DIVIDE] = {.of_two = divide},     [LW_OP_POWER] = {.of_two = lw_pow},
    [LW_OP_LESS] = {.of_two = less},         [LW_OP_LESS_EQUAL] = {.of_two = less_equal},
    [LW_OP_GREATER] = {.of_two = greater},   [LW_OP_GREATER_EQUAL] = {.of_two = greater_equal},
    [LW_OP_EQUAL] = {.of_two = equal},       [LW_OP_NOT_EQUAL] = {.of_two = not_equal},
    [LW_OP_ABS] = {.of_one = fabs},          [LW_OP_ACOS] = {.of_one = lw_acos},
    [LW_OP_ASIN] = {.of_one = lw_asin},      [LW_OP_ATAN] = {.of_one = lw_atan},
    [LW_OP_ATAN2] = {.of_two = lw_atan2},    [LW_OP_CEIL] = {.of_one = ceil},
    [LW_OP_COS] = {.of_one = lw_cos},        [LW_OP_EXP] = {.of_one = lw_exp},
    [LW_OP_FLOOR] = {.of_one = floor},       [LW_OP_HYPOT] = {.of_two = lw_hypot},
    [LW_OP_LOG] = {.of_one = lw_log},        [LW_OP_LOG10] = {.of_one = lw_log10},
    [LW_OP_MAX] = {.of_two = larger},        [LW_OP_MIN] = {.of_two = smaller},
    [LW_OP_SIGN] = {.of_one = sign},         [LW_OP_SIN] = {.of_one = lw_sin},
    [LW_OP_SQRT] = {.of_one = sqrt},         [LW_OP_TAN] = {.of_one = lw_tan},
};

/* Apply an operation to its operands x. */
static double apply(lw_operation operation, const double x[])
{
  const operation_function* f = &functions[operation];
  if (f->of_one) {
    return f->of_one(x[0]);
  }
  if (f->of_two) {
    return f->of_two(x[0], x[1]);
  }
  return operation == LW_OP_IF ? choose(x[0], x[1], x[2]) : NAN;
}

/* ---- evaluation -------------------------------------------------------------------------- */

double lw_expression_evaluate(int n, const lw_instruction code[], const double value[])
{
  double stack[LW_EXPRESSION_DEPTH] = {NAN}; /* the result of no instructions */
  int    depth                      = 0;
  for (int i = 0; i < n; i++) {
    const lw_instruction* op = &code[i];
    double                result;
    if (op->operation == LW_OP_NUMBER) {
      result = op->number;
    } else if (op->operation == LW_OP_VALUE) {
      result = value[op->slot];
    } else {
      depth -= infos[op->operation].operands;
      result = apply(op->operation, stack + depth);
    }
    stack[depth++] = result;
  }
  return stack[0];
}
