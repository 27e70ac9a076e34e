/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * urdf_posture.c - coordinates at the start, and where they bring the bodies.
 *
 *   reads    start values of the options, mimic of the robot, origins of the plan
 *   writes   q of joints, place of bodies
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suggest.h"
#include "urdf_plan.h"

/* The joint that a start value is for. */
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

/* Take over the start values. */
static lw_status set_starts(const lw_plan* plan, double q[])
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
                         "joint \"%s\": it follows joint \"%s\"; give the start of that one",
                         lw_xml_shorten(joint->name).text,
                         lw_xml_shorten(plan->robot->joint[joint->mimic].name).text);
    }
    q[j] = start->value;
  }
  return LW_OK;
}

/* Let joints follow others. A chain is gone up to its end and back, and what is done is marked. */
static void follow(const lw_plan* plan, double q[], int chain[], bool done[])
{
  const lw_urdf_joint* joint = plan->robot->joint;
  for (int j = 0; j < plan->robot->njoint; j++) {
    int n = 0;
    for (int k = j; !done[k] && joint[k].mimic != LW_NONE; k = joint[k].mimic) chain[n++] = k;
    while (n > 0) {
      const int k = chain[--n];
      q[k]        = joint[k].multiplier * q[joint[k].mimic] + joint[k].offset;
      done[k]     = true;
    }
  }
}

/* How far a joint has gone from its origin. */
static lw_place motion_of(const lw_urdf_joint* joint, double q)
{
  lw_place motion = lw_place_identity();
  if (q == 0.0) {
    return motion;
  }
  for (int i = 0; i < 3; i++) {
    if (joint->type == LW_URDF_PRISMATIC) {
      motion.at[i] = q * joint->axis[i];
    } else {
      motion.quat[1 + i] = sin(0.5 * q) * joint->axis[i];
    }
  }
  if (joint->type != LW_URDF_PRISMATIC) {
    motion.quat[0] = cos(0.5 * q);
    motion.has_rpy = false;
  }
  return motion;
}

/* Joints that have become of another type have no coordinate that could be followed. */
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
  const size_t n      = (size_t)plan->robot->njoint + 1;
  double*      q      = calloc(n, sizeof *q);
  int*         chain  = malloc(n * sizeof *chain);
  bool*        done   = calloc(n, sizeof *done);
  lw_status    status = q && chain && done ? check_followers(plan) : lw_plan_no_memory(plan);
  if (status == LW_OK) {
    status = set_starts(plan, q);
  }
  if (status == LW_OK) {
    follow(plan, q, chain, done);
    if (plan->floating) {
      plan->body[0].place = lw_place_identity();
    }
    for (int i = 0; i < plan->njoint && plan->joint[i].urdf != LW_NONE; i++) {
      lw_plan_joint* joint  = &plan->joint[i];
      const lw_place motion = plan->change[joint->urdf]
                                  ? lw_place_identity()
                                  : motion_of(&plan->robot->joint[joint->urdf], q[joint->urdf]);
      const lw_place frame  = lw_place_compose(&plan->origin[i], &motion);
      joint->q              = q[joint->urdf];

      plan->body[joint->child].place =
          joint->parent == LW_GROUND ? frame
                                     : lw_place_compose(&plan->body[joint->parent].place, &frame);
    }
  }
  free(q);
  free(chain);
  free(done);
  return status;
}
