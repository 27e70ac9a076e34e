/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mbs.c - reference solutions of other programs.
 */
#include "mbs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "path.h"

/* ---- the model ------------------------------------------------------------------------------- */

/* next word of a line; NULL at its end */
static char* next_word(char** line)
{
  char* word = *line + strspn(*line, " \t\r\n");
  if (*word == '\0') {
    return NULL;
  }
  char* end = word + strcspn(word, " \t\r\n");
  *line     = *end ? end + 1 : end;
  *end      = '\0';
  return word;
}

static void next_numbers(char** line, int n, double value[])
{
  for (int i = 0; i < n; i++) {
    const char* word = next_word(line);
    assert_non_null(word);
    char* end;
    value[i] = strtod(word, &end);
    assert_true(end != word && *end == '\0');
  }
}

static int body_of(const lw_model* m, const char* name)
{
  if (strcmp(name, "ground") == 0) {
    return LW_GROUND;
  }
  const int body = lw_model_find_body(m, name);
  assert_true(body >= 0);
  return body;
}

static void read_body(lw_model* m, char** line)
{
  double      d[20];
  const char* name = next_word(line);
  next_numbers(line, 20, d);
  const int b         = lw_test_add_body(m, d[0], d + 1, d + 7);
  m->body[b].name     = lw_model_add_name(m, name);
  m->body[b].physical = false; /* planar models fill in moments that do not matter */
  for (int i = 0; i < 3; i++) m->value[m->body[b].inertia + 3 + i] = d[4 + i];
  lw_test_set_quat(m, b, d + 10);
  lw_test_set_velocity(m, b, d + 17, d + 14);
}

static void read_joint(lw_model* m, const char* name, char** line)
{
  double      d[6];
  const char *type = next_word(line), *parent = next_word(line), *child = next_word(line);
  next_numbers(line, 6, d);
  const bool ball = strcmp(type, "ball") == 0, slider = strcmp(type, "slider") == 0;
  const int  j = lw_test_add_joint(m,
                                  ball     ? LW_SPHERICAL
                                   : slider ? LW_PRISMATIC
                                            : LW_REVOLUTE,
                                   body_of(m, parent), body_of(m, child), d, ball ? NULL : d + 3);
  if (name) {
    m->joint[j].name = lw_model_add_name(m, name);
  }
}

static void read_spring(lw_model* m, char** line)
{
  double p[3], k[3];
  int    frame[2];
  for (int e = 0; e < 2; e++) {
    const char* name = next_word(line);
    next_numbers(line, 3, p);
    frame[e] = lw_test_add_frame(m, body_of(m, name), p, NULL);
  }
  next_numbers(line, 3, k);
  lw_test_add_spring(m, frame[0], frame[1], k[0], k[1], k[2]);
}

static void read_line(lw_model* m, char* line, double* torque)
{
  double      d[4];
  const char* word = next_word(&line);
  if (!word) {
    return;
  }
  if (strcmp(word, "gravity") == 0) {
    next_numbers(&line, 3, d);
    lw_test_set_gravity(m, d[0], d[1], d[2]);
  } else if (strcmp(word, "body") == 0) {
    read_body(m, &line);
  } else if (strcmp(word, "joint") == 0) {
    const char* name = next_word(&line);
    read_joint(m, name, &line);
  } else if (strcmp(word, "loop") == 0) {
    read_joint(m, NULL, &line);
  } else if (strcmp(word, "tsda") == 0) {
    read_spring(m, &line);
  } else if (strcmp(word, "jtorque") == 0) {
    lw_test_add_actuator(m, lw_model_find_joint(m, next_word(&line)));
    next_numbers(&line, 4, d);
    assert_true(d[0] == 0.0); /* constant torques only */
    *torque = d[3];
  } else {
    assert_string_equal(word, "react");
  }
}

lw_model* lw_test_mbs_read(const char* path, double step, double* torque)
{
  char      line[4096];
  lw_model* m    = lw_test_model(step);
  FILE*     file = fopen(path, "r");
  assert_non_null(file);
  *torque = 0.0;
  while (fgets(line, sizeof line, file)) read_line(m, line, torque);
  fclose(file);
  return m;
}

/* ---- comparison ------------------------------------------------------------------------------ */

