/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_variables.c - the variable table: names, references, units, get and set.
 */
#include <linkwork/variables.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "check.h"
#include "path.h"
#include <linkwork/mechanism_xml.h>

/* A mechanism, its table and an instance at its start time. */
typedef struct fixture {
  lw_model*     model;
  lw_variables* table;
  lw_instance*  instance;
} fixture;

static fixture open_file(const char* relative)
{
  char    path[LW_TEST_PATH_SIZE];
  lw_diag diag = {0};
  fixture f    = {0};
  lw_test_repo_path(relative, path);
  if (lw_mechanism_read(path, &f.model, &diag) != LW_OK) {
    fail_msg("%s:%d: %s", path, diag.line, diag.text);
  }
  assert_int_equal(lw_variables_create(f.model, &diag, &f.table), LW_OK);
  assert_int_equal(lw_instance_create(f.model, &diag, &f.instance), LW_OK);
  if (lw_instance_initialize(f.instance, f.model->settings.start, &diag) != LW_OK) {
    fail_msg("%s: %s", path, diag.text);
  }
  return f;
}

static void close_file(fixture* f)
{
  lw_instance_destroy(f->instance);
  lw_variables_destroy(f->table);
  lw_model_destroy(f->model);
}

static int open_everything(void** state)
{
  fixture* f = malloc(sizeof *f);
  if (!f) {
    return -1;
  }
  *f     = open_file("tests/tools/data/everything.xml");
  *state = f;
  return 0;
}

static int close_everything(void** state)
{
  close_file(*state);
  free(*state);
  return 0;
}

/* The reference of a variable that must exist. */
static unsigned reference_of(const lw_variables* table, const char* name)
{
  unsigned reference = 0;
  if (!lw_variables_find(table, name, &reference)) {
    fail_msg("there is no variable %s", name);
  }
  return reference;
}

/* ---- names ------------------------------------------------------------------------------- */

/* Every reference from zero on has a name, and the name leads back to it: names are unique. */
static void names_and_references_are_one_to_one(void** state)
{
  const lw_variables* t = ((const fixture*)*state)->table;
  char                name[128];
  size_t              longest = 0;
  assert_int_equal(t->count, t->ninput + t->noutput + t->nlocal + t->nparam);
  for (unsigned i = 0; i < (unsigned)t->count; i++) {
    const size_t length = lw_variables_name(t, i, name, sizeof name);
    assert_int_equal(length, strlen(name));
    assert_int_equal(reference_of(t, name), i);
    longest = length > longest ? length : longest;
  }
  assert_int_equal(longest, t->longest);
  assert_null(lw_variables_row(t, (unsigned)t->count));
  assert_int_equal(lw_variables_name(t, (unsigned)t->count, name, sizeof name), 0);
  assert_string_equal(name, "");
}

