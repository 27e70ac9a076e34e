/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * origin.c - mechanisms from mechanism files and robots.
 *
 * A robot is converted to the text of a mechanism file, which is then read as any other: so a robot
 * and its converted file give the same results to the last bit.
 */
#include "origin.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "xml/tree.h"
#include <linkwork/mechanism_xml.h>

/* ---- options ----------------------------------------------------------------------------- */

bool lw_origin_begin(lw_origin* origin, int argc, lw_option option[LW_ORIGIN_OPTIONS])
{
  *origin = (lw_origin){.joint = calloc((size_t)argc + 1, sizeof *origin->joint)};

  const lw_option all[LW_ORIGIN_OPTIONS] = {
      {"--base", "fixed|floating", &origin->base, NULL},
      {"--joint", "NAME=VALUE", origin->joint, &origin->njoint},
      {"--loops", "FILE", &origin->loops, NULL},
      {"--massless", "EPS", &origin->massless, NULL},
      {"--repair", "EPS", &origin->repair, NULL},
      {"--actuators", "all|none", &origin->actuators, NULL},
  };
  memcpy(option, all, sizeof all);
  return origin->joint != NULL;
}

void lw_origin_end(lw_origin* origin)
{
  free((void*)origin->joint);
  free(origin->start);
  free(origin->names);
}

/* Read one of two words. */
static int read_word(const char* command, const char* option, const char* text,
                     const char* const word[2], int* index)
{
  for (*index = 0; *index < 2; (*index)++) {
    if (!strcmp(text, word[*index])) {
      return LW_EXIT_OK;
    }
  }
  return lw_report_misuse(command, "%s must be %s or %s, found \"%s\"", option, word[0], word[1],
                          text);
}

static int read_positive(const char* command, const char* option, const char* text, double* value)
{
  const int code = lw_options_number(command, option, text, value);
  if (code == LW_EXIT_OK && text && !(*value > 0.0)) {
    return lw_report_misuse(command, "%s must be greater than zero, found %s", option, text);
  }
  return code;
}

