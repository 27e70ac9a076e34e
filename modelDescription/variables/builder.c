/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * builder.c - a variable table while it grows.
 */
#include "variables/builder.h"

#include <stdlib.h>

static void append_char(lw_row_builder* b, char c)
{
  if (b->names_used == b->names_cap) {
    const size_t cap  = b->names_cap ? 2 * b->names_cap : 4096;
    char*        more = realloc(b->table->names, cap);
    if (!more) {
      b->failed = true;
      return;
    }
    b->table->names = more;
    b->names_cap    = cap;
  }
  b->table->names[b->names_used++] = c;
}

static void append_text(lw_row_builder* b, const char* text)
{
  for (; *text && !b->failed; text++) append_char(b, *text);
}

static bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/* Whether a name may be a part of a structured name without quotes. */
static bool is_identifier(const char* text)
{
  bool valid = is_letter(*text);
  for (; *text; text++) valid = valid && (is_letter(*text) || is_digit(*text));
  return valid;
}

/* Append a name of the file, in apostrophes if the structured convention
 * requires them: 'left-arm'. */
static void append_name(lw_row_builder* b, const char* text)
{
  const bool plain = is_identifier(text);
  append_text(b, plain ? "" : "'");
  append_text(b, text);
  append_text(b, plain ? "" : "'");
}

static size_t count_digits(int n)
{
  size_t digits = 1;
  for (; n >= 10; n /= 10) digits++;
  return digits;
}

void lw_row_add(lw_row_builder* b, const lw_row_owner* o, const char* suffix, lw_variable row)
{
  lw_variables* t = b->table;
  if (b->failed) {
    return;
  }
  if ((size_t)t->nrow == b->row_cap) {
    const size_t cap  = b->row_cap ? 2 * b->row_cap : 64;
    lw_variable* more = realloc(t->row, cap * sizeof *more);
    if (!more) {
      b->failed = true;
      return;
    }
    t->row     = more;
    b->row_cap = cap;
  }

  row.name = b->names_used;
  if (*o->name) {
    append_name(b, o->name);
  }
  if (*o->name && *suffix) {
    append_char(b, '.');
  }
  append_text(b, suffix);
  const size_t brackets = row.indexed ? 2 + count_digits(row.size) : 0;
  const size_t length   = b->names_used - row.name + brackets;
  t->longest            = length > t->longest ? length : t->longest;
  append_char(b, '\0');

  row.reference = (unsigned)t->count;
  row.index     = o->index;

  t->row[t->nrow++] = row;
  t->count += row.size;
  t->ninput += row.causality == LW_INPUT ? row.size : 0;
  t->noutput += row.causality == LW_OUTPUT ? row.size : 0;
  t->nlocal += row.causality == LW_LOCAL ? row.size : 0;
  t->nparam += row.causality == LW_PARAMETER || row.causality == LW_CALCULATED ? row.size : 0;
}

unsigned lw_row_joint_angles(const lw_model* model, int joint)
{
  return lw_joint_info_get(model->joint[joint].type)->angles;
}
