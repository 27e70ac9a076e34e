/* SPDX-License-Identifier: BSD-2-Clause */
/* Repetitions of mechanism files: they are what would be written out, and bounded. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "corpus.h"
#include "path.h"
#include <linkwork/mechanism_xml.h>

/* A text that grows. */
typedef struct buffer {
  char*  text;
  size_t n, cap;
} buffer;

static void add(buffer* b, const char* text)
{
  const size_t more = strlen(text);
  if (b->n + more + 1 > b->cap) {
    b->cap  = 2 * (b->n + more + 1);
    b->text = realloc(b->text, b->cap);
    assert_non_null(b->text);
  }
  memcpy(b->text + b->n, text, more + 1);
  b->n += more;
}

static lw_status read_text(const char* text, lw_model** model, lw_diag* diag)
{
  return lw_mechanism_read_memory(text, strlen(text), model, diag);
}

static lw_model* read_valid(const char* text)
{
  lw_model* model = NULL;
  lw_diag   diag  = {0};
  if (read_text(text, &model, &diag) != LW_OK) {
    fail_msg("line %d: %s", diag.line, diag.text);
  }
  return model;
}

static char* read_file(const char* relative)
{
  char   path[LW_TEST_PATH_SIZE];
  size_t size;
  lw_test_repo_path(relative, path);
  return corpus_read(path, &size);
}

/* ---- what comes out ----------------------------------------------------------------------- */

/* The chain of the examples has the bodies, joints and values, bit by bit, of
 * one that is written out. */
static void the_chain_is_the_one_written_out(void** state)
{
  (void)state;
  enum { N = 128 };
  buffer b = {0};
  add(&b, "<mechanism name=\"chain128\" gravity=\"0 -9.81 0\">");
  for (int i = 1; i <= N; i++) {
    char line[256], parent[16] = "ground";
    if (i > 1) {
      snprintf(parent, sizeof parent, "L%d", i - 1);
    }
    snprintf(line, sizeof line,
             "<body name=\"L%d\" mass=\"1\" inertia=\"1 1 1\" at=\"%d.5 0 0\"/>\n"
             "<joint name=\"J%d\" type=\"spherical\" parent=\"%s\" child=\"L%d\" at=\"%d 0 0\"/>\n",
             i, i - 1, i, parent, i, i - 1);
    add(&b, line);
  }
  add(&b, "</mechanism>");
  char*     text     = read_file("examples/chain128.xml");
  lw_model* repeated = read_valid(text);
  lw_model* plain    = read_valid(b.text);
  assert_int_equal(repeated->nbody, N);
  assert_int_equal(repeated->njoint, N);
  assert_int_equal(repeated->nformula, 0); /* all of it is numbers */
  for (int i = 0; i < N; i++) {
    const lw_body *x = &repeated->body[i], *y = &plain->body[i];
    assert_string_equal(lw_model_name(repeated, x->name), lw_model_name(plain, y->name));
    assert_same_bits(3, repeated->value + x->at, plain->value + y->at);
    assert_same_bits(6, repeated->value + x->inertia, plain->value + y->inertia);
    assert_same_bits(1, repeated->value + x->mass, plain->value + y->mass);
    const lw_joint *p = &repeated->joint[i], *q = &plain->joint[i];
    assert_string_equal(lw_model_name(repeated, p->name), lw_model_name(plain, q->name));
    assert_int_equal(p->parent, q->parent);
    assert_int_equal(p->child, q->child);
    assert_int_equal(p->type, q->type);
    assert_same_bits(3, repeated->value + p->at, plain->value + q->at);
  }
  lw_model_destroy(repeated);
  lw_model_destroy(plain);
  free(text);
  free(b.text);
}

