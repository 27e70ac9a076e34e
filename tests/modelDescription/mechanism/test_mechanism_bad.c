/* SPDX-License-Identifier: BSD-2-Clause */
/* Files with one mistake each: the message and its line are in a comment of the file,
 *   <!-- expect LINE: TEXT -->
 * where of a TEXT that ends in "..." only the beginning is compared: what follows is libxml2's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "corpus.h"
#include "schema.h"
#include <linkwork/mechanism_xml.h>

typedef struct expectation {
  int  line;
  char text[1024];
  bool beginning; /* text is only how it begins */
} expectation;

static expectation read_expectation(const char* path, const char* text)
{
  static const char mark[] = "<!-- expect ";
  expectation       e      = {0, "", false};
  const char*       found  = strstr(text, mark);
  if (!found) {
    fail_msg("%s: no expectation", path);
  }
  char* colon;
  e.line            = (int)strtol(found + strlen(mark), &colon, 10);
  const char* begin = colon + 2; /* ": " */
  const char* end   = strstr(begin, " -->");
  assert_non_null(end);
  const size_t length = (size_t)(end - begin);
  assert_true(length < sizeof e.text);
  memcpy(e.text, begin, length);
  e.text[length] = '\0';
  if (length >= 3 && strcmp(e.text + length - 3, "...") == 0) {
    e.beginning        = true;
    e.text[length - 3] = '\0';
  }
  return e;
}

static bool is_as_expected(const expectation* e, const lw_diag* diag)
{
  return diag->line == e->line && (e->beginning ? strncmp(diag->text, e->text, strlen(e->text)) == 0
                                                : strcmp(diag->text, e->text) == 0);
}

/* Every file is refused with the line and the words that it expects, and no model comes out. */
static void every_mistake_has_its_message(void** state)
{
  (void)state;
  corpus files = corpus_list("tests/modelDescription/mechanism/bad", 150);
  int    wrong = 0;
  for (size_t i = 0; i < files.n; i++) {
    size_t            size;
    char*             text   = corpus_read(files.path[i], &size);
    const expectation e      = read_expectation(files.path[i], text);
    lw_model*         model  = NULL;
    lw_diag           diag   = {0};
    const lw_status   status = lw_mechanism_read(files.path[i], &model, &diag);
    if (status != LW_ERR_INPUT || model || !is_as_expected(&e, &diag)) {
      print_error("%s\n  expected %d: %s\n  found    %d: %s\n", files.path[i], e.line, e.text,
                  diag.line, diag.text);
      wrong++;
    }
    lw_model_destroy(model);
    free(text);
  }
  corpus_free(&files);
  assert_int_equal(wrong, 0);
}

/* A caller who does not want the reason gets the same status. */
static void the_reason_may_be_left_out(void** state)
{
  (void)state;
  corpus files = corpus_list("tests/modelDescription/mechanism/bad", 150);
  for (size_t i = 0; i < files.n; i++) {
    lw_model* model = NULL;
    assert_int_equal(lw_mechanism_read(files.path[i], &model, NULL), LW_ERR_INPUT);
    assert_null(model);
  }
  corpus_free(&files);
}

/* Whether a schema cannot find a mistake: inside an expression, in its result, in the requirements
 * of a type of shape or joint, in names of repeated elements, in the range of doubles. */
static bool is_beyond_schemas(const char* path, const char* text)
{
  static const char* const beyond[] = {": column ",   " needs it",    "too large",
                                       "q0 must be ", "qd0 must be ", "index: the name",
                                       "finite"};
  for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
    if (strstr(text, beyond[i])) {
      return true;
    }
  }
  return strstr(path, "/expression_") || strstr(path, "/repeat_name") ||
         strstr(path, "/repeat_mass");
}

/* What the reader finds wrong with elements and attributes, the schema finds wrong as well; so an
 * editor shows it while the file is being written. */
static void the_schema_refuses_what_it_can_express(void** state)
{
  (void)state;
  static const char* const classes[] = {
      "unknown element",   "unknown attribute", "not allowed in",     "text is not allowed",
      "\" is missing",     "must be a number",  "must be 3 numbers",  "must be 4 numbers",
      "must be 6 numbers", "must be 3 or 6",    "must be 1 to",       "a name consists of",
      "C identifier",      "is taken by",       "must be positive [", "must not be negative",
      "must be true or",   "the root element"};
  corpus  files = corpus_list("tests/modelDescription/mechanism/bad", 150);
  schema* s     = schema_create();
  int     n = 0, wrong = 0;
  for (size_t i = 0; i < files.n; i++) {
    size_t            size;
    char              complaint[256];
    char*             text = corpus_read(files.path[i], &size);
    const expectation e    = read_expectation(files.path[i], text);
    for (size_t k = 0; k < sizeof classes / sizeof *classes; k++) {
      if (!strstr(e.text, classes[k]) || is_beyond_schemas(files.path[i], e.text)) {
        continue;
      }
      n++;
      if (schema_accepts(s, text, size, complaint, sizeof complaint)) {
        print_error("%s: the schema accepts it\n", files.path[i]);
        wrong++;
      }
      break;
    }
    free(text);
  }
  schema_destroy(s);
  corpus_free(&files);
  assert_int_equal(wrong, 0);
  assert_true(n > 60);
}

/* Files that cannot be read are no mistakes in a mechanism. */
static void a_missing_file_is_reported_as_such(void** state)
{
  (void)state;
  lw_model* model = NULL;
  lw_diag   diag  = {0};
  assert_int_equal(lw_mechanism_read("no/such/file.xml", &model, &diag), LW_ERR_FILE);
  assert_null(model);
  assert_int_equal(diag.line, 0);
  assert_non_null(strstr(diag.text, "cannot be opened"));
  assert_int_equal(lw_mechanism_read(".", &model, &diag), LW_ERR_FILE);
  assert_non_null(strstr(diag.text, "cannot be"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_mistake_has_its_message),
      cmocka_unit_test(the_reason_may_be_left_out),
      cmocka_unit_test(the_schema_refuses_what_it_can_express),
      cmocka_unit_test(a_missing_file_is_reported_as_such),
  };
  return cmocka_run_group_tests_name("test_mechanism_bad", tests, NULL, NULL);
}
