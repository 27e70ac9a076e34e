/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * progress.h - one line on stderr with the progress of a long simulation.
 *
 * It appears only if stderr is a terminal and the simulation has taken longer than a second.
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

/* Update the line with the simulated time, between start and stop [s]. It is cheap
 * enough for every step. */
void lw_progress_update(lw_progress* progress, double t, double start, double stop);

/* Clear the line, so that other text may follow. */
void lw_progress_end(lw_progress* progress);

#endif
