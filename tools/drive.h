/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * drive.h - inputs over time, from a CSV file to a simulator.
 */
#ifndef LW_DRIVE_H
#define LW_DRIVE_H

#include "csv.h"
#include "simulator.h"

typedef struct lw_drive {
  lw_csv    csv;
  size_t    n;        /* inputs that the file has; 0: there is no file  */
  unsigned* variable; /* their numbers, ascending                   (n) */
  size_t*   column;   /* their columns                              (n) */
  double*   value;    /* at the communication point                 (n) */
  double*   slope;    /* towards the next one                       (n) */
  double*   here;     /* all columns at the communication point  (ncol) */
  double*   there;    /* and at the next one                     (ncol) */
  double*   unused;   /* the other side of a jump                (ncol) */
} lw_drive;

/* Read a file and find its inputs.
 *   Returns     LW_OK; as lw_csv_read(); LW_ERR_INPUT if a column is not an input; the
 *               drive is empty on failure */
lw_status lw_drive_open(const char* path, const lw_simulator* simulator, lw_drive* drive,
                        lw_diag* diag);

/* Free the memory of a drive. */
void lw_drive_close(lw_drive* drive);

/* Set the values at a communication point and, if the simulator can interpolate, the slopes towards
 * the values at the next one; at the end, with t_next = t, there are no slopes.
 *   Returns     LW_OK; as the simulator */
lw_status lw_drive_apply(lw_drive* drive, lw_simulator* simulator, double t, double t_next,
                         lw_diag* diag);

#endif