/* What the file format promises is there, with its causality, variability and unit. */
static void promised_variables_exist(void** state)
{
  /* clang-format off */
  static const struct {
    const char*    name;
    lw_causality   causality;
    lw_variability variability;
    const char*    unit;
  } promised[] = {
    {"motor",            LW_INPUT,     LW_CONTINUOUS,  "N.m"},
    {"push[3]",          LW_INPUT,     LW_CONTINUOUS,  "N"},
    {"twist[1]",         LW_INPUT,     LW_CONTINUOUS,  "N.m"},
    {"servo",            LW_INPUT,     LW_CONTINUOUS,  "rad"},
    {"crank.r[1]",       LW_OUTPUT,    LW_CONTINUOUS,  "m"},
    {"crank.quat[4]",    LW_OUTPUT,    LW_CONTINUOUS,  "1"},
    {"crank.v[2]",       LW_LOCAL,     LW_CONTINUOUS,  "m/s"},
    {"crank.w[3]",       LW_LOCAL,     LW_CONTINUOUS,  "rad/s"},
    {"crank.a[1]",       LW_LOCAL,     LW_CONTINUOUS,  "m/s2"},
    {"crank.z[3]",       LW_LOCAL,     LW_CONTINUOUS,  "rad/s2"},
    {"A.q",              LW_OUTPUT,    LW_CONTINUOUS,  "rad"},
    {"A.qd",             LW_OUTPUT,    LW_CONTINUOUS,  "rad/s"},
    {"A.qdd",            LW_LOCAL,     LW_CONTINUOUS,  "rad/s2"},
    {"rail.q",           LW_OUTPUT,    LW_CONTINUOUS,  "m"},
    {"rail.qdd",         LW_LOCAL,     LW_CONTINUOUS,  "m/s2"},
    {"axle.q[1]",        LW_OUTPUT,    LW_CONTINUOUS,  "m"},
    {"axle.q[2]",        LW_OUTPUT,    LW_CONTINUOUS,  "rad"},
    {"wrist.quat[1]",    LW_LOCAL,     LW_CONTINUOUS,  "1"},
    {"A.force[3]",       LW_OUTPUT,    LW_CONTINUOUS,  "N"},
    {"A.torque[3]",      LW_OUTPUT,    LW_CONTINUOUS,  "N.m"},
    {"profile.effort",   LW_OUTPUT,    LW_CONTINUOUS,  "N"},
    {"servo.effort",     LW_OUTPUT,    LW_CONTINUOUS,  "N.m"},
    {"mesh.effort",      LW_OUTPUT,    LW_CONTINUOUS,  "N.m"},
    {"energy.kinetic",   LW_LOCAL,     LW_CONTINUOUS,  "J"},
    {"energy.potential", LW_LOCAL,     LW_CONTINUOUS,  "J"},
    {"energy.total",     LW_LOCAL,     LW_CONTINUOUS,  "J"},
    {"solver.iterations",   LW_LOCAL,  LW_DISCRETE,    "1"},
    {"solver.residual",     LW_LOCAL,  LW_CONTINUOUS,  "1"},
    {"solver.violation[3]", LW_LOCAL,  LW_CONTINUOUS,  "1"},
    {"gravity[2]",       LW_PARAMETER, LW_TUNABLE,     "m/s2"},
    {"crank.mass",       LW_PARAMETER, LW_TUNABLE,     "kg"},
    {"crank.inertia[6]", LW_PARAMETER, LW_TUNABLE,     "kg.m2"},
    {"A.stiffness",      LW_PARAMETER, LW_TUNABLE,     "N.m/rad"},
    {"A.damping",        LW_PARAMETER, LW_TUNABLE,     "N.m.s/rad"},
    {"A.rest",           LW_PARAMETER, LW_TUNABLE,     "rad"},
    {"rail.stiffness",   LW_PARAMETER, LW_TUNABLE,     "N/m"},
    {"rail.damping",     LW_PARAMETER, LW_TUNABLE,     "N.s/m"},
    {"rail.rest",        LW_PARAMETER, LW_TUNABLE,     "m"},
    {"S.stiffness",      LW_PARAMETER, LW_TUNABLE,     "N/m"},
    {"S.damping",        LW_PARAMETER, LW_TUNABLE,     "N.s/m"},
    {"S.length",         LW_PARAMETER, LW_TUNABLE,     "m"},
    {"rubber.stiffness[3]", LW_PARAMETER, LW_TUNABLE,  "N/m"},
    {"rubber.stiffness[4]", LW_PARAMETER, LW_TUNABLE,  "N.m/rad"},
    {"rubber.damping[6]",   LW_PARAMETER, LW_TUNABLE,  "N.m.s/rad"},
    {"spindle.velocity",    LW_PARAMETER, LW_FIXED_VALUE, "rad/s"},
    {"profile.position[1]", LW_PARAMETER, LW_FIXED_VALUE, "m"},
    {"profile.position[2]", LW_PARAMETER, LW_FIXED_VALUE, "m/s"},
    {"profile.position[4]", LW_PARAMETER, LW_FIXED_VALUE, "m/s3"},
    {"solver.step",           LW_PARAMETER, LW_FIXED_VALUE, "s"},
    {"solver.tolerance",      LW_PARAMETER, LW_FIXED_VALUE, "1"},
    {"solver.iterations_max", LW_PARAMETER, LW_FIXED_VALUE, "1"},
    {"'left-arm'.r[1]",  LW_OUTPUT,    LW_CONTINUOUS,  "m"},
  };
  /* clang-format on */
  const lw_variables* t = ((const fixture*)*state)->table;
  for (size_t i = 0; i < sizeof promised / sizeof promised[0]; i++) {
    const unsigned     reference = reference_of(t, promised[i].name);
    const lw_variable* row       = lw_variables_row(t, reference);
    assert_int_equal(row->causality, promised[i].causality);
    assert_int_equal(row->variability, promised[i].variability);
    assert_string_equal(lw_unit_get_info(lw_variables_unit(t, reference)).name, promised[i].unit);
  }
}

