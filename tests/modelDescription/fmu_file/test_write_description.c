/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_write_description.c - modelDescription.xml: schema, variables, structure.
 */
#include "fmu_file/write_description.h"

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "check.h"
#include "path.h"
#include <linkwork/mechanism_xml.h>

/* A mechanism, its table, its description and that as a tree. */
typedef struct fixture {
  lw_model*     model;
  lw_variables* table;
  lw_text       text;
  xmlDoc*       document;
} fixture;

static const lw_description ABOUT = {.guid = "{1234}", .tool = "Linkwork & friends"};

/* exposed: local variables become outputs, so that what they depend on is written. */
static fixture open_and_expose(const char* relative, bool exposed)
{
  char    path[LW_TEST_PATH_SIZE];
  lw_diag diag = {0};
  fixture f    = {0};
  lw_test_repo_path(relative, path);
  if (lw_mechanism_read(path, &f.model, &diag) != LW_OK) {
    fail_msg("%s:%d: %s", path, diag.line, diag.text);
  }
  assert_int_equal(lw_variables_create(f.model, &diag, &f.table), LW_OK);
  for (int i = 0; i < f.table->nrow && exposed; i++) {
    lw_variable* row = &f.table->row[i];
    row->causality   = row->causality == LW_LOCAL ? LW_OUTPUT : row->causality;
  }
  assert_int_equal(lw_description_write(f.table, &ABOUT, &f.text), LW_OK);
  f.document = xmlReadMemory(f.text.data, (int)f.text.size, "modelDescription.xml", NULL, 0);
  assert_non_null(f.document);
  return f;
}

static fixture open_file(const char* relative)
{
  return open_and_expose(relative, false);
}

static void close_file(fixture* f)
{
  xmlFreeDoc(f->document);
  lw_text_free(&f->text);
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

/* ---- reading the tree -------------------------------------------------------------------- */

static xmlNode* next_element(xmlNode* node)
{
  while (node && node->type != XML_ELEMENT_NODE) node = node->next;
  return node;
}

static xmlNode* first_child(xmlNode* node)
{
  return next_element(node->children);
}

static xmlNode* find_child(xmlNode* node, const char* name)
{
  for (xmlNode* c = first_child(node); c; c = next_element(c->next)) {
    if (!strcmp((const char*)c->name, name)) {
      return c;
    }
  }
  fail_msg("there is no <%s>", name);
  return NULL;
}

/* An attribute's text, until the next call; NULL where there is none. */
static const char* attribute(xmlNode* node, const char* name)
{
  static char text[65536];
  xmlChar*    value = xmlGetNoNsProp(node, (const xmlChar*)name);
  if (!value) {
    return NULL;
  }
  (void)snprintf(text, sizeof text, "%s", (const char*)value);
  xmlFree(value);
  return text;
}

/* An attribute's text, which must fit; empty where there is none. */
static void copy_attribute(xmlNode* node, const char* name, size_t size, char* text)
{
  const char*  value  = attribute(node, name);
  const size_t length = value ? strlen(value) : 0;
  assert_true(length < size);
  memcpy(text, value ? value : "", length + 1);
}

/* The variable of a value reference: their order in the file is that of the references. */
static xmlNode* variable_node(const fixture* f, const char* name)
{
  unsigned reference = 0;
  if (!lw_variables_find(f->table, name, &reference)) {
    fail_msg("there is no variable %s", name);
  }
  xmlNode* node = first_child(find_child(xmlDocGetRootElement(f->document), "ModelVariables"));
  for (unsigned i = 0; i < reference; i++) node = next_element(node->next);
  assert_string_equal(attribute(node, "name"), name);
  return node;
}

/* What an output depends on, by name, in one of the two lists of ModelStructure. */
static void assert_depends(const fixture* f, const char* list, const char* name,
                           const char* expected)
{
  unsigned reference = 0;
  assert_true(lw_variables_find(f->table, name, &reference));
  xmlNode* structure = find_child(xmlDocGetRootElement(f->document), "ModelStructure");
  for (xmlNode* u = first_child(find_child(structure, list)); u; u = next_element(u->next)) {
    if (strtoul(attribute(u, "index"), NULL, 10) != reference + 1) {
      continue;
    }
    char        found[512] = "";
    const char* rest       = attribute(u, "dependencies");
    assert_non_null(rest);
    while (*rest) {
      char*               end   = NULL;
      const unsigned long index = strtoul(rest, &end, 10);
      char                input[64];
      (void)lw_variables_name(f->table, (unsigned)index - 1, input, sizeof input);
      (void)snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", *found ? " " : "",
                     input);
      rest = end + strspn(end, " ");
    }
    if (strcmp(found, expected) != 0) {
      fail_msg("%s: %s depends on \"%s\", expected \"%s\"", list, name, found, expected);
    }
    return;
  }
  fail_msg("%s is not in %s", name, list);
}

