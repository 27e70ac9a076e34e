/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * grammar.h - which elements and attributes a kind of file has, and whether a tree obeys.
 */
#ifndef LW_XML_GRAMMAR_H
#define LW_XML_GRAMMAR_H

#include <stdbool.h>

#include "xml/tree.h"
#include <linkwork/diag.h>
#include <linkwork/status.h>

typedef struct lw_grammar_attribute {
  const char* name; /* NULL ends a table */
  bool        required;
} lw_grammar_attribute;

typedef struct lw_grammar_element lw_grammar_element;
struct lw_grammar_element {
  const char*                      name;
  const lw_grammar_attribute*      attribute; /* ends with a NULL name            */
  const lw_grammar_element* const* child;     /* ends with NULL; NULL: none       */
  bool                             once;      /* at most one of it in its parent  */
  bool repeats; /* a repetition of what its parent may have, perhaps of itself */
};

/* Check that a tree has only the elements and attributes of a grammar, each where it belongs, and
 * every attribute that is required. The first breach, in the order of the file, is reported, with
 * the word that may have been meant.
 *   Returns     LW_OK, LW_ERR_INPUT with line and reason
 *   Nullable    diag */
lw_status lw_grammar_check(const lw_grammar_element* grammar, const lw_xml_element* root,
                           lw_diag* diag);

#endif
