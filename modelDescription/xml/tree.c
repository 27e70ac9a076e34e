/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tree.c - an XML text as a tree.
 *
 * libxml2 reports each start tag as it comes; the tree is built here and not by the library,
 * because its own tree forgets lines beyond 65535 and knows only where a start tag ends.
 */
#include "xml/tree.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlversion.h>

/* Largest file. A mechanism of 100,000 bodies takes half of it. */
#define MOST_BYTES ((size_t)64 << 20)

/* Most elements: a text of the largest size could have ten times as many, each of which takes a
 * hundred bytes of memory. */
#define MOST_ELEMENTS 2000000

#define SCHEMA_INSTANCE "http://www.w3.org/2001/XMLSchema-instance"

#if LIBXML_VERSION >= 21200
typedef const xmlError* xml_error; /* libxml2 made its errors const in 2.12 */
#else
typedef xmlError* xml_error;
#endif

/* A tree while it is built. */
typedef struct builder {
  xmlParserCtxt*  parser;
  lw_diag*        diag;
  bool            lenient; /* see lw_xml_read_lenient()         */
  int             count;   /* elements so far                   */
  lw_status       status;  /* the first failure, or LW_OK       */
  lw_xml_element* root;    /* NULL before the first element     */
  lw_xml_element* newest;  /* the element that came last        */
  lw_xml_element* current; /* the one that is open, or NULL     */
} builder;

static void stop(builder* b, lw_status status)
{
  if (b->status == LW_OK && status != LW_OK) {
    b->status = status;
    xmlStopParser(b->parser);
  }
}

/* ---- elements ---------------------------------------------------------------------------- */

/* The line of the '<' of the tag that has just been read. A tag does not contain another '<'. */
static int tag_line(const xmlParserCtxt* parser)
{
  const xmlParserInput* input = parser->input;
  int                   line  = input->line;
  for (const xmlChar* c = input->cur; c > input->base && *c != '<'; c--) {
    line -= c[-1] == '\n' ? 1 : 0;
  }
  return line;
}

static size_t length_of(const xmlChar* text)
{
  return text ? strlen((const char*)text) : 0;
}

/* Copy `prefix:local` or `local` to where. Returns the byte after its end. */
static char* copy_name(char* where, const xmlChar* prefix, const xmlChar* local)
{
  if (prefix) {
    memcpy(where, prefix, length_of(prefix));
    where += length_of(prefix);
    *where++ = ':';
  }
  memcpy(where, local, length_of(local) + 1);
  return where + length_of(local) + 1;
}

/* Copy a value to where. Of all character references, libxml2 replaces all but
 * that of the ampersand. */
static char* copy_value(char* where, const char* begin, const char* end)
{
  static const char reference[] = "&#38;";
  const size_t      n           = sizeof reference - 1;
  while (begin < end) {
    const bool ampersand = (size_t)(end - begin) >= n && memcmp(begin, reference, n) == 0;
    *where++             = *begin;
    begin += ampersand ? n : 1;
  }
  *where++ = '\0';
  return where;
}

/* One attribute in the form of libxml2: local name, prefix, namespace, begin
 * and end of the value. */
enum { LOCAL, PREFIX, SPACE, BEGIN, END, FIELDS };

/* The place of the schema is for editors. */
static bool is_schema_location(const xmlChar* const* field)
{
  const char* local = (const char*)field[LOCAL];
  return field[SPACE] && strcmp((const char*)field[SPACE], SCHEMA_INSTANCE) == 0 &&
         (strcmp(local, "noNamespaceSchemaLocation") == 0 || strcmp(local, "schemaLocation") == 0);
}

/* An element and its texts in one block; NULL: no memory. */
static lw_xml_element* make_element(const xmlChar* prefix, const xmlChar* local, int nattribute,
                                    const xmlChar* const* attribute)
{
  size_t size = length_of(prefix) + length_of(local) + 2;
  for (int i = 0; i < nattribute; i++) {
    const xmlChar* const* field = attribute + i * FIELDS;
    size += length_of(field[PREFIX]) + length_of(field[LOCAL]) + 2;
    size += (size_t)(field[END] - field[BEGIN]) + 1;
  }
  const size_t    table   = (size_t)nattribute * sizeof(lw_xml_attribute);
  lw_xml_element* element = calloc(1, sizeof *element + table + size);
  if (!element) {
    return NULL;
  }
  element->attribute = (lw_xml_attribute*)(element + 1);
  char* where        = (char*)element->attribute + table;
  element->name      = where;
  where              = copy_name(where, prefix, local);
  for (int i = 0; i < nattribute; i++) {
    const xmlChar* const* field = attribute + i * FIELDS;
    if (is_schema_location(field)) {
      continue;
    }
    lw_xml_attribute* a = &element->attribute[element->nattribute++];
    a->name             = where;
    where               = copy_name(where, field[PREFIX], field[LOCAL]);
    a->value            = where;
    where               = copy_value(where, (const char*)field[BEGIN], (const char*)field[END]);
  }
  return element;
}

