/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * text.c - a text that grows at its end, by doubling.
 */
#include <linkwork/text.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "text/number_format.h"

void lw_text_free(lw_text* text)
{
  free(text->data);
  *text = (lw_text){0};
}

bool lw_text_reserve(lw_text* text, size_t n)
{
  if (text->failed || n <= text->cap - text->size) {
    return !text->failed;
  }
  size_t cap = text->cap ? text->cap : 4096;
  while (cap - text->size < n && cap <= SIZE_MAX / 2) cap *= 2;
  char* more = cap - text->size >= n ? realloc(text->data, cap) : NULL;
  if (!more) {
    text->failed = true;
    return false;
  }
  text->data = more;
  text->cap  = cap;
  return true;
}

void lw_text_add_bytes(lw_text* text, const char* bytes, size_t n)
{
  if (n > 0 && lw_text_reserve(text, n)) {
    memcpy(text->data + text->size, bytes, n);
    text->size += n;
  }
}

void lw_text_add(lw_text* text, const char* string)
{
  lw_text_add_bytes(text, string, strlen(string));
}

void lw_text_add_char(lw_text* text, char c)
{
  lw_text_add_bytes(text, &c, 1);
}

void lw_text_add_unsigned(lw_text* text, unsigned value)
{
  char  digits[3 * sizeof value]; /* three decimal digits hold more than a byte */
  char* first = digits + sizeof digits;
  do {
    *--first = (char)('0' + value % 10);
    value /= 10;
  } while (value > 0);
  lw_text_add_bytes(text, first, (size_t)(digits + sizeof digits - first));
}

void lw_text_add_number(lw_text* text, double value)
{
  if (lw_text_reserve(text, LW_NUMBER_SIZE)) {
    text->size += lw_number_write(value, text->data + text->size);
  }
}

void lw_text_add_number_short(lw_text* text, double value)
{
  if (lw_text_reserve(text, LW_NUMBER_SIZE)) {
    text->size += lw_number_write_short(value, text->data + text->size);
  }
}

/* The text that replaces a character inside an attribute; NULL if the
 * character itself is written. */
static const char* xml_entity(unsigned char c)
{
  switch (c) {
  case '<': return "&lt;";
  case '>': return "&gt;";
  case '&': return "&amp;";
  case '"': return "&quot;";
  case '\t':
  case '\n':
  case '\r': return " ";
  default: return c < 0x20 ? "?" : NULL;
  }
}

void lw_text_add_xml(lw_text* text, const char* string)
{
  const char* plain = string; /* first character that is not yet written */
  for (; *string; string++) {
    const char* entity = xml_entity((unsigned char)*string);
    if (entity) {
      lw_text_add_bytes(text, plain, (size_t)(string - plain));
      lw_text_add(text, entity);
      plain = string + 1;
    }
  }
  lw_text_add_bytes(text, plain, (size_t)(string - plain));
}
