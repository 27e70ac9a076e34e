/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * info.c - linkwork info: the content of any FMU.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/zip_read.h"
#include "command.h"
#include "fmu_file/read_description.h"
#include "options.h"
#include "report.h"
#include "text/number_format.h"

static const char HELP[] =
    "usage: linkwork info FILE.fmu\n"
    "\n"
    "Prints what an FMU contains (FMI 1.0, 2.0 or 3.0, of any tool), without running it. First\n"
    "one fact per line:\n"
    "\n"
    "  fmi, name, guid, tool, description\n"
    "                       as modelDescription.xml gives them\n"
    "  co-simulation, model-exchange, scheduled-execution\n"
    "                       the interfaces that the FMU has, each with its model identifier\n"
    "  can                  what the interface above is capable of\n"
    "  platforms            platforms that it has a library for; \"sources\" if it has source "
    "code\n"
    "  experiment           default start, stop and step [s]\n"
    "  variables, inputs, outputs, parameters, others\n"
    "                       how many variables there are, in all and of each kind\n"
    "\n"
    "then one line per variable, in the order of the FMU:\n"
    "\n"
    "  causality variability type reference name [unit] = start \"description\"\n";

/* ---- facts -------------------------------------------------------------------------------- */

/* A text of the FMU with a blank in place of every line end and control character. */
static void print_one_line(const char* text)
{
  for (; *text; text++) {
    (void)putchar((unsigned char)*text < 0x20 ? ' ' : *text);
  }
}

static void print_fact(const char* name, const char* text)
{
  if (*text) {
    printf("%s ", name);
    print_one_line(text);
    (void)putchar('\n');
  }
}

/* Print every folder below binaries/ once, in the order of the archive, then the sources. */
static void print_platforms(const lw_archive* archive)
{
  static const char folder[] = "binaries/";
  const size_t      skip     = sizeof folder - 1;
  bool              sources  = false;
  printf("platforms");
  for (size_t i = 0; i < lw_archive_count(archive); i++) {
    const char* name    = lw_archive_name(archive, i);
    const char* below   = name + skip;
    sources             = sources || (!strncmp(name, "sources/", 8) && name[8]);
    const size_t length = strncmp(name, folder, skip) == 0 ? strcspn(below, "/") : 0;
    bool         fresh  = length > 0 && below[length] == '/';
    for (size_t k = 0; k < i && fresh; k++) {
      fresh = strncmp(lw_archive_name(archive, k), name, skip + length + 1) != 0;
    }
    if (fresh) {
      printf(" %.*s", (int)length, below);
    }
  }
  printf("%s\n", sources ? " sources" : "");
}

/* Print the capabilities: attributes that are true, and counts that are not zero. */
static void print_capabilities(const lw_xml_element* interface)
{
  printf("can");
  for (int i = 0; i < interface->nattribute; i++) {
    const lw_xml_attribute* a   = &interface->attribute[i];
    const bool              yes = !strcmp(a->value, "true");
    const bool number           = *a->value && strspn(a->value, "0123456789") == strlen(a->value);
    if (yes) {
      printf(" %s", a->name);
    } else if (number && strcmp(a->value, "0") != 0) {
      printf(" %s=%s", a->name, a->value);
    }
  }
  (void)putchar('\n');
}

static void print_interface(const char* kind, const lw_xml_element* interface, const char* fallback)
{
  if (interface) {
    const char* identifier = lw_xml_get(interface, "modelIdentifier");
    printf("%s %s\n", kind, identifier ? identifier : fallback);
    print_capabilities(interface);
  }
}

static void print_number(const char* name, double value)
{
  if (!isnan(value)) {
    char text[LW_NUMBER_SIZE];
    (void)lw_number_write_short(value, text);
    printf(" %s %s", name, text);
  }
}

static void print_experiment(const lw_fmu_description* d)
{
  if (!isnan(d->start) || !isnan(d->stop) || !isnan(d->step)) {
    printf("experiment");
    print_number("start", d->start);
    print_number("stop", d->stop);
    print_number("step", d->step);
    (void)putchar('\n');
  }
}

/* ---- variables ---------------------------------------------------------------------------- */

static size_t count_of(const lw_fmu_description* d, const char* causality)
{
  size_t n = 0;
  for (size_t i = 0; i < d->count; i++) n += strcmp(d->variable[i].causality, causality) == 0;
  return n;
}

static void print_variables(const lw_fmu_description* d)
{
  const size_t inputs = count_of(d, "input"), outputs = count_of(d, "output"),
               parameters = count_of(d, "parameter");
  printf("variables %zu\ninputs %zu\noutputs %zu\nparameters %zu\nothers %zu\n", d->count, inputs,
         outputs, parameters, d->count - inputs - outputs - parameters);
  for (size_t i = 0; i < d->count; i++) {
    const lw_fmu_variable* v = &d->variable[i];
    /* the defaults of the standard */
    printf("%s %s %s %u %s", *v->causality ? v->causality : "local",
           *v->variability          ? v->variability
           : v->type == LW_FMU_REAL ? "continuous"
                                    : "discrete",
           v->type_name, v->reference, v->name);
    if (*v->unit) {
      printf(" [%s]", v->unit);
    }
    if (*v->start) {
      printf(" = %s", v->start);
    }
    if (*v->description) {
      printf(" \"");
      print_one_line(v->description);
      (void)putchar('"');
    }
    (void)putchar('\n');
  }
}

/* ---- the command -------------------------------------------------------------------------- */

static void print_all(const lw_fmu_description* d, const lw_archive* archive)
{
  print_fact("fmi", d->version);
  print_fact("name", d->name);
  print_fact("guid", d->guid);
  print_fact("tool", d->tool);
  print_fact("description", d->about);
  print_interface("co-simulation", d->co_simulation, d->identifier);
  print_interface("model-exchange", d->model_exchange, d->identifier);
  print_interface("scheduled-execution", d->scheduled_execution, "");
  print_platforms(archive);
  print_experiment(d);
  print_variables(d);
}

static int execute(int argc, char** argv)
{
  const char* file = NULL;
  const int   code = lw_options_read("info", argc, argv, 0, NULL, "FILE.fmu", &file);
  if (code != LW_EXIT_OK) {
    return code;
  }
  lw_diag            diag        = {0};
  lw_text            text        = {0};
  lw_archive*        archive     = NULL;
  lw_fmu_description description = {0};
  const char*        where       = "";

  lw_status status = lw_archive_open(file, &archive, &diag);
  if (status == LW_OK) {
    status = lw_archive_read(archive, "modelDescription.xml", &text, &diag);
  }
  if (status == LW_OK) {
    where  = "modelDescription.xml: ";
    status = lw_fmu_description_read(text.data, text.size, &description, &diag);
  }
  if (status == LW_OK) {
    print_all(&description, archive);
  }
  lw_fmu_description_free(&description);
  lw_archive_close(archive);
  lw_text_free(&text);
  return status == LW_OK ? LW_EXIT_OK
                         : lw_report(file, diag.line, "%s%s", where,
                                     *diag.text ? diag.text : lw_status_text(status));
}

const lw_command lw_command_info = {
    .name = "info", .summary = "print what an FMU contains", .help = HELP, .run = execute};
