/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * command.h - the commands of the program; one file each, one line in the table of main.c.
 */
#ifndef LW_COMMAND_H
#define LW_COMMAND_H

typedef struct lw_command {
  const char* name;
  const char* summary; /* one line, for the list of commands     */
  const char* help;    /* all of "linkwork NAME --help"          */
  /* Run the command; the arguments are those after its name. Returns an exit code of report.h. */
  int (*run)(int argc, char** argv);
} lw_command;

extern const lw_command lw_command_check;
extern const lw_command lw_command_convert;
extern const lw_command lw_command_info;
extern const lw_command lw_command_pack;
extern const lw_command lw_command_plot;
extern const lw_command lw_command_run;
extern const lw_command lw_command_test;
extern const lw_command lw_command_view;

#endif
