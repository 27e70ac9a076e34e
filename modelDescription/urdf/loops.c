/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * loops.c - read sidecars, and find the links and joints that they name.
 */
#include "urdf/loops.h"

#include <stdlib.h>
#include <string.h>

#include "text/name_index.h"
#include "text/suggest.h"

static lw_status no_memory(lw_diag* diag)
{
  return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
}

/* ---- lists ------------------------------------------------------------------------------- */

/* Append a copy. The array doubles whenever its size is a power of two. Returns it, or NULL. */
static void* append(void* array, int* n, size_t size, const void* element)
{
  if ((*n & (*n - 1)) == 0) {
    array = realloc(array, (*n ? 2 * (size_t)*n : 1) * size);
  }
  if (array) {
    memcpy((char*)array + (size_t)*n * size, element, size);
    (*n)++;
  }
  return array;
}

bool lw_loops_add(lw_loops* loops, const lw_loop* loop)
{
  lw_loop* array = append(loops->loop, &loops->nloop, sizeof *loop, loop);
  loops->loop    = array ? array : loops->loop;
  return array != NULL;
}

bool lw_loops_add_change(lw_loops* loops, const lw_loop_change* change)
{
  lw_loop_change* array = append(loops->change, &loops->nchange, sizeof *change, change);
  loops->change         = array ? array : loops->change;
  return array != NULL;
}

bool lw_loops_add_motor(lw_loops* loops, const lw_loop_motor* motor)
{
  lw_loop_motor* array = append(loops->motor, &loops->nmotor, sizeof *motor, motor);
  loops->motor         = array ? array : loops->motor;
  return array != NULL;
}

void lw_loops_free(lw_loops* loops)
{
  if (loops) {
    free(loops->loop);
    free(loops->change);
    free(loops->motor);
    free(loops->texts);
    lw_xml_free(loops->tree);
    free(loops);
  }
}

/* ---- reading ----------------------------------------------------------------------------- */

/* More than any sidecar has. */
#define MOST_BYTES ((size_t)4 << 20)

lw_status lw_loops_read_memory(const char* text, size_t size, lw_diag* diag, lw_loops** loops)
{
  *loops = NULL;
  if (size > MOST_BYTES) {
    return lw_diag_set(diag, LW_ERR_INPUT, 0, "larger than %zu MiB", MOST_BYTES >> 20);
  }
  lw_loops* l    = calloc(1, sizeof *l);
  char*     copy = malloc(size + 1);
  if (!l || !copy) {
    free(l);
    free(copy);
    return no_memory(diag);
  }
  memcpy(copy, text, size);
  copy[size] = '\0';

  const char* first = copy + strspn(copy, " \t\r\n\xef\xbb\xbf");
  lw_status   status =
      *first == '<' ? lw_loops_read_xml(text, size, l, diag) : lw_loops_read_yaml(copy, l, diag);
  free(copy);
  if (status != LW_OK) {
    lw_loops_free(l);
    return status;
  }
  *loops = l;
  return LW_OK;
}

lw_status lw_loops_read(const char* path, lw_diag* diag, lw_loops** loops)
{
  char*     bytes  = NULL;
  size_t    size   = 0;
  lw_status status = lw_xml_load(path, diag, &bytes, &size);
  *loops           = NULL;
  if (status == LW_OK) {
    status = lw_loops_read_memory(bytes, size, diag, loops);
  }
  free(bytes);
  return status;
}

/* ---- resolving --------------------------------------------------------------------------- */

enum { SCOPE_LINK = 1, SCOPE_JOINT };

typedef struct resolver {
  const lw_urdf* robot;
  lw_diag*       diag;
  lw_name_index  names;
} resolver;

static lw_status report_unknown(const resolver* r, int line, const char* what, const char* name,
                                bool links)
{
  lw_suggestion suggestion = lw_suggest_begin(name);
  for (size_t i = 0; i < r->names.n; i++) {
    if (links || r->names.entry[i].scope == SCOPE_JOINT) {
      lw_suggest_try(&suggestion, r->names.entry[i].name);
    }
  }
  char hint[LW_SUGGEST_SIZE];
  return lw_diag_set(r->diag, LW_ERR_INPUT, line, "the robot has no %s \"%s\"%s", what,
                     lw_xml_shorten(name).text, lw_suggest_text(&suggestion, hint));
}

