/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * report.c - messages on stderr.
 */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>

int lw_report(const char* file, int line, const char* text, ...)
{
  va_list arguments;
  va_start(arguments, text);
  if (line > 0) {
    fprintf(stderr, "%s:%d: ", file, line);
  } else {
    fprintf(stderr, "%s: ", file);
  }
  vfprintf(stderr, text, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  return LW_EXIT_ERROR;
}

int lw_report_diag(const char* file, lw_status status, const lw_diag* diag)
{
  return lw_report(file, diag->line, "%s", *diag->text ? diag->text : lw_status_text(status));
}

int lw_report_misuse(const char* command, const char* text, ...)
{
  va_list arguments;
  va_start(arguments, text);
  fprintf(stderr, "linkwork%s%s: ", command ? " " : "", command ? command : "");
  vfprintf(stderr, text, arguments);
  fprintf(stderr, "; see \"linkwork %s%s--help\"\n", command ? command : "", command ? " " : "");
  va_end(arguments);
  return LW_EXIT_MISUSE;
}
