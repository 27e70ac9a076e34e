/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_outline.c - what a body looks like: its shapes, or else the hull of its joint points.
 */
#include "picture_outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NROUND = LW_OUTLINE_ROUND };

static const double two_pi = 6.283185307179586;

/* ---- shapes ------------------------------------------------------------------------------- */

/* points of a shape in its own frame; returns their number, at most 2 NROUND */
static int shape_points(const lw_shape* shape, double point[][3], double* radius)
{
  const double* s = shape->size;
  *radius         = 0.0;
  if (shape->type == LW_SHAPE_BOX) {
    for (int i = 0; i < 8; i++) {
      for (int k = 0; k < 3; k++) point[i][k] = (i >> k & 1 ? 0.5 : -0.5) * s[k];
    }
    return 8;
  }
  if (shape->type == LW_SHAPE_SPHERE) {
    *radius = s[0];
    memset(point[0], 0, sizeof point[0]);
    return 1;
  }
  if (shape->type == LW_SHAPE_CAPSULE) {
    *radius = s[0];
    for (int i = 0; i < 2; i++) {
      point[i][0] = point[i][1] = 0.0;
      point[i][2]               = (i - 0.5) * s[1];
    }
    return 2;
  }
  for (int i = 0; i < 2 * NROUND; i++) {
    const int    k     = i / 2;
    const double angle = two_pi * k / NROUND;
    point[i][0]        = s[0] * cos(angle);
    point[i][1]        = s[0] * sin(angle);
    point[i][2]        = (i % 2 - 0.5) * s[1];
  }
  return 2 * NROUND;
}

static void add_shape(lw_outlines* o, const lw_shape* shape)
{
  static const lw_outline_kind kinds[] = {[LW_SHAPE_BOX]      = LW_OUTLINE_BOX,
                                          [LW_SHAPE_SPHERE]   = LW_OUTLINE_BALL,
                                          [LW_SHAPE_CYLINDER] = LW_OUTLINE_CYLINDER,
                                          [LW_SHAPE_CAPSULE]  = LW_OUTLINE_CAPSULE};
  lw_outline outline = {.kind = kinds[shape->type], .body = shape->body, .first = o->npoint};
  double     local[2 * NROUND][3];
  outline.npoint             = shape_points(shape, local, &outline.radius);
  const lw_picture_pose pose = {
      .r    = {shape->at[0], shape->at[1], shape->at[2]},
      .quat = {shape->quat[0], shape->quat[1], shape->quat[2], shape->quat[3]}};
  for (int i = 0; i < outline.npoint; i++) {
    lw_picture_pose_to_world(&pose, local[i], o->point[o->npoint++]);
  }
  o->outline[o->noutline++] = outline;
}

/* ---- joint points ------------------------------------------------------------------------- */

/* the point of a joint or of a frame on a body, in its frame; false where the joint is not on it */
static int joint_point(const lw_model* model, const lw_track* track, const lw_joint* joint,
                       int body, double local[3])
{
  const int on_parent = joint->parent == body;
  if (!on_parent && joint->child != body) {
    return 0;
  }
  const int frame = on_parent ? joint->parent_frame : joint->child_frame;
  if (frame != LW_NONE) {
    memcpy(local, model->value + model->frame[frame].at, 3 * sizeof *local);
    return 1;
  }
  const lw_picture_pose pose = lw_track_pose(track, 0, body);
  const lw_slot         at   = !on_parent && joint->at2 != LW_NONE ? joint->at2 : joint->at;
  if (at == LW_NONE) {
    return 0;
  }
  lw_picture_pose_to_local(&pose, model->value + at, local);
  return 1;
}

/* all joint points of a body, and its frames that springs use; where that is one point, the body is
 * taken for a rod with its centre of mass in the middle */
static void add_skeleton(lw_outlines* o, const lw_model* model, const lw_track* track, int body)
{
  lw_outline    outline = {.kind = LW_OUTLINE_SKELETON, .body = body, .first = o->npoint};
  const double* com     = model->value + model->body[body].com;
  for (int j = 0; j < model->njoint; j++) {
    o->npoint += joint_point(model, track, &model->joint[j], body, o->point[o->npoint]);
  }
  for (int f = 0; f < model->nframe; f++) {
    if (model->frame[f].body == body) {
      memcpy(o->point[o->npoint++], model->value + model->frame[f].at, sizeof o->point[0]);
    }
  }
  outline.npoint = o->npoint - outline.first;
  if (outline.npoint < 2) {
    const double* one = outline.npoint ? o->point[outline.first] : com;
    for (int k = 0; k < 3; k++) o->point[o->npoint][k] = 2.0 * com[k] - one[k];
    o->npoint++;
    outline.npoint++;
  }
  o->outline[o->noutline++] = outline;
}

/* ---- all ---------------------------------------------------------------------------------- */

