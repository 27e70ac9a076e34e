/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * scene.c - a mechanism at its start, as JSON for the page that draws it.
 */
#include "page/scene.h"

#include <math.h>
#include <string.h>

#include "page/json.h"
#include "urdf/math.h"

/* What all functions here need. */
typedef struct writer {
  lw_instance*    instance;
  const lw_model* model;
  lw_text*        text;
} writer;

/* ---- values ------------------------------------------------------------------------------- */

static void get(const writer* w, lw_slot slot, int n, double value[])
{
  memset(value, 0, (size_t)n * sizeof *value);
  if (slot != LW_NONE) {
    lw_instance_get_value(w->instance, slot, n, value);
  }
}

static void get_quat(const writer* w, const lw_rotation* rotation, double quat[4])
{
  double rpy[3];
  switch (rotation->kind) {
  case LW_ROTATION_QUAT: get(w, rotation->slot, 4, quat); break;
  case LW_ROTATION_RPY:
    get(w, rotation->slot, 3, rpy);
    lw_quat_from_rpy(quat, rpy);
    break;
  default: quat[0] = 1.0, quat[1] = quat[2] = quat[3] = 0.0; break;
  }
}

/* A point, and a direction, that the file gives in the world, in the frame of a body. */
static void point_to_body(const writer* w, int body, const double world[3], double local[3])
{
  memcpy(local, world, 3 * sizeof *local);
  if (body != LW_GROUND) {
    double at[3], quat[4], away[3];
    get(w, w->model->body[body].at, 3, at);
    get_quat(w, &w->model->body[body].rotation, quat);
    for (int k = 0; k < 3; k++) away[k] = world[k] - at[k];
    lw_quat_turn_back(local, quat, away);
  }
}

static void axis_to_body(const writer* w, int body, const double world[3], double local[3])
{
  memcpy(local, world, 3 * sizeof *local);
  if (body != LW_GROUND) {
    double quat[4];
    get_quat(w, &w->model->body[body].rotation, quat);
    lw_quat_turn_back(local, quat, world);
  }
  const double length = lw_vector_length(local);
  for (int k = 0; k < 3 && length > 0.0; k++) local[k] /= length;
}

/* ---- bodies ------------------------------------------------------------------------------- */

static void add_shapes(const writer* w, int body)
{
  static const char* const words[] = {[LW_SHAPE_BOX]      = "box",
                                      [LW_SHAPE_SPHERE]   = "sphere",
                                      [LW_SHAPE_CYLINDER] = "cylinder",
                                      [LW_SHAPE_CAPSULE]  = "capsule",
                                      [LW_SHAPE_MESH]     = "mesh"};
  lw_json_begin(w->text, "shapes", '[');
  for (int i = 0; i < w->model->nshape; i++) {
    const lw_shape* shape = &w->model->shape[i];
    if (shape->body == body) {
      lw_json_begin(w->text, NULL, '{');
      lw_json_string(w->text, "type", words[shape->type]);
      lw_json_numbers(w->text, "size", 3, shape->size);
      lw_json_numbers(w->text, "at", 3, shape->at);
      lw_json_numbers(w->text, "quat", 4, shape->quat);
      if (shape->type == LW_SHAPE_MESH) {
        lw_json_string(w->text, "file", lw_model_name(w->model, shape->file));
      }
      if (shape->painted) {
        lw_json_numbers(w->text, "colour", 4, shape->colour);
      }
      if (shape->spare) {
        lw_json_bool(w->text, "spare", true);
      }
      lw_json_end(w->text, '}');
    }
  }
  lw_json_end(w->text, ']');
}

static void add_frames(const writer* w, int body)
{
  lw_json_begin(w->text, "frames", '[');
  for (int i = 0; i < w->model->nframe; i++) {
    const lw_frame* frame = &w->model->frame[i];
    if (frame->body == body) {
      double at[3], quat[4];
      get(w, frame->at, 3, at);
      get_quat(w, &frame->rotation, quat);
      lw_json_begin(w->text, NULL, '{');
      lw_json_string(w->text, "name", lw_model_name(w->model, frame->name));
      lw_json_numbers(w->text, "at", 3, at);
      lw_json_numbers(w->text, "quat", 4, quat);
      lw_json_end(w->text, '}');
    }
  }
  lw_json_end(w->text, ']');
}

