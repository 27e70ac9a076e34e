/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmu_log.h - messages to the importer's logger, by category.
 */
#ifndef LW_FMU_LOG_H
#define LW_FMU_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "call.h"
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

typedef struct lw_fmu_log lw_fmu_log;

/* Call the importer's logger, as a version of FMI declares it. */
typedef void lw_log_pass(const lw_fmu_log* log, lw_outcome outcome, const char* category,
                         const char* text);

struct lw_fmu_log {
  lw_log_pass* pass;                 /* NULL: messages are dropped           */
  void (*logger)(void);              /* the importer's, for pass to cast     */
  void*       environment;           /* the importer's, handed to the logger */
  const char* instance;              /* its name; never NULL                 */
  bool        enabled[LW_LOG_COUNT]; /* which categories are passed on       */
};

/* Start a log. With logging on all categories are enabled, otherwise the two that say why a call
 * failed. */
void lw_fmu_log_begin(lw_fmu_log* log, const char* instance, bool on);

/* Enable or disable categories by name; if n is 0, all of them.
 *   Returns     NULL, or the first name that is not known: nothing is changed then */
const char* lw_fmu_log_switch(lw_fmu_log* log, bool on, size_t n, const char* const category[]);

/* Pass a message to the importer if its category is enabled. Returns the outcome.
 *   Nullable    log */
lw_outcome lw_fmu_log_text(const lw_fmu_log* log, lw_outcome outcome, const char* text);

/* The same with a format. */
lw_outcome lw_fmu_log_write(const lw_fmu_log* log, lw_outcome outcome, const char* format, ...)
    LW_PRINTF(3, 4);

#endif
