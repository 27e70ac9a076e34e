/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * urdf.h - robots in URDF to mechanism files. docs/urdf.md says what becomes of what.
 *
 *   lw_urdf_read      a robot's file, checked: one tree of links, every number and reference valid
 *   lw_loops_read     a sidecar with joints that close loops, optional
 *   lw_loops_resolve  ... that names frames of this robot
 *   lw_urdf_convert   the text of a mechanism file
 *
 * Nothing here prints: what was changed on the way is told to a function of the caller.
 */
#ifndef LW_URDF_H
#define LW_URDF_H

#include <stdbool.h>
#include <stddef.h>

#include "urdf/loops.h"
#include "urdf/robot.h"
#include <linkwork/diag.h>
#include <linkwork/status.h>
#include <linkwork/text.h>

typedef enum lw_urdf_base {
  LW_URDF_BASE_AUTO, /* floating where the root link has inertia and is not called "world" */
  LW_URDF_BASE_FIXED,
  LW_URDF_BASE_FLOATING
} lw_urdf_base;

/* A coordinate at the start. */
typedef struct lw_urdf_start {
  const char* joint; /* its name in the URDF */
  double      value; /* [rad, m]             */
} lw_urdf_start;

typedef struct lw_urdf_options {
  lw_urdf_base base;
  /* mass and moments of moving links without any; 0: refuse them */
  double massless;
  /* least moment of inertia [kg m2] where some are not positive; 0: refuse negative ones */
  double               repair;
  bool                 no_actuators; /* joints have no inputs */
  int                  nstart;
  const lw_urdf_start* start; /* (nstart) */
} lw_urdf_options;

/* Told what was changed, with the line of the URDF; 0: none in particular. */
typedef void (*lw_urdf_warning)(void* user, int line, const char* text);

/* Is this the text of a URDF? Decided by its first element, <robot>. */
bool lw_urdf_recognise(const char* text, size_t size);

/* Read a robot from the text of its file. The first thing that is wrong with it is reported.
 *   Allocates   a robot, for lw_urdf_free()
 *   Returns     LW_OK, LW_ERR_INPUT with line and reason, LW_ERR_MEMORY; *robot is NULL on failure
 *   Nullable    diag */
lw_status lw_urdf_read_memory(const char* text, size_t size, lw_diag* diag, lw_urdf** robot);
lw_status lw_urdf_read(const char* path, lw_diag* diag, lw_urdf** robot);

/* Free a robot. Nullable robot. */
void lw_urdf_free(lw_urdf* robot);

/* Append the text of a mechanism file.
 *   Needs       loops resolved against this robot
 *   Returns     LW_OK; LW_ERR_INPUT with the line in the URDF, or 0 where an option is wrong;
 *               LW_ERR_MEMORY; the text is not complete on failure
 *   Nullable    loops, warn, diag */
lw_status lw_urdf_convert(const lw_urdf* robot, const lw_loops* loops,
                          const lw_urdf_options* options, lw_urdf_warning warn, void* user,
                          lw_text* text, lw_diag* diag);

#endif
