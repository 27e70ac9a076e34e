/* SPDX-License-Identifier: BSD-2-Clause */
/* Parameters and expressions of mechanism files: their values, and what follows
 * from them in an instance. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "corpus.h"
#include "path.h"
#include <linkwork/linkwork.h>
#include <linkwork/mechanism_xml.h>
#include <linkwork/model_io.h>
#include <linkwork/variables.h>

#define PI 3.14159265358979323846

static lw_model* read_text(const char* text)
{
  lw_model* model = NULL;
  lw_diag   diag  = {0};
  if (lw_mechanism_read_memory(text, strlen(text), &model, &diag) != LW_OK) {
    fail_msg("line %d: %s", diag.line, diag.text);
  }
  return model;
}

static char* good_text(const char* name)
{
  char   relative[256], path[LW_TEST_PATH_SIZE];
  size_t size;
  snprintf(relative, sizeof relative, "tests/modelDescription/mechanism/good/%s.xml", name);
  lw_test_repo_path(relative, path);
  return corpus_read(path, &size);
}

/* ---- values ------------------------------------------------------------------------------- */

/* The value of an expression is the result that C computes from it, to the last bit. */
static void expressions_have_the_values_of_c(void** state)
{
  (void)state;
  const double a = 3.0, b = 0.7;
  const struct {
    const char* text;
    double      value;
  } cases[] = {{"1+2*3", 7.0},
               {"(1+2)*3", 9.0},
               {"10-4-3", 3.0},
               {"100/5/4", 5.0},
               {"2^3^2", 512.0},
               {"-2^2", -4.0},
               {"2^-1", 0.5},
               {"--3", 3.0},
               {"+-+3", -3.0},
               {"2*-3", -6.0},
               {".5e1", 5.0},
               {"1.e2", 100.0},
               {"2e3*2", 4000.0},
               {"a-1", a - 1.0},
               {"a -1", a - 1.0},
               {" ( a * b ) / ( a + b ) ", (a * b) / (a + b)},
               {"a/b*b", a / b * b},
               {"a*(b-1)^2", a * pow(b - 1.0, 2.0)},
               {"pi", PI},
               {"2*pi*b", 2.0 * PI * b},
               {"sin(a)^2+cos(a)^2", pow(sin(a), 2.0) + pow(cos(a), 2.0)},
               {"atan2(a, b)", atan2(a, b)},
               {"hypot(a,b)", hypot(a, b)},
               {"min(a, b, 0.5)", 0.5},
               {"max(a,b,1,2)", a},
               {"min(a,max(b,2))", 2.0},
               {"if(a > b, 1, 2)", 1.0},
               {"if(a &lt; b, 1, 2)", 2.0},
               {"if(a==3, b, 0)", b},
               {"(a>=3)+(a!=3)+(a&lt;=3)", 2.0},
               {"a+b>3", 1.0},
               {"floor(-a/2)+ceil(b)", -1.0},
               {"sign(-a)*abs(-b)", -b},
               {"exp(log(b))", exp(log(b))},
               {"log10(1000)", 3.0},
               {"sqrt(a^2)", sqrt(pow(a, 2.0))},
               {"tan(b)-asin(b)+acos(b)-atan(b)", tan(b) - asin(b) + acos(b) - atan(b)}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512];
    snprintf(text, sizeof text,
             "<mechanism name=\"m\"><parameter name=\"x\" value=\"%s\"/>"
             "<parameter name=\"a\" value=\"3\"/><parameter name=\"b\" value=\"0.7\"/></mechanism>",
             cases[i].text);
    lw_model* model = read_text(text);
    if (memcmp(&model->value[model->parameter[0].value], &cases[i].value, sizeof(double)) != 0) {
      fail_msg("%s is %.17g, expected %.17g", cases[i].text,
               model->value[model->parameter[0].value], cases[i].value);
    }
    lw_model_destroy(model);
  }
}

/* Blanks separate the components of a vector, except in parentheses; of a
 * single number they do not. */
