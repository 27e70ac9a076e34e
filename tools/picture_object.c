/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_object.c - bodies, springs and rods at one time, as convex objects with plane faces.
 */
#include "picture_object.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  NROUND  = LW_OUTLINE_ROUND, /* corners of a circle                                             */
  NTURN   = 7,                /* turns of a coil spring: more would merge into a dark bar        */
  NCOIL   = 12 * NTURN + 1,   /* points of a coil spring: every 30 degrees, which looks round    */
  NCORNER = 6 * NROUND        /* corners of all faces of an object, at most: those of a cylinder */
};

/* radius of a coil spring as a share of its length: slim enough to leave
 * visible what is beside it */
#define COIL_RADIUS 0.07

/* ---- objects ------------------------------------------------------------------------------ */

double lw_solids_dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double c[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

/* The world's coordinates to those of the viewer. */
static void add_point(lw_solids* s, const lw_view* view, const double world[3])
{
  double  towards[3];
  double* p = s->point[s->npoint++];
  cross(view->x, view->y, towards);
  p[0] = lw_solids_dot(view->x, world);
  p[1] = lw_solids_dot(view->y, world);
  p[2] = lw_solids_dot(towards, world);
}

static lw_object* begin_object(lw_solids* s, int colour)
{
  lw_object* o = &s->object[s->nobject++];
  *o           = (lw_object){.colour = colour, .first = s->npoint, .first_face = s->nface};
  return o;
}

static void end_object(lw_solids* s, lw_object* o)
{
  o->npoint = s->npoint - o->first;
  o->nface  = s->nface - o->first_face;
  for (int k = 0; k < 3; k++) {
    o->low[k]  = INFINITY;
    o->high[k] = -INFINITY;
    for (int i = 0; i < o->npoint; i++) {
      const double radius = i < o->nball ? o->radius : 0.0;
      o->low[k]           = fmin(o->low[k], s->point[o->first + i][k] - radius);
      o->high[k]          = fmax(o->high[k], s->point[o->first + i][k] + radius);
    }
  }
}

/* Add a face with corners among the points from `first` on. Its normal points away from `inside`; a
 * face without an area is left out. */
static void add_face(lw_solids* s, int first, int ncorner, const int corner[],
                     const double inside[3], lw_face_kind kind)
{
  lw_face f = {.first = s->ncorner, .ncorner = ncorner, .kind = kind};
  for (int i = 0; i < ncorner; i++) s->corner[s->ncorner + i] = first + corner[i];
  const double* a    = s->point[s->corner[f.first]];
  const double* b    = s->point[s->corner[f.first + ncorner / 3]];
  const double* c    = s->point[s->corner[f.first + 2 * ncorner / 3]];
  const double  u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const double  v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  cross(u, v, f.normal);
  const double length = sqrt(lw_solids_dot(f.normal, f.normal));
  if (!(length > 0.0)) {
    return;
  }
  const double sign = lw_solids_dot(f.normal, inside) > lw_solids_dot(f.normal, a) ? -1.0 : 1.0;
  for (int k = 0; k < 3; k++) f.normal[k] *= sign / length;
  f.offset = lw_solids_dot(f.normal, a);
  s->ncorner += ncorner;
  s->face[s->nface++] = f;
}

static void add_box_faces(lw_solids* s, int first, const double inside[3])
{
  static const int corner[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                   {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
  for (int i = 0; i < 6; i++) add_face(s, first, 4, corner[i], inside, LW_FACE_EDGED);
}

/* Between two circles: points 2 i and 2 i + 1 face each other. */
static void add_round_faces(lw_solids* s, int first, const double inside[3], lw_face_kind ends)
{
  for (int i = 0; i < NROUND; i++) {
    const int k = 2 * i, next = 2 * ((i + 1) % NROUND);
    const int corner[4] = {k, k + 1, next + 1, next};
    add_face(s, first, 4, corner, inside, LW_FACE_SMOOTH);
  }
  for (int end = 0; end < 2; end++) {
    int corner[NROUND];
    for (int i = 0; i < NROUND; i++) corner[i] = 2 * i + end;
    add_face(s, first, NROUND, corner, inside, ends);
  }
}

/* Two unit vectors that are perpendicular to a direction and to each other. */
static void perpendicular(const double along[3], double a[3], double b[3])
{
  const double length  = sqrt(lw_solids_dot(along, along));
  const double unit[3] = {along[0] / length, along[1] / length, along[2] / length};
  const int    k       = fabs(unit[0]) < fabs(unit[1]) ? (fabs(unit[0]) < fabs(unit[2]) ? 0 : 2)
                                                       : (fabs(unit[1]) < fabs(unit[2]) ? 1 : 2);
  double       axis[3] = {0.0, 0.0, 0.0};
  axis[k]              = 1.0;
  cross(unit, axis, a);
  const double norm = sqrt(lw_solids_dot(a, a));
  for (int i = 0; i < 3; i++) a[i] /= norm;
  cross(unit, a, b);
}

/* The cylinder of a capsule, as two circles about its two points. */
static void add_circles(lw_solids* s, const lw_view* view, double (*const end)[3], double radius)
{
  const double along[3] = {end[1][0] - end[0][0], end[1][1] - end[0][1], end[1][2] - end[0][2]};
  double       a[3], b[3];
  perpendicular(along, a, b);
  for (int i = 0; i < 2 * NROUND; i++) {
    const int    point = i / 2;
    const double angle = 6.283185307179586 * point / NROUND;
    double       world[3];
    for (int k = 0; k < 3; k++) {
      world[k] = end[i % 2][k] + radius * (cos(angle) * a[k] + sin(angle) * b[k]);
    }
    add_point(s, view, world);
  }
}

static void add_outline(lw_solids* s, const lw_view* view, const lw_picture_pose* pose,
                        const lw_outlines* all, const lw_outline* outline, int colour)
{
  lw_object* o           = begin_object(s, colour);
  double     world[2][3] = {{0.0}}, inside[3] = {0.0, 0.0, 0.0};
  for (int i = 0; i < outline->npoint; i++) {
    lw_picture_pose_to_world(pose, all->point[outline->first + i], world[i % 2]);
    add_point(s, view, world[i % 2]);
    for (int k = 0; k < 3; k++) inside[k] += s->point[s->npoint - 1][k] / outline->npoint;
  }
  switch (outline->kind) {
  case LW_OUTLINE_BOX: add_box_faces(s, o->first, inside); break;
  case LW_OUTLINE_CYLINDER: add_round_faces(s, o->first, inside, LW_FACE_EDGED); break;
  case LW_OUTLINE_CAPSULE:
    add_circles(s, view, world, outline->radius);
    add_round_faces(s, o->first + 2, inside, LW_FACE_COVERED);
    o->nball = 2;
    break;
  case LW_OUTLINE_BALL: o->nball = 1; break;
  case LW_OUTLINE_SKELETON: o->line = outline->npoint == 2; break;
  }
  o->radius = outline->radius;
  end_object(s, o);
}

/* A coil between two points of the world. */
static void add_coil(lw_solids* s, const lw_view* view, const double from[3], const double to[3],
                     int colour)
{
  const double along[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  const double radius   = COIL_RADIUS * sqrt(lw_solids_dot(along, along));
  double       a[3], b[3];
  if (!(radius > 0.0)) {
    return;
  }
  perpendicular(along, a, b);
  lw_object* o = begin_object(s, colour);
  o->line      = true;
  for (int i = 0; i < NCOIL; i++) {
    const double share = (double)i / (NCOIL - 1), angle = 6.283185307179586 * NTURN * share;
    /* the ends lie on the axis */
    const double wide = i == 0 || i == NCOIL - 1 ? 0.0 : radius;
    double       world[3];
    for (int k = 0; k < 3; k++) {
      world[k] = from[k] + share * along[k] + wide * (cos(angle) * a[k] + sin(angle) * b[k]);
    }
    add_point(s, view, world);
  }
  end_object(s, o);
}

/* A massless rod between two points of the world. */
static void add_rod(lw_solids* s, const lw_view* view, const double from[3], const double to[3],
                    int colour)
{
  lw_object* o = begin_object(s, colour);
  o->line      = true;
  add_point(s, view, from);
  add_point(s, view, to);
  end_object(s, o);
}

/* ---- colours ------------------------------------------------------------------------------ */

/* Do two names begin with the same word, as "wheel1_2" and "wheel2_3" do? */
static bool same_kind(const char* a, const char* b)
{
  static const char ends[] = "0123456789_-";
  const size_t      length = strcspn(a, ends);
  return length == strcspn(b, ends) && memcmp(a, b, length) == 0;
}

/* Number the kinds of bodies from 1; the ground has 0. */
static void number_kinds(const lw_model* model, int* kind)
{
  int kinds = 0;
  for (int b = 0; b < model->nbody; b++) {
    const char* name = lw_model_name(model, model->body[b].name);
    int         like = b; /* the last body before this one that is of its kind, or itself */
    for (int k = b - 1; k >= 0 && like == b; k--) {
      like = same_kind(lw_model_name(model, model->body[k].name), name) ? k : b;
    }
    kinds += like == b;
    kind[b] = like == b ? kinds : kind[like];
  }
}

/* ---- all objects -------------------------------------------------------------------------- */

/* A frame's origin in the world. */
static void frame_place(const lw_model* model, const lw_track* track, int row, int frame,
                        double world[3])
{
  const lw_picture_pose pose = lw_track_pose(track, row, model->frame[frame].body);
  lw_picture_pose_to_world(&pose, model->value + model->frame[frame].at, world);
}

/* A point of a joint, given on a frame or in the world of the file's pose, moved with its body. */
static bool joint_place(const lw_model* model, const lw_track* track, int row, int body, int frame,
                        lw_slot at, double world[3])
{
  if (frame != LW_NONE) {
    frame_place(model, track, row, frame, world);
    return true;
  }
  if (at == LW_NONE) {
    return false;
  }
  const lw_picture_pose first = lw_track_pose(track, 0, body),
                        now   = lw_track_pose(track, row, body);
  double local[3];
  lw_picture_pose_to_local(&first, model->value + at, local);
  lw_picture_pose_to_world(&now, local, world);
  return true;
}

static void add_all(lw_solids* s, const lw_model* model, const lw_track* track,
                    const lw_outlines* outlines, const lw_view* view, int row, const int* kind)
{
  const int dark = LW_COLOUR_LINE;
  double    from[3], to[3];
  for (int i = 0; i < outlines->noutline; i++) {
    const lw_outline*     outline = &outlines->outline[i];
    const lw_picture_pose pose    = lw_track_pose(track, row, outline->body);
    add_outline(s, view, &pose, outlines, outline,
                outline->body == LW_GROUND ? 0 : kind[outline->body]);
  }
  for (int i = 0; i < model->nspring; i++) {
    frame_place(model, track, row, model->spring[i].from, from);
    frame_place(model, track, row, model->spring[i].to, to);
    add_coil(s, view, from, to, dark);
  }
  for (int i = 0; i < model->njoint; i++) {
    const lw_joint* j = &model->joint[i];
    if (j->type == LW_DISTANCE &&
        joint_place(model, track, row, j->parent, j->parent_frame, j->at, from) &&
        joint_place(model, track, row, j->child, j->child_frame, j->at2, to)) {
      add_rod(s, view, from, to, dark);
    }
  }
}

bool lw_solids_create(const lw_model* model, const lw_track* track, const lw_outlines* outlines,
                      const lw_view* view, int row, lw_solids* solids)
{
  const size_t noutline = (size_t)outlines->noutline, nspring = (size_t)model->nspring;
  const size_t njoint = (size_t)model->njoint;
  const size_t npoint =
      (size_t)outlines->npoint + 2 * NROUND * noutline + NCOIL * nspring + 2 * njoint;
  *solids        = (lw_solids){0};
  solids->object = malloc((noutline + nspring + njoint + 1) * sizeof *solids->object);
  solids->point  = malloc((npoint + 1) * sizeof *solids->point);
  solids->face   = malloc(((NROUND + 2) * noutline + 1) * sizeof *solids->face);
  solids->corner = malloc((NCORNER * noutline + 1) * sizeof *solids->corner);

  int*       kind = calloc((size_t)model->nbody + 1, sizeof *kind);
  const bool ok   = solids->object && solids->point && solids->face && solids->corner && kind;
  if (ok) {
    number_kinds(model, kind);
    add_all(solids, model, track, outlines, view, row, kind);
  }
  free(kind);
  return ok;
}

void lw_solids_free(lw_solids* solids)
{
  free(solids->object);
  free(solids->point);
  free(solids->face);
  free(solids->corner);
  *solids = (lw_solids){0};
}
