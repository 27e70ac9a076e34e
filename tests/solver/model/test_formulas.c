/* SPDX-License-Identifier: BSD-2-Clause */
/* Values that follow from parameters: in which order, and which formulas a model refuses. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "mechanism.h"
#include "model/formulas.h"

static lw_instruction number(double x)
{
  return (lw_instruction){.operation = LW_OP_NUMBER, .number = x};
}

static lw_instruction value_of(lw_slot slot)
{
  return (lw_instruction){.operation = LW_OP_VALUE, .slot = slot};
}

static lw_instruction operation(lw_operation op)
{
  return (lw_instruction){.operation = op};
}

static int add_parameter(lw_model* m, const char* name, double value)
{
  const lw_parameter p = {.name  = lw_model_add_name(m, name),
                          .value = lw_model_add_values(m, 1, &value)};
  return lw_model_add_parameter(m, &p);
}

/* A formula for a slot from up to three instructions. */
static int add_formula(lw_model* m, lw_slot slot, int n, const lw_instruction code[])
{
  const lw_formula f = {.kind   = LW_FORMULA_EXPRESSION,
                        .slot   = slot,
                        .code   = m->ninstruction,
                        .ncode  = n,
                        .spring = LW_NONE};
  for (int i = 0; i < n; i++) assert_true(lw_model_add_instruction(m, &code[i]) >= 0);
  return lw_model_add_formula(m, &f);
}

/* Parameters a, b = 2 a, and a body with mass b + 1 and a place (a, 0, 0). */
static lw_model* example(void)
{
  const double unit[3] = {1.0, 1.0, 1.0}, at[3] = {0.0, 0.0, 0.0};
  lw_model*    m = lw_test_model(1e-3);
  const int    a = add_parameter(m, "a", 3.0), b = add_parameter(m, "b", 0.0);
  lw_test_add_body(m, 1.0, unit, at);
  const lw_slot sa = m->parameter[a].value, sb = m->parameter[b].value;
  add_formula(m, sb, 3, (lw_instruction[]){number(2.0), value_of(sa), operation(LW_OP_MULTIPLY)});
  add_formula(m, m->body[0].mass, 3,
              (lw_instruction[]){value_of(sb), number(1.0), operation(LW_OP_ADD)});
  add_formula(m, m->body[0].at, 1, (lw_instruction[]){value_of(sa)});
  return m;
}

static void formulas_are_computed_in_order(void** state)
{
  (void)state;
  lw_model* m = example();
  lw_test_finish(m);
  assert_true(m->value[m->parameter[1].value] == 6.0);
  assert_true(m->value[m->body[0].mass] == 7.0);
  assert_true(m->value[m->body[0].at] == 3.0);
  assert_true(lw_model_is_computed(m, m->body[0].mass, 1));
  assert_true(lw_model_is_computed(m, m->body[0].at, 3));
  assert_false(lw_model_is_computed(m, m->body[0].at + 1, 2));
  assert_false(lw_model_is_computed(m, m->parameter[0].value, 1));

  /* the model's own values stay while others are computed */
  double value[256];
  assert_true(m->nvalue <= 256);
  memcpy(value, m->value, (size_t)m->nvalue * sizeof *value);
  value[m->parameter[0].value] = 10.0;
  lw_model_compute(m, value);
  assert_true(value[m->body[0].mass] == 21.0);
  assert_true(m->value[m->body[0].mass] == 7.0);
  lw_model_destroy(m);
}

enum { BEYOND = 100000 }; /* more values than the model has, also once defaults are filled in */

typedef void (*damage)(lw_model* m);

static void slot_beyond(lw_model* m)
{
  m->formula[1].slot = BEYOND;
}
static void slot_negative(lw_model* m)
{
  m->formula[1].slot = -1;
}
static void code_beyond(lw_model* m)
{
  m->formula[2].code = m->ninstruction;
}
static void code_negative(lw_model* m)
{
  m->formula[0].code = -1;
}
static void code_long(lw_model* m)
{
  m->formula[2].ncode = 2;
}
static void code_none(lw_model* m)
{
  m->formula[0].ncode = 0;
}
static void stack_empty(lw_model* m)
{
  m->instruction[0].operation = LW_OP_ADD;
}
static void stack_left(lw_model* m)
{
  m->instruction[2] = number(1.0);
}
static void value_no_parameter(lw_model* m)
{
  m->instruction[1].slot = m->body[0].inertia;
}
static void value_beyond(lw_model* m)
{
  m->instruction[1].slot = BEYOND;
}
static void cycle(lw_model* m)
{
  m->instruction[1].slot = m->parameter[1].value;
}
static void order_wrong(lw_model* m)
{
  const lw_formula first = m->formula[0];
  m->formula[0]          = m->formula[1];
  m->formula[1]          = first;
}
static void computed_twice(lw_model* m)
{
  m->formula[2].slot = m->formula[1].slot;
}
static void quat_not_computed(lw_model* m)
{
  m->formula[2].kind = LW_FORMULA_UNIT_QUAT;
}
static void quat_beyond(lw_model* m)
{
  m->formula[2].kind = LW_FORMULA_UNIT_QUAT;
  m->formula[2].slot = BEYOND;
}
static void spring_missing(lw_model* m)
{
  m->formula[2].kind   = LW_FORMULA_SPRING_LENGTH;
  m->formula[2].spring = 0;
}
static void kind_unknown(lw_model* m)
{
  m->formula[2].kind = (lw_formula_kind)7;
}
static void parameter_beyond(lw_model* m)
{
  m->parameter[0].value = BEYOND;
}

