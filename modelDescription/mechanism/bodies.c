/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bodies.c - reads bodies and the ground, with their frames and shapes.
 */
#include <string.h>

#include "mechanism/reader.h"

/* <frame name="tip" at="0.5 0 0" rpy="0 0 1.57"/> */
static lw_status read_frame(lw_reader* reader, const lw_xml_element* element, int body)
{
  static const lw_numbers at     = {"at", 3, 3, false, "m"};
  lw_frame                frame  = {.line = element->line, .body = body, .at = LW_NONE};
  lw_status               status = lw_read_name(reader, element, &frame.name);
  if (status == LW_OK) {
    status = lw_read_values(reader, element, &at, &frame.at);
  }
  if (status == LW_OK) {
    status = lw_read_rotation(reader, element, &frame.rotation);
  }
  if (status == LW_OK) {
    status = lw_reader_add(reader, element, LW_SCOPE_FRAMES + 1 + body,
                           lw_model_add_frame(reader->model, &frame));
  }
  return status;
}

/* ---- shapes ------------------------------------------------------------------------------ */

/* Which attributes give the size of a shape, in the order of lw_shape.size. */
typedef struct shape_info {
  lw_numbers size[2];
  int        nsize;
} shape_info;

static const char* const shape_words[] = {"box", "sphere", "cylinder", "capsule", "mesh", NULL};

static const shape_info shape_infos[] = {
    [LW_SHAPE_BOX]      = {{{"size", 3, 3, false, "m"}}, 1},
    [LW_SHAPE_SPHERE]   = {{{"radius", 1, 1, false, "m"}}, 1},
    [LW_SHAPE_CYLINDER] = {{{"radius", 1, 1, false, "m"}, {"length", 1, 1, false, "m"}}, 2},
    [LW_SHAPE_CAPSULE]  = {{{"radius", 1, 1, false, "m"}, {"length", 1, 1, false, "m"}}, 2},
    [LW_SHAPE_MESH]     = {{{"scale", 3, 3, false, ""}, {"file", 0, 0, false, ""}}, 2}};

/* The attributes of a size that its type does not have. */
static lw_status refuse_sizes(lw_reader* reader, const lw_xml_element* element, lw_shape_type type)
{
  static const char* const all[] = {"size", "radius", "length", "scale", "file"};
  const shape_info*        info  = &shape_infos[type];
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    bool wanted = false;
    for (int k = 0; k < info->nsize; k++) {
      wanted = wanted || strcmp(info->size[k].attribute, all[i]) == 0;
    }
    if (!wanted && lw_xml_get(element, all[i])) {
      return lw_xml_error(reader->diag, element, "a %s has no %s", shape_words[type], all[i]);
    }
  }
  return LW_OK;
}

static lw_status report_sizes(lw_reader* reader, const lw_xml_element* element,
                              const lw_numbers* numbers, const char* rule)
{
  return lw_xml_error(reader->diag, element, "%s must %s, found \"%s\"", numbers->attribute, rule,
                      lw_xml_shorten(lw_xml_get(element, numbers->attribute)).text);
}

static lw_status read_mesh(lw_reader* reader, const lw_xml_element* element, lw_shape* shape)
{
  const lw_numbers* scale = &shape_infos[LW_SHAPE_MESH].size[0];
  const char*       file  = lw_xml_get(element, "file");
  double            value[LW_MOST_NUMBERS];
  int               n = 0;
  if (!file || !*file) {
    return lw_xml_error(reader->diag, element, "attribute \"file\" is missing; a mesh needs it");
  }
  shape->file      = lw_model_add_name(reader->model, file);
  lw_status status = shape->file < 0 ? lw_reader_no_memory(reader)
                                     : lw_read_numbers(reader, element, scale, value, &n);
  for (int k = 0; k < 3 && status == LW_OK; k++) {
    shape->size[k] = n > 0 ? value[k] : 1.0;
    if (shape->size[k] == 0.0) {
      status = report_sizes(reader, element, scale, "not be zero");
    }
  }
  return status;
}

/* `colour`: red, green, blue, and the opacity, which is 1 if it is missing. */
static lw_status read_colour(lw_reader* reader, const lw_xml_element* element, lw_shape* shape)
{
  static const lw_numbers colour = {"colour", 3, 4, false, ""};
  double                  value[LW_MOST_NUMBERS];
  int                     n      = 0;
  lw_status               status = lw_read_numbers(reader, element, &colour, value, &n);
  shape->painted                 = n > 0;
  shape->colour[3]               = 1.0;
  for (int k = 0; k < n && status == LW_OK; k++) {
    shape->colour[k] = value[k];
    if (!(value[k] >= 0.0 && value[k] <= 1.0)) {
      status = report_sizes(reader, element, &colour, "lie between 0 and 1");
    }
  }
  return status;
}

