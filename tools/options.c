/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * options.c - reads the command line of one command.
 */
#include "options.h"

#include <string.h>

#include "report.h"
#include "text/number_parse.h"
#include "text/suggest.h"

/* Find the option of an argument, and the length of its name. */
static const lw_option* find_option(int noption, const lw_option option[], const char* argument,
                                    size_t* length)
{
  *length = strcspn(argument, "=");
  for (int i = 0; i < noption; i++) {
    if (strlen(option[i].name) == *length && !strncmp(option[i].name, argument, *length)) {
      return &option[i];
    }
  }
  return NULL;
}

static int report_unknown(const char* command, int noption, const lw_option option[],
                          const char* argument, size_t length)
{
  char name[64] = ""; /* longer ones are cut in the message */
  memcpy(name, argument, length < sizeof name ? length : sizeof name - 1);
  lw_suggestion suggestion = lw_suggest_begin(name);
  for (int i = 0; i < noption; i++) lw_suggest_try(&suggestion, option[i].name);
  lw_suggest_try(&suggestion, "--help");
  char phrase[LW_SUGGEST_SIZE];
  return lw_report_misuse(command, "unknown option \"%s\"%s", name,
                          lw_suggest_text(&suggestion, phrase));
}

/* Read the value of the option at argv[*i]; *i is advanced if the value is
 * an argument of its own.
 *   Returns     LW_EXIT_OK; LW_EXIT_MISUSE after a message */
static int read_value(const char* command, const lw_option* option, size_t length, int argc,
                      char** argv, int* i, const char** text)
{
  const char* argument = argv[*i];
  const bool  inside   = argument[length] == '=';
  if (!option->meaning) {
    *text = option->name;
    return inside ? lw_report_misuse(command, "%s has no value", option->name) : LW_EXIT_OK;
  }
  if (!inside && *i + 1 == argc) {
    return lw_report_misuse(command, "%s needs a value: %s %s", option->name, option->name,
                            option->meaning);
  }
  *text = inside ? argument + length + 1 : argv[++*i];
  return LW_EXIT_OK;
}

/* Keep an option's value. */
static int store(const char* command, const lw_option* option, const char* text)
{
  if (option->count) {
    option->value[(*option->count)++] = text;
    return LW_EXIT_OK;
  }
  if (*option->value) {
    return lw_report_misuse(command, "%s is given twice", option->name);
  }
  *option->value = text;
  return LW_EXIT_OK;
}

int lw_options_read(const char* command, int argc, char** argv, int noption,
                    const lw_option option[], const char* operand_meaning, const char** operand)
{
  bool options_end = false;
  for (int i = 0; i < argc; i++) {
    const char* argument = argv[i];
    if (!options_end && !strcmp(argument, "--")) {
      options_end = true;
      continue;
    }
    if (options_end || argument[0] != '-' || argument[1] == '\0') {
      if (*operand) {
        return lw_report_misuse(command, "one %s is expected, found also \"%s\"", operand_meaning,
                                argument);
      }
      *operand = argument;
      continue;
    }

    size_t           length = 0;
    const lw_option* found  = find_option(noption, option, argument, &length);
    if (!found) {
      return report_unknown(command, noption, option, argument, length);
    }
    const char* text = NULL;
    int         code = read_value(command, found, length, argc, argv, &i, &text);
    if (code == LW_EXIT_OK) {
      code = store(command, found, text);
    }
    if (code != LW_EXIT_OK) {
      return code;
    }
  }
  if (!*operand) {
    return lw_report_misuse(command, "%s is missing", operand_meaning);
  }
  return LW_EXIT_OK;
}

int lw_options_number(const char* command, const char* name, const char* text, double* value)
{
  if (text && lw_number_read(text, strlen(text), value) != LW_NUMBER_OK) {
    return lw_report_misuse(command, "%s: \"%s\" is not a number", name, text);
  }
  return LW_EXIT_OK;
}
