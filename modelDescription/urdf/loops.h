/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * loops.h - what a URDF cannot say: joints that close loops, joints of other types, motors.
 *
 * A sidecar is YAML with `closed_loop` pairs of frames, or XML with <loops>; see docs/urdf.md.
 */
#ifndef LW_URDF_LOOPS_H
#define LW_URDF_LOOPS_H

#include <stdbool.h>
#include <stddef.h>

#include "urdf/math.h"
#include "urdf/robot.h"
#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/status.h>

/* One end of a closing joint. */
typedef struct lw_loop_end {
  const char* name;  /* of a link, of a joint (then its child), or "ground" */
  lw_place    place; /* of the joint's frame in that link                   */
  int         link;  /* LW_GROUND for the ground      lw_loops_resolve()    */
} lw_loop_end;

/* A joint that closes a loop. */
typedef struct lw_loop {
  const char*   name; /* NULL: to be made from the names of its ends */
  int           line;
  lw_joint_type type;
  lw_loop_end   end[2]; /* parent, child */
  bool          has_length;
  double        length;                       /* of a rod [m]                        */
  double        stiffness, damping, friction; /* revolute and prismatic; zero: none  */
} lw_loop;

/* A joint of the robot that is of another type than the URDF says. */
typedef struct lw_loop_change {
  const char*   name;
  int           line;
  lw_joint_type type;       /* fixed, spherical or universal                               */
  double        axis[2][3]; /* universal: first and second axis, unit, in the joint's frame */
  int           joint;      /* lw_loops_resolve() */
} lw_loop_change;

typedef struct lw_loop_motor {
  const char* name;
  int         line;
  int         joint; /* lw_loops_resolve() */
} lw_loop_motor;

typedef struct lw_loops {
  lw_loop*        loop;
  lw_loop_change* change;
  lw_loop_motor*  motor;
  int             nloop, nchange, nmotor;
  bool            has_motors; /* only these joints are driven; else all are */
  void*           texts;      /* holds the names                            */
  lw_xml_element* tree;       /* or this                                    */
} lw_loops;

/* Read a sidecar: XML where it begins with '<', else YAML.
 *   Allocates   *loops, for lw_loops_free()
 *   Returns     LW_OK, LW_ERR_INPUT with line and reason, LW_ERR_FILE, LW_ERR_MEMORY;
 *               *loops is NULL on failure
 *   Nullable    diag */
lw_status lw_loops_read(const char* path, lw_diag* diag, lw_loops** loops);
lw_status lw_loops_read_memory(const char* text, size_t size, lw_diag* diag, lw_loops** loops);

/* Find what the sidecar names in a robot.
 *   Returns     LW_OK, LW_ERR_INPUT with the line in the sidecar, LW_ERR_MEMORY
 *   Nullable    diag */
lw_status lw_loops_resolve(lw_loops* loops, const lw_urdf* robot, lw_diag* diag);

/* Nullable loops. */
void lw_loops_free(lw_loops* loops);

/* The two readers, for loops.c. The text is terminated. */
lw_status lw_loops_read_yaml(const char* text, lw_loops* loops, lw_diag* diag);
lw_status lw_loops_read_xml(const char* text, size_t size, lw_loops* loops, lw_diag* diag);

/* Append an element. Returns false: no memory. */
bool lw_loops_add(lw_loops* loops, const lw_loop* loop);
bool lw_loops_add_change(lw_loops* loops, const lw_loop_change* change);
bool lw_loops_add_motor(lw_loops* loops, const lw_loop_motor* motor);

#endif
