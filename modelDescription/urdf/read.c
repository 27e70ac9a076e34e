/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * read.c - reads the links and joints of a URDF.
 *
 *   text -> tree (xml/tree.c, lenient) -> links, joints -> references -> one tree (tree.c)
 *
 * URDF is an open format: elements that describe neither bodies nor joints (gazebo, transmission,
 * ros2_control, sensors) are ignored. All others are read strictly.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/name_index.h"
#include "text/number_parse.h"
#include "text/suggest.h"
#include "urdf/shapes.h"
#include "urdf/urdf.h"

/* Far more than any robot, and few enough that a hostile file is refused in a second. */
#define MOST_LINKS 100000

enum { SCOPE_LINK = 1, SCOPE_JOINT };

typedef struct reader {
  lw_urdf*      robot;
  lw_diag*      diag;
  lw_name_index names;
} reader;

static lw_status no_memory(lw_diag* diag)
{
  return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
}

static bool is_named(const lw_xml_element* element, const char* name)
{
  return strcmp(element->name, name) == 0;
}

/* The first child of a name, or NULL. */
static const lw_xml_element* find_child(const lw_xml_element* element, const char* name)
{
  const lw_xml_element* e = element->child;
  while (e && !is_named(e, name)) e = e->next;
  return e;
}

/* ---- numbers ----------------------------------------------------------------------------- */

bool lw_urdf_numbers(const char* text, int n, double value[])
{
  static const char blanks[] = " \t\r\n";
  int               found    = 0;
  for (const char* c = text + strspn(text, blanks); *c; c += strspn(c, blanks)) {
    const size_t length = strcspn(c, blanks);
    if (found == n || lw_number_read(c, length, &value[found]) != LW_NUMBER_OK) {
      return false;
    }
    found++;
    c += length;
  }
  return found == n;
}

/* Read the numbers of an attribute. If it is missing, value does not change. */
static lw_status read_numbers(const reader* r, const lw_xml_element* element, const char* attribute,
                              int n, double value[])
{
  const char* text = lw_xml_get(element, attribute);
  if (!text) {
    return LW_OK;
  }
  double number[6];
  if (!lw_urdf_numbers(text, n, number)) {
    char what[32];
    (void)snprintf(what, sizeof what, n == 1 ? "a number" : "%d numbers", n);
    return lw_xml_error(r->diag, element, "%s must be %s, found \"%s\"%s", attribute, what,
                        lw_xml_shorten(text).text,
                        strstr(text, "${") || strstr(text, "$(")
                            ? " (an expression of xacro: expand the file first)"
                            : "");
  }
  memcpy(value, number, (size_t)n * sizeof *value);
  return LW_OK;
}

/* The same where the attribute must be there. */
static lw_status need_number(const reader* r, const lw_xml_element* element, const char* attribute,
                             double* value)
{
  return lw_xml_get(element, attribute)
             ? read_numbers(r, element, attribute, 1, value)
             : lw_xml_error(r->diag, element, "attribute \"%s\" is missing", attribute);
}

/* <origin xyz="0 0 0" rpy="0 0 0"/>: both may be missing, and so may all of it */
static lw_status read_origin(const reader* r, const lw_xml_element* parent, lw_place* place)
{
  const lw_xml_element* origin = find_child(parent, "origin");
  double                xyz[3] = {0}, rpy[3] = {0};
  lw_status             status = LW_OK;
  if (origin) {
    status = read_numbers(r, origin, "xyz", 3, xyz);
  }
  if (origin && status == LW_OK) {
    status = read_numbers(r, origin, "rpy", 3, rpy);
  }
  *place = lw_place_of(xyz, rpy);
  return status;
}

/* ---- links ------------------------------------------------------------------------------- */