static lw_status read_sizes(lw_reader* reader, const lw_xml_element* element, lw_shape* shape)
{
  const shape_info* info   = &shape_infos[shape->type];
  lw_status         status = refuse_sizes(reader, element, shape->type);
  if (status == LW_OK && shape->type == LW_SHAPE_MESH) {
    return read_mesh(reader, element, shape);
  }
  for (int k = 0; k < info->nsize && status == LW_OK; k++) {
    const lw_numbers* size = &info->size[k];
    double            value[LW_MOST_NUMBERS];
    int               n = 0;
    status              = lw_read_numbers(reader, element, size, value, &n);
    if (status == LW_OK && n == 0) {
      return lw_xml_error(reader->diag, element, "attribute \"%s\" is missing; a %s needs it",
                          size->attribute, shape_words[shape->type]);
    }
    for (int i = 0; i < n && status == LW_OK; i++) {
      shape->size[k + i] = value[i];
      if (!(value[i] > 0.0)) {
        status = report_sizes(reader, element, size, "be positive [m]");
      }
    }
  }
  return status;
}

/* <shape type="box" size="1 0.1 0.1" at="0 0 0"/> */
static lw_status read_shape(lw_reader* reader, const lw_xml_element* element, int body)
{
  static const lw_numbers at    = {"at", 3, 3, false, "m"};
  lw_shape                shape = {.body = body, .file = LW_NONE};
  double                  value[LW_MOST_NUMBERS];
  int                     type = 0, n = 0;
  lw_status               status = lw_read_word(reader, element, "type", shape_words, &type);
  shape.type                     = (lw_shape_type)type;
  if (status == LW_OK) {
    status = read_sizes(reader, element, &shape);
  }
  if (status == LW_OK) {
    status = lw_read_numbers(reader, element, &at, value, &n);
  }
  if (status == LW_OK) {
    memcpy(shape.at, value, (size_t)n * sizeof *value);
    status = lw_read_quat(reader, element, shape.quat);
  }
  if (status == LW_OK) {
    status = read_colour(reader, element, &shape);
  }
  if (status == LW_OK) {
    status = lw_read_bool(reader, element, "spare", &shape.spare);
  }
  if (status == LW_OK && lw_model_add_shape(reader->model, &shape) == LW_NONE) {
    status = lw_reader_no_memory(reader);
  }
  return status;
}

/* ---- bodies ------------------------------------------------------------------------------ */

/* Frames and shapes of a body or of the ground. */
static lw_status read_children(lw_reader* reader, const lw_xml_element* element, int body)
{
  lw_status status = LW_OK;
  for (const lw_xml_element* e = element->child; e && status == LW_OK; e = e->next) {
    status =
        strcmp(e->name, "frame") == 0 ? read_frame(reader, e, body) : read_shape(reader, e, body);
  }
  return status;
}

lw_status lw_read_ground(lw_reader* reader, const lw_xml_element* element)
{
  return read_children(reader, element, LW_GROUND);
}

/* `Ixx Iyy Izz` or `Ixx Iyy Izz Ixy Ixz Iyz` */
static lw_status read_inertia(lw_reader* reader, const lw_xml_element* element, lw_slot* slot)
{
  static const lw_numbers inertia = {"inertia", 3, 6, true, "kg m2"};
  lw_components           c;
  const lw_status         status = lw_read_components(reader, element, &inertia, &c);
  if (status != LW_OK) {
    return status;
  }
  return lw_store_components(reader, element, inertia.attribute, &c, 6, slot);
}

/* <body name="crank" mass="1" inertia="1 1 1" at="0.5 0 0"> */
lw_status lw_read_body(lw_reader* reader, const lw_xml_element* element)
{
  lw_body body = lw_body_default();
  body.line    = element->line;

  const struct {
    lw_numbers numbers;
    lw_slot*   slot;
  } values[]       = {{{"mass", 1, 1, false, "kg"}, &body.mass},
                      {{"com", 3, 3, false, "m"}, &body.com},
                      {{"at", 3, 3, false, "m"}, &body.at},
                      {{"velocity", 3, 3, false, "m/s"}, &body.velocity},
                      {{"spin", 3, 3, false, "rad/s"}, &body.spin}};
  lw_status status = lw_read_name(reader, element, &body.name);
  for (size_t i = 0; i < sizeof values / sizeof *values && status == LW_OK; i++) {
    status = lw_read_values(reader, element, &values[i].numbers, values[i].slot);
  }
  if (status == LW_OK) {
    status = read_inertia(reader, element, &body.inertia);
  }
  if (status == LW_OK) {
    status = lw_read_bool(reader, element, "physical", &body.physical);
  }
  if (status == LW_OK) {
    status = lw_read_rotation(reader, element, &body.rotation);
  }
  if (status != LW_OK) {
    return status;
  }
  const int index = lw_model_add_body(reader->model, &body);
  status          = lw_reader_add(reader, element, LW_SCOPE_BODY, index);
  return status == LW_OK ? read_children(reader, element, index) : status;
}
