/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * report.h - how the program ends, and what it says on stderr.
 */
#ifndef LW_REPORT_H
#define LW_REPORT_H

#include <linkwork/diag.h>

enum {
  LW_EXIT_OK     = 0,
  LW_EXIT_ERROR  = 1, /* the user's file or wish cannot be followed */
  LW_EXIT_MISUSE = 2  /* the command line makes no sense            */
};

/* Say what is wrong with a file: "FILE:LINE: text", without a line where it is 0.
 *   Returns     LW_EXIT_ERROR */
int lw_report(const char* file, int line, const char* text, ...) LW_PRINTF(3, 4);

/* The same from a diagnosis; the status speaks where it has no text. */
int lw_report_diag(const char* file, lw_status status, const lw_diag* diag);

/* Say what is wrong with a command line, in one line with a hint to the command's help.
 *   Returns     LW_EXIT_MISUSE
 *   Nullable    command: the program itself */
int lw_report_misuse(const char* command, const char* text, ...) LW_PRINTF(2, 3);

#endif
