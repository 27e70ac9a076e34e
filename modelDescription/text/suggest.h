/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suggest.h - suggestions for a word that does not exist.
 *
 *   begin -> try, once for each word that exists -> text
 */
#ifndef LW_SUGGEST_H
#define LW_SUGGEST_H

#define LW_SUGGEST_SIZE 96 /* of a text: a word is at most 64 long, the rest is 20 */

typedef struct lw_suggestion {
  const char* wanted;
  const char* best;     /* the nearest word so far, or NULL */
  int         distance; /* that a word must be below        */
} lw_suggestion;

/* Start the search for words that are similar to the given one. */
lw_suggestion lw_suggest_begin(const char* wanted);

/* Try one word that exists. Of two words that are equally similar, the first one is kept. */
void lw_suggest_try(lw_suggestion* suggestion, const char* word);

/* Write ` (did you mean "word"?)`, or nothing if no word is similar. Returns text. */
const char* lw_suggest_text(const lw_suggestion* suggestion, char text[LW_SUGGEST_SIZE]);

#endif
