/* SPDX-License-Identifier: BSD-2-Clause */
#include "schema.h"

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "path.h"

struct schema {
  xmlSchemaParserCtxt* parser;
  xmlSchema*           rules;
};

schema* schema_create(void)
{
  char    path[LW_TEST_PATH_SIZE];
  schema* s = malloc(sizeof *s);
  assert_non_null(s);
  lw_test_repo_path("modelDescription/mechanism/mechanism.xsd", path);
  s->parser = xmlSchemaNewParserCtxt(path);
  assert_non_null(s->parser);
  s->rules = xmlSchemaParse(s->parser);
  assert_non_null(s->rules);
  return s;
}

void schema_destroy(schema* s)
{
  xmlSchemaFree(s->rules);
  xmlSchemaFreeParserCtxt(s->parser);
  free(s);
}

typedef struct sink {
  char*  text;
  size_t room;
} sink;

/* printf-like, as libxml2 wants it: keep the first complaint */
static void complain(void* data, const char* format, ...)
{
  sink* s = data;
  if (s->text[0] == '\0') {
    va_list args;
    va_start(args, format);
    vsnprintf(s->text, s->room, format, args);
    va_end(args);
  }
}

bool schema_accepts(schema* s, const char* text, size_t size, char* complaint, size_t room)
{
  sink to      = {complaint, room};
  complaint[0] = '\0';
  xmlDoc* doc  = xmlReadMemory(text, (int)size, NULL, NULL,
                               XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  if (!doc) {
    snprintf(complaint, room, "not well-formed");
    return false;
  }
  xmlSchemaValidCtxt* check = xmlSchemaNewValidCtxt(s->rules);
  assert_non_null(check);
  xmlSchemaSetValidErrors(check, complain, complain, &to);
  const int result = xmlSchemaValidateDoc(check, doc);
  xmlSchemaFreeValidCtxt(check);
  xmlFreeDoc(doc);
  return result == 0;
}
