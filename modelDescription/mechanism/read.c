/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * read.c - a mechanism file becomes a model.
 *
 *   text -> tree (xml/tree.c) -> grammar (grammar.c) -> parameters (parameters.c)
 *   -> repetitions written out (repeat.c) -> elements, those first that others refer to
 *   (bodies.c, joints.c, ...) -> rules of mechanics (solver/model/check_structure.c)
 */
#include <linkwork/mechanism_xml.h>

#include <string.h>

#include "mechanism/grammar.h"
#include "mechanism/reader.h"
#include "xml/grammar.h"
#include "xml/tree.h"

/* The function that reads an element, and its rank: elements may have any order in the file, and
 * are read in the order of their ranks. */
typedef struct element_reader {
  const char* element;
  int         rank;
  lw_status (*read)(lw_reader* reader, const lw_xml_element* element);
} element_reader;

static const element_reader readers[] = {
    {"solver", 0, lw_read_solver},   {"experiment", 0, lw_read_experiment},
    {"ground", 0, lw_read_ground},   {"body", 0, lw_read_body},
    {"joint", 1, lw_read_joint},     {"actuator", 2, lw_read_actuator},
    {"force", 2, lw_read_force},     {"torque", 2, lw_read_torque},
    {"spring", 2, lw_read_spring},   {"bushing", 2, lw_read_bushing},
    {"motion", 2, lw_read_motion},   {"coupling", 2, lw_read_coupling},
    {"outputs", 3, lw_read_outputs},
};

enum { HIGHEST_RANK = 3 };

/* Read one element, if it is of the rank. */
static lw_status read_element(lw_reader* reader, const lw_xml_element* element, int rank)
{
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
    if (readers[i].rank == rank && strcmp(readers[i].element, element->name) == 0) {
      return readers[i].read(reader, element);
    }
  }
  return LW_OK;
}

/* Read an attribute for people, which may be missing. */
static lw_status read_text(lw_reader* reader, const lw_xml_element* root, const char* attribute,
                           lw_name* name)
{
  const char* text = lw_xml_get(root, attribute);
  *name            = text ? lw_model_add_name(reader->model, text) : *name;
  return *name < 0 ? lw_reader_no_memory(reader) : LW_OK;
}

/* <mechanism name="fourbar" gravity="0 -9.81 0" description="..." version="..."> */
static lw_status read_root(lw_reader* reader, const lw_xml_element* root)
{
  static const lw_numbers gravity = {"gravity", 3, 3, false, "m/s2"};
  lw_model*               model   = reader->model;
  lw_status               status  = lw_read_name(reader, root, &model->name);
  if (status == LW_OK) {
    status = read_text(reader, root, "description", &model->description);
  }
  if (status == LW_OK) {
    status = read_text(reader, root, "version", &model->version);
  }
  if (status == LW_OK) {
    status = read_text(reader, root, "author", &model->author);
  }
  if (status == LW_OK) {
    status = read_text(reader, root, "license", &model->license);
  }
  if (status == LW_OK) {
    status = lw_read_values(reader, root, &gravity, &reader->model->gravity);
  }
  return status;
}

/* A tree to a model. */
static lw_status build_model(lw_xml_element* root, lw_diag* diag, lw_model** model)
{
  lw_reader reader = {.model = lw_model_create(), .diag = diag};
  lw_status status = reader.model ? LW_OK : lw_reader_no_memory(&reader);
  if (status == LW_OK) {
    status = lw_grammar_check(lw_mechanism_grammar(), root, diag);
  }
  if (status == LW_OK) {
    status = lw_read_parameters(&reader, root);
  }
  if (status == LW_OK) {
    status = lw_repeat_expand(&reader, root);
  }
  if (status == LW_OK) {
    status = read_root(&reader, root);
  }
  for (int rank = 0; rank <= HIGHEST_RANK && status == LW_OK; rank++) {
    for (const lw_xml_element* e = root->child; e && status == LW_OK; e = e->next) {
      status = read_element(&reader, e, rank);
    }
  }
  if (status == LW_OK) {
    lw_fix_parameters(&reader);
    status = lw_model_finish(reader.model, diag);
    /* a mistake that belongs to no single element belongs to the mechanism */
    if (status == LW_ERR_INPUT && diag && diag->line == 0) {
      diag->line = root->line;
    }
  }
  lw_name_index_free(&reader.names);
  lw_repeat_free(&reader);
  if (status != LW_OK) {
    lw_model_destroy(reader.model);
    return status;
  }
  *model = reader.model;
  return LW_OK;
}

lw_status lw_mechanism_read_memory(const char* text, size_t size, lw_model** model, lw_diag* diag)
{
  lw_xml_element* root   = NULL;
  *model                 = NULL;
  const lw_status status = lw_xml_read_memory(text, size, diag, &root);
  const lw_status built  = status == LW_OK ? build_model(root, diag, model) : status;
  lw_xml_free(root);
  return built;
}

lw_status lw_mechanism_read(const char* path, lw_model** model, lw_diag* diag)
{
  lw_xml_element* root   = NULL;
  *model                 = NULL;
  const lw_status status = lw_xml_read_file(path, diag, &root);
  const lw_status built  = status == LW_OK ? build_model(root, diag, model) : status;
  lw_xml_free(root);
  return built;
}
