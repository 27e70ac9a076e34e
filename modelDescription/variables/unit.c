/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * unit.c - parse the text of a unit into exponents of the SI base units.
 */
#include "variables/unit.h"

#include <stddef.h>
#include <string.h>

enum { MOST_EXPONENT = 99 }; /* two digits: no quantity of mechanics has more */

typedef struct symbol {
  const char* text;
  int         kg, m, s, rad;
} symbol;

/* a symbol comes before those that are its beginning */
static const symbol symbols[] = {
    {"kg", 1, 0, 0, 0}, {"rad", 0, 0, 0, 1}, {"Pa", 1, -1, -2, 0}, {"Hz", 0, 0, -1, 0},
    {"m", 0, 1, 0, 0},  {"s", 0, 0, 1, 0},   {"N", 1, 1, -2, 0},   {"J", 1, 2, -2, 0},
    {"W", 1, 2, -3, 0}, {"1", 0, 0, 0, 0},
};

/* A sign and up to two digits behind a symbol; 1 where there are none. */
static int read_exponent(const char** text)
{
  const char* c        = *text;
  const bool  negative = *c == '-';
  c += *c == '-' || *c == '+' ? 1 : 0;
  int exponent = 0;
  int digits   = 0;
  for (; *c >= '0' && *c <= '9' && exponent <= MOST_EXPONENT; c++, digits++) {
    exponent = 10 * exponent + (*c - '0');
  }
  if (digits == 0) {
    return 1;
  }
  *text = c;
  return negative ? -exponent : exponent;
}

/* One symbol with its exponent, times sign. */
static bool read_factor(const char** text, int sign, lw_unit_info* info)
{
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    const symbol* s = &symbols[i];
    if (strncmp(*text, s->text, strlen(s->text)) != 0) {
      continue;
    }
    *text += strlen(s->text);
    const int e = s->text[0] == '1' ? 1 : sign * read_exponent(text);
    info->kg += e * s->kg;
    info->m += e * s->m;
    info->s += e * s->s;
    info->rad += e * s->rad;
    return true;
  }
  return false;
}

/* Factors with points or blanks between them. */
static bool read_product(const char** text, int sign, lw_unit_info* info)
{
  bool ok = read_factor(text, sign, info);
  while (ok && (**text == '.' || **text == ' ')) {
    (*text)++;
    ok = read_factor(text, sign, info);
  }
  return ok;
}

bool lw_unit_read(const char* text, lw_unit_info* info)
{
  lw_unit_info found = {.kg = 0, .m = 0, .s = 0, .rad = 0};
  bool         ok    = read_product(&text, 1, &found);
  if (ok && *text == '/') {
    text++;
    const bool open = *text == '(';
    text += open ? 1 : 0;
    ok = open ? read_product(&text, -1, &found) : read_factor(&text, -1, &found);
    if (ok && open) {
      ok = *text == ')';
      text += ok ? 1 : 0;
    }
  }
  if (!ok || *text) {
    return false;
  }
  info->kg  = found.kg;
  info->m   = found.m;
  info->s   = found.s;
  info->rad = found.rad;
  return true;
}
