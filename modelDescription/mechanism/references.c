/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * references.c - attributes of a mechanism file that name other elements.
 */
#include <stdio.h>
#include <string.h>

#include "mechanism/reader.h"
#include "text/suggest.h"

#define GROUND "ground"

lw_status lw_reader_add(lw_reader* reader, const lw_xml_element* element, int scope, int index)
{
  if (index == LW_NONE ||
      !lw_name_index_add(&reader->names, scope, lw_xml_get(element, "name"), index)) {
    return lw_reader_no_memory(reader);
  }
  return LW_OK;
}

/* ---- hints ------------------------------------------------------------------------------- */

/* The kinds of elements whose names are unique in the whole file, and their outputs. */
typedef struct scope_info {
  int            scope;
  const char*    kind;
  lw_output_kind output;
} scope_info;

static const scope_info scopes[] = {{LW_SCOPE_BODY, "body", LW_OUTPUT_BODY},
                                    {LW_SCOPE_JOINT, "joint", LW_OUTPUT_JOINT},
                                    {LW_SCOPE_MOTION, "motion", LW_OUTPUT_MOTION},
                                    {LW_SCOPE_COUPLING, "coupling", LW_OUTPUT_COUPLING}};

enum { NSCOPE = sizeof scopes / sizeof *scopes };

static void try_scope(const lw_reader* reader, int scope, lw_suggestion* suggestion)
{
  for (size_t i = 0; i < reader->names.n; i++) {
    if (reader->names.entry[i].scope == scope) {
      lw_suggest_try(suggestion, reader->names.entry[i].name);
    }
  }
}

/* Suggest a correction for a name that a scope does not have: a similar name, or the kind of
 * element that has the name. */
static const char* hint_for(const lw_reader* reader, int scope, const char* name,
                            char hint[LW_SUGGEST_SIZE])
{
  lw_suggestion suggestion = lw_suggest_begin(name);
  try_scope(reader, scope, &suggestion);
  lw_suggest_text(&suggestion, hint);
  for (int i = 0; i < NSCOPE && scope < LW_SCOPE_FRAMES; i++) {
    int index;
    if (lw_name_index_find(&reader->names, scopes[i].scope, name, &index)) {
      (void)snprintf(hint, LW_SUGGEST_SIZE, " (it is a %s)", scopes[i].kind);
    }
  }
  return hint;
}

/* ---- bodies, joints ---------------------------------------------------------------------- */

lw_status lw_find_joint(lw_reader* reader, const lw_xml_element* element, int* joint)
{
  const char* name = lw_xml_get(element, "joint");
  char        hint[LW_SUGGEST_SIZE];
  if (lw_name_index_find(&reader->names, LW_SCOPE_JOINT, name, joint)) {
    return LW_OK;
  }
  return lw_xml_error(reader->diag, element, "joint \"%s\" does not exist%s",
                      lw_xml_shorten(name).text, hint_for(reader, LW_SCOPE_JOINT, name, hint));
}

lw_status lw_find_body(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                       const char* what, int* body)
{
  const char* name = lw_xml_get(element, attribute);
  char        hint[LW_SUGGEST_SIZE];
  *body = LW_GROUND;
  if (strcmp(name, GROUND) == 0 || lw_name_index_find(&reader->names, LW_SCOPE_BODY, name, body)) {
    return LW_OK;
  }
  return lw_xml_error(reader->diag, element, "%s \"%s\" does not exist%s", what,
                      lw_xml_shorten(name).text, hint_for(reader, LW_SCOPE_BODY, name, hint));
}

/* ---- frames ------------------------------------------------------------------------------ */

lw_status lw_find_frame_on(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                           int body, int* frame)
{
  const char* name  = lw_xml_get(element, attribute);
  const int   scope = LW_SCOPE_FRAMES + 1 + body;
  char        hint[LW_SUGGEST_SIZE];
  *frame = LW_NONE;
  if (!name || lw_name_index_find(&reader->names, scope, name, frame)) {
    return LW_OK;
  }
  const char* on =
      body == LW_GROUND ? GROUND : lw_model_name(reader->model, reader->model->body[body].name);
  return lw_xml_error(reader->diag, element, "%s \"%s\" does not exist on \"%s\"%s", attribute,
                      lw_xml_shorten(name).text, lw_xml_shorten(on).text,
                      hint_for(reader, scope, name, hint));
}

lw_status lw_find_frame(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                        int* frame)
{
  const char*  text = lw_xml_get(element, attribute);
  const char*  dot  = strchr(text, '.');
  const size_t n    = dot ? (size_t)(dot - text) : 0;
  char         on[256], hint[LW_SUGGEST_SIZE]; /* no name is longer */
  if (!dot || n == 0 || n >= sizeof on || dot[1] == '\0') {
    return lw_xml_error(reader->diag, element,
                        "%s must be body.frame or ground.frame, found \"%s\"", attribute,
                        lw_xml_shorten(text).text);
  }
  memcpy(on, text, n);
  on[n] = '\0';

  int body = LW_GROUND;
  if (strcmp(on, GROUND) != 0 && !lw_name_index_find(&reader->names, LW_SCOPE_BODY, on, &body)) {
    return lw_xml_error(reader->diag, element, "%s \"%s\": body \"%s\" does not exist%s", attribute,
                        lw_xml_shorten(text).text, lw_xml_shorten(on).text,
                        hint_for(reader, LW_SCOPE_BODY, on, hint));
  }
  const int scope = LW_SCOPE_FRAMES + 1 + body;
  if (!lw_name_index_find(&reader->names, scope, dot + 1, frame)) {
    return lw_xml_error(reader->diag, element, "%s \"%s\": \"%s\" has no frame \"%s\"%s", attribute,
                        lw_xml_shorten(text).text, lw_xml_shorten(on).text,
                        lw_xml_shorten(dot + 1).text, hint_for(reader, scope, dot + 1, hint));
  }
  return LW_OK;
}

/* ---- outputs ----------------------------------------------------------------------------- */

lw_status lw_find_output(lw_reader* reader, const lw_xml_element* element, lw_output* output)
{
  static const char energy[] = "energy";
  const char*       name     = lw_xml_get(element, "of");
  char              hint[LW_SUGGEST_SIZE];
  lw_suggestion     suggestion = lw_suggest_begin(name);
  if (strcmp(name, energy) == 0) {
    *output = (lw_output){.kind = LW_OUTPUT_ENERGY, .index = 0};
    return LW_OK;
  }
  for (int i = 0; i < NSCOPE; i++) {
    int index;
    if (lw_name_index_find(&reader->names, scopes[i].scope, name, &index)) {
      *output = (lw_output){.kind = scopes[i].output, .index = index};
      return LW_OK;
    }
    try_scope(reader, scopes[i].scope, &suggestion);
  }
  lw_suggest_try(&suggestion, energy);
  return lw_xml_error(reader->diag, element, "there is no body, joint, motion or coupling \"%s\"%s",
                      lw_xml_shorten(name).text, lw_suggest_text(&suggestion, hint));
}
