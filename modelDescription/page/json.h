/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * json.h - JSON that may stand inside a <script> element of an HTML page.
 *
 * Members and elements are separated here, not by the caller: a comma comes before every value but
 * the first one of an object or of an array.
 */
#ifndef LW_PAGE_JSON_H
#define LW_PAGE_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include <linkwork/text.h>

/* Begin and end an object or an array. The key is that of a member, NULL in an array.
 *   Nullable    key */
void lw_json_begin(lw_text* text, const char* key, char bracket);
void lw_json_end(lw_text* text, char bracket);

/* Append a value. Strings: '<', '>' and '&', line separators and control characters are escaped,
 * what is not UTF-8 becomes U+FFFD. Numbers: 17 digits where necessary, null if not finite.
 *   Nullable    key */
void lw_json_string(lw_text* text, const char* key, const char* value);
void lw_json_number(lw_text* text, const char* key, double value);
void lw_json_numbers(lw_text* text, const char* key, size_t n, const double value[]);
void lw_json_bool(lw_text* text, const char* key, bool value);

#endif
