/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * repeat.c - writes out the repetitions of a mechanism file, and the braces in names.
 *
 *   <repeat count="3" index="i">
 *     <body name="link{i}" .../>        link1, link2, link3
 *   </repeat>
 *
 * Repeated elements are copies that share the texts of the first one, except those with braces;
 * each knows the numbers of its repetitions, for its expressions.
 *
 *   cost     linear in the elements that come out; MOST_ELEMENTS and MOST_BYTES bound them
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism/reader.h"

enum {
  MOST_ELEMENTS =
      1000000,      /* more than any solver could use; repetitions without elements count, too */
  MOST_NESTED = 16, /* repetitions in repetitions; a cube of something takes three            */
  NAME_SIZE   = 512 /* of a text with its braces replaced: a body's name, a point, a frame's  */
};

/* Limit of the texts of all repetitions together: 256 bytes for each element. */
#define MOST_BYTES ((size_t)MOST_ELEMENTS * 256)

/* The amount that has been written out. */
typedef struct expansion {
  lw_reader*            reader;
  const lw_xml_element* repeat; /* the repetition that is being written out */
  size_t                elements, bytes;
} expansion;

/* ---- memory ------------------------------------------------------------------------------ */

struct lw_chunk {
  lw_chunk* next;
  size_t    used, size;
  char      data[];
};

/* Zeroed memory that lives as long as the reader. Returns NULL: no memory. */
static void* take(lw_reader* reader, size_t size)
{
  enum { CHUNK = 1 << 16 };
  size = (size + 15) / 16 * 16; /* as malloc aligns */
  if (!reader->chunks || reader->chunks->size - reader->chunks->used < size) {
    const size_t room  = size > CHUNK ? size : CHUNK;
    lw_chunk*    chunk = calloc(1, sizeof *chunk + 16 + room);
    if (!chunk) {
      return NULL;
    }
    chunk->next    = reader->chunks;
    chunk->size    = room;
    reader->chunks = chunk;
  }
  char* base = reader->chunks->data;
  base += (16 - (size_t)(base - (char*)reader->chunks) % 16) % 16;
  void* piece = base + reader->chunks->used;
  reader->chunks->used += size;
  return piece;
}

void lw_repeat_free(lw_reader* reader)
{
  while (reader->chunks) {
    lw_chunk* next = reader->chunks->next;
    free(reader->chunks);
    reader->chunks = next;
  }
}

/* ---- braces ------------------------------------------------------------------------------ */

/* Attributes that name elements. */
static bool is_name(const char* attribute)
{
  static const char* const names[] = {"name", "parent", "child", "parent-frame", "child-frame",
                                      "body", "joint",  "from",  "to",           "of"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(names[i], attribute) == 0) {
      return true;
    }
  }
  return false;
}

/* `link{i+1}` to `link4` */
static lw_status replace_braces(lw_reader* reader, const lw_xml_element* element,
                                lw_xml_attribute* a)
{
  char   text[NAME_SIZE];
  size_t n = 0;
  for (const char* c = a->value; *c; c++) {
    char         piece[32] = {*c};
    const size_t column    = (size_t)(c - a->value) + 1;
    if (*c == '{') {
      const size_t length = strcspn(c + 1, "{}");
      double       value;
      if (c[1 + length] != '}') {
        return lw_xml_error(reader->diag, element, "%s: column %zu: \"}\" is missing", a->name,
                            column);
      }
      const lw_status status =
          lw_read_count(reader, element, a->name, a->value, column, length, &value);
      if (status != LW_OK) {
        return status;
      }
      (void)snprintf(piece, sizeof piece, "%.0f", value);
      c += 1 + length;
    }
    const size_t more = strlen(piece);
    if (n + more >= sizeof text) {
      return lw_xml_error(reader->diag, element, "%s: column %zu: the name is too long", a->name,
                          column);
    }
    memcpy(text + n, piece, more);
    n += more;
  }
  char* copy = take(reader, n + 1);
  if (!copy) {
    return lw_reader_no_memory(reader);
  }
  memcpy(copy, text, n);
  a->value = copy;
  return LW_OK;
}

static lw_status replace_all_braces(lw_reader* reader, lw_xml_element* element)
{
  lw_status status = LW_OK;
  for (int i = 0; i < element->nattribute && status == LW_OK; i++) {
    lw_xml_attribute* a = &element->attribute[i];
    if (strchr(a->value, '{') && is_name(a->name)) {
      status = replace_braces(reader, element, a);
    }
  }
  return status;
}

/* ---- copies ------------------------------------------------------------------------------ */

static lw_status report_size(const expansion* x)
{
  return lw_xml_error(x->reader->diag, x->repeat,
                      "count: column 1: too many repetitions: a mechanism has at most %d elements "
                      "and %zu MB of text",
                      MOST_ELEMENTS, MOST_BYTES / 1000000);
}

/* A copy of an element without its children, not yet in any tree. */
static lw_status copy_element(expansion* x, const lw_xml_element* e, const lw_xml_index* index,
                              lw_xml_element** copy)
{
  const size_t table = (size_t)e->nattribute * sizeof *e->attribute;
  for (int i = 0; i < e->nattribute; i++) x->bytes += strlen(e->attribute[i].value);
  x->elements++;
  if (x->elements > MOST_ELEMENTS || x->bytes > MOST_BYTES) {
    return report_size(x);
  }
  *copy                       = take(x->reader, sizeof **copy);
  lw_xml_attribute* attribute = take(x->reader, table + 1);
  if (!*copy || !attribute) {
    return lw_reader_no_memory(x->reader);
  }
  memcpy(attribute, e->attribute, table);
  **copy = (lw_xml_element){.name       = e->name,
                            .line       = e->line,
                            .nattribute = e->nattribute,
                            .attribute  = attribute,
                            .index      = index};
  return LW_OK;
}

