/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * convert.c - linkwork convert: a robot in, a mechanism file out.
 */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "options.h"
#include "origin.h"
#include "output_file.h"
#include "report.h"
#include <linkwork/mechanism_xml.h>

static const char HELP[] =
    "usage: linkwork convert ROBOT.urdf [options]\n"
    "\n"
    "Writes a robot as a mechanism file. A link on a fixed joint becomes a frame of the body\n"
    "that carries it. Revolute joints in series with only massless links between them become one\n"
    "universal or spherical joint. Mimic joints become couplings. Comments in the file, and\n"
    "warnings on standard error, say what was changed.\n"
    "\n"
    "  -o FILE.xml            output file; default: standard output\n" LW_ORIGIN_HELP "\n"
    "example: linkwork convert arm.urdf --base fixed --joint elbow=1.2 -o arm.xml\n";

static int write_text(const char* output, const lw_text* text)
{
  lw_diag        diag   = {0};
  lw_output_file file   = {0};
  lw_status      status = lw_output_file_open(output, &file, &diag);
  if (status == LW_OK) {
    /* a full disk is detected when the file is committed */
    (void)fwrite(text->data, 1, text->size, file.stream);
    status = lw_output_file_commit(&file, &diag);
  }
  return status == LW_OK ? LW_EXIT_OK
                         : lw_report_diag(output ? output : "standard output", status, &diag);
}

/* Convert, and check that the result can be read. */
static lw_status convert(const char* file, lw_origin* origin, lw_text* text, lw_diag* diag)
{
  lw_model* model  = NULL;
  lw_status status = lw_origin_convert(file, origin, text, diag);
  if (status == LW_OK) {
    status = lw_mechanism_read_memory(text->data, text->size, &model, diag);
    if (status == LW_ERR_INPUT) {
      diag->line = 0; /* a line of the converted text is not one of this file */
    }
  }
  lw_model_destroy(model);
  return status;
}

static int execute(int argc, char** argv)
{
  static const char name[] = "convert";
  const char*       file   = NULL;
  const char*       output = NULL;
  lw_origin         origin;
  lw_option         known[1 + LW_ORIGIN_OPTIONS] = {{"-o", "FILE.xml", &output, NULL}};
  int               code                         = LW_EXIT_ERROR;
  if (!lw_origin_begin(&origin, argc, known + 1)) {
    return lw_report(name, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  code = lw_options_read(name, argc, argv, 1 + LW_ORIGIN_OPTIONS, known, "ROBOT.urdf", &file);
  if (code == LW_EXIT_OK) {
    code = lw_origin_settle(name, &origin);
  }
  if (code == LW_EXIT_OK) {
    lw_diag         diag   = {0};
    lw_text         text   = {0};
    const lw_status status = convert(file, &origin, &text, &diag);
    code                   = status == LW_OK ? write_text(output, &text)
                                             : lw_origin_report(file, &origin, status, &diag);
    lw_text_free(&text);
  }
  lw_origin_end(&origin);
  return code;
}

const lw_command lw_command_convert = {.name    = "convert",
                                       .summary = "convert a robot (URDF) to a mechanism file",
                                       .help    = HELP,
                                       .run     = execute};