static void append_element(builder* b, lw_xml_element* element)
{
  lw_xml_element* parent = b->current;
  element->parent        = parent;
  if (!parent) {
    b->root = element;
  } else if (parent->last) {
    parent->last->next = element;
  } else {
    parent->child = element;
  }
  if (parent) {
    parent->last = element;
  }
  if (b->newest) {
    b->newest->following = element;
  }
  b->newest  = element;
  b->current = element;
}

/* ---- what libxml2 calls ------------------------------------------------------------------ */

/* A text in an encoding other than UTF-8 can be recognised: wide encodings by zero bytes or a byte
 * order mark, others by their name. */
static bool is_wide(const char* text, size_t size)
{
  assert(text || size == 0);
  return size >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0 ||
                       memchr(text, '\0', size < 4 ? size : 4) != NULL);
}

static lw_status check_encoding(const builder* b)
{
  /* which of the two has the declared name depends on the version of libxml2 */
  const xmlChar* input = b->parser->input->encoding;
  const xmlChar* name  = input ? input : b->parser->encoding;
  if (name && xmlStrcasecmp(name, BAD_CAST "UTF-8") != 0) {
    return lw_diag_set(b->diag, LW_ERR_INPUT, 1, "the encoding must be UTF-8, found %s",
                       lw_xml_shorten((const char*)name).text);
  }
  return LW_OK;
}

static void on_start(void* data, const xmlChar* local, const xmlChar* prefix, const xmlChar* space,
                     int nspaces, const xmlChar** spaces, int nattribute, int ndefaulted,
                     const xmlChar** attribute)
{
  (void)nspaces;
  (void)spaces;
  (void)ndefaulted; /* none without a document type */
  builder* b = data;
  if (b->status != LW_OK) {
    return;
  }
  lw_xml_element* element =
      make_element(prefix, local, nattribute, (const xmlChar* const*)attribute);
  if (!element) {
    stop(b, lw_diag_set(b->diag, LW_ERR_MEMORY, 0, "out of memory"));
    return;
  }
  element->line = tag_line(b->parser);
  append_element(b, element);
  if (++b->count > MOST_ELEMENTS) {
    stop(b,
         lw_diag_set(b->diag, LW_ERR_INPUT, element->line, "more than %d elements", MOST_ELEMENTS));
  }
  if (element == b->root && !b->lenient) {
    stop(b, check_encoding(b));
  }
  if (space && !prefix && !b->lenient) {
    stop(b, lw_xml_error(b->diag, element, "elements have no namespace here, found xmlns=\"%s\"",
                         lw_xml_shorten((const char*)space).text));
  }
}

static void on_end(void* data, const xmlChar* local, const xmlChar* prefix, const xmlChar* space)
{
  (void)local;
  (void)prefix;
  (void)space;
  builder* b = data;
  if (b->current) {
    b->current = b->current->parent;
  }
}

static void on_text(void* data, const xmlChar* text, int length)
{
  builder* b = data;
  if (b->status != LW_OK || !b->current || b->current->text_line) {
    return;
  }
  int i = 0;
  while (i < length && strchr(" \t\r\n", text[i])) i++;
  if (i == length) {
    return;
  }
  int line = b->parser->input->line;
  for (; i < length; i++) line -= text[i] == '\n' ? 1 : 0;
  b->current->text_line = line;
}

/* Document types can declare entities, and name files to fetch: no mechanism needs them. */
static void on_document_type(void* data, const xmlChar* name, const xmlChar* external,
                             const xmlChar* system)
{
  (void)name;
  (void)external;
  (void)system;
  builder* b = data;
  stop(b, lw_diag_set(b->diag, LW_ERR_INPUT, b->parser->input->line,
                      "a document type declaration (DOCTYPE) is not allowed"));
}

