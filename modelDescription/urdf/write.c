/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write.c - the text of the mechanism file.
 *
 * Numbers are the shortest that read back to the same bits. Comments say what was folded,
 * fused, renamed or changed.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "urdf/plan.h"

/* The frames of joints, by body: 2 i + k is end k of joint i, entry 0 of first is the ground. */
typedef struct ends {
  int* first; /* (1 + nbody)  */
  int* next;  /* (2 njoint)   */
} ends;

/* ---- pieces ------------------------------------------------------------------------------ */

static void add_numbers(lw_text* text, const char* attribute, int n, const double value[])
{
  lw_text_add_char(text, ' ');
  lw_text_add(text, attribute);
  lw_text_add(text, "=\"");
  for (int i = 0; i < n; i++) {
    if (i > 0) {
      lw_text_add_char(text, ' ');
    }
    /* cppcheck-suppress objectIndex; n is 1 where a single number is written */
    lw_text_add_number_short(text, value[i] + 0.0); /* no negative zero */
  }
  lw_text_add_char(text, '"');
}

static void add_attribute(lw_text* text, const char* attribute, const char* value)
{
  lw_text_add_char(text, ' ');
  lw_text_add(text, attribute);
  lw_text_add(text, "=\"");
  lw_text_add_xml(text, value);
  lw_text_add_char(text, '"');
}

static bool is_zero(const double v[3])
{
  return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0;
}

/* `at` and `rpy` or `quat`, where they say anything */
static void add_place(lw_text* text, const lw_place* place)
{
  if (!is_zero(place->at)) {
    add_numbers(text, "at", 3, place->at);
  }
  if (place->has_rpy) {
    if (!is_zero(place->rpy)) {
      add_numbers(text, "rpy", 3, place->rpy);
    }
  } else if (!is_zero(place->quat + 1)) {
    add_numbers(text, "quat", 4, place->quat);
  }
}

/* A text inside a comment: two hyphens would end it. */
static void add_in_comment(lw_text* text, const char* string)
{
  for (; *string; string++) {
    const unsigned char c = (unsigned char)*string;
    lw_text_add_char(text, c < 0x20 || c == 0x7f ? ' ' : *string);
    if (string[0] == '-' && (string[1] == '-' || string[1] == '\0')) {
      lw_text_add_char(text, ' ');
    }
  }
}

static void add_quoted(lw_text* text, const char* before, const char* string, const char* behind)
{
  lw_text_add(text, before);
  lw_text_add_char(text, '"');
  add_in_comment(text, string);
  lw_text_add_char(text, '"');
  lw_text_add(text, behind);
}

/* ---- frames and shapes ------------------------------------------------------------------- */

static void write_frame(lw_text* text, const char* name, const lw_place* place)
{
  lw_text_add(text, "    <frame");
  add_attribute(text, "name", name);
  add_place(text, place);
  lw_text_add(text, "/>");
}

/* A link that moves with its body. */
static void write_link(const lw_plan* plan, lw_text* text, int l)
{
  const lw_urdf_link* link = &plan->robot->link[l];
  write_frame(text, plan->link[l].frame, &plan->link[l].place);
  lw_text_add(text, " <!-- ");
  if (strcmp(link->name, plan->link[l].frame) != 0) {
    add_quoted(text, "link ", link->name, link->parent_joint == LW_NONE ? "" : ", ");
  }
  if (link->parent_joint == LW_NONE) {
    lw_text_add(text, strcmp(link->name, plan->link[l].frame) != 0 ? ", the root" : "the root");
  } else {
    add_quoted(text, "on fixed joint ", plan->robot->joint[link->parent_joint].name, "");
  }
  if (lw_urdf_has_mass(link)) {
    lw_text_add(text, plan->link[l].body == LW_GROUND ? "; left out: " : "; with ");
    lw_text_add_number_short(text, link->mass);
    lw_text_add(text, " kg");
  }
  lw_text_add(text, " -->\n");
}