/* where a body is held: by the ground, else by the body before it, else by its centre of mass */
static void find_hold(const lw_model* model, const lw_track* track, int body, double hold[3])
{
  int best = 0;
  memcpy(hold, model->value + model->body[body].com, 3 * sizeof *hold);
  for (int j = 0; j < model->njoint; j++) {
    const lw_joint* joint  = &model->joint[j];
    const int       ground = joint->parent == LW_GROUND || joint->child == LW_GROUND;
    const int       rank   = ground ? 3 : joint->child == body ? 2 : 1;
    double          point[3];
    if (rank > best && joint_point(model, track, joint, body, point)) {
      best = rank;
      memcpy(hold, point, sizeof point);
    }
  }
}

/* the end of a body: as far from where it is held, through its centre of mass, as its outlines
 * reach */
static void find_tip(const lw_outlines* o, const lw_model* model, const lw_track* track, int body,
                     double tip[3])
{
  const double* com = model->value + model->body[body].com;
  double        hold[3], along[3];
  find_hold(model, track, body, hold);
  for (int k = 0; k < 3; k++) along[k] = com[k] - hold[k];
  const double square = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
  double       reach  = square > 0.0 ? 1.0 : 0.0; /* in units of along */
  for (int i = 0; i < o->noutline && square > 0.0; i++) {
    for (int p = 0; o->outline[i].body == body && p < o->outline[i].npoint; p++) {
      const double* point = o->point[o->outline[i].first + p];
      double        dot   = 0.0;
      for (int k = 0; k < 3; k++) dot += (point[k] - hold[k]) * along[k];
      reach = fmax(reach, dot / square);
    }
  }
  for (int k = 0; k < 3; k++) tip[k] = hold[k] + reach * along[k];
}

lw_status lw_outlines_create(const lw_model* model, const lw_track* track, lw_outlines* outlines,
                             lw_diag* diag)
{
  /* a shape has at most 2 NROUND points, a body a point more than joints and frames */
  const size_t noutline = (size_t)(model->nshape + model->nbody);
  const size_t npoint =
      (size_t)(2 * NROUND * model->nshape + 2 * model->njoint + model->nframe + 2 * model->nbody);
  *outlines         = (lw_outlines){0};
  outlines->outline = malloc((noutline + 1) * sizeof *outlines->outline);
  outlines->point   = malloc((npoint + 1) * sizeof *outlines->point);
  outlines->tip     = calloc((size_t)model->nbody + 1, sizeof *outlines->tip);
  if (!outlines->outline || !outlines->point || !outlines->tip) {
    lw_outlines_free(outlines);
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  for (int s = 0; s < model->nshape; s++) {
    if (model->shape[s].type != LW_SHAPE_MESH) {
      add_shape(outlines, &model->shape[s]);
    }
  }
  for (int b = 0; b < model->nbody; b++) {
    int has_shape = 0;
    for (int s = 0; s < model->nshape; s++) {
      has_shape |= model->shape[s].body == b && model->shape[s].type != LW_SHAPE_MESH;
    }
    if (!has_shape) {
      add_skeleton(outlines, model, track, b);
    }
    find_tip(outlines, model, track, b, outlines->tip[b]);
  }
  return LW_OK;
}

void lw_outlines_free(lw_outlines* outlines)
{
  free(outlines->outline);
  free(outlines->point);
  free(outlines->tip);
  *outlines = (lw_outlines){0};
}

int lw_outline_ball(const double centre[2], double radius, double point[][2])
{
  for (int k = 0; k < LW_OUTLINE_BALL_CORNERS; k++) {
    const double angle = two_pi * k / LW_OUTLINE_BALL_CORNERS;
    point[k][0]        = centre[0] + radius * cos(angle);
    point[k][1]        = centre[1] + radius * sin(angle);
  }
  return LW_OUTLINE_BALL_CORNERS;
}

/* ---- hull --------------------------------------------------------------------------------- */

static int compare_points(const void* a, const void* b)
{
  const double* p = a;
  const double* q = b;
  return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

/* > 0 where a, b, c turn left */
static double turn(const double a[2], const double b[2], const double c[2])
{
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

int lw_hull(int n, double point[][2])
{
  if (n < 3) {
    return n;
  }
  /* Andrew's monotone chain: the lower side from left to right, then the upper side back */
  double(*hull)[2] = malloc(2 * (size_t)n * sizeof *hull);
  if (!hull) {
    return 0; /* the body is not drawn */
  }
  qsort(point, (size_t)n, sizeof *point, compare_points);
  int k = 0;
  for (int i = 0; i < n; i++) {
    while (k >= 2 && turn(hull[k - 2], hull[k - 1], point[i]) <= 0.0) k--;
    memcpy(hull[k++], point[i], sizeof *hull);
  }
  const int lower = k + 1;
  for (int i = n - 2; i >= 0; i--) {
    while (k >= lower && turn(hull[k - 2], hull[k - 1], point[i]) <= 0.0) k--;
    memcpy(hull[k++], point[i], sizeof *hull);
  }
  const int corners = k > 1 ? k - 1 : k; /* the last is the first again */
  memcpy(point, hull, (size_t)corners * sizeof *point);
  free(hull);
  return corners;
}