static void blanks_separate_components(void** state)
{
  (void)state;
  lw_model* model = read_text(
      "<mechanism name=\"m\" gravity=\"(1 + L) min(L, 7) -L\">"
      "<parameter name=\"L\" value=\" 2 * 3 \"/>"
      "<body name=\"b\" mass=\"L - 1\" inertia=\"1 1 1\" at=\"\n L  1\t2\n\"/></mechanism>");
  assert_same_bits(3, model->value + model->gravity, ((double[3]){7.0, 6.0, -6.0}));
  assert_same_bits(1, model->value + model->body[0].mass, ((double[1]){5.0}));
  assert_same_bits(3, model->value + model->body[0].at, ((double[3]){6.0, 1.0, 2.0}));
  lw_model_destroy(model);
}

/* Parameters may have any order in the file, and an expression without
 * parameters is a plain number. */
static void parameters_may_stand_anywhere(void** state)
{
  (void)state;
  char*     text  = good_text("parameters");
  lw_model* model = read_text(text);
  assert_int_equal(model->nparameter, 5);
  assert_string_equal(lw_model_name(model, model->parameter[1].description), "width < length");
  assert_string_equal(lw_model_name(model, model->parameter[3].unit), "kg/m3");
  const double area = pow(0.1, 2.0), L = 10.0 * 0.1, mass = 1000.0 * L * area;
  assert_same_bits(1, model->value + model->parameter[0].value, &area);
  assert_same_bits(1, model->value + model->body[0].mass, &mass);
  assert_true(lw_model_is_computed(model, model->body[0].mass, 1));
  assert_false(lw_model_is_computed(model, model->body[0].inertia, 1)); /* "1" */
  assert_true(lw_model_is_computed(model, model->body[0].inertia, 6));
  assert_false(lw_model_is_computed(model, model->body[0].com, 3));
  for (int i = 0; i < model->nparameter; i++) assert_false(model->parameter[i].structural);
  lw_model_destroy(model);
  free(text);
}

/* ---- instances ---------------------------------------------------------------------------- */

/* An instance with its variables. */
typedef struct running {
  lw_model*     model;
  lw_variables* table;
  lw_instance*  instance;
} running;

static running open_model(lw_model* model)
{
  running r    = {.model = model};
  lw_diag diag = {0};
  assert_int_equal(lw_variables_create(model, &diag, &r.table), LW_OK);
  assert_int_equal(lw_instance_create(model, &diag, &r.instance), LW_OK);
  return r;
}

static void close_model(running* r)
{
  lw_instance_destroy(r->instance);
  lw_variables_destroy(r->table);
  lw_model_destroy(r->model);
}

static lw_status set(running* r, const char* name, double value, lw_diag* diag)
{
  unsigned reference = 0;
  if (!lw_variables_find(r->table, name, &reference)) {
    fail_msg("there is no variable %s", name);
  }
  return lw_variables_set(r->table, r->instance, 1, &reference, &value, diag);
}

/* Initialise, make some steps, and return the whole state. */
static char* run(running* r, size_t* size)
{
  lw_diag diag = {0};
  if (lw_instance_initialize(r->instance, 0.0, &diag) != LW_OK) {
    fail_msg("%s", diag.text);
  }
  for (int k = 0; k < 5; k++) {
    if (lw_instance_advance(r->instance, 0.002, &diag) != LW_OK) {
      fail_msg("%s", diag.text);
    }
  }
  *size       = lw_instance_state_size(r->instance);
  char* state = malloc(*size);
  assert_non_null(state);
  lw_instance_get_state(r->instance, state);
  return state;
}

/* In a file where every attribute follows from a parameter, setting it gives the bits of a file
 * with that value: from the mechanism file and from the flat file of an FMU, twice in a row. */
