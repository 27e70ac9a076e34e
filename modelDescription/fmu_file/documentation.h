/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * documentation.h - the pages in an FMU that describe it to its users.
 */
#ifndef LW_DOCUMENTATION_H
#define LW_DOCUMENTATION_H

#include <linkwork/status.h>
#include <linkwork/text.h>
#include <linkwork/variables.h>

/* Append documentation/index.html: bodies, joints, forces and drives, variables. It is one page
 * that has no scripts and loads no other files.
 *   Changes     text, which is invalid after a failure
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_documentation_write(const lw_variables* variables, const char* guid, const char* tool,
                                 lw_text* text);

/* Append documentation/externalDependencies.txt: the system libraries that
 * the FMU library needs. */
lw_status lw_dependencies_note_write(const char* platform, lw_text* text);

#endif
