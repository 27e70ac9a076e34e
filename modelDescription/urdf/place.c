/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * place.c - joint coordinates at the start, and the places of bodies that follow from them.
 *
 *   reads    start values of the options, mimic of the robot, origins of the plan
 *   writes   q of joints, place of bodies
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text/suggest.h"
#include "urdf/plan.h"
#include <linkwork/elementary.h>

/* The joint of a start value. */
static lw_status find_start(const lw_plan* plan, const lw_urdf_start* start, int* joint)
{
  const lw_urdf* robot      = plan->robot;
  lw_suggestion  suggestion = lw_suggest_begin(start->joint);
  for (int j = 0; j < robot->njoint; j++) {
    if (strcmp(robot->joint[j].name, start->joint) == 0) {
      *joint = j;
      return LW_OK;
    }
    lw_suggest_try(&suggestion, robot->joint[j].name);
  }
  char hint[LW_SUGGEST_SIZE];
  return lw_diag_set(plan->diag, LW_ERR_INPUT, 0, "the robot has no joint \"%s\"%s",
                     lw_xml_shorten(start->joint).text, lw_suggest_text(&suggestion, hint));
}

/* Copy the start values; given: the joints that have one. */
static lw_status set_starts(const lw_plan* plan, double q[], bool given[])
{
  for (int i = 0; i < plan->options->nstart; i++) {
    const lw_urdf_start* start  = &plan->options->start[i];
    int                  j      = LW_NONE;
    const lw_status      status = find_start(plan, start, &j);
    if (status != LW_OK) {
      return status;
    }
    const lw_urdf_joint* joint = &plan->robot->joint[j];
    if (!lw_plan_has_coordinate(plan, j)) {
      return lw_diag_set(plan->diag, LW_ERR_INPUT, joint->line,
                         "joint \"%s\": it has no single coordinate to start from",
                         lw_xml_shorten(joint->name).text);
    }
    if (joint->mimic != LW_NONE) {
      return lw_diag_set(plan->diag, LW_ERR_INPUT, joint->line,
                         "joint \"%s\": it follows joint \"%s\"; give the start value of that one",
                         lw_xml_shorten(joint->name).text,
                         lw_xml_shorten(plan->robot->joint[joint->mimic].name).text);
    }
    q[j]     = start->value;
    given[j] = true;
  }
  return LW_OK;
}

/* Compute the values of mimic joints. The chain from a joint to the end of those that it follows is
 * computed from its end; done marks the joints that have a value. */
static void follow(const lw_plan* plan, double q[], bool given[], int chain[], bool done[])
{
  const lw_urdf_joint* joint = plan->robot->joint;
  for (int j = 0; j < plan->robot->njoint; j++) {
    int n = 0;
    for (int k = j; !done[k] && joint[k].mimic != LW_NONE; k = joint[k].mimic) chain[n++] = k;
    while (n > 0) {
      const int k = chain[--n];
      q[k]        = joint[k].multiplier * q[joint[k].mimic] + joint[k].offset;
      given[k]    = given[joint[k].mimic] || q[k] != 0.0;
      done[k]     = true;
    }
  }
}

/* ---- places ------------------------------------------------------------------------------ */

/* The rotation about an axis. */
static void turn_about(double quat[4], const double axis[3], double angle)
{
  quat[0] = lw_cos(0.5 * angle);
  for (int i = 0; i < 3; i++) quat[1 + i] = lw_sin(0.5 * angle) * axis[i];
}

/* The motion of a joint of the tree from its origin. */
static lw_place motion_of(const lw_plan* plan, const lw_plan_joint* joint)
{
  const lw_urdf_joint*  urdf   = &plan->robot->joint[joint->urdf];
  const lw_loop_change* change = plan->change[joint->urdf];
  lw_place              motion = lw_place_identity();
  if (joint->type == LW_PRISMATIC) {
    for (int i = 0; i < 3; i++) motion.at[i] = joint->value[0] * urdf->axis[i];
  } else if (joint->type == LW_SPHERICAL) {
    memcpy(motion.quat, joint->value, sizeof motion.quat);
  } else if (joint->type == LW_UNIVERSAL) {
    double second[4];
    turn_about(motion.quat, change->axis[0], joint->value[0]);
    turn_about(second, change->axis[1], joint->value[1]);
    lw_quat_product(motion.quat, motion.quat, second);
  } else if (joint->type == LW_REVOLUTE && joint->value[0] != 0.0) {
    turn_about(motion.quat, urdf->axis, joint->value[0]);
  }
  motion.has_rpy = lw_quat_is_identity(motion.quat);
  return motion;
}

void lw_plan_propagate(lw_plan* plan)
{
  for (int i = 0; i < plan->njoint && plan->joint[i].urdf != LW_NONE; i++) {
    const lw_plan_joint* joint  = &plan->joint[i];
    const lw_place       motion = motion_of(plan, joint);
    const lw_place       frame  = lw_place_compose(&plan->origin[i], &motion);

    plan->body[joint->child].place =
        joint->parent == LW_GROUND ? frame
                                   : lw_place_compose(&plan->body[joint->parent].place, &frame);
  }
}

void lw_plan_turn(lw_plan_joint* joint)
{
  const double angle   = lw_vector_length(joint->turn);
  double       axis[3] = {0.0, 0.0, 0.0}, turn[4];
  for (int i = 0; i < 3 && angle > 0.0; i++) axis[i] = joint->turn[i] / angle;
  turn_about(turn, axis, angle);
  lw_quat_product(joint->value, joint->value, turn);
}

/* ---- the start --------------------------------------------------------------------------- */

/* Joints that were changed into another type have no coordinate that a mimic joint could follow. */
static lw_status check_followers(const lw_plan* plan)
{
  for (int j = 0; j < plan->robot->njoint; j++) {
    const lw_urdf_joint* joint = &plan->robot->joint[j];
    if (joint->mimic != LW_NONE && (plan->change[j] || plan->change[joint->mimic])) {
      return lw_diag_set(
          plan->diag, LW_ERR_INPUT, joint->line,
          "joint \"%s\": it follows joint \"%s\", and one of them is of another type by "
          "the file with the loops",
          lw_xml_shorten(joint->name).text,
          lw_xml_shorten(plan->robot->joint[joint->mimic].name).text);
    }
  }
  return LW_OK;
}

lw_status lw_plan_place(lw_plan* plan)
{
  const size_t n     = (size_t)plan->robot->njoint + 1;
  double*      q     = calloc(n, sizeof *q);
  bool*        given = calloc(n, sizeof *given);
  int*         chain = malloc(n * sizeof *chain);
  bool*        done  = calloc(n, sizeof *done);
  lw_status status = q && given && chain && done ? check_followers(plan) : lw_plan_no_memory(plan);
  if (status == LW_OK) {
    status = set_starts(plan, q, given);
  }
  if (status == LW_OK) {
    follow(plan, q, given, chain, done);
    for (int i = 0; i < plan->njoint && plan->joint[i].urdf != LW_NONE; i++) {
      lw_plan_joint* joint = &plan->joint[i];
      joint->value[0]      = joint->type == LW_SPHERICAL ? 1.0 : q[joint->urdf];
      joint->given         = given[joint->urdf];
    }
    if (plan->floating) {
      plan->body[0].place = lw_place_identity();
    }
    lw_plan_propagate(plan);
  }
  free(q);
  free(given);
  free(chain);
  free(done);
  return status;
}