/* Read NAME=VALUE of every --joint; a name may contain '='. */
static int read_starts(const char* command, lw_origin* origin)
{
  size_t room = 1;
  for (int i = 0; i < origin->njoint; i++) room += strlen(origin->joint[i]) + 1;
  origin->start = calloc((size_t)origin->njoint + 1, sizeof *origin->start);
  origin->names = malloc(room);
  if (!origin->start || !origin->names) {
    return lw_report(command, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  char* next = origin->names;
  for (int i = 0; i < origin->njoint; i++) {
    const char* text   = origin->joint[i];
    const char* equals = strrchr(text, '=');
    if (!equals || equals == text) {
      return lw_report_misuse(command, "--joint needs NAME=VALUE, found \"%s\"", text);
    }
    const int code = lw_options_number(command, "--joint", equals + 1, &origin->start[i].value);
    if (code != LW_EXIT_OK) {
      return code;
    }
    const size_t length = (size_t)(equals - text);
    memcpy(next, text, length);
    next[length]           = '\0';
    origin->start[i].joint = next;
    next += length + 1;
  }
  origin->urdf.start  = origin->start;
  origin->urdf.nstart = origin->njoint;
  return LW_EXIT_OK;
}

int lw_origin_settle(const char* command, lw_origin* origin)
{
  static const char* const bases[2]     = {"fixed", "floating"};
  static const char* const actuators[2] = {"all", "none"};
  int                      index        = 0;
  int                      code         = LW_EXIT_OK;
  if (origin->base) {
    code              = read_word(command, "--base", origin->base, bases, &index);
    origin->urdf.base = index == 0 ? LW_URDF_BASE_FIXED : LW_URDF_BASE_FLOATING;
  }
  if (code == LW_EXIT_OK && origin->actuators) {
    code = read_word(command, "--actuators", origin->actuators, actuators, &index);
    origin->urdf.no_actuators = index == 1;
  }
  if (code == LW_EXIT_OK) {
    code = read_positive(command, "--massless", origin->massless, &origin->urdf.massless);
  }
  if (code == LW_EXIT_OK) {
    code = read_positive(command, "--repair", origin->repair, &origin->urdf.repair);
  }
  return code == LW_EXIT_OK ? read_starts(command, origin) : code;
}

/* ---- files ------------------------------------------------------------------------------- */

static void print_warning(void* user, int line, const char* text)
{
  (void)lw_report(user, line, "warning: %s", text);
}

/* Convert the text of a robot to that of a mechanism file. */
static lw_status convert(const char* file, const char* bytes, size_t size, lw_origin* origin,
                         lw_text* text, lw_diag* diag)
{
  lw_urdf*  robot  = NULL;
  lw_loops* loops  = NULL;
  lw_status status = lw_urdf_read_memory(bytes, size, diag, &robot);
  if (status == LW_OK && origin->loops) {
    origin->blamed = origin->loops;
    status         = lw_loops_read(origin->loops, diag, &loops);
    if (status == LW_OK) {
      status = lw_loops_resolve(loops, robot, diag);
    }
  }
  if (status == LW_OK) {
    origin->blamed = NULL;
    status = lw_urdf_convert(robot, loops, &origin->urdf, origin->quiet ? NULL : print_warning,
                             (void*)file, text, diag);
  }
  lw_loops_free(loops);
  lw_urdf_free(robot);
  return status;
}

lw_status lw_origin_refuse_options(const lw_origin* origin, lw_diag* diag)
{
  const char* option = origin->base        ? "--base"
                       : origin->njoint    ? "--joint"
                       : origin->loops     ? "--loops"
                       : origin->massless  ? "--massless"
                       : origin->repair    ? "--repair"
                       : origin->actuators ? "--actuators"
                                           : NULL;
  return option ? lw_diag_set(diag, LW_ERR_USAGE, 0,
                              "%s is for robots, and this file has no element <robot>", option)
                : LW_OK;
}

/* Line numbers of the converted text mean nothing in the file of the robot: messages name
 * elements without lines. */
static void forget_lines(lw_model* model)
{
  for (int i = 0; i < model->nbody; i++) model->body[i].line = 0;
  for (int i = 0; i < model->nframe; i++) model->frame[i].line = 0;
  for (int i = 0; i < model->njoint; i++) model->joint[i].line = 0;
  for (int i = 0; i < model->nactuator; i++) model->actuator[i].line = 0;
  for (int i = 0; i < model->ncoupling; i++) model->coupling[i].line = 0;
}

lw_status lw_origin_read(const char* file, lw_origin* origin, lw_model** model, lw_diag* diag)
{
  char*     bytes  = NULL;
  size_t    size   = 0;
  lw_status status = lw_xml_load(file, diag, &bytes, &size);
  origin->blamed   = NULL;
  *model           = NULL;
  if (status == LW_OK && !lw_urdf_recognise(bytes, size)) {
    status = lw_origin_refuse_options(origin, diag);
    if (status == LW_OK) {
      status = lw_mechanism_read_memory(bytes, size, model, diag);
    }
  } else if (status == LW_OK) {
    lw_text text = {0};
    status       = convert(file, bytes, size, origin, &text, diag);
    if (status == LW_OK) {
      status = lw_mechanism_read_memory(text.data, text.size, model, diag);
      if (status == LW_OK) {
        forget_lines(*model);
      } else {
        diag->line = 0;
      }
    }
    lw_text_free(&text);
  }
  free(bytes);
  return status;
}

lw_status lw_origin_convert(const char* file, lw_origin* origin, lw_text* text, lw_diag* diag)
{
  char*     bytes  = NULL;
  size_t    size   = 0;
  lw_status status = lw_xml_load(file, diag, &bytes, &size);
  origin->blamed   = NULL;
  if (status == LW_OK) {
    status = convert(file, bytes, size, origin, text, diag);
  }
  free(bytes);
  return status;
}

int lw_origin_report(const char* file, const lw_origin* origin, lw_status status,
                     const lw_diag* diag)
{
  return lw_report_diag(origin->blamed ? origin->blamed : file, status, diag);
}