/* Names have one spelling. */
static void other_spellings_are_not_found(void** state)
{
  static const char* const wrong[] = {"",
                                      "crank",
                                      "crank.r",
                                      "crank.r[0]",
                                      "crank.r[4]",
                                      "crank.r[01]",
                                      "crank.r[1",
                                      "crank.r1]",
                                      "crank.r[1] ",
                                      "crank.r[]",
                                      "[1]",
                                      "A.q[1]",
                                      "crank.R[1]",
                                      "motor[1]",
                                      "crank.mass[1]",
                                      "left-arm.r[1]",
                                      "wrist.q",
                                      "A.quat[1]",
                                      "crank.q",
                                      "gravity[4]",
                                      "crank.r[99999999999]"};
  const lw_variables*      t       = ((const fixture*)*state)->table;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    unsigned reference = 0;
    if (lw_variables_find(t, wrong[i], &reference)) {
      fail_msg("\"%s\" was found", wrong[i]);
    }
  }
}

/* Inputs, outputs with local variables among them, and all kinds of parameters: what comes in this
 * order. */
static int rank_of(lw_causality causality)
{
  return causality == LW_CALCULATED ? LW_PARAMETER
         : causality == LW_LOCAL    ? LW_OUTPUT
                                    : (int)causality;
}

/* A vector's references follow each other; inputs come first, then outputs, then parameters. */
static void references_are_contiguous_and_ordered(void** state)
{
  const lw_variables* t    = ((const fixture*)*state)->table;
  unsigned            next = 0;
  for (int i = 0; i < t->nrow; i++) {
    assert_int_equal(t->row[i].reference, next);
    assert_true(i == 0 || rank_of(t->row[i - 1].causality) <= rank_of(t->row[i].causality));
    next += (unsigned)t->row[i].size;
  }
  assert_int_equal(next, t->count);
  assert_int_equal(lw_variables_row(t, (unsigned)t->ninput - 1)->causality, LW_INPUT);
  assert_int_equal(lw_variables_row(t, (unsigned)t->ninput)->causality, LW_OUTPUT);
  assert_int_equal(lw_variables_row(t, (unsigned)(t->ninput + t->noutput + t->nlocal))->causality,
                   LW_PARAMETER);
}

/* Every variable has a description, and the components of a vector have different ones. */
static void every_variable_is_described(void** state)
{
  const lw_variables* t = ((const fixture*)*state)->table;
  char                text[256], before[256] = "";
  for (unsigned i = 0; i < (unsigned)t->count; i++) {
    const size_t length = lw_variables_describe(t, i, text, sizeof text);
    assert_true(length > 3 && length < sizeof text);
    const lw_variable* row = lw_variables_row(t, i);
    if (i > row->reference) {
      assert_string_not_equal(text, before);
    }
    memcpy(before, text, sizeof before);
  }
}

/* A buffer that is too small gets what fits, terminated, and the length that was needed. */
static void long_names_are_cut_to_the_buffer(void** state)
{
  const lw_variables* t         = ((const fixture*)*state)->table;
  const unsigned      reference = reference_of(t, "crank.inertia[6]");
  char                text[8]   = "xxxxxxx";
  assert_int_equal(lw_variables_name(t, reference, text, 6), strlen("crank.inertia[6]"));
  assert_string_equal(text, "crank");
  assert_int_equal(lw_variables_name(t, reference, NULL, 0), strlen("crank.inertia[6]"));
}

