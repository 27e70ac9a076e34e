/* SPDX-License-Identifier: BSD-2-Clause */
#include "xml/grammar.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "text/suggest.h"

/* Append a word to a list in a text of the given size. */
static void add_word(char* list, size_t size, const char* separator, const char* word)
{
  const size_t n = strlen(list);
  (void)snprintf(list + n, size - n, "%s%s", n ? separator : "", word);
}

/* ---- attributes -------------------------------------------------------------------------- */

static const lw_grammar_attribute* find_attribute(const lw_grammar_element* rule, const char* name)
{
  for (const lw_grammar_attribute* a = rule->attribute; a->name; a++) {
    if (strcmp(a->name, name) == 0) {
      return a;
    }
  }
  return NULL;
}

static lw_status report_attribute(const lw_grammar_element* rule, const lw_xml_element* element,
                                  const char* name, lw_diag* diag)
{
  char          list[512]  = "";
  lw_suggestion suggestion = lw_suggest_begin(name);
  for (const lw_grammar_attribute* a = rule->attribute; a->name; a++) {
    lw_suggest_try(&suggestion, a->name);
    add_word(list, sizeof list, ", ", a->name);
  }
  if (suggestion.best) {
    char hint[LW_SUGGEST_SIZE];
    return lw_xml_error(diag, element, "unknown attribute \"%s\"%s", lw_xml_shorten(name).text,
                        lw_suggest_text(&suggestion, hint));
  }
  return lw_xml_error(diag, element, "unknown attribute \"%s\"; %s%s", lw_xml_shorten(name).text,
                      list[0] ? "allowed are " : "none is allowed", list);
}

static lw_status check_attributes(const lw_grammar_element* rule, const lw_xml_element* element,
                                  lw_diag* diag)
{
  for (int i = 0; i < element->nattribute; i++) {
    if (!find_attribute(rule, element->attribute[i].name)) {
      return report_attribute(rule, element, element->attribute[i].name, diag);
    }
  }
  for (const lw_grammar_attribute* a = rule->attribute; a->name; a++) {
    if (a->required && !lw_xml_get(element, a->name)) {
      return lw_xml_error(diag, element, "attribute \"%s\" is missing", a->name);
    }
  }
  return LW_OK;
}

/* ---- elements ---------------------------------------------------------------------------- */

static const lw_grammar_element* find_child(const lw_grammar_element* rule, const char* name)
{
  for (size_t i = 0; rule->child && rule->child[i]; i++) {
    if (strcmp(rule->child[i]->name, name) == 0) {
      return rule->child[i];
    }
  }
  return NULL;
}

/* Collect the names of all elements of a grammar that may contain one of the given name. */
static void list_parents(const lw_grammar_element* rule, const char* name, char* list, size_t size)
{
  if (find_child(rule, name)) {
    add_word(list, size, " or ", rule->name);
  }
  for (size_t i = 0; rule->child && rule->child[i]; i++) {
    if (!rule->child[i]->repeats) {
      list_parents(rule->child[i], name, list, size);
    }
  }
}

static lw_status report_element(const lw_grammar_element* grammar, const lw_grammar_element* rule,
                                const lw_xml_element* element, lw_diag* diag)
{
  const lw_xml_quote name       = lw_xml_shorten(element->name);
  char               list[512]  = "";
  lw_suggestion      suggestion = lw_suggest_begin(element->name);
  list_parents(grammar, element->name, list, sizeof list);
  if (list[0]) {
    return lw_xml_error(diag, element, "not allowed in \"%s\"; it belongs in %s", rule->name, list);
  }
  for (size_t i = 0; rule->child && rule->child[i]; i++) {
    lw_suggest_try(&suggestion, rule->child[i]->name);
    add_word(list, sizeof list, ", ", rule->child[i]->name);
  }
  if (suggestion.best) {
    char hint[LW_SUGGEST_SIZE];
    return lw_diag_set(diag, LW_ERR_INPUT, element->line, "unknown element \"%s\" in \"%s\"%s",
                       name.text, rule->name, lw_suggest_text(&suggestion, hint));
  }
  return lw_diag_set(diag, LW_ERR_INPUT, element->line, "unknown element \"%s\" in \"%s\"; %s%s",
                     name.text, rule->name, list[0] ? "allowed are " : "none is allowed", list);
}

/* Whether an element before this one in its parent has the same name. */
static bool is_repeated(const lw_xml_element* element)
{
  const lw_xml_element* e = element->parent->child;
  while (e != element && strcmp(e->name, element->name) != 0) e = e->next;
  return e != element;
}

static lw_status check_element(const lw_grammar_element* grammar, const lw_grammar_element* rule,
                               const lw_xml_element* element, lw_diag* diag)
{
  lw_status status = check_attributes(rule, element, diag);
  for (const lw_xml_element* e = element->child; e && status == LW_OK; e = e->next) {
    const lw_grammar_element* child = find_child(rule, e->name);
    if (!child) {
      status = report_element(grammar, rule, e, diag);
    } else if (child->once && is_repeated(e)) {
      status = lw_xml_error(diag, e, "at most one is allowed in \"%s\"", rule->name);
    } else {
      status = check_element(grammar, child, e, diag);
    }
  }
  if (status == LW_OK && element->text_line) {
    status = lw_xml_error(diag, element, "text is not allowed here");
    if (diag) {
      diag->line = element->text_line;
    }
  }
  return status;
}

lw_status lw_grammar_check(const lw_grammar_element* grammar, const lw_xml_element* root,
                           lw_diag* diag)
{
  if (strcmp(root->name, grammar->name) != 0) {
    return lw_diag_set(diag, LW_ERR_INPUT, root->line,
                       "the root element must be \"%s\", found \"%s\"", grammar->name,
                       lw_xml_shorten(root->name).text);
  }
  return check_element(grammar, grammar, root, diag);
}
