/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * scratch_folder.h - a temporary folder that is removed when the program ends, in whatever way.
 *
 * FMUs have to be unpacked, and libraries of unknown origin may end the program without warning.
 * Therefore a second process waits for the end of this one and then removes the folder.
 */
#ifndef LW_SCRATCH_FOLDER_H
#define LW_SCRATCH_FOLDER_H

#include <sys/types.h>

#include <linkwork/diag.h>

typedef struct lw_scratch {
  char* path;    /* absolute; NULL: there is no folder                   */
  int   line;    /* to the other process; -1: there is none               */
  pid_t cleaner; /* that process, 0: there is none, we remove the folder  */
} lw_scratch;

/* Create a folder that only this user can enter, below TMPDIR or else /tmp.
 *   Returns     LW_OK, LW_ERR_FILE, LW_ERR_MEMORY */
lw_status lw_scratch_create(lw_scratch* scratch, lw_diag* diag);

/* Remove the folder with its content; nothing happens if there is none. */
void lw_scratch_remove(lw_scratch* scratch);

#endif
