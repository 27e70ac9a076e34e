/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dependencies.c - groups of bodies that constraints connect, and the inputs of each.
 *
 *   cost     linear in bodies, joints and inputs
 */
#include "fmu_file/dependencies.h"

#include <stdlib.h>

/* Sets: the motions and all inputs of each group, by the number of its first body; then the motions
 * and all inputs of the mechanism; then nothing. */
enum { OF_GROUP = 2, MOTIONS = 0, ALL = 1, NOTHING = 2 };

/* ---- groups */

static int find_group(int* group, int body)
{
  while (group[body] != body) {
    group[body] = group[group[body]]; /* halves the path for the next search */
    body        = group[body];
  }
  return body;
}

/* The smaller number becomes the number of both, so that groups do not depend on
 * the order of the joints. */
static void join(int* group, int a, int b)
{
  if (a == LW_GROUND || b == LW_GROUND) {
    return;
  }
  a = find_group(group, a);
  b = find_group(group, b);
  if (a < b) {
    group[b] = a;
  } else {
    group[a] = b;
  }
}

/* A body that a joint connects; if there are two, the child. */
int lw_joint_body(const lw_model* model, int joint)
{
  const lw_joint* j = &model->joint[joint];
  return j->child != LW_GROUND ? j->child : j->parent;
}

void lw_groups_find(const lw_model* model, bool forces, int* group)
{
  for (int b = 0; b < model->nbody; b++) group[b] = b;
  for (int j = 0; j < model->njoint; j++) {
    join(group, model->joint[j].parent, model->joint[j].child);
  }
  for (int c = 0; c < model->ncoupling; c++) {
    const lw_coupling* coupling = &model->coupling[c];
    for (int i = 1; i < coupling->nterm; i++) {
      const lw_coupling_term* term = &model->coupling_term[coupling->term + i];
      join(group, lw_joint_body(model, term[-1].joint), lw_joint_body(model, term->joint));
    }
  }
  for (int i = 0; i < model->nspring && forces; i++) {
    join(group, model->frame[model->spring[i].from].body, model->frame[model->spring[i].to].body);
  }
  for (int i = 0; i < model->nbushing && forces; i++) {
    join(group, model->frame[model->bushing[i].from].body, model->frame[model->bushing[i].to].body);
  }
  for (int b = 0; b < model->nbody; b++) group[b] = find_group(group, b);
}

/* ---- inputs of a group */

/* The body that an input acts on, and whether it is a motion. */
typedef struct target {
  int  body;
  bool motion;
} target;

static void find_targets(const lw_model* model, target* of)
{
  for (int i = 0; i < model->nactuator; i++) {
    of[model->actuator[i].input] = (target){lw_joint_body(model, model->actuator[i].joint), false};
  }
  for (int i = 0; i < model->nload; i++) {
    for (int k = 0; k < 3; k++) {
      of[model->load[i].input + k] = (target){model->load[i].body, false};
    }
  }
  for (int i = 0; i < model->nmotion; i++) {
    if (model->motion[i].kind == LW_MOTION_INPUT) {
      of[model->motion[i].input] = (target){lw_joint_body(model, model->motion[i].joint), true};
    }
  }
}

/* The sets that contain an input. Returns their number. */
static int sets_of(const lw_dependencies* d, int nbody, const target* input, int set[4])
{
  int n    = 0;
  set[n++] = OF_GROUP * d->group[input->body] + ALL;
  set[n++] = OF_GROUP * nbody + ALL;
  if (input->motion) {
    set[n++] = OF_GROUP * d->group[input->body] + MOTIONS;
    set[n++] = OF_GROUP * nbody + MOTIONS;
  }
  return n;
}

