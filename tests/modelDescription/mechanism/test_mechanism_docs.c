/* SPDX-License-Identifier: BSD-2-Clause */
/* docs/mechanism-format.md: its examples are valid, and it leaves nothing out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "corpus.h"
#include "mechanism/grammar.h"
#include "path.h"
#include "schema.h"
#include <linkwork/mechanism_xml.h>

static char* read_page(void)
{
  char   path[LW_TEST_PATH_SIZE];
  size_t size;
  lw_test_repo_path("docs/mechanism-format.md", path);
  return corpus_read(path, &size);
}

/* The next ```xml block from *where on; *where is set to its end. Returns NULL: there is none. */
static const char* next_example(const char** where, size_t* size)
{
  const char* begin = strstr(*where, "\n```xml\n");
  if (!begin) {
    return NULL;
  }
  begin += strlen("\n```xml\n");
  const char* end = strstr(begin, "\n```\n");
  assert_non_null(end);
  *size  = (size_t)(end + 1 - begin);
  *where = end;
  return begin;
}

static void every_example_is_valid(void** state)
{
  (void)state;
  char*       page  = read_page();
  schema*     s     = schema_create();
  const char* where = page;
  size_t      size;
  int         n = 0;
  for (const char* text = next_example(&where, &size); text; text = next_example(&where, &size)) {
    lw_model* model = NULL;
    lw_diag   diag  = {0};
    char      complaint[512];
    if (lw_mechanism_read_memory(text, size, &model, &diag) != LW_OK) {
      fail_msg("line %d of\n%.*s\n%s", diag.line, (int)size, text, diag.text);
    }
    if (!schema_accepts(s, text, size, complaint, sizeof complaint)) {
      fail_msg("the schema refuses\n%.*s\n%s", (int)size, text, complaint);
    }
    lw_model_destroy(model);
    n++;
  }
  schema_destroy(s);
  free(page);
  assert_true(n >= 23);
}

/* Does a start tag have an attribute? */
static bool tag_has(const char* tag, const char* attribute)
{
  const char* end = strchr(tag, '>');
  char        pattern[64];
  snprintf(pattern, sizeof pattern, "%s=\"", attribute);
  for (const char* a = strstr(tag, pattern); a && a < end; a = strstr(a + 1, pattern)) {
    if (strchr(" \n", a[-1])) { /* not the end of a longer name */
      return true;
    }
  }
  return false;
}

/* Is there an example with the element, and with the attribute in it unless that is NULL? */
static bool is_used(const char* page, const char* element, const char* attribute)
{
  const size_t length = strlen(element);
  const char*  where  = page;
  size_t       size;
  for (const char* text = next_example(&where, &size); text; text = next_example(&where, &size)) {
    for (const char* c = strchr(text, '<'); c && c < text + size; c = strchr(c + 1, '<')) {
      if (strncmp(c + 1, element, length) == 0 && strchr(" >/\n", c[1 + length]) &&
          (!attribute || tag_has(c, attribute))) {
        return true;
      }
    }
  }
  return false;
}

/* The part of the page under the heading of an element, up to the next heading. */
static char* section_of(const char* page, const char* element)
{
  char heading[64];
  snprintf(heading, sizeof heading, "# %s\n", element);
  const char* begin = strstr(page, heading);
  if (!begin) {
    fail_msg("there is no heading for \"%s\"", element);
    return NULL;
  }
  begin += strlen(heading);
  const char* end     = strstr(begin, "\n#");
  size_t      size    = end ? (size_t)(end - begin) : strlen(begin);
  char*       section = malloc(size + 1);
  assert_non_null(section);
  memcpy(section, begin, size);
  section[size] = '\0';
  return section;
}

static void check_element(const char* page, const lw_grammar_element* rule, bool in_example)
{
  char* section = section_of(page, rule->name);
  if (in_example && !is_used(page, rule->name, NULL)) {
    fail_msg("no example has <%s>", rule->name);
  }
  for (const lw_grammar_attribute* a = rule->attribute; a->name; a++) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "`%s`", a->name);
    if (!in_example && !strstr(section, quoted)) {
      fail_msg("the section \"%s\" does not mention %s", rule->name, quoted);
    }
    if (in_example && !is_used(page, rule->name, a->name)) {
      fail_msg("no example has <%s ... %s=\"...\">", rule->name, a->name);
    }
  }
  free(section);
  for (size_t i = 0; rule->child && rule->child[i]; i++) {
    if (rule->child[i] != rule) { /* a repetition may contain itself */
      check_element(page, rule->child[i], in_example);
    }
  }
}

static void every_element_and_attribute_is_described(void** state)
{
  (void)state;
  char* page = read_page();
  check_element(page, lw_mechanism_grammar(), false);
  free(page);
}

static void every_element_and_attribute_is_in_an_example(void** state)
{
  (void)state;
  char* page = read_page();
  check_element(page, lw_mechanism_grammar(), true);
  free(page);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_example_is_valid),
      cmocka_unit_test(every_element_and_attribute_is_described),
      cmocka_unit_test(every_element_and_attribute_is_in_an_example),
  };
  return cmocka_run_group_tests_name("test_mechanism_docs", tests, NULL, NULL);
}
