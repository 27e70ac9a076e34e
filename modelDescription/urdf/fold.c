/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fold.c - links that move together become one body, with one inertia.
 *
 *   reads    the robot and the sidecar
 *   writes   link, body and joint of the plan, of_urdf, change
 */
#include <stdlib.h>
#include <string.h>

#include "urdf/plan.h"

/* The root is floating if it is a body of its own, and not the ground on which the robot stands. */
static bool decide_base(const lw_plan* plan)
{
  const lw_urdf_link* root = &plan->robot->link[plan->robot->root];
  switch (plan->options->base) {
  case LW_URDF_BASE_FIXED: return false;
  case LW_URDF_BASE_FLOATING: return true;
  case LW_URDF_BASE_AUTO: break;
  }
  return root->mass > 0.0 && strcmp(root->name, "world") != 0;
}

static bool is_fixed(const lw_plan* plan, int joint)
{
  const lw_loop_change* change = plan->change[joint];
  return change ? change->type == LW_FIXED : plan->robot->joint[joint].type == LW_URDF_FIXED;
}

/* ---- links ------------------------------------------------------------------------------- */

static void start_body(lw_plan* plan, int link)
{
  lw_plan_body* body = &plan->body[plan->nbody];
  *body =
      (lw_plan_body){.link = link, .last = link, .physical = true, .joint = LW_NONE, .children = 0};
  plan->link[link] =
      (lw_plan_link){.body = plan->nbody++, .place = lw_place_identity(), .next = LW_NONE};
}

static void join_body(lw_plan* plan, int link, int body, const lw_place* place)
{
  int* last        = body == LW_GROUND ? &plan->ground_last : &plan->body[body].last;
  plan->link[link] = (lw_plan_link){.body = body, .place = *place, .next = LW_NONE};
  if (*last != LW_NONE) {
    plan->link[*last].next = link;
  }
  *last = link;
}

/* Visit the tree: links on a fixed joint belong to the body of their parent, any other
 * joint begins a new body. */
static void fold_links(lw_plan* plan)
{
  const lw_urdf* robot    = plan->robot;
  const lw_place identity = lw_place_identity();
  for (int i = 0; i < robot->nlink; i++) {
    const int l = robot->order[i];
    const int j = robot->link[l].parent_joint;
    if (j == LW_NONE && !plan->floating) {
      join_body(plan, l, LW_GROUND, &identity);
    } else if (j == LW_NONE || !is_fixed(plan, j)) {
      start_body(plan, l);
    } else {
      const lw_plan_link* parent = &plan->link[robot->joint[j].parent];
      const lw_place      place  = lw_place_compose(&parent->place, &robot->joint[j].origin);
      join_body(plan, l, parent->body, &place);
    }
  }
}

/* ---- inertias ---------------------------------------------------------------------------- */

/* A link's centre of mass in its body. */
static void com_of(const lw_plan* plan, int link, double com[3])
{
  lw_place_point(com, &plan->link[link].place, plan->robot->link[link].inertial.at);
}

/* Mass, centre of mass and inertia about it. A body whose first link alone has mass keeps
 * the numbers of the file. */
static void sum_inertia(const lw_plan* plan, lw_plan_body* body)
{
  const lw_urdf* robot  = plan->robot;
  int            n      = 0;
  double         sum[3] = {0.0, 0.0, 0.0}, com[3];
  for (int l = body->link; l != LW_NONE; l = plan->link[l].next) {
    if (lw_urdf_has_mass(&robot->link[l])) {
      const double mass = robot->link[l].mass;
      com_of(plan, l, com);
      for (int i = 0; i < 3; i++) sum[i] += mass * com[i];
      body->mass += mass;
      memcpy(body->com, com, sizeof com);
      n++;
    }
  }
  for (int i = 0; i < 3 && n > 1; i++) body->com[i] = body->mass > 0.0 ? sum[i] / body->mass : 0.0;

  for (int l = body->link; l != LW_NONE; l = plan->link[l].next) {
    const lw_urdf_link* link = &robot->link[l];
    if (lw_urdf_has_mass(link)) {
      const lw_place axes = lw_place_compose(&plan->link[l].place, &link->inertial);
      double         inertia[6], d[3];
      lw_inertia_turn(inertia, axes.quat, link->inertia);
      com_of(plan, l, com);
      for (int i = 0; i < 3; i++) d[i] = com[i] - body->com[i];
      lw_inertia_shift(inertia, link->mass, d);
      for (int i = 0; i < 6; i++) body->inertia[i] += inertia[i];
    }
  }
}

/* ---- joints ------------------------------------------------------------------------------ */

/* The rotation from the z axis of a joint to its axis, as a place. */
static lw_place turn_to(const double axis[3])
{
  lw_place turn = lw_place_identity();
  lw_quat_to_axis(turn.quat, axis);
  turn.has_rpy = lw_place_is_identity(&turn);
  return turn;
}

/* z and x of a universal joint are its two axes. */
static lw_place turn_to_universal(const lw_loop_change* change)
{
  lw_place turn = lw_place_identity();
  double   y[3];
  lw_vector_cross(y, change->axis[0], change->axis[1]);
  lw_quat_from_columns(turn.quat, change->axis[1], y, change->axis[0]);
  turn.has_rpy = lw_place_is_identity(&turn);
  return turn;
}

static lw_joint_type type_of(lw_urdf_type type)
{
  switch (type) {
  case LW_URDF_PRISMATIC: return LW_PRISMATIC;
  case LW_URDF_PLANAR: return LW_PLANAR;
  default: return LW_REVOLUTE;
  }
}