/* <inertial><origin/><mass value="1"/><inertia ixx="1" .../></inertial> */
static lw_status read_inertial(const reader* r, const lw_xml_element* inertial, lw_urdf_link* link)
{
  static const char* const entry[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  const lw_xml_element*    mass     = find_child(inertial, "mass");
  const lw_xml_element*    inertia  = find_child(inertial, "inertia");
  if (!mass || !inertia) {
    return lw_xml_error(r->diag, inertial, "element \"%s\" is missing", mass ? "inertia" : "mass");
  }
  link->has_inertial = true;
  lw_status status   = read_origin(r, inertial, &link->inertial);
  if (status == LW_OK) {
    status = need_number(r, mass, "value", &link->mass);
  }
  if (status == LW_OK && link->mass < 0.0) {
    status = lw_xml_error(r->diag, mass, "value must not be negative [kg], found \"%s\"",
                          lw_xml_shorten(lw_xml_get(mass, "value")).text);
  }
  for (int i = 0; i < 6 && status == LW_OK; i++) {
    /* products of inertia that are left out are zero */
    status = i < 3 ? need_number(r, inertia, entry[i], &link->inertia[i])
                   : read_numbers(r, inertia, entry[i], 1, &link->inertia[i]);
  }
  return status;
}

/* Make a link or joint known, under a name that no other one of its kind has. */
static lw_status add_name(reader* r, const lw_xml_element* element, int scope, int index)
{
  const char* name  = lw_xml_get(element, "name");
  int         other = 0;
  if (!name || !name[0]) {
    return lw_xml_error(r->diag, element, "attribute \"name\" is missing");
  }
  if (lw_name_index_find(&r->names, scope, name, &other)) {
    return lw_xml_error(r->diag, element, "the name is taken by the %s in line %d", element->name,
                        scope == SCOPE_LINK ? r->robot->link[other].line
                                            : r->robot->joint[other].line);
  }
  return lw_name_index_add(&r->names, scope, name, index) ? LW_OK : no_memory(r->diag);
}

static lw_status read_link(reader* r, const lw_xml_element* element)
{
  lw_urdf*              robot    = r->robot;
  lw_urdf_link*         link     = &robot->link[robot->nlink];
  const lw_xml_element* inertial = find_child(element, "inertial");
  *link                          = (lw_urdf_link){.name         = lw_xml_get(element, "name"),
                                                  .line         = element->line,
                                                  .inertial     = lw_place_identity(),
                                                  .parent_joint = LW_NONE,
                                                  .first_child  = LW_NONE};
  lw_status status               = add_name(r, element, SCOPE_LINK, robot->nlink++);
  if (status == LW_OK && inertial) {
    status = read_inertial(r, inertial, link);
  }
  return status;
}

/* ---- joints ------------------------------------------------------------------------------ */

static const char* const type_words[LW_URDF_TYPE_COUNT] = {"revolute", "continuous", "prismatic",
                                                           "fixed",    "floating",   "planar"};

static lw_status read_type(const reader* r, const lw_xml_element* element, lw_urdf_type* type)
{
  const char* text = lw_xml_get(element, "type");
  if (!text) {
    return lw_xml_error(r->diag, element, "attribute \"type\" is missing");
  }
  lw_suggestion suggestion = lw_suggest_begin(text);
  for (int i = 0; i < LW_URDF_TYPE_COUNT; i++) {
    if (strcmp(type_words[i], text) == 0) {
      *type = (lw_urdf_type)i;
      return LW_OK;
    }
    lw_suggest_try(&suggestion, type_words[i]);
  }
  char hint[LW_SUGGEST_SIZE];
  return lw_xml_error(r->diag, element,
                      "type must be revolute, continuous, prismatic, fixed, floating or planar, "
                      "found \"%s\"%s",
                      lw_xml_shorten(text).text, lw_suggest_text(&suggestion, hint));
}

/* Find the element that an attribute names; what: the kind of element, for messages. */
static lw_status find_name(const reader* r, const lw_xml_element* element, const char* attribute,
                           int scope, const char* what, int* index)
{
  const char* name = lw_xml_get(element, attribute);
  if (!name) {
    return lw_xml_error(r->diag, element, "attribute \"%s\" is missing", attribute);
  }
  if (lw_name_index_find(&r->names, scope, name, index)) {
    return LW_OK;
  }
  lw_suggestion suggestion = lw_suggest_begin(name);
  for (size_t i = 0; i < r->names.n; i++) {
    if (r->names.entry[i].scope == scope) {
      lw_suggest_try(&suggestion, r->names.entry[i].name);
    }
  }
  char hint[LW_SUGGEST_SIZE];
  return lw_xml_error(r->diag, element, "%s \"%s\" does not exist%s", what,
                      lw_xml_shorten(name).text, lw_suggest_text(&suggestion, hint));
}

/* <parent link="a"/> and <child link="b"/> */
static lw_status read_ends(const reader* r, const lw_xml_element* element, lw_urdf_joint* joint)
{
  static const char* const word[2] = {"parent", "child"};
  int* const               end[2]  = {&joint->parent, &joint->child};
  for (int i = 0; i < 2; i++) {
    const lw_xml_element* e = find_child(element, word[i]);
    if (!e) {
      return lw_xml_error(r->diag, element, "element \"%s\" is missing", word[i]);
    }
    const lw_status status = find_name(r, e, "link", SCOPE_LINK, "link", end[i]);
    if (status != LW_OK) {
      return status;
    }
  }
  if (joint->parent == joint->child) {
    return lw_xml_error(r->diag, element, "parent and child are the same link \"%s\"",
                        lw_xml_shorten(r->robot->link[joint->parent].name).text);
  }
  return LW_OK;
}

/* Any length but zero will do; what lies below the rounding of a unit vector is zero. */
static lw_status read_axis(const reader* r, const lw_xml_element* element, lw_urdf_joint* joint)
{
  const lw_xml_element* axis   = find_child(element, "axis");
  double                v[3]   = {1.0, 0.0, 0.0};
  lw_status             status = axis ? read_numbers(r, axis, "xyz", 3, v) : LW_OK;
  if (status != LW_OK || joint->type == LW_URDF_FIXED || joint->type == LW_URDF_FLOATING) {
    return status;
  }
  /* by the largest component first: a square may be too large or too small for a double */
  const double most = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
  if (most == 0.0) {
    return lw_xml_error(r->diag, axis, "xyz must not be zero, found \"%s\"",
                        lw_xml_shorten(lw_xml_get(axis, "xyz")).text);
  }
  for (int i = 0; i < 3; i++) v[i] /= most;
  const double length = lw_vector_length(v);
  for (int i = 0; i < 3; i++) {
    joint->axis[i] = fabs(v[i] / length) < 1e-15 ? 0.0 : v[i] / length;
  }
  return LW_OK;
}

/* A limit may be infinite in words. */
static bool is_infinite(const char* text)
{
  text += strspn(text, " \t\r\n");
  text += *text == '-' || *text == '+' ? 1 : 0;
  return strncmp(text, "inf", 3) == 0 || strncmp(text, "INF", 3) == 0 ||
         strncmp(text, "Inf", 3) == 0;
}

/* <limit lower="-1" upper="1" effort="10" velocity="1"/>; where neither end
 * is given, there is none */
static lw_status read_limit(const reader* r, const lw_xml_element* element, lw_urdf_joint* joint)
{
  const lw_xml_element* limit = find_child(element, "limit");
  if (!limit || (joint->type != LW_URDF_REVOLUTE && joint->type != LW_URDF_PRISMATIC)) {
    return LW_OK;
  }
  const char* lower  = lw_xml_get(limit, "lower");
  const char* upper  = lw_xml_get(limit, "upper");
  lw_status   status = LW_OK;
  if (lower && !is_infinite(lower)) {
    status = read_numbers(r, limit, "lower", 1, &joint->lower);
  }
  if (upper && !is_infinite(upper) && status == LW_OK) {
    status = read_numbers(r, limit, "upper", 1, &joint->upper);
  }
  joint->has_lower = (lower || upper) && !(lower && is_infinite(lower));
  joint->has_upper = (lower || upper) && !(upper && is_infinite(upper));
  return status;
}

/* <dynamics damping="0.1" friction="0.2"/> */
static lw_status read_dynamics(const reader* r, const lw_xml_element* element, lw_urdf_joint* joint)
{
  static const char* const word[2]  = {"damping", "friction"};
  double* const            value[2] = {&joint->damping, &joint->friction};
  const lw_xml_element*    dynamics = find_child(element, "dynamics");
  lw_status                status   = LW_OK;
  for (int i = 0; i < 2 && dynamics && status == LW_OK; i++) {
    status = read_numbers(r, dynamics, word[i], 1, value[i]);
    if (status == LW_OK && *value[i] < 0.0) {
      status = lw_xml_error(r->diag, dynamics, "%s must not be negative, found \"%s\"", word[i],
                            lw_xml_shorten(lw_xml_get(dynamics, word[i])).text);
    }
  }
  return status;
}

static lw_status read_joint(reader* r, const lw_xml_element* element)
{
  lw_urdf*       robot = r->robot;
  lw_urdf_joint* joint = &robot->joint[robot->njoint];
  *joint               = (lw_urdf_joint){.name       = lw_xml_get(element, "name"),
                                         .line       = element->line,
                                         .mimic      = LW_NONE,
                                         .multiplier = 1.0,
                                         .next_child = LW_NONE};
  /* cppcheck-suppress uninitvar; version 2.10 does not read the initialiser
   * of a table of functions */
  lw_status (*const steps[])(const reader*, const lw_xml_element*,
                             lw_urdf_joint*) = {read_ends, read_axis, read_limit, read_dynamics};

  lw_status status = add_name(r, element, SCOPE_JOINT, robot->njoint++);
  if (status == LW_OK) {
    status = read_type(r, element, &joint->type);
  }
  if (status == LW_OK) {
    status = read_origin(r, element, &joint->origin);
  }
  for (size_t i = 0; i < sizeof steps / sizeof *steps && status == LW_OK; i++) {
    status = steps[i](r, element, joint);
  }
  return status;
}

/* <mimic joint="a" multiplier="1" offset="0"/>, once all joints are known */
static lw_status read_mimic(const reader* r, const lw_xml_element* element, lw_urdf_joint* joint)
{
  const lw_xml_element* mimic = find_child(element, "mimic");
  /* NOLINTNEXTLINE(clang-analyzer-core.*): read_joint() has filled the joint */
  if (!mimic || joint->type == LW_URDF_FIXED) {
    return LW_OK;
  }
  lw_status status = find_name(r, mimic, "joint", SCOPE_JOINT, "joint", &joint->mimic);
  if (status == LW_OK) {
    status = read_numbers(r, mimic, "multiplier", 1, &joint->multiplier);
  }
  if (status == LW_OK) {
    status = read_numbers(r, mimic, "offset", 1, &joint->offset);
  }
  if (status != LW_OK) {
    return status;
  }
  const lw_urdf_joint* other = &r->robot->joint[joint->mimic];
  if (!lw_urdf_has_coordinate(joint->type)) {
    return lw_xml_error(r->diag, mimic, "a %s joint has no single coordinate that could follow",
                        type_words[joint->type]);
  }
  if (!lw_urdf_has_coordinate(other->type) && other->type != LW_URDF_FIXED) {
    return lw_xml_error(r->diag, mimic, "joint \"%s\" is %s and has no single coordinate",
                        lw_xml_shorten(other->name).text, type_words[other->type]);
  }
  return LW_OK;
}

/* ---- the robot --------------------------------------------------------------------------- */

/* Room for all links and joints. */
static lw_status make_room(const reader* r, const lw_xml_element* root)
{
  size_t nlink = 0, njoint = 0;
  bool   xacro = false;
  for (const lw_xml_element* e = root->child; e; e = e->next) {
    nlink += is_named(e, "link") ? 1 : 0;
    njoint += is_named(e, "joint") ? 1 : 0;
    xacro = xacro || strncmp(e->name, "xacro:", 6) == 0;
    if (nlink > MOST_LINKS || njoint > MOST_LINKS) {
      return lw_diag_set(r->diag, LW_ERR_INPUT, e->line, "more than %d links", MOST_LINKS);
    }
  }
  if (nlink == 0) {
    return lw_diag_set(r->diag, LW_ERR_INPUT, root->line, "robot: there is no link%s",
                       xacro ? " (this is a xacro file: expand it first)" : "");
  }
  r->robot->link  = malloc(nlink * sizeof *r->robot->link);
  r->robot->joint = malloc((njoint + 1) * sizeof *r->robot->joint);
  return r->robot->link && r->robot->joint ? LW_OK : no_memory(r->diag);
}

/* Read links before joints, and joints before the mimic joints that follow them: the
 * file may have any order. */
static lw_status read_elements(reader* r, const lw_xml_element* root)
{
  lw_status status = make_room(r, root);
  for (const lw_xml_element* e = root->child; e && status == LW_OK; e = e->next) {
    status = is_named(e, "link") ? read_link(r, e) : LW_OK;
  }
  for (const lw_xml_element* e = root->child; e && status == LW_OK; e = e->next) {
    status = is_named(e, "joint") ? read_joint(r, e) : LW_OK;
  }
  int j = 0;
  for (const lw_xml_element* e = root->child; e && status == LW_OK; e = e->next) {
    status = is_named(e, "joint") ? read_mimic(r, e, &r->robot->joint[j++]) : LW_OK;
  }
  int l = 0;
  for (const lw_xml_element* e = root->child; e && status == LW_OK; e = e->next) {
    if (is_named(e, "link") && !lw_urdf_read_shapes(r->robot, l++, e)) {
      status = no_memory(r->diag);
    }
  }
  return status;
}

lw_status lw_urdf_read_memory(const char* text, size_t size, lw_diag* diag, lw_urdf** robot)
{
  reader r = {.robot = calloc(1, sizeof *r.robot), .diag = diag};
  *robot   = NULL;
  if (!r.robot) {
    return no_memory(diag);
  }
  lw_status             status = lw_xml_read_lenient(text, size, diag, &r.robot->tree);
  const lw_xml_element* root   = r.robot->tree;
  if (status == LW_OK && !is_named(root, "robot")) {
    status = lw_diag_set(diag, LW_ERR_INPUT, root->line,
                         "the root element must be \"robot\", found \"%s\"",
                         lw_xml_shorten(root->name).text);
  }
  if (status == LW_OK) {
    const char* name = lw_xml_get(root, "name");
    r.robot->name    = name ? name : "";
    status           = read_elements(&r, root);
  }
  if (status == LW_OK) {
    status = lw_urdf_connect(r.robot, diag);
  }
  lw_name_index_free(&r.names);
  if (status != LW_OK) {
    lw_urdf_free(r.robot);
    return status;
  }
  *robot = r.robot;
  return LW_OK;
}

lw_status lw_urdf_read(const char* path, lw_diag* diag, lw_urdf** robot)
{
  char*     bytes  = NULL;
  size_t    size   = 0;
  lw_status status = lw_xml_load(path, diag, &bytes, &size);
  *robot           = NULL;
  if (status == LW_OK) {
    status = lw_urdf_read_memory(bytes, size, diag, robot);
  }
  free(bytes);
  return status;
}

void lw_urdf_free(lw_urdf* robot)
{
  if (robot) {
    lw_xml_free(robot->tree);
    free(robot->link);
    free(robot->joint);
    free(robot->shape);
    free(robot->order);
    free(robot);
  }
}
