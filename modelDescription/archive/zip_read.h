/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * zip_read.h - reads zip archives from unknown sources.
 *
 * An archive is refused before anything is written if it has entries that would leave the
 * folder, links or other special files, two entries of the same name, encrypted entries,
 * or an unreasonable size.
 */
#ifndef LW_ARCHIVE_READ_H
#define LW_ARCHIVE_READ_H

#include <stddef.h>

#include <linkwork/diag.h>
#include <linkwork/status.h>
#include <linkwork/text.h>

/* Largest sum of the sizes of all entries, and their largest number: a vendor's FMU with maps and
 * several platforms has a few hundred megabytes in a few thousand files. */
#define LW_ARCHIVE_MOST_BYTES ((unsigned long long)2 << 30)
#define LW_ARCHIVE_MOST_ENTRIES 100000

typedef struct lw_archive lw_archive;

/* Open an archive and check all its entries.
 *   Returns     LW_OK, LW_ERR_MEMORY; LW_ERR_FILE if it cannot be read, LW_ERR_INPUT if it is
 *               refused, both with the reason; *archive is NULL on failure */
lw_status lw_archive_open(const char* path, lw_archive** archive, lw_diag* diag);

/* Close an archive.
 *   Nullable    archive */
void lw_archive_close(lw_archive* archive);

/* The entries, in the order of the archive; folders end with a slash. */
size_t      lw_archive_count(const lw_archive* archive);
const char* lw_archive_name(const lw_archive* archive, size_t entry);

/* Append the content of a file.
 *   Returns     LW_OK; LW_ERR_FILE where there is none of that name, or it is
 *               damaged; LW_ERR_MEMORY */
lw_status lw_archive_read(lw_archive* archive, const char* name, lw_text* text, lw_diag* diag);

/* Write all files below a folder, which must exist and be empty.
 *   Changes     what was written before a failure stays
 *   Returns     LW_OK, LW_ERR_FILE, LW_ERR_MEMORY */
lw_status lw_archive_unpack(lw_archive* archive, const char* folder, lw_diag* diag);

#endif
