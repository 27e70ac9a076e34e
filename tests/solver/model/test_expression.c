/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions of expressions: their results, and the lists of instructions that are refused. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "random.h"
#include <linkwork/expression.h>

static lw_instruction number(double x)
{
  return (lw_instruction){.operation = LW_OP_NUMBER, .number = x};
}

static lw_instruction value_of(int slot)
{
  return (lw_instruction){.operation = LW_OP_VALUE, .slot = slot};
}

static lw_instruction operation(lw_operation op)
{
  return (lw_instruction){.operation = op};
}

/* The result of an operation on up to three numbers. */
static double apply(lw_operation op, double a, double b, double c)
{
  const double   x[3] = {a, b, c};
  const int      n    = lw_operation_operands(op);
  lw_instruction code[4];
  for (int i = 0; i < n; i++) code[i] = number(x[i]);
  code[n] = operation(op);
  assert_true(lw_expression_is_valid(n + 1, code, 0));
  return lw_expression_evaluate(n + 1, code, NULL);
}

/* Every operation is that of C, bit by bit. */
static void operations_are_those_of_the_c_library(void** state)
{
  (void)state;
  const double a = 0.7, b = -1.3;
  const struct {
    lw_operation op;
    double       a, b, c, result;
  } cases[]                     = {{LW_OP_NEGATE, a, 0, 0, -a},
                                   {LW_OP_ADD, a, b, 0, a + b},
                                   {LW_OP_SUBTRACT, a, b, 0, a - b},
                                   {LW_OP_MULTIPLY, a, b, 0, a * b},
                                   {LW_OP_DIVIDE, a, b, 0, a / b},
                                   {LW_OP_POWER, a, b, 0, pow(a, b)},
                                   {LW_OP_LESS, a, b, 0, 0.0},
                                   {LW_OP_LESS, b, a, 0, 1.0},
                                   {LW_OP_LESS, a, a, 0, 0.0},
                                   {LW_OP_LESS_EQUAL, a, a, 0, 1.0},
                                   {LW_OP_LESS_EQUAL, a, b, 0, 0.0},
                                   {LW_OP_GREATER, a, b, 0, 1.0},
                                   {LW_OP_GREATER, a, a, 0, 0.0},
                                   {LW_OP_GREATER_EQUAL, a, a, 0, 1.0},
                                   {LW_OP_GREATER_EQUAL, b, a, 0, 0.0},
                                   {LW_OP_EQUAL, a, a, 0, 1.0},
                                   {LW_OP_EQUAL, a, b, 0, 0.0},
                                   {LW_OP_NOT_EQUAL, a, b, 0, 1.0},
                                   {LW_OP_NOT_EQUAL, a, a, 0, 0.0},
                                   {LW_OP_ABS, b, 0, 0, 1.3},
                                   {LW_OP_ACOS, a, 0, 0, acos(a)},
                                   {LW_OP_ASIN, a, 0, 0, asin(a)},
                                   {LW_OP_ATAN, b, 0, 0, atan(b)},
                                   {LW_OP_ATAN2, a, b, 0, atan2(a, b)},
                                   {LW_OP_CEIL, b, 0, 0, -1.0},
                                   {LW_OP_COS, b, 0, 0, cos(b)},
                                   {LW_OP_EXP, b, 0, 0, exp(b)},
                                   {LW_OP_FLOOR, b, 0, 0, -2.0},
                                   {LW_OP_HYPOT, a, b, 0, hypot(a, b)},
                                   {LW_OP_IF, 1, a, b, a},
                                   {LW_OP_IF, 0, a, b, b},
                                   {LW_OP_LOG, a, 0, 0, log(a)},
                                   {LW_OP_LOG10, a, 0, 0, log10(a)},
                                   {LW_OP_MAX, a, b, 0, a},
                                   {LW_OP_MAX, b, a, 0, a},
                                   {LW_OP_MIN, a, b, 0, b},
                                   {LW_OP_MIN, b, a, 0, b},
                                   {LW_OP_SIGN, b, 0, 0, -1.0},
                                   {LW_OP_SIGN, a, 0, 0, 1.0},
                                   {LW_OP_SIGN, 0, 0, 0, 0.0},
                                   {LW_OP_SIN, b, 0, 0, sin(b)},
                                   {LW_OP_SQRT, a, 0, 0, sqrt(a)},
                                   {LW_OP_TAN, b, 0, 0, tan(b)}};
  bool seen[LW_OPERATION_COUNT] = {[LW_OP_NUMBER] = true, [LW_OP_VALUE] = true};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const double result = apply(cases[i].op, cases[i].a, cases[i].b, cases[i].c);
    assert_same_bits(1, &result, &cases[i].result);
    seen[cases[i].op] = true;
  }
  for (int op = 0; op < LW_OPERATION_COUNT; op++) assert_true(seen[op]);
}

