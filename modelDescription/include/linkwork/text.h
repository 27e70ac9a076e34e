/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * text.h - a text that grows at its end.
 *
 * Appending reports no errors: the first lack of memory sets `failed`, and nothing is appended from
 * there on. A writer checks `failed` once, when it is done.
 */
#ifndef LW_TEXT_H
#define LW_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A text. Start with {0}; end with lw_text_free(). */
typedef struct lw_text {
  char*  data;   /* not terminated              */
  size_t size;   /* bytes of the text           */
  size_t cap;    /* room for bytes              */
  bool   failed; /* there was not enough memory */
} lw_text;

/* Free the memory of a text, and make it empty. */
void lw_text_free(lw_text* text);

/* Make room for n more bytes.
 *   Returns     false: no memory, text->failed is set */
bool lw_text_reserve(lw_text* text, size_t n);

/* Append n bytes. */
void lw_text_add_bytes(lw_text* text, const char* bytes, size_t n);

/* Append a string. */
void lw_text_add(lw_text* text, const char* string);

/* Append a character. */
void lw_text_add_char(lw_text* text, char c);

/* Append a whole number, in decimals. */
void lw_text_add_unsigned(lw_text* text, unsigned value);

/* Append a number with 17 significant digits. */
void lw_text_add_number(lw_text* text, double value);

/* Append a number with as few digits as are read back to the same bits. */
void lw_text_add_number_short(lw_text* text, double value);

/* Append a string as the inside of an XML attribute in double quotes. Line ends and tabs become
 * blanks, characters that XML does not allow become '?'. */
void lw_text_add_xml(lw_text* text, const char* string);

#ifdef __cplusplus
}
#endif

#endif
