/* SPDX-License-Identifier: BSD-2-Clause */
#include "robot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include <linkwork/mechanism_xml.h>

static void collect(void* user, int line, const char* text)
{
  char number[32];
  snprintf(number, sizeof number, "%d: ", line);
  lw_text_add(user, number);
  lw_text_add(user, text);
  lw_text_add_char(user, '\n');
}

/* Go on from a robot that was read. */
static void go_on(conversion* c, lw_urdf* robot, const char* loops_path,
                  const lw_urdf_options* options)
{
  const lw_urdf_options defaults = {.base = LW_URDF_BASE_AUTO};
  lw_loops*             loops    = NULL;
  if (c->status == LW_OK && loops_path) {
    c->status = lw_loops_read(loops_path, &c->diag, &loops);
    if (c->status == LW_OK) {
      c->status = lw_loops_resolve(loops, robot, &c->diag);
    }
    c->in_loops = c->status != LW_OK;
  }
  if (c->status == LW_OK) {
    c->status = lw_urdf_convert(robot, loops, options ? options : &defaults, collect, &c->warnings,
                                &c->text, &c->diag);
  }
  lw_text_add_char(&c->warnings, '\0');
  assert_false(c->warnings.failed);
  lw_loops_free(loops);
  lw_urdf_free(robot);
}

conversion convert_file(const char* path, const char* loops, const lw_urdf_options* options)
{
  conversion c     = {.status = LW_OK};
  lw_urdf*   robot = NULL;
  c.status         = lw_urdf_read(path, &c.diag, &robot);
  go_on(&c, robot, loops, options);
  return c;
}

conversion convert_text(const char* text, const lw_urdf_options* options)
{
  conversion c     = {.status = LW_OK};
  lw_urdf*   robot = NULL;
  c.status         = lw_urdf_read_memory(text, strlen(text), &c.diag, &robot);
  go_on(&c, robot, NULL, options);
  return c;
}

void conversion_free(conversion* c)
{
  lw_text_free(&c->text);
  lw_text_free(&c->warnings);
}

lw_model* robot_model(const char* path, const char* loops, const lw_urdf_options* options)
{
  conversion c = convert_file(path, loops, options);
  if (c.status != LW_OK) {
    fail_msg("%s:%d: %s", path, c.diag.line, c.diag.text);
  }
  lw_model* model = NULL;
  if (lw_mechanism_read_memory(c.text.data, c.text.size, &model, &c.diag) != LW_OK) {
    fail_msg("%s: converted line %d: %s", path, c.diag.line, c.diag.text);
  }
  conversion_free(&c);
  return model;
}

int robot_body(const lw_model* model, const char* link)
{
  char name[256];
  snprintf(name, sizeof name - 8, "%s", link);
  for (char* c = name; *c; c++) {
    const bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                       (*c >= '0' && *c <= '9') || *c == '_' || *c == '-';
    *c = plain ? *c : '_';
  }
  const int found = lw_model_find_body(model, name);
  if (found != LW_NONE && strcmp(name, link) == 0) {
    return found;
  }
  /* a joint has the name, or another link that needed no change */
  char other[264];
  snprintf(other, sizeof other, "%s_link", name);
  const int second = lw_model_find_body(model, other);
  return second != LW_NONE ? second : found;
}