/* With <outputs only="true"> only the outputs in the list exist; what the solver tells, and states
 * with their derivatives, are local. */
static void outputs_can_be_restricted(void** state)
{
  (void)state;
  fixture             f         = open_file("tests/tools/data/restricted.xml");
  const lw_variables* t         = f.table;
  unsigned            reference = 0;
  reference_of(t, "rod.r[1]");
  reference_of(t, "rod.v[3]");
  reference_of(t, "hinge.q");
  reference_of(t, "solver.violation[1]");
  reference_of(t, "rod.mass");
  assert_false(lw_variables_find(t, "rod.quat[1]", &reference));
  assert_int_equal(lw_variables_row(t, reference_of(t, "hinge.qd"))->causality, LW_LOCAL);
  assert_false(lw_variables_find(t, "energy.total", &reference));
  assert_int_equal(t->noutput, 3 + 3 + 1);
  assert_int_equal(t->nlocal, 2 + 7);
  close_file(&f);
}

/* ---- derivatives ------------------------------------------------------------------------- */

/* Velocities are the derivatives of positions where both are exposed. */
static void derivatives_point_to_what_they_derive(void** state)
{
  static const char* const pairs[][2] = {{"crank.v[2]", "crank.r[2]"},
                                         {"crank.a[1]", "crank.v[1]"},
                                         {"crank.z[3]", "crank.w[3]"},
                                         {"A.qd", "A.q"},
                                         {"A.qdd", "A.qd"},
                                         {"axle.qd[2]", "axle.q[2]"}};
  const lw_variables*      t          = ((const fixture*)*state)->table;
  unsigned                 integral   = 0;
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    assert_true(lw_variables_derivative_of(t, reference_of(t, pairs[i][0]), &integral));
    assert_int_equal(integral, reference_of(t, pairs[i][1]));
  }
  static const char* const none[] = {"crank.r[1]",     "crank.quat[1]", "crank.w[1]",
                                     "A.force[1]",     "motor",         "crank.mass",
                                     "energy.kinetic", "mesh.effort"};
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
    assert_false(lw_variables_derivative_of(t, reference_of(t, none[i]), &integral));
  }
}

/* Derivatives of outputs agree with differences over a small step. */
static void derivatives_agree_with_differences(void** state)
{
  static const char* const names[] = {
      "hand.r[3]", "hand.quat[1]", "hand.quat[3]", "hand.v[1]",          "A.q",
      "rail.q",    "crank.r[1]",   "hand.w[2]",    "'left-arm'.quat[2]", "crank.quat[4]"};
  enum { N = sizeof names / sizeof names[0] };

  /* third derivatives stay below 100 here, so that a central difference over 2e-4 s is off by less
   * than 100 / 6 * 1e-8; measured: 7e-8. A wrong sign or factor gives 1e-3 and more */
  const double        h = 1e-4, tolerance = 1.7e-7;
  fixture             f = open_file("tests/tools/data/everything.xml");
  const lw_variables* t = f.table;
  unsigned            reference[N];
  double              before[N], rate[N], after[N], value = 0.0;
  (void)state;
  for (int i = 0; i < N; i++) reference[i] = reference_of(t, names[i]);

  /* a little way from the start, where much is zero */
  assert_int_equal(lw_instance_advance(f.instance, 0.05, NULL), LW_OK);
  assert_int_equal(lw_variables_get(t, f.instance, N, reference, before), LW_OK);
  assert_int_equal(lw_instance_advance(f.instance, h, NULL), LW_OK);
  for (int i = 0; i < N; i++) {
    assert_int_equal(lw_variables_get_derivative(t, f.instance, reference[i], 1, &rate[i]), LW_OK);
  }
  assert_int_equal(lw_instance_advance(f.instance, h, NULL), LW_OK);
  assert_int_equal(lw_variables_get(t, f.instance, N, reference, after), LW_OK);
  for (int i = 0; i < N; i++) {
    assert_near((after[i] - before[i]) / (2.0 * h), rate[i], tolerance);
  }

  /* second derivatives */
  double second = 0.0;
  assert_int_equal(
      lw_variables_get_derivative(t, f.instance, reference_of(t, "hand.r[3]"), 2, &second), LW_OK);
  const unsigned a = reference_of(t, "hand.a[3]");
  assert_int_equal(lw_variables_get(t, f.instance, 1, &a, &value), LW_OK);
  assert_same_bits(1, &second, &value);

  /* without a derivative the result is zero; a variable that is not an output, or
   * another order, is refused */
  assert_int_equal(
      lw_variables_get_derivative(t, f.instance, reference_of(t, "A.force[1]"), 1, &value), LW_OK);
  assert_true(value == 0.0);
  assert_int_equal(
      lw_variables_get_derivative(t, f.instance, reference_of(t, "hand.v[1]"), 2, &value), LW_OK);
  assert_true(value == 0.0);
  assert_int_equal(
      lw_variables_get_derivative(t, f.instance, reference_of(t, "crank.mass"), 1, &value),
      LW_ERR_USAGE);
  assert_int_equal(lw_variables_get_derivative(t, f.instance, reference_of(t, "A.q"), 3, &value),
                   LW_ERR_USAGE);
  close_file(&f);
}

