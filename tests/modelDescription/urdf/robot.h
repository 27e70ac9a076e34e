/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * robot.h - robots for tests: converted, read, started.
 */
#ifndef LW_TEST_ROBOT_H
#define LW_TEST_ROBOT_H

#include "urdf/urdf.h"
#include <linkwork/linkwork.h>

/* What a conversion gave. */
typedef struct conversion {
  lw_status status;
  lw_diag   diag;
  lw_text   text;     /* the mechanism file              */
  lw_text   warnings; /* "LINE: text\n" each, terminated */
  bool      in_loops; /* the sidecar is to blame         */
} conversion;

/* Convert files. End with conversion_free().
 *   Nullable    loops: path of a sidecar; options: the defaults */
conversion convert_file(const char* path, const char* loops, const lw_urdf_options* options);

/* The same for the text of a robot without loops. */
conversion convert_text(const char* text, const lw_urdf_options* options);

void conversion_free(conversion* c);

/* Convert and read; fails the test where either is refused. Free with lw_model_destroy(). */
lw_model* robot_model(const char* path, const char* loops, const lw_urdf_options* options);

/* The body that a link of the URDF has become, or LW_NONE: by its name, as docs/urdf.md maps it. */
int robot_body(const lw_model* model, const char* link);

#endif
