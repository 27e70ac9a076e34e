/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_outline.h - what a body looks like: its shapes, or else the hull of its joint points.
 *
 * An outline is a set of points in the body frame, whose hull is drawn. A sphere has one point and
 * a radius, a capsule two points: their outline depends on the direction of view.
 */
#ifndef LW_PICTURE_OUTLINE_H
#define LW_PICTURE_OUTLINE_H

#include "picture_track.h"
#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/status.h>

enum {
  LW_OUTLINE_ROUND        = 36, /* corners of a circle: its polygon is 0.4 % of the radius off */
  LW_OUTLINE_BALL_CORNERS = 16 /* corners of a ball's outline                                     */
};

typedef enum lw_outline_kind {
  LW_OUTLINE_BOX,      /* 8 points: bit k of the index is the side in direction k          */
  LW_OUTLINE_CYLINDER, /* points 2 i and 2 i + 1 face each other on the two circles         */
  LW_OUTLINE_CAPSULE,  /* 2 points: the centres of its ends                                */
  LW_OUTLINE_BALL,     /* 1 point                                                          */
  LW_OUTLINE_SKELETON  /* the joint points of a body without shapes; 2 of them are a line  */
} lw_outline_kind;

typedef struct lw_outline {
  lw_outline_kind kind;
  int             body;
  int             first, npoint; /* of the points of all outlines            */
  double          radius;        /* each point is a ball of this radius [m]  */
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

/* The outline of a ball at a point of the picture.
 *   Returns     the number of its points, LW_OUTLINE_BALL_CORNERS */
int lw_outline_ball(const double centre[2], double radius, double point[][2]);

/* Convex hull of n points of the plane, counter-clockwise; reorders them. Returns the number of its
 * corners, which come first. */
int lw_hull(int n, double point[][2]);

#endif
