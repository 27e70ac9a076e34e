/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * loops_xml.c - reads a sidecar in XML.
 *
 *   <loops>
 *     <joint name="closing" type="revolute" parent="rod_tip" child="rocker_tip" axis="0 0 1"/>
 *     <replace joint="hip_ball" type="spherical"/>
 *     <motor joint="crank"/>
 *   </loops>
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/suggest.h"
#include "urdf/loops.h"
#include "urdf/shapes.h"
#include "xml/grammar.h"

/* clang-format off */
#define ATTRIBUTES(...) (const lw_grammar_attribute[]){__VA_ARGS__, {NULL, false}}
#define CHILDREN(...)   (const lw_grammar_element* const[]){__VA_ARGS__, NULL}

static const lw_grammar_element joint_rule = {
    .name = "joint",
    .attribute = ATTRIBUTES({"name", true}, {"type", true}, {"parent", true}, {"child", true},
                            {"parent-at", false}, {"parent-rpy", false}, {"child-at", false},
                            {"child-rpy", false}, {"axis", false}, {"length", false},
                            {"stiffness", false}, {"damping", false}, {"friction", false})};

static const lw_grammar_element replace_rule = {
    .name = "replace",
    .attribute = ATTRIBUTES({"joint", true}, {"type", true}, {"axis", false}, {"axis2", false})};

static const lw_grammar_element motor_rule = {
    .name = "motor",
    .attribute = ATTRIBUTES({"joint", true})};

static const lw_grammar_element loops_rule = {
    .name = "loops",
    .attribute = ATTRIBUTES({NULL, false}),
    .child = CHILDREN(&joint_rule, &replace_rule, &motor_rule)};
/* clang-format on */

static lw_status no_memory(lw_diag* diag)
{
  return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
}

/* Read the numbers of an attribute. If it is missing, value does not change. */
static lw_status read_numbers(const lw_xml_element* element, const char* attribute, int n,
                              double value[], lw_diag* diag)
{
  const char* text = lw_xml_get(element, attribute);
  double      number[3];
  if (!text) {
    return LW_OK;
  }
  if (!lw_urdf_numbers(text, n, number)) {
    char what[32];
    (void)snprintf(what, sizeof what, n == 1 ? "a number" : "%d numbers", n);
    return lw_xml_error(diag, element, "%s must be %s, found \"%s\"", attribute, what,
                        lw_xml_shorten(text).text);
  }
  memcpy(value, number, (size_t)n * sizeof *value);
  return LW_OK;
}

/* An axis, made one of unit length. */
static lw_status read_axis(const lw_xml_element* element, const char* attribute, double axis[3],
                           lw_diag* diag)
{
  const lw_status status = read_numbers(element, attribute, 3, axis, diag);
  const double    length = lw_vector_length(axis);
  if (status == LW_OK && !(length > 0.0 && isfinite(length))) {
    return lw_xml_error(diag, element, "%s must not be zero, found \"%s\"", attribute,
                        lw_xml_shorten(lw_xml_get(element, attribute)).text);
  }
  for (int i = 0; i < 3 && status == LW_OK; i++) axis[i] = axis[i] / length + 0.0;
  return status;
}

/* One of the types of joints; only: a list that ends with LW_JOINT_TYPE_COUNT, or NULL for all. */
static lw_status read_type(const lw_xml_element* element, const lw_joint_type* only,
                           lw_joint_type* type, lw_diag* diag)
{
  const char*   text       = lw_xml_get(element, "type");
  char          list[256]  = "", hint[LW_SUGGEST_SIZE];
  lw_suggestion suggestion = lw_suggest_begin(text);
  for (int i = 0; i < LW_JOINT_TYPE_COUNT; i++) {
    const char* name    = lw_joint_info_get((lw_joint_type)i)->name;
    bool        allowed = !only;
    for (const lw_joint_type* t = only; t && *t != LW_JOINT_TYPE_COUNT; t++) {
      allowed = allowed || (int)*t == i;
    }
    if (!allowed) {
      continue;
    }
    if (strcmp(name, text) == 0) {
      *type = (lw_joint_type)i;
      return LW_OK;
    }
    lw_suggest_try(&suggestion, name);
    const size_t n = strlen(list);
    (void)snprintf(list + n, sizeof list - n, "%s%s", n ? ", " : "", name);
  }
  return lw_xml_error(diag, element, "type must be one of %s, found \"%s\"%s", list,
                      lw_xml_shorten(text).text, lw_suggest_text(&suggestion, hint));
}

