/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suggest.c - "did you mean": distance between words by dynamic programming.
 *
 *   cost     the product of the lengths; nothing for words whose lengths differ too much
 */
#include "suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SAME = 0, CASE = 1, EDIT = 2 }; /* a difference in case is half an edit */

static int replace_cost(char a, char b)
{
  if (a == b) {
    return SAME;
  }
  return tolower((unsigned char)a) == tolower((unsigned char)b) ? CASE : EDIT;
}

static int least(int a, int b)
{
  return a < b ? a : b;
}

/* Distance of two words, both shorter than LW_SUGGEST_SIZE. */
static int distance(const char* a, size_t na, const char* b, size_t nb)
{
  int rows[3][LW_SUGGEST_SIZE]; /* rows i - 2, i - 1, i of the table */
  for (size_t j = 0; j <= nb; j++) rows[0][j] = (int)j * EDIT;
  for (size_t i = 1; i <= na; i++) {
    int*       now    = rows[i % 3];
    const int* before = rows[(i + 2) % 3];
    const int* twice  = rows[(i + 1) % 3];
    now[0]            = (int)i * EDIT;
    for (size_t j = 1; j <= nb; j++) {
      now[j] = before[j - 1] + replace_cost(a[i - 1], b[j - 1]);
      now[j] = least(now[j], least(before[j], now[j - 1]) + EDIT);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        now[j] = least(now[j], twice[j - 2] + EDIT);
      }
    }
  }
  return rows[na % 3][nb];
}

void lw_suggest_offer(lw_suggest* suggest, const char* candidate)
{
  const size_t na = strlen(suggest->word);
  const size_t nb = strlen(candidate);
  if (na == 0 || na >= LW_SUGGEST_SIZE || nb == 0 || nb >= LW_SUGGEST_SIZE) {
    return;
  }

  /* a third of the letters, at least one; the best so far must be beaten */
  const int third = (int)(na / 3 > 0 ? na / 3 : 1) * EDIT;
  const int limit = *suggest->best ? least(third, suggest->distance - 1) : third;
  const int apart = (int)(na > nb ? na - nb : nb - na) * EDIT;
  if (apart > limit) {
    return;
  }
  const int d = distance(suggest->word, na, candidate, nb);
  if (d <= limit) {
    suggest->distance = d;
    memcpy(suggest->best, candidate, nb + 1);
  }
}

const char* lw_suggest_phrase(const lw_suggest* suggest, char text[LW_SUGGEST_SIZE + 24])
{
  text[0] = '\0';
  if (*suggest->best) {
    (void)snprintf(text, LW_SUGGEST_SIZE + 24, " (did you mean \"%s\"?)", suggest->best);
  }
  return text;
}