static void add_value(const writer* w, const char* key, lw_slot slot, int n)
{
  double value[6];
  get(w, slot, n, value);
  lw_json_numbers(w->text, key, (size_t)n, value);
}

static lw_status add_body(const writer* w, int b)
{
  const lw_body* body = &w->model->body[b];
  double         mass, r[3], quat[4];
  lw_status      status = lw_instance_get(w->instance, LW_BODY_R, b, r);
  if (status == LW_OK) {
    status = lw_instance_get(w->instance, LW_BODY_QUAT, b, quat);
  }
  if (status != LW_OK) {
    return status;
  }
  get(w, body->mass, 1, &mass);
  lw_json_begin(w->text, NULL, '{');
  lw_json_string(w->text, "name", lw_model_name(w->model, body->name));
  lw_json_number(w->text, "mass", mass);
  add_value(w, "com", body->com, 3);
  add_value(w, "inertia", body->inertia, 6);
  lw_json_numbers(w->text, "r", 3, r);
  lw_json_numbers(w->text, "quat", 4, quat);
  add_shapes(w, b);
  add_frames(w, b);
  lw_json_end(w->text, '}');
  return LW_OK;
}

/* ---- joints ------------------------------------------------------------------------------- */

/* The point of a joint on one of its bodies, and an axis of its frame there (2: z, 0: x); both are
 * given by a frame. */
static void frame_place(const writer* w, int frame, int axis, double point[3], double direction[3])
{
  const double unit[3] = {axis == 0 ? 1.0 : 0.0, 0.0, axis == 2 ? 1.0 : 0.0};
  double       quat[4];
  get(w, w->model->frame[frame].at, 3, point);
  get_quat(w, &w->model->frame[frame].rotation, quat);
  lw_quat_turn(direction, quat, unit);
}

static void add_place(const writer* w, const lw_joint* joint)
{
  /* axis2 belongs to the child for universal joints, else to the parent */
  const bool on_child = joint->type == LW_UNIVERSAL;
  double     point[2][3], axis[3], axis2[3], unused[3];
  if (joint->parent_frame != LW_NONE) {
    frame_place(w, joint->parent_frame, 2, point[0], axis);
    frame_place(w, on_child ? joint->child_frame : joint->parent_frame, 0, unused, axis2);
    frame_place(w, joint->child_frame, 2, point[1], unused);
  } else {
    double at[3], at2[3], direction[3];
    get(w, joint->at, 3, at);
    get(w, joint->at2 != LW_NONE ? joint->at2 : joint->at, 3, at2);
    point_to_body(w, joint->parent, at, point[0]);
    point_to_body(w, joint->child, at2, point[1]);
    get(w, joint->axis, 3, direction);
    axis_to_body(w, joint->parent, direction, axis);
    get(w, joint->axis2, 3, direction);
    axis_to_body(w, on_child ? joint->child : joint->parent, direction, axis2);
  }
  lw_json_begin(w->text, "points", '[');
  lw_json_numbers(w->text, NULL, 3, point[0]);
  lw_json_numbers(w->text, NULL, 3, point[1]);
  lw_json_end(w->text, ']');
  lw_json_numbers(w->text, "axis", 3, axis);
  lw_json_numbers(w->text, "axis2", 3, axis2);
}

static void add_joint(const writer* w, int j)
{
  const lw_model* m     = w->model;
  const lw_joint* joint = &m->joint[j];
  lw_json_begin(w->text, NULL, '{');
  lw_json_string(w->text, "name", lw_model_name(m, joint->name));
  lw_json_string(w->text, "type", lw_joint_info_get(joint->type)->name);
  lw_json_number(w->text, "parent", joint->parent);
  lw_json_number(w->text, "child", joint->child);
  add_place(w, joint);
  lw_json_begin(w->text, "drives", '[');
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator[i].joint == j) {
      lw_json_string(w->text, NULL, lw_model_name(m, m->actuator[i].name));
    }
  }
  for (int i = 0; i < m->nmotion; i++) {
    if (m->motion[i].joint == j) {
      lw_json_string(w->text, NULL, lw_model_name(m, m->motion[i].name));
    }
  }
  lw_json_end(w->text, ']');
  lw_json_end(w->text, '}');
}

