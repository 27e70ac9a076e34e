/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * resource.h - the files in an FMU's folder of resources, which importers name by a URI.
 */
#ifndef LW_RESOURCE_H
#define LW_RESOURCE_H

#include <stddef.h>
#include <stdio.h>

#include <linkwork/diag.h>

/* Ways to understand where the folder is, in the order in which they are tried. */
typedef enum lw_resource_way {
  LW_RESOURCE_DECODED, /* the URI as RFC 3986 has it: percent-encoded, any number of slashes   */
  LW_RESOURCE_LITERAL, /* the same without decoding: some importers do not encode              */
  LW_RESOURCE_BESIDE,  /* ../../resources from the folder of this library, without the URI     */
  LW_RESOURCE_WAY_COUNT
} lw_resource_way;

/* The path of a file in the folder, for free(). NULL if this way gives none: no URI, another scheme
 * than "file", the same path as an earlier way, or no memory.
 *   Nullable    uri */
char* lw_resource_path(const char* uri, lw_resource_way way, const char* file);

/* Read a whole file.
 *   Allocates   *bytes, for free()
 *   Returns     LW_OK, LW_ERR_FILE, LW_ERR_MEMORY; *bytes is NULL on failure */
lw_status lw_resource_read(const char* path, unsigned char** bytes, size_t* size, lw_diag* diag);

/* Open a file for reading, or return NULL. The path is UTF-8, also on Windows. */
FILE* lw_open_file(const char* path);

/* The folder of the library that contains this function, without a slash at its end, for free().
 * NULL if the function is part of the program, or there is no memory. */
char* lw_own_folder(void);

#endif
