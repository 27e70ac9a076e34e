/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * shapes.c - reads the primitive shapes of links.
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

/* <visual><origin .../><geometry><box size="1 1 1"/></geometry></visual> */
static bool read_shape(const lw_xml_element* visual, lw_shape* shape)
{
  static const struct {
    const char*   name;
    lw_shape_type type;
  } types[]                      = {{"box", LW_SHAPE_BOX},
                                    {"sphere", LW_SHAPE_SPHERE},
                                    {"cylinder", LW_SHAPE_CYLINDER},
                                    {"capsule", LW_SHAPE_CAPSULE}};
  const lw_xml_element* geometry = find_child(visual, "geometry");
  const lw_xml_element* origin   = find_child(visual, "origin");
  const lw_xml_element* e        = geometry ? geometry->child : NULL;
  bool                  found    = false;
  for (size_t i = 0; e && i < sizeof types / sizeof *types && !found; i++) {
    found       = strcmp(e->name, types[i].name) == 0;
    shape->type = types[i].type;
  }
  if (!found) {
    return false;
  }
  int nsize = 3;
  if (shape->type == LW_SHAPE_BOX) {
    found = get_numbers(e, "size", 3, shape->size);
  } else {
    const bool round = shape->type == LW_SHAPE_SPHERE;
    nsize            = round ? 1 : 2;
    found            = get_numbers(e, "radius", 1, &shape->size[0]) &&
            (round || get_numbers(e, "length", 1, &shape->size[1]));
  }
  for (int i = 0; i < nsize; i++) found = found && shape->size[i] > 0.0;

  double rpy[3] = {0.0, 0.0, 0.0};
  if (origin && lw_xml_get(origin, "xyz")) {
    found = found && get_numbers(origin, "xyz", 3, shape->at);
  }
  if (origin && lw_xml_get(origin, "rpy")) {
    found = found && get_numbers(origin, "rpy", 3, rpy);
  }
  const lw_place place = lw_place_of(shape->at, rpy);
  memcpy(shape->quat, place.quat, sizeof place.quat);
  return found;
}

/* Append to the robot's shapes. Returns false: no memory. */
static bool add_shape(lw_urdf* robot, const lw_shape* shape)
{
  /* a power of two is full */
  if ((robot->nshape & (robot->nshape - 1)) == 0) {
    const size_t cap  = robot->nshape ? 2 * (size_t)robot->nshape : 1;
    lw_shape*    more = realloc(robot->shape, cap * sizeof *more);
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
  l->shape                         = robot->nshape;
  for (int k = 0; k < 2 && l->nshape == 0; k++) {
    for (const lw_xml_element* e = element->child; e; e = e->next) {
      lw_shape shape = {.body = link};
      if (strcmp(e->name, kinds[k]) != 0 || !read_shape(e, &shape)) {
        continue;
      }
      if (!add_shape(robot, &shape)) {
        return false;
      }
      l->nshape++;
    }
  }
  return true;
}