/* The result is NaN if any operand is NaN, except in the branch that is not taken. */
static void nan_is_never_lost(void** state)
{
  (void)state;
  for (int op = LW_OP_NEGATE; op < LW_OPERATION_COUNT; op++) {
    const int n = lw_operation_operands((lw_operation)op);
    for (int which = 0; which < n && op != LW_OP_IF; which++) {
      /* 1 + 2 which: powers of 1 and by 0 are 1 whatever the other is, by the standard of C */
      const double x = op == LW_OP_POWER ? 3.0 : 0.5;
      const double result =
          apply((lw_operation)op, which == 0 ? NAN : x, which == 1 ? NAN : x, which == 2 ? NAN : x);
      if (!isnan(result)) {
        fail_msg("%s loses NaN in operand %d", lw_operation_text((lw_operation)op), which + 1);
      }
    }
  }
  assert_true(isnan(apply(LW_OP_IF, NAN, 1.0, 2.0)));
  assert_true(isnan(apply(LW_OP_IF, 1.0, NAN, 2.0)));
  assert_true(apply(LW_OP_IF, 0.0, NAN, 2.0) == 2.0);
}

/* 2 x - y / x */
static void values_are_looked_up(void** state)
{
  (void)state;
  const double         value[3] = {99.0, 4.0, 6.0};
  const lw_instruction code[]   = {number(2.0),
                                   value_of(1),
                                   operation(LW_OP_MULTIPLY),
                                   value_of(2),
                                   value_of(1),
                                   operation(LW_OP_DIVIDE),
                                   operation(LW_OP_SUBTRACT)};
  assert_true(lw_expression_is_valid(7, code, 3));
  assert_true(lw_expression_evaluate(7, code, value) == 6.5);
  assert_false(lw_expression_is_valid(7, code, 2)); /* slot 2 does not exist */
}

static void impossible_lists_are_refused(void** state)
{
  (void)state;
  lw_instruction many[LW_EXPRESSION_LENGTH + 2];
  for (int i = 0; i < LW_EXPRESSION_LENGTH + 2; i++) many[i] = number(1.0);
  const lw_instruction add = operation(LW_OP_ADD), negate = operation(LW_OP_NEGATE);
  const lw_instruction beyond = operation(LW_OPERATION_COUNT);
  const lw_instruction below  = operation((lw_operation)-1);
  assert_false(lw_expression_is_valid(0, many, 0));
  assert_false(lw_expression_is_valid(-1, many, 0));
  assert_false(lw_expression_is_valid(2, many, 0)); /* two numbers are left */
  assert_false(lw_expression_is_valid(1, &add, 0));
  assert_false(lw_expression_is_valid(1, &negate, 0));
  assert_false(lw_expression_is_valid(1, &beyond, 0));
  assert_false(lw_expression_is_valid(1, &below, 0));
  const lw_instruction slot = value_of(-1);
  assert_false(lw_expression_is_valid(1, &slot, 5));

  /* as deep as allowed, and one more */
  for (int depth = LW_EXPRESSION_DEPTH; depth <= LW_EXPRESSION_DEPTH + 1; depth++) {
    for (int i = 0; i < depth; i++) many[i] = number(i);
    for (int i = depth; i < 2 * depth - 1; i++) many[i] = add;
    assert_int_equal(lw_expression_is_valid(2 * depth - 1, many, 0), depth == LW_EXPRESSION_DEPTH);
  }
  /* as long as allowed, and one more */
  many[0] = number(1.0);
  for (int i = 1; i < LW_EXPRESSION_LENGTH + 1; i++) many[i] = negate;
  assert_true(lw_expression_is_valid(LW_EXPRESSION_LENGTH, many, 0));
  assert_false(lw_expression_is_valid(LW_EXPRESSION_LENGTH + 1, many, 0));
}

/* Random instructions are refused, or computed without leaving the stack: the sanitizers watch. */
static void random_instructions_do_no_harm(void** state)
{
  (void)state;
  uint32_t seed     = 5;
  int      accepted = 0;
  double   value[4] = {1.0, 2.0, 3.0, 4.0}, sum = 0.0;
  for (int round = 0; round < 200000; round++) {
    lw_instruction code[12];
    const int      n = 1 + (int)(6.0 * (1.0 + lw_test_random(&seed)));
    for (int i = 0; i < n && i < 12; i++) {
      const double r    = lw_test_random(&seed);
      code[i].operation = r < 0.0 ? LW_OP_VALUE : (lw_operation)(int)(r * (LW_OPERATION_COUNT + 2));
      code[i].slot      = (int)(2.5 * (1.0 + lw_test_random(&seed)));
      code[i].number    = lw_test_random(&seed);
    }
    if (lw_expression_is_valid(n < 12 ? n : 12, code, 4)) {
      sum += isnan(lw_expression_evaluate(n < 12 ? n : 12, code, value)) ? 1.0 : 0.0;
      accepted++;
    }
  }
  assert_true(accepted > 1000);
  assert_finite(1, &sum);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operations_are_those_of_the_c_library),
      cmocka_unit_test(nan_is_never_lost),
      cmocka_unit_test(values_are_looked_up),
      cmocka_unit_test(impossible_lists_are_refused),
      cmocka_unit_test(random_instructions_do_no_harm),
  };
  return cmocka_run_group_tests_name("test_expression", tests, NULL, NULL);
}
