/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * robot.h - a robot as its URDF describes it: links in a tree of joints.
 *
 * Filled by read.c, put in order by tree.c, const from there on. Texts belong to the tree of
 * XML elements that the robot keeps.
 */
#ifndef LW_URDF_ROBOT_H
#define LW_URDF_ROBOT_H

#include <stdbool.h>

#include "urdf/math.h"
#include "xml/tree.h"
#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/status.h>

/* A shape; its body is the link, and the file of a mesh is in words. */
typedef struct lw_urdf_shape {
  lw_shape    base;
  const char* file; /* as in the robot's file; NULL: it is no mesh */
} lw_urdf_shape;

typedef struct lw_urdf_link {
  const char* name;
  int         line;
  bool        has_inertial;
  double      mass;         /* [kg], not negative                                   */
  double      inertia[6];   /* xx yy zz xy xz yz about the centre of mass [kg m2]   */
  lw_place    inertial;     /* centre of mass and axes of the inertia, in the link  */
  int         shape;        /* first of its shapes                                  */
  int         nshape;       /* and how many                                         */
  int         parent_joint; /* LW_NONE: the root                     tree.c    */
  int         first_child;  /* joint, in file order, or LW_NONE      tree.c    */
} lw_urdf_link;

typedef enum lw_urdf_type {
  LW_URDF_REVOLUTE,
  LW_URDF_CONTINUOUS,
  LW_URDF_PRISMATIC,
  LW_URDF_FIXED,
  LW_URDF_FLOATING,
  LW_URDF_PLANAR,
  LW_URDF_TYPE_COUNT
} lw_urdf_type;

typedef struct lw_urdf_joint {
  const char*  name;
  int          line;
  lw_urdf_type type;
  int          parent, child; /* links                                                   */
  lw_place     origin;        /* of the child's frame in the parent's, where q is zero   */
  double       axis[3];       /* unit vector in the child's frame                        */
  bool         has_lower, has_upper;
  double       lower, upper;      /* [rad, m]                                            */
  double       damping, friction; /* [N m s/rad, N s/m], [N m, N]                        */
  int          mimic;             /* joint that it follows, or LW_NONE                   */
  double       multiplier, offset;
  int          next_child; /* of the same parent, in file order       tree.c */
} lw_urdf_joint;

typedef struct lw_urdf {
  lw_xml_element* tree;
  const char*     name; /* "" where the file has none */
  lw_urdf_link*   link;
  lw_urdf_joint*  joint;
  lw_urdf_shape*  shape;
  int             nlink, njoint, nshape;
  int             root;
  int*            order; /* links, parents first, branch by branch (nlink)  tree.c */
} lw_urdf;

/* Does a joint have one coordinate? */
static inline bool lw_urdf_has_coordinate(lw_urdf_type type)
{
  return type == LW_URDF_REVOLUTE || type == LW_URDF_CONTINUOUS || type == LW_URDF_PRISMATIC;
}

/* Is there anything to a link's inertia? */
static inline bool lw_urdf_has_mass(const lw_urdf_link* link)
{
  bool any = link->has_inertial && link->mass != 0.0;
  for (int i = 0; i < 6; i++) any = any || (link->has_inertial && link->inertia[i] != 0.0);
  return any;
}

/* Connect links and joints: one root, every link is reached from it by one path, no joint
 * follows itself. For read.c.
 *   Needs       parent, child and mimic of all joints
 *   Returns     LW_OK, LW_ERR_INPUT with line and reason, LW_ERR_MEMORY */
lw_status lw_urdf_connect(lw_urdf* robot, lw_diag* diag);

#endif
