/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * output_file.h - a result on stdout, or in a file that appears only when it is complete.
 *
 * The text goes to a temporary file beside the target, which is renamed at the end. A command that
 * fails, or that is interrupted, leaves nothing behind, and an older file as it was. What is not a
 * regular file, such as /dev/null, is written directly.
 */
#ifndef LW_OUTPUT_FILE_H
#define LW_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include <linkwork/diag.h>

typedef struct lw_output_file {
  FILE* stream;
  char* target;    /* NULL: nothing to rename         */
  char* temporary; /* NULL: nothing to remove         */
} lw_output_file;

/* Open for writing; at most one is open at a time.
 *   Returns     LW_OK; LW_ERR_FILE, LW_ERR_MEMORY with the reason
 *   Nullable    path: stdout, as for "-" */
lw_status lw_output_file_open(const char* path, lw_output_file* file, lw_diag* diag);

/* Finish: flush, close, rename.
 *   Changes     the file is closed, and on failure removed
 *   Returns     LW_OK; LW_ERR_FILE with the reason: a full disk is detected here at the latest */
lw_status lw_output_file_commit(lw_output_file* file, lw_diag* diag);

/* Close and remove the file. Nothing happens if it is closed already. */
void lw_output_file_discard(lw_output_file* file);

#endif
