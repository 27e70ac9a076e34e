/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_scene.c - the lines of a picture: snapshots of the bodies, the path of a point, the
 * ground.
 */
#include "picture_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture_solid.h"

/* ---- view --------------------------------------------------------------------------------- */

/* the axis that points up: opposite to gravity, y where there is none */
static int find_up(const lw_model* model)
{
  const double* g  = model->value + model->gravity;
  int           up = 1;
  for (int k = 0; k < 3; k++) up = fabs(g[k]) > fabs(g[up]) ? k : up;
  return up;
}

/* from above a corner: 30 degrees around the vertical, 20 degrees down, so that no axis hides
 * another */
static lw_view view_from_corner(int up)
{
  const double c = 0.8660254037844386, s = 0.5;                       /* of 30 degrees */
  const double down = 0.3420201433256687, level = 0.9396926207859084; /* of 20 degrees */
  const int    a = (up + 1) % 3, b = (up + 2) % 3;
  lw_view      view = {.corner = true};
  /* right-handed: a, b, up; y (up = 1) makes x, the last of z, x, y, the axis that runs to the
   * right */
  view.x[b]  = c;
  view.x[a]  = -s;
  view.y[up] = level;
  view.y[b]  = -s * down;
  view.y[a]  = -c * down;
  return view;
}

bool lw_view_by_name(const lw_model* model, const char* name, lw_view* view)
{
  if (strcmp(name, "iso") == 0) {
    *view = view_from_corner(find_up(model));
    return true;
  }
  *view = (lw_view){.corner = false};
  if (strlen(name) != 2 || name[0] < 'x' || name[0] > 'z' || name[1] < 'x' || name[1] > 'z' ||
      name[0] == name[1]) {
    return false;
  }
  view->x[name[0] - 'x'] = 1.0;
  view->y[name[1] - 'x'] = 1.0;
  return true;
}

void lw_view_choose(const lw_model* model, const lw_track* track, const lw_outlines* outlines,
                    lw_view* view)
{
  /* how far the bodies' frames move in each direction; thickness of the bodies does not count */
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int row = 0; row < track->nrow; row++) {
    for (int b = 0; b < track->nbody; b++) {
      const lw_picture_pose pose = lw_track_pose(track, row, b);
      double                tip[3];
      lw_picture_pose_to_world(&pose, outlines->tip[b], tip);
      for (int k = 0; k < 3; k++) {
        low[k]  = fmin(low[k], fmin(pose.r[k], tip[k]));
        high[k] = fmax(high[k], fmax(pose.r[k], tip[k]));
      }
    }
  }
  const int    up   = find_up(model);
  const double size = fmax(high[0] - low[0], fmax(high[1] - low[1], high[2] - low[2]));
  *view             = view_from_corner(up);
  for (int k = 0; k < 3; k++) {
    /* flat to a fifth of its size, which is more than the bars of our examples are thick */
    if (k != up && high[k] - low[k] < 0.2 * size) {
      const int right = 3 - k - up;
      *view           = (lw_view){.corner = false};
      view->x[right]  = 1.0;
      view->y[up]     = 1.0;
      break;
    }
  }
}

/* ---- strokes ------------------------------------------------------------------------------ */

/* make room for a stroke of n points */
static bool reserve(lw_scene* s, int n)
{
  if (s->nstroke == s->stroke_cap) {
    const int  cap  = 2 * s->stroke_cap + 64;
    lw_stroke* more = realloc(s->stroke, (size_t)cap * sizeof *more);
    if (!more) {
      return false;
    }
    s->stroke     = more;
    s->stroke_cap = cap;
  }
  if (s->npoint + n > s->point_cap) {
    const int cap    = 2 * s->point_cap + n + 256;
    double(*more)[2] = realloc(s->point, (size_t)cap * sizeof *more);
    if (!more) {
      return false;
    }
    s->point     = more;
    s->point_cap = cap;
  }
  return true;
}

double (*lw_scene_begin_stroke(lw_scene* scene, int n, lw_stroke like))[2]
{
  if (!reserve(scene, n)) {
    return NULL;
  }
  like.first                      = scene->npoint;
  scene->stroke[scene->nstroke++] = like;
  return scene->point + scene->npoint;
}

void lw_scene_end_stroke(lw_scene* scene, int npoint)
{
  scene->stroke[scene->nstroke - 1].npoint = npoint;
  scene->npoint += npoint;
}

static void project(const lw_view* view, const double world[3], double point[2])
{
  point[0] = view->x[0] * world[0] + view->x[1] * world[1] + view->x[2] * world[2];
  point[1] = view->y[0] * world[0] + view->y[1] * world[1] + view->y[2] * world[2];
}

