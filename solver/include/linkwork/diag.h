/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * diag.h - the reason for a failure, in words, owned by the caller.
 */
#ifndef LW_DIAG_H
#define LW_DIAG_H

#include <linkwork/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
/* The compiler checks the arguments from number `first` on against the format, argument `text`. */
#define LW_PRINTF(text, first) __attribute__((format(LW_PRINTF_KIND, text, first)))
#else
#define LW_PRINTF(text, first)
#endif

#if !defined(__MINGW32__) || defined(__clang__)
/* Formats are those of C11, also on Windows, where "printf" stands for Microsoft's. */
#define LW_PRINTF_KIND printf
#else
#define LW_PRINTF_KIND gnu_printf
#endif

/* What a failed call has to say about the reason. Start with {0}. */
typedef struct lw_diag {
  int  line;       /* line in the mechanism file, 0 where there is none */
  char text[1024]; /* without the file name; always terminated          */
} lw_diag;

/* Record why a call fails, and return its status, so that `return lw_diag_set(...)` reads well.
 *   Returns     status
 *   Nullable    diag */
lw_status lw_diag_set(lw_diag* diag, lw_status status, int line, const char* format, ...)
    LW_PRINTF(4, 5);

#ifdef __cplusplus
}
#endif

#endif
