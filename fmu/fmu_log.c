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
enum { TEXT_SIZE = 1400 };

void lw_fmu_log_begin(lw_fmu_log* log, const fmi2CallbackFunctions* functions, const char* instance,
                      bool on)
{
  log->logger      = functions ? functions->logger : NULL;
  log->environment = functions ? functions->componentEnvironment : NULL;
  log->instance    = instance;
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

const char* lw_fmu_log_switch(lw_fmu_log* log, bool on, size_t n, const fmi2String category[])
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

static lw_log_category category_of(fmi2Status status)
{
  switch (status) {
  case fmi2Warning: return LW_LOG_WARNING;
  case fmi2Discard: return LW_LOG_DISCARD;
  case fmi2Error: return LW_LOG_ERROR;
  case fmi2Fatal: return LW_LOG_FATAL;
  case fmi2OK:
  case fmi2Pending: break;
  }
  return LW_LOG_EVENTS;
}

fmi2Status lw_fmu_log_text(const lw_fmu_log* log, fmi2Status status, const char* text)
{
  const lw_log_category category = category_of(status);
  if (!log || !log->logger || !log->enabled[category]) {
    return status;
  }
  char   escaped[TEXT_SIZE];
  size_t used = 0;
  for (; *text && used + 2 < sizeof escaped; text++) {
    escaped[used++] = *text;
    if (*text == '#') {
      escaped[used++] = '#';
    }
  }
  escaped[used] = '\0';
  log->logger(log->environment, log->instance, status, CATEGORIES[category], "%s", escaped);
  return status;
}

fmi2Status lw_fmu_log_write(const lw_fmu_log* log, fmi2Status status, const char* format, ...)
{
  if (!log || !log->logger || !log->enabled[category_of(status)]) {
    return status;
  }
  char    text[TEXT_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return lw_fmu_log_text(log, status, text);
}
