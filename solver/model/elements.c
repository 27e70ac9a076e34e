/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * elements.c - make the view of an element of each kind, and find the element that owns a value.
 */
#include "model/elements.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int lw_model_element_count(const lw_model* model, lw_element_kind kind)
{
  switch (kind) {
#define X(name, count)                                                                             \
  case LW_ELEMENT_##name: return model->count;
    LW_ELEMENT_LIST(X)
#undef X
  case LW_ELEMENT_TERM: return model->ncoupling_term;
  case LW_ELEMENT_MECHANISM:
  case LW_ELEMENT_SETTINGS: return 1;
  case LW_ELEMENT_KIND_COUNT: break;
  }
  return 0;
}

static void add(lw_element* element, const char* attribute, lw_slot slot, int n, bool optional)
{
  element->value[element->nvalue++] =
      (lw_element_value){.attribute = attribute, .slot = slot, .n = n, .optional = optional};
}

static void add_rotation(lw_element* element, lw_rotation rotation)
{
  if (rotation.kind == LW_ROTATION_QUAT) {
    add(element, "quat", rotation.slot, 4, false);
  } else if (rotation.kind == LW_ROTATION_RPY) {
    add(element, "rpy", rotation.slot, 3, false);
  }
}

static lw_element view_body(const lw_model* model, const lw_body* body)
{
  lw_element element = {
      .kind = "body", .name = lw_model_name(model, body->name), .line = body->line};
  add(&element, "mass", body->mass, 1, false);
  add(&element, "inertia", body->inertia, 6, false);
  add(&element, "com", body->com, 3, false);
  add(&element, "at", body->at, 3, false);
  add_rotation(&element, body->rotation);
  add(&element, "velocity", body->velocity, 3, false);
  add(&element, "spin", body->spin, 3, false);
  return element;
}

static lw_element view_joint(const lw_model* model, const lw_joint* joint)
{
  lw_element element = {
      .kind = "joint", .name = lw_model_name(model, joint->name), .line = joint->line};
  const lw_joint_info* info     = lw_joint_info_get(joint->type);
  const bool           drivable = info && info->drivable;
  add(&element, "at", joint->at, 3, true);
  add(&element, "axis", joint->axis, 3, true);
  add(&element, "axis2", joint->axis2, 3, true);
  add(&element, "at2", joint->at2, 3, true);
  add(&element, "length", joint->length, 1, true);
  add(&element, "stiffness", joint->stiffness, 1, !drivable);
  add(&element, "damping", joint->damping, 1, !drivable);
  add(&element, "rest", joint->rest, 1, !drivable);
  add(&element, "lower", joint->lower, 1, true);
  add(&element, "upper", joint->upper, 1, true);
  add(&element, "stop-stiffness", joint->stop_stiffness, 1, true);
  add(&element, "stop-damping", joint->stop_damping, 1, true);
  add(&element, "friction", joint->friction, 1, true);
  add(&element, "q0", joint->q0, info ? info->nq : 0, true);
  add(&element, "qd0", joint->qd0, info ? info->nq : 0, true);
  return element;
}

static lw_element view_load(const lw_model* model, const lw_load* load)
{
  lw_element element = {.kind = load->is_torque ? "torque" : "force",
                        .name = lw_model_name(model, load->name),
                        .line = load->line};
  add(&element, "at", load->at, 3, true);
  return element;
}

static lw_element view_spring(const lw_model* model, const lw_spring* spring)
{
  lw_element element = {
      .kind = "spring", .name = lw_model_name(model, spring->name), .line = spring->line};
  add(&element, "stiffness", spring->stiffness, 1, false);
  add(&element, "damping", spring->damping, 1, false);
  add(&element, "length", spring->length, 1, true);
  return element;
}

static lw_element view_bushing(const lw_model* model, const lw_bushing* bushing)
{
  lw_element element = {
      .kind = "bushing", .name = lw_model_name(model, bushing->name), .line = bushing->line};
  add(&element, "stiffness", bushing->stiffness, 6, false);
  add(&element, "damping", bushing->damping, 6, false);
  return element;
}

static lw_element view_motion(const lw_model* model, const lw_motion* motion)
{
  lw_element element = {
      .kind = "motion", .name = lw_model_name(model, motion->name), .line = motion->line};
  if (motion->kind != LW_MOTION_INPUT) {
    const bool constant = motion->kind == LW_MOTION_VELOCITY;
    add(&element, constant ? "velocity" : "position", motion->coef, motion->ncoef, false);
  }
  return element;
}

static lw_element view_frame(const lw_model* model, const lw_frame* frame)
{
  lw_element element = {
      .kind = "frame", .name = lw_model_name(model, frame->name), .line = frame->line};
  add(&element, "at", frame->at, 3, false);
  add_rotation(&element, frame->rotation);
  return element;
}