/* Errors that lenient reading ignores: the tree is the same without them. */
static bool is_harmless(xml_error error)
{
  return error->domain == XML_FROM_NAMESPACE || error->code == XML_ERR_RESERVED_XML_NAME ||
         error->code == XML_ERR_UNKNOWN_VERSION;
}

static void on_error(void* data, xml_error error)
{
  builder* b = data;
  if (error->level < XML_ERR_ERROR || b->status != LW_OK || (b->lenient && is_harmless(error))) {
    return;
  }
  if (error->code == XML_ERR_NO_MEMORY) {
    stop(b, lw_diag_set(b->diag, LW_ERR_MEMORY, 0, "out of memory"));
    return;
  }
  /* messages of libxml2 end with a line end */
  const char* text   = error->message ? error->message : "";
  int         length = (int)strcspn(text, "\n");
  stop(b, lw_diag_set(b->diag, LW_ERR_INPUT, error->line, "not well-formed XML: %.*s",
                      length < 400 ? length : 400, text));
}

/* ---- reading ----------------------------------------------------------------------------- */

static lw_status read_text(const char* text, size_t size, bool lenient, lw_diag* diag,
                           lw_xml_element** root)
{
  builder b = {.diag = diag, .lenient = lenient, .status = LW_OK};
  *root     = NULL;
  if (size == 0) {
    return lw_diag_set(diag, LW_ERR_INPUT, 1, "the file is empty");
  }
  if (size > MOST_BYTES) {
    return lw_diag_set(diag, LW_ERR_INPUT, 0, "larger than %zu MiB", MOST_BYTES >> 20);
  }
  if (is_wide(text, size)) {
    return lw_diag_set(diag, LW_ERR_INPUT, 1, "the encoding must be UTF-8, found UTF-16 or UTF-32");
  }
  b.parser = xmlCreateMemoryParserCtxt(text, (int)size);
  if (!b.parser) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  *b.parser->sax     = (xmlSAXHandler){.initialized    = XML_SAX2_MAGIC,
                                       .internalSubset = on_document_type,
                                       .startElementNs = on_start,
                                       .endElementNs   = on_end,
                                       .characters     = on_text,
                                       .cdataBlock     = on_text,
                                       .serror         = on_error};
  b.parser->userData = &b;
  /* without recovery libxml2 would report nothing after an error that is ignored here */
  (void)xmlCtxtUseOptions(b.parser, XML_PARSE_NONET | (lenient ? XML_PARSE_RECOVER : 0));
  (void)xmlParseDocument(b.parser);

  lw_status status = b.status;
  if (status == LW_OK && !b.root) {
    status = lw_diag_set(diag, LW_ERR_INPUT, 1, "there is no element");
  }
  xmlFreeParserCtxt(b.parser);
  if (status != LW_OK) {
    lw_xml_free(b.root);
    return status;
  }
  *root = b.root;
  return LW_OK;
}

lw_status lw_xml_read_memory(const char* text, size_t size, lw_diag* diag, lw_xml_element** root)
{
  return read_text(text, size, false, diag, root);
}

/* The begin of a mark in a text; the end of the text, if the mark is missing. */
static char* find_mark(char* text, const char* end, const char* mark)
{
  const size_t n = strlen(mark);
  while ((size_t)(end - text) >= n && memcmp(text, mark, n) != 0) text++;
  return (size_t)(end - text) >= n ? text : text + (end - text);
}

/* Replace hyphens inside comments by blanks. libxml2 reports two hyphens in a row, and then may
 * miss the end of the comment, with all elements up to the end of the next comment. */
static void blank_hyphens(char* text, const char* end)
{
  static const char comment[] = "<!--", data[] = "<![CDATA[";
  while ((text = find_mark(text, end, "<!")) < end) {
    const size_t left = (size_t)(end - text);
    if (left >= 4 && memcmp(text, comment, 4) == 0) {
      char* stop = find_mark(text + 4, end, "-->");
      for (text += 4; text < stop; text++) *text = *text == '-' ? ' ' : *text;
    } else if (left >= 9 && memcmp(text, data, 9) == 0) {
      text = find_mark(text, end, "]]>");
    } else {
      text += 2;
    }
  }
}