static void a_set_parameter_is_that_of_another_file(void** state)
{
  (void)state;
  static const char plain[] = "name=\"p\" value=\"1\"", other[] = "name=\"p\" value=\"1.0625\"";
  char*             text = good_text("expressions");
  char*             file = malloc(strlen(text) + sizeof other);
  char*             at   = strstr(text, plain);
  assert_non_null(file);
  assert_non_null(at);
  sprintf(file, "%.*s%s%s", (int)(at - text), text, other, at + strlen(plain));

  running moved = open_model(read_text(file));
  size_t  n, expected;
  char*   wanted = run(&moved, &expected);

  running by_parameter = open_model(read_text(text));
  lw_diag diag         = {0};
  char*   is           = run(&by_parameter, &n); /* with the file's value */
  assert_int_equal(n, expected);
  assert_true(memcmp(is, wanted, n) != 0); /* the parameter matters */
  free(is);
  for (int round = 0; round < 2; round++) {
    lw_instance_reset(by_parameter.instance);
    assert_int_equal(set(&by_parameter, "p", 1.0625, &diag), LW_OK);
    is = run(&by_parameter, &n);
    assert_int_equal(n, expected);
    assert_memory_equal(is, wanted, n);
    free(is);
  }

  unsigned char* flat = NULL;
  size_t         size;
  char           guid[LW_GUID_SIZE];
  lw_model*      model = NULL;
  assert_int_equal(lw_model_write(by_parameter.model, "guid", &flat, &size), LW_OK);
  assert_int_equal(lw_model_read(flat, size, &model, guid, &diag), LW_OK);
  running packed = open_model(model);
  assert_int_equal(set(&packed, "p", 1.0625, &diag), LW_OK);
  is = run(&packed, &n);
  assert_int_equal(n, expected);
  assert_memory_equal(is, wanted, n);

  free(is);
  free(flat);
  free(wanted);
  free(file);
  free(text);
  close_model(&moved);
  close_model(&by_parameter);
  close_model(&packed);
}

/* What follows from a parameter moves at once and can be read, but not set; a result that is not
 * physical is reported when the instance is initialised, with the expression, and until then
 * everything can be put right. */
static void results_are_judged_at_initialisation(void** state)
{
  (void)state;
  char*    text = good_text("parameters");
  running  r    = open_model(read_text(text));
  lw_diag  diag = {0};
  unsigned mass = 0;
  double   kg   = 0.0;
  assert_true(lw_variables_find(r.table, "rod.mass", &mass));
  assert_int_equal(lw_variables_row(r.table, mass)->causality, LW_CALCULATED);
  assert_int_equal(set(&r, "w", 0.2, &diag), LW_OK);
  assert_int_equal(lw_variables_get(r.table, r.instance, 1, &mass, &kg), LW_OK);
  assert_near(kg, 1000.0 * 2.0 * 0.04, 1e-12);
  assert_int_equal(set(&r, "rod.mass", 5.0, &diag), LW_ERR_USAGE);
  assert_non_null(strstr(diag.text, "follows from other parameters"));
  assert_int_equal(lw_instance_set_value(r.instance, r.model->body[0].mass, 1, &kg, &diag),
                   LW_ERR_USAGE);
  assert_non_null(strstr(diag.text, "body \"rod\""));

  assert_int_equal(set(&r, "w", -0.2, &diag), LW_OK);
  assert_int_equal(lw_instance_initialize(r.instance, 0.0, &diag), LW_ERR_INPUT);
  assert_string_equal(diag.text,
                      "body \"rod\": mass must be positive [kg], found -80 (mass=\"rho*L*area\")");
  assert_int_equal(set(&r, "w", 1e200, &diag), LW_OK);
  assert_int_equal(lw_instance_initialize(r.instance, 0.0, &diag), LW_ERR_INPUT);
  assert_string_equal(diag.text,
                      "parameter \"area\": value must be finite, found inf (value=\"w^2\")");
  assert_int_equal(set(&r, "w", NAN, &diag), LW_ERR_INPUT);
  assert_int_equal(set(&r, "w", 0.1, &diag), LW_OK);
  assert_int_equal(lw_instance_initialize(r.instance, 0.0, &diag), LW_OK);
  close_model(&r);
  free(text);
}

