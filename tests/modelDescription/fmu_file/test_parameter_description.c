/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_parameter_description.c - parameters of the file in modelDescription.xml:
 * units, texts, dependencies.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>

#include "check.h"
#include "fmu_file/write_description.h"
#include "variables/unit.h"
#include <linkwork/mechanism_xml.h>
#include <linkwork/variables.h>

/* longer than any buffer on the way, with characters of two bytes and such that XML escapes */
#define TEN_WORDS " on and on and on and on and on and on"
#define LONG_TEXT                                                                                  \
  "a &lt;sentence&gt; of \xc3\xb6\xc3\xb6" TEN_WORDS TEN_WORDS TEN_WORDS TEN_WORDS TEN_WORDS       \
      TEN_WORDS TEN_WORDS TEN_WORDS ", until it ends"

static const char TEXT[] =
    "<mechanism name=\"m\">"
    "<parameter name=\"L\" value=\"2\" unit=\"m\" description=\"" LONG_TEXT "\"/>"
    "<parameter name=\"rho\" value=\"10\" unit=\"kg/m3\"/>"
    "<parameter name=\"A\" value=\"w^2\" unit=\"m2\"/>"
    "<parameter name=\"w\" value=\"0.1\" unit=\"m\"/>"
    "<parameter name=\"c\" value=\"7\" unit=\"grains &amp; salt\"/>"
    "<parameter name=\"d\" value=\"7\" unit=\"kg/m3\"/>"
    "<parameter name=\"n\" value=\"2\"/>"
    "<ground><frame name=\"g\" at=\"0 0 c\"/></ground>"
    "<body name=\"rod\" mass=\"rho*L*A\" inertia=\"1 1 L*A\" at=\"0 0 w\"><frame "
    "name=\"f\"/></body>"
    "<repeat count=\"n\" index=\"i\"><body name=\"b{i}\" mass=\"n\" inertia=\"1 1 1\"/></repeat>"
    "<spring name=\"s\" from=\"ground.g\" to=\"rod.f\" stiffness=\"1\"/>"
    "</mechanism>";

static xmlNode* child_of(xmlNode* node, const char* name)
{
  for (xmlNode* c = node->children; c; c = c->next) {
    if (c->type == XML_ELEMENT_NODE && strcmp((const char*)c->name, name) == 0) {
      return c;
    }
  }
  fail_msg("no %s", name);
  return NULL;
}

/* The value of an attribute, or ""; for the caller to compare at once. */
static const char* text_of(xmlNode* node, const char* name)
{
  static char text[2048];
  xmlChar*    value = xmlGetProp(node, (const xmlChar*)name);
  snprintf(text, sizeof text, "%s", value ? (const char*)value : "");
  xmlFree(value);
  return text;
}

static xmlNode* find_by(xmlNode* list, const char* attribute, const char* value)
{
  for (xmlNode* c = list->children; c; c = c->next) {
    if (c->type == XML_ELEMENT_NODE && strcmp(text_of(c, attribute), value) == 0) {
      return c;
    }
  }
  return NULL;
}

typedef struct fixture {
  lw_model*     model;
  lw_variables* table;
  lw_text       text;
  xmlDoc*       document;
  xmlNode*      root;
} fixture;

static int open_description(void** state)
{
  static fixture f;
  lw_diag        diag = {0};
  f                   = (fixture){0};
  if (lw_mechanism_read_memory(TEXT, strlen(TEXT), &f.model, &diag) != LW_OK ||
      lw_variables_create(f.model, &diag, &f.table) != LW_OK) {
    print_error("%s\n", diag.text);
    return -1;
  }
  const lw_description description = {.guid = "{1}", .tool = "test"};
  if (lw_description_write(f.table, &description, &f.text) != LW_OK) {
    return -1;
  }
  f.document = xmlReadMemory(f.text.data, (int)f.text.size, NULL, NULL, XML_PARSE_NONET);
  if (!f.document) {
    return -1;
  }
  f.root = xmlDocGetRootElement(f.document);
  *state = &f;
  return 0;
}

static int close_description(void** state)
{
  fixture* f = *state;
  xmlFreeDoc(f->document);
  lw_text_free(&f->text);
  lw_variables_destroy(f->table);
  lw_model_destroy(f->model);
  return 0;
}

