/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_object.h - bodies, springs and rods at one time, as convex objects with plane faces.
 *
 * All coordinates are those of the viewer: x to the right, y upwards, z towards the viewer.
 */
#ifndef LW_PICTURE_OBJECT_H
#define LW_PICTURE_OBJECT_H

#include <stdbool.h>

#include "picture_outline.h"
#include "picture_scene.h"
#include "picture_track.h"
#include <linkwork/model.h>

typedef enum lw_face_kind {
  LW_FACE_EDGED,  /* its edges are edges of the object          */
  LW_FACE_SMOOTH, /* a piece of a round side                    */
  LW_FACE_COVERED /* never seen: an end of a capsule's cylinder */
} lw_face_kind;

/* A plane face of an object. */
typedef struct lw_face {
  int          first, ncorner; /* of the list of corners                    */
  double       normal[3];      /* unit length, outwards                     */
  double       offset;         /* normal . p of its corners                 */
  lw_face_kind kind;
} lw_face;

/* What is drawn in one piece: a convex body, or a line. */
typedef struct lw_object {
  int    colour;
  int    first, npoint;     /* of the points                                      */
  int    first_face, nface; /* of the faces                                       */
  int    nball;             /* that many points, the first ones, are balls ...    */
  double radius;            /* ... of this radius [m]                             */
  bool   line;              /* a line through the points                          */
  double low[3], high[3];   /* smallest and largest coordinates                   */
} lw_object;

typedef struct lw_solids {
  lw_object* object;
  double (*point)[3];
  lw_face* face;
  int*     corner; /* points of the faces */
  int      nobject, npoint, nface, ncorner;
} lw_solids;

double lw_solids_dot(const double a[3], const double b[3]);

/* Make the objects of one row of the track.
 *   Allocates   *solids, for lw_solids_free(), also where it fails
 *   Returns     false: no memory */
bool lw_solids_create(const lw_model* model, const lw_track* track, const lw_outlines* outlines,
                      const lw_view* view, int row, lw_solids* solids);

void lw_solids_free(lw_solids* solids);

#endif
