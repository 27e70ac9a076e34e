/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * shapes.h - shapes of links, for pictures; for read.c.
 */
#ifndef LW_URDF_SHAPES_H
#define LW_URDF_SHAPES_H

#include <stdbool.h>

#include "urdf/robot.h"
#include "xml/tree.h"

/* Read the boxes, spheres, cylinders, capsules and meshes of a link: those of its visuals, or,
 * where these have none, of its collisions. Where the visuals are meshes only, the plain shapes of
 * the collisions are spare ones. A shape that is not complete is left out: it would only be missing
 * in a picture.
 *   Needs       links in ascending order
 *   Returns     false: no memory */
bool lw_urdf_read_shapes(lw_urdf* robot, int link, const lw_xml_element* element);

/* Read exactly n numbers, separated by blanks. Returns false: the text is something else. */
bool lw_urdf_numbers(const char* text, int n, double value[]);

#endif