/* Count, sum up, fill; inputs come in ascending order, so the sets are sorted. */
static void fill_sets(const lw_variables* variables, const target* of, bool rates,
                      lw_dependencies* d)
{
  const lw_model* model = variables->model;
  int             set[4];
  for (int i = 0; i < model->ninput; i++) {
    const int n = sets_of(d, model->nbody, &of[i], set);
    for (int k = 0; k < n; k++) d->first[set[k] + 1] += of[i].motion && rates ? 3 : 1;
  }
  for (int s = 0; s < d->nset; s++) d->first[s + 1] += d->first[s];

  for (int r = 0; r < variables->nrow && variables->row[r].causality == LW_INPUT; r++) {
    const lw_variable* row = &variables->row[r];
    for (int c = 0; c < row->size && (rates || row->source == LW_FROM_INPUT); c++) {
      const int n = sets_of(d, model->nbody, &of[row->first + c], set);
      for (int k = 0; k < n; k++) d->input[d->first[set[k]]++] = row->reference + (unsigned)c;
    }
  }

  /* filling has moved the start of each set to that of the next one */
  for (int s = d->nset; s > 0; s--) d->first[s] = d->first[s - 1];
  d->first[0] = 0;
}

lw_status lw_dependencies_build(const lw_variables* variables, bool rates,
                                lw_dependencies* dependencies)
{
  const lw_model*  model  = variables->model;
  const size_t     nbody  = (size_t)model->nbody;
  const size_t     ninput = (size_t)model->ninput;
  lw_dependencies* d      = dependencies;

  /* one more than needed: a size of zero may give NULL; an input is in at most four sets,
   * with its derivatives */
  d->nset    = OF_GROUP * model->nbody + NOTHING + 1;
  d->group   = calloc(nbody + 1, sizeof *d->group);
  d->first   = calloc((size_t)d->nset + 1, sizeof *d->first);
  d->input   = calloc(12 * ninput + 1, sizeof *d->input);
  target* of = calloc(ninput + 1, sizeof *of);

  const bool complete = d->group && d->first && d->input && of;
  if (complete) {
    lw_groups_find(model, false, d->group);
    find_targets(model, of);
    fill_sets(variables, of, rates, d);
  }
  free(of);
  return complete ? LW_OK : LW_ERR_MEMORY;
}

void lw_dependencies_free(lw_dependencies* dependencies)
{
  free(dependencies->group);
  free(dependencies->first);
  free(dependencies->input);
  *dependencies = (lw_dependencies){0};
}

int lw_dependencies_set(const lw_dependencies* dependencies, const lw_variables* variables,
                        unsigned reference)
{
  const lw_model*    model = variables->model;
  const lw_variable* row   = lw_variables_row(variables, reference);
  const int          whole = OF_GROUP * model->nbody; /* the sets of the whole mechanism */
  const int          none  = whole + NOTHING;
  if (!row || row->source != LW_FROM_QUANTITY) {
    return none;
  }
  const int* group = dependencies->group;
  switch (row->quantity) {
  case LW_BODY_R:
  case LW_BODY_QUAT:
  case LW_BODY_QUAT_RATE:
  case LW_BODY_V:
  case LW_BODY_W: return OF_GROUP * group[row->index] + MOTIONS;
  case LW_BODY_A:
  case LW_BODY_Z: return OF_GROUP * group[row->index] + ALL;
  case LW_JOINT_Q:
  case LW_JOINT_QD:
  case LW_JOINT_QUAT: return OF_GROUP * group[lw_joint_body(model, row->index)] + MOTIONS;
  case LW_JOINT_QDD:
  case LW_JOINT_FORCE:
  case LW_JOINT_TORQUE: return OF_GROUP * group[lw_joint_body(model, row->index)] + ALL;
  case LW_MOTION_EFFORT:
    return OF_GROUP * group[lw_joint_body(model, model->motion[row->index].joint)] + ALL;
  case LW_COUPLING_EFFORT:
    return OF_GROUP * group[lw_joint_body(
                          model, model->coupling_term[model->coupling[row->index].term].joint)] +
           ALL;
  case LW_ENERGY: return whole + MOTIONS;
  case LW_SOLVER_VIOLATION: /* position and velocity level, then acceleration level */
    return whole + (reference - row->reference < 2 ? MOTIONS : ALL);
  case LW_SOLVER_ITERATIONS:
  case LW_SOLVER_RESIDUAL:
  case LW_SOLVER_ERROR:
  case LW_SOLVER_STEPS:
  case LW_JOINT_UNIQUE:
  case LW_JOINT_FORCE_UNIQUE:
  case LW_JOINT_TORQUE_UNIQUE:
  case LW_QUANTITY_COUNT: return none;
  }
  return none;
}
