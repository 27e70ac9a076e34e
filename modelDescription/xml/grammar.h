/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * grammar.h - the elements and attributes that a kind of file has, and the check of a tree.
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

/* Check that a tree has only the elements and attributes of a grammar, each in a place where it is
 * allowed, and every attribute that is required. The first mistake in the order of the file is
 * reported, with a suggestion.
 *   Returns     LW_OK, LW_ERR_INPUT with line and reason
 *   Nullable    diag */
lw_status lw_grammar_check(const lw_grammar_element* grammar, const lw_xml_element* root,
                           lw_diag* diag);

#endif
