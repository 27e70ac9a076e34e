/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suggest.h - "did you mean": the known word nearest to one that is not known.
 */
#ifndef LW_SUGGEST_H
#define LW_SUGGEST_H

#include <stddef.h>

#define LW_SUGGEST_SIZE 96 /* longer words are not compared, terminator included */

/* The search so far. Start with {.word = ...}. */
typedef struct lw_suggest {
  const char* word;
  int         distance;              /* of the best so far              */
  char        best[LW_SUGGEST_SIZE]; /* empty while nothing comes close */
} lw_suggest;

/* Offer a known word. It is kept where it is closer than the best so far, and closer than a third of
 * the word's length: insertions, deletions, replacements and swaps of neighbours count one each, a
 * difference in case less than that. */
void lw_suggest_offer(lw_suggest* suggest, const char* candidate);

/* Write ` (did you mean "crank.r[1]"?)`, or nothing where nothing comes close. Returns text. */
const char* lw_suggest_phrase(const lw_suggest* suggest, char text[LW_SUGGEST_SIZE + 24]);

#endif
