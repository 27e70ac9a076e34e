/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * plan.h - the mechanism that a robot becomes, before it is written; for this folder only.
 *
 *   fold.c     links on fixed joints become frames of one body; joints between bodies
 *   place.c    places of the bodies at the start
 *   close.c    ... at which loops are closed
 *   fuse.c     revolutes in series with massless links between them become one joint
 *   inertia.c  moving bodies have an inertia that can be simulated
 *   names.c    names that a mechanism file may have
 *   write.c    the text
 */
#ifndef LW_URDF_PLAN_H
#define LW_URDF_PLAN_H

#include <stdbool.h>

#include "text/name_index.h"
#include "urdf/urdf.h"

/* Where a link has gone. */
typedef struct lw_plan_link {
  int         body;  /* or LW_GROUND                                              */
  lw_place    place; /* in the body                                               */
  const char* frame; /* its name as a frame; NULL: it is the body itself, or gone */
  int         next;  /* link of the same body, or LW_NONE                         */
} lw_plan_link;

typedef struct lw_plan_body {
  int         link; /* the first of its links; the body frame is that of this link */
  int         last; /* the last of them, for growing the list                      */
  double      mass; /* [kg]                                                        */
  double      com[3];
  double      inertia[6]; /* about the centre of mass, body axes [kg m2]           */
  bool        fused;      /* part of a joint now: no body                          */
  const char* unfused;    /* massless: why it is not part of one                   */
  bool        physical;
  const char* change;   /* what was done to its inertia, or NULL                   */
  lw_place    place;    /* in the world at the start           place.c        */
  const char* name;     /*                                     names.c        */
  int         joint;    /* of the plan, that it hangs on, or LW_NONE: it is free   */
  int         children; /* joints of the plan that hang on it, closing ones too    */
} lw_plan_body;

/* A joint between bodies. */
typedef struct lw_plan_joint {
  int           urdf;          /* joint of the robot, or LW_NONE: it closes a loop           */
  int           loop;          /* index of that, or LW_NONE                                  */
  int           fused[2];      /* further joints of the robot that it stands for, or LW_NONE */
  bool          gone;          /* fused into another one                                     */
  bool          free;          /* a floating one: no constraint                              */
  lw_joint_type type;          /* unless it is free                                          */
  int           parent, child; /* body or LW_GROUND                                          */
  lw_place      end[2];        /* its frames on the two bodies; axes as the type wants them  */
  double      value[4]; /* coordinates at the start [rad, m]: one, or two of a universal joint; of a
                                * spherical one a quaternion             place.c, close.c */
  double      turn[3];  /* turn that is still to be added to a quaternion        close.c */
  bool        given;    /* the start was given, or follows from one that was   place.c   */
  double      damping[3]; /* of a stack that was fused, about the axes of its frame */
  bool        driven;     /* has an actuator                                            */
  const char* name;       /*                                      names.c          */
  const char* frame[2];   /* names of its frames                  names.c          */
  const char* actuator;   /* names, or NULL                       names.c          */
  const char* coupling;
  const char* bushing;
} lw_plan_joint;

typedef struct lw_plan {
  const lw_urdf*         robot;
  const lw_loops*        loops; /* may be NULL */
  const lw_urdf_options* options;
  lw_urdf_warning        warn;
  void*                  user;
  lw_diag*               diag;

  bool                   floating; /* the root is a body, else the ground                         */
  lw_plan_link*          link;     /* (robot->nlink)                                              */
  lw_plan_body*          body;     /* (nbody)                                                     */
  lw_plan_joint*         joint;    /* of the tree, children behind parents, then closing (njoint) */
  lw_place*              origin; /* of each joint's frame on its parent, axis left alone (njoint) */
  int*                   of_urdf; /* the joint of the plan for each of the robot, or LW_NONE     */
  const lw_loop_change** change;  /* the change of each joint of the robot, or NULL           */
  int                    nbody, njoint;
  int                    ground_last; /* last link of the ground, or LW_NONE */

  const char*   name; /* of the mechanism */
  char**        text; /* names that were made (ntext) */
  int           ntext;
  lw_name_index names;
} lw_plan;

static inline lw_status lw_plan_no_memory(const lw_plan* plan)
{
  (void)lw_diag_set(plan->diag, LW_ERR_MEMORY, 0, "out of memory");
  return LW_ERR_MEMORY;
}

/* Report a change to the caller, as a warning. */
void lw_plan_warn(const lw_plan* plan, int line, const char* format, ...) LW_PRINTF(3, 4);

/* The steps, in this order. */
lw_status lw_plan_fold(lw_plan* plan);
lw_status lw_plan_place(lw_plan* plan);
lw_status lw_plan_close(lw_plan* plan);
lw_status lw_plan_fuse(lw_plan* plan);
lw_status lw_plan_check_inertias(lw_plan* plan);
lw_status lw_plan_name(lw_plan* plan);
lw_status lw_plan_write(const lw_plan* plan, lw_text* text);

void lw_plan_free(lw_plan* plan);

/* Place all bodies by the values of the joints. */
void lw_plan_propagate(lw_plan* plan);

/* Turn a spherical joint by its turn, in axes of the child. */
void lw_plan_turn(lw_plan_joint* joint);

/* Has a joint of the robot one coordinate, and is it not of another type by the sidecar? */
bool lw_plan_has_coordinate(const lw_plan* plan, int joint);

#endif
