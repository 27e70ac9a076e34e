/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmu_log.c - messages to the importer's logger, by category.
 */
#include "fmu_log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char* const CATEGORIES[LW_LOG_COUNT] = {
    [LW_LOG_WARNING] = "logStatusWarning", [LW_LOG_DISCARD] = "logStatusDiscard",
    [LW_LOG_ERROR] = "logStatusError",     [LW_LOG_FATAL] = "logStatusFatal",
    [LW_LOG_EVENTS] = "logEvents",         [LW_LOG_ALL] = "logAll",
};

/* room for a reason, which an lw_diag holds, and the words around it */
enum { TEXT_SIZE = 1200 };

void lw_fmu_log_begin(lw_fmu_log* log, const char* instance, bool on)
{
  *log = (lw_fmu_log){.instance = instance};
  for (int i = 0; i < LW_LOG_COUNT; i++) log->enabled[i] = on;
  log->enabled[LW_LOG_ERROR] = log->enabled[LW_LOG_FATAL] = true;
}

static int find_category(const char* name)
{
  for (int i = 0; i < LW_LOG_COUNT; i++) {
    if (name && !strcmp(name, CATEGORIES[i])) {
      return i;
    }
  }
  return -1;
}

const char* lw_fmu_log_switch(lw_fmu_log* log, bool on, size_t n, const char* const category[])
{
  for (size_t k = 0; k < n; k++) {
    const char* name = category[k];
    if (find_category(name) < 0) {
      return name ? name : "";
    }
  }
  bool all = n == 0;
  for (size_t k = 0; k < n; k++) {
    const int i     = find_category(category[k]);
    log->enabled[i] = on;
    all             = all || i == LW_LOG_ALL;
  }
  for (int i = 0; i < LW_LOG_COUNT && all; i++) log->enabled[i] = on;
  return NULL;
}

static lw_log_category category_of(lw_outcome outcome)
{
  static const lw_log_category category[] = {[LW_CALL_OK]      = LW_LOG_EVENTS,
                                             [LW_CALL_WARNING] = LW_LOG_WARNING,
                                             [LW_CALL_DISCARD] = LW_LOG_DISCARD,
                                             [LW_CALL_ERROR]   = LW_LOG_ERROR,
                                             [LW_CALL_FATAL]   = LW_LOG_FATAL};
  return category[outcome];
}

lw_outcome lw_fmu_log_text(const lw_fmu_log* log, lw_outcome outcome, const char* text)
{
  const lw_log_category category = category_of(outcome);
  if (log && log->pass && log->enabled[category]) {
    log->pass(log, outcome, CATEGORIES[category], text);
  }
  return outcome;
}

lw_outcome lw_fmu_log_write(const lw_fmu_log* log, lw_outcome outcome, const char* format, ...)
{
  if (!log || !log->pass || !log->enabled[category_of(outcome)]) {
    return outcome;
  }
  char    text[TEXT_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return lw_fmu_log_text(log, outcome, text);
}