/* The second derivative of a quaternion agrees with the difference of its first. */
static void quaternions_have_second_derivatives(void** state)
{
  /* as above; measured: 6e-8 */
  const double        h = 1e-4, tolerance = 1.7e-7;
  fixture             f = open_file("tests/tools/data/everything.xml");
  const lw_variables* t = f.table;
  const unsigned      q = reference_of(t, "hand.quat[1]");
  double              before[4], second[4], after[4];
  (void)state;
  assert_int_equal(lw_instance_advance(f.instance, 0.05, NULL), LW_OK);
  for (unsigned i = 0; i < 4; i++) {
    assert_int_equal(lw_variables_get_derivative(t, f.instance, q + i, 1, &before[i]), LW_OK);
  }
  assert_int_equal(lw_instance_advance(f.instance, h, NULL), LW_OK);
  for (unsigned i = 0; i < 4; i++) {
    assert_int_equal(lw_variables_get_derivative(t, f.instance, q + i, 2, &second[i]), LW_OK);
  }
  assert_int_equal(lw_instance_advance(f.instance, h, NULL), LW_OK);
  for (unsigned i = 0; i < 4; i++) {
    assert_int_equal(lw_variables_get_derivative(t, f.instance, q + i, 1, &after[i]), LW_OK);
    assert_near((after[i] - before[i]) / (2.0 * h), second[i], tolerance);
  }
  close_file(&f);
}

/* ---- values ------------------------------------------------------------------------------ */

/* Start values are those of the file, and of an unchanged instance. */
static void start_values_are_those_of_the_file(void** state)
{
  const fixture*      f = *state;
  const lw_variables* t = f->table;
  /* clang-format off */
  static const struct { const char* name; double value; } start[] = {
    {"gravity[2]", -9.81}, {"crank.mass", 1.0}, {"hand.inertia[3]", 0.25}, {"hand.inertia[4]", 0.0},
    {"rail.rest", 0.2}, {"A.stiffness", 0.0}, {"S.damping", 0.5}, {"profile.position[4]", 0.3},
    {"spindle.velocity", 3.0}, {"solver.iterations_max", 12.0}, {"solver.tolerance", 1e-11},
    {"motor", 0.0}, {"crank.r[1]", 0.0},
  };
  /* clang-format on */
  for (size_t i = 0; i < sizeof start / sizeof start[0]; i++) {
    const double value = lw_variables_start(t, reference_of(t, start[i].name));
    assert_same_bits(1, &value, &start[i].value);
  }

  /* a spring that does not say its length is relaxed in the file's pose */
  const double dx = 0.354 + 0.1 * cos(0.785), dy = 0.354 + 0.1 * sin(0.785) - 2.0;
  assert_near(lw_variables_start(t, reference_of(t, "S.length")), hypot(dx, dy), 1e-15);

  for (unsigned i = (unsigned)(t->count - t->nparam); i < (unsigned)t->count; i++) {
    double       value   = 0.0;
    const double initial = lw_variables_start(t, i);
    if (lw_variables_row(t, i)->source != LW_FROM_VALUE) {
      continue; /* what only a simulation finds out has no start */
    }
    assert_int_equal(lw_variables_get(t, f->instance, 1, &i, &value), LW_OK);
    assert_same_bits(1, &value, &initial);
  }
}

