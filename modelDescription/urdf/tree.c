/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tree.c - links and joints of a robot as one tree.
 */
#include <stdlib.h>

#include "urdf/robot.h"

static lw_status link_error(lw_diag* diag, const lw_urdf_link* link, const char* reason,
                            const char* other, int line)
{
  return lw_diag_set(diag, LW_ERR_INPUT, link->line, "link \"%s\": %s \"%s\" (line %d)",
                     lw_xml_shorten(link->name).text, reason, lw_xml_shorten(other).text, line);
}

/* Give every link its parent joint. */
static lw_status find_parents(lw_urdf* robot, lw_diag* diag)
{
  for (int j = 0; j < robot->njoint; j++) {
    const lw_urdf_joint* joint = &robot->joint[j];
    lw_urdf_link*        child = &robot->link[joint->child];
    if (child->parent_joint != LW_NONE) {
      const lw_urdf_joint* other = &robot->joint[child->parent_joint];
      return lw_diag_set(
          diag, LW_ERR_INPUT, joint->line,
          "joint \"%s\": its child \"%s\" is already that of joint \"%s\" (line %d); a "
          "loop needs a joint in a file for --loops",
          lw_xml_shorten(joint->name).text, lw_xml_shorten(child->name).text,
          lw_xml_shorten(other->name).text, other->line);
    }
    child->parent_joint = j;
  }
  /* the lists grow at their front: from behind they come out in file order */
  for (int j = robot->njoint - 1; j >= 0; j--) {
    lw_urdf_link* parent       = &robot->link[robot->joint[j].parent];
    robot->joint[j].next_child = parent->first_child;
    parent->first_child        = j;
  }
  return LW_OK;
}

static lw_status find_root(lw_urdf* robot, lw_diag* diag)
{
  robot->root = LW_NONE;
  for (int l = 0; l < robot->nlink; l++) {
    if (robot->link[l].parent_joint != LW_NONE) {
      continue;
    }
    if (robot->root != LW_NONE) {
      const lw_urdf_link* first = &robot->link[robot->root];
      return link_error(diag, &robot->link[l], "no joint leads to it, and none to", first->name,
                        first->line);
    }
    robot->root = l;
  }
  if (robot->root == LW_NONE) {
    const lw_urdf_joint* joint = &robot->joint[robot->link[0].parent_joint];
    return link_error(diag, &robot->link[0], "it is part of a cycle of joints, through joint",
                      joint->name, joint->line);
  }
  return LW_OK;
}

/* Visit the links branch by branch. A link that is not reached from the root belongs to a cycle. */
static lw_status put_in_order(lw_urdf* robot, lw_diag* diag)
{
  int n    = 0;
  int link = robot->root;
  while (link != LW_NONE) {
    robot->order[n++] = link;
    int joint         = robot->link[link].first_child;
    /* no child: back up to the nearest sibling on the way */
    while (joint == LW_NONE && link != robot->root) {
      const lw_urdf_joint* up = &robot->joint[robot->link[link].parent_joint];
      joint                   = up->next_child;
      link                    = up->parent;
    }
    link = joint == LW_NONE ? LW_NONE : robot->joint[joint].child;
  }
  if (n == robot->nlink) {
    return LW_OK;
  }
  bool* reached = calloc((size_t)robot->nlink, sizeof *reached);
  if (!reached) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  for (int i = 0; i < n; i++) reached[robot->order[i]] = true;
  int lost = 0;
  while (reached[lost]) lost++;
  free(reached);
  const lw_urdf_joint* joint = &robot->joint[robot->link[lost].parent_joint];
  return link_error(diag, &robot->link[lost], "a cycle of joints leads to it, through joint",
                    joint->name, joint->line);
}

/* A mimic joint may follow another mimic joint, but not itself. The search marks the joints that it
 * has visited, so that each is visited at most twice. */
static lw_status check_mimic(const lw_urdf* robot, lw_diag* diag)
{
  int* seen = malloc(((size_t)robot->njoint + 1) * sizeof *seen); /* 1 + the search that came by */
  if (!seen) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  for (int j = 0; j < robot->njoint; j++) seen[j] = 0;
  int cycle = LW_NONE;
  for (int j = 0; j < robot->njoint && cycle == LW_NONE; j++) {
    int k = j;
    while (k != LW_NONE && seen[k] == 0) {
      seen[k] = 1 + j;
      k       = robot->joint[k].mimic;
    }
    cycle = k != LW_NONE && seen[k] == 1 + j ? k : LW_NONE;
  }
  free(seen);
  if (cycle == LW_NONE) {
    return LW_OK;
  }
  return lw_diag_set(diag, LW_ERR_INPUT, robot->joint[cycle].line,
                     "joint \"%s\": it follows itself, through its mimic joints",
                     lw_xml_shorten(robot->joint[cycle].name).text);
}

lw_status lw_urdf_connect(lw_urdf* robot, lw_diag* diag)
{
  robot->order = malloc((size_t)robot->nlink * sizeof *robot->order);
  if (!robot->order) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  lw_status status = find_parents(robot, diag);
  if (status == LW_OK) {
    status = find_root(robot, diag);
  }
  if (status == LW_OK) {
    status = put_in_order(robot, diag);
  }
  if (status == LW_OK) {
    status = check_mimic(robot, diag);
  }
  return status;
}
