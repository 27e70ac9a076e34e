/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * text.h - a text that grows at its end.
 *
 * Appending never fails at once: the first lack of memory sets `failed` and drops everything from
 * there on, so that a writer asks once, when it is done.
 */
#ifndef LW_TEXT_H
#define LW_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Start with {0}; end with lw_text_free(). */
typedef struct lw_text {
  char*  data; /* not terminated */
  size_t size, cap;
  bool   failed;
} lw_text;

void lw_text_free(lw_text* text);

/* Room for n more bytes. Returns false: no memory, text->failed is set. */
bool lw_text_reserve(lw_text* text, size_t n);

void lw_text_add_bytes(lw_text* text, const char* bytes, size_t n);
void lw_text_add(lw_text* text, const char* string);
void lw_text_add_char(lw_text* text, char c);
void lw_text_add_unsigned(lw_text* text, unsigned value);

/* 17 significant digits, and as few as read back to the same bits; see number_format.h */
void lw_text_add_number(lw_text* text, double value);
void lw_text_add_number_short(lw_text* text, double value);

/* For the inside of an XML attribute in double quotes. Line ends and tabs become blanks, characters
 * that XML does not allow become '?'. */
void lw_text_add_xml(lw_text* text, const char* string);

#endif
