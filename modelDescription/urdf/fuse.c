/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fuse.c - revolute joints in series, with intersecting axes and massless links
 * between them, become one joint.
 *
 * URDF has neither universal nor spherical joints; its files put two or three revolute joints in
 * series instead. A massless link between them cannot be simulated as a body, and need not be: two
 * revolutes with perpendicular axes are a universal joint, three are a spherical joint.
 *
 *   reads    joints, origins and bodies of the plan
 *   writes   joints that replace several, fused bodies
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "urdf/plan.h"

/* Axes intersect if their distance is at most this [m]: CAD systems write 1e-17 as well as 1e-9. */
#define MEET 1e-7

/* Cosine up to which axes are perpendicular, and sine below which they are parallel. */
#define PERPENDICULAR 1e-6
#define PARALLEL 1e-3

enum { MOST = 3 }; /* joints that can become one */

/* Joints in series, with massless bodies between them. */
typedef struct stack {
  int n;
  int joint[MOST]; /* of the plan */
} stack;

static bool is_massless(const lw_plan_body* body)
{
  bool any = body->mass != 0.0;
  for (int i = 0; i < 6; i++) any = any || body->inertia[i] != 0.0;
  return !any;
}

/* ---- what must not be lost --------------------------------------------------------------- */

/* The reason why a joint cannot be a part of another one; NULL: it can. */
static const char* find_hindrance(const lw_plan* plan, int joint, const bool followed[])
{
  const lw_plan_joint* j = &plan->joint[joint];
  const lw_urdf_joint* u = &plan->robot->joint[j->urdf];
  if (j->type != LW_REVOLUTE || plan->change[j->urdf]) {
    return "a joint next to it is not revolute";
  }
  if (u->friction != 0.0) {
    return "a joint next to it has friction";
  }
  if (u->mimic != LW_NONE || followed[j->urdf]) {
    return "a joint next to it follows another one, or is followed";
  }
  if (j->driven && plan->loops && plan->loops->has_motors) {
    return "a joint next to it has a motor";
  }
  return NULL;
}

/* ---- geometry ---------------------------------------------------------------------------- */

/* The axis of a joint in the frame of the first joint, where all coordinates are zero. */
typedef struct axis_line {
  double at[3], along[3];
} axis_line;

/* The distances along two lines to their closest points. Returns the distance between these; -1:
 * the lines are parallel. */
static double closest(const axis_line* a, const axis_line* b, double* along_a, double* along_b)
{
  double       d[3], gap[3];
  const double c   = lw_vector_dot(a->along, b->along);
  const double det = 1.0 - c * c;
  for (int i = 0; i < 3; i++) d[i] = b->at[i] - a->at[i];
  if (det < PARALLEL * PARALLEL) {
    return -1.0;
  }
  const double da = lw_vector_dot(d, a->along), db = lw_vector_dot(d, b->along);
  *along_a = (da - c * db) / det;
  *along_b = (c * da - db) / det;
  for (int i = 0; i < 3; i++) {
    gap[i] = d[i] + *along_b * b->along[i] - *along_a * a->along[i];
  }
  return lw_vector_length(gap);
}

/* Frames of the stacked joints in that of the first one, and their axes. */
static void find_lines(const lw_plan* plan, const stack* s, lw_place frame[MOST],
                       axis_line line[MOST])
{
  frame[0] = lw_place_identity();
  for (int i = 0; i < s->n; i++) {
    if (i > 0) {
      frame[i] = lw_place_compose(&frame[i - 1], &plan->origin[s->joint[i]]);
    }
    const lw_urdf_joint* u = &plan->robot->joint[plan->joint[s->joint[i]].urdf];
    memcpy(line[i].at, frame[i].at, sizeof line[i].at);
    lw_quat_turn(line[i].along, frame[i].quat, u->axis);
  }
}

/* The point at which all axes intersect, as the distance along the first axis and along the last
 * one. Returns the reason why they do not intersect, or NULL. */
static const char* find_point(const stack* s, const axis_line line[MOST], double* first,
                              double* last)
{
  double on_middle[2] = {0.0, 0.0};
  *first = *last = 0.0;
  for (int i = 0; i + 1 < s->n; i++) {
    double       a = 0.0, b = 0.0;
    const double gap = closest(&line[i], &line[i + 1], &a, &b);
    if (gap < 0.0) {
      return "the axes of the joints next to it are parallel";
    }
    if (gap > MEET) {
      return "the axes of the joints next to it do not meet";
    }
    /* do not move a joint of the file because of rounding */
    a = fabs(a) < MEET ? 0.0 : a;
    b = fabs(b) < MEET ? 0.0 : b;
    if (i == 0) {
      *first       = a;
      on_middle[0] = b;
    } else {
      on_middle[1] = a;
    }
    *last = b;
  }
  if (s->n == 3 && fabs(on_middle[1] - on_middle[0]) > MEET) {
    return "the axes of the joints next to it do not meet in one point";
  }
  if (s->n == 2 && fabs(lw_vector_dot(line[0].along, line[1].along)) > PERPENDICULAR) {
    return "the axes of the two joints next to it are not perpendicular";
  }
  return NULL;
}

/* Axes of the new joint in the frame of the first one: of a universal joint z is the first axis and
 * x the second; a spherical joint has those of the first frame. */
static void find_axes(const stack* s, const axis_line line[MOST], double quat[4])
{
  static const double identity[4] = {1.0, 0.0, 0.0, 0.0};
  memcpy(quat, identity, sizeof identity);
  if (s->n == 2) {
    double       x[3], y[3];
    const double c = lw_vector_dot(line[0].along, line[1].along);
    for (int i = 0; i < 3; i++) x[i] = line[1].along[i] - c * line[0].along[i];
    const double length = lw_vector_length(x);
    for (int i = 0; i < 3; i++) x[i] /= length;
    lw_vector_cross(y, line[0].along, x);
    lw_quat_from_columns(quat, x, y, line[0].along);
  }
}

