/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * expression.c - carries out the instructions of an expression.
 *
 *   cost     some nanoseconds per instruction, those of the C library's functions beside them
 */
#include <linkwork/expression.h>

#include <math.h>

/* How an operation is written, and how many numbers it takes from the stack. */
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

/* 1 or 0, and NaN where there is nothing to compare */
static double compare(lw_operation operation, double a, double b)
{
  if (isnan(a) || isnan(b)) {
    return NAN;
  }
  switch (operation) {
  case LW_OP_LESS: return a < b;
  case LW_OP_LESS_EQUAL: return a <= b;
  case LW_OP_GREATER: return a > b;
  case LW_OP_GREATER_EQUAL: return a >= b;
  case LW_OP_EQUAL: return a == b;
  default: return a != b;
  }
}

/* The C library's fmin() and fmax() would pass over NaN. */
static double smaller(double a, double b)
{
  return isnan(a) || a < b ? a : b;
}

static double larger(double a, double b)
{
  return isnan(a) || a > b ? a : b;
}

static double sign_of(double a)
{
  return isnan(a) ? a : (double)((a > 0.0) - (a < 0.0));
}

/* Apply an operation to its operands, of which x has as many as it takes. */
static double apply(lw_operation operation, const double x[])
{
  switch (operation) {
  case LW_OP_NEGATE: return -x[0];
  case LW_OP_ADD: return x[0] + x[1];
  case LW_OP_SUBTRACT: return x[0] - x[1];
  case LW_OP_MULTIPLY: return x[0] * x[1];
  case LW_OP_DIVIDE: return x[0] / x[1];
  case LW_OP_POWER: return pow(x[0], x[1]);
  case LW_OP_LESS:
  case LW_OP_LESS_EQUAL:
  case LW_OP_GREATER:
  case LW_OP_GREATER_EQUAL:
  case LW_OP_EQUAL:
  case LW_OP_NOT_EQUAL: return compare(operation, x[0], x[1]);
  case LW_OP_ABS: return fabs(x[0]);
  case LW_OP_ACOS: return acos(x[0]);
  case LW_OP_ASIN: return asin(x[0]);
  case LW_OP_ATAN: return atan(x[0]);
  case LW_OP_ATAN2: return atan2(x[0], x[1]);
  case LW_OP_CEIL: return ceil(x[0]);
  case LW_OP_COS: return cos(x[0]);
  case LW_OP_EXP: return exp(x[0]);
  case LW_OP_FLOOR: return floor(x[0]);
  case LW_OP_HYPOT: return hypot(x[0], x[1]);
  case LW_OP_IF: return isnan(x[0]) ? x[0] : x[0] != 0.0 ? x[1] : x[2];
  case LW_OP_LOG: return log(x[0]);
  case LW_OP_LOG10: return log10(x[0]);
  case LW_OP_MAX: return larger(x[0], x[1]);
  case LW_OP_MIN: return smaller(x[0], x[1]);
  case LW_OP_SIGN: return sign_of(x[0]);
  case LW_OP_SIN: return sin(x[0]);
  case LW_OP_SQRT: return sqrt(x[0]);
  case LW_OP_TAN: return tan(x[0]);
  case LW_OP_NUMBER:
  case LW_OP_VALUE:
  case LW_OPERATION_COUNT: break;
  }
  return NAN;
}

double lw_expression_evaluate(int n, const lw_instruction code[], const double value[])
{
  double stack[LW_EXPRESSION_DEPTH] = {NAN}; /* the value of no code at all */
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
