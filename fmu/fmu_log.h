/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmu_log.h - messages to the importer's logger, by category.
 */
#ifndef LW_FMU_LOG_H
#define LW_FMU_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "fmi2FunctionTypes.h"
#include <linkwork/diag.h>

/* The categories that modelDescription.xml declares. */
typedef enum lw_log_category {
  LW_LOG_WARNING,
  LW_LOG_DISCARD,
  LW_LOG_ERROR,
  LW_LOG_FATAL,
  LW_LOG_EVENTS,
  LW_LOG_ALL,
  LW_LOG_COUNT
} lw_log_category;

typedef struct lw_fmu_log {
  fmi2CallbackLogger       logger; /* may be NULL: messages are dropped */
  fmi2ComponentEnvironment environment;
  const char*              instance;              /* its name; never NULL                */
  bool                     enabled[LW_LOG_COUNT]; /* which categories are passed on      */
} lw_fmu_log;

/* Start a log. With logging on all categories are enabled, otherwise the two that
 * say why a call failed. */
void lw_fmu_log_begin(lw_fmu_log* log, const fmi2CallbackFunctions* functions, const char* instance,
                      bool on);

/* Enable or disable categories by name; if n is 0, all of them.
 *   Returns     NULL, or the first name that is not known: nothing is changed then */
const char* lw_fmu_log_switch(lw_fmu_log* log, bool on, size_t n, const fmi2String category[]);

/* Pass a message to the importer if its category is enabled. The text is an argument of "%s", with
 * every '#' doubled, because that character refers to variables. Returns the status.
 *   Nullable    log */
fmi2Status lw_fmu_log_text(const lw_fmu_log* log, fmi2Status status, const char* text);

/* The same with a format. */
fmi2Status lw_fmu_log_write(const lw_fmu_log* log, fmi2Status status, const char* format, ...)
    LW_PRINTF(3, 4);

#endif
