/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * names.c - names of a URDF as names of a mechanism file.
 *
 * These have letters, digits, '_' and '-'. Every other character becomes '_'. Names that are
 * fine as they are keep theirs; where two would be the same, joints come before bodies, and the
 * file decides within each.
 *
 *   reads    robot, joints and bodies of the plan
 *   writes   names of joints, bodies, frames, actuators and couplings
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "urdf/plan.h"

/* One space of names for what becomes FMU variables, one for the frames of each body. */
enum { SCOPE_VARIABLES = 1, SCOPE_FRAMES };

/* Names may have 200 characters; the rest is for what makes them different. */
enum { MOST = 160, SIZE = MOST + 40 };

static bool is_plain(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

static bool is_fine(const char* name)
{
  size_t n = 0;
  while (is_plain(name[n])) n++;
  return n <= MOST && name[n] == '\0';
}

/* Write a name in plain characters: one '_' for each other one, however many bytes it has. */
static void make_plain(char out[SIZE], const char* name, const char* otherwise)
{
  size_t n = 0;
  for (; *name && n < MOST; name++) {
    if (((unsigned char)*name & 0xc0) != 0x80) {
      out[n++]   = *name;
      out[n - 1] = is_plain(*name) ? *name : '_';
    }
  }
  out[n] = '\0';
  if (n == 0) {
    (void)snprintf(out, SIZE, "%s", otherwise);
  }
}

/* Keep a copy of a name. Returns it, or NULL: no memory. */
static const char* keep(lw_plan* plan, const char* name)
{
  if ((plan->ntext & (plan->ntext - 1)) == 0) {
    char** more = realloc(plan->text, (plan->ntext ? 2 * (size_t)plan->ntext : 1) * sizeof *more);
    if (!more) {
      return NULL;
    }
    plan->text = more;
  }
  const size_t size = strlen(name) + 1;
  char*        copy = malloc(size);
  if (copy) {
    memcpy(copy, name, size);
    plan->text[plan->ntext++] = copy;
  }
  return copy;
}

static bool is_taken(const lw_plan* plan, int scope, const char* name)
{
  int unused;
  return lw_name_index_find(&plan->names, scope, name, &unused);
}

/* A name that a scope does not have: the wanted one, else with the suffix, else with a number.
 *   number      of the element of its kind, so that many equal names take few attempts
 *   Returns     NULL: no memory */
static const char* take(lw_plan* plan, int scope, const char* wanted, const char* suffix,
                        const char* otherwise, int number)
{
  char plain[SIZE], name[SIZE + 24];
  make_plain(plain, wanted, otherwise);
  (void)snprintf(name, sizeof name, "%s", plain);
  if (is_taken(plan, scope, name)) {
    (void)snprintf(plain + strlen(plain), SIZE - strlen(plain), "%s", suffix);
    (void)snprintf(name, sizeof name, "%s", plain);
  }
  for (int i = 2; is_taken(plan, scope, name); i++) {
    (void)snprintf(name, sizeof name, "%s_%d", plain, i < 10 ? i : number + i);
  }
  const char* kept = keep(plan, name);
  return kept && lw_name_index_add(&plan->names, scope, kept, 0) ? kept : NULL;
}

/* ---- the mechanism ----------------------------------------------------------------------- */

/* A C identifier. */
static bool name_mechanism(lw_plan* plan)
{
  char name[SIZE + 1] = "_";
  make_plain(name + 1, plan->robot->name, "robot");
  for (char* c = name; *c; c++) *c = *c == '-' ? '_' : *c;
  const bool digit = name[1] >= '0' && name[1] <= '9';
  plan->name       = keep(plan, digit ? name : name + 1);
  return plan->name != NULL;
}

static bool reserve(lw_plan* plan)
{
  static const char* const words[] = {"energy", "gravity", "ground", "solver", "time"};
  bool                     ok      = true;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    ok = ok && lw_name_index_add(&plan->names, SCOPE_VARIABLES, words[i], 0);
  }
  return ok;
}

/* ---- joints and bodies ------------------------------------------------------------------- */

/* A name for a joint that closes a loop: what the names of its ends begin with alike. */
static void name_of_loop(const lw_loop* loop, int number, char name[SIZE])
{
  const char *a = loop->end[0].name, *b = loop->end[1].name;
  size_t      n = 0;
  while (n < MOST && a[n] && a[n] == b[n]) n++;
  while (n > 0 && strchr("_-./: ", a[n - 1])) n--;
  if (n >= 3) {
    (void)snprintf(name, SIZE, "%.*s", (int)n, a);
  } else {
    (void)snprintf(name, SIZE, "loop%d", number);
  }
}

