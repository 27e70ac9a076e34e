/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * scene.h - a mechanism at its start, as JSON for the page that draws it.
 *
 *   {"name", "description", "gravity": [x, y, z],
 *    "ground":    {"shapes": [...], "frames": [...]},
 *    "bodies":    [{"name", "mass", "com", "inertia", "r", "quat", "shapes", "frames"}],
 *    "joints":    [{"name", "type", "parent", "child", "points": [[x, y, z], [x, y, z]],
 *                   "axis", "axis2", "drives": [names]}],
 *    "springs":   [{"name", "ends": [{"body", "at"}, {"body", "at"}]}],
 *    "bushings":  likewise,
 *    "loads":     [{"name", "body", "at", "torque", "axes"}],
 *    "couplings": [{"name", "joints": [...]}]}
 *
 * Bodies are numbered from 0, the ground is -1. r and quat (w x y z) are the pose at the start, in
 * the world; all other vectors are in the frame of a body: the first point and the axis of a joint
 * in that of its parent, the second point in that of its child, axis2 in that of the child for
 * universal joints and else in that of the parent.
 */
#ifndef LW_PAGE_SCENE_H
#define LW_PAGE_SCENE_H

#include <linkwork/linkwork.h>
#include <linkwork/text.h>

/* Append the scene of an instance as a member of an object.
 *   Needs       an initialised instance
 *   Returns     LW_OK, LW_ERR_MEMORY, and as lw_instance_get() */
lw_status lw_scene_json(lw_instance* instance, const char* key, lw_text* text);

#endif