/* Every kind of element is repeated, in nested repetitions as well, where it belongs. */
static void everything_can_be_repeated(void** state)
{
  (void)state;
  char*     text = read_file("tests/modelDescription/mechanism/good/repeat.xml");
  lw_model* m    = read_valid(text);
  assert_int_equal(m->nbody, 3);
  assert_int_equal(m->nframe, 1 + 2 + 3);
  assert_int_equal(m->nshape, 6);
  assert_int_equal(m->njoint, 3);
  assert_int_equal(m->nactuator, 3);
  assert_int_equal(m->nload, 6);
  assert_int_equal(m->nspring, 2);
  assert_int_equal(m->nbushing, 2);
  assert_int_equal(m->nmotion, 2);
  assert_int_equal(m->ncoupling, 1);
  assert_int_equal(m->ncoupling_term, 2);
  assert_int_equal(m->noutput, 4);
  assert_string_equal(lw_model_name(m, m->body[2].name), "b3");
  assert_true(m->value[m->body[2].mass] == 3.0);
  /* frames of body 3: f-1, f0, f1, at 0 k 3 */
  const lw_frame* frame = &m->frame[4];
  assert_int_equal(frame->body, 2);
  assert_string_equal(lw_model_name(m, frame->name), "f0");
  assert_same_bits(3, m->value + frame->at, ((double[3]){0.0, 0.0, 3.0}));
  assert_int_equal(m->spring[1].from, 1);
  assert_int_equal(m->spring[1].to, 4);
  assert_int_equal(m->coupling_term[0].joint, 1);
  assert_true(m->value[m->coupling_term[1].ratio] == 3.0);
  assert_int_equal(m->body[1].line, m->body[2].line); /* where it is written */
  lw_model_destroy(m);
  free(text);
}

/* Expressions with an index and parameters follow the parameters for each index. */
static void an_index_is_a_number_in_each_repetition(void** state)
{
  (void)state;
  lw_model* m = read_valid("<mechanism name=\"m\"><parameter name=\"d\" value=\"0.5\"/>"
                           "<repeat count=\"3\" index=\"i\" first=\"-1\">"
                           "<body name=\"b{i+1}\" mass=\"2+i*d\" inertia=\"1 1 1\"/></repeat>"
                           "</mechanism>");
  for (int i = 0; i < 3; i++) {
    assert_true(m->value[m->body[i].mass] == 2.0 + (i - 1) * 0.5);
    assert_true(lw_model_is_computed(m, m->body[i].mass, 1));
  }
  /* one copy of the text serves all of them */
  assert_int_equal(m->formula[0].text, m->formula[2].text);
  lw_model_destroy(m);
}

/* ---- bounds ------------------------------------------------------------------------------- */

/* Read a text that must be refused, within some seconds, with a part of the message. */
static void assert_refused(const char* text, const char* part)
{
  lw_model*     model = NULL;
  lw_diag       diag  = {0};
  const clock_t begin = clock();
  assert_int_equal(read_text(text, &model, &diag), LW_ERR_INPUT);
  assert_null(model);
  if (!strstr(diag.text, part)) {
    fail_msg("\"%s\" does not say \"%s\"", diag.text, part);
  }
  assert_true(diag.line == 1);
  /* measured 1.0 s at most; sanitizers and slow machines take longer */
  assert_true((double)(clock() - begin) / CLOCKS_PER_SEC < 30.0);
}

static void repetitions_are_bounded(void** state)
{
  (void)state;
  /* at once: nothing is written out */
  assert_refused("<mechanism name=\"m\"><repeat count=\"1e9\" index=\"i\">"
                 "<body name=\"b{i}\" mass=\"1\" inertia=\"1 1 1\"/></repeat></mechanism>",
                 "count: column 1: too many repetitions");
  /* in each other: stopped on the way */
  assert_refused("<mechanism name=\"m\"><repeat count=\"1e4\" index=\"i\">"
                 "<repeat count=\"1e4\" index=\"k\"><repeat count=\"1e4\" index=\"l\">"
                 "<body name=\"b{i}_{k}_{l}\" mass=\"1\" inertia=\"1 1 1\"/>"
                 "</repeat></repeat></repeat></mechanism>",
                 "count: column 1: too many repetitions");
  assert_refused("<mechanism name=\"m\"><repeat count=\"1e6\" index=\"i\">"
                 "<repeat count=\"1e6\" index=\"k\"/></repeat></mechanism>",
                 "count: column 1: too many repetitions");

  /* long texts count by their length: 1,000 times 1 MB */
  buffer b = {0};
  add(&b, "<mechanism name=\"m\"><repeat count=\"1000\" index=\"i\"><force name=\"f{i}\" body=\"");
  for (int i = 0; i < 100000; i++) add(&b, "0123456789");
  add(&b, "\"/></repeat></mechanism>");
  assert_refused(b.text, "MB of text");
  free(b.text);
}

