/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_scene.h - the lines of a picture: snapshots of the bodies, the path of a point, the
 * ground.
 */
#ifndef LW_PICTURE_SCENE_H
#define LW_PICTURE_SCENE_H

#include <stdbool.h>

#include "picture_outline.h"
#include "picture_track.h"
#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/status.h>

typedef enum lw_stroke_kind {
  LW_STROKE_BODY,   /* hull of a body in a snapshot                        */
  LW_STROKE_PATH,   /* path of a point over time                           */
  LW_STROKE_GROUND, /* a joint on the ground                               */
  LW_STROKE_FACE,   /* face of a solid: it hides everything drawn before   */
  LW_STROKE_RIM,    /* line around a solid                                 */
  LW_STROKE_ROD     /* thick line: a body of two points, a rod, a spring   */
} lw_stroke_kind;

typedef struct lw_stroke {
  lw_stroke_kind kind;
  int            first, npoint; /* of the points of the scene                      */
  bool           closed;
  double         when;   /* 0 at the start of the picture, 1 at its end            */
  int            colour; /* solids: 0 the ground, LW_COLOUR_LINE, else which kind of body */
  double         shade;  /* faces: brightness, 0 to 1                               */
  bool           edged;  /* faces: the edges are drawn, too                         */
} lw_stroke;

enum { LW_COLOUR_LINE = -1 }; /* of springs and rods */

/* Where it is seen from. The axes x and y of the picture, in the world. */
typedef struct lw_view {
  double x[3], y[3];
  bool   corner; /* from above a corner: the last pose is drawn as solids */
} lw_view;

typedef struct lw_scene {
  lw_stroke* stroke;
  double (*point)[2]; /* [m], y upwards */
  int    nstroke, npoint;
  int    stroke_cap, point_cap;
  double low[2], high[2]; /* the rectangle that holds all points */
} lw_scene;

/* Seen along an axis: "xy", "xz", "yz", "zy", ..., or "iso". Returns false for another name. */
bool lw_view_by_name(const lw_model* model, const char* name, lw_view* view);

/* Seen along the axis in which nothing extends, or else from above one corner. */
void lw_view_choose(const lw_model* model, const lw_track* track, const lw_outlines* outlines,
                    lw_view* view);

/* Collect the lines of a picture: nsnapshot poses evenly over the track, and the path of a body's
 * tip.
 *   Returns     LW_OK, LW_ERR_MEMORY
 *   Allows      LW_NONE for traced: no path */
lw_status lw_scene_create(const lw_model* model, const lw_track* track, const lw_outlines* outlines,
                          const lw_view* view, int nsnapshot, int traced, lw_scene* scene,
                          lw_diag* diag);

/* Begin a stroke of at most n points: its kind, colour and so on come from `like`.
 *   Returns     the place for its points; NULL: no memory */
double (*lw_scene_begin_stroke(lw_scene* scene, int n, lw_stroke like))[2];

/* End it: that many points were written. */
void lw_scene_end_stroke(lw_scene* scene, int npoint);

/* Free what a scene holds. */
void lw_scene_free(lw_scene* scene);

#endif