static void append(lw_xml_element* parent, lw_xml_element* child)
{
  child->parent = parent;
  child->next   = NULL;
  if (parent->last) {
    parent->last->next = child;
  } else {
    parent->child = child;
  }
  parent->last = child;
}

/* ---- repetitions ------------------------------------------------------------------------- */

static lw_status append_all(expansion* x, lw_xml_element* parent, lw_xml_element* first,
                            const lw_xml_index* index, int nested);

/* Check that the name of an index is an identifier with no other meaning. */
static lw_status check_index(lw_reader* reader, const lw_xml_element* repeat)
{
  const char* name  = lw_xml_get(repeat, "index");
  const char* taken = NULL;
  int         parameter;
  bool        valid = name[0] != '\0' && !(name[0] >= '0' && name[0] <= '9') && strlen(name) <= 200;
  for (const char* c = name; *c; c++) {
    valid = valid && ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_' ||
                      (*c >= '0' && *c <= '9'));
  }
  if (!valid) {
    return lw_xml_error(
        reader->diag, repeat,
        "index must be a C identifier: letters, digits and \"_\", not starting with "
        "a digit, found \"%s\"",
        lw_xml_shorten(name).text);
  }
  for (const lw_xml_index* i = repeat->index; i; i = i->outer) {
    taken = strcmp(i->name, name) == 0 ? "a repetition around it" : taken;
  }
  if (lw_name_index_find(&reader->names, LW_SCOPE_PARAMETER, name, &parameter)) {
    taken = "a parameter";
  }
  if (lw_expression_is_reserved(name)) {
    return lw_xml_error(reader->diag, repeat, "index: the name \"%s\" has a meaning in expressions",
                        name);
  }
  return taken ? lw_xml_error(reader->diag, repeat, "index: the name \"%s\" is taken by %s", name,
                              taken)
               : LW_OK;
}

/* Read a whole number of a repetition. If the attribute is missing, *value does not change. */
static lw_status read_whole(lw_reader* reader, const lw_xml_element* repeat, const char* attribute,
                            double* value)
{
  const char* text = lw_xml_get(repeat, attribute);
  return text ? lw_read_count(reader, repeat, attribute, text, 0, strlen(text), value) : LW_OK;
}

/* <repeat count="N" index="i" first="1"> */
static lw_status repeat(expansion* x, lw_xml_element* parent, lw_xml_element* element,
                        const lw_xml_index* index, int nested)
{
  lw_reader* reader = x->reader;
  double     count = 0.0, first = 1.0;
  element->index   = index; /* what its attributes may refer to */
  lw_status status = LW_OK;
  if (nested == MOST_NESTED) {
    return lw_xml_error(reader->diag, element, "repetitions are nested more than %d deep",
                        MOST_NESTED);
  }
  status = check_index(reader, element);
  if (status == LW_OK) {
    status = read_whole(reader, element, "count", &count);
  }
  if (status == LW_OK) {
    status = read_whole(reader, element, "first", &first);
  }
  if (status == LW_OK && !(count >= 0.0)) {
    status = lw_xml_error(reader->diag, element,
                          "count: column 1: must not be negative, found %.0f", count);
  }
  const lw_xml_element* around = x->repeat;
  x->repeat                    = element;
  if (status == LW_OK && count > MOST_ELEMENTS) {
    status = report_size(x);
  }
  for (int k = 0; k < count && status == LW_OK; k++) {
    lw_xml_index* number = take(reader, sizeof *number);
    if (!number) {
      return lw_reader_no_memory(reader);
    }
    *number = (lw_xml_index){lw_xml_get(element, "index"), first + k, index};
    x->elements++; /* a repetition of nothing takes time, too */
    status = x->elements > MOST_ELEMENTS
                 ? report_size(x)
                 : append_all(x, parent, element->child, number, nested + 1);
  }
  x->repeat = around;
  return status;
}

/* Append elements with their children to a parent: the elements themselves outside of
 * repetitions, copies inside. */
static lw_status append_all(expansion* x, lw_xml_element* parent, lw_xml_element* first,
                            const lw_xml_index* index, int nested)
{
  lw_status status = LW_OK;
  for (lw_xml_element *e = first, *next; e && status == LW_OK; e = next) {
    next = e->next;
    if (strcmp(e->name, "repeat") == 0) {
      status = repeat(x, parent, e, index, nested);
      continue;
    }
    lw_xml_element* node  = e;
    lw_xml_element* child = e->child;
    if (index) {
      status = copy_element(x, e, index, &node);
      if (status != LW_OK) {
        break;
      }
    }
    node->child = node->last = NULL;
    append(parent, node);
    status = replace_all_braces(x->reader, node);
    if (status == LW_OK) {
      status = append_all(x, node, child, index, nested);
    }
  }
  return status;
}

lw_status lw_repeat_expand(lw_reader* reader, lw_xml_element* root)
{
  expansion       x     = {.reader = reader};
  lw_xml_element* child = root->child;
  root->child = root->last = NULL;
  return append_all(&x, root, child, NULL, 0);
}
