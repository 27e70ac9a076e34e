/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tree.h - an XML text as a tree of elements with their attributes and lines.
 *
 * It is made for files that people write: only elements, attributes and the first piece of
 * text are kept. No other file is read, document type declarations are refused (so no entities
 * are expanded), and depth and size are limited. Attributes that give the place of the schema
 * to editors are left out.
 */
#ifndef LW_XML_TREE_H
#define LW_XML_TREE_H

#include <stddef.h>

#include <linkwork/diag.h>
#include <linkwork/status.h>

typedef struct lw_xml_attribute {
  const char* name; /* with its prefix, if any */
  const char* value;
} lw_xml_attribute;

/* The index of a repetition around an element. */
typedef struct lw_xml_index lw_xml_index;
struct lw_xml_index {
  const char*         name;
  double              value; /* a whole number              */
  const lw_xml_index* outer; /* of the one around, or NULL  */
};

typedef struct lw_xml_element lw_xml_element;
struct lw_xml_element {
  const char*         name;      /* with its prefix, if any                             */
  int                 line;      /* of the '<' of its start tag                         */
  int                 text_line; /* where text begins in it, 0: there is none but blanks */
  int                 nattribute;
  lw_xml_attribute*   attribute; /* in the order of the file (nattribute)               */
  lw_xml_element*     parent;    /* NULL for the root                                   */
  lw_xml_element*     child;     /* the first one, or NULL                              */
  lw_xml_element*     next;      /* after this one in its parent, or NULL               */
  lw_xml_element*     last;      /* the last child, or NULL                             */
  lw_xml_element*     following; /* in the order of the file, over the whole tree       */
  const lw_xml_index* index;     /* innermost of its repetitions, or NULL; for readers  */
};

/* Read a text or a file.
 *   Allocates   a tree, to be freed with lw_xml_free()
 *   Returns     LW_OK, LW_ERR_INPUT with line and reason, LW_ERR_FILE, LW_ERR_MEMORY;
 *               *root is NULL on failure
 *   Nullable    diag */
lw_status lw_xml_read_memory(const char* text, size_t size, lw_diag* diag, lw_xml_element** root);
lw_status lw_xml_read_file(const char* path, lw_diag* diag, lw_xml_element** root);

/* The same for texts of other programs and their users. It also accepts namespaces,
 * undeclared prefixes, any declared encoding, any version, "--" in comments and blanks
 * before the XML declaration. */
lw_status lw_xml_read_lenient(const char* text, size_t size, lw_diag* diag, lw_xml_element** root);

/* Read all bytes of a file, up to one more than a text may have.
 *   Allocates   *bytes, for free()
 *   Returns     LW_OK, LW_ERR_FILE with the reason, LW_ERR_MEMORY; *bytes is NULL on failure
 *   Nullable    diag */
lw_status lw_xml_load(const char* path, lw_diag* diag, char** bytes, size_t* size);

/* Free a tree from its root on.
 *   Nullable    root */
void lw_xml_free(lw_xml_element* root);

/* The value of an attribute, or NULL: it has none of that name. */
const char* lw_xml_get(const lw_xml_element* element, const char* attribute);

/* Record a mistake in an element: `body "crank": frame "tip": ` and the text, with the line of the
 * element. Returns LW_ERR_INPUT.
 *   Nullable    diag */
lw_status lw_xml_error(lw_diag* diag, const lw_xml_element* element, const char* format, ...)
    LW_PRINTF(3, 4);

/* A piece of the text of the file for a message: shortened if it is long, without line ends. */
typedef struct lw_xml_quote {
  char text[72];
} lw_xml_quote;

lw_xml_quote lw_xml_shorten(const char* text);

#endif
