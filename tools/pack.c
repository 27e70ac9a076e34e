/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pack.c - linkwork pack: a mechanism file in, an FMU out.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "options.h"
#include "origin.h"
#include "output_file.h"
#include "range_warnings.h"
#include "report.h"
#include "xml/tree.h"
#include <linkwork/continuous.h>
#include <linkwork/embedded.h>
#include <linkwork/linkwork.h>
#include <linkwork/package.h>
#include <linkwork/variables.h>

static const char HELP[] =
    "usage: linkwork pack FILE.xml|ROBOT.urdf [options]\n"
    "\n"
    "Writes a mechanism or a robot as an FMU. No compiler is needed. The mechanism is assembled\n"
    "first, and refused if that fails. The same file always gives the same bytes.\n"
    "\n"
    "  -o OUT.fmu             output file; default: FILE.fmu in the current folder\n"
    "  --fmi 2|3              version of FMI, 2.0 or 3.0; default: 2\n"
    "  --platforms LIST       platforms that the FMU has libraries for: \"host\", \"all\", or some "
    "of\n"
    "                         linux64,win64,aarch64; default: all that this program has\n"
    "  --sources              put the sources of the library into the FMU, for other platforms\n"
    "  --interface cs|me|both co-simulation, model exchange or both; default: both where the\n"
    "                         mechanism has a form for model exchange, else cs\n"
    "  --no-page              leave out the picture in documentation/index.html, 0.2 "
    "MB\n" LW_ORIGIN_HELP;

/* "dir/crane.xml" to "crane.fmu", for free(); NULL: no memory */
static char* default_output(const char* file)
{
  static const char suffix[] = ".fmu";
  const char*       slash    = strrchr(file, '/');
  const char*       base     = slash ? slash + 1 : file;
  const char*       dot      = strrchr(base, '.');
  const size_t      length   = dot && dot > base ? (size_t)(dot - base) : strlen(base);
  char*             output   = malloc(length + sizeof suffix);
  if (output) {
    memcpy(output, base, length);
    memcpy(output + length, suffix, sizeof suffix);
  }
  return output;
}

/* Assemble the mechanism: an FMU that cannot be initialised is useless. */
static lw_status try_assembly(const char* file, const lw_model* model, lw_diag* diag)
{
  lw_instance* instance = NULL;
  lw_status    status   = lw_instance_create(model, diag, &instance);
  if (status == LW_OK) {
    status = lw_instance_initialize(instance, model->settings.start, diag);
  }
  if (status == LW_OK) {
    lw_warn_ranges(file, instance);
  }
  lw_instance_destroy(instance);
  return status;
}

/* Say on stderr that model exchange is left out, and which names importers may not take. */
static void warn(const char* file, const lw_model* model, unsigned interfaces, const char* reason)
{
  if (*reason) {
    (void)fprintf(stderr, "%s: without model exchange: %s\n", file, reason);
  }
  lw_variables* variables = NULL;
  if ((interfaces & LW_INTERFACE_ME) != 0 &&
      lw_variables_create(model, NULL, &variables) == LW_OK) {
    const char* quoted = NULL;
    for (int i = 0; i < variables->nrow && !quoted; i++) {
      const char* name = variables->names + variables->row[i].name;
      quoted           = strchr(name, '\'') ? name : NULL;
    }
    if (quoted) {
      (void)fprintf(stderr,
                    "%s: warning: OpenModelica cannot import names in apostrophes, such as %s\n",
                    file, quoted);
    }
    lw_variables_destroy(variables);
  }
}

/* The interfaces by the option, or those that the mechanism has. */
static lw_status choose_interfaces(const char* file, const lw_model* model, unsigned wanted,
                                   unsigned* interfaces, lw_diag* diag)
{
  lw_diag   reason = {0};
  lw_status status = LW_OK;
  *interfaces      = wanted;
  if (wanted == 0) {
    status = lw_package_interfaces(model, interfaces, &reason);
  } else if (wanted & LW_INTERFACE_ME) {
    status = lw_continuous_try(model, diag);
  }
  if (status == LW_OK) {
    warn(file, model, *interfaces, reason.text);
  }
  return status;
}

/* The file itself goes into the FMU, as what it was made from. */
static lw_status load_origin(const char* file, lw_package* package, char** bytes, lw_diag* diag)
{
  const char* slash      = strrchr(file, '/');
  package->origin_name   = slash ? slash + 1 : file;
  const lw_status status = lw_xml_load(file, diag, bytes, &package->origin_size);
  package->origin        = *bytes;
  return status;
}

