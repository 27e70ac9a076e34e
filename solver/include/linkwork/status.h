/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * status.h - every way a call can end.
 */
#ifndef LW_STATUS_H
#define LW_STATUS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, text): one list, expanded to the enum here and to the texts in status.c.
 * RETRY: the step failed but the state is unchanged; a smaller step may succeed.
 * ERR:   the call failed; the object is unchanged unless its documentation says otherwise. */
/* clang-format off */
#define LW_STATUS_LIST(X)                                                          \
  X(LW_OK,             "ok")                                                       \
  X(LW_RETRY_NEWTON,   "the Newton iteration did not converge")                    \
  X(LW_RETRY_OPEN,     "the constraints cannot be closed")                         \
  X(LW_RETRY_SINGULAR, "the equations of motion are singular")                     \
  X(LW_RETRY_ACCURACY, "the smallest step is not accurate enough")                 \
  X(LW_RETRY_DIVERGED, "the integration diverges")                                 \
  X(LW_RETRY_STEP,     "the tolerance requires steps shorter than the rounding error of the time") \
  X(LW_ERR_INPUT,      "the mechanism description is not valid")                   \
  X(LW_ERR_ASSEMBLY,   "the mechanism cannot be assembled")                        \
  X(LW_ERR_FILE,       "the file could not be read or written")                    \
  X(LW_ERR_MEMORY,     "out of memory")                                            \
  X(LW_ERR_USAGE,      "called with an argument or in a state that is not allowed")
/* clang-format on */

/* How a call ended. */
typedef enum lw_status {
#define X(name, text) name,
  LW_STATUS_LIST(X)
#undef X
      LW_STATUS_COUNT /* number of statuses */
} lw_status;

/* Did a step fail, with the state of the last good one? */
static inline bool lw_status_is_retry(lw_status status)
{
  return status == LW_RETRY_NEWTON || status == LW_RETRY_OPEN || status == LW_RETRY_SINGULAR ||
         status == LW_RETRY_ACCURACY || status == LW_RETRY_DIVERGED || status == LW_RETRY_STEP;
}

/* The text of a status, never NULL. */
const char* lw_status_text(lw_status status);

#ifdef __cplusplus
}
#endif

#endif
