/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * state_dependencies.c - which states of the continuous form an output depends on.
 *
 *   reads    the list of the states, the tree in it
 *   cost     of a search: the length of the way to the ground, or all states
 */
#include "fmu_file/state_dependencies.h"

#include <stdlib.h>

#include "fmu_file/dependencies.h"

/* Levels of states that a quantity depends on. */
enum { POSITIONS = 1, VELOCITIES = 2, BOTH = POSITIONS | VELOCITIES };

static bool is_of_joint(const lw_state_block* block)
{
  return block->quantity == LW_JOINT_Q || block->quantity == LW_JOINT_QD;
}

static int level_of(lw_quantity quantity)
{
  return quantity == LW_BODY_R || quantity == LW_BODY_QUAT || quantity == LW_JOINT_Q ? POSITIONS
                                                                                     : VELOCITIES;
}

/* ---- life -------------------------------------------------------------------------------- */

lw_status lw_state_dependencies_build(const lw_variables*    variables,
                                      lw_state_dependencies* dependencies)
{
  const lw_model*        model  = variables->model;
  const lw_state_list*   list   = &variables->states;
  const size_t           nblock = (size_t)list->nblock + 1;
  lw_state_dependencies* d      = dependencies;
  d->variables                  = variables;
  d->group                      = malloc(((size_t)model->nbody + 1) * sizeof *d->group);
  d->body                       = malloc(nblock * sizeof *d->body);
  d->search                     = calloc(nblock, sizeof *d->search);
  d->block                      = malloc(nblock * sizeof *d->block);
  d->found                      = malloc(((size_t)list->nstate + 1) * sizeof *d->found);
  if (!d->group || !d->body || !d->search || !d->block || !d->found) {
    return LW_ERR_MEMORY;
  }
  lw_groups_find(model, true, d->group);
  for (int i = 0; i < list->nblock; i++) {
    const lw_state_block* block = &list->block[i];
    d->body[i] = is_of_joint(block) ? lw_joint_body(model, block->index) : block->index;
  }
  return LW_OK;
}

void lw_state_dependencies_free(lw_state_dependencies* dependencies)
{
  free(dependencies->group);
  free(dependencies->body);
  free(dependencies->search);
  free(dependencies->block);
  free(dependencies->found);
  *dependencies = (lw_state_dependencies){0};
}

/* ---- searching --------------------------------------------------------------------------- */

static void note(lw_state_dependencies* d, int block)
{
  if (d->search[block] != d->number) {
    d->search[block]      = d->number;
    d->block[d->nblock++] = block;
  }
}

/* Note the states of these levels that belong to a body, or to a joint, from the first block on. */
static void note_blocks(lw_state_dependencies* d, int first, int levels)
{
  const lw_state_list* list = &d->variables->states;
  for (int i = first; i != LW_NONE && i < list->nblock; i++) {
    if (list->block[i].index != list->block[first].index ||
        is_of_joint(&list->block[i]) != is_of_joint(&list->block[first])) {
      return;
    }
    if (level_of(list->block[i].quantity) & levels) {
      note(d, i);
    }
  }
}

/* Note the states on the way from a body to the ground. The orientation of a body that has it as a
 * state, or its angular velocity, depends on no other one. */
static void note_way(lw_state_dependencies* d, int body, int levels, bool turns)
{
  const lw_state_list* list = &d->variables->states;
  for (; body != LW_GROUND; body = list->inboard[body]) {
    note_blocks(d, list->of_body[body], levels);
    if (list->carrier[body] != LW_NONE) {
      note_blocks(d, list->of_joint[list->carrier[body]], levels);
    }
    if (turns && list->of_body[body] != LW_NONE) {
      return;
    }
  }
}

/* Note all states of a group of bodies, or of the mechanism. */
static void note_group(lw_state_dependencies* d, int group, int levels)
{
  const lw_state_list* list = &d->variables->states;
  for (int i = 0; i < list->nblock; i++) {
    const bool inside = group == LW_NONE || d->group[d->body[i]] == group;
    if (inside && level_of(list->block[i].quantity) & levels) {
      note(d, i);
    }
  }
}

static void note_joint(lw_state_dependencies* d, int joint, int levels, bool turns)
{
  const lw_joint* j = &d->variables->model->joint[joint];
  note_way(d, j->parent, levels, turns);
  note_way(d, j->child, levels, turns);
}

/* Note the states that a quantity depends on that is none itself. */
static void note_quantity(lw_state_dependencies* d, const lw_variable* row, int component)
{
  const lw_model* m     = d->variables->model;
  const int       index = row->index;
  switch (row->quantity) {
  case LW_BODY_R: note_way(d, index, POSITIONS, false); break;
  case LW_BODY_QUAT: note_way(d, index, POSITIONS, true); break;
  case LW_BODY_QUAT_RATE:
  case LW_BODY_W: note_way(d, index, BOTH, true); break;
  case LW_BODY_V: note_way(d, index, BOTH, false); break;
  case LW_BODY_A:
  case LW_BODY_Z: note_group(d, d->group[index], BOTH); break;
  case LW_JOINT_Q: note_joint(d, index, POSITIONS, false); break;
  case LW_JOINT_QUAT: note_joint(d, index, POSITIONS, true); break;
  case LW_JOINT_QD: note_joint(d, index, BOTH, false); break;
  case LW_JOINT_QDD:
  case LW_JOINT_FORCE:
  case LW_JOINT_TORQUE: note_group(d, d->group[lw_joint_body(m, index)], BOTH); break;
  case LW_MOTION_EFFORT:
    note_group(d, d->group[lw_joint_body(m, m->motion[index].joint)], BOTH);
    break;
  case LW_COUPLING_EFFORT:
    note_group(d, d->group[lw_joint_body(m, m->coupling_term[m->coupling[index].term].joint)],
               BOTH);
    break;
  case LW_ENERGY: note_group(d, LW_NONE, component == 1 ? POSITIONS : BOTH); break;
  case LW_SOLVER_VIOLATION: note_group(d, LW_NONE, component == 0 ? POSITIONS : BOTH); break;
  default: break;
  }
}

static int compare(const void* a, const void* b)
{
  const unsigned x = *(const unsigned*)a, y = *(const unsigned*)b;
  return (x > y) - (x < y);
}

int lw_state_dependencies_find(lw_state_dependencies* dependencies, unsigned reference,
                               const unsigned** states)
{
  lw_state_dependencies* d   = dependencies;
  const lw_variables*    v   = d->variables;
  const lw_variable*     row = lw_variables_row(v, reference);
  int                    n   = 0;
  d->number++;
  d->nblock = 0;
  *states   = d->found;
  if (row->source != LW_FROM_QUANTITY) {
    return 0;
  }
  if (lw_variables_state_index(v, reference) != LW_NONE) {
    d->found[0] = reference;
    return 1;
  }
  note_quantity(d, row, row->first + (int)(reference - row->reference));
  for (int i = 0; i < d->nblock; i++) {
    const int block = d->block[i];
    for (int k = 0; k < v->states.block[block].size; k++) {
      d->found[n++] = v->state[block] + (unsigned)k;
    }
  }
  qsort(d->found, (size_t)n, sizeof *d->found, compare);
  return n;
}