static lw_status make_fmu(const char* file, lw_origin* origin, lw_package* package, lw_text* fmu,
                          lw_diag* diag)
{
  char      guid[LW_GUID_SIZE];
  char*     origin_text = NULL;
  lw_model* model       = NULL;
  lw_status status      = lw_origin_read(file, origin, &model, diag);
  if (status == LW_OK) {
    status = try_assembly(file, model, diag);
  }
  if (status == LW_OK) {
    status = choose_interfaces(file, model, package->interfaces, &package->interfaces, diag);
  }
  if (status == LW_OK) {
    status = load_origin(file, package, &origin_text, diag);
  }
  if (status == LW_OK) {
    status = lw_package_write(model, package, fmu, guid, diag);
  }
  lw_model_destroy(model);
  free(origin_text);
  return status;
}

static int write_fmu(const char* output, const lw_text* fmu)
{
  lw_diag        diag   = {0};
  lw_output_file file   = {0};
  lw_status      status = lw_output_file_open(output, &file, &diag);
  if (status == LW_OK) {
    /* a full disk is detected when the file is committed */
    (void)fwrite(fmu->data, 1, fmu->size, file.stream);
    status = lw_output_file_commit(&file, &diag);
  }
  return status == LW_OK ? LW_EXIT_OK : lw_report_diag(output, status, &diag);
}

/* Make the FMU and write it. */
static int pack(const char* file, lw_origin* origin, lw_package* package, const char* output)
{
  lw_diag         diag   = {0};
  lw_text         fmu    = {0};
  const lw_status status = make_fmu(file, origin, package, &fmu, &diag);
  char*           name   = output ? NULL : default_output(file);
  int             code   = LW_EXIT_OK;
  if (status != LW_OK) {
    code = lw_origin_report(file, origin, status, &diag);
  } else if (!output && !name) {
    code = lw_report(file, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  } else {
    code = write_fmu(output ? output : name, &fmu);
  }
  free(name);
  lw_text_free(&fmu);
  return code;
}

/* The interfaces that an option names; 0: it is not given. Returns an exit code. */
static int read_interface(const char* command, const char* text, unsigned* interfaces)
{
  static const struct {
    const char* name;
    unsigned    interfaces;
  } known[]   = {{"cs", LW_INTERFACE_CS},
                 {"me", LW_INTERFACE_ME},
                 {"both", LW_INTERFACE_CS | LW_INTERFACE_ME}};
  *interfaces = 0;
  for (size_t i = 0; text && i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(text, known[i].name) == 0) {
      *interfaces = known[i].interfaces;
    }
  }
  return !text || *interfaces
             ? LW_EXIT_OK
             : lw_report_misuse(command, "--interface is cs, me or both, not %s", text);
}

static int execute(int argc, char** argv)
{
  static const char name[]    = "pack";
  const char*       file      = NULL;
  const char*       output    = NULL;
  const char*       bare      = NULL;
  const char*       platforms = NULL;
  const char*       sources   = NULL;
  const lw_page     page      = lw_embedded_page();
  lw_package        package   = lw_embedded_package();
  const char*       kind      = NULL;
  const char*       fmi       = NULL;
  lw_diag           diag      = {0};
  enum { OWN = 6 };
  lw_origin origin;
  lw_option known[OWN + LW_ORIGIN_OPTIONS] = {
      {"-o", "OUT.fmu", &output, NULL},           {"--no-page", NULL, &bare, NULL},
      {"--platforms", "LIST", &platforms, NULL},  {"--sources", NULL, &sources, NULL},
      {"--interface", "cs|me|both", &kind, NULL}, {"--fmi", "2|3", &fmi, NULL}};
  if (!lw_origin_begin(&origin, argc, known + OWN)) {
    return lw_report(name, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  int code = lw_options_read(name, argc, argv, OWN + LW_ORIGIN_OPTIONS, known,
                             "FILE.xml or ROBOT.urdf", &file);
  if (code == LW_EXIT_OK) {
    code = lw_origin_settle(name, &origin);
  }
  if (code == LW_EXIT_OK && platforms && lw_package_choose(&package, platforms, &diag) != LW_OK) {
    code = lw_report_misuse(name, "--platforms: %s", diag.text);
  }
  if (code == LW_EXIT_OK) {
    code = read_interface(name, kind, &package.interfaces);
  }
  if (code == LW_EXIT_OK && fmi && strcmp(fmi, "2") != 0 && strcmp(fmi, "3") != 0) {
    code = lw_report_misuse(name, "--fmi is 2 or 3, not %s", fmi);
  }
  if (code == LW_EXIT_OK && sources && fmi && *fmi == '3') {
    code = lw_report_misuse(name, "--sources is for FMI 2");
  }
  if (code == LW_EXIT_OK) {
    package.page         = bare ? NULL : &page;
    package.with_sources = sources != NULL;
    package.fmi          = fmi && *fmi == '3' ? 3 : 2;
    code                 = pack(file, &origin, &package, output);
  }
  lw_origin_end(&origin);
  return code;
}

const lw_command lw_command_pack = {.name    = "pack",
                                    .summary = "pack a mechanism or a robot as an FMU",
                                    .help    = HELP,
                                    .run     = execute};