/* ---- forces ------------------------------------------------------------------------------- */

static void add_end(const writer* w, int frame)
{
  lw_json_begin(w->text, NULL, '{');
  lw_json_number(w->text, "body", w->model->frame[frame].body);
  add_value(w, "at", w->model->frame[frame].at, 3);
  lw_json_end(w->text, '}');
}

/* A spring or a bushing. */
static void add_elastic(const writer* w, lw_name name, int from, int to)
{
  lw_json_begin(w->text, NULL, '{');
  lw_json_string(w->text, "name", lw_model_name(w->model, name));
  lw_json_begin(w->text, "ends", '[');
  add_end(w, from);
  add_end(w, to);
  lw_json_end(w->text, ']');
  lw_json_end(w->text, '}');
}

static void add_load(const writer* w, const lw_load* load)
{
  const bool at_com = load->at == LW_NONE && load->body != LW_GROUND;
  lw_json_begin(w->text, NULL, '{');
  lw_json_string(w->text, "name", lw_model_name(w->model, load->name));
  lw_json_number(w->text, "body", load->body);
  add_value(w, "at", at_com ? w->model->body[load->body].com : load->at, 3);
  lw_json_bool(w->text, "torque", load->is_torque);
  lw_json_string(w->text, "axes", load->body_axes ? "body" : "world");
  lw_json_end(w->text, '}');
}

static void add_coupling(const writer* w, const lw_coupling* coupling)
{
  lw_json_begin(w->text, NULL, '{');
  lw_json_string(w->text, "name", lw_model_name(w->model, coupling->name));
  lw_json_begin(w->text, "joints", '[');
  for (int i = 0; i < coupling->nterm; i++) {
    lw_json_number(w->text, NULL, w->model->coupling_term[coupling->term + i].joint);
  }
  lw_json_end(w->text, ']');
  lw_json_end(w->text, '}');
}

static void add_forces(const writer* w)
{
  const lw_model* m = w->model;
  lw_json_begin(w->text, "springs", '[');
  for (int i = 0; i < m->nspring; i++) {
    add_elastic(w, m->spring[i].name, m->spring[i].from, m->spring[i].to);
  }
  lw_json_end(w->text, ']');
  lw_json_begin(w->text, "bushings", '[');
  for (int i = 0; i < m->nbushing; i++) {
    add_elastic(w, m->bushing[i].name, m->bushing[i].from, m->bushing[i].to);
  }
  lw_json_end(w->text, ']');
  lw_json_begin(w->text, "loads", '[');
  for (int i = 0; i < m->nload; i++) add_load(w, &m->load[i]);
  lw_json_end(w->text, ']');
  lw_json_begin(w->text, "couplings", '[');
  for (int i = 0; i < m->ncoupling; i++) add_coupling(w, &m->coupling[i]);
  lw_json_end(w->text, ']');
}

/* ---- all ---------------------------------------------------------------------------------- */

lw_status lw_scene_json(lw_instance* instance, const char* key, lw_text* text)
{
  const lw_model* m = lw_instance_model(instance);
  const writer    w = {.instance = instance, .model = m, .text = text};
  lw_json_begin(text, key, '{');
  lw_json_string(text, "name", lw_model_name(m, m->name));
  lw_json_string(text, "description", lw_model_name(m, m->description));
  add_value(&w, "gravity", m->gravity, 3);
  lw_json_begin(text, "ground", '{');
  add_shapes(&w, LW_GROUND);
  add_frames(&w, LW_GROUND);
  lw_json_end(text, '}');
  lw_json_begin(text, "bodies", '[');
  lw_status status = LW_OK;
  for (int b = 0; b < m->nbody && status == LW_OK; b++) status = add_body(&w, b);
  lw_json_end(text, ']');
  lw_json_begin(text, "joints", '[');
  for (int j = 0; j < m->njoint; j++) add_joint(&w, j);
  lw_json_end(text, ']');
  add_forces(&w);
  lw_json_end(text, '}');
  return status != LW_OK ? status : text->failed ? LW_ERR_MEMORY : LW_OK;
}