/* Whatever a damaged file may hold is refused when the model is finished. */
static void impossible_formulas_are_refused(void** state)
{
  (void)state;
  static const damage cases[] = {slot_beyond,        slot_negative,     code_beyond, code_negative,
                                 code_long,          code_none,         stack_empty, stack_left,
                                 value_no_parameter, value_beyond,      cycle,       order_wrong,
                                 computed_twice,     quat_not_computed, quat_beyond, spring_missing,
                                 kind_unknown,       parameter_beyond};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    lw_model* m    = example();
    lw_diag   diag = {0};
    cases[i](m);
    if (lw_model_finish(m, &diag) != LW_ERR_INPUT) {
      fail_msg("case %zu was accepted", i);
    }
    assert_true(diag.text[0] != '\0');
    lw_model_destroy(m);
  }
}

/* The free length of a spring follows parameters where its ends do; springs of
 * fixed frames keep theirs. */
static void spring_lengths_follow_their_ends(void** state)
{
  (void)state;
  const double unit[3] = {1.0, 1.0, 1.0}, at[3] = {0.0, 0.0, 0.0}, far[3] = {0.0, 4.0, 0.0};
  lw_model*    m = lw_test_model(1e-3);
  const int    a = add_parameter(m, "a", 3.0);
  lw_test_add_body(m, 1.0, unit, at);
  lw_test_add_body(m, 1.0, unit, far);
  const int ground = lw_test_add_frame(m, LW_GROUND, at, NULL);
  const int moved  = lw_test_add_frame(m, 0, far, NULL);
  const int fixed  = lw_test_add_frame(m, 1, at, NULL);
  add_formula(m, m->body[0].at, 1, (lw_instruction[]){value_of(m->parameter[a].value)});
  const int s0 = lw_test_add_spring(m, ground, moved, 1.0, 0.0, -1.0);
  const int s1 = lw_test_add_spring(m, ground, fixed, 1.0, 0.0, -1.0);
  lw_test_finish(m);
  assert_true(m->value[m->spring[s0].length] == 5.0); /* 3, 4 */
  assert_true(m->value[m->spring[s1].length] == 4.0);
  assert_true(lw_model_is_computed(m, m->spring[s0].length, 1));
  assert_false(lw_model_is_computed(m, m->spring[s1].length, 1));
  double value[256];
  assert_true(m->nvalue <= 256);
  memcpy(value, m->value, (size_t)m->nvalue * sizeof *value);
  value[m->parameter[a].value] = 0.0;
  lw_model_compute(m, value);
  assert_true(value[m->spring[s0].length] == 4.0);
  lw_model_destroy(m);
}

/* Messages show the computed values: that of the attribute in the message, or else all that
 * follow from parameters. */
static void messages_show_expressions(void** state)
{
  (void)state;
  lw_model* m                     = example();
  lw_diag   diag                  = {0};
  m->formula[1].text              = lw_model_add_name(m, "b+1");
  m->formula[2].text              = lw_model_add_name(m, "a 0 0");
  m->value[m->parameter[0].value] = -3.0;
  assert_int_equal(lw_model_finish(m, &diag), LW_ERR_INPUT);
  assert_string_equal(diag.text,
                      "body \"b0\": mass must be positive [kg], found -5 (mass=\"b+1\")");
  lw_model_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(formulas_are_computed_in_order),
      cmocka_unit_test(impossible_formulas_are_refused),
      cmocka_unit_test(spring_lengths_follow_their_ends),
      cmocka_unit_test(messages_show_expressions),
  };
  return cmocka_run_group_tests_name("test_model_formulas", tests, NULL, NULL);
}