static void write_shape(const lw_plan* plan, lw_text* text, const lw_urdf_shape* with_file)
{
  static const char* const word[] = {
      [LW_SHAPE_BOX] = "box",           [LW_SHAPE_SPHERE] = "sphere",
      [LW_SHAPE_CYLINDER] = "cylinder", [LW_SHAPE_CAPSULE] = "capsule",
      [LW_SHAPE_MESH] = "mesh",
  };
  const lw_shape* shape = &with_file->base;
  lw_place        own   = lw_place_identity();
  memcpy(own.at, shape->at, sizeof own.at);
  memcpy(own.quat, shape->quat, sizeof own.quat);
  own.has_rpy          = is_zero(own.quat + 1);
  const lw_place place = lw_place_compose(&plan->link[shape->body].place, &own);

  lw_text_add(text, "    <shape");
  add_attribute(text, "type", word[shape->type]);
  if (shape->type == LW_SHAPE_MESH) {
    add_attribute(text, "file", with_file->file);
    add_numbers(text, "scale", 3, shape->size);
  } else if (shape->type == LW_SHAPE_BOX) {
    add_numbers(text, "size", 3, shape->size);
  } else {
    add_numbers(text, "radius", 1, &shape->size[0]);
  }
  if (shape->type == LW_SHAPE_CYLINDER || shape->type == LW_SHAPE_CAPSULE) {
    add_numbers(text, "length", 1, &shape->size[1]);
  }
  add_place(text, &place);
  if (shape->painted) {
    add_numbers(text, "colour", 4, shape->colour);
  }
  if (shape->spare) {
    lw_text_add(text, " spare=\"true\"");
  }
  lw_text_add(text, "/>\n");
}

/* Frames and shapes of a body or of the ground, from the first of its links on. */
static void write_children(const lw_plan* plan, lw_text* text, const ends* e, int body, int link)
{
  for (int l = link; l != LW_NONE; l = plan->link[l].next) {
    if (plan->link[l].frame) {
      write_link(plan, text, l);
    }
  }
  /* NOLINTNEXTLINE(clang-analyzer-core.*): list_ends() has filled the arrays */
  for (int k = e->first[1 + body]; k != LW_NONE; k = e->next[k]) {
    const lw_plan_joint* joint = &plan->joint[k / 2];
    write_frame(text, joint->frame[k % 2], &joint->end[k % 2]);
    lw_text_add_char(text, '\n');
  }
  for (int l = link; l != LW_NONE; l = plan->link[l].next) {
    for (int i = 0; i < plan->robot->link[l].nshape; i++) {
      write_shape(plan, text, &plan->robot->shape[plan->robot->link[l].shape + i]);
    }
  }
}

/* ---- bodies ------------------------------------------------------------------------------ */

static void write_body(const lw_plan* plan, lw_text* text, const ends* e, int b)
{
  const lw_plan_body* body     = &plan->body[b];
  const char*         link     = plan->robot->link[body->link].name;
  const bool          products = !is_zero(body->inertia + 3);
  if (strcmp(link, body->name) != 0) {
    add_quoted(text, "  <!-- link ", link, " -->\n");
  }
  if (body->change) {
    lw_text_add(text, "  <!-- ");
    add_in_comment(text, body->change);
    lw_text_add(text, " -->\n");
  }
  lw_text_add(text, "  <body");
  add_attribute(text, "name", body->name);
  add_numbers(text, "mass", 1, &body->mass);
  add_numbers(text, "inertia", products ? 6 : 3, body->inertia);
  if (!body->physical) {
    add_attribute(text, "physical", "false");
  }
  if (!is_zero(body->com)) {
    add_numbers(text, "com", 3, body->com);
  }
  if (!lw_place_is_identity(&body->place)) {
    lw_text_add(text, "\n       ");
    add_place(text, &body->place);
  }
  lw_text_add(text, ">\n");
  write_children(plan, text, e, b, body->link);
  lw_text_add(text, "  </body>\n");
}

/* The ground has the links that do not move, and frames of joints of the sidecar. */
static void write_ground(const lw_plan* plan, lw_text* text, const ends* e)
{
  const int link = plan->floating ? LW_NONE : plan->robot->root;
  /* NOLINTNEXTLINE(clang-analyzer-core.*): list_ends() has filled the array */
  if (link != LW_NONE || e->first[0] != LW_NONE) {
    lw_text_add(text, "  <ground>\n");
    write_children(plan, text, e, LW_GROUND, link);
    lw_text_add(text, "  </ground>\n");
  }
}

/* ---- joints ------------------------------------------------------------------------------ */

/* What a joint was in the URDF, where that is not plain from the element. */
static void write_joint_comment(const lw_plan* plan, lw_text* text, const lw_plan_joint* joint)
{
  if (joint->loop != LW_NONE) {
    const lw_loop* loop = &plan->loops->loop[joint->loop];
    add_quoted(text, "  <!-- closes a loop: ", loop->end[0].name, " and ");
    add_quoted(text, "", loop->end[1].name, " -->\n");
    return;
  }
  const lw_urdf_joint* urdf = &plan->robot->joint[joint->urdf];
  if (joint->free) {
    add_quoted(text, "  <!-- joint ", urdf->name, " is floating: no constraint -->\n");
  } else if (joint->fused[0] != LW_NONE) {
    add_quoted(text, "  <!-- made of the revolute joints ", urdf->name, "");
    for (int i = 0; i < 2 && joint->fused[i] != LW_NONE; i++) {
      add_quoted(text, ", ", plan->robot->joint[joint->fused[i]].name, "");
    }
    lw_text_add(text, " with massless links between them -->\n");
  } else if (plan->change[joint->urdf]) {
    add_quoted(text, "  <!-- joint ", urdf->name, ", of another type in the URDF -->\n");
  } else if (strcmp(urdf->name, joint->name) != 0) {
    add_quoted(text, "  <!-- joint ", urdf->name, " -->\n");
  }
}

