/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * report.h - how the program ends, and what it says on stderr.
 */
#ifndef LW_REPORT_H
#define LW_REPORT_H

#include <linkwork/diag.h>

enum {
  LW_EXIT_OK     = 0,
  LW_EXIT_ERROR  = 1, /* an error in a file, or a simulation that failed */
  LW_EXIT_MISUSE = 2  /* an error in the command line                    */
};

/* Report an error in a file: "FILE:LINE: text"; without the line if it is 0.
 *   Returns     LW_EXIT_ERROR */
int lw_report(const char* file, int line, const char* text, ...) LW_PRINTF(3, 4);

/* The same from a diagnosis; if it has no text, with the text of the status. */
int lw_report_diag(const char* file, lw_status status, const lw_diag* diag);

/* Report an error in a command line, in one line with a hint to the help of the command.
 *   Returns     LW_EXIT_MISUSE
 *   Nullable    command: the program itself */
int lw_report_misuse(const char* command, const char* text, ...) LW_PRINTF(2, 3);

#endif