static void add_joint(lw_plan* plan, int j)
{
  const lw_urdf_joint*  urdf   = &plan->robot->joint[j];
  const lw_plan_link*   parent = &plan->link[urdf->parent];
  const lw_loop_change* change = plan->change[j];
  const int             child  = plan->link[urdf->child].body;
  lw_place              turn   = lw_place_identity();
  if (change && change->type == LW_UNIVERSAL) {
    turn = turn_to_universal(change);
  } else if (!change && urdf->type != LW_URDF_FLOATING) {
    turn = turn_to(urdf->axis);
  }
  lw_place* origin = &plan->origin[plan->njoint];
  *origin          = lw_place_compose(&parent->place, &urdf->origin);

  const lw_joint_type type  = change ? change->type : type_of(urdf->type);
  plan->joint[plan->njoint] = (lw_plan_joint){.urdf   = j,
                                              .loop   = LW_NONE,
                                              .fused  = {LW_NONE, LW_NONE},
                                              .free   = !change && urdf->type == LW_URDF_FLOATING,
                                              .type   = type,
                                              .parent = parent->body,
                                              .child  = child,
                                              .end    = {lw_place_compose(origin, &turn), turn}};
  plan->of_urdf[j]          = plan->njoint;
  plan->body[child].joint   = plan->njoint++;
  if (parent->body != LW_GROUND) {
    plan->body[parent->body].children++;
  }
}

/* A joint of the sidecar. */
static lw_status add_loop(lw_plan* plan, int k)
{
  const lw_loop* loop  = &plan->loops->loop[k];
  lw_plan_joint* joint = &plan->joint[plan->njoint];
  int            body[2];
  *joint =
      (lw_plan_joint){.urdf = LW_NONE, .loop = k, .fused = {LW_NONE, LW_NONE}, .type = loop->type};
  for (int i = 0; i < 2; i++) {
    const lw_loop_end* end = &loop->end[i];
    body[i]                = end->link == LW_GROUND ? LW_GROUND : plan->link[end->link].body;
    joint->end[i]          = end->place;
    if (end->link != LW_GROUND) {
      joint->end[i] = lw_place_compose(&plan->link[end->link].place, &end->place);
    }
    if (body[i] != LW_GROUND) {
      plan->body[body[i]].children++;
    }
  }
  if (body[0] == body[1]) {
    return lw_diag_set(plan->diag, LW_ERR_INPUT, 0,
                       "line %d of the file with the loops: \"%s\" and \"%s\" are on the same body",
                       loop->line, lw_xml_shorten(loop->end[0].name).text,
                       lw_xml_shorten(loop->end[1].name).text);
  }
  joint->parent              = body[0];
  joint->child               = body[1];
  plan->origin[plan->njoint] = joint->end[0];
  plan->njoint++;
  return LW_OK;
}

/* ---- the plan ---------------------------------------------------------------------------- */

static bool make_room(lw_plan* plan)
{
  const size_t nlink  = (size_t)plan->robot->nlink;
  const size_t njoint = (size_t)plan->robot->njoint;
  const size_t all    = njoint + (size_t)(plan->loops ? plan->loops->nloop : 0) + 1;
  plan->link          = calloc(nlink, sizeof *plan->link);
  plan->body          = calloc(nlink, sizeof *plan->body);
  plan->joint         = calloc(all, sizeof *plan->joint);
  plan->origin        = calloc(all, sizeof *plan->origin);
  plan->of_urdf       = malloc((njoint + 1) * sizeof *plan->of_urdf);
  plan->change        = calloc(njoint + 1, sizeof *plan->change);
  return plan->link && plan->body && plan->joint && plan->origin && plan->of_urdf && plan->change;
}

/* Mark the joints that have an actuator: those of the sidecar, else all that do not
 * follow another joint. */
static void find_driven(lw_plan* plan)
{
  const bool listed = plan->loops && plan->loops->has_motors;
  for (int i = 0; i < plan->njoint; i++) {
    lw_plan_joint* joint = &plan->joint[i];
    joint->driven        = !plan->options->no_actuators && !listed && joint->urdf != LW_NONE &&
                    lw_plan_has_coordinate(plan, joint->urdf) &&
                    plan->robot->joint[joint->urdf].mimic == LW_NONE;
  }
  for (int k = 0; listed && !plan->options->no_actuators && k < plan->loops->nmotor; k++) {
    plan->joint[plan->of_urdf[plan->loops->motor[k].joint]].driven = true;
  }
}

bool lw_plan_has_coordinate(const lw_plan* plan, int joint)
{
  return !plan->change[joint] && lw_urdf_has_coordinate(plan->robot->joint[joint].type);
}

lw_status lw_plan_fold(lw_plan* plan)
{
  const lw_urdf* robot = plan->robot;
  if (!make_room(plan)) {
    return lw_plan_no_memory(plan);
  }
  plan->ground_last = LW_NONE;
  plan->floating    = decide_base(plan);
  for (int k = 0; plan->loops && k < plan->loops->nchange; k++) {
    plan->change[plan->loops->change[k].joint] = &plan->loops->change[k];
  }
  for (int j = 0; j < robot->njoint; j++) plan->of_urdf[j] = LW_NONE;

  fold_links(plan);
  for (int b = 0; b < plan->nbody; b++) sum_inertia(plan, &plan->body[b]);
  for (int i = 0; i < robot->nlink; i++) {
    const int j = robot->link[robot->order[i]].parent_joint;
    if (j != LW_NONE && !is_fixed(plan, j)) {
      add_joint(plan, j);
    }
  }
  lw_status status = LW_OK;
  for (int k = 0; plan->loops && k < plan->loops->nloop && status == LW_OK; k++) {
    status = add_loop(plan, k);
  }
  find_driven(plan);
  return status;
}
