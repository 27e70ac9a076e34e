/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * documentation.h - the pages in an FMU that describe it to its users.
 */
#ifndef LW_DOCUMENTATION_H
#define LW_DOCUMENTATION_H

#include <linkwork/package.h>
#include <linkwork/page.h>
#include <linkwork/status.h>
#include <linkwork/text.h>
#include <linkwork/variables.h>

/* Append documentation/index.html: the mechanism at its start in a picture that can be turned,
 * facts, bodies, joints, forces and drives, variables. It is one page that loads no other files.
 * There is no picture without a page, nor of a mechanism that cannot be assembled.
 *   Changes     text, which is invalid after a failure
 *   Returns     LW_OK, LW_ERR_MEMORY
 *   Nullable    page */
lw_status lw_documentation_write(const lw_variables* variables, const char* guid, const char* tool,
                                 const lw_page* page, lw_text* text);

/* Append documentation/externalDependencies.txt: the system libraries that the n FMU libraries
 * need. */
lw_status lw_dependencies_note_write(size_t n, const lw_package_library library[], lw_text* text);

#endif
