/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_outline.h - what a body looks like: its shapes, or else the hull of its joint points.
 *
 * An outline is a cloud of points in the body frame, whose hull is drawn. A sphere has one point
 * and a radius, because its outline depends on where it is seen from.
 */
#ifndef LW_PICTURE_OUTLINE_H
#define LW_PICTURE_OUTLINE_H

#include "picture_track.h"
#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/status.h>

typedef struct lw_outline {
  int    body;
  int    first, npoint; /* of the points of all outlines            */
  double radius;        /* each point is a ball of this radius [m]  */
} lw_outline;

typedef struct lw_outlines {
  lw_outline* outline;
  double (*point)[3]; /* in the frame of their body [m]     */
  double (*tip)[3];   /* of each body, its end away from where it is held (nbody)       */
  int noutline, npoint;
} lw_outlines;

/* Make the outlines of all bodies.
 *   Needs       the first row of the track is the pose that the file describes
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_outlines_create(const lw_model* model, const lw_track* track, lw_outlines* outlines,
                             lw_diag* diag);

/* Free what outlines hold. */
void lw_outlines_free(lw_outlines* outlines);

/* Convex hull of n points of the plane, counter-clockwise; reorders them. Returns the number of its
 * corners, which come first. */
int lw_hull(int n, double point[][2]);

#endif