/* Start, damping, friction and range. */
static void add_law(const lw_plan* plan, lw_text* text, const lw_plan_joint* joint)
{
  if (joint->loop != LW_NONE) {
    const lw_loop* loop = &plan->loops->loop[joint->loop];
    const struct {
      const char* attribute;
      double      value;
      bool        given;
    } law[] = {{"length", loop->length, loop->has_length},
               {"stiffness", loop->stiffness, loop->stiffness != 0.0},
               {"damping", loop->damping, loop->damping != 0.0},
               {"friction", loop->friction, loop->friction != 0.0}};
    for (size_t i = 0; i < sizeof law / sizeof *law; i++) {
      if (law[i].given) {
        add_numbers(text, law[i].attribute, 1, &law[i].value);
      }
    }
    return;
  }
  const bool one = joint->type == LW_REVOLUTE || joint->type == LW_PRISMATIC;
  if (joint->given && (one || joint->type == LW_UNIVERSAL)) {
    add_numbers(text, "q0", one ? 1 : 2, joint->value);
  }
  if (!one) {
    return;
  }
  const lw_urdf_joint* urdf = &plan->robot->joint[joint->urdf];
  if (urdf->damping != 0.0) {
    add_numbers(text, "damping", 1, &urdf->damping);
  }
  if (urdf->friction != 0.0) {
    add_numbers(text, "friction", 1, &urdf->friction);
  }
  if (urdf->has_lower && urdf->has_upper && urdf->lower > urdf->upper) {
    lw_plan_warn(plan, urdf->line, "joint \"%s\": its lower limit is above the upper one; left out",
                 lw_xml_shorten(urdf->name).text);
    return;
  }
  if (urdf->has_lower) {
    add_numbers(text, "lower", 1, &urdf->lower);
  }
  if (urdf->has_upper) {
    add_numbers(text, "upper", 1, &urdf->upper);
  }
}

static void write_joint(const lw_plan* plan, lw_text* text, const lw_plan_joint* joint)
{
  const int body[2] = {joint->parent, joint->child};
  write_joint_comment(plan, text, joint);
  if (joint->free) {
    return;
  }
  lw_text_add(text, "  <joint");
  add_attribute(text, "name", joint->name);
  add_attribute(text, "type", lw_joint_info_get(joint->type)->name);
  for (int k = 0; k < 2; k++) {
    add_attribute(text, k ? "child" : "parent",
                  body[k] == LW_GROUND ? "ground" : plan->body[body[k]].name);
  }
  lw_text_add(text, "\n        ");
  add_attribute(text, "parent-frame", joint->frame[0]);
  add_attribute(text, "child-frame", joint->frame[1]);
  add_law(plan, text, joint);
  lw_text_add(text, "/>\n");
}

/* ---- actuators and couplings ------------------------------------------------------------- */

static void write_actuator(lw_text* text, const lw_plan_joint* joint)
{
  lw_text_add(text, "  <actuator");
  add_attribute(text, "name", joint->actuator);
  add_attribute(text, "joint", joint->name);
  lw_text_add(text, "/>\n");
}

/* `from` or `to`: body.frame */
static void add_end(const lw_plan* plan, lw_text* text, const char* attribute, int body,
                    const char* frame)
{
  lw_text_add_char(text, ' ');
  lw_text_add(text, attribute);
  lw_text_add(text, "=\"");
  lw_text_add(text, body == LW_GROUND ? "ground" : plan->body[body].name);
  lw_text_add_char(text, '.');
  lw_text_add(text, frame);
  lw_text_add_char(text, '"');
}

/* Damping of stacked joints that have become one. */
static void write_bushing(const lw_plan* plan, lw_text* text, const lw_plan_joint* joint)
{
  static const double  none[6]    = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  const double*        d          = joint->damping;
  const double         damping[6] = {0.0, 0.0, 0.0, d[0], d[1], d[2]};
  const lw_urdf_joint* urdf       = &plan->robot->joint[joint->urdf];
  lw_plan_warn(
      plan, urdf->line,
      "joint \"%s\": a bushing replaces its damping and that of the joints that were merged "
      "into it; it has the same effect where their coordinates are zero",
      lw_xml_shorten(urdf->name).text);
  lw_text_add(
      text,
      "  <!-- the damping of the merged joints, exact where their coordinates are zero -->\n");
  lw_text_add(text, "  <bushing");
  add_attribute(text, "name", joint->bushing);
  add_end(plan, text, "from", joint->parent, joint->frame[0]);
  add_end(plan, text, "to", joint->child, joint->frame[1]);
  lw_text_add(text, "\n          ");
  add_numbers(text, "stiffness", 6, none);
  add_numbers(text, "damping", 6, damping);
  lw_text_add(text, "/>\n");
}