/* Instead of messages on stderr, where a failure is expected. */
static void ignore(void* context, const char* text, ...)
{
  (void)context;
  (void)text;
}

/* Nothing happens where the schema is not there. */
static void assert_schema_accepts(xmlDoc* document)
{
  char path[LW_TEST_PATH_SIZE];
  if (lw_test_shared_path("fmi/fmi2-schema/fmi2ModelDescription.xsd", path)) {
    xmlSchemaParserCtxt* parser  = xmlSchemaNewParserCtxt(path);
    xmlSchema*           schema  = xmlSchemaParse(parser);
    xmlSchemaValidCtxt*  context = xmlSchemaNewValidCtxt(schema);
    assert_int_equal(xmlSchemaValidateDoc(context, document), 0);
    xmlSchemaFreeValidCtxt(context);
    xmlSchemaFree(schema);
    xmlSchemaFreeParserCtxt(parser);
  }
}

/* ---- tests ------------------------------------------------------------------------------- */

/* The standard's own schema accepts it. */
static void description_is_valid_for_the_schema(void** state)
{
  const fixture* f = *state;
  char           path[LW_TEST_PATH_SIZE];
  if (!lw_test_shared_path("fmi/fmi2-schema/fmi2ModelDescription.xsd", path)) {
    skip();
  }
  xmlSchemaParserCtxt* parser = xmlSchemaNewParserCtxt(path);
  xmlSchema*           schema = xmlSchemaParse(parser);
  assert_non_null(schema);
  xmlSchemaValidCtxt* context = xmlSchemaNewValidCtxt(schema);
  assert_int_equal(xmlSchemaValidateDoc(context, f->document), 0);
  fixture small = open_file("tests/tools/data/restricted.xml");
  assert_int_equal(xmlSchemaValidateDoc(context, small.document), 0);
  close_file(&small);

  /* the check itself can fail */
  xmlSchemaSetValidErrors(context, ignore, ignore, NULL);
  xmlNode* root = xmlDocGetRootElement(f->document);
  xmlSetProp(root, (const xmlChar*)"fmiVersion", (const xmlChar*)"3.0");
  assert_int_not_equal(xmlSchemaValidateDoc(context, f->document), 0);
  xmlSetProp(root, (const xmlChar*)"fmiVersion", (const xmlChar*)"2.0");

  xmlSchemaFreeValidCtxt(context);
  xmlSchemaFree(schema);
  xmlSchemaFreeParserCtxt(parser);
}

/* Names, texts and the experiment arrive as the file has them. */
static void heading_tells_the_mechanism(void** state)
{
  const fixture* f    = *state;
  xmlNode*       root = xmlDocGetRootElement(f->document);
  assert_string_equal((const char*)root->name, "fmiModelDescription");
  assert_string_equal(attribute(root, "fmiVersion"), "2.0");
  assert_string_equal(attribute(root, "modelName"), "everything");
  assert_string_equal(attribute(root, "guid"), ABOUT.guid);
  assert_string_equal(attribute(root, "description"), "one of <each> & more");
  assert_string_equal(attribute(root, "generationTool"), ABOUT.tool);
  assert_string_equal(attribute(root, "variableNamingConvention"), "structured");
  assert_null(attribute(root, "generationDateAndTime"));

  xmlNode* slave = find_child(root, "CoSimulation");
  assert_string_equal(attribute(slave, "modelIdentifier"), "everything");
  assert_string_equal(attribute(slave, "canInterpolateInputs"), "true");
  assert_string_equal(attribute(slave, "maxOutputDerivativeOrder"), "2");

  xmlNode* experiment = find_child(root, "DefaultExperiment");
  assert_string_equal(attribute(experiment, "startTime"), "1");
  assert_string_equal(attribute(experiment, "stopTime"), "3");
  assert_string_equal(attribute(experiment, "stepSize"), "0.01");
  assert_string_equal(attribute(experiment, "tolerance"), "1e-05");
}

