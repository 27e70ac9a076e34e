/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * progress.h - one line on stderr that says how far a long simulation is.
 *
 * It appears only where stderr is a terminal and the work has taken longer than a second.
 */
#ifndef LW_PROGRESS_H
#define LW_PROGRESS_H

#include <stdbool.h>

typedef struct lw_progress {
  bool   terminal;
  bool   shown;
  double begin; /* of the work, on the wall clock [s]      */
  double next;  /* when to write again, on the wall clock  */
} lw_progress;

void lw_progress_begin(lw_progress* progress);

/* Tell the simulated time, between start and stop [s]. Cheap enough for every step. */
void lw_progress_update(lw_progress* progress, double t, double start, double stop);

/* Wipe the line, so that other text may follow. */
void lw_progress_end(lw_progress* progress);

#endif
