/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * grammar.h - the elements and attributes of a mechanism file.
 */
#ifndef LW_MECHANISM_GRAMMAR_H
#define LW_MECHANISM_GRAMMAR_H

#include "xml/grammar.h"

/* The grammar, from its root element on. mechanism.xsd says the same to editors. */
const lw_grammar_element* lw_mechanism_grammar(void);

#endif