/* Sixteen repetitions in each other are written out, seventeen are refused. */
static void nesting_is_bounded(void** state)
{
  (void)state;
  for (int depth = 16; depth <= 17; depth++) {
    buffer b = {0};
    add(&b, "<mechanism name=\"m\">");
    for (int i = 0; i < depth; i++) {
      char open[64];
      (void)snprintf(open, sizeof open, "<repeat count=\"1\" index=\"i%d\">", i);
      add(&b, open);
    }
    add(&b, "<body name=\"b\" mass=\"1\" inertia=\"1 1 1\"/>");
    for (int i = 0; i < depth; i++) add(&b, "</repeat>");
    add(&b, "</mechanism>");
    if (depth <= 16) {
      lw_model* model = NULL;
      assert_int_equal(lw_mechanism_read_memory(b.text, strlen(b.text), &model, NULL), LW_OK);
      assert_int_equal(model->nbody, 1);
      lw_model_destroy(model);
    } else {
      assert_refused(b.text, "repetitions are nested more than 16 deep");
    }
    free(b.text);
  }
}

/* Elements in each other a million deep, and parentheses. */
static void depth_is_bounded(void** state)
{
  (void)state;
  enum { DEPTH = 1000000 };
  static const char open[] = "<repeat count=\"1\" index=\"i\">";
  buffer            b      = {0};
  add(&b, "<mechanism name=\"m\">");
  for (int i = 0; i < DEPTH; i++) add(&b, open);
  assert_refused(b.text, "not well-formed XML");
  free(b.text);

  b = (buffer){0};
  add(&b, "<mechanism name=\"m\"><parameter name=\"a\" value=\"");
  for (int i = 0; i < 9000; i++) add(&b, "(");
  add(&b, "1\"/></mechanism>");
  assert_refused(b.text, "column 65: nested more than 64 times");
  free(b.text);

  b = (buffer){0};
  add(&b, "<mechanism name=\"m\"><parameter name=\"a\" value=\"");
  for (int i = 0; i < 4000; i++) add(&b, "2^");
  add(&b, "1\"/></mechanism>");
  assert_refused(b.text, "column 65: needs more than 32 intermediate results");
  free(b.text);
}

/* Megabytes of an expression, and a hundred thousand parameters in a row, in
 * a circle, or unknown. */
static void expressions_are_bounded(void** state)
{
  (void)state;
  buffer b = {0};
  add(&b, "<mechanism name=\"m\"><parameter name=\"a\" value=\"1");
  for (int i = 0; i < 1000000; i++) add(&b, "+1");
  add(&b, "\"/></mechanism>");
  assert_refused(b.text, "column 10001: the expression has more than 10000 characters");
  free(b.text);

  enum { N = 100000 };
  for (int variant = 0; variant < 3; variant++) {
    b = (buffer){0};
    add(&b, "<mechanism name=\"m\">");
    for (int i = 0; i < N; i++) {
      char line[96];
      snprintf(line, sizeof line, "<parameter name=\"p%d\" value=\"p%d+1\"/>", i, i + 1);
      add(&b, line);
    }
    if (variant < 2) {
      add(&b, variant == 0 ? "<parameter name=\"p100000\" value=\"0\"/></mechanism>"
                           : "<parameter name=\"p100000\" value=\"p0\"/></mechanism>");
    } else {
      add(&b, "</mechanism>");
    }
    if (variant == 0) {
      lw_model* m = read_valid(b.text);
      assert_true(m->value[m->parameter[0].value] == N);
      lw_model_destroy(m);
    } else {
      assert_refused(b.text, variant == 1 ? "p0 -> p1 -> p2" : "unknown name \"p100000\"");
    }
    free(b.text);
  }
}

/* A quarter of a million frames from three lines. */
static void many_elements_are_written_out(void** state)
{
  (void)state;
  lw_model* m =
      read_valid("<mechanism name=\"m\"><ground><repeat count=\"250000\" index=\"i\">"
                 "<frame name=\"f{i}\" at=\"i/1000 0 0\"/></repeat></ground></mechanism>");
  assert_int_equal(m->nframe, 250000);
  assert_true(m->value[m->frame[249999].at] == 250.0);
  lw_model_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_chain_is_the_one_written_out),
      cmocka_unit_test(everything_can_be_repeated),
      cmocka_unit_test(an_index_is_a_number_in_each_repetition),
      cmocka_unit_test(repetitions_are_bounded),
      cmocka_unit_test(nesting_is_bounded),
      cmocka_unit_test(depth_is_bounded),
      cmocka_unit_test(expressions_are_bounded),
      cmocka_unit_test(many_elements_are_written_out),
  };
  return cmocka_run_group_tests_name("test_repeat", tests, NULL, NULL);
}