static lw_element view_settings(const lw_settings* settings)
{
  lw_element element = {.kind = "solver", .name = "", .line = settings->line};
  add(&element, "step", settings->step, 1, false);
  add(&element, "tolerance", settings->tolerance, 1, false);
  add(&element, "iterations", settings->iterations, 1, false);
  return element;
}

lw_element lw_model_element(const lw_model* model, lw_element_kind kind, int index)
{
  lw_element element = {.kind = "", .name = ""};
  switch (kind) {
  case LW_ELEMENT_PARAMETER:
    element.kind = "parameter";
    element.name = lw_model_name(model, model->parameter[index].name);
    element.line = model->parameter[index].line;
    add(&element, "value", model->parameter[index].value, 1, false);
    break;
  case LW_ELEMENT_BODY: return view_body(model, &model->body[index]);
  case LW_ELEMENT_JOINT: return view_joint(model, &model->joint[index]);
  case LW_ELEMENT_ACTUATOR:
    element.kind = "actuator";
    element.name = lw_model_name(model, model->actuator[index].name);
    element.line = model->actuator[index].line;
    break;
  case LW_ELEMENT_LOAD: return view_load(model, &model->load[index]);
  case LW_ELEMENT_SPRING: return view_spring(model, &model->spring[index]);
  case LW_ELEMENT_BUSHING: return view_bushing(model, &model->bushing[index]);
  case LW_ELEMENT_MOTION: return view_motion(model, &model->motion[index]);
  case LW_ELEMENT_COUPLING:
    element.kind = "coupling";
    element.name = lw_model_name(model, model->coupling[index].name);
    element.line = model->coupling[index].line;
    add(&element, "offset", model->coupling[index].offset, 1, false);
    break;
  case LW_ELEMENT_FRAME: return view_frame(model, &model->frame[index]);
  case LW_ELEMENT_TERM:
    element.kind = "term";
    add(&element, "ratio", model->coupling_term[index].ratio, 1, false);
    break;
  case LW_ELEMENT_MECHANISM:
    element.kind = "mechanism";
    element.name = lw_model_name(model, model->name);
    add(&element, "gravity", model->gravity, 3, false);
    break;
  case LW_ELEMENT_SETTINGS: return view_settings(&model->settings);
  case LW_ELEMENT_KIND_COUNT: break;
  }
  return element;
}

bool lw_model_find_owners(lw_model* model)
{
  int* owner = malloc((size_t)model->nvalue * sizeof *owner);
  if (!owner) {
    return false;
  }
  for (int i = 0; i < model->nvalue; i++) owner[i] = LW_NONE;
  for (int kind = 0; kind < LW_ELEMENT_KIND_COUNT; kind++) {
    const int count = lw_model_element_count(model, (lw_element_kind)kind);
    for (int i = 0; i < count; i++) {
      const lw_element element = lw_model_element(model, (lw_element_kind)kind, i);
      for (int k = 0; k < element.nvalue; k++) {
        const lw_element_value* v = &element.value[k];
        /* kind and index in one int: each element has values of eight bytes, so memory runs out
         * first */
        for (int j = 0; v->slot != LW_NONE && j < v->n; j++) {
          owner[v->slot + j] = i * LW_ELEMENT_KIND_COUNT + kind;
        }
      }
    }
  }
  free(model->owner);
  model->owner = owner;
  return true;
}

bool lw_model_owner(const lw_model* model, lw_slot slot, lw_element_kind* kind, int* index)
{
  if (slot < 0 || slot >= model->nvalue || model->owner[slot] == LW_NONE) {
    return false;
  }
  *kind  = (lw_element_kind)(model->owner[slot] % LW_ELEMENT_KIND_COUNT);
  *index = model->owner[slot] / LW_ELEMENT_KIND_COUNT;
  return true;
}

lw_status lw_element_error(lw_diag* diag, const lw_element* element, const char* format, ...)
{
  char    text[sizeof(lw_diag)];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  const bool named = element->name[0] != '\0';
  /* a name that is itself the error may be very long: it is cut */
  return lw_diag_set(diag, LW_ERR_INPUT, element->line, "%s%s%.200s%s: %s", element->kind,
                     named ? " \"" : "", element->name, named ? "\"" : "", text);
}

lw_shown lw_show(double x)
{
  char raw[32];
  snprintf(raw, sizeof raw, "%.9g", isnan(x) ? fabs(x) : x); /* without the sign of "-nan" */
  lw_shown out = {""};
  size_t   n   = 0;
  for (const char* c = raw; *c; c++) {
    const bool plain = (*c >= '0' && *c <= '9') || strchr("+-einfa", *c);
    if (plain || (n > 0 && out.text[n - 1] != '.')) {
      out.text[n++] = plain ? *c : '.';
    }
  }
  out.text[n] = '\0';
  return out;
}
