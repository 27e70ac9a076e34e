/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joints.c - reads joints. lw_model_finish() checks what a type of joint requires; here attributes
 * are refused that it does not use.
 */
#include <stddef.h>

#include "mechanism/reader.h"

/* The values of a joint in the file, their place in lw_joint, and their units. */
typedef struct joint_values {
  lw_numbers numbers;
  size_t     slot; /* offset in lw_joint */
} joint_values;

static const joint_values places[] = {
    {{"at", 3, 3, false, "m"}, offsetof(lw_joint, at)},
    {{"axis", 3, 3, false, ""}, offsetof(lw_joint, axis)},
    {{"axis2", 3, 3, false, ""}, offsetof(lw_joint, axis2)},
    {{"at2", 3, 3, false, "m"}, offsetof(lw_joint, at2)},
};

static const joint_values length[] = {{{"length", 1, 1, false, "m"}, offsetof(lw_joint, length)}};

/* the unit for a length and for an angle */
enum { NLAW = 8 };
static const joint_values law[2][NLAW] = {
    {{{"stiffness", 1, 1, false, "N/m"}, offsetof(lw_joint, stiffness)},
     {{"damping", 1, 1, false, "N s/m"}, offsetof(lw_joint, damping)},
     {{"rest", 1, 1, false, "m"}, offsetof(lw_joint, rest)},
     {{"lower", 1, 1, false, "m"}, offsetof(lw_joint, lower)},
     {{"upper", 1, 1, false, "m"}, offsetof(lw_joint, upper)},
     {{"stop-stiffness", 1, 1, false, "N/m"}, offsetof(lw_joint, stop_stiffness)},
     {{"stop-damping", 1, 1, false, "N s/m"}, offsetof(lw_joint, stop_damping)},
     {{"friction", 1, 1, false, "N"}, offsetof(lw_joint, friction)}},
    {{{"stiffness", 1, 1, false, "N m/rad"}, offsetof(lw_joint, stiffness)},
     {{"damping", 1, 1, false, "N m s/rad"}, offsetof(lw_joint, damping)},
     {{"rest", 1, 1, false, "rad"}, offsetof(lw_joint, rest)},
     {{"lower", 1, 1, false, "rad"}, offsetof(lw_joint, lower)},
     {{"upper", 1, 1, false, "rad"}, offsetof(lw_joint, upper)},
     {{"stop-stiffness", 1, 1, false, "N m/rad"}, offsetof(lw_joint, stop_stiffness)},
     {{"stop-damping", 1, 1, false, "N m s/rad"}, offsetof(lw_joint, stop_damping)},
     {{"friction", 1, 1, false, "N m"}, offsetof(lw_joint, friction)}},
};

static lw_status read_joint_values(lw_reader* reader, const lw_xml_element* element,
                                   const joint_values values[], size_t n, lw_joint* joint)
{
  lw_status status = LW_OK;
  for (size_t i = 0; i < n && status == LW_OK; i++) {
    lw_slot* slot = (lw_slot*)(void*)((char*)joint + values[i].slot);
    status        = lw_read_values(reader, element, &values[i].numbers, slot);
  }
  return status;
}

static lw_status read_type(lw_reader* reader, const lw_xml_element* element, lw_joint_type* type)
{
  const char* words[LW_JOINT_TYPE_COUNT + 1] = {NULL};
  for (int i = 0; i < LW_JOINT_TYPE_COUNT; i++) {
    words[i] = lw_joint_info_get((lw_joint_type)i)->name;
  }
  int             index  = 0;
  const lw_status status = lw_read_word(reader, element, "type", words, &index);
  *type                  = (lw_joint_type)index;
  return status;
}

/* Refuse attributes that this type of joint does not use. */
static lw_status refuse_attributes(lw_reader* reader, const lw_xml_element* element,
                                   lw_joint_type type)
{
  const lw_joint_info* info = lw_joint_info_get(type);
  const bool           rod  = type == LW_DISTANCE;

  /* a fixed or spherical joint may give the z axis of its frame; it does not change the motion */
  const struct {
    const char* attribute;
    bool        allowed;
  } attributes[] = {{"axis", !rod},           {"axis2", info->needs_axis2 || info->allows_axis2},
                    {"at2", info->needs_at2}, {"length", rod},
                    {"q0", info->nq > 0},     {"qd0", info->nq > 0}};
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
    if (!attributes[i].allowed && lw_xml_get(element, attributes[i].attribute)) {
      return lw_xml_error(reader->diag, element, "a %s joint has no %s", info->name,
                          attributes[i].attribute);
    }
  }
  for (int i = 0; i < NLAW && !info->drivable; i++) {
    if (lw_xml_get(element, law[0][i].numbers.attribute)) {
      return lw_xml_error(reader->diag, element, "a %s joint has no %s", info->name,
                          law[0][i].numbers.attribute);
    }
  }
  return LW_OK;
}