/* Where the joint is on one of its links; its z is the axis. */
static lw_status read_end(const lw_xml_element* element, int side, const double axis[3],
                          lw_loop_end* end, lw_diag* diag)
{
  static const char* const word[2][3] = {{"parent", "parent-at", "parent-rpy"},
                                         {"child", "child-at", "child-rpy"}};
  double                   at[3] = {0}, rpy[3] = {0};
  lw_status                status = read_numbers(element, word[side][1], 3, at, diag);
  end->name                       = lw_xml_get(element, word[side][0]);
  if (status == LW_OK) {
    status = read_numbers(element, word[side][2], 3, rpy, diag);
  }
  const lw_place link = lw_place_of(at, rpy);
  lw_place       turn = lw_place_identity();
  lw_quat_to_axis(turn.quat, axis);
  turn.has_rpy = lw_place_is_identity(&turn);
  end->place   = lw_place_compose(&link, &turn);
  return status;
}

/* Numbers that act along the coordinate, and the length of a rod. */
static lw_status read_law(const lw_xml_element* element, lw_loop* loop, lw_diag* diag)
{
  const lw_joint_info* info = lw_joint_info_get(loop->type);
  const struct {
    const char* attribute;
    double*     value;
    bool        allowed, negative;
  } law[]          = {{"length", &loop->length, loop->type == LW_DISTANCE, false},
                      {"stiffness", &loop->stiffness, info->drivable, true},
                      {"damping", &loop->damping, info->drivable, false},
                      {"friction", &loop->friction, info->drivable, false}};
  lw_status status = LW_OK;
  for (size_t i = 0; i < sizeof law / sizeof *law && status == LW_OK; i++) {
    status = read_numbers(element, law[i].attribute, 1, law[i].value, diag);
    if (status == LW_OK && !law[i].allowed && lw_xml_get(element, law[i].attribute)) {
      status = lw_xml_error(diag, element, "a %s joint has no %s", info->name, law[i].attribute);
    }
    if (status == LW_OK && !law[i].negative && *law[i].value < 0.0) {
      status =
          lw_xml_error(diag, element, "%s must not be negative, found \"%s\"", law[i].attribute,
                       lw_xml_shorten(lw_xml_get(element, law[i].attribute)).text);
    }
  }
  loop->has_length = lw_xml_get(element, "length") != NULL;
  return status;
}

static lw_status read_joint(const lw_xml_element* element, lw_loops* loops, lw_diag* diag)
{
  lw_loop   loop    = {.name = lw_xml_get(element, "name"), .line = element->line};
  double    axis[3] = {0.0, 0.0, 1.0};
  lw_status status  = read_type(element, NULL, &loop.type, diag);
  if (status == LW_OK) {
    status = read_axis(element, "axis", axis, diag);
  }
  for (int side = 0; side < 2 && status == LW_OK; side++) {
    status = read_end(element, side, axis, &loop.end[side], diag);
  }
  if (status == LW_OK) {
    status = read_law(element, &loop, diag);
  }
  if (status == LW_OK && !lw_loops_add(loops, &loop)) {
    status = no_memory(diag);
  }
  return status;
}

static lw_status read_replace(const lw_xml_element* element, lw_loops* loops, lw_diag* diag)
{
  static const lw_joint_type types[] = {LW_FIXED, LW_SPHERICAL, LW_UNIVERSAL, LW_JOINT_TYPE_COUNT};
  lw_loop_change             change  = {.name = lw_xml_get(element, "joint"),
                                        .line = element->line,
                                        .axis = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}};
  lw_status                  status  = read_type(element, types, &change.type, diag);
  if (status == LW_OK) {
    status = read_axis(element, "axis", change.axis[0], diag);
  }
  if (status == LW_OK) {
    status = read_axis(element, "axis2", change.axis[1], diag);
  }
  if (status == LW_OK && fabs(lw_vector_dot(change.axis[0], change.axis[1])) > 1e-9) {
    status = lw_xml_error(diag, element, "axis and axis2 must be perpendicular");
  }
  if (status == LW_OK && !lw_loops_add_change(loops, &change)) {
    status = no_memory(diag);
  }
  return status;
}

lw_status lw_loops_read_xml(const char* text, size_t size, lw_loops* loops, lw_diag* diag)
{
  lw_status status = lw_xml_read_memory(text, size, diag, &loops->tree);
  if (status == LW_OK) {
    status = lw_grammar_check(&loops_rule, loops->tree, diag);
  }
  if (status != LW_OK) {
    return status;
  }
  for (const lw_xml_element* e = loops->tree->child; e && status == LW_OK; e = e->next) {
    if (strcmp(e->name, "joint") == 0) {
      status = read_joint(e, loops, diag);
    } else if (strcmp(e->name, "replace") == 0) {
      status = read_replace(e, loops, diag);
    } else {
      const lw_loop_motor motor = {.name = lw_xml_get(e, "joint"), .line = e->line};
      status                    = lw_loops_add_motor(loops, &motor) ? LW_OK : no_memory(diag);
      loops->has_motors         = true;
    }
  }
  return status;
}
