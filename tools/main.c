/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * main.c - linkwork: the table of commands.
 *
 * The locale is never set, so numbers are read and written with a point everywhere.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "report.h"
#include "text/suggest.h"
#include "version.h"

static const lw_command* const COMMANDS[] = {
    &lw_command_check, &lw_command_convert, &lw_command_pack, &lw_command_run,
    &lw_command_info,  &lw_command_test,    &lw_command_view, &lw_command_plot,
};

enum { NCOMMAND = sizeof COMMANDS / sizeof COMMANDS[0] };

static void print_usage(FILE* file)
{
  fprintf(file, "usage: linkwork COMMAND FILE [options]\n\n"
                "Turns rigid-body mechanisms and robots into FMUs (FMI 2.0 and 3.0), and "
                "simulates them.\n\n"
                "commands:\n");
  for (int i = 0; i < NCOMMAND; i++) {
    fprintf(file, "  %-8s %s\n", COMMANDS[i]->name, COMMANDS[i]->summary);
  }
  fprintf(file, "\n"
                "  linkwork COMMAND --help   describe a command and its options\n"
                "  linkwork --version        print the version\n\n"
                "exit code: 0 success; 1 an error in a file, or a simulation that failed;\n"
                "           2 an error in the command line\n");
}

static const lw_command* find_command(const char* name)
{
  for (int i = 0; i < NCOMMAND; i++) {
    if (!strcmp(COMMANDS[i]->name, name)) {
      return COMMANDS[i];
    }
  }
  return NULL;
}

static int report_unknown(const char* name)
{
  lw_suggestion suggestion = lw_suggest_begin(name);
  for (int i = 0; i < NCOMMAND; i++) lw_suggest_try(&suggestion, COMMANDS[i]->name);
  char phrase[LW_SUGGEST_SIZE];
  return lw_report_misuse(NULL, "unknown command \"%s\"%s", name,
                          lw_suggest_text(&suggestion, phrase));
}

static bool asks_for_help(const char* argument)
{
  return !strcmp(argument, "--help") || !strcmp(argument, "-h");
}

/* Whether help is requested among the options of a command. */
static bool any_asks_for_help(int argc, char** argv)
{
  for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (asks_for_help(argv[i])) {
      return true;
    }
  }
  return false;
}

/* The exit code; an error if standard output could not be written. */
static int finish(int code)
{
  if (code == LW_EXIT_OK && (fflush(stdout) != 0 || ferror(stdout))) {
    return lw_report("standard output", 0, "cannot be written: %s", strerror(errno));
  }
  return code;
}

int main(int argc, char** argv)
{
  if (argc < 2) {
    return lw_report_misuse(NULL, "a command is missing");
  }
  const char* name = argv[1];
  if (asks_for_help(name) || (!strcmp(name, "help") && argc == 2)) {
    print_usage(stdout);
    return finish(LW_EXIT_OK);
  }
  if (!strcmp(name, "--version")) {
    printf("linkwork %s\n", LW_VERSION);
    return finish(LW_EXIT_OK);
  }
  const bool        help    = !strcmp(name, "help");
  const char*       wanted  = help ? argv[2] : name;
  const lw_command* command = find_command(wanted);
  if (!command) {
    return report_unknown(wanted);
  }
  if (help || any_asks_for_help(argc - 2, argv + 2)) {
    fputs(command->help, stdout);
    return finish(LW_EXIT_OK);
  }
  return finish(command->run(argc - 2, argv + 2));
}