/* All at once, one by one and backwards: the same values, which are those of the solver. */
static void get_does_not_depend_on_the_order(void** state)
{
  const fixture*      f     = *state;
  const lw_variables* t     = f->table;
  const size_t        n     = (size_t)t->count;
  unsigned*           ref   = malloc(n * sizeof *ref);
  double*             all   = malloc(n * sizeof *all);
  double*             other = malloc(n * sizeof *other);
  assert_true(ref && all && other);

  for (unsigned i = 0; i < n; i++) ref[i] = i;
  assert_int_equal(lw_variables_get(t, f->instance, n, ref, all), LW_OK);
  for (unsigned i = 0; i < n; i++) {
    assert_int_equal(lw_variables_get(t, f->instance, 1, &i, &other[i]), LW_OK);
  }
  assert_same_bits((int)n, other, all);
  for (unsigned i = 0; i < n; i++) ref[i] = (unsigned)n - 1 - i;
  assert_int_equal(lw_variables_get(t, f->instance, n, ref, other), LW_OK);
  for (size_t i = 0; i < n; i++) assert_same_bits(1, &other[n - 1 - i], &all[i]);

  double energy[3], r[3];
  assert_int_equal(lw_instance_get(f->instance, LW_ENERGY, 0, energy), LW_OK);
  assert_int_equal(lw_instance_get(f->instance, LW_BODY_R, 4, r), LW_OK);
  assert_same_bits(3, all + reference_of(t, "energy.kinetic"), energy);
  assert_same_bits(3, all + reference_of(t, "arm.r[1]"), r);

  const unsigned wrong = (unsigned)t->count;
  assert_int_equal(lw_variables_get(t, f->instance, 1, &wrong, other), LW_ERR_USAGE);
  free(ref);
  free(all);
  free(other);
}

/* A value that is set is read back, and changes the motion. */
static void set_values_are_read_back(void** state)
{
  (void)state;
  fixture             f      = open_file("tests/tools/data/everything.xml");
  const lw_variables* t      = f.table;
  const unsigned      ref[5] = {reference_of(t, "motor"), reference_of(t, "push[1]"),
                                reference_of(t, "push[1]") + 2, reference_of(t, "crank.mass"),
                                reference_of(t, "gravity[2]")};
  const double        in[5]  = {7.0, 1.0, 3.0, 2.5, -1.0};
  double              out[5], before = 0.0, after = 0.0;
  const unsigned      qdd = reference_of(t, "A.qdd");
  assert_int_equal(lw_variables_get(t, f.instance, 1, &qdd, &before), LW_OK);
  assert_int_equal(lw_variables_set(t, f.instance, 5, ref, in, NULL), LW_OK);
  assert_int_equal(lw_variables_get(t, f.instance, 5, ref, out), LW_OK);
  assert_same_bits(5, out, in);
  assert_int_equal(lw_variables_get(t, f.instance, 1, &qdd, &after), LW_OK);
  assert_true(fabs(after - before) > 1e-3);
  close_file(&f);
}

/* A new inertia is judged as a whole, when it is needed: each component alone would
 * not be that of a body. */