/* Each variable has its reference, and the attributes that the standard wants for its causality. */
static void variables_have_what_their_causality_needs(void** state)
{
  const fixture* f = *state;
  xmlNode* node    = first_child(find_child(xmlDocGetRootElement(f->document), "ModelVariables"));
  for (unsigned i = 0; i < (unsigned)f->table->count; i++, node = next_element(node->next)) {
    assert_non_null(node);
    char name[128];
    (void)lw_variables_name(f->table, i, name, sizeof name);
    assert_string_equal(attribute(node, "name"), name);
    assert_int_equal(strtoul(attribute(node, "valueReference"), NULL, 10), i);
    assert_true(strlen(attribute(node, "description")) > 3);

    const lw_variable* row         = lw_variables_row(f->table, i);
    const bool         real_number = row->type == LW_TYPE_REAL;
    xmlNode*           real        = find_child(node, real_number ? "Real" : "Integer");
    assert_int_equal(attribute(real, "unit") != NULL, real_number);
    if (row->causality == LW_OUTPUT || row->causality == LW_LOCAL) {
      assert_string_equal(attribute(node, "causality"),
                          row->causality == LW_OUTPUT ? "output" : "local");
      assert_string_equal(attribute(node, "initial"), "calculated");
      assert_null(attribute(real, "start"));
      continue;
    }
    if (row->causality == LW_CALCULATED) {
      assert_string_equal(attribute(node, "causality"), "calculatedParameter");
      assert_string_equal(attribute(node, "variability"), "fixed");
      assert_string_equal(attribute(node, "initial"), "calculated");
      assert_null(attribute(real, "start"));
      continue;
    }
    const char*  start = attribute(real, "start");
    const double value = strtod(start, NULL), expected = lw_variables_start(f->table, i);
    assert_same_bits(1, &value, &expected);
    if (row->causality == LW_INPUT) {
      assert_string_equal(attribute(node, "causality"), "input");
      assert_null(attribute(node, "initial"));
    } else {
      assert_string_equal(attribute(node, "causality"), "parameter");
      assert_string_equal(attribute(node, "initial"), "exact");
      assert_string_equal(attribute(node, "variability"),
                          row->variability == LW_TUNABLE ? "tunable" : "fixed");
    }
  }
  assert_null(node);
}

/* Parameters of forces and outputs have the units of their quantities. */
static void variables_have_the_units_of_their_quantities(void** state)
{
  static const char* const expected[][2] = {
      {"crank.mass", "kg"},
      {"crank.inertia[4]", "kg.m2"},
      {"crank.r[1]", "m"},
      {"crank.v[1]", "m/s"},
      {"crank.a[1]", "m/s2"},
      {"crank.w[1]", "rad/s"},
      {"crank.z[1]", "rad/s2"},
      {"S.stiffness", "N/m"},
      {"S.damping", "N.s/m"},
      {"S.length", "m"},
      {"rail.stiffness", "N/m"},
      {"rail.damping", "N.s/m"},
      {"rail.rest", "m"},
      {"A.stiffness", "N.m/rad"},
      {"A.damping", "N.m.s/rad"},
      {"A.rest", "rad"},
      {"rubber.stiffness[1]", "N/m"},
      {"rubber.stiffness[4]", "N.m/rad"},
      {"motor", "N.m"},
      {"push[1]", "N"},
      {"twist[1]", "N.m"},
      {"servo", "rad"},
      {"A.q", "rad"},
      {"rail.q", "m"},
      {"D.force[1]", "N"},
      {"D.torque[1]", "N.m"},
      {"energy.total", "J"},
  };
  const fixture* f = *state;
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    const char* unit = attribute(find_child(variable_node(f, expected[i][0]), "Real"), "unit");
    if (!unit || strcmp(unit, expected[i][1]) != 0) {
      fail_msg("%s has the unit %s", expected[i][0], unit ? unit : "(none)");
    }
  }
}

