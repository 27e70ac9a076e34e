/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * urdf.c - a robot becomes a mechanism, step by step.
 */
#include "urdf/urdf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "urdf/plan.h"

void lw_plan_warn(const lw_plan* plan, int line, const char* format, ...)
{
  char    text[sizeof(lw_diag)];
  va_list args;
  if (plan->warn) {
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    plan->warn(plan->user, line, text);
  }
}

void lw_plan_free(lw_plan* plan)
{
  for (int i = 0; i < plan->ntext; i++) free(plan->text[i]);
  free(plan->text);
  free(plan->link);
  free(plan->body);
  free(plan->joint);
  free(plan->origin);
  free(plan->of_urdf);
  free((void*)plan->change);
  lw_name_index_free(&plan->names);
}

lw_status lw_urdf_convert(const lw_urdf* robot, const lw_loops* loops,
                          const lw_urdf_options* options, lw_urdf_warning warn, void* user,
                          lw_text* text, lw_diag* diag)
{
  /* cppcheck-suppress uninitvar; version 2.10 does not read the initialiser
   * of a table of functions */
  lw_status (*const steps[])(lw_plan*) = {lw_plan_fold, lw_plan_place,          lw_plan_close,
                                          lw_plan_fuse, lw_plan_check_inertias, lw_plan_name};

  lw_plan plan = {
      .robot = robot, .loops = loops, .options = options, .warn = warn, .user = user, .diag = diag};
  lw_status status = LW_OK;
  for (size_t i = 0; i < sizeof steps / sizeof *steps && status == LW_OK; i++) {
    status = steps[i](&plan);
  }
  if (status == LW_OK) {
    status = lw_plan_write(&plan, text);
  }
  lw_plan_free(&plan);
  return status;
}

/* ---- recognising ------------------------------------------------------------------------- */

/* The text after a construct that ends with a mark; end, if the mark is missing. */
static const char* behind(const char* text, const char* end, const char* mark)
{
  const size_t n = strlen(mark);
  while ((size_t)(end - text) >= n && memcmp(text, mark, n) != 0) text++;
  return (size_t)(end - text) >= n ? text + n : end;
}

static bool starts_with(const char* text, const char* end, const char* word)
{
  const size_t n = strlen(word);
  return (size_t)(end - text) >= n && memcmp(text, word, n) == 0;
}

bool lw_urdf_recognise(const char* text, size_t size)
{
  static const char element[] = "<robot";
  const char* const end       = text + size;
  while (text < end) {
    if (starts_with(text, end, "<!--")) {
      text = behind(text, end, "-->");
    } else if (starts_with(text, end, "<?")) {
      text = behind(text, end, "?>");
    } else if (*text == '<') {
      const char* next = text + sizeof element - 1;
      return starts_with(text, end, element) && next < end && strchr(" \t\r\n/>", *next);
    } else {
      text++; /* blanks, or a byte order mark */
    }
  }
  return false;
}