/* A link, or else the child of a joint. */
static lw_status find_end(const resolver* r, int line, lw_loop_end* end)
{
  int joint = LW_NONE;
  if (strcmp(end->name, "ground") == 0) {
    end->link = LW_GROUND;
    return LW_OK;
  }
  if (lw_name_index_find(&r->names, SCOPE_LINK, end->name, &end->link)) {
    return LW_OK;
  }
  if (!lw_name_index_find(&r->names, SCOPE_JOINT, end->name, &joint)) {
    return report_unknown(r, line, "link or joint", end->name, true);
  }
  end->link = r->robot->joint[joint].child;
  return LW_OK;
}

static lw_status find_joint(const resolver* r, int line, const char* name, int* joint)
{
  return lw_name_index_find(&r->names, SCOPE_JOINT, name, joint)
             ? LW_OK
             : report_unknown(r, line, "joint", name, false);
}

static lw_status find_changes(const resolver* r, lw_loops* loops)
{
  lw_status status = LW_OK;
  for (int i = 0; i < loops->nchange && status == LW_OK; i++) {
    lw_loop_change* change = &loops->change[i];
    status                 = find_joint(r, change->line, change->name, &change->joint);
    for (int k = 0; k < i && status == LW_OK; k++) {
      if (loops->change[k].joint == change->joint) {
        status = lw_diag_set(r->diag, LW_ERR_INPUT, change->line, "joint \"%s\" is given twice",
                             lw_xml_shorten(change->name).text);
      }
    }
  }
  return status;
}

static lw_status find_motors(const resolver* r, lw_loops* loops)
{
  lw_status status = LW_OK;
  for (int i = 0; i < loops->nmotor && status == LW_OK; i++) {
    lw_loop_motor* motor = &loops->motor[i];
    status               = find_joint(r, motor->line, motor->name, &motor->joint);
    if (status == LW_OK && !lw_urdf_has_coordinate(r->robot->joint[motor->joint].type)) {
      status = lw_diag_set(r->diag, LW_ERR_INPUT, motor->line,
                           "joint \"%s\" has no single coordinate that a motor could drive",
                           lw_xml_shorten(motor->name).text);
    }
    for (int k = 0; k < loops->nchange && status == LW_OK; k++) {
      if (loops->change[k].joint == motor->joint) {
        status = lw_diag_set(r->diag, LW_ERR_INPUT, motor->line,
                             "joint \"%s\" has another type (line %d) that no motor can drive",
                             lw_xml_shorten(motor->name).text, loops->change[k].line);
      }
    }
  }
  return status;
}

static bool add_names(resolver* r)
{
  bool ok = true;
  for (int l = 0; l < r->robot->nlink; l++) {
    ok = ok && lw_name_index_add(&r->names, SCOPE_LINK, r->robot->link[l].name, l);
  }
  for (int j = 0; j < r->robot->njoint; j++) {
    ok = ok && lw_name_index_add(&r->names, SCOPE_JOINT, r->robot->joint[j].name, j);
  }
  return ok;
}

lw_status lw_loops_resolve(lw_loops* loops, const lw_urdf* robot, lw_diag* diag)
{
  resolver  r      = {.robot = robot, .diag = diag};
  lw_status status = add_names(&r) ? LW_OK : no_memory(diag);
  for (int i = 0; i < loops->nloop && status == LW_OK; i++) {
    lw_loop* loop = &loops->loop[i];
    status        = find_end(&r, loop->line, &loop->end[0]);
    if (status == LW_OK) {
      status = find_end(&r, loop->line, &loop->end[1]);
    }
    if (status == LW_OK && loop->end[0].link == loop->end[1].link) {
      status = lw_diag_set(diag, LW_ERR_INPUT, loop->line, "\"%s\" and \"%s\" are on the same link",
                           lw_xml_shorten(loop->end[0].name).text,
                           lw_xml_shorten(loop->end[1].name).text);
    }
  }
  if (status == LW_OK) {
    status = find_changes(&r, loops);
  }
  if (status == LW_OK) {
    status = find_motors(&r, loops);
  }
  lw_name_index_free(&r.names);
  return status;
}