/* Units, display units and types that variables name are defined. */
static void units_and_types_are_defined(void** state)
{
  const fixture* f     = *state;
  xmlNode*       root  = xmlDocGetRootElement(f->document);
  xmlNode*       units = find_child(root, "UnitDefinitions");
  xmlNode*       types = find_child(root, "TypeDefinitions");
  xmlNode*       node  = first_child(find_child(root, "ModelVariables"));
  for (; node; node = next_element(node->next)) {
    xmlNode* real = first_child(node);
    char     unit[64], display[64], type[64];
    if (strcmp((const char*)real->name, "Integer") == 0) {
      continue;
    }
    copy_attribute(real, "unit", sizeof unit, unit);
    copy_attribute(real, "displayUnit", sizeof display, display);
    copy_attribute(real, "declaredType", sizeof type, type);
    int found = 0;
    for (xmlNode* u = first_child(units); u; u = next_element(u->next)) {
      if (!strcmp(attribute(u, "name"), unit)) {
        found |= 1;
        for (xmlNode* d = first_child(u); d; d = next_element(d->next)) {
          const char* name = attribute(d, "name");
          found |= name && !strcmp(name, display) ? 2 : 0;
        }
      }
    }
    for (xmlNode* t = first_child(types); t; t = next_element(t->next)) {
      if (!strcmp(attribute(t, "name"), type)) {
        found |= 4;
        assert_string_equal(attribute(find_child(t, "Real"), "unit"), unit);
      }
    }
    assert_int_equal(found, 1 | (*display ? 2 : 0) | (*type ? 4 : 0));
  }

  /* a derived unit, in base units: N.m.s/rad = kg m2 / (s rad) */
  for (xmlNode* u = first_child(units); u; u = next_element(u->next)) {
    if (!strcmp(attribute(u, "name"), "N.m.s/rad")) {
      xmlNode* base = find_child(u, "BaseUnit");
      assert_string_equal(attribute(base, "kg"), "1");
      assert_string_equal(attribute(base, "m"), "2");
      assert_string_equal(attribute(base, "s"), "-1");
      assert_string_equal(attribute(base, "rad"), "-1");
      return;
    }
  }
  fail_msg("N.m.s/rad is not defined");
}

/* Velocities name the variable of which they are the derivative. */
static void derivatives_are_marked(void** state)
{
  const fixture* f         = *state;
  unsigned       reference = 0;
  assert_true(lw_variables_find(f->table, "crank.r[2]", &reference));
  xmlNode* velocity = find_child(variable_node(f, "crank.v[2]"), "Real");
  assert_int_equal(strtoul(attribute(velocity, "derivative"), NULL, 10), reference + 1);
  assert_null(attribute(find_child(variable_node(f, "crank.r[2]"), "Real"), "derivative"));
}

/* Both lists have every output once, in order; calculated parameters follow in the second list. */
static void structure_lists_every_output(void** state)
{
  static const char* const lists[] = {"Outputs", "InitialUnknowns"};
  const fixture*           f       = *state;
  xmlNode* structure = find_child(xmlDocGetRootElement(f->document), "ModelStructure");
  for (int i = 0; i < 2; i++) {
    xmlNode* u = first_child(find_child(structure, lists[i]));
    for (unsigned ref = 0; ref < (unsigned)f->table->count; ref++) {
      const lw_causality causality = lw_variables_row(f->table, ref)->causality;
      if (causality == LW_OUTPUT || (i == 1 && causality == LW_CALCULATED)) {
        assert_non_null(u);
        assert_int_equal(strtoul(attribute(u, "index"), NULL, 10), ref + 1);
        u = next_element(u->next);
      }
    }
    assert_null(u);
  }
}

/* With model exchange there are the interface, the derivatives of all states in their order, and
 * the states among what outputs depend on; without co-simulation that interface is not there. */