/* a column of the series that we know: a coordinate of a body, or a component of a reaction */
typedef struct column {
  int index; /* in the table         */
  int body;  /* or LW_NONE           */
  int joint; /* or LW_NONE           */
  int axis;
} column;

/* the quantity that a heading names; false: nothing that we compare */
static bool understand(const lw_model* m, const char* heading, column* c)
{
  char        name[64];
  const char* mark = strrchr(heading, '_');
  if (!mark || (size_t)(mark - heading) >= sizeof name) {
    return false;
  }
  memcpy(name, heading, (size_t)(mark - heading));
  name[mark - heading] = '\0';
  const bool  force    = mark[1] == 'f';
  const char* axis     = mark + 1 + force;
  if (axis[0] < 'x' || axis[0] > 'z' || axis[1] != '\0') {
    return false;
  }
  c->axis  = axis[0] - 'x';
  c->body  = force ? LW_NONE : lw_model_find_body(m, name);
  c->joint = force ? lw_model_find_joint(m, name) : LW_NONE;
  return c->body >= 0 || c->joint >= 0;
}

static void compare_row(lw_instance* s, const double* row, const column* columns, int n,
                        lw_test_errors* e)
{
  for (int i = 0; i < n; i++) {
    double       x[3];
    const double expected = row[columns[i].index];
    if (columns[i].body >= 0) {
      lw_test_get(s, LW_BODY_R, columns[i].body, x);
      e->position = fmax(e->position, fabs(x[columns[i].axis] - expected));
    } else {
      lw_test_get(s, LW_JOINT_FORCE, columns[i].joint, x);
      e->force      = fmax(e->force, fabs(x[columns[i].axis] - expected));
      e->force_size = fmax(e->force_size, fabs(expected));
      e->force_peak = fmax(e->force_peak, fabs(x[columns[i].axis]));
    }
  }
}

lw_test_errors lw_test_mbs_compare(const char* name, double step, double stop)
{
  return lw_test_mbs_compare_by(name, step, stop, LW_INDEX3_DCA, 1e-6);
}

lw_test_errors lw_test_mbs_compare_by(const char* name, double step, double stop,
                                      lw_formulation formulation, double tolerance)
{
  char           relative[128], model_path[LW_TEST_PATH_SIZE], series_path[LW_TEST_PATH_SIZE];
  lw_test_errors e = {0};
  double         torque, E0[3], E[3], violation[3];
  snprintf(relative, sizeof relative, "references/%s.mbs", name);
  const bool model_there = lw_test_shared_path(relative, model_path);
  snprintf(relative, sizeof relative, "references/%s.csv", name);
  if (!lw_test_shared_path(relative, series_path) || !model_there) {
    skip();
  }
  lw_test_table series  = lw_test_table_read(series_path);
  lw_instance*  s       = NULL;
  lw_model*     m       = lw_test_mbs_read(model_path, step, &torque);
  column*       columns = calloc((size_t)series.ncol, sizeof *columns);
  int           ncolumn = 0;
  assert_non_null(columns);
  m->settings.formulation = formulation;
  m->settings.rtol = m->settings.atol = tolerance;
  lw_test_finish(m);
  s = lw_test_instance(m);
  if (m->ninput > 0) {
    assert_int_equal(lw_instance_set_input(s, 0, 0, torque), LW_OK);
  }
  assert_int_equal(lw_instance_initialize(s, 0.0, NULL), LW_OK);
  for (int i = 0; i < series.ncol; i++) {
    if (understand(m, series.name[i], &columns[ncolumn])) {
      columns[ncolumn++].index = i;
    }
  }
  assert_true(ncolumn > 0);
  lw_test_get(s, LW_ENERGY, 0, E0);
  for (int k = 0; k < series.nrow; k++) {
    const double* row = series.value + (size_t)k * (size_t)series.ncol;
    if (row[0] > stop * (1.0 + 1e-9)) {
      break;
    }
    if (k > 0) {
      lw_test_advance(s, row[0] - lw_instance_time(s), 1);
    }
    compare_row(s, row, columns, ncolumn, &e);
    lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
    for (int i = 0; i < 3; i++) e.violation[i] = fmax(e.violation[i], violation[i]);
    lw_test_get(s, LW_ENERGY, 0, E);
    e.energy = fmax(e.energy, fabs(E[2] - E0[2]));
  }
  free(columns);
  lw_test_table_free(&series);
  lw_test_end(s);
  return e;
}