/* ---- fusing ------------------------------------------------------------------------------ */

/* Damping of the joints in series about the axes x y z of the frame of the new joint. The axes of a
 * universal joint are those of the two joints. In a spherical joint a joint with axis u and damping
 * d contributes d u u^T at the zero coordinates; of that the diagonal is used. */
static void sum_damping(const lw_plan* plan, const stack* s, const axis_line line[MOST],
                        double damping[3])
{
  for (int i = 0; i < s->n; i++) {
    const double d = plan->robot->joint[plan->joint[s->joint[i]].urdf].damping;
    if (s->n == 2) {
      damping[i == 0 ? 2 : 0] = d;
    } else {
      for (int k = 0; k < 3; k++) damping[k] += d * line[i].along[k] * line[i].along[k];
    }
  }
}

/* Replace joints in series by one joint. Returns the reason why that is impossible, or NULL. */
static const char* fuse_stack(lw_plan* plan, const stack* s)
{
  lw_place       frame[MOST];
  axis_line      line[MOST];
  double         first, last;
  lw_plan_joint* joint = &plan->joint[s->joint[0]];
  find_lines(plan, s, frame, line);
  const char* reason = find_point(s, line, &first, &last);
  if (reason) {
    return reason;
  }
  const lw_urdf_joint* u0       = &plan->robot->joint[joint->urdf];
  const lw_urdf_joint* un       = &plan->robot->joint[plan->joint[s->joint[s->n - 1]].urdf];
  lw_place             in_first = lw_place_identity();
  find_axes(s, line, in_first.quat);
  in_first.has_rpy = lw_place_is_identity(&in_first);
  lw_place in_last = lw_place_inverse(&frame[s->n - 1]);
  in_last          = lw_place_compose(&in_last, &in_first);
  for (int i = 0; i < 3; i++) {
    in_first.at[i] = first * u0->axis[i];
    in_last.at[i]  = last * un->axis[i];
  }
  joint->end[0] = lw_place_compose(&plan->origin[s->joint[0]], &in_first);
  joint->end[1] = in_last;
  joint->type   = s->n == 2 ? LW_UNIVERSAL : LW_SPHERICAL;
  joint->driven = false;
  sum_damping(plan, s, line, joint->damping);
  for (int i = 1; i < s->n; i++) {
    lw_plan_joint* gone            = &plan->joint[s->joint[i]];
    plan->body[gone->parent].fused = true;
    joint->fused[i - 1]            = gone->urdf;
    joint->child                   = gone->child;
    gone->gone                     = true;
    joint->value[i]                = gone->value[0];
    joint->given                   = joint->given || gone->given;
  }
  plan->body[joint->child].joint = s->joint[0];
  return NULL;
}

/* Find the joints in series that begin with the parent joint of a massless body. Returns the reason
 * why there are none, or NULL.
 *   child       the last joint of which each body is the parent */
static const char* find_stack(const lw_plan* plan, int body, const int child[],
                              const bool followed[], stack* s)
{
  int         joint  = plan->body[body].joint;
  const char* reason = joint == LW_NONE ? "no joint leads to it" : NULL;
  s->n               = 0;
  while (!reason) {
    reason = s->n == MOST ? "more than two such links follow each other"
                          : find_hindrance(plan, joint, followed);
    if (reason) {
      break;
    }
    s->joint[s->n++]         = joint;
    const lw_plan_body* next = &plan->body[plan->joint[joint].child];
    if (!is_massless(next)) {
      break;
    }
    if (next->children != 1 || child[next - plan->body] == LW_NONE) {
      reason = next->children == 0 ? "no joint leads from it to another link"
                                   : "more than one joint leads from it";
    }
    joint = child[next - plan->body];
  }
  return reason;
}

/* Mark all massless bodies between joints that are not fused. */
static void leave(lw_plan* plan, int body, const int child[], const char* reason)
{
  while (is_massless(&plan->body[body]) && !plan->body[body].unfused) {
    plan->body[body].unfused = reason;
    if (plan->body[body].children != 1 || child[body] == LW_NONE) {
      return;
    }
    body = plan->joint[child[body]].child;
  }
}

lw_status lw_plan_fuse(lw_plan* plan)
{
  int*      child    = malloc(((size_t)plan->nbody + 1) * sizeof *child);
  bool*     followed = calloc((size_t)plan->robot->njoint + 1, sizeof *followed);
  lw_status status   = child && followed ? LW_OK : lw_plan_no_memory(plan);
  for (int b = 0; b < plan->nbody && status == LW_OK; b++) child[b] = LW_NONE;
  for (int i = 0; i < plan->njoint && status == LW_OK; i++) {
    const lw_plan_joint* joint = &plan->joint[i];
    if (joint->urdf != LW_NONE && joint->parent != LW_GROUND) {
      child[joint->parent] = i;
    }
    if (joint->urdf != LW_NONE && plan->robot->joint[joint->urdf].mimic != LW_NONE) {
      followed[plan->robot->joint[joint->urdf].mimic] = true;
    }
  }
  /* bodies come after their parents, so the first joint of a series is found first */
  for (int b = 0; b < plan->nbody && status == LW_OK; b++) {
    lw_plan_body* body = &plan->body[b];
    if (!is_massless(body) || body->fused || body->unfused) {
      continue;
    }
    stack       s;
    const char* reason = find_stack(plan, b, child, followed, &s);
    if (!reason) {
      reason = fuse_stack(plan, &s);
    }
    if (reason) {
      leave(plan, b, child, reason);
    }
  }
  free(child);
  free(followed);
  return status;
}
