/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * json.c - JSON that may stand inside a <script> element of an HTML page.
 */
#include "page/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- strings ------------------------------------------------------------------------------ */

/* Number of bytes of the UTF-8 character at s and its code point; 0: there is none. */
static size_t decode(const char* s, unsigned* code)
{
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char*  b       = (const unsigned char*)s;
  const size_t n = b[0] < 0x80 ? 1 : b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : b[0] >= 0xc0 ? 2 : 0;
  *code          = n == 1 ? b[0] : n == 2 ? b[0] & 0x1fu : b[0] & (n == 3 ? 15u : 7u);
  for (size_t i = 1; i < n; i++) {
    if ((b[i] & 0xc0) != 0x80) {
      return 0; /* this also ends at the end of the string */
    }
    *code = *code << 6 | (b[i] & 0x3fu);
  }
  const bool surrogate = *code >= 0xd800 && *code < 0xe000;
  return n > 0 && *code >= least[n] && *code <= 0x10ffff && !surrogate ? n : 0;
}

/* Inside <script> a parser of HTML looks for "</script" and "<!--"; U+2028 and U+2029 end a line
 * of JavaScript. */
static bool must_escape(unsigned code)
{
  return code < 0x20 || code == '"' || code == '\\' || code == '<' || code == '>' || code == '&' ||
         code == 0x7f || code == 0x2028 || code == 0x2029;
}

static void add_quoted(lw_text* text, const char* s)
{
  lw_text_add_char(text, '"');
  while (*s) {
    unsigned     code = 0;
    const size_t n    = decode(s, &code);
    if (n == 0 || must_escape(code)) {
      char escape[8];
      snprintf(escape, sizeof escape, "\\u%04x", n == 0 ? 0xfffdu : code & 0xffffu);
      lw_text_add(text, escape);
    } else {
      lw_text_add_bytes(text, s, n);
    }
    s += n > 0 ? n : 1;
  }
  lw_text_add_char(text, '"');
}

/* ---- values ------------------------------------------------------------------------------- */

/* What comes before a value: a comma where one is needed, and the key. */
static void begin_value(lw_text* text, const char* key)
{
  const char last = text->size > 0 ? text->data[text->size - 1] : '{';
  if (last != '{' && last != '[') {
    lw_text_add_char(text, ',');
  }
  if (key) {
    add_quoted(text, key);
    lw_text_add_char(text, ':');
  }
}

void lw_json_begin(lw_text* text, const char* key, char bracket)
{
  begin_value(text, key);
  lw_text_add_char(text, bracket);
}

void lw_json_end(lw_text* text, char bracket)
{
  lw_text_add_char(text, bracket);
}

void lw_json_string(lw_text* text, const char* key, const char* value)
{
  begin_value(text, key);
  add_quoted(text, value);
}

static void add_number(lw_text* text, double value)
{
  if (isfinite(value)) {
    lw_text_add_number_short(text, value);
  } else {
    lw_text_add(text, "null");
  }
}

void lw_json_number(lw_text* text, const char* key, double value)
{
  begin_value(text, key);
  add_number(text, value);
}

void lw_json_numbers(lw_text* text, const char* key, size_t n, const double value[])
{
  begin_value(text, key);
  lw_text_add_char(text, '[');
  for (size_t i = 0; i < n; i++) {
    if (i > 0) {
      lw_text_add_char(text, ',');
    }
    add_number(text, value[i]);
  }
  lw_text_add_char(text, ']');
}

void lw_json_bool(lw_text* text, const char* key, bool value)
{
  begin_value(text, key);
  lw_text_add(text, value ? "true" : "false");
}
