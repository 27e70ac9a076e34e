/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_solid.c - the bodies at one time as solids: lit faces, sorted from back to front.
 *
 * Objects are drawn from back to front (painter's algorithm), and of each object the faces that
 * point to the viewer.
 */
#include "picture_solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture_depth.h"
#include "picture_object.h"

/* direction of the light: from above, a little from the left, and from behind the viewer's back */
static const double LIGHT[3] = {-0.36, 0.77, 0.53};

/* How bright a face is: 0.6 in the shadow, 1 where the light meets it at a right angle. */
static double shade_of(const double normal[3])
{
  return 0.6 + 0.4 * fmax(lw_solids_dot(normal, LIGHT), 0.0);
}

/* The rim of an object as it is seen: filled, or as a line around what was drawn of it. */
static bool add_rim(lw_scene* scene, const lw_solids* s, const lw_object* o, lw_stroke_kind kind)
{
  const int most    = o->npoint + o->nball * (LW_OUTLINE_BALL_CORNERS - 1);
  double(*point)[2] = lw_scene_begin_stroke(scene, most,
                                            (lw_stroke){.kind   = kind,
                                                        .closed = true,
                                                        .when   = 1.0,
                                                        .colour = o->colour,
                                                        .shade  = shade_of(LIGHT) - 0.15});
  if (!point) {
    return false;
  }
  int n = 0;
  for (int i = 0; i < o->npoint; i++) {
    const double* p = s->point[o->first + i];
    if (i >= o->nball) {
      point[n][0]   = p[0];
      point[n++][1] = p[1];
      continue;
    }
    n += lw_outline_ball(p, o->radius, point + n);
  }
  lw_scene_end_stroke(scene, lw_hull(n, point));
  return true;
}

static bool add_visible_face(lw_scene* scene, const lw_solids* s, const lw_object* o,
                             const lw_face* f)
{
  double(*point)[2] = lw_scene_begin_stroke(scene, f->ncorner,
                                            (lw_stroke){.kind   = LW_STROKE_FACE,
                                                        .closed = true,
                                                        .when   = 1.0,
                                                        .colour = o->colour,
                                                        .shade  = shade_of(f->normal),
                                                        .edged  = f->kind == LW_FACE_EDGED});
  if (!point) {
    return false;
  }
  for (int i = 0; i < f->ncorner; i++) {
    memcpy(point[i], s->point[s->corner[f->first + i]], sizeof point[i]);
  }
  lw_scene_end_stroke(scene, f->ncorner);
  return true;
}

static bool add_line(lw_scene* scene, const lw_solids* s, const lw_object* o)
{
  double(*point)[2] = lw_scene_begin_stroke(
      scene, o->npoint, (lw_stroke){.kind = LW_STROKE_ROD, .when = 1.0, .colour = o->colour});
  if (!point) {
    return false;
  }
  for (int i = 0; i < o->npoint; i++) memcpy(point[i], s->point[o->first + i], sizeof point[i]);
  lw_scene_end_stroke(scene, o->npoint);
  return true;
}

static bool draw_object(lw_scene* scene, const lw_solids* s, const lw_object* o)
{
  if (o->line) {
    return add_line(scene, s, o);
  }
  bool ok = add_rim(scene, s, o, LW_STROKE_FACE);
  for (int f = o->first_face; ok && f < o->first_face + o->nface; f++) {
    ok = s->face[f].kind == LW_FACE_COVERED || s->face[f].normal[2] <= 0.0 ||
         add_visible_face(scene, s, o, &s->face[f]);
  }
  return ok && add_rim(scene, s, o, LW_STROKE_RIM);
}

bool lw_scene_add_solids(lw_scene* scene, const lw_model* model, const lw_track* track,
                         const lw_outlines* outlines, const lw_view* view, int row)
{
  lw_solids s     = {0};
  int*      order = NULL;
  bool      ok    = lw_solids_create(model, track, outlines, view, row, &s);
  if (ok) {
    order = lw_solids_sort(&s);
    ok    = order != NULL;
  }
  for (int i = 0; ok && i < s.nobject; i++) ok = draw_object(scene, &s, &s.object[order[i]]);
  free(order);
  lw_solids_free(&s);
  return ok;
}
