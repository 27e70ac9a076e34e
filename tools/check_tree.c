/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_tree.c - prints the bodies of a mechanism as a tree.
 *
 * A joint belongs to the tree if its bodies are not yet connected by the joints before it in the
 * file; all other joints close loops. In a robot the joints of its tree come first.
 */
#include "check_tree.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "urdf/math.h"

enum {
  MOST_LINES = 250, /* enough for a reader; longer chains are cut                  */
  MOST_DEPTH = 24   /* steps of indentation that fit on a line                 */
};

/* The tree: node 0 is the ground, 1 + b body b. */
typedef struct tree {
  lw_instance*    instance;
  const lw_model* model;
  int*            up;      /* parent in the sets of connected nodes   (nbody + 1) */
  bool*           closing; /* joints that close loops                    (njoint) */
  int*            first;   /* first joint of the tree at each node    (nbody + 1) */
  int*            next;    /* and the next one at its parent, at its child (2 njoint) */
  int*            joint;   /* that leads to a node, LW_NONE at a root (nbody + 1) */
  int*            stack;   /* nodes to be printed                     (nbody + 1) */
  int*            depth;   /* (nbody + 1) */
  bool*           seen;    /* (nbody + 1) */
  int             lines;
} tree;

/* ---- structure --------------------------------------------------------------------------- */

static int root_of(tree* t, int node)
{
  while (t->up[node] != node) {
    t->up[node] = t->up[t->up[node]];
    node        = t->up[node];
  }
  return node;
}

static void find_tree(tree* t)
{
  const lw_model* m = t->model;
  for (int i = 0; i <= m->nbody; i++) {
    t->up[i]    = i;
    t->first[i] = LW_NONE;
    t->joint[i] = LW_NONE;
  }
  for (int j = 0; j < m->njoint; j++) {
    const int a = root_of(t, 1 + m->joint[j].parent), b = root_of(t, 1 + m->joint[j].child);
    t->closing[j] = a == b;
    t->up[b]      = a;
  }
  /* lists of joints at each node; joints are added at the front, so the last joint comes first */
  for (int k = 2 * m->njoint - 1; k >= 0; k--) {
    const lw_joint* joint = &m->joint[k / 2];
    if (!t->closing[k / 2]) {
      const int node = 1 + (k % 2 ? joint->child : joint->parent);
      t->next[k]     = t->first[node];
      t->first[node] = k;
    }
  }
}

static bool make_room(tree* t)
{
  const size_t nodes = (size_t)t->model->nbody + 1, joints = (size_t)t->model->njoint + 1;
  t->up      = malloc(nodes * sizeof *t->up);
  t->closing = malloc(joints * sizeof *t->closing);
  t->first   = malloc(nodes * sizeof *t->first);
  t->next    = malloc(2 * joints * sizeof *t->next);
  t->joint   = malloc(nodes * sizeof *t->joint);
  t->stack   = malloc(nodes * sizeof *t->stack);
  t->depth   = malloc(nodes * sizeof *t->depth);
  t->seen    = calloc(nodes, sizeof *t->seen);
  return t->up && t->closing && t->first && t->next && t->joint && t->stack && t->depth && t->seen;
}

static void free_tree(tree* t)
{
  free(t->up);
  free(t->closing);
  free(t->first);
  free(t->next);
  free(t->joint);
  free(t->stack);
  free(t->depth);
  free(t->seen);
}

/* ---- printing ---------------------------------------------------------------------------- */

/* Orientation of a frame in its body. */
static void frame_quat(const tree* t, const lw_frame* frame, double quat[4])
{
  const double identity[4] = {1.0, 0.0, 0.0, 0.0};
  double       value[4];
  memcpy(quat, identity, sizeof identity);
  if (frame->rotation.kind == LW_ROTATION_QUAT) {
    lw_instance_get_value(t->instance, frame->rotation.slot, 4, quat);
  } else if (frame->rotation.kind == LW_ROTATION_RPY) {
    lw_instance_get_value(t->instance, frame->rotation.slot, 3, value);
    lw_quat_from_rpy(quat, value);
  }
}

/* The axis of a joint in the world, at the present positions. */
static lw_status axis_of(const tree* t, const lw_joint* joint, double axis[3])
{
  lw_status status = LW_OK;
  if (joint->parent_frame == LW_NONE) {
    lw_instance_get_value(t->instance, joint->axis, 3, axis);
    const double length = lw_vector_length(axis);
    for (int i = 0; i < 3; i++) axis[i] /= length;
    return LW_OK;
  }
  const double z[3]    = {0.0, 0.0, 1.0};
  double       quat[4] = {1.0, 0.0, 0.0, 0.0};
  frame_quat(t, &t->model->frame[joint->parent_frame], quat);
  lw_quat_turn(axis, quat, z);
  if (joint->parent != LW_GROUND) {
    status = lw_instance_get(t->instance, LW_BODY_QUAT, joint->parent, quat);
    lw_quat_turn(axis, quat, axis);
  }
  return status;
}