/* Names of joints: fine ones first, then the others. */
static bool name_joints(lw_plan* plan, bool fine)
{
  bool ok = true;
  for (int i = 0; i < plan->njoint && ok; i++) {
    lw_plan_joint* joint      = &plan->joint[i];
    char           name[SIZE] = "";
    const char*    wanted     = name;
    if (joint->gone || joint->free) {
      continue;
    }
    if (joint->urdf != LW_NONE) {
      wanted = plan->robot->joint[joint->urdf].name;
    } else if (plan->loops->loop[joint->loop].name) {
      wanted = plan->loops->loop[joint->loop].name;
    } else {
      name_of_loop(&plan->loops->loop[joint->loop], joint->loop + 1, name);
    }
    /* a name of the robot comes before one that was made up */
    if (fine == (is_fine(wanted) && wanted != name)) {
      joint->name = take(plan, SCOPE_VARIABLES, wanted, "_joint", "joint", i);
      ok          = joint->name != NULL;
    }
  }
  return ok;
}

static bool name_bodies(lw_plan* plan, bool fine)
{
  bool ok = true;
  for (int b = 0; b < plan->nbody && ok; b++) {
    lw_plan_body* body   = &plan->body[b];
    const char*   wanted = plan->robot->link[body->link].name;
    if (!body->fused && fine == is_fine(wanted)) {
      body->name = take(plan, SCOPE_VARIABLES, wanted, "_link", "link", b);
      ok         = body->name != NULL;
    }
  }
  return ok;
}

/* Names of elements that are added to joints: the name of the joint with a suffix. */
static const char* name_addition(lw_plan* plan, const lw_plan_joint* joint, const char* suffix,
                                 int number)
{
  char name[SIZE];
  (void)snprintf(name, sizeof name, "%.*s%s", MOST - 10, joint->name, suffix);
  return take(plan, SCOPE_VARIABLES, name, "", "joint", number);
}

static bool name_additions(lw_plan* plan)
{
  bool ok = true;
  for (int i = 0; i < plan->njoint && ok; i++) {
    lw_plan_joint* joint = &plan->joint[i];
    if (joint->gone || joint->urdf == LW_NONE) {
      continue;
    }
    if (joint->driven) {
      joint->actuator = name_addition(plan, joint, "_effort", i);
      ok              = joint->actuator != NULL;
    }
    if (ok && (joint->damping[0] != 0.0 || joint->damping[1] != 0.0 || joint->damping[2] != 0.0)) {
      joint->bushing = name_addition(plan, joint, "_damping", i);
      ok             = joint->bushing != NULL;
    }
    if (ok && plan->robot->joint[joint->urdf].mimic != LW_NONE) {
      joint->coupling = name_addition(plan, joint, "_mimic", i);
      ok              = joint->coupling != NULL;
    }
  }
  return ok;
}

/* ---- frames ------------------------------------------------------------------------------ */

static int frame_scope(int body)
{
  return SCOPE_FRAMES + 1 + body; /* the ground is -1 */
}

/* A link that is not the body itself is a frame of its name; a joint has one on each body. */
static bool name_frames(lw_plan* plan)
{
  bool ok = true;
  for (int i = 0; i < plan->robot->nlink && ok; i++) {
    const int     l    = plan->robot->order[i];
    lw_plan_link* link = &plan->link[l];
    const bool    own  = link->body != LW_GROUND && plan->body[link->body].link == l;
    if (!own && (link->body == LW_GROUND || !plan->body[link->body].fused)) {
      link->frame =
          take(plan, frame_scope(link->body), plan->robot->link[l].name, "_link", "link", l);
      ok = link->frame != NULL;
    }
  }
  for (int i = 0; i < plan->njoint && ok; i++) {
    lw_plan_joint* joint = &plan->joint[i];
    for (int k = 0; k < 2 && ok && !joint->gone && !joint->free; k++) {
      const int body  = k ? joint->child : joint->parent;
      joint->frame[k] = take(plan, frame_scope(body), joint->name, "_joint", "joint", i);
      ok              = joint->frame[k] != NULL;
    }
  }
  return ok;
}

lw_status lw_plan_name(lw_plan* plan)
{
  const bool ok = name_mechanism(plan) && reserve(plan) && name_joints(plan, true) &&
                  name_joints(plan, false) && name_bodies(plan, true) && name_bodies(plan, false) &&
                  name_additions(plan) && name_frames(plan);
  return ok ? LW_OK : lw_plan_no_memory(plan);
}
