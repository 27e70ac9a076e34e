/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * zip_write.h - writes a zip archive, in memory.
 */
#ifndef LW_ARCHIVE_WRITE_H
#define LW_ARCHIVE_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include <linkwork/diag.h>
#include <linkwork/status.h>
#include <linkwork/text.h>

typedef struct lw_archive_file {
  const char* name; /* with forward slashes, relative, ASCII */
  const void* bytes;
  size_t      size;
  bool        executable;
} lw_archive_file;

/* Append an archive with the given files, sorted by name, compressed, all with the same date: the
 * same files give the same bytes.
 *   Changes     archive, which is invalid after a failure; the order of the files
 *   Returns     LW_OK, LW_ERR_FILE with the reason, LW_ERR_MEMORY */
lw_status lw_archive_write(size_t n, lw_archive_file file[], lw_text* archive, lw_diag* diag);

#endif
