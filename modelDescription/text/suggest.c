/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suggest.c - nearest words, by the number of letters that were left out, added, changed or swapped
 * with their neighbour. Capital letters count as small ones.
 */
#include "text/suggest.h"

#include <stdio.h>
#include <string.h>

#define LONGEST 64 /* longer words are no typing mistakes of each other */

static char small(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int least(int a, int b)
{
  return a < b ? a : b;
}

/* Number of edits from a to b, neighbours swapped counting as one. */
static int edit_distance(const char* a, int na, const char* b, int nb)
{
  int  rows[3][LONGEST + 1];
  int *before = rows[0], *above = rows[1], *row = rows[2];
  for (int j = 0; j <= nb; j++) row[j] = j;
  for (int i = 1; i <= na; i++) {
    int* free_row = before;
    before        = above;
    above         = row;
    row           = free_row;
    row[0]        = i;
    for (int j = 1; j <= nb; j++) {
      const int same = small(a[i - 1]) == small(b[j - 1]);
      row[j]         = least(above[j], row[j - 1]) + 1;
      row[j]         = least(row[j], above[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && small(a[i - 1]) == small(b[j - 2]) &&
          small(a[i - 2]) == small(b[j - 1])) {
        row[j] = least(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[nb];
}

lw_suggestion lw_suggest_begin(const char* wanted)
{
  /* one mistake in three letters, at most two: otherwise every short name is near to every other */
  const size_t length   = strlen(wanted);
  const int    mistakes = length >= 6 ? 2 : length >= 3 ? 1 : 0;
  return (lw_suggestion){.wanted = wanted, .best = NULL, .distance = mistakes + 1};
}

void lw_suggest_try(lw_suggestion* suggestion, const char* word)
{
  const size_t na = strlen(suggestion->wanted);
  const size_t nb = strlen(word);
  if (na == 0 || nb == 0 || na > LONGEST || nb > LONGEST) {
    return;
  }
  const int distance = edit_distance(suggestion->wanted, (int)na, word, (int)nb);
  if (distance < suggestion->distance) {
    suggestion->best     = word;
    suggestion->distance = distance;
  }
}

const char* lw_suggest_text(const lw_suggestion* suggestion, char text[LW_SUGGEST_SIZE])
{
  text[0] = '\0';
  if (suggestion->best) {
    (void)snprintf(text, LW_SUGGEST_SIZE, " (did you mean \"%s\"?)", suggestion->best);
  }
  return text;
}