static void parameters_have_their_texts_and_units(void** state)
{
  const fixture* f         = *state;
  xmlNode*       variables = child_of(f->root, "ModelVariables");
  xmlNode*       L         = find_by(variables, "name", "L");
  assert_non_null(L);
  assert_string_equal(text_of(L, "causality"), "parameter");
  assert_string_equal(text_of(L, "variability"), "fixed");
  const char* about = text_of(L, "description");
  assert_true(strlen(about) > 256);
  assert_non_null(strstr(about, "a <sentence> of \xc3\xb6"));
  assert_string_equal(about + strlen(about) - 4, "ends");
  assert_string_equal(text_of(child_of(L, "Real"), "unit"), "m");
  assert_string_equal(text_of(child_of(L, "Real"), "declaredType"), "Linkwork.Types.Length");

  xmlNode* rho = find_by(variables, "name", "rho");
  assert_string_equal(text_of(child_of(rho, "Real"), "unit"), "kg/m3");
  assert_string_equal(text_of(child_of(rho, "Real"), "start"), "10");
  xmlNode* mass = find_by(variables, "name", "rod.mass");
  assert_string_equal(text_of(mass, "causality"), "calculatedParameter");
  assert_string_equal(text_of(child_of(mass, "Real"), "start"), "");
  assert_null(find_by(variables, "name", "n")); /* it counts bodies */

  xmlNode* units = child_of(f->root, "UnitDefinitions");
  xmlNode* unit  = find_by(units, "name", "kg/m3");
  assert_non_null(unit);
  assert_string_equal(text_of(child_of(unit, "BaseUnit"), "kg"), "1");
  assert_string_equal(text_of(child_of(unit, "BaseUnit"), "m"), "-3");
  unit = find_by(units, "name", "grains & salt");
  assert_non_null(unit);
  assert_null(unit->children);
  /* each once */
  for (xmlNode* a = units->children; a; a = a->next) {
    for (xmlNode* b = a->next; b && a->type == XML_ELEMENT_NODE; b = b->next) {
      if (b->type == XML_ELEMENT_NODE) {
        char name[256];
        snprintf(name, sizeof name, "%s", text_of(a, "name"));
        assert_string_not_equal(name, text_of(b, "name"));
      }
    }
  }
}

/* The indices that an initial unknown says it depends on are those of the parameters in its
 * expression, and of those behind them. */
static void assert_depends(const fixture* f, const char* name, int n, const char* const on[])
{
  char     expected[256] = "", index[16];
  unsigned reference     = 0;
  for (int i = 0; i < n; i++) {
    assert_true(lw_variables_find(f->table, on[i], &reference));
    const size_t used = strlen(expected);
    snprintf(expected + used, sizeof expected - used, "%s%u", i ? " " : "", reference + 1);
  }
  assert_true(lw_variables_find(f->table, name, &reference));
  snprintf(index, sizeof index, "%u", reference + 1);
  xmlNode* unknowns = child_of(child_of(f->root, "ModelStructure"), "InitialUnknowns");
  xmlNode* unknown  = find_by(unknowns, "index", index);
  if (!unknown) {
    fail_msg("%s is no initial unknown", name);
    return;
  }
  assert_string_equal(text_of(unknown, "dependencies"), expected);
}

static void calculated_parameters_say_what_they_follow_from(void** state)
{
  const fixture* f = *state;
  assert_depends(f, "A", 1, (const char* const[]){"w"});
  assert_depends(f, "rod.mass", 3, (const char* const[]){"L", "rho", "w"});
  assert_depends(f, "rod.inertia[3]", 2, (const char* const[]){"L", "w"});
  assert_depends(f, "rod.inertia[1]", 0, NULL);
  assert_depends(f, "s.length", 2, (const char* const[]){"w", "c"});
  assert_depends(f, "b1.mass", 0, NULL); /* from n, which is fixed for good */
}

static void units_are_read(void** state)
{
  (void)state;
  static const struct {
    const char* text;
    bool        known;
    int         kg, m, s, rad;
  } cases[] = {{"m", true, 0, 1, 0, 0},           {"kg/m3", true, 1, -3, 0, 0},
               {"N", true, 1, 1, -2, 0},          {"N.m/rad", true, 1, 2, -2, -1},
               {"N m s/rad", true, 1, 2, -1, -1}, {"kg/(m.s2)", true, 1, -1, -2, 0},
               {"1", true, 0, 0, 0, 0},           {"1/s", true, 0, 0, -1, 0},
               {"m2", true, 0, 2, 0, 0},          {"s-1", true, 0, 0, -1, 0},
               {"W", true, 1, 2, -3, 0},          {"Pa.s", true, 1, -1, -1, 0},
               {"Hz", true, 0, 0, -1, 0},         {"mm", false, 0, 0, 0, 0},
               {"", false, 0, 0, 0, 0},           {"m/", false, 0, 0, 0, 0},
               {"m//s", false, 0, 0, 0, 0},       {"kg/(m", false, 0, 0, 0, 0},
               {"furlong", false, 0, 0, 0, 0},    {"m.", false, 0, 0, 0, 0},
               {"m 2", false, 0, 0, 0, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    lw_unit_info info = {.kg = 9};
    if (lw_unit_read(cases[i].text, &info) != cases[i].known) {
      fail_msg("\"%s\"", cases[i].text);
    }
    if (cases[i].known) {
      assert_int_equal(info.kg, cases[i].kg);
      assert_int_equal(info.m, cases[i].m);
      assert_int_equal(info.s, cases[i].s);
      assert_int_equal(info.rad, cases[i].rad);
    } else {
      assert_int_equal(info.kg, 9);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parameters_have_their_texts_and_units),
      cmocka_unit_test(calculated_parameters_say_what_they_follow_from),
      cmocka_unit_test(units_are_read),
  };
  return cmocka_run_group_tests_name("test_parameter_description", tests, open_description,
                                     close_description);
}