/* hull of one outline at one time */
static bool add_body(lw_scene* s, const lw_view* view, const lw_picture_pose* pose,
                     const lw_outlines* o, const lw_outline* outline, double when)
{
  const bool round  = outline->radius > 0.0;
  const int  each   = round ? LW_OUTLINE_BALL_CORNERS : 1;
  double(*point)[2] = lw_scene_begin_stroke(s, each * outline->npoint,
                                            (lw_stroke){.kind = LW_STROKE_BODY, .when = when});
  if (!point) {
    return false;
  }
  int n = 0;
  for (int i = 0; i < outline->npoint; i++) {
    double world[3], centre[2];
    lw_picture_pose_to_world(pose, o->point[outline->first + i], world);
    project(view, world, centre);
    if (round) {
      n += lw_outline_ball(centre, outline->radius, point + n);
    } else {
      memcpy(point[n++], centre, sizeof centre);
    }
  }
  n                                = lw_hull(n, point);
  s->stroke[s->nstroke - 1].closed = n > 2;
  lw_scene_end_stroke(s, n);
  return true;
}

/* path of a body's tip */
static bool add_path(lw_scene* s, const lw_view* view, const lw_track* track, const lw_outlines* o,
                     int body)
{
  double(*point)[2] = lw_scene_begin_stroke(s, track->nrow, (lw_stroke){.kind = LW_STROKE_PATH});
  if (!point) {
    return false;
  }
  for (int row = 0; row < track->nrow; row++) {
    const lw_picture_pose pose = lw_track_pose(track, row, body);
    double                world[3];
    lw_picture_pose_to_world(&pose, o->tip[body], world);
    project(view, world, point[row]);
  }
  lw_scene_end_stroke(s, track->nrow);
  return true;
}

static bool has_shape(const lw_model* model, int body)
{
  int i = 0;
  /* meshes are not drawn */
  while (i < model->nshape &&
         (model->shape[i].body != body || model->shape[i].type == LW_SHAPE_MESH)) {
    i++;
  }
  return i < model->nshape;
}

/* where a joint holds on to the ground; not among solids, unless the body has no shape
 *   Returns     false: no memory */
static bool add_ground(lw_scene* s, const lw_view* view, const lw_model* model,
                       const lw_joint* joint)
{
  const bool parent = joint->parent == LW_GROUND;
  if ((!parent && joint->child != LW_GROUND) ||
      (view->corner && has_shape(model, parent ? joint->child : joint->parent))) {
    return true;
  }
  const int frame = parent ? joint->parent_frame : joint->child_frame;
  lw_slot   at    = !parent && joint->at2 != LW_NONE ? joint->at2 : joint->at;
  at              = frame != LW_NONE ? model->frame[frame].at : at;
  if (at == LW_NONE) {
    return true;
  }
  double(*point)[2] = lw_scene_begin_stroke(s, 1, (lw_stroke){.kind = LW_STROKE_GROUND});
  if (!point) {
    return false;
  }
  project(view, model->value + at, *point);
  lw_scene_end_stroke(s, 1);
  return true;
}

lw_status lw_scene_create(const lw_model* model, const lw_track* track, const lw_outlines* outlines,
                          const lw_view* view, int nsnapshot, int traced, lw_scene* scene,
                          lw_diag* diag)
{
  bool ok = true;
  *scene  = (lw_scene){.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};

  if (traced != LW_NONE) {
    ok = add_path(scene, view, track, outlines, traced);
  }
  for (int i = 0; i < nsnapshot; i++) {
    const double when  = nsnapshot > 1 ? (double)i / (nsnapshot - 1) : 1.0;
    const int    row   = (int)(when * (track->nrow - 1) + 0.5);
    const bool   solid = view->corner && i == nsnapshot - 1;
    if (ok && solid) {
      ok = lw_scene_add_solids(scene, model, track, outlines, view, row);
    }
    for (int k = 0; !solid && ok && k < outlines->noutline; k++) {
      const lw_picture_pose pose = lw_track_pose(track, row, outlines->outline[k].body);
      ok = add_body(scene, view, &pose, outlines, &outlines->outline[k], when);
    }
  }
  for (int j = 0; ok && j < model->njoint; j++) {
    ok = add_ground(scene, view, model, &model->joint[j]);
  }
  if (!ok) {
    lw_scene_free(scene);
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }

  for (int i = 0; i < scene->npoint; i++) {
    for (int k = 0; k < 2; k++) {
      scene->low[k]  = fmin(scene->low[k], scene->point[i][k]);
      scene->high[k] = fmax(scene->high[k], scene->point[i][k]);
    }
  }
  return LW_OK;
}

void lw_scene_free(lw_scene* scene)
{
  free(scene->stroke);
  free(scene->point);
  *scene = (lw_scene){0};
}