static void vectors_are_set_together(void** state)
{
  (void)state;
  fixture             f      = open_file("tests/tools/data/everything.xml");
  const lw_variables* t      = f.table;
  const unsigned      first  = reference_of(t, "crank.inertia[1]");
  const unsigned      ref[3] = {first, first + 1, first + 2};
  const double        in[3]  = {100.0, 110.0, 120.0};
  double              out[3] = {0};
  lw_diag             diag   = {0};
  const double        alone  = 100.0;
  assert_int_equal(lw_variables_set(t, f.instance, 3, ref, in, &diag), LW_OK);
  assert_int_equal(lw_variables_get(t, f.instance, 3, ref, out), LW_OK);
  assert_same_bits(3, out, in);

  const unsigned other = reference_of(t, "rocker.inertia[1]");
  const unsigned qdd   = reference_of(t, "A.qdd");
  assert_int_equal(lw_variables_set(t, f.instance, 1, &other, &alone, &diag), LW_OK);
  assert_int_equal(lw_variables_get(t, f.instance, 1, &qdd, out), LW_ERR_INPUT);
  assert_int_equal(lw_instance_advance(f.instance, 1e-3, &diag), LW_ERR_INPUT);
  assert_non_null(strstr(diag.text, "rocker"));
  close_file(&f);
}

/* An output among others that could be set: refused, and none of them is set. */
static void nothing_is_set_where_one_cannot_be(void** state)
{
  (void)state;
  fixture             f       = open_file("tests/tools/data/everything.xml");
  const lw_variables* t       = f.table;
  const unsigned      good    = reference_of(t, "crank.mass");
  const unsigned      pair[2] = {good, reference_of(t, "crank.r[1]")};
  const unsigned      far[2]  = {good, (unsigned)t->count};
  double              mass    = 0.0;
  const double        in[2]   = {9.0, 9.0};
  const double        nan[1]  = {NAN};
  lw_diag             diag    = {0};
  assert_int_equal(lw_variables_set(t, f.instance, 2, pair, in, &diag), LW_ERR_USAGE);
  assert_non_null(strstr(diag.text, "crank.r"));
  assert_int_equal(lw_variables_set(t, f.instance, 2, far, in, &diag), LW_ERR_USAGE);
  assert_int_equal(lw_variables_set(t, f.instance, 1, &good, nan, &diag), LW_ERR_INPUT);
  assert_int_equal(lw_variables_get(t, f.instance, 1, &good, &mass), LW_OK);
  assert_true(mass == 1.0);
  close_file(&f);
}

/* Whichever allocation fails, the table is not there and nothing is lost. */
static void a_failed_allocation_leaves_nothing(void** state)
{
  const lw_model* model  = ((const fixture*)*state)->model;
  const long      blocks = lw_test_blocks();
  lw_status       status = LW_ERR_MEMORY;
  long            tries  = 0;
  for (; status != LW_OK && tries < 100; tries++) {
    lw_variables* table = NULL;
    lw_test_fail_allocation(tries);
    status = lw_variables_create(model, NULL, &table);
    lw_test_fail_allocation(-1);
    assert_true(status == LW_OK ? table != NULL : status == LW_ERR_MEMORY && !table);
    lw_variables_destroy(table);
    assert_int_equal(lw_test_blocks(), blocks);
  }
  assert_int_equal(status, LW_OK);
  assert_true(tries > 4); /* the table, rows, names, hash, index */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_and_references_are_one_to_one),
      cmocka_unit_test(promised_variables_exist),
      cmocka_unit_test(other_spellings_are_not_found),
      cmocka_unit_test(references_are_contiguous_and_ordered),
      cmocka_unit_test(every_variable_is_described),
      cmocka_unit_test(long_names_are_cut_to_the_buffer),
      cmocka_unit_test(outputs_can_be_restricted),
      cmocka_unit_test(derivatives_point_to_what_they_derive),
      cmocka_unit_test(derivatives_agree_with_differences),
      cmocka_unit_test(quaternions_have_second_derivatives),
      cmocka_unit_test(start_values_are_those_of_the_file),
      cmocka_unit_test(get_does_not_depend_on_the_order),
      cmocka_unit_test(set_values_are_read_back),
      cmocka_unit_test(vectors_are_set_together),
      cmocka_unit_test(nothing_is_set_where_one_cannot_be),
      cmocka_unit_test(a_failed_allocation_leaves_nothing),
  };
  return cmocka_run_group_tests(tests, open_everything, close_everything);
}