lw_status lw_xml_read_lenient(const char* text, size_t size, lw_diag* diag, lw_xml_element** root)
{
  char* copy = malloc(size + 1);
  *root      = NULL;
  if (!copy) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  memcpy(copy, text, size);
  blank_hyphens(copy, copy + size);
  const lw_status status = read_text(copy, size, true, diag, root);
  free(copy);
  return status;
}

/* Read a whole file, up to one byte more than is allowed. */
static lw_status read_bytes(FILE* file, lw_diag* diag, char** bytes, size_t* size)
{
  size_t cap = 1 << 16;
  char*  all = malloc(cap);
  *size      = 0;
  while (all) {
    *size += fread(all + *size, 1, cap - *size, file);
    if (*size < cap || *size > MOST_BYTES) {
      break;
    }
    cap *= 2;
    char* more = realloc(all, cap);
    if (!more) {
      free(all);
    }
    all = more;
  }
  *bytes = all;
  if (!all) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  return LW_OK;
}

lw_status lw_xml_load(const char* path, lw_diag* diag, char** bytes, size_t* size)
{
  *bytes = NULL;

  /* opened here, because libxml2 gives some names a meaning of their own: "-",
   * addresses, compressed files */
  FILE* file = fopen(path, "rb");
  if (!file) {
    return lw_diag_set(diag, LW_ERR_FILE, 0, "cannot be opened: %s", strerror(errno));
  }
  lw_status status = read_bytes(file, diag, bytes, size);
  if (status == LW_OK && ferror(file)) {
    status = lw_diag_set(diag, LW_ERR_FILE, 0, "cannot be read: %s", strerror(errno));
    free(*bytes);
    *bytes = NULL;
  }
  (void)fclose(file);
  return status;
}

lw_status lw_xml_read_file(const char* path, lw_diag* diag, lw_xml_element** root)
{
  char*     bytes  = NULL;
  size_t    size   = 0;
  lw_status status = lw_xml_load(path, diag, &bytes, &size);
  *root            = NULL;
  if (status == LW_OK) {
    status = lw_xml_read_memory(bytes, size, diag, root);
  }
  free(bytes);
  return status;
}

void lw_xml_free(lw_xml_element* root)
{
  while (root) {
    lw_xml_element* following = root->following;
    free(root);
    root = following;
  }
}

/* ---- using ------------------------------------------------------------------------------- */

const char* lw_xml_get(const lw_xml_element* element, const char* attribute)
{
  for (int i = 0; i < element->nattribute; i++) {
    if (strcmp(element->attribute[i].name, attribute) == 0) {
      return element->attribute[i].value;
    }
  }
  return NULL;
}

lw_xml_quote lw_xml_shorten(const char* text)
{
  lw_xml_quote quote = {""};
  const size_t most  = sizeof quote.text - sizeof "...";
  size_t       n     = strlen(text);
  const bool   cut   = n > most;
  if (cut) {
    n = most;
    while (n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80) n--; /* not inside a character */
  }
  for (size_t i = 0; i < n; i++) {
    const unsigned char c = (unsigned char)text[i];
    quote.text[i]         = c < 0x20 || c == 0x7f ? ' ' : text[i];
  }
  memcpy(quote.text + n, cut ? "..." : "", cut ? 4 : 1);
  return quote;
}

/* Write `element "name": ` for an element and its parents, but not for the root. */
static size_t write_path(const lw_xml_element* element, char* text, size_t size)
{
  size_t n = 0;
  if (element->parent && element->parent->parent) {
    n = write_path(element->parent, text, size);
  }
  const char* name  = lw_xml_get(element, "name");
  const bool  named = name && name[0];
  const int   wrote =
      snprintf(text + n, size - n, "%s%s%s%s: ", lw_xml_shorten(element->name).text,
               named ? " \"" : "", named ? lw_xml_shorten(name).text : "", named ? "\"" : "");
  return wrote > 0 && (size_t)wrote < size - n ? n + (size_t)wrote : n;
}

lw_status lw_xml_error(lw_diag* diag, const lw_xml_element* element, const char* format, ...)
{
  char    path[400], text[sizeof(lw_diag)];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  path[write_path(element, path, sizeof path)] = '\0';
  return lw_diag_set(diag, LW_ERR_INPUT, element->line, "%s%s", path, text);
}