static void model_exchange_lists_states(void** state)
{
  const fixture* f = *state;
  for (int alone = 0; alone < 2; alone++) {
    const lw_description about = {
        .guid = "g", .tool = "t", .model_exchange = true, .no_co_simulation = alone == 1};
    fixture m = {.table = f->table};
    assert_int_equal(lw_description_write(f->table, &about, &m.text), LW_OK);
    m.document = xmlReadMemory(m.text.data, (int)m.text.size, "modelDescription.xml", NULL, 0);
    assert_non_null(m.document);
    assert_schema_accepts(m.document);
    xmlNode* root = xmlDocGetRootElement(m.document);
    xmlNode* kind = find_child(root, "ModelExchange");
    assert_string_equal(attribute(kind, "modelIdentifier"), "everything");
    assert_string_equal(attribute(kind, "completedIntegratorStepNotNeeded"), "false");
    assert_int_equal(strcmp((const char*)next_element(kind->next)->name, "CoSimulation") == 0,
                     alone == 0);
    xmlNode* u = first_child(find_child(find_child(root, "ModelStructure"), "Derivatives"));
    const lw_state_list* list = &f->table->states;
    assert_true(list->nstate > 0);
    unsigned long last = 0;
    for (int i = 0; i < list->nblock; i++) {
      for (int k = 0; k < list->block[i].size; k++, u = next_element(u->next)) {
        const unsigned      rate  = f->table->state_rate[i] + (unsigned)k;
        const unsigned long index = strtoul(attribute(u, "index"), NULL, 10);
        unsigned            integral;
        assert_int_equal(index, rate + 1);
        assert_true(index > last); /* some tools want ascending lists */
        last = index;
        assert_true(lw_variables_derivative_of(f->table, rate, &integral));
        assert_int_equal(integral, f->table->state[i] + (unsigned)k);
      }
    }
    assert_null(u);
    assert_depends(&m, "Outputs", "crank.r[1]", "A.q");
    assert_depends(&m, "Outputs", "A.qd", "A.qd");
    assert_depends(&m, "Outputs", "A.q", "A.q");
    assert_depends(&m, "Derivatives", "A.qd", "A.qd");
    assert_depends(&m, "InitialUnknowns", "A.q", "");
    assert_depends(&m, "Outputs", "shoulder.q", "servo servo.velocity servo.acceleration");
    xmlFreeDoc(m.document);
    lw_text_free(&m.text);
  }
}

/* Accelerations and reactions depend on the forces on all bodies that constraints connect to
 * them, and on no others. */
static void dependencies_follow_the_constraints(void** state)
{
  static const char linkage[] = "motor push[1] push[2] push[3] twist[1] twist[2] twist[3]";
  static const char all[]     = "motor push[1] push[2] push[3] twist[1] twist[2] twist[3] servo";
  /* clang-format off */
  static const char* const expected[][2] = {
    {"crank.r[1]", ""}, {"crank.quat[1]", ""}, {"crank.v[1]", ""}, {"crank.w[3]", ""},
    {"crank.a[1]", linkage}, {"rocker.z[3]", linkage}, {"D.force[1]", linkage},
    {"A.torque[3]", linkage}, {"A.q", ""}, {"A.qd", ""}, {"A.qdd", linkage},
    {"cart.a[1]", ""}, {"profile.effort", ""}, {"rail.force[2]", ""},
    {"hand.r[1]", "servo"}, {"hand.v[1]", "servo"}, {"hand.a[1]", "servo"}, {"shoulder.q", "servo"},
    {"servo.effort", "servo"}, {"wrist.quat[1]", "servo"},
    {"planet.a[1]", ""}, {"mesh.effort", ""}, {"'left-arm'.a[1]", ""},
    {"energy.total", "servo"}, {"solver.iterations", ""}, {"solver.residual", ""},
    {"solver.violation[1]", "servo"}, {"solver.violation[3]", all},
  };
  /* clang-format on */
  fixture f = open_and_expose("tests/tools/data/everything.xml", true);
  (void)state;
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    assert_depends(&f, "Outputs", expected[i][0], expected[i][1]);
    assert_depends(&f, "InitialUnknowns", expected[i][0], expected[i][1]);
  }
  close_file(&f);
}

