/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * diag.c - write the reason for a failure into the record of the caller.
 */
#include <linkwork/diag.h>

#include <stdarg.h>
#include <stdio.h>

lw_status lw_diag_set(lw_diag* diag, lw_status status, int line, const char* format, ...)
{
  if (diag) {
    va_list args;
    va_start(args, format);
    diag->line = line;
    vsnprintf(diag->text, sizeof diag->text, format, args);
    va_end(args);
  }
  return status;
}
