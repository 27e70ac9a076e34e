/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * diag.h - the reason for a failure, in words, owned by the caller.
 */
#ifndef LW_DIAG_H
#define LW_DIAG_H

#include <linkwork/status.h>

#if defined(__GNUC__)
#define LW_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define LW_PRINTF(text, first)
#endif

typedef struct lw_diag {
  int  line;       /* line in the mechanism file, 0 where there is none */
  char text[1024]; /* without the file name; always terminated          */
} lw_diag;

/* Record why a call fails and hand back its status, so that `return lw_diag_set(...)` reads well.
 *   Nullable    diag */
lw_status lw_diag_set(lw_diag* diag, lw_status status, int line, const char* format, ...)
    LW_PRINTF(4, 5);

#endif