/* q = multiplier q_other + offset; a fixed joint that is followed stays at zero */
static void write_coupling(const lw_plan* plan, lw_text* text, const lw_plan_joint* joint)
{
  const lw_urdf_joint* urdf  = &plan->robot->joint[joint->urdf];
  const int            other = plan->of_urdf[urdf->mimic];
  add_quoted(text, "  <!-- follows joint ", plan->robot->joint[urdf->mimic].name, " -->\n");
  lw_text_add(text, "  <coupling");
  add_attribute(text, "name", joint->coupling);
  if (urdf->offset != 0.0) {
    add_numbers(text, "offset", 1, &urdf->offset);
  }
  lw_text_add(text, ">\n    <term");
  add_attribute(text, "joint", joint->name);
  lw_text_add(text, "/>\n");
  if (other != LW_NONE) {
    const double ratio = -urdf->multiplier;
    lw_text_add(text, "    <term");
    add_attribute(text, "joint", plan->joint[other].name);
    add_numbers(text, "ratio", 1, &ratio);
    lw_text_add(text, "/>\n");
  }
  lw_text_add(text, "  </coupling>\n");
}

/* ---- the file ---------------------------------------------------------------------------- */

static void write_head(const lw_plan* plan, lw_text* text)
{
  const lw_urdf* robot = plan->robot;
  lw_text_add(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- ");
  add_quoted(text, "Robot ", robot->name, " from a URDF with ");
  lw_text_add_unsigned(text, (unsigned)robot->nlink);
  lw_text_add(text, " links and ");
  lw_text_add_unsigned(text, (unsigned)robot->njoint);
  lw_text_add(text, plan->floating ? " joints. The base floats: link "
                                   : " joints. The base is fixed: link ");
  add_quoted(text, "", robot->link[robot->root].name,
             plan->floating ? " moves freely. -->\n" : " is the ground. -->\n");
  lw_text_add(text, "<mechanism");
  add_attribute(text, "name", plan->name);
  add_attribute(text, "gravity", "0 0 -9.81");
  lw_text_add(text, ">\n");
}

static bool list_ends(const lw_plan* plan, ends* e)
{
  e->first = malloc(((size_t)plan->nbody + 1) * sizeof *e->first);
  e->next  = malloc((2 * (size_t)plan->njoint + 1) * sizeof *e->next);
  if (!e->first || !e->next) {
    return false;
  }
  for (int b = 0; b <= plan->nbody; b++) e->first[b] = LW_NONE;
  /* lists grow at their front */
  for (int i = plan->njoint - 1; i >= 0; i--) {
    const lw_plan_joint* joint = &plan->joint[i];
    for (int k = 1; k >= 0 && !joint->gone && !joint->free; k--) {
      int* first         = &e->first[1 + (k ? joint->child : joint->parent)];
      e->next[2 * i + k] = *first;
      *first             = 2 * i + k;
    }
  }
  return true;
}

lw_status lw_plan_write(const lw_plan* plan, lw_text* text)
{
  ends e = {NULL, NULL};
  if (list_ends(plan, &e)) {
    write_head(plan, text);
    write_ground(plan, text, &e);
    for (int b = 0; b < plan->nbody; b++) {
      if (!plan->body[b].fused) {
        write_body(plan, text, &e, b);
      }
    }
    for (int i = 0; i < plan->njoint; i++) {
      if (!plan->joint[i].gone) {
        write_joint(plan, text, &plan->joint[i]);
      }
    }
    for (int i = 0; i < plan->njoint; i++) {
      if (plan->joint[i].actuator) {
        write_actuator(text, &plan->joint[i]);
      }
    }
    for (int i = 0; i < plan->njoint; i++) {
      if (plan->joint[i].bushing) {
        write_bushing(plan, text, &plan->joint[i]);
      }
    }
    for (int i = 0; i < plan->njoint; i++) {
      if (plan->joint[i].coupling) {
        write_coupling(plan, text, &plan->joint[i]);
      }
    }
    lw_text_add(text, "</mechanism>\n");
  } else {
    text->failed = true;
  }
  free(e.first);
  free(e.next);
  return text->failed ? lw_plan_no_memory(plan) : LW_OK;
}