/* Mechanisms that do not touch depend on their own inputs only, on each component of them. */
static void separate_mechanisms_depend_on_their_own_inputs(void** state)
{
  (void)state;
  fixture f = open_and_expose("tests/tools/data/two_carts.xml", true);
  assert_depends(&f, "Outputs", "first.a[1]", "pull1[1] pull1[2] pull1[3]");
  assert_depends(&f, "Outputs", "second.a[1]", "pull2[1] pull2[2] pull2[3]");
  close_file(&f);
}

/* A coupling passes forces on like a joint does. */
static void couplings_connect_what_they_couple(void** state)
{
  (void)state;
  fixture f = open_and_expose("tests/tools/data/gears.xml", true);
  assert_depends(&f, "Outputs", "planet.z[3]", "motor");
  assert_depends(&f, "Outputs", "mesh.effort", "motor");
  assert_depends(&f, "Outputs", "idler.z[3]", "");
  close_file(&f);
}

/* The same mechanism gives the same bytes. */
static void description_is_reproducible(void** state)
{
  const fixture* f     = *state;
  fixture        again = open_file("tests/tools/data/everything.xml");
  assert_int_equal(again.text.size, f->text.size);
  assert_memory_equal(again.text.data, f->text.data, f->text.size);
  close_file(&again);
}

/* Source files are listed where there are any. */
static void sources_are_listed(void** state)
{
  static const char* const sources[] = {"fmu/all.c", "solver/step/step.c", NULL};
  const fixture*           f         = *state;
  const lw_description     about     = {.guid = "g", .tool = "t", .sources = sources};
  lw_text                  text      = {0};
  assert_int_equal(lw_description_write(f->table, &about, &text), LW_OK);
  xmlDoc* document = xmlReadMemory(text.data, (int)text.size, "modelDescription.xml", NULL, 0);
  assert_non_null(document);
  xmlNode* slave = find_child(xmlDocGetRootElement(document), "CoSimulation");
  xmlNode* file  = first_child(find_child(slave, "SourceFiles"));
  assert_string_equal(attribute(file, "name"), "fmu/all.c");
  assert_string_equal(attribute(next_element(file->next), "name"), "solver/step/step.c");
  xmlFreeDoc(document);
  lw_text_free(&text);
}

/* Whichever allocation fails, the status says so and nothing is lost. */
static void a_failed_allocation_is_reported(void** state)
{
  const fixture* f      = *state;
  const long     blocks = lw_test_blocks();
  lw_status      status = LW_ERR_MEMORY;
  long           tries  = 0;
  for (; status != LW_OK && tries < 100; tries++) {
    lw_text text = {0};
    lw_test_fail_allocation(tries);
    status = lw_description_write(f->table, &ABOUT, &text);
    lw_test_fail_allocation(-1);
    assert_true(status == LW_OK || status == LW_ERR_MEMORY);
    lw_text_free(&text);
    assert_int_equal(lw_test_blocks(), blocks);
  }
  assert_int_equal(status, LW_OK);
  assert_true(tries > 5); /* the text several times, units, dependencies */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(description_is_valid_for_the_schema),
      cmocka_unit_test(heading_tells_the_mechanism),
      cmocka_unit_test(variables_have_what_their_causality_needs),
      cmocka_unit_test(variables_have_the_units_of_their_quantities),
      cmocka_unit_test(units_and_types_are_defined),
      cmocka_unit_test(derivatives_are_marked),
      cmocka_unit_test(structure_lists_every_output),
      cmocka_unit_test(model_exchange_lists_states),
      cmocka_unit_test(dependencies_follow_the_constraints),
      cmocka_unit_test(separate_mechanisms_depend_on_their_own_inputs),
      cmocka_unit_test(couplings_connect_what_they_couple),
      cmocka_unit_test(description_is_reproducible),
      cmocka_unit_test(sources_are_listed),
      cmocka_unit_test(a_failed_allocation_is_reported),
  };
  return cmocka_run_group_tests(tests, open_everything, close_everything);
}
