/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * shapes.c - reads the shapes of links, with their colours.
 */
#include "urdf/shapes.h"

#include <stdlib.h>
#include <string.h>

static const lw_xml_element* find_child(const lw_xml_element* element, const char* name)
{
  const lw_xml_element* e = element->child;
  while (e && strcmp(e->name, name) != 0) e = e->next;
  return e;
}

/* Numbers of an attribute. Returns false: it is missing, or something else. */
static bool get_numbers(const lw_xml_element* element, const char* attribute, int n, double value[])
{
  const char* text = lw_xml_get(element, attribute);
  return text && lw_urdf_numbers(text, n, value);
}

/* ---- forms -------------------------------------------------------------------------------- */

static bool read_size(const lw_xml_element* e, lw_shape* shape)
{
  bool found;
  int  nsize = 3;
  if (shape->type == LW_SHAPE_BOX) {
    found = get_numbers(e, "size", 3, shape->size);
  } else {
    const bool round = shape->type == LW_SHAPE_SPHERE;
    nsize            = round ? 1 : 2;
    found            = get_numbers(e, "radius", 1, &shape->size[0]) &&
            (round || get_numbers(e, "length", 1, &shape->size[1]));
  }
  for (int i = 0; i < nsize; i++) found = found && shape->size[i] > 0.0;
  return found;
}

/* <mesh filename="package://arm/base.stl" scale="0.001 0.001 0.001"/> */
static bool read_mesh(const lw_xml_element* e, lw_urdf_shape* shape)
{
  double* scale = shape->base.size;
  bool    found = true;
  shape->file   = lw_xml_get(e, "filename");
  scale[0] = scale[1] = scale[2] = 1.0;
  if (lw_xml_get(e, "scale")) {
    found = get_numbers(e, "scale", 3, scale);
  }
  return found && shape->file && *shape->file && scale[0] * scale[1] * scale[2] != 0.0;
}

static bool read_origin(const lw_xml_element* origin, lw_shape* shape)
{
  double rpy[3] = {0.0, 0.0, 0.0};
  bool   found  = true;
  if (origin && lw_xml_get(origin, "xyz")) {
    found = get_numbers(origin, "xyz", 3, shape->at);
  }
  if (origin && lw_xml_get(origin, "rpy")) {
    found = found && get_numbers(origin, "rpy", 3, rpy);
  }
  const lw_place place = lw_place_of(shape->at, rpy);
  memcpy(shape->quat, place.quat, sizeof place.quat);
  return found;
}

/* ---- colours ------------------------------------------------------------------------------ */

static bool read_colour(const lw_xml_element* material, double colour[4])
{
  const lw_xml_element* e     = find_child(material, "color");
  bool                  found = e && get_numbers(e, "rgba", 4, colour);
  for (int k = 0; k < 4; k++) found = found && colour[k] >= 0.0 && colour[k] <= 1.0;
  return found;
}

/* A material with its colour, or with the name of one that stands beside the links. */
static void read_material(const lw_urdf* robot, const lw_xml_element* visual, lw_shape* shape)
{
  const lw_xml_element* material = find_child(visual, "material");
  const char*           name     = material ? lw_xml_get(material, "name") : NULL;
  shape->painted                 = material && read_colour(material, shape->colour);
  for (const lw_xml_element* e = robot->tree->child; e && name && !shape->painted; e = e->next) {
    const char* own = strcmp(e->name, "material") == 0 ? lw_xml_get(e, "name") : NULL;
    shape->painted  = own && strcmp(own, name) == 0 && read_colour(e, shape->colour);
  }
}

/* ---- shapes ------------------------------------------------------------------------------- */

/* <visual><origin .../><geometry><box size="1 1 1"/></geometry></visual> */
static bool read_shape(const lw_urdf* robot, const lw_xml_element* visual, lw_urdf_shape* shape)
{
  static const struct {
    const char*   name;
    lw_shape_type type;
  } types[]                      = {{"box", LW_SHAPE_BOX},
                                    {"sphere", LW_SHAPE_SPHERE},
                                    {"cylinder", LW_SHAPE_CYLINDER},
                                    {"capsule", LW_SHAPE_CAPSULE},
                                    {"mesh", LW_SHAPE_MESH}};
  const lw_xml_element* geometry = find_child(visual, "geometry");
  const lw_xml_element* e        = geometry ? geometry->child : NULL;
  for (size_t i = 0; e && i < sizeof types / sizeof *types; i++) {
    if (strcmp(e->name, types[i].name) == 0) {
      shape->base.type = types[i].type;
      read_material(robot, visual, &shape->base);
      return (types[i].type == LW_SHAPE_MESH ? read_mesh(e, shape) : read_size(e, &shape->base)) &&
             read_origin(find_child(visual, "origin"), &shape->base);
    }
  }
  return false;
}

/* Append to the robot's shapes. Returns false: no memory. */
static bool add_shape(lw_urdf* robot, const lw_urdf_shape* shape)
{
  /* a power of two is full */
  if ((robot->nshape & (robot->nshape - 1)) == 0) {
    const size_t   cap  = robot->nshape ? 2 * (size_t)robot->nshape : 1;
    lw_urdf_shape* more = realloc(robot->shape, cap * sizeof *more);
    if (!more) {
      return false;
    }
    robot->shape = more;
  }
  robot->shape[robot->nshape++] = *shape;
  return true;
}

bool lw_urdf_read_shapes(lw_urdf* robot, int link, const lw_xml_element* element)
{
  static const char* const kinds[] = {"visual", "collision"};
  lw_urdf_link*            l       = &robot->link[link];
  bool                     mesh = false, plain = false;
  l->shape = robot->nshape;
  for (int k = 0; k < 2 && !plain; k++) {
    for (const lw_xml_element* e = element->child; e; e = e->next) {
      lw_urdf_shape shape = {.base = {.body = link}};
      if (strcmp(e->name, kinds[k]) != 0 || !read_shape(robot, e, &shape) ||
          (k > 0 && mesh && shape.file)) {
        continue;
      }
      shape.base.spare = k > 0 && mesh;
      if (!add_shape(robot, &shape)) {
        return false;
      }
      l->nshape++;
      mesh  = mesh || (k == 0 && shape.file);
      plain = plain || !shape.file;
    }
  }
  return true;
}
