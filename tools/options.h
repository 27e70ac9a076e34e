/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * options.h - reads the command line of one command.
 */
#ifndef LW_OPTIONS_H
#define LW_OPTIONS_H

#include <stdbool.h>

/* An option, most with a value: "--stop 10" or "--stop=10". */
typedef struct lw_option {
  const char* name;    /* "--stop"                                                      */
  const char* meaning; /* what its value is called: "T"; NULL: it has none              */
  const char**
       value; /* where the text goes, without a value its name; an array where the option may
                         * be repeated */
  int* count; /* how many there were, for one that may be repeated; else NULL  */
} lw_option;

/* Sort the arguments of a command into options and one operand; "--" ends the options.
 *   Needs       values are NULL, counts 0; arrays have room for argc texts
 *   Returns     LW_EXIT_OK; LW_EXIT_MISUSE after a message */
int lw_options_read(const char* command, int argc, char** argv, int noption,
                    const lw_option option[], const char* operand_meaning, const char** operand);

/* Read an option's number.
 *   Returns     LW_EXIT_OK, also where there is no text: value is not
 *               changed then; LW_EXIT_MISUSE */
int lw_options_number(const char* command, const char* name, const char* text, double* value);

#endif