/* An axis without the rounding errors of its components. */
static double rounded(double x)
{
  return x > -5e-7 && x < 5e-7 ? 0.0 : x;
}

static lw_status print_joint(const tree* t, int j)
{
  const lw_joint*      joint = &t->model->joint[j];
  const lw_joint_info* info  = lw_joint_info_get(joint->type);
  printf("%s %s", info->name, lw_model_name(t->model, joint->name));
  lw_status status = LW_OK;
  if (info->needs_axis) {
    double axis[3] = {0.0, 0.0, 0.0};
    status         = axis_of(t, joint, axis);
    printf(", axis %.6g %.6g %.6g", rounded(axis[0]), rounded(axis[1]), rounded(axis[2]));
  }
  double end[2];
  if (joint->lower != LW_NONE && joint->upper != LW_NONE) {
    lw_instance_get_value(t->instance, joint->lower, 1, &end[0]);
    lw_instance_get_value(t->instance, joint->upper, 1, &end[1]);
    printf(", range %.6g to %.6g", end[0], end[1]);
  }
  return status;
}

static lw_status print_node(tree* t, int node)
{
  if (++t->lines > MOST_LINES) {
    return LW_OK;
  }
  const int depth = t->depth[node] < MOST_DEPTH ? t->depth[node] : MOST_DEPTH;
  printf("%*s", 2 + 2 * depth, "");
  if (node == 0) {
    printf("ground\n");
    return LW_OK;
  }
  const lw_body* body = &t->model->body[node - 1];
  double         mass = 0.0;
  lw_instance_get_value(t->instance, body->mass, 1, &mass);
  printf("%s, %.6g kg, ", lw_model_name(t->model, body->name), mass);
  if (t->joint[node] == LW_NONE) {
    printf("free\n");
    return LW_OK;
  }
  const lw_status status = print_joint(t, t->joint[node]);
  putchar('\n');
  return status;
}

/* Print the branch below a root; branches are in the order of the file. */
static lw_status print_branch(tree* t, int root)
{
  lw_status status = LW_OK;
  int       n      = 0;
  t->stack[n++]    = root;
  t->depth[root]   = 0;
  t->seen[root]    = true;
  while (n > 0 && status == LW_OK) {
    const int node  = t->stack[--n];
    const int begin = n;
    status          = print_node(t, node);
    for (int k = t->first[node]; k != LW_NONE; k = t->next[k]) {
      const lw_joint* joint = &t->model->joint[k / 2];
      const int       other = 1 + (k % 2 ? joint->parent : joint->child);
      if (!t->seen[other]) {
        t->seen[other]  = true;
        t->joint[other] = k / 2;
        t->depth[other] = t->depth[node] + 1;
        t->stack[n++]   = other;
      }
    }
    /* the last node on the stack is printed first */
    for (int a = begin, b = n - 1; a < b; a++, b--) {
      const int swap = t->stack[a];
      t->stack[a]    = t->stack[b];
      t->stack[b]    = swap;
    }
  }
  return status;
}

static const char* end_name(const lw_model* model, int body)
{
  return body == LW_GROUND ? "ground" : lw_model_name(model, model->body[body].name);
}

static lw_status print_loops(tree* t)
{
  lw_status status = LW_OK;
  for (int j = 0; j < t->model->njoint && status == LW_OK; j++) {
    if (t->closing[j] && ++t->lines <= MOST_LINES) {
      const lw_joint* joint = &t->model->joint[j];
      printf("loop %s to %s, ", end_name(t->model, joint->parent),
             end_name(t->model, joint->child));
      status = print_joint(t, j);
      putchar('\n');
    }
  }
  return status;
}

lw_status lw_check_tree(lw_instance* instance)
{
  tree      t      = {.instance = instance, .model = lw_instance_model(instance)};
  lw_status status = make_room(&t) ? LW_OK : LW_ERR_MEMORY;
  if (status == LW_OK) {
    find_tree(&t);
    printf("tree\n");
    for (int node = 0; node <= t.model->nbody && status == LW_OK; node++) {
      if (!t.seen[node] && (node > 0 || t.first[0] != LW_NONE)) {
        status = print_branch(&t, node);
      }
    }
  }
  if (status == LW_OK) {
    status = print_loops(&t);
  }
  if (t.lines > MOST_LINES) {
    printf("and %d more\n", t.lines - MOST_LINES);
  }
  free_tree(&t);
  return status;
}
