/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_write_description3.c - modelDescription.xml and terminalsAndIcons.xml of FMI 3.0: against
 * the standard's schemas, against the table of variables, and their size.
 */
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlschemas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fmu_file/read_description.h"
#include "fmu_file/write_description3.h"
#include "path.h"
#include <linkwork/mechanism_xml.h>

typedef struct fixture {
  lw_model*     model;
  lw_variables* table;
} fixture;

static fixture open_file(const char* relative)
{
  char    path[LW_TEST_PATH_SIZE];
  fixture f = {0};
  lw_test_repo_path(relative, path);
  assert_int_equal(lw_mechanism_read(path, &f.model, NULL), LW_OK);
  assert_int_equal(lw_variables_create(f.model, NULL, &f.table), LW_OK);
  return f;
}

static void close_file(fixture* f)
{
  lw_variables_destroy(f->table);
  lw_model_destroy(f->model);
}

static lw_text describe(const fixture* f, int fmi, bool model_exchange)
{
  const lw_description about = {
      .fmi = fmi, .guid = "{1234}", .tool = "Linkwork & friends", .model_exchange = model_exchange};
  lw_text text = {0};
  assert_int_equal(lw_description_write(f->table, &about, &text), LW_OK);
  return text;
}

/* Validate a text, unless the schema is not there: then return false. */
static bool validate(const lw_text* text, const char* schema_file)
{
  char path[LW_TEST_PATH_SIZE];
  if (!lw_test_shared_path(schema_file, path)) {
    return false;
  }
  xmlDoc*              document = xmlReadMemory(text->data, (int)text->size, "text.xml", NULL, 0);
  xmlSchemaParserCtxt* parser   = xmlSchemaNewParserCtxt(path);
  xmlSchema*           schema   = xmlSchemaParse(parser);
  xmlSchemaValidCtxt*  context  = xmlSchemaNewValidCtxt(schema);
  assert_non_null(document);
  assert_int_equal(xmlSchemaValidateDoc(context, document), 0);
  xmlSchemaFreeValidCtxt(context);
  xmlSchemaFree(schema);
  xmlSchemaFreeParserCtxt(parser);
  xmlFreeDoc(document);
  return true;
}

static void files_are_valid_for_the_schemas(void** state)
{
  static const char* const files[] = {"tests/tools/data/everything.xml",
                                      "tests/tools/data/restricted.xml", "tests/fmu/data/crane.xml",
                                      "tests/fmu/data/stops.xml"};
  bool                     there   = true;
  (void)state;
  for (size_t i = 0; i < sizeof files / sizeof files[0] && there; i++) {
    fixture f         = open_file(files[i]);
    lw_text terminals = {0};
    assert_int_equal(lw_terminals_write(f.table, &terminals), LW_OK);
    there = validate(&terminals, "fmi/fmi3-schema/fmi3TerminalsAndIcons.xsd");
    for (int kind = 0; kind < 2 && there; kind++) {
      lw_text text = describe(&f, 3, kind == 1);
      there        = validate(&text, "fmi/fmi3-schema/fmi3ModelDescription.xsd");
      lw_text_free(&text);
    }
    lw_text_free(&terminals);
    close_file(&f);
  }
  if (!there) {
    skip();
  }
}

/* Each row of the table is one variable with the value reference of its first component; the time
 * has the first one after them. */
static void a_vector_is_one_variable(void** state)
{
  (void)state;
  fixture            f    = open_file("tests/tools/data/everything.xml");
  lw_text            text = describe(&f, 3, true);
  lw_fmu_description d    = {0};
  assert_int_equal(lw_fmu_description_read(text.data, text.size, &d, NULL), LW_OK);
  assert_string_equal(d.version, "3.0");
  assert_string_equal(d.guid, "{1234}");
  assert_int_equal(d.count, f.table->nrow + 1);
  assert_string_equal(d.variable[0].name, "time");
  assert_string_equal(d.variable[0].causality, "independent");
  assert_int_equal(d.variable[0].reference, f.table->count);
  for (int r = 0; r < f.table->nrow; r++) {
    const lw_variable*     row = &f.table->row[r];
    const lw_fmu_variable* v   = &d.variable[r + 1];
    assert_string_equal(v->name, f.table->names + row->name);
    assert_int_equal(v->reference, row->reference);
    assert_string_equal(v->type_name, row->type == LW_TYPE_INTEGER ? "Int32" : "Float64");
    if (row->causality == LW_INPUT || row->causality == LW_PARAMETER) {
      /* all start values, with the bits of the table */
      const char* rest = v->start;
      for (int k = 0; k < row->size; k++) {
        char*        end;
        const double x = strtod(rest, &end),
                     y = lw_variables_start(f.table, row->reference + (unsigned)k);
        assert_true(end > rest);
        assert_same_bits(1, &x, &y);
        rest = end;
      }
      assert_string_equal(rest, "");
    }
  }
  lw_fmu_description_free(&d);
  lw_text_free(&text);
  close_file(&f);
}

/* Structure: lists of value references of whole vectors, that exist. */
static void structure_names_whole_vectors(void** state)
{
  (void)state;
  fixture  f        = open_file("tests/tools/data/everything.xml");
  lw_text  text     = describe(&f, 3, true);
  xmlDoc*  document = xmlReadMemory(text.data, (int)text.size, "text.xml", NULL, 0);
  xmlNode* node     = xmlDocGetRootElement(document)->children;
  int      outputs = 0, rates = 0;
  while (!node->name || strcmp((const char*)node->name, "ModelStructure") != 0) node = node->next;
  for (xmlNode* u = node->children; u; u = u->next) {
    if (u->type != XML_ELEMENT_NODE) {
      continue;
    }
    xmlChar*           number = xmlGetNoNsProp(u, (const xmlChar*)"valueReference");
    xmlChar*           list   = xmlGetNoNsProp(u, (const xmlChar*)"dependencies");
    const unsigned     ref    = (unsigned)strtoul((const char*)number, NULL, 10);
    const lw_variable* row    = lw_variables_row(f.table, ref);
    assert_true(row && row->reference == ref);
    outputs += strcmp((const char*)u->name, "Output") == 0;
    rates += strcmp((const char*)u->name, "ContinuousStateDerivative") == 0;
    for (const char* rest = (const char*)list; rest && *rest;) {
      char*              end;
      const unsigned     known = (unsigned)strtoul(rest, &end, 10);
      const lw_variable* of    = lw_variables_row(f.table, known);
      assert_true(end > rest && of && of->reference == known);
      rest = end;
    }
    xmlFree(number);
    xmlFree(list);
  }
  int expected = 0;
  for (int r = 0; r < f.table->nrow; r++) expected += f.table->row[r].causality == LW_OUTPUT;
  assert_int_equal(outputs, expected);
  assert_int_equal(rates, f.table->states.nblock);
  xmlFreeDoc(document);
  lw_text_free(&text);
  close_file(&f);
}

/* A long chain takes less than a quarter of the text of FMI 2. */
static void vectors_make_short_files(void** state)
{
  (void)state;
  fixture f    = open_file("examples/chain128.xml");
  lw_text two  = describe(&f, 2, true);
  lw_text text = describe(&f, 3, true);
  assert_true(4 * text.size < two.size);
  lw_text_free(&two);
  lw_text_free(&text);
  close_file(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_are_valid_for_the_schemas),
      cmocka_unit_test(a_vector_is_one_variable),
      cmocka_unit_test(structure_names_whole_vectors),
      cmocka_unit_test(vectors_make_short_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
