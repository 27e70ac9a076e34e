/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * origin.h - the mechanism of a command: from a mechanism file, or from a robot in URDF.
 *
 *   begin -> lw_options_read() -> settle -> read or convert -> end
 */
#ifndef LW_ORIGIN_H
#define LW_ORIGIN_H

#include "options.h"
#include "urdf/urdf.h"
#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/text.h>

enum { LW_ORIGIN_OPTIONS = 6 };

/* The options of all commands that take robots. */
#define LW_ORIGIN_HELP                                                                             \
  "\n"                                                                                             \
  "Options for robots (a file is a robot if its root element is <robot>):\n"                       \
  "  --base fixed|floating  whether the root link is fixed; default: floating if it has a mass "   \
  "and\n"                                                                                          \
  "                         is not called \"world\", else fixed\n"                                 \
  "  --joint NAME=VALUE     start value of a joint [rad or m]; may be repeated\n"                  \
  "  --loops FILE           joints that close loops, in a YAML or XML file (docs/urdf.md)\n"       \
  "  --massless EPS         mass [kg] and moments of inertia [kg m2] for moving links without "    \
  "any\n"                                                                                          \
  "  --repair EPS           smallest moment of inertia [kg m2]: smaller and negative ones are\n"   \
  "                         raised to it\n"                                                        \
  "  --actuators all|none   whether the joints have inputs that drive them; default: all\n"

typedef struct lw_origin {
  const char*     base;
  const char*     massless;
  const char*     repair;
  const char*     actuators;
  const char*     loops;
  const char**    joint; /* "NAME=VALUE" (njoint) */
  int             njoint;
  lw_urdf_start*  start;  /* (njoint)                                             */
  char*           names;  /* of these                                             */
  bool            quiet;  /* warnings are not printed                             */
  lw_urdf_options urdf;   /* these options as numbers and choices                 */
  const char*     blamed; /* the file of the last diagnosis; NULL: the one that was read */
} lw_origin;

/* Make room for the options of argc arguments, and list them.
 *   Returns     false: no memory */
bool lw_origin_begin(lw_origin* origin, int argc, lw_option option[LW_ORIGIN_OPTIONS]);

/* Check the options that were given.
 *   Returns     LW_EXIT_OK; LW_EXIT_MISUSE after a message */
int lw_origin_settle(const char* command, lw_origin* origin);

void lw_origin_end(lw_origin* origin);

/* Read a mechanism or a robot. Warnings are printed on stderr.
 *   Allocates   *model, for lw_model_destroy()
 *   Returns     as lw_mechanism_read(); LW_ERR_USAGE: options for robots, and
 *               the file is a mechanism */
lw_status lw_origin_read(const char* file, lw_origin* origin, lw_model** model, lw_diag* diag);

/* Append a robot as the text of a mechanism file.
 *   Returns     as lw_urdf_convert(); LW_ERR_INPUT: the file is not a robot */
lw_status lw_origin_convert(const char* file, lw_origin* origin, lw_text* text, lw_diag* diag);

/* Refuse options for robots if the file is not a robot.
 *   Returns     LW_OK, LW_ERR_USAGE with the option */
lw_status lw_origin_refuse_options(const lw_origin* origin, lw_diag* diag);

/* Report a failure of lw_origin_read() or lw_origin_convert(), with the file that it concerns.
 *   Returns     LW_EXIT_ERROR */
int lw_origin_report(const char* file, const lw_origin* origin, lw_status status,
                     const lw_diag* diag);

#endif
