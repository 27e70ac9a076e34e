/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmu_log_text.c - messages of an FMU in readable form: section 2.1.5 of FMI 2.0.
 */
#include "fmu_log_text.h"

#include <stdbool.h>
#include <string.h>

/* The variable of a reference "r12#", and the length of the reference; NULL:
 * it is not a reference. */
static const lw_fmu_variable* find_variable(const lw_fmu_description* d, const char* text,
                                            size_t* length)
{
  static const char letters[] = {
      [LW_FMU_REAL] = 'r', [LW_FMU_INTEGER] = 'i', [LW_FMU_BOOLEAN] = 'b', [LW_FMU_STRING] = 's'};
  const char*  letter = *text ? memchr(letters, *text, sizeof letters) : NULL;
  const size_t digits = letter ? strspn(text + 1, "0123456789") : 0;
  /* nine digits fit into an unsigned int */
  if (digits == 0 || digits > 9 || text[1 + digits] != '#') {
    return NULL;
  }
  unsigned reference = 0;
  for (size_t i = 1; i <= digits; i++) reference = reference * 10 + (unsigned)(text[i] - '0');
  *length = digits + 2;
  for (size_t i = 0; i < d->count; i++) {
    if (d->variable[i].reference == reference &&
        d->variable[i].type == (lw_fmu_type)(letter - letters)) {
      return &d->variable[i];
    }
  }
  return NULL;
}

void lw_fmu_log_translate(const lw_fmu_description* description, const char* message, char* text,
                          size_t size)
{
  size_t used = 0;
  while (*message && used + 1 < size) {
    size_t                 length   = 0;
    const lw_fmu_variable* variable = NULL;
    if (*message == '#') {
      variable = find_variable(description, message + 1, &length);
    }
    if (variable) {
      for (const char* c = variable->name; *c && used + 1 < size; c++) text[used++] = *c;
      message += 1 + length;
    } else {
      text[used++] = *message;
      message += message[0] == '#' && message[1] == '#' ? 2 : 1;
    }
  }
  while (used > 0 && strchr("\r\n", text[used - 1])) used--;
  text[used] = '\0';
}