/* Two parameters may pass through a combination that is not physical on their way. */
static void the_order_of_setting_does_not_matter(void** state)
{
  (void)state;
  static const char text[] = "<mechanism name=\"m\"><parameter name=\"a\" value=\"3\"/>"
                             "<parameter name=\"b\" value=\"1\"/>"
                             "<body name=\"x\" mass=\"a-b\" inertia=\"1 1 1\"/></mechanism>";
  running           r      = open_model(read_text(text));
  lw_diag           diag   = {0};
  assert_int_equal(set(&r, "b", 5.0, &diag), LW_OK);
  assert_int_equal(set(&r, "a", 6.0, &diag), LW_OK);
  assert_int_equal(lw_instance_initialize(r.instance, 0.0, &diag), LW_OK);

  /* the state of an instance that was not initialised is judged as well */
  const size_t size  = lw_instance_state_size(r.instance);
  char*        saved = malloc(size);
  assert_non_null(saved);
  lw_instance_reset(r.instance);
  assert_int_equal(set(&r, "b", 5.0, &diag), LW_OK);
  lw_instance_get_state(r.instance, saved);
  lw_instance_reset(r.instance);
  assert_int_equal(lw_instance_set_state(r.instance, saved, size), LW_OK);
  assert_int_equal(lw_instance_initialize(r.instance, 0.0, &diag), LW_ERR_INPUT);
  free(saved);
  close_model(&r);
}

/* ---- variables ---------------------------------------------------------------------------- */

/* Parameters have their unit and description; parameters that count elements are not variables. */
static void parameters_are_variables(void** state)
{
  (void)state;
  lw_model* model =
      read_text("<mechanism name=\"m\"><parameter name=\"n\" value=\"k+1\"/>"
                "<parameter name=\"k\" value=\"2\"/>"
                "<parameter name=\"T\" value=\"1\" unit=\"N m\" description=\"drive\"/>"
                "<parameter name=\"v\" value=\"2*T\" unit=\"furlong/week\"/>"
                "<repeat count=\"n\" index=\"i\"><body name=\"b{i}\" mass=\"T\" inertia=\"1 1 1\"/>"
                "</repeat></mechanism>");
  running  r         = open_model(model);
  unsigned reference = 0;
  char     text[64];
  assert_true(model->parameter[0].structural && model->parameter[1].structural);
  assert_false(lw_variables_find(r.table, "n", &reference));
  assert_false(lw_variables_find(r.table, "k", &reference));
  assert_true(lw_variables_find(r.table, "T", &reference));
  assert_int_equal(lw_variables_row(r.table, reference)->causality, LW_PARAMETER);
  assert_int_equal(lw_variables_row(r.table, reference)->variability, LW_FIXED_VALUE);
  assert_int_equal(lw_variables_unit(r.table, reference), LW_UNIT_TORQUE);
  (void)lw_variables_describe(r.table, reference, text, sizeof text);
  assert_string_equal(text, "drive");
  assert_true(lw_variables_find(r.table, "v", &reference));
  assert_int_equal(lw_variables_row(r.table, reference)->causality, LW_CALCULATED);
  (void)lw_variables_unit_name(r.table, reference, text, sizeof text);
  assert_string_equal(text, "furlong/week");
  close_model(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(expressions_have_the_values_of_c),
      cmocka_unit_test(blanks_separate_components),
      cmocka_unit_test(parameters_may_stand_anywhere),
      cmocka_unit_test(a_set_parameter_is_that_of_another_file),
      cmocka_unit_test(results_are_judged_at_initialisation),
      cmocka_unit_test(the_order_of_setting_does_not_matter),
      cmocka_unit_test(parameters_are_variables),
  };
  return cmocka_run_group_tests_name("test_parameters", tests, NULL, NULL);
}