/* Spring, damper, range, stops and friction on the coordinate. */
static lw_status read_law(lw_reader* reader, const lw_xml_element* element, lw_joint* joint)
{
  const bool      angle  = lw_joint_info_get(joint->type)->angles & 1u;
  const lw_status status = read_joint_values(reader, element, law[angle], NLAW, joint);
  if (status == LW_OK && joint->lower == LW_NONE && joint->upper == LW_NONE &&
      (joint->stop_stiffness != LW_NONE || joint->stop_damping != LW_NONE)) {
    return lw_xml_error(reader->diag, element, "%s needs lower or upper, the position of a stop",
                        joint->stop_stiffness != LW_NONE ? "stop-stiffness" : "stop-damping");
  }
  return status;
}

/* Coordinates and rates at the start. */
static lw_status read_start(lw_reader* reader, const lw_xml_element* element, lw_joint* joint)
{
  const lw_joint_info* info  = lw_joint_info_get(joint->type);
  const bool           angle = info->angles == (1u << info->nq) - 1u;
  const bool           both  = info->angles != 0 && !angle;
  const lw_numbers q0  = {"q0", info->nq, info->nq, false, both ? "m, rad" : angle ? "rad" : "m"};
  const lw_numbers qd0 = {"qd0", info->nq, info->nq, false,
                          both    ? "m/s, rad/s"
                          : angle ? "rad/s"
                                  : "m/s"};
  const lw_status  status = lw_read_values(reader, element, &q0, &joint->q0);
  return status == LW_OK ? lw_read_values(reader, element, &qd0, &joint->qd0) : status;
}

/* The place of a joint: frames on the two bodies, or points and axes in the world. */
static lw_status read_place(lw_reader* reader, const lw_xml_element* element, lw_joint* joint)
{
  lw_status status =
      lw_find_frame_on(reader, element, "parent-frame", joint->parent, &joint->parent_frame);
  if (status == LW_OK) {
    status = lw_find_frame_on(reader, element, "child-frame", joint->child, &joint->child_frame);
  }
  if (status != LW_OK) {
    return status;
  }
  const size_t nplace = sizeof places / sizeof *places;
  if (joint->parent_frame == LW_NONE && joint->child_frame == LW_NONE) {
    return read_joint_values(reader, element, places, nplace, joint);
  }
  for (size_t i = 0; i < nplace; i++) {
    if (lw_xml_get(element, places[i].numbers.attribute)) {
      return lw_xml_error(reader->diag, element,
                          "%s follows from the frames; give either frames or world coordinates",
                          places[i].numbers.attribute);
    }
  }
  return LW_OK;
}

/* <joint name="A" type="revolute" parent="ground" child="crank" at="0 0 0" axis="0 0 1"/> */
lw_status lw_read_joint(lw_reader* reader, const lw_xml_element* element)
{
  lw_joint joint = lw_joint_default();
  joint.line     = element->line;

  lw_status status = lw_read_name(reader, element, &joint.name);
  if (status == LW_OK) {
    status = read_type(reader, element, &joint.type);
  }
  if (status == LW_OK) {
    status = lw_find_body(reader, element, "parent", "parent body", &joint.parent);
  }
  if (status == LW_OK) {
    status = lw_find_body(reader, element, "child", "child body", &joint.child);
  }
  if (status == LW_OK) {
    status = refuse_attributes(reader, element, joint.type);
  }
  if (status == LW_OK) {
    status = read_place(reader, element, &joint);
  }
  if (status == LW_OK) {
    status = read_joint_values(reader, element, length, 1, &joint);
  }
  if (status == LW_OK) {
    status = read_law(reader, element, &joint);
  }
  if (status == LW_OK) {
    status = read_start(reader, element, &joint);
  }
  if (status == LW_OK) {
    status =
        lw_reader_add(reader, element, LW_SCOPE_JOINT, lw_model_add_joint(reader->model, &joint));
  }
  return status;
}
