/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * documentation.h - what an FMU says about itself to people.
 */
#ifndef LW_DOCUMENTATION_H
#define LW_DOCUMENTATION_H

#include <linkwork/status.h>
#include <linkwork/text.h>
#include <linkwork/variables.h>

/* Append documentation/index.html: bodies, joints, forces and drives, variables. One page without
 * scripts and without anything from elsewhere.
 *   Changes     text, which is of no use after a failure
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_documentation_write(const lw_variables* variables, const char* guid, const char* tool,
                                 lw_text* text);

/* Append documentation/externalDependencies.txt: what the library needs of the machine. */
lw_status lw_dependencies_note_write(const char* platform, lw_text* text);

#endif
